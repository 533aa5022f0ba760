# SPDX-License-Identifier: Apache-2.0
package Lastro::Cluster;

# One private PostgreSQL for all test files of a build.  The first one that needs it starts it, each file holds
# a shared lock on it, and a watcher stops and removes it once the lock has been free for a while.  Durability
# is off.

use strict;
use warnings;

use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use Fcntl qw(:flock);
use File::Basename qw(dirname);
use File::Path qw(remove_tree);
use File::Temp ();
use IO::Socket::UNIX;
use Lastro::Session;
use POSIX ();
use Time::HiRes qw(sleep time);

use constant {
	IDLE_SECONDS => 20,
	START_SECONDS => 60,
	PORT => 5432,		# names the socket; a port is opened only for a cluster that listens on one
	ROOM_KB => 4 << 20,	# a whole run needs far less
};

my @settings = (
	'fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off',
	'shared_buffers=64MB', 'max_connections=200', 'listen_addresses=',
	'log_min_messages=warning', 'log_line_prefix=%m [%p] %d ', 'log_lock_waits=on', 'jit=off',
	'wal_level=minimal', 'max_wal_senders=0',
);

# bin() - a program of the newest installed PostgreSQL.
sub bin {
	my ($name) = @_;
	my @dirs = sort { ($b =~ /(\d+)/)[0] <=> ($a =~ /(\d+)/)[0] } glob '/usr/lib/postgresql/*/bin';

	for my $dir (@dirs, split /:/, $ENV{PATH}) {
		return "$dir/$name" if -x "$dir/$name";
	}
	die "$name is not installed: apt-get install postgresql\n";
}

# PostgreSQL refuses to run as root: as root, it runs as the first of these users that exists.
sub unprivileged {
	return if $>;
	for my $user (qw(postgres nobody)) {
		return $user if getpwnam $user;
	}
	die "neither postgres nor nobody exists\n";
}

sub as_postgres {
	my $user = unprivileged();

	return $user ? ('runuser', '-u', $user, '--', @_) : @_;
}

# place() - the directory for clusters: TMPDIR, or memory if it has room, or /tmp.  Each test creates and
# drops a database of two thousand files, which takes six times as long on a disk as in memory.
sub place {
	return $ENV{TMPDIR} if $ENV{TMPDIR} && length $ENV{TMPDIR} < 40;
	my ($free) = -w '/dev/shm' ? `df -Pk /dev/shm` =~ /(\d+)\s+\d+%/ : ();
	return ($free // 0) >= ROOM_KB ? '/dev/shm' : '/tmp';
}

# directory() - makes a new directory there for a test's private cluster; removed with the object.
sub directory {
	my $dir = File::Temp->newdir('lastro-pg-XXXXXX', DIR => place());

	chmod 0755, "$dir";
	return $dir;
}

# new() - a cluster below a directory, which start() starts.  settings: additional ones, "name=value"; bin: the directory
# of another PostgreSQL's programs; superuser: its first role, if not lastro.
sub new {
	my ($class, $base, %o) = @_;

	return bless { base => $base, data => "$base/data", sockets => "$base/s", log => "$base/postgresql.log",
		settings => $o{settings} // [], bin => $o{bin}, superuser => $o{superuser} // 'lastro' }, $class;
}

sub program {
	my ($self, $name) = @_;

	return $self->{bin} ? "$self->{bin}/$name" : bin($name);
}

# Settings for a cluster with standbys, and for the standbys.
use constant REPLICATION => ['wal_level=replica', 'max_wal_senders=5', 'wal_keep_size=64MB', 'hot_standby=on'];

# copied() - another cluster below a directory, not started, with a base backup of this one.
sub copied {
	my ($self, $base, @options) = @_;
	my $copy = ref($self)->new($base, %$self{qw(settings bin superuser)});

	$copy->{port} = $self->{port};
	$copy->make_directories;
	$copy->run_quiet(as_postgres($self->program('pg_basebackup'), '-D', $copy->{data}, @options, '-X', 'stream', '-c', 'fast',
		'--no-sync', '-d', $self->conninfo('postgres', $self->{superuser}))) or die "pg_basebackup failed, see $copy->{log}\n";
	return $copy;
}

# standby() - makes another cluster below a directory, which replicates this one.
sub standby {
	my ($self, $base, %o) = @_;
	my $standby = $self->copied($base, '-R');

	$standby->{port} = $o{port} if $o{port};
	$standby->try_start or die "the standby does not start, see $standby->{log}\n";
	return $standby;
}

# recovered() - starts a copy, which reads the archive up to a restore point.
sub recovered {
	my ($self, $archive, $point) = @_;

	$self->{settings} = [@{ $self->{settings} }, 'archive_mode=off', "restore_command=cp $archive/%f %p", "recovery_target_name=$point", 'recovery_target_action=promote'];
	$self->run_quiet(as_postgres('touch', "$self->{data}/recovery.signal"));
	return $self->try_start;
}

# caught_up() - waits until this standby has everything that the primary has written; false on timeout.
sub caught_up {
	my ($self, $primary, $database) = @_;
	my $at = $primary->sql('postgres', 'select pg_current_wal_insert_lsn()');

	return &Lastro::Test::wait_for(sub { $self->sql($database, "select coalesce(pg_last_wal_replay_lsn(), '0/0') >= '$at'") eq 't' }, 30);
}

# promote() - makes a standby the primary.
sub promote {
	my ($self) = @_;

	return $self->run_quiet(as_postgres($self->program('pg_ctl'), '-D', $self->{data}, '-w', 'promote'));
}

# shared() - the running cluster of this build, locked by this process until it ends.
sub shared {
	my ($class, $key) = @_;
	my $base = sprintf '%s/lastro-t%d-%s', place(), $>, substr sha256_hex($key), 0, 8;
	my $self;

	mkdir $base, 0755;
	die "$base is not ours\n" unless -d $base && -o $base;
	chmod 0755, $base;
	$self = $class->new($base);
	$self->locked(sub {
		unless ($self->answers) {
			$self->start;
			$self->watch;
		}
		open $self->{held}, '>>', "$base/users.lock" or die "$base/users.lock: $!";
		flock $self->{held}, LOCK_SH or die "flock: $!";
	});
	return $self;
}

# locked() - runs a function under a lock that excludes all other processes of the cluster.
sub locked {
	my ($self, $run) = @_;

	open my $lock, '>>', "$self->{base}/start.lock" or die "$self->{base}/start.lock: $!";
	flock $lock, LOCK_EX or die "flock: $!";
	return $run->();
}

sub conninfo {
	my ($self, $database, $user) = @_;

	return "host=$self->{sockets} port=${\$self->port} dbname=$database user=$user";
}

sub port { return $_[0]{port} // PORT }

sub answers {
	my ($self) = @_;

	return defined IO::Socket::UNIX->new(Peer => "$self->{sockets}/.s.PGSQL.${\$self->port}");
}

sub run_quiet {
	my ($self, @command) = @_;
	my $pid = fork // die "fork: $!";

	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>>', $self->{log};
		open STDERR, '>&', \*STDOUT;
		chdir '/';
		exec @command or POSIX::_exit(127);
	}
	waitpid $pid, 0;
	return $? == 0;
}

sub make_directories {
	my ($self) = @_;
	my $user = unprivileged();

	mkdir $self->{base};
	chmod 0755, $self->{base};
	if (!-e $self->{log}) {
		open my $log, '>', $self->{log} or die "$self->{log}: $!";
		chmod 0666, $self->{log};
	}
	remove_tree($self->{data}, $self->{sockets});
	for my $dir ($self->{data}, $self->{sockets}) {
		mkdir $dir, $dir eq $self->{data} ? 0700 : 0755 or die "$dir: $!";
		chown((getpwnam $user)[2, 3], $dir) if $user;
	}
}

sub make {
	my ($self) = @_;

	$self->make_directories;
	$self->run_quiet(as_postgres($self->program('initdb'), '-D', $self->{data}, '-U', $self->{superuser}, '--auth=trust',
		'--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'))
		or die "initdb failed, see $self->{log}\n";
}

sub start {
	my ($self) = @_;

	$self->make unless -e "$self->{data}/PG_VERSION";
	if (!$self->try_start) {
		$self->make;		# broken, for example by a crash of the machine
		$self->try_start or die "PostgreSQL does not start, see $self->{log}\n";
	}
	$self->drop_leftovers;
}

sub try_start {
	my ($self) = @_;
	my @options = map { ('-c', $_) } @settings, @{ $self->{settings} }, "unix_socket_directories=$self->{sockets}", "port=${\$self->port}";
	my $options = join ' ', map { my $o = $_; $o =~ s/'/'\\''/g; "'$o'" } @options;

	return $self->run_quiet(as_postgres($self->program('pg_ctl'), '-D', $self->{data}, '-w', '-t', START_SECONDS,
		'-l', $self->{log}, '-o', $options, 'start'));
}

sub stop {
	my ($self, $mode) = @_;

	return $self->run_quiet(as_postgres($self->program('pg_ctl'), '-D', $self->{data}, '-w', '-m', $mode // 'fast', 'stop'));
}

# No process uses the cluster yet, so every test database is a leftover.
sub drop_leftovers {
	my ($self) = @_;

	$self->as_superuser('postgres', qq(drop database "$_" with (force)))
		for split /\n/, $self->as_superuser('postgres', q(select datname from pg_database where datname like 't\_%'));
}

# sql() - runs a statement as the owner; returns rows as lines, columns separated by tabs.  Each database keeps the
# session of its last statement, as new; a fork begins its own.
sub sql {
	my ($self, $database, $text) = @_;

	$self->{sessions} = {} if ($self->{sessions_of} //= $$) != $$;
	$self->{sessions_of} = $$;
	$self->{sessions} = {} if $text =~ /\b(?:create|alter|drop) database\b/i;	# it must have none
	my $session = delete $self->{sessions}{$database};
	$session = $self->session($database) unless $session && $session->usable;
	my $answer = $session->run($text);
	$self->{sessions}{$database} = $session if $session->usable;
	die "$answer->{error}\nin: $text\n" if $answer->{error};
	return join "\n", @{ $answer->{rows} };
}

# as_superuser() - runs a statement as the superuser, in a session of its own.
sub as_superuser {
	my ($self, $database, $text) = @_;
	my $answer = $self->session($database, $self->{superuser})->run($text);

	die "$answer->{error}\nin: $text\n" if $answer->{error};
	return join "\n", @{ $answer->{rows} };
}

sub session {
	my ($self, $database, $user) = @_;

	return Lastro::Session->start("$self->{sockets}/.s.PGSQL.${\$self->port}", $database, $user // 'lastro')
		// die "$database: nothing answers at $self->{sockets}\n";
}

# watch() - starts a process that stops the cluster once idle, and removes its data.  A new program, so that it inherits
# none of our descriptors, especially the locks.
sub watch {
	my ($self) = @_;
	my $pid = fork // die "fork: $!";

	if ($pid) {
		waitpid $pid, 0;
		return;
	}
	POSIX::setsid();
	POSIX::_exit(0) if fork;
	open STDIN, '<', '/dev/null';
	open STDOUT, '>>', $self->{log};
	open STDERR, '>&', \*STDOUT;
	my $lib = abs_path(dirname(__FILE__) . '/..');
	chdir '/';
	exec $^X, "-I$lib", '-MLastro::Cluster', '-e', 'Lastro::Cluster->new(shift)->watch_loop', $self->{base}
		or POSIX::_exit(127);
}

sub watch_loop {
	my ($self) = @_;
	my $idle_since;

	while (1) {
		sleep 1;
		my $done = $self->locked(sub {
			return 1 unless -d $self->{data} && $self->answers;
			open my $users, '>>', "$self->{base}/users.lock" or return 1;
			if (!flock $users, LOCK_EX | LOCK_NB) {
				undef $idle_since;
				return 0;
			}
			$idle_since //= time;
			return 0 if time - $idle_since < IDLE_SECONDS;
			remove_tree($self->{data}) if $self->stop;
			return 1;
		});
		return if $done;
	}
}

1;
