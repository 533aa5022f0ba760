#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A brokerage note in PDF by page, by HTTP, by command and by an assistant; one whose sums do not close; and that neither the
# client nor the password are in the database or the logs.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use JSON::PP ();
use MIME::Base64 qw(encode_base64);
use Test::More;
use Lastro::Browser;
use Lastro::Console;
use Lastro::Cotahist qw(cotahist quote);
use Lastro::Pdf qw(pdf_file pdf_stream);
use Lastro::Test qw(run_command slurp spew);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $day = '20260105';
$t->lastro_ok('load', 'cotahist', cotahist($t->dir . '/COTAHIST_D05012026.TXT',
	quote($day, 'CASA3', '10.00', name => 'CASA VERDE', paper => 'ON      NM', isin => 'BRCASAACNOR1'),
	quote($day, 'CASA4', '9.00', name => 'CASA VERDE', paper => 'PN  EJ  N2', isin => 'BRCASAACNPR1'),
	quote($day, 'VERD11', '50.00', name => 'VERDE', paper => 'UNT     N2', isin => 'BRVERDCDAM11'),
	quote($day, 'IVVB11', '300.00', name => 'ISHARE SP500', paper => 'CI', isin => 'BRIVVBCTF001', group => '14'),
	quote($day, 'CXRB11', '80.00', name => 'FII CX RBRA2', paper => 'CI', isin => 'BRCXRBCTF002', group => '12'),
	quote($day, 'ALZR11', '10.00', name => 'FII ALIANZA', paper => 'CI  ER', isin => 'BRALZRCTF006', group => '12'),
	quote('20260107', 'TARD11', '10.00', name => 'FII TARDIO', paper => 'CI', isin => 'BRTARDCTF001', group => '12'),
	quote($day, 'LETR34', '70.00', name => 'LETRAS', paper => 'DRN A', isin => 'BRLETRBDR001', group => '02'),
	quote($day, 'LETR35', '71.00', name => 'LETRAS', paper => 'DRN C', isin => 'BRLETRBDR002', group => '02')));

my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b, $session) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Notas' })->{id};
my $at = "/portfolios/$id";
my ($beside, $aside) = (0);
my ($client, $cpf, $password) = ('Joaquina Quintiliana', '111.444.777-35', 'segredo-da-nota');

# One page in the layout of SINACOR; rows are [C/V, market, title, marks, quantity, price, value].
sub page {
	my (%o) = @_;
	my ($y, @text) = (120);
	my $line = sub { my ($step, @cells) = @_; $y += $step; push @text, map { [$_->[0], $y, $_->[1]] } @cells };

	push @text, [300, 30, 'NOTA DE NEGOCIAÇÃO'], [20, 90, $client], [412, 90, $cpf];
	push @text, [456, 40, 'Nr. nota'], [504, 40, 'Folha'], [535, 40, 'Data pregão'],
		[456, 50, $o{number} // '4711'], [514, 50, $o{folio} // 1], [535, 50, $o{date} // '06/01/2026'] if !$o{headless};
	$line->(0, [14, 'Q Negociação'], [98, 'C/V'], [111, 'Tipo mercado'], [184, 'Prazo'], [200, 'Especificação do título'], [326, 'Obs. (*)'], [355, 'Quantidade'],
		[409, 'Preço / Ajuste'], [462, 'Valor Operação / Ajuste'], [556, 'D/C']);
	for my $r (@{ $o{rows} }) {
		my ($side, $market, $title, $marks, @n) = @$r;

		$line->(9, [24, '1-BOVESPA'], [98, $side], [111, $market], [203, $title], ($marks ? [328, $marks] : ()), [372, $n[0]], [428, $n[1]], [497, $n[2]], [558, $side eq 'C' ? 'D' : 'C']);
	}
	$y = 430;
	$line->(0, [14, 'Resumo dos Negócios'], [323, 'Resumo Financeiro']);
	return [@text, [505, 500, 'CONTINUA...']] if $o{goes_on};
	my @left = @{ $o{left} // [] };
	for my $l (@{ $o{sums} }) {
		my ($label, $v, $side) = @$l;
		my $beside = shift @left;

		$line->(9, ($beside ? ([14, $beside->[0]], [250, $beside->[1]]) : ()), [323, $label], (defined $v ? [491, $v] : ()), ($side ? [525, $side] : ()));
	}
	return \@text;
}

sub sums {
	my ($gross, $liquidation, $fee, $net, $irrf) = @_;

	return [['Clearing'], ['Valor líquido das operações', $gross, 'D'], ['Taxa de liquidação', $liquidation, 'D'], ['Taxa de Registro', '0,00', 'D'],
		['Custos Operacionais'], ['Taxa Operacional', $fee, 'D'], ['I.R.R.F. s/ operações, base R$500,00', $irrf // '0,00'], ['Outros', '0,00', 'C'], ['Líquido para 08/01/2026', $net, 'D']];
}

# 100 x 10,00 + 20 x 9,00 - 10 x 50,00 = 1000 + 180 - 500 = 680; fees 0,30 + 1,38 = 1,68 of 1680: 1,00, 0,18, 0,50; net 681,68.
my @rows = (['C', 'VISTA', 'CASA VERDE ON NM', '#', '100', '10,00', '1.000,00'], ['C', 'FRACIONARIO', 'CASA VERDE PN N2', '', '20', '9,00', '180,00'],
	['V', 'VISTA', 'VERDE UNT N2', 'D', '10', '50,00', '500,00']);
my $note = pdf_file(page(rows => \@rows, sums => sums('680,00', '0,30', '1,38', '681,68', '0,02')));

sub text { my ($r) = @_; return decode('UTF-8', $r->body) }
sub read_file { my ($name, $bytes, @more) = @_; return $b->arrive($b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => [$name, $bytes], @more)) }
sub trades {
	my %symbol = map { $_->{id} => $_->{symbol} } @{ $c->json("/v1$at/assets")->{data} };

	return [sort map { join ' ', $_->{trade_date}, $_->{symbol} // $symbol{ $_->{asset_id} }, $_->{kind}, map { $_ + 0 } @$_{qw(quantity price fees)} } @{ $c->json("/v1$at/transactions?limit=200")->{data} }];
}

# ---- by page ----

my $page = text($b->open("$at/imports"));
like $page, qr/<input[^>]*name="password"[^>]*type="password"|<input[^>]*type="password"[^>]*name="password"/, 'the page has a field for the password';
like $page, qr/name="password"[^>]*autocomplete="off"|autocomplete="off"[^>]*name="password"/, 'that no browser keeps';
like $page, qr/nota de negociação \(PDF\)/, 'and says that notes come in';

my $read = read_file('nota.pdf', $note, password => $password);
is $read->status, 200, 'a note is read' or diag text($read);
like text($read), qr/Arquivo lido como nota de negociação/, 'as what it is';
like text($read), qr/A nota 4711 de 06\/01\/2026 tem R\$.0,02 de IRRF, que não é taxa/, 'its IRRF is told';
unlike text($read), qr/com a diferença acima/, 'there is none';
is $b->submit($read, { which => qr{/imports$} })->status, 303, 'and written';
is_deeply trades(), ['2026-01-06 CASA3 buy 100 10 1', '2026-01-06 CASA4 buy 20 9 0.18', '2026-01-06 VERD11 sell 10 50 0.5'], 'as calculated by hand, by the quotes of the day before';

# ---- by command and by an assistant: the same again ----

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
spew(my $file = $t->dir . '/nota.pdf', $note);
is $t->lastro_json({ %now }, 'import', $id, $file)->{duplicates_skipped}, 3, 'lastro import finds them there';
my $own = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k', '--scopes', 'account:read,account:write')->{key};

# A tool of the assistant; its structured answer, or the code of its refusal.
sub tool {
	my ($tool, $input) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $tool, arguments => { action => 'wallet.portfolio.import',
		subject => { entity_id => $id }, input => $input } } }, key => $own);
	my $result = JSON::PP->new->utf8->decode($r->body)->{result};

	return $result->{isError} ? JSON::PP->new->decode($result->{content}[0]{text}) : $result->{structuredContent};
}
my $call = tool('execute_action', { filename => 'nota.pdf', content_base64 => encode_base64($note, ''), password => $password });
is $call->{result}{duplicates_skipped}, 3, 'and an assistant' or diag explain $call;

# ---- sums that do not close ----

# The third row is missing: the rows make 1180, the note says 680.
my $open = pdf_file(page(number => 4712, rows => [@rows[0, 1]], sums => sums('680,00', '0,30', '1,38', '681,68')));
my $r = $t->upload("/v1$at/imports", 'aberta.pdf', $open, key => $own);
is $r->status, 409, 'a note that does not close is not written';
is $r->code, 'import_unconfirmed', 'and why';
like $r->json->{detail}, qr/A nota 4712 de 06\/01\/2026 não fecha: as linhas lidas somam -?R\$ ?-?1\.180,00 e a nota diz -?R\$ ?-?680,00: a diferença é de R\$ 500,00\./, 'with the difference';
$read = read_file('aberta.pdf', $open);
like text($read), qr/a diferença é de R\$.500,00/, 'the page shows it';
is $b->submit($read, { which => qr{/imports$} }, accept_difference => 'true')->status, 303, 'and its button confirms it';

is $r->json->{details}{errors}, undef, 'it is not about one member';
my $again = pdf_file(page(number => 4713, rows => [@rows[0, 1]], sums => sums('680,00', '0,30', '1,38', '681,68')));
my %open = (filename => 'aberta.pdf', content_base64 => encode_base64($again, ''));
my $shown = tool('preview_action', { %open });
like join(' ', @{ $shown->{warnings} // [] }), qr/500,00/, 'a preview by an assistant says it' or diag explain $shown;
like(JSON::PP->new->canonical->encode(tool('execute_action', { %open })), qr/import_unconfirmed/, 'which does not write it by itself');
is tool('execute_action', { %open, accept_difference => JSON::PP::true() })->{result}{difference} =~ /500,00/, 1, 'but when it was confirmed';

# ---- pages and notes ----

# 60 + 40 on two pages of one note, another note between them; fees 1,00 of 900 + 600: 0,60 and 0,40.
my $two = pdf_file(page(number => 5000, rows => [['C', 'VISTA', 'CASA VERDE ON', '', '60', '15,00', '900,00']], goes_on => 1),
	page(number => 5001, rows => [['C', 'VISTA', 'LETRAS DRN C', '2', '1.000', '71,00', '71.000,00']], sums => sums('71.000,00', '0,00', '2,00', '71.002,00')),
	page(number => 5000, folio => 2, rows => [['C', 'VISTA', 'CASA VERDE ON ED NM', '', '40', '15,00', '600,00']], sums => sums('1.500,00', '0,25', '0,75', '1.501,00')));
$r = $t->upload("/v1$at/imports?dry_run=true", 'duas.pdf', $two, key => $own);
is_deeply [map { join ' ', @$_{qw(symbol kind)}, map { $_ + 0 } @$_{qw(quantity price fees)} } @{ $r->json->{rows} }],
	['CASA3 buy 60 15 0.6', 'CASA3 buy 40 15 0.4', 'LETR35 buy 1000 71 2'], 'a note keeps its rows together, whatever its pages' or diag $r->body;

# 0,42 x 1000 of a series; an exercise at 36,00; a forward is ignored and not in the net amount, an unknown paper is an error with its share.
my $kinds = pdf_file(page(number => 5002, rows => [['V', 'OPCAO DE COMPRA', 'CASAK380 ON 38,00 CASA', '', '1.000', '0,42', '420,00'], ['C', 'EXERC OPC COMPRA', 'CASAK360E ON 36,00', '', '10', '36,00', '360,00'],
	['C', 'TERMO', 'CASA VERDE ON', '', '10', '10,00', '100,00'], ['C', 'VISTA', 'CASA VERDEJANTE ON', '', '12', '10,00', '120,00'], ['C', 'VISTA', 'CASA VERDE ON', '', '3', '10,00', '31,00']],
	sums => sums('91,00', '0,00', '0,00', '91,00')));
$r = $t->upload("/v1$at/imports?dry_run=true", 'tipos.pdf', $kinds, key => $own);
is_deeply [map { join ' ', map { $_ // '-' } @$_{qw(status symbol kind event_kind asset_type)} } @{ $r->json->{rows} }],
	['imported CASAK380 sell - option', 'imported CASA3 buy exercise stock', 'ignored - - - -', 'error - - - -', 'error - - - -'], 'options, exercises, forwards and names that are not known' or diag $r->body;
like $r->json->{rows}[3]{reason}, qr/^o papel "CASA VERDEJANTE ON" não se acha nas cotações/, 'a name is never a similar one';
like $r->json->{rows}[4]{reason}, qr/^a quantidade vezes o preço não dá o valor/, 'nor is a wrong product believed';

# ---- beside the exchange's statement, which has the day's trades in other pieces ----

# 60 x 15,00 + 40 x 15,30 = 900 + 612 = 1512: 100 at 15,12.
my $pieces = pdf_file(page(number => 6000, rows => [['C', 'VISTA', 'CASA VERDE ON', '', '60', '15,00', '900,00'], ['C', 'VISTA', 'CASA VERDE ON', '', '40', '15,30', '612,00'],
	['C', 'VISTA', 'LETRAS DRN C', '', '10', '71,00', '710,00']], sums => sums('2.222,00', '1,00', '0,00', '2.223,00')));
my $head = 'Data do Negócio;Tipo de Movimentação;Mercado;Prazo/Vencimento;Instituição;Código de Negociação;Quantidade;Preço;Valor';
my $sum = encode('UTF-8', join "\n", $head, '06/01/2026;Compra;Mercado à Vista;-;CASA;CASA3;100;15,12;1512,00', '06/01/2026;Compra;Mercado à Vista;-;OUTRA;CASA3;7;15,00;105,00',
	'06/01/2026;Compra;Mercado à Vista;-;CASA;LETR35;11;71,00;781,00', '');
sub beside {
	$t->delete_("/v1/portfolios/$aside", key => $own) if $aside;
	$aside = $c->write(POST => '/v1/portfolios', { name => 'Ao lado ' . ++$beside })->{id};

	return map { my $r = $t->upload("/v1/portfolios/$aside/imports", @$_, key => $own)->json; [@$r{qw(imported duplicates_skipped)}, grep { /Confira se não entraram/ } @{ $r->{warnings} }] } @_;
}
my $twice = 'Compra de LETR35 em 06/01/2026: a carteira já tem 11 pelo extrato de negociação, e a nota diz 10. Confira se não entraram duas vezes.';
sub kept {
	my ($portfolio) = @_;
	my %symbol = map { $_->{id} => $_->{symbol} } @{ $c->json("/v1/portfolios/$portfolio/assets")->{data} };

	return [sort map { join ' ', $symbol{ $_->{asset_id} } // $_->{symbol}, map({ $_ + 0 } @$_{qw(quantity price fees)}), $_->{institution} // '-' } @{ $c->json("/v1/portfolios/$portfolio/transactions?limit=200")->{data} }];
}
# Fees 1,00 of 2222: 0,4050, 0,2754 and 0,3195: 0,40, 0,28 and 0,32.
is_deeply [beside(['n.csv', $sum], ['n.pdf', $pieces])], [[3, 0], [3, 0, $twice]], 'the executions of a note, which have fees, take the place of a row of the statement; what differs is told';
is_deeply kept($aside), ['CASA3 40 15.3 0.28 CASA', 'CASA3 60 15 0.4 CASA', 'CASA3 7 15 0 OUTRA', 'LETR35 10 71 0.32 -', 'LETR35 11 71 0 CASA'], 'where it was held stays';
is_deeply [map { @$_{qw(imported duplicates_skipped)} } map { $t->upload("/v1/portfolios/$aside/imports", @$_, key => $own)->json } ['n.csv', $sum], ['n.pdf', $pieces]], [0, 3, 0, 3], 'each again adds nothing';
my ($first) = grep { $_->{filename} eq 'n.pdf' && $_->{summary}{imported} == 3 } @{ $c->json("/v1/portfolios/$aside/imports")->{data} };
is $t->delete_("/v1/portfolios/$aside/imports/$first->{id}", key => $own)->status, 200, 'undone';
is_deeply kept($aside), ['CASA3 100 15.12 0 CASA', 'CASA3 7 15 0 OUTRA', 'LETR35 11 71 0 CASA'], 'the statement is as it was';
is_deeply [beside(['n.pdf', $pieces], ['n.csv', $sum])], [[3, 0], [2, 1]], 'the statement after the note adds what the note does not have';

for my $case ([pdf_file([[20, 20, 'Um texto qualquer']]), qr/não é uma nota/], [pdf_file([]), qr/não tem texto/], [pdf_file([[20, 20, 'C/V Mercadoria Vencimento Quantidade']]), qr/BM&amp;F|BM&F/],
	[pdf_file([[20, 20, 'NOTA DE EMPRÉSTIMO DE ATIVOS']]), qr/empréstimo/], ['%PDF-1.4 x', qr/não pôde ser lido/]) {
	my $r = $t->upload("/v1$at/imports", 'x.pdf', $case->[0], key => $own);

	is $r->code, 'import_unreadable', 'refused';
	like $r->json->{detail}, $case->[1], 'with what it is';
}

# ---- words of a name that look like a ticker ----

my @names = (['ISHARE SP500 CI', 'IVVB11'], ['FII CX RBRA2 CI', 'CXRB11'], ['FII CX RBRA2 ALZR11 CI ER', 'ALZR11'], ['ALZR11L', 'ALZR11'], ['FII ALIANZA (ALZR11) CI', 'ALZR11'],
	['SP500 VALUE', undef, qr/^o papel "SP500 VALUE" não se acha/], ['FII XYZ ALZR11 CXRB11 CI', undef, qr/pode ser ALZR11 ou CXRB11/], ['LATIN AMER40', undef, qr/não se acha/],
	['FII OUTRO TARD11 CI', undef, qr/não se acha/]);
$r = $t->upload("/v1$at/imports?dry_run=true", 'nomes.pdf', pdf_file(page(number => 7000, rows => [map { ['C', 'VISTA', $_->[0], '', '1', '10,00', '10,00'] } @names],
	sums => sums('90,00', '0,00', '0,00', '90,00'))), key => $own);
for my $i (0 .. $#names) {
	my ($title, $symbol, $reason) = @{ $names[$i] };
	my $row = $r->json->{rows}[$i];

	is $row->{symbol}, $symbol, $title or diag explain $row;
	like $row->{reason}, $reason, "$title: why" if $reason;
}

# ---- beside the movement statement, which has the settlement days later ----

my $moves = encode('UTF-8', join "\n", 'Entrada/Saída;Data;Movimentação;Produto;Instituição;Quantidade;Preço unitário;Valor da Operação',
	'Credito;08/01/2026;Transferência - Liquidação;CASA3 - CASA VERDE S/A;CASA;100;15,12;1512,00', 'Credito;08/01/2026;Transferência - Liquidação;LETR35 - LETRAS;CASA;10;71,00;710,00', '');
my @noted = ('CASA3 40 15.3 0.28 -', 'CASA3 60 15 0.4 -', 'LETR35 10 71 0.32 -');
is_deeply [beside(['n.pdf', $pieces], ['m.csv', $moves])], [[3, 0], [0, 0]], 'a settlement adds nothing to the trades of a note';
is_deeply kept($aside), \@noted, 'they are there once';
is_deeply [map { $_->{reason} } @{ $t->upload("/v1/portfolios/$aside/imports?dry_run=true", 'm.csv', $moves, key => $own)->json->{rows} }], [('negócio já coberto pelo extrato de negociação') x 2], 'again it adds nothing';
is_deeply [beside(['m.csv', $moves], ['n.pdf', $pieces])], [[2, 0], [3, 0]], 'nor is it left beside the trades of a note that comes later';
is_deeply kept($aside), \@noted, 'they are there once';
($first) = grep { $_->{filename} eq 'n.pdf' } @{ $c->json("/v1/portfolios/$aside/imports")->{data} };
is $t->delete_("/v1/portfolios/$aside/imports/$first->{id}", key => $own)->status, 200, 'undone';
is_deeply kept($aside), ['CASA3 100 15.12 0 CASA', 'LETR35 10 71 0 CASA'], 'the settlements are back';

# A trade in all three files is there once, whichever file is undone.
my %file = (n => ['n.csv', encode('UTF-8', join "\n", $head, '06/01/2026;Compra;Mercado à Vista;-;CASA;CASA3;100;15,12;1512,00', '06/01/2026;Compra;Mercado à Vista;-;CASA;LETR35;10;71,00;710,00', '')],
	x => ['n.pdf', $pieces], m => ['m.csv', $moves]);
my @stated = ('CASA3 100 15.12 0 CASA', 'LETR35 10 71 0 CASA');
my @executed = map { s/-$/CASA/r } @noted;
for my $case ([[qw(n x m)], 'x', \@stated], [[qw(n m x)], 'n', \@executed], [[qw(m n x)], 'n', \@executed], [[qw(m n x)], 'x', \@stated], [[qw(m x n)], 'x', \@stated]) {
	my ($order, $undone, $left) = @$case;

	beside(map { $file{$_} } @$order);
	my ($import) = grep { $_->{filename} eq $file{$undone}[0] } @{ $c->json("/v1/portfolios/$aside/imports")->{data} };
	is $t->delete_("/v1/portfolios/$aside/imports/$import->{id}", key => $own)->status, 200, "of @$order, $undone is undone";
	is_deeply kept($aside), $left, 'and nothing is there twice';
}
# A corrected trade stays when its statement is undone, and still has its settlement.
beside(@file{qw(n m)});
my ($trade) = grep { $_->{quantity} == 100 } @{ $c->json("/v1/portfolios/$aside/transactions?limit=200")->{data} };
$c->write(PATCH => "/v1/portfolios/$aside/transactions/$trade->{id}", { fees => '1.00' });
my ($statement) = grep { $_->{filename} eq 'n.csv' } @{ $c->json("/v1/portfolios/$aside/imports")->{data} };
is $t->delete_("/v1/portfolios/$aside/imports/$statement->{id}?force=true", key => $own)->json->{settlements_restored}, 1, 'of the other trade alone the settlement is back';
is_deeply kept($aside), ['CASA3 100 15.12 1 CASA', 'LETR35 10 71 0 CASA'], 'each once';

# ---- what would be left out, or come in twice ----

my @one = (rows => [['C', 'VISTA', 'CASA VERDE ON', '', '10', '10,00', '100,00']], sums => sums('100,00', '0,00', '1,00', '101,00'));
my $blank = [];
for my $case ([[page(number => 7100, @one), page(number => 7101, rows => [], sums => sums('0,00', '0,00', '0,00', '0,00'))], qr/^Na nota 7101 de 06\/01\/2026 não se lê nenhuma operação/, 'a note without rows'],
	[[page(number => 7100, @one), page(headless => 1, @one)], qr/^Na página 2 do PDF há operações ou somas, mas o número da nota/, 'a page without its head'],
	[[page(number => 7100, @one), $blank], qr/^A página 2 do PDF não tem texto/, 'a page that is an image'],
	[[page(number => 7100, @one), page(number => 7100, @one)], qr/^O PDF tem mais de um resumo financeiro da nota 7100 de 06\/01\/2026/, 'a note twice'],
	[[[@{ page(number => 7100, @one) }, [456, 700, 'Nr. nota'], [504, 700, 'Folha'], [535, 700, 'Data pregão'], [456, 710, 7102], [535, 710, '06/01/2026']]], qr/^A página 1 do PDF tem mais de uma nota/, 'two notes on a page']) {
	my ($pages, $why, $what) = @$case;
	my $r = $t->upload("/v1$at/imports?dry_run=true", 'x.pdf', pdf_file(@$pages), key => $own);

	is $r->code, 'import_unreadable', "$what: refused";
	like $r->json->{detail}, $why, "$what: which";
}

# 100 bought and sold: the net is 0, whatever is missing on both sides alike.
my @flat = (number => 7200, rows => [['C', 'VISTA', 'CASA VERDE ON', '', '10', '10,00', '100,00'], ['V', 'VISTA', 'CASA VERDE ON', '', '10', '10,00', '100,00']], sums => sums('0,00', '0,00', '1,00', '1,00'));
sub difference { return $t->upload("/v1$at/imports?dry_run=true", 'x.pdf', pdf_file(page(@_)), key => $own)->json->{difference} }
is difference(@flat, left => [['Debêntures', '0,00'], ['Vendas à vista', '100,00'], ['Compras à vista', '100,00']]), undef, 'purchases and sales agree';
like difference(@flat, left => [['Debêntures', '0,00'], ['Vendas à vista', '200,00'], ['Compras à vista', '200,00']]), qr/as compras lidas somam R\$.100,00 e a nota diz R\$.200,00/, 'or not';

# ---- forwards have no share of the fees; IRRF is told whatever the first row is ----

$r = $t->upload("/v1$at/imports?dry_run=true", 'x.pdf', pdf_file(page(number => 7300, rows => [['C', 'TERMO', 'CASA VERDE ON', '', '10', '30,00', '300,00'], ['C', 'VISTA', 'CASA VERDE ON', '', '10', '10,00', '100,00']],
	sums => sums('100,00', '1,00', '3,00', '104,00', '0,05'))), key => $own);
is $r->json->{rows}[1]{fees} + 0, 4, 'all fees are those of the other row';
like join(' ', @{ $r->json->{warnings} }), qr/A nota 7300 de 06\/01\/2026 tem R\$.0,05 de IRRF/, 'IRRF is told after a row that is ignored';
$r = $t->upload("/v1$at/imports?dry_run=true", 'x.pdf', pdf_file(page(@one, number => 7301), page(number => 7302, rows => [['C', 'TERMO', 'CASA VERDE ON', '', '10', '30,00', '300,00']],
	sums => sums('0,00', '1,00', '2,00', '3,00'))), key => $own);
like $r->json->{rows}[1]{reason}, qr/^operação a termo: .*as taxas da nota, R\$.3,00/, 'of forwards alone they are said';

# ---- what is kept of the client ----

$t->upload("/v1$at/imports", 'nota.pdf', $note, key => $own);
$t->stop_pool;
my $dump = run_command({ env => {} }, 'pg_dump', '--dbname', $t->conninfo_owner, '--inserts');
is $dump->{status}, 0, 'the database is written out' or diag $dump->{err};
like $dump->{out}, qr/CASA VERDE ON NM/, 'with the executions';
for my $kept (['the database', $dump->{out}], ['the log', slurp($t->{log})]) {
	unlike $kept->[1], qr/Joaquina|Quintiliana/i, "$kept->[0]: not the client's name";
	unlike $kept->[1], qr/111[.]?444[.]?777/, "$kept->[0]: nor the CPF";
	unlike $kept->[1], qr/\Q$password\E/, "$kept->[0]: nor the password";
	unlike $kept->[1], qr/%PDF|255044462d/i, "$kept->[0]: nor the file";
}

done_testing();
