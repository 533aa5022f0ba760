#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A primary and a standby: public market data comes from the standby, which may lag, fail, recover and be promoted; an
# account always reads its own writes; no validator is valid for two histories.

use strict;
use warnings;

use Lastro::Cluster;
use Lastro::Test qw(wait_for);
use Test::More;

my $owner = $$;
my %account = (LASTRO_NOW => '2026-01-10T15:00:00Z');
my $dir = Lastro::Cluster::directory();
my $primary = Lastro::Cluster->new("$dir/p", settings => Lastro::Cluster::REPLICATION);
my ($standby, $t);	# kept until END, including the directory

END {
	if ($owner == $$) {
		local $?;
		$t->finish if $t;
		$_->stop('immediate') for grep { defined } $primary, $standby;
		undef $dir;
	}
}

$primary->start;
$t = Lastro::Test->new(cluster => $primary);

sub market { $t->get('/v1/test/PETR4/close', key => $_[0], $_[1] ? (headers => { 'If-None-Match' => $_[1] }) : ()) }
sub load { $t->sql("insert into quote (venue, symbol, day, segment, close) values ('b3', 'PETR4', '2026-01-09', 'cash', $_[0])
	on conflict (venue, symbol, day) do update set close = excluded.close; update market_version set version = version_next(version) where family = 'closes'") }
sub key { $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key} }
sub told { my ($r) = @_; return $r->status == 200 ? [$r->json->{close}, $r->json->{standby} ? 'standby' : 'primary'] : $r->status . ' ' . $r->body }
sub on_standby { return $standby->sql($t->{database}, $_[0]) }
sub caught_up { return $standby->caught_up($primary, $t->{database}) }

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = key();
load('30.00');
$standby = $primary->standby("$dir/s");
my ($p, $s) = map { $_->{sockets} } $primary, $standby;
$t->{worker_conninfo} = "host=$p,$s port=5432,5432 dbname=$t->{database} user=lastro_worker target_session_attrs=read-write";
$t->start_pool(workers => 1, program => Lastro::Test::top_builddir() . '/t/http/test-routes.fcgi',
	env => { %account, LASTRO_DATABASE_READ => $standby->conninfo($t->{database}, 'lastro_worker') });
ok caught_up(), 'the standby follows';

# ---- routing ----

my $r = market($key);
is_deeply told($r), ['30.00', 'standby'], 'public market data comes from the standby';
is $r->header('Cache-Control'), 'public, no-cache', 'the same for all callers';
my $tag = $r->header('ETag');
is market($key, $tag)->status, 304, 'its tag is known there';

# ---- lag ----

on_standby('select pg_wal_replay_pause()');
load('31.00');
is_deeply told(market($key)), ['30.00', 'standby'], 'a lagging standby answers with its data';
is market($key, $tag)->status, 304, 'and its validator says so';
my $fresh = key();
$r = market($fresh);
is_deeply told($r), ['31.00', 'primary'], 'a key that it does not know yet is asked of the primary';
my $newer = $r->header('ETag');
isnt $newer, $tag, 'other data has another tag';
is market($key, $newer)->header('ETag'), $tag, 'which the standby does not take for its own';
is market('lst_user_' . 'x' x 40)->status, 401, 'a key that is none is none';
$r = $t->post('/v1/portfolios', { name => 'Ações' }, key => $key);
is $r->status, 201, 'an account writes';
my $id = $r->json->{id};
is $t->get("/v1/portfolios/$id", key => $key)->status, 200, 'and reads its own write, whatever the lag';
on_standby('select pg_wal_replay_resume()');
caught_up();
$r = market($key);
is_deeply told($r), ['31.00', 'standby'], 'the standby has caught up';
is $r->header('ETag'), $newer, 'and tags the same data as the primary did';

# ---- loss of the standby ----

$standby->stop('immediate');
$r = market($key);
is_deeply told($r), ['31.00', 'primary'], 'without the standby the primary answers';
is $r->header('ETag'), $newer, 'by the same tag';
ok $standby->try_start, 'the standby recovers';
ok((wait_for { told(market($key))->[1] eq 'standby' } 30), 'and is asked again');

# ---- promotion, and the writes lost with the old primary ----

sub trade {
	return $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy',
		trade_date => '2026-01-05', quantity => $_[0], price => 10 }, key => $key, @_[1 .. $#_]);
}
sub detail { return $t->get("/v1/portfolios/$id", key => $key, @_) }
sub held { my ($r) = @_; return $r->status == 200 ? join(',', map { $_->{quantity} } map { @{ $_->{transactions} // [] } } @{ $r->json->{assets} // [] }) : $r->status }

is trade(1)->status, 201, 'a trade that both have';
caught_up();
detail() for 1 .. 2;
my $both = detail();
on_standby(q(alter system set primary_conninfo = ''));
on_standby('select pg_reload_conf()');
ok((wait_for { $primary->sql('postgres', 'select count(*) from pg_stat_replication') == 0 } 30), 'the standby is cut off');
is trade(2)->status, 201, 'a trade that only the old primary has';
load('99.00');
detail() for 1 .. 2;
my $lost = detail();
my $lost_market = market(key());
is_deeply told($lost_market), ['99.00', 'primary'], 'and a close';
$primary->stop('immediate');
$r = detail();
is_deeply [$r->status, $r->code], [503, 'database_unavailable'], 'without a primary an account is refused';
is $r->header('Retry-After'), 2, 'for now';
is_deeply told(market($key)), ['31.00', 'standby'], 'the market is still there';
ok $standby->promote, 'the standby is promoted';
ok((wait_for { detail()->status == 200 } 30), 'and answers');
undef $primary;
$t->{cluster} = $standby;

my %if_lost = (headers => { 'If-None-Match' => $lost->header('ETag') });
$r = detail(%if_lost);
is $r->status, 200, 'the tag of the lost ledger is not the present one\'s';
is $r->json->{ledger_version}, $both->json->{ledger_version}, 'which is the one before';
is_deeply $r->json, $both->json, 'with its figures, not the lost ones';
is detail(headers => { 'If-None-Match' => $both->header('ETag') })->status, 304, 'and the tag is valid';
is trade(3)->status, 201, 'a trade is written upon it';
$r = detail(%if_lost);
is $r->status, 200, 'and differs from the lost one';
cmp_ok $r->json->{ledger_version}, '>=', 2**40, 'its version is of the new timeline';
isnt $r->json->{ledger_version}, $lost->json->{ledger_version}, 'not the lost one';
is trade(4, headers => { 'If-Match' => $lost->json->{ledger_version} })->code, 'ledger_conflict', 'upon which nothing can be written';
is trade(4, headers => { 'If-Match' => $r->header('ETag') })->status, 201, 'as it can upon this';
cmp_ok detail()->json->{ledger_version}, '==', $r->json->{ledger_version} + 1, 'which increases by one';
load('55.00');
ok((wait_for { told(market($key))->[0] eq '55.00' } 30), 'a close of the new primary');
is market($key, $lost_market->header('ETag'))->status, 200, 'differs from the lost one too';
is $t->sql("select count(*) from market_version where family = 'closes' and version >= (1::int8 << 40)"), 1, 'by a version of the new timeline';
is $t->lastro('compute', 'state', '--verify')->{status}, 0, 'and the stored figures are correct';

done_testing;
