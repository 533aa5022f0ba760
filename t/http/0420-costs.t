#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The yearly cost of a portfolio, worked by hand: fees compared with the registers' median, custody with its exemption,
# the gap to CDI, and unknown parts.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes series fund);
use Lastro::Redo qw(redo_costs);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my ($dear, $few, $unknown) = ('11222333000181', '33000167000101', '60746948000112');

# Peers of the expensive fund: 0.50, 1.00, 1.50, 1.70, 2.00 and 25 (implausible, ignored), so the median is 1.50.
fund($t, $dear, name => 'Fundo Caro', fee => '3.00', class => 'Multimercados Livre', administrator => 'Administradora A');
my $n = 0;
fund($t, sprintf('%014d', ++$n), fee => $_, class => 'Multimercados Livre') for qw(2.00 0.50 1.70 1.00 25 1.50 0);
fund($t, $few, name => 'Fundo Raro', fee => '1.00', class => 'Cambial');
fund($t, sprintf('%014d', ++$n), fee => $_, class => 'Cambial') for qw(0.10 0.20 0.30 0.40);
closes($t, fund => $_, '2026-11-19' => '10.00') for $dear, $few, $unknown;
closes($t, tesouro => 'Tesouro Selic 2029', '2026-11-19' => '15000.00');
closes($t, tesouro => 'Tesouro Prefixado 2029', '2026-11-19' => '800.00');
closes($t, b3 => $_, '2026-11-19' => '10.00') for 'PETR4', 'VALE3';
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return $t->post('/v1/portfolios', { name => $_[0] }, key => $key)->json->{id} }

# Bought on the day, so contracted paper is valued at cost.
sub buy {
	my ($id, $symbol, $type, $quantity, $price, $terms) = @_;
	my $r = $t->post("/v1/portfolios/$id/assets", { symbol => $symbol, asset_type => $type,
		($terms ? (meta => { fixed_income => $terms }) : ()) }, key => $key);

	die $r->body unless $r->status == 201;
	$r = $t->post("/v1/portfolios/$id/transactions", { symbol => $symbol, asset_type => $type, kind => 'buy',
		trade_date => '2026-11-20', quantity => $quantity, price => $price }, key => $key);
	die $r->body unless $r->status == 201;
	return;
}

sub costs {
	my ($id) = @_;
	my $r = $t->get("/v1/portfolios/$id/costs", key => $key);

	is $r->status, 200, 'the costs' or diag $r->body;
	is_deeply [redo_costs($t, $key, $id, $r->json)], [], 'every number of them is redone from its explanation';
	return $r->json;
}

sub told { return map { defined ? "$_" : '-' } @_ }
sub items { return [map { join ' ', told(@$_{qw(symbol cost_kind annual_cost_pct annual_cost_brl excess_cost_brl)}) } @{ $_[0]{items} }] }
sub reasons { return [map { "$_->{class} $_->{positions}: $_->{reason}" } @{ $_[0]{not_estimated} }] }

my $empty = costs(portfolio('Vazia'));
is_deeply [map { scalar @{ $empty->{$_} } } qw(items not_estimated by_recipient flags)], [0, 0, 0, 0], 'an empty portfolio has empty lists';
is_deeply $empty->{totals}, { annual_cost_brl => '0.00', fees_brl => '0.00', cdi_gap_brl => '0.00', above_reference_brl => '0.00', pct_of_patrimonio => undef }, 'of nothing, nothing';
is $empty->{meta}{cdi_12m_pct}, undef, 'and no CDI';

# 20,000 + 5,000 + 1,000 in funds, 30,000 + 800 at the Treasury, 200 in shares.
my $id = portfolio('Principal');
buy($id, $dear, 'fund', 2000, '10');
buy($id, $few, 'fund', 500, '10');
buy($id, $unknown, 'fund', 100, '10');
buy($id, 'Tesouro Selic 2029', 'tesouro', 2, '15000');
buy($id, 'Tesouro Prefixado 2029', 'tesouro', 1, '800');
buy($id, $_, 'stock', 10, '10') for 'VALE3', 'PETR4';
my $c = costs($id);
# 20,000 x 3 % = 600.00, 1.5 points above the median; 5,000 x 1 %; 0.20 % of 20,000; 0.20 % of 800.
is_deeply items($c), ["$dear fund_admin_fee 3.0000 600.00 300.00", "$few fund_admin_fee 1.0000 50.00 -",
	'Tesouro Selic 2029 tesouro_custody 0.1333 40.00 -', 'Tesouro Prefixado 2029 tesouro_custody 0.2000 1.60 -'], 'items, by cost';
is_deeply $c->{items}[0]{benchmark}, { label => 'Mediana da classe Multimercados Livre', value_pct => '1.5000', peers => 5 },
	'the median of five peers: none of 0, none of 25, not its own';
is $c->{items}[1]{benchmark}, undef, 'four peers are no reference';
is $c->{items}[0]{name}, 'Fundo Caro', 'a fund has the name of the register';
is $c->{items}[1]{recipient}, 'Administrador do fundo', 'whose administrator may be unknown';
is $c->{items}[2]{note}, 'Isenção de custódia até R$ 10.000,00 aplicada ao total do título na carteira.', 'the exemption is reported';
is_deeply reasons($c), ['stock 2: sem custo recorrente público por posição', 'fund 1: taxa de administração não informada no cadastro'],
	'what is not estimated';
is_deeply $c->{not_estimated}[0]{symbols}, ['PETR4', 'VALE3'], 'by name';
is_deeply [map { "$_->{recipient} $_->{annual_cost_brl}" } @{ $c->{by_recipient} }],
	['Administradora A 600.00', 'Administrador do fundo 50.00', 'B3 41.60'], 'the recipient';
# 691.60 of 57,000 is 1.2133 %.
is_deeply $c->{totals}, { annual_cost_brl => '691.60', fees_brl => '691.60', cdi_gap_brl => '0.00', above_reference_brl => '300.00', pct_of_patrimonio => '1.2133' }, 'in all';
is_deeply $c->{flags}, ['Custo recorrente estimado de R$ 691,60 por ano, 1,2% do patrimônio.',
	'Fundo Caro: taxa de administração de 3,00% a.a., acima da mediana de 1,50% a.a. de 5 fundos comparáveis.'], 'flags';
is_deeply [@{ $c->{meta} }{qw(patrimonio_brl reference positions_considered unpriced_ignored cdi_12m_pct)}],
	['57000.00', '2026-11-20', 7, 0, undef], 'the base';
is $c->{meta}{patrimonio_brl}, $t->get("/v1/portfolios/$id", key => $key)->json->{patrimonio}, 'the worth of the detail';

# ---- fixed income: without rates, and with them ----

my $rf = portfolio('Renda fixa');
buy($rf, 'CDB80', 'renda_fixa', 1, '10000', { indexer => 'cdi', pct => 80, paper => 'CDB', issuer => 'Banco Um' });
buy($rf, 'CDB100', 'renda_fixa', 1, '1000', { indexer => 'cdi', paper => 'CDB' });
buy($rf, 'CDBMAIS', 'renda_fixa', 1, '1000', { indexer => 'cdi', spread => 1, paper => 'CDB' });
buy($rf, 'LCA', 'renda_fixa', 1, '1000', { indexer => 'cdi', pct => 85, paper => 'LCA' });
buy($rf, 'DEBISENTA', 'renda_fixa', 1, '1000', { indexer => 'ipca', rate => 6, exempt => JSON::PP::true });
buy($rf, 'SEMTERMOS', 'renda_fixa', 1, '1000');
$c = costs($rf);
is_deeply $c->{items}, [], 'without a CDI there is no gap';
ok((grep { $_ eq 'renda_fixa 1: CDI de 12 meses indisponível' } @{ reasons($c) }), 'with a reason');

# 249 bank days, 149 at 14.61 and 100 at 14.63: 14.4321 %.  20 % of it is 2.8864 %.
series($t, 4389, '2025-11-19' => '14.61', '2026-06-30' => '14.63', '2026-11-19' => '14.63');
$c = costs($rf);
is $c->{meta}{cdi_12m_pct}, '14.4321', 'the CDI of twelve months, once it is loaded';
is_deeply items($c), ['CDB80 rf_cdi_gap 2.8864 288.64 288.64'], 'the gap is all excess';
is_deeply [@{ $c->{totals} }{qw(annual_cost_brl fees_brl cdi_gap_brl)}], ['288.64', '0.00', '288.64'], 'and is paid to no one';
is_deeply [@{ $c->{items}[0] }{qw(recipient note)}, $c->{items}[0]{benchmark}],
	['Banco Um', 'Contratado a 80,00% do CDI; CDI de 12 meses de 14,43%.', { label => '100% do CDI', value_pct => '0.0000' }], 'its owner and its object';
is_deeply $c->{flags}, ['Custo recorrente estimado de R$ 288,64 por ano, 1,9% do patrimônio.', 'CDB80: contratado a 80,0% do CDI, abaixo de 90%.'],
	'flags';
is_deeply reasons($c), ['renda_fixa 2: título isento de imposto: comparação com 100% do CDI não se aplica',
	'renda_fixa 1: contratado a 100% do CDI ou mais: sem diferença a estimar',
	'renda_fixa 1: indexador diferente de percentual do CDI: sem diferença de taxa comparável',
	'renda_fixa 1: taxa contratada não informada'], 'the largest group first, then by reason';

my $r = $t->get("/v1/portfolios/$rf/costs?at=2026-11-01", key => $key);
is_deeply [$r->status, $r->json->{details}{parameter}], [400, 'at'], 'costs are of today';
done_testing;
