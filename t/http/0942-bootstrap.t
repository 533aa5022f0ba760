#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# ./bootstrap up, twice at once and with taken ports, starts one of each server; ./bootstrap down leaves no process, no
# socket and no pid file, even if masters have died.  The build and the demonstration are tested elsewhere: this test uses
# the present build's programs, and a demonstration of one account.

use strict;
use warnings;

use Cwd qw(realpath);
use File::Copy qw(copy);
use File::Find qw(find);
use File::Temp qw(tempdir);
use IO::Socket::INET;
use Lastro::Test qw(program run_command slurp spew top_srcdir wait_for);
use Socket;
use Test::More;

for my $tool (qw(/usr/lib/postgresql/15/bin/initdb nginx openssl curl flock make)) {
	plan skip_all => "there is no $tool" unless grep { -x $_ } $tool =~ m{^/} ? $tool : map { "$_/$tool" } split(/:/, $ENV{PATH}), '/usr/sbin', '/sbin';
}

# ---- a built checkout ----

my $top = realpath(tempdir('lastro-bootstrap.XXXXXX', TMPDIR => 1, CLEANUP => 1));
chmod 0755, $top;
sub put { my ($name, $text, $mode) = @_; spew("$top/$name", $text); chmod $mode // 0644, "$top/$name" }
mkdir "$top/$_" for qw(contrib contrib/demo nginx src t doc var var/build var/build/src);
put('configure.ac', '');
put('Makefile.am', '');
put('configure', "#!/bin/sh\n", 0755);
put('contrib/packages', '');
put('var/build/config.status', '');
put('var/build/Makefile', "all:\n");
put('contrib/demo/load', <<'SH', 0755);
#!/bin/sh
set -eu
as_service() { if [ "$(id -un)" = "$DEMO_USER" ]; then "$@"; else runuser -u "$DEMO_USER" -- "$@"; fi; }
as_service "$LASTRO" account show demo@lastro.example >/dev/null 2>&1 || as_service "$LASTRO" account create --email demo@lastro.example --name Demo >/dev/null
printf 'BASE_URL=%s\nCA_FILE=%s\nUSER_KEY=x\nPORTFOLIO_ID=x\n' "$BASE_URL" "$CA_FILE" >"$DEMO_ENV"
SH
for my $file (['bootstrap', 0755], ['nginx/render', 0755], ['nginx/lastro.conf.in', 0644]) {
	copy(top_srcdir() . "/$file->[0]", "$top/$file->[0]") or die "$file->[0]: $!";
	chmod $file->[1], "$top/$file->[0]";
}
for my $name (qw(lastro lastro.fcgi)) {
	copy(program($name), "$top/var/build/src/$name") or die "$name: $!";
	chmod 0755, "$top/var/build/src/$name";
}
utime 1, 1, "$top/configure.ac", "$top/Makefile.am", "$top/configure";

# run() - runs bootstrap: {status, out, err}; or several at once.
sub run {
	my @commands = @_;
	my @pids = map {
		my ($n, $command) = ($_, $commands[$_]);
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			open STDOUT, '>', "$top/out.$n";
			open STDERR, '>', "$top/err.$n";
			open STDIN, '<', '/dev/null';
			exec "$top/bootstrap", $command or POSIX::_exit(127);
		}
		$pid
	} 0 .. $#commands;
	my @status = map { waitpid $_, 0; $? >> 8 } @pids;

	return map { { status => $status[$_], out => slurp("$top/out.$_"), err => slurp("$top/err.$_") } } 0 .. $#commands;
}

# ours() - processes with a file of this installation in their command line or open: name => [pids].
sub ours {
	my %found;
	my $run = $_[0] // '';

	for my $process (glob '/proc/[0-9]*') {
		my ($pid) = $process =~ /(\d+)$/;
		next if $pid == $$;
		my $line = -r "$process/cmdline" ? do { local $/; open my $f, '<', "$process/cmdline" or next; <$f> // '' } : '';
		my @open = map { readlink // '' } glob "$process/fd/*";
		next unless grep { index($_, "$top/") >= 0 || ($run && index($_, "$run/") >= 0) } $line, @open;
		open my $f, '<', "$process/comm" or next;
		chomp(my $name = <$f> // next);
		push @{ $found{$name} }, $pid;
	}
	return \%found;
}
sub masters { my ($run) = @_; return { map { my ($name, $file) = @$_; my ($pid) = -f $file ? split /\n/, slurp($file) : (); $name => $pid } ['nginx', "$top/var/nginx/nginx.pid"],
	['lastro.fcgi', "$run/lastro.pid"], ['postgres', "$top/var/pg/postmaster.pid"] } }

# left() - everything that down must not leave.
sub left {
	my ($run, $port) = @_;
	my @left;

	find({ no_chdir => 1, wanted => sub { push @left, $_ if -S $_ || -p $_ || /\.pid$/ || m{/\.s\.PGSQL} } }, $top);
	push @left, $run if -e $run;
	push @left, "port $port" if IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port, Timeout => 1);
	push @left, map { "$top/var/$_" } grep { -e "$top/var/$_" } qw(run port lastro);
	my $ours = ours($run);
	push @left, map { "$_ @{ $ours->{$_} }" } sort keys %$ours;
	return \@left;
}
my $me = $$;
END { local $?; run('down') if defined $me && $me == $$ && -d "$top/var" && !$ENV{LASTRO_KEEP} && -f "$top/var/state" }

# ---- twice at once, with taken ports ----

# One port that listens, and one that is only bound, which cannot be seen beforehand.
my $listening = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 8443, Listen => 1);
my ($held, $port);
socket $held, PF_INET, SOCK_STREAM, 0 or die "socket: $!";
for $port (8444 .. 8460) {
	last if bind $held, sockaddr_in($port, INADDR_LOOPBACK);
}
my ($held_port) = sockaddr_in(getsockname $held);

my @up = run('up', 'up');
is_deeply [map { $_->{status} } @up], [0, 0], 'two at once do' or diag map { "$_->{out}$_->{err}" } @up;
is scalar(grep { $_->{err} =~ /esperando outro/ } @up), 1, 'one waits for the other';
my ($url) = $up[0]{out} =~ m{no ar: (https://localhost:\d+)};
is_deeply [map { $_->{out} =~ m{no ar: (\S+)} } @up], [$url, $url], 'both say where it is';
($port) = $url =~ /:(\d+)$/;
isnt $port, 8443, 'not at a port in use';
isnt $port, $held_port, 'not at a port that cannot be bound';
is run_command({}, 'curl', '-fsS', '--cacert', "$top/var/ca.crt", "$url/v1/status")->{status}, 0, 'it answers';
chomp(my $run = slurp("$top/var/run"));
# roots() - the number of processes that are not a child of the master; workers replaced by the second run end soon.
sub roots {
	my $masters = masters($run);
	my %of = map { $_ => 0 } keys %$masters;
	my $ours = ours($run);

	for my $name (keys %$ours) {
		for my $pid (@{ $ours->{$name} }) {
			open my $f, '<', "/proc/$pid/stat" or next;
			my ($parent) = <$f> =~ /^\d+ \(.*\) \S (\d+)/;
			$of{$name}++ unless $parent == ($masters->{$name} // 0);
		}
	}
	return join ' ', map { "$_ $of{$_}" } sort keys %of;
}
my $masters = masters($run);
ok wait_for { roots() eq 'lastro.fcgi 1 nginx 1 postgres 1' }, 'one of each runs' or diag roots(), explain ours($run);

# ---- nothing is left ----

my ($down) = run('down');
is $down->{status}, 0, 'down' or diag $down->{err};
is_deeply left($run, $port), [], 'leaves no process, no socket, no pid file';
is((run('down'))[0]{status}, 0, 'again: there is nothing to do');
is_deeply left($run, $port), [], 'none of that is left';

# Sign-up is chosen at each up, as is any setting of the workers.
sub sign_up { return run_command({}, 'curl', '-sS', '-o', '/dev/null', '-w', '%{http_code}', '--cacert', "$top/var/ca.crt", "$_[0]/sign-up")->{out} }
my ($again) = do { local $ENV{LASTRO_SIGN_UP} = 'on'; run('up') };
is $again->{status}, 0, 'up again, with LASTRO_SIGN_UP=on' or diag "$again->{out}$again->{err}";
my ($open) = $again->{out} =~ m{no ar: (https://localhost:\d+)};
sub origins { return run_command({}, 'curl', '-sS', '-D', '-', '-o', '/dev/null', '--cacert', "$top/var/ca.crt", '-H', 'Origin: https://app.example', "$_[0]/v1/status")->{out} }
unlike origins($open), qr{app\.example}, 'no page of another origin';
is sign_up($open), 200, 'anyone may sign up';
like $again->{out}, qr{\Q$open\E/sign-up.*lastro mail send}s, 'where, and how to send the link, is printed';
($again) = run('up');
is $again->{status}, 0, 'and without' or diag "$again->{out}$again->{err}";
is sign_up($open), 404, 'nobody does';
unlike $again->{out}, qr{/sign-up}, 'nothing about it is printed';
($again) = do { local $ENV{LASTRO_CORS_ORIGINS} = 'https://app.example'; run('up') };
is $again->{status}, 0, 'up again, with LASTRO_CORS_ORIGINS' or diag "$again->{out}$again->{err}";
like origins($open), qr{^access-control-allow-origin: https://app\.example}mi, 'pages of that origin may ask the workers that ran before';
($again) = run('up');
unlike origins($open), qr{app\.example}, 'and without it not';
($port) = $again->{out} =~ m{no ar: https://localhost:(\d+)};
chomp($run = slurp("$top/var/run"));
$masters = masters($run);
kill KILL => @$masters{qw(nginx lastro.fcgi)};
ok wait_for { !grep { kill 0, $_ } @$masters{qw(nginx lastro.fcgi)} }, 'the masters of nginx and of the workers are killed';
my @both = run('down', 'down');
is_deeply [map { $_->{status} } @both], [0, 0], 'two downs at once' or diag map { $_->{err} } @both;
is_deeply left($run, $port), [], 'leave nothing either';

# ---- a pid in a file may be another process's ----

mkdir "$top/var/nginx";
spew("$top/var/nginx/nginx.pid", "$$\n");
run('down');
ok kill(0, $$), 'a process that is not ours is left alone';
is_deeply left($run, $port), [], 'and the file is removed';

done_testing;
