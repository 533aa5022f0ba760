#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Issues by what depends on them, each with what its mend changes, mended by one press and taken back by another; a dismissal with
# its reason; all differences of a position that have one mend, together.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use JSON::PP ();
use IO::Handle;
use Lastro::Browser;
use Lastro::Console qw(told_text);
use Lastro::Holder;
use Lastro::Market qw(closes event);
use Lastro::Test qw(wait_for);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-03-02' => '15.00', '2026-11-19' => '16.50');
closes($t, b3 => 'VALE3', '2026-11-19' => '61.00');
closes($t, b3 => 'BBAS3', '2026-11-19' => '20.00');
closes($t, b3 => 'MGLU3', '2026-01-05' => '8.00', '2026-11-19' => '5.00');
closes($t, b3 => 'ITSA4', '2026-11-19' => '10.00');
event($t, 'MGLU3', '2026-06-01', 'split', [2, 1]);

my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($ana) = $c->person('ana@example.com');

sub text { return decode('UTF-8', $_[0]->body) }
sub plain { return told_text($_[0]) =~ s/\s+/ /gr =~ s/^ | $//gr }
sub row { my ($symbol, $kind, $day, $quantity, $price, %more) = @_; return { symbol => $symbol, asset_type => 'stock', kind => $kind, trade_date => $day, quantity => $quantity, price => $price, %more } }
sub portfolio { my ($name, @rows) = @_; my $id = $c->write(POST => '/v1/portfolios', { name => $name })->{id}; $c->write(POST => "/v1/portfolios/$id/transactions", \@rows) if @rows; return $id }
sub issues { my ($id, $query) = @_; return $c->json("/v1/portfolios/$id/issues" . ($query // ''))->{data} }
sub issue { my ($id, $code, $query) = @_; return (grep { $_->{code} eq $code } @{ issues($id, $query) })[0] }
sub rows { my ($id) = @_; return $c->json("/v1/portfolios/$id/transactions?limit=200")->{data} }
sub asset { my ($id, $symbol) = @_; return (grep { $_->{symbol} eq $symbol } @{ $c->json("/v1/portfolios/$id/assets")->{data} })[0] }
sub faults { my ($html) = @_; my %f; $f{$1} = $2 while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
# without() - rows as they can be written again.
sub without { my ($rows) = @_; return [map { my %r = %$_; delete @r{qw(id asset_id)}; \%r } @$rows] }

sub Piece::body { return $_[0]{body} }

# card() - the section of the issue with these words; form_of() - its form with this button.
sub section { my ($page, $words) = @_; return (grep { /\Q$words\E/ } text($page) =~ m{<section class="card stack">(.*?)</section>}sg)[0] // '' }
sub form_of {
	my ($html, $button) = @_;

	for my $piece (split /(?=<form method="post")/, $html) {
		next unless $piece =~ s{</form>.*}{</form>}s && $piece =~ m{<button[^>]*>\Q$button\E</button>};
		return Lastro::Browser::form(bless({ body => encode('UTF-8', $piece) }, 'Piece'), qr/./);
	}
	return;
}

# press() - the form's button, twice, as an impatient person does; returns the page that follows.
sub press {
	my ($html, $button, %more) = @_;
	my ($to, $f) = form_of($html, $button);

	ok $to, "the button: $button" or diag($html), return;
	my @r = map { $ana->post_form($to, { %$f, %more }) } 1, 2;
	is $r[0]->status, 303, 'one press' or diag text($r[0]);
	is $r[1]->header('Location'), $r[0]->header('Location'), 'and two lead to the same';
	return $ana->open($r[0]->header('Location'));
}
sub said { my ($page) = @_; return text($page) =~ m{<div class="note ok" role="status">(.*?)</div>}s ? plain($1 =~ s{<form.*}{}sr) : undef }
sub undo {
	my ($page, $name) = @_;
	my $after = press(text($page), 'Desfazer');

	is said($after), 'Desfeito.', "$name is taken back" or diag text($after);
	return $after;
}

my $id = portfolio('Renda',
	row(PETR4 => 'buy', '2026-03-02', 10, '15'), row(PETR4 => 'buy', '2026-03-02', 10, '15'),
	row(VALE3 => 'buy', '2026-03-02', 7, '60'),
	row(BBAS3 => 'buy', '2026-03-02', 3, undef),
	row(MGLU3 => 'buy', '2026-01-05', 50, '8'),
	row(ITSA4 => 'sell', '2026-03-02', 5, '10'),
	row(OLDE3 => 'buy', '2026-03-02', 4, undef));
my $at = "/portfolios/$id";

# ---- the order ----

# Position: 3 x 20.00 of BBAS3, 100 x 5.00 of MGLU3.  Rows: 5 x 10 sold without having them, 10 x 15 typed twice.
is_deeply [map { [@$_{qw(severity code symbol)}, $_->{weight} && "$_->{weight}{amount} $_->{weight}{of}"] } @{ issues($id) }], [
	['error', 'cost_unknown', 'BBAS3', '60.00 position'],
	['error', 'sold_more_than_held', 'ITSA4', '50.00 rows'],
	['error', 'cost_unknown', 'OLDE3', undef],
	['error', 'unknown_ticker', 'OLDE3', undef],
	['info', 'corporate_event_applied', 'MGLU3', '500.00 position'],
	['info', 'duplicate_rows', 'PETR4', '150.00 rows']], 'by severity, then by what depends on them';

my $page = $ana->open("$at/issues");
my $html = $c->held($page, "$at/issues");
is_deeply [map { plain($_) } $html =~ m{<h2>(.*?)</h2>}sg], ['Erro: Custo desconhecido', 'Erro: Venda acima da quantidade em carteira', 'Erro: Custo desconhecido',
	'Erro: Ticker desconhecido', 'Aviso: Evento societário aplicado sem lançamento', 'Aviso: Lançamentos iguais'], 'the page is in the same order';
like plain(section($page, 'de BBAS3')), qr{R\$.60,00 da carteira dependem disto\.}, 'what depends on a position';
like section($page, 'de BBAS3'), qr{<a href="[^"]*explain\?field=market_value[^"]*symbol=BBAS3[^"]*"[^>]*><data class="weight" value="60\.00">}, 'leads to how it is computed';
like plain(section($page, 'Lançamentos iguais')), qr{R\$.150,00 em lançamentos dependem disto\.}, 'what rows amount to';
unlike plain(section($page, 'Ticker desconhecido')), qr{dependem disto}, 'and nothing where nothing is known';

# ---- two equal rows: seen, one press, one press back ----

# PETR4 330.00 + VALE3 427.00 + BBAS3 60.00 + MGLU3 500.00 = 1,317.00; without 10 PETR4 165.00 less.
# Cost 300 + 420 + 400 = 1,120.00, 150.00 less; profit 30 + 7 + 100 = 137.00, 15.00 less.
{
	my $before = rows($id);
	my $section = section($page, 'Lançamentos iguais');
	is_deeply [map { plain($_) } $section =~ m{<li>(.*?)</li>}sg], ['Patrimônio: de R$ 1.317,00 para R$ 1.152,00.', 'Valor investido: de R$ 1.120,00 para R$ 970,00.',
		'Lucro não realizado: de R$ 137,00 para R$ 122,00.', 'PETR4: de 20 para 10.', 'Esta pendência some.'], 'what the deletion changes, before it';
	is_deeply [map { $_->{mend}{changes} } grep { $_->{code} eq 'duplicate_rows' } @{ $c->json("/v1$at/issues?effects=true")->{data} }], [[map { plain($_) } $section =~ m{<li>(.*?)</li>}sg]],
		'as the interface says it';
	is_deeply [map { $_->{mend}{changes} } grep { $_->{code} eq 'cost_unknown' } @{ $c->json("/v1$at/issues?effects=true")->{data} }], [undef, undef], 'nothing is known where a price is missing';
	ok !exists issue($id, 'duplicate_rows')->{mend}{changes}, 'nor said where it is not asked';
	is_deeply rows($id), $before, 'which writes nothing';
	my ($to, $f) = form_of($section, 'Excluir o lançamento');
	$c->write(PATCH => "/v1$at/transactions/" . (grep { $_->{symbol} eq 'VALE3' } @$before)[0]{id}, { note => 'outra' });
	my $r = $ana->post_form($to, $f);
	is $r->status, 409, 'of a portfolio that changed meanwhile nothing is deleted';
	like text($r), qr{a carteira mudou depois que a página foi aberta}, 'and the page says so';
	$before = rows($id);
	$page = press(section($ana->open("$at/issues"), 'Lançamentos iguais'), 'Excluir o lançamento');
	like said($page), qr{^Excluído: Compra de 10 PETR4 \(ação\) em 02/03/2026, a R\$.15,00: R\$.150,00\.$}, 'one line says what was deleted';
	is scalar @{ rows($id) }, @$before - 1, 'one row is gone';
	is issue($id, 'duplicate_rows'), undef, 'and the issue';
	undo($page, 'the deletion');
	is_deeply [sort map { JSON::PP->new->canonical->encode($_) } @{ without(rows($id)) }], [sort map { JSON::PP->new->canonical->encode($_) } @{ without($before) }], 'the rows are what they were';
	ok issue($id, 'duplicate_rows'), 'with their issue';
	# The page of the line, from the history of the browser.
	undo($page, 'once more');
	is scalar @{ rows($id) }, scalar @$before, 'once only';
}

# ---- while another session writes: at once, without what the mends change ----

{
	my $waits = sub { open my $log, '<', $t->{cluster}{log} or die "$t->{cluster}{log}: $!"; return scalar grep { /\] \Q$t->{database}\E .*(?:lock timeout|still waiting)/ } <$log> };
	my $before = $waits->();
	my $holder = Lastro::Holder->new($t, "select 1 from portfolio where id = '$id' for update");
	my $held = $ana->open("$at/issues");
	is $held->status, 200, 'the page of a portfolio that is being written' or diag text($held);
	is $waits->(), $before, 'waits for nothing';
	unlike text($held), qr{Se for feito:}, 'it does not say what a mend changes';
	is_deeply [map { $_->{mend}{changes} } @{ $c->json("/v1$at/issues?effects=true")->{data} }], [(undef) x 6], 'nor does the interface';
	my @to = form_of(section($held, 'Evento societário'), 'Gravar');
	like section($held, 'Evento societário'), qr{<button[^>]* name="do" value="preview"[^>]*>E se\?</button>}, 'a button does';
	ok +(form_of(section($held, 'Lançamentos iguais'), 'Excluir o lançamento…'))[0], 'and one of a deletion, first';
	$holder->end;
	my $shown = $ana->arrive($ana->post_form($to[0], { %{ $to[1] }, do => 'preview' }));
	is $shown->status, 200, 'which shows it afterwards' or diag text($shown);
	like text($shown), qr{<li>Uma pendência deixa de existir\.</li>}, 'with the issue that goes';
	like text($ana->open("$at/issues")), qr{Se for feito:}, 'and so does the page';
}

# Three equal rows: two deletions, one press; a price with all its places comes back.
{
	my $three = portfolio('Três', map { row(VALE3 => 'buy', '2026-03-02', 7, '60') } 1 .. 3);
	$t->sql("update ledger set price = 60.123456789012, fees = 1.23456789 where portfolio_id = '$three'");
	my $page = $ana->open("/portfolios/$three/issues");
	is scalar(() = section($page, 'Lançamentos iguais') =~ m{<button[^>]*>Excluir}g), 1, 'one button';
	$page = press(section($page, 'Lançamentos iguais'), 'Excluir os lançamentos');
	is said($page), 'Excluído: 2 lançamentos.', 'for two rows';
	is scalar @{ rows($three) }, 1, 'one is left';
	undo($page, 'that');
	is $t->sql("select string_agg(price || ' ' || fees, ', ') from ledger where portfolio_id = '$three'"), join(', ', ('60.123456789012 1.23456789') x 3), 'with all places';
	$c->write(DELETE => "/v1/portfolios/$three");
}

# ---- an event: no figure changes ----

{
	my $section = section($ana->open("$at/issues"), 'Evento societário');
	is_deeply [map { plain($_) } $section =~ m{<li>(.*?)</li>}sg], ['Patrimônio, custo e resultados não mudam; o imposto pode mudar.', 'Esta pendência some.'], 'an applied event changes nothing';
	my $page = press($section, 'Gravar');
	like said($page), qr{^Gravado: Desdobramento ou grupamento de MGLU3 \(ação\) em 01/06/2026: 2 por uma\.$}, 'it is written';
	is issue($id, 'corporate_event_applied'), undef, 'and no issue any more';
	undo($page, 'the event');
	ok issue($id, 'corporate_event_applied'), 'which is there again';
}

# ---- an option that ended is asked about: nothing is tried before the answer ----

{
	# A call of October 2026, whose third Friday is the 16th.
	my $option = portfolio('Opções', { symbol => 'PETRJ300', asset_type => 'option', kind => 'buy', trade_date => '2026-09-01', quantity => 100, price => '1.20' });
	closes($t, b3 => 'PETRJ300', '2026-10-16' => '2.00');
	my $section = section($ana->open("/portfolios/$option/issues"), 'Opção vencida');
	is_deeply [map { plain($_) } $section =~ m{<li>(.*?)</li>}sg], [], 'no effect is promised';
	like $section, qr{<select[^>]*>.*<option value="expired">.*<option value="exercised">}s, 'whether it was exercised is asked';
	$c->write(DELETE => "/v1/portfolios/$option");
}

# ---- what must be filled in: seen first, if wished ----

{
	my ($to, $f) = form_of(section($ana->open("$at/issues"), 'de BBAS3'), 'Corrigir o lançamento');
	my ($price) = grep { /f0$/ } keys %$f;
	my $r = $ana->post_form($to, { %$f, $price => 'dez', do => 'preview' });
	my $shown = $ana->arrive($r);
	is $shown->status, 400, 'a preview of an invalid price';
	like faults(text($shown))->{$price}, qr{“dez”}, 'says so beside the field';
	$shown = $ana->arrive($ana->post_form($to, { %$f, $price => '18,50', do => 'preview' }));
	is $shown->status, 200, 'a preview of a price' or diag text($shown);
	# 3 x 18.50 = 55.50.
	like text($shown), qr{<data class="after.invested_cost" value="55\.50">}, 'with the cost';
	like text($shown), qr{<li>Uma pendência deixa de existir\.</li>}, 'and the issue that goes';
	is +(grep { $_->{symbol} eq 'BBAS3' } @{ rows($id) })[0]{price}, undef, 'nothing is written';
	my $page = press(text($shown), 'Corrigir o lançamento');
	like said($page), qr{^Corrigido: Compra de 3 BBAS3 \(ação\) em 02/03/2026, a R\$.18,50}, 'confirmed, it is' or diag text($page);
	is +(grep { $_->{symbol} eq 'BBAS3' } @{ rows($id) })[0]{price}, '18.5', 'with the price';
	undo($page, 'the price');
	is +(grep { $_->{symbol} eq 'BBAS3' } @{ rows($id) })[0]{price}, undef, 'it is unknown again';
}

# ---- a wrong ticker: rows and incomes go to their paper, with all that they have ----

sub incomes { my ($id) = @_; return $c->json("/v1/portfolios/$id/income?limit=200")->{data} }
sub ticker {
	my ($id, $to) = @_;
	my $section = section($ana->open("/portfolios/$id/issues"), 'Ticker desconhecido');
	my (undef, $f) = form_of($section, 'Corrigir o ativo');
	my ($prefix) = map { /^(.*)f0$/ ? $1 : () } keys %$f;

	unlike $section, qr{Excluir}, 'nothing is deleted for it';
	return press($section, 'Corrigir o ativo', "${prefix}f0" => $to);
}
sub seen { my ($id) = @_; return [[map { [@$_{qw(id symbol quantity note)}] } sort { $a->{id} cmp $b->{id} } @{ rows($id) }], [map { [@$_{qw(id symbol amount)}] } @{ incomes($id) }]] }

for my $there (0, 1) {
	my $wrong = portfolio("Errada $there", { %{ row(ERRO3 => 'buy', '2026-03-02', 5, '60') }, note => 'nota 12' }, row(ERRO3 => 'buy', '2026-03-03', 7, '60'),
		$there ? row(VALE3 => 'buy', '2026-03-04', 9, '60') : ());
	$c->write(POST => "/v1/portfolios/$wrong/income", { symbol => 'ERRO3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-05-04', amount => '3.21' });
	my $before = seen($wrong);
	my $after = [map { my $list = $_; [map { my @r = @$_; $r[1] = 'VALE3'; \@r } @$list] } @$before];
	my $page = ticker($wrong, 'vale3');
	is said($page), 'Corrigido: ERRO3 é VALE3, com os lançamentos e os proventos.', $there ? 'a paper that is there' : 'a paper that is not';
	is_deeply seen($wrong), $after, 'one press: the same rows and payment of it';
	is_deeply [map { $_->{symbol} } @{ $c->json("/v1/portfolios/$wrong/assets")->{data} }], ['VALE3'], 'the wrong one is gone';
	is $c->json("/v1/portfolios/$wrong")->{holdings}[0]{qty}, $there ? 21 : 12, 'a position of all';
	is issue($wrong, 'unknown_ticker'), undef, 'and no issue';
	undo($page, 'the ticker');
	is_deeply seen($wrong), $before, 'it is as it was';
	is_deeply [sort map { "$_->{symbol} $_->{qty}" } @{ $c->json("/v1/portfolios/$wrong")->{holdings} }], ['ERRO3 12', $there ? 'VALE3 9' : ()], 'with its position';
	$c->write(DELETE => "/v1/portfolios/$wrong"), next if !$there;	# the plan allows three

	# A row that was corrected after it went: it is not taken from there.
	$page = ticker($wrong, 'VALE3');
	my ($moved) = map { $_->{id} } grep { $_->{quantity} == 7 } @{ rows($wrong) };
	$c->write(PATCH => "/v1/portfolios/$wrong/transactions/$moved", { quantity => 8 });
	like text($ana->open("/portfolios/$wrong/issues?" . (text($page) =~ /name="undo" value="([^"]+)"/ ? "undo=$1" : ''))), qr{Não se desfaz mais: mudou depois}, 'after a later correction there is no button';
	$c->write(DELETE => "/v1/portfolios/$wrong");
}

# ---- the tax that a change leads to: of another portfolio, months later ----

{
	my $sold = portfolio('Vendida', row(WEGE3 => 'buy', '2026-08-05', 1000, '30'), row(WEGE3 => 'sell', '2026-09-10', 1000, '36'));
	my $early = portfolio('Antes', row(WEGE3 => 'buy', '2026-05-04', 50, '33'));
	my ($bought) = @{ rows($early) };
	my $preview = sub {
		my (%typed) = @_;
		my ($to, $f) = Lastro::Browser::form($ana->open("/portfolios/$early/transactions/$bought->{id}"), qr/preview/);

		return plain(text($ana->arrive($ana->post_form($to, $typed{do} eq 'delete' ? { csrf => $f->{csrf}, %typed } : { %$f, %typed }))));
	};

	# The mean of both: (50 x 33 + 1,000 x 30) / 1,050 x 1,000 = 30,142.86; 36,000 less it is 5,857.14, 15 % of which are 878.57; without the 50: 6,000, 900.00.
	like $preview->(do => 'delete'), qr{Imposto de renda.*Devido, 09/2026 R\$.878,57 R\$.900,00.*DARF 6015 [^R]*R\$.878,57 R\$.900,00}, 'of a deletion';
	# 50 at 3.30: (165 + 30,000) / 1,050 x 1,000 = 28,728.57; 7,271.43: 1,090.71.
	like $preview->(do => 'change', price => '3,30'), qr{Devido, 09/2026 R\$.878,57 R\$.1\.090,71}, 'of a correction';
	like $preview->(do => 'change', note => 'x'), qr{O imposto de renda não muda\.}, 'and of none';
	$page = $ana->open("/portfolios/$early/holdings/$bought->{asset_id}/edit");
	my ($to, $f) = form_of(text($page), 'Corrigir o ativo');
	my ($prefix) = map { /^(.*)f0$/ ? $1 : () } keys %$f;
	like plain(text($ana->arrive($ana->post_form($to, { %$f, "${prefix}f0" => 'EGIE3', do => 'preview' })))), qr{Devido, 09/2026 R\$.878,57 R\$.900,00}, 'of another code';
	$c->write(DELETE => "/v1/portfolios/$_") for $sold, $early;
}

# ---- terms, a successor, a paper with all its rows ----

{
	my $cdb = portfolio('Prazo', { symbol => 'CDB-1', asset_type => 'renda_fixa', kind => 'buy', trade_date => '2026-03-02', quantity => 1, price => 1000 });
	my ($to, $f) = form_of(section($ana->open("/portfolios/$cdb/issues"), 'Renda fixa sem'), 'Corrigir o ativo');
	my ($prefix) = map { /(.*)f0$/ } sort keys %$f;
	$c->write(PATCH => "/v1/portfolios/$cdb/assets/" . asset($cdb, 'CDB-1')->{id}, { meta => { corretora => 'X' } });
	my $page = $ana->arrive($ana->post_form(form_of(section($ana->open("/portfolios/$cdb/issues"), 'Renda fixa sem'), 'Corrigir o ativo')) );
	is $page->status, 400, 'terms without any';
	($to, $f) = form_of(section($ana->open("/portfolios/$cdb/issues"), 'Renda fixa sem'), 'Corrigir o ativo');
	$page = $ana->arrive($ana->post_form($to, { %$f, "${prefix}f0" => 'cdi', "${prefix}f1" => '110', "${prefix}f2" => '2028-01-03' }));
	is said($page), 'Gravado: o que foi informado de CDB-1.', 'terms are written';
	is asset($cdb, 'CDB-1')->{meta}{fixed_income}{pct}, 110, 'there they are';
	undo($page, 'what was said');
	is_deeply asset($cdb, 'CDB-1')->{meta}, { corretora => 'X' }, 'and nothing else';

	# The paper goes with its rows and its income, and comes back with them.
	$c->write(POST => "/v1/portfolios/$cdb/income", { symbol => 'CDB-1', asset_type => 'renda_fixa', kind => 'interest', pay_date => '2026-10-01', amount => '12.34', note => 'juros' });
	my $goes = asset($cdb, 'CDB-1');
	my $csrf = $ana->open('/v1/session')->json->{csrf_token};
	my $shown = $ana->arrive($ana->post_form("/portfolios/$cdb/mend", { csrf => $csrf, method => 'DELETE', what => "assets/$goes->{id}", prefix => 'm', back => 'issues' }));
	$page = press(text($shown), 'Excluir o ativo e os lançamentos dele');
	is said($page), 'Excluído: CDB-1, com os lançamentos dele.', 'a paper is deleted';
	is asset($cdb, 'CDB-1'), undef, 'it is gone';
	undo($page, 'that');
	is_deeply [@{ asset($cdb, 'CDB-1') }{qw(asset_type tx_count meta)}], ['renda_fixa', 1, { corretora => 'X' }], 'the paper is back';
	is_deeply [map { [@$_{qw(kind pay_date amount note)}] } @{ $c->json("/v1/portfolios/$cdb/income")->{data} }], [['interest', '2026-10-01', '12.34', 'juros']], 'with its income';
	$c->write(DELETE => "/v1/portfolios/$cdb");

	my $merged = portfolio('Incorporadas', row(ANTG3 => 'buy', '2025-03-03', 200, '5'),
		row(ANTG3 => 'adjust', '2025-08-04', -200, undef, event_kind => 'incorporation'), row(NOVA3 => 'adjust', '2025-08-06', 100, undef, event_kind => 'incorporation'));
	my $section = section($ana->open("/portfolios/$merged/issues"), 'Falta dizer qual papel sucedeu');
	# 200 x 5 = 1,000.00.
	like plain($section), qr{O custo de NOVA3 passa a ser conhecido: R\$.1\.000,00\..*Esta pendência some}s, 'a successor brings the cost';
	$page = press($section, 'Gravar o que houve com o papel');
	is issue($merged, 'successor_missing'), undef, 'it is written';
	undo($page, 'the successor');
	ok issue($merged, 'successor_missing'), 'and asked for again';
	$c->write(DELETE => "/v1/portfolios/$merged");
}

# ---- dismissed with a reason ----

{
	my $open = issue($id, 'duplicate_rows');
	my ($key) = keys %{ $open->{dismiss}{body}{meta}{dismissed_reasons} };
	is_deeply $open->{dismiss}{fill}, ["/meta/dismissed_reasons/$key/reason"], 'the JSON has a place for the reason';
	is_deeply $open->{dismiss}{body}{meta}{dismissed_reasons}{$key}, { reason => undef, date => '2026-11-20' }, 'which may stay empty';
	is $open->{dismissal}, undef, 'nothing is dismissed';
	my $section = section($ana->open("$at/issues"), 'Lançamentos iguais');
	my ($to, $f) = form_of($section, 'Está certo assim');
	my ($why) = grep { /f0$/ } keys %$f;
	my $r = $ana->post_form($to, { %$f, $why => 'x' x 201 });
	is $r->status, 400, 'a reason that is too long';
	ok faults(text($r))->{$why}, 'is refused beside its field';
	like text($r), qr/value="x{201}"/, 'and kept';
	my $page = press($section, 'Está certo assim', $why => 'Duas ordens do mesmo dia');
	is said($page), 'Dispensada: uma pendência de PETR4.', 'one press';
	is issue($id, 'duplicate_rows'), undef, 'it is no issue';
	is_deeply issue($id, 'duplicate_rows', '?dismissed=true')->{dismissal}, { reason => 'Duas ordens do mesmo dia', date => '2026-11-20' }, 'the JSON says why and when';
	my $dismissed = $ana->open("$at/issues?dismissed=true");
	like plain(text($dismissed)), qr{Dispensada em 20/11/2026: Duas ordens do mesmo dia}, 'so does the page';
	undo($page, 'the dismissal');
	ok issue($id, 'duplicate_rows'), 'it is an issue again';
	is_deeply asset($id, 'PETR4')->{meta}, {}, 'nothing is left of it';
	press(section($ana->open("$at/issues"), 'Lançamentos iguais'), 'Está certo assim', $why => '');
	is_deeply issue($id, 'duplicate_rows', '?dismissed=true')->{dismissal}, { reason => undef, date => '2026-11-20' }, 'without a reason, too';
	$page = press(section($ana->open("$at/issues?dismissed=true"), 'Lançamentos iguais'), 'Mostrar de novo');
	is said($page), 'Uma pendência de PETR4 voltou a ser mostrada.', 'it is shown again';
	is_deeply asset($id, 'PETR4')->{meta}, {}, 'with its reason gone';

	# A list of texts alone, as it was written before, is still a dismissal.
	my $petr = asset($id, 'PETR4')->{id};
	$c->write(PATCH => "/v1$at/assets/$petr", { meta => { dismissed_issues => [$key] } });
	is_deeply issue($id, 'duplicate_rows', '?dismissed=true')->{dismissal}, { reason => undef, date => undef }, 'an old dismissal has neither';
	unlike plain(section($ana->open("$at/issues?dismissed=true"), 'Lançamentos iguais')), qr{Dispensada em}, 'and the page says none';
	my $csrf = $ana->open('/v1/session')->json->{csrf_token};
	for my $bad ('[]', '{"k":[]}', '{"k":{"reason":1}}', '{"k":{"date":"ontem"}}', '{"k":{"why":"x"}}', '{"k":{"reason":"a\\nb"}}') {
		is $ana->request('PATCH', "/v1$at/assets/$petr", body => qq({"meta":{"dismissed_reasons":$bad}}), type => 'application/json', headers => { 'X-CSRF-Token' => $csrf })->status, 400, "no reasons: $bad";
	}
	$c->write(PATCH => "/v1$at/assets/$petr", { meta => {} });
}

# ---- several rows deleted by a program ----

{
	my $many = portfolio('Muitas', map { row(VALE3 => 'buy', '2026-03-02', $_, '60') } 1 .. 101);
	my @ids = map { $_->{id} } sort { $a->{quantity} <=> $b->{quantity} } @{ rows($many) };
	my $csrf = $ana->open('/v1/session')->json->{csrf_token};
	my $delete = sub { my ($ids, %o) = @_; return $ana->request('DELETE', "/v1/portfolios/$many/transactions?ids=$ids", headers => { 'X-CSRF-Token' => $csrf, %o }) };

	is $ana->request('DELETE', "/v1/portfolios/$many/transactions", headers => { 'X-CSRF-Token' => $csrf })->code, 'invalid_parameter', 'no ids';
	is $delete->($_)->code, 'invalid_parameter', "no ids: $_" for '', 'x', "$ids[0],", ",$ids[0]", "$ids[0];$ids[1]";
	is $delete->(join ',', @ids)->code, 'invalid_parameter', 'more than a hundred';
	is $delete->("$ids[0]&x=1")->status, 400, 'an unknown parameter';
	my $none = $delete->("$ids[0],00000000-0000-4000-8000-000000000001");
	is $none->code, 'transaction_not_found', 'one that there is not';
	like $none->json->{detail}, qr{00000000-0000-4000-8000-000000000001}, 'is named';
	my ($other) = @{ rows($id) };
	is $delete->("$ids[0],$other->{id}")->code, 'transaction_not_found', 'one of another portfolio';
	is $delete->($ids[0], 'If-Match' => 'W/"1"')->code, 'ledger_conflict', 'another version';
	is scalar @{ rows($many) }, 101, 'nothing was deleted';
	my $r = $delete->("$ids[1],$ids[0],$ids[1]");
	is $r->status, 200, 'two, one of them said twice' or diag $r->body;
	is_deeply $r->json, { deleted => JSON::PP::true, ids => [sort @ids[0, 1]] }, 'the answer names them';
	is_deeply [sort { $a <=> $b } map { $_->{quantity} } @{ rows($many) }], [3 .. 101], 'they are gone';
	# 3 + … + 101 = 101 x 102 / 2 - 3 = 5,148.
	is $c->json("/v1/portfolios/$many")->{holdings}[0]{qty}, 5148, 'and so is what they were';
	my ($bia) = $c->person('bia@example.com');
	my $hers = $bia->open('/v1/session')->json->{csrf_token};
	is $bia->request('DELETE', "/v1/portfolios/$many/transactions?ids=$ids[5]", headers => { 'X-CSRF-Token' => $hers })->code, 'portfolio_not_found', 'nobody else may';
	is $bia->post_form("/portfolios/$many/mend/undo", { csrf => $hers, undo => $ids[5] })->status, 404, 'nor undo';
	$c->write(DELETE => "/v1/portfolios/$many");
}

# ---- all differences that have one mend ----

{
	my $held = portfolio('Posição', row(PETR4 => 'buy', '2026-01-15', 100, '30'), row(VALE3 => 'buy', '2026-01-15', 50, '60'),
		row(BBAS3 => 'buy', '2026-01-15', 70, '25'), row(ITSA4 => 'buy', '2026-01-15', 10, '10'));
	# PETR4 is 97 (three fewer), VALE3 and ITSA4 are gone; BBAS3 is 100, whose price only the person knows.
	my $sheet = encode('UTF-8', join "\r\n", 'Produto;Código de Negociação;Quantidade', 'PETR4 - X;PETR4;97', 'BBAS3 - X;BBAS3;100', '');
	my $page = $ana->arrive($ana->submit($ana->open("/portfolios/$held/reconcile"), { which => qr/reconcile/ }, file => ['posicao.csv', $sheet]));
	like plain(text($page)), qr{De 4 diferenças, 3 têm uma correção que não pede nada a você}, 'three of four' or diag text($page);
	my ($to, $f) = form_of(text($page), 'Corrigir tudo o que tem uma só correção…');
	ok $to, 'one button';
	my $shown = $ana->arrive($ana->post_form($to, $f));
	is $shown->status, 200, 'leads to a preview' or diag text($shown);
	$c->held($shown, 'the preview of all');
	my $table = Lastro::Console::between(text($shown), 'O que será gravado');
	is_deeply [map { [plain($_->[0]), $_->[1]] } map { [ (m{<td[^>]*>(.*?)</td>}sg)[1], m{<data class="quantity" value="([^"]*)"} ] } $table =~ m{<tr>(.*?)</tr>}sg],
		[['ITSA4', '-10'], ['PETR4', '-3'], ['VALE3', '-50']], 'of the rows that it writes' or diag $table;
	# Value 100 x 16.50 + 50 x 61 + 70 x 20 + 10 x 10 = 6,200.00; less 49.50, 3,050.00 and 100.00 = 3,000.50.
	like text($shown), qr{<data class="before.patrimonio" value="6200\.00">.*<data class="after.patrimonio" value="3000\.50">}s, 'and of the whole';
	is scalar @{ rows($held) }, 4, 'nothing is written';
	$page = press(text($shown), 'Gravar');
	is said($page), 'Gravado: 3 lançamentos.', 'one press writes all' or diag text($page);
	is scalar @{ rows($held) }, 7, 'three rows';
	is_deeply [sort map { $_->{qty} } @{ $c->json("/v1/portfolios/$held")->{holdings} }], [70, 97], 'as in the sheet, but for what was asked';
	like text($page), qr{Preço por unidade}, 'the one that asks for something is still there';
	unlike text($page), qr{Corrigir tudo}, 'and no button for all';
	undo($page, 'all of it');
	is scalar @{ rows($held) }, 4, 'together';
	# One of them cannot be written: none is.
	my %bad = %$f;
	$bad{body} =~ s/"ITSA4"/""/;
	is $ana->arrive($ana->post_form($to, \%bad))->status, 400, 'what is invalid is refused';
	is scalar @{ rows($held) }, 4, 'as a whole';
	$c->write(DELETE => "/v1/portfolios/$held");
}

# ---- an undo that is no longer there ----

{
	my $page = press(section($ana->open("$at/issues"), 'Evento societário'), 'Gravar');
	my ($to, $f) = form_of(text($page), 'Desfazer');
	$t->sql("update held_file set created_at = created_at - interval '2 hours'");
	my $r = $ana->post_form($to, $f);
	is $r->status, 410, 'after an hour';
	like text($r), qr{Isto não pode mais ser desfeito por aqui}, 'it says so';
	unlike text($ana->open("$at/issues?undo=$f->{undo}")), qr{Desfazer}, 'and the page offers it no more';
	is $ana->open("$at/issues?undo=x")->status, 200, 'an id that is none';
	is $ana->post_form($to, { csrf => $f->{csrf} })->status, 400, 'an undo of nothing';
	is $ana->post_form($to, { undo => $f->{undo} })->status, 403, 'without the token';
}

done_testing;
