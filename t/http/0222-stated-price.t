#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The price that a person states for an asset (doc/calculations.md 3.1), and the correction of a row's ticker.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Market qw(closes rates);
use Lastro::Redo qw(redo_detail redo_history);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my $bia = account($t)->{user_key};
my $reader = key($t, $ana, scopes => ['account:read']);

closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'VALE3', '2026-11-19' => '60.00');
rates($t, '2026-01-08' => '5.0000', '2026-11-19' => '5.5000');
$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};

sub row {
	my ($symbol, $type, $kind, $day, $quantity, $price) = @_;

	return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity, price => $price };
}

my $r = $t->post("/v1/portfolios/$id/transactions", [
	row('CDB X', 'renda_fixa', 'buy', '2026-01-05', 10, 1000),
	row('PETR4', 'stock', 'buy', '2026-01-05', 100, 10),
	row('ZZZZ3', 'stock', 'buy', '2026-01-08', 5, 200),
	row('ACME', 'us', 'buy', '2026-01-08', 2, 100)], key => $key);
is $r->status, 201, 'a portfolio' or diag $r->body;

sub holding {
	my ($symbol, $query) = @_;
	my $r = $t->get("/v1/portfolios/$id" . ($query // ''), key => $key);
	my ($x) = grep { $_->{symbol} eq $symbol } @{ $r->json->{holdings} } or die $r->body;

	return $x;
}

sub shown { my ($x) = @_; return join ' ', map { $_ // '-' } $x->{valuation}, $x->{price}, defined $x->{market_value} ? $x->{market_value} + 0 : undef, @$x{qw(price_date price_source)} }
sub price_of { my ($symbol) = @_; return "/v1/portfolios/$id/assets/" . holding($symbol)->{asset_id} . '/price' }
sub state_price { my ($symbol, $price, $day) = @_; return $t->put(price_of($symbol), { price => $price, ($day ? (date => $day) : ()) }, key => $key) }

# ---- what it does ----

is shown(holding('CDB X')), 'cost - 10000 - -', 'without a price a paper stands at its cost';
is_deeply $t->get(price_of('CDB X'), key => $key)->json->{prices}, [], 'nothing was stated';
$r = state_price('CDB X', '1000', '2026-10-30');
is $r->status, 200, 'a price of a day' or diag $r->body;
my $version = $r->header('etag');
ok $version, 'the ledger has a new version';
$r = state_price('CDB X', '1080.50', '2026-11-16');
isnt $r->header('etag'), $version, 'and another with the next';
is_deeply $r->json->{prices}, [{ date => '2026-11-16', price => '1080.5' }, { date => '2026-10-30', price => '1000' }], 'both are kept, the newest first';
is shown(holding('CDB X')), 'market 1080.5 10805 2026-11-16 manual', 'the paper is worth 10 x 1,080.50';
is holding('CDB X')->{unrealized_pl} + 0, 805, 'and has gained';
is shown(holding('CDB X', '?at=2026-11-15')), 'market 1000 10000 2026-10-30 manual', 'the day before, what was stated then';
is shown(holding('CDB X', '?at=2026-10-29')), 'cost - 10000 - -', 'and before that its cost';

# Another portfolio has nothing else: 10,000 at the end of October, 10,805 now.
my $alone = $t->post('/v1/portfolios', { name => 'Só o CDB' }, key => $key)->json->{id};
my $cdb = $t->post("/v1/portfolios/$alone/transactions", row('CDB X', 'renda_fixa', 'buy', '2026-01-05', 10, 1000), key => $key)->json->{asset_id};
$t->put("/v1/portfolios/$alone/assets/$cdb/price", { price => @$_[0], date => $_->[1] }, key => $key) for ['1000', '2026-10-30'], ['1080.50', '2026-11-16'];
my $history = $t->get("/v1/portfolios/$alone/history", key => $key)->json;
my ($november) = grep { $_->{month} eq '2026-11' } @{ $history->{data} };
is $november->{equity} + 0, 10805, 'the history moves with it';
is $november->{return_pct} + 0, 8.05, '10,805 over 10,000 of October';

my $f = $t->get("/v1/portfolios/$id/explain?field=market_value&symbol=CDB%20X", key => $key)->json;
my ($stated) = grep { $_->{kind} eq 'stated_price' } @{ $f->{inputs} };
is_deeply [@$stated{qw(source symbol date)}, $stated->{values}{price}], ['Preço informado na carteira', 'CDB X', '2026-11-16', '1080.5'],
	'the explanation says whose price it is';
is_deeply [redo_detail($t, $key, $t->get("/v1/portfolios/$id", key => $key)->json)], [], 'every number of the detail is redone';
is_deeply [redo_history($t, $key, $alone, $history)], [], 'and of the history';

is state_price('CDB X', '1081', '2026-11-16')->json->{prices}[0]{price}, 1081, 'another price of the day takes its place';
is state_price('CDB X', 0)->json->{prices}[0]{date}, '2026-11-20', 'without a day it is of today';
is shown(holding('CDB X')), 'market 0 0 2026-11-20 manual', 'what is worth nothing is worth nothing';
is $t->delete_(price_of('CDB X'), key => $key)->json->{prices}[0]{date}, '2026-11-16', 'withdrawn';
is shown(holding('CDB X')), 'market 1081 10810 2026-11-16 manual', 'and the one before counts again';

# Terms: prefixed at 10 % a year, bought at 1,000.
my $asset = "/v1/portfolios/$id/assets/" . holding('CDB X')->{asset_id};
my $meta = $t->get($asset, key => $key)->json->{meta};
$t->patch($asset, { meta => { %$meta, fixed_income => { indexer => 'prefixado', rate => 10 } } }, key => $key);
is shown(holding('CDB X')), 'market 1081 10810 2026-11-16 manual', 'a price of 4 days before wins over the terms';
$t->delete_(price_of('CDB X') . '?date=2026-11-16', key => $key);
is holding('CDB X')->{valuation}, 'accrual', 'one of 21 days does not';

is state_price('PETR4', 20, '2026-11-19')->status, 200, 'of what has a quote';
is shown(holding('PETR4')), 'market 16.5 1650 2026-11-19 quote', 'the quote of the same day wins';
state_price('PETR4', 20, '2026-11-20');
is shown(holding('PETR4')), 'market 20 2000 2026-11-20 manual', 'a price of a later day does';
is holding('PETR4')->{day_change_brl} + 0, 350, 'and changes the day: 100 x (20.00 - 16.50)';
state_price('ACME', 120, '2026-11-19');
is shown(holding('ACME')), 'market 660 1320 2026-11-19 manual', 'abroad it is in dollars: 2 x 120 x 5.50';

state_price('ZZZZ3', 210, '2026-05-20');
my ($old) = grep { ($_->{symbol} // '') eq 'ZZZZ3' && $_->{code} eq 'price_stale' } @{ $t->get("/v1/portfolios/$id/issues", key => $key)->json->{data} };
like $old->{detail}, qr/preço que você informou de ZZZZ3 é de 20\/05\/2026, há 184 dias/, 'after 180 days it is told';
state_price('ZZZZ3', 210, '2026-05-24');
is_deeply [grep { $_->{code} eq 'price_stale' } @{ $t->get("/v1/portfolios/$id/issues", key => $key)->json->{data} }], [], 'not after 180';

# ---- refusals ----

sub refused {
	my ($r, $status, $code, $pointer, $rule, $name) = @_;
	my ($e) = grep { $_->{pointer} eq $pointer } @{ $r->json->{details}{errors} // [] };

	is_deeply [$r->status, $r->code, $e ? $e->{rule} : undef], [$status, $code, $rule], $name or diag $r->body;
}

my $before = $t->sql('select sum(ledger_version) from portfolio');
refused(state_price('CDB X', 1, '2026-11-21'), 400, 'invalid_body', '/date', 'maximum', 'a day to come');
refused(state_price('CDB X', '-1'), 400, 'invalid_body', '/price', 'minimum', 'a negative price');
refused(state_price('CDB X', 'dez'), 400, 'invalid_body', '/price', 'format', 'a word');
refused(state_price('CDB X', undef), 400, 'invalid_body', '/price', 'type', 'null');
refused($t->put(price_of('CDB X'), {}, key => $key), 400, 'invalid_body', '/price', 'required', 'no price');
refused($t->put(price_of('CDB X'), { price => 1, moeda => 'BRL' }, key => $key), 400, 'invalid_body', '/moeda', 'unknown_member', 'an unknown member');
is $t->delete_(price_of('CDB X') . '?date=2026-01-01', key => $key)->code, 'stated_price_not_found', 'of a day of which nothing was stated';
is $t->put("/v1/portfolios/$id/assets/01930000-0000-7000-8000-000000000000/price", { price => 1 }, key => $key)->code, 'asset_not_found', 'no such asset';
is $t->put(price_of('CDB X'), { price => 1 }, key => $reader)->code, 'scope_missing', 'a credential that only reads';
is $t->put(price_of('CDB X'), { price => 1 }, key => $bia)->code, 'portfolio_not_found', 'somebody else';
is $t->put(price_of('CDB X'), { price => 1 }, key => $key, headers => { 'If-Match' => $version })->code, 'ledger_conflict', 'an old version';
refused($t->patch($asset, { meta => { stated_prices => [{ date => '2026-11-21', price => 1 }] } }, key => $key), 400, 'invalid_body',
	'/meta/stated_prices/0/date', 'maximum', 'in the metadata they are judged, too');
refused($t->patch($asset, { meta => { stated_prices => 1 } }, key => $key), 400, 'invalid_body', '/meta/stated_prices', 'type', 'not a list');
is $t->sql('select sum(ledger_version) from portfolio'), $before, 'and nothing was written';

my $ibov = $t->post("/v1/portfolios/$id/assets", { symbol => 'IBOV', asset_type => 'index' }, key => $key)->json->{id};
is $t->put("/v1/portfolios/$id/assets/$ibov/price", { price => 1 }, key => $key)->json->{details}{errors}[0]{rule}, 'watchlist_only', 'an index is not held';
$t->patch($asset, { meta => { stated_prices => [map { { date => sprintf('2025-%02d-%02d', 1 + int($_ / 20), 1 + $_ % 20), price => 1000 + $_ } } 0 .. 59] } }, key => $key);
is_deeply [map { $_->{rule} } @{ state_price('CDB X', 1)->json->{details}{errors} }], ['max_items'], 'of one asset sixty are kept';
is state_price('CDB X', 7, '2025-01-01')->status, 200, 'one of them can be changed';
$t->patch($asset, { meta => {} }, key => $key);

# A sheet's metadata is stored unread: what is no price is no price.
$t->sql("update asset set meta = '{\"stated_prices\": [1, {\"date\": \"x\", \"price\": 1}, {\"date\": \"2026-11-16\", \"price\": \"x\"}, {\"date\": \"2026-11-16\", \"price\": 1050}]}' where symbol = 'CDB X'");
$t->sql("update portfolio set ledger_version = ledger_version + 1 where id = '$id'");
is shown(holding('CDB X')), 'market 1050 10500 2026-11-16 manual', 'the one that is';

# ---- who only reads a public portfolio ----

$t->patch("/v1/portfolios/$id", { visibility => 'public' }, key => $key);
my ($seen) = grep { $_->{symbol} eq 'CDB X' } @{ $t->get("/v1/portfolios/$id", key => $bia)->json->{holdings} };
is $seen->{price_source}, 'manual', 'who only sees the portfolio sees whose price it is';

# ---- an assistant ----

sub tool {
	my ($name, $input) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name,
		arguments => { action => 'wallet.portfolio_price.state', subject => { entity_id => $id }, input => $input } } }, key => $key);
	my $result = JSON::PP->new->utf8->decode($r->body)->{result};

	return $result->{isError} ? JSON::PP->new->decode($result->{content}[0]{text})->{details}{code} : $result->{structuredContent};
}

my %price = (asset_id => holding('CDB X')->{asset_id}, date => '2026-11-18', price => 1070);
$before = $t->sql('select sum(ledger_version) from portfolio');
my $preview = tool('preview_action', \%price);
is $preview->{preview}, JSON::PP::true, 'previewed';
ok scalar(grep { $_->{pointer} =~ m{^/meta} } @{ $preview->{changes} }), 'with what changes' or diag explain $preview;
is $t->sql('select sum(ledger_version) from portfolio'), $before, 'and nothing was written';
is tool('execute_action', \%price)->{result}{prices}[0]{price}, 1070, 'executed';
is shown(holding('CDB X')), 'market 1070 10700 2026-11-18 manual', 'as the route does';
is tool('execute_action', { %price, price => undef })->{result}{prices}[0]{date}, '2026-11-16', 'and withdrawn';
is tool('execute_action', { %price, price => undef }), 'invalid_input', 'once';
is tool('execute_action', { %price, date => '2026-11-21' }), 'invalid_input', 'a day to come';

# ---- the ticker of a row ----

$r = $t->post("/v1/portfolios/$id/transactions", row('PETR3', 'stock', 'buy', '2026-02-05', 100, 12), key => $key);
my $wrong = "/v1/portfolios/$id/transactions/" . $r->json->{id};
$r = $t->patch($wrong, { symbol => 'PETR4', asset_type => 'stock' }, key => $key);
is join(' ', $r->status, @{ $r->json }{qw(symbol quantity price)}), '200 PETR4 100 12', 'a row passes to another paper' or diag $r->body;
is join(' ', map { $_ + 0 } @{ holding('PETR4') }{qw(qty invested_cost)}), '200 2200', 'which has it: 100 x 10 + 100 x 12';
is holding('PETR3')->{is_watchlist}, JSON::PP::true, 'the one that it left has nothing';
is $t->patch($wrong, { symbol => 'petr5', asset_type => 'stock', quantity => 50 }, key => $key)->json->{symbol}, 'PETR5', 'to one that the portfolio lacked';
is join(' ', holding('PETR5')->{qty}, holding('PETR4')->{qty}), '50 100', 'with another change at once';
is $t->patch($wrong, { asset_id => holding('PETR4')->{asset_id} }, key => $key)->json->{symbol}, 'PETR4', 'or by its id';
$before = $t->sql('select sum(ledger_version) from portfolio');
refused($t->patch($wrong, { symbol => 'ACME', asset_type => 'us' }, key => $key), 400, 'invalid_body', '/symbol', 'asset_currency', 'not to one of another currency');
refused($t->patch($wrong, { symbol => 'PETR4' }, key => $key), 400, 'invalid_body', '/asset_type', 'required', 'a ticker without its class');
refused($t->patch($wrong, { symbol => 'IBOV', asset_type => 'index' }, key => $key), 400, 'invalid_body', '/asset_type', 'watchlist_only', 'an index');
is $t->patch($wrong, { asset_id => '01930000-0000-7000-8000-000000000000' }, key => $key)->code, 'asset_not_found', 'no such asset';
is $t->sql('select sum(ledger_version) from portfolio'), $before, 'and nothing was written';

done_testing;
