#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The connection: deadlines, lost prepared statements, ended backends.

use strict;
use warnings;

use Lastro::Holder;
use Lastro::Test qw(wait_for);
use Test::More;
use Time::HiRes qw(time);

my $t = Lastro::Test->new;

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};

sub list { $t->get('/v1/portfolios', key => $key) }
sub backend { $t->sql("select string_agg(pid::text, ',') from pg_stat_activity where usename = 'lastro_worker' and datname = current_database()") }

for my $prepared (qw(on off)) {
	# One worker, so that each request uses the connection left by the previous one.
	$t->start_pool(workers => 1, env => { LASTRO_PREPARED => $prepared, LASTRO_DEADLINE_MS => 700,
		LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });	# waits until its deadline
	is list()->status, 200, "prepared $prepared: the first request";
	my $before = backend();
	is list()->status, 200, 'the second';
	is backend(), $before, 'on the same connection';
	ok wait_for { !$t->sql("select count(*) from pg_stat_activity where usename = 'lastro_worker' and state like 'idle in%' and datname = current_database()") },
		'no transaction is left open';

	# ---- the result type of a prepared statement changes ----
	my $type = $prepared eq 'on' ? 'varchar(60)' : 'text';
	$t->sql("alter table portfolio alter column name type $type");
	is list()->status, 200, 'a cached plan that no longer fits costs the client nothing';

	# ---- the backend ends between two requests ----
	my $pid = backend();
	$t->sql("select pg_terminate_backend($pid)");
	wait_for { backend() ne $pid };
	is list()->status, 200, 'a backend that ended between two requests neither';

	# ---- deadline ----
	my $holder = Lastro::Holder->new($t, 'lock table portfolio in access exclusive mode');
	my $began = time;
	my $r = list();
	my $took = time - $began;
	is_deeply [$r->status, $r->code], [504, 'deadline_exceeded'], 'the deadline ends the wait';
	cmp_ok $took, '<', 3, sprintf 'in time (%.2f s)', $took;
	ok wait_for { !$t->sql("select count(*) from pg_stat_activity where usename = 'lastro_worker' and state <> 'idle' and datname = current_database()") },
		'and the server has stopped working on it';
	$holder->end;
	is list()->status, 200, 'the worker continues';
	$r = $t->post('/v1/portfolios', { name => "P $prepared" }, key => $key);
	is $r->status, 201, 'and writes';
	$t->stop_pool;
}

# ---- a role that bypasses row security ----

$t->start_pool(workers => 1);
is $t->get('/v1/portfolios', key => $key)->status, 200, 'a worker serves as its role';
$t->sql('alter table plan owner to lastro_worker');
$t->sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'lastro_worker'");
wait_for { $t->sql("select count(*) from pg_stat_activity where datname = current_database() and usename = 'lastro_worker'") eq '0' };
my $r = $t->get('/v1/portfolios', key => $key);
is_deeply [$r->status, $r->code], [503, 'database_unavailable'], 'the role is checked again on a new connection';
$t->sql('alter table plan owner to lastro');
$t->stop_pool;

$t->{worker_conninfo} = $t->conninfo_owner;
$t->start_pool(workers => 1, wait => 0);
ok wait_for { grep { $_->{msg} =~ /^refusing to serve/ } $t->log_lines }, 'a worker refuses to serve as the owner';

done_testing;
