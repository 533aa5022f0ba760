#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Runs worked cases over HTTP.  usage: cases.t [FOLDER]
#
# FOLDER has files in the format of t/cases (its README.md); the default is t/cases.  One TAP line per case.
# Skips, by name, functions that are not implemented and cases that a ledger cannot express.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Encode qw(encode_utf8);
use JSON::PP ();
use Test::More;
use Lastro::Cases qw(run_case function_built);
use Lastro::Test qw(slurp);

# Functions that no ledger can express, and the tests that cover them.
my %elsewhere = (
	'v-11-01' => 'a window of 30 sessions, and the service has 252: 0851-anomaly-cases.t repeats it until it is of 252',
	'v-11-02' => 'a window of 60 sessions: likewise',
	'm-11-01' => 'a window of 6 sessions: 0851-anomaly-cases.t has a gap in a window of 252',
	'v-13-01' => 'objects and observations, no ledger: 0810-cohort.t',
	'v-13-02' => 'likewise',
	'v-14-01' => 'objects and their names, no ledger: 0800-objects.t',
	'v-14-02' => 'likewise',
	(map { sprintf('v-21-%02d', $_) => 'positions of a given value, which no price and quantity make: t/unit/cases/plan.c, 0473-plan.t, 0477-plan-reference.t' } 1 .. 19, 51 .. 62),
	'v-20-01' => 'a class alone: t/unit/cases/tax.c, and the classes of every year here',
	'v-20-02' => 'a due date alone: t/unit/cases/tax.c, and due_on of every DARF here',
	(map { sprintf('v-20-%02d', $_) => 'the operations before they are a month: t/unit/cases/tax.c' } 3 .. 7, 78),
	'm-20-02' => 'likewise; its exercises are over HTTP in 0496-tax-moves.t',
	'm-20-07' => 'its funds have names, and a ledger knows a fund by its CNPJ: t/unit/cases/tax_declaration.c, and 0496-tax-moves.t',
	(map { sprintf('v-20-%02d', $_) => 'a month of amounts without the rows behind them: t/unit/cases/tax.c' } 8 .. 11, 25, 26),
	'v-20-23' => 'the tax id of its fund has wrong check digits, which a ledger refuses: t/unit/cases/tax.c',
	'v-20-20' => 'an estimate alone: t/unit/cases/tax.c',
);

my $folder = $ARGV[0] // "$FindBin::Bin/../cases";
my @files = sort glob "$folder/*.json";
ok @files > 0, 'the folder holds files of cases';

my $tolerance;

# A number keeps the characters of the file, behind a mark that distinguishes it from a string.
sub decode {
	my ($text) = @_;

	$text =~ s{("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)}{$1 // qq("\x{23}$2")}ge;
	return JSON::PP->new->utf8->decode($text);
}

sub unmarked {
	my ($value) = @_;

	return { map { $_ => unmarked($value->{$_}) } keys %$value } if ref $value eq 'HASH';
	return [map { unmarked($_) } @$value] if ref $value eq 'ARRAY';
	return $value unless defined $value && !ref $value;
	return $value =~ s/^#//r;
}

sub within {
	my ($name, $want) = @_;
	my $fields = $tolerance->{fields} // {};

	return 0 if $want !~ /[.eE]/;	# integers are compared exactly
	return $fields->{$name} // ($name =~ /_pct$/ ? $fields->{'*_pct'} : undef) // $tolerance->{default} // 0.005;
}

# differences() - the differences of @got from the expectation; additional keys of @got only count in maps.
sub differences {
	my ($name, $want, $got) = @_;

	if (ref $want eq 'HASH') {
		return "$name: expected an object" unless ref $got eq 'HASH';
		my @extra = $name =~ /(_by_month|^weights)$/ ? grep { !exists $want->{$_} } sort keys %$got : ();

		return ((map { "$name: $_ was not expected" } @extra),
			map { exists $got->{$_} ? differences($_, $want->{$_}, $got->{$_}) : "$_: missing" } sort keys %$want);
	}
	if (ref $want eq 'ARRAY') {
		return "$name: expected " . @$want . ' items' unless ref $got eq 'ARRAY' && @$got == @$want;
		return map { differences($name, $want->[$_], $got->[$_]) } 0 .. $#$want;
	}
	my $said = "$name: expected " . (defined $want ? $want =~ s/^#//r : 'null') . ', got ' . ($got // 'null');
	return defined $want || defined $got ? $said : () unless defined $want && defined $got;
	return !!$want == !!$got && ref $got ? () : $said if JSON::PP::is_bool($want);
	return $got eq $want ? () : $said unless (my $number = $want) =~ s/^#//;
	return abs($got - $number) <= within($name, $number) + 1e-9 ? () : $said;
}

for my $file (@files) {
	my $section = decode(slurp($file));
	my $said = 0;

	for my $case (@{ $section->{cases} }) {
		my $name = encode_utf8("$case->{id} $case->{function}: $case->{title}");

		SKIP: {
			skip "$case->{id}: $elsewhere{ $case->{id} }", 1 if $elsewhere{ $case->{id} };
			skip "$case->{id} $case->{function}: has no place of its own in the interface", 1
				unless function_built($case->{function});
			$tolerance = unmarked($case->{tolerance} // {});
			my ($got, $want) = eval { run_case({ %$case, inputs => unmarked($case->{inputs}) }) };
			skip "$case->{id} $case->{function}: $1", 1 if $@ =~ /^skip: (.*)/;
			my @wrong = $@ || differences('result', $want, $got);
			ok !@wrong, $name or diag map { encode_utf8("$_\n") } @wrong;
			$said++;
		}
	}
	my $all = @{ $section->{cases} };
	my @not = grep { $elsewhere{$_} } map { $_->{id} } @{ $section->{cases} };
	my ($base) = $file =~ m{([^/]+)\.json$};
	note "$base: $said of $all over HTTP" . join '', map { "; $_ cannot be said by a ledger: $elsewhere{$_}" } @not;
	# For our own cases, every one is run over HTTP or is in the list above.
	is $said, $all - @not, "$base: each case over HTTP but those that no ledger can say" if !@ARGV;
}
done_testing;
