#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The income tax to its end, by forms only and without a script: a year whose October lacks three answers, its two DARF
# paid, "Nada a pagar".  Then every other kind of answer once, each refusal in its place, and each answer changed and
# taken back.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use JSON::PP ();
use Lastro::Browser;
use Lastro::Console qw(row told_text);
use Lastro::Market qw(closes rates);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub main_of { my ($html) = @_; return told_text($html =~ s/.*<main//sr =~ s/>\s+</></gr) =~ s/\s+/ /gr }
sub said { my ($path) = @_; return main_of($c->page($path)) }

# forms() - the forms of a page whose hidden fields have these values: [action, fields].
sub forms {
	my ($html, %with) = @_;
	my @found;

	while ($html =~ m{(<form method="post".*?</form>)}gs) {
		my ($action, $fields) = Lastro::Browser::form(Lastro::Test::Piece->new($1));

		push @found, [$action, $fields] unless grep { my $is = $fields->{$_} // ''; ref $with{$_} ? $is !~ $with{$_} : $is ne $with{$_} } keys %with;
	}
	return @found;
}

# answer() - fills the questions of the rows with these words, and sends the form of the page; returns the page that it leads to.
sub answer {
	my ($path, @answers) = @_;
	my $html = $c->page($path);
	my ($form) = grep { $_->[0] =~ m{/tax/missing$} } forms($html);

	ok $form, "a form on $path" or return;
	my %fields = %{ $form->[1] };
	for (@answers) {
		my ($words, %typed) = @$_;
		my ($row) = grep { told_text($_) =~ $words } $html =~ m{<li>(<div class="who"><fieldset>.*?)</li>}gs;

		for my $name (keys %typed) {
			my ($field) = ($row // '') =~ m{ name="(q[0-9a-f]{16}-\Q$name\E)"};

			ok $field, "$words asks for $name" or next;
			$fields{$field} = $typed{$name};
		}
	}
	return $b->arrive($b->post_form($form->[0], \%fields));
}

# press() - fills the first such form of a page and sends it; returns the page that it leads to.
sub press {
	my ($path, $with, %typed) = @_;
	my ($form) = forms($c->page($path), %$with);

	ok $form, "a form on $path" or return;
	my %fields = %{ $form->[1] };
	return $b->arrive($b->post_form($form->[0], { %fields, %typed }));
}

package Lastro::Test::Piece {
	sub new { my ($class, $text) = @_; return bless { text => Encode::encode('UTF-8', $text) }, $class }
	sub body { my ($self) = @_; return $self->{text} }
}

# ---- October lacks three answers ----

$c->write(POST => "/v1/portfolios/$id/assets", { symbol => 'PETRJ300', asset_type => 'option',
	meta => { note => 'minha', option => { kind => 'call', strike => '30.00', expiry => '2026-10-16', underlying => 'PETR4' } } });
$c->write(POST => "/v1/portfolios/$id/transactions", [
	row('BOVA99', 'etf', 'buy', '2026-01-08', '10', '100'), row('BOVA99', 'etf', 'sell', '2026-10-08', '5', '230'),
	row('PETRJ300', 'option', 'buy', '2026-10-01', '100', '1'),
	row('BTC', 'crypto', 'buy', '2026-01-08', '1', '100000'), row('BTC', 'crypto', 'sell', '2026-10-09', '0.5', '120000'),
]);
like said('/tax'), qr{Faltam 3 respostas para fechar outubro\.}, 'the first line';
like said('/tax'), qr{Outubro—falta resposta}, 'and the tile of October';

my $at = '/tax/missing?year=2026';
like said($at), qr{O que falta.*Faltam 4 respostas: 3 em Outubro de 2026, 1 em Bens e Direitos\. Para fechar outubro faltam 3\.}, 'the page of the answers counts them as its cards do';
my $page = answer($at);
is $page->status, 400, 'an answer is needed';
like text($page), qr{Nada foi gravado\. Responda ao menos uma pergunta\.}, 'which is said';
$page = answer($at, [qr{BOVA99}, etf_kind => 'rv'], [qr{PETRJ300}, outcome => 'perhaps']);
is $page->status, 400, 'a wrong one is refused';
like main_of(text($page)), qr{PETRJ300: Veio “perhaps”; esperado: uma destas: Venceu sem ser exercida; Foi exercida\.}, 'with its paper, what came and what is expected';
like text($page), qr{<option value="rv" selected>}, 'and what else was answered';
like said('/tax'), qr{Faltam 3 respostas}, 'and nothing was written';
$page = answer($at, [qr{BOVA99}, etf_kind => 'rv'], [qr{PETRJ300}, outcome => 'expired']);
like main_of(text($page)), qr{Guardadas 2 respostas\. BOVA99: De ações \(renda variável\)\. PETRJ300: Venceu sem ser exercida\.Desfazer.*Faltam 2 respostas: 1 em Outubro de 2026, 1 em Bens e Direitos\. Para fechar outubro falta 1\.}, 'two answers with one press';
like said('/tax'), qr{Falta 1 resposta para fechar outubro}, 'one is left';
my ($undo) = forms(text($page), undo => qr{.});
like main_of(text($b->arrive($b->post_form(@$undo)))), qr{Desfeito\..*Faltam 4 respostas: 3 em Outubro}, 'both are taken back with one press';
my ($stale) = grep { $_->[0] =~ m{missing$} } forms($c->page($at));
my ($btc) = grep { /-custody$/ } keys %{ $stale->[1] };
answer($at, [qr{BOVA99}, etf_kind => 'rv'], [qr{PETRJ300}, outcome => 'expired'], [qr{BTC}, custody => 'br']);
$page = $b->post_form($stale->[0], { %{ $stale->[1] }, $btc => 'foreign' });
is $page->status, 409, 'a page from before writes no second answer';
like text($page), qr{já foi dada em outra página}, 'and says so';

# 5 x (230 - 100) - 100 = 550, 15 %: 82.50.  0.5 x (120,000 - 100,000) = 10,000, 15 %: 1,500.00.  October is due on Monday, 30 November.
my $first = said('/tax');
like $first, qr{A pagar até 30/11/2026: R\$ 82,50, de outubro\.A pagar até 30/11/2026: R\$ 1\.500,00, de outubro\.}, 'both DARF' or diag $first;
unlike $first, qr{Falta}, 'nothing is missing';
like $first, qr{DARF de outubro de 2026a pagarCódigo da receita6015Período de apuração31/10/2026Vencimento30/11/2026Valor principalR\$ 82,50}, 'the card of the first';
like $first, qr{DARF do ano.*Código $_\.}s, 'what its code is' for '6015: ganhos em bolsa, pessoa física', '4600: ganhos com criptoativos, pessoa física';
like $first, qr{OutubroR\$ 1\.582,50a pagarbolsa: ganho de R\$ 550,00; cripto: ganho de R\$ 10\.000,00}, 'the tile of October';
my ($asset) = grep { $_->{symbol} eq 'PETRJ300' } @{ $c->json("/v1/portfolios/$id/assets")->{data} };
is_deeply $asset->{meta}, { note => 'minha', option => { kind => 'call', strike => '30.00', expiry => '2026-10-16', underlying => 'PETR4', outcome => 'expired' } }, 'what was there stays';

# ---- both are paid ----

for my $wrong ([amount => '82,5x', qr{Veio “82,5x”}], [amount => '', qr{Falta preencher este campo}], [paid_on => '2026-11-21', qr{Veio “21/11/2026”; esperado: um dia até hoje}],
	[paid_on => 'ontem', qr{Veio “ontem”}]) {
	$page = press('/tax', { about => 'paid' }, $wrong->[0] => $wrong->[1]);
	is $page->status, 400, "refused: $wrong->[0] $wrong->[1]";
	like text($page), $wrong->[2], 'at its field';
	like text($page), qr{DARF de outubro de 2026.*Já paguei.*DARF do ano.*Os doze meses}s, 'of the same card, on the page of the year';
	like text($page), qr{value="\Q$wrong->[1]\E"}, 'with its value' if $wrong->[1];
}
is_deeply $c->json('/v1/portfolio/tax/inputs')->{paid}, [], 'nothing was written';
my ($twice) = forms($c->page('/tax'), about => 'paid');
is $b->post_form(@$twice)->status, 303, "sent $_" for 'once', 'twice';
is_deeply [map { [@$_{qw(code period amount paid_on)}] } @{ $c->json('/v1/portfolio/tax/inputs')->{paid} }], [['6015', '2026-10', '82.50', '2026-11-20']], 'and written once';
{
	my $inputs = $c->json('/v1/portfolio/tax/inputs');
	my $with = sub { $c->write(PUT => '/v1/portfolio/tax/inputs', { paid => [@{ $inputs->{paid} }, map { { code => '4600', period => '2026-10', amount => $_, paid_on => '2026-11-20' } } @_] }); return };
	my $card = '/tax?year=2026&darf=4600-2026-10';
	$with->('1000.00');
	like said($card), qr{Valor principal que faltaR\$ 500,00O imposto do período: R\$ 1\.500,00.*Já pago: R\$ 1\.000,00}s, 'of one paid in part, what is left is what is copied';
	like $c->page($card), qr{data-copy="500,00"}, 'and nothing else';
	$with->('1000.00', '600.00');
	like said($card), qr{Já pago: R\$ 1\.600,00Pago a mais, a restituir ou compensar na Receita \(PER/DCOMP\): R\$ 100,00}, 'of one paid twice, what is too much';
	$with->();
}
my ($other) = forms($c->page('/tax'), about => 'paid');
is $other->[1]{code}, '4600', 'the other one is next';
$b->post_form(@$twice);
like main_of(text($b->arrive($b->post_form($other->[0], { %{ $twice->[1] }, once => $other->[1]{once} })))), qr{Já estava informado: nada mudou\.(?!Desfazer)}, 'the same payment from another tab is said to be there';
is scalar @{ $c->json('/v1/portfolio/tax/inputs')->{paid} }, 1, 'counts once';
$page = press('/tax', { about => 'paid' });
like main_of(text($page)), qr{Nada a pagar até 30/11/2026\.}, 'nothing is left to pay';
like main_of(text($page)), qr{OutubroR\$ 1\.582,50pago}, 'and October is paid';

# ---- an answer is changed, and taken back ----

my ($change) = map { Lastro::Browser::unescape($_) } $c->page('/tax/inputs?year=2026') =~ m{<a href="(/portfolios/$id/tax/fact\?about=outcome[^"]*)">Mudar};
like $change, qr{^/}, 'an answer leads to its form';
press($change, { about => 'outcome' }, outcome => 'exercised');
like said('/tax'), qr{Falta 1 resposta para fechar outubro}, 'an exercise lacks its row';
like said($at), qr{Foi exercida: falta o lançamento.*Lançar o exercício}, 'which is said';
my ($exercise) = map { Lastro::Browser::unescape($_) } $c->page($at) =~ m{<a href="([^"]*)">Lançar o exercício};
like $exercise, qr{/transactions/new\?tipo=compra&option=PETRJ300$}, 'the link has the option';
like $c->page($exercise), qr{<option value="exercise" selected>.*value="PETRJ300"}s, 'and its form what it is';
press($change, { about => 'outcome' }, forget => 'on');
like said($at), qr{O que houve com a opção no vencimento\?}, 'taken back, it is asked again';
answer($at, [qr{PETRJ300}, outcome => 'expired']);
my ($paid) = map { Lastro::Browser::unescape($_) } $c->page('/tax/inputs?year=2026') =~ m{<a href="(/tax/input\?about=paid[^"]*4600[^"]*)">Mudar};
press($paid, { about => 'paid' }, amount => '1.499,00');
like said('/tax'), qr{A pagar até 30/11/2026: R\$ 1,00, de outubro}, 'a payment is corrected: one real is left';
$page = press($paid, { about => 'paid' }, amount => '3');
is $page->status, 409, 'a page from before the correction changes nothing';
like text($page), qr{mudou em outra página}, 'and says so';
($paid) = map { Lastro::Browser::unescape($_) } $c->page('/tax/inputs?year=2026') =~ m{<a href="(/tax/input\?about=paid[^"]*4600[^"]*)">Mudar};
press($paid, { about => 'paid' }, forget => 'on');
like said('/tax'), qr{A pagar até 30/11/2026: R\$ 1\.500,00}, 'and taken back';

# ---- every other kind of answer ----

my $p2 = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
rates($t, '2022-06-01' => '5.00', '2023-03-01' => '5.20', '2026-02-02' => '5.00', '2026-06-01' => '5.50');
$t->sql('update ptax set buy = sell');
$c->write(POST => "/v1/portfolios/$p2/transactions", [
	row('CDB RUI', 'renda_fixa', 'buy', '2026-02-03', '1', '1000'), row('RUIX21', 'debenture', 'buy', '2026-02-03', '1', '1000'),
	row('WEGE3', 'stock', 'buy', '2026-02-03', '100', '50'),
	row('VOO', 'us', 'buy', '2022-06-01', '20', '400'), row('VOO', 'us', 'sell', '2023-03-01', '15', '500'),
	row('SMAL11', 'fii', 'buy', '2026-02-03', '10', undef), row('SMAL11', 'fii', 'sell', '2026-03-10', '5', '120'),
	row('VALE3', 'fii', 'sell', '2026-04-08', '5', '60'),
	{ %{ row('MGLU3', 'stock', 'buy', '2026-05-15', '100', '50') }, event_kind => 'exercise' }, row('MGLU3', 'stock', 'sell', '2026-05-18', '10', '3000'),
]);
$c->write(POST => "/v1/portfolios/$p2/income", { symbol => 'VOO', asset_type => 'us', kind => 'dividend', pay_date => '2026-06-01', amount => '7.00', note => 'trimestre' });

sub meta { my ($symbol) = @_; my ($a) = grep { $_->{symbol} eq $symbol } @{ $c->json("/v1/portfolios/$p2/assets")->{data} }; return $a->{meta} }
sub month { my ($m) = @_; my ($x) = grep { $_->{month} eq $m } @{ $c->json('/v1/portfolio/tax?year=2026')->{months} }; return $x }

my $wrong = answer($at, [qr{CDB RUI}, paper => 'LCA'], [qr{WEGE3}, tax_id => '11.111.111/1111-11'], [qr{SMAL11}, f0 => '1,x'], [qr{VOO.*Pago em}s, gross_amount => '6,99'], [qr{VALE3}, f0 => '2026-04-01', f2 => '40']);
is $wrong->status, 400, 'of five answers four are wrong';
$page = main_of(text($wrong));
like $page, qr{WEGE3: Veio “11\.111\.111/1111-11”; esperado: um CNPJ de 14 dígitos, com os verificadores certos}, 'a wrong CNPJ';
like $page, qr{SMAL11: Veio “1,x”; esperado}, 'a wrong price';
like $page, qr{VOO: Veio “6,99”; esperado}, 'a gross amount below the net one';
like $page, qr{VALE3: Falta preencher}, 'and a purchase without its quantity, all at once';
like text($wrong), qr{value="\Q$_\E"}, "keeping $_" for '11.111.111/1111-11', '1,x', '6,99', '2026-04-01', '40';
$page = answer($at, [qr{WEGE3}, tax_id => '529.982.247-25']);
is $page->status, 400, 'a CPF is no CNPJ';
like main_of(text($page)), qr{WEGE3: Veio “529\.982\.247-25”; esperado: um CNPJ de 14 dígitos}, 'which is said';
$page = answer($at, [qr{CDB RUI}, paper => 'PADA3']);
is $page->status, 400, 'a paper that is not offered is refused';
like main_of(text($page)), qr{CDB RUI: Veio “PADA3”; esperado: uma destas: CDB; RDB; LC, letra de câmbio; LF; LCI;}, 'with those that are';
is_deeply meta($_), {}, "$_ is as it was" for 'CDB RUI', 'WEGE3';

# SMAL11: 5 x 120 - 5 x 100 = 100, 20 %: 20.00.  VALE3: 5 x 60 - 5 x 40 = 100.
my @seven = ([qr{CDB RUI}, paper => 'LCA'], [qr{RUIX21}, incentive => 'true'], [qr{WEGE3}, tax_id => '84.429.695/0001-11'], [qr{SMAL11}, f0 => '100,00'],
	[qr{VOO.*Pago em}s, gross_amount => '10,00'], [qr{VALE3}, f0 => '2026-04-01', f1 => '5', f2 => '40'], [qr{MGLU3}, f0 => 'MGLUE50']);
sub everything { return map { $c->json("/v1/portfolios/$p2/$_?limit=200")->{data} } qw(assets transactions income) }
my @before = everything();
my $answered = answer($at, @seven);
is_deeply meta('CDB RUI'), { paper => 'LCA' }, 'seven answers';
is $b->submit($answered, { which => qr{/mend/undo$} })->status, 303, 'are taken back by one press';
is_deeply [everything()], \@before, 'to what there was';
$page = main_of(text(answer($at, @seven)));
like $page, qr{Guardadas 7 respostas\..*Desfazer}, 'seven answers with one press' or diag $page;
is_deeply meta('CDB RUI'), { paper => 'LCA' }, 'a paper';
is_deeply meta('RUIX21'), { incentive => JSON::PP::true() }, 'an incentive';
is_deeply meta('WEGE3'), { tax_id => '84.429.695/0001-11' }, 'a CNPJ';
is month('2026-03')->{fii}{tax}, '20.00', 'the price of a purchase';
is month('2026-04')->{fii}{result}, '100.00', 'a purchase that was not there';
sub paid_by { return [map { [@$_{qw(symbol pay_date amount gross_amount note)}] } @{ $c->json("/v1/portfolios/$p2/income")->{data} }] }
is_deeply paid_by(), [['VOO', '2026-06-01', '7.00', '10.00', 'trimestre']], 'a gross amount: one payment as before';
answer('/tax/missing?year=2023', [qr{VOO}, origin => 'brl']);
is_deeply meta('VOO'), { origin => 'brl' }, 'where the money came from';
answer($at, [qr{MGLU3}, f0 => '2026-05-04', f1 => '100', f2 => '2']);
# The 100 cost 50 + 2: 10 x 3,000 - 10 x 52 = 29,480.
is month('2026-05')->{common}{result}, '29480.00', 'an exercise, its option and the purchase of it';

# ---- statements about the whole ----

my $inputs = '/tax/inputs?year=2026';
sub add { my ($about, %typed) = @_; return press("/tax/input?about=$about&back=" . Lastro::Browser::escape($inputs), { about => $about }, %typed) }
sub stated { return $c->json('/v1/portfolio/tax/inputs') }

for my $wrong (['13/2025', qr{Veio “13/2025”; esperado: mês e ano, como 10/2026}], ['12/2026', qr{Veio “12/2026”; esperado: um mês até o atual, 11/2026}], ['', qr{Falta preencher este campo}]) {
	$page = add('carry', month => $wrong->[0], common => '1000');
	is $page->status, 400, "no month: $wrong->[0]";
	like text($page), $wrong->[1], 'is said';
	like text($page), qr{value="1000"}, 'and the rest is kept';
}
$page = add('carry', month => '12/2025', common => '1', zzz => 'x');
is $page->status, 400, 'a field that the page has not';
like main_of(text($page)), qr{A página não tem o campo “zzz”\.}, 'is named';
unlike $page->body, qr{#zzz}, 'and leads nowhere';
add('carry', month => '12/2025', common => '1.000,00');
is_deeply stated()->{carry}, [{ month => '2025-12', common => '1000.00' }], 'losses brought';
# 29,480 - 1,000, 15 %: 4,272.00.
is month('2026-05')->{common}{tax}, '4272.00', 'are used';
like main_of(text(add('carry', month => '12/2025', common => '480,00'))), qr{Guardado: 12/2025; Operações comuns R\$ 480,00\. Antes: 12/2025; Operações comuns R\$ 1\.000,00\.Desfazer}, 'what a second statement replaces is said';
$page = add('carry', month => '12/2025', fii => '0');
is_deeply stated()->{carry}, [{ month => '2025-12', common => '480.00', fii => '0.00' }], 'one statement a month, and what was not typed stays';
my ($keep) = forms(text($page), undo => qr{.});
like main_of(text($b->arrive($b->post_form(@$keep)))), qr{Desfeito\.}, 'with its undo';
is_deeply stated()->{carry}, [{ month => '2025-12', common => '480.00' }], 'to what was there';
$page = add('carry', month => '12/2025');
is $page->status, 400, 'without an amount it is refused';
like text($page), qr{Falta preencher: ao menos um valor; 0 se nada restava\..*value="12/2025"}s, 'beside the fields, with what was typed';
is_deeply stated()->{carry}, [{ month => '2025-12', common => '480.00' }], 'and nothing is written';
add('carry', month => '12/2025', common => '480,00', fii => '0');
add('withheld', month => '5/2026', basket => 'common', amount => '1,50');
is_deeply stated()->{withheld}, [{ month => '2026-05', basket => 'common', amount => '1.50' }], 'a withholding';
# 29,000 at 15 % less 1.50.
is month('2026-05')->{due}, '4348.50', 'is deducted';
is add('exterior_loss', year => '2023', amount => '10')->status, 400, 'no losses abroad before 2024';
add('exterior_loss', year => '2025', amount => '9,00');
add('exterior_loss', year => '2025', amount => '10,00');
is_deeply stated()->{exterior_loss}, [{ year => 2025, amount => '10.00' }], 'a loss abroad, one a year';
press($inputs, { about => 'withheld_policy' }, withheld_policy => 'estimated', out1 => $p2);
is_deeply [@{ stated() }{qw(withheld_policy exclude)}], ['estimated', [$p2]], 'a portfolio is left out';
is month('2026-04'), undef, 'and its sales with it';
press($inputs, { about => 'withheld_policy' }, withheld_policy => 'informed', out0 => undef, out1 => undef);
is_deeply [@{ stated() }{qw(withheld_policy exclude)}], ['informed', []], 'and back';
my ($carry) = map { Lastro::Browser::unescape($_) } $c->page($inputs) =~ m{<a href="(/tax/input\?about=carry&amp;was=[^"]*)">Mudar};
press($carry, { about => 'carry' }, forget => 'on');
is_deeply stated()->{carry}, [], 'taken back';
is scalar @{ stated()->{paid} }, 1, 'the payments stay';

# ---- two portfolios with one press, sent twice and taken back ----

my $p3 = $c->write(POST => '/v1/portfolios', { name => 'Terceira' })->{id};
$c->write(POST => "/v1/portfolios/$p3/transactions", [row('ABEV3', 'stock', 'sell', '2026-04-09', '2000', '15')]);
$c->write(POST => "/v1/portfolios/$id/transactions", [row('BBAS3', 'stock', 'buy', '2026-04-01', '1000', undef), row('BBAS3', 'stock', 'sell', '2026-04-10', '1000', '30')]);
sub rows_of { my ($of, $symbol) = @_; return [map { [@$_{qw(symbol kind quantity price)}] } grep { $_->{symbol} eq $symbol } @{ $c->json("/v1/portfolios/$of/transactions?limit=100")->{data} }] }
my ($both) = grep { $_->[0] =~ m{missing$} } forms(my $shown = $c->page($at));
my %typed = %{ $both->[1] };
for ([ABEV3 => f0 => '2026-04-01'], [ABEV3 => f1 => '2000'], [ABEV3 => f2 => '10'], [BBAS3 => f0 => '20']) {
	my ($symbol, $field, $value) = @$_;

	$shown =~ m{<legend><bdi>\Q$symbol\E</bdi>(?:(?!</li>).)*? name="(q[0-9a-f]{16}-$field)"}s or die "$symbol $field";
	$typed{$1} = $value;
}
my @went = map { $b->post_form($both->[0], \%typed) } 1, 2;
is_deeply [map { $_->status } @went], [303, 303], 'a double press';
is $went[0]->header('Location'), $went[1]->header('Location'), 'leads to one page';
is_deeply rows_of($p3, 'ABEV3'), [['ABEV3', 'buy', '2000', '10'], ['ABEV3', 'sell', '2000', '15']], 'and writes one purchase';
is_deeply [map { $_->[3] } @{ rows_of($id, 'BBAS3') }], ['20', '30'], 'and a price in the other portfolio';
# 2,000 x (15 - 10) + 1,000 x (30 - 20) on sales of 60,000.
is month('2026-04')->{common}{result}, '20000.00', 'April has both';
is_deeply [sort split /\n/, $t->sql("select kind || ' ' || (detail ->> 'portfolio_id') from audit order by occurred_at desc, id desc limit 2")],
	["transaction.created $p3", "transaction.updated $id"], 'each write is audited';
is $b->post_form($both->[0], { %typed, map { $_ => '21' } grep { $typed{$_} eq '20' } keys %typed })->status, 422, 'Back, and another value: the same page is not sent twice';
$page = $b->arrive($went[0]);
my ($back) = forms(text($page), undo => qr{.});
is $back->[0], '/portfolio/mend/undo', 'one undo of both';
like main_of(text($b->arrive($b->post_form(@$back)))), qr{Desfeito}, 'is pressed';
is_deeply rows_of($p3, 'ABEV3'), [['ABEV3', 'sell', '2000', '15']], 'no purchase';
is_deeply [map { $_->[3] } @{ rows_of($id, 'BBAS3') }], [undef, '30'], 'and no price is left';
$c->write(DELETE => "/v1/portfolios/$p3");

# ---- of one portfolio, and of another person ----

like said("/portfolios/$p2/tax?year=2026"), qr{o imposto devido é o do CPF}, 'one portfolio is not the taxpayer';
is scalar forms($c->page("/portfolios/$p2/tax?year=2026")), 0, 'nothing is paid for it alone';
like said("/portfolios/$p2/tax/inputs?year=2026"), qr{WEGE3CNPJ84\.429\.695/0001-11Mudar}, 'the answers about its assets';
my ($cnpj) = map { Lastro::Browser::unescape($_) } $c->page("/portfolios/$p2/tax/inputs?year=2026") =~ m{<a href="(/portfolios/$p2/tax/fact\?about=tax_id[^"]*)">Mudar};
is press($cnpj, { about => 'tax_id' }, tax_id => '52998224725')->status, 400, 'no CPF there, either';
press($cnpj, { about => 'tax_id' }, tax_id => '84429695000111');
like said("/portfolios/$p2/tax/inputs?year=2026"), qr{WEGE3CNPJ84\.429\.695/0001-11Mudar}, 'a bare CNPJ is shown as people write it';
my ($bia) = $c->person('bia@example.com');
my ($fact) = forms($c->page("/portfolios/$id/tax/fact?about=outcome&asset=$asset->{id}"), about => 'outcome');
is $bia->open("/portfolios/$id/tax/fact?about=outcome&asset=$asset->{id}")->status, 404, "another's answer is not seen";
my ($token) = forms($c->page('/tax/input?about=carry', $bia), about => 'carry');
is $bia->post_form($fact->[0], { %{ $fact->[1] }, csrf => $token->[1]{csrf}, outcome => 'exercised' })->status, 404, 'nor changed';
is $b->open("/portfolios/$id/tax/fact?about=$_&asset=$asset->{id}")->status, 404, "no such answer: $_" for 'note', 'gross_amount';
is $b->open($_)->status, 404, "no such statement: $_" for '/tax/input?about=x', '/tax/input';

# ---- a question of an earlier month comes first, and what the declaration pays leads to its question ----

my ($eva) = $c->person('eva@example.com');
my $ofs = $c->write(POST => '/v1/portfolios', { name => 'Dela' }, $eva)->{id};
sub hers { my ($path) = @_; return main_of($c->page($path, $eva)) }

# 0.01 x 120,000 = 1,200: of a person who keeps it here it is exempt, below 35,000; of one who keeps it abroad it is of the year.
$c->write(POST => "/v1/portfolios/$ofs/transactions", [row('BTC', 'crypto', 'buy', '2026-01-08', '1', '100000'), row('BTC', 'crypto', 'sell', '2026-04-09', '0.01', '120000')], $eva);
like hers('/tax'), qr{Ainda não se sabe o imposto do exterior, que se paga com a declaração de 2027\. Nenhum DARF a pagar até 30/11/2026\.Ver o que falta}, 'the first line leads to the answer';
unlike hers($at), qr{o que ficar vazio}, 'one question is answered or not';
# What last year has to be paid with its declaration is on the page of this year, too: 10 x (50 - 30) = 200.00 dollars of gain in 2025.
{
	my ($gil) = $c->person('gaspar@example.com');
	my $his = $c->write(POST => '/v1/portfolios', { name => 'Dele' }, $gil)->{id};
	$c->write(POST => "/v1/portfolios/$his/transactions", [row('AAPL', 'us', 'buy', '2025-02-03', '10', '30'), row('AAPL', 'us', 'sell', '2025-06-02', '10', '50')], $gil);
	my ($line) = main_of($c->page('/tax?year=2025', $gil)) =~ m{(Ainda não se sabe o imposto do exterior, que se paga com a declaração de 2026\.|A pagar com a declaração de 2026: R\$ [\d.,]+, do exterior, código 0211, até 29/05/2026\. O prazo já passou)};
	ok $line, 'the year that is over says what its declaration pays';
	like main_of($c->page('/tax', $gil)), qr{De 2025: \Q$line\E.*?Ver 2025}, 'and the page of this year says it, too';
	unlike main_of($c->page('/tax?year=2024', $gil)), qr{De 2025|De 2023}, 'that of another does not';
	# Dollars at 5.00 and 6.00: 10 x 50 x 6 - 10 x 30 x 5 = 1,500.00 of gain, 15 % of which are 225.00.
	rates($t, '2025-02-03' => '5.00', '2025-06-02' => '6.00');
	$t->sql('update ptax set buy = sell');
	my $year = '/tax?year=2025';
	like main_of($c->page($year, $gil)), qr{A pagar com a declaração de 2026: R\$ 225,00, do exterior, código 0211, até 29/05/2026\. O prazo já passou}, 'what it pays, in reais';
	my ($to) = map { Lastro::Browser::unescape($_) } $c->page($year, $gil) =~ m{<a class="btn" href="([^"]*)">Já paguei com a declaração<};
	my ($form) = forms($c->page($to, $gil), about => 'paid');
	is_deeply [@{ $form->[1] }{qw(code period amount paid_on back)}], ['0211', '12/2025', '225,00', '', $year], 'that it was paid is one day to type' or diag explain $form;
	like text($gil->post_form($form->[0], { %{ $form->[1] }, period => '11/2025', paid_on => '2026-05-29' })), qr{de 0211, dezembro de um ano a partir de 2024}, 'of a year, not of a month';
	like main_of(text($gil->post_form($form->[0], { %{ $form->[1] }, amount => '225,01', paid_on => '2026-05-29' }))), qr{O que falta do principal é R\$ 225,00}, 'more than is due is asked about';
	my $after = main_of(text($gil->arrive($gil->post_form($form->[0], { %{ $form->[1] }, amount => '25,00', paid_on => '2026-05-29' }))));
	like $after, qr{A pagar com a declaração de 2026: R\$ 200,00}, 'a part of it leaves the rest';
	($to) = map { Lastro::Browser::unescape($_) } $c->page($year, $gil) =~ m{<a class="btn" href="([^"]*)">Já paguei com a declaração<};
	($form) = forms($c->page($to, $gil), about => 'paid');
	$after = main_of(text($gil->arrive($gil->post_form($form->[0], { %{ $form->[1] }, paid_on => '2026-05-30' }))));
	like $after, qr{Guardado: .*Nada a pagar de 2025\..*Exterior, no ano ?pago com a declaração.*Pago com a declaraçãoR\$ 225,00}, 'and the year is done';
	unlike $after, qr{Já paguei com}, 'with nothing to press';
	unlike main_of($c->page('/tax', $gil)), qr{De 2025:}, 'nor does this year speak of it';
	like $c->page("$year", $gil), qr{field=exterior\.paid}, 'the sum is explained';
	# February: 5 x (100 - 200) = -500.00.  March: shares sold for 300.00 are exempt, and 5 x (250 - 200) = 250.00 is below the loss.
	$c->write(POST => "/v1/portfolios/$his/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'rv' } }, $gil);
	$c->write(POST => "/v1/portfolios/$his/transactions", [row('BOVA97', 'etf', 'buy', '2026-01-08', '10', '200'), row('BOVA97', 'etf', 'sell', '2026-02-09', '5', '100'), row('BOVA97', 'etf', 'sell', '2026-03-09', '5', '250'),
		row('PETR4', 'stock', 'buy', '2026-01-08', '20', '20'), row('PETR4', 'stock', 'sell', '2026-03-10', '10', '30'), row('PETR4', 'stock', 'sell', '2026-04-09', '10', '30')], $gil);
	my $months = main_of($c->page('/tax', $gil));
	like $months, qr{MarçoR\$ 0,00sem imposto}, 'a gain that a loss covers is not called exempt, beside one that is';
	like $months, qr{AbrilR\$ 0,00isento}, 'one that is exempt alone is';
}
$c->write(POST => "/v1/portfolios/$ofs/transactions", [row('BOVA99', 'etf', 'buy', '2026-01-08', '10', '100'), row('BOVA99', 'etf', 'sell', '2026-03-08', '5', '230'), row('BOVA98', 'etf', 'buy', '2026-01-08', '10', '100'), row('BOVA98', 'etf', 'sell', '2026-10-08', '5', '230')], $eva);
like hers($at), qr{Faltam 5 respostas: 1 em Março de 2026, 1 em Abril de 2026, 1 em Outubro de 2026, 2 em Bens e Direitos\. Para fechar março falta 1\.Responda o que souber: o que ficar vazio continua aqui\.}, 'the months ascend';

# ---- each month counts what it waits for, and leads to it ----

sub to_answer { my ($path) = @_; my ($to) = $c->page($path, $eva) =~ m{<a class="btn go" href="([^"]*)">Responder}; return $to =~ s/&amp;/&/gr }
$c->write(POST => "/v1/portfolios/$ofs/transactions", row('BOVA99', 'etf', 'sell', '2026-10-09', '5', '90'), $eva);
like hers($at), qr{BOVA99.*De que tipo é o ETF\?.*A mesma resposta serve a outubro\..*BTC}, 'one question of two months is asked once';
like hers('/tax'), qr{Falta 1 resposta para fechar março\.}, 'March waits for it';
is to_answer('/tax'), "$at#2026-03", 'at its card';
like $c->page($at, $eva), qr{<section class="card" id="2026-03">}, 'which is there';
like hers('/tax/month?month=2026-10'), qr{Faltam 2 respostas para fechar outubro\.}, 'October waits for that and its own';
is to_answer('/tax/month?month=2026-10'), "$at#2026-03", 'the first of which is of March';
my ($etf) = grep { $_->{symbol} eq 'BOVA99' } @{ $c->json("/v1/portfolios/$ofs/assets", $eva)->{data} };
$c->write(PATCH => "/v1/portfolios/$ofs/assets/$etf->{id}", { meta => { etf_kind => 'rv' } }, $eva);
unlike hers('/tax'), qr{fechar março}, 'answered, March is closed';
like hers('/tax/month?month=2026-10'), qr{Falta 1 resposta para fechar outubro\.}, 'and October waits for one';
is to_answer('/tax/month?month=2026-10'), "$at#2026-10", 'at its own card';
$c->write(POST => "/v1/portfolios/$ofs/transactions", [map { (row("ETFX$_", 'etf', 'buy', '2026-01-08', '1', '10'), row("ETFX$_", 'etf', 'sell', '2026-03-10', '1', '9')) } 10 .. 29], $eva);
is to_answer('/tax/month?month=2026-10'), "$at&page=2#2026-10", 'on the page where it is';
like $c->page("$at&page=2", $eva), qr{<section class="card" id="2026-10">}, 'which has its card';

# ---- on the page of one portfolio ----

my ($own) = grep { $_->[0] =~ m{missing$} } forms($c->page("/portfolios/$ofs/tax/missing?year=2026", $eva));
is $own->[0], "/portfolios/$ofs/tax/missing", 'a portfolio has its own form';
my ($kept) = grep { /-etf_kind$/ } keys %{ $own->[1] };
is $b->post_form($own->[0], { %{ $own->[1] }, csrf => $twice->[1]{csrf}, $kept => 'rv' })->status, 404, 'which another person cannot send';
$page = $eva->arrive($eva->post_form($own->[0], { %{ $own->[1] }, $kept => 'rv' }));
like main_of(text($page)), qr{Guardada 1 resposta\. ETFX\d\d: De ações \(renda variável\)\.Desfazer}, 'its answer is written';
my ($again) = forms(text($page), undo => qr{.});
is $again->[0], "/portfolios/$ofs/mend/undo", 'and taken back there';
like main_of(text($eva->arrive($eva->post_form(@$again)))), qr{Desfeito}, 'with one press';

# ---- losses of before ----

my ($gil) = $c->person('gil@example.com');
my $old = $c->write(POST => '/v1/portfolios', { name => 'Dele' }, $gil)->{id};
# The sale of an ETF of FIIs is without an answer: what is left of it only the person knows.
$c->write(POST => "/v1/portfolios/$old/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'fii' } }, $gil);
$c->write(POST => "/v1/portfolios/$old/transactions", [row('BOVA97', 'etf', 'buy', '2025-01-08', '10', '100'), row('BOVA97', 'etf', 'sell', '2025-05-08', '5', '90'),
	row('XPLG11', 'fii', 'buy', '2026-01-08', '1000', '20'), row('XPLG11', 'fii', 'sell', '2026-03-09', '1000', '30')], $gil);
like main_of($c->page('/tax', $gil)), qr{Falta 1 resposta para fechar março\.}, 'a gain waits for the losses of the year before';
my ($losses) = grep { $_->[0] =~ m{missing$} } forms($c->page($at, $gil));
my ($of_fii) = grep { /-fii$/ } keys %{ $losses->[1] };
$page = $gil->post_form($losses->[0], { %{ $losses->[1] }, $of_fii => '1.000,0x' });
like main_of(text($page)), qr{Março de 2026: Veio “1\.000,0x”}, 'a wrong amount is refused at its month';
$page = $gil->arrive($gil->post_form($losses->[0], { %{ $losses->[1] }, $of_fii => '1.000,00' }));
like main_of(text($page)), qr{Prejuízos ao fim de 02/2026; FII e Fiagro R\$ 1\.000,00\.Desfazer}, 'the losses are written';
# (10,000 - 1,000) x 20 %.
like main_of($c->page('/tax', $gil)), qr{R\$ 1\.800,00}, 'and used';
my ($lost) = forms(text($page), undo => qr{.});
$gil->arrive($gil->post_form(@$lost));
is_deeply $c->json('/v1/portfolio/tax/inputs', $gil)->{carry}, [], 'and taken back';

# ---- a late DARF, paid in part ----

my ($noa) = $c->person('noa@example.com');
my $late = $c->write(POST => '/v1/portfolios', { name => 'De Noa' }, $noa)->{id};
# 100 x (400 - 200) = 20,000, 15 %: 3,000.00, of August, due on 30 September.
$c->write(POST => "/v1/portfolios/$late/assets", { symbol => 'BOVA97', asset_type => 'etf', meta => { etf_kind => 'rv' } }, $noa);
$c->write(POST => "/v1/portfolios/$late/transactions", [row('BOVA97', 'etf', 'buy', '2026-01-08', '200', '200'), row('BOVA97', 'etf', 'sell', '2026-08-11', '100', '400')], $noa);
sub i_paid { my (%typed) = @_; my ($form) = forms($c->page('/tax', $noa), about => 'paid'); return $noa->post_form($form->[0], { %{ $form->[1] }, %typed }) }
sub paid_of { return [map { $_->{amount} } @{ $c->json('/v1/portfolio/tax/inputs', $noa)->{paid} }] }
sub noa_said { my ($path) = @_; return main_of($c->page($path, $noa)) }
$page = i_paid(paid_on => '2026-01-05');
is $page->status, 400, 'nothing is paid before its period';
like main_of(text($page)), qr{Veio “05/01/2026”; esperado: um dia a partir de 01/08/2026\..*DARF de agosto de 2026.*Já paguei}, 'which is said in its card';
is_deeply paid_of(), [], 'and not written';
$page = i_paid(paid_on => '2026-08-31');
like main_of(text($page)), qr{Nada foi gravado\. Em 31/08/2026, agosto ainda não tinha acabado\. Corrija, ou grave assim mesmo\.}, 'nor before its end, without a question';
is_deeply paid_of(), [], 'nor written';
$page = i_paid(amount => '3.630,00');
is $page->status, 400, 'a total with fine and interest is not the principal';
like main_of(text($page)), qr{Nada foi gravado\. O que falta do principal é R\$ 3\.000,00; multa e juros não entram aqui\. Corrija, ou grave assim mesmo\..*DARF de agosto de 2026.*Já paguei.*Gravar assim mesmo}, 'which is warned of';
like text($page), qr{value="3\.630,00"}, 'with what was typed';
is_deeply paid_of(), [], 'and not written';
# "1.000" in reais is a thousand.
like main_of(text($noa->arrive(i_paid(amount => '1.000')))), qr{Guardado: 6015: bolsa, FII e Fiagro; Mês apurado 08/2026; Valor pago, sem multa e juros R\$ 1\.000,00; Pago em 20/11/2026\. Foi depois do vencimento: a multa e os juros iam junto, e não entram aqui\.Desfazer}, 'what was paid is said, and what a late one leaves out';
like main_of(text($noa->arrive(i_paid(amount => '100', period => '2026-07')))), qr{Nada foi gravado\. Pelos lançamentos, nada se devia de julho, código 6015\. Corrija, ou grave assim mesmo\.}, 'what is not due is asked about';
# 3,000.00 - 1,000.00.
$page = noa_said('/tax?year=2026');
like $page, qr{Valor principal que faltaR\$ 2\.000,00}, 'the card has what is left';
like $page, qr{DARF do ano.*6015 · agostovenceu em 30/09/2026; pago em parteem atrasoR\$ 2\.000,00}, 'and so has the row' or diag $page;
like $page, qr{AgostoR\$ 2\.000,00em atraso}, 'and the tile of the month';
$page = i_paid(amount => '2.000,01');
my ($sure) = map { Encode::decode('UTF-8', Lastro::Browser::unescape($_)) } $page->body =~ m{name="sure" value="([^"]*)">Gravar assim mesmo<};
is $sure, "O que falta do principal é R\$\x{a0}2.000,00; multa e juros não entram aqui. ", 'more than what is left is warned of';
is i_paid(amount => '2.000,01', sure => $sure)->status, 303, 'confirmed, it is written';
is_deeply paid_of(), ['1000.00', '2000.01'], 'as it was typed';
# 3,000.00 - 2,996.00 = 4.00.
{
	my $inputs = $c->json('/v1/portfolio/tax/inputs', $noa);
	my %kept = map { $_ => $inputs->{$_} } qw(carry withheld withheld_policy paid exterior_loss exclude);
	$c->write(PUT => '/v1/portfolio/tax/inputs', { %kept, paid => [{ %{ $kept{paid}[0] }, amount => '2996.00' }] }, $noa);
	like noa_said('/tax?year=2026'), qr{Valor principal que faltaR\$ 4,00.*Um DARF de menos de R\$ 10,00 não se emite: pague o que falta junto com o próximo do código 6015, e informe aqui o dia\.}, 'too little for a DARF of its own';
	$c->write(PUT => '/v1/portfolio/tax/inputs', \%kept, $noa);
	unlike noa_said('/tax?year=2026'), qr{não se emite}, 'of what is paid nothing is said';
}
like noa_said('/tax?year=2026'), qr{AgostoR\$ 3\.000,00pago}, 'a paid month has its whole tax';
my ($too_much) = map { Lastro::Browser::unescape($_) } $c->page($inputs, $noa) =~ m{<a href="(/tax/input\?about=paid[^"]*2000[^"]*)">Mudar};
my ($mend) = forms($c->page($too_much, $noa), about => 'paid');
is $noa->post_form($mend->[0], { %{ $mend->[1] }, amount => '2.000,00' })->status, 303, 'its correction is measured without it';
is_deeply paid_of(), ['1000.00', '2000.00'], 'and written';

$t->finish;
done_testing;
