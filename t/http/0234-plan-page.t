#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The plan as pages, by a browser without a script: targets are said, read, changed, withdrawn; an amount is divided; what to buy is
# written as transactions and taken back.  And the sheet.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Console qw(between card figures row same told_text);
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
sub text { my ($r) = @_; return told_text(Encode::decode('UTF-8', $r->body) =~ s{<head.*?</head>}{}sr) }
sub html { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
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
is $b->open("/v1$base/../targets")->status, 404, 'nothing was written' if 0;

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
refused(papers2 => qr/um ativo uma só vez/, 'a paper twice', papers2 => "GOLD11 (ETFs)\nGOLD11 (ETFs)");
refused(papers0 => qr/pertençam à fatia/, 'a part of another slice', papers0 => "MXRF11 = 100", papers2 => "MXRF11\nGOLD11 (ETFs)");
refused(band_pp => qr/Veio “-1”/, 'a band below 0', band_pp => '-1');
is $b->open("/v1/portfolios/$id/targets")->status, 404, 'nothing was written';

# One row more keeps what was typed.
$r = $b->arrive($b->submit($form, %three, pct2 => '20', add => 'on'));
(undef, $kept) = Lastro::Browser::form($r, qr{/targets$});
is_deeply [@$kept{qw(rows name3 pct2)}, Encode::decode('UTF-8', $kept->{name0})], [4, '', '20', 'Ações'], 'one row more';
$r = $b->submit($r, {});
is $r->status, 303, 'an empty row is nobody\'s';
is $r->header('location'), $base, 'to the plan';
my $j = $c->json("/v1/portfolios/$id/targets");
is_deeply [map { [@$_{qw(name pct types assets inside)}] } @{ $j->{slices} }], [
	['Ações', '50.00', ['stock'], [], [{ symbol => 'PETR4', asset_type => 'stock', pct => '60.00' }, { symbol => 'ITUB4', asset_type => 'stock', pct => '40.00' }]],
	['Imóveis', '30.00', ['fii'], [], []], ['Ouro', '20.00', [], [{ symbol => 'GOLD11', asset_type => 'etf' }], []]], 'written as they were said';

# ---- where it is ----

$page = $b->open($base);
my $at = html($page);
# Stocks 6,000 of 10,000: 60 % of 50 %, beyond 5 points; real estate 20 % of 30 %, gold 0 % of 20 %.
like text($page), qr/Fora da faixa: Ações 10,00 pontos acima, Imóveis 10,00 pontos abaixo e Ouro 20,00 pontos abaixo\./, 'first, in one sentence';
like text($page), qr/Você diz as metas; aqui se faz a conta\. Não é recomendação/, 'nothing is recommended';
my $card = card($at, 'Metas e onde está');
my $seen = figures($card =~ s{<details.*?</details>}{}sgr);
my $plan = $c->json("/v1$base");
same($seen, $_, map { $_->{$_[0] // ''} } ()) for ();
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
like told_text(card($at, 'Sem meta')), qr/CDB X.*Renda fixa.*R\$.2\.000,00.*20,00%/s, 'what has no target, with its share';

# ---- the amount ----

# From the first page: Plano, Calcular.
my $presses = 0;
my $first = $b->open('/portfolios');
$page = $b->arrive($b->open(link_of($first, 'Plano')));
$presses++;
like html($page), qr{<form method="get" action="\Q$base\E">.*?name="contribution".*?name="sell" value="true".*?<button type="submit">Calcular</button>}s, 'one amount, one box';
$page = $b->open("$base?contribution=2.000%2C00");
$presses++;
is $presses, 2, 'two presses to the list';
$j = $c->json("/v1$base?contribution=2000.00");
my $buys = card(html($page), 'O que comprar');
# Gold is raised to 0, real estate 2,000: 30ths at 66.67, gold to 2,000 / 50 x 20 ... as 0473 has by hand; the page has the JSON's.
my @slices = grep { $_->{amount} > 0 } @{ $j->{slices} };
cmp_ok scalar @slices, '>=', 1, 'slices that get something';
my %row = map { my @cells = map { told_text($_) } m{<td[^>]*>(.*?)</td>}gs; $cells[0] => \@cells } $buys =~ m{<tr>(.*?)</tr>}gs;
for my $s (@slices) {
	my $f = figures(($buys =~ m{<tr>((?:(?!</tr>).)*<b>\Q$s->{name}\E</b>.*?)</tr>}s)[0] // '');

	same($f, 'amount', $s->{amount});
	same($f, 'left', $s->{left}) if $s->{buy};
}
like told_text(html($page)), qr/ficarem todas no mesmo nível: em reais, \d/, 'the level';
for my $bad ('abc', '0', '-5', '1,234', '2000.001') {
	my $r = $b->open("$base?contribution=" . Lastro::Browser::escape($bad));

	is $r->status, 400, "$bad is refused";
	like faults($r)->{contribution} // '', qr/Veio “\Q$bad\E”; esperado: um valor em reais acima de 0/, 'with what came and what is expected';
	like html($r), qr{name="contribution"[^>]* value="\Q$bad\E"}, 'and kept';
}
done_testing;
