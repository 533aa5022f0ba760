#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A second implementation of the time-weighted return (doc/calculations.md 6.2), in Perl with plain floating point, day
# by day and without the engine's optimisations: two hundred random ledgers, with gaps in prices, total liquidations and
# restarts, are written as worked cases with this program's results, and the engine runs them.

use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use POSIX qw(strftime);
use Test::More;
use Time::Local qw(timegm);

my $build = $ENV{LASTRO_TOP_BUILDDIR} // '.';
my $runner = "$build/t/unit/cases.t";
plan skip_all => 'the unit tests are not built' unless -x $runner;

my $state = 20260520;
sub chance { $state = ($state * 1103515245 + 12345) % 2147483648; return int($state / 65536) % $_[0] }
sub text { return strftime('%Y-%m-%d', gmtime($_[0] * 86400)) }
sub day_of { my ($y, $m, $d) = split /-/, $_[0]; return timegm(0, 0, 0, $d, $m - 1, $y) / 86400 }
sub month_of { return substr text($_[0]), 0, 7 }

# ---- a ledger ----

sub prices {
	my ($from, $to) = @_;
	my ($price, @list) = (1000 + chance(9000));

	for (my $day = $from; $day <= $to; $day += 1 + chance(4)) {
		$day += 25 + chance(40) if chance(60) == 0;    # a gap in trading
		last if $day > $to;
		$price = int($price * (90 + chance(22)) / 100) + 1 if chance(3) == 0;
		push @list, { date => text($day), price => sprintf '%.2f', $price / 100 };
	}
	return \@list;
}

sub rows {
	my ($from, $to) = @_;
	my ($held, @rows) = (0);

	for (my $day = $from + chance(60); $day <= $to; $day += 1 + chance(70)) {
		my $kind = $held && chance(3) == 0 ? 'sell' : 'buy';
		my $quantity = $kind eq 'buy' ? 1 + chance(200) : chance(3) ? 1 + chance($held) : $held;

		$held += $kind eq 'buy' ? $quantity : -$quantity;
		push @rows, { kind => $kind, trade_date => text($day), quantity => "$quantity",
			price => sprintf('%.2f', 5 + chance(9000) / 100), fees => sprintf('%.2f', chance(300) / 100) };
	}
	return \@rows;
}

sub asset {
	my ($n, $from, $to) = @_;
	my $rows = rows($from, $to);
	my @income = map { { date => text(day_of($_->{trade_date}) + 20), amount => sprintf '%.2f', 1 + chance(5000) / 100 } }
		grep { chance(3) == 0 && day_of($_->{trade_date}) + 20 <= $to } @$rows;

	return { symbol => "TEST$n", asset_type => 'stock', prices => prices($from + (chance(4) ? -10 : chance(200)), $to), rows => $rows, income => \@income };
}

# ---- its return ----

# The quantity of an asset at the end of a day, and its last price, of any age; undef before its first price.
sub held_at {
	my ($asset, $day) = @_;
	my ($held, $price) = (0);

	$held += $_->{kind} eq 'buy' ? $_->{quantity} : -$_->{quantity} for grep { day_of($_->{trade_date}) <= $day } @{ $asset->{rows} };
	$price = $_->{price} for grep { day_of($_->{date}) <= $day } @{ $asset->{prices} };
	return ($held, $price);
}

# The flows and payments of an asset's rows and income on a day.
sub moved {
	my ($asset, $day) = @_;
	my %sum = (buy => 0, sell => 0, income => 0);

	$sum{ $_->{kind} } += $_->{quantity} * $_->{price} + ($_->{kind} eq 'buy' ? 1 : -1) * $_->{fees}
		for grep { day_of($_->{trade_date}) == $day } @{ $asset->{rows} };
	$sum{income} += $_->{amount} for grep { day_of($_->{date}) == $day } @{ $asset->{income} };
	return \%sum;
}

sub points {
	my ($assets, $as_of) = @_;
	my (%point, %moved);

	$moved{$_} = 1 for map { my $a = $_; (map { day_of($_->{trade_date}) } @{ $a->{rows} }), map { day_of($_->{date}) } @{ $a->{income} } } @$assets;
	return unless %moved;
	my ($first) = sort { $a <=> $b } keys %moved;
	@point{ $as_of, map { ($_, $_ - 1) } keys %moved } = ();
	for my $day ($first .. $as_of) {
		$point{$day} = undef if month_of($day) ne month_of($day + 1);
	}
	return sort { $a <=> $b } keys %point;
}

# Only priced assets are measured: an unpriced asset is outside with its rows and income, and joins at its value
# with its first price.
sub reference {
	my ($assets, $as_of) = @_;
	my ($before, $product, $first, $last, %outside, $partial) = (0, 1);

	for my $day (points($assets, $as_of)) {
		my ($value, %sum) = (0, buy => 0, sell => 0, income => 0);

		for my $a (@$assets) {
			my ($held, $price) = held_at($a, $day);
			my ($was, $moved) = ($outside{ $a->{symbol} }, moved($a, $day));

			$outside{ $a->{symbol} } = $held ? !defined $price : $was;
			$partial = 1 if $held && !defined $price;
			next if $outside{ $a->{symbol} };
			$value += $held * ($price // 0);
			if ($was) {
				$sum{buy} += $held * $price;
			} else {
				$sum{$_} += $moved->{$_} for keys %sum;
			}
		}
		if ($before + $sum{buy} >= 0.01) {
			$product *= ($value + $sum{sell} + $sum{income}) / ($before + $sum{buy});
			$first //= $day;
		}
		($before, $last) = ($value, $day);
	}
	return undef, $partial unless defined $first;
	my ($y1, $m1) = split /-/, text($first);
	my ($y2, $m2) = split /-/, text($last);
	my $days = $last - $first;

	return { cumulative => 0 + sprintf('%.9f', $product - 1), months => ($y2 - $y1) * 12 + $m2 - $m1 + 1,
		annualized => $days < 365 ? undef : 0 + sprintf('%.9f', $product**(365 / $days) - 1) }, $partial;
}

# ---- two hundred ledgers ----

my @cases;
for my $n (1 .. 200) {
	my $from = day_of('2022-01-03') + chance(900);
	my $as_of = $from + 20 + chance(700);
	my @assets = map { asset($_, $from, $as_of) } 1 .. 1 + chance(3);

	my ($twr, $partial) = reference(\@assets, $as_of);
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
is scalar(grep { /^ok \d+ - r-/ && !/# SKIP/ } @got), 200, 'and agrees with all two hundred' or diag grep { /^not ok|^#/ } @got;
cmp_ok scalar(grep { $_->{expected}{twr_partial} } @cases), '>', 20, 'some have an asset without a price for a while';
cmp_ok scalar(grep { $_->{expected}{twr} && abs($_->{expected}{twr}{cumulative}) > 0.01 } @cases), '>', 150, 'and most returns are not zero';

done_testing;
