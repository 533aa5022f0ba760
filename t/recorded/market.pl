# SPDX-License-Identifier: Apache-2.0
#
# The market that the recorded answers rest on: every class of asset, a split, a bonus, a succession, proventos,
# three series, registers of funds with their monthly portfolios.

use strict;
use warnings;
use utf8;

use Lastro::Market qw(closes event fund fund_month live_rate provent rates sector series succession);

# Three closes a month, rising and falling by whole hundredths, then those of the last three days.
sub path {
	my ($from, $start, $step) = @_;
	my ($y, $m) = $from =~ /^(\d+)-(\d+)/;
	my ($cents, $n, %close) = ($start, 0);

	while ("$y-" . sprintf('%02d', $m) lt '2026-11') {
		for my $d (5, 15, 25) {
			$cents += ($n % 4 == 3 ? -2 : 1) * $step * (1 + $n % 3);
			$close{ sprintf '%d-%02d-%02d', $y, $m, $d } = sprintf '%d.%02d', int $cents / 100, $cents % 100;
			$n++;
		}
		$m = $m % 12 + 1;
		$y++ if $m == 1;
	}
	for my $day (qw(2026-11-17 2026-11-18 2026-11-19)) {
		$cents += $step;
		$close{$day} = sprintf '%d.%02d', int $cents / 100, $cents % 100;
	}
	return %close;
}

sub {
	my ($t) = @_;
	my $weekdays = "from generate_series(date '2024-01-02', date '2026-11-19', '1 day') d where extract(isodow from d) < 6";

	closes($t, b3 => $_->[0], path(@$_[1 .. 3])) for ['PETR4', '2024-06', 3000, 17], ['VALE3', '2024-06', 6000, 23], ['WEGE3', '2024-06', 4000, 31],
		['MGLU3', '2025-01', 900, 5], ['NEWC3', '2026-03', 4000, 11], ['HGLG11', '2024-06', 16000, 9], ['BOVA11', '2024-06', 12000, 40],
		['AAPL34', '2025-01', 5000, 13], ['PETRL300', '2026-10', 150, 3];
	closes($t, index => 'IBOV', path('2024-06', 12000000, 9000));
	closes($t, us => 'VOO', path('2024-06', 50000, 150));
	closes($t, crypto => 'BTC', path('2025-01', 50000000, 100000));
	closes($t, tesouro => 'Tesouro Selic 2029', path('2025-01', 1500000, 400));
	closes($t, tesouro => 'Tesouro Prefixado 2031', path('2025-01', 70000, 120));
	closes($t, debenture => 'NOVA11', path('2026-01', 100000, 90));
	rates($t, path('2024-06', 540, 1));
	live_rate($t, '5.7312', '2026-11-20T14:59:00Z', '0.42');

	$t->sql("insert into series (code, day, value) select 4389, d, case when d < '2025-06-01' then 12.15 else 14.90 end $weekdays");
	$t->sql("insert into series (code, day, value) select 11, d, case when d < '2025-06-01' then 0.045513 else 0.055131 end $weekdays");
	series($t, $_, map { my $n = $_; (sprintf('%d-%02d-01', 2024 + int $n / 12, 1 + $n % 12) => sprintf '0.%02d', 20 + $n * 7 % 40) } 0 .. 33) for 433, 189;

	event($t, 'MGLU3', '2026-06-01', 'split', [1, 2]);
	event($t, 'WEGE3', '2026-04-15', 'bonus', [11, 10], unit_cost => '7.31');
	succession($t, 'OLDC3', 'NEWC3', '2026-03-16', [1, 4], cash => '0.35');
	succession($t, 'VELH11', 'NOVA11', '2026-01-05', [1, 1], venue => 'debenture');
	provent($t, 'PETR4', jcp => ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.50');
	provent($t, 'PETR4', dividend => ex => '2026-08-11', record => '2026-08-10', pay => '2026-08-20', gross => '0.25');
	provent($t, 'HGLG11', yield => ex => "2026-0$_-01", record => "2026-0$_-01", pay => "2026-0$_-14", gross => '1.10') for 3 .. 9;
	provent($t, 'VOO', dividend => venue => 'us', ex => '2026-09-28', record => '2026-09-28', pay => '2026-10-01', gross => '1.7447');
	sector($t, PETR4 => stock => 'Petróleo, Gás e Biocombustíveis');
	sector($t, VALE3 => stock => 'Materiais Básicos');
	sector($t, WEGE3 => stock => 'Bens Industriais');

	my ($dear, $few, $closed, $master) = qw(11222333000181 33000167000101 60746948000112 60701190000104);
	fund($t, $dear, name => 'FIC Alfa', fee => '3.00', class => 'Multimercados Livre', administrator => 'Administradora A');
	fund($t, sprintf('%014d', $_->[0]), fee => $_->[1], class => 'Multimercados Livre') for [1, '2.00'], [2, '0.50'], [3, '1.70'], [4, '1.00'], [5, '1.50'];
	fund($t, $few, name => 'Fundo Raro', fee => '1.00', class => 'Cambial');
	fund_month($t, $dear, '2026-10-31', '1000.00', [2, 'Cotas de Fundos', '500.00', undef, $master], [4, 'Ações', '400.00', 'PETR4']);
	fund_month($t, $master, '2026-09-30', '2000.00', [4, 'Ações', '900.00', 'VALE3']);
	fund_month($t, $few, '2026-09-30', undef, [4, 'Debêntures', '300.00', 'NOVA11'], [8, 'Disponibilidades', '100.00']);
	closes($t, fund => $_, path('2025-01', 1000, 2)) for $dear, $few, $closed;
	$t->sql("insert into debenture (code, indexer, rate, maturity, incentivised, issuer_name, source) values
		('DEBD11', 'ipca', 7, '2031-05-15', true, 'Emissora S.A.', 'anbima')");
	Lastro::Market::stamp($t, 'debenture', 'DEBD11');
}
