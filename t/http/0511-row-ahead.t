#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A row more of a paper at hand: what is read of the paper was read before the row was written.  What is kept of it is
# what reading the row would give, and where the ledger moved in between the request begins again.

use strict;
use warnings;
use IO::Handle;
use JSON::PP ();
use Lastro::Cluster;
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use Test::More;

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2026-11-19' => 21);
closes($t, crypto => 'BTC', '2026-11-19' => 40);
$t->start_pool(workers => 1, env => { %now, LASTRO_DEADLINE_MS => 60000 });
my $id = $t->post('/v1/portfolios', { name => 'Antes' }, key => $key)->json->{id};

sub row { return { symbol => $_[0], asset_type => $_[0] eq 'BTC' ? 'crypto' : 'stock', kind => $_[1], trade_date => $_[2],
	quantity => $_[3], price => $_[4] } }
sub add { return $t->post("/v1/portfolios/$id/transactions", row(@_), key => $key) }
sub detail { return $t->get("/v1/portfolios/$id?include=closed,monthly" . ($_[0] // ''), key => $key) }
sub at_hand { detail() for 1 .. 2 }
sub holding { my ($h) = grep { $_->{symbol} eq $_[0] } @{ detail()->json->{holdings} }; return $h }
sub verified { return JSON::PP::decode_json((split /\n/, $t->lastro({ env => \%now }, qw(compute state --verify --json))->{out})[-1]) }

sub agree {
	my ($what) = @_;
	my $kept = $t->sql("select count(*) from portfolio p join portfolio_state s on s.portfolio_id = p.id
		and s.ledger_version = p.ledger_version where p.id = '$id'");

	is $kept, 1, "$what: it is kept with the row";
	is detail()->body, detail('&at=2026-11-20')->body, "$what: and is what the ledger says";
	is verified()->{wrong}, 0, "$what: byte for byte";
}

# A row that another program wrote with this id, of the next version of the ledger; nothing is kept for it.
sub by_another {
	my ($row_id, $symbol, $kind, $day, $qty, $price) = @_;

	$t->sql("insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
		 select workspace_id, portfolio_id, '$row_id', id, '$kind', '$day', $qty, $price, now() from asset
		  where portfolio_id = '$id' and symbol = '$symbol';
		 update portfolio set ledger_version = ledger_version + 1 where id = '$id'");
}

# ---- within a day by id, whoever came first (1.2; crypto is not matched, 1.4) ----

add('BTC', 'buy', '2026-01-05', 100, 10);
by_another('ffffffff-ffff-7fff-bfff-ffffffffffff', 'BTC', 'buy', '2026-02-02', 100, 20);
at_hand();
is add('BTC', 'sell', '2026-02-02', 100, 30)->status, 201, 'a sale goes before a purchase with a later id';
is holding('BTC')->{realized_pl}, '2000.00', 'and costs 100 x 10, of which 3000 - 1000 remains';
agree('a row before another of its day');
by_another('00000000-0000-7000-8000-000000000000', 'BTC', 'buy', '2026-03-02', 100, 40);
at_hand();
add('BTC', 'sell', '2026-03-02', 100, 50);
is holding('BTC')->{realized_pl}, '4000.00', 'behind one with an earlier id it costs the mean: 5000 - (2000 + 4000) / 2 more';
agree('a row behind another of its day');

# ---- rows of every kind, of days before, between and after ----

add('PETR4', 'buy', '2026-05-05', 100, 10);
for (['a purchase before all', 'buy', '2026-04-04', 50, 9], ['a purchase without a price', 'buy', '2026-04-20', 5, undef],
	['a sale above what was held', 'sell', '2026-04-01', 10, 12], ['a split', 'split', '2026-05-05', 1, undef],
	['a correction', 'adjust', '2026-05-05', -3, undef], ['a sale of the day', 'sell', '2026-05-05', 20, '11.5'],
	['a purchase of today', 'buy', '2026-11-20', 7, 20]) {
	my ($what, @row) = @$_;
	my $body = { %{ row('PETR4', @row) }, $row[0] eq 'split' ? (ratio => 2) : (), note => $what };

	at_hand();
	my $r = $t->post("/v1/portfolios/$id/transactions", $body, key => $key);
	is $r->status, 201, $what or diag $r->body;
	agree($what);
}

# ---- refused: nothing of it stays, and the next one is as if it had not been ----

add('BBAS3', 'buy', '2026-01-05', '90000000000', 1);
at_hand();
my $was = detail()->body;
my $r = $t->post("/v1/portfolios/$id/transactions", { %{ row('BBAS3', 'split', '2026-02-03', 1) }, ratio => '1000' }, key => $key);
is_deeply [$r->status, $r->code], [422, 'ledger_out_of_range'], 'a row that no reader could be shown is refused';
is detail()->body, $was, 'and nothing of it is kept';
at_hand();
add('BTC', 'buy', '2026-06-01', 1, 41);
agree('the one after it');

# ---- while somebody else writes ----

# A psql of its own that has begun a transaction with these statements, and ends it with those as soon as the worker
# waits for it.
sub meanwhile {
	my ($first, $then) = @_;

	open my $psql, '|-', Lastro::Cluster::bin('psql'), '-XAtq', '-d', $t->conninfo_owner or die "psql: $!";
	$psql->autoflush(1);
	print $psql "set search_path = lastro; set statement_timeout = '20s';\nbegin;\n$first\nselect pg_advisory_xact_lock(4711) \\g /dev/null\n";
	ok wait_for { $t->sql("select count(*) from pg_locks l join pg_database d on d.oid = l.database
		where d.datname = current_database() and l.locktype = 'advisory' and l.objid = 4711") }, 'another is at it';
	print $psql <<"SQL";
do \$\$
begin
	while not exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) loop
		perform pg_sleep(0.01);
	end loop;
end
\$\$;
$then
commit;
SQL
	return $psql;
}

sub as_it_is {
	my ($what) = @_;

	is detail()->body, detail('&at=2026-11-20')->body, "$what: what is kept is of the ledger";
	is verified()->{wrong}, 0, "$what: byte for byte";
}

# A reader of the same version keeps what it derived, which is the same head: first it, then the tails (state_save()).
$t->sql("delete from portfolio_state; select pg_terminate_backend(pid, 10000) from pg_stat_activity
		 where datname = current_database() and usename = 'lastro_worker'");	# what is at hand goes with the connection
at_hand();
is $t->sql('select count(*) from portfolio_state where patch is null'), 1, 'a head of its own';
my $psql = meanwhile("update portfolio_state set head = head, patch = null where portfolio_id = '$id';
create temporary table k as select * from asset_state where portfolio_id = '$id';
delete from asset_state where portfolio_id = '$id';
insert into asset_state select * from k;", '');
is add('PETR4', 'buy', '2026-07-07', 10, 18)->status, 201, 'a row beside a reader that has replaced what is kept';
close $psql;
as_it_is('tails that were replaced');

at_hand();
$psql = meanwhile("update portfolio_state set head = head where portfolio_id = '$id';", "delete from asset_state where portfolio_id = '$id';");
is add('PETR4', 'buy', '2026-07-08', 10, 18)->status, 201, 'beside one that is between its head and its tails, no deadlock';
close $psql;
as_it_is('tails that are gone');

# The ledger moves between the reading and the writing.
at_hand();
my $rows = $t->sql("select count(*) from ledger where portfolio_id = '$id'");
$psql = meanwhile("update portfolio set ledger_version = ledger_version + 1 where id = '$id';
delete from ledger where portfolio_id = '$id' and trade_date = '2026-11-20';", '');
is add('PETR4', 'sell', '2026-11-20', 1, 22)->status, 201, 'a row that was read for before another was taken away';
close $psql;
is $t->sql("select count(*) from ledger where portfolio_id = '$id'"), $rows, 'is there once, and the other one is gone';
as_it_is('the ledger as both left it');

# What could not be shown beside it goes away while the row waits.
at_hand();
$psql = meanwhile("update portfolio set ledger_version = ledger_version + 1 where id = '$id';
delete from ledger where portfolio_id = '$id' and trade_date = '2026-01-05' and quantity = 90000000000;", '');
$r = $t->post("/v1/portfolios/$id/transactions", { %{ row('BBAS3', 'split', '2026-02-03', 1) }, ratio => '1000' }, key => $key);
is $r->status, 201, 'what was refused of the ledger before is not of the one that it is written on' or diag $r->body;
close $psql;
as_it_is('the ledger that it could be written on');
is $t->log_count('worker started'), 1, 'all by one worker';
is scalar(grep { $_->{status} >= 500 } $t->requests), 0, 'and nobody was told to come again';

done_testing;
