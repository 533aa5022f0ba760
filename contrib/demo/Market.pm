# SPDX-License-Identifier: Apache-2.0
#
# Market.pm: the invented exchange of the demonstration.
#
# Every paper, company and price is made up.  A price depends only on the paper and the day, so files
# generated on different days agree about the past.

package Market;

use strict;
use warnings;
use Digest::SHA qw(sha1);
use Exporter 'import';
use POSIX ();
use Time::Local qw(timegm);

our @EXPORT_OK = qw(day_of ymd br plus sessions level papers us_papers coins options dollar is_business
    story told ago before price us_price coin_price);

# day number since 1970-01-01
sub day_of { my ($y, $m, $d) = split /-/, shift; return timegm(0, 0, 0, $d, $m - 1, $y) / 86400 }
sub ymd { return POSIX::strftime('%Y-%m-%d', gmtime(shift() * 86400)) }
sub br { return POSIX::strftime('%d/%m/%Y', gmtime(shift() * 86400)) }
sub plus { my ($day, $n) = @_; return ymd(day_of($day) + $n) }

sub easter {
    my ($y) = @_;
    my ($a, $b, $c) = ($y % 19, int($y / 100), $y % 100);
    my $h = (19 * $a + $b - int($b / 4) - int(($b - int(($b + 8) / 25) + 1) / 3) + 15) % 30;
    my $l = (32 + 2 * ($b % 4) + 2 * int($c / 4) - $h - $c % 4) % 7;
    my $k = $h + $l - 7 * int(($a + 11 * $h + 22 * $l) / 451) + 114;
    return day_of(sprintf '%04d-%02d-%02d', $y, int($k / 31), $k % 31 + 1);
}

my %holidays;
sub is_business {
    my ($n) = @_;
    my $weekday = ($n + 4) % 7;
    return 0 if $weekday == 0 || $weekday == 6;
    my ($y) = ymd($n) =~ /^(\d+)/;
    $holidays{$y} //= do {
        my $e = easter($y);
        my %h = map { $_ => 1 } $e - 48, $e - 47, $e - 2, $e + 60,
            map { day_of("$y-$_") } qw(01-01 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-24 12-25 12-31);
        \%h;
    };
    return !$holidays{$y}{$n};
}

# Sessions in [from, to], as day numbers.
sub sessions { my ($from, $to) = @_; return grep { is_business($_) } $from .. $to }

# ticker, short name, kind of paper, isin, starting price, yearly drift, daily swing
my @papers = (
    [ 'PADA3',  'PADARIA NOVA', 'ON      NM', 'BRPADAACNOR1', 32.00, 0.14, 0.017 ],
    [ 'CAJU4',  'CAJU ENERGIA', 'PN      N1', 'BRCAJUACNPR5', 18.40, 0.11, 0.014 ],
    [ 'RIOB3',  'RIO BRAVIO',   'ON      NM', 'BRRIOBACNOR3', 11.20, 0.06, 0.019 ],
    [ 'RIOX3',  'RIO XINGU SA', 'ON      NM', 'BRRIOXACNOR2', 11.20, 0.06, 0.019 ],
    [ 'VENT3',  'VENTO LESTE',  'ON      NM', 'BRVENTACNOR8', 24.90, -0.08, 0.022 ],
    [ 'GATO3',  'GATO PRETO',   'ON',         'BRGATOACNOR4', 7.35, 0.09, 0.020 ],
    [ 'SELA3',  'SELARIA SUL',  'ON      NM', 'BRSELAACNOR6', 44.10, 0.16, 0.016 ],
    [ 'ONDA3',  'ONDA CURTA',   'ON      NM', 'BRONDAACNOR4', 15.60, 0.07, 0.018 ],
    [ 'MARE11', 'FII MARE LOG', 'CI',         'BRMARECTF008', 101.00, 0.03, 0.006 ],
    [ 'SOLA11', 'FII SOL RENDA', 'CI',        'BRSOLACTF004', 9.80, 0.02, 0.005 ],
    [ 'INDX11', 'LASTRO INDX',  'CI',         'BRINDXCTF003', 118.00, 0.11, 0.010 ],
    [ 'GLBX34', 'GLOBEX INC',   'DRN',        'BRGLBXBDR009', 52.00, 0.13, 0.015 ],
);
sub papers { return @papers }

my @us = ([ 'ACMX', 'Acme Instruments', 171.00, 0.17, 0.014 ], [ 'ORBT', 'Orbit Trust ETF', 402.00, 0.10, 0.009 ]);
sub us_papers { return @us }

# pair, starting price, yearly drift, daily swing
my @coins = ([ 'BTC', 150000, 0.20, 0.028 ], [ 'ETH', 9000, 0.14, 0.032 ]);
sub coins { return @coins }

# A pseudo-random number in [-1, 1) that depends only on the words.
sub chance {
    my $x = unpack 'N', sha1(join '|', @_);
    return $x / 2147483648 - 1;
}

my ($told, %split);

# story() - sets the day on which the story ends; returns its events: [the day of PADA3's split of one into two, of
# CAJU4's bonus of 5 %, of the rename of RIOB3 to RIOX3].
sub story {
    ($told) = @_;
    my @days = map { ago($_) } 300, 200, 420;
    %split = (PADA3 => [ $days[0], 2 ], CAJU4 => [ $days[1], 1.05 ]);
    return @days;
}

sub told { return $told }

# A session near @n days before the story's end; the session before a day.
sub ago {
    my ($n) = @_;
    my $d = $told - $n;
    $d-- until is_business($d);
    return $d;
}
sub before { my ($n) = @_; do { $n-- } until is_business($n); return $n }

my $epoch = day_of('2021-01-04');
my %memo;

# The unrounded close of a paper at a session, by a walk from the epoch.
sub level {
    my ($ticker, $start, $drift, $swing, $n) = @_;
    my $key = $ticker eq 'RIOX3' ? 'RIOB3' : $ticker;
    my $walk = $memo{$key} //= { day => $epoch, log => 0, at => {} };
    for (my $d = $walk->{day} + 1; $d <= $n; $d++) {
        if (is_business($d)) {
            my $noise = (chance($key, $d, 1) + chance($key, $d, 2) + chance($key, $d, 3)) * $swing;
            $walk->{log} += $drift / 252 + $noise;
        }
        $walk->{at}{$d} = $walk->{log};
        $walk->{day} = $d;
    }
    my $price = $start * exp($walk->{at}{$n} // 0);
    my $event = $split{$ticker};
    $price /= $event->[1] if $event && $n >= $event->[0];
    return $price;
}

# The printed close, in the market's currency.
sub printed { my ($list, $name, $n) = @_; my ($p) = grep { $_->[0] eq $name } @$list; return sprintf '%.2f', level($name, @$p[-3 .. -1], $n) }
sub price { return printed(\@papers, @_) }
sub us_price { return printed(\@us, @_) }
sub coin_price { return printed(\@coins, @_) }

# Options of each month: [ticker, underlying, call or put, strike, first day, expiry].  The strike is the price
# of the first day, so the name is the same in every run.
sub third_friday {
    my ($y, $m) = @_;
    my $first = day_of(sprintf '%04d-%02d-01', $y, $m);
    return $first + (5 - ($first + 4) % 7) % 7 + 14;
}

sub options {
    my ($from, $to) = @_;
    my ($y, $m) = ymd($from) =~ /^(\d+)-(\d+)/;
    my @out;
    while ((my $expiry = third_friday($y, $m)) <= $to) {
        for my $p (grep { $_->[0] =~ /^(PADA3|CAJU4)$/ } @papers) {
            my $listed = $expiry - 75;
            my $strike = sprintf '%.0f', level(@$p[0, 4 .. 6], $listed);
            push @out, [ substr($p->[0], 0, 4) . chr(ord('A') + $m - 1) . $strike, $p, 'call', $strike, $listed, $expiry ],
                [ substr($p->[0], 0, 4) . chr(ord('M') + $m - 1) . $strike, $p, 'put', $strike, $listed, $expiry ];
        }
        ($y, $m) = $m == 12 ? ($y + 1, 1) : ($y, $m + 1);
    }
    return grep { $_->[5] >= $from } @out;
}

sub dollar { my ($n) = @_; return level('dollar', 5.20, 0.02, 0.005, $n) }

1;
