#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The pool: restarts crashed workers, loses no request in replacements and stops, kills a stuck worker.

use strict;
use warnings;
use Lastro::FastCGI qw(fastcgi_answer fastcgi_bytes fastcgi_connect);
use Lastro::Load;
use Lastro::Test qw(program run_command slurp spew wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $status = [REQUEST_METHOD => 'GET', PATH_INFO => '/v1/status'];

sub answers { my $r = $t->get('/v1/status'); return $r && $r->status == 200 }

# ---- start ----

my $master = $t->start_pool(workers => 2, mode => '0640');
my $socket = $t->socket_path;
is scalar $t->workers, 2, 'as many workers as asked for';
is sprintf('%04o', (stat $socket)[2] & 07777), '0640', 'the socket has the mode asked for';
is slurp($t->dir . '/pool.pid'), "$master\n", 'the process id is written';
ok answers(), 'a request is answered';

my $second = run_command({ env => { $t->worker_env } }, program('lastro.fcgi'), '--listen', $socket);
is $second->{status}, 1, 'a second master on the same path does not start';
like $second->{err}, qr/another process listens/, 'and says why';
ok answers(), 'the first one is unharmed';

# ---- crashes ----

my ($victim, $survivor) = $t->workers;
kill KILL => $victim;
ok wait_for { my @w = $t->workers; @w == 2 && !grep { $_ == $victim } @w }, 'a killed worker is replaced';
ok kill(0, $survivor), 'the other one stayed';

my $load = Lastro::Load->start($t, clients => 4);
my $crashes = 0;
for (1 .. 20) {
	my @w = wait_for { my @ready = $t->workers; @ready == 2 && $ready[rand 2] } or last;
	kill SEGV => $w[0];
	$crashes++;
	wait_for { !grep { $_ == $w[0] } $t->workers };
}
is $crashes, 20, 'twenty crashes under load';
ok wait_for { $t->workers == 2 && answers() }, 'after which the pool is whole';
my $seen = $load->stop;
cmp_ok $seen->{answered}, '>', 20, 'the load was one';
cmp_ok $seen->{lost}, '<=', 20, "cost at most twenty requests ($seen->{lost} of $seen->{answered})";
is $seen->{refused}, 0, 'and no client was refused';

# ---- rolling replacement ----

$load = Lastro::Load->start($t, clients => 4);
my %before = map { $_ => 1 } $t->workers;
for my $round (1 .. 3) {
	kill HUP => $master;
	wait_for { $t->log_count('all workers are replaced') >= $round } or last;
}
is $t->log_count('all workers are replaced'), 3, 'three rolling replacements under load';
ok wait_for { my @w = $t->workers; @w == 2 && !grep { $before{$_} } @w }, 'every worker is another one';
$seen = $load->stop;
is $seen->{lost} + $seen->{refused}, 0, "cost none of $seen->{answered} requests";

# ---- stopping ----

$load = Lastro::Load->start($t, clients => 4);
wait_for { answers() };
kill TERM => $master;
is $t->ended($master, 30), 0, 'SIGTERM ends the master well';
$seen = $load->stop;
is $seen->{lost}, 0, "and loses no accepted request ($seen->{answered} answered)";
ok !-e $socket, 'the socket is removed';
ok !-e $t->dir . '/pool.pid', 'and the file with the process id';
delete $t->{master};

# ---- a stuck worker ----

$master = $t->start_pool(workers => 2, env => { LASTRO_DEADLINE_MS => 200 });
my %ours = map { $_ => 1 } $t->workers;
my $stuck = fastcgi_connect($socket);
syswrite $stuck, substr fastcgi_bytes($status), 0, 20;	# half a record: the worker waits for the rest
ok wait_for { $t->log_count('worker is stuck in a request, killing it') == 1 }, "a stuck worker is killed";
# the line is logged before the kill, so the old worker may still exist for a moment
ok wait_for { my @w = $t->workers; @w == 2 && grep { !$ours{$_} } @w }, 'and replaced';
is scalar(grep { $ours{$_} } $t->workers), 1, 'the other one went on';
ok answers(), 'the pool answers';
close $stuck;

# ---- a dead master ----

my @orphans = $t->workers;
my $in_hand = fastcgi_connect($socket);
my $bytes = fastcgi_bytes($status);
syswrite $in_hand, substr $bytes, 0, 40;
kill KILL => $master;
ok defined $t->ended($master), 'the master is killed';
syswrite $in_hand, substr $bytes, 40;
is eval { fastcgi_answer($in_hand)->status }, 200, 'a request in hand is still answered';
ok wait_for { !grep { kill 0, $_ } @orphans }, 'then its workers leave by themselves';
ok -S $socket, 'the socket of the dead is left behind';
delete $t->{master};

$master = $t->start_pool(workers => 1);
ok answers(), 'and reused by the next master';
$t->stop_pool;

# ---- a new program ----

my $copy = $t->dir . '/lastro.fcgi';

sub install {
	my ($bytes) = @_;

	spew("$copy.new", $bytes);
	chmod 0755, "$copy.new";
	rename "$copy.new", $copy or die "rename: $!";
}

install(slurp(program('lastro.fcgi')));
$master = $t->start_pool(workers => 2, program => $copy);
%before = map { $_ => 1 } $t->workers;
install("#!/bin/sh\nexit 1\n");
kill HUP => $master;
ok wait_for { $t->log_count('the new program does not start; the old workers stay') == 1 },
	'a new program that does not start is noticed';
is scalar(grep { $before{$_} } $t->workers), 2, 'the old workers stay';
ok answers(), 'and answer';
install(slurp(program('lastro.fcgi')));
kill HUP => $master;
ok wait_for { my @w = $t->workers; @w == 2 && !grep { $before{$_} } @w }, 'a good one replaces them';
$t->stop_pool;

# ---- a role that is refused ----

$master = $t->start_pool(workers => 1, wait => 0, env => { LASTRO_DATABASE => $t->conninfo_owner });
ok wait_for { grep { $_->{msg} =~ /^refusing to serve/ } $t->log_lines }, 'the owner of the tables does not serve';
is $t->log_count('worker ready'), 0, 'no worker gets ready';
ok wait_for { $t->log_count('worker started') >= 3 }, 'the master keeps trying';
$t->stop_pool;

done_testing;
