#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A trade of a paper that the worker has at hand is written on the version that it has at hand, nothing asked
# first.  Where another write came between nothing of it is done, and the request begins again: what is
# answered and kept is what it would be had it come later.  Who may not write leaves nothing behind.

use strict;
use warnings;
use utf8;

use IO::Handle;
use Lastro::Cluster;
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $bia = account($t);
my $key = $ana->{user_key};

closes($t, b3 => $_, '2026-11-18' => 20, '2026-11-19' => 21) for qw(PETR4 VALE3);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DEADLINE_MS => 60000 });

sub buy { return { symbol => $_[0], asset_type => 'stock', kind => 'buy', trade_date => '2026-02-02', quantity => $_[1], price => 10 } }
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $path = "/v1/portfolios/$id/transactions";
my $once = 0;

sub trade { return $t->post($path, $_[0], key => $_[1] // $key, headers => { 'Idempotency-Key' => 'ahead-' . $once++, %{ $_[2] // {} } }) }
# As often as it takes for the head to be at hand, and unpacked.
sub at_hand { $t->get("/v1/portfolios/$id", key => $key) for 1 .. 3; return }
sub version { return $t->sql("select ledger_version from portfolio where id = '$id'") }
sub rows { return $t->sql("select count(*) from ledger where portfolio_id = '$id'") }
sub trail { return $t->sql("select count(*) from audit where kind = 'transaction.created' and detail ->> 'portfolio_id' = '$id' and detail ->> 'count' = '1'") }
sub is_derived { return is $t->get("/v1/portfolios/$id", key => $key)->body, $t->get("/v1/portfolios/$id?at=2026-11-20", key => $key)->body, $_[0] }

is trade(buy('PETR4', 100))->status, 201, 'a first row';
is trade(buy('VALE3', 100))->status, 201, 'of each paper';
my $petr = $t->sql("select id from asset where portfolio_id = '$id' and symbol = 'PETR4'");

# ---- nothing in its way ----

for my $reads (0 .. 3) {
	my ($v, $n) = (version(), trail());

	$t->get("/v1/portfolios/$id", key => $key) for 1 .. $reads;
	my $r = trade(buy('petr4', 1));
	is $r->status, 201, "written after $reads readings" or diag $r->body;
	is $r->json->{asset_id}, $petr, 'to the paper that was there';
	is version(), $v + 1, 'one version on';
	is trail(), $n + 1, 'with its audit row';
	is_derived('and the detail is what the ledger says');
}
at_hand();
my $r = trade({ kind => 'sell', asset_id => $petr, trade_date => '2026-02-03', quantity => 1000, price => 11, fees => 0.5, note => 'tudo' });
is $r->status, 201, 'by the id of its paper' or diag $r->body;
is scalar @{ $r->json->{warnings} }, 1, 'with its warning';
is $t->sql("select note from ledger where id = '" . $r->json->{id} . "'"), 'tudo', 'and its note';
is_derived('and the detail is what the ledger says');
at_hand();
is trade({ kind => 'split', asset_id => $petr, trade_date => '2026-02-04', ratio => 2 })->status, 201, 'a split';
is_derived('and the detail is what the ledger says');

# ---- what is kept was dropped by hand ----

for my $table (qw(portfolio_state asset_state)) {
	at_hand();
	$t->sql("delete from $table");
	is trade(buy('PETR4', 2))->status, 201, "written without $table";
	is_derived('and the detail is what the ledger says');
	is $t->get("/v1/portfolios/$id/history", key => $key)->status, 200, 'and there is a history';
}

# ---- another write comes between ----

# meanwhile() - another session has written @sql and the next version, and ends as soon as somebody waits for it.
sub meanwhile {
	my ($sql, $end) = @_;
	my $idle = "select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_blocking%'";

	open my $psql, '|-', Lastro::Cluster::bin('psql'), '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', $t->conninfo_owner or die "psql: $!";
	$psql->autoflush(1);
	print $psql <<"SQL";
set search_path = lastro; set statement_timeout = '60s';
begin;
update portfolio set ledger_version = ledger_version + 1 where id = '$id';
$sql
do \$\$
begin
	while not exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) loop
		perform pg_sleep(0.01);
	end loop;
end
\$\$;
$end;
SQL
	wait_for { $t->sql($idle) > 1 } or die 'the other session does not get ready';
	return $psql;
}

at_hand();
my ($v, $n, $rows) = (version(), trail(), rows());
my $other = meanwhile(q(), 'commit');
$r = trade(buy('PETR4', 3));
is $r->status, 201, 'the request is answered as if it had come later' or diag $r->body;
close $other;
is version(), $v + 2, 'both have their version';
is rows(), $rows + 1, 'its row is there once';
is trail(), $n + 1, 'and once in the trail';
is_derived('and the detail is what the ledger says');

at_hand();
$v = version();
$other = meanwhile(q(), 'rollback');
is trade(buy('PETR4', 4))->status, 201, 'the other one is undone';
close $other;
is version(), $v + 1, 'and was never';

at_hand();
$other = meanwhile("delete from ledger where asset_id = '$petr'; delete from asset where id = '$petr';", 'commit');
$r = trade(buy('PETR4', 5));
is $r->status, 201, 'its paper goes away meanwhile' or diag $r->body;
close $other;
isnt $r->json->{asset_id}, $petr, 'and is made anew';
$petr = $r->json->{asset_id};
is_derived('and the detail is what the ledger says');

at_hand();
$other = meanwhile("delete from ledger where asset_id = '$petr'; delete from asset where id = '$petr';", 'commit');
$r = trade({ kind => 'buy', asset_id => $petr, trade_date => '2026-02-03', quantity => 1, price => 11 });
is $r->status . ' ' . $r->code, '404 asset_not_found', 'by its id it is not found then';
close $other;

at_hand();
$v = version();
$other = meanwhile(q(), 'commit');
$r = trade(buy('VALE3', 6), $key, { 'If-Match' => $v });
is $r->status . ' ' . $r->code, '409 ledger_conflict', 'the version that it names has passed meanwhile';
is $r->json->{details}{ledger_version}, $v + 1, 'and it is told which there is';
close $other;

at_hand();
$other = meanwhile("delete from portfolio where id = '$id';", 'rollback');
is trade(buy('VALE3', 7), $key, { 'If-Match' => version() })->status, 201, 'with the very version it is written';
close $other;

# ---- refusals ----

at_hand();
($v, $rows, $n) = (version(), rows(), trail());
$r = trade(buy('VALE3', 1), $key, { 'If-Match' => $v - 1 });
is $r->status . ' ' . $r->code, '409 ledger_conflict', 'another version than the one that If-Match names';
is trade(buy('VALE3', 1), $key, { 'If-Match' => 'x' })->code, 'invalid_header', 'no version at all';
is trade({ %{ buy('VALE3', 1) }, currency => 'USD' })->status, 400, 'another currency than the paper has';
is trade(buy('VALE3', 1), $bia->{user_key})->code, 'portfolio_not_found', 'another account';
$t->sql("update portfolio set visibility = 'public' where id = '$id'");
is trade(buy('VALE3', 1), $bia->{user_key})->code, 'wallet_resource_forbidden', 'one that may read it';
$t->sql("update workspace set wallet = 'suspended' where account_id = (select controller_id from portfolio where id = '$id')");
is trade(buy('VALE3', 1))->code, 'wallet_suspended', 'a suspended wallet';
is_deeply [version(), rows(), trail()], [$v, $rows, $n], 'leave nothing behind';
is $t->sql("select count(*) from pg_locks where relation = 'portfolio'::regclass and pid <> pg_backend_pid()
	and database = (select oid from pg_database where datname = current_database())"), 0, 'nor a lock';

done_testing;
