# SPDX-License-Identifier: Apache-2.0
package Lastro::Chromium;

# Runs a script in a real Chromium and adds its TAP to the caller's tests.  Needs node, a Chromium (LASTRO_TEST_CHROMIUM, or in
# the path), nginx, and in LASTRO_TEST_NPM the npm packages playwright-core and axe-core; skips the whole test if one is missing.
#
#	my $chromium = Lastro::Chromium->new;
#	my ($asked, $plan) = $chromium->run('console.mjs', BASE => $base, …);	# the environment of the script
#	Lastro::Chromium::found()	# the Chromium, or undef

use strict;
use warnings;
use Lastro::Test qw(slurp spew top_srcdir);
use Test::More;

my @scripts;	# copies, removed at the end of the test
my $here = $$;
END { if ($$ == $here) { unlink @scripts } }

sub found {
	my ($found) = grep { $_ && -x } $ENV{LASTRO_TEST_CHROMIUM}, map { my $dir = $_; map { "$dir/$_" } qw(chromium chromium-browser google-chrome) } split /:/, $ENV{PATH};

	return $found;
}

sub new {
	my ($class) = @_;
	my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};
	my $chromium = found();
	my $npm = $ENV{LASTRO_TEST_NPM} // '';

	plan skip_all => 'node is not installed' unless $node;
	plan skip_all => 'LASTRO_TEST_NPM names no folder with playwright-core and axe-core' unless -d "$npm/node_modules/playwright-core" && -d "$npm/node_modules/axe-core";
	plan skip_all => 'there is no Chromium' unless $chromium;
	plan skip_all => 'nginx is not installed' unless -x '/usr/sbin/nginx';
	return bless { node => $node, chromium => $chromium, npm => $npm }, $class;
}

# run() - runs the script; returns the number of its TAP lines, and the number that it planned.
sub run {
	my ($self, $name, %given) = @_;
	my $script = "$self->{npm}/test-$$-$name";	# the module resolver looks beside the script
	my ($asked, $plan) = (0, 0);

	# With what it imports of ours, under names of this process.
	my @copy = ($name);
	while (defined(my $one = shift @copy)) {
		my $text = slurp(top_srcdir() . "/t/http/$one");

		push @copy, $text =~ m{from '\./(\w+\.mjs)'}g;
		push @scripts, "$self->{npm}/test-$$-$one";
		spew($scripts[-1], $text =~ s{from '\./(\w+\.mjs)'}{from './test-$$-$1'}gr);
	}
	local @ENV{ keys %given } = values %given;
	local $ENV{CHROMIUM} = $self->{chromium};
	open my $tap, '-|', $self->{node}, $script or die "node: $!";
	while (<$tap>) {
		if (/^(not )?ok \d+ - (.*)/) { ok !$1, $2; $asked++ } elsif (/^# (.*)/) { diag $1 } elsif (/^1\.\.(\d+)/) { $plan = $1 }
	}
	close $tap;
	return ($asked, $plan);
}

1;
