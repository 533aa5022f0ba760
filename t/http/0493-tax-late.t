#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An overdue DARF: fine and interest of a payment today (doc/tax.md 20.5), by hand.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(series);
use Lastro::TaxCases qw(taxpayer redo_year);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub row { my ($symbol, $kind, $day, $price) = @_; return { portfolio => 'A', symbol => $symbol, kind => $kind, trade_date => $day, quantity => '1', price => $price } }

# 20 % of 500.00 in June, due on Friday, 31 July; 20 % of 6,172.80 in September, due on Friday, 30 October 2026.
my $me = taxpayer({
	as_of => '2026-11-20', assets => [map { { symbol => $_, asset_type => 'fii' } } qw(MNOP11 QRST11)],
	rows => [row('MNOP11', 'buy', '2026-01-05', '1000.00'), row('MNOP11', 'sell', '2026-06-10', '1500.00'),
		row('QRST11', 'buy', '2026-01-05', '1000.00'), row('QRST11', 'sell', '2026-09-10', '7172.80')],
});
my ($t, $key) = @$me{qw(t key)};

sub year { return $t->get('/v1/portfolio/tax?year=2026', key => $key)->json }
sub late { my ($year, $period) = @_; my ($d) = grep { $_->{period} eq $period } @{ $year->{darf} }; return $d->{late} && [@{ $d->{late} }{qw(as_of fine_pct fine interest_pct interest total reasons)}] }
sub redone { my ($year, $name) = @_; return is_deeply [redo_year($me, $year)], [], $name }

my $year = year();
is_deeply [map { [@$_{qw(period due_on amount status)}] } @{ $year->{darf} }], [['2026-06', '2026-07-31', '100.00', 'overdue'], ['2026-09', '2026-10-30', '1234.56', 'overdue']], 'two DARF';
# Monday, 2 November, is a holiday: 18 days from the 3rd to the 20th, 0.33 each, 5.94 %: 73.332864.  No full month
# between October and November: 1 %, 12.3456.
my $september = ['2026-11-20', '5.9400', '73.33', '1.0000', '12.35', '1320.24', []];
is_deeply late($year, '2026-09'), $september, 'of September: 18 days, and the 1 % of the month';
# 3 August to 20 November are more than 61 days: 20 %.
is_deeply late($year, '2026-06'), ['2026-11-20', '20.0000', '20.00', undef, undef, undef, ['rate_missing']], 'of June: months without Selic have no interest';
redone($year, 'the known ones are recomputed');
series($t, 4390, '2026-07-01' => '9.99', '2026-08-01' => '1.16', '2026-10-01' => '1.28', '2026-11-01' => '0.70');
is_deeply late(year(), '2026-06')->[5], undef, 'with one month missing neither';
series($t, 4390, '2026-09-01' => '1.21');
$year = year();
# August, September and October are 1.16 + 1.21 + 1.28, and the month of the payment is 1.00.
is_deeply late($year, '2026-06'), ['2026-11-20', '20.0000', '20.00', '4.6500', '4.65', '124.65', []], 'of June: three months and the 1 %';
is_deeply late($year, '2026-09'), $september, 'that of September is as it was';
redone($year, 'all of it is redone');

my $csv = $t->get('/v1/portfolio/tax?year=2026&format=csv', key => $key)->body;
like $csv, qr/^\x{ef}\x{bb}\x{bf}Apura\S+;.*;Motivos;Retido em d\S+vida;Multa;Juros;Total com atraso;Imposto do exterior que se abate;Devido;Pago\r$/m, 'a sheet has its columns';
like $csv, qr/^DARF;06\/2026;6015;;;;100,00;31\/07\/2026;em atraso;;;20,00;4,65;124,65;;;0,00\r$/m, 'and the costs';
my $why = $t->get('/v1/portfolio/tax/explain?year=2026&field=darf.late.fine_pct&month=2026-09', key => $key)->json;
is_deeply [map { "$_->{op} = $_->{result}" } @{ $why->{steps} }], ['multiply = 5.94', 'min = 5.94'], '0.33 x 18, at most 20';
like $why->{meta}{choices}, qr/Sicalc decide/, 'which is our choice';
like $why->{meta}{caveat}, qr/Multa e juros de atraso são estimados; o Sicalc decide\./, 'as the caveat says';

# Paid in part: 100.00 less 40.00.  20 % are 12.00, 4.65 % are 2.79.
$t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-06', amount => '40.00', paid_on => '2026-07-31' }] }, key => $key);
$year = year();
is_deeply late($year, '2026-06'), ['2026-11-20', '20.0000', '12.00', '4.6500', '2.79', '74.79', []], 'of the unpaid part';
redone($year, 'which is redone');
$t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-06', amount => '100.00', paid_on => '2026-07-31' }] }, key => $key);
is late(year(), '2026-06'), undef, 'a paid one is not late';

# Other payment days.  The DARF of September was due on Friday, 30 October.
sub on_day { my ($day) = @_; $t->stop_pool; $t->start_pool(workers => 1, env => { LASTRO_NOW => "${day}T15:00:00Z" }); return late(year(), '2026-09') }

is on_day('2026-10-30'), undef, 'on its day it is not late';
is_deeply on_day('2026-10-31'), ['2026-10-31', '0.0000', '0.00', '0.0000', '0.00', '1234.56', []], 'on Saturday no business day has come, and the month is that of its day';
is_deeply on_day('2026-11-02'), ['2026-11-02', '0.0000', '0.00', '1.0000', '12.35', '1246.91', []], 'not on the holiday: the interest of the new month alone';
is_deeply on_day('2026-11-03'), ['2026-11-03', '0.3300', '4.07', '1.0000', '12.35', '1250.98', []], 'the 3rd is the first day: 4.074048';

# ---- the yearly tax abroad, paid with the declaration ----

# 10 bought at 30 dollars are sold at 50; a dollar is 5.00, then 6.00: 3,000 - 1,500 = 1,500.00, of which 15 % are 225.00, due on Friday, 29 May 2026.
series($t, 4390, '2026-06-01' => '1.10');
$me = taxpayer({ as_of => '2026-11-20', assets => [{ symbol => 'AAPL', asset_type => 'us', meta => { custody => 'foreign' } }], fx => { '2025-02-03' => { buy => '5.00', sell => '5.00' }, '2025-06-02' => { buy => '6.00', sell => '6.00' } },
	rows => [map { { %{ row('AAPL', @$_) }, quantity => '10' } } ['buy', '2025-02-03', '30'], ['sell', '2025-06-02', '50']] });
($t, $key) = @$me{qw(t key)};
series($t, 4390, '2026-06-01' => '1.10', '2026-07-01' => '9.99', '2026-08-01' => '1.16', '2026-09-01' => '1.21', '2026-10-01' => '1.28');
sub abroad { return $t->get('/v1/portfolio/tax?year=2025', key => $key)->json }
sub cost { my ($x) = @_; return $x->{late} && [@{ $x->{late} }{qw(as_of fine_pct fine interest_pct interest total reasons)}] }
$year = abroad();
is_deeply [@{ $year->{exterior} }{qw(code due_on due paid)}], ['0211', '2026-05-29', '225.00', '0.00'], 'owed';
# More than 61 days: 20 %, 45.00.  1.10 + 9.99 + 1.16 + 1.21 + 1.28 + 1.00 = 15.74 %: 35.415, half up.
my $owed = ['2026-11-20', '20.0000', '45.00', '15.7400', '35.42', '305.42', []];
is_deeply cost($year->{exterior}), $owed, 'with fine and interest, as a DARF';
redone($year, 'which are redone');
like $t->get('/v1/portfolio/tax?year=2025&format=csv', key => $key)->body, qr/^Exterior, no ano;2025;0211;.*;29\/05\/2026;em atraso;[^;]*;;45,00;35,42;305,42;0,00;225,00;0,00\r$/m, 'in the sheet';
like join(' ', map { $_->{detail} } grep { $_->{kind} eq 'darf' } @{ $t->get('/v1/portfolio/attention', key => $key)->json->{data} }), qr/com multa e juros, R\$.305,42 hoje/, 'and told';
$t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '0211', period => '2025-12', amount => '125.00', paid_on => '2026-05-29' }] }, key => $key);
$year = abroad();
is_deeply cost($year->{exterior}), ['2026-11-20', '20.0000', '20.00', '15.7400', '15.74', '135.74', []], 'of the unpaid 100.00';
redone($year, 'redone, too');
$t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '0211', period => '2025-12', amount => '225.00', paid_on => '2026-05-29' }] }, key => $key);
is cost(abroad()->{exterior}), undef, 'a paid one is not late';

done_testing;
