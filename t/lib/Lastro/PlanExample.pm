# SPDX-License-Identifier: Apache-2.0
package Lastro::PlanExample;

# The portfolio of the tests of plans: PETR4 100 x 30.00, VALE3 50 x 60.00, MXRF11 200 x 10.00, and a CDB outside the targets,
# at its cost of 2,000.00: 10,000.00 in all.

use strict;
use warnings;
use utf8;

use Exporter qw(import);
use Lastro::Market qw(closes);

our @EXPORT_OK = qw(row example_rows example_targets example_prices portfolio_of);

sub row {
	my ($symbol, $type, $quantity, $price) = @_;

	return { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2026-01-05', quantity => $quantity, price => $price };
}

sub example_rows { return (row('PETR4', 'stock', 100, 10), row('VALE3', 'stock', 50, 50), row('MXRF11', 'fii', 200, 9), row('CDB X', 'renda_fixa', 2, 1000)) }

sub example_targets {
	return (slices => [
		{ name => 'Ações', pct => '50.00', types => ['stock'], inside => [
			{ symbol => 'PETR4', asset_type => 'stock', pct => '60.00' }, { symbol => 'ITUB4', asset_type => 'stock', pct => '40.00' }] },
		{ name => 'Fundos imobiliários', pct => 30, types => ['fii'] },
		{ name => 'Ouro', pct => '20', assets => [{ symbol => 'GOLD11', asset_type => 'etf' }] }]);
}

sub example_prices {
	my ($t) = @_;

	closes($t, b3 => $_->[0], '2026-11-19' => $_->[1]) for ['PETR4', '30.00'], ['VALE3', '60.00'], ['MXRF11', '10.00'], ['ITUB4', '40.00'];
	return;
}

# portfolio_of() - a new portfolio with these rows; its id.
sub portfolio_of {
	my ($t, $key, $name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = @rows && $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key);

	die $r->body unless !@rows || $r->status == 201;
	return $id;
}

1;
