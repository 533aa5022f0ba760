# SPDX-License-Identifier: Apache-2.0
package Lastro::Session;

# A session of PostgreSQL by its own protocol (version 3, simple queries, no password), for the statements of tests:
# starting psql and a server process for each of them took an eighth of a run's processor time.  Not DBD::Pg: it
# returns the results of the last statement only, decodes bytea, and rounds floats to 15 digits.
#
#	my $session = Lastro::Session->start('/run/postgresql/.s.PGSQL.5432', 'lastro', 'lastro_owner');
#	my $answer = $session->run('select 1; select 2');	# {rows => ['1', '2']} or {error => text}

use strict;
use warnings;

use IO::Select;
use IO::Socket::UNIX;

use constant VERSION_3 => 3 << 16;

# start() - undef when nothing listens; dies when the server refuses.
sub start {
	my ($class, $path, $database, $user) = @_;
	my $socket = IO::Socket::UNIX->new(Peer => $path) // return undef;
	my $self = bless { socket => $socket, in => '', owner => $$ }, $class;
	my $start = pack 'N(Z*)*x', VERSION_3, user => $user, database => $database;

	$self->put(pack('N', 4 + length $start) . $start);
	my $refused = $self->answer->{error};
	die "$database: $refused\n" if $refused;
	return $self;
}

# run() - executes a text as one message, as psql -c does, and makes the session as new again.  rows: of all its
# statements, each with its columns separated by tabs, as PostgreSQL prints values, and '' for null.
sub run {
	my ($self, $text) = @_;

	$self->{running} = 1;
	utf8::encode($text) if utf8::is_utf8($text);
	$self->put(map { pack 'aNa*x', 'Q', 5 + length, $_ } $text, 'discard all');
	my $answer = $self->answer;
	$self->{lost} = 1 if $self->answer->{error};	# it is still in a transaction, or has ended
	$self->{running} = 0;
	return $answer;
}

# usable() - false once the server has ended the session, or it cannot be made as new.  An idle session is told
# nothing, so what there is to read is its end, or a changed setting.
sub usable {
	my ($self) = @_;

	return !$self->{lost} && !IO::Select->new($self->{socket})->can_read(0);
}

sub put {
	my ($self, @messages) = @_;
	my $bytes = join '', @messages;
	local $SIG{PIPE} = 'IGNORE';

	while (length $bytes) {
		my $n = syswrite $self->{socket}, $bytes;
		next if !defined $n && $!{EINTR};
		return unless $n;	# the answer will be its end
		substr($bytes, 0, $n) = '';
	}
}

# get() - exactly so many bytes, or undef at the end of the connection.
sub get {
	my ($self, $length) = @_;

	while (length $self->{in} < $length) {
		my $n = sysread $self->{socket}, $self->{in}, 65536, length $self->{in};
		next if !defined $n && $!{EINTR};
		return undef unless $n;
	}
	return substr $self->{in}, 0, $length, '';
}

# answer() - reads until the server is ready for the next text.
sub answer {
	my ($self) = @_;
	my %answer = (rows => []);

	while (defined(my $head = $self->get(5))) {
		my ($type, $length) = unpack 'aN', $head;
		my $body = $self->get($length - 4) // last;

		return \%answer if $type eq 'Z';
		push @{ $answer{rows} }, row($body) if $type eq 'D';
		$answer{error} //= said($body) if $type eq 'E';
		print STDERR said($body), "\n" if $type eq 'N';
		$answer{error} //= 'a password is wanted' if $type eq 'R' && unpack 'N', $body;
		$answer{error} //= 'copy is not for here' if $type =~ /[GHW]/;
		last if $answer{error} && $type =~ /[RGHW]/;
	}
	$self->{lost} = 1;
	$answer{error} //= 'the server closed the connection';
	return \%answer;
}

sub row {
	my ($body) = @_;
	my $at = 2;
	my @values;

	for (1 .. unpack 'n', $body) {
		my $length = unpack 'l>', substr $body, $at, 4;
		push @values, $length < 0 ? '' : substr $body, $at + 4, $length;
		$at += 4 + ($length < 0 ? 0 : $length);
	}
	return join "\t", @values;
}

# said() - an error or a notice, in lines like those of psql.
sub said {
	my ($body) = @_;
	my %field = map { /^(.)(.*)/s ? ($1 => $2) : () } split /\0/, $body;
	my @more = ([D => 'DETAIL'], [H => 'HINT'], [W => 'CONTEXT']);

	return join "\n", "$field{S}:  $field{M}", map { defined $field{$_->[0]} ? "$_->[1]:  $field{$_->[0]}" : () } @more;
}

# end() - ends it, and waits until its server process is gone.  In a fork the session is the parent's; one that was
# left in the middle of a statement may be waiting for a lock.
sub end {
	my ($self) = @_;

	return if $self->{owner} != $$ || $self->{running};
	$self->put(pack 'aN', 'X', 4);
	1 while defined $self->get(1);
}

sub DESTROY { local ($?, $@, $!); $_[0]->end unless ${^GLOBAL_PHASE} eq 'DESTRUCT' }

1;
