#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The x-ray of a portfolio: groups and percentages worked by hand, access, and values equal to the detail's.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes rates sector);
use Lastro::Redo qw(redo_xray);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

closes($t, b3 => 'PETR4', '2026-11-19' => '30.00');
closes($t, b3 => 'ITUB4', '2026-11-19' => '25.00');
closes($t, b3 => 'HGLG11', '2026-11-19' => '150.00');
closes($t, us => 'VOO', '2026-11-19' => '500.00');
rates($t, '2026-11-19' => '5.00');
$t->sql("insert into issuer (code, sector) values ('PETR', 'Energia / Exploração / Refino')");
$t->sql("insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'PETR4', 'stock', 'PETR')");
sector($t, 'ITUB4', 'stock', 'Financeiro');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return $t->post('/v1/portfolios', { name => $_[0], visibility => $_[1] // 'private' }, key => $key)->json->{id} }

sub buy {
	my ($id, @rows) = @_;
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => $_->[1], kind => 'buy',
		trade_date => '2026-11-02', quantity => $_->[2], price => $_->[3] } } @rows], key => $key);

	die $r->body unless $r->status == 201;
	return;
}

sub xray {
	my ($id) = @_;
	my $r = $t->get("/v1/portfolios/$id/xray", key => $key);

	is $r->status, 200, 'the x-ray' or diag $r->body;
	is_deeply [redo_xray($t, $key, $id, $r->json)], [], 'every number of it is redone from its explanation';
	return $r->json;
}

sub shares { my ($name, $list) = @_; return [map { "$_->{$name} $_->{value_brl} $_->{pct}" } @$list] }

# ---- an empty portfolio ----

my $empty = xray(portfolio('Vazia'));
is_deeply [map { scalar @{ $empty->{$_} } } qw(by_class by_sector by_indexer by_currency top_positions flags)], [(0) x 6],
	'an empty portfolio has empty lists';
is_deeply $empty->{meta}, { patrimonio_brl => '0.00', rf_total_brl => '0.00', reference => '2026-11-20',
	positions_considered => 0, unpriced_ignored => 0 }, 'and a base of zero';

my $unpriced = portfolio('Sem valor');
buy($unpriced, ['ZZZZ3', 'stock', 10, undef], ['YYYY3', 'stock', 10, undef]);
is_deeply [@{ xray($unpriced)->{meta} }{qw(patrimonio_brl positions_considered unpriced_ignored)}], ['0.00', 0, 2],
	'positions without value are only counted';

# ---- 3,000 + 1,000 + 1,500 + 2,500 + 2,000 (cost) = 10,000 ----

my $id = portfolio('Principal', 'unlisted');
buy($id, ['PETR4', 'stock', 100, '20'], ['ITUB4', 'stock', 40, '20'], ['HGLG11', 'fii', 10, '100'], ['VOO', 'us', 1, '400'],
	['CDB BANCO', 'renda_fixa', 2, '1000'], ['ZZZZ3', 'stock', 10, undef]);
my $x = xray($id);
is_deeply shares(class => $x->{by_class}), ['stock 4000.00 40.00', 'us 2500.00 25.00', 'renda_fixa 2000.00 20.00', 'fii 1500.00 15.00'],
	'classes';
is_deeply shares(sector => $x->{by_sector}), ['Energia 3000.00 30.00', 'Fundos Imobiliários 1500.00 15.00', 'Financeiro 1000.00 10.00'],
	"sectors of the exchange's papers: the issuer's first level, or what the instrument says";
is_deeply shares(indexer => $x->{by_indexer}), ['outro 2000.00 100.00'], 'paper without terms';
is_deeply shares(currency => $x->{by_currency}), ['BRL 7500.00 75.00', 'USD 2500.00 25.00'], 'currencies';
is_deeply shares(symbol => $x->{top_positions}), ['PETR4 3000.00 30.00', 'VOO 2500.00 25.00', 'CDB BANCO 2000.00 20.00',
	'HGLG11 1500.00 15.00', 'ITUB4 1000.00 10.00'], 'positions';
is_deeply $x->{flags}, [(map { "$_% da carteira (limite de atenção: 10%)." } 'PETR4 representa 30,0', 'VOO representa 25,0',
	'CDB BANCO representa 20,0', 'HGLG11 representa 15,0'), 'O setor Energia representa 30,0% da carteira (limite de atenção: 25%).',
	'O indexador outro representa 100,0% da renda fixa (limite de atenção: 70%).'], 'above the limits, not at them';
is_deeply $x->{meta}, { patrimonio_brl => '10000.00', rf_total_brl => '2000.00', reference => '2026-11-20', positions_considered => 5,
	unpriced_ignored => 1 }, 'the base';

my $detail = $t->get("/v1/portfolios/$id", key => $key)->json;
is $x->{meta}{patrimonio_brl}, $detail->{patrimonio}, 'the same worth as in the detail';
is_deeply { map { $_->{symbol} => $_->{value_brl} } @{ $x->{top_positions} } },
	{ map { $_->{symbol} => $_->{market_value} } grep { defined $_->{market_value} } @{ $detail->{holdings} } }, 'position by position';

# ---- access, and unchanged answers ----

my $r = $t->get("/v1/portfolios/$id/xray", key => $key);
my $etag = $r->header('ETag');
is $t->get("/v1/portfolios/$id/xray", key => $key, headers => { 'If-None-Match' => $etag })->status, 304, 'unchanged: 304';
sector($t, 'ZZZZ3', 'stock', 'Saúde');
closes($t, b3 => 'ZZZZ3', '2026-11-19' => '1000.00');
is $t->get("/v1/portfolios/$id/xray", key => $key, headers => { 'If-None-Match' => $etag })->status, 200, 'a sector and a close are news';
is shares(sector => xray($id)->{by_sector})->[0], 'Saúde 10000.00 50.00', 'and are seen';

my $bia = account($t)->{user_key};
is $t->get("/v1/portfolios/$id/xray", key => $bia)->status, 200, 'an unlisted portfolio can be read with its id';
is $t->get("/v1/portfolios/$unpriced/xray", key => $bia)->json->{details}{code}, 'portfolio_not_found', 'of a private one, not';
$r = $t->get("/v1/portfolios/$id/xray?at=2026-11-01", key => $key);
is_deeply [$r->status, $r->json->{details}{parameter}], [400, 'at'], 'the x-ray is of today';
is $t->get("/v1/portfolios/$id/xray", key => undef)->status, 401, 'a credential is needed';
done_testing;
