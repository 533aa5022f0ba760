#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A pool with a socket held by systemd: it is replaced including its master while requests wait at the socket.

use strict;
use warnings;

use Lastro::FastCGI qw(fastcgi_connect);
use Lastro::Load;
use Lastro::Test qw(program slurp spew wait_for);
use Test::More;

my ($activate) = grep { -x } map { "$_/systemd-socket-activate" } split /:/, $ENV{PATH};
plan skip_all => 'systemd-socket-activate is not installed' unless $activate;

my $t = Lastro::Test->new;
$t->{socket} = $t->dir . '/f.sock';
$t->{log} = $t->dir . '/pool.log';

# As systemd restarts a service: the process that holds the socket is not the master, whose pid LISTEN_PID is.
spew($t->dir . '/again', <<'END');
#!/bin/sh
while [ ! -e "$1/enough" ]; do
	(
		LISTEN_PID=$(exec sh -c 'echo $PPID')
		export LISTEN_PID
		exec "$2" --listen "$1/f.sock" --workers 2 --pid "$1/pool.pid"
	)
done
END
my %env = $t->worker_env;
my $holder = $t->start_daemon({ log => $t->{log} }, $activate, '-l', $t->{socket}, map({ ('-E', "$_=$env{$_}") } sort keys %env),
	'/bin/sh', $t->dir . '/again', $t->dir, program('lastro.fcgi'));

sub master { return -s $t->dir . '/pool.pid' && slurp($t->dir . '/pool.pid') + 0 }

# restarted() - waits for a new master with both workers ready.
sub restarted {
	my ($old, $ready) = @_;

	return wait_for { master() && master() != $old && $t->log_count('worker ready') >= $ready };
}

ok wait_for { -S $t->{socket} && fastcgi_connect($t->{socket}) }, 'the socket is there before the pool';
ok restarted(0, 2), 'which the first request begins';
my $inode = (stat $t->{socket})[1];
my $load = Lastro::Load->start($t, clients => 4);
for my $round (1 .. 3) {
	my $old = master();

	kill TERM => $old;
	ok restarted($old, 2 + 2 * $round), "the master is replaced under load ($round)";
}
my $old = master();
kill KILL => $old;
ok restarted($old, 10), 'and when it was killed';
my $seen = $load->stop;
cmp_ok $seen->{answered}, '>', 20, 'the load was one';
is $seen->{lost} + $seen->{refused}, 0, "none of $seen->{answered} requests fails";
is((stat $t->{socket})[1], $inode, 'the socket is the same');
is $t->get('/v1/status')->status, 200, 'and answers';
is scalar(grep { $_->{level} eq 'error' } $t->log_lines), 0, 'nobody complains';

spew($t->dir . '/enough', '');
kill TERM => master();
is $t->ended($holder), 0, 'the last one leaves well';

done_testing;
