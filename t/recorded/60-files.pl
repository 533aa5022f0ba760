# SPDX-License-Identifier: Apache-2.0
#
# Exports in each form, and imports of each kind of file: tried, made, listed, made again, taken back, refused.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Lastro::Xlsx qw(workbook);

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my %as = (key => $key{ana});
	my $at = "/v1/portfolios/$w->{main}";

	my $csv = $t->get("$at/export", %as);
	my @formats = map { $t->get("$at/export?format=$_", %as) } qw(csv json beancount);
	$t->get("$at/export?format=json", %as, headers => { 'If-None-Match' => $formats[1]->header('ETag') });
	$t->get("$at/export?$_", %as) for 'format=xml', 'x=1';
	$t->request(HEAD => "$at/export", %as);
	$t->get("/v1/portfolios/$_->[0]/export", key => $key{ $_->[1] }) for [$w->{public}, 'ana'], [$w->{public}, 'bia'], [$w->{main}, 'bia'];
	$t->get('/v1/portfolios/import-template', %as);
	$t->get('/v1/portfolios/import-template', key => $key{market});
	$t->get('/v1/portfolios/import-template');

	my $n = sub { return { n => $_[0] } };
	my $moves = workbook([['Entrada/Saída', 'Data', 'Movimentação', 'Produto', 'Instituição', 'Quantidade', 'Preço unitário', 'Valor da Operação'],
		['Credito', '16/03/2026', 'Ritual Novo', 'PETR4 - PETROBRAS', 'X', $n->(1), '-', '-'], ['Credito', '15/03/2026', 'Dividendo', undef, 'X', $n->(1), '-', $n->(5)],
		['Credito', '12/03/2026', 'Rendimento', 'MXRF11 - MAXI RENDA FII', 'X', $n->(50), $n->('0.1'), $n->(5)], ['Credito', '12/03/2026', 'Compra', 'CDB - CDB1234ABCD - BANCO X', 'X', $n->(2), $n->(1000), $n->(2000)],
		['Credito', '06/03/2026', 'Transferência - Liquidação', 'VALE3 - VALE S.A.', 'X', $n->(10), $n->(60), $n->(600)], ['Credito', '05/03/2026', 'Transferência - Liquidação', 'PETR4 - PETROBRAS', 'X', $n->(100), $n->('36.5'), $n->(3650)]]);
	my $trades = encode('UTF-8', join "\r\n", 'Data do Negócio,Tipo de Movimentação,Mercado,Prazo/Vencimento,Instituição,Código de Negociação,Quantidade,Preço,Valor',
		'04/03/2026,Compra,Mercado à Vista,-,X,ITSA4,5,"R$ 10,00","R$ 50,00"', '03/03/2026,Compra,Mercado à Vista,-,X,PETR4,60,"R$ 36,50","R$ 2.190,00"',
		'03/03/2026,Compra,Mercado Fracionário,-,X,PETR4F,40,"R$ 36,50","R$ 1.460,00"', '03/03/2026,Doação,Mercado à Vista,-,X,PETR4,1,"R$ 1,00","R$ 1,00"', '');
	my $template = "ticker,operacao,data,quantidade,preco\nBBAS3,compra,2026-02-02,30,25.50\nBBAS3,venda,2026-06-01,10,28\nBBAS3,venda,amanhã,1,1\nWEGE3,compra,2026-02-30,1,1\n";
	my $id = $t->post('/v1/portfolios', { name => 'Importada' }, %as)->json->{id};
	my $into = "/v1/portfolios/$id/imports";
	my @files = (['movimentacao.xlsx', $moves], ['negociacao.csv', $trades], ['modelo.csv', $template]);
	my @made;
	for my $file (@files) {
		$t->upload("$into?dry_run=true", @$file, %as);
		push @made, $t->upload($into, @$file, %as)->json->{import_id};
		$t->upload($into, @$file, %as);
	}
	$t->request(POST => "$into?filename=corpo.csv", body => $template, type => 'text/csv', %as);
	my %once = (headers => { 'Idempotency-Key' => 'arquivo' });
	$t->upload($into, 'uma.csv', "ticker,operacao,data,quantidade,preco\nITSA4,compra,2026-02-02,3,9.50\n", %as, %once) for 1, 2;
	$t->upload($into, 'ruim', $_, %as) for "a,b\n1,2\n", '', "PK\x03\x04broken", "\x00\x01\x02";
	$t->upload("$into?dry_run=talvez", 'modelo.csv', $template, %as);
	$t->request(POST => $into, body => 'x', type => 'multipart/form-data; boundary=b', %as);
	$t->request(POST => $into, body => '{}', type => 'application/json', %as);
	$t->upload("/v1/portfolios/$_->[0]/imports", 'modelo.csv', $template, key => $key{ $_->[1] }) for [$w->{none}, 'ana'], [$id, 'bia'], [$id, 'reader'];
	my $page = $t->get("$into?limit=2", %as)->json;
	$t->get("$into?limit=2&cursor=$page->{meta}{next_cursor}", %as);
	$t->get("$into?limit=0", %as);
	for my $import (@made) {
		my $r = $t->get("$into/$import/rows", %as);
		$t->get("$into/$import/rows", %as, headers => { 'If-None-Match' => $r->header('ETag') });
		$t->get("$into/$import/rows?status=$_", %as) for qw(imported ignored duplicate error nada);
	}
	my $rows = $t->get("$into/$made[0]/rows?limit=2", %as)->json;
	$t->get("$into/$made[0]/rows?limit=2&cursor=$rows->{meta}{next_cursor}", %as);
	$t->get("$into/$w->{none}/rows", %as);
	$t->get("$into/$_", %as) for $made[0], $w->{none}, 'x';
	$t->get("/v1/portfolios/$id$_", %as) for '', '/issues', '/transactions', '/income', '/history', '/export';
	my ($edited) = @{ $t->unrecorded(sub { $t->get("/v1/portfolios/$id/transactions?symbol=ITSA4", %as)->json->{data} }) };
	$t->unrecorded(sub { $t->patch("/v1/portfolios/$id/transactions/$edited->{id}", { fees => 1 }, %as) });
	$t->delete_("$into/$_", %as) for $made[1], $made[2], $made[2], $w->{none}, 'x';
	$t->delete_("$into/$made[0]", key => $key{bia});

	# a position against the ledger
	my $position = "Produto;Código de Negociação;Quantidade\nPETR4 - PETROBRAS;PETR4;10\nKLBN11 - KLABIN;KLBN11;7\nVALE3 - VALE;VALE3;dez\n";
	$t->upload("/v1/portfolios/$id/reconcile", 'posicao-2026-11-20-10-00-00.csv', encode('UTF-8', $position), %as);
	$t->upload("/v1/portfolios/$id/reconcile$_->[0]", 'ruim.csv', $_->[1], %as) for ['', $template], ['', "a,b\n1,2\n"], ['?date=2027-01-01', $position], ['?x=1', ''];
	$t->upload("/v1/portfolios/$_->[0]/reconcile", 'posicao.csv', encode('UTF-8', $position), key => $key{ $_->[1] }) for [$w->{none}, 'ana'], [$id, 'bia'], [$w->{public}, 'bia'];

	# what was taken away comes back
	my $back = $t->post('/v1/portfolios', { name => 'De volta' }, %as)->json->{id};
	$t->upload("/v1/portfolios/$back/imports", 'lastro.csv', $csv->body, %as);
	$t->get("/v1/portfolios/$back", %as);

	# and goes together
	my @ids = map { $_->{id} } @{ $t->unrecorded(sub { $t->get("/v1/portfolios/$back/transactions?limit=3", %as)->json->{data} }) };
	my $together = "/v1/portfolios/$back/transactions?ids";
	$t->delete_("$together=" . join(',', @$_), %as) for [], ['x'], [@ids[0, 1], $w->{none}], [@ids[1, 0, 1]], [$ids[1]];
	$t->delete_("$together=$ids[2]", key => $key{$_}) for 'bia', 'reader';
}
