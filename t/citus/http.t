#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The tests of the contract, t/http, with tenant tables on several machines, all on the same ones: each file that is not in the
# list below passes.  LASTRO_TEST_CITUS_HTTP, a pattern, chooses some.  Run by make check-citus.

use strict;
use warnings;

use Lastro::Nodes;
use Lastro::Test qw(run_command top_srcdir);
use Test::More;

my $nodes = Lastro::Nodes->start // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;

END { if ($owner == $$) { local $?; undef $nodes } }

my %skipped = (
);

my $directory = top_srcdir() . '/t/http';
my $chosen = $ENV{LASTRO_TEST_CITUS_HTTP} // '';
my @files = grep { /$chosen/ } map { m{([^/]+)\z} } glob "$directory/[0-9]*.t";
my $shared = $nodes->share;

for my $file (@files) {
	SKIP: {
		skip "$file: $skipped{$file}", 1 if $skipped{$file};
		my $r = run_command({ env => { LASTRO_TEST_CITUS => $shared } }, $^X, "$directory/$file");
		is $r->{status}, 0, $file or diag join "\n", grep { !/^\s*(?:ok|# Subtest)\b/ } split /\n/, "$r->{out}$r->{err}";
	}
}
is_deeply [grep { !-e "$directory/$_" } sort keys %skipped], [], 'the files in the list exist';

done_testing;
