#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The examples for systemd, supervisor, Apache and spawn-fcgi: their paths follow configure's prefix, and their users
# match the database's roles, as peer authentication requires.

use strict;
use warnings;

use File::Temp ();
use Lastro::Test qw(slurp spew run_command top_builddir top_srcdir);
use Test::More;

my ($top, $build) = (top_srcdir(), top_builddir());

# Paths of the machine that do not depend on the prefix.
my %machine = map { $_ => 1 } qw(/ /run/lastro/f.sock /run/postgresql /var/cache/lastro /bin/kill /usr/bin/multiwatch /bin/sh);
my $path = qr{(?<![\w.@/<:])/[\w./-]*};

# said() - a file without its comments: # in files of systemd, Apache and sh, ; in supervisor's.
sub said { my ($file) = @_; return slurp($file) =~ s/^\s*[#;](?!!).*\n//mgr }

# ---- the templates contain no path of the prefix ----

my @templates = glob "$top/contrib/{apache,supervisor,spawn-fcgi,systemd}/*.in";
my @as_they_are = glob "$top/contrib/systemd/*.{socket,timer}";
cmp_ok scalar(@templates), '>=', 10, 'templates';
my $strange = sub { return map { my $f = $_; map { "$f: $_" } grep { !$machine{$_} } said($f) =~ /($path)/g } @_ };
is_deeply [$strange->(@templates, @as_they_are)], [], 'no path of theirs is of a prefix but by its name';
my $dir = File::Temp->newdir;
spew("$dir/x", "ExecStart=/usr/sbin/lastro.fcgi --listen /run/lastro/f.sock\n");
is_deeply [$strange->("$dir/x")], ["$dir/x: /usr/sbin/lastro.fcgi"], 'a wrong one is found';

# ---- the generated files match the installed paths ----

spew("$dir/mk", "include Makefile\nshown:\n\t\@echo '\$(sbindir) \$(bindir) \$(sysconfdir)'\n");
delete local @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL)};	# set when a make runs this test
my ($sbin, $bin, $etc) = split ' ', run_command({ dir => $build }, 'make', '-s', '--no-print-directory', '-f', "$dir/mk", 'shown')->{out};
my %ours = map { $_ => 1 } "$sbin/lastro.fcgi", "$sbin/lastro.fcgi/", $sbin, "$bin/lastro", map { "$etc/lastro/$_" } qw(environment loader fetch deliver);
for my $template (@templates) {
	my $made = $template =~ s/^\Q$top\E/$build/r =~ s/\.in$//r;
	my $text = said($made);
	is_deeply [grep { !$machine{$_} && !$ours{$_} } $text =~ /($path)/g], [], $made =~ s/.*contrib\///r . ': every path is installed';
	unlike $text, qr/\@[a-z]+dir\@/, '  and none was left out';
}

# ---- users match the database's roles ----

my %as = (fetch => ['lastro_loader', 'fetch'], 'fetch-usdt' => ['lastro_loader', 'fetch'], deliver => ['lastro_sender', 'deliver'], mail => ['lastro_sender', 'deliver'], compute => ['lastro', 'loader']);
for my $unit (glob "$build/contrib/systemd/*.service") {
	my $text = slurp($unit);
	my ($user) = $text =~ /^User=(.*)$/m;
	my ($file) = $text =~ m{^EnvironmentFile=\Q$etc\E/lastro/(.*)$}m;
	my ($name) = $unit =~ m{/lastro-(.*)\.service$};
	is_deeply [$user, $file], $text =~ m{^ExecStart=\Q$sbin\E/lastro\.fcgi}m ? ['lastro_worker', 'environment'] : $as{$name}, $unit =~ s/.*\///r . ': its user is the role';
}
my $postinst = slurp("$top/debian/lastro.postinst");
is_deeply { map { /settings \/etc\/lastro\/(\w+) (\w+)/ ? ($1 => $2) : () } split /\n/, $postinst }, { environment => 'lastro_worker', loader => 'lastro', fetch => 'lastro_loader', deliver => 'lastro_sender' },
	'the package has settings for each';
for my $role (qw(lastro_worker lastro_loader lastro_sender)) {
	like $postinst, qr/^\tfor user in .*\b$role\b/m, "$role is a user of the system,";
	like slurp("$top/debian/database"), qr/^for role in .*\b$role\b/m, '  and of the database';
	like slurp("$top/doc/operations.md"), qr/^createuser $role$/m, '  made by hand as the page says';
}

# ---- units that use the network cannot reach internal addresses ----

# prefixes() - the networks of the list in the code, and all addresses outside of global unicast.
my ($listed) = slurp("$top/src/http/network.c") =~ /inside_v4\[\] = \{(.*?)\n\};/s;
my @listed = map { my ($net, $bits) = @$_; join('.', unpack 'C4', pack 'N', hex $net) . "/$bits" } map { [/0x([0-9a-f]{8}), (\d+)/] } $listed =~ /(0x[0-9a-f]{8}, \d+)/g;
is scalar @listed, 14, 'networks of IPv4 in the code';
for my $name (qw(fetch fetch-usdt deliver mail)) {
	my $text = said("$build/contrib/systemd/lastro-$name.service");
	my %denied = map { $_ => 1 } map { split } $text =~ /^IPAddressDeny=(.*)$/mg;

	is_deeply [sort keys %denied], [sort @listed, qw(::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20)], "lastro-$name.service: all of them are denied";
	is_deeply [$text =~ /^IPAddressAllow=(.*)$/mg], ['127.0.0.53'], '  but the resolver';
	like $text, qr/^RestrictAddressFamilies=AF_UNIX /m, '  and PostgreSQL is at its socket';
}

# ---- sockets, and other process managers ----

for my $socket (glob "$top/contrib/systemd/*.socket") {
	like slurp($socket), qr/^SocketUser=lastro_worker\nSocketGroup=www-data\nSocketMode=0660$/m, $socket =~ s/.*\///r . ': the web server reaches it by its group';
}
my ($user) = slurp("$build/contrib/supervisor/lastro.conf") =~ /^user=(.*)$/m;
is_deeply [$user, slurp("$build/contrib/supervisor/lastro.conf") =~ /dbname=lastro user=(\w+)/], [('lastro_worker') x 2], 'supervisor: likewise';
like slurp("$build/contrib/spawn-fcgi/lastro-spawn"), qr/--reuid lastro_worker --regid www-data/, 'spawn-fcgi: a refusal is passed on';
like slurp("$build/contrib/apache/fcgid.conf"), qr/dbname=lastro user=lastro_worker"/, 'Apache: by a map,';
like slurp("$top/doc/operations.md"), qr/^lastro +www-data +lastro_worker$/m, '  which the page has';

done_testing;
