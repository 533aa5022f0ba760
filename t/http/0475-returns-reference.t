#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The second implementation of the time-weighted return (Lastro::Returns; doc/calculations.md 6.2), day by day and without
# the engine's optimisations: LASTRO_TEST_LEDGERS random ledgers, with gaps in prices, total liquidations and restarts, are
# written as worked cases with its results, and the engine runs them.

use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use Lastro::Returns qw(day_of dice random_asset text twr);
use Test::More;

my $build = $ENV{LASTRO_TOP_BUILDDIR} // '.';
my $runner = "$build/t/unit/cases/cases.t";
-x $runner or die "$runner is not built\n";

my $chance = dice(20260520);

# ---- the ledgers ----

my $ledgers = $ENV{LASTRO_TEST_LEDGERS} // 50;
my @cases;
for my $n (1 .. $ledgers) {
	my $from = day_of('2022-01-03') + $chance->(900);
	my $as_of = $from + 20 + $chance->(700);
	my @assets = map { random_asset($chance, "TEST$_", $from, $as_of) } 1 .. 1 + $chance->(3);

	my ($twr, $partial) = twr(\@assets, $as_of);
	push @cases, { id => sprintf('r-%03d', $n), title => 'random ledger', function => 'portfolio_history',
		inputs => { as_of => text($as_of), assets => \@assets }, expected => { twr => $twr, twr_partial => $partial ? JSON::PP::true : JSON::PP::false },
		tolerance => { default => 0.000002 } };
}
my $dir = tempdir(CLEANUP => 1);
open my $file, '>', "$dir/random.json" or die $!;
print $file encode_json({ section => 'random', cases => \@cases });
close $file or die $!;

my @got = `'$runner' '$dir' 2>&1`;
is $?, 0, 'the engine runs them';
is scalar(grep { /^ok \d+ - r-/ && !/# SKIP/ } @got), $ledgers, 'and agrees with all' or diag grep { /^not ok|^#/ } @got;
cmp_ok scalar(grep { $_->{expected}{twr_partial} } @cases), '>', $ledgers / 10, 'some have an asset without a price for a while';
cmp_ok scalar(grep { $_->{expected}{twr} && abs($_->{expected}{twr}{cumulative}) > 0.01 } @cases), '>', 0.75 * $ledgers, 'and most returns are not zero';

done_testing;
