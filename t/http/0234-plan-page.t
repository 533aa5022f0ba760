#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The plan as pages, by a browser without a script: targets are said, read, changed, withdrawn; an amount is divided; what to buy is
# written as transactions and taken back.  And the sheet.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Console qw(card figures row same same_what_if told_text);
use Lastro::Market qw(closes rates);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '30.00');
closes($t, b3 => 'VALE3', '2026-11-19' => '60.00');
closes($t, b3 => 'MXRF11', '2026-11-19' => '10.00');
closes($t, b3 => 'ITUB4', '2026-11-19' => '40.00');
closes($t, us => 'VOO', '2026-11-19' => '100.00');
rates($t, '2026-11-19' => '5.0000');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
$t->lastro_ok('plan', 'set', 'free', '--portfolios', 20);
my ($b) = $c->person('ana@example.com');

# text() - what a person reads of an answer.
sub html { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub text { my ($r) = @_; return told_text((ref $r ? html($r) : $r) =~ s{<head.*?</head>}{}sr) =~ s/[ \n\t]+/ /gr }
sub link_of { my ($r, $label) = @_; my ($to) = html($r) =~ m{<a [^>]*?href="([^"]*)"[^>]*>\Q$label\E</a>}; return Lastro::Browser::unescape($to // die "no link $label") }

# ---- nothing yet ----

like text($b->open('/plan')), qr/Ainda não há metas/, 'without portfolios: nothing, and what to do';
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
# PETR4 100 x 30 = 3,000; VALE3 50 x 60 = 3,000; MXRF11 200 x 10 = 2,000; a CDB at its cost 2,000: 10,000 in all.
$c->write(POST => "/v1/portfolios/$id/transactions", [row('PETR4', 'stock', 'buy', '2026-01-05', '100', '10'), row('VALE3', 'stock', 'buy', '2026-01-05', '50', '50'),
	row('MXRF11', 'fii', 'buy', '2026-01-05', '200', '9'), row('CDB X', 'renda_fixa', 'buy', '2026-01-05', '2', '1000')]);
my $base = "/portfolios/$id/plan";
is $b->open('/plan')->header('location'), $base, 'of one portfolio, the plan of all is that one';
my $page = $b->open($base);
like text($page), qr/Ainda não há metas/, 'which has none';
like html($page), qr{<nav class="tabs".*?<a href="\Q$base\E" aria-current="page">Plano</a>}s, 'a tab of the portfolio';
like html($b->open('/portfolios')), qr{<nav class="main-nav".*?<a href="/plan">Plano</a>.*<nav class="bottom".*?<a href="/plan">}s, 'and in both bars';

# ---- saying them ----

my $form = $b->open(link_of($page, 'Definir as metas'));
my %three = (name0 => 'Ações', pct0 => '50', classe0_stock => 'on', papers0 => "petr4 = 60\nITUB4 = 40,00", name1 => 'Imóveis', pct1 => '30,0', classe1_fii => 'on',
	name2 => 'Ouro', pct2 => '19,99', papers2 => 'GOLD11 (ETFs)');
my $r = $b->submit($form, %three);
is $r->status, 400, '99.99 is refused';
like text($r), qr/Nada foi gravado\. As fatias somam 99,99%; devem somar 100,00%\./, 'the sum is said';
my (undef, $kept) = Lastro::Browser::form($r, qr{/targets$});
is_deeply { map { $_ => Encode::decode('UTF-8', $kept->{$_}) } keys %three }, \%three, 'and every value kept';

# faults() - the texts beside the fields of a refused form.
sub faults { my ($r) = @_; my %f; my $h = html($r); $f{$1} = Lastro::Browser::unescape($2) while $h =~ m{<p class="err" id="([^"]*)-erro">(.*?)</p>}g; return \%f }
sub refused {
	my ($field, $text, $name, %change) = @_;
	my $r = $b->submit($form, %three, pct2 => '20', %change);

	is $r->status, 400, $name;
	like faults($r)->{$field} // '', $text, "beside $field";
}
refused(name1 => qr/nenhuma outra/, 'two of one name', name1 => 'Ações');
refused(pct1 => qr/Veio “x”/, 'no number', pct1 => 'x');
refused(pct1 => qr/Falta preencher/, 'no per cent', pct1 => '');
refused(papers1 => qr/Veio “Ações”; esperado: cada classe em uma só fatia/, 'a class in two', classe1_stock => 'on');
refused(papers1 => qr/ao menos uma classe ou um ativo/, 'a slice of nothing', classe1_fii => undef);
refused(papers2 => qr/Veio “Ouro em barras”; esperado: o código de um ativo, com a classe/, 'a paper whose class nobody knows', papers2 => 'Ouro em barras');
refused(papers2 => qr/o código de um ativo, com a classe/, 'nor its part', papers2 => 'Ouro em barras = 20');
refused(papers2 => qr/um ativo uma só vez/, 'a paper twice', papers2 => "GOLD11 (ETFs)\nGOLD11 (ETFs)");
refused(papers2 => qr/um ativo uma só vez/, 'a paper of another slice', papers0 => "MXRF11 = 100", papers2 => "MXRF11\nGOLD11 (ETFs)");
refused(band_pp => qr/Veio “-1”/, 'a band below 0', band_pp => '-1');
is $b->open("/v1/portfolios/$id/targets")->status, 404, 'nothing was written';

# One row more keeps what was typed.
$r = $b->arrive($b->submit($form, %three, pct2 => '20', add => 'on'));
(undef, $kept) = Lastro::Browser::form($r, qr{/targets$});
is_deeply [@$kept{qw(rows name3 pct2)}, Encode::decode('UTF-8', $kept->{name0})], [4, '', '20', 'Ações'], 'one row more';
$r = $b->submit($r, {});
is $r->status, 303, 'an empty row is nobody\'s';
like $r->header('location'), qr{^\Q$base\E\?undo=}, 'to the plan';
my $saved = $b->arrive($r);
like text($saved), qr/Metas gravadas: Ações 50,00%, Imóveis 30,00%, Ouro 20,00%\. Desfazer/, 'which says what was written';
my $j = $c->json("/v1/portfolios/$id/targets");
is_deeply [map { [@$_{qw(name pct types assets inside)}] } @{ $j->{slices} }], [
	['Ações', '50.00', ['stock'], [], [{ symbol => 'PETR4', asset_type => 'stock', pct => '60.00' }, { symbol => 'ITUB4', asset_type => 'stock', pct => '40.00' }]],
	['Imóveis', '30.00', ['fii'], [], []], ['Ouro', '20.00', [], [{ symbol => 'GOLD11', asset_type => 'etf' }], []]], 'written as they were said';

# One press takes it back: there were none.
$r = $b->submit($saved, { which => qr{/mend/undo$} });
like text($b->arrive($r)), qr/Desfeito\..*Ainda não há metas/, 'taken back';
is $b->open("/v1/portfolios/$id/targets")->status, 404, 'as it was before';
$b->submit($b->open("$base/targets"), %three, pct2 => '20');
is_deeply $c->json("/v1/portfolios/$id/targets")->{slices}, $j->{slices}, 'and said again';

# ---- where it is ----

$page = $b->open($base);
my $at = html($page);
# Stocks 6,000 of 10,000: 60 % of 50 %, beyond 5 points; real estate 20 % of 30 %, gold 0 % of 20 %.
like text($page), qr/Fora da faixa: Ações 10,00 pontos acima, Imóveis 10,00 pontos abaixo e Ouro 20,00 pontos abaixo\./, 'first, in one sentence';
like text($page), qr/Você diz as metas; aqui se faz a conta\. Não é recomendação/, 'nothing is recommended';
my $card = card($at, 'Metas e onde está');
my $seen = figures($card =~ s{<details.*?</details>}{}sgr);
same($seen, 'share_pct', '60.00', '20.00', '0.00');
same($seen, 'pct', '50.00', '30.00', '20.00');
same($seen, 'value', '6000.00', '2000.00', '0.00');
same($seen, 'drift_pp', '10.00', '-10.00', '-20.00');
same($seen, 'missing', '1000.00', '1000.00', '2000.00');	# 5,000 - 6,000; 3,000 - 2,000; 2,000
is scalar(() = $card =~ m{<svg class="meter" role="img" aria-label="(?:Ações: 60,00%, meta de 50,00%|Imóveis|Ouro)}g), 3, 'a meter each';
# The scale ends at 70 %: the share of 60 at 85.7 %, the target of 50 at 71.4 %, the band from 45 (64.2) to 55 (10 of 70: 14.2).
like $card, qr{<rect class="band" x="64\.2%" width="14\.2%".*?<rect class="k1" width="85\.7%".*?<line class="want" x1="71\.4%"}s, 'share, target and band';
# Inside: PETR4 3,000 of 6,000 of 60 %, ITUB4 none of 40 %, VALE3 3,000 of none.
my ($inside) = $card =~ m{<summary>Dentro de Ações</summary>(.*?)</details>}s;
same(figures($inside), 'share_pct', '50.00', '0.00', '50.00');
same(figures($inside), 'pct', '60.00', '40.00', '0.00');
like told_text(card($at, 'Sem meta')), qr/CDB X.*Renda fixa, 20,00%.*do total.*R\$.2\.000,00/s, 'what has no target, with its share';

# ---- the amount ----

# From the first page: Plano, Calcular.
my $presses = 0;
my $first = $b->open('/portfolios');
$page = $b->arrive($b->open(link_of($first, 'Plano')));
$presses++;
like html($page), qr{<form method="get" action="\Q$base\E">.*?name="contribution".*?name="sell" value="true".*?<button type="submit">Calcular</button>}s, 'one amount, one box';
$page = $b->open("$base?contribution=5.000%2C00");
like html($page), qr{<a href="[^"]*/transactions/new">Lançar o que escolheu</a>}, 'what is left to choose is entered from there';
$presses++;
is $presses, 2, 'two presses to the list';
# 5,000 and the 8,000 of the slices raise all to 130 a point: stocks 6,500 - 6,000, real estate 3,900 - 2,000, gold 2,600.
# Of the 500 ITUB4 gets all (at 40 points; PETR4 is at 50): 12 of 40.00 are 480.00, and 20.00 buy nothing.
my $buys = card(html($page), 'O que comprar');
my @rows = map { [map { text($_) =~ s/^ | $//gr } m{<td[^>]*>(.*?)</td>}gs] } grep { /<td/ } split m{</tr>}, $buys;
is_deeply \@rows, [['Ações', "R\$\x{a0}500,00", '', '', '', "R\$\x{a0}20,00"], ['ITUB4', "R\$\x{a0}500,00", '12', "R\$\x{a0}40,00", "R\$\x{a0}480,00", ''], ['Imóveis', "R\$\x{a0}1.900,00", '', '', '', ''],
	['Ouro', "R\$\x{a0}2.600,00", '', '', '', "R\$\x{a0}0,00"], ['GOLD11 sem preço hoje: só o valor', "R\$\x{a0}2.600,00", '', '', '', '']], 'what to buy; of a class the amount';
like text($page), qr/ficarem todas no mesmo nível: em reais, 130,00 por ponto de meta\. Nada é vendido/, 'the level';
# Each leads to its explanation, of the same amount.
for my $case (['level', 'field=plan.level&amp;contribution=5000.00', '130'], ['amount', 'field=plan.slices.buy&amp;slice=A%C3%A7%C3%B5es&amp;contribution=5000.00', '500.00'],
	['share_pct', 'field=plan.slices.share_pct&amp;slice=A%C3%A7%C3%B5es', '60.00'],
	['amount', 'field=plan.slices.buy&amp;symbol=ITUB4&amp;asset_type=stock&amp;slice=A%C3%A7%C3%B5es&amp;contribution=5000.00', '500.00']) {
	my ($name, $query, $value) = @$case;
	my ($shown) = html($page) =~ m{<a href="/portfolios/$id/explain\?\Q$query\E"><data class="$name" value="([^"]*)"} or diag html($page);

	is $shown + 0, $value + 0, "$name is a link";
	same(figures(html($b->open("/portfolios/$id/explain?" . Lastro::Browser::unescape($query)))), $query =~ /field=([^&]*)/, $value);
}
my $csv = $b->open(link_of($page, 'Baixar em planilha'));
is Encode::decode('UTF-8', $csv->body), join("\r\n", 'meta;ativo;classe;valor;parcela;alvo;distancia;fora;falta;aporte;quantidade;preco;custo;sobra;motivo',
	'Ações;;;6000,00;60,00;50,00;10,00;sim;-1000,00;500,00;;;;20,00;',
	'Ações;PETR4;Ações;3000,00;50,00;60,00;-10,00;sim;600,00;0,00;0;30;0,00;;', 'Ações;ITUB4;Ações;0,00;0,00;40,00;-40,00;sim;2400,00;500,00;12;40;480,00;;',
	'Ações;VALE3;Ações;3000,00;50,00;0,00;50,00;sim;-3000,00;0,00;0;60;0,00;;', 'Imóveis;;;2000,00;20,00;30,00;-10,00;sim;1000,00;1900,00;;;;;',
	'Ouro;;;0,00;0,00;20,00;-20,00;sim;2000,00;2600,00;;;;0,00;', 'Ouro;GOLD11;ETFs;;;;;;;2600,00;;;;;sem preço', ';CDB X;Renda fixa;2000,00;20,00;;;;;;;;;;sem meta', ''), 'the same as a sheet';
is $csv->header('Content-Disposition'), 'attachment; filename="plano.csv"', 'with a name';
is $b->open("/v1$base?format=pdf")->code, 'invalid_parameter', 'and no other';
for my $bad ('abc', '0', '-5', '1,234', '2000.001') {
	my $r = $b->open("$base?contribution=" . Lastro::Browser::escape($bad));

	is $r->status, 400, "$bad is refused";
	like faults($r)->{contribution} // '', qr/Veio “\Q$bad\E”; esperado: um valor em reais acima de 0/, 'with what came and what is expected';
	like html($r), qr{name="contribution"[^>]* value="\Q$bad\E"}, 'and kept';
}

# With sales: 8,000 without the CDB: stocks 4,000 - 6,000. Inside 4,000: PETR4 2,400 - 3,000: 20 of 30; ITUB4 1,600: 40 of 40; VALE3 is no part: all 50.
my $sale = $b->open("$base?contribution=0&sell=true");
@rows = map { [map { text($_) =~ s/^ | $//gr } m{<td[^>]*>(.*?)</td>}gs] } grep { /<td/ } split m{</tr>}, card(html($sale), 'O que comprar e vender');
is_deeply [map { [@$_[0, 2, 1]] } @rows[0 .. 3]], [['Ações', '', "−R\$\x{a0}2.000,00"], ['PETR4', '−20', "−R\$\x{a0}600,00"], ['ITUB4', '40', "R\$\x{a0}1.600,00"], ['VALE3', '−50', "−R\$\x{a0}3.000,00"]], 'what is sold has a minus';

# Their tax: 600.00 and 3,000.00 of sales in the month, below 20,000.00: exempt.
my $tax = card(html($sale), 'O imposto destas vendas');
my $said = $c->json("/v1$base?contribution=0&sell=true")->{tax};
is_deeply $said->{before}{months}, [], 'nothing was sold before';
same(figures($tax), 'before.share_sales', undef);
same(figures($tax), "after.$_", $said->{after}{months}[0]{$_}) for qw(share_sales due);
same(figures($tax), 'after.share_sales', '3600.00');
like text($tax), qr/Ganho isento, 11\/2026 — sim/, 'exempt';
is_deeply [map { (split /;/)[0, 1, 12, 14] } grep { /^Imposto/ } split /\r\n/, Encode::decode('UTF-8', $b->open(link_of($sale, 'Baixar em planilha'))->body)],
	['Imposto', 'Vendido em ações, 11/2026', '3600,00', 'sem estas vendas: nada', 'Imposto', 'Devido, 11/2026', '0,00', 'sem estas vendas: nada'], 'in the sheet, too';
unlike html($page), qr/O imposto destas vendas/, 'none where nothing is sold';

# ---- written ----

sub trades { return [map { [@$_{qw(symbol kind trade_date quantity price)}] } grep { $_->{trade_date} gt '2026-11-01' } @{ $c->json("/v1/portfolios/$id/transactions")->{data} }] }
my $preview = $b->open(link_of($page, 'Lançar estas compras'));
is $preview->status, 200, 'a preview';
like text($preview), qr/Nada foi gravado ainda\..*20\/11\/2026 ITUB4 Compra 12 40/, 'of today, at the price shown';
is_deeply trades(), [], 'nothing is written yet';
my (undef, $fields) = Lastro::Browser::form($preview, qr{/trades/preview$});
is_deeply [@$fields{qw(trade_date quantity0 price0)}], ['2026-11-20', '12', '40'], 'which can be changed';
for my $bad ([quantity0 => 'x', qr/Veio “x”/], [price0 => '-1', qr/Veio/], [quantity0 => '', qr/ao menos uma quantidade/], [trade_date => '2026-13-01', qr/Veio “2026-13-01”/]) {
	my $r = $b->shown($preview, { which => qr{/trades/preview$} }, $bad->[0] => $bad->[1]);

	is $r->status, 400, "$bad->[0] “$bad->[1]” is refused";
	like faults($r)->{ $bad->[0] } // '', $bad->[2], 'beside its field';
	is((Lastro::Browser::form($r, qr{/trades/preview$}))[1]{ $bad->[0] }, $bad->[1], 'and kept');
}
my $changed = $b->shown($preview, { which => qr{/trades/preview$} }, quantity0 => '10', price0 => '39,50');
like text($changed), qr/ITUB4 Compra 10 39,5/, 'another quantity and price';
for (1, 2) { $r = $b->submit($changed, { which => qr{/trades$} }) }
is_deeply trades(), [['ITUB4', 'buy', '2026-11-20', 10, 39.5]], 'a double press writes once';
my $back = $b->arrive($r);
like text($back), qr/Gravado: Compra de 10 ITUB4 \(ação\) em 20\/11\/2026, a R\$.39,50: R\$.395,00\. Desfazer/, 'back on the plan, what was written';
like text($b->arrive($b->submit($back, { which => qr{/mend/undo$} }))), qr/Desfeito\./, 'and one press';
is_deeply trades(), [], 'takes it back';
my $as_it_was = $t->digest(qw(held_file session));
$preview = $b->open(link_of($sale, 'Lançar estas compras e vendas'));
is $t->digest(qw(held_file session)), $as_it_was, 'what it would change writes nothing: every table is as it was';
# In the order of the plan: PETR4 20 of 30 sold, ITUB4 40 of 40 bought, VALE3 50 of 60 sold.
same_what_if(html($preview), $c->write(POST => "/v1/portfolios/$id/what-if", [row('PETR4', 'stock', 'sell', '2026-11-20', 20, 30), row('ITUB4', 'stock', 'buy', '2026-11-20', 40, 40),
	row('VALE3', 'stock', 'sell', '2026-11-20', 50, 60)]));
# Stocks 6,000 of 10,000, then 2,400 + 1,600 of 8,000; real estate 2,000, gold none.
$seen = figures(html($preview));
same($seen, 'before.share_pct', '60.00', '20.00', '0.00');
same($seen, 'after.share_pct', '50.00', '25.00', '0.00');
same($seen, 'after.share_sales', '3600.00');	# 600 and 3,000: below 20,000, so that the gain is exempt
like text($preview), qr/Ganho isento, 11\/2026 — sim/, 'exempt';
$back = $b->shown($preview, { which => qr{/trades$} });
like text($back), qr/Gravado: 3 lançamentos\./, 'several as one list';
is_deeply [sort map { join ' ', @$_ } @{ trades() }], ['ITUB4 buy 2026-11-20 40 40', 'PETR4 sell 2026-11-20 20 30', 'VALE3 sell 2026-11-20 50 60'], 'purchases and sales';
# Stocks are at 4,000 of 8,000 and the CDB's 2,000 now: PETR4 80 of 30, ITUB4 40 of 40.
same(figures(card(html($b->open($base)), 'Metas e onde está') =~ s{<details.*?</details>}{}sgr), 'value', '4000.00', '2000.00', '0.00');
$b->submit($back, { which => qr{/mend/undo$} });
is_deeply trades(), [], 'taken back as one';
is $b->open("$base/trades?contribution=x")->status, 400, 'no amount';

# ---- changing, withdrawing, history ----

$form = $b->open("$base/targets");
(undef, $kept) = Lastro::Browser::form($form, qr{/targets$});
is Encode::decode('UTF-8', $kept->{papers0}), "PETR4 (Ações) = 60,00\nITUB4 (Ações) = 40,00", 'the form has what is stored';
is_deeply [@$kept{qw(version rows name3 band_pp)}, $kept->{classe0_stock}], [3, 3, undef, '5,00', 'on'], 'of that version';
$c->write(PUT => "/v1/portfolios/$id/targets", { slices => [{ name => 'Tudo', pct => 100, types => ['stock'] }] });
$r = $b->submit($form, band_pp => '4');
is $r->status, 409, 'over what has changed';
like text($r), qr/as metas mudaram em outra página\. Confira e envie de novo/, 'nothing is written, and why';
for (1, 2) { is $b->submit($r)->status, 303, 'sent again it is' }
$j = $c->json("/v1/portfolios/$id/targets");
is_deeply [$j->{version}, $j->{band_pp}, scalar @{ $j->{slices} }], [5, '4.00', 3], 'once, as it stood on the form';
# Undone, the ones before it; over others than those that were written, nothing.
my $after = $b->submit($b->open("$base/targets"), band_pp => '3');
like text($b->arrive($b->submit($b->arrive($after), { which => qr{/mend/undo$} }))), qr/Desfeito/, 'a change is taken back';
is $c->json("/v1/portfolios/$id/targets")->{band_pp}, '4.00', 'to what it changed';
$after = $b->arrive($b->submit($b->open("$base/targets"), band_pp => '3'));
$c->write(PUT => "/v1/portfolios/$id/targets", { slices => $j->{slices}, band_pp => '4.00' });
$r = $b->submit($after, { which => qr{/mend/undo$} });
is $r->status, 409, 'what another page changed since is not';
like text($r), qr/Nada foi desfeito: o que foi gravado já mudou de novo/, 'and why';
is $c->json("/v1/portfolios/$id/targets")->{band_pp}, '4.00', 'it stays';
like text($b->open("$base?at=2026-11-19")), qr/Não havia metas em 19\/11\/2026/, 'yesterday there were none';
like text($b->open("$base?at=2026-11-20")), qr/As metas em 20\/11\/2026.*Ações 50,00% Ações; PETR4 \(Ações\) = 60,00; ITUB4 \(Ações\) = 40,00/, 'those of a day';
$r = $b->open("$base?at=ontem");
is_deeply [$r->status, faults($r)->{at}], [400, 'Veio “ontem”; esperado: um dia.'], 'no day';
$preview = $b->open(link_of($b->open($base), 'Retirar as metas'));
like text($preview), qr/Retirar as metas que valem desde 20\/11\/2026: Ações, 50,00% Imóveis, 30,00% Ouro, 20,00%/, 'what is withdrawn is shown before';
is $c->json("/v1/portfolios/$id/targets")->{version}, 9, 'and not yet';
like text($b->submit($preview, { which => qr{/withdraw$} }, version => 2)), qr/as metas mudaram em outra página.*Ver as metas de agora/, 'nor over others';
for (1, 2) { like +($r = $b->submit($preview, { which => qr{/withdraw$} }))->header('location'), qr{^\Q$base\E\?undo=}, 'withdrawn, once' }
like text($page = $b->arrive($r)), qr/Metas retiradas\. Desfazer.*Ainda não há metas/, 'there are none';
like text($b->arrive($b->submit($page, { which => qr{/mend/undo$} }))), qr/Desfeito\..*Metas e onde está/, 'taken back, they are there';
$b->submit($b->open("$base/targets/withdraw"), { which => qr{/withdraw$} });
like text($b->open("$base/targets/withdraw")), qr/Não há metas/, 'nor anything to withdraw';

# ---- all portfolios ----

my $two = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
$c->write(POST => "/v1/portfolios/$two/transactions", [row('VOO', 'us', 'buy', '2026-01-05', '4', '90')]);
$page = $b->open('/plan');
like text($page), qr/Ainda não há metas.*Carteira por carteira Outra Principal|Carteira por carteira Principal Outra/, 'of several, those of all or of each';
is $b->submit($b->open('/plan/targets'), name0 => 'Brasil', pct0 => '80', classe0_stock => 'on', classe0_fii => 'on', classe0_renda_fixa => 'on', name1 => 'Exterior', pct1 => '20',
	papers1 => 'voo')->header('location') =~ s/\?undo=.*//r, '/plan', 'targets of all';
$page = $b->open('/plan?contribution=1000');
# 10,000 and 4 x 100 dollars at 5: 2,000 of 12,000: 16.67 %; to 13,000 Brazil is at 125 a point, abroad at 100: 500 raise it to 125, the other 500 are 400 and 100.
$seen = figures(card(html($page), 'Metas e onde está'));
same($seen, 'share_pct', '83.33', '16.67');
my $found = figures(card(html($page), 'O que comprar'));
same($found, 'amount', '400.00', '600.00', '600.00');	# of both, and of VOO in the second
same($found, 'quantity', '1.2');	# 600 of 500 reais, in millionths
same($found, 'left', '0.00');
unlike text($page), qr/Lançar estas compras/, 'of all together nobody knows in which';
like text($b->open('/plan')), qr/Todas as metas estão dentro da faixa/, 'within the band';

# Those of all are taken back as those of one.
$after = $b->arrive($b->submit($b->open('/plan/targets'), band_pp => '2'));
like text($after), qr/Metas gravadas: Brasil 80,00%, Exterior 20,00%\. Desfazer/, 'of all: what was written';
like text($b->arrive($b->submit($after, { which => qr{/mend/undo$} }))), qr/Desfeito\./, 'and one press';
is $c->json('/v1/portfolio/targets')->{band_pp}, '5.00', 'takes it back';

# In dollars the price of a trade is the dollar's.
$c->write(PUT => "/v1/portfolios/$two/targets", { slices => [{ name => 'Fora', pct => 100, assets => [{ symbol => 'VOO', asset_type => 'us' }] }] });
$preview = $b->open("/portfolios/$two/plan/trades?contribution=1000");
(undef, $fields) = Lastro::Browser::form($preview, qr{/trades/preview$});
is_deeply [@$fields{qw(quantity0 price0)}], ['2', '100'], 'two of 100 dollars, 500 reais each';
like html($preview), qr/Preço de uma unidade, em dólares/, 'as its field says';

# ---- strangers ----

my ($bia) = $c->person('bia@example.com');
for my $path ($base, "$base/targets", "$base/targets/withdraw", "$base/trades?contribution=100") { is $bia->open($path)->status, 404, "$path is nobody else's" }

$t->finish;
done_testing;
