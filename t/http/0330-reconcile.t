#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A position sheet compared with the ledger as of its day: equal positions, differences with their first day, and for
# each difference a request that removes it.  The comparison writes nothing.

use strict;
use warnings;
use utf8;
use FindBin;
use Encode qw(encode);
use JSON::PP ();
use Lastro::Market qw(closes event);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Lastro::Xlsx qw(workbook opendocument);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $made = 0;

event($t, 'ELET3', '2026-05-04', split => [4, 1]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub n { return { n => $_[0] } }
sub portfolio { return $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id} }

sub typed {
	my ($id, @rows) = @_;
	my $r = $t->post("/v1/portfolios/$id/transactions", [map {
		my ($symbol, $type, $kind, $day, $quantity, %more) = @$_;
		{ symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity, %more }
	} @rows], key => $key);

	is $r->status, 201, 'rows are typed' or diag $r->body;
}

sub reconcile {
	my ($id, $bytes, %o) = @_;

	return $t->upload("/v1/portfolios/$id/reconcile" . ($o{query} // ''), $o{name} // 'posicao-2026-11-20-10-11-12.xlsx',
		(utf8::is_utf8($bytes) ? encode('UTF-8', $bytes) : $bytes), key => $o{key} // $key);
}

my @share = ('Produto', 'Instituição', 'Conta', 'Código de Negociação', 'CNPJ da Empresa', 'Código ISIN / Distribuição', 'Tipo',
	'Escriturador', 'Quantidade', 'Quantidade Disponível', 'Quantidade Indisponível', 'Motivo', 'Preço de Fechamento', 'Valor Atualizado');

sub share {
	my ($ticker, $quantity, $broker) = @_;

	return ["$ticker - EMPRESA $ticker S.A.", $broker // 'CORRETORA A', '111', $ticker, '33.000.167/0001-01', 'BR0000000000 - 1', 'ON', 'BANCO',
		$quantity, $quantity, '-', '-', n('10.5'), n('1050')];
}

my @total = ([(undef) x 12, 'Total', n('12345.67')]);
my @acoes = ([@share], share(PETR4 => n(60)), share(PETR4 => n(40), 'CORRETORA B'), share(VALE3 => n(50)), share(ITSA4 => n(200)), share(BBAS3 => n(100)),
	share(KLBN11 => n(10)), share(SULA11 => n(77)), share(TIMS3 => n(55)), share(ELET3 => n(40)), share(PETR1 => n(5)), share(ABEV3 => 'dez'),
	share(CMIG4 => '1.000'), @total);
my %more = (name => 'Acoes', more => [
	['BDR', []],
	['Fundo de Investimento', [[@share], share(MXRF11 => n(150)), @total]],
	['Renda Fixa', [['Produto', 'Instituição', 'Emissor', 'Código', 'Indexador', 'Tipo de regime', 'Data de Emissão', 'Vencimento', 'Quantidade',
		'Quantidade Disponível', 'Preço Atualizado MTM', 'Valor Atualizado CURVA'],
		['CDB - CDB1234ABCD - BANCO X', 'CORRETORA A', 'BANCO X', 'CDB1234ABCD', 'DI', 'Depositado', '02/01/2026', '02/01/2028', n(2), n(2), '-', n(2000)]]],
	['Tesouro Direto', [['Produto', 'Instituição', 'Código ISIN', 'Indexador', 'Vencimento', 'Quantidade', 'Valor Aplicado', 'Valor bruto', 'Valor líquido'],
		['Tesouro Selic 2029', 'CORRETORA A', 'BRSTNCLF1R00', 'SELIC', '01/03/2029', n('0.5'), n(7000), n(7100), n(7050)]]],
	['Empréstimo de Ativos', [['Produto', 'Instituição', 'Natureza', 'Número de Contrato', 'Modalidade', 'Quantidade', 'Data de registro'],
		['MXRF11 - MAXI RENDA', 'CORRETORA A', 'Doador', '1', 'A', n(50), '02/11/2026'],
		['VALE3 - VALE S.A.', 'CORRETORA A', 'Tomador', '2', 'A', n(7), '02/11/2026']]],
]);

my $id = portfolio();
typed($id, ['PETR4', 'stock', 'buy', '2026-01-15', 100, price => 30],
	['VALE3', 'stock', 'buy', '2026-02-02', 50, price => 60], ['VALE3', 'stock', 'buy', '2026-11-18', 50, price => 61],
	['ITSA4', 'stock', 'buy', '2026-03-02', 100, price => 10],
	['BBAS3', 'stock', 'buy', '2026-03-02', 100, price => 25], ['BBAS3', 'stock', 'sell', '2026-05-06', 30, price => 26],
	['BBAS3', 'stock', 'sell', '2026-11-20', 1, price => 26],
	['WEGE3', 'stock', 'buy', '2026-03-02', 70, price => 40],
	['SULA3', 'stock', 'buy', '2026-03-02', 77, price => 9, fees => 7], ['TIMP3', 'stock', 'buy', '2026-03-02', 55],
	['MXRF11', 'fii', 'buy', '2026-03-02', 200, price => 10], ['ABEV3', 'stock', 'buy', '2026-03-02', 12, price => 11],
	['CMIG4', 'stock', 'buy', '2026-03-02', 1000, price => 11], ['ELET3', 'stock', 'buy', '2026-03-02', 10, price => 40],
	['CDB1234ABCD', 'renda_fixa', 'buy', '2026-03-02', 2, price => 1000], ['TESOURO  SELIC 2029', 'tesouro', 'buy', '2026-03-02', 0.5, price => 14000],
	['BTC', 'crypto', 'buy', '2026-03-02', 0.1, price => 350000]);
my ($elet3) = map { $_->{asset_id} } grep { $_->{symbol} eq 'ELET3' } @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} };
$t->patch("/v1/portfolios/$id/assets/$elet3", { meta => { corporate_events => 'ledger' } }, key => $key);

my $before = $t->sql("select ledger_version from portfolio where id = '$id'") . $t->sql("select count(*) from import");
my $r = reconcile($id, workbook(\@acoes, %more));
is $r->status, 200, 'an XLSX is compared' or diag $r->body;
my $found = $r->json;
is $t->sql("select ledger_version from portfolio where id = '$id'") . $t->sql("select count(*) from import"), $before, 'and nothing is written';
is $found->{date}, '2026-11-19', 'as of the close before the day in its name';
is_deeply $found->{summary}, { ok => 5, quantity_differs => 4, only_in_sheet => 3, only_in_ledger => 3 }, 'each once';
my %is = map { $_->{symbol} => $_ } @{ $found->{assets} };
is_deeply [map { $_->{symbol} } @{ $found->{assets} }], [sort map { $_->{symbol} } @{ $found->{assets} }], 'by symbol';
is_deeply [map { "$_ $is{$_}{status}" } sort keys %is], ['BBAS3 quantity_differs', 'CDB1234ABCD ok', 'CMIG4 ok', 'ELET3 quantity_differs', 'ITSA4 quantity_differs',
	'KLBN11 only_in_sheet', 'MXRF11 ok', 'PETR4 ok', 'SULA11 only_in_sheet', 'SULA3 only_in_ledger', 'TIMP3 only_in_ledger', 'TIMS3 only_in_sheet',
	'Tesouro Selic 2029 ok', 'VALE3 quantity_differs', 'WEGE3 only_in_ledger'], 'two institutions and lent shares are added, borrowed ones are not';
is_deeply [map { $_->{sheet_quantity} } @is{'PETR4', 'MXRF11', 'CMIG4'}], [100, 200, 1000], 'a text with one mark is a thousand shares';
is_deeply [map { "$_->{symbol} $_->{quantity}" } @{ $found->{not_compared} }], ['BTC 0.1', 'PETR1 5'], 'ambiguous papers and rights are left out';
is_deeply [map { "$_->{sheet} $_->{line} $_->{symbol} $_->{code}" } @{ $found->{errors} }], ['Acoes 12 ABEV3 number_unreadable'],
	'a quantity that cannot be read leaves its paper out of the comparison';

# ---- the first day of a difference, and its remedy ----

my $bbas = $is{BBAS3};
is_deeply [@$bbas{qw(sheet_quantity ledger_quantity difference agreed_until rows_total)}], [100, 70, 30, '2026-05-05', 2], 'both quantities, and the last day of agreement';
is_deeply [map { "$_->{kind} $_->{trade_date} $_->{quantity}" } @{ $bbas->{rows} }], ['buy 2026-03-02 100', 'sell 2026-05-06 30'],
	'with the rows around it, none behind the day';
is_deeply [map { $_->{kind} } @{ $bbas->{mends} }], ['adjust'], 'which a missing trade would mend';
is_deeply $bbas->{mends}[0]{actions}[0], { method => 'POST', path => "/v1/portfolios/$id/transactions", fill => ['/0/price'],
	body => [{ symbol => 'BBAS3', asset_type => 'stock', kind => 'adjust', trade_date => '2026-11-19', quantity => 30, price => undef }] },
	'as an adjust whose price the person knows';
is_deeply [map { $_->{kind} } @{ $is{VALE3}{mends} }], ['wait'], 'a trade of the last two days has not settled';
is_deeply $is{VALE3}{mends}[0]{actions}, [], 'and there is nothing to send';
is_deeply [map { $_->{kind} } @{ $is{ITSA4}{mends} }], ['split', 'adjust'], 'twice the quantity may be a split';
is_deeply $is{ITSA4}{mends}[0]{actions}[0]{body}, [{ symbol => 'ITSA4', asset_type => 'stock', kind => 'split', event_kind => 'split', trade_date => undef,
	quantity => 0, ratio => 2 }], 'with its ratio';
is_deeply [@{ $is{ELET3}{mends}[0]{actions}[0]{body}[0] }{qw(trade_date ratio)}], ['2026-05-04', 4], 'and the ex day of one that the asset declines';
is_deeply $is{ELET3}{mends}[0]{actions}[0]{fill}, [], 'which can be sent unchanged';
is_deeply [map { $_->{kind} } @{ $is{WEGE3}{mends} }], ['adjust'], 'papers that are only in the ledger are removed';
is $is{WEGE3}{mends}[0]{actions}[0]{body}[0]{quantity}, -70, 'by an adjust';
is_deeply [map { $_->{kind} } @{ $is{SULA11}{mends} }], ['rename', 'adjust'], 'the same root and quantity on the other side may be a rename';
is_deeply $is{SULA11}{mends}[0]{actions}[0]{body}, [
	{ symbol => 'SULA3', asset_type => 'stock', kind => 'adjust', event_kind => 'incorporation', trade_date => undef, quantity => -77 },
	{ symbol => 'SULA11', asset_type => 'stock', kind => 'adjust', trade_date => undef, quantity => 77, price => 9.090909090909 }], 'with its cost';
is_deeply $is{SULA3}{mends}[0]{actions}, $is{SULA11}{mends}[0]{actions}, 'reported on both sides';
is_deeply [map { $_->{kind} } @{ $is{TIMS3}{mends} }], ['adjust', 'rename'], 'another root with the only such quantity comes second';
is $is{TIMS3}{mends}[1]{actions}[0]{body}[1]{kind}, 'buy', 'and a cost that is unknown stays so';

# ---- the remedy removes the difference ----

sub send_mend {
	my ($mend, %fill) = @_;
	my @body = map { { %$_ } } @{ $mend->{actions}[0]{body} };

	for my $at (@{ $mend->{actions}[0]{fill} }) {
		my (undef, $i, $member) = split m{/}, $at;

		$body[$i]{$member} = $fill{$member} // die $at;
	}
	my $r = $t->post($mend->{actions}[0]{path}, \@body, key => $key);
	is $r->status, 201, "$body[0]{symbol}: the request is accepted" or diag $r->body;
}

send_mend($bbas->{mends}[0], price => 26);
send_mend($is{ITSA4}{mends}[0], trade_date => '2026-06-01');
send_mend($is{ELET3}{mends}[0]);
send_mend($is{WEGE3}{mends}[0]);
send_mend($is{KLBN11}{mends}[0], price => 20);
send_mend($is{SULA11}{mends}[0], trade_date => '2026-06-01');
send_mend($is{TIMS3}{mends}[1], trade_date => '2026-06-01');
my $again = reconcile($id, workbook(\@acoes, %more))->json;
is_deeply $again->{summary}, { ok => 11, quantity_differs => 1, only_in_sheet => 0, only_in_ledger => 0 }, 'then everything agrees except unsettled trades';
my %holds = map { $_->{symbol} => $_ } @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} };
cmp_ok $holds{SULA11}{invested_cost}, '==', 700, 'the renamed paper has the cost of the old one';
is $holds{TIMS3}{invested_cost}, undef, 'or none';

# ---- other file formats ----

sub summary { my ($r) = @_; return $r->status == 200 ? { %{ $r->json->{summary} }, errors => scalar @{ $r->json->{errors} } } : $r->body }
my $want = { %{ $again->{summary} }, errors => 1 };
is_deeply summary(reconcile($id, opendocument(\@acoes, %more), name => 'posicao-2026-11-20.ods')), $want, 'an ODS';
my $csv = Lastro::Test::slurp("$FindBin::Bin/../fixtures/sheets/posicao.csv");
$r = reconcile($id, $csv, name => 'posicao-2026-11-20.csv');
is $r->status, 200, 'a CSV of one worksheet' or diag $r->body;
is_deeply [map { "$_->{symbol} $_->{status} $_->{sheet_quantity}" } grep { $_->{line} } @{ $r->json->{assets} }], ['BBAS3 ok 100', 'PETR4 quantity_differs 1100'],
	'adds up its rows, which are read as the exchange writes them';
is_deeply [sort map { $_->{symbol} } @{ $r->json->{not_compared} }], ['BTC', 'CDB1234ABCD', 'Tesouro Selic 2029'], 'and tells nothing of other classes';
is_deeply summary(reconcile($id, "\xff\xfe" . encode('UTF-16LE', Encode::decode('UTF-8', $csv)), name => 'posicao-2026-11-20.csv')), summary($r), 'in UTF-16';
is reconcile($id, $csv, query => '?date=2026-03-01')->json->{date}, '2026-03-01', 'a given day';
is reconcile($id, $csv, name => 'minha.csv')->json->{date}, '2026-11-20', 'without any, today';
$r = reconcile($id, "ticker;qtd;tipo\nPETR4;100;ação\nBTC;0,1;cripto\n", name => 'minha.csv');
is $r->json->{summary}{ok}, 2, 'a sheet by hand';

# ---- refusals ----

sub is_code { my ($r, $status, $code, $name) = @_; is $r->status . ' ' . ($r->code // ''), "$status $code", $name }
my $trades = reconcile($id, "ticker;operacao;data;quantidade;preco\nPETR4;compra;15/01/2026;1;1\n");
is_code $trades, 400, 'import_unrecognized', 'a sheet of trades';
like $trades->json->{detail}, qr/importe-o em imports/, 'is reported at its place';
is_code reconcile($id, "nome;idade\nx;1\n"), 400, 'import_unrecognized', 'a table of something else';
is_code reconcile($id, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" . "\0" x 600), 400, 'import_unreadable', 'a binary XLS';
is_code reconcile($id, $csv, query => '?date=2027-01-01'), 400, 'invalid_parameter', 'a day to come';
is_code reconcile($id, $csv, query => '?dry_run=true'), 400, 'invalid_parameter', 'an unknown parameter';
is_code reconcile('01900000-0000-7000-8000-000000000000', $csv), 404, 'portfolio_not_found', 'no such portfolio';
is_code reconcile($id, $csv, key => account($t)->{user_key}), 404, 'portfolio_not_found', "somebody else's";
my $position = $t->upload("/v1/portfolios/$id/imports", 'posicao-2026-11-20.xlsx', workbook(\@acoes, %more), key => $key);
is_code $position, 400, 'import_unrecognized', 'a position sheet sent to the imports';
like $position->json->{detail}, qr/Conferir com a posição/, 'is reported at its place too';

done_testing;
