#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A null return has a reason: the assets with unknown rows, flows without a rate, missing prices.  One portfolio per
# reason.  Today is 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(closes rates);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2025-11-18' => 30, '2026-11-19' => 33);
closes($t, b3 => 'VALE3', '2026-11-19' => 60);
closes($t, us => 'AAPL', '2026-11-19' => 240);
rates($t, '2026-11-19' => '5.00');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $made = 0;

# The detail of rows [symbol, kind, day, quantity, price, type].
sub said {
	my ($watched, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id};

	$t->post("/v1/portfolios/$id/assets", { symbol => $_, asset_type => 'stock' }, key => $key) for @$watched;
	my $r = @rows && $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => $_->[5] // 'stock', kind => $_->[1],
		trade_date => $_->[2], quantity => $_->[3], price => $_->[4] } } @rows], key => $key);
	die $r->body if @rows && $r->status != 201;
	my $returns = $t->get("/v1/portfolios/$id", key => $key)->json->{returns};
	my $kept = $t->get("/v1/portfolios/$id?include=closed", key => $key)->json->{returns};

	is_deeply $kept, $returns, 'the same from the stored figures';
	$t->sql("delete from portfolio_state where portfolio_id = '$id'");
	return $returns;
}

my @petr = ('PETR4', 'buy', '2025-11-18', 100, 30);
for my $case (
	['an unknown price', [[], [@petr], ['VALE3', 'buy', '2026-02-03', 10, undef]], 'xirr',
		'Falta saber: VALE3 (lançamento de 03/02/2026 sem preço). Os problemas da carteira mostram cada lançamento e como corrigir.'],
	['a sale above what was held', [[], [@petr], ['VALE3', 'buy', '2026-02-03', 10, 50], ['VALE3', 'sell', '2026-03-04', 15, 55]], 'xirr',
		'Falta saber: VALE3 (venda de 04/03/2026 acima da quantidade).'],
	['a day without an official dollar', [[], [@petr], ['AAPL', 'buy', '2026-02-03', 1, 200, 'us']], 'xirr', 'Falta saber: AAPL (sem dólar oficial em 03/02/2026).'],
	['several of them', [[], [@petr], ['VALE3', 'buy', '2026-02-03', 10, undef], ['AAPL', 'buy', '2026-02-03', 1, 200, 'us']], 'xirr',
		'Falta saber: AAPL (sem dólar oficial em 03/02/2026), VALE3 (lançamento de 03/02/2026 sem preço).'],
	['nothing but what is watched', [['PETR4']], 'xirr', 'Ainda não há dados suficientes para calcular a rentabilidade.'],
	['one day', [[], ['PETR4', 'buy', '2026-11-20', 100, 33]], 'xirr', 'Tudo aconteceu em 20/11/2026, e uma taxa precisa de mais de um dia.'],
	['what was given', [[], ['VALE3', 'buy', '2025-11-18', 10, 0]], 'xirr', 'Nenhum lançamento tem valor: VALE3.'],
	['too much', [[], [@petr], ['VALE3', 'buy', '2026-10-20', 1000, 10]], 'xirr', 'Com compras desde 18/11/2025, a taxa passaria de 300% a.a.; o maior ganho é o de VALE3.'],
	['two rates', [[], ['PETR4', 'buy', '2023-11-20', 10, 100], ['PETR4', 'sell', '2024-11-20', 5, 460], ['PETR4', 'buy', '2025-11-20', 14, '94.285714285714'], ['PETR4', 'sell', '2026-11-20', 19, '0.00']], 'xirr',
		'As compras e vendas de 20/11/2023 a 20/11/2025 não dão uma taxa única.'],
	['nothing with a price', [[], ['XXXX3', 'buy', '2025-11-18', 10, 5], ['YYYY3', 'buy', '2025-11-18', 10, 5]], 'twr', 'Sem cotação: XXXX3, YYYY3.'],
) {
	my ($name, $rows, $null, $text) = @$case;
	my $returns = said(@$rows);

	is $returns->{$null}, undef, "$name: no \U$null";
	like $returns->{explain}, qr/\Q$text\E/, "$name: said";
}

my $returns = said([], [@petr]);
unlike $returns->{explain}, qr/Falta saber|Sem cotação|taxa única/, 'where both are known nothing is missing';
done_testing;
