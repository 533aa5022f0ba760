#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Reasons of null figures of the tax: the figure's own, not one of a later event or another basket (doc/tax.md 20.4,
# 20.5, 20.10); values rounded once; uncertain withholdings from R$ 10.00 on.  Today is 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::TaxCases qw(taxpayer redo_declaration redo_year);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub row { my ($symbol, $kind, $day, $q, $price, %o) = @_; return { portfolio => 'A', symbol => $symbol, kind => $kind, trade_date => $day,
	quantity => $q, price => $price, %o } }
sub etf { return { symbol => $_[0], asset_type => 'etf', etf_kind => 'rv' } }
sub dividend { my ($symbol, $day, $gross, $tax) = @_; return { portfolio => 'A', symbol => $symbol, asset_type => 'stock', kind => 'dividend', pay_date => $day,
	gross => $gross, tax => $tax } }
sub of { my ($list, $key, $value) = @_; return (grep { ($_->{$key} // '') eq $value } @$list)[0] }

my $me = taxpayer({
	as_of => '2026-11-20',
	fx => { '2025-02-03' => { buy => '5.00', sell => '5.10' }, '2025-08-04' => { buy => '5.20', sell => '5.30' } },
	assets => [etf('BOVA11'), etf('SMAL11'), { symbol => 'RUIX', asset_type => 'us' }, { symbol => 'CDB RUI', asset_type => 'renda_fixa', paper => 'CDB' },
		(map { { symbol => $_, asset_type => 'stock' } } qw(ABCD3 ABCD4 BONU3 TROC3)), { symbol => 'ABCDV100', asset_type => 'option', option => { kind => 'put',
		strike => '10.00', expiry => '2026-10-16', underlying => 'ABCD3', close => '8.00' } }, { symbol => 'MNOP11', asset_type => 'fii' }],
	rows => [
		row('BOVA11', 'sell', '2025-03-10', '10', '100.00'),	# of unknown cost
		row('ABCDV100', 'buy', '2026-09-01', '100', '1.00'),	# in the money at its expiry
		row('RUIX', 'buy', '2025-02-03', '30', '100.00'), row('RUIX', 'sell', '2025-05-05', '10', '110.00'), row('RUIX', 'sell', '2025-08-04', '10', '110.00'),
		row('CDB RUI', 'buy', '2025-01-06', '3', '1000.00'), (map { row('CDB RUI', 'sell', "2025-0$_-10", '1', '1000.004') } 2 .. 4),
		row('BONU3', 'buy', '2025-02-03', '100', '20.00'), row('BONU3', 'adjust', '2025-04-01', '10', undef, event_kind => 'bonus'),
		row('TROC3', 'buy', '2025-03-03', '100', '10.00'), row('TROC3', 'adjust', '2025-03-10', '-100', undef, event_kind => 'incorporation'),
		row('TROC3', 'buy', '2025-03-11', '20', '7.00'), row('TROC3', 'adjust', '2025-03-12', '-20', undef, event_kind => 'incorporation'),
		row('TROC3', 'adjust', '2025-03-13', '30', undef, event_kind => 'incorporation'),
		row('ABCD3', 'buy', '2025-02-03', '100', '10.00'), row('ABCD4', 'buy', '2025-02-03', '100', '10.00'),
		row('MNOP11', 'buy', '2026-01-05', '10', '100.00'), row('MNOP11', 'sell', '2026-02-05', '10', '110.00'),
	],
	income => [dividend('ABCD3', '2026-03-10', '30000.00', '0'), dividend('ABCD4', '2026-03-20', '30000.00', '0'),
		dividend('ABCD3', '2026-04-10', '20000.00', '0'), dividend('ABCD4', '2026-04-20', '30000.00', '0'),
		dividend('ABCD3', '2026-05-10', '60000.00', '6000.00')],
});
my ($t, $key) = @$me{qw(t key)};

sub get { my $r = $t->get("/v1/portfolio/tax$_[0]", key => $key); $r->status == 200 or diag $r->body; return $r->json }
sub why { return get("/explain?year=$_[0]")->{figure}{reasons} }

# ---- a loss carried forward ----

my $year = get('?year=2026');
is $year->{carry_in}{common}, undef, 'the carry of 2025 is unknown';
is_deeply why('2026&field=carry_in.common'), ['uncovered_sale'], 'for its sale of March, not for an option of October 2026';
is_deeply why('2026&field=carry_out.common'), [qw(uncovered_sale option_exercise_unknown)], 'the carry of 2026, for both';
is_deeply why('2025&field=carry_out.common'), ['uncovered_sale'], 'the carry of 2025, for the first';
is_deeply why('2026&field=months.common.loss_brought&month=2026-10'), ['carry_unknown'], 'October starts with the carried amount';
is_deeply why('2026&field=months.common.result&month=2026-10'), ['option_exercise_unknown'], 'and its result is its own';
# 10 * (110 - 100) of the fund: independent of the other baskets.
my $february = of($year->{months}, month => '2026-02');
is_deeply [@{ $february->{fii} }{qw(tax reasons)}], ['20.00', []], 'a fund of February: 20 % of 100.00';
is_deeply [@{ $february->{common} }{qw(tax loss_brought loss_carried reasons)}], ['0.00', undef, undef, ['carry_unknown']], 'a month without sales of a basket: no tax, and the losses say why they are null';
is of($year->{darf}, period => '2026-02')->{amount}, '20.00', 'its DARF is unchanged';

# ---- rates, and values rounded once ----

my $last = get('?year=2025');
is_deeply of($last->{exterior}{items}, symbol => 'RUIX')->{reasons}, ['rate_missing'], 'after a sale without rate the next one lacks a rate too, not a cost';
my $d = get('/declaration?year=2025');
# Three times 1000.004 - 1000: 0.012.
is of($d->{exclusiva}, code => '06')->{ledger_amount}, '0.01', 'the ledger\'s figure is rounded as a whole';
is_deeply of($d->{bens}, symbol => 'BONU3')->{reasons}, [qw(missing_tax_id bonus_cost_missing)], 'a good with bonus shares of no declared value says so';
# 100 x 10 of the first debit and 20 x 7 of the second, two days later: both wait for the one credit.
is of($d->{bens}, symbol => 'TROC3')->{current}, '1140.00', 'a credit takes back the waiting cost of every debit of its days';
is of($d->{bens}, symbol => 'BONU3')->{current}, '2000.00', 'and keeps its value';
is_deeply of(get('/declaration?year=2026')->{bens}, symbol => 'BONU3')->{reasons}, [qw(missing_tax_id bonus_cost_missing)], 'in the next year, too';

# ---- dividends of two classes without a tax id ----

my ($three, $four) = map { my $symbol = $_; grep { $_->{symbols}[0] eq $symbol && exists $_->{withheld} } @{ get('/declaration?year=2026')->{isentos} } } qw(ABCD3 ABCD4);
is_deeply [@$four{qw(withheld reasons)}], [undef, [qw(program_not_published missing_tax_id)]], '30,000.00 and 30,000.00 in March may be of one payer: the withholding is unknown';
is_deeply [@$three{qw(withheld amount)}], [undef, '110000.00'], 'the other class neither, although its 60,000.00 of May alone are above the limit';
is_deeply why('2026&field=isentos.withheld&symbol=ABCD4'), ['missing_tax_id'], 'for the missing tax id';
is_deeply [redo_year($me, $_)], [], 'every figure is redone' for $year, $last;
is_deeply [redo_declaration($me, get("/declaration?year=$_"))], [], "and of the declaration of $_" for 2025, 2026;

for my $p (values %{ $me->{ids} }) {
	for my $a (@{ $t->get("/v1/portfolios/$p/assets", key => $key)->json->{data} }) {
		$t->patch("/v1/portfolios/$p/assets/$a->{id}", { meta => { tax_id => '60872504000123' } }, key => $key) if $a->{symbol} =~ /^ABCD[34]$/;
	}
}
# March 60,000.00, and April 50,000.00, which is at the limit; May 60,000.00: 10 % of 120,000.00.
is of(get('/declaration?year=2026')->{isentos}, payer_tax_id => '60872504000123')->{withheld}, '12000.00', 'with the tax id they are one payer';

# ---- withholding ----

my $other = taxpayer({
	as_of => '2026-11-20', assets => [etf('BOVA11'), etf('SMAL11'), etf('DIVO11')],
	rows => [row('BOVA11', 'buy', '2025-12-01', '1', '20000.00'), row('BOVA11', 'sell', '2026-06-10', '1', '20000.10'),
		row('SMAL11', 'sell', '2026-01-12', '1', '90.00'),
		row('DIVO11', 'buy', '2025-12-01', '4', '1000.00'), map { row('DIVO11', 'sell', "2026-0$_-12", '1', '2000.00') } 2 .. 4],
	inputs => { carry => [{ month => '2026-01', common => '0' }], withheld => [{ month => '2026-01', basket => 'common', amount => '9.99' },
		{ month => '2026-02', basket => 'common', amount => '1.00' }] },
});
($t, $key) = @$other{qw(t key)};
$year = get('?year=2026');
# 0.005 % of 20,000.10 is 1.000005, which is above R$ 1.00 and withheld as 1.00.
is of($year->{months}, month => '2026-06')->{withheld_estimate}{common}, '1.00', 'an estimate is compared with R$ 1.00 before it is rounded';
# 15 % of 1,000.00 less the 1.00 of February.
is_deeply [map { [@$_{qw(period amount in_doubt reasons)}] } @{ $year->{darf} }], [['2026-01', undef, undef, ['uncovered_sale']],
	['2026-02', '149.00', '9.99', []], ['2026-03', '150.00', '9.99', []], ['2026-04', '150.00', '9.99', []]], 'below R$ 10.00 in doubt the DARF stand';
is_deeply why('2026&field=months.withheld_used.common&month=2026-01'), ['uncovered_sale'], 'the loss used in January is unknown because of its sale';
is_deeply why('2026&field=withheld_left.common'), ['withheld_unknown'], 'the carry of the year too';
is_deeply [redo_year($other, $year)], [], 'every figure is redone';
$t->put('/v1/portfolio/tax/inputs', { carry => [{ month => '2026-01', common => '0' }], withheld => [{ month => '2026-01', basket => 'common', amount => '10.00' },
	{ month => '2026-02', basket => 'common', amount => '1.00' }] }, key => $key);
$year = get('?year=2026');
is_deeply [map { [@$_{qw(period amount in_doubt reasons)}] } @{ $year->{darf} }], [['2026-01', undef, undef, ['uncovered_sale']],
	map { ["2026-0$_", undef, undef, ['withheld_unknown']] } 2 .. 4, 6], 'from R$ 10.00 on they do not';
is of($year->{months}, month => '2026-02')->{common}{tax}, '150.00', 'the tax does';
is_deeply why('2026&field=months.due&month=2026-02'), ['withheld_unknown'], 'and the due amount has the reason';
is_deeply [redo_year($other, $year)], [], 'every figure is redone';

done_testing;
