#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A file of another program by page, by HTTP and by command: what it is taken for, its own cells beside each row, and
# hostile ones refused; sixty thousand rows come in.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use Test::More;
use Lastro::Browser;
use Lastro::Console;
use Lastro::Test qw(spew);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Renda' })->{id};
my $at = "/portfolios/$id";

sub text { my ($r) = @_; return decode('UTF-8', $r->body) }
sub read_file { my ($name, $bytes) = @_; return $b->arrive($b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => [$name, $bytes])) }

# 3 KO at 60.50 with a fee of 1; 3 x 0.50 = 1.50 of dividend; a fee without a paper.
my $json = '{"accounts":[{"id":"a"}],"activities":[' . join(',',
	'{"symbol":"KO","dataSource":"YAHOO","type":"BUY","quantity":3,"unitPrice":60.5,"fee":1,"currency":"USD","date":"2024-01-05T00:00:00.000Z","tags":[]}',
	'{"symbol":"KO","dataSource":"YAHOO","type":"DIVIDEND","quantity":3,"unitPrice":0.5,"fee":0,"currency":"USD","date":"2024-04-05T00:00:00.000Z","tags":[]}',
	'{"symbol":"x","dataSource":"MANUAL","type":"FEE","quantity":1,"unitPrice":3,"fee":0,"currency":"USD","date":"2024-04-06T00:00:00.000Z","tags":[]}') . ']}';

# ---- by page ----

my $page = text($b->open("$at/imports"));
like $page, qr/StatusInvest, Kinvo \(extrato\).* e Mercado Bitcoin\./s, 'the page names the programs';
unlike $page, qr/Investidor10/, 'not those that are refused';
like $page, qr/buscar os lançamentos na B3 sozinho, porque isso pede um contrato/, 'and what is not done';
is $b->open('/v1/portfolios/import-template')->status, 200, 'the template is there for a session';
like $page, qr{href="/v1/portfolios/import-template"}, 'by a link';
my $read = read_file('ghostfolio.json', $json);
is $read->status, 200, 'a JSON is read' or diag text($read);
like text($read), qr/Arquivo lido como Ghostfolio\./, 'the page says of which program';
like text($read), qr/taxa da conta, que não é de uma operação/, 'and why a row does not come in';
is $b->submit($read, { which => qr{/imports$} })->status, 303, 'and written';
my ($import) = @{ $c->json("/v1$at/imports")->{data} };
is_deeply [@{ $import->{summary} }{qw(source imported rows_ignored)}], ['manual', 2, 1], 'two rows';
my ($ko) = @{ $c->json("/v1$at/transactions?limit=200")->{data} };
is_deeply [map { $_ + 0 } @$ko{qw(quantity price fees)}], [3, 60.5, 1], 'as calculated by hand';
like text($b->open("$at/imports/$import->{id}")), qr/DIVIDEND/, 'the rows show the words of the file';

# ---- by command ----

spew(my $file = $t->dir . '/ghostfolio.json', $json);
is $t->lastro_json({ LASTRO_NOW => '2026-11-20T15:00:00Z' }, 'import', $id, $file)->{duplicates_skipped}, 2, 'lastro import finds them there';

# ---- a file of several headers ----

# 1 KO at 60: the rows keep the cells of the file, by the numbers of their columns.
my $activity = join "\n", 'Statement,Header,Field Name,Field Value', 'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Comm/Fee',
	'Trades,Data,Order,Stocks,USD,KO,"2024-02-05, 09:35:00",1,60,-1', 'Fees,Header,Currency,Date,Description,Amount', 'Fees,Data,USD,2024-02-06,Data,-3', '';
spew($file = $t->dir . '/activity.csv', $activity);
my $of = $t->lastro_json({ LASTRO_NOW => '2026-11-20T15:00:00Z' }, 'import', $id, $file)->{import_id};
is $t->sql("select raw->>'coluna 6' from lastro.import_row where import_id = '$of' and status = 'imported'"), 'KO', 'a row shows its cells';
is $t->sql("select raw->>'coluna 5' from lastro.import_row where import_id = '$of' and status = 'ignored'"), 'Data', 'an ignored one too';

# ---- refused ----

for my $case (['posicao.xls', '<table><tr><th>Ativo</th><th>Qtd</th><th>Preço médio</th><th>Preço atual</th><th>Total atual</th></tr></table>', qr/a posição de MyProfit/],
	['pagina.html', '<html><body>Sua sessão expirou</body></html>', qr/é uma página ou um XML/], ['cortada.xls', '<table><tr><td>x', qr/está cortado/],
	['fundo.json', '{' x 200_000, qr/elementos demais/], ['fundo.json', '{"a":' x 100, qr/é um JSON, que não se importa aqui/],
	['dois.csv', "Data operação,Categoria,Código Ativo,Operação C/V,Quantidade,Preço unitário,Corretagem,UTC_Time,Operation,Coin,Change\n1,2,3,4,5,6,7,8,9,10,11\n", qr/tanto de StatusInvest.* como de Binance/],
	['outro.csv', "um;dois\n1;2\n", qr/A primeira linha dele é: (?:"|&quot;)um(?:"|&quot;), (?:"|&quot;)dois/]) {
	my ($name, $bytes, $why) = @$case;
	my $r = read_file($name, encode('UTF-8', $bytes));

	is $r->status, 400, "refused: $name";
	like text($r), $why, 'with the reason';
}

# ---- sixty thousand ----

my $many = "Date,Code,DataSource,Currency,Price,Quantity,Action,Fee\n" . join '', map { "2024-01-05,KO,YAHOO,USD,60.50,$_,buy,0\n" } 10 .. 60_009;
spew($file = $t->dir . '/muitas.csv', $many);
is $t->lastro_json({ LASTRO_NOW => '2026-11-20T15:00:00Z' }, 'import', $id, $file)->{imported}, 60_000, 'sixty thousand rows';

done_testing();
