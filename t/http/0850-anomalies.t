#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Anomalous days end to end: closes loaded by their sources, scored, and shown with each score's baseline; a new day, a
# late close and a corrected one give the same as loading all at once.

use strict;
use warnings;
use utf8;
use List::Util qw(sum);
use Test::More;
use Lastro::Series qw(simulate load_series returns_of raw_score baseline);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2025-01-03T15:00:00Z' });
my @factors = qw(SP500 BRENT USDBRL VIX);
my %s = simulate(days => 420, shocks => {
	'IBOV/300' => -0.08, 'IBOV/301' => 0.09, 'IFIX/310' => -0.07, 'BRENT/320' => 0.15, 'SP500/330' => -0.09,
	'USDBRL/340' => 0.06, 'NASDAQ/350' => -0.07, 'VIX/360' => 0.6, 'IBOV/200' => -0.2, 'IBOV/380' => -0.07,
});
# SP500 was closed on the day of the last shock.
my ($holiday) = splice @{ $s{SP500} }, 380, 1;

sub compute { return $t->lastro_json(\%now, 'compute', 'anomalies', @_) }
sub shown { return $t->sql('select series_code, day, body from anomaly order by 1, 2') }

my %past = map { $_ => [@{ $s{$_} }[0 .. 299]] } keys %s;
load_series($t, \%now, \%past);
my $r = compute();
is "$r->{series} $r->{whole}", '7 7', 'the first time every series is judged from its first close';
is $r->{anomalies}, 0, 'a day with fewer than 252 returns before it is not scored';

load_series($t, \%now, \%s);
$r = compute();
is $r->{whole}, 0, 'later days are scored from stored returns';
cmp_ok $r->{closes_read_most}, '<=', 121, 'reading only them and the one before';
ok $r->{anomalies} >= 9, 'the planted ones are found';
my $step = shown();
$r = compute('--all');
is "$r->{whole} $r->{changed}", '7 0', 'all from the first close gives the very same';
is shown(), $step, 'to the last byte';
is compute()->{series}, 0, 'nothing new: nothing is judged';

my $account = account($t);
$t->start_pool(%now);
sub get { return $t->get("/v1/events/anomalies$_[0]", key => $account->{user_key}) }

# ---- the answer ----

my $all = get('?min_z=3&limit=1000')->json;
is $all->{meta}{count}, scalar @{ $all->{data} }, 'count is of the page';
is $all->{meta}{next_cursor}, undef, 'and it is the last one';

my (@wrong, %of);
for my $x (@{ $all->{data} }) {
	my $b = $x->{baseline};
	my $raw = ($b->{raw}{return} - $b->{raw}{mean}) / $b->{raw}{deviation};

	push @{ $of{$x->{series_code}} }, $x;
	push @wrong, "$x->{series_code} $x->{day} zscore" if sprintf('%.4f', $raw) ne $x->{zscore};
	push @wrong, "$x->{series_code} $x->{day} return_pct" if sprintf('%.4f', 100 * $b->{raw}{return}) ne $x->{return_pct};
	push @wrong, "$x->{series_code} $x->{day} n" if $b->{raw}{n} != 252;
	push @wrong, "$x->{series_code} $x->{day} window" if $b->{raw}{to} ge $x->{day};
	my $effective = $raw;
	if (my $l = $b->{local}) {
		my $left = $l->{return} - $l->{intercept} - sum(map { $l->{betas}{$_} * $l->{factor_returns}{$_} } @factors);

		$effective = $left / $l->{deviation};
		push @wrong, "$x->{series_code} $x->{day} local_zscore" if sprintf('%.4f', $effective) ne $x->{local_zscore};
		push @wrong, "$x->{series_code} $x->{day} local_return_pct" if sprintf('%.4f', 100 * $left) ne $x->{local_return_pct};
		push @wrong, "$x->{series_code} $x->{day} factor_model" if $x->{factor_model} ne 'ols252-sp500-brent-usdbrl-vix-v1';
	}
	push @wrong, "$x->{series_code} $x->{day} below" if abs($effective) < 3;
	push @wrong, "$x->{series_code} $x->{day} direction" if $x->{direction} ne ($effective > 0 ? 'up' : 'down');
}
is_deeply \@wrong, [], 'every score of the answer follows from its baseline';

# The same from the closes, by a second implementation of the formula.
for my $code (qw(BRENT NASDAQ VIX USDBRL)) {
	my @returns = returns_of($s{$code});
	my %z = map { $returns[$_][0] => sprintf '%.4f', raw_score(\@returns, $_) } 252 .. $#returns;
	my %want = map { $_ => $z{$_} } grep { abs $z{$_} >= 3 } keys %z;

	is_deeply { map { $_->{day} => $_->{zscore} } @{ $of{$code} } }, \%want, "$code: all of them, and their scores";
}

# The residuals of least squares sum to zero and are orthogonal to every factor.
sub local_window {
	my ($code, $day) = @_;
	my %close = map { my $c = $_; $c => { map { $_->[0] => $_->[1] } @{ $s{$c} } } } @factors;
	my (@rows, $before);

	for my $session (@{ $s{$code} }) {
		last if $session->[0] ge $day;
		if ($before && !grep { !defined $close{$_}{$session->[0]} || !defined $close{$_}{$before->[0]} } @factors) {
			push @rows, [$session->[1] / $before->[1] - 1,
				map { $close{$_}{$session->[0]} / $close{$_}{$before->[0]} - 1 } @factors];
		}
		$before = $session;
	}
	return @rows[-252 .. -1];
}

for my $x (grep { $_->{baseline}{local} } @{ $of{IBOV} }, @{ $of{IFIX} }) {
	my $l = $x->{baseline}{local};
	my ($sum, $ssr, @cross) = (0, 0, (0) x @factors);

	for my $row (local_window($x->{series_code}, $x->{day})) {
		my $e = $row->[0] - $l->{intercept} - sum(map { $l->{betas}{$factors[$_]} * $row->[$_ + 1] } 0 .. $#factors);

		$sum += $e;
		$ssr += $e * $e;
		$cross[$_] += $e * $row->[$_ + 1] for 0 .. $#factors;
	}
	ok !(grep { abs > 1e-10 } $sum, @cross), "$x->{series_code} $x->{day}: betas are those of least squares";
	ok abs(sqrt($ssr / 247) - $l->{deviation}) < 1e-12, "$x->{series_code} $x->{day}: and so is the deviation";
}
is_deeply [map { $_->{day} } grep { $_->{baseline}{local} } @{ $of{IBOV} }], [$s{IBOV}[301][0], $s{IBOV}[300][0]],
	'a shock of the world is explained away, two local ones on consecutive days stay';
my ($fallback) = grep { $_->{day} eq $holiday->[0] } @{ $of{IBOV} };
ok $fallback && !$fallback->{factor_model} && !exists $fallback->{local_zscore} && !exists $fallback->{local_return_pct},
	'on a day on which a factor was closed the raw score is the effective one';
ok !(grep { !$_->{gap} || exists $_->{explained_by} } @{ $all->{data} }), 'an anomaly without an event is a gap';

# ---- order, pages, bounds ----

my @sorted = sort { $b->{day} cmp $a->{day} } @{ $all->{data} };
is_deeply [map { $_->{day} } @{ $all->{data} }], [map { $_->{day} } @sorted], 'newest first';
my ($query, @paged) = ('?min_z=3&limit=2');
for (1 .. 50) {
	my $page = get($query);

	push @paged, @{ $page->json->{data} };
	my $next = $page->json->{meta}{next_cursor} // last;
	like $page->header('Link'), qr/rel="next"/, 'a page says where the next one is' if @paged == 2;
	$query = "?min_z=3&limit=2&cursor=$next";
}
is_deeply \@paged, $all->{data}, 'pages of two give each row once';
is_deeply get('')->json->{data}, [grep { abs($_->{local_zscore} // $_->{zscore}) >= 4 } @{ $all->{data} }],
	'4 is the cut when none is given, of the effective score';
is_deeply get('?series=BRENT&min_z=3')->json->{data}, $of{BRENT}, 'one series';
my $day = $s{IBOV}[300][0];
is_deeply [map { $_->{day} } @{ get("?series=IBOV&from=$day&to=$day")->json->{data} }], [$day], 'both ends of the days are in';
my $cursor = get('?min_z=3&limit=2')->json->{meta}{next_cursor};
is get("?min_z=4&limit=2&cursor=$cursor")->json->{details}{code}, 'invalid_cursor', 'a cursor of other filters is refused';
is get('?cursor=xyz')->json->{details}{code}, 'invalid_cursor', 'so is one that was edited';
for my $bad ('limit=0', 'limit=1001', 'min_z=2.99', 'min_z=20.01', 'min_z=abc', 'min_z=NaN', 'series=XPTO9', 'series=CDI',
	'from=2024-02-30', 'from=2024-02-02&to=2024-02-01', 'window=60', 'series=IBOV&series=IFIX') {
	is get("?$bad")->status, 400, "$bad is refused";
}
is get("?$_")->status, 200, "$_ is accepted" for 'limit=1000', 'min_z=20', 'min_z=3', 'min_z=3.5', 'series=NASDAQ';

# ---- late and corrected closes ----

my %last = map { $_ => [$s{$_}[-1]] } keys %s;
sub next_day { return ($_[0] + 0, map { sprintf '%.4f', $_ } @_[1 .. $#_]) }
my %tail = simulate(days => 421);
my $tomorrow = $tail{IBOV}[420][0];
my %new = map { $_ => [@{ $s{$_} }, [$tomorrow, sprintf('%.4f', $s{$_}[-1][1] * ($_ eq 'IBOV' ? 0.9 : 1.001))]] } keys %s;
load_series($t, \%now, { map { $_ => $new{$_} } grep { $_ ne 'SP500' } keys %new });
$r = compute();
is $r->{closes_read_most}, 2, 'a new day reads the day and the one before';
is $t->sql("select body::json ->> 'factor_model' from anomaly where series_code = 'IBOV' and day = '$tomorrow'"), '',
	'without the close of a factor the score is raw';
load_series($t, \%now, { SP500 => $new{SP500} });
$r = compute();
is $r->{whole}, 0, 'the factor comes late: the index is judged again from that day';
is $t->sql("select body::json ->> 'factor_model' from anomaly where series_code = 'IBOV' and day = '$tomorrow'"),
	'ols252-sp500-brent-usdbrl-vix-v1', 'and its score is local';
$step = shown();
is compute('--all')->{changed}, 0, 'as all at once has it';

my @corrected = map { [@$_] } @{ $new{BRENT} };
$corrected[320][1] = $corrected[319][1];
load_series($t, \%now, { BRENT => \@corrected });
$r = compute();
ok $r->{whole} >= 1, 'a close of long ago was corrected: from the first close';
is $t->sql("select count(*) from anomaly where series_code = 'BRENT' and day = '$new{BRENT}[320][0]'"), 0, 'the anomaly shown before is gone';
is compute('--all')->{changed}, 0, 'as all at once has it';

# ---- a paper of the exchange ----

my @paper = map { [$_->[0], sprintf '%.2f', $_->[1] / 4000] } @{ $s{NASDAQ} };
$_->[1] = sprintf '%.2f', $_->[1] / 4 for @paper[355 .. $#paper];
spew($t->dir . '/paper.csv', join '', "Date,Close\n", map { "$_->[0],$_->[1]\n" } @paper);
$t->lastro_json(\%now, 'load', 'ohlc', '--symbol', 'XPTO3', '--type', 'stock', $t->dir . '/paper.csv');
compute();
my @days = map { $_->{day} } @{ get('?series=XPTO3')->json->{data} };
ok((grep { $_ eq $paper[355][0] } @days), 'a split that is not known is an anomaly');
spew($t->dir . '/events.csv', "evento;ativo;data_ex;ratio\nsplit;XPTO3;$paper[355][0];4\n");
my $loaded = $t->lastro_json(\%now, 'load', 'events', $t->dir . '/events.csv');
is $loaded->{written}, 1, 'the split is loaded' or diag explain $loaded;
compute();
@days = map { $_->{day} } @{ get('?series=XPTO3')->json->{data} };
is_deeply \@days, [$s{NASDAQ}[350][0]], 'once it is known only the fall is left';
ok !(grep { $_->{series_code} eq 'XPTO3' } @{ get('?min_z=3&limit=1000')->json->{data} }), 'and it is shown only when it is named';

done_testing();
