#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Three years of a person's typed trades: every month computed by hand from doc/tax.md, and compared with the API, its
# sheet, the pages and the agenda.  Today is 15 January 2026.

use strict;
use warnings;
use utf8;

use Lastro::TaxCases qw(taxpayer redo_year redo_declaration);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub row {
	my ($p, $symbol, $kind, $day, $q, $price, %o) = @_;

	return { portfolio => $p, symbol => $symbol, kind => $kind, trade_date => $day, defined $q ? (quantity => $q) : (), defined $price ? (price => $price) : (), %o };
}

my $me = taxpayer({
	as_of => '2026-01-15',
	fx => { '2023-02-01' => { buy => '5.0000', sell => '5.0500' }, '2023-06-01' => { buy => '4.9000', sell => '4.9100' },
		'2024-05-02' => { buy => '5.1000', sell => '5.1200' }, '2024-09-02' => { buy => '5.6000', sell => '5.6100' } },
	portfolios => [{ id => 'A', name => 'Corretora Um' }, { id => 'B', name => 'Corretora Dois' }],
	assets => [
		(map { { symbol => $_, asset_type => 'stock', tax_id => '00000000000191' } } qw(ABCD3 EFGH4 GRUP3 XFER3)),
		{ symbol => 'BOVA11', asset_type => 'etf', etf_kind => 'rv', tax_id => '00000000000191' }, { symbol => 'HGLG11', asset_type => 'fii', tax_id => '00000000000191' },
		{ symbol => 'BTC', asset_type => 'crypto', custody => 'br' }, { symbol => 'AAPL', asset_type => 'us', origin => 'brl', foreign_kind => 'share' },
		{ symbol => 'ABCDI200', asset_type => 'option', option => { kind => 'call', strike => '20.00', expiry => '2025-09-19', underlying => 'ABCD3', close => '28.00' } },
		{ symbol => 'CDBX', asset_type => 'renda_fixa', paper => 'CDB' }, { symbol => 'EFGHW300', asset_type => 'option',
			option => { kind => 'put', strike => '30.00', expiry => '2025-11-21', underlying => 'EFGH4', close => '35.00' } },
	],
	rows => [
		row(qw(A AAPL buy 2023-02-01 10 100.00)), row(qw(A AAPL sell 2023-06-01 5 200.00)),
		row(qw(A EFGH4 buy 2024-01-10 1000 30.00), fees => '10.00'), row(qw(A EFGH4 sell 2024-02-15 1000 27.00), fees => '5.00'),
		row(qw(B HGLG11 buy 2024-03-01 100 160.00)),
		row(qw(A AAPL sell 2024-05-02 2 90.00)), row(qw(A ABCD3 buy 2024-06-03 3000 15.00)), row(qw(A BTC buy 2024-07-01 1 200000.00)),
		row(qw(A AAPL sell 2024-09-02 3 150.00)), row(qw(B HGLG11 sell 2024-11-05 50 150.00)),
		row(qw(A ABCD3 sell 2025-01-15 1000 20.00)), row(qw(A GRUP3 buy 2025-01-20 100 10.00)), row(qw(B GRUP3 buy 2025-01-20 300 20.00)),
		row(qw(A XFER3 buy 2025-01-20 100 20.00)), row(qw(B XFER3 buy 2025-01-21 100 30.00)),
		row(qw(A ABCD3 sell 2025-02-14 1000 20.00001)),
		row(qw(A BOVA11 buy 2025-03-05 100 120.00)), row(qw(A BOVA11 sell 2025-03-05 100 125.00)), row(qw(B BOVA11 buy 2025-03-06 10 120.00)),
		row(qw(B BOVA11 sell 2025-03-20 10 118.00)),
		row(qw(B HGLG11 sell 2025-04-10 50 175.00)),
		row(qw(B BOVA11 buy 2025-05-05 10 100.00)), row(qw(B BOVA11 sell 2025-05-20 10 108.00)),
		row(qw(A GRUP3 split 2025-06-02), undef, undef, ratio => '0.1'), row(qw(B GRUP3 split 2025-06-02), undef, undef, ratio => '0.1'),
		row(qw(B BOVA11 buy 2025-06-05 10 100.00)), row(qw(B BOVA11 sell 2025-06-20 10 104.00)),
		row(qw(A BTC sell 2025-07-10 0.1 350000.00)), row(qw(A ABCDI200 buy 2025-08-05 100 1.00)), row(qw(A BTC sell 2025-08-12 0.1 350000.10)),
		row(qw(A CDBX buy 2025-08-12 10 1000.00)),
		row(qw(A ABCD3 buy 2025-09-19 100 20.00), event_kind => 'exercise', option => 'ABCDI200'),
		row(qw(A ABCD3 adjust 2025-10-01 110 5.00), event_kind => 'bonus'), row(qw(A ABCD3 sell 2025-10-10 200 30.00)),
		row(qw(A XFER3 adjust 2025-10-15 -100), undef), row(qw(B XFER3 adjust 2025-10-15 100 20.00)),
		row(qw(B EFGHW300 sell 2025-10-20 100 2.00)),
		row(qw(A GRUP3 sell 2025-11-05 10 600.00)), row(qw(B GRUP3 sell 2025-11-05 30 600.00)), row(qw(A CDBX sell 2025-11-10 10 1050.00)),
		row(qw(B HGLG11 buy 2025-12-01 5 100.00)), row(qw(B HGLG11 sell 2025-12-08 5 120.00)), row(qw(B XFER3 sell 2025-12-10 200 150.00)),
	],
	income => [
		{ portfolio => 'A', symbol => 'ABCD3', asset_type => 'stock', kind => 'jcp', pay_date => '2025-05-30', net => '85.00', gross => '100.00' },
		{ portfolio => 'A', symbol => 'ABCD3', asset_type => 'stock', kind => 'dividend', pay_date => '2025-05-30', net => '120.00' },
		{ portfolio => 'B', symbol => 'HGLG11', asset_type => 'fii', kind => 'yield', pay_date => '2025-02-14', net => '55.00' },
		{ portfolio => 'A', symbol => 'AAPL', asset_type => 'us', kind => 'dividend', pay_date => '2024-09-02', gross => '10.00', tax => '3.00', net => '7.00' },
	],
	inputs => { withheld => [{ month => '2025-03', basket => 'day_trade', amount => '5.00' }, { month => '2025-12', basket => 'common', amount => '9000.00' }] },
});
my ($t, $key) = @$me{qw(t key)};

sub json { my ($path) = @_; my $r = $t->get($path, key => $key); is $r->status, 200, $path or diag $r->body; return $r->json }
sub of { my ($list, $name, $value) = @_; return (grep { ($_->{$name} // '') eq $value } @$list)[0] // {} }

# ---- 2023: abroad by month, purchases at the selling rate and sales at the buying rate ----

my $year = json('/v1/portfolio/tax?year=2023');
# 5 * 200 * 4.90; less half of 1000 * 5.05.
is_deeply [@{ $year->{gcap}[0] }{qw(month kind sales gain tax exempt)}], ['2023-06', 'foreign', '4900.00', '2375.00', '0.00', JSON::PP::true()], '2023: abroad, exempt';
is_deeply [redo_year($me, $year)], [], '… redone';

# ---- 2024: losses, and the yearly sheet ----

$year = json('/v1/portfolio/tax?year=2024');
# 27000 - 5 - (30000 + 10); 50 * (150 - 160).
is_deeply $year->{carry_out}, { common => '3015.00', day_trade => '0.00', fii => '500.00' }, '2024: losses';
is_deeply $year->{carry_created}, $year->{carry_out}, '… all of them created in it';
is_deeply $year->{carry_used}, { common => '0.00', day_trade => '0.00', fii => '0.00' }, '… and none used';
# 2 * 90 * 5.12 - 2 * 505 = -88.40; 3 * 150 * 5.61 - 3 * 505 = 1009.50; 10 * 5.61 = 56.10: 977.20.
# 15 % = 146.58; paid abroad 3 * 5.60 = 16.80, of which 15 % of 56.10 = 8.42.
is_deeply [@{ $year->{exterior} }{qw(total base tax foreign_tax credit due)}], [qw(977.20 977.20 146.58 16.80 8.42 138.16)], '2024: abroad';
is_deeply [redo_year($me, $year)], [], '… redone';
# The last business day of May 2025 is Friday the 30th; more than 61 days later the fine is 20 %, 27.632, and no Selic is loaded.
like $t->get('/v1/portfolio/tax?year=2024&format=csv', key => $key)->body,
	qr/^Exterior, no ano;2024;0211;977,20;0,00;977,20;146,58;30\/05\/2025;em atraso;Falta a PTAX do dia, ou a Selic de um m\S+;;27,63;;;8,42;138,16;0,00\r$/m, '… and in the sheet';

# ---- 2025, month by month ----

$year = json('/v1/portfolio/tax?year=2025');
my @want = (	# month, sales of shares, exempt, exempt gain, then result, used, base, tax of the basket that has any, due
	['2025-01', '20000.00', 1, '5000.00', common => qw(0.00 0.00 0.00 0.00), '0.00'],	# 1000 * (20 - 15), at the limit
	['2025-02', '20000.01', 0, '0.00', common => qw(5000.01 3015.00 1985.01 297.75), '297.75'],	# above it by a cent: 1985.01 * 15 %
	['2025-03', '0.00', undef, '0.00', day_trade => qw(500.00 0.00 500.00 100.00), '95.00'],	# 100 * (125 - 120) * 20 % - 5.00
	['2025-04', '0.00', undef, '0.00', fii => qw(750.00 500.00 250.00 50.00), '50.00'],	# 50 * (175 - 160) - 500
	['2025-05', '0.00', undef, '0.00', common => qw(80.00 20.00 60.00 9.00), '9.00'],	# 10 * (108 - 100) - 20 of March
	['2025-06', '0.00', undef, '0.00', common => qw(40.00 0.00 40.00 6.00), '6.00'],
	# 1000 at 15, 100 at 20 with a premium of 1, 110 of bonus at 5: 17650 / 1210; 6000 - 200 of them at 2917.36
	['2025-10', '6000.00', 1, '3082.64', common => qw(0.00 0.00 0.00 0.00), '0.00'],
	# (100 * 10 + 300 * 20) = 7000 of 400, grouped into 40: 40 * 600 - 7000; the premium of 200 of a put that expired
	['2025-11', '24000.00', 0, '0.00', common => qw(17200.00 0.00 17200.00 2580.00), '2580.00'],
	# 200 * 150 - (2000 + 3000), moved from one portfolio to the other; 3750.00 is withheld; FII 5 * 20 * 20 %
	['2025-12', '30000.00', 0, '0.00', common => qw(25000.00 0.00 25000.00 3750.00), '20.00'],
);
is_deeply [map { $_->{month} } @{ $year->{months} }], [map { $_->[0] } @want], '2025: the months';
for my $want (@want) {
	my ($month, $sales, $exempt, $gain, $basket, @rest) = @$want;
	my $m = of($year->{months}, month => $month);

	is_deeply [@$m{qw(share_sales exempt_gain due)}, defined $m->{exempt} ? $m->{exempt} ? 1 : 0 : undef, @{ $m->{$basket} // {} }{qw(result loss_used base tax)}],
		[$sales, $gain, $rest[4], $exempt, @rest[0 .. 3]], $month or diag explain $m;
}
is of($year->{months}, month => '2025-03')->{common}{loss_carried}, '20.00', 'March: 10 * (118 - 120)';
is_deeply [map { [@$_{qw(code period amount includes_earlier due_on status)}] } @{ $year->{darf} }], [
	['6015', '2025-02', '297.75', '0.00', '2025-03-31', 'overdue'], ['6015', '2025-03', '95.00', '0.00', '2025-04-30', 'overdue'],
	['6015', '2025-04', '50.00', '0.00', '2025-05-30', 'overdue'],	# the 31st is a Saturday
	['6015', '2025-06', '15.00', '9.00', '2025-07-31', 'overdue'],	# with May's
	['6015', '2025-11', '2580.00', '0.00', '2025-12-30', 'overdue'],	# banks do not open on the 31st
	['6015', '2025-12', '20.00', '0.00', '2026-01-30', 'open'], ['4600', '2025-08', '2250.00', '0.00', '2025-09-30', 'overdue'],
], 'the DARF and their days';
# 0.1 of 200000.00 for 35000.00, and for a cent more: 15000.01 * 15 % = 2250.0015.
is_deeply [map { [@$_{qw(month sales gain tax)}] } @{ $year->{gcap} }], [[qw(2025-07 35000.00 15000.00 0.00)], [qw(2025-08 35000.01 15000.01 2250.00)]], 'tokens';
is_deeply $t->get('/v1/portfolio/tax/declaration?year=2025', key => $key)->json->{gcap}, $year->{gcap}, '… which the declaration has, too';
# 20.00 of March; 3015.00 in February and 20.00 in May, 500.00 in April.
is_deeply $year->{carry_created}, { common => '20.00', day_trade => '0.00', fii => '0.00' }, 'a loss of the year';
is_deeply $year->{carry_used}, { common => '3035.00', day_trade => '0.00', fii => '500.00' }, 'is used with those of before';
is_deeply $year->{carry_out}, { common => '0.00', day_trade => '0.00', fii => '0.00' }, 'no loss is left';
is $year->{withheld_left}{common}, '5250.00', '9000 - 3750 withheld';
is_deeply [redo_year($me, $year)], [], '… redone';

my $d = json('/v1/portfolio/tax/declaration?year=2025');
is of($d->{isentos}, code => $_->[0])->{amount}, $_->[1], "isentos $_->[0]" for ['20', '8082.64'], ['05', '15000.00'], ['09', '120.00'], ['18', '550.00'], ['99', '55.00'];
is of($d->{exclusiva}, code => '10')->{amount}, '85.00', 'JCP net';
is of($d->{exclusiva}, code => '06')->{ledger_amount}, '500.00', '10 * (1050 - 1000)';
# 17650 - 2917.355…
is_deeply [map { [@{ of($d->{bens}, symbol => $_) }{qw(quantity previous current)}] } qw(ABCD3 BTC GRUP3 XFER3)],
	[['1010', '45000.00', '14732.64'], ['0.8', '200000.00', '160000.00'], ['0', '0.00', '0.00'], ['0', '0.00', '0.00']], 'the holdings' or diag explain $d->{bens};
is_deeply [redo_declaration($me, $d)], [], '… redone';

# ---- the sheet, and the agenda ----

my $sheet = $t->get('/v1/portfolio/tax?year=2025&format=csv', key => $key)->body;
like $sheet, qr/^(?:Opera\S+ )?\Q$_\E/m, "the sheet: $_" for 'comuns;02/2025;;5000,01;3015,00;1985,01;297,75;', 'DARF;06/2025;6015;;;;15,00;31/07/2025;em atraso;', 'DARF;11/2025;6015;;;;2580,00;30/12/2025;em atraso;';
is_deeply [map { [@$_{qw(date code period amount)}] } @{ json("/v1/news/agenda?days=30&portfolio=$me->{ids}{A}")->{imposto} }], [['2026-01-30', '6015', '2025-12', '20.00']], 'the agenda';

done_testing;
