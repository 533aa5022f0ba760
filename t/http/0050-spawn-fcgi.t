#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The program as single workers: under spawn-fcgi alone, and under multiwatch.

use strict;
use warnings;
use Lastro::FastCGI qw(fastcgi_answer fastcgi_bytes fastcgi_connect);
use Lastro::Test qw(program run_command slurp top_builddir wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $socket = $t->dir . '/s.sock';
my $log = $t->dir . '/spawn.log';

sub status { my $r = $t->get('/v1/status', socket => $socket); return $r ? $r->status : 'none' }

# messages() - how often the workers logged a message.
sub messages { my ($text) = @_; my $n = () = slurp($log) =~ /"msg":"\Q$text\E/g; return $n }

# ---- spawn-fcgi ----

my $pid_file = $t->dir . '/spawn.pid';
my $spawned = $t->start_daemon({ log => $log, env => { $t->worker_env } }, 'spawn-fcgi', '-s', $socket, '-M', '0666',
	'-b', '1024', '-P', $pid_file, '-n', '--', program('lastro.fcgi'));
ok wait_for { -S $socket && status() eq 200 }, 'a worker under spawn-fcgi answers';

kill HUP => $spawned;
ok wait_for { messages('reconnecting to the database') == 1 }, 'SIGHUP at a lone worker reconnects';
is status(), 200, 'and it continues';

my $in_hand = fastcgi_connect($socket);
my $bytes = fastcgi_bytes([REQUEST_METHOD => 'GET', PATH_INFO => '/v1/status']);
syswrite $in_hand, substr $bytes, 0, 30;
wait_for { open my $f, '<', "/proc/$spawned/syscall" or return 1; (readline($f) // '') !~ /^(271|running)/ };	# until it waits in ppoll
kill TERM => $spawned;
syswrite $in_hand, substr $bytes, 30;
is eval { fastcgi_answer($in_hand)->status }, 200, 'SIGTERM lets it finish the current request';
is $t->ended($spawned), 0, 'then it leaves well';
unlink $socket;

# ---- multiwatch ----

my $script = top_builddir() . '/contrib/spawn-fcgi/lastro-spawn';
my $watch = $t->start_daemon({ log => $log, env => { $t->worker_env } }, $script, $socket, 2, program('lastro.fcgi'));
ok wait_for { -S $socket && $t->workers($watch) == 2 && status() eq 200 }, 'two workers under multiwatch answer';

my ($victim) = $t->workers($watch);
kill KILL => $victim;
ok wait_for { my @w = $t->workers($watch); @w == 2 && !grep { $_ == $victim } @w }, 'a killed one is replaced';
is status(), 200, 'the socket was there all the time';

# A child of multiwatch before exec() treats the signal as multiwatch would, and stays.
sub is_worker { open my $f, '<', "/proc/$_[0]/comm" or return 0; return readline($f) eq "lastro.fcgi\n" }
ok wait_for { 2 == grep { is_worker($_) } $t->workers($watch) }, 'as a worker';

my @workers = $t->workers($watch);
kill TERM => $watch;
ok defined $t->ended($watch), 'multiwatch ends';
ok wait_for { !grep { kill 0, $_ } @workers }, 'and its workers with it';

is run_command({}, $script)->{status}, 2, 'the script says how to use it';

done_testing;
