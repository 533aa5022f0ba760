#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Withholdings and earlier losses that the person has not stated: the DARF names them, one form asks for all of them, zero is an
# answer, and "Nada a pagar" does not wait for them.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(row told_text);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my $at = '/tax/missing?year=2026';

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub main_of { my ($html) = @_; return told_text($html =~ s/.*<main//sr =~ s/>\s+</></gr) =~ s/\s+/ /gr }
sub said { my ($path, $b) = @_; return main_of($c->page($path, $b)) }
sub stated { my ($b) = @_; my $d = $c->json('/v1/portfolio/tax/inputs', $b); return [@$d{qw(withheld carry)}] }

# person() - one with an ETF of shares that needs no other answer, and these rows.
sub person {
	my ($name, @rows) = @_;
	my ($b) = $c->person("$name\@example.com");
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Carteira' }, $b)->{id};

	$c->write(POST => "/v1/portfolios/$id/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'rv', tax_id => '33.592.510/0001-54' } }, $b);
	$c->write(POST => "/v1/portfolios/$id/transactions", \@rows, $b);
	return ($b, $id);
}

# fields_of() - the fields of the one form of the page; the names of questions without their keys.
sub fields_of {
	my ($b, $path) = @_;
	my (undef, $fields) = Lastro::Browser::form($b->open($path // $at), qr{/tax/missing$});

	return $fields;
}

sub named { my ($fields, $name) = @_; return sort grep { /^q[0-9a-f]{16}-\Q$name\E$/ } keys %$fields }
sub send_form { my ($b, $fields, %typed) = @_; return $b->post_form('/tax/missing', { %$fields, %typed }) }

# ---- a ledger that begins this year ----

# September: 1,000 x (30 - 31) = -1,000, of sales of 30,000: 1.50 would be withheld.  October: 100 x (400 - 100) = 30,000 less
# 1,000, 15 %: 4,350.00; of 40,000, 2.00 would be withheld.
my ($ana, $hers) = person('ana', row('PETR4', 'stock', 'buy', '2026-01-08', '1000', '31'), row('PETR4', 'stock', 'sell', '2026-09-08', '1000', '30'),
	row('BOVA97', 'etf', 'buy', '2026-01-08', '100', '100'), row('BOVA97', 'etf', 'sell', '2026-10-08', '100', '400'));
my ($petr) = grep { $_->{symbol} eq 'PETR4' } @{ $c->json("/v1/portfolios/$hers/assets", $ana)->{data} };
$c->write(PATCH => "/v1/portfolios/$hers/assets/$petr->{id}", { meta => { tax_id => '33.000.167/0001-01' } }, $ana);
my $both = qr{Sem IRRF nem prejuízos de antes informados: se houve, o valor a pagar é menor\.};
my $unsaid = qr{Sem (?:IRRF|prejuízos)};
my $page = said('/tax', $ana);
like $page, qr{A pagar até 30/11/2026: R\$ 4\.350,00, de outubro\.$both Informar}, 'the first line says what was not stated' or diag $page;
like $page, qr{DARF de outubro de 2026a pagar.*$both.*Já paguei}, 'and so does the card of the DARF';
unlike $page, qr{Falta}, 'no answer is missing';
like $c->page('/tax', $ana), qr{<a href="/tax/missing\?year=2026#retido">Informar</a>}, 'with the way to the questions';
$page = said($at, $ana);
like $page, qr{Nada falta para fechar; o que pode diminuir o imposto:}, 'the tax waits for nothing';
like $page, qr{O que pode diminuir o imposto.*Você trazia prejuízos de antes de janeiro de 2026\?.*Não trazia.*ao fim de dezembro de 2025:.*Imposto retido na fonte.*Nada foi retido onde eu deixar vazio.*Quanto de IRRF a corretora reteve em setembro\?.*nota de corretagem.*em outubro\?}, 'one group asks' or diag $page;
is scalar(() = $c->page($at, $ana) =~ /id="retido"/g), 1, 'once';
unlike said("/portfolios/$hers/tax/missing?year=2026", $ana), qr{IRRF}, 'a portfolio alone has no such question';
unlike said("/portfolios/$hers/tax?year=2026", $ana), $unsaid, 'nor such a line';

my $fields = fields_of($ana);
my @amounts = named($fields, 'amount');
my ($common) = named($fields, 'common');
my ($never) = map { s/common$/none/r } $common;
is scalar @amounts, 2, 'a field for each month';
like text(send_form($ana, $fields)), qr{Nada foi gravado\. Responda ao menos uma pergunta\.}, 'an empty form is refused';
my ($october) = $c->page($at, $ana) =~ m{<label for="(q[0-9a-f]{16}-amount)"[^>]*>[^<]*outubro};
my ($september) = grep { $_ ne $october } @amounts;
my $refused = send_form($ana, $fields, $september => '1,50', $october => '2,x', $never => 'on', $common => '100');
is $refused->status, 400, 'two wrong answers are refused';
$page = main_of(text($refused));
like $page, qr{Outubro de 2026: Veio “2,x”; esperado: um número}, 'the amount';
like $page, qr{Dezembro de 2025: Veio “100”; esperado: “Não trazia” ou valores, não os dois}, 'and the losses';
like text($refused), qr{value="\Q$_\E"}, "keeping $_" for '1,50', '2,x', '100';
is_deeply stated($ana), [[], []], 'and nothing is written';
like main_of(text(send_form($ana, $fields, $october => '-1'))), qr{Outubro de 2026: Veio “-1”}, 'no negative amount';

my $done = $ana->arrive(send_form($ana, $fields, $october => '2,00', $never => 'on'));
like main_of(text($done)), qr{Guardadas 2 respostas\. Prejuízos ao fim de 12/2025; Operações comuns R\$ 0,00; Day trade R\$ 0,00; FII e Fiagro R\$ 0,00\. IRRF de outubro de 2026: R\$ 2,00\.\s*Desfazer}, 'two answers with one press';
is_deeply stated($ana), [[{ month => '2026-10', basket => 'common', amount => '2.00' }],
	[{ month => '2025-12', common => '0.00', day_trade => '0.00', fii => '0.00' }]], 'no losses are stated as zero';
# 4,350.00 - 2.00.
$page = said('/tax', $ana);
like $page, qr{A pagar até 30/11/2026: R\$ 4\.348,00, de outubro\.Sem IRRF informado: se a corretora reteve, o valor a pagar é menor\.}, 'less is due, and September may still lower it';
unlike said($at, $ana), qr{Você trazia}, 'the losses are asked once';
send_form($ana, fields_of($ana), none => ($c->page($at, $ana) =~ m{name="none" value="([0-9a-f]+)"})[0]);
is_deeply stated($ana)->[0], [{ month => '2026-10', basket => 'common', amount => '2.00' }, { month => '2026-09', basket => 'common', amount => '0.00' }], '"nothing" is stated, too';
$page = said('/tax', $ana);
like $page, qr{R\$ 4\.348,00, de outubro\.}, 'nothing changes';
unlike $page, $unsaid, 'and nothing is in doubt';
like said($at, $ana), qr{Nada falta responder\.}, 'nor asked';

# ---- a loss that was stated for an earlier month ----

# BOVA97: 50 x (400 - 100) = 15,000; HGLG11: 100 x (250 - 100) = 15,000.  15 % of 15,000 and 20 % of 15,000 - 5,000: 2,250 + 2,000 = 4,250.00.
{
	my ($eva) = person('eva', row('BOVA97', 'etf', 'buy', '2026-01-08', '100', '100'), row('BOVA97', 'etf', 'sell', '2026-10-08', '50', '400'),
		row('HGLG11', 'fii', 'buy', '2026-01-08', '100', '100'), row('HGLG11', 'fii', 'sell', '2026-10-08', '100', '250'));
	my $carry = { month => '2025-06', fii => '5000.00' };
	$c->write(PUT => '/v1/portfolio/tax/inputs', { carry => [$carry] }, $eva);
	like said('/tax', $eva), qr{R\$ 4\.250,00, de outubro}, 'a loss of June 2025 lowers the tax';
	my $fields = fields_of($eva);
	my ($losses) = grep { /-none$/ } map { m{name="([^"]+)"}g } $c->page($at, $eva) =~ m{(<input[^>]*type="checkbox"[^>]*>)}g;
	$eva->arrive(send_form($eva, $fields, $losses => 'on'));
	is_deeply [grep { $_->{month} eq '2025-06' } @{ stated($eva)->[1] }], [$carry], '"none" leaves it as it is';
	is_deeply [grep { $_->{month} eq '2025-12' } @{ stated($eva)->[1] }], [{ month => '2025-12', common => '0.00', day_trade => '0.00' }], 'and says zero of what was never stated';
	like said('/tax', $eva), qr{R\$ 4\.250,00, de outubro}, 'in force';
}

# ---- taken back, and a page from before ----

my ($bia) = person('bia', row('BOVA97', 'etf', 'buy', '2026-01-08', '100', '100'), row('BOVA97', 'etf', 'sell', '2026-10-08', '50', '400'));
$fields = fields_of($bia);
my $stale = fields_of($bia);
my ($box) = $c->page($at, $bia) =~ m{name="none" value="([0-9a-f]+)"};
$done = $bia->arrive(send_form($bia, $fields, none => $box, (map { $_ => '100,00' } named($fields, 'common'))));
unlike said('/tax', $bia), qr{prejuízos de antes informados}, 'and are not said to be missing';
# 50 x (400 - 100) = 15,000, less 100: 14,900, 15 %: 2,235.00.
like said('/tax', $bia), qr{R\$ 2\.235,00, de outubro}, 'losses brought lower the tax';
is_deeply stated($bia)->[1], [{ month => '2025-12', common => '100.00' }], 'what was left empty stays as it is computed';
is send_form($bia, $stale, none => $box)->status, 409, 'a page from before writes nothing';
my ($to, $undo) = Lastro::Browser::form($done, qr{/mend/undo$});
like main_of(text($bia->arrive($bia->post_form($to, $undo)))), qr{Desfeito\..*Você trazia prejuízos}, 'all of it is taken back with one press';
is_deeply stated($bia), [[], []], 'to what was there';
# 15,000 x 15 % = 2,250.00, paid.
$c->write(PUT => '/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-10', amount => '2250.00', paid_on => '2026-11-20' }] }, $bia);
unlike said($at, $bia), qr{IRRF|trazia}, 'of a paid DARF nothing is asked';
like said('/tax', $bia), qr{Nada a pagar até 30/11/2026\.}, 'and nothing is to be paid';
$c->write(PUT => '/v1/portfolio/tax/inputs', { withheld_policy => 'estimated', carry => [{ month => '2026-09', common => '0' }] }, $bia);
# 20,000 x 0.005 % = 1.00 is not withheld.
like said('/tax', $bia), qr{R\$ 2\.250,00, de outubro}, 'estimated';
unlike said('/tax', $bia), $unsaid, 'a withholding is not asked, and losses were stated';

# ---- nothing to pay ----

# 1,000 x (30 - 31) = -1,000 of sales of 30,000: 1.50 would be withheld, and no tax is due whatever it was.
my ($rui) = person('rui', row('PETR4', 'stock', 'buy', '2026-01-08', '1000', '31'), row('PETR4', 'stock', 'sell', '2026-10-08', '1000', '30'));
$page = said('/tax', $rui);
like $page, qr{Nada a pagar até 30/11/2026\.}, 'nothing is to be paid, whatever was withheld';
unlike $page, $unsaid, 'which is not in doubt';
unlike said($at, $rui), qr{trazia prejuízos}, 'losses of before change nothing';
my ($gil) = person('gil', row('PETR4', 'stock', 'buy', '2026-01-08', '600', '20'), row('PETR4', 'stock', 'sell', '2026-10-08', '600', '30'));
unlike said($at, $gil), qr{IRRF}, 'of exempt sales from which nothing is withheld nothing is asked';

# ---- sales of earlier years ----

my ($leo) = person('leo', row('BOVA97', 'etf', 'buy', '2025-01-08', '100', '100'), row('BOVA97', 'etf', 'sell', '2025-10-08', '1', '90'), row('BOVA97', 'etf', 'sell', '2026-10-08', '50', '400'));
like said($at, $leo), qr{em outubro\?}, 'withholdings are asked of every year';
unlike said($at, $leo), qr{trazia}, 'losses follow from the earlier sales';

# ---- more than was stated, and more than can be ----

# input() - sends the form of one statement.  sure() - what the button confirms that writes it nevertheless.
sub input {
	my ($b, $path, %typed) = @_;
	my (undef, $fields) = Lastro::Browser::form($b->open($path), qr{/tax/input$});

	return $b->post_form('/tax/input', { %$fields, %typed });
}
sub sure { my ($r) = @_; return (map { Encode::decode('UTF-8', Lastro::Browser::unescape($_)) } $r->body =~ m{name="sure" value="([^"]*)">Gravar assim mesmo<})[0] }
sub withheld { my ($b) = @_; return [map { $_->{amount} } @{ stated($b)->[0] }] }
my @losses = (carry => [{ month => '2025-12', common => '0', day_trade => '0', fii => '0' }]);
my $add = '/tax/input?about=withheld&back=/tax/inputs';
my %october = (month => '10/2026', basket => 'common');

# 350 x (100 - 80) = 7,000, 15 %: 1,050.00.  0.005 % of 35,000: 1.75.
my ($bruna, $of) = person('bruna', row('BOVA97', 'etf', 'buy', '2026-01-08', '1000', '80'), row('BOVA97', 'etf', 'sell', '2026-10-08', '350', '100'));
$c->write(PUT => '/v1/portfolio/tax/inputs', { @losses }, $bruna);
$done = $bruna->arrive(input($bruna, $add, %october, amount => '1,75'));
like main_of(text($done)), qr{Guardado: Mês 10/2026; Operações comuns; Valor retido R\$ 1,75\.Desfazer}, 'what was stated is said';
unlike said($at, $bruna), qr{IRRF}, 'nothing more is asked';
$refused = input($bruna, $add, %october, amount => '175,00');
is $refused->status, 400, 'a hundred times as much is not written at once';
# 1.75 + 175.00.
my $warned = 'De outubro já há R$ 1,75 informado; com este seriam R$ 176,75. Pelos lançamentos de outubro de 2026, a lei retém cerca de R$ 1,75. ';
is sure($refused) =~ s/\x{a0}/ /gr, $warned, 'both warnings are read first';
like main_of(text($refused)), qr{Nada foi gravado\. De outubro já há R\$ 1,75 informado.*Corrija, ou grave assim mesmo\..*Guardar.*Gravar assim mesmo}, 'and said';
like text($refused), qr{value="175,00"}, 'with what was typed';
is_deeply withheld($bruna), ['1.75'], 'and nothing is written';
is input($bruna, $add, %october, amount => '2,00', sure => sure($refused))->status, 400, 'another amount is not what was confirmed';
is input($bruna, $add, month => '9/2026', basket => 'common', amount => '1,01')->status, 400, 'a month without sales: the law withholds nothing';
like main_of(text(input($bruna, $add, month => '9/2026', basket => 'fii', amount => '5'))), qr{Pelos lançamentos de setembro de 2026, em FII e Fiagro, a lei não retém nada\.}, 'which is said, too';
is sure(input($bruna, $add, month => '9/2026', basket => 'common', amount => '1,00')), undef, 'up to a real nothing is warned of';
my ($small) = map { Lastro::Browser::unescape($_) } $c->page('/tax/inputs?year=2026', $bruna) =~ m{<a href="(/tax/input\?about=withheld[^"]*2026-09[^"]*)">Mudar};
like main_of(text($bruna->arrive(input($bruna, $small, forget => 'on')))), qr{Apagado: Mês 09/2026; Operações comuns; Valor retido R\$ 1,00\.}, 'and it is taken back';

# Another broker, with as much of its own.
$refused = input($bruna, $add, %october, amount => '1,75');
is sure($refused) =~ s/\x{a0}/ /gr, 'De outubro já há R$ 1,75 informado; com este seriam R$ 3,50. ', 'an equal amount is warned of, since the month is stated; 3.50 is not more than twice 1.75';
is input($bruna, $add, %october, amount => '1,75', sure => sure($refused))->status, 303, 'confirmed, it is written';
is_deeply withheld($bruna), ['1.75', '1.75'], 'as the second of two brokers';
my ($mine) = map { Lastro::Browser::unescape($_) } $c->page('/tax/inputs?year=2026', $bruna) =~ m{<a href="(/tax/input\?about=withheld[^"]*)">Mudar};
is sure(input($bruna, $mine, amount => '1,70')), undef, 'a correction is not warned of';
is_deeply withheld($bruna), ['1.70', '1.75'], 'and changes one of them';
($mine) = map { Lastro::Browser::unescape($_) } $c->page('/tax/inputs?year=2026', $bruna) =~ m{<a href="(/tax/input\?about=withheld[^"]*1.70[^"]*)">Mudar};
input($bruna, $mine, forget => 'on');
is_deeply withheld($bruna), ['1.75'], 'or takes one of them away';

# Another sale: 2 x 1,050.00 - 1.75 = 2,098.25; 3.50 would be withheld.
$c->write(POST => "/v1/portfolios/$of/transactions", row('BOVA97', 'etf', 'sell', '2026-10-20', '350', '100'), $bruna);
my $more = qr{De IRRF há R\$ 1,75 informados: se a corretora reteve mais, o valor a pagar é menor\.};
$page = said('/tax', $bruna);
like $page, qr{A pagar até 30/11/2026: R\$ 2\.098,25, de outubro\.$more Informar}, 'a later sale is not forgotten' or diag $page;
like $page, qr{DARF de outubro de 2026a pagar.*$more.*Já paguei}, 'nor on the card';
like said($at, $bruna), qr{Quanto de IRRF a corretora reteve em outubro, além dos R\$ 1,75 informados\?}, 'it is asked again';
$fields = fields_of($bruna);
($october) = named($fields, 'amount');
$refused = send_form($bruna, $fields, $october => '175,00');
is sure($refused) =~ s/\x{a0}/ /gr, 'Pelos lançamentos de outubro de 2026, a lei retém cerca de R$ 3,50. ', 'here, too, too much is warned of';
like text($refused), qr{value="175,00"}, 'and kept';
is_deeply withheld($bruna), ['1.75'], 'and not written';
$done = $bruna->arrive(send_form($bruna, $fields, $october => '1,75'));
like main_of(text($done)), qr{Guardada 1 resposta\. IRRF de outubro de 2026: R\$ 1,75\.\s*Desfazer.*Nada falta responder\.}, 'the answer adds';
is_deeply withheld($bruna), ['1.75', '1.75'], 'to what was stated, though equal';
like said('/tax', $bruna), qr{R\$ 2\.096,50, de outubro\.(?!De IRRF)}, 'which lowers the tax';
is send_form($bruna, $fields, $october => '1,75', once => $fields->{once} =~ tr/0-9/1-90/r)->status, 409, 'a page from before does not add it twice';

# 3.50 less a tenth is 3.15 (11 x 3.19 = 35.09): about as much.  3.18 is not: 34.98 < 35.
for (['3.19', ''], ['3.18', 'asked'], ['0', '']) {
	$c->write(PUT => '/v1/portfolio/tax/inputs', { @losses, withheld => [{ month => '2026-10', basket => 'common', amount => $_->[0] }] }, $bruna);
	is said($at, $bruna) =~ /corretora reteve em outubro/ ? 'asked' : '', $_->[1], "of $_->[0] stated";
}
$c->write(PUT => '/v1/portfolio/tax/inputs', { @losses, withheld => [{ month => '2026-10', basket => 'common', amount => '0.50' }] }, $bruna);
$fields = fields_of($bruna);
($october) = named($fields, 'amount');
$stale = fields_of($bruna);
is send_form($bruna, $fields, $october => '0,50')->status, 303, 'half of a real more';
is send_form($bruna, $stale, $october => '0,50')->status, 409, 'of another tab it would be added to what that page did not show';
is_deeply withheld($bruna), ['0.50', '0.50'], 'and is not';
$c->write(PUT => '/v1/portfolio/tax/inputs', { @losses, withheld => [map { { month => '2026-10', basket => 'common', amount => $_ } } '1.75', '0'] }, $bruna);
unlike said($at, $bruna), qr{IRRF}, 'a zero says that there was no more';
$c->write(PUT => '/v1/portfolio/tax/inputs', { withheld => [{ month => '2026-10', basket => 'common', amount => '1.75' }] }, $bruna);
like said('/tax', $bruna), qr{De IRRF há R\$ 1,75 informados, e nada de prejuízos de antes: se houve mais, o valor a pagar é menor\.}, 'with losses of before in doubt, too';

$t->finish;
done_testing;
