#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# One ledger entered through the API, uploaded spreadsheets, and lastro import: the same detail,
# figure for figure.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Lastro::Market qw(closes event rates succession);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);
use Lastro::Xlsx qw(workbook);
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

# A ticker in 11 is a fund or an ETF, which the register distinguishes, as COTAHIST fills it.
spew($t->dir . '/instruments.csv', "symbol,asset_type\nBOVA11,etf\nXPLG11,fii\n");
$t->lastro_ok('load', 'instruments', $t->dir . '/instruments.csv');
closes($t, b3 => 'PETR4', '2026-11-18' => '36.10', '2026-11-19' => '36.40');
closes($t, b3 => 'VALE3', '2026-11-18' => '61.00', '2026-11-19' => '60.50');
closes($t, b3 => 'ITSA4', '2026-11-18' => '10.00', '2026-11-19' => '10.20');
closes($t, b3 => 'XPLG11', '2026-11-18' => '99.00', '2026-11-19' => '98.70');
closes($t, b3 => 'BOVA11', '2026-11-18' => '120.00', '2026-11-19' => '121.10');
closes($t, b3 => 'NOVO3', '2026-11-18' => '7.00', '2026-11-19' => '7.11');
closes($t, us => 'AAPL', '2026-11-18' => '210.00', '2026-11-19' => '212.34');
rates($t, '2026-01-05' => '5.4321', '2026-02-10' => '5.2', '2026-06-01' => '5.1', '2026-11-18' => '5.25', '2026-11-19' => '5.3');
event($t, 'VALE3', '2026-05-04', split => [2, 1]);
succession($t, 'VELH3', 'NOVO3', '2026-04-01', [1, 1]);

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

# ---- the ledger: [day, side, symbol, type, quantity, price] of the exchange, then the rest ----

my @trades = (
	['2026-01-05', 'buy', 'PETR4', 'stock', '100', '30.5'], ['2026-01-06', 'buy', 'PETR4', 'stock', '37', '31.27'],
	['2026-03-10', 'sell', 'PETR4', 'stock', '50', '35.1'], ['2026-02-02', 'buy', 'VALE3', 'stock', '10', '120.4'],
	['2026-02-03', 'buy', 'XPLG11', 'fii', '25', '101.33'], ['2026-02-04', 'buy', 'BOVA11', 'etf', '8', '118.02'],
	['2026-02-05', 'buy', 'VELH3', 'stock', '300', '6.66'], ['2026-06-08', 'buy', 'NOVO3', 'stock', '15', '7.01'],
	['2026-06-09', 'buy', 'ITSA4', 'stock', '200', '9.87'], ['2026-06-10', 'sell', 'ITSA4', 'stock', '200', '10.13'],
	['2026-06-15', 'buy', 'PETR4', 'stock', '20', '33'], ['2026-06-15', 'sell', 'PETR4', 'stock', '20', '33.5'],
);
my @others = (
	{ symbol => 'AAPL', asset_type => 'us', kind => 'buy', trade_date => '2026-01-05', quantity => '2.5', price => '180.1234', fees => '1.25' },
	{ symbol => 'AAPL', asset_type => 'us', kind => 'buy', trade_date => '2026-02-10', quantity => '1', price => '190' },
	{ symbol => 'AAPL', asset_type => 'us', kind => 'sell', trade_date => '2026-06-01', quantity => '0.75', price => '205.5', fees => '1' },
	{ symbol => 'BBAS3', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-20', quantity => '40', price => undef,
		note => 'herança, sem nota; "o avô"' },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'adjust', trade_date => '2026-07-01', quantity => '8', price => '5',
		event_kind => 'bonus' },
	{ symbol => 'XPLG11', asset_type => 'fii', kind => 'split', trade_date => '2026-08-03', ratio => '10', event_kind => 'split' },
	{ symbol => 'BTC', asset_type => 'crypto', kind => 'buy', trade_date => '2026-08-04', quantity => '0.01234567', price => '350000.5' },
);
my @income = (
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-04-15', amount => '87.4' },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'jcp', pay_date => '2026-05-15', amount => '31.07' },
	{ symbol => 'XPLG11', asset_type => 'fii', kind => 'yield', pay_date => '2026-03-13', amount => '20.5' },
);

# ---- as spreadsheets ----

sub br { return join '/', reverse split /-/, $_[0] }

sub statement {
	my @head = ('Data do Negócio', 'Tipo de Movimentação', 'Mercado', 'Prazo/Vencimento', 'Instituição',
		'Código de Negociação', 'Quantidade', 'Preço', 'Valor');
	my @rows = map {
		my ($day, $side, $symbol, undef, $quantity, $price) = @$_;
		my $odd = $quantity % 100 && $symbol !~ /11$/;

		[br($day), $side eq 'buy' ? 'Compra' : 'Venda', $odd ? 'Mercado Fracionário' : 'Mercado à Vista', '-', 'X',
			$odd ? "${symbol}F" : $symbol, { n => $quantity }, { n => $price }, { n => sprintf '%.2f', $quantity * $price }]
	} reverse @trades;

	return workbook([\@head, @rows]);
}

sub quoted {
	my ($text) = @_;

	return '' unless defined $text;
	return $text unless $text =~ /[",;]/;
	$text =~ s/"/""/g;
	return qq("$text");
}

my %word = (buy => 'compra', sell => 'venda', split => 'desdobro', adjust => 'ajuste');

sub template {
	my @lines = ('ticker,operacao,data,quantidade,preco,tipo,taxas,fator,moeda,evento,nota,meta');

	push @lines, map { join ',', map { quoted($_) } $_->{symbol}, $word{ $_->{kind} }, br($_->{trade_date}), $_->{quantity}, $_->{price},
		$_->{asset_type}, $_->{fees}, $_->{ratio}, $_->{asset_type} eq 'us' ? 'USD' : 'BRL', $_->{event_kind}, $_->{note}, '' } @others;
	push @lines, map { "$_->{symbol},provento," . br($_->{pay_date}) . ",,$_->{amount},$_->{asset_type},,,BRL,$_->{kind},," } @income;
	return encode('UTF-8', join '', map { "$_\r\n" } @lines);
}

# ---- the three ways ----

sub portfolio {
	my ($name) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/assets", { symbol => 'WEGE3', asset_type => 'stock' }, key => $key);

	is $r->status, 201, "$name: a watchlist entry";
	return $id;
}

my $by_api = portfolio('pela API');
my $r = $t->post("/v1/portfolios/$by_api/transactions", [(map {
	my ($day, $side, $symbol, $type, $quantity, $price) = @$_;
	{ symbol => $symbol, asset_type => $type, kind => $side, trade_date => $day, quantity => $quantity, price => $price }
} @trades), @others], key => $key);
is $r->status, 201, 'by the API: every transaction in one request' or diag $r->body;
is $t->post("/v1/portfolios/$by_api/income", $_, key => $key)->status, 201, "by the API: income of $_->{pay_date}" for @income;

my $by_sheet = portfolio('por planilha');
$r = $t->upload("/v1/portfolios/$by_sheet/imports", 'negociacao-2026-11-20.xlsx', statement(), key => $key);
is_deeply [$r->status, @{ $r->json }{qw(source imported rows_with_error)}], [201, 'negociacao', '12', '0'], 'by spreadsheet: the trades';
$r = $t->request('POST', "/v1/portfolios/$by_sheet/imports?filename=resto.csv", body => template(), type => 'text/csv', key => $key);
is_deeply [$r->status, @{ $r->json }{qw(source imported rows_with_error)}], [201, 'manual', '10', '0'], 'by spreadsheet: the rest'
	or diag $r->body;

my $by_command = portfolio('pelo comando');
spew($t->dir . '/negociacao.xlsx', statement());
spew($t->dir . '/resto.csv', template());
my $said = $t->lastro_json({ env => { LASTRO_NOW => '2026-11-20T15:00:00Z' } }, 'import', $by_command, $t->dir . '/negociacao.xlsx');
is_deeply [@$said{qw(source imported rows_with_error)}], ['negociacao', '12', '0'], 'by lastro import: the trades';
$said = $t->lastro_json({ env => { LASTRO_NOW => '2026-11-20T15:00:00Z' } }, 'import', $by_command, $t->dir . '/resto.csv');
is_deeply [@$said{qw(source imported rows_with_error)}], ['manual', '10', '0'], 'by lastro import: the rest';

# ---- figure for figure ----

# Without names and ids of portfolio and rows; rows of one day sorted by content, since their ids differ.
sub bare {
	my ($id, $query) = @_;
	my $r = $t->get("/v1/portfolios/$id$query", key => $key);
	my $d = $r->json;

	is $r->status, 200, "the detail$query" or diag $r->body;
	delete @$d{qw(id name created_at ledger_version)};
	for my $h (@{ $d->{holdings} }) {
		delete $h->{asset_id};
		next unless $h->{transactions};
		delete $_->{id} for @{ $h->{transactions} };
		@{ $h->{transactions} } = sort { JSON::PP->new->canonical->encode($a) cmp JSON::PP->new->canonical->encode($b) }
			@{ $h->{transactions} };
	}
	return $d;
}

for my $query ('', '?include=closed,monthly,transactions', '?include=closed,transactions&at=2026-06-30') {
	my ($api, $sheet, $command) = map { bare($_, $query) } $by_api, $by_sheet, $by_command;

	is_deeply $sheet, $api, "the spreadsheet's detail$query is the API's";
	is_deeply $command, $api, "lastro import's detail$query is the API's";
}

# ---- checked by hand ----

my $d = $t->get("/v1/portfolios/$by_sheet?include=closed,monthly,transactions", key => $key)->json;
my %of = map { $_->{symbol} => $_ } @{ $d->{holdings} };

# PETR4: 137 at 4,206.99 (mean 30.70795620); 50 sold at 1,755.00; the pair of 15 June is a day trade; bonus of 8 at 5.
is_deeply [@{ $of{PETR4} }{qw(qty realized_pl tx_count income_received)}], ['95', '229.60', '6', '118.47'],
	'PETR4: 1,755.00 - 1,535.40 and the day trade\'s 10.00';
is $of{PETR4}{invested_cost}, '2711.59', 'PETR4: 4,206.99 - 1,535.40 + 40.00';
is_deeply [@{ $of{VALE3} }{qw(qty invested_cost market_value)}], ['20', '1204.00', '1210.00'], 'VALE3: the split that no road brought';
is_deeply [@{ $of{XPLG11} }{qw(qty invested_cost)}], ['250', '2533.25'], 'XPLG11: the split that each brought';
is_deeply [@{ $of{NOVO3} }{qw(qty invested_cost)}, $of{NOVO3}{merged_from}], ['315', '2103.15', ['VELH3']], 'NOVO3: with the former VELH3';
is_deeply [@{ $of{ITSA4} }{qw(closed realized_pl)}], [JSON::PP::true, '52.00'], 'ITSA4: closed at 200 x 0.26';
is_deeply [@{ $of{BBAS3} }{qw(qty invested_cost cost_basis_known)}], ['40', undef, JSON::PP::false], 'BBAS3: of unknown cost';
is $of{BBAS3}{transactions}[0]{note}, 'herança, sem nota; "o avô"', 'with its note, commas and quotes kept';
is $of{BTC}{qty}, '0.01234567', 'BTC: eight places';
# AAPL in dollars: 2.5 x 180.1234 + 1.25 + 190 = 641.5585 for 3.5; 0.75 of them leave with 137.47682.
is_deeply [@{ $of{AAPL}{native} }{qw(invested_cost realized_pl)}], ['504.08', '15.65'], 'AAPL: 154.125 - 1 - 137.47682 in dollars';
ok $of{WEGE3}{is_watchlist}, 'WEGE3: only watched';

done_testing;
