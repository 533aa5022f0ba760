#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Deadlocks: the database aborts one of two colliding transactions, and the request is repeated without an error.

use strict;
use warnings;

use IO::Handle;
use JSON::PP ();
use Lastro::Desk;
use Lastro::Holder;
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

# deadlock_timeout: only the worker's session looks for a deadlock, so the worker's transaction is the aborted one.
$t->sql("alter role lastro_worker in database $t->{database} set deadlock_timeout = '3s'");
# The worker waits for a row until the deadlock is found, longer than usual.
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DEADLINE_MS => 60000,
	LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 };

is $t->post("/v1/portfolios/$id/transactions", $row, key => $key)->status, 201, 'a first row';
my $asset = $t->sql("select id from asset where portfolio_id = '$id'");

sub deadlocks { $t->sql("select pg_stat_force_next_flush(); select deadlocks from pg_stat_database where datname = current_database()") =~ /(\d+)\s*\z/ ? $1 : die }

# ---- the worker holds the portfolio and waits for the asset; another session holds the asset and waits for the portfolio ----

my $before = deadlocks();
my $other = Lastro::Holder->new($t, "set deadlock_timeout = '1h'; select 1 from asset where id = '$asset' for update");
# Requests the portfolio as soon as the worker waits, independent of the machine's speed.
$other->begin(<<"SQL");
do \$\$
begin
	while not exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) loop
		perform pg_sleep(0.01);
	end loop;
	perform 1 from portfolio where id = '$id' for update;
end
\$\$
SQL
$other->begin('rollback');
my $r = $t->request('DELETE', "/v1/portfolios/$id/assets/$asset", key => $key);
is $r->status, 200, 'the request is answered as if nothing had been' or diag $r->body;
$other->end;
is $t->sql("select count(*) from asset where id = '$asset'"), 0, 'and it is done';
is $t->sql("select count(*) from audit where kind = 'asset.deleted' and subject_id = '$asset'"), 1, 'once';
ok wait_for { deadlocks() == $before + 1 }, 'though the server saw a deadlock';

# ---- aborted at commit: certainly rolled back, and repeated ----

$t->sql(q{create sequence tries; grant usage on sequence tries to lastro_worker;
	create function collide() returns trigger language plpgsql as $$ begin
		if nextval('lastro.tries') = 1 then raise exception using errcode = 'serialization_failure'; end if;
		return null; end $$;
	create constraint trigger collide after insert on ledger deferrable initially deferred for each row execute function collide()});
$before = $t->sql('select count(*) from ledger');
$r = $t->post("/v1/portfolios/$id/transactions", $row, key => $key);
is $r->status, 201, 'a commit that collided is made again' or diag $r->body;
is $t->sql('select count(*) from ledger'), $before + 1, 'once';
is $t->sql('select last_value from tries'), 2, 'at the second attempt';

# ---- a distributed engine whose node went away at commit: it says so by an internal error, and nobody knows ----

$t->sql(q{create or replace function collide() returns trigger language plpgsql as $$ begin
		raise exception using errcode = 'internal_error', message = 'could not commit transaction for shard 102264 on at least one active node';
	end $$});
$before = $t->sql('select count(*) from ledger');
$r = $t->post("/v1/portfolios/$id/transactions", $row, key => $key);
is_deeply [$r->status, $r->code], [503, 'write_uncertain'], 'a commit that the engine could not make is uncertain';
is $t->sql('select count(*) from ledger'), $before, 'and is not made again';
$t->sql('drop trigger collide on ledger');

# ---- the session ends while it waits for a row: its queued commit certainly did not run ----

$t->get("/v1/portfolios/$id", key => $key) for 1 .. 2;	# cached, so that the first wait for the row comes before the commit
$before = $t->sql('select count(*) from ledger');
$other = Lastro::Holder->new($t, "select 1 from portfolio where id = '$id' for update");
$other->begin(<<"SQL");
do \$\$
begin
	while not exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) loop
		perform pg_sleep(0.01);
	end loop;
	perform pg_terminate_backend(l.pid) from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid));
end
\$\$
SQL
$other->begin('rollback');
$r = $t->post("/v1/portfolios/$id/transactions", $row, key => $key);
$other->end;
is $r->status, 201, 'it is tried again' or diag $r->body;
is $t->sql('select count(*) from ledger'), $before + 1, 'and done once';

# ---- concurrent or repeated requests are not database errors ----

# A row that is locked for too long ends the request differently (0285).
# Other tests use the cluster at the same time, so only this database's lines count.
sub heard {
	open my $f, '<', $t->{cluster}{log} or die "the cluster's log: $!";

	return [grep { /\] \Q$t->{database}\E (?:ERROR|FATAL):/ && !/lock timeout/ } map { chomp; $_ } <$f>];
}

# at_once() - runs the same request in several processes; returns their statuses.
sub at_once {
	my ($what) = @_;
	my @readers = map {
		my $n = $_;
		my $pid = open(my $reader, '-|') // die "fork: $!";
		if (!$pid) {
			print $what->($n)->status;
			STDOUT->flush;
			POSIX::_exit(0);
		}
		$reader
	} 1 .. 4;
	return join ' ', sort map { local $/; my $said = <$_>; close $_; $said } @readers;
}

$t->stop_pool;
my $office = Lastro::Office->new($t, 'Casa');
my $desk = Lastro::Desk->new($t, 'Mesa');
Lastro::Desk::objects($t);
$t->lastro_ok('compute', 'objects');
my $owner = $office->member('owner');
$t->sql("update account set plan_code = 'professional'");
# Each waits for the one before, also on a slow machine: four of an account are less than half of the workers.
$t->start_pool(workers => 12, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });
my $client = $office->action('advisor.client.create', { name => 'Carlos', tax_id => '529.982.247-25' }, as => $owner)->json->{result}{id};
my $second = $office->action('advisor.client.create', { name => 'Davi' }, as => $owner)->json->{result}{id};
my $list = $desk->done('credit.watchlist.create', { name => 'Varejo' })->{id};
my $other_list = $desk->done('credit.watchlist.create', { name => 'Bancos' })->{id};
my $renamed = $t->post('/v1/portfolios', { name => 'Outra' }, key => $key)->json->{id};
my $etag = $t->get("/v1/portfolios/$renamed", key => $key)->header('etag');
my $quiet = heard();
for my $case (
	['a portfolio of one name' => '201 409 409 409', sub { $t->post('/v1/portfolios', { name => 'Mesma' }, key => $key) }],
	['an asset' => '201 409 409 409', sub { $t->post("/v1/portfolios/$id/assets", { symbol => 'ABEV3', asset_type => 'stock' }, key => $key) }],
	['the first trade of a symbol' => '201 201 201 201', sub { $t->post("/v1/portfolios/$id/transactions", { %$row, symbol => 'WEGE3' }, key => $key) }],
	['one Idempotency-Key' => qr/^201(?: (?:201|409)){3}$/, sub { $t->post("/v1/portfolios/$id/transactions", $row, key => $key, headers => { 'Idempotency-Key' => 'uma' }) }],
	['one version' => qr/^200(?: (?:409|412)){3}$/, sub { $t->patch("/v1/portfolios/$renamed", { exclude_from_consolidated => JSON::PP::true() }, key => $key, headers => { 'If-Match' => $etag }) }],
	['a family' => '200 409 409 409', sub { $office->action('advisor.family.create', { name => 'Andrade' }, as => $owner) }],
	['a portfolio of a client' => '200 409 409 409', sub { $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Dele' }, as => $owner) }],
	['a client of one tax id' => '200 409 409 409', sub { $office->action('advisor.client.create', { name => 'Eva', tax_id => '111.444.777-35' }, as => $owner) }],
	['a watchlist' => '200 409 409 409', sub { $desk->action('credit.watchlist.create', { name => 'Mesma' }) }],
	['an object of a list' => '200 409 409 409', sub { $desk->action('credit.watchlist_item.add', { watchlist_id => $list, object_id => 'company:33000167000101' }) }],
	['a note of a list' => '200 200 200 200', sub { $desk->action('credit.note.create', { watchlist_id => $list, body => 'x' }) }],
) {
	my ($what, $expected, $do) = @$case;
	my $said = at_once($do);

	ref $expected ? like($said, $expected, "at once: $what") : is($said, $expected, "at once: $what");
	is_deeply [splice @{ heard() }, @$quiet], [], 'and the database\'s log hears of no error';
	$quiet = heard();
}
for my $case (
	['a portfolio takes the name of another', sub { $t->patch("/v1/portfolios/$renamed", { name => 'Mesma' }, key => $key) }],
	['a client the tax id of another', sub { $office->action('advisor.client.update', { client_id => $second, tax_id => '529.982.247-25' }, as => $owner) }],
	['a watchlist the name of another', sub { $desk->action('credit.watchlist.update', { watchlist_id => $other_list, name => 'Varejo' }) }],
	['a portfolio is made with a name that is taken', sub { $t->post('/v1/portfolios', { name => 'Mesma' }, key => $key) }],
) {
	my ($what, $do) = @$case;

	is $do->()->status, 409, $what;
	is_deeply [splice @{ heard() }, @$quiet], [], 'likewise';
	$quiet = heard();
}

done_testing;
