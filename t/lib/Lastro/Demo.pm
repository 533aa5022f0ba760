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
use Lastro::Test qw(program run_command slurp top_srcdir);

our @EXPORT_OK = qw(demonstration demo_env load_demonstration DEMO_DAY);

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

# The database that has it, and the file with its demo.env; made by the first test that asks.
sub loaded {
	my ($t) = @_;
	my $cluster = $t->{cluster};
	my $name = 'demo_' . digest();
	my $kept = "$cluster->{base}/$name.env";

	open my $lock, '>>', "$cluster->{base}/demo.lock" or die "$cluster->{base}/demo.lock: $!";
	flock $lock, LOCK_EX or die "flock: $!";
	return ($name, $kept) if -e $kept && $cluster->sql('postgres', "select 1 from pg_database where datname = '$name'");
	my $template = $t->template;
	$cluster->sql('postgres', qq(drop database if exists "${name}_new"));
	$cluster->sql('postgres', qq(create database "${name}_new" template "$template" strategy file_copy));
	unlink $kept;	# of a cluster that has been removed: its ids and keys are another's
	my $r = load_demonstration($cluster->conninfo("${name}_new", 'lastro'), $kept);
	die "contrib/demo/load: $r->{out}$r->{err}" if $r->{status};
	$cluster->sql('postgres', qq(alter database "${name}_new" rename to "$name"));
	return ($name, $kept);
}

# demonstration() - a test with a database of its own that has it, and the members of its demo.env, of which demo_env() is
# the test's copy.
sub demonstration {
	my $kept;
	my $t = Lastro::Test->new(copy_of => sub { (my $name, $kept) = loaded($_[0]); return $name });

	run_command({}, 'cp', '-p', $kept, demo_env($t));
	return ($t, slurp($kept) =~ /^(\w+)=(.*)$/mg);
}

sub demo_env { my ($t) = @_; return $t->dir . '/demo.env' }

1;
