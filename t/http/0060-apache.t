#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Under Apache with the files of contrib/apache: workers started by mod_fcgid, and the pool behind mod_proxy_fcgi.

use strict;
use warnings;
use File::Copy ();
use IO::Socket::INET;
use Lastro::Tenants qw(account);
use Lastro::Test qw(free_port program slurp spew top_builddir wait_for);
use Test::More;

my ($apache) = grep { -x } qw(/usr/sbin/apache2 /usr/sbin/httpd);
plan skip_all => 'Apache is not installed' unless $apache;

my $t = Lastro::Test->new;
my $ana = account($t);
my ($modules) = grep { -d } qw(/usr/lib/apache2/modules /usr/lib64/httpd/modules /usr/lib/httpd/modules);

# Apache's children run as nobody when root starts it, so the programs are copied to a readable directory.
mkdir $t->dir . '/bin';
File::Copy::copy(program('lastro.fcgi'), $t->dir . '/bin/lastro.fcgi') or die "copy: $!";
chmod 0755, $t->dir . '/bin/lastro.fcgi';

# The installed path.
my ($sbin) = slurp(top_builddir() . '/contrib/apache/fcgid.conf') =~ m{ScriptAlias "/" "(.+)/lastro\.fcgi/"} or die 'fcgid.conf has no program';

# start_apache() - starts Apache with a file of contrib/apache, its paths replaced.
sub start_apache {
	my ($file, $loaded, %replace) = @_;
	my $port = free_port();
	my $run = $t->dir . "/$file.d";
	my $conf = slurp(top_builddir() . "/contrib/apache/$file");
	my @user = $> ? () : ('User nobody', 'Group ' . getgrgid((getpwnam 'nobody')[3]));

	mkdir $run, 0755;
	chown((getpwnam 'nobody')[2, 3], $run) unless $>;
	for my $from (keys %replace) {
		$conf =~ s/\Q$from\E/$replace{$from}/g or die "$from is not in $file";
	}
	spew("$run/apache.conf", join "\n", "ServerRoot $run", 'ServerName localhost', "Listen 127.0.0.1:$port",
		"PidFile $run/pid", "ErrorLog $run/error.log", "DefaultRuntimeDir $run", @user,
		(map { "LoadModule ${_}_module $modules/mod_$_.so" } qw(mpm_event authz_core alias), @$loaded),
		(map { $_ eq 'fcgid' ? ("FcgidIPCDir $run", "FcgidProcessTableFile $run/fcgid_shm") : () } @$loaded), $conf, '');
	my $pid = $t->start_daemon({ log => "$run/output.log" }, $apache, '-DFOREGROUND', '-f', "$run/apache.conf");
	wait_for { IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) }
		or die "Apache does not start:\n" . slurp("$run/output.log");
	return ($pid, "http://127.0.0.1:$port", $run);
}

sub stop_apache {
	my ($pid) = @_;

	kill TERM => $pid;
	ok defined $t->ended($pid, 30), 'Apache ends';
}

sub check {
	my ($url, $name) = @_;
	my $r = $t->curl(GET => '/v1/status', url => $url);

	is $r && $r->status, 200, "$name: answered";
	is $r->json->{status}, 'ok', 'by the service';
	$r = $t->curl(GET => '/v1/portfolios?limit=10', url => $url, key => $ana->{user_key});
	is $r->status, 200, 'Authorization and the query are handed on';
	$r = $t->curl(GET => '/v1/portfolios?limite=10', url => $url, key => $ana->{user_key});
	is $r->code, 'invalid_parameter', 'and a Problem comes back unchanged';
	is $r->json->{instance}, '/v1/portfolios', 'with the whole path';
	$r = $t->curl(POST => '/v1/portfolios', url => $url, key => $ana->{user_key}, json => { name => $name });
	is $r->status, 201, 'a body is handed on';
	$r = $t->curl(HEAD => '/v1/portfolios', url => $url, key => $ana->{user_key});
	is $r->status, 200, 'HEAD';
	$r = $t->curl(GET => '/v1/portfolios', url => $url, headers => { Authorization =>
		["Bearer $ana->{user_key}", "Bearer $ana->{platform_key}"] });
	is $r->status . ' ' . ($r->code // ''), '400 invalid_header', 'two Authorization headers are refused';
}

# ---- workers of mod_fcgid ----

my %env = $t->worker_env;
my ($pid, $url, $run) = start_apache('fcgid.conf', ['fcgid'], $sbin => $t->dir . '/bin',
	'host=/run/postgresql dbname=lastro user=lastro_worker' => $env{LASTRO_DATABASE},
	'32 drawn characters' => $env{LASTRO_SECRET});
check($url, 'mod_fcgid');
is scalar(grep { /"operation":"getStatus"/ } split /\n/, slurp("$run/error.log")), 1,
	"the worker's log lines are in Apache's error log";
stop_apache($pid);

# ---- the pool behind mod_proxy_fcgi ----

$t->start_pool(workers => 2);
($pid, $url) = start_apache('proxy.conf', ['proxy', 'proxy_fcgi'], '/run/lastro/f.sock' => $t->socket_path);
check($url, 'mod_proxy_fcgi');
stop_apache($pid);

done_testing;
