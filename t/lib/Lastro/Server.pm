# SPDX-License-Identifier: Apache-2.0
package Lastro::Server;

# A fake external HTTP server on a port of 127.0.0.1, with one process per connection, until the test ends.
#
#	my ($port, $pid) = serve_http(sub { my ($c, $path, $head) = @_; print {$c} "HTTP/1.1 204 No Content\r\n\r\n" });
#
# $head: the request line and the headers.  The body can be read from $c.

use strict;
use warnings;

use Exporter qw(import);
use IO::Socket::INET;
use POSIX ();

our @EXPORT_OK = qw(serve_http);

my @running;

sub serve_http {
	my ($answer) = @_;
	my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 500) or die "listen: $!";
	my $pid = fork // die "fork: $!";

	if ($pid) {
		push @running, $pid;
		return ($server->sockport, $pid);
	}
	local $SIG{CHLD} = 'IGNORE';
	local $SIG{PIPE} = 'IGNORE';
	setpgrp;
	while (my $c = $server->accept) {
		next if fork;
		close $server;
		my $head = '';
		while (my $line = <$c>) { $head .= $line; last if $line =~ /^\r?\n\z/ }
		$answer->($c, (split / /, $head)[1] // '', $head);
		$c->flush;
		POSIX::_exit(0);
	}
	POSIX::_exit(0);
}

END {
	my $status = $?;
	for my $pid (@running) {
		kill 'KILL', -$pid, $pid;
		waitpid $pid, 0;
	}
	$? = $status;
}

1;
