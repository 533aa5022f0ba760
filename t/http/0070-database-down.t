#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# PostgreSQL stops and starts again: requests get 503 meanwhile, then the service resumes without a restart.

use strict;
use warnings;
use Lastro::Cluster;
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use Test::More;

# A private cluster, since stopping the shared one would affect other tests.
my $dir = Lastro::Cluster::directory();
my $cluster = Lastro::Cluster->new("$dir");
$cluster->start;

my $t = Lastro::Test->new(cluster => $cluster);
my $ana = account($t);
my $key = $ana->{user_key};

$t->start_pool(workers => 1);
is $t->get('/v1/status')->json->{status}, 'ok', 'at first all is well';
is $t->get('/v1/portfolios', key => $key)->status, 200, 'an account is answered';
my ($worker) = $t->workers;

sub check_down {
	my ($name) = @_;
	my $r = $t->get('/v1/portfolios', key => $key);

	is $r->status . ' ' . ($r->code // ''), '503 database_unavailable', "$name: a request gets an error";
	cmp_ok $r->header('retry-after'), '>=', 1, 'with the time to wait';
	$r = $t->post('/v1/portfolios', { name => 'Durante' }, key => $key);
	is $r->code, 'database_unavailable', 'a write too';
	$r = $t->get('/v1/status');
	is $r->status, 503, 'the status is 503';
	is $r->header('content-type'), 'application/json', 'and still valid JSON';
	is $r->json->{status}, 'unavailable', 'that says so';
	cmp_ok $r->header('retry-after'), '>=', 1, 'with the time to wait';
	is $t->get('/v1/portfolios')->code, 'credential_missing', 'requests without the database are answered';
	is $t->get('/v1/openapi.json')->status, 200, 'and answered';
	is $t->get('/problems/database_unavailable')->status, 200, 'the page of the code too';
}

# ---- stopped and started under a running worker ----

for my $mode (qw(fast immediate)) {
	ok $cluster->stop($mode), "PostgreSQL stops ($mode)";
	check_down($mode);
	ok $cluster->try_start, 'PostgreSQL starts';
	is $t->get('/v1/portfolios', key => $key)->status, 200, 'the next request is answered';
	is $t->post('/v1/portfolios', { name => "Depois de $mode" }, key => $key)->status, 201, 'and a write';
}
is_deeply [$t->workers], [$worker], 'by the same worker';

# Connections cut while PostgreSQL runs: the request is repeated, and the client sees no error.
$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'lastro_worker'");
is $t->get('/v1/portfolios', key => $key)->status, 200, 'a cut connection is replaced within the request';
$t->stop_pool;

# ---- a pool that starts before its database ----

$cluster->stop('fast');
$t->start_pool(workers => 1);
check_down('started without a database');
$cluster->try_start;
is $t->get('/v1/portfolios', key => $key)->status, 200, 'once it is there the worker serves';

# The role is checked on the first connection.
$t->stop_pool;
$cluster->stop('fast');
$t->{worker_conninfo} = $t->conninfo_owner;
$t->start_pool(workers => 1);
$cluster->try_start;
is $t->get('/v1/portfolios', key => $key)->status, 503, 'an unsafe role does not serve then either';
ok wait_for { grep { $_->{msg} =~ /^refusing to serve/ } $t->log_lines }, 'and the log says why';

$t->finish;
ok $cluster->stop('fast'), 'the end';

done_testing;
