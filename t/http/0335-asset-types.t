#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The type of an asset (doc/calculations.md 16.5): from the listing, else the sheet, else the form of the ticker, which
# is a guess and marked as one until the listing has the ticker or a person sets the type.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $made = 0;

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $trades = "Data do Negócio;Tipo de Movimentação;Mercado;Prazo/Vencimento;Instituição;Código de Negociação;Quantidade;Preço;Valor\n";
my $moves = "Entrada/Saída;Data;Movimentação;Produto;Instituição;Quantidade;Preço unitário;Valor da Operação\n";

sub portfolio { return $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id} }

sub upload {
	my ($id, $text) = @_;
	my $r = $t->upload("/v1/portfolios/$id/imports", 'arquivo.csv', encode('UTF-8', $text), key => $key);

	is $r->status, 201, 'a file comes in' or diag $r->body;
	return $r->json;
}

sub assets { my ($id) = @_; return { map { ("$_->{symbol} $_->{asset_type}" => $_) } @{ $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data} } } }
sub types { my ($id) = @_; my $a = assets($id); return [map { $_ . ($a->{$_}{type_guessed} ? '?' : '') } sort keys %$a] }
sub held { my ($id) = @_; return { map { ("$_->{symbol} $_->{asset_type}" => 0 + $_->{qty}) } @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} } } }
sub guesses { my ($id) = @_; return [grep { $_->{code} eq 'type_guessed' } @{ $t->get("/v1/portfolios/$id/issues", key => $key)->json->{data} }] }
sub is_code { my ($r, $status, $code, $name) = @_; is $r->status . ' ' . ($r->code // ''), "$status $code", $name }

sub listing {
	my (%type) = @_;
	my $file = $t->dir . '/instruments.csv';

	open my $f, '>', $file or die $!;
	print $f "venue,symbol,asset_type\n", map { "b3,$_,$type{$_}\n" } sort keys %type;
	close $f or die $!;
	$t->lastro_ok('load', 'instruments', $file);
}

# ---- a guess, and its replacement ----

my $id = portfolio();
upload($id, $trades . join '', map { "03/03/2026;Compra;Mercado à Vista;-;X;$_;10;20,00;200,00\n" } qw(ABCD11 EFGH11 IJKL11 MNOP3 QRST34));
is_deeply types($id), ['ABCD11 fii?', 'EFGH11 fii?', 'IJKL11 fii?', 'MNOP3 stock?', 'QRST34 bdr?'], 'the type of an unknown ticker is a guess';
my $issues = guesses($id);
is_deeply [map { "$_->{severity} $_->{symbol}" } @$issues], [map { "warning $_" } qw(ABCD11 EFGH11 IJKL11 MNOP3 QRST34)], 'each reported as an issue';
my $abcd = assets($id)->{'ABCD11 fii'}{id};
is_deeply $issues->[0]{mend}{actions}, [{ method => 'PATCH', path => "/v1/portfolios/$id/assets/$abcd", body => { asset_type => undef }, fill => ['/asset_type'] }],
	'with the request that settles it';

my $ijkl = assets($id)->{'IJKL11 fii'}{id};
my $r = $t->patch("/v1/portfolios/$id/assets/$ijkl", { asset_type => 'stock' }, key => $key);
is_deeply [$r->status, @{ $r->json }{qw(asset_type type_guessed)}], [200, 'stock', JSON::PP::false], 'a person says one';
is held($id)->{'IJKL11 stock'}, 10, 'and the figures follow';
$r = $t->post("/v1/portfolios/$id/transactions", { symbol => 'EFGH11', asset_type => 'etf', kind => 'buy', trade_date => '2026-04-01', quantity => 5, price => 21 }, key => $key);
is $r->status, 201, 'another is typed under another type';
my $version = $t->sql("select ledger_version from portfolio where id = '$id'");
my $other = portfolio();
upload($other, $trades . "03/03/2026;Compra;Mercado à Vista;-;X;UVWX11;10;20,00;200,00\n");
my $untouched = $t->sql("select ledger_version from portfolio where id = '$other'");

listing(ABCD11 => 'etf', EFGH11 => 'etf', IJKL11 => 'fii', MNOP3 => 'stock');
is_deeply types($id), ['ABCD11 etf', 'EFGH11 etf', 'IJKL11 stock', 'MNOP3 stock', 'QRST34 bdr?'],
	'when the listing learns them the guesses are its types, and what a person said stays';
is_deeply held($id), { 'ABCD11 etf' => 10, 'EFGH11 etf' => 15, 'IJKL11 stock' => 10, 'MNOP3 stock' => 10, 'QRST34 bdr' => 10 }, 'the figures follow, two assets that are one paper become one';
is_deeply [map { $_->{symbol} } @{ guesses($id) }], ['QRST34'], 'and a remaining guess is still reported';
cmp_ok $t->sql("select ledger_version from portfolio where id = '$id'"), '>', $version, 'the ledger has another version';
is $t->sql("select ledger_version from portfolio where id = '$other'"), $untouched, 'one that nothing was learned of has not';
is $t->sql("select count(*) from audit where kind = 'asset.type_settled'"), 2, 'each change is in the trail';
is upload($id, $trades . "03/03/2026;Compra;Mercado à Vista;-;X;ABCD11;10;20,00;200,00\n")->{duplicates_skipped}, 1, 'the same file again finds its rows';
listing(ABCD11 => 'etf', EFGH11 => 'etf', QRST34 => 'bdr');
is_deeply types($id), ['ABCD11 etf', 'EFGH11 etf', 'IJKL11 stock', 'MNOP3 stock', 'QRST34 bdr'], 'a guess that was right is none any more';

# ---- a type set by a person ----

my $patch = sub { return $t->patch("/v1/portfolios/$id/assets/$ijkl", $_[0], key => $key) };
is_code $patch->({ asset_type => 'us' }), 400, 'invalid_body', 'a type of another currency';
is_code $patch->({ asset_type => 'index' }), 400, 'invalid_body', 'an index has no rows';
is_code $patch->({ asset_type => 'fund' }), 400, 'invalid_body', 'a fund is named by its CNPJ';
is_code $patch->({ asset_type => 'nada' }), 400, 'invalid_body', 'no type';
is_code $patch->({}), 400, 'invalid_body', 'nothing';
$t->post("/v1/portfolios/$id/assets", { symbol => 'IJKL11', asset_type => 'etf' }, key => $key);
is_code $patch->({ asset_type => 'etf' }), 409, 'asset_already_exists', 'a type that another asset of the symbol has';
is $patch->({ asset_type => 'fii', name => 'IJKL' })->status, 200, 'another one, with a name';

# ---- the sheet's type ----

my $said = portfolio();
upload($said, $moves . join '', map { "Credito;12/03/2026;Rendimento;$_;X;1;1,00;1,00\n" } 'IDXB11 - ISHARES FDO DE INDICE', 'UNIT11 - ALFA S.A.', 'IMOB11 - BETA FII', 'NADA11 - GAMA');
upload($said, $trades . "03/03/2026;Compra;Renda Fixa;-;X;FIXA11;1;15,00;15,00\n");
is_deeply types($said), ['FIXA11 etf', 'IDXB11 etf', 'IMOB11 fii', 'NADA11 fii?', 'UNIT11 stock'], 'the printed name or the market decides for the ending 11';
my $one = portfolio();
upload($one, $moves . "Credito;12/03/2026;Rendimento;IDXB11 - ISHARES;X;1;1,00;1,00\nCredito;11/03/2026;Transferência - Liquidação;IDXB11 - ISHARES FDO DE INDICE;X;3;10,00;30,00\n"
	. "Credito;10/03/2026;Transferência - Liquidação;IDXB11;X;2;10,00;20,00\n");
is_deeply held($one), { 'IDXB11 etf' => 5 }, 'and a type given by one row applies to all';

# ---- one title of the Treasury ----

my $title = portfolio();
$t->post("/v1/portfolios/$title/transactions", { symbol => $_, asset_type => 'tesouro', kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 1000 }, key => $key)
	for 'Tesouro IPCA+ 2035', 'TESOURO IPCA+ 2035', 'Tesouro  IPCA + 2035', 'tesouro ipca+2035', 'Tesouro IPCA 2035', ' Tesouro Ipca +2035 ';
upload($title, "ticker;operacao;data;quantidade;preco;tipo\nTesouro IPCA+2035;compra;05/03/2026;1;1.000,00;Tesouro Direto\nTESOURO IPCA 2035;compra;06/03/2026;1;1.000,00;\n");
upload($title, $moves . "Credito;12/03/2026;Compra;TESOURO IPCA+  2035;X;1;1.000,00;1.000,00\n");
is_deeply held($title), { 'Tesouro IPCA+ 2035 tesouro' => 9 }, 'Tesouro IPCA+ 2035 is one asset however it is spelled';
$t->post("/v1/portfolios/$title/transactions", { symbol => 'Tesouro IPCA com Juros Semestrais 2035', asset_type => 'tesouro', kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 1000 }, key => $key);
is_deeply [sort keys %{ held($title) }], [map { "$_ tesouro" } 'Tesouro IPCA+ 2035', 'Tesouro IPCA+ com Juros Semestrais 2035'], 'another title is another';

# ---- symbol and type ----

my $two = portfolio();
$t->post("/v1/portfolios/$two/transactions", [{ symbol => 'MNOP3', asset_type => 'us', kind => 'buy', trade_date => '2026-03-02', quantity => 50, price => 9 },
	{ symbol => 'ATOM3', asset_type => 'crypto', kind => 'buy', trade_date => '2026-03-02', quantity => 7, price => 9 }], key => $key);
my $summary = upload($two, $trades . "04/03/2026;Venda;Mercado à Vista;-;X;MNOP3;5;20,00;100,00\n03/03/2026;Compra;Mercado à Vista;-;X;ATOM3;10;20,00;200,00\n");
is_deeply held($two), { 'MNOP3 us' => 50, 'ATOM3 crypto' => 7, 'ATOM3 stock' => 10 }, "the exchange's paper is none that has its symbol abroad, nor a coin";
is_deeply $summary->{warnings}, ['Venda de MNOP3 em 04/03/2026 acima da quantidade em carteira.'], 'and is not sold out of it';
$summary = upload($two, "ticker;operacao;data;quantidade;preco;tipo\nATOM3;compra;02/03/2026;7;9;ação\n");
is_deeply [@$summary{qw(imported duplicates_skipped)}], [1, 0], 'its duplicate neither';

done_testing;
