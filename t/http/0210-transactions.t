#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Rows of the ledger: writing one or thousands, changing, deleting, listing.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $path = "/v1/portfolios/$id/transactions";

sub is_code {
	my ($r, $status, $code, $name) = @_;

	is $r->status . ' ' . ($r->code // ''), "$status $code", $name;
}

sub buy {
	return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '100',
		price => '10', @_ };
}

# ---- one ----

my $r = $t->post($path, buy(symbol => ' petr4f', fees => '1.25', note => 'primeira'), key => $key);
is $r->status, 201, 'a row is written';
my $row = $r->json;
is_deeply { map { $_ => $row->{$_} } qw(symbol asset_type kind trade_date quantity price fees ratio currency note event_kind) },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '100', price => '10',
	fees => '1.25', ratio => undef, currency => 'BRL', note => 'primeira', event_kind => undef }, 'and answered whole';
is_deeply $row->{warnings}, [], 'without warnings';
{
	my %posted = %$row;

	delete $posted{warnings};	# only writes have it
	is_deeply $t->get("$path/$row->{id}", key => $key)->json, \%posted, 'read, it has the same members';
}
is $t->get("/v1/portfolios/$id", key => $key)->json->{ledger_version}, 2, 'a new version of the ledger';

$r = $t->post($path, { asset_id => $row->{asset_id}, kind => 'sell', trade_date => '2026-02-05', quantity => 40, price => 15.5 },
	key => $key);
is $r->status, 201, 'by the asset\'s id, with JSON numbers';
is $r->json->{price}, '15.5', 'exactly';
my $sale = $r->json->{id};

$r = $t->post($path, buy(symbol => 'AAPL', asset_type => 'us', price => '180.123456789012'), key => $key);
is_deeply [$r->status, $r->json->{currency}], [201, 'USD'], 'an American share is in dollars';
is $r->json->{price}, '180.12345679', 'a price of 12 places is shown with 8';
is $t->sql("select price from ledger where id = '" . $r->json->{id} . "'"), '180.123456789012', 'and stored completely';

$r = $t->post($path, buy(symbol => 'VALE3', price => undef), key => $key);
is_deeply [$r->status, $r->json->{price}], [201, undef], 'an unknown price is null';

$r = $t->post($path, { symbol => 'PETR4', asset_type => 'stock', kind => 'split', trade_date => '2026-03-02', ratio => '2' }, key => $key);
is_deeply [$r->status, $r->json->{ratio}, $r->json->{quantity}], [201, '2', '0'], 'a split has a ratio; its quantity is informative';
$r = $t->post($path, { symbol => 'PETR4', asset_type => 'stock', kind => 'adjust', trade_date => '2026-03-03', quantity => '-5' }, key => $key);
is_deeply [$r->status, $r->json->{quantity}], [201, '-5'], 'an adjustment is signed';
$r = $t->post($path, { symbol => 'PETR4', asset_type => 'stock', kind => 'adjust', trade_date => '2026-03-04', quantity => 0, fees => '-3.10' }, key => $key);
is_deeply [$r->status, $r->json->{quantity}, $r->json->{fees}], [201, '0', '-3.10'], 'or moves the cost alone';
$r = $t->post($path, { symbol => 'PETR4', asset_type => 'stock', kind => 'adjust', event_kind => 'bonus', trade_date => '2026-03-05', quantity => 10, price => 2 }, key => $key);
is_deeply [$r->status, $r->json->{event_kind}], [201, 'bonus'], 'a bonus';

# (100 - 40) x 2 - 5 + 10
my ($petr) = grep { $_->{symbol} eq 'PETR4' } @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} };
is $petr->{qty}, '125', 'all of it counts';

# ---- sold more than held ----

$r = $t->post($path, buy(kind => 'sell', trade_date => '2026-04-01', quantity => '1000'), key => $key);
is $r->status, 201, 'a sale above the holding is accepted';
is_deeply $r->json->{warnings}, ['Venda de PETR4 em 01/04/2026 acima da quantidade em carteira: havia 125.'], 'with a warning';
$t->delete_("$path/" . $r->json->{id}, key => $key);

# ---- invalid rows ----

my @wrong = (
	[{ quantity => '0' }, '/quantity', 'exclusive_minimum', 'nothing bought'],
	[{ quantity => '-1' }, '/quantity', 'exclusive_minimum', 'a negative purchase'],
	[{ quantity => undef }, '/quantity', 'type', 'null is no quantity'],
	[{ quantity => '1.123456789' }, '/quantity', 'places', 'nine places'],
	[{ quantity => '9' x 30 }, '/quantity', 'maximum', 'thirty digits'],
	[{ quantity => 'NaN' }, '/quantity', 'format', 'NaN'],
	[{ quantity => '1e400' }, '/quantity', 'maximum', 'a huge exponent'],
	[{ quantity => '' }, '/quantity', 'format', 'no digits'],
	[{ price => '-0.01' }, '/price', 'minimum', 'a negative price'],
	[{ price => '1.1234567890123' }, '/price', 'places', 'thirteen places'],
	[{ fees => '-1' }, '/fees', 'minimum', 'negative fees of a purchase'],
	[{ trade_date => '2026-02-31' }, '/trade_date', 'format', 'the 31st of February'],
	[{ trade_date => '20260105' }, '/trade_date', 'format', 'no hyphens'],
	[{ trade_date => '2026-11-21' }, '/trade_date', 'maximum', 'tomorrow'],
	[{ kind => 'gift' }, '/kind', 'enum', 'an unknown kind'],
	[{ asset_type => 'index', symbol => 'IBOV' }, '/asset_type', 'watchlist_only', 'an index is only watched'],
	[{ asset_type => 'fund', symbol => '33000167000102' }, '/symbol', 'format', 'a wrong check digit'],
	[{ symbol => 'PETR 4' }, '/symbol', 'format', 'no ticker'],
	[{ ratio => '2' }, '/ratio', 'forbidden', 'a ratio of a purchase'],
	[{ kind => 'split', price => undef }, '/ratio', 'required', 'a split without ratio'],
	[{ kind => 'split', price => undef, ratio => '0' }, '/ratio', 'minimum', 'a ratio of 0'],
	[{ kind => 'split', ratio => '2' }, '/price', 'forbidden', 'a split with a price'],
	[{ event_kind => 'bonus' }, '/event_kind', 'kind', 'a bonus is an adjustment'],
	[{ currency => 'USD' }, '/currency', undef, 'a Brazilian share in dollars'],
	[{ currency => 'EUR' }, '/currency', 'enum', 'euros'],
	[{ note => 'a' x 501 }, '/note', 'max_length', 'a long note'],
	[{ preco => 1 }, '/preco', 'unknown_member', 'an unknown member'],
);
my $before = $t->sql("select count(*), (select ledger_version from portfolio where id = '$id') from ledger");
for my $case (@wrong) {
	my ($change, $pointer, $rule, $name) = @$case;

	$r = $t->post($path, buy(%$change), key => $key);
	is_code $r, 400, 'invalid_body', $name;
	my ($error) = grep { $_->{pointer} eq $pointer } @{ $r->json->{details}{errors} // [] };
	ok $error, "$name: says where" or diag $r->body;
	is $error->{rule}, $rule, "$name: says the rule" if $rule;
}
$r = $t->post($path, buy(quantity => '-1', price => '-1', trade_date => '2026-02-31'), key => $key);
is scalar @{ $r->json->{details}{errors} }, 3, 'all errors at once';
is_code $t->post($path, { asset_id => $id, kind => 'buy', trade_date => '2026-01-05', quantity => 1 }, key => $key), 404,
	'asset_not_found', 'an unknown asset';
is $t->sql("select count(*), (select ledger_version from portfolio where id = '$id') from ledger"), $before, 'nothing was written';

# ---- many ----

$r = $t->post($path, [map { buy(symbol => 'ITSA4', quantity => $_, trade_date => '2026-05-04') } 1 .. 3], key => $key);
is_deeply [$r->status, $r->json->{meta}{count}, scalar @{ $r->json->{data} }], [201, '3', 3], 'a list answers a list';
is $t->sql("select count(*) from asset where symbol = 'ITSA4'"), 1, 'whose asset is created once';
$r = $t->post($path, [buy()], key => $key);
is ref $r->json->{data}, 'ARRAY', 'even of one';
$before = $t->sql('select count(*) from ledger');
$r = $t->post($path, [buy(), buy(quantity => '-1'), buy(price => 'x')], key => $key);
is_code $r, 400, 'invalid_body', 'one bad row refuses all';
is_deeply [map { $_->{pointer} } @{ $r->json->{details}{errors} }], ['/1/quantity', '/2/price'], 'and each error says its row';
is $t->sql('select count(*) from ledger'), $before, 'nothing was written';
is_code $t->post($path, [], key => $key), 400, 'invalid_body', 'an empty list';
$r = $t->post($path, [map { buy(symbol => 'WEGE3', quantity => 1) } 1 .. 5000], key => $key);
is_deeply [$r->status, $r->json->{meta}{count}], [201, '5000'], '5,000 rows';
is_code $t->post($path, [map { buy() } 1 .. 5001], key => $key), 400, 'invalid_body', 'and not one more';

# ---- idempotency ----

$before = $t->sql('select count(*) from ledger');
my @same = map { $t->post($path, buy(symbol => 'BBAS3'), key => $key, headers => { 'Idempotency-Key' => 'um' }) } 1, 2;
is $same[1]->body, $same[0]->body, 'the same key and request is the same answer';
is $same[1]->header('idempotency-replayed'), 'true', 'and says so';
is $t->sql('select count(*) from ledger'), $before + 1, 'written once';

# ---- change ----

$r = $t->patch("$path/$sale", { price => '16', note => 'corrigida' }, key => $key);
is_deeply [$r->status, $r->json->{price}, $r->json->{quantity}, $r->json->{note}], [200, '16', '40', 'corrigida'],
	'what is said changes, the rest stays';
$r = $t->patch("$path/$sale", { price => undef, note => undef }, key => $key);
is_deeply [$r->status, $r->json->{price}, $r->json->{note}], [200, undef, undef], 'null clears';
$r = $t->patch("$path/$sale", { quantity => '100000' }, key => $key);
# 100 x 2 were there.
is_deeply $r->json->{warnings}, ["Sem o pre\x{e7}o da venda de PETR4, o resultado dela e o imposto que ela d\x{ea} ficam sem valor.",
	'Venda de PETR4 em 05/02/2026 acima da quantidade em carteira: havia 200.'], 'a change warns too';
$t->patch("$path/$sale", { quantity => '40', price => '15.5' }, key => $key);
is_code $t->patch("$path/$sale", {}, key => $key), 400, 'invalid_body', 'nothing to change';
is_code $t->patch("$path/$sale", { quantity => 0 }, key => $key), 400, 'invalid_body', 'a sale of nothing';
is_code $t->patch("$path/$sale", { kind => 'split' }, key => $key), 400, 'invalid_body', 'a split without ratio';
is_code $t->patch("$path/$sale", { currency => 'USD' }, key => $key), 400, 'invalid_body', 'not the asset\'s currency';
is_code $t->patch("$path/$sale", { trade_date => '2027-01-01' }, key => $key), 400, 'invalid_body', 'a day to come';
is_code $t->patch("$path/$id", { quantity => 1 }, key => $key), 404, 'transaction_not_found', 'an unknown row';
is_code $t->patch("$path/abc", { quantity => 1 }, key => $key), 404, 'transaction_not_found', 'a malformed id';

my $version = $t->get("/v1/portfolios/$id", key => $key)->json->{ledger_version};
is_code $t->patch("$path/$sale", { quantity => 41 }, key => $key, headers => { 'If-Match' => '"1"' }), 409, 'ledger_conflict',
	'a write upon an old version';
is_code $t->delete_("$path/$sale", key => $key, headers => { 'If-Match' => '"1"' }), 409, 'ledger_conflict', 'a deletion too';
is $t->sql("select quantity from ledger where id = '$sale'"), '40.00000000', 'left as it was';
is $t->patch("$path/$sale", { quantity => 41 }, key => $key, headers => { 'If-Match' => $version })->status, 200, 'upon the present one';

# ---- institutions ----

$r = $t->patch("$path/$sale", { institution => 'XP Investimentos' }, key => $key);
is $r->json->{institution}, 'XP Investimentos', 'an institution that is typed later';
is $t->get("$path/$sale", key => $key)->json->{institution}, 'XP Investimentos', '… is read back';
is $t->patch("$path/$sale", { quantity => 41 }, key => $key)->json->{institution}, 'XP Investimentos', '… and stays when something else changes';
ok !exists $t->patch("$path/$sale", { institution => undef }, key => $key)->json->{institution}, '… until it is removed';
is_code $t->patch("$path/$sale", { institution => $_ }, key => $key), 400, 'invalid_body', 'none that cannot be one' for '', 'x' x 121, "a\nb";
$r = $t->post($path, { symbol => 'ITUB4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 1, price => 1, institution => 'é' x 120 }, key => $key);
is $r->json->{institution}, 'é' x 120, 'or with the row';
is $t->delete_("$path/" . $r->json->{id}, key => $key)->status, 200, '… which is deleted again';

# ---- list ----

my (@seen, $cursor);
my $of = "$path?limit=4&to=2026-05-03";
for (1 .. 2000) {
	$r = $t->get($of . ($cursor ? "&cursor=$cursor" : ''), key => $key);
	push @seen, @{ $r->json->{data} };
	$cursor = $r->json->{meta}{next_cursor};
	# A row inserted behind the cursor must not repeat another.
	$t->post($path, buy(symbol => 'ABEV3', trade_date => '2020-01-02'), key => $key) if $_ == 1;
	last unless $cursor && $_ < 6;
}
is_deeply [map { $_->{trade_date} } @seen], [sort map { $_->{trade_date} } @seen], 'rows ascend by day';
is scalar(keys %{{ map { $_->{id} => 1 } @seen }}), scalar @seen, 'none twice while others are written';
$r = $t->get("$path?symbol=PETR4&kind=adjust&total=true", key => $key);
is_deeply [map { $_->{quantity} } @{ $r->json->{data} }], ['-5', '0', '10'], 'of a symbol and a kind';
is $r->json->{meta}{total}, 3, 'counted';
$r = $t->get("$path?symbol=PETR4&from=2026-03-03&to=2026-03-04", key => $key);
is_deeply [map { $_->{trade_date} } @{ $r->json->{data} }], ['2026-03-03', '2026-03-04'], 'both ends of a range included';
ok !exists $r->json->{meta}{total}, 'not counted unless asked';
$r = $t->get("$path?limit=1", key => $key);
$cursor = $r->json->{meta}{next_cursor};
is_code $t->get("$path?limit=1&symbol=PETR4&cursor=$cursor", key => $key), 400, 'invalid_cursor', 'a cursor of other filters';
(my $tampered = $cursor) =~ s/(.)(.)$/$2$1/;
$tampered = "A$cursor" if $tampered eq $cursor;
is_code $t->get("$path?limit=1&cursor=$tampered", key => $key), 400, 'invalid_cursor', 'a tampered one';
is $t->get("$path?limit=2&cursor=$cursor", key => $key)->status, 200, 'the limit may change';
is_code $t->get("$path?from=2026-02-31", key => $key), 400, 'invalid_parameter', 'the 31st of February';
is_code $t->get("$path?from=2026-02-02&to=2026-02-01", key => $key), 400, 'invalid_parameter', 'a range the wrong way round';
is_code $t->get("$path?kind=gift", key => $key), 400, 'invalid_parameter', 'an unknown kind';
is_code $t->get("$path?total=1", key => $key), 400, 'invalid_parameter', 'a bad boolean';
is_code $t->get("$path?limit=1&limit=2", key => $key), 400, 'invalid_parameter', 'a repeated parameter';

# ---- delete ----

$r = $t->delete_("$path/$sale", key => $key);
is_deeply [$r->status, $r->json->{id}], [200, $sale], 'deleted';
is_code $t->delete_("$path/$sale", key => $key), 404, 'transaction_not_found', 'once';
is $t->log_count('worker started'), 1, 'and the worker is the same';

done_testing;
