# SPDX-License-Identifier: Apache-2.0
package Lastro::Test;

# The environment of an end-to-end test: a separate database in the shared private PostgreSQL, the lastro
# command, a pool of workers on a unix socket, and a FastCGI client.
#
#	my $t = Lastro::Test->new;
#	my $a = account($t);				# an account with its keys (Lastro::Tenants)
#	$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
#	my $r = $t->get('/v1/portfolios', key => $a->{user_key});
#	is $r->status, 200;
#	is $r->json->{data}[0]{name}, 'Principal';	# numbers are the characters sent: '1.10'
#
# Everything is stopped and removed with the object.  Nothing waits by sleeping: wait_for() polls to a deadline.

use strict;
use warnings;
use feature qw(state);

use Carp qw(croak);
use Cwd qw(abs_path);
use Digest::SHA;
use Encode ();
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(remove_tree);
use File::Temp ();
use IO::Socket::INET;
use JSON::PP ();
use Lastro::Cluster;
use Lastro::FastCGI qw(fastcgi_request);
use Lastro::Response;
use POSIX ();
use Scalar::Util qw(weaken);
use Test::More ();
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(wait_for top_srcdir top_builddir shared_dir program slurp spew free_port run_command);

my $top = $ENV{LASTRO_TOP_SRCDIR} || abs_path(dirname(__FILE__) . '/../../..');
my $build = $ENV{LASTRO_TOP_BUILDDIR} || "$top/build";
my $databases = 0;
my %living;	# destroyed in END, since global destruction has no defined order

$ENV{LC_ALL} = 'C.UTF-8';
binmode Test::More->builder->$_, ':encoding(UTF-8)' for qw(output failure_output todo_output);
delete @ENV{grep /^LASTRO_(?!TOP_|SHARED|TEST_|RECORD(?:_WHOLE)?$)/, keys %ENV};

# ---- places ----

sub top_srcdir { $top }
sub top_builddir { $build }

# shared_dir() - the folder of example files, or undef where it is absent.
sub shared_dir {
	my $dir = $ENV{LASTRO_SHARED} || "$top/../shared";

	return -d $dir ? $dir : undef;
}

sub program {
	my ($name) = @_;

	return "$build/src/$name";
}

sub slurp {
	my ($path) = @_;

	open my $f, '<:raw', $path or croak "$path: $!";
	local $/;
	return scalar <$f>;
}

sub spew {
	my ($path, $bytes) = @_;

	open my $f, '>:raw', $path or croak "$path: $!";
	print $f $bytes;
	close $f or croak "$path: $!";
}

# ---- waiting ----

# wait_for() - polls until the code returns a true value, and returns it; undef after the timeout in seconds.
sub wait_for(&;$) {
	my ($true, $seconds) = @_;
	my $deadline = time + ($seconds // 20);

	while (1) {
		my $value = $true->();
		return $value if $value;
		return undef if time > $deadline;
		sleep 0.02;
	}
}

sub free_port {
	my $socket = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1', LocalPort => 0) or die "port: $!";

	return $socket->sockport;
}

# ---- commands ----

# run_command() - runs a program; {status, out, err}, where status is the exit status, or 128 + signal.
sub run_command {
	my ($options, @command) = @_;
	my ($out, $err) = (File::Temp->new, File::Temp->new);
	my $pid = fork // die "fork: $!";

	if (!$pid) {
		%ENV = (%ENV, %{ $options->{env} // {} });
		defined $ENV{$_} or delete $ENV{$_} for keys %ENV;
		chdir $options->{dir} if $options->{dir};
		open STDIN, '<', $options->{in} // '/dev/null' or POSIX::_exit(126);
		open STDOUT, '>&', $out or POSIX::_exit(126);
		open STDERR, '>&', $err or POSIX::_exit(126);
		exec { $command[0] } @command or POSIX::_exit(127);
	}
	waitpid $pid, 0;
	return {
		status => $? & 127 ? 128 + ($? & 127) : $? >> 8,
		out => slurp($out->filename),
		err => slurp($err->filename),
	};
}

# ---- the object ----

# new() - options: database => 0 for no database, template => 0 for an empty one, copy_of => a function of the test that
# returns the database to copy, cluster => a running private cluster instead of the shared one.
sub new {
	my ($class, %o) = @_;
	my $self = bless { owner => $$, dir => File::Temp->newdir('lastro-XXXXXXXX', TMPDIR => 1), children => [] }, $class;

	weaken($living{ 0 + $self } = $self);
	chmod 0755, "$self->{dir}";	# so that a web server of another user can reach the socket
	if ($ENV{LASTRO_TEST_CITUS} && ($o{database} // 1) && ($o{template} // 1) && !$o{cluster}) {
		require Lastro::Nodes;
		Lastro::Nodes->fill($self);
	} elsif ($o{database} // 1) {
		$self->{cluster} = $o{cluster} // Lastro::Cluster->shared($build);
		$self->{database} = sprintf 't_%d_%d', $$, ++$databases;
		my $template = $o{copy_of} ? $o{copy_of}->($self) : $o{template} // 1 ? $self->template : 'template1';
		$self->{cluster}->sql('postgres', qq(create database "$self->{database}" template "$template" strategy file_copy));
	}
	return $self;
}

sub dir { "$_[0]{dir}" }
sub socket_path { $_[0]{socket} }

# The template: a database migrated by this build of the command, created once.
sub template {
	my ($self) = @_;
	my $cluster = $self->{cluster};
	my ($device, $inode, $size, $modified) = (Time::HiRes::stat(program('lastro')))[0, 1, 7, 9];
	my $name = 'template_' . substr(Digest::SHA::sha256_hex("$device $inode $size $modified"), 0, 12);

	$cluster->locked(sub {
		return if $cluster->sql('postgres', "select 1 from pg_database where datname = '$name'");
		for my $old (split /\n/, $cluster->sql('postgres', q(select datname from pg_database where datname like 'template\_%'))) {
			$cluster->sql('postgres', qq(alter database "$old" is_template false));
			$cluster->sql('postgres', qq(drop database "$old" with (force)));
		}
		$cluster->sql('postgres', qq(create database "${name}_new"));
		my $r = run_command({ env => { LASTRO_DATABASE => $cluster->conninfo("${name}_new", 'lastro') } },
			program('lastro'), 'db', 'migrate');
		if ($r->{status}) {
			$cluster->sql('postgres', qq(drop database "${name}_new" with (force)));
			die "lastro db migrate: $r->{out}$r->{err}";
		}
		$cluster->sql('postgres', qq(alter database "${name}_new" rename to "$name"));
	});
	return $name;
}

# Connection strings of the owner (the command) and of the worker's role, with options of its server besides its own.
sub conninfo_owner { $_[0]{cluster}->conninfo($_[0]{database}, 'lastro') }
sub conninfo_worker {
	my ($self, @options) = @_;
	my $all = join ' ', @{ $self->{worker_options} // [] }, @options;

	return $self->{cluster}->conninfo($self->{database}, 'lastro_worker') . ($all ? " options='$all'" : '');
}
# The connection string of lastro_loader or lastro_sender.
sub conninfo_of { $_[0]{cluster}->conninfo($_[0]{database}, "lastro_$_[1]") }

# sql() - runs a statement as the owner; returns rows as lines, columns separated by tabs.
sub sql {
	my ($self, $text) = @_;

	return $self->{cluster}->sql($self->{database}, "set client_min_messages = warning; set search_path = lastro, public; $text");
}

# waits() - how many sessions of the database wait for a lock, on any of its machines; of one role where one is given.
sub waits {
	my ($self, $role) = @_;
	my $of = $role ? "and usename = 'lastro_$role'" : '';
	my $n = 0;

	$n += $_->as_superuser($self->{database}, "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' $of")
		for @{ $self->{machines} // [$self->{cluster}] };
	return $n;
}

# digest() - a line for each table but these, with a digest of its rows; the worker first ends what it stores after its last answer.
sub digest {
	my ($self, @but) = @_;
	my $left_out = join ', ', map { "'$_'" } 'credential', @but;

	$self->get('/v1/status');
	# Ordered: the server may read the tables in parallel.
	return $self->sql($self->{digests}{"@but"} //= join(' union all ', map { qq(select '$_', coalesce(md5(string_agg(md5(x::text), '' order by md5(x::text))), '') from "$_" x) }
		grep { length } split /\n/, $self->sql("select table_name from information_schema.tables where table_schema = 'lastro' and table_type = 'BASE TABLE' and table_name not in ($left_out) order by 1")) . ' order by 1');
}

# lastro() - runs the command; lastro_ok() returns its output, and dies unless it succeeds; lastro_json() does the
# same with --json, and decodes it.
sub lastro {
	my ($self, @arguments) = @_;
	my %o = ref $arguments[0] ? %{ shift @arguments } : ();

	return run_command({ %o, env => { LASTRO_DATABASE => $self->conninfo_owner, LASTRO_PDF => program('lastro-pdf'), %{ $o{env} // {} } } },
		program('lastro'), @arguments);
}

sub lastro_ok {
	my ($self, @arguments) = @_;
	my $r = $self->lastro(@arguments);

	croak "lastro @arguments: status $r->{status}: $r->{out}$r->{err}" if $r->{status};
	return $r->{out};
}

sub lastro_json {
	my ($self, @arguments) = @_;

	return Lastro::Response::numbers_kept($self->lastro_ok(@arguments, '--json'));
}

# ---- the pool ----

# start_daemon() - starts a program in the background, with its output in a log file.
sub start_daemon {
	my ($self, $o, @command) = @_;
	my $log = $o->{log} // "$self->{dir}/daemon.log";
	my $pid = fork // die "fork: $!";

	if (!$pid) {
		%ENV = (%ENV, %{ $o->{env} // {} });
		defined $ENV{$_} or delete $ENV{$_} for keys %ENV;
		open STDIN, '<', '/dev/null';
		open STDOUT, '>>', $log or POSIX::_exit(126);
		open STDERR, '>&', \*STDOUT;
		if (my $before = $o->{before}) {
			$before->();
		}
		exec { $command[0] } @command or POSIX::_exit(127);
	}
	push @{ $self->{children} }, $pid;
	return $pid;
}

# start_pool() - starts a pool; options: workers (2), env, mode, program, wait (1: until all are ready).
sub start_pool {
	my ($self, %o) = @_;
	my $workers = $o{workers} // 2;

	$self->{socket} = "$self->{dir}/f.sock";
	$self->{log} = "$self->{dir}/pool.log";
	$self->forget_log;
	$self->{master} = $self->start_daemon({ log => $self->{log}, env => { $self->worker_env, %{ $o{env} // {} } } },
		$o{program} // program('lastro.fcgi'), '--listen', $self->{socket}, '--workers', $workers,
		'--mode', $o{mode} // '0666', '--pid', "$self->{dir}/pool.pid");
	if ($o{wait} // 1) {
		my $gone;
		wait_for {
			$gone = waitpid($self->{master}, POSIX::WNOHANG()) != 0;
			$gone || $self->log_count('worker ready') >= $workers
		} 60;
		if ($gone || $self->log_count('worker ready') < $workers) {
			delete $self->{master};
			croak "the pool does not start:\n" . slurp($self->{log});
		}
	}
	return $self->{master};
}

sub worker_env {
	my ($self) = @_;

	return (LASTRO_DATABASE => $self->{worker_conninfo} // $self->conninfo_worker,
		LASTRO_SECRET => 'a-secret-of-the-tests-32-characters',
		LASTRO_PDF => program('lastro-pdf'),
		LASTRO_RATE => 1_000_000);	# tests exceed the normal rate limit
}

# log_lines() - the pool's log lines, decoded, without the lines of requests and without other output (a
# sanitizer's).  Continues at the last position, since logs get long under load.
sub log_lines {
	my ($self) = @_;
	my $size = -s $self->{log} // 0;
	my $seen = $self->{log_seen} //= { at => 0, lines => [] };

	%$seen = (at => 0, lines => []) if $size < $seen->{at};
	return @{ $seen->{lines} } unless $size > $seen->{at};
	open my $f, '<:raw', $self->{log} or return ();
	seek $f, $seen->{at}, 0;
	while (my $line = <$f>) {
		last unless $line =~ /\n\z/;
		$seen->{at} += length $line;
		next if $line =~ /"msg":"request"/;
		my $event = eval { JSON::PP->new->utf8->decode($line) };
		push @{ $seen->{lines} }, $event if $event;
	}
	return @{ $seen->{lines} };
}

# requests() - the log lines of requests, decoded.
sub requests {
	my ($self) = @_;

	return map { JSON::PP->new->utf8->decode($_) } grep { /"msg":"request"/ } split /\n/, slurp($self->{log});
}

sub log_count {
	my ($self, $message) = @_;

	return scalar grep { $_->{msg} eq $message } $self->log_lines;
}

# forget_log() - removes the log, so that the next pool begins a new one.
sub forget_log {
	my ($self) = @_;

	unlink $self->{log};
	delete $self->{log_seen};
}

# workers() - process ids of the master's living children.
sub workers {
	my ($self, $master) = @_;
	my @pids;

	$master //= $self->{master};
	for my $stat (glob '/proc/[0-9]*/stat') {
		open my $f, '<', $stat or next;
		my $line = <$f> // next;
		my ($pid, $state, $parent) = $line =~ /^(\d+) \(.*\) (\S) (\d+)/ or next;
		push @pids, $pid if $parent == $master && $state ne 'Z';
	}
	@pids = sort { $a <=> $b } @pids;
	return @pids;
}

# ended() - waits for a child process to end; its exit status, or undef on timeout.
sub ended {
	my ($self, $pid, $seconds) = @_;
	my $status;

	wait_for { waitpid($pid, POSIX::WNOHANG()) == $pid ? (($status = $?), 1) : 0 } $seconds;
	$self->{children} = [grep { $_ != $pid } @{ $self->{children} }] if defined $status;
	return $status;
}

sub stop_pool {
	my ($self) = @_;
	my $master = delete $self->{master} or return;

	kill TERM => $master;
	defined $self->ended($master, 30) or do {
		Test::More::diag("the pool did not stop:\n" . slurp($self->{log}));
		kill KILL => $master;
		$self->ended($master, 5);
	};
	$self->check_sanitizer;
}

# A sanitizer's report fails the test, even if every answer was right.
sub check_sanitizer {
	my ($self) = @_;
	my $log = -e $self->{log} ? slurp($self->{log}) : '';

	return unless $log =~ /(==\d+==ERROR|runtime error:|LeakSanitizer)/;
	Test::More::diag($log);
	Test::More::fail("sanitizer: $1");
}

# ---- requests ----

# request() - sends a request by FastCGI.  Options: key (a bearer), workspace, headers ({name => value or [values]}),
# body (bytes), json (a structure), type (content type), socket, address (of the client).  Undef when the connection broke.
sub request {
	my ($self, $method, $target, %o) = @_;
	my ($path, $query) = split /\?/, $target, 2;
	my ($body, $type) = ($o{body}, $o{type});
	my %headers = %{ $o{headers} // {} };
	my @params;

	if (exists $o{json}) {
		$body = ref $o{json} ? JSON::PP->new->utf8->canonical->encode($o{json}) : $o{json};
		$type //= 'application/json';
	}
	$headers{Authorization} //= "Bearer $o{key}" if defined $o{key};
	$headers{'x-service-workspace'} //= $o{workspace} if defined $o{workspace};
	(my $decoded = $path) =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge;
	@params = (
		REQUEST_METHOD => $method, REQUEST_URI => $target, SCRIPT_NAME => '', PATH_INFO => $decoded,
		DOCUMENT_URI => $decoded, QUERY_STRING => $query // '', SERVER_PROTOCOL => 'HTTP/1.1',
		REMOTE_ADDR => $o{address} // '127.0.0.1', GATEWAY_INTERFACE => 'CGI/1.1', CONTENT_TYPE => $type // '',
		CONTENT_LENGTH => defined $body ? length $body : '',
	);
	for my $name (sort keys %headers) {
		(my $variable = 'HTTP_' . uc $name) =~ tr/-/_/;
		push @params, $variable => $_ for ref $headers{$name} ? @{ $headers{$name} } : $headers{$name};
	}
	my $r = fastcgi_request($o{socket} // $self->{socket}, \@params, $body);
	hold_to_document($method, $target, $r) if $r;
	return $r;
}

# hold_to_document() - checks answers of the API against doc/openapi.yaml in every test: only the first answers of each
# operation and status, since more of them cost time and rarely find anything; HOLD_TO_DOCUMENT=1000000 checks all.
sub hold_to_document {
	my ($method, $target, $r) = @_;
	state ($document, %said, %held);

	require Lastro::OpenApi;
	$document //= Lastro::OpenApi->built;
	my $id = $document->operation_at($method, $target =~ s/\?.*//sr) // return;

	return if $held{ "$id " . $r->status }++ >= ($ENV{HOLD_TO_DOCUMENT} // 20);
	for my $wrong ($document->strayed($id, $r)) {
		Test::More::fail("as its document says: $method $target: $wrong") unless $said{$wrong}++;
	}
	return;
}

sub get { my ($self, @a) = @_; return $self->request('GET', @a) }
sub delete_ { my ($self, @a) = @_; return $self->request('DELETE', @a) }
sub post { my ($self, $path, $json, %o) = @_; return $self->request('POST', $path, (defined $json ? (json => $json) : ()), %o) }
sub put { my ($self, $path, $json, %o) = @_; return $self->request('PUT', $path, json => $json, %o) }
sub patch { my ($self, $path, $json, %o) = @_; return $self->request('PATCH', $path, json => $json, %o) }

# upload() - sends a file as multipart/form-data, in a part named file.
sub upload {
	my ($self, $path, $filename, $bytes, %o) = @_;
	my $boundary = 'lastro-' . substr(Digest::SHA::sha256_hex($bytes), 0, 16);
	my $body = join "\r\n", "--$boundary",
		qq(Content-Disposition: form-data; name="file"; filename="$filename"),
		'Content-Type: application/octet-stream', '', $bytes, "--$boundary--", '';

	return $self->request('POST', $path, body => $body, type => "multipart/form-data; boundary=$boundary", %o);
}

# ---- nginx ----

# certificate() - makes a temporary certificate for localhost; returns the paths of certificate and key.
sub certificate {
	my ($self) = @_;
	my ($cert, $key) = map { "$self->{dir}/$_" } qw(cert.pem key.pem);

	if (!-e $cert) {
		my $r = run_command({}, 'openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
			'-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1',
			'-keyout', $key, '-out', $cert);
		die "openssl: $r->{err}" if $r->{status};
	}
	return ($cert, $key);
}

# start_nginx() - starts nginx with the project's configuration in front of the pool, on a free port with TLS.
# Options are those of nginx/render without their dashes (rate, burst …).  Returns the base URL.
sub start_nginx {
	my ($self, %o) = @_;
	my ($cert, $key) = $self->certificate;
	my $run = "$self->{dir}/nginx";
	my $port;

	mkdir $run;
	$o{user} //= 'nobody:' . getgrgid((getpwnam 'nobody')[3]) unless $>;
	for my $try (1 .. 5) {
		$port = free_port();
		my $r = run_command({}, $^X, "$top/nginx/render", '--listen', "127.0.0.1:$port", '--socket', $self->{socket},
			'--cert', $cert, '--key', $key, '--run', $run, map { ("--$_", $o{$_}) } sort keys %o);
		die "nginx/render: $r->{err}" if $r->{status};
		spew("$run/nginx.conf", $r->{out});
		$self->{nginx} = $self->start_daemon({ log => "$run/output.log" }, '/usr/sbin/nginx', '-p', $run,
			'-e', "$run/error.log", '-c', "$run/nginx.conf", '-g', 'daemon off;');
		my $gone = 0;
		my $up = wait_for {
			$gone = waitpid($self->{nginx}, POSIX::WNOHANG()) != 0;
			$gone || IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
		};
		last if $up && !$gone;
		die "nginx does not start:\n" . slurp("$run/error.log") . slurp("$run/output.log") if $try == 5;
	}
	$self->{url} = "https://localhost:$port";
	return $self->{url};
}

sub stop_nginx {
	my ($self) = @_;
	my $nginx = delete $self->{nginx} or return;

	kill QUIT => $nginx;
	defined $self->ended($nginx, 20) or kill KILL => $nginx;
}

# curl() - sends a request through nginx.  Options as in request(), and curl => [further arguments], url.
sub curl {
	my ($self, $method, $target, %o) = @_;
	my $file = File::Temp->new(DIR => $self->dir);
	my @arguments = ('-sS', '--max-time', 60, '-i', '--http1.1');
	my %headers = %{ $o{headers} // {} };
	my ($body, $type) = ($o{body}, $o{type});

	if (exists $o{json}) {
		$body = ref $o{json} ? JSON::PP->new->utf8->canonical->encode($o{json}) : $o{json};
		$type //= 'application/json';
	}
	$headers{Authorization} //= "Bearer $o{key}" if defined $o{key};
	$headers{'Content-Type'} //= $type if defined $type;
	$headers{Expect} = '' if defined $body;		# no 100 Continue in the answer
	push @arguments, $method eq 'HEAD' ? '--head' : ('-X', $method);
	for my $name (sort keys %headers) {
		push @arguments, '-H', "$name: $_" for ref $headers{$name} ? @{ $headers{$name} } : $headers{$name};
	}
	if (defined $body) {
		spew($file->filename, $body);
		push @arguments, '--data-binary', '@' . $file->filename;
	}
	push @arguments, '--cacert', ($self->certificate)[0] unless $o{url};
	my $r = run_command({}, 'curl', @arguments, @{ $o{curl} // [] }, ($o{url} // $self->{url}) . $target);
	return undef if $r->{out} eq '';
	return Lastro::Response->parse($r->{out});
}

# ---- cleanup ----

sub finish {
	my ($self) = @_;

	return if $self->{finished} || $self->{owner} != $$;	# in a fork of the test
	$self->{finished} = 1;
	delete $living{ 0 + $self };
	local ($?, $@, $!);
	$self->stop_pool if $self->{master};
	for my $pid (reverse @{ $self->{children} }) {
		kill TERM => $pid;
		defined $self->ended($pid, 10) or do { kill KILL => $pid; waitpid $pid, 0 };
	}
	if ($self->{database} && $self->{cluster}) {
		for my $machine (@{ $self->{machines} // [$self->{cluster}] }) {
			eval { $machine->as_superuser('postgres', qq(drop database if exists "$self->{database}" with (force))) };
			warn $@ if $@;
		}
	}
}

sub DESTROY { $_[0]->finish }
sub finish_all { $_->finish for grep { defined } values %living }
END { finish_all() }
$SIG{$_} = sub { exit 1 } for qw(INT TERM HUP PIPE);

1;
