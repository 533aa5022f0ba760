#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What the tax of a year needs of other years and other lists: losses that follow from an earlier year's answer, DARF of
# earlier years, a bonus without a value, the declaration's sheets of the exchange, and its spreadsheets.  Today is
# Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(row told_text);
use Lastro::Market qw(event);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub main_of { my ($html) = @_; return told_text($html =~ s/.*<main//sr =~ s/>\s+</></gr) =~ s/\s+/ /gr }
sub said { my ($path, $b) = @_; return main_of($c->page($path, $b)) }

package Lastro::Test::Piece {
	sub new { my ($class, $text) = @_; return bless { text => Encode::encode('UTF-8', $text) }, $class }
	sub body { my ($self) = @_; return $self->{text} }
}

# form_of() - the form of a page that sends to @to: its action and its fields.
sub form_of {
	my ($b, $path, $to) = @_;
	my ($form) = $c->page($path, $b) =~ m{(<form method="post" action="\Q$to\E".*?</form>)}s or return;

	return Lastro::Browser::form(Lastro::Test::Piece->new($1));
}

# fill() - sends that form with the fields whose names end so.
sub fill {
	my ($b, $path, $to, %typed) = @_;
	my ($action, $fields) = form_of($b, $path, $to);

	for my $end (keys %typed) {
		my ($name) = grep { /(?:^|-)\Q$end\E$/ } sort keys %{ $fields // {} };

		ok $name, "$path asks for $end" or return;
		$fields->{$name} = $typed{$end};
	}
	return $b->arrive($b->post_form($action, $fields));
}

# ---- losses of an earlier year ----

my ($ana) = $c->person('ana@example.com');
my $hers = $c->write(POST => '/v1/portfolios', { name => 'Dela' }, $ana)->{id};
$c->write(POST => "/v1/portfolios/$hers/transactions", [row('BOVA97', 'etf', 'buy', '2024-01-08', '10', '100'), row('BOVA97', 'etf', 'sell', '2024-05-08', '5', '3.2'),
	row('PETR4', 'stock', 'buy', '2026-01-08', '1000', '20'), row('PETR4', 'stock', 'sell', '2026-03-09', '1000', '30')], $ana);
my $at = '/tax/missing?year=2026';
my $page = said($at, $ana);
like $page, qr{1 em Maio de 2024.*Os prejuízos trazidos seguem destas respostas e não precisam ser informados\. O que falta em 2024.*BOVA97.*De que tipo é o ETF\?.*A mesma resposta serve a março\.}s, 'the question of 2024 is asked in 2026';
unlike $page, qr{Os prejuízos que restavam}, 'and the losses are not';
like said('/tax', $ana), qr{Falta 1 resposta para fechar março\.}, 'March waits for it';
fill($ana, $at, '/tax/missing', etf_kind => 'rv');
# 5 x (3.20 - 100) = -484.00.  (1,000 x (30 - 20) - 484) x 15 % = 1,427.40.
like said('/tax', $ana), qr{Em atraso: R\$ 1\.427,40, fora multa e juros\. O mais antigo, de março, venceu em 30/04/2026\.}, 'with the loss that follows';
unlike said($at, $ana), qr{prejuízos}, 'nothing is asked of losses';
fill($ana, '/tax/input?about=carry&back=/tax', '/tax/input', month => '02/2026', common => '0', day_trade => '', fii => '');
# 10,000 x 15 %.
like said('/tax', $ana), qr{Em atraso: R\$ 1\.500,00,.*Prejuízo ao fim de fevereiro \(Operações comuns\): vale o que você informou, R\$ 0,00; pelos lançamentos seria R\$ 484,00\. Mudar ou retirar o que informei}, 'a statement that differs is said with both figures';
fill($ana, '/tax/input?about=carry&back=/tax', '/tax/input', month => '02/2026', common => '484', day_trade => '', fii => '');
unlike said('/tax', $ana), qr{pelos lançamentos seria}, 'an equal one is not';

# ---- a DARF of an earlier year ----

my ($rui) = $c->person('rui@example.com');
my $his = $c->write(POST => '/v1/portfolios', { name => 'Dele' }, $rui)->{id};
$c->write(POST => "/v1/portfolios/$his/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'rv' } }, $rui);
$c->write(POST => "/v1/portfolios/$his/transactions", [row('BOVA97', 'etf', 'buy', '2023-01-09', '10', '100'), row('BOVA97', 'etf', 'sell', '2024-06-10', '10', '230')], $rui);
# 10 x (230 - 100) x 15 % = 195.00, due on the last business day of July 2024.
$page = said('/tax', $rui);
like $page, qr{2023202420252026}, 'the tabs reach the first year of the ledger';
like $page, qr{Em atraso: R\$ 195,00, fora multa e juros\. O mais antigo, de junho de 2024, venceu em 31/07/2024\.}, 'the first line of this year';
like $page, qr{DARF de junho de 2024em atrasoCódigo da receita6015}, 'its card';
like $page, qr{DARF de 2024 a 2026.*6015 · junho de 2024venceu em 31/07/2024}, 'and its row';
like $c->page('/tax', $rui), qr{<a class="over" href="/tax\?year=2024&amp;darf=6015-2024-06">}, 'which leads to its year';
like $c->page('/tax', $rui), qr{name="back" value="/tax\?year=2026"}, 'who pays it there comes back to this year';
like said('/portfolios', $rui), qr{DARF de junho de 2024 em atraso}, 'the first page has it';
is $c->json('/v1/portfolio/attention', $rui)->{data}[0]{darf}{period}, '2024-06', 'and the answer for programs';
$page = said('/tax?year=2025', $rui);
unlike $page, qr{Em atraso}, 'another year has its own';
like $page, qr{Há um DARF de junho de 2024 em aberto: R\$ 195,00, que venceu em 31/07/2024\. Ver o DARF}, 'and hints at the open one';
like $c->page('/tax?year=2025', $rui), qr{<a href="/tax\?year=2024&amp;darf=6015-2024-06">Ver o DARF</a>}, 'with its link';
unlike said('/tax?year=2023', $rui), qr{DARF de junho}, 'a year before it does not';

# Of this one the kind of the ETF is not known: 2024 may owe a DARF.
my ($ina) = $c->person(q(eli@example.com));
my $eli = $c->write(POST => '/v1/portfolios', { name => 'De Eli' }, $ina)->{id};
$c->write(POST => "/v1/portfolios/$eli/transactions", [row('BOVA97', 'etf', 'buy', '2023-01-09', '20', '100'), row('BOVA97', 'etf', 'sell', '2024-06-10', '10', '230')], $ina);
my $hint = qr{O imposto de junho de 2024 não está fechado, e pode haver DARF em aberto: venceria em 31/07/2024\. Ver o que falta};
like said('/tax', $ina), qr{Nada a pagar até 30/11/2026\.$hint}, 'this year says so';
like $c->page('/tax', $ina), qr{<a href="/tax/missing\?year=2024#2024-06">Ver o que falta</a>}, 'with the way to its question';
unlike said('/tax?year=2024', $ina), $hint, 'its own year asks';
like said('/portfolios', $ina), qr{O imposto de um ano anterior não está fechado\s*junho de 2024; o DARF, se há, venceu em 31/07/2024}i, 'the first page has it';
is +(map { "$_->{kind} $_->{detail}" } @{ $c->json('/v1/portfolio/attention', $ina)->{data} })[0], 'tax_answers junho de 2024; o DARF, se há, venceu em 31/07/2024', 'and the answer for programs';
# The goods of 2026 have the ETF, too: its kind and its CNPJ are asked together, once.
$page = said($at, $ina);
like $page, qr{Faltam 2 respostas: 2 em Bens e Direitos\.}, 'both facts of the ETF' or diag $page;
fill($ina, $at, '/tax/missing', etf_kind => 'rv', tax_id => '33.592.510/0001-54');
like said($at, $ina), qr{Nada falta responder\.}, 'are answered with one press';
like said('/tax', $ina), qr{O mais antigo, de junho de 2024}, 'and the DARF is there';

# ---- a bonus that the program applied, without a value ----

my ($eva) = $c->person('eva@example.com');
my ($one, $two) = map { $c->write(POST => '/v1/portfolios', { name => $_ }, $eva)->{id} } 'Uma', 'Outra';
event($t, 'BONA3', '2026-03-10', bonus => [11, 10]);
$c->write(POST => "/v1/portfolios/$one/transactions", [row('BONA3', 'stock', 'buy', '2026-01-08', '1000', '20'), row('BONA3', 'stock', 'sell', '2026-10-08', '1100', '30')], $eva);
$c->write(POST => "/v1/portfolios/$two/transactions", row('BONA3', 'stock', 'buy', '2026-01-08', '500', '20'), $eva);
# 1,500 bought at 20 and 150 received at nothing: 30,000 / 1,650 a share.  1,100 x 30 - 1,100 x 30,000 / 1,650 = 13,000, 15 %: 1,950.00.
like said('/tax', $eva), qr{A pagar até 30/11/2026: R\$ 1\.950,00, de outubro\.A bonificação de BONA3, ainda sem valor, pode diminuir o DARF de outubro\. Informar o valor}, 'the DARF is in doubt';
like said('/tax', $eva), qr{DARF de outubro de 2026a pagar.*A bonificação de BONA3, ainda sem valor, pode diminuir o DARF de outubro\..*DARF do ano}, 'and its card says so';
$page = said($at, $eva);
is scalar(() = $page =~ m{Bonificação de BONA3 em 10/03/2026: informe o valor declarado pela empresa, por ação\.Preço}g), 2, 'the value is asked, for each portfolio' or diag $page;
unlike $page, qr{Nos lançamentos da carteira}, 'and no list of entries is named';
my ($action, $fields) = form_of($eva, $at, '/tax/missing');
my @prices = grep { /-f0$/ } sort keys %$fields;
is scalar @prices, 2, 'in the one form';
my $wrong = $eva->post_form($action, { %$fields, $prices[0] => '5,x', $prices[1] => '5,00' });
like main_of(text($wrong)), qr{BONA3: Veio “5,x”}, 'a wrong value is refused';
is scalar @{ $c->json("/v1/portfolios/$_/transactions", $eva)->{data} }, $_ eq $one ? 2 : 1, 'and nothing is written' for $one, $two;
my $done = $eva->arrive($eva->post_form($action, { %$fields, map { $_ => '5,00' } @prices }));
like main_of(text($done)), qr{Guardadas 2 respostas\.}, 'both are written';
is_deeply [map { [@$_{qw(kind event_kind trade_date quantity price)}] } grep { $_->{kind} eq 'adjust' } @{ $c->json("/v1/portfolios/$_->[0]/transactions", $eva)->{data} }],
	[['adjust', 'bonus', '2026-03-10', $_->[1], '5']], 'as the row of the event' for [$one, '100'], [$two, '50'];
# 30,000 + 150 x 5 = 30,750 / 1,650 a share.  33,000 - 20,500 = 12,500, 15 %: 1,875.00.
$page = said('/tax', $eva);
like $page, qr{A pagar até 30/11/2026: R\$ 1\.875,00, de outubro\.}, 'the DARF is lower';
unlike $page, qr{bonificação}i, 'and no longer in doubt';
unlike said($at, $eva), qr{onificação}, 'nothing is asked of it';

# ---- the sheets of the exchange, on the page of the declaration and in its spreadsheet ----

my ($gil) = $c->person('gil@example.com');
my $of = $c->write(POST => '/v1/portfolios', { name => 'Do Gil' }, $gil)->{id};
$c->write(POST => "/v1/portfolios/$of/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'rv' } }, $gil);
$c->write(POST => "/v1/portfolios/$of/transactions", [
	row('VALE3', 'stock', 'buy', '2025-02-03', '1000', '20'), row('VALE3', 'stock', 'sell', '2025-03-10', '1000', '25'),
	row('BOVA97', 'etf', 'buy', '2025-02-03', '10', '100'), row('BOVA97', 'etf', 'sell', '2025-03-10', '10', '90'),
	row('PETRC300', 'option', 'buy', '2025-03-03', '100', '1'), row('PETRC300', 'option', 'sell', '2025-03-11', '100', '3'),
	row('WEGE3', 'stock', 'buy', '2025-03-12', '100', '50'), row('WEGE3', 'stock', 'sell', '2025-03-12', '100', '52'),
	row('XPLG11', 'fii', 'buy', '2025-02-03', '10', '100'), row('XPLG11', 'fii', 'sell', '2025-03-13', '10', '110'),
	row('ABEV3', 'stock', 'buy', '2025-02-03', '100', '10'), row('ABEV3', 'stock', 'sell', '2025-08-11', '100', '12'),
], $gil);
# 5,000 - 100 + 200 = 5,100, 15 %: 765.00; day trade 200, 20 %: 40.00; FII 100, 20 %: 20.00; less 1.25: 823.75.
$c->write(PUT => '/v1/portfolio/tax/inputs', { withheld => [{ month => '2025-03', basket => 'common', amount => '1.25' }],
	paid => [{ code => '6015', period => '2025-03', amount => '823.75', paid_on => '2025-04-30' }] }, $gil);
$page = said('/tax/declaration?year=2025', $gil);
like $page, qr{Renda Variável.*Março de 2025.*Operações comuns\s*À vista: R\$ 5\.000,00\s*ETF: −R\$ 100,00\s*Opções: R\$ 200,00\s*R\$ 5\.100,00\s*R\$ 0,00\s*R\$ 0,00\s*R\$ 5\.100,00\s*R\$ 765,00\s*R\$ 1,25}, 'common operations by market' or diag $page;
like $page, qr{Day trade\s*À vista: R\$ 200,00\s*R\$ 200,00.*R\$ 40,00\s*R\$ 0,00\s*FII e Fiagro\s*FII: R\$ 100,00\s*R\$ 100,00.*R\$ 20,00}, 'day trade and FII apart';
like $page, qr{Imposto a pagar no mês\s*R\$ 823,75\s*Imposto pago\s*R\$ 823,75}, 'what is due, and what was paid';
# 100 x (12 - 10) = 200, exempt: it is a line of the exempt income.
like $page, qr{Agosto de 2025.*Operações comuns\s*À vista: R\$ 0,00\s*R\$ 0,00}, 'an exempt gain is not in it';
$page = said('/tax/month?month=2025-03', $gil);
like $page, qr{6015 · março de 2025venceu em 30/04/2025\s*pago\s*R\$ 823,75\s*DARF 6015: R\$ 823,75 pagos em 30/04/2025\.}, 'the month says the day, too' or diag $page;
unlike $page, qr{vencimento}, 'in time';
unlike $page, qr{Por quê}, 'and has no column for reasons where there are none';
$c->write(PUT => '/v1/portfolio/tax/inputs', { withheld => [{ month => '2025-03', basket => 'common', amount => '1.25' }],
	paid => [{ code => '6015', period => '2025-03', amount => '823.75', paid_on => '2025-05-02' }] }, $gil);
like said('/tax/month?month=2025-03', $gil), qr{823,75 pagos em 02/05/2025\. Foi depois do vencimento: a multa e os juros iam junto, e não entram aqui\.}, 'and what a late one leaves out';
my $sheet = text($gil->open('/v1/portfolio/tax/declaration?year=2025&format=csv'));
like $sheet, qr{^\x{feff}Ficha;Grupo;Código;Ativo ou linha;Mês;Pagador;CNPJ;Anterior;Atual;Valor;Retido;Imposto pago no exterior;Discriminação;Motivos\r$}m, 'the spreadsheet has its mark and words';
like $sheet, qr{^Renda variável;;;$_\r$}m, $_ for 'Operações comuns: À vista;03/2025;;;;;5000,00;;;;', 'Operações comuns: ETF;03/2025;;;;;-100,00;;;;', 'Operações comuns: imposto;03/2025;;;;;765,00;;;;',
	'Operações comuns: retido na fonte;03/2025;;;;;1,25;;;;', 'Day trade: imposto;03/2025;;;;;40,00;;;;', 'FII e Fiagro: FII;03/2025;;;;;100,00;;;;', 'Imposto a pagar;03/2025;;;;;823,75;;;;', 'Imposto pago;03/2025;;;;;823,75;;;;';
$c->write(PATCH => "/v1/portfolios/$of/assets/" . (grep { $_->{symbol} eq 'VALE3' } @{ $c->json("/v1/portfolios/$of/assets", $gil)->{data} })[0]{id}, { meta => { tax_id => '33.592.510/0001-54' } }, $gil);
like text($gil->open('/v1/portfolio/tax/declaration?year=2025&format=csv')), qr{^Bens e Direitos;03;01;VALE3;;;33\.592\.510/0001-54;0,00;0,00;}m, 'a CNPJ as people write it';
$sheet = text($gil->open('/v1/portfolio/tax?year=2025&format=csv'));
like $sheet, qr{^\x{feff}Apuração;Mês;Código;}, 'the spreadsheet of the year, too';
like $sheet, qr{^DARF;03/2025;6015;;;;823,75;30/04/2025;pago;}m, 'with days as people write them';

# ---- what has no answer here: a row for each reason ----

my ($lia) = $c->person('lia@example.com');
my $funds = $c->write(POST => '/v1/portfolios', { name => 'Fundos' }, $lia)->{id};
$c->write(POST => "/v1/portfolios/$funds/assets", { symbol => 'LASTRO15000116', name => 'Fundo Lastro', asset_type => 'fund' }, $lia);
$c->write(POST => "/v1/portfolios/$funds/transactions", [(map { row($_, 'fund', 'buy', '2026-02-03', '10', '100') } '11.222.333/0001-81', '33.592.510/0001-54', 'LASTRO15000116'), row('VOO', 'us', 'buy', '2026-02-03', '1', '100')], $lia);
$page = said($at, $lia);
is scalar(() = $page =~ m{código da declaração não está confirmado}g), 1, 'a missing code is one row' or diag $page;
like $page, qr{VOO\s*O código da declaração não está confirmado\.\s*O código está no informe de rendimentos do fundo ou da corretora; escolha-o no programa da Receita\.}, 'with what to do';
like $page, qr{11\.222\.333/0001-81, 33\.592\.510/0001-54, Fundo Lastro \(LA\.STR\.O15/0001-16\)\s*Use o valor do informe de rendimentos\.\s*O valor, e o código onde falta, estão no informe}, 'and each fund is there once';

# ---- many questions, and what no page of ours sends ----

my ($ivo) = $c->person('ivo@example.com');
my $many = $c->write(POST => '/v1/portfolios', { name => 'Muitas' }, $ivo)->{id};
$c->write(POST => "/v1/portfolios/$many/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'fii' } }, $ivo);
$c->write(POST => "/v1/portfolios/$many/transactions", [row('BOVA97', 'etf', 'buy', '2025-01-08', '10', '100'), row('BOVA97', 'etf', 'sell', '2025-05-08', '5', '90'),
	row('XPLG11', 'fii', 'buy', '2026-01-08', '1000', '20'), row('XPLG11', 'fii', 'sell', '2026-03-09', '1000', '30')], $ivo);
$c->write(POST => "/v1/portfolios/$many/income", { symbol => 'VOO', asset_type => 'us', kind => 'dividend', pay_date => sprintf('2026-06-%02d', $_), amount => '7.00' }, $ivo) for 1 .. 21;
like said($at, $ivo), qr{Faltam 23 respostas: 1 em Março de 2026, 21 em Aplicações no exterior, 1 em Bens e Direitos\..*ao todo 25}, 'the cards are counted over all pages';
like my $last = $c->page("$at&page=2", $ivo), qr{Pago em 20/06/2026.*Pago em 21/06/2026}s, 'the last are on the second page';
my ($send, $of_two) = form_of($ivo, "$at&page=2", '/tax/missing');
my ($before_last, $of_last) = $last =~ m{ name="(q[0-9a-f]{16}-gross_amount)"}g;
is $ivo->post_form($send, { %$of_two, $of_last =~ s/gross_amount/zzz/r => '10' })->status, 400, 'a payment has no such field';
my $went = $ivo->post_form($send, { %$of_two, $of_last => '10' });
like main_of(text($ivo->arrive($went))), qr{Guardada 1 resposta\..*Faltam 22 respostas: 1 em Março de 2026, 20 em Aplicações no exterior, 1 em}, 'the last question is answered';
sub answered { return [map { $_->{pay_date} } grep { $_->{gross_amount} } @{ $c->json("/v1/portfolios/$many/income?limit=100", $ivo)->{data} }] }
is_deeply answered(), ['2026-06-21'], 'of the last payment';
is $ivo->post_form($send, { %$of_two, $before_last => '10', once => uc $of_two->{once} })->status, 404, 'the key of the form in other letters is none';
my ($to_undo, $undo) = Lastro::Browser::form($ivo->open($went->header('location')), qr{/mend/undo$});
is $ivo->post_form($to_undo, { %$undo, undo => uc $undo->{undo} })->status, 410, 'nor is that of an undo';
my ($to_read, $reading) = Lastro::Browser::form($ivo->open("/portfolios/$many/imports"), qr{reading});
my ($held) = $ivo->post_parts($to_read, { %$reading, file => ['x.csv', 'x'] })->header('location') =~ /([0-9a-f-]{36})$/;
my $taken = $ivo->post_form($send, { %$of_two, $before_last => '10', once => $held });
is $taken->status, 422, 'nor that of a file';
like text($taken), qr{Esta página já foi enviada com outros valores\. Confira e envie de novo\.}, 'which is said';
my (undef, $of_one) = form_of($ivo, $at, '/tax/missing');
my ($losses) = map { s/fii$/zzz/r } grep { /-fii$/ } keys %$of_one;
is $ivo->post_form($send, { %$of_one, $losses => 'x' })->status, 400, 'losses have no such field';
is_deeply [$c->json('/v1/portfolio/tax/inputs', $ivo)->{carry}, answered()], [[], ['2026-06-21']], 'and nothing more was written';

$t->finish;
done_testing;
