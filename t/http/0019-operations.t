#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# doc/operations.md: executes its commands in order and unchanged, in a private cluster; each must succeed.  A block is
# run, is a file, is run by t/citus/operations.t, or gives a reason for not being run; any other block fails this test.

use strict;
use warnings;
use utf8;

use Encode qw(decode);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp ();
use Lastro::Cluster;
use Lastro::Test qw(free_port program run_command slurp spew top_srcdir wait_for);
use Test::More;

# blocks() - the blocks of a page: {kind, name, as, text}; and the lines of errors.
sub blocks {
	my ($page) = @_;
	my (@blocks, @wrong, %seen);

	while ($page =~ /^```([^\n]*)\n(.*?)^```$/msg) {
		my ($info, $text) = ($1, $2);
		if ($info =~ /^sh run=([a-z-]+)(?: as=(postgres))?$/) {
			push @wrong, "twice: $1" if $seen{$1}++;
			push @blocks, { kind => 'run', name => $1, as => $2, text => $text };
		} elsif ($info =~ /^text file=([a-z_.-]+)$/) {
			push @blocks, { kind => 'file', name => $1, text => $text };
		} elsif ($info !~ /^sh (?:not-run="[^"]{10,}"|citus=[a-z]+)$/) {
			push @wrong, "neither run nor marked: $info " . $text =~ s/\n.*//sr;
		}
	}
	push @wrong, "a command outside of a block: $_" for grep { /^ {4}\S/ } split /\n/, $page =~ s/^```.*?^```$//msgr;
	return (\@blocks, \@wrong);
}

my $page = decode('UTF-8', slurp(top_srcdir() . '/doc/operations.md'));
my ($blocks, $wrong) = blocks($page);
is_deeply $wrong, [], 'every block is run, is a file, or says why not';
for my $planted ("```sh\nlastro doctor\n```\n", "```sh not-run=\"\"\nlastro doctor\n```\n", "```\nlastro doctor\n```\n", "    lastro doctor\n", "```sh run=roles\nx\n```\n") {
	is scalar @{ (blocks("$page\n$planted"))[1] }, 1, 'a planted one is seen: ' . $planted =~ s/\n/ /gr;
}

# ---- the page's paths in this test ----

if (!grep { -x } map { "$_/pgbouncer" } split(/:/, $ENV{PATH}), '/usr/sbin') {
	note 'pgbouncer is not installed: the commands are not run';
	done_testing;
	exit;
}
my $owner = $$;
my $dir = File::Temp->newdir('lastro-ops-XXXXXX', TMPDIR => 1);
my $place = Lastro::Cluster::directory();
chmod 0755, "$dir";
my $t = Lastro::Test->new(database => 0);
my $cluster = Lastro::Cluster->new("$place", settings => [@{ +Lastro::Cluster::REPLICATION }, 'ssl=on', "ssl_cert_file=$dir/pg/e/cert.pem", "ssl_key_file=$dir/pg/e/key.pem"]);
my $port = free_port();
my @places = (
	['/var/lib/postgresql/15/main' => "$place/data"], ['/var/lib/postgresql/15' => "$dir/pg"], ['/var/backups/lastro' => "$dir/b"],
	['/var/log/lastro' => "$dir/l"], ['/run/postgresql' => "$place/s"], ['/run/standby' => "$dir/pg/s"], ['/run/pgbouncer' => "$dir/pg/b"],
	['/etc/logrotate.d/lastro' => "$dir/e/logrotate"], ['/etc/pgbouncer' => "$dir/pg/e"], ['/run/lastro' => "$dir/r"], ['/etc/lastro' => "$dir/e"], ['127.0.0.1:8443' => "127.0.0.1:$port"], ['localhost:8443' => "localhost:$port"],
);
my %used;

sub here {
	my ($text) = @_;
	for (@places) { my ($there, $is) = @$_; $used{$there} += $text =~ s/\Q$there\E(?![a-z])/$is/g }
	return $text;
}

make_path(map { "$dir/$_" } qw(pg pg/s pg/b pg/e b l r e bin));
my ($cert, $key) = $t->certificate;
for my $to ("$dir/e", "$dir/pg/e") {
	spew("$to/cert.pem", slurp($cert));
	spew("$to/key.pem", slurp($key));
	chmod 0600, "$to/key.pem";
}
chown((getpwnam(Lastro::Cluster::unprivileged()))[2, 3], map { "$dir/$_" } qw(pg pg/s pg/b pg/e pg/e/key.pem pg/e/cert.pem)) if Lastro::Cluster::unprivileged();
my $exported = "$dir/exported";
spew($exported, '');
my %env = (PATH => join(':', dirname(program('lastro')), dirname(Lastro::Cluster::bin('initdb')), $ENV{PATH}, '/usr/sbin', '/sbin'), PGHOST => "$place/s", PGUSER => 'lastro_super', PGDATABASE => 'postgres',
	PGPORT => 5432, LASTRO_NOW => undef);

# shell() - runs a block in a shell with the variables exported by earlier ones, and keeps those that it exports.
sub shell {
	my ($b, %more) = @_;
	my $as = $b->{as} ? Lastro::Cluster::unprivileged() : undef;
	my $text = here($b->{text});
	my $script = $as ? "set -e\n$text" : "set -e\n. $exported\n$text\nexport -p | grep -E '^(export|declare -x) LASTRO_(DATABASE|SECRET)' | sed 's/^declare -x/export/' >$exported.new; mv $exported.new $exported\n";

	spew("$dir/script", $script);
	return run_command({ env => { %env, %more }, dir => $as ? '/' : top_srcdir() }, $as ? ('runuser', '-u', $as, '--') : (), 'sh', "$dir/script");
}

sub answers {
	return run_command({ env => \%env }, 'curl', '-sSf', '--cacert', "$dir/e/cert.pem", "https://localhost:$port/v1/status")->{status} == 0;
}

END {
	if (defined $owner && $owner == $$ && $cluster) {
		local $?;
		for my $pid (map { -e $_ ? slurp($_) =~ /(\d+)/ : () } "$dir/r/pid", "$dir/r/nginx.pid", "$dir/pg/b/pgbouncer.pid") {
			kill TERM => $pid;
			wait_for { return !kill(0, $pid) } 20;
		}
		Lastro::Cluster->new("$dir/pg")->run_quiet(Lastro::Cluster::as_postgres(Lastro::Cluster::bin('pg_ctl'), '-D', "$dir/pg/standby", '-m', 'immediate', 'stop')) if -e "$dir/pg/standby/postmaster.pid";
		$cluster->stop('immediate');
		undef $place;	# its path is replaced by now
	}
}

$cluster->start;
# The page's roles do not exist yet: the tests' superuser has the name of one of them.
$cluster->sql('postgres', 'create role lastro_super superuser login');
# A standby needs the settings that tests give their cluster on its command line.
$cluster->sql('postgres', "alter system set $_") for 'max_connections = 200', q(listen_addresses = ''), 'max_wal_senders = 5', 'wal_level = replica', 'hot_standby = on', 'fsync = off';
run_command({ env => \%env }, 'psql', '-c', 'alter role lastro rename to initial')->{status} == 0 or die 'the superuser keeps its name';

# ---- checks of the results ----

my $home = slurp("$place/data/pg_hba.conf");
my %as_said = (
	migrate => sub { like $_[0], qr/aplicada 0301_.*chave\s+lst_user_/s, '  the schema, an account, a key' },
	faces => sub { like $_[0], qr/entregues.*previsões/s, '  what delivers and what computes, each as its role' },
	pool => sub { ok wait_for { -S "$dir/r/f.sock" }, '  the socket is there'; chmod 0666, "$dir/r/f.sock" },
	nginx => sub { like $_[0], qr/"status":"ok"/, '  the service answers over TLS' },
	rotate => sub {
		ok wait_for { answers() && -s "$dir/r/access.log" }, '  the service answers, and nginx writes a new log';
		ok wait_for { -s "$dir/l/pool.log" }, '  the pool continues to write to the emptied one';
		unlike slurp("$dir/l/pool.log"), qr/\A\0/, '  from its beginning';
	},
	logrotate => sub {
		is_deeply [grep { !-s } map { ("$dir/l/pool.log.$_", "$dir/r/access.log.$_") } '1', '2.gz'], [], '  both logs are renamed, next to the earlier ones';
		ok wait_for { answers() && -s "$dir/r/access.log" }, '  the service answers, and nginx writes a new one';
		ok wait_for { -s "$dir/l/pool.log" }, '  the pool continues';
		unlike slurp("$dir/l/pool.log"), qr/\A\0/, '  from the beginning';
	},
	backup => sub { like $_[0], qr/guardado em .*restaurado de .*íntegras/s, '  kept, restored, verified' },
	upgrade => sub { ok wait_for { slurp("$dir/l/pool.log") =~ /all workers are replaced/ }, '  the workers are replaced'; like $_[0], qr/ 0 falhas/, '  the doctor finds no fault' },
	rollback => sub { like $_[0], qr/restaurado de .*íntegras/s, '  restored, and verified' },
	standby => sub { like $_[0], qr/^t$/m, '  it follows' },
	read => sub { like slurp($exported), qr/target_session_attrs/, '  told to the pool' },
	promote => sub {
		is run_command({ env => { %env, PGHOST => "$dir/pg/s" } }, 'psql', '-d', 'lastro', '-Atc', 'select pg_is_in_recovery()')->{out}, "f\n", '  it takes over';
		ok wait_for { return answers() }, '  and the service answers again';
	},
	pgbouncer => sub { ok wait_for { -S "$dir/pg/b/.s.PGSQL.6432" }, '  the pooler listens' },
	pooled => sub { like $_[0], qr/^1$/m, '  and answers' },
	tenants => sub { like $_[0], qr/^ledger$/m, '  the ledger is among them' },
	export => sub { ok -e "$dir/b/ana/manifest.json", '  whole' },
	import => sub { like $_[0], qr/íntegras/, '  with its trail' },
	metrics => sub { like $_[0], qr/lastro_requests_total\{.*lst_user_/s, '  told, and a key for another machine' },
	nightly => sub { like $_[0], qr/íntegras/, '  nothing is wrong' },
	source => sub { like $_[0], qr/aviso.*nada carregado.*cotahist/s, '  the source is named' },
);
# Order that differs from the page's: the standby takes over at the end, and the other installation is another database.
my %late = map { $_ => 1 } qw(read promote);
for my $b ((grep { !$late{$_->{name}} } @$blocks), (grep { $late{$_->{name}} } @$blocks)) {
	if ($b->{kind} eq 'file') {
		my $at = { (map { $_ => "$place/data/$_" } qw(pg_hba.conf pg_ident.conf)), logrotate => "$dir/e/logrotate" }->{ $b->{name} } // "$dir/pg/e/$b->{name}";
		spew($at, here($b->{text}));
		next;
	}
	if ($b->{name} eq 'logrotate' && !grep { -x } map { "$_/logrotate" } split(/:/, $env{PATH})) {
		note 'logrotate is not installed: not run: ' . here($b->{text});
		next;
	}
	my %more;
	if ($b->{name} eq 'import') {
		run_command({ env => \%env }, 'createdb', '--owner=lastro', '--template=template0', 'other');
		my $admin = "host=$place/s dbname=other user=lastro";
		run_command({ env => { %env, LASTRO_DATABASE => $admin } }, 'lastro', 'db', 'migrate')->{status} == 0 or die 'the other installation';
		$b = { %$b, text => "export LASTRO_DATABASE_ADMIN='$admin'\n" . $b->{text} };
	}
	my $saved = slurp($exported);
	my $r = shell($b, %more);
	spew($exported, $saved) if $b->{name} eq 'import';
	is $r->{status}, 0, "$b->{name}: its commands succeed" or diag $r->{out}, $r->{err};
	if ($b->{name} eq 'hba') {		# parsed without an error; the test does not use it
		spew("$place/data/pg_hba.conf", $home);
	}
	if ($b->{name} =~ /^(?:read|rollback)$/) {
		my ($pid) = -e "$dir/r/pid" ? slurp("$dir/r/pid") =~ /(\d+)/ : ();
		kill TERM => $pid if $pid;
		wait_for { return !$pid || !kill(0, $pid) };
		my ($start) = grep { $_->{name} eq 'pool' } @$blocks;
		my $line = (grep { /^lastro\.fcgi/ } split /\n/, $start->{text})[0];
		is shell({ text => "$line\n" })->{status}, 0, '  the pool starts';
		ok wait_for { return answers() }, '  and answers';
	}
	$as_said{$b->{name}}->(decode('UTF-8', $r->{out} . $r->{err})) if $as_said{$b->{name}};
}
is_deeply [grep { my $n = $_; !grep { $_->{name} eq $n } @$blocks } sort keys %as_said], [], 'the blocks with expectations exist';
is_deeply [grep { !$used{$_} } map { $_->[0] } @places], [], 'every place is one of the page';

done_testing;
