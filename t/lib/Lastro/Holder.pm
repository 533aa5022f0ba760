# SPDX-License-Identifier: Apache-2.0
package Lastro::Holder;

# A session of the owner, in a transaction, that has what it was asked to lock before new() returns.
#
#	my $holder = Lastro::Holder->new($t, 'lock table portfolio in access exclusive mode');
#	...
#	$holder->end;			# or ->end('commit')
#
# It is its own answer that says so: another session may well hold the same kind of lock on the same table.

use strict;
use warnings;

use Carp qw(croak);
use IO::Handle;
use IPC::Open2;
use Lastro::Cluster;

sub new {
	my ($class, $t, $sql) = @_;
	my $self = bless {}, $class;

	$self->{pid} = open2($self->{said}, $self->{asked}, Lastro::Cluster::bin('psql'), qw(-XAtqo /dev/null -v ON_ERROR_STOP=1 -d), $t->conninfo_owner);
	$self->run("set client_min_messages = error; set search_path = lastro; set statement_timeout = '60s'; begin; $sql");
	return $self;
}

# begin() - starts a statement; run() - and waits until it is done.
sub begin {
	my ($self, $sql) = @_;

	print { $self->{asked} } "$sql;\n";
	return;
}
sub run {
	my ($self, $sql) = @_;

	$self->begin($sql);
	print { $self->{asked} } "\\echo done\n";
	my $said = readline $self->{said};
	croak "$sql: refused" if !defined $said || $said ne "done\n";
	return;
}

# end() - ends the transaction and the session.
sub end {
	my ($self, $how) = @_;

	$self->begin(($how // 'rollback') . "; \\q\n");
	close $self->{asked};
	waitpid $self->{pid}, 0;
	croak 'psql failed' if $?;
	return;
}

1;
