# SPDX-License-Identifier: Apache-2.0
package Lastro::Returns;

# A second implementation of the time-weighted return and of what moved a month (doc/calculations.md 6.2, 7.1), in plain
# floating point, day by day, from rows, income and closes; and random ledgers for it.
#
#	my $random = Lastro::Returns::dice($seed);
#	my $asset = random_asset($random, 'TEST1', $from, $to);	# { symbol, asset_type, prices, rows, income }
#	my @steps = steps(\@assets, $as_of);	# { day, before, parts => { SYMBOL => { before, value, buy, sell, income } }, factor }
#	my ($twr, $partial) = twr(\@assets, $as_of);
#	my $moved = moved(\@assets, $as_of, '2026-04');	# { result, return_pct, assets => { SYMBOL => [result, points] } }; undef without a valid step
#
# Days are numbers since 1970, or texts in what goes out and comes in.

use strict;
use warnings;

use Exporter qw(import);
use POSIX qw(strftime);
use Time::Local qw(timegm);

our @EXPORT_OK = qw(dice random_asset steps twr result moved text day_of);

sub text { return strftime('%Y-%m-%d', gmtime($_[0] * 86400)) }
sub day_of { my ($y, $m, $d) = split /-/, $_[0]; return timegm(0, 0, 0, $d, $m - 1, $y) / 86400 }
sub month_of { return substr text($_[0]), 0, 7 }

# ---- a ledger ----

# dice(seed) - a function that gives 0 to n - 1.
sub dice {
	my ($state) = @_;

	return sub { $state = ($state * 1103515245 + 12345) % 2147483648; return int($state / 65536) % $_[0] };
}

sub prices {
	my ($chance, $from, $to) = @_;
	my ($price, @list) = (1000 + $chance->(9000));

	for (my $day = $from; $day <= $to; $day += 1 + $chance->(4)) {
		$day += 25 + $chance->(40) if $chance->(60) == 0;    # a gap in trading
		last if $day > $to;
		$price = int($price * (90 + $chance->(22)) / 100) + 1 if $chance->(3) == 0;
		push @list, { date => text($day), price => sprintf '%.2f', $price / 100 };
	}
	return \@list;
}

sub rows {
	my ($chance, $from, $to) = @_;
	my ($held, @rows) = (0);

	for (my $day = $from + $chance->(60); $day <= $to; $day += 1 + $chance->(70)) {
		my $kind = $held && $chance->(3) == 0 ? 'sell' : 'buy';
		my $quantity = $kind eq 'buy' ? 1 + $chance->(200) : $chance->(3) ? 1 + $chance->($held) : $held;

		$held += $kind eq 'buy' ? $quantity : -$quantity;
		push @rows, { kind => $kind, trade_date => text($day), quantity => "$quantity",
			price => sprintf('%.2f', 5 + $chance->(9000) / 100), fees => sprintf('%.2f', $chance->(300) / 100) };
	}
	return \@rows;
}

sub random_asset {
	my ($chance, $symbol, $from, $to) = @_;
	my $rows = rows($chance, $from, $to);
	my @income = map { { date => text(day_of($_->{trade_date}) + 20), amount => sprintf '%.2f', 1 + $chance->(5000) / 100 } }
		grep { $chance->(3) == 0 && day_of($_->{trade_date}) + 20 <= $to } @$rows;

	return { symbol => $symbol, asset_type => 'stock', prices => prices($chance, $from + ($chance->(4) ? -10 : $chance->(200)), $to), rows => $rows,
		income => \@income };
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
sub flows_on {
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

# An asset's part of the step that ends on a day.  Only what has a price is measured: without one an asset is outside with
# its rows and income, and joins at its value with its first price.  One sold while outside stays there until it is
# bought again: that is a purchase like any other.
sub part {
	my ($asset, $day, $was) = @_;
	my ($held, $price) = held_at($asset, $day);
	my $flows = flows_on($asset, $day);
	my $unpriced = $held && !defined $price;
	my $sold = !$held && ($was->{outside} && $was->{held} || $was->{outside} && !$flows->{buy});
	my %part = (before => $was->{value}, value => 0, buy => 0, sell => 0, income => 0);

	if ($unpriced || $sold) {
		$part{sell} = $was->{value};
	} elsif ($was->{outside} && $was->{held}) {
		$part{value} = $part{buy} = $held * $price;
	} else {
		@part{qw(value buy sell income)} = ($held * ($price // 0), @$flows{qw(buy sell income)});
	}
	return (\%part, { outside => $unpriced || $sold, held => $held, value => $part{value} }, $unpriced);
}

sub steps {
	my ($assets, $as_of) = @_;
	my (@steps, %was);

	for my $day (points($assets, $as_of)) {
		my %sum = map { $_ => 0 } qw(before value buy sell income);
		my %step = (day => $day, parts => {}, partial => 0);

		for my $a (@$assets) {
			my ($part, $now, $unpriced) = part($a, $day, $was{ $a->{symbol} } // { outside => 0, held => 0, value => 0 });

			$was{ $a->{symbol} } = $now;
			$step{parts}{ $a->{symbol} } = $part;
			$step{partial} ||= $unpriced;
			$sum{$_} += $part->{$_} for keys %sum;
		}
		$step{base} = $sum{before} + $sum{buy};
		$step{factor} = ($sum{value} + $sum{sell} + $sum{income}) / $step{base} if $step{base} >= 0.01;
		push @steps, \%step;
	}
	return @steps;
}

sub twr {
	my ($assets, $as_of) = @_;
	my @steps = steps($assets, $as_of);
	my $partial = grep { $_->{partial} } @steps;
	my @valid = grep { defined $_->{factor} } @steps;
	my $product = 1;

	return undef, $partial unless @valid;
	$product *= $_->{factor} for @valid;
	my ($first, $last) = ($valid[0]{day}, $steps[-1]{day});
	my ($y1, $m1) = split /-/, text($first);
	my ($y2, $m2) = split /-/, text($last);
	my $days = $last - $first;

	return { cumulative => 0 + sprintf('%.9f', $product - 1), months => ($y2 - $y1) * 12 + $m2 - $m1 + 1,
		annualized => $days < 365 ? undef : 0 + sprintf('%.9f', $product**(365 / $days) - 1) }, $partial;
}

# result() - in reais, over all steps.
sub result {
	my ($assets, $as_of) = @_;
	my $sum = 0;

	for my $p (map { values %{ $_->{parts} } } steps($assets, $as_of)) {
		$sum += $p->{value} + $p->{sell} + $p->{income} - $p->{before} - $p->{buy};
	}
	return $sum;
}

# 7.1, unrounded; only assets that were measured in the month.
sub moved {
	my ($assets, $as_of, $month) = @_;
	my ($product, $valid, %sum) = (1, 0);

	for my $step (grep { month_of($_->{day}) eq $month } steps($assets, $as_of)) {
		for my $symbol (keys %{ $step->{parts} }) {
			my $p = $step->{parts}{$symbol};
			my $gain = $p->{value} + $p->{sell} + $p->{income} - $p->{before} - $p->{buy};

			next unless grep { $_ } values %$p;
			$sum{$symbol} //= [0, 0];
			next unless defined $step->{factor};
			$sum{$symbol}[0] += $gain;
			$sum{$symbol}[1] += 100 * $product * $gain / $step->{base};
		}
		next unless defined $step->{factor};
		$product *= $step->{factor};
		$valid = 1;
	}
	return undef unless $valid;
	my $result = 0;
	$result += $_->[0] for values %sum;
	return { result => $result, return_pct => 100 * ($product - 1), assets => \%sum };
}

1;
