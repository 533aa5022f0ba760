#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro deliver is killed at each of its steps, and repeatedly at random times: nothing is lost, a repetition has the
# same id, nothing stays pending, and no descriptor, lock or session remains.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Cluster;
use Lastro::Server qw(serve_http);
use Lastro::Tenants qw(account);
use Lastro::Test qw(program slurp spew wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8;
my $start = 1795618800;		# 2026-11-25T15:00:00Z
my @accounts = map { account($t) } 1 .. 8;
my ($table, $lock) = ('notification', $t->dir . '/lock');

# ---- a receiver of parallel requests; a file sets its behaviour ----

my ($seen, $does) = ($t->dir . '/seen', $t->dir . '/does');
spew($does, 'answer');
my ($port, $pid) = serve_http(sub {
	my ($c, undef, $head) = @_;
	my ($n) = $head =~ /^content-length: (\d+)/im;
	my ($id) = $head =~ /^lastro-delivery: (\S+)/im;

	read $c, my ($body), $n // 0;
	return unless defined $id;	# killed before it printed anything
	open my $out, '>>', $seen or POSIX::_exit(1);
	syswrite $out, "$id\n";
	my $do = slurp($does);
	if ($do eq 'silent') { 1 while sysread $c, my $more, 4096; return }
	if ($do eq 'locked') { my $until = time + 20; select undef, undef, undef, 0.02 until -e $lock || time > $until }
	print {$c} "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
});
sub came { return () unless -e $seen; my @all = split /\n/, slurp($seen); unlink $seen; return @all }
sub at { my ($s) = @_; return POSIX::strftime('%Y-%m-%dT%H:%M:%SZ', gmtime($start + $s)) }

# queue() - replaces the queue: so many notices for each account.
sub queue {
	my ($each, @who) = @_;
	my $n = 0;

	$t->sql(join ';', 'delete from notification; delete from notice', map { my $a = $_; my $notice = sprintf '00000000-0000-7000-8000-%012d', ++$n;
		"insert into notice (workspace_id, id, account_id, kind, days, channel, url, secret, created_at)
			values ('$a->{workspace}', '$notice', '$a->{id}', 'income_due', 3, 'webhook', 'http://127.0.0.1:$port/$n', repeat('s', 40), '2026-01-01');
		insert into notification (workspace_id, id, account_id, notice_id, kind, channel, about, title, body, status, queued_at, next_at)
			select '$a->{workspace}', gen_random_uuid(), '$a->{id}', '$notice', 'income_due', 'webhook', 'x' || i, 'T', 'B', 'pending', '2026-11-25', '2026-11-25'
			  from generate_series(1, $each) i" } @who);
	came();
	return split /\n/, $t->sql('select id from notification order by id');
}

sub state { return $t->sql("select string_agg(distinct status || attempts, ' ' order by status || attempts) from notification") }
my %env = (LASTRO_DATABASE => $t->conninfo_of('sender'), LASTRO_NOW => at(0));
sub begin {
	my ($at) = @_;
	return $t->start_daemon({ env => { %env, LASTRO_NOW => at($at) }, log => $t->dir . '/out' }, program('lastro'), 'deliver', '--allow-private');
}
sub deliver { my ($at) = @_; return $json->decode($t->lastro({ env => { %env, LASTRO_NOW => at($at) } }, 'deliver', '--json', '--allow-private')->{out}) }
sub sessions { return $t->sql(q{select count(*) from pg_stat_activity where usename = 'lastro_sender' and datname = current_database()}) }
sub killed {
	my ($run) = @_;

	kill 'KILL', $run;
	is $t->ended($run, 20), 9, '  killed';
	ok wait_for { sessions() == 0 }, '  its session ends';
	return;
}

# holding() - a session of the owner that locks the table against writers while @run runs.
sub holding {
	my ($run) = @_;
	my $psql = open(my $to, '|-', Lastro::Cluster::bin('psql'), '-XAtqo', '/dev/null', '-d', $t->conninfo_owner) or die "psql: $!";

	$to->autoflush(1);
	print {$to} "begin; lock table lastro.$table in exclusive mode;\n\\! touch $lock\n";
	ok wait_for { -e $lock }, '  the table is held';
	$run->();
	close $to or die 'psql failed';
	unlink $lock;
	return;
}

# ---- before a claim ----

my ($id) = queue(1, $accounts[0]);
holding(sub {
	my $run = begin(0);
	ok wait_for { $t->waits('sender') }, 'a run that waits to claim';
	killed($run);
});
is_deeply [state(), came()], ['pending0'], 'has claimed and sent nothing';
is_deeply [deliver(1)->{delivered}, came()], [1, $id], 'the next one sends it';

# ---- claimed, and sent to a receiver that has not read it ----

($id) = queue(1, $accounts[0]);
kill 'STOP', $pid;
my $run = begin(0);
ok wait_for { state() eq 'pending1' }, 'a run that has claimed';
killed($run);
kill 'CONT', $pid;
is_deeply [deliver(1)->{delivered}], [0], 'the next run leaves it for a minute';
wait_for { -s $seen };
is_deeply [deliver(60)->{delivered}, state()], [1, 'sent2'], 'and then sends it';
is_deeply { map { $_ => 1 } came() }, { $id => 1 }, 'under its id';

# ---- sent, no answer yet ----

($id) = queue(1, $accounts[0]);
spew($does, 'silent');
$run = begin(0);
ok wait_for { -s $seen }, 'a run that has sent';
killed($run);
spew($does, 'answer');
is_deeply [deliver(60)->{delivered}, state(), came()], [1, 'sent2', $id, $id], 'is followed by one that sends again, under the same id';

# ---- answered, not marked ----

($id) = queue(1, $accounts[0]);
spew($does, 'locked');
$run = begin(0);
ok wait_for { -s $seen }, 'a run whose receiver accepts it';
holding(sub {
	ok wait_for { $t->waits('sender') }, '  it waits to mark it';
	killed($run);
});
spew($does, 'answer');
is state(), 'pending1', '  it is not marked';
is_deeply [deliver(60)->{delivered}, state(), came()], [1, 'sent2', $id, $id], '  and is sent again, under the same id';

# ---- marked ----

queue(1, $accounts[0]);
is_deeply [deliver(0)->{delivered}, state(), deliver(3600)->{delivered}, scalar came()], [1, 'sent1', 0, 1], 'a marked one is never sent again';

# ---- at random times ----

my @ids = queue(12, @accounts);
my ($kills, $done) = (0, 0);
for my $n (0 .. 19) {
	my $run = begin($n * 3600);
	my $came = 0;

	# Killed after a few more deliveries, with the others at any step.
	wait_for { $came = -e $seen ? () = slurp($seen) =~ /\n/g : 0; $came >= $done + 3 || $t->sql("select count(*) from notification where status = 'pending'") == 0 } 20;
	kill 'KILL', $run;
	$kills += ($t->ended($run, 20) // 0) == 9;
	$done = $came;
	last unless $t->sql("select count(*) from notification where status = 'pending'");
}
cmp_ok $kills, '>=', 5, "$kills runs were killed";
deliver(24 * 3600 * $_) for 1 .. 3;
my %times;
$times{$_}++ for came();
is_deeply [sort keys %times], [@ids], 'each of ninety-six came';
my ($repeated) = map { my $n = 0; $n += $_ - 1 for values %times; $n } 1;
cmp_ok $repeated, '<=', $kills * 32, "after a kill at most the deliveries in progress are repeated ($repeated)";
is state() =~ s/\d+//gr, join(' ', ('sent') x (() = state() =~ /sent/g)), 'all are marked, none waits';
is $t->sql("select string_agg(waiting::text, ' ') from delivery_backlog"), '0 0', 'and none is counted as waiting';
is $t->sql("select count(*) from pg_locks l join pg_class c on c.oid = l.relation and c.relname = 'notification' join pg_database d on d.oid = l.database and d.datname = current_database()
	where l.pid <> pg_backend_pid()"), 0, 'no lock is left';
is sessions(), 0, 'no session either';

$t->finish;
done_testing;
