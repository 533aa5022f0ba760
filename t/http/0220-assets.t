#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Assets of a portfolio: watching one, its metadata, and what is deleted with it; typed income.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $path = "/v1/portfolios/$id/assets";

sub is_code {
	my ($r, $status, $code, $name) = @_;

	is $r->status . ' ' . ($r->code // ''), "$status $code", $name;
}

sub rule_is {
	my ($r, $pointer, $rule, $name) = @_;
	my ($error) = grep { $_->{pointer} eq $pointer } @{ $r->json->{details}{errors} // [] };

	is_code $r, 400, 'invalid_body', $name;
	is $error && $error->{rule}, $rule, "$name: where and why" or diag $r->body;
}

# ---- create ----

my $r = $t->post($path, { symbol => 'wege3', asset_type => 'stock', name => 'WEG' }, key => $key);
is $r->status, 201, 'a paper to watch';
is_deeply { map { $_ => $r->json->{$_} } qw(symbol asset_type currency name meta tx_count) },
	{ symbol => 'WEGE3', asset_type => 'stock', currency => 'BRL', name => 'WEG', meta => {}, tx_count => '0' }, 'as stored';
my $wege = $r->json->{id};
is_code $t->post($path, { symbol => 'WEGE3F', asset_type => 'stock' }, key => $key), 409, 'asset_already_exists', 'twice';
is $t->post($path, { symbol => 'WEGE3', asset_type => 'bdr' }, key => $key)->status, 201, 'of another type it is another asset';
is $t->post($path, { symbol => 'IBOV', asset_type => 'index' }, key => $key)->status, 201, 'an index can be watched';
is_code $t->post($path, { symbol => 'ibov', asset_type => 'us', currency => 'BRL' }, key => $key), 400, 'invalid_body', 'an American share in reais';
is $t->post($path, { symbol => 'ibov', asset_type => 'us' }, key => $key)->json->{currency}, 'USD', 'is always in dollars';

my $terms = { indexer => 'cdi', pct => 110, maturity => '2028-01-05', paper => 'CDB' };
$r = $t->post($path, { symbol => 'CDB Banco Público 2028', asset_type => 'renda_fixa',
	meta => { fixed_income => $terms, corretora => 'Azul', lotes => [1, 2.5] } }, key => $key);
is $r->status, 201, 'contracted terms';
is_deeply $r->json->{meta}, { fixed_income => { %$terms, pct => '110' }, corretora => 'Azul', lotes => ['1', '2.5'] },
	'and the person\'s own members are kept';
my $cdb = $r->json->{id};

# ---- invalid metadata ----

sub cdb { return { symbol => 'CDB2', asset_type => 'renda_fixa', meta => { fixed_income => { @_ } } } }

for my $case (
	[cdb(indexer => 'dolar'), '/meta/fixed_income/indexer', 'enum', 'an unknown indexer'],
	[cdb(pct => 100), '/meta/fixed_income/indexer', 'required', 'no indexer'],
	[cdb(indexer => 'prefixado'), '/meta/fixed_income/rate', 'required', 'a fixed rate without rate'],
	[cdb(indexer => 'prefixado', rate => 12, pct => 100), '/meta/fixed_income/pct', 'forbidden', 'a percentage of nothing'],
	[cdb(indexer => 'ipca', spread => 5, rate => 5), '/meta/fixed_income/spread', 'exclusive', 'spread and rate'],
	[cdb(indexer => 'cdi', maturity => '2028-02-30'), '/meta/fixed_income/maturity', 'format', 'no such maturity'],
	[cdb(indexer => 'ipca', anniversary_day => 32), '/meta/fixed_income/anniversary_day', 'maximum', 'a 32nd day'],
	[cdb(indexer => 'cdi', taxa => 1), '/meta/fixed_income/taxa', 'unknown_member', 'an unknown term'],
	[{ symbol => 'ABEV3', asset_type => 'stock', meta => { fixed_income => { indexer => 'cdi' } } }, '/meta', 'fixed_income', 'terms of a share'],
	[{ symbol => 'ABEV3', asset_type => 'stock', meta => { corporate_events => 'none' } }, '/meta/corporate_events', 'enum', 'an unknown choice'],
	[{ symbol => 'ABEV3', asset_type => 'stock', meta => { short_qty => 1 } }, '/meta/short_qty', 'reserved', 'a computed member'],
	[{ symbol => 'ABEV3', asset_type => 'stock', meta => { x => 'a' x 5000 } }, '/meta', 'max_length', 'too much'],
	[{ symbol => 'ABEV3', asset_type => 'stock', meta => [1] }, '/meta', 'type', 'a list'],
	[{ symbol => 'ABEV3', asset_type => 'stock', currency => 'USD' }, '/currency', 'enum', 'a Brazilian share in dollars'],
	[{ symbol => 'ABEV3' }, '/asset_type', 'required', 'no type'],
	[{ symbol => '', asset_type => 'stock' }, '/symbol', 'min_length', 'no symbol'],
) {
	my ($body, $pointer, $rule, $name) = @$case;

	rule_is($t->post($path, $body, key => $key), $pointer, $rule, $name);
}
rule_is($t->post($path, '{"symbol":"ABEV3","asset_type":"stock","meta":{"x":{"y":[1e99999]}}}', key => $key),
	'/meta', 'number', 'a number that the database cannot keep');

# ---- change ----

$r = $t->patch("$path/$wege", { name => undef, meta => { corporate_events => 'ledger' } }, key => $key);
is_deeply [$r->status, $r->json->{name}, $r->json->{meta}], [200, undef, { corporate_events => 'ledger' }], 'name and metadata';
is $t->patch("$path/$wege", { name => 'Weg' }, key => $key)->json->{meta}{corporate_events}, 'ledger', 'absent members stay unchanged';
is_deeply $t->patch("$path/$wege", { meta => undef }, key => $key)->json->{meta}, {}, 'null clears';
rule_is($t->patch("$path/$wege", { meta => { fixed_income => { indexer => 'cdi' } } }, key => $key), '/meta', 'fixed_income', 'terms of a share');
rule_is($t->patch("$path/$wege", {}, key => $key), '', 'min_properties', 'nothing to change');
for my $case (
	[{ symbol => 'WEGE4' }, '/asset_type', 'required', 'a code without its class'],
	[{ symbol => '', asset_type => 'stock' }, '/symbol', 'min_length', 'no code'],
	[{ symbol => undef, asset_type => 'stock' }, '/symbol', 'type', 'null'],
	[{ symbol => 'AAPL', asset_type => 'us' }, '/asset_type', 'currency', 'a code of another currency'],
	[{ symbol => 'Weg SA', asset_type => 'stock' }, '/symbol', 'format', 'a name that nothing has'],
	[{ symbol => 'WEGE4', asset_type => 'stock', currency => 'BRL' }, '/currency', 'unknown_member', 'its currency stays'],
) {
	rule_is($t->patch("$path/$wege", $case->[0], key => $key), @$case[1 .. 3]);
}
is_code $t->patch("$path/$id", { name => 'x' }, key => $key), 404, 'asset_not_found', 'nobody\'s';

# ---- list ----

$r = $t->get("$path?limit=2", key => $key);
my @seen = @{ $r->json->{data} };
while (my $cursor = $r->json->{meta}{next_cursor}) {
	$r = $t->get("$path?limit=2&cursor=$cursor", key => $key);
	push @seen, @{ $r->json->{data} };
}
is_deeply [map { "$_->{symbol} $_->{asset_type}" } @seen],
	['CDB Banco Público 2028 renda_fixa', 'IBOV index', 'IBOV us', 'WEGE3 bdr', 'WEGE3 stock'], 'by symbol and type';

# ---- income ----

my $income = "/v1/portfolios/$id/income";
$r = $t->post($income, { asset_id => $wege, kind => 'dividend', pay_date => '2026-03-02', amount => '12.34', note => 'março' }, key => $key);
is $r->status, 201, 'a credit';
is_deeply { map { $_ => $r->json->{$_} } qw(symbol asset_type kind pay_date amount currency note source) },
	{ symbol => 'WEGE3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => '12.34', currency => 'BRL',
	note => 'março', source => undef }, 'as stored';
my $credit = $r->json->{id};
is $t->post($income, { symbol => 'AAPL', asset_type => 'us', kind => 'dividend', pay_date => '2026-04-01', amount => 1 }, key => $key)
	->json->{currency}, 'USD', 'in the asset\'s currency';
for my $case (
	[{ amount => '1.234' }, '/amount', 'places', 'less than a cent'],
	[{ amount => '-1' }, '/amount', 'minimum', 'a negative credit'],
	[{ amount => undef }, '/amount', 'type', 'nothing'],
	[{ pay_date => '2026-11-21' }, '/pay_date', 'maximum', 'tomorrow'],
	[{ kind => 'bonus' }, '/kind', 'enum', 'no income'],
	[{ asset_type => 'index', symbol => 'IBOV' }, '/asset_type', 'watchlist_only', 'an index pays nothing'],
) {
	my ($change, $pointer, $rule, $name) = @$case;

	rule_is($t->post($income, { symbol => 'WEGE3', asset_type => 'stock', kind => 'jcp', pay_date => '2026-05-04', amount => 1, %$change },
		key => $key), $pointer, $rule, $name);
}
is_deeply [map { $_->{symbol} } @{ $t->get($income, key => $key)->json->{data} }], [qw(WEGE3 AAPL)], 'the list, by day';
is scalar @{ $t->get("$income?symbol=AAPL&from=2026-04-01&to=2026-04-01", key => $key)->json->{data} }, 1, 'of a symbol and a day';
is scalar @{ $t->get("$income?symbol=AAPL&from=2026-04-02", key => $key)->json->{data} }, 0, 'after it';
is_code $t->post($income, { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-05-04', amount => $_ }, key => $key),
	400, 'invalid_body', "an amount of $_ is no credit" for 0, '0', '0.00', '-1', '0.001';
is_code $t->get("$income?total=true", key => $key), 400, 'invalid_parameter', 'it is not counted';
is $t->delete_("$income/$credit", key => $key)->status, 200, 'deleted';
is_code $t->delete_("$income/$credit", key => $key), 404, 'income_not_found', 'once';

# ---- a wrong code ----

{
	my $wrong = $t->post("/v1/portfolios/$id/transactions", { symbol => 'WEGE33', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 2, price => 40 }, key => $key)->json->{asset_id};
	$t->post("/v1/portfolios/$id/transactions", { symbol => 'WEGE34', asset_type => 'bdr', kind => 'buy', trade_date => '2026-01-06', quantity => 3, price => 40 }, key => $key);
	my $paid = $t->post($income, { symbol => 'WEGE33', asset_type => 'stock', kind => 'jcp', pay_date => '2026-05-04', amount => 1 }, key => $key)->json->{id};
	my $elsewhere = $t->post('/v1/portfolios', { name => 'Outra' }, key => $key)->json->{id};
	my $same = $t->post("/v1/portfolios/$elsewhere/transactions", { symbol => 'WEGE33', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 5, price => 40 }, key => $key)->json->{asset_id};
	my $there = $t->post($path, { symbol => 'WEGE35', asset_type => 'bdr', name => 'dela', meta => { custody => 'br' } }, key => $key)->json->{id};

	my $r = $t->patch("$path/$wrong", { symbol => ' wege32 ', asset_type => 'bdr', name => 'Weg' }, key => $key);
	is_deeply [$r->status, @{ $r->json }{qw(id symbol asset_type name tx_count)}], [200, $wrong, 'WEGE32', 'bdr', 'Weg', 1], 'a code that no asset has: it keeps its id';
	rule_is($t->patch("$path/$wrong", { symbol => 'WEGE35', asset_type => 'bdr', name => 'Weg' }, key => $key), '/symbol', 'exclusive', 'a name for the asset that goes');
	my $version = $t->get("/v1/portfolios/$id", key => $key)->header('etag');
	is_code $t->patch("$path/$wrong", { symbol => 'WEGE35', asset_type => 'bdr' }, key => $key, headers => { 'If-Match' => '"1"' }), 409, 'ledger_conflict', 'of another version nothing goes';
	$r = $t->patch("$path/$wrong", { symbol => 'WEGE35', asset_type => 'bdr' }, key => $key);
	is_deeply [$r->status, @{ $r->json }{qw(id symbol name tx_count)}, $r->json->{meta}{custody}], [200, $there, 'WEGE35', 'dela', 1, 'br'], 'a code that one has: all goes to it';
	is_code $t->patch("$path/$wrong", { name => 'x' }, key => $key), 404, 'asset_not_found', 'the wrong one is gone';
	is $t->get("$income/$paid", key => $key)->json->{symbol}, 'WEGE35', 'with its payment';
	is $t->sql("select asset_id from ledger where portfolio_id = '$elsewhere'"), $same, 'another portfolio keeps its own';
	is $t->sql("select count(*) from ledger where portfolio_id = '$id' and asset_id = '$there'"), 1, 'only its rows went';
	my @held = grep { $_->{symbol} =~ /WEGE3[2345]/ } @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} };
	# 2 x 40.00
	is_deeply [map { [@$_{qw(symbol qty invested_cost)}] } sort { $a->{symbol} cmp $b->{symbol} } @held], [['WEGE34', 3, '120.00'], ['WEGE35', 2, '80.00']], 'and the figures follow';
	my @once = ($path, { symbol => 'WEGE36', asset_type => 'bdr', name => 'meu' });
	my $made = $t->post(@once, key => $key, headers => { 'Idempotency-Key' => 'de-um-codigo-errado' })->json->{id};
	is $t->patch("$path/$made", { symbol => 'WEGE35', asset_type => 'bdr' }, key => $key)->json->{id}, $there, 'one without rows goes, too';
	is_code $t->post(@once, key => $key, headers => { 'Idempotency-Key' => 'de-um-codigo-errado' }), 410, 'idempotency_answer_gone', 'no answer about it is kept';
	$t->delete_("/v1/portfolios/$elsewhere", key => $key);
}

# ---- delete ----

$t->post("/v1/portfolios/$id/transactions", { asset_id => $wege, kind => 'buy', trade_date => '2026-01-05', quantity => 1, price => 40 }, key => $key);
my ($now) = grep { $_->{id} eq $wege } @{ $t->get($path, key => $key)->json->{data} };
is $now->{tx_count}, 1, 'a row counts';
is $t->delete_("$path/$wege", key => $key)->status, 200, 'an asset is deleted';
is $t->sql("select count(*) from ledger where asset_id = '$wege'"), 0, 'with its rows';
is_code $t->delete_("$path/$wege", key => $key), 404, 'asset_not_found', 'once';
is $t->log_count('worker started'), 1, 'and the worker is the same';

done_testing;
