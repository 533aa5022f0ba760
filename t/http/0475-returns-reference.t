#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The time-weighted return (doc/calculations.md 6.2) a second time, in Perl and in plain floating point, day by day and
# without any of the engine's short cuts: two hundred random ledgers, with gaps in the prices, total liquidations and
# restarts, are written as worked cases with this program's answers, and the engine runs them.

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
		$day += 25 + chance(40) if chance(60) == 0;    # it stops trading for a while
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

	return { symbol => "TEST$n", asset_type => 'stock', prices => prices($from - 10, $to), rows => $rows, income => \@income };
}

# ---- its return ----

# What an asset is worth at the end of a day: its last price, 30 days old at most, else its mean cost.
sub worth {
	my ($asset, $day) = @_;
	my ($held, $cost, $price) = (0, 0);

	for my $row (grep { day_of($_->{trade_date}) <= $day } @{ $asset->{rows} }) {
		if ($row->{kind} eq 'buy') {
			$held += $row->{quantity};
			$cost += $row->{quantity} * $row->{price} + $row->{fees};
		} else {
			$cost -= $cost * $row->{quantity} / $held;
			$held -= $row->{quantity};
		}
	}
	for my $p (@{ $asset->{prices} }) {
		my $on = day_of($p->{date});

		$price = $p->{price} if $on <= $day && $day - $on <= 30;
	}
	return $held * $price if defined $price;
	return $held ? $cost : 0;
}

sub points {
	my ($assets, $as_of) = @_;
	my (%point, %moved);

	for my $a (@$assets) {
		for my $row (@{ $a->{rows} }) {
			my $sign = $row->{kind} eq 'buy' ? 1 : -1;

			$moved{ day_of($row->{trade_date}) }{ $row->{kind} } += $row->{quantity} * $row->{price} + $sign * $row->{fees};
		}
		$moved{ day_of($_->{date}) }{income} += $_->{amount} for @{ $a->{income} };
	}
	return unless %moved;
	my ($first) = sort { $a <=> $b } keys %moved;
	@point{ $as_of, map { ($_, $_ - 1) } keys %moved } = ();
	for my $day ($first .. $as_of) {
		$point{$day} = undef if month_of($day) ne month_of($day + 1);
	}
	return map { { day => $_, %{ $moved{$_} // {} } } } sort { $a <=> $b } keys %point;
}

sub reference {
	my ($assets, $as_of) = @_;
	my ($before, $product, $first, $last) = (0, 1);

	for my $p (points($assets, $as_of)) {
		my $value = 0;
		my $base = $before + ($p->{buy} // 0);

		$value += worth($_, $p->{day}) for @$assets;
		if ($base >= 0.01) {
			$product *= ($value + ($p->{sell} // 0) + ($p->{income} // 0)) / $base;
			$first //= $p->{day};
		}
		($before, $last) = ($value, $p->{day});
	}
	return undef unless defined $first;
	my ($y1, $m1) = split /-/, text($first);
	my ($y2, $m2) = split /-/, text($last);
	my $days = $last - $first;

	return { cumulative => 0 + sprintf('%.9f', $product - 1), months => ($y2 - $y1) * 12 + $m2 - $m1 + 1,
		annualized => $days < 365 ? undef : 0 + sprintf('%.9f', $product**(365 / $days) - 1) };
}

# ---- two hundred of them ----

my @cases;
for my $n (1 .. 200) {
	my $from = day_of('2022-01-03') + chance(900);
	my $as_of = $from + 20 + chance(700);
	my @assets = map { asset($_, $from, $as_of) } 1 .. 1 + chance(3);

	push @cases, { id => sprintf('r-%03d', $n), title => 'random ledger', function => 'portfolio_history',
		inputs => { as_of => text($as_of), assets => \@assets }, expected => { twr => reference(\@assets, $as_of) },
		tolerance => { default => 0.000002 } };
}
my $dir = tempdir(CLEANUP => 1);
open my $file, '>', "$dir/random.json" or die $!;
print $file encode_json({ section => 'random', cases => \@cases });
close $file or die $!;

my @got = `'$runner' '$dir' 2>&1`;
is $?, 0, 'the engine runs them';
is scalar(grep { /^ok \d+ - r-/ && !/# SKIP/ } @got), 200, 'and agrees with all two hundred' or diag grep { /^not ok|^#/ } @got;
cmp_ok scalar(grep { $_->{expected}{twr} && abs($_->{expected}{twr}{cumulative}) > 0.01 } @cases), '>', 150, 'which is no agreement about nothing';

done_testing;
