#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The specification of the figures: doc/calculations.md has every section that the code cites; if the folder of
# specifications exists beside the checkout, its text equals doc/calculations.md and its cases equal t/cases.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Basename qw(basename);
use File::Find;
use Test::More;
use Lastro::Test qw(shared_dir slurp);

my $top = $ENV{LASTRO_TOP_SRCDIR} // "$FindBin::Bin/../..";

# Names here of files of the specification that have another name there.
my %renamed = ('cases-trust/01-ledger.json' => '01-expiry.json',
	'cases-trust/03-valuation.json' => '03-last-price.json', 'cases-trust/07-history.json' => '07-outside.json',
	'cases-trust/16-imports.json' => '16-sheets.json', 'cases-tax/20-tax.json' => '20-tax.json',
	'cases-mended/01-ledger.json' => '01-counterpart.json', 'cases-mended/07-history.json' => '07-cycles.json',
	'cases-mended/11-anomalies.json' => '11-gaps.json', 'cases-mended/12-financials.json' => '12-lines.json',
	'cases-mended/16-sheets.json' => '16-types.json', 'cases-mended/20-tax.json' => '20-mended.json',
	'cases-plan/21-plan.json' => '21-plan.json');

# sections() - heading number => text, of numbered headings only; 1.4 is a part of 1.
sub sections {
	my ($text) = @_;
	my %section;

	for my $part (split /^(?=#{2,3} \d)/m, $text) {
		my ($number) = $part =~ /^#{2,3} (\d+(?:\.\d+)?)/ or next;

		$section{$number} = $part =~ s/\s*(?:---\s*)?\z/\n/r;
	}
	return %section;
}

my %ours = sections(slurp("$top/doc/calculations.md"));
ok exists $ours{0} && exists $ours{17} && exists $ours{'16.3'}, 'doc/calculations.md has its sections';

# ---- citations ----

# cited() - the section numbers after each "calculations.md" in a text, and citations without the file's name.
sub cited {
	my ($text) = @_;
	my (@numbers, @loose);

	# A citation may span two lines of a comment.
	$text =~ s/\n[ \t]*(?:\*|#|--)[ \t]*/ /g;
	while ($text =~ /(\S*)calculations\.md(?:,? (?:sections? )?(\d+(?:\.\d+)?(?:(?:, | and |-)\d+(?:\.\d+)?)*))?/g) {
		my ($before, $sections) = ($1, $2 // '');

		push @numbers, $sections =~ /(\d+(?:\.\d+)?)/g;
		push @loose, "${before}calculations.md" if $before !~ m{doc/$};
	}
	return (\@numbers, \@loose);
}

my (@unknown, @loose, $count);
find({ no_chdir => 1, wanted => sub {
	return if !-f || !/\.(c|h|pm|t|sql|mk)$/ || m{0002-specification\.t$};
	my ($numbers, $other) = cited(slurp($_));
	my $short = s{^\Q$top\E/}{}r;

	$count += @$numbers;
	push @unknown, map { "$short: $_" } grep { !exists $ours{$_} } @$numbers;
	push @loose, map { "$short: $_" } @$other;
} }, "$top/src", "$top/t", "$top/sql");
cmp_ok $count, '>', 60, 'comments cite sections';
is_deeply \@unknown, [], 'each of which exists';
is_deeply \@loose, [], 'and names the file from the top of the project';
is_deeply [cited("/* (calculations.md 6.2)\n * doc/calculations.md 9.9, 1.4 and\n * 16 */")],
	[['6.2', '9.9', '1.4', '16'], ['(calculations.md']], 'a difference is found';

# ---- the same as the specification beside the checkout ----

SKIP: {
	my $shared = shared_dir();

	skip 'the specification is not beside this checkout', 3 unless $shared && -f "$shared/calculations.md";
	my %theirs = (sections(slurp("$shared/calculations.md")), sections('#' . slurp("$shared/plan.md")));
	is_deeply [grep { ($ours{$_} // '') ne $theirs{$_} } sort { $a <=> $b } keys %theirs], [], 'every section is the same';
	is slurp("$top/doc/tax.md"), slurp("$shared/tax.md"), 'and section 20, of the income tax';
	my %here = map { basename($_) => slurp($_) } glob "$top/t/cases/*.json";
	is_deeply [grep { ($here{ $renamed{$_} // basename($_) } // '') ne slurp("$shared/$_") }
		map { s{^\Q$shared\E/}{}r } sort(glob("$shared/cases/*.json"), map { "$shared/$_" } keys %renamed)], [], 'and every file of cases';
}
done_testing;
