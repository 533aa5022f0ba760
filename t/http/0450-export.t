#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Export and import of a ledger: the CSV creates an equal portfolio, which exports the same bytes.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use Test::More;
use JSON::PP ();
use Lastro::Market qw(closes rates event provent succession);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $other = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2026-01-05' => '30.00', '2026-11-18' => '34.00', '2026-11-19' => '35.00');
closes($t, b3 => 'NEWC3', '2026-11-19' => '40.00');
closes($t, us => 'VOO', '2026-11-18' => '700', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
event($t, 'MGLU3', '2026-06-01', 'split', [2, 1]);
provent($t, 'PETR4', 'jcp', ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.50');
provent($t, 'PETR4', 'dividend', ex => '2026-08-11', record => '2026-08-10', pay => '2026-08-20', gross => '0.25');
succession($t, 'OLDC3', 'NEWC3', '2026-03-16', [1, 4]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub row {
	my ($symbol, $type, $kind, $day, $quantity, $price, %more) = @_;

	return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day,
		(defined $quantity ? (quantity => $quantity) : ()), (defined $price ? (price => $price) : ()), %more };
}

sub portfolio { return $t->post('/v1/portfolios', { name => $_[0] }, key => $key)->json->{id} }

sub taken {
	my ($r) = @_;

	diag $r->body unless $r->status == 201;
	ok $r->status == 201, 'taken';
	return $r;
}

sub export {
	my ($id, $format) = @_;

	return $t->get("/v1/portfolios/$id/export" . ($format ? "?format=$format" : ''), key => $key);
}

# bring() - imports a file into a new portfolio.
sub bring {
	my ($name, $csv) = @_;
	my $id = portfolio($name);
	my $r = taken($t->upload("/v1/portfolios/$id/imports", 'lastro.csv', $csv, key => $key))->json;

	is $r->{rows_with_error}, 0, 'no line is refused';
	is_deeply [grep { !/sem preço|acima da quantidade/ } @{ $r->{warnings} }], [], 'nor rounded';
	return $id;
}

# figures() - the detail without ids and names.
sub figures {
	my ($id, $query) = @_;
	my $d = $t->get("/v1/portfolios/$id?include=closed,monthly,transactions" . ($query ? "&$query" : ''), key => $key)->json;

	delete @$d{qw(id name created_at ledger_version)};
	for my $h (@{ $d->{holdings} }) {
		delete $h->{asset_id};
		delete $_->{id} for @{ $h->{transactions} };
	}
	return $d;
}

# round() - exports, imports and compares.
sub round {
	my ($id, $name) = @_;
	my $csv = export($id, 'csv&dialect=rfc4180')->body;
	my $again = bring("$name, de volta", $csv);
	my $br = export($id, 'csv')->body;

	is_deeply figures(bring("$name, de volta pelo Excel", $br)), figures($id), "$name: so it is in the Brazilian dialect";
	is export($again, 'csv')->body, $br, 'with the same bytes';

	is_deeply figures($again), figures($id), "$name: the details are equal, figure for figure";
	is_deeply figures($again, 'at=2026-04-01'), figures($id, 'at=2026-04-01'), 'and in the past';
	is export($again, 'csv&dialect=rfc4180')->body, $csv, 'and the same bytes again';
	my $repeated = $t->upload("/v1/portfolios/$again/imports", 'lastro.csv', $csv, key => $key)->json;
	is $repeated->{imported}, 0, 'a second time nothing is new';
	is export($again, 'csv&dialect=rfc4180')->body, $csv, 'nor written';
	return $csv;
}

# ---- every kind of row, every column ----

my $id = portfolio('Ações & Cia; "tudo" ');
taken($t->post("/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-05', '100', '30.10', fees => '1.23', note => '=HYPERLINK("http://x";"y")'),
	row('PETR4', 'stock', 'buy', '2026-01-05', '100', '30.10', fees => '1.23', note => '-'),
	row('PETR4', 'stock', 'sell', '2026-03-05', '30', '31', fees => '0.5', note => "'apóstrofo, e \"aspas\""),
	row('PETR4', 'stock', 'buy', '2026-04-06', '10', '12.5', event_kind => 'subscription', note => '  com brancos  '),
	row('PETR4', 'stock', 'sell', '2026-04-07', '0.5', '12.5', event_kind => 'fraction', note => '@SUM(A1)'),
	row('PETR4', 'stock', 'adjust', '2026-05-06', '-3', undef, fees => '-12.34', note => '+1'),
	row('PETR4', 'stock', 'adjust', '2026-05-07', '5', '7.000000000001', event_kind => 'bonus'),
	row('PETR4', 'stock', 'split', '2026-07-01', undef, undef, ratio => '2.5'),
	row('WEGE3', 'stock', 'buy', '2026-01-05', '12345678901.12345678', '123.456789012345', fees => '123456.12345678'),
	row('WEGE3', 'stock', 'split', '2026-02-02', '0', undef, ratio => '0.333333333333', event_kind => 'split'),
	row('MGLU3', 'stock', 'buy', '2026-04-01', '50', '8.00'),
	row('OLDC3', 'stock', 'buy', '2025-05-05', '400', '7.50', fees => '3.00'),
	row('NEWC3', 'stock', 'buy', '2026-02-10', '20', undef),
	row('VOO', 'us', 'buy', '2026-01-08', '2.5', '601.10', fees => '1.00'),
	row('CDB BANCO X, 110% do CDI', 'renda_fixa', 'buy', '2026-02-06', '1', '1000.00'),
	row('33000167000101', 'fund', 'buy', '2026-02-06', '1.23456789', '10.123456789012'),
	row('PETRX100', 'option', 'sell', '2026-10-10', '100', '1.50'),
], key => $key));
taken($t->post("/v1/portfolios/$id/income", $_, key => $key)) for
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => '12.34', note => '=1+1' },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'capital_return', pay_date => '2026-03-05', amount => '10.00' },
	{ symbol => 'WEGE3', asset_type => 'stock', kind => 'jcp', pay_date => '2026-03-05', amount => '123456789012.34' },
	{ symbol => 'HGLG11', asset_type => 'fii', kind => 'yield', pay_date => '2026-03-05', amount => '1.10' };
taken($t->post("/v1/portfolios/$id/assets", $_, key => $key)) for
	{ symbol => 'IBOV', asset_type => 'index' }, { symbol => 'ITUB4', asset_type => 'stock', meta => { alvo => 1.10, 'é' => [1, { b => undef }] } };
my ($cdb) = grep { $_->{asset_type} eq 'renda_fixa' } @{ $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data} };
is $t->patch("/v1/portfolios/$id/assets/$cdb->{id}", { meta => { fixed_income => { indexer => 'cdi', pct => 110, maturity => '2028-02-06' },
	corporate_events => 'ledger' } }, key => $key)->status, 200, 'terms';

my $r = export($id);
is $r->header('Content-Type'), 'text/csv; charset=utf-8', 'CSV unless asked otherwise';
is $r->header('Content-Disposition'), 'attachment; filename="acoes-cia-tudo-2026-11-20.csv"', 'with a name that nothing mistakes';
my $csv = round($id, 'Tudo');
my @lines = split /\r\n/, decode('UTF-8', $csv);
is $lines[0], 'ticker,operacao,data,quantidade,preco,tipo,taxas,fator,moeda,evento,nota,meta', "the template's columns, then the rest";
is_deeply [grep { /(?:^|,)"?[=+\@]/ || /(?:^|,)"?-(?![0-9.]+,)/ } @lines], [], 'no cell that a spreadsheet would run';
ok scalar(grep { $_ eq 'WEGE3,compra,2026-01-05,12345678901.12345678,123.456789012345,stock,123456.12345678,,BRL,,,' } @lines),
	'numbers have every place';
ok scalar(grep { $_ eq 'IBOV,,,,,index,,,BRL,,,' } @lines), 'a watched index has a line without an operation';
my ($id_named) = $t->patch("/v1/portfolios/$id/assets/$cdb->{id}", { name => '=Nome do papel' }, key => $key)->json->{id};
$csv = round($id, 'Com nome');
like $csv, qr/^ticker,[^\r]*,meta,nome\r\n/, 'a name has a column';

# ---- ids of another system ----

my $synchronised = portfolio('Sincronizada');
taken($t->post("/v1/portfolios/$synchronised/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-05', '100', '30', external_id => '=corretora;1'),
	row('PETR4', 'stock', 'buy', '2026-01-05', '100', '30', external_id => 'corretora "2"'),
	row('PETR4', 'stock', 'buy', '2026-01-05', '100', '30'),
	row('PETR4', 'stock', 'sell', '2026-02-05', '50', '31', external_id => '0001')], key => $key));
taken($t->post("/v1/portfolios/$synchronised/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => '1.00' }, key => $key));
sub external { my ($id) = @_; return [map { $_->{external_id} } @{ $t->get("/v1/portfolios/$id/transactions", key => $key)->json->{data} }] }
my $named = ['=corretora;1', 'corretora "2"', undef, '0001'];
is_deeply external($synchronised), $named, 'rows with ids of another system';
$csv = round($synchronised, 'Sincronizada');
like $csv, qr/^ticker,[^\r]*,meta,id_externo\r$/m, '… have a column';
like $csv, qr/^PETR4,compra,.*,"'=corretora;1"\r$/m, '… without formulas for a spreadsheet';
for my $dialect (qw(br rfc4180)) {
	my $back = bring("Sincronizada em $dialect", export($synchronised, "csv&dialect=$dialect")->body);

	is_deeply external($back), $named, "$dialect: they are unchanged";
	my $again = $t->upload("/v1/portfolios/$back/imports", 'lastro.csv', export($synchronised, "csv&dialect=$dialect")->body, key => $key)->json;
	is_deeply [@$again{qw(imported duplicates_skipped)}], [0, 5], "$dialect: and no second time";
}
is_deeply [map { $_->{external_id} } @{ export($synchronised, 'json')->json->{transactions} }], $named, 'JSON has them';
like export($synchronised, 'beancount')->body, qr/^  id-externo: "corretora \\"2\\""$/m, 'and Beancount';
my $ids = "ticker,operacao,data,quantidade,preco,id externo\n";
my $clash = $t->upload("/v1/portfolios/$synchronised/imports?dry_run=true", 'a.csv', $ids . "VALE3,compra,2026-01-06,1,60,0001\n", key => $key);
is $clash->status . ' ' . $clash->code, '409 external_id_taken', 'an id of another row refuses the file';
is_deeply [map { $_->{external_id} } @{ $clash->json->{details}{existing} }], ['0001'], '… by its name';
$clash = $t->upload("/v1/portfolios/$synchronised/imports?dry_run=true", 'a.csv', $ids . "VALE3,compra,2026-01-06,1,60,x\nVALE3,compra,2026-01-07,1,60,x\n"
	. "VALE3,compra,2026-01-08,1,60," . 'y' x 201 . "\nPETR4,compra,2026-01-05,100,30,outro\n", key => $key)->json;
is_deeply [map { "$_->{status} " . ($_->{reason} // '-') } @{ $clash->{rows} }], ['imported VALE3 não está nos dados do mercado: fica sem cotação.', 'error id externo de outra linha do arquivo: x',
	'error id externo com mais de 200 caracteres, ou de várias linhas', 'duplicate -'], 'twice in a file, one that is too long, one that an equal row without an id takes' or diag explain $clash->{rows};

# ---- institutions ----

my $placed = portfolio('Onde');
my $places = ['=XP; "Um"', undef, ' Ágora '];
taken($t->post("/v1/portfolios/$placed/transactions", [map { row('PETR4', 'stock', 'buy', "2026-01-0$_", '100', '30', institution => $places->[$_ - 5]) } 5, 6, 7], key => $key));
taken($t->post("/v1/portfolios/$placed/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => '1.00', gross_amount => '1.50' }, key => $key));
sub institutions { my ($id) = @_; return [map { $_->{institution} } @{ $t->get("/v1/portfolios/$id/transactions", key => $key)->json->{data} }] }
$csv = round($placed, 'Onde');
like $csv, qr/^ticker,[^\r]*,meta,instituicao,provento_bruto,registro_em,aprovado_em,lucros_ate_2025\r$/m, 'institutions have a column';
is_deeply institutions(bring("Onde em $_", export($placed, "csv&dialect=$_")->body)), $places, "$_: they are unchanged" for qw(br rfc4180);
is_deeply [map { $_->{institution} } @{ export($placed, 'json')->json->{transactions} }], $places, 'JSON has them';
like export($placed, 'beancount')->body, qr/^  instituicao: "=XP; \\"Um\\""$/m, 'and Beancount';

# ---- formula injection ----

my $risky = portfolio('Fórmulas');
my @cells = map { $_ . 'cmd|A1' } '=', '+', '-', '@', "\t=", "\r=", "'", ' =', '==', '"=', '" =', '""+', "\x{ff1d}", "\x{ff0b}", "\x{ff0d}", "\x{ff20}", "\x{a0}=",
	"\x{3000}\x{ff1d}", "\x{feff}=", "\x{201c}=", "\x{2212}", '"\'=';
my @kept;
for my $i (0 .. $#cells) {
	my $r = $t->post("/v1/portfolios/$risky/transactions", row('PETR4', 'stock', 'buy', sprintf('2026-02-%02d', 2 + $i), 1, 10, note => $cells[$i], external_id => "$cells[$i]$i" =~ s/[\r\t]//gr), key => $key);
	push @kept, $r->status == 201 ? $cells[$i] : ();
}
cmp_ok scalar @kept, '>=', 7, 'notes that a spreadsheet would take for formulas';
for my $dialect (qw(br rfc4180)) {
	my $file = decode('UTF-8', export($risky, "csv&dialect=$dialect")->body);
	my $between = $dialect eq 'br' ? ';' : ',';
	my (undef, @after) = split /(?:^|\r\n|\Q$between\E)["\s\x{3000}\x{feff}\x{201c}]*(?=[=+\@\t\r\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}\x{2212}]|-(?!\d))/, $file =~ s/^\x{feff}//r;

	is_deeply \@after, [], "$dialect: no cell begins as one";
	my $back = bring("Fórmulas em $dialect", encode('UTF-8', $file));
	is_deeply [map { $_->{note} } @{ $t->get("/v1/portfolios/$back/transactions", key => $key)->json->{data} }], \@kept, "$dialect: and each is unchanged";
}
my $template = $t->get('/v1/portfolios/import-template', key => $key)->body;
is decode('UTF-8', $template), "\x{feff}ticker;operacao;data;quantidade;preco\r\nPETR4;compra;02/01/2026;100;38,10\r\n", 'the template has an example row, for a Brazilian Excel';
is $t->get('/v1/portfolios/import-template?dialect=rfc4180', key => $key)->body, "ticker,operacao,data,quantidade,preco\r\nPETR4,compra,2026-01-02,100,38.10\r\n", '… and for programs';
for my $dialect (qw(br rfc4180)) {
	my $r = taken($t->upload('/v1/portfolios/' . portfolio("Modelo em $dialect") . '/imports', 'modelo.csv', $t->get("/v1/portfolios/import-template?dialect=$dialect", key => $key)->body, key => $key))->json;
	is_deeply [@$r{qw(imported rows_with_error)}], [1, 0], "$dialect: which is itself an import";
}

# ---- days covered by movement files ----

my $moved = portfolio('Movimentada');
my $file = encode('UTF-8', join "\r\n",
	'Entrada/Saída,Data,Movimentação,Produto,Instituição,Quantidade,Preço unitário,Valor da Operação',
	'Credito,05/01/2026,Compra,PETR4 - PETROBRAS PN,CORRETORA,100,"R$ 30,00","R$ 3.000,00"',
	'Credito,19/02/2026,Juros Sobre Capital Próprio,PETR4 - PETROBRAS PN,CORRETORA,100,"R$ 0,41","R$ 41,25"',
	'Credito,30/04/2026,Rendimento,HGLG11 - FII,CORRETORA,1,"R$ 1,10","R$ 1,10"', '');
taken($t->upload("/v1/portfolios/$moved/imports", 'movimentacao.csv', $file, key => $key));
$csv = round($moved, 'Movimentada');
like $csv, qr/^,,2026-01-05,,,,,,,cobertura,2026-04-30,,?,?\r$/m, 'the days are in the file';

# ---- holdings from before the first statement ----

my $trades = "Data do Negócio,Tipo de Movimentação,Mercado,Prazo/Vencimento,Instituição,Código de Negociação,Quantidade,Preço,Valor\r\n";
my $moves = "Entrada/Saída,Data,Movimentação,Produto,Instituição,Quantidade,Preço unitário,Valor da Operação\r\n";
my $trade = sub { sprintf qq(%s,%s,Mercado à Vista,-,CORRETORA,%s,%d,"R\$ 30,00","R\$ %d,00"\r\n), @_[0 .. 3], 30 * $_[3] };
my $early = $trades . $trade->('12/01/2026', 'Venda', 'PETR4', 30) . $trade->('05/03/2026', 'Compra', 'VALE3', 10);
my $late = $trades . $trade->('05/03/2026', 'Compra', 'VALE3', 10) . $trade->('10/05/2026', 'Venda', 'VALE3', 25);
my $moved_too = $moves . join '', map { "$_\r\n" } 'Debito,14/01/2026,Transferência - Liquidação,PETR4 - PETROBRAS PN,CORRETORA,30,"R$ 30,00","R$ 900,00"',
	'Credito,19/02/2026,Rendimento,HGLG11 - FII,CORRETORA,1,"R$ 1,10","R$ 1,10"', 'Credito,30/04/2026,Rendimento,HGLG11 - FII,CORRETORA,1,"R$ 1,10","R$ 1,10"';
my $moved_later = $moves . join '', map { "$_\r\n" } 'Credito,30/04/2026,Rendimento,HGLG11 - FII,CORRETORA,1,"R$ 1,10","R$ 1,10"',
	'Credito,29/05/2026,Rendimento,HGLG11 - FII,CORRETORA,1,"R$ 1,10","R$ 1,10"';

# issues() - the issues without ids.
sub issues {
	my ($id) = @_;

	return [map { "$_->{code}: $_->{detail}" } @{ $t->get("/v1/portfolios/$id/issues", key => $key)->json->{data} }];
}

for my $case (
	['trades alone', qr/extrato importado começa em 12\/01\/2026.*PETR4/, 1, $early],
	['trades that overlap', qr/começa em 12\/01\/2026.*2 ativos/, 1, $late, $early],
	['movements alone', qr/começa em 14\/01\/2026.*HGLG11/, 0, $moved_too],
	['movements that overlap', qr/começa em 14\/01\/2026/, 0, $moved_later, $moved_too],
	['both, overlapping', qr/começa em 12\/01\/2026/, 1, $moved_later, $late, $moved_too, $early],
	['trades within what movements cover', qr/começa em 14\/01\/2026/, 0, $moved_too, $late],
) {
	my ($what, $gap, $line, @files) = @$case;
	my $id = portfolio($what);

	taken($t->upload("/v1/portfolios/$id/imports", 'extrato.csv', encode('UTF-8', $_), key => $key)) for @files;
	my ($said) = grep { /^gap_before_first_export/ } @{ issues($id) };
	like $said, $gap, "$what: there is a gap";
	my $file = export($id, 'csv')->body;
	is scalar(() = $file =~ /^;;2026-01-12;;;;;;;extrato;;;?;?\r$/mg), $line, '… its first day has a line where no covered days tell it';
	my $back = bring("$what, de volta", $file);
	is_deeply issues($back), issues($id), '… the import restores it, too';
	is export($back, 'csv')->body, $file, '… and the same bytes';
	is_deeply issues(bring("$what, outra vez", export($back, 'csv')->body)), issues($id), '… as often as one likes';
}

# ---- random ledgers ----

srand 7;
for my $n (1 .. 12) {
	my $random = portfolio("Ao acaso $n");
	my @symbols = (['PETR4', 'stock'], ['MGLU3', 'stock'], ['OLDC3', 'stock'], ['NEWC3', 'stock'], ['VOO', 'us'], ['BTC', 'crypto'], ['ABCD11B', 'fii']);
	my @rows = map {
		my ($symbol, $type) = @{ $symbols[rand @symbols] };
		my $kind = (qw(buy buy buy sell adjust split))[rand 6];
		my $day = sprintf '2026-%02d-%02d', 1 + int rand 10, 1 + int rand 28;
		my $quantity = sprintf '%d.%0*d', 1 + int rand 1000, 1 + int rand 8, int rand 10;

		$kind eq 'split' ? row($symbol, $type, $kind, $day, undef, undef, ratio => (qw(2 0.1 1.5 0.333333333))[rand 4])
			: row($symbol, $type, $kind, $day, (rand() < 0.3 && $kind eq 'adjust' ? "-$quantity" : $quantity),
				(rand() < 0.1 ? undef : sprintf '%d.%0*d', int rand 100, 1 + int rand 12, 1 + int rand 9), fees => sprintf('%.2f', rand 5));
	} 1 .. 25;
	taken($t->post("/v1/portfolios/$random/transactions", \@rows, key => $key));
	my $file = export($random, 'csv')->body;
	my $back = bring("Ao acaso $n, de volta", $file);
	is_deeply figures($back), figures($random), "ledger $n is equal";
	is export($back, 'csv')->body, $file, 'and the same bytes';
}

# ---- JSON ----

$r = export($id, 'json');
is $r->header('Content-Type'), 'application/json', 'JSON';
my $j = $r->json;
is_deeply [$j->{format}, $j->{version}, $j->{portfolio}{id}, scalar @{ $j->{assets} }, scalar @{ $j->{transactions} }, scalar @{ $j->{income} }],
	['lastro.portfolio', 1, $id, 12, 17, 4], 'all of it';
is_deeply [map { @$_{qw(quantity price fees)} } grep { $_->{symbol} eq 'WEGE3' && $_->{kind} eq 'buy' } @{ $j->{transactions} }],
	['12345678901.12345678', '123.456789012345', '123456.12345678'], 'with every place';

# ---- Beancount ----

$r = export($id, 'beancount');
is $r->header('Content-Disposition'), 'attachment; filename="acoes-cia-tudo-2026-11-20.beancount"', 'Beancount';
like $r->body, qr/^2026-11-19 price PETR4  35 BRL$/m, 'prices';
like $r->body, qr/^2025-05-05 commodity PETR4$/m, 'commodities';
like $r->body, qr/^  Assets:Carteira:PETR4  100 PETR4 \@\@ 3010 BRL\n  Expenses:Taxas  1\.23 BRL\n  Assets:Caixa  -3011\.23 BRL$/m, 'a purchase';
SKIP: {
	my ($check) = grep { -x } map { "$_/bean-check" } split /:/, $ENV{PATH};

	skip 'bean-check is not installed', 2 unless $check;
	for my $portfolio ($id, $moved) {
		my $path = $t->dir . '/ledger.beancount';
		Lastro::Test::spew($path, export($portfolio, 'beancount')->body);
		my $run = Lastro::Test::run_command({}, $check, '--no-cache', $path);
		is $run->{status}, 0, 'bean-check takes it' or diag substr("$run->{out}$run->{err}", 0, 2000);
	}
}

# ---- access ----

my ($mark, $first) = export($id, 'csv')->body =~ /^(\xef\xbb\xbf)?([^\r]*)\r\n/;
is $first, 'ticker;operacao;data;quantidade;preco;tipo;taxas;fator;moeda;evento;nota;meta;nome', 'a Brazilian Excel gets semicolons';
ok $mark, 'behind the mark of UTF-8';
like export($id, 'csv')->body, qr/^WEGE3;compra;2026-01-05;12345678901,12345678;123,456789012345;stock;123456,12345678;/m, 'and decimal commas';
is export($id, 'json&dialect=br')->code, 'invalid_parameter', 'JSON has no dialect';
is export($id, 'csv&dialect=pt')->code, 'invalid_parameter', 'CSV has no third one';
is export($id, 'xml')->code, 'invalid_parameter', 'no other format';
is $t->get("/v1/portfolios/$id/export", key => $other)->code, 'portfolio_not_found', 'not for others';
$t->patch("/v1/portfolios/$id", { visibility => 'public' }, key => $key);
is $t->get("/v1/portfolios/$id/export?format=$_", key => $other)->code, 'wallet_resource_forbidden', "nor for a public reader: $_"
	for qw(csv json beancount);
is $t->get("/v1/portfolios/$id/export", key => $key, headers => { 'If-None-Match' => export($id)->header('ETag') })->status, 304, 'unchanged';
is $t->log_count('worker started'), 1, 'and the worker is the same';

# ---- where statements read what an import covers ----

my $kept = q{select string_agg(concat_ws(' ', p.name, i.source, i.coverage, i.first_statement), E'\n' order by p.name, i.source, i.id)
	from import i join portfolio p on p.workspace_id = i.workspace_id and p.id = i.portfolio_id};
my $columns = $t->sql($kept);
for my $line ('trades alone negociacao {} 2026-01-12', 'movements alone movimentacao {"[2026-01-14,2026-05-01)"} 2026-01-14',
	'trades alone, de volta manual {} 2026-01-12', 'movements alone, de volta manual {"[2026-01-14,2026-05-01)"} 2026-01-14') {
	ok scalar(grep { $_ eq $line } split /\n/, $columns), "in columns: $line" or diag $columns;
}
like $columns, qr/^Ao acaso 1, de volta manual \{\}$/m, '  and of a sheet without any statement, nothing';

done_testing;
