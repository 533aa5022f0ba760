#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Sheets made by people (doc/calculations.md 16.1-16.4): with any column names, orders, decimal marks and date formats,
# the detail equals that of the same ledger typed through the API; ambiguous values are refused, never guessed.

use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Encode qw(decode encode);
use JSON::PP ();
use Test::More;
use Time::Local qw(timegm);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Lastro::Xlsx qw(workbook);

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $folder = "$FindBin::Bin/../fixtures/sheets";
my $made = 0;

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id} }

sub upload {
	my ($bytes, %o) = @_;
	my $id = $o{id} // portfolio();

	return $t->upload("/v1/portfolios/$id/imports" . ($o{query} // ''), $o{name} // 'planilha.csv',
		(utf8::is_utf8($bytes) ? encode('UTF-8', $bytes) : $bytes), key => $key);
}

# The detail of a portfolio without ids, names, times and the holdings' order of insertion.
sub detail {
	my ($id) = @_;
	my $d = $t->get("/v1/portfolios/$id?include=closed,monthly,transactions", key => $key)->json;

	delete @$d{qw(id name created_at ledger_version)};
	for my $h (@{ $d->{holdings} }) {
		delete $h->{asset_id};
		delete @$_{qw(id note event_kind)} for @{ $h->{transactions} };
	}
	return $d;
}

my $typed = portfolio();
my $r = $t->post("/v1/portfolios/$typed/transactions", [
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-15', quantity => 1000, price => 38.1, fees => 6.1 },
	{ symbol => 'MXRF11', asset_type => 'fii', kind => 'buy', trade_date => '2026-01-19', quantity => 2500, price => 9.85, fees => 0.75 },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-02-03', quantity => 400, price => 41.25, fees => 5.4 },
	{ symbol => 'ITSA4', asset_type => 'stock', kind => 'buy', trade_date => '2026-02-03', quantity => 150, price => 10.5 },
	{ symbol => 'ITSA4', asset_type => 'stock', kind => 'split', trade_date => '2026-04-06', quantity => 0, ratio => 2 }], key => $key);
is $r->status, 201, 'a ledger is typed' or diag $r->body;
my ($petr4) = map { $_->{asset_id} } grep { $_->{symbol} eq 'PETR4' } @{ $t->get("/v1/portfolios/$typed", key => $key)->json->{holdings} };
is $t->post("/v1/portfolios/$typed/income", { asset_id => $petr4, kind => 'dividend', pay_date => '2026-03-10', amount => 60 }, key => $key)->status,
	201, 'and an income';
my $want = detail($typed);

# ---- the same by sheets ----

sub serial { my ($y, $m, $d) = split /-/, $_[0]; return timegm(0, 0, 0, $d, $m - 1, $y) / 86400 + 25569 }
my @cells = (['Data da Operação', 'Ativo', 'Operação', 'Quantidade', 'Preço', 'Custos', 'Outros custos', 'Fator'],
	[{ day => '2026-01-15' }, 'PETR4', 'Compra', { n => 1000 }, { n => '38.1' }, { n => 6 }, { n => '0.1' }, undef],
	[{ day => '2026-01-19' }, 'MXRF11', 'Compra', { n => '2500' }, { n => '9.85' }, { n => '0.75' }, undef, undef],
	[{ day => '2026-02-03' }, 'PETR4', 'Venda', { n => -400 }, { n => '41.25' }, { n => '5.4' }, undef, undef],
	[{ day => '2026-02-03' }, 'ITSA4', 'Compra', { n => '150' }, { n => '10.5' }, undef, undef, undef],
	[{ day => '2026-03-10' }, 'PETR4', 'Dividendo', undef, { n => 60 }, undef, undef, undef],
	[{ day => '2026-04-06' }, 'ITSA4', 'Desdobro', undef, undef, undef, undef, { n => 2 }]);
my %sheet = (
	'hand-typed pt-BR, thousands, several fees' => [Lastro::Test::slurp("$folder/pt-br.csv"), 'pt-br.csv',
		['Colunas não usadas: Estratégia.']],
	'hand-typed en-US, month first' => [Lastro::Test::slurp("$folder/en-us.csv"), 'en-us.csv', []],
	'decimal point, 150.000 is a hundred and fifty' => [Lastro::Test::slurp("$folder/point.csv"), 'point.csv', []],
	'C and V, two-digit years, units, TAB' => [Lastro::Test::slurp("$folder/two-digit-years.csv"), 'ano.tsv', []],
	'UTF-16' => [Lastro::Test::slurp("$folder/utf16.csv"), 'utf16.csv',
		['Colunas não usadas: Estratégia.']],
	'Windows-1252' => [encode('cp1252', decode('UTF-8', Lastro::Test::slurp("$folder/pt-br.csv"))), '1252.csv',
		['Colunas não usadas: Estratégia.']],
	'ODS' => [Lastro::Test::slurp("$folder/planilha.ods"), 'planilha.ods', []],
	'XLSX' => [workbook([map { [map { ref $_ && $_->{day} ? { date => serial($_->{day}) } : $_ } @$_] } @cells], style => 'excel'), 'planilha.xlsx', []],
);
for my $name (sort keys %sheet) {
	my ($bytes, $file, $warnings) = @{ $sheet{$name} };
	my $id = portfolio();
	my $r = upload($bytes, id => $id, name => $file);

	is $r->status, 201, "$name: it comes in" or diag $r->body;
	is $r->json->{imported}, 6, "$name: every row of it";
	is_deeply $r->json->{warnings}, $warnings, "$name: with these warnings";
	is_deeply detail($id), $want, "$name: and the detail is the one typed by the API";
	is upload($bytes, id => $id, name => $file)->json->{duplicates_skipped}, 6, "$name: again it is all duplicate";
}

# ---- ambiguous values ----

my $r2 = upload("ticker,operacao,data,quantidade,preco,tipo\nBTC,compra,2026-01-15,1.500,12,cripto\nETH,compra,2026-01-15,2,10,cripto\n");
is $r2->json->{rows_with_error}, 1, 'a quantity with two readings is an error';
is_deeply $r2->json->{warnings}, ['Linha 2 com erro: quantidade com duas leituras: 1.500 pode ser 1500 ou 1,500.'], 'that shows both';
$r2 = upload("ticker,operacao,data,quantidade,preco,tipo\nBTC,compra,2026-01-15,1.500,12.5,cripto\n");
is $r2->json->{imported}, 1, 'which another cell of the sheet settles';
$r2 = upload("ticker;operacao;data;quantidade;preco;valor;tipo\nBTC;compra;2026-01-15;1.500;2;3.000;cripto\n", query => '?dry_run=true');
is $r2->status, 400, 'arithmetic that fits two ways settles nothing';
is $r2->code, 'import_without_rows', 'and without any row there is no import';
is_deeply [map { @$_{qw(line row_index status code)} } @{ $r2->json->{details}{rows} }], [2, 1, 'error', 'number_ambiguous'], 'the row is reported';

# ---- rows of a dry run ----

my $rehearsal = upload("ativo;c/v;data;qtde;preço;total\n\nPETR4;c;15/01/2026;100;38,10;3.810,00\nPETR4;x;15/01/2026;100;38,10;\nPETR4;c;15/01/2026;1;2;3;4\n"
	. "PETR4;v;16/01/2026;10;US\$ 5,00;\nPETR4;v;16/01/2026;dez;5,00;\n", query => '?dry_run=true');
is $rehearsal->status, 200, 'a rehearsal';
my @rows = @{ $rehearsal->json->{rows} };
is_deeply [map { "$_->{row_index} $_->{line} $_->{status} " . ($_->{code} // '-') } @rows], ['1 3 imported -', '2 4 error operation_unknown',
	'3 5 error extra_cells', '4 6 error currency_mismatch', '5 7 error number_unreadable'], 'answers its rows, each with its line of the sheet';
is_deeply [@{ $rows[0] }{qw(symbol kind trade_date quantity price)}], ['PETR4', 'buy', '2026-01-15', 100, 38.1], 'and the row that each would write';
like $rows[1]{reason}, qr/^operação desconhecida: x; as conhecidas são compra, venda, /, 'an unknown word lists those that are known';
is $t->sql('select count(*) from import_row'), $t->sql('select count(*) from import_row where line is not null'), 'line numbers are stored too';

my $many = upload("ticker;operacao;data;quantidade;preco\n" . join('', map { "PETR4;compra;15/01/2026;$_;10,00\n" } 1 .. 612), query => '?dry_run=true')->json;
is_deeply [scalar @{ $many->{rows} }, @$many{qw(rows_truncated imported)}, $many->{rows}[-1]{line}], [500, 112, 612, 501], 'the first 500, and how many more';

$many = upload("ticker;operacao;data;quantidade;preco\n" . join('', map { "PETR4;compra;15/01/2026;$_;10,00\n" } 1 .. 612), query => '?dry_run=true&rows_from=500')->json;
is_deeply [scalar @{ $many->{rows} }, $many->{rows_truncated}, $many->{imported}, $many->{rows}[0]{line}], [112, undef, 612, 502], 'and those';

# ---- refused as a whole ----

my $both = upload("ticker;operacao;data;quantidade;preco\nPETR4;compra;25/01/2026;1;1\nPETR4;compra;01/25/2026;1;1\n");
is $both->code, 'import_unreadable', 'dates that prove both orders';
is $both->json->{details}{reason}, 'date_ambiguous', 'are marked';
like $both->json->{detail}, qr/25\/01\/2026, linha 2\).*01\/25\/2026, linha 3/, 'with a line of each';
my $before = $t->sql('select count(*) from import');
my $none = portfolio();
my $nothing = upload("ticker;operacao;data;quantidade;preco\nPETR4;compra;hoje;1;1\n", id => $none);
is $nothing->code, 'import_without_rows', 'a file of errors alone';
like $nothing->json->{detail}, qr/linha 2: data inválida: hoje/, 'names the first';
for my $empty ("ticker;operacao;data;quantidade;preco\n", "ticker;operacao;data;quantidade;preco\n\n;;;;\n \n") {
	my $r = upload($empty, id => $none);

	is $r->status, 400, 'a file of a heading and blank lines';
	is $r->code, 'import_without_rows', 'has no row';
	like $r->json->{detail}, qr/nenhuma linha/, 'and is marked';
}
is $t->sql('select count(*) from import'), $before, 'and leaves no import behind';
is_deeply $t->get("/v1/portfolios/$none/imports", key => $key)->json->{data}, [], 'in no list';
my $old = upload("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" . "\0" x 600, name => 'velha.xls');
is $old->code, 'import_unreadable', 'a binary XLS';
like $old->json->{detail}, qr/salve-o como XLSX/, 'gets instructions';

# ---- institutions ----

for my $name ('Corretora', 'Instituição') {
	my $id = portfolio();
	my $r = upload("ticker;operacao;data;quantidade;preco;$name;irrf\nPETR4;compra;15/01/2026;1;10,00; Ágora ;\nPETR4;compra;16/01/2026;1;10,00;;\n"
		. "PETR4;dividendo;17/01/2026;;1,00;Ágora;\n", id => $id)->json;

	is_deeply [@$r{qw(imported warnings)}], [3, []], "$name: a column without a warning";
	is_deeply [map { $_->{institution} } @{ $t->get("/v1/portfolios/$id/transactions", key => $key)->json->{data} }], ['Ágora', undef], "$name: stored with the row";
}
my $two = upload("ticker;operacao;data;quantidade;preco;instituicao;corretora\nPETR4;compra;15/01/2026;1;10,00;Banco;Ágora\n", query => '?dry_run=true')->json;
is $two->{rows}[0]{institution}, 'Ágora', 'of two columns the broker';
is_deeply $two->{warnings}, ['A coluna "instituicao" não foi usada: vale a coluna "corretora".'], '… and the other is reported';

# ---- columns, and the order of a day ----

my $columns = upload("produto;ticker;evento;data;quantidade;preco;valor unitario;estrategia\nX;PETR4;compra;15/01/2026;10;5,00;6,00;y\n");
is_deeply $columns->json->{warnings}, ['A coluna "produto" não foi usada: vale a coluna "ticker".',
	'A coluna "valor unitario" não foi usada: vale a coluna "preco".', 'Colunas não usadas: estrategia.'],
	'of two columns of one role the earlier name wins, and the rest is named';
my $jumping = portfolio();
upload("ticker;operacao;data;quantidade;preco\nPETR4;compra;15/01/2026;10;5,00\nPETR4;compra;14/01/2026;10;4,00\nVALE3;compra;15/01/2026;10;5,00\n"
	. "VALE3;venda;15/01/2026;10;6,00\n", id => $jumping);
is $t->sql("select string_agg(kind, ' ' order by l.id) from ledger l join asset a on a.workspace_id = l.workspace_id and a.id = l.asset_id where symbol = 'VALE3' and l.portfolio_id = '$jumping'"),
	'buy sell', 'ascending days anywhere keep the order of a day\'s rows';

# ---- totals below the rows, tickers and words of other sites ----

my $sums = upload("Ativo;Operação;Data;Quantidade;Preço;Valor;Tipo\nPETR4.SA;Compra;05/01/2026;10;20,00;200,00;Ações\n"
	. "aapl;Compra;05/01/2026;2;180,00;360,00;Stocks\nITSA4;Compra;05/01/2026;3;9,00;27,00;Stock\nTotal;;;15;;587,00;\n;;Total geral:;;;587,00;\n",
	query => '?dry_run=true')->json;
is_deeply [map { [@$_{qw(symbol asset_type currency status reason)}] } @{ $sums->{rows} }],
	[['PETR4', 'stock', 'BRL', 'imported', undef], ['AAPL', 'us', 'USD', 'imported', undef], ['ITSA4', 'stock', 'BRL', 'imported', undef],
	[undef, undef, undef, 'ignored', 'linha de total, sem efeito'], [undef, undef, undef, 'ignored', 'linha de total, sem efeito']],
	'a line of sums is ignored; .SA is dropped; a stock is American unless its ticker is of the exchange';
is_deeply [@$sums{qw(imported rows_ignored rows_with_error)}], [3, 2, 0], 'and counted as such';
my $undated = upload("ticker;operacao;data;quantidade;preco\nPETR4;compra;;10;20,00\n", query => '?dry_run=true');
is $undated->json->{details}{rows}[0]{reason}, 'data ausente', 'a row without a date that is no sum stays an error';
my $lacking = upload("Data;Ativo;Quantidade;Preço\n05/01/2026;PETR4;10;20,00\n");
is $lacking->code, 'import_unrecognized', 'a sheet without the column of the operation';
like $lacking->json->{detail}, qr/^A linha 1 .*falta: operacao\. Na página Importações se diz que coluna é qual\.$/, 'reports the missing part, not missing dates';
my $position = upload("Ativo;Quantidade\nPETR4;10\n");
like $position->json->{detail}, qr/não datas e operações/, 'which one without dates is';

# ---- undone, although a row was edited ----

my $id = portfolio();
my $import = upload(Lastro::Test::slurp("$folder/point.csv"), id => $id)->json->{import_id};
my $tx = $t->get("/v1/portfolios/$id/transactions?symbol=ITSA4&kind=buy", key => $key)->json->{data}[0]{id};
$t->patch("/v1/portfolios/$id/transactions/$tx", { note => 'conferido' }, key => $key);
my $refused = $t->delete_("/v1/portfolios/$id/imports/$import", key => $key);
is $refused->code, 'ledger_conflict', 'an edited row keeps an import';
is_deeply [map { @$_{qw(line id kind symbol change)} } @{ $refused->json->{details}{rows} }], [5, $tx, 'buy', 'ITSA4', 'edited'], 'and is reported';
my $forced = $t->delete_("/v1/portfolios/$id/imports/$import?force=true", key => $key);
is_deeply [$forced->status, @{ $forced->json }{qw(rows_removed rows_kept)}], [200, 5, 1], 'force takes the rest away';
is_deeply [map { $_->{id} } @{ $t->get("/v1/portfolios/$id/transactions", key => $key)->json->{data} }], [$tx], 'and leaves the edited row';
is_deeply [map { $_->{symbol} } @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} }], ['ITSA4'], 'with its asset';
is_deeply $t->get("/v1/portfolios/$id/imports", key => $key)->json->{data}, [], 'the import is deleted';

done_testing;
