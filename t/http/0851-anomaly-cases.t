#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The worked cases of anomalous days over HTTP.  Their windows have 30 and 60 sessions; each is repeated to 252 sessions,
# with twelve more that keep mean, betas and deviation, so that the score must be the
# case's.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use List::Util qw(sum);
use Test::More;
use Lastro::Series qw(sessions load_series);
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);

my $file = (shared_dir() // '') . '/cases/11-anomalies.json';
plan skip_all => 'no folder of shared examples' if !-f $file;
my %case = map { $_->{id} => $_ } @{ JSON::PP->new->utf8->decode(slurp($file))->{cases} };
my @factors = qw(SP500 BRENT USDBRL VIX);
my %now = (env => { LASTRO_NOW => '2026-03-10T15:00:00Z' });

# common() - the sessions on which an index and all factors have closes, also on the one before: [day, own, factors …].
sub common {
	my ($series, $code) = @_;
	my %close = map { my $c = $_; $c => { map { $_->[0] => $_->[1] } @{ $series->{$c} } } } @factors;
	my ($before, @rows);

	for my $s (@{ $series->{$code} }) {
		push @rows, [$s->[0], $s->[1] / $before->[1] - 1, map { $close{$_}{$s->[0]} / $close{$_}{$before->[0]} - 1 } @factors]
			if $before && !grep { !defined $close{$_}{$s->[0]} || !defined $close{$_}{$before->[0]} } @factors;
		$before = $s;
	}
	return @rows;
}

sub mean { return sum(@_) / @_ }

# closes_of() - a series with these returns, beginning at 1000, with eight places.
sub closes_of {
	my ($days, @returns) = @_;
	my $close = 1000;

	return [[$days->[0], '1000'], map { $close *= 1 + $returns[$_]; [$days->[$_ + 1], sprintf '%.8f', $close] } 0 .. $#returns];
}

sub near { my ($got, $want, $within, $name) = @_; return ok abs($got - $want) <= $within, "$name: $got" }

my @days = sessions(20000, 254);

sub answer {
	my ($code, %series) = @_;
	my $t = Lastro::Test->new;
	my $account = account($t);

	load_series($t, \%now, \%series);
	$t->lastro_json(\%now, 'compute', 'anomalies');
	$t->start_pool(%now);
	return $t->get("/v1/events/anomalies?series=$code&from=$days[-1]", key => $account->{user_key})->json->{data};
}

{	# v-11-01: a raw score
	my $want = $case{'v-11-01'}{expected}{data}[0];
	my $closes = $case{'v-11-01'}{inputs}{series}{BRENT};
	my ($at) = grep { $closes->[$_][0] eq $want->{day} } 0 .. $#$closes;
	my @r = map { $closes->[$_][1] / $closes->[$_ - 1][1] - 1 } $at - 30 .. $at;
	my @window = @r[0 .. 29];
	my $mean = mean(@window);
	my $squares = sum(map { ($_ - $mean)**2 } @window);
	my $d = sqrt($squares * (251 / 29 - 8) / 12);
	my $got = answer('BRENT', BRENT => closes_of(\@days, (@window) x 8, ($mean + $d, $mean - $d) x 6, $r[30]));

	is scalar @$got, 1, 'v-11-01: one day';
	near($got->[0]{zscore}, $want->{zscore}, 0.0002, 'zscore');
	near($got->[0]{return_pct}, $want->{return_pct}, 0.00011, 'return_pct');
	is $got->[0]{direction}, $want->{direction}, 'direction';
}

{	# v-11-02: a local score
	my ($want) = grep { $_->{local_zscore} } @{ $case{'v-11-02'}{expected}{data} };
	my @rows = common($case{'v-11-02'}{inputs}{series}, 'IBOV');
	my ($at) = grep { $rows[$_][0] eq $want->{day} } 0 .. $#rows;
	my @window = @rows[$at - 60 .. $at - 1];
	my @mean = map { my $k = $_; mean(map { $_->[$k] } @window) } 1 .. 5;
	# At the factors' means the residual is the distance from the index's mean, so the betas do not change.
	my $deviation = $want->{local_return_pct} / 100 / $want->{local_zscore};
	my $d = sqrt($deviation**2 * (247 - 4 * 55) / 12);
	my @all = ((@window) x 4, map { [undef, $mean[0] + $_, @mean[1 .. 4]] } ($d, -$d) x 6);
	my $got = answer('IBOV', map { my $k = $_; ('IBOV', @factors)[$k] => closes_of(\@days, map { $_->[$k + 1] } @all, $rows[$at]) } 0 .. 4);

	is scalar @$got, 1, 'v-11-02: one day';
	near($got->[0]{local_zscore}, $want->{local_zscore}, 0.0002, 'local_zscore');
	near($got->[0]{local_return_pct}, $want->{local_return_pct}, 0.00011, 'local_return_pct');
	near($got->[0]{return_pct}, $want->{return_pct}, 0.00011, 'return_pct');
	is "$got->[0]{direction} $got->[0]{factor_model}", "$want->{direction} $want->{factor_model}", 'direction and model';
}

{	# A gap: seven business days without a close (m-11-01), in a window of 252.
	# Returns of +1 % and -1 % in turn: mean 0, squares 252 x 0.01^2, deviation 0.01 x sqrt(252 / 251); 5 % is 5 / 1.001990 = 4.990070 deviations.
	# The +30 % over the gap has no score and enters no baseline: otherwise the next day would have 2.3.
	my @r = (map { $_ % 2 ? -0.01 : 0.01 } 0 .. 251);
	my @open = sessions(20000, 264);
	my @with = (@open[0 .. 120], @open[128 .. 261]);	# seven are missing between the 121st and the 122nd close
	my $t = Lastro::Test->new;
	my $account = account($t);

	load_series($t, \%now, { BRENT => closes_of(\@with, @r[0 .. 119], 0.30, @r[120 .. 251], 0.05) });
	$t->lastro_json(\%now, 'compute', 'anomalies');
	$t->start_pool(%now);
	my $got = $t->get('/v1/events/anomalies?series=BRENT', key => $account->{user_key})->json->{data};
	is_deeply [map { $_->{day} } @$got], [$with[-1]], 'a gap is no anomalous day';
	near($got->[0]{zscore}, 4.990070, 0.0001, 'and no part of the past');
	my @shown = @{ $t->get("/v1/series/BRENT?from=$with[118]&to=$with[123]", key => $account->{user_key})->json->{data} };
	is_deeply [map { $_->{gap} ? $_->{date} : () } @shown], [$with[121]], 'where the day is shown it says so';
	is_deeply [map { $_->{gap} ? $_->{date} : () } @{ $t->get("/v1/series/BRENT?from=$with[121]&limit=1", key => $account->{user_key})->json->{data} }], [$with[121]],
		'first on a page, too';
}

done_testing();
