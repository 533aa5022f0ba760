#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A capital return lowers the cost for the tax; of an asset in dollars only its amount in reais is stored, so the cost
# of later sales is unknown: null with its reason, never the cost without the return.

use strict;
use warnings;

use Lastro::TaxCases qw(taxpayer);
use Test::More;

sub row { my ($symbol, $kind, $day, $q, $price, %o) = @_; return { portfolio => 'A', symbol => $symbol, kind => $kind, trade_date => $day,
	quantity => $q, price => $price, %o } }

my $me = taxpayer({
	as_of => '2026-11-22',
	fx => { map { $_ => { buy => '5.0000', sell => '5.1000' } } qw(2024-02-01 2024-03-01 2024-04-01) },
	portfolios => [{ id => 'A', name => 'Corretora' }],
	assets => [{ symbol => 'ABCD3', asset_type => 'stock' }, map { { symbol => $_, asset_type => 'us', origin => 'brl' } } qw(KEPT BACK)],
	rows => [
		row('ABCD3', 'buy', '2024-02-01', '100', '20.00'), row('KEPT', 'buy', '2024-02-01', '10', '100.00'), row('BACK', 'buy', '2024-02-01', '10', '100.00'),
		row('ABCD3', 'sell', '2024-04-01', '100', '30.00'), row('KEPT', 'sell', '2024-04-01', '10', '120.00'), row('BACK', 'sell', '2024-04-01', '10', '120.00'),
	],
});
my ($t, $key) = @$me{qw(t key)};

sub year { return $t->get('/v1/portfolio/tax?year=2024', key => $key)->json }
sub item { my ($year, $symbol) = @_; return (grep { $_->{symbol} eq $symbol } @{ $year->{exterior}{items} })[0] }

my $before = year();
# 10 * (120 - 100) dollars at 5.10, bought and sold at the same rate.
is item($before, $_)->{result}, '1020.00', "$_: the gain" for qw(KEPT BACK);
is $before->{months}[0]{exempt_gain}, '1000.00', 'in reais, exempt: 100 * (30 - 20)';

for my $in (['ABCD3', 'stock', '300.00'], ['BACK', 'us', '50.00']) {
	my $r = $t->post("/v1/portfolios/$me->{ids}{A}/income", { symbol => $in->[0], asset_type => $in->[1], kind => 'capital_return', pay_date => '2024-03-01', amount => $in->[2] }, key => $key);
	is $r->status, 201, "$in->[0]: capital is returned" or diag $r->body;
}
my $after = year();
is $after->{months}[0]{exempt_gain}, '1300.00', 'in reais 100 * 30 - (100 * 20 - 300)';
is item($after, 'KEPT')->{result}, '1020.00', 'a paper without returns is unchanged';
is_deeply [@{ item($after, 'BACK') }{qw(result reasons)}], [undef, ['cost_unknown']], 'a paper with a return is unknown';
is $after->{exterior}{due}, undef, 'so is the due amount';

done_testing;
