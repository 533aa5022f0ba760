#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# pgbouncer in transaction mode, one server connection for eight workers, deadlines that end in the middle of a
# transaction: every answer belongs to its own request.
#
# The database's answers are delayed: a BEGIN sent before the end of the previous transaction was answered would reach
# the pooler in time to be sent on a connection that is then given to another client.

use strict;
use warnings;

use Lastro::Cluster;
use Lastro::Proxy;
use Lastro::Test qw(program spew wait_for);
use POSIX ();
use Test::More;

use constant { WORKERS => 8, CLIENTS => 16, ROUNDS => 10, SLOW_MS => 20_000 };

my $pgbouncer = (grep { -x } map { "$_/pgbouncer" } split(/:/, $ENV{PATH}), '/usr/sbin')[0]
	or plan skip_all => 'pgbouncer is not installed';
my $t = Lastro::Test->new;

# ---- the pooler ----

# Runs as PostgreSQL's user, since pgbouncer refuses to run as root too.
my $proxy = Lastro::Proxy->new($t, pause => 0.002);
my $dir = $t->dir . '/pooler';
mkdir $dir or die "$dir: $!";
chmod 0777, $dir, "$proxy->{dir}/.s.PGSQL.5432";
spew("$dir/pgbouncer.ini", <<"INI");
[databases]
$t->{database} = host=$proxy->{dir} port=5432 dbname=$t->{database} user=lastro_worker
[pgbouncer]
listen_port = 6432
unix_socket_dir = $dir
logfile = $dir/pgbouncer.log
auth_type = any
pool_mode = transaction
default_pool_size = 1
max_client_conn = 100
INI
$t->start_daemon({ log => "$dir/out.log" }, Lastro::Cluster::as_postgres($pgbouncer, "$dir/pgbouncer.ini"));
ok wait_for { -S "$dir/.s.PGSQL.6432" }, 'the pooler listens' or diag Lastro::Test::slurp("$dir/pgbouncer.log");

# ---- sixteen accounts, each with a portfolio of the account's name ----

my @clients = map {
	my $name = "Carteira $_";
	$t->lastro_ok('account', 'create', '--email', "c$_\@example.com", '--name', "Conta $_", '--plan', 'personal');
	{ name => $name, key => $t->lastro_json('key', 'create', '--account', "c$_\@example.com", '--name', 'k')->{key} };
} 1 .. CLIENTS;

# rounds() - runs one client; a line for each wrong answer, "late" for one that exceeded its deadline.
sub rounds {
	my ($client, $out) = @_;
	my ($name, $key, $id) = @$client{qw(name key id)};
	my $note = sub { print {$out} "@_\n" };
	my $judge = sub {
		my ($r, $what, $good) = @_;

		return $note->('late') if $r->status == 504;
		return $note->("$what: " . $r->status . ' ' . ($r->code // '')) if $r->status !~ /^20[01]$/;
		$note->("$what of somebody else: " . $r->body) unless $good->($r->json);
	};

	for my $round (1 .. ROUNDS) {
		$judge->($t->get('/v1/portfolios', key => $key), 'list', sub { "@{ [map { $_->{name} } @{ $_[0]{data} }] }" eq $name });
		$judge->($t->get("/v1/portfolios/$id", key => $key), 'detail', sub { $_[0]{portfolio}{name} // $_[0]{name} eq $name });
		$judge->($t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy',
			trade_date => '2026-01-05', quantity => $round, price => 10 }, key => $key), 'trade', sub { 1 });
	}
}

# crowd() - runs all clients at once; returns their lines.
sub crowd {
	my @pids = map {
		my $client = $_;
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			open my $out, '>', "$dir/" . ($client->{name} =~ tr/ /_/r) or POSIX::_exit(1);
			eval { rounds($client, $out); 1 } or print {$out} "died: $@\n";
			close $out;
			POSIX::_exit(0);
		}
		$pid;
	} @clients;
	waitpid $_, 0 for @pids;
	return map { split /\n/, Lastro::Test::slurp("$dir/" . ($_->{name} =~ tr/ /_/r)) } @clients;
}

sub worker_sessions {
	return $t->sql("select count(*) from pg_stat_activity where usename = 'lastro_worker' and datname = current_database()");
}

my %env = (LASTRO_PREPARED => 'off', LASTRO_NOW => '2026-01-10T15:00:00Z');
$t->{worker_conninfo} = "host=$dir port=6432 dbname=$t->{database} user=lastro_worker";
$t->start_pool(workers => WORKERS, env => { %env, LASTRO_DEADLINE_MS => SLOW_MS });
for my $client (@clients) {
	my $r = $t->post('/v1/portfolios', { name => $client->{name} }, key => $client->{key});
	is $r->status, 201, "$client->{name} is made" or diag $r->body;
	$client->{id} = $r->json->{id};
}
my @wrong = crowd();
is_deeply \@wrong, [], 'every request is answered, by its own account\'s rows' or diag scalar @wrong;
is worker_sessions(), 1, 'over one connection';
is $t->sql('select count(*) from ledger'), CLIENTS * ROUNDS, 'and each trade is written once';
$t->stop_pool;

# ---- deadlines that end while others wait for the connection ----

$t->start_pool(workers => WORKERS, env => { %env, LASTRO_DEADLINE_MS => 60 });
my %seen;
$seen{$_}++ for crowd();
my $late = delete $seen{late} // 0;
is_deeply \%seen, {}, 'a request is answered by its own account\'s rows, or 504';
note "$late of ", 3 * CLIENTS * ROUNDS, ' ran out of time';
cmp_ok $late, '>', 0, 'some ran out of time';
$t->stop_pool;
$t->start_pool(workers => WORKERS, env => { %env, LASTRO_DEADLINE_MS => SLOW_MS });
@wrong = crowd();
is_deeply \@wrong, [], 'and afterwards all are answered again';

$t->stop_pool;

# ---- the messages sent: a transaction begins after the previous one's end was answered ----

my $direct = Lastro::Test->new;
my $slow = Lastro::Proxy->new($direct, pause => 0.02);
$direct->lastro_ok('account', 'create', '--email', 'ana\@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $direct->lastro_json('key', 'create', '--account', 'ana\@example.com', '--name', 'k')->{key};
for my $prepared (qw(off on)) {
	$direct->start_pool(workers => 1, env => { LASTRO_PREPARED => $prepared });
	is $direct->get('/v1/portfolios', key => $key)->status, 200, "names $prepared: a read" for 1 .. 3;
	is $direct->post('/v1/portfolios', { name => "Carteira $prepared" }, key => $key)->status, 201, 'and a write right behind it';
	is $slow->early, 0, 'wait for the end of the one before' if $prepared eq 'off';
	cmp_ok $slow->early, '>', 0, 'without a pooler there is no wait' if $prepared eq 'on';
	$direct->stop_pool;
}

done_testing;
