#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person types a purchase, a payment and other rows: the kind decides the fields, the symbol the class, the preview warns, one
# press writes, and one takes it back.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Console qw(figures row same same_what_if told_text);
use Lastro::Market qw(closes sector);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;

closes($t, b3 => 'PETR4', '2026-11-18' => '38.00', '2026-11-19' => '38.50');
closes($t, b3 => 'HGLG11', '2026-11-19' => '160.00');
sector($t, 'HGLG11', 'fii', 'Imóveis');
$t->sql("insert into instrument (venue, symbol, asset_type, name) values ('b3', 'PETR4', 'stock', 'PETROBRAS PN')");
$t->sql("insert into instrument (venue, symbol, asset_type, name) values ('us', 'ORBT', 'us', 'Orbit Trust ETF')");
$t->lastro_ok('compute', 'objects');

my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub faults { my ($html) = @_; my %f; $f{$1} = $2 while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
sub fields { my ($html) = @_; return [sort grep { !/^(?:csrf|once|q|tipo|kind|version)$/ } $html =~ m{<(?:input|select|textarea)[^>]* name="([^"]+)"}g] }
sub warned { my ($html) = @_; return [$html =~ m{<p class="note warn">([^<]*)</p>}g] }

# ---- where ----

like text($b->open('/launch')), qr{Ainda não há carteiras.*href="/portfolios/new"}s, 'without portfolios it leads to a new one';
my $id = $c->write(POST => '/v1/portfolios', { name => 'Uma' })->{id};
is $b->open('/launch')->header('Location'), "/portfolios/$id/transactions/new", 'the only one is not asked for';
my $other = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
my $html = text($b->open('/launch'));
like $html, qr{Em que carteira\?}, 'of several it asks which';
like $html, qr{href="/portfolios/$_/transactions/new"}, 'and leads to it' for $id, $other;
like text($b->open('/portfolios')), qr{href="/launch">lance à mão}, 'the overview leads there';
like text($b->open('/portfolios')), qr{<nav class="bottom".*href="/launch".*Lançar}s, 'and the bar of a phone';
is $b->open('/launch?x=1')->status, 400, 'an unknown parameter';

# ---- the kind decides the fields ----

my $new = "/portfolios/$id/transactions/new";
sub page { my ($query) = @_; my $r = $b->open($new . ($query // '')); is $r->status, 200, $query // 'the page'; return text($r) }
is_deeply fields(page()), [qw(asset_type event_kind fees institution note option price quantity symbol trade_date)], 'a purchase, whose class may be said';
is_deeply fields(page('?tipo=dividendo')), [qw(amount asset_type gross_amount note pay_date symbol)], 'a dividend';
is_deeply fields(page('?tipo=desdobramento')), [qw(asset_type note ratio symbol trade_date)], 'a split';
is_deeply fields(page('?tipo=bonificacao')), [qw(asset_type event_kind institution note price quantity symbol trade_date)], 'a bonus';
like page('?tipo=renda-fixa'), qr{<select id="asset_type".*?<option value="renda_fixa" selected}s, 'fixed income has a class to choose, begun with the most frequent';
like page('?tipo=exterior'), qr{<input type="hidden" name="asset_type" value="us">}, 'a foreign paper has not';
$html = page('?tipo=jcp&symbol=PETR4');
like $html, qr{aria-current="page">JCP</a>}, 'the chosen kind';
like $html, qr{<input id="symbol"[^>]* value="PETR4"}, 'and the paper of the link';
like $html, qr{<input id="pay_date"[^>]* value="2026-11-19"}, 'and the last day of a session: today is a holiday';
like $html, qr{tipo=venda&amp;symbol=PETR4"}, 'the other kinds keep it';
is $b->open("$new?tipo=nada")->status, 400, 'a kind that there is not';

# ---- the class is asked at once where the symbol does not tell it ----

unlike page('?symbol=HGLG11'), qr{id="asset_type"}, 'of a known paper it is not asked';
like page('?symbol=ABCD11'), qr{>Classe</label>\s*<select id="asset_type" name="asset_type" autocomplete="off">}, 'of one that may be a fund, a unit or an ETF it is';
like page('?tipo=renda-fixa'), qr{>Classe</label>\s*<select id="asset_type" name="asset_type" autocomplete="off">}, 'and of fixed income, whose name tells nothing';
like page(), qr{Classe \(vazia: a que o código diz\)</label>\s*<select id="asset_type" name="asset_type" autocomplete="off">}, 'and before any symbol it may be said';

# ---- the search: the field of the paper is its box ----

is_deeply [page() =~ m{name="(q|symbol)"}g], ['symbol'], 'one box for the paper';
sub searched {
	my ($tipo, %f) = @_;
	my $form = $b->open("$new?tipo=$tipo");
	my ($action, $values) = Lastro::Browser::form($form, qr/preview/);
	my $r = $b->post_form($action, { %$values, %f, do => 'search' });

	is $r->status, 303, 'a search';
	return text($b->open($r->header('Location')));
}
$html = searched('venda', symbol => 'zzz', quantity => '7', note => 'minha');
like $html, qr{Nada foi encontrado com “zzz”}, 'a name that nothing has';
like $html, qr{aria-current="page">Venda</a>.*value="zzz".*value="7".*minha}s, 'the kind and what was typed stay';
$t->sql("insert into object (no, id, kind, name, anchor_type, anchor_value, source, status) select max(no) + 1, 'fund:FIND12', 'fund', 'FINDADO FII', 'ticker', 'FIND12', 'typed', 'inactive' from object");
$t->sql("insert into object_name (object_no, name, folded, words, n_words, vector, kind, subkind, source) select no, name, 'findado fii', 'fii findado', 2, '', kind, '', 'typed' from object where id = 'fund:FIND12'");
like searched('venda', symbol => 'findado'), qr{FINDADO FII \(inativo\)</li>}, 'a fund that its register no longer has as active says so';
my ($chosen) = map { Lastro::Browser::unescape($_) } searched('venda', symbol => 'hglg', quantity => '7') =~ m{<li><a href="(\Q$new\E\?[^"]*symbol=HGLG11)">HGLG11</a>};
ok $chosen, 'a found paper leads to the form' or $chosen = $new;
$html = text($b->open($chosen));
like $html, qr{aria-current="page">Venda</a>.*value="HGLG11".*value="7"}s, 'with it and what was typed';
unlike $html, qr{id="asset_type"}, 'and its class is known';
like searched('compra', symbol => 'petrobras'), qr{symbol=PETR4">PETR4</a>\s*PETROBRAS PN}, 'one is found by its name';
like searched('compra', symbol => 'imóveis'), qr{Nada foi encontrado com “imóveis”}, 'a sector is no paper';
is_deeply [searched('exterior', symbol => 'orbit') =~ m{<li><a [^>]*symbol=(\w+)">\1</a>}g], ['ORBT'], 'one abroad has the code that its form takes';
unlike searched('compra', symbol => '<script>'), qr{<script>alert|“<script>}, 'and is text';
like searched('compra', symbol => ''), qr{Escreva o começo do código ou do nome}, 'nothing is looked for';
is $b->open("$new?typed=01a22535-db8c-70f9-85a3-44fa09182f3d")->status, 410, 'what is not kept';

# ---- a purchase ----

sub shown { my ($tipo, %f) = @_; return $b->shown($b->open("$new?tipo=$tipo"), { which => qr/preview/ }, %f) }
sub press {
	my ($page, $which, %more) = @_;
	my ($action, $f) = Lastro::Browser::form($page, $which // qr{/transactions$});
	my $r = $b->post_form($action, { %$f, %more });

	is $r->status, 303, 'one press' or diag text($r);
	return $b->open($r->header('Location'));
}
sub rows { return $c->json("/v1/portfolios/$id/transactions")->{data} }
sub incomes { return $c->json("/v1/portfolios/$id/income")->{data} }

my %buy = (symbol => 'petr4', trade_date => '2026-11-19', quantity => '1.000', price => 'R$ 38,50', fees => '4,90');
my $page = shown('compra', %buy);
is $page->status, 200, 'the preview of a purchase' or diag text($page);
# 1,000 × 38.50 = 38,500.00, and 4.90.
like told_text(text($page)), qr{Compra de 1\.000 PETR4 \(ação\) em 19/11/2026, a R\$.38,50: R\$.38\.500,00, com taxas R\$.38\.504,90\.}, 'its total';
is_deeply warned(text($page)), [], 'nothing is odd';
is_deeply rows(), [], 'and nothing is written';
$page = press($page);
like told_text(text($page)), qr{Gravado: Compra de 1\.000 PETR4 \(ação\) em 19/11/2026, a R\$.38,50}, 'one line confirms';
is_deeply [map { [@$_{qw(symbol asset_type quantity price fees)}] } @{ rows() }], [['PETR4', 'stock', '1000', '38.5', '4.90']], 'the row';

# ---- warnings ----

is_deeply warned(text(shown('compra', %buy))), ['Já há um lançamento igual de PETR4 em 19/11/2026.'], 'an equal row';
# 38.50 × 1.2 = 46.20
is_deeply warned(text(shown('compra', %buy, price => '46,20'))), [], 'a fifth above the close';
# 38,538.50 and a fifth of it: 7,707.70.
is_deeply warned(text(shown('compra', %buy, quantity => '1.001', fees => '7.707,71'))), ["As taxas, R\$ 7.707,71, passam de um quinto do valor, R\$ 38.538,50."], 'fees above a fifth';
is_deeply warned(text(shown('compra', %buy, quantity => '1.001', fees => '7.707,70'))), [], 'not at a fifth';
is_deeply warned(text(shown('compra', %buy, quantity => '1', price => '38,50', fees => '100,00'))), [], 'nor what a small order costs';
is_deeply warned(text(shown('compra', %buy, quantity => '100,5'))), ['100,5 de PETR4: a bolsa negocia unidades inteiras.'], 'a part of a share';
is_deeply [grep { /real/ } @{ warned(text(shown('compra', %buy, trade_date => '1926-11-19'))) }], ['19/11/1926 é de antes do real, de julho de 1994.'], 'another century';
is_deeply warned(text(shown('compra', %buy, price => '46,21'))), ['O preço de PETR4, R$ 46,21, está longe do fechamento de 19/11/2026, que foi R$ 38,50.'], 'more than a fifth';
is_deeply warned(text(shown('compra', %buy, trade_date => '2026-11-15'))), ['15/11/2026 não foi dia de pregão.'], 'a Sunday';
my %abroad = (symbol => 'ORBT', quantity => '1', price => '564.53', fees => '');
is_deeply warned(text(shown('exterior', %abroad, trade_date => '2026-11-15'))), ['15/11/2026 não foi dia de pregão.'], 'abroad, too';
is_deeply warned(text(shown('exterior', %abroad, trade_date => '2026-11-20'))), [], 'where a holiday of Brazil is none';
is_deeply warned(text(shown('compra', %buy, symbol => 'XPTO3'))), ['XPTO3 não está nos dados do mercado: fica sem cotação.'], 'an unknown ticker';
is_deeply warned(text(shown('venda', %buy, quantity => '2000'))), ['Venda de PETR4 em 19/11/2026 acima da quantidade em carteira: havia 1.000.'], 'more than there is';
{
	my $page = shown('venda', %buy, quantity => '2.000', note => 'tudo');
	like text($page), qr{<p>Em 19/11/2026 havia 1\.000 petr4: a venda de 2\.000 passa disso em 1\.000\.</p>}i, 'with what is held on that day';
	like text($page), qr{<input type="checkbox" id="confirm-true" name="confirm"}, 'which is to be confirmed';
	my ($action, $f) = Lastro::Browser::form($page, qr{/transactions$});
	my $back = $b->post_form($action, $f);
	is $back->status, 303, 'without that';
	$page = $b->open($back->header('Location'));
	like text($page), qr{role="alert">Nada foi gravado: marque que é assim mesmo}, 'nothing is written, and the preview comes again';
	is_deeply [map { $_->{kind} } @{ rows() }], ['buy'], 'no row';
	like text($page), qr{name="note"[^>]* value="tudo"}, 'and no value is lost';
	($action, $f) = Lastro::Browser::form($page, qr{/transactions$});
	$f->{confirm} = 'true';
	is $b->post_form($action, $f)->status, 303, 'confirmed';
	is_deeply [sort map { "$_->{kind} $_->{quantity}" } @{ rows() }], ['buy 1000', 'sell 2000'], 'it is written';
	my ($sale) = grep { $_->{kind} eq 'sell' } @{ rows() };
	my $csrf = $b->open('/v1/session')->json->{csrf_token};
	is $b->request('DELETE', "/v1/portfolios/$id/transactions/$sale->{id}", headers => { 'X-CSRF-Token' => $csrf })->status, 200, 'away again';
	unlike text(shown('venda', %buy, quantity => '1000')), qr{name="confirm"|passa disso}, 'a sale of all that is held asks nothing';
}
{
	# A correction is doubted as a new row is: 46.21 is more than a fifth above 38.50.
	my ($row) = @{ rows() };
	my $at = "/v1/portfolios/$id/transactions/$row->{id}";
	is_deeply $c->write(PATCH => $at, { price => '46.21' })->{warnings}, ['O preço de PETR4, R$ 46,21, está longe do fechamento de 19/11/2026, que foi R$ 38,50.'], 'a price that is corrected to one far off';
	is_deeply $c->write(PATCH => $at, { trade_date => '2026-11-15', price => '38.50' })->{warnings}, ['15/11/2026 não foi dia de pregão.'], 'a day without a session';
	is_deeply $c->write(PATCH => $at, { trade_date => '2026-11-19', price => '38.50' })->{warnings}, [], 'as it was';
	is_deeply $c->write(PATCH => $at, { note => 'x' })->{warnings}, [], 'and what is no trade is not doubted';
	$c->write(PATCH => $at, { note => undef });
}
{
	my $r = $c->write(POST => "/v1/portfolios/$other/transactions", { symbol => 'XPTO3', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-15', quantity => 1, price => 1 });
	is_deeply $r->{warnings}, ['XPTO3 não está nos dados do mercado: fica sem cotação.', '15/11/2026 não foi dia de pregão.'], 'a program is warned, too';
	$r = $c->write(POST => "/v1/portfolios/$other/transactions", { symbol => 'XPTO3', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-16', quantity => 2, price => 1 });
	is_deeply $r->{warnings} // [], [], 'once: the next row of the paper is no news' or diag explain $r;
	$r = $c->write(POST => "/v1/portfolios/$other/transactions", { symbol => 'XPTO3', asset_type => 'fii', kind => 'buy', trade_date => '2026-11-16', quantity => 1, price => 1 });
	is $r->{warnings}[0], 'A carteira já tem XPTO3 em outra classe: Ações. São dois ativos.', 'and of a second class';
}
{
	# What a correction is compared with are the rows beside it: not itself, and those of the paper that it goes to.
	my $third = $c->write(POST => '/v1/portfolios', { name => 'Correções' })->{id};
	my %row = (asset_type => 'stock', kind => 'buy', trade_date => '2026-11-16', quantity => 2, price => 1);
	my $add = sub { return $c->write(POST => "/v1/portfolios/$third/transactions", { %row, @_ }) };
	my $change = sub { my ($row, %to) = @_; return $c->write(PATCH => "/v1/portfolios/$third/transactions/$row->{id}", \%to)->{warnings} };
	my $alone = $add->(symbol => 'XPTO3');
	is_deeply $change->($alone, quantity => 3), [], 'the only row of a paper without market data is corrected without a word';
	my $second = $add->(symbol => 'XPTO3', quantity => 5);
	my $equal = ['Já há um lançamento igual de XPTO3 em 16/11/2026.'];
	is_deeply $change->($second, quantity => 3), $equal, 'a row that becomes equal to another';
	is_deeply $change->($second, price => undef), ['Sem o preço da compra de XPTO3, o custo do ativo fica sem valor.'], 'one without a price is another';
	is_deeply $change->($alone, price => undef), ['Já há um lançamento igual de XPTO3 em 16/11/2026.', 'Sem o preço da compra de XPTO3, o custo do ativo fica sem valor.'], 'but not than one without a price';
	my $elsewhere = $add->(symbol => 'YPTO3', quantity => 3, price => undef);
	is_deeply [grep { /igual/ } @{ $change->($elsewhere, symbol => 'XPTO3', asset_type => 'stock') }], $equal, 'a row that moves beside its equal';
}

# ---- numbers that read in two ways: as an imported sheet reads them ----

like faults(text(shown('compra', %buy, fees => '', price => '1.234')))->{price}, qr{^Veio “1\.234”, que se lê de dois modos: com ponto de milhar, escreva 1234 ou 1\.234,00; com três casas, 1,234\.$}, 'a price, alone, is refused with both readings';
like told_text(text(shown('compra', %buy, fees => '', price => '38'))), qr{Compra de 1\.000 PETR4}, 'the quantity of a paper in whole units is thousands';
like told_text(text(shown('compra', %buy, fees => '', price => '1.234', quantity => '1.000,0'))), qr{a R\$.1\.234,00}, 'the comma of another number proves the point';
like faults(text(shown('compra', symbol => 'BTC', asset_type => 'crypto', trade_date => '2026-11-19', quantity => '1.000', price => '38')))->{quantity}, qr{Veio “1\.000”, que se lê de dois modos: com ponto de milhar, escreva 1000 ou 1\.000,00;}, 'of one in parts it is refused';
like page(), qr{Como 100, 1\.000 ou 0,5\..*Como 1234,56 ou 1\.234,56, na moeda}s, 'the fields say how';

# ---- the class ----

$page = shown('compra', symbol => 'HGLG11', trade_date => '2026-11-19', quantity => '10', price => '160');
like told_text(text($page)), qr{Compra de 10 HGLG11 \(FII\)}, 'the market says what it is';
$page = shown('compra', symbol => 'ABCD11', trade_date => '2026-11-19', quantity => '10', price => '160');
is $page->status, 400, 'a ticker that may be a fund, a unit or an ETF';
$html = text($page);
is_deeply [keys %{ faults($html) }], ['asset_type'], 'asks for its class';
is faults($html)->{asset_type}, 'Falta preencher: a classe de ABCD11, que não está nos dados do mercado; ou corrija o código.', 'in words of people';
like $html, qr{<select id="asset_type" name="asset_type" autocomplete="off" aria-describedby="asset_type-erro" aria-invalid="true">}, 'with the field for it, which a browser does not require: the code alone may be wrong';
like $html, qr{<button type="submit" formnovalidate name="do" value="search">Procurar o ativo<}, 'nor does the search';
like told_text(text($b->shown($page, { which => qr/preview/ }, symbol => 'HGLG11'))), qr{Compra de 10 HGLG11 \(FII\)}, 'the code corrected, the class is known';
like $html, qr{<input id="quantity"[^>]* value="10"}, 'and keeps the rest';
$page = $b->shown($page, { which => qr/preview/ }, asset_type => 'etf');
like told_text(text($page)), qr{ABCD11 \(ETF\)}, 'chosen, it is taken';
$page = shown('compra', %buy, asset_type => 'fii');
is $page->status, 400, 'a class that contradicts the portfolio';
is faults(text($page))->{asset_type}, 'Veio “FII”; esperado: ação, a classe de petr4.', 'says which it is';

# ---- incomes ----

for my $case (['dividendo', 'dividend', 'Dividendo'], ['jcp', 'jcp', 'Juros sobre capital próprio'], ['rendimento', 'yield', 'Rendimento'], ['amortizacao', 'amortization', '(?i:a)mortização']) {
	my ($tipo, $kind, $said) = @$case;

	$page = shown($tipo, symbol => 'PETR4', pay_date => '2026-11-20', amount => 'R$ 1.038,50');
	like told_text(text($page)), qr{$said de PETR4 \(ação\) em 20/11/2026: R\$.1\.038,50\.}, "$tipo: its preview" or diag text($page);
	# An amortisation gives back cost: 38,504.90 - 1,038.50.
	my ($field, $before, $after) = $tipo eq 'amortizacao' ? qw(invested_cost 38504.90 37466.40) : qw(income_received 0.00 1038.50);
	like text($page), qr{<data class="before.$field" value="\Q$before\E">.*<data class="after.$field" value="\Q$after\E">}s, 'and what it changes';
	is_deeply incomes(), [], 'nothing is written';
	$page = press($page);
	like told_text(text($page)), qr{Gravado: $said de PETR4}, 'one line confirms';
	like text($page), qr{<a href="/portfolios/$id/transactions/new\?tipo=dividendo">Lançar</a>}, 'and the next is one press away';
	is_deeply [map { [@$_{qw(symbol asset_type kind pay_date amount)}] } @{ incomes() }], [['PETR4', 'stock', $kind, '2026-11-20', '1038.50']], 'the income';
	$page = press($page, qr{/mend/undo$});
	is_deeply incomes(), [], 'and is taken back';
}
# An amount has two places: a point before three digits is of thousands, a comma is a mistake.
is shown('dividendo', symbol => 'PETR4', pay_date => '2026-11-20', amount => '1.234')->status, 200, 'a thousand and more';
ok faults(text(shown('dividendo', symbol => 'PETR4', pay_date => '2026-11-20', amount => '1,234')))->{amount}, 'three places of an amount';
$page = shown('dividendo', symbol => 'PETR4', pay_date => '2026-11-21', amount => '');
is_deeply [sort keys %{ faults(text($page)) }], [qw(amount pay_date)], 'each fault of an income beside its field' or diag text($page);
is faults(text($page))->{pay_date}, 'Veio “21/11/2026”; esperado: até hoje, 20/11/2026.', 'a day after today is told which it must not pass';

# ---- the others ----

$page = press(shown('desdobramento', symbol => 'PETR4', trade_date => '2026-11-19', ratio => '2'));
like told_text(text($page)), qr{Gravado: Desdobramento ou grupamento de PETR4 \(ação\) em 19/11/2026: 2 por uma\.}, 'a split';
like told_text(text($page)), qr{Desdobramento ou grupamento\s*2 por uma}, 'and its ratio in the list';
my ($split) = grep { $_->{kind} eq 'split' } @{ rows() };
press($page, qr{/mend/undo$});
is_deeply [map { $_->{kind} } @{ rows() }], ['buy'], 'and is taken back';
is $b->open("/portfolios/$id/transactions?undo=$split->{id}")->status, 200, 'nothing is said of what no page wrote';
$page = press(shown('bonificacao', symbol => 'PETR4', trade_date => '2026-11-19', quantity => '100', price => '10'));
like told_text(text($page)), qr{PETR4\s*Bonificação\s*100}, 'a bonus by its name';
is_deeply [map { [@$_{qw(kind event_kind quantity price)}] } grep { $_->{event_kind} } @{ rows() }], [['adjust', 'bonus', '100', '10']], 'a bonus';
press(shown('renda-fixa', symbol => 'CDB Banco X 2028', asset_type => 'renda_fixa', trade_date => '2026-11-19', quantity => '1', price => '1.000,00'));
# ---- the terms of fixed income, with its purchase ----

like page('?tipo=renda-fixa'), qr{<legend>O que foi contratado, se souber</legend>.*name="$_"}s, "the form asks for $_" for qw(indexer pct rate maturity paper issuer exempt);
unlike page('?tipo=compra'), qr{name="indexer"}, 'a purchase of shares does not';
my %cdb = (symbol => 'CDB Banco Y 2029', asset_type => 'renda_fixa', trade_date => '2026-11-19', quantity => '1', price => '1.000,00', indexer => 'cdi', pct => '110%', maturity => '2029-11-19', paper => 'CDB', issuer => 'Banco Y');
sub meta_of { my ($a) = grep { $_->{symbol} eq $_[0] } @{ $c->json("/v1/portfolios/$id/assets")->{data} }; return $a && $a->{meta} }
$page = shown('renda-fixa', %cdb, maturity => '2029-13-01');
is $page->status, 400, 'a maturity that there is not';
is faults(text($page))->{maturity}, 'Veio “2029-13-01”; esperado: um dia, como 20/11/2026.', 'is refused at its field';
is faults(text(shown('renda-fixa', %cdb, maturity => '2026-11-19')))->{maturity}, 'Veio “19/11/2026”; esperado: um dia depois da compra.', 'and one that was over';
is faults(text(shown('renda-fixa', %cdb, indexer => 'prefixado', rate => '12')))->{pct}, 'Veio “110”; esperado: só com um índice, não no prefixado.', 'a percentage without an index';
is faults(text(shown('renda-fixa', %cdb, indexer => 'prefixado', pct => '', rate => '1e2')))->{rate}, 'Veio “1e2”; esperado: um número, como 1000 ou 38,50.', 'nobody types an exponent';
like faults(text(shown('renda-fixa', %cdb, anniversary_day => '1' x 19)))->{anniversary_day}, qr{^Veio “1{19}”}, 'a day of nineteen digits';
is faults(text(shown('renda-fixa', %cdb, trade_date => '')))->{trade_date}, 'Falta preencher este campo.', 'an empty day';
is faults(text(shown('renda-fixa', %cdb, price => '')))->{price} // '', '', 'an unknown price is none';
like text($page), qr{name="issuer"[^>]* value="Banco Y"}, 'and the others are kept';
for my $case (['an index without its percentage', pct => { pct => '' }, 'Falta preencher: o percentual do índice, como 100, ou a taxa que se soma a ele.'],
	['prices without a rate', rate => { indexer => 'ipca', pct => '' }, 'Falta preencher: a taxa que se soma ao índice, como 6,5, ou 0 se não há.'],
	['a kind that there is not', paper => { paper => 'banana' }, 'Veio “banana”; esperado: vazio, ou um de: CDB, RDB, LC, LF, LCI, LCA, LIG, LCD, LH, CRI, CRA, CPR, CDCA.'],
	['a mark that turns the direction', issuer => { issuer => "Banco\x{202e}Y" }, "Veio “Banco\x{fffd}Y”; esperado: texto de uma linha, sem caracteres de controle."]) {
	my ($name, $field, $wrong, $said) = @$case;
	my $before = $t->digest('held_file', 'session', 'idempotency_key');
	my $typed = (Lastro::Browser::form($b->open("$new?tipo=renda-fixa"), qr/preview/))[1];

	for my $r (shown('renda-fixa', %cdb, %$wrong), $b->post_form("/portfolios/$id/transactions", { %$typed, %cdb, %$wrong })) {
		is $r->status, 400, $name;
		is faults(text($r))->{$field}, $said, 'says at its field what is expected';
		like text($r), qr{name="symbol"[^>]* value="CDB Banco Y 2029".*<option value="@{[$wrong->{indexer} // 'cdi']}" selected}s, 'and keeps the rest';
	}
	is $t->digest('held_file', 'session', 'idempotency_key'), $before, 'and writes nothing';
}
is shown('renda-fixa', %cdb, %$_)->status, 200, join ' ', 'accepted:', %$_ for { pct => '', rate => '2' }, { indexer => 'ipca', pct => '', rate => '0' }, { paper => 'lci Banco Y' }, { indexer => '', pct => '', maturity => '', paper => '', issuer => '' };
$page = shown('renda-fixa', %cdb, asset_type => 'fund');
like faults(text($page))->{asset_type}, qr{Veio “fundo”; esperado: renda fixa, debênture ou Tesouro Direto, que têm contrato}, 'a fund has no terms';
is meta_of('CDB Banco Y 2029'), undef, 'nothing is written';
$page = shown('renda-fixa', %cdb);
is $page->status, 200, 'its preview' or diag text($page);
is meta_of('CDB Banco Y 2029'), undef, 'writes nothing';
like told_text(text($page)), qr{Contratado: 110% do CDI, até 19/11/2029\.}, 'says the terms, too';
$page = press($page);
like told_text(text($page)), qr{Gravado: Compra de 1 CDB Banco Y 2029 \(renda fixa .*?\) em 19/11/2026, a R\$.1\.000,00: R\$.1\.000,00\. Contratado: 110% do CDI, até 19/11/2029\.}, 'as the line that confirms';
is_deeply meta_of('CDB Banco Y 2029'), { fixed_income => { indexer => 'cdi', pct => '110', maturity => '2029-11-19', paper => 'CDB', issuer => 'Banco Y' } }, 'one press writes the terms with the purchase';
press($page, qr{/mend/undo$});
is_deeply [grep { $_->{symbol} eq 'CDB Banco Y 2029' } @{ rows() }], [], 'and one takes back the purchase';
is_deeply meta_of('CDB Banco Y 2029'), {}, 'with the terms';

# ---- a purchase after the maturity that is stated already ----

my $old = $c->write(POST => "/v1/portfolios/$id/assets", { symbol => 'CDB Velho', asset_type => 'renda_fixa', meta => { fixed_income => { indexer => 'cdi', maturity => '2026-06-01', paper => 'banana' } } });
is_deeply $old->{meta}{fixed_income}, { indexer => 'cdi', maturity => '2026-06-01', paper => 'banana' }, 'a program may leave out the percentage, which is 100, and name the paper as it likes';
my %late = (symbol => 'CDB Velho', asset_type => 'renda_fixa', trade_date => '2026-06-01', quantity => '1', price => '1.000,00');
my $matured = 'CDB Velho venceu em 01/06/2026, pelo que está informado: a compra é desse dia ou de depois.';
is_deeply warned(text(shown('renda-fixa', %late))), [$matured], 'a purchase on that day is warned of';
is_deeply warned(text(shown('renda-fixa', %late, trade_date => '2026-05-29'))), [], 'one before is not';
is_deeply warned(text(shown('venda', %late))), ['Venda de CDB Velho em 01/06/2026 acima da quantidade em carteira: havia 0.'], 'nor a sale';
{
	my $r = $b->post_form("/portfolios/$id/transactions", { %{ (Lastro::Browser::form($b->open("$new?tipo=renda-fixa"), qr/preview/))[1] }, %late });

	is $r->status, 400, 'it is not written at once';
	like told_text(text($r)), qr{Nada foi gravado\. \Q$matured\E}, 'before the warning is seen';
	is_deeply [grep { $_->{symbol} eq 'CDB Velho' } @{ rows() }], [], 'no row';
	is_deeply $c->write(POST => "/v1/portfolios/$id/transactions", { %late, kind => 'buy', quantity => 1, price => 1000 })->{warnings}, [$matured], 'a program is warned, too';
	$c->write(DELETE => "/v1/portfolios/$id/transactions/" . (grep { $_->{symbol} eq 'CDB Velho' } @{ rows() })[0]{id});
	$c->write(DELETE => "/v1/portfolios/$id/assets/$old->{id}");
}

$page = shown('renda-fixa', symbol => 'CDB Banco Z', asset_type => 'renda_fixa', trade_date => '2026-11-19', quantity => '1', price => '1.000,00');
like text($page), qr{<p>O imposto de renda não muda\.</p>}, 'a purchase changes no tax, and no empty table says so';
unlike text($page), qr{<caption>Imposto de renda</caption>}, 'there is none';

press(shown('exterior', symbol => 'AAPL', trade_date => '2026-11-19', quantity => '2', price => 'US$ 180,25'));
is_deeply [sort map { "$_->{symbol} $_->{asset_type} $_->{currency} $_->{price}" } grep { $_->{asset_type} ne 'stock' } @{ rows() }],
	['AAPL us USD 180.25', 'CDB Banco X 2028 renda_fixa BRL 1000'], 'fixed income and abroad';
like $c->page("/portfolios/$id/transactions"), qr{<data class="price" value="180.25">US\$(?:\x{a0}|&nbsp;)180,25</data>}, 'dollars stand in the list as in the line that confirmed them';
$page = shown('compra', %buy, price => 'US$ 38,50');
like faults(text($page))->{price}, qr{Veio “US\$ 38,50”}, 'dollars are no price in reais';

# ---- what if ----

# 1,000 PETR4 at 30.00 before the rows above, of which 600 are sold at 38.50.
$c->write(POST => "/v1/portfolios/$id/transactions", row('PETR4', 'stock', 'buy', '2026-11-03', 1000, 30));
my $written = join ' ', sort map { $_->{id} } @{ rows() };
my %sale = (symbol => 'PETR4', trade_date => '2026-11-18', quantity => '600', price => '38,50');
my $filled = $b->open("$new?tipo=venda");
like text($filled), qr{<button type="submit" formaction="/portfolios/$id/transactions">Lançar</button>\s*<button type="submit">E se\?</button>}, 'beside the button that writes is one that asks';
my @kept = qw(held_file session idempotency_key);	# what was typed, for an hour
my $as_it_was = $t->digest(@kept);
$page = $b->shown($filled, { which => qr/preview/ }, %sale);
is $page->status, 200, 'what if' or diag text($page);
like told_text(text($page)), qr{Venda de 600 PETR4 \(ação\).*Nada foi gravado ainda}s, 'says what it is about';
is $t->digest(@kept), $as_it_was, 'and writes nothing: every table is as it was';
my $what_if = $c->write(POST => "/v1/portfolios/$id/what-if", [{ %{ row('PETR4', 'stock', 'sell', '2026-11-18', 600, 38.5) } }]);
same_what_if(text($page), $what_if);
# Sales of 23,100.00, above 20,000.00; a gain of 600 x 8.50 = 5,100.00, 15 % of it 765.00.
same(figures(text($page)), 'after.share_sales', '23100.00');
same(figures(text($page)), 'after.darf', '765.00');
like told_text(text($page)), qr{DARF 6015 \(ganhos em bolsa, pessoa física\) de 11/2026, até 30/12/2026}, 'with its day';
my $written_page = press($page);
like told_text(text($written_page)), qr{Gravado: Venda de 600 PETR4}, 'one press writes the same values';
my $now = $c->json("/v1/portfolios/$id");
same(figures(text($page)), "after.$_", $now->{$_}) for qw(patrimonio invested total_pl);
is +(grep { $_->{symbol} eq 'PETR4' } @{ $now->{holdings} })[0]{qty} + 0, 1500, 'and the portfolio is what was shown';
press($written_page, qr{/mend/undo$});
is join(' ', sort map { $_->{id} } @{ rows() }), $written, 'taken back';

# Written at once: only what nothing is odd about.
sub at_once { my ($tipo, %f) = @_; my (undef, $form) = Lastro::Browser::form($b->open("$new?tipo=$tipo"), qr/preview/); return map { $b->post_form("/portfolios/$id/transactions", { %$form, %f }) } 1, 2 }
my $n = @{ rows() };
my @r = at_once('venda', %sale, quantity => '700');
is_deeply [map { $_->status } @r], [303, 303], 'without asking' or diag text($r[0]);
is $r[1]->header('Location'), $r[0]->header('Location'), 'a double press is one';
like told_text(text($b->open($r[0]->header('Location')))), qr{Gravado: Venda de 700 PETR4}, 'and says so';
is scalar @{ rows() }, $n + 1, 'one row';
# 10 x 38.50 = 385.00, less 4.90.
like told_text(text(shown('venda', %sale, quantity => '10', fees => '4,90'))), qr{Venda de 10 PETR4 \(ação\) em 18/11/2026, a R\$.38,50: R\$.385,00, descontadas as taxas R\$.380,10\.}, 'a sale is shown less its fees';
like text($b->open("/portfolios/$id/transactions/" . rows()->[0]{id})), qr{<button class="btn" type="submit" name="do" value="delete">}, 'what takes a row away is not the first thing to do';
for my $case ([sell => qw(asset_type event_kind fees institution note option price quantity symbol trade_date)], [split => qw(asset_type note ratio symbol trade_date)]) {
	my ($kind, @asked) = @$case;
	my ($row) = grep { $_->{kind} eq $kind } $kind eq 'split' ? $c->write(POST => "/v1/portfolios/$id/transactions", { symbol => 'HGLG11', asset_type => 'fii', kind => 'split', trade_date => '2026-11-18', quantity => 0, ratio => 2 }) : @{ rows() };
	my $html = text($b->open("/portfolios/$id/transactions/$row->{id}"));

	is_deeply [grep { !/^was_/ } @{ fields($html) }], \@asked, "an existing $kind asks for the fields of its kind";
	like $html, qr{<details>\s*<summary>Mais sobre o lançamento</summary>}, 'those that few have are closed';
	is $b->submit($b->open("/portfolios/$id/transactions/$row->{id}"), { which => qr/preview/ }, kind => 'buy')->status, 303, 'and another kind may be chosen';
	$c->write(DELETE => "/v1/portfolios/$id/transactions/$row->{id}") if $kind eq 'split';
}
@r = at_once('venda', %sale, quantity => '1100');
is $r[0]->status, 400, 'a sale of more than there is';
unlike text($r[0]), qr{<nav class="(?:bottom|main-nav)"(?:(?!</nav>).)*aria-current}s, 'a refusal is at no place of the bars';
unlike text($b->open('/portfolios/01a22535-db8c-70f9-85a3-44fa09182f3d')), qr{<nav class="(?:bottom|main-nav)"(?:(?!</nav>).)*aria-current}s, 'nor a page that there is not';
like text($b->open("/portfolios/$id/transactions")), qr{<nav class="bottom"(?:(?!</nav>).)*aria-current="page">(?:(?!</a>).)*Resumo}s, 'a page is';
# Of 1,000, 700 are sold.
like told_text(text($r[0])), qr{Nada foi gravado\. Venda de PETR4 em 18/11/2026 acima da quantidade em carteira: havia 300\. Corrija, ou grave assim mesmo\.}, 'is not written before its warning is seen';
is scalar @{ rows() }, $n + 1, 'nothing was';
my ($bare) = at_once('venda', %sale, quantity => '10', price => '');
like told_text(text($bare)), qr{Nada foi gravado\. Sem o preço da venda de PETR4, o resultado dela e o imposto que ela dê ficam sem valor\. Corrija, ou grave assim mesmo\.}, 'nor is one without a price';
is scalar @{ rows() }, $n + 1, '  nothing was';
{
	my $odd = $b->post_form("/portfolios/$id/transactions", { %{ (Lastro::Browser::form($b->open("$new?tipo=compra"), qr/preview/))[1] }, %buy, price => '60', note => 'alta' });
	my ($sure) = map { Encode::decode('UTF-8', Lastro::Browser::unescape($_)) } $odd->body =~ m{formaction="/portfolios/$id/transactions" name="sure" value="([^"]*)">Gravar assim mesmo<};
	my (undef, $f) = Lastro::Browser::form($odd, qr/preview/);

	like $sure, qr{^O preço de PETR4, R\$ 60,00, está longe do fechamento de 19/11/2026, que foi R\$ 38,50\.}, 'what its button confirms';
	is $b->post_form("/portfolios/$id/transactions", { %$f, price => '70', sure => $sure })->status, 400, 'another oddness is not what was confirmed';
	is scalar @{ rows() }, $n + 1, 'nothing was written';
	$page = $b->open($b->post_form("/portfolios/$id/transactions", { %$f, sure => $sure })->header('Location'));
	like told_text(text($page)), qr{Gravado: Compra de 1\.000 PETR4 \(ação\) em 19/11/2026, a R\$.60,00}, 'one press writes it';
	is +(grep { $_->{price} == 60 } @{ rows() })[0]{note}, 'alta', 'with every value';
	press($page, qr{/mend/undo$});
}
$page = $b->shown($r[0], { which => qr/preview/ });
like told_text(text(press($page, undef, confirm => 'true'))), qr{Gravado: Venda de 1\.100 PETR4}, 'nothing of it is lost, and after it was seen it is written';

# ---- an income that is odd ----

for my $case (['HGLG11', 'A carteira não tinha HGLG11 em 19/11/2026. '], ['PETR4', ''], ['PETR4', 'Já há um provento igual de PETR4 em 19/11/2026. ']) {
	my ($symbol, $odd) = @$case;
	my $incomes = @{ incomes() };
	my ($r) = at_once('rendimento', my %paid = (symbol => $symbol, pay_date => '2026-11-19', amount => '10'));
	my ($sure) = map { Encode::decode('UTF-8', Lastro::Browser::unescape($_)) } $r->body =~ m{name="sure" value="([^"]*)">Gravar assim mesmo<};

	is $sure // '', $odd, "$symbol: what is odd is seen first";
	is scalar @{ incomes() }, $incomes + !$odd, $odd ? 'nothing is written' : 'nothing is odd: written';
	is_deeply warned(text(shown('rendimento', %paid))), [$odd =~ s/ $//r], 'in its preview, too' if $odd;
	is $b->post_form("/portfolios/$id/transactions", { %{ (Lastro::Browser::form($r, qr/preview/))[1] }, sure => $sure })->status, 303, 'one press writes it' if $odd;
	is scalar @{ incomes() }, $incomes + 1, 'once';
}

# ---- strangers ----

my ($bia) = $c->person('bia@example.com');
is $bia->open($new)->status, 404, "another's page is not there";
unlike text($bia->open('/launch')), qr{Uma|Outra}, 'nor are the portfolios';
$t->finish;
done_testing;
