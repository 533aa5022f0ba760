# SPDX-License-Identifier: Apache-2.0
package Lastro::Demo;

# The demonstration in a database of the test's own.  It is loaded once for all tests of a build, into a database that
# each test copies.

use strict;
use warnings;

use Digest::SHA ();
use Exporter qw(import);
use Fcntl qw(:flock);
use File::Find ();
use Lastro::Test qw(program run_command slurp spew top_srcdir);

our @EXPORT_OK = qw(demonstration load_demonstration DEMO_DAY);

use constant DEMO_DAY => '2026-11-20';

# load_demonstration() - runs contrib/demo/load on a database; what run_command() gives.
sub load_demonstration {
	my ($conninfo, $demo_env, %o) = @_;
	my $day = $o{day} // DEMO_DAY;

	return run_command({ env => { LASTRO => program('lastro'), LASTRO_DATABASE => $conninfo, LASTRO_NOW => "${day}T15:00:00Z",
		BASE_URL => $o{base_url} // 'https://localhost:8443', CA_FILE => '/ca.crt', DEMO_ENV => $demo_env, DEMO_USER => (getpwuid $>)[0],
		DEMO_TODAY => $day } }, top_srcdir() . '/contrib/demo/load');
}

# The program and what the demonstration is made of.
sub digest {
	my $sha = Digest::SHA->new(256)->addfile(program('lastro'));

	File::Find::find({ no_chdir => 1, preprocess => sub { sort @_ }, wanted => sub { $sha->addfile($_) if -f } }, top_srcdir() . '/contrib/demo');
	return substr $sha->hexdigest, 0, 12;
}

# demonstration() - a Lastro::Test whose database has it, and the members of its demo.env.
sub demonstration {
	my $t = Lastro::Test->new(database => 0);
	my $cluster = $t->{cluster} = Lastro::Cluster->shared(Lastro::Test::build());
	my $name = 'demo_' . digest();
	my $kept = "$cluster->{base}/$name.env";

	open my $lock, '>>', "$cluster->{base}/demo.lock" or die "$cluster->{base}/demo.lock: $!";
	flock $lock, LOCK_EX or die "flock: $!";
	unless (-e $kept && $cluster->sql('postgres', "select 1 from pg_database where datname = '$name'")) {
		my $template = $t->template;
		$cluster->sql('postgres', qq(drop database if exists "$name"));
		$cluster->sql('postgres', qq(create database "$name" template "$template" strategy file_copy));
		my $r = load_demonstration($cluster->conninfo($name, 'lastro'), $kept);
		die "contrib/demo/load: $r->{out}$r->{err}" if $r->{status};
	}
	close $lock;
	$t->copy_database($name);
	return ($t, slurp($kept) =~ /^(\w+)=(.*)$/mg);
}

1;
