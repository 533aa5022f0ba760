# SPDX-License-Identifier: Apache-2.0
package Lastro::Proxy;

# A proxy between workers and PostgreSQL.  Forwards every message until armed to break the connection at the n-th
# statement from now.
#
#	my $proxy = Lastro::Proxy->new($t);		# before start_pool(); pause => SECONDS: delays the server's answers
#	$proxy->arm(cut => 3);	# breaks the connection before the third statement reaches PostgreSQL
#	$proxy->arm(kill => 3);	# likewise, but kills the worker first
#	$proxy->arm(deaf => 3);	# lets PostgreSQL execute everything, breaks the connection before the third answer
#	$proxy->disarm;		# true when the connection was broken
#	$proxy->spoken;		# the statements and round trips since the last call
#	$proxy->early;		# how often a transaction began before the previous one's end was answered
#
# PostgreSQL ends the session before the worker sees the connection close, so a test then reads the final state of
# the database.

use strict;
use warnings;

use IO::Select;
use IO::Socket::UNIX;
use POSIX ();
use Socket qw(SOL_SOCKET SO_PEERCRED SHUT_WR);
use Time::HiRes qw(sleep);

use constant PORT => 5432;	# only names the socket

sub new {
	my ($class, $t, %o) = @_;
	my $conninfo = $t->conninfo_worker;
	my ($sockets, $port) = $conninfo =~ /host=(\S+) port=(\d+)/;
	my $self = bless { dir => $t->dir . '/proxy', serial => 0, pause => $o{pause} }, $class;

	mkdir $self->{dir};
	$self->{listener} = IO::Socket::UNIX->new(Local => "$self->{dir}/.s.PGSQL.${\PORT}", Listen => 20)
		or die "proxy: $!";
	$self->{server} = "$sockets/.s.PGSQL.$port";
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		$SIG{$_} = 'DEFAULT' for qw(INT TERM HUP);
		$SIG{PIPE} = 'IGNORE';
		$self->run;
		POSIX::_exit(0);
	}
	close $self->{listener};
	push @{ $t->{children} }, $pid;
	($t->{worker_conninfo} = $conninfo) =~ s/host=\S+ port=\d+/host=$self->{dir} port=${\PORT}/;
	return $self;
}

sub write_file {
	my ($self, $name, $text) = @_;

	open my $f, '>', "$self->{dir}/$name.new" or die "$self->{dir}/$name: $!";
	print $f $text;
	close $f;
	rename "$self->{dir}/$name.new", "$self->{dir}/$name" or die "$self->{dir}/$name: $!";
}

sub read_file {
	my ($self, $name) = @_;

	open my $f, '<', "$self->{dir}/$name" or return '';
	return scalar(<$f>) // '';
}

sub arm {
	my ($self, $mode, $n) = @_;

	$self->write_file('armed', join ' ', ++$self->{serial}, $mode, $n);
}

sub early {
	my ($self) = @_;

	return -s "$self->{dir}/early" // 0;
}

# spoken() - the messages that workers have sent since the last call, one letter each: E or Q executes a statement, S
# (Sync) and H (Flush) wait for an answer.
sub spoken {
	my ($self) = @_;
	my $all = $self->read_file('spoken');
	my $new = substr $all, $self->{heard} // 0;

	$self->{heard} = length $all;
	return $new;
}

sub disarm {
	my ($self) = @_;

	unlink "$self->{dir}/armed";
	return $self->read_file('fired') eq $self->{serial};
}

# ---- the proxy process ----

# armed() - the current order with its count of messages; a new order starts at 0.
sub armed {
	my ($self) = @_;
	my ($serial, $mode, $n) = split / /, $self->read_file('armed');

	return undef unless $serial && $serial ne ($self->{done} // '');
	$self->{order} = { serial => $serial, mode => $mode, n => $n, seen => 0 }
		unless $self->{order} && $self->{order}{serial} eq $serial;
	return $self->{order};
}

sub all_written {
	my ($to, $bytes) = @_;

	while (length $bytes) {
		my $n = syswrite $to, $bytes or return 0;
		substr $bytes, 0, $n, '';
	}
	return 1;
}

# Records the messages, and each begin that is sent before the previous transaction's end was answered: the server
# answers every Sync by one ReadyForQuery.
sub watch {
	my ($self, $type, $message, $side) = @_;
	my $due = $side->{due};

	if ($side->{front} && $type =~ /^[EQSH]$/) {
		open my $spoken, '>>', "$self->{dir}/spoken" or die "$self->{dir}/spoken: $!";
		print {$spoken} $type;
	}
	$$due++ if $side->{front} && $type eq 'S';
	$$due-- if !$side->{front} && $type eq 'Z';
	return unless $side->{front} && $$due > 0 && ($type eq 'P' && $message =~ /\0begin/ || $type eq 'B' && $message =~ /\0db\.begin/);
	open my $early, '>>', "$self->{dir}/early" or die "$self->{dir}/early: $!";
	print {$early} '.';
}

# The number of bytes before the message to be held back; undef when none is, and $link->{whole} has the bytes to forward.
sub held_back {
	my ($self, $link, $bytes, $counted, %modes) = @_;
	my $at = 0;

	while (length $$bytes >= $at + ($link->{started} ? 5 : 4)) {
		my ($type, $size) = $link->{started} ? unpack("\@$at a N", $$bytes) : ('', unpack "\@$at N", $$bytes);
		my $whole = $size + ($link->{started} ? 1 : 0);

		last if length $$bytes < $at + $whole;
		if ($type ne '' && index($counted, $type) >= 0) {
			my $order = $self->armed;
			return $at if $order && $modes{ $order->{mode} } && ++$order->{seen} == $order->{n};
		}
		$link->{started} = 1;
		$self->watch($type, substr($$bytes, $at + 1, $size), $link);
		$at += $whole;
	}
	$link->{whole} = $at;
	return undef;
}

sub fire {
	my ($self, $link) = @_;
	my ($pid) = unpack 'iii', getsockopt $link->{client}, SOL_SOCKET, SO_PEERCRED;

	kill KILL => $pid if $self->{order}{mode} eq 'kill';
	shutdown $link->{server}, SHUT_WR;
	1 while sysread $link->{server}, my $rest, 65536;
	$self->{done} = $self->{order}{serial};
	$self->write_file('fired', $self->{done});
	return 0;
}

# pass() - forwards the bytes of one side to the other; false when the link has ended.
sub pass {
	my ($self, $link, $from) = @_;
	my $front = $from == $link->{client};
	my $side = $link->{ $front ? 'front' : 'back' };
	my $to = $link->{ $front ? 'server' : 'client' };
	my $hold;

	sysread($from, $side->{bytes}, 65536, length $side->{bytes}) or return 0;
	$hold = $front ? $self->held_back($side, \$side->{bytes}, 'EQ', cut => 1, kill => 1)
		: $self->held_back($side, \$side->{bytes}, 'C', deaf => 1);
	if (defined $hold) {
		all_written($to, substr $side->{bytes}, 0, $hold);
		return $self->fire($link);
	}
	return all_written($to, substr $side->{bytes}, 0, $side->{whole}, '');
}

# in_time() - delays an answer, and forwards first what the client sent meanwhile; false when the link has ended.
sub in_time {
	my ($self, $link, $from) = @_;

	return 1 unless $self->{pause} && $from == $link->{server};
	sleep $self->{pause};
	return !IO::Select->new($link->{client})->can_read(0) || $self->pass($link, $link->{client});
}

sub run {
	my ($self) = @_;
	my $select = IO::Select->new($self->{listener});
	my %links;

	while (my @ready = $select->can_read) {
		for my $from (@ready) {
			if ($from == $self->{listener}) {
				my $client = $from->accept or next;
				my $server = IO::Socket::UNIX->new(Peer => $self->{server}) or next;
				my $due = 1;	# the start-up message is answered by a ReadyForQuery too
				my $link = { client => $client, server => $server,
					front => { bytes => '', started => 0, front => 1, due => \$due },
					back => { bytes => '', started => 1, due => \$due } };

				$links{$_} = $link, $select->add($_) for $client, $server;
				next;
			}
			my $link = $links{$from} or next;	# the link has ended in this round
			next if $self->in_time($link, $from) && $self->pass($link, $from);
			for my $socket (@$link{qw(server client)}) {
				delete $links{$socket};
				$select->remove($socket);
				close $socket;
			}
		}
	}
}

1;
