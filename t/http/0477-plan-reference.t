#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The plan against a second program (Lastro::Plan), over random portfolios: state, contribution and sales, figure by figure.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Math::BigFloat;
use Lastro::Plan;
use Lastro::Test qw(run_command slurp spew);
use File::Temp qw(tempdir);
use Test::More;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261129;
my $plans = $ENV{LASTRO_TEST_PLANS} // 12;
srand $seed;
note "LASTRO_TEST_SEED=$seed LASTRO_TEST_PLANS=$plans";

my @types = qw(stock fii etf bdr tesouro crypto us fund renda_fixa debenture option);
my ($top, $build) = (Lastro::Test::top_srcdir(), Lastro::Test::top_builddir());

# parts() - @n percentages that add up to 100.00, some of them 0.
sub parts {
	my ($n) = @_;
	my ($left, @out) = (10000);

	for (2 .. $n) {
		push @out, int(rand 5) ? int rand($left + 1) : 0;
		$left -= $out[-1];
	}
	return map { sprintf '%.2f', $_ / 100 } @out, $left;
}

# Not so low that thousands of units fit into what is left: the second program buys them one by one.
sub price { my ($a) = @_; return sprintf '%.4f', $a->{asset_type} eq 'tesouro' ? 5000 + rand 9000 : 4 + rand(int rand 2 ? 40 : 900) }
sub money { my ($max) = @_; return sprintf '%.2f', rand($max) }

my $assets = 0;
sub an_asset { my ($type) = @_; return { symbol => sprintf('P%04d', ++$assets), asset_type => $type // $types[rand @types] } }

sub a_plan {
	my $n = 1 + int rand 5;
	my @pct = parts($n);
	my (@slices, @held, @prices, %taken);

	for my $i (0 .. $n - 1) {
		my %slice = (name => "Fatia $i", pct => $pct[$i]);
		my @in = map { an_asset() } 1 .. 1 + int rand 5;
		my ($type) = grep { !$taken{$_} && $_ ne 'option' } $types[rand @types];

		if ($type && int rand 3) {
			$taken{$type} = 1;
			$slice{types} = [$type];
			push @held, an_asset($type) for 1 .. int rand 3;
		}
		@in = $in[0] if !int rand 4;
		$slice{assets} = [@in] if !$slice{types} || int rand 2;
		if ($slice{assets} && int rand 3) {
			my @inside = parts(scalar @in);

			$slice{inside} = [map { { %{ $in[$_] }, pct => $inside[$_] } } 0 .. $#in];
		}
		push @held, grep { int rand 3 } @in if $slice{assets};
		push @slices, \%slice;
	}
	push @held, grep { !$taken{ $_->{asset_type} } } map { an_asset() } 1 .. int rand 3;
	my %is_held = map { ("$_->{symbol}" => 1) } @held;
	for my $a (map { @{ $_->{assets} // [] } } @slices) {
		push @prices, { %$a, price => price($a) } if !$is_held{ $a->{symbol} } && int rand 8;
	}
	return { targets => { slices => \@slices, (int rand 2 ? (band_pp => sprintf('%.2f', rand 8)) : ()), (int rand 2 ? (band_relative_pct => sprintf('%.2f', rand 60)) : ()) },
		positions => [map { { %$_, quantity => int(rand 2) ? 1 + int rand 500 : sprintf('%.4f', rand 500), value => int(rand 10) ? money(20000) : undef,
			price => int(rand 8) ? price($_) : undef } } @held], prices => \@prices };
}

# numbers() - the texts of an answer as JSON numbers.
my %text = map { $_ => 1 } qw(name symbol asset_type reason);
sub numbers {
	my ($x, $name) = @_;

	return [map { numbers($_, $name) } @$x] if ref $x eq 'ARRAY';
	return { map { ($_ => numbers($x->{$_}, $_)) } keys %$x } if ref $x eq 'HASH';
	return $x ? JSON::PP::true : JSON::PP::false if defined $x && ($name // '') eq 'out';
	return defined $x && !$text{$name} ? Math::BigFloat->new($x) : $x;
}

my @cases;
for my $n (1 .. $plans) {
	my $in = a_plan();

	push @cases, { id => "r-21-$n", title => 'state', function => 'plan_state', inputs => $in, expected => numbers(Lastro::Plan::state($in)) };
	push @cases, { id => "r-21-$n", title => 'contribution', function => 'plan_contribution', inputs => { %$in, contribution => money(int rand 2 ? 300 : 6000) } };
	push @cases, { id => "r-21-$n", title => 'sales', function => 'plan_sell', inputs => { %$in, contribution => int rand 2 ? '0.00' : money(5000) } };
	$cases[-2]{inputs}{contribution} = '0.01' if $cases[-2]{inputs}{contribution} == 0;
	$cases[-2]{expected} = numbers(Lastro::Plan::contribution($cases[-2]{inputs}));
	$cases[-1]{expected} = numbers(Lastro::Plan::sell($cases[-1]{inputs}));
}
my $dir = tempdir(CLEANUP => 1);
my $json = JSON::PP->new->canonical->allow_bignum->utf8;
# Half of a unit of the last place: nothing but equal figures.
$_->{tolerance} = { default => '0.000000001', fields => { '*_pct' => '0.000000001' } } for @cases;
spew("$dir/random.json", $json->encode({ section => '21', cases => \@cases }));

local $ENV{LASTRO_TOP_SRCDIR} = $top;
my $r = run_command({}, "$build/t/unit/cases/cases.t", $dir);
my @bad = grep { /^not ok/ } split /\n/, $r->{out};
my @good = grep { /^ok \d+ - r-21/ } split /\n/, $r->{out};
is scalar @good, 3 * $plans, 'state, contribution and sales of random portfolios as the second program has them'
	or diag join "\n", @bad[0 .. 3], (grep { /^# / } split /\n/, $r->{out} . $r->{err})[0 .. 6];

# ---- worked cases: the second program has the same figures ----

sub differs {
	my ($want, $got, $at) = @_;

	return defined $got ? "$at: $got" : () if !defined $want;
	return "$at: nothing" if !defined $got;
	return map { differs($want->{$_}, $got->{$_}, "$at/$_") } sort keys %$want if ref $want eq 'HASH';
	return (@$want == @$got ? () : "$at: " . @$got, map { differs($want->[$_], $got->[$_], "$at/$_") } 0 .. $#$want) if ref $want eq 'ARRAY';
	return !!$want eq !!$got ? () : "$at: $got" if JSON::PP::is_bool($want);
	return ref $want ? $want->bcmp(Math::BigFloat->new($got)) == 0 ? () : "$at: $got" : $want eq $got || ($want =~ /^-?[\d.]+$/ && $want == $got) ? () : "$at: $got";
}
my %program = (plan_state => \&Lastro::Plan::state, plan_contribution => \&Lastro::Plan::contribution, plan_sell => \&Lastro::Plan::sell);
for my $file ('21-plan.json', '21-plan-edges.json') {
	my $cases = JSON::PP->new->utf8->allow_bignum->decode(slurp("$top/t/cases/$file"))->{cases};

	is_deeply [map { my $c = $_; map { "$c->{id}$_" } differs($c->{expected}, $program{ $c->{function} }->($c->{inputs}), '') } @$cases], [], "$file: " . @$cases . ' cases, as worked by hand';
}

# A difference is seen.
my ($one) = grep { $_->{function} eq 'plan_contribution' } @cases;
$one->{expected}{slices}[0]{amount} = Math::BigFloat->new($one->{expected}{slices}[0]{amount}) + Math::BigFloat->new('0.01');
spew("$dir/random.json", $json->encode({ section => '21', cases => [$one] }));
like run_command({}, "$build/t/unit/cases/cases.t", $dir)->{out}, qr/^not ok/m, 'a cent of difference is seen';

done_testing;
