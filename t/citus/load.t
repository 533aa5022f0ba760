#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Promotions, moves of shards and losses of machines while three persons write: no acknowledged row is lost, no validator stands
# for two ledgers, moves refuse nobody, and a lost node refuses only those whose rows it has.  Run by make check-citus.

use strict;
use warnings;
use utf8;

use Digest::SHA qw(sha256_hex);
use IO::Handle;
use Lastro::Nodes;
use Lastro::Test qw(slurp spew wait_for);
use POSIX ();
use Test::More;
use Time::HiRes qw(time);

# With standbys that confirm each commit, as a machine needs that must lose nothing.
my $nodes = Lastro::Nodes->start(settings => ['synchronous_commit=on']) // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;
my $t = $nodes->database;
my (@writers, %is);	# is: answers by their status

END { if ($owner == $$) { local $?; kill 'KILL', @writers; waitpid $_, 0 for @writers; $t->finish; undef $nodes } }

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
$t->lastro_ok('db', 'migrate');
$t->lastro_ok('db', 'distribute', '--shards', 8);

# ---- two persons on the node a, one on b ----

sub port_of { return $t->sql("select n.nodeport from pg_dist_placement p join pg_dist_node n using (groupid) join workspace w
	on p.shardid = get_shard_id_for_distribution_column('lastro.audit_head', w.id) join account a on a.id = w.account_id where a.email = '$_[0]'") }

# person_on() - a new person whose rows are on a machine.
my $made = 0;
sub person_on {
	my ($name) = @_;

	while (1) {
		my $mail = 'p' . ++$made . '@example.com';

		$t->lastro_ok('account', 'create', '--email', $mail, '--name', "P$made", '--plan', 'personal');
		return { mail => $mail, key => $t->lastro_json('key', 'create', '--account', $mail, '--name', 'k')->{key} } if port_of($mail) == $nodes->{port}{$name};
	}
}
sub portfolio { my ($p) = @_; $p->{id} = $t->post('/v1/portfolios', { name => 'Ações' }, key => $p->{key})->json->{id}; return $p }

my @persons = map { person_on($_) } qw(a a b);
my $auto = '-c plan_cache_mode=auto';
my %pool = (workers => 4, env => { LASTRO_NOW => '2026-01-10T15:00:00Z', LASTRO_DATABASE => $t->conninfo_worker($auto) });
$t->start_pool(%pool);
portfolio($_) for @persons;

# ---- writers ----

# A writer of one person: trades of 1, 2, 3 …, and after each the detail.  Of each answer it writes a line: the moment it came,
# what, its status, the quantity, or the validator with a digest of what it is for.
my $told = $t->dir . '/told';
sub write_on {
	my ($p, $n) = @_;
	my $pid = fork // die "fork: $!";

	if ($pid) { push @writers, $pid; return }
	open my $out, '>>', "$told.$n" or POSIX::_exit(1);
	$out->autoflush;
	until (-e "$told.end") {
		my $quantity = ++$p->{last};
		my $r = $t->post("/v1/portfolios/$p->{id}/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05',
			quantity => $quantity, price => '30.00' }, key => $p->{key});
		printf {$out} "%.3f trade %s %d\n", time, $r ? $r->status : 'none', $quantity;
		$r = $t->get("/v1/portfolios/$p->{id}", key => $p->{key});
		printf {$out} "%.3f detail %s %s\n", time, $r ? $r->status : 'none', $r && $r->status == 200 ? $r->header('ETag') . ' ' . sha256_hex($r->body) : '';
	}
	POSIX::_exit(0);
}
sub writing { unlink "$told.end"; write_on($persons[$_], $_) for 0 .. $#persons }
sub ended { spew("$told.end", ''); waitpid $_, 0 for @writers; @writers = () }
sub answers { my ($n) = @_; return map { [split / /] } split /\n/, -e "$told.$n" ? slurp("$told.$n") : '' }
# written() - that each person has so many trades more.
sub written {
	my ($more) = @_;
	my $count = sub { scalar grep { $_->[1] eq 'trade' && $_->[2] eq '201' } answers($_[0]) };
	my @until = map { $count->($_) + $more } 0 .. $#persons;

	return wait_for { !grep { $count->($_) < $until[$_] } 0 .. $#persons } 60;
}

# statuses() - of all answers from a moment on, with how many.
sub statuses {
	my ($from) = @_;
	my %n;

	$n{"$_->[1] $_->[2]"}++ for grep { $_->[0] >= $from } map { answers($_) } 0 .. $#persons;
	return \%n;
}

# kept() - after the writers have ended: what was acknowledged is there, and a validator stands for one content.
sub kept {
	my ($what) = @_;
	my (%for, @two, @lost);

	for my $n (0 .. $#persons) {
		my $p = $persons[$n];
		my %row = map { $_ => 1 } split /\n/, $t->sql("select trim_scale(quantity) from ledger where workspace_id = (select workspace_id from portfolio_directory where portfolio_id = '$p->{id}') and portfolio_id = '$p->{id}'");
		for my $answer (answers($n)) {
			my ($at, $is, $status, $told, $digest) = @$answer;
			push @lost, "$p->{mail} $told" if $is eq 'trade' && $status eq '201' && !$row{$told};
			next unless $is eq 'detail' && $status eq '200';
			push @two, "$p->{mail} $told" if ($for{"$n $told"} //= $digest) ne $digest;
		}
		$p->{last} = (sort { $a <=> $b } keys %row)[-1] + 1000;
	}
	is_deeply \@lost, [], "$what: no acknowledged row is lost";
	is_deeply \@two, [], '  and no validator stands for two ledgers';
	cmp_ok scalar(keys %for), '>', 20, '  of those that were read';
	is $t->lastro('audit', 'verify')->{status}, 0, '  the chains are whole';
	is $t->lastro('compute', 'state', '--verify')->{status}, 0, '  the stored figures are those of the ledgers';
}

# confirming() - a standby of a machine, which from now on confirms its commits; the machine that is there at the end of a name.
sub confirming {
	my ($name) = @_;
	my $standby = $nodes->standby($name);

	$nodes->{$name}->as_superuser('postgres', q(alter system set synchronous_standby_names = '*'));
	$nodes->{$name}->as_superuser('postgres', 'select pg_reload_conf()');
	ok wait_for(sub { $nodes->{$name}->as_superuser('postgres', q(select 1 from pg_stat_replication where sync_state = 'sync')) }), "a standby confirms the commits of $name";
	return $standby;
}

# ---- moves of shards ----

writing();
ok written(3), 'three persons write';
$nodes->super($t, "select citus_add_node('127.0.0.1', $nodes->{port}{c})");
my $from = time;
for my $round (1 .. 4) {
	# The third node takes its share, or gives it back.
	my $takes = $round % 2 ? 'true' : 'false';
	$nodes->super($t, "select citus_set_node_property('127.0.0.1', $nodes->{port}{c}, 'shouldhaveshards', $takes)");
	my $moved = $t->lastro_json('db', 'rebalance')->{moved};
	cmp_ok $moved, '>', 0, "rebalance $round: moves $moved shards";
	ok written(2), '  and all write on';
}
ended();
my $all = statuses($from);
is_deeply [grep { / 5|none/ } sort keys %$all], [], 'nobody was refused by a 5xx';
note join ', ', map { "$_: $all->{$_}" } sort keys %$all;
kept('after four moves');

# ---- two promotions in a row ----

my $name = 'a';
for my $time (1, 2) {
	my $standby = confirming($name);
	writing();
	ok written(3), 'all write';
	my $lost = time;
	$nodes->{$name}->stop('immediate');
	$standby->promote;
	my $p = $t->lastro_json('db', 'promoted', '--at', $nodes->address("${name}2"), $nodes->address($name));
	is $p->{timeline}, $time + 1, "promotion $time is counted";
	ok written(3), '  and all write again';
	ended();
	my $of = statuses($lost);
	note join ', ', map { "$_: $of->{$_}" } sort keys %$of;
	is_deeply [grep { !/ (?:20[01]|409|429|503)$/ } sort keys %$of], [], '  who was refused was told to come back';
	kept("promotion $time");
	is $t->lastro('doctor')->{status}, 0, '  the doctor finds no failure';
	$name .= '2';
}
is $t->sql('select lastro.version_floor()'), 2 << 40, 'two promotions are counted';

# ---- a promotion that loses what was acknowledged ----

my $on_a = portfolio(person_on($name));
sub buy { return $t->post("/v1/portfolios/$on_a->{id}/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => $_[0], price => '30.00' }, key => $on_a->{key}) }
sub detail { return $t->get("/v1/portfolios/$on_a->{id}", key => $on_a->{key}, @_ ? (headers => { 'If-None-Match' => $_[0] }) : ()) }
my $standby = $nodes->standby($name);
ok wait_for(sub { $standby->caught_up($nodes->{$name}, $t->{database}) }), 'a standby that confirms nothing';
$standby->as_superuser('postgres', q(alter system set primary_conninfo = ''));
$standby->as_superuser('postgres', 'select pg_reload_conf()');
ok wait_for(sub { $nodes->{$name}->as_superuser('postgres', 'select count(*) from pg_stat_replication') == 0 }), '  and is cut off';
is buy(700_001)->status, 201, 'a trade that only the old node has';
my $gone = detail();
$nodes->{$name}->stop('immediate');
$standby->promote;
$t->lastro_ok('db', 'promoted', '--at', $nodes->address("${name}2"), $nodes->address($name));
$name .= '2';
ok wait_for(sub { buy(700_002)->status == 201 }), 'a trade after the promotion, in its place';
my $now = detail($gone->header('ETag'));
is $now->status, 200, 'the validator of what was lost does not stand for it';
cmp_ok $now->json->{ledger_version}, '>=', 3 << 40, '  whose version is of the third history';

# ---- a lost node ----

# p99() - of so many details of a person, in ms.
sub p99 {
	my ($p, $of) = @_;
	my @ms = sort { $a <=> $b } map { my $at = time; my $r = $t->get("/v1/portfolios/$p->{id}", key => $p->{key}); $is{ $r->status }++; 1000 * (time - $at) } 1 .. $of;

	return $ms[0.99 * $#ms];
}
my $on_b = portfolio(person_on('b'));
my %p99;
for my $round (1 .. 3) {
	for my $way ('there', 'lost') {
		$nodes->{b}->stop('immediate') if $way eq 'lost';
		unlink "$told.end";
		my $pid = fork // die "fork: $!";
		if (!$pid) {	# who is on the lost node asks on
			my %said;
			$said{ $t->get("/v1/portfolios/$on_b->{id}", key => $on_b->{key})->status }++ until -e "$told.end";
			spew("$told.$way", join ' ', sort keys %said);
			POSIX::_exit(0);
		}
		push @writers, $pid;
		%is = ();
		push @{ $p99{$way} }, p99($on_a, 200);
		is_deeply [keys %is], [200], "a node is $way: the others are served";
		ended();
		is slurp("$told.lost"), 503, '  and who is on it is told to come back' if $way eq 'lost';
	}
	ok $nodes->{b}->try_start, '  it is started again';
	ok wait_for(sub { $t->get("/v1/portfolios/$on_b->{id}", key => $on_b->{key})->status == 200 }), '  and serves';
}
my @median = map { (sort { $a <=> $b } @{ $p99{$_} })[1] } 'there', 'lost';
note sprintf 'p99 of a detail: %.1f ms with all nodes, %.1f ms with one lost', @median;
cmp_ok $median[1] / $median[0], '<=', 2, "the others' p99 is at most twice";

# ---- a silent node ----

# Its connections stay and nothing comes: a worker gives up at its deadline, and the next time when no new connection is made.
$t->stop_pool;
$t->start_pool(%pool, env => { %{ $pool{env} }, LASTRO_DEADLINE_MS => 7000 });
sub timed { my ($p) = @_; my $at = time; my $r = $t->get("/v1/portfolios/$p->{id}", key => $p->{key}); return [$r->status, time - $at] }
is timed($on_b)->[0], 200, 'who is on a node is served' for 1 .. 8;
$nodes->freeze('b');
my @said = map { timed($on_b) } 1 .. 8;
note join ', ', map { sprintf '%d after %.1f s', @$_ } @said;
is_deeply [grep { $_->[0] !~ /^50[34]$/ } @said], [], 'when it is silent, is told to come back';
is $said[-1][0], 503, '  in the end before the deadline';
cmp_ok $said[-1][1], '<', 7, '  and sooner';
%is = ();
my $silent = p99($on_a, 100);
is_deeply [keys %is], [200], '  the others are served';
$nodes->thaw;
ok wait_for(sub { timed($on_b)->[0] == 200 }), '  and it is served again when the node is back';
$t->stop_pool;

# ---- the coordinator is lost ----

my $second = confirming('coordinator');
my ($p, $s) = map { $_->{sockets} } $nodes->{coordinator}, $second;
$t->start_pool(%pool, env => { %{ $pool{env} }, LASTRO_DATABASE => "host=$p,$s port=$nodes->{port}{coordinator},$nodes->{port}{coordinator2} dbname=$t->{database} user=lastro_worker target_session_attrs=read-write options='$auto'" });
writing();
ok written(3), 'all write';
my $lost = time;
$nodes->{coordinator}->stop('immediate');
ok $second->promote, 'the coordinator\'s standby is promoted';
$t->{cluster} = $second;
ok written(3), '  and all write again';
ended();
my $of = statuses($lost);
note join ', ', map { "$_: $of->{$_}" } sort keys %$of;
is_deeply [grep { !/ (?:20[01]|409|429|503)$/ } sort keys %$of], [], '  who was refused was told to come back';
kept('after the coordinator');
is $t->lastro('doctor')->{status}, 0, '  the doctor finds no failure' or diag explain $t->lastro('doctor');

done_testing;
