#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The cached rows of a large ledger's detail equal those written from the ledger byte for byte, after any write or load,
# and never include a deleted row.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes event succession);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $now = '2026-11-20T15:00:00Z';

sub pool { $t->start_pool(workers => 1, env => { LASTRO_NOW => $_[0] }) }
closes($t, b3 => $_, '2026-11-18' => '10.00', '2026-11-19' => '11.00') for qw(PETR4 VALE3 OLDC3 NEWC3);
pool($now);

my $path = '/v1/portfolios/' . $t->post('/v1/portfolios', { name => 'Grande' }, key => $key)->json->{id};
my $small = '/v1/portfolios/' . $t->post('/v1/portfolios', { name => 'Pequena' }, key => $key)->json->{id};
my @all = map { "include=$_" } 'closed,monthly,transactions', 'transactions';

# csv() - $n trades, the first ones on the oldest days.
sub csv {
	my ($n, $price, @symbols) = @_;

	return join '', "ticker,operacao,data,quantidade,preco\r\n", map {
		sprintf "%s,%s,2025-%02d-%02d,%d,%s\r\n", $symbols[$_ % @symbols], $_ % 7 == 6 ? 'venda' : 'compra', 1 + $_ * 12 / $n, 1 + $_ % 28, 1 + $_ % 50, $price
	} 0 .. $n - 1;
}

sub body {
	my ($query, $of) = @_;
	my $r = $t->get(($of // $path) . "?$query", key => $key);

	return $r->status . ' ' . $r->body;
}

# settle() - waits for the single worker's work after its answer.
sub settle { $t->get('/problems/route_not_found') }

sub forget { settle(); $t->sql('delete from portfolio_rows') }

sub kept {
	settle();
	return $t->sql("select count(*) from portfolio_rows r join portfolio p on p.workspace_id = r.workspace_id and p.id = r.portfolio_id and p.ledger_version = r.ledger_version");
}

# agree() - compares the first answer after a change, the next ones, and one with empty caches.
sub agree {
	my ($what) = @_;
	my @first = map { body($_) } @all;

	is kept(), '1', "$what: the rows of this version are cached";
	my @again = map { body($_) } @all;

	forget();
	my @anew = map { my $one = body($_); forget(); $one } @all;
	ok $first[$_] eq $anew[$_], "$what: first, $all[$_]" for 0 .. $#all;
	ok $again[$_] eq $anew[$_], "$what: cached, $all[$_]" for 0 .. $#all;
	body($all[0]);
	settle();
}

$t->upload("$path/imports", 'a.csv', csv(560, '9.50', qw(PETR4 VALE3 OLDC3)), key => $key);
agree('an import');

# ---- they are used ----

my $whole = body($all[0]);
cmp_ok length $whole, '>', 100_000, 'there are many rows';
$t->sql(q(update ledger set note = 'outra'));	# by SQL: no version changes
ok body($all[0]) eq $whole, 'the ledger is not read';
like body("$all[0]&at=2026-11-20"), qr/"note":"outra"/, 'but for a day that was asked for';
unlike body($all[0]), qr/"outra"/, 'which keeps nothing';
$t->sql('update ledger set note = null');

# ---- writes ----

my $row = { symbol => 'VALE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-02', quantity => 7, price => '12.34' };
my $id = $t->post("$path/transactions", $row, key => $key)->json->{id};
like body($all[1]), qr/$id/, 'a new row is there at once';
agree('a new row');
for my $case (
	['an edit', { quantity => 8 }, qr/"trade_date":"2026-11-02","quantity":8,/],
	['backdated', { trade_date => '2025-02-03' }, qr/"id":"$id","kind":"buy","trade_date":"2025-02-03"/],
	['a note', { note => "Ação \"boa\"\n" }, qr/ \\"boa\\"\\n"/],
	['another note', { note => 'Outra' }, qr/"note":"Outra"/],
	['no note', { note => undef }, qr/"id":"$id"[^}]*"note":null/],
) {
	my ($what, $change, $shown) = @$case;

	is $t->patch("$path/transactions/$id", $change, key => $key)->status, 200, $what;
	like body($all[0]), $shown, 'is visible at once';
	agree($what);
}
is $t->delete_("$path/transactions/$id", key => $key)->status, 200, 'deleted';
unlike body($all[0]), qr/$id/, 'and gone at once';
agree('a deletion');

my ($asset) = map { $_->{asset_id} } grep { $_->{symbol} eq 'VALE3' } @{ $t->get($path, key => $key)->json->{holdings} };
is $t->patch("$path/assets/$asset", { name => 'Vale' }, key => $key)->status, 200, 'an asset gets a name';
agree('another name');
is $t->post("$path/income", { symbol => 'VALE3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-05-10', amount => 10 }, key => $key)->status,
	201, 'a credit';
agree('a credit');

my $second = $t->upload("$path/imports", 'b.csv', csv(90, '8.25', qw(PETR4 MGLU3)), key => $key)->json->{import_id};
agree('a second import');
like body($all[0]), qr/MGLU3/, 'is there';
is $t->delete_("$path/imports/$second", key => $key)->status, 200, 'undone';
unlike body($all[0]), qr/"price":8\.25/, 'and gone at once';
agree('an import undone');
is $t->delete_("$path/assets/$asset", key => $key)->status, 200, 'an asset is deleted';
unlike body($all[0]), qr/VALE3/, 'with its rows';
is kept(), '0', 'the small rest is not cached';
$t->upload("$path/imports", 'a.csv', csv(560, '9.75', qw(PETR4 VALE3 OLDC3)), key => $key);
agree('imported again');

# ---- market data change the holdings of the same ledger ----

succession($t, 'OLDC3', 'PETR4', '2026-03-16', [1, 1]);
agree('a paper that became another');
like body($all[0]), qr/"merged_from":\["OLDC3"\]/, 'is one with it';
event($t, 'VALE3', '2026-04-15', 'split', [2, 1]);
agree('a split that came late');

# ---- cached rows may be lost, damaged or another program's ----

$whole = body($all[0]);
for my $harm ('asset_rows set rows = substr(rows, 1, length(rows) - 3)', q(asset_rows set rows = ''), q(asset_rows set rows = '\x00000000'),
	'asset_rows set rows = set_byte(rows, length(rows) / 2, get_byte(rows, length(rows) / 2) # 1)', q(asset_rows set rows = rows || '\x20'),
	q(asset_rows r set rows = (select o.rows from asset_rows o where o.asset_id <> r.asset_id limit 1)),
	'asset_rows set rows = set_byte(rows, 5, 9)', q(portfolio_rows set code_stamp = 'another'),
	'portfolio_rows set ledger_version = ledger_version - 1', 'portfolio_rows set ledger_version = ledger_version + 1',
	'portfolio_rows set day = day + 1') {
	forget();
	body($all[0]);
	settle();
	$t->sql("update $harm");
	ok body($all[0]) eq $whole, "wrongly stored: $harm";
}
for my $lost ('asset_rows', "asset_rows where asset_id = (select asset_id from asset_rows limit 1)", 'portfolio_state', 'asset_state') {
	forget();
	body($all[0]);
	settle();
	$t->sql("delete from $lost");
	ok body($all[0]) eq $whole, "lost: $lost";
}

# Cached rows of an older version, put back, are not shown.
settle();
my $code_stamp = $t->sql('select code_stamp from portfolio_rows');
$t->sql('create table held as select * from asset_rows');
$t->post("$path/transactions", $row, key => $key);
my $with = body($all[0]);
settle();
$t->sql("delete from portfolio_rows; insert into portfolio_rows select workspace_id, id, ledger_version - 1, '$code_stamp', date '2020-01-01'
	from portfolio where name = 'Grande'; insert into asset_rows select * from held; drop table held");
ok body($all[0]) eq $with, 'an older version, put back, is not read';
like $with, qr/12\.34/, 'the row is not missing either';

# ---- days ----

$t->stop_pool;
pool('2026-11-21T15:00:00Z');
agree('the day after');
$t->stop_pool;
pool('2026-10-30T15:00:00Z');
my $before = body($all[0]);
unlike $before, qr/12\.34/, 'a clock before the last row does not show it';
settle();
$t->sql('delete from portfolio_rows');
ok body($all[0]) eq $before, 'whatever is cached';
is kept(), '0', 'and keeps none of it';

# ---- small ledgers are not cached ----

$t->upload("$small/imports", 'c.csv', csv(400, '7.00', 'PETR4'), key => $key);
my $little = body($all[0], $small);
is kept(), '0', 'the rows of a small ledger are not cached';
ok body($all[0], $small) eq $little, 'and are shown as usual';

$t->finish;
done_testing;
