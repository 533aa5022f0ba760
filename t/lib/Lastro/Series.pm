# SPDX-License-Identifier: Apache-2.0
package Lastro::Series;

# Closes of market series for tests, and a second implementation of the formula of anomalous days.
#
#	my %s = simulate(days => 300, seed => 7);	# { IBOV => [[day, close], …], … }
#	load_series($t, \%now, \%s);
#	my ($mean, $sd) = baseline(@returns);
#
# Weekdays from a Monday on; factors and indices move by reproducible noise.

use strict;
use warnings;

use Exporter qw(import);
use Lastro::Test qw(spew);
use POSIX ();

our @EXPORT_OK = qw(sessions simulate load_series returns_of baseline raw_score noise);

my $day_s = 86400;

sub day_text { return POSIX::strftime('%Y-%m-%d', gmtime($_[0] * $day_s)) }

# sessions(first, n) - n weekdays from the day number first on.
sub sessions {
	my ($first, $n) = @_;
	my @days;

	for (my $d = $first; @days < $n; $d++) {
		push @days, day_text($d) if ($d + 4) % 7 != 0 && ($d + 4) % 7 != 6;
	}
	return @days;
}

# noise(\$state) - a reproducible pseudo-random sequence between -0.5 and 0.5.
sub noise {
	my ($state) = @_;

	$$state = ($$state * 1103515245 + 12345) % 2147483648;
	return $$state / 2147483648 - 0.5;
}

my %start = (IBOV => 120000, IFIX => 3200, SP500 => 6000, BRENT => 80, USDBRL => 5.40, VIX => 15, NASDAQ => 19000);
my %beta = (SP500 => 0.6, BRENT => 0.1, USDBRL => -0.5, VIX => -0.02);

# simulate(days, seed, first, shocks => { "IBOV/300" => -0.08 }) - a shock replaces the noise of that session.
sub simulate {
	my (%o) = @_;
	my $state = $o{seed} // 7;
	my @days = sessions($o{first} // 18995, $o{days});	# 2022-01-03
	my (%close, %series) = (%start);

	for my $i (0 .. $#days) {
		my %r;
		for my $code (qw(SP500 BRENT USDBRL VIX NASDAQ IBOV IFIX)) {
			my $size = $code eq 'VIX' ? 0.12 : $code eq 'BRENT' ? 0.04 : 0.02;

			$r{$code} = $size * noise(\$state);
			$r{$code} = $o{shocks}{"$code/$i"} if defined $o{shocks}{"$code/$i"};
			if ($code eq 'IBOV' || $code eq 'IFIX') {
				$r{$code} += $beta{$_} * $r{$_} for sort keys %beta;
			}
			my $places = $close{$code} > 1000 ? 2 : 4;
			$close{$code} = sprintf "%.${places}f", $close{$code} * (1 + $r{$code}) if $i;
			push @{ $series{$code} }, [$days[$i], $close{$code}];
		}
	}
	return %series;
}

# load_series($t, \%options, \%series) - loads each series through its source, in the published format.
sub load_series {
	my ($t, $options, $series) = @_;
	my @results;

	for my $code (sort keys %$series) {
		my $path = $t->dir . "/$code.csv";
		my $ptax = $code eq 'USDBRL';

		spew($path, join '', $ptax ? "data;venda\n" : "Date,Close\n",
			map { $ptax ? "$_->[0];" . ($_->[1] =~ tr/./,/r) . "\n" : "$_->[0],$_->[1]\n" } @{ $series->{$code} });
		push @results, $t->lastro_json($options, 'load', $ptax ? ('ptax') : ('ohlc', '--symbol', $code), $path);
	}
	return @results;
}

# returns_of([[day, close], …]) - [[day, return], …], one fewer.
sub returns_of {
	my ($closes) = @_;

	return map { [$closes->[$_][0], $closes->[$_][1] / $closes->[$_ - 1][1] - 1] } 1 .. $#$closes;
}

# baseline(@returns) - mean and sample deviation.
sub baseline {
	my $n = @_;
	my ($sum, $squares) = (0, 0);

	$sum += $_ for @_;
	$squares += ($_ - $sum / $n)**2 for @_;
	return ($sum / $n, sqrt($squares / ($n - 1)));
}

# raw_score(\@returns, $i) - the score of day $i; undef with fewer than 252 days before it.
sub raw_score {
	my ($returns, $i) = @_;

	return undef if $i < 252;
	my ($mean, $sd) = baseline(map { $_->[1] } @$returns[$i - 252 .. $i - 1]);
	return ($returns->[$i][1] - $mean) / $sd;
}

1;
