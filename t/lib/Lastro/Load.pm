# SPDX-License-Identifier: Apache-2.0
package Lastro::Load;

# Clients that repeat a request continuously, to count what a pool loses during a disturbance.
#
#	my $load = Lastro::Load->start($t, clients => 4, path => '/v1/status');
#	...
#	my $seen = $load->stop;		# {answered, refused, lost}
#
# refused: the connection failed.  lost: it succeeded, but no complete 200 came.

use strict;
use warnings;

use Lastro::FastCGI qw(fastcgi_connect fastcgi_exchange);
use POSIX ();

sub start {
	my ($class, $t, %o) = @_;
	my $self = bless { clients => [] }, $class;

	for (1 .. $o{clients} // 4) {
		pipe my $read, my $write or die "pipe: $!";
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			close $read;
			client($t, $o{path} // '/v1/status', $write);
			POSIX::_exit(0);
		}
		close $write;
		push @{ $self->{clients} }, { pid => $pid, read => $read };
	}
	return $self;
}

sub client {
	my ($t, $path, $write) = @_;
	my %seen = (answered => 0, refused => 0, lost => 0);
	my $stop = 0;

	local $SIG{TERM} = sub { $stop = 1 };
	while (!$stop) {
		my $socket = fastcgi_connect($t->socket_path);
		if (!$socket) {
			$seen{refused}++;
			select undef, undef, undef, 0.005;	# avoids a busy loop
			next;
		}
		my $r = fastcgi_exchange($socket, [REQUEST_METHOD => 'GET', PATH_INFO => $path]);
		$seen{$r && $r->status == 200 ? 'answered' : 'lost'}++;
	}
	syswrite $write, "$seen{answered} $seen{refused} $seen{lost}\n";
}

# stop() - the sums over all clients.
sub stop {
	my ($self) = @_;
	my %sum;

	kill TERM => $_->{pid} for @{ $self->{clients} };
	for my $client (@{ $self->{clients} }) {
		my @seen = split ' ', readline($client->{read}) // '';
		@seen == 3 or die "a client of the load died\n";
		$sum{(qw(answered refused lost))[$_]} += $seen[$_] for 0 .. 2;
		waitpid $client->{pid}, 0;
	}
	$self->{clients} = [];
	return \%sum;
}

sub DESTROY {
	my ($self) = @_;

	kill KILL => $_->{pid} for @{ $self->{clients} };
}

1;
