#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Two transactions that collide: the database ends one of them, and the client never hears of it.

use strict;
use warnings;

use IO::Handle;
use Lastro::Cluster;
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

# A wait looks for a deadlock once, so late.  The other session never does: the worker's is the one ended.
$t->sql("alter role lastro_worker in database $t->{database} set deadlock_timeout = '3s'");
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DEADLINE_MS => 20000 });

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 };

is $t->post("/v1/portfolios/$id/transactions", $row, key => $key)->status, 201, 'a first row';
my $asset = $t->sql("select id from asset where portfolio_id = '$id'");

# session() - a psql of its own, to be written to.
sub session {
	open my $psql, '|-', Lastro::Cluster::bin('psql'), '-XAtq', '-d', $t->conninfo_owner or die "psql: $!";

	$psql->autoflush(1);
	print $psql "set search_path = lastro; set deadlock_timeout = '1h'; begin;\n";
	return $psql;
}

# waiting() - is a backend of this role waiting for a lock?
sub waiting {
	my ($role) = @_;

	return $t->sql("select count(*) from pg_stat_activity where datname = current_database() and usename = '$role' and wait_event_type = 'Lock'");
}

sub deadlocks { $t->sql("select pg_stat_force_next_flush(); select deadlocks from pg_stat_database where datname = current_database()") =~ /(\d+)\s*\z/ ? $1 : die }

# in_background() - a request by a child of ours; gives what reads "STATUS CODE" of its answer.
sub in_background {
	my ($method, $target, $json) = @_;
	my $pid = open(my $out, '-|') // die "fork: $!";

	if (!$pid) {
		my $r = $t->request($method, $target, key => $key, ($json ? (json => $json) : ()));

		print $r->status, ' ', $r->status < 400 ? 'ok' : $r->code;
		STDOUT->flush;
		POSIX::_exit(0);
	}
	return $out;
}

sub answer_of { my ($out) = @_; my $line = <$out>; close $out; return $line }

# ---- the worker locks the portfolio and wants the asset; another locks the asset and wants the portfolio ----

for my $case (
	['DELETE', "/v1/portfolios/$id/assets/$asset", undef, '200 ok', "select count(*) from asset where id = '$asset'", 0],
) {
	my ($method, $target, $json, $answer, $left, $n) = @$case;
	my $other = session();
	my $before = deadlocks();

	print $other "select 1 from asset where id = '$asset' for update \\g /dev/null\n";
	ok wait_for { $t->sql("select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'") },
		'another holds the asset';
	my $out = in_background($method, $target, $json);
	ok wait_for { waiting('lastro_worker') }, 'the worker, which holds the portfolio, waits for it';
	print $other "select 1 from portfolio where id = '$id' for update \\g /dev/null\n";
	print $other "rollback;\n";
	my $got = answer_of($out);
	close $other;
	is $got, $answer, "$method is answered as if nothing had been";
	is $t->sql($left), $n, 'and done, once';
	ok wait_for { deadlocks() == $before + 1 }, 'the server did see a deadlock';
}

done_testing;
