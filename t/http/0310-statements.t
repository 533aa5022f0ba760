#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Statements of real people, as exported and as re-saved: the result of each row.

use strict;
use warnings;
use utf8;
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $dir = (shared_dir() // '') . '/data/b3_investidor';
plan skip_all => 'the shared statements are absent' unless -d $dir;

my ($right, $not, $asked, $used, $receipt, $ceded) = ('direito de subscrição, sem efeito',
	'direito não exercido, sem efeito', 'solicitação de subscrição, sem efeito',
	'direito exercido, convertido depois', 'recibo, convertido depois', 'cessão de direitos, sem efeito');
my $restated = 'atualização do saldo, sem efeito';

# File, source, number of rows, then the numbers of ignored rows; all others are imported.
my @files = (
	['movimentacao-2022-06-14-14-22-17.xlsx', 'movimentacao', 14, {}],
	['movimentacao-2022-06-16-14-40-36_excel-saved.csv', 'movimentacao', 298, {
		19 => $not, 20 => $receipt, 21 => $receipt, 22 => $asked, 23 => $used, 36 => $right,
		58 => $receipt, 59 => $receipt, 61 => $used, 62 => $not, 63 => $asked, 64 => $asked,
		65 => 'cancelamento de subscrição, sem efeito', 68 => $receipt, 69 => $receipt,
		73 => $used, 88 => $asked, 89 => $used, 91 => $right, 93 => $right,
		80 => 'direito comprado: entra nas taxas da subscrição', 115 => 'direito ou recibo, convertido depois', 116 => $receipt, 117 => $receipt,
		118 => $used, 121 => $not, 122 => $receipt, 123 => $receipt, 126 => $asked,
		127 => $used, 129 => $restated, 130 => $receipt, 140 => $not, 141 => $receipt,
		142 => $receipt, 144 => $asked, 145 => $used, 146 => $not, 148 => $right,
		160 => $right, 170 => $right, 207 => $not, 210 => $ceded, 211 => $ceded, 223 => $right,
		280 => $used, 281 => $asked, 287 => $right
	}],
	['movimentacao-2024-06-01-21-31-58.xlsx', 'movimentacao', 49, {
		8 => $not, 9 => $ceded, 10 => $ceded, 16 => $right
	}],
	['movimentacao-libreoffice-resaved-2022.xlsx', 'movimentacao', 6, {
		3 => $restated, 4 => 'código transitório, sem efeito'
	}],
	['movimentacao-libreoffice-resaved-2022b.xlsx', 'movimentacao', 2, {}],
	['negociacao-2025-03-28.xlsx', 'negociacao', 87, {}],
	['negociacao-exemplo-libreoffice.xlsx', 'negociacao', 3, {}],
	['negociacao-pandas-resaved-2022.xlsx', 'negociacao', 33, {}],
);

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub rows_of {
	my ($portfolio, $import) = @_;
	my ($next, @rows);

	do {
		my $cursor = defined $next ? "&cursor=$next" : '';
		my $r = $t->get("/v1/portfolios/$portfolio/imports/$import/rows?limit=100$cursor", key => $key);

		push @rows, @{ $r->json->{data} };
		$next = $r->json->{meta}{next_cursor};
	} while defined $next;
	return @rows;
}

for my $case (@files) {
	my ($name, $source, $n, $ignored) = @$case;
	my $portfolio = $t->post('/v1/portfolios', { name => substr($name, 0, 60) }, key => $key)->json->{id};
	my $r = $t->upload("/v1/portfolios/$portfolio/imports", $name, slurp("$dir/$name"), key => $key);

	is $r->status, 201, $name or next;
	is $r->json->{source}, $source, "$name: source";
	my @rows = rows_of($portfolio, $r->json->{import_id});
	is scalar @rows, $n, "$name: every row is there";
	my @got = map { $_->{status} eq 'imported' ? 'imported' : "$_->{status}: $_->{reason}" } @rows;
	my @want = map { exists $ignored->{$_} ? "ignored: $ignored->{$_}" : 'imported' } 1 .. $n;
	is_deeply \@got, \@want, "$name: status and reason of every row";
	is $r->json->{imported} + $r->json->{rows_ignored}, $n, "$name: the counts add up";
	$r = $t->upload("/v1/portfolios/$portfolio/imports", $name, slurp("$dir/$name"), key => $key);
	is $r->json->{imported}, 0, "$name: again, nothing is imported";
}

# ---- figures worked by hand ----

my $portfolio = $t->post('/v1/portfolios', { name => 'Figuras' }, key => $key)->json->{id};
my $statement = 'movimentacao-2022-06-14-14-22-17.xlsx';
$t->upload("/v1/portfolios/$portfolio/imports", $statement, slurp("$dir/$statement"), key => $key);
# 11 at 1.55 and 4 at 1.53 bought, 15 at 1.50 sold: 22.50 - 23.17.
my $detail = $t->get("/v1/portfolios/$portfolio?include=closed", key => $key)->json;
my ($vivr) = grep { $_->{symbol} eq 'VIVR3' } @{ $detail->{holdings} };
is $vivr->{realized_pl}, '-0.67', 'realized result of a closed position';
my ($flma) = grep { $_->{symbol} eq 'FLMA11' } @{ $detail->{holdings} };
is $flma->{income_received}, '0.18', 'income received';
is $flma->{invested_cost}, '58.00', 'cost of ten quotas: 2 at 6.04 and 8 at 5.74';

# Subscriptions (doc/calculations.md 16): 8 LGCP12 bought at 0.60 are not a position but a fee of the 16 subscribed
# quotas, whose price is not in the file; 4 receipts of IFIE have no price and become 4 quotas.
$portfolio = $t->post('/v1/portfolios', { name => 'Subscrições' }, key => $key)->json->{id};
$statement = 'movimentacao-2022-06-16-14-40-36_excel-saved.csv';
$t->upload("/v1/portfolios/$portfolio/imports", $statement, slurp("$dir/$statement"), key => $key);
my %held = map { $_->{symbol} => $_ } @{ $t->get("/v1/portfolios/$portfolio?include=closed,transactions", key => $key)->json->{holdings} };
is_deeply [@{ $held{IFIE11} }{qw(qty invested_cost)}], [6, undef], 'six IFIE11, of unknown cost';
is_deeply [@{ $held{LGCP11} }{qw(qty invested_cost)}], [24, undef], 'twenty-four LGCP11, of unknown cost';
is_deeply [map { "$_->{event_kind} $_->{quantity} $_->{fees}" } grep { $_->{event_kind} } @{ $held{LGCP11}{transactions} }], ['subscription 16 4.80'],
	'the rights that were bought among the fees';
is $held{LGCP12}, undef, 'and no right is a position';

done_testing;
