# SPDX-License-Identifier: Apache-2.0
#
# Assets, transactions and income: written, listed, corrected, taken away.  What it leaves is what the figures are of.

use strict;
use warnings;
use utf8;

sub row { my ($symbol, $type, $kind, $day, $quantity, $price, %more) = @_; return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day,
	(defined $quantity ? (quantity => $quantity) : ()), price => $price, %more } }

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my ($ana, $none, $id) = ($key{ana}, $w->{none}, $w->{main});
	my %as = (key => $ana);
	my $at = "/v1/portfolios/$id";

	# assets
	my ($petr, $cdb) = map { $t->post("$at/assets", $_, %as)->json->{id} } { symbol => 'PETR4', asset_type => 'stock' },
		{ symbol => 'CDB 110', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2028-01-05', paper => 'CDB', issuer => 'Banco Azul' } } };
	$t->post("$at/assets", $_, %as) for { symbol => 'LCI IPCA', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'ipca', rate => 6, paper => 'LCI', exempt => JSON::PP::true() } } },
		{ symbol => 'CDB PRE', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'prefixado', rate => '12.75' } } },
		{ symbol => 'CDB 90', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'cdi', pct => 90, issuer => 'Banco Verde' } } },
		{ symbol => 'DEBD11', asset_type => 'debenture' }, { symbol => 'IBOV', asset_type => 'index' }, { symbol => 'ITUB4', asset_type => 'stock', name => 'Itaú', meta => { alvo => 40 } };
	$t->post("$at/assets", $_, %as) for { symbol => 'PETR4', asset_type => 'stock' }, { symbol => '', asset_type => 'stock' }, { symbol => 'X', asset_type => 'nada' }, {}, [], { symbol => 'PETR4' },
		{ symbol => 'CDB X', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'dolar' } } }, { symbol => '123', asset_type => 'fund' }, { symbol => 'PETR4', asset_type => 'stock', currency => 'USD' };
	$t->patch("$at/assets/$cdb", $_, %as) for { name => 'CDB do Azul' }, { meta => { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2028-01-05', paper => 'CDB', issuer => 'Banco Azul', exempt => JSON::PP::false() } } },
		{}, { name => 7 }, { symbol => 'x' }, { meta => [] };
	$t->patch("$at/assets/$none", { name => 'x' }, %as);
	my $page = $t->get("$at/assets?limit=3", %as)->json;
	$t->get("$at/assets?limit=3&cursor=$page->{meta}{next_cursor}", %as);
	$t->get("$at/assets?$_", %as) for '', 'total=true&limit=1', 'limit=0', 'symbol=PETR4';

	# transactions
	my $first = $t->post("$at/transactions", row(PETR4 => stock => buy => '2024-07-01', 100, '29.50', fees => '4.90', note => 'primeira'), %as)->json;
	my %once = (headers => { 'Idempotency-Key' => 'linhas' });
	my @rows = (row(PETR4 => stock => buy => '2025-03-10', 50, '31.20'), row(PETR4 => stock => sell => '2026-05-11', 30, '33.00', fees => 1),
		row(VALE3 => stock => buy => '2025-02-03', 40, '61.00'), row(VALE3 => stock => sell => '2026-02-03', 40, '66.10', fees => '2.50'),
		row(WEGE3 => stock => buy => '2026-01-06', 110, '52.00'), row(MGLU3 => stock => buy => '2025-04-01', 500, '9.00'), row(OLDC3 => stock => buy => '2025-05-05', 401, '7.50', fees => 3),
		row(NEWC3 => stock => buy => '2026-04-10', 20, undef), row(HGLG11 => fii => buy => '2025-12-01', 30, '160.00'), row(BOVA11 => etf => buy => '2025-08-04', 12, '121.00'),
		row(AAPL34 => bdr => buy => '2025-08-04', 15, '52.00'), row(VOO => us => buy => '2025-01-08', '2.5', '501.10', fees => 1), row(VOO => us => sell => '2026-03-09', '0.5', '530'),
		row(BTC => crypto => buy => '2025-02-10', '0.01234567', '501000'), row('Tesouro Selic 2029' => tesouro => buy => '2025-03-05', '1.37', '15010.00'),
		row('Tesouro Prefixado 2031' => tesouro => buy => '2025-06-10', 3, '712.10'), row(VELH11 => debenture => buy => '2025-11-10', 10, '1001.00'),
		row(DEBD11 => debenture => buy => '2026-04-22', 5, 1000), row('11222333000181' => fund => buy => '2025-02-06', '1234.56789', '10.05'), row('33000167000101' => fund => buy => '2025-02-06', 300, '10.10'),
		row('60746948000112' => fund => buy => '2026-02-06', 50, '10.20'), row(PETRL300 => option => sell => '2026-10-12', 100, '1.55'),
		row('CDB 110' => renda_fixa => buy => '2025-01-06', 10, 1000), row('CDB 110' => renda_fixa => sell => '2026-06-08', 4, 1180), row('LCI IPCA' => renda_fixa => buy => '2025-04-22', 5, 1000),
		row('CDB PRE' => renda_fixa => buy => '2024-08-15', 2000, 1), row('CDB 90' => renda_fixa => buy => '2025-08-15', 3, 1000), row(ZZZZ3 => stock => buy => '2026-01-07', 10, undef));
	$t->post("$at/transactions", \@rows, %as, %once) for 1, 2;
	$t->post("$at/transactions", [$rows[0]], %as, %once);
	$t->post("$at/transactions", row(PETR4 => stock => @$_), %as) for ['split', '2026-07-01', undef, undef, ratio => 2], ['adjust', '2026-07-02', -3, undef];
	$t->post("$at/transactions", row(ZZZZ3 => stock => sell => '2026-11-20', 5000, 40), %as);
	$t->post("$at/transactions", $_, %as) for row(PETR4 => stock => buy => '2026-11-21', 1, 1), row(PETR4 => stock => buy => '1900-01-01', 1, 1), row(PETR4 => stock => buy => '2026-02-30', 1, 1),
		row(PETR4 => stock => buy => '2026-02-03', -1, 1), row(PETR4 => stock => buy => '2026-02-03', 0, 1), row(PETR4 => stock => split => '2026-02-03', undef, undef), row(PETR4 => stock => give => '2026-02-03', 1, 1),
		row(PETR4 => stock => buy => '2026-02-03', '1e-9', 1), row(PETR4 => stock => buy => '2026-02-03', 1, -1), row(PETR4 => stock => buy => '2026-02-03', 1, 1, currency => 'USD'), row(IBOV => index => buy => '2026-02-03', 1, 1),
		row(PETR4 => stock => buy => '2026-02-03', '9999999999999', '9999999999999'), [row(PETR4 => stock => buy => '2026-02-03', 1, 1), {}], [], {}, { asset_id => $none, kind => 'buy', trade_date => '2026-02-03', quantity => 1 },
		{ asset_id => $petr, symbol => 'PETR4', kind => 'buy', trade_date => '2026-02-03', quantity => 1 };
	my $made = $t->post("$at/transactions", { asset_id => $petr, kind => 'buy', trade_date => '2026-09-01', quantity => '7', price => '35.10', event_kind => 'subscription', note => ' espaços ' }, %as)->json;
	$t->post("$at/transactions", $rows[0], key => $key{reader});
	$t->post("/v1/portfolios/$none/transactions", $rows[0], %as);
	$t->post("/v1/portfolios/$w->{public}/transactions", $rows[0], key => $key{bia});

	my $tx = "$at/transactions/$made->{id}";
	$t->patch($tx, $_, %as) for { quantity => 8, note => undef }, { price => undef }, { price => '35.10' }, { kind => 'sell' }, { kind => 'buy' }, {}, { quantity => 0 }, { trade_date => '2027-01-01' }, { symbol => 'X' }, { ratio => 2 };
	$t->patch("$at/transactions/$_", { quantity => 1 }, %as) for $none, 'x';
	my $tag = $t->get($at, %as)->header('ETag');
	$t->patch($tx, { fees => 1 }, %as, headers => { 'If-Match' => $_ }) for $tag, $tag;
	$t->delete_($tx, %as, headers => { 'If-Match' => $tag });
	$t->delete_($tx, %as) for 1, 2;
	$t->delete_($tx, key => $key{bia});

	$page = $t->get("$at/transactions?limit=7&total=true", %as)->json;
	$t->get("$at/transactions?limit=7&total=true&cursor=$page->{meta}{next_cursor}", %as);
	$t->get("$at/transactions?$_", %as) for 'symbol=PETR4', 'symbol=petr4&kind=sell', 'from=2026-01-01&to=2026-03-31', 'kind=nada', 'from=2026-02-30', 'from=2026-03-01&to=2026-02-01', 'symbol=', 'limit=5000', "cursor=$page->{meta}{next_cursor}", 'symbol=XXXX3';
	my $r = $t->get("$at/transactions", %as);
	$t->get("$at/transactions", %as, headers => { 'If-None-Match' => $r->header('ETag') });
	$t->get("/v1/portfolios/$w->{public}/transactions", key => $key{bia});
	$t->get("/v1/portfolios/$none/transactions", %as);

	# income
	my ($income) = map { $t->post("$at/income", $_, %as)->json->{id} } { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2025-08-20', amount => '12.34', note => 'à mão' },
		{ symbol => 'CDB 110', asset_type => 'renda_fixa', kind => 'interest', pay_date => '2025-07-07', amount => '150.00' },
		{ symbol => 'VALE3', asset_type => 'stock', kind => 'jcp', pay_date => '2025-09-01', amount => '20.10' }, { symbol => 'HGLG11', asset_type => 'fii', kind => 'capital_return', pay_date => '2026-01-14', amount => '30.00' };
	$t->post("$at/income", $_, %as) for { symbol => 'PETR4', asset_type => 'stock', kind => 'gift', pay_date => '2026-01-01', amount => 1 }, { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2027-01-01', amount => 1 },
		{ symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-01-01', amount => '-1' }, { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-01-01', amount => '0.001' }, {};
	$page = $t->get("$at/income?limit=2", %as)->json;
	$t->get("$at/income?limit=2&cursor=$page->{meta}{next_cursor}", %as);
	$t->get("$at/income?$_", %as) for '', 'symbol=PETR4', 'from=2025-08-01&to=2025-08-31', 'from=x', 'kind=jcp';
	$t->get("$at/$_", %as) for map({ ("$_->[0]/$_->[1]", "$_->[0]/$none", "$_->[0]/x") } [income => $income], [assets => $petr], [transactions => $first->{id}]), 'audience';
	$t->get("/v1/portfolios/$none/audience", %as);
	$t->delete_("$at/income/$_", %as) for $income, $income, 'x';
	my ($itub) = map { $_->{id} } grep { $_->{symbol} eq 'ITUB4' } @{ $t->unrecorded(sub { $t->get("$at/assets?limit=100", %as)->json->{data} }) };
	$t->delete_("$at/assets/$_", %as) for $itub, $itub, $cdb, $none;
	my ($gone) = $t->unrecorded(sub { $t->post("$at/assets", { symbol => 'ABEV3', asset_type => 'stock' }, %as)->json->{id} });
	$t->delete_("$at/assets/$gone", key => $key{$_}) for 'bia', 'reader';
}
