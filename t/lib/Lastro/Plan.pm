# SPDX-License-Identifier: Apache-2.0
package Lastro::Plan;

# The plan of the next contribution by the letter of doc/calculations.md 21, in exact fractions: a second program, written from
# the text alone.
#
#	my $state = Lastro::Plan::state($inputs);
#	my $answer = Lastro::Plan::contribution($inputs);	# or sell($inputs)
#
# Inputs and answers are those of the cases (21.5); numbers of an answer are texts.

use strict;
use warnings;

use Math::BigInt;
use Math::BigRat;

my %unit = ((map { $_ => '1' } qw(stock fii etf bdr debenture option)), tesouro => '1/100', crypto => '1/100000000', us => '1/1000000');

sub rat { return Math::BigRat->new($_[0]) }

# half_up() - to @places decimals, half away from zero, as a text.
sub half_up {
	my ($x, $places) = @_;
	my $scaled = rat($x) * Math::BigInt->new(10)->bpow($places);
	my $n = ($scaled->copy->babs + rat('1/2'))->bfloor;

	$n->bneg if $scaled->is_neg;
	return shown($n->as_int, $places);
}

# shown() - an integer of units of the last place, with all its places.
sub shown {
	my ($n, $places) = @_;
	my $digits = sprintf '%0*s', $places + 1, $n->copy->babs->bstr;

	substr $digits, length($digits) - $places, 0, '.' if $places;
	return ($n->is_neg && $digits =~ /[1-9]/ ? '-' : '') . $digits;
}

sub number { my ($text) = @_; return $text + 0 }

sub name_of { my ($x) = @_; return "$x->{symbol} $x->{asset_type}" }

# laid() - each slice with what it holds: {slice, held}; and what is outside.
sub laid {
	my ($in) = @_;
	my @slices = map { { slice => $_, held => [] } } @{ $in->{targets}{slices} };
	my (%named, %typed, @outside, @without);

	for my $s (@slices) {
		$named{ name_of($_) } = $s for @{ $s->{slice}{assets} // [] };
		$typed{$_} = $s for @{ $s->{slice}{types} // [] };
	}
	for my $p (sort { name_of($a) cmp name_of($b) } @{ $in->{positions} }) {
		my $s = $named{ name_of($p) } // $typed{ $p->{asset_type} };

		if (!defined $p->{value}) {
			push @without, $p;
			push @{ $s->{unknown} }, $p if $s;
		} elsif ($s) {
			push @{ $s->{held} }, $p;
		} else {
			push @outside, $p;
		}
	}
	return (\@slices, \@outside, \@without);
}

sub sum { my $s = rat(0); $s += rat($_) for @_; return $s }

# share() - one line of the state.
sub share {
	my ($in, $value, $whole, $pct) = @_;
	my ($points, $relative) = (rat($in->{targets}{band_pp} // '5.00'), rat($in->{targets}{band_relative_pct} // '25.00'));
	my %out = (value => half_up($value, 2), pct => half_up($pct, 2), missing => half_up(sum(half_up(rat($pct) * $whole / 100, 2)) - $value, 2));

	return { %out, share_pct => undef, drift_pp => undef, out => undef, reason => 'no_value' } if $whole->is_zero;
	my $exact = $value * 100 / $whole;
	my $band = rat($pct) * $relative / 100;
	$band = $points if $points < $band;
	my $shown = half_up($exact, 2);

	return { %out, share_pct => $shown, drift_pp => half_up(rat($shown) - rat($pct), 2),
		out => rat($pct)->is_zero ? $exact > 0 : ($exact - rat($pct))->babs > $band };
}

sub unknown { my ($pct) = @_; return { (map { $_ => undef } qw(value share_pct drift_pp out missing)), pct => half_up($pct, 2), reason => 'no_value' } }

# members() - what is inside a slice, in order, then what else it holds; each [asset, pct, value or undef].
sub members {
	my ($s) = @_;
	my %value = map { (name_of($_) => $_->{value}) } @{ $s->{held} };
	my %unknown = map { (name_of($_) => 1) } @{ $s->{unknown} // [] };
	my %inside = map { (name_of($_) => 1) } @{ $s->{slice}{inside} };

	return ((map { [$_, $_->{pct}, $unknown{ name_of($_) } ? undef : $value{ name_of($_) } // 0] } @{ $s->{slice}{inside} }),
		(map { [$_, 0, $_->{value}] } grep { !$inside{ name_of($_) } } @{ $s->{held} }));
}

sub asset { my ($x) = @_; return (symbol => $x->{symbol}, asset_type => $x->{asset_type}) }

# refused() - of targets that do not add up to 100.00: those of the slices, or what is inside one.
sub refused {
	my ($in) = @_;
	my @slices = @{ $in->{targets}{slices} };
	my @sums = ([undef, map { $_->{pct} } @slices], map { [$_->{name}, map { $_->{pct} } @{ $_->{inside} }] } grep { @{ $_->{inside} // [] } } @slices);

	for (@sums) {
		my ($name, @pct) = @$_;
		my $sum = sum(@pct);

		return { error => 'targets_not_100', sum => half_up($sum, 2), defined $name ? (slice => $name) : () } if $sum != 100;
	}
	return;
}

sub state {
	my ($in) = @_;
	my $refused = refused($in);

	return $refused if $refused;
	my ($slices, $outside, $without) = laid($in);
	my $total = sum(map { $_->{value} } map({ @{ $_->{held} } } @$slices), @$outside);
	my @order = sort { rat($b->{value}) <=> rat($a->{value}) || name_of($a) cmp name_of($b) } @$outside;
	my @out;

	for my $s (@$slices) {
		my $value = sum(map { $_->{value} } @{ $s->{held} });
		my @inside = $s->{slice}{inside} ? map { { asset($_->[0]), %{ defined $_->[2] ? share($in, rat($_->[2]), $value, $_->[1]) : unknown($_->[1]) } } } members($s) : ();

		push @out, { name => $s->{slice}{name}, %{ share($in, $value, $total, $s->{slice}{pct}) }, inside => \@inside };
	}
	return { total => half_up($total, 2), without_value => [map { { asset($_) } } @$without],
		outside => [map { { asset($_), value => half_up($_->{value}, 2), share_pct => $total->is_zero ? undef : half_up(rat($_->{value}) * 100 / $total, 2) } } @order], slices => \@out };
}

# cents() - exact amounts to whole cents (as fractions of a real): floored, the cents left to the largest cut-off parts.
sub cents {
	my ($whole, @exact) = @_;
	my @floor = map { ($_ * 100)->bfloor } @exact;
	my @rest = map { $exact[$_] * 100 - $floor[$_] } 0 .. $#exact;
	my $left = rat($whole) * 100 - sum(@floor);

	for my $i (sort { $rest[$b] <=> $rest[$a] || $a <=> $b } 0 .. $#exact) {
		last if $left <= 0;
		next if $rest[$i]->is_zero;
		$floor[$i] += 1;
		$left -= 1;
	}
	return map { $_ / 100 } @floor;
}

# raised() - (level, amounts) of parts [value, weight].
sub raised {
	my ($amount, @parts) = @_;
	my @order = sort { $parts[$a][0] / $parts[$a][1] <=> $parts[$b][0] / $parts[$b][1] || $a <=> $b } grep { $parts[$_][1] > 0 } 0 .. $#parts;
	my ($v, $w, $level) = (rat($amount), rat(0));

	return (undef, map { rat(0) } @parts) unless @order;
	for my $i (0 .. $#order) {
		my $next = $order[$i + 1];

		$v += $parts[ $order[$i] ][0];
		$w += $parts[ $order[$i] ][1];
		$level = $v / $w;
		last if defined $next && $level <= $parts[$next][0] / $parts[$next][1];
	}
	return ($level, cents($amount, map { my $b = $_->[1] > 0 ? $level * $_->[1] - $_->[0] : rat(0); $b > 0 ? $b : rat(0) } @parts));
}

# bought() - quantities and costs out of amounts; @lines: {asset, pct, value, amount}, amount undef: it has no value.
sub bought {
	my ($in, $amount, $sell, @lines) = @_;
	my %price = map { (name_of($_) => $_->{price}) } @{ $in->{prices} // [] }, @{ $in->{positions} };
	my %held = map { (name_of($_) => $_->{quantity}) } @{ $in->{positions} };
	my $left = rat($amount);

	for my $l (@lines) {
		my $unit = $unit{ $l->{asset}{asset_type} };
		my $price = $price{ name_of($l->{asset}) };

		$l->{reason} = !defined $l->{value} ? 'no_value' : !$unit ? 'no_unit' : !defined $price || rat($price) <= 0 ? 'no_price' : undef;
		next if ($l->{reason} // '') eq 'no_value';
		if (!$l->{reason}) {
			$l->{u} = rat($unit);
			$l->{each} = rat($price) * $l->{u};
			if ($l->{amount} >= 0) {
				$l->{n} = ($l->{amount} / $l->{each})->bfloor;
			} else {
				my $held = (rat($held{ name_of($l->{asset}) }) / $l->{u})->bfloor;
				my $n = (-$l->{amount} / $l->{each})->bfloor;

				$n = $held if $n > $held || -$l->{amount} == $l->{value};
				$l->{n} = -$n;
			}
			$l->{cost} = rat(half_up($l->{n} * $l->{each}, 2));
		} elsif ($l->{reason} eq 'no_unit') {
			$l->{cost} = $l->{amount};
		}
		$left -= $l->{cost} // $l->{amount};
	}
	while ($left > 0) {
		my @can = grep { my $l = $_; defined $l->{cost} && $l->{pct} > 0 && $l->{amount} >= 0 && (!$l->{each} || $l->{each} <= $left) } @lines;
		my ($low) = sort { ($a->{value} + $a->{cost}) / $a->{pct} <=> ($b->{value} + $b->{cost}) / $b->{pct} } @can or last;
		my $all = $low->{cost} + $left;

		if (!$low->{each}) {
			($low->{cost}, $left) = ($all, rat(0));
			last;
		}
		if ($low->{each} < rat('1/100')) {
			$low->{n} = ($all / $low->{each})->bfloor;
			$low->{cost} = rat(half_up($low->{n} * $low->{each}, 2));
			$left = $all - $low->{cost};
			last;
		}
		$low->{n} += 1;
		$low->{cost} = rat(half_up($low->{n} * $low->{each}, 2));
		$left = $all - $low->{cost};
	}
	return ($left, map { { asset($_->{asset}), amount => half_up($_->{amount} // 0, 2), quantity => defined $_->{n} ? half_up($_->{n} * $_->{u}, 8) : undef,
		cost => defined $_->{cost} ? half_up($_->{cost}, 2) : undef, reason => $_->{reason} } } @lines);
}

sub inside {
	my ($in, $s, $amount, $sell) = @_;
	my $only = $s->{slice}{inside} ? undef : @{ $s->{slice}{assets} // [] } == 1 && !@{ $s->{slice}{types} // [] } ? $s->{slice}{assets}[0] : return;
	my %value = map { (name_of($_) => $_->{value}) } @{ $s->{held} };
	my @all = $only ? [$only, 100, $s->{unknown} ? undef : $value{ name_of($only) } // 0] : members($s);
	my @part = grep { defined $all[$_][2] } 0 .. $#all;
	my @amounts = map { rat(0) } @all;

	if ($sell) {
		my $weights = sum(map { $all[$_][1] } @part);
		my $whole = sum(map { $all[$_][2] } @part) + $amount;

		@amounts[@part] = $weights->is_zero ? map { -rat($all[$_][2]) } @part : cents($amount, map { rat($all[$_][1]) / $weights * $whole - rat($all[$_][2]) } @part);
	} elsif ($amount > 0) {
		(undef, @amounts[@part]) = raised($amount, map { [rat($all[$_][2]), rat($all[$_][1])] } @part);
	}
	return bought($in, $amount, $sell, map { { asset => $all[$_][0], pct => rat($all[$_][1]), value => defined $all[$_][2] ? rat($all[$_][2]) : undef, amount => $amounts[$_] } } 0 .. $#all);
}

sub moves {
	my ($in, $sell) = @_;
	my ($slices) = laid($in);
	my @parts = map { [sum(map { $_->{value} } @{ $_->{held} }), rat($_->{slice}{pct})] } @$slices;
	my ($level, @amounts);

	if ($sell) {
		my $whole = sum(map { $_->[0] } @parts) + rat($in->{contribution});

		@amounts = cents($in->{contribution}, map { $_->[1] / 100 * $whole - $_->[0] } @parts);
	} else {
		($level, @amounts) = raised($in->{contribution}, @parts);
	}
	return { level => defined $level ? half_up($level, 8) : undef, slices => [map {
		my ($left, @buy) = inside($in, $slices->[$_], $amounts[$_], $sell);

		{ name => $slices->[$_]{slice}{name}, amount => half_up($amounts[$_], 2), buy => defined $left ? \@buy : undef, left => defined $left ? half_up($left, 2) : undef };
	} 0 .. $#$slices] };
}

sub contribution { return moves($_[0], 0) }
sub sell { return moves($_[0], 1) }

1;
