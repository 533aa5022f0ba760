#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The detail of a portfolio: figures worked by hand, its layers, past days.  Today is Friday,
# 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes rates live_rate event provent succession);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'MGLU3', '2026-05-29' => '9.60', '2026-11-19' => '5.00');
closes($t, b3 => 'NEWC3', '2026-11-19' => '40.00');
closes($t, us => 'VOO', '2026-03-30' => '610', '2026-11-18' => '700', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-05-04' => '5.0117', '2026-10-09' => '5.2544', '2026-11-18' => '5.2000',
	'2026-11-19' => '5.2500');
event($t, 'MGLU3', '2026-06-01', 'split', [2, 1]);
provent($t, 'PETR4', 'jcp', ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.50');
succession($t, 'OLDC3', 'NEWC3', '2026-03-16', [1, 4]);

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};

	if (@rows) {
		my $r = $t->post("/v1/portfolios/$id/transactions", [map { row(@$_) } @rows], key => $key);
		die $r->body unless $r->status == 201;
	}
	return $id;
}

sub row {
	my ($symbol, $type, $kind, $day, $quantity, $price, %more) = @_;

	return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity,
		price => $price, %more };
}

sub detail {
	my ($id, $query) = @_;
	my $r = $t->get("/v1/portfolios/$id" . ($query ? "?$query" : ''), key => $key);

	diag $r->body unless $r->status == 200;
	return $r->json;
}

sub fields {
	my ($object, %want) = @_;

	return ({ map { $_ => $object->{$_} } keys %want }, \%want);
}

my ($true, $false) = (JSON::PP::true, JSON::PP::false);
my $id = portfolio('Principal',
	['PETR4', 'stock', 'buy', '2026-01-05', 100, '10.00', fees => '1.00'],
	['PETR4', 'stock', 'buy', '2026-02-05', 200, '13.00', fees => '2.00', note => 'segunda'],
	['PETR4', 'stock', 'sell', '2026-03-05', 150, '15.00', fees => '1.50'],
	['VALE3', 'stock', 'buy', '2026-01-06', 10, '60.00'],
	['VALE3', 'stock', 'sell', '2026-02-06', 10, '70.00'],
	['VOO', 'us', 'buy', '2026-01-08', '2.5', '601.10', fees => '1.00'],
	['VOO', 'us', 'buy', '2026-05-04', '1.25', '640.00', fees => '1.00'],
	['VOO', 'us', 'sell', '2026-10-09', '1.5', '690.40', fees => '1.00'],
	['MGLU3', 'stock', 'buy', '2026-04-01', 50, '8.00']);
$t->post("/v1/portfolios/$id/assets", { symbol => 'WEGE3', asset_type => 'stock' }, key => $key);
$t->post("/v1/portfolios/$id/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02',
	amount => '12.34' }, key => $key);

# ---- every field of the contract ----

my @detail = qw(id name visibility created_at exclude_from_consolidated holdings_count open_positions closed_positions
	watchlist_entries merged_assets patrimonio invested unrealized_pl unrealized_pct realized_pl income_received
	day_change_brl day_change_pct realized_by_month income_by_month total_pl xirr returns kind_mix is_watchlist
	any_unpriced any_cost_unknown fx holdings);
my @holding = qw(symbol asset_type name qty avg_price invested_cost cost_basis_known price change_pct market_value
	unrealized_pl unrealized_pct unrealized_pct_reason valuation realized_pl income_received weight_pct day_change_brl
	added_at tx_count closed is_watchlist priced renamed_to merged_from currency price_native fx_rate native asset_id meta);
my @native = qw(currency avg_price invested_cost price change_pct market_value unrealized_pl unrealized_pct realized_pl
	cost_basis_known income_received);
my $d = detail($id);
is_deeply [grep { !exists $d->{$_} } @detail], [], 'no field of the detail is missing';
is_deeply [grep { !exists $d->{holdings}[0]{$_} } @holding], [], 'not of a holding';
is_deeply [map { $_->{symbol} } @{ $d->{holdings} }], [qw(VOO PETR4 MGLU3 WEGE3)], 'open by value, then watched';
my ($voo, $petr, $mglu, $wege) = @{ $d->{holdings} };
is_deeply [grep { !exists $voo->{native}{$_} } @native], [], 'not of a native block';

# ---- a Brazilian share ----

# 100 x 10 + 1, 200 x 13 + 2: 3,603.00, mean 12.01; half is sold: 2,248.50 - 1,801.50.
# JCP on 300 at the record date: 150.00 less 17.5 %; the typed dividend.
is_deeply fields($petr, qty => '150', avg_price => '12.01', invested_cost => '1801.50', realized_pl => '447.00',
	price => '16.5', change_pct => '3.1250', market_value => '2475.00', unrealized_pl => '673.50', unrealized_pct => '37.3855',
	unrealized_pct_reason => undef, valuation => 'market', day_change_brl => '75.00', income_received => '136.09',
	added_at => '2026-01-05', tx_count => '3', closed => $false, is_watchlist => $false, priced => $true, currency => 'BRL',
	price_native => undef, fx_rate => undef, native => undef, cost_basis_known => $true, meta => {}, merged_from => undef,
	renamed_to => undef), 'PETR4';

# ---- an American share (v-01-10, marked at 707 and 5.25) ----

is_deeply fields($voo, qty => '2.25', invested_cost => '7271.93', avg_price => '3231.96932', realized_pl => '588.25',
	price => '3711.75', price_native => '707', fx_rate => '5.25', market_value => '8351.44', unrealized_pl => '1079.51',
	unrealized_pct => '14.8448', change_pct => '1.9712', currency => 'USD'), 'VOO in reais';
is_deeply fields($voo->{native}, currency => 'USD', invested_cost => '1382.85', avg_price => '614.6', realized_pl => '112.70',
	price => '707', market_value => '1590.75', unrealized_pl => '207.90', unrealized_pct => '15.0342', change_pct => '1.0000',
	cost_basis_known => $true, income_received => '0.00'), 'VOO in dollars';
is_deeply $d->{fx}, { usd_brl => '5.25', as_of => '2026-11-19', source => 'bcb', change_pct => '0.9615' }, 'the official rate';

# ---- an event missing in the ledger ----

is_deeply fields($mglu, qty => '100', invested_cost => '400.00', avg_price => '4', market_value => '500.00', tx_count => '1'),
	'a split is applied';
is_deeply $d->{applied_events}, [{ code => 'corporate_event_applied', symbol => 'MGLU3', ex_date => '2026-06-01', kind => 'split',
	ratio => '2', quantity => '50', row => { symbol => 'MGLU3', asset_type => 'stock', kind => 'split', event_kind => 'split',
	trade_date => '2026-06-01', quantity => '50', ratio => '2' } }], 'and said';

# ---- a watched paper ----

is_deeply fields($wege, qty => '0', avg_price => undef, invested_cost => undef, realized_pl => undef, price => undef,
	market_value => undef, unrealized_pct => undef, valuation => undef, added_at => undef, tx_count => '0', closed => $false,
	is_watchlist => $true, weight_pct => undef), 'WEGE3';

# ---- totals ----

# 8,351.4375 + 2,475 + 500; 7,271.93097 + 1,801.50 + 400; realized 447 + 100 + 588.246…; the total adds the
# displayed cents: 1,853.01 + 1,135.25
is_deeply fields($d, holdings_count => '4', open_positions => '3', closed_positions => '1', watchlist_entries => '1',
	merged_assets => '0', ledger_assets => '5', patrimonio => '11326.44', invested => '9473.43', unrealized_pl => '1853.01',
	unrealized_pct => '19.5601', realized_pl => '1135.25', total_pl => '2988.26', income_received => '136.09', is_watchlist => $false,
	any_unpriced => $false, any_cost_unknown => $false), 'totals';
is_deeply $d->{realized_by_month}, { '2026-02' => '100.00', '2026-03' => '447.00', '2026-10' => '588.25' }, 'results by month';
is_deeply $d->{income_by_month}, { '2026-02' => '123.75', '2026-03' => '12.34' }, 'income by month';
is $d->{kind_mix}, 'Exterior (EUA) 74% · Ações 26%', 'its parts';
is $d->{returns}{xirr}, $d->{xirr}, 'one XIRR';
ok exists $d->{returns}{twr}, 'a TWR or none';
ok length $d->{returns}{explain}, 'and a sentence';

# ---- layers ----

ok !exists $petr->{transactions}, 'no transactions unless asked';
ok !exists $petr->{realized_by_month}, 'no months of a holding';
$d = detail($id, 'include=closed,monthly,transactions');
is $d->{holdings_count}, 5, 'the closed one comes too';
my ($vale) = grep { $_->{symbol} eq 'VALE3' } @{ $d->{holdings} };
is $d->{holdings}[-1]{symbol}, 'VALE3', 'at the end';
is_deeply fields($vale, qty => '0', closed => $true, avg_price => undef, invested_cost => '0.00', realized_pl => '100.00',
	realized_by_month => { '2026-02' => '100.00' }, income_by_month => {}), 'VALE3';
($petr) = grep { $_->{symbol} eq 'PETR4' } @{ $d->{holdings} };
is_deeply [map { "$_->{kind} $_->{trade_date} $_->{quantity} $_->{price} $_->{fees} " . ($_->{note} // '') } @{ $petr->{transactions} }],
	['buy 2026-01-05 100 10 1.00 ', 'buy 2026-02-05 200 13 2.00 segunda', 'sell 2026-03-05 150 15 1.50 '], 'its rows in order';
is_deeply $petr->{income_by_month}, { '2026-02' => '123.75', '2026-03' => '12.34' }, 'its income by month';
is $t->get("/v1/portfolios/$id?include=all", key => $key)->status, 400, 'an unknown layer';
is $t->get("/v1/portfolios/$id?include=closed&include=monthly", key => $key)->body, $t->get("/v1/portfolios/$id?include=closed,monthly", key => $key)->body, 'layers as an array or as a list';
is $t->get("/v1/portfolios/$id?at=2026-01-05&at=2026-02-05", key => $key)->status, 400, 'a repeated parameter';

# ---- past days ----

$d = detail($id, 'at=2026-03-31&include=closed');
my %at = map { $_->{symbol} => $_ } @{ $d->{holdings} };
is_deeply fields($at{PETR4}, qty => '150', price => '14', market_value => '2100.00', income_received => '136.09'), 'PETR4 at the close of March';
is_deeply fields($at{VOO}, qty => '2.5', invested_cost => '8105.51', market_value => '8220.06', fx_rate => '5.3902'), 'VOO before its second purchase';
is_deeply [$at{MGLU3}, $d->{applied_events}], [undef, []], 'not bought yet, nor watched then';
is $d->{as_of}, '2026-03-31', 'and which day';
($voo) = grep { $_->{symbol} eq 'VOO' } @{ detail($id, 'at=2026-05-03&include=transactions')->{holdings} };
is_deeply [map { $_->{trade_date} } @{ $voo->{transactions} }], ['2026-01-08'], 'rows of later days are not shown';
live_rate($t, '5.40', '2026-11-20T14:59:30Z', '1.5');
is_deeply detail($id)->{fx}, { usd_brl => '5.4', as_of => '2026-11-20T14:59:30.000Z', source => 'usdt', change_pct => '1.5000' },
	'the live pair today';
is detail($id, 'at=2026-11-20')->{fx}{source}, 'bcb', 'but never for a day asked for';
is $t->get("/v1/portfolios/$id?at=2026-11-21", key => $key)->code, 'invalid_parameter', 'tomorrow';
is $t->get("/v1/portfolios/$id?at=2026-02-30", key => $key)->code, 'invalid_parameter', 'no such day';
is_deeply fields(detail($id, 'at=2025-12-31'), is_watchlist => $false, holdings => []), 'before the first row nothing is there';

# ---- XIRR ----

closes($t, b3 => 'BBAS3', '2026-11-20' => '11.00');
my $one = portfolio('Um ano', ['BBAS3', 'stock', 'buy', '2025-11-20', 100, '10.00']);
is detail($one)->{xirr}, '0.100000', 'a tenth more after 365 days';
my $unknown = portfolio('Sem custo', ['BBAS3', 'stock', 'buy', '2025-11-20', 100, undef], ['XXXX3', 'stock', 'buy', '2026-01-05', 1, '5']);
$d = detail($unknown);
is_deeply fields($d, xirr => undef, any_cost_unknown => $true, any_unpriced => $true), 'an unknown cost has none';
is_deeply fields($d->{holdings}[0], invested_cost => undef, avg_price => undef, unrealized_pl => undef,
	unrealized_pct_reason => 'cost_unknown', cost_basis_known => $false, market_value => '1100.00'), 'no result';
is_deeply fields($d->{holdings}[1], valuation => 'cost', priced => $false, market_value => '5.00', price => undef),
	'an unknown ticker stands at cost';

# ---- predecessors ----

my $merged = portfolio('Fusão', ['OLDC3', 'stock', 'buy', '2025-05-05', 400, '7.50', fees => '3.00'],
	['OLDC3', 'stock', 'sell', '2025-10-06', 100, '9.00', fees => '0.90'], ['NEWC3', 'stock', 'buy', '2026-02-10', 20, '31.00', fees => '0.62']);
$d = detail($merged, 'include=transactions');
is_deeply fields($d, merged_assets => '1', ledger_assets => '2', holdings_count => '1'), 'the old ticker is merged';
is_deeply fields($d->{holdings}[0], symbol => 'NEWC3', qty => '95', invested_cost => '2872.87', merged_from => ['OLDC3'], tx_count => '3'),
	'into the new one';
is_deeply [map { $_->{trade_date} } @{ $d->{holdings}[0]{transactions} }], [qw(2025-05-05 2025-10-06 2026-02-10)], 'with its rows';
my $renamed = portfolio('Antiga', ['OLDC3', 'stock', 'buy', '2025-05-05', 400, '7.50']);
is_deeply fields(detail($renamed)->{holdings}[0], symbol => 'OLDC3', renamed_to => 'NEWC3', qty => '100', price => '40'),
	'alone it stays, with the new quantity and quote';

# ---- a written option; events declined ----

my $short = portfolio('Opções', ['PETRX100', 'option', 'sell', '2026-11-10', 100, '1.50']);
$d = detail($short, 'include=closed');
is_deeply fields($d->{holdings}[0], qty => '0', meta => { short_qty => '100' }), 'a written option shows its liability';
is $d->{open_positions}, 0, 'and is no open position';
my ($asset) = map { $_->{id} } grep { $_->{symbol} eq 'MGLU3' } @{ $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data} };
$t->patch("/v1/portfolios/$id/assets/$asset", { meta => { corporate_events => 'ledger' } }, key => $key);
$d = detail($id);
($mglu) = grep { $_->{symbol} eq 'MGLU3' } @{ $d->{holdings} };
is_deeply [$mglu->{qty}, $d->{applied_events}], ['50', []], 'an asset can decline events';

# ---- sums out of range ----

my $huge = portfolio('Enorme', ['BBAS3', 'stock', 'buy', '2026-01-05', '90000000000', '1']);
my $r = $t->post("/v1/portfolios/$huge/transactions", { symbol => 'BBAS3', asset_type => 'stock', kind => 'split',
	trade_date => '2026-01-06', ratio => '1000' }, key => $key);
is_deeply [$r->status, $r->code], [422, 'ledger_out_of_range'], 'a row that would make the portfolio unreadable is refused';
is detail($huge)->{holdings}[0]{qty}, '90000000000', 'and not written';
is $t->log_count('worker started'), 1, 'and the worker is the same';

done_testing;
