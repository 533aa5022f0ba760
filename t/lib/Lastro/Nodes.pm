# SPDX-License-Identifier: Apache-2.0
package Lastro::Nodes;

# A coordinator and three nodes, of which databases use the first two, with the distributed engine, on loopback ports: private clusters of the PostgreSQL in CITUS_BIN.
# The schema's owner, lastro, is no superuser there, as in production.
#
#	my $nodes = Lastro::Nodes->start;	# undef without CITUS_BIN; archive => 1 archives the WAL of each; settings => further ones
#	my $t = $nodes->database;		# a Lastro::Test on the coordinator: an empty database, on all machines

use strict;
use warnings;

use JSON::PP ();
use Lastro::Cluster;
use Lastro::Test;

my @settings = ('shared_preload_libraries=citus', 'wal_level=logical', 'max_wal_senders=10', 'wal_keep_size=64MB', 'hot_standby=on',
	'max_replication_slots=20', 'max_prepared_transactions=200', 'listen_addresses=127.0.0.1', 'citus.node_conninfo=sslmode=disable');

sub start {
	my ($class, %o) = @_;
	my $bin = $ENV{CITUS_BIN} || return;
	my $self = bless { dir => Lastro::Cluster::directory(), owner => $$, number => 0 }, $class;

	for my $name (qw(coordinator a b c)) {
		my $cluster = $self->{$name} = Lastro::Cluster->new("$self->{dir}/$name", bin => $bin, superuser => 'postgres',
			settings => [@settings, @{ $o{settings} // [] }, $o{archive} ? ('archive_mode=on', "archive_command=cp %p $self->{dir}/$name-archive/%f") : ()]);

		archive_directory("$self->{dir}/$name-archive") if $o{archive};
		$cluster->{port} = $self->{port}{$name} = Lastro::Test::free_port();
		$cluster->start;
		# Roles are created on each machine: those of the schema's migrations are found there.
		$cluster->as_superuser('postgres', 'set citus.enable_create_role_propagation = off; create role lastro login createrole createdb;
			create role lastro_worker login; create role lastro_loader login; create role lastro_sender login');
	}
	return $self;
}

# archive_directory() - where a machine's WAL is archived; PostgreSQL writes there as its own user.
sub archive_directory {
	my ($dir) = @_;
	my $user = Lastro::Cluster::unprivileged();

	mkdir $dir or die "$dir: $!";
	chown((getpwnam $user)[2, 3], $dir) if $user;
}

sub machines { my ($self) = @_; return @$self{qw(coordinator a b c)} }

# address() - of a machine, as its neighbours reach it.
sub address { my ($self, $name) = @_; return "127.0.0.1:$self->{port}{$name}" }

# database() - a new database on all machines, with the extension, and by default with both nodes registered.
sub database {
	my ($self, %o) = @_;
	my $t = Lastro::Test->new(database => 0);

	$t->{cluster} = $self->{coordinator};
	$t->{database} = sprintf 'n_%d_%d', $$, ++$self->{number};
	for my $machine ($self->machines) {
		$machine->as_superuser('postgres', qq(create database "$t->{database}" owner lastro));
	}
	$self->extend($t, %o) if $o{extension} // 1;
	return $t;
}

# extend() - creates the extension in a database, and registers nodes and roles.
sub extend {
	my ($self, $t, %o) = @_;

	$_->as_superuser($t->{database}, 'create extension citus') for $self->machines;
	$self->super($t, "select citus_set_coordinator_host('127.0.0.1', $self->{port}{coordinator})");
	$self->super($t, "select citus_add_node('127.0.0.1', $self->{port}{$_})") for @{ $o{nodes} // [qw(a b)] };
	$self->register($t) if $o{roles} // 1;
}

# register() - the roles, as doc/operations.md says: a table with all of them, which the superuser sends to the nodes.
sub register {
	my ($self, $t) = @_;

	$self->super($t, $_) for 'create schema lastro_roles authorization lastro', 'create table lastro_roles.t (one int primary key)',
		'alter table lastro_roles.t owner to lastro', 'grant select on lastro_roles.t to lastro_worker, lastro_loader, lastro_sender',
		q(select create_reference_table('lastro_roles.t')), 'set client_min_messages = warning; drop schema lastro_roles cascade',
		'grant execute on function pg_catalog.citus_update_node, pg_catalog.replicate_reference_tables(citus.shard_transfer_mode) to lastro';
}

# ---- the machines that all tests of a run share ----

my $shared;

# share() - lets other processes use these machines: what they are told in LASTRO_TEST_CITUS.
sub share {
	my ($self) = @_;

	$self->{template} //= $self->template;
	Lastro::Test::spew("$self->{dir}/shared", JSON::PP->new->encode({ dir => "$self->{dir}", map { $_ => $self->{$_} } qw(port template) }));
	return "$self->{dir}/shared";
}

# joined() - those of another process, if LASTRO_TEST_CITUS names any.
sub joined {
	my ($class) = @_;
	my $file = $ENV{LASTRO_TEST_CITUS} // '';
	my $self = -e $file ? bless { %{ JSON::PP->new->decode(Lastro::Test::slurp($file)) }, owner => 0, number => 0 }, $class : return;

	for my $name (qw(coordinator a b c)) {
		$self->{$name} = Lastro::Cluster->new("$self->{dir}/$name", bin => $ENV{CITUS_BIN}, superuser => 'postgres');
		$self->{$name}{port} = $self->{port}{$name};
	}
	return $self;
}

# template() - makes a database that is migrated and distributed, of which others are copies, machine by machine.
sub template {
	my ($self) = @_;
	my $t = $self->database;
	my $name = $t->{database};

	$t->lastro_ok('db', 'migrate');
	$t->lastro_ok('db', 'distribute', '--shards', 4);
	delete $t->{database};
	for my $machine ($self->machines) {
		$machine->as_superuser('postgres', $_) for qq(alter database "$name" allow_connections false),
			"select pg_terminate_backend(pid) from pg_stat_activity where datname = '$name'";
	}
	return $name;
}

# fill() - makes the database of a Lastro::Test.
sub fill {
	my ($class, $t) = @_;

	$shared //= $class->joined // $class->start // die "CITUS_BIN names no PostgreSQL\n";
	$shared->{template} //= $shared->template;
	@$t{qw(cluster database)} = ($shared->{coordinator}, sprintf 'n_%d_%d', $$, ++$shared->{number});
	$t->{machines} = [$shared->machines];
	$_->as_superuser('postgres', qq(create database "$t->{database}" owner lastro template "$shared->{template}" strategy file_copy)) for $shared->machines;
	$t->{worker_options} = ['-c plan_cache_mode=auto'];
}

END {
	Lastro::Test::finish_all();
	undef $shared;
}

sub super { my ($self, $t, $sql) = @_; return $self->super_on('coordinator', $t, $sql) }

sub super_on { my ($self, $name, $t, $sql) = @_; return $self->{$name}->as_superuser($t->{database}, $sql) }

# standby() - starts a standby of a machine, at an address of its own: the machine NAME2.
sub standby {
	my ($self, $name) = @_;
	my $port = $self->{port}{"${name}2"} = Lastro::Test::free_port();
	my $standby = $self->{"${name}2"} = $self->{$name}->standby("$self->{dir}/${name}2", port => $port);

	push @{ $self->{standbys} }, $standby;
	return $standby;
}

# freeze() and thaw() - a machine that keeps its connections and says nothing, as one behind a broken network does.
sub signal {
	my ($self, $signal, $name) = @_;
	my ($postmaster) = Lastro::Test::slurp("$self->{$name}{data}/postmaster.pid") =~ /^(\d+)/;

	kill $signal, $postmaster, split ' ', Lastro::Test::slurp("/proc/$postmaster/task/$postmaster/children");
}
sub freeze { my ($self, $name) = @_; $self->{frozen} = $name; return $self->signal('STOP', $name) }
sub thaw { my ($self) = @_; return $self->signal('CONT', delete $self->{frozen} // return) }

sub DESTROY {
	my ($self) = @_;

	return unless $self->{owner} == $$;
	local $?;
	$self->thaw;
	$_->stop('immediate') for grep { defined } $self->machines, @{ $self->{standbys} // [] };
}

1;
