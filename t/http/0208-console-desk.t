#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: a desk's pages equal its Functions, and every button is an Action with a preview.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(between figures same terms told_text);
use Lastro::Desk;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter($desk->{email}{owner});
my $at = "/desks/$desk->{id}";
my $petro = 'company:33000167000101';

# act() - presses a page's button: the preview, then the execution, which redirects back.
sub act {
	my ($from, $id, %fields) = @_;
	my ($href) = grep { m{/actions/\Q$id\E\?} } map { Lastro::Browser::unescape($_) } $c->page($from) =~ m{<a class="act" href="([^"]*)">}g;

	ok $href, "$from links to $id";
	my $preview = $b->shown($b->open($href), { which => qr{/actions/} }, step => 'preview', %fields);
	is $preview->status, 200, "$id is previewed" or diag $preview->body;
	like told_text($c->held($preview, "the preview of $id")), qr{Nada foi gravado ainda}, 'and only that';
	my $r = $b->submit($preview, { which => qr{/actions/} }, step => 'execute');
	is $r->status . ($r->header('location') // ''), "303" . $from =~ s/(company|instrument):/$1%3A/r, 'then executed' or diag $r->body;
	return;
}

is $b->open("/offices/$desk->{id}")->header('location'), $at, 'a desk is found among the organizations';

act("$at/watchlists", 'credit.watchlist.create', name => 'Varejo <i>', description => 'de teste');
my $list = $desk->data('credit.watchlists.list', {})->[0];
is $list->{name}, 'Varejo <i>', 'a list';
act("$at/watchlists/$list->{id}", 'credit.watchlist_item.add', object_id => $petro);
act("$at/watchlists/$list->{id}", 'credit.alert_rule.set', kind => 'leverage_above', threshold => '3,5');
is $desk->data('credit.alert_rules.list', {})->[0]{threshold}, 3.5, 'a rule, its number as it was written';
my $alert = $desk->alert;
my $term = $desk->term;

# ---- overview ----
{
	my $html = $c->page($at);
	my $j = $desk->data('credit.overview.get', {});
	my $found = figures(terms($html));

	same($found, $_, $j->{$_}) for qw(watchlists objects alert_rules terms_to_review notes);
	same($found, "open_alerts.$_", $j->{open_alerts}{$_}) for qw(total unassigned);
	same(figures(between($html, 'Alertas abertos, por tipo')), 'count', map { $_->{count} } @{ $j->{open_alerts}{by_kind} });
	same(figures(between($html, 'Objetos com mais alertas')), 'open_alerts', map { $_->{open_alerts} } @{ $j->{top_objects} });
}

# ---- board and alerts ----
{
	my $html = $c->page("$at/watchlists/$list->{id}");
	my $j = $desk->data('credit.watchlist.board', {}, subject => $list->{id});
	my $found = figures(between($html, 'Quadro'));

	same($found, 'open_alerts', map { $_->{open_alerts} } @$j);
	like told_text(between($html, 'Quadro')), qr{PETROLEO BRASILEIRO S\.A\.}, 'the object';
	like told_text(between($html, 'Alertas')), qr{Fato.*PETROLEO.*fato relevante.*aberto}s, 'the alert';
	act("$at/watchlists/$list->{id}", 'credit.alert.snooze', until => '2026-11-27');
	my $form = $b->open("$at/actions/credit.alert.assign?alert_id=$alert");
	like Encode::decode('UTF-8', $form->body), qr{<select id="member_id".*<option value="$desk->{member}{analyst}">[^<]*Analyst}s, 'a person is chosen by name';
	unlike told_text($form->body), qr{$alert|$desk->{member}{analyst}}, 'and no id is shown';
	act("$at/watchlists/$list->{id}", 'credit.alert.assign', member_id => $desk->{member}{analyst});
	act("$at/watchlists/$list->{id}", 'credit.alert.acknowledge', comment => 'visto');
	is $desk->data('credit.alerts.list', { status => 'acknowledged' }, subject => $list->{id})->[0]{comment}, 'visto', 'it was seen';
}

# ---- every list as a sheet ----
{
	# sheet() - the list after this heading, as lines of cells.
	sub sheet {
		my ($page, $heading) = @_;
		my ($way) = $c->page($page) =~ m{<caption[^>]*>\Q$heading\E</caption>(?:(?!<caption).)*?<a href="(\?csv=\d+)"}s;
		my $r = $b->open("$page$way");

		is join(' ', $r->status, $r->header('content-type'), $r->header('content-disposition')), '200 text/csv; charset=utf-8 attachment; filename="lista.csv"', "$heading is a sheet";
		return map { [split /;/, $_, -1] } split /\r\n/, Encode::decode('UTF-8', $r->body);
	}
	my ($columns, @rows) = sheet("$at/watchlists/$list->{id}", 'Quadro');
	is_deeply [$columns->[0], scalar @rows, $rows[0][0]], ['Objeto', 1, 'PETROLEO BRASILEIRO S.A.'], 'the board' or diag explain [$columns, @rows];
	is scalar(grep { @$_ != @$columns } @rows), 0, 'with a cell a column';
	# More than two pages of the API, and a name that a spreadsheet would run.
	$desk->done('credit.watchlist.create', { name => $_ }) for '=1+1', '"a";b', map { sprintf 'Lista %03d', $_ } 1 .. 196;
	my @all = sheet("$at/watchlists", 'Listas');
	is scalar(@all), 1 + 199, 'all pages of a list';
	my $whole = Encode::decode('UTF-8', $b->open("$at/watchlists?csv=1")->body);
	like $whole, qr{^'=1\+1;}m, 'a formula is a text';
	like $whole, qr{^"""a"";b";}m, 'quotes and separators are quoted';
	is $b->open("$at/watchlists?csv=2")->status, 400, 'a list that the page has not';
	is(Lastro::Browser->new($t)->open("$at/watchlists?csv=1")->status, 303, 'not without a session');
	$t->sql("delete from watchlist where id <> '$list->{id}'");
}

# ---- objects that are not companies ----
{
	my ($paper, $fund) = qw(instrument:PETR16 fund:11222333000181);
	my $page = "$at/watchlists/$list->{id}";

	act($page, 'credit.watchlist_item.add', object_id => $_) for $paper, $fund;
	my $board = between($c->page($page), 'Quadro');
	my @ways = map { Lastro::Browser::unescape($_) } $board =~ m{<a href="([^"]*)"}g;
	is_deeply [do { my %seen; sort grep { !$seen{$_}++ } map { m{/((?:issuers|debentures)/(?:instrument|fund)%3A\w+)$} } @ways }], ['debentures/instrument%3APETR16', 'issuers/fund%3A11222333000181'], 'a debenture and a fund lead to their pages, too';
	is $b->open($_)->status, 200, "$_ is there" for do { my %seen; grep { !$seen{$_}++ } @ways };
	like told_text($board), qr{PETR16\s*título.*fundo}s, 'the kind of each, in words';
	$desk->done('credit.alert_rule.set', { object_id => $fund, kind => 'late_filing' });
	my $rules = told_text(between($c->page("$at/rules"), 'Regras'));
	like $rules, qr{entrega atrasada.*: nenhum informe carregado}s, 'a rule that cannot be judged says so and why';
	$desk->done('credit.watchlist_item.remove', { watchlist_id => $list->{id}, object_id => $_ }) for $paper, $fund;
}

# ---- a debenture ----
{
	my $paper = 'instrument:PETR16';

	Lastro::Desk::paper($t);
	my $j = $desk->data('credit.debenture.get', { object_id => $paper });
	my $issuer = $c->page("$at/issuers/$petro");
	my ($way) = map { Lastro::Browser::unescape($_) } between($issuer, 'Debêntures') =~ m{<a href="([^"]*)"};

	is $way, "$at/debentures/instrument%3APETR16", "the issuer's page leads to each of its papers";
	my $html = $c->page($way);
	my $found = figures(terms($html));
	like $html, qr{<h1>PETR16</h1>}, 'the paper';
	like $html, qr{<a href="\Q$at\E/issuers/company%3A33000167000101">Quem emitiu</a>}, 'and back';
	same($found, "outstanding.$_", $j->{outstanding}{$_}) for qw(quantity_in_market nominal_updated value_brl);
	# 990 x 857.142857 = 848,571.42843
	same($found, 'outstanding.value_brl', '848571.43');
	same($found, 'terms.spread_pct', 1.85);
	same(figures(between($html, 'Próximos pagamentos')), 'pct', undef, 14.2857);
	like told_text(between($html, 'Próximos pagamentos')), qr{02/04/2027.*juros.*a fonte o diz duas vezes, com valores diferentes.*04/10/2027}s, 'a payment without a rate says why';
	same(figures(between($html, 'Preços por dia')), 'mark_par_pct', 100.9, 101.2, undef);
	same(figures(between($html, 'Preços por dia')), 'traded_par_pct', undef, undef, 99.25);
	same(figures(between($html, 'Fundos que a têm')), 'value_brl', 25);
	same(figures(between($html, 'Fundos que a têm')), 'quantity', 3);
	like $html, qr{<title id="par-titulo">Preço em % do par</title>.*Negociada a 99,25% em 17/11/2026}s, 'a chart, its days of trades marked';
	like told_text($html), qr{Preço em % do par, em %.*19/11/2026.*100,90.*—.*17/11/2026.*—.*99,25}s, 'its figures by day';
	like told_text($html), qr{Spread sobre a curva\s*\S+.*Curva\s*DI, pelo contrato}s, 'the spread, and over what';
	unlike told_text($html), qr{Sem vencimento porque|curve_spread|no_curve|early_redemption}, 'and what there is has none; no word of a program';
	like $html, qr{FIDUCIÁRIA &lt;script&gt;.*FUNDO &lt;i&gt;}s, 'texts of files are text';
	act($way, 'credit.note.create', body => 'Ver a escritura');
	like told_text(between($c->page($way), 'Notas')), qr{Ver a escritura}, 'a note on it';
	$desk->done('credit.note.delete', { note_id => $_->{id} }, confirmed => 1) for @{ $desk->data('credit.notes.list', {}) };
	is $b->open("$at/debentures/instrument:NADA11")->status, 404, 'no such paper';
	is $b->open("$at/debentures/company:33000167000101")->status, 404, 'a company is none';
}

# ---- a receivables fund ----
{
	my $fund = 'fund:11222333000181';

	is $b->open("$at/funds/$fund")->status, 404, 'a fund without a report';
	unlike $c->page("$at/issuers/$fund"), qr{/funds/}, 'to which nothing leads';
	Lastro::Desk::report($t);
	act("$at/watchlists/$list->{id}", 'credit.watchlist_item.add', object_id => $fund);
	my ($way) = map { Lastro::Browser::unescape($_) } between($c->page("$at/watchlists/$list->{id}"), 'Quadro') =~ m{<a href="([^"]*/funds/[^"]*)"};
	is $way, "$at/funds/fund%3A11222333000181", 'the board leads to the report of a fund';
	like $c->page("$at/issuers/$fund"), qr{<a href="\Q$way\E">O informe do fundo</a>}, 'and so does its page';
	my $j = $desk->data('credit.fund.get', { object_id => $fund });
	my $html = $c->page($way);
	my $found = figures(terms($html));
	like $html, qr{<h1>FIDC RECEBIVEIS</h1>}, 'the fund';
	like $html, qr{<a href="\Q$at\E/issuers/fund%3A11222333000181">Notas de crédito e documentos</a>}, 'and back';
	same($found, $_->[0], $_->[1]) for ['net_worth.value_brl', 1000], ['subordination.senior_pct', 30], ['delinquency.over_90_pct', '5.7143'], ['delinquency.coverage_pct', '83.3333'], ['flows.net_brl', 5];
	same(figures(between($html, 'Camadas')), 'value_brl', 700, 0, 300);
	same(figures(between($html, 'Maiores devedores')), 'amount_brl', 100);
	same(figures(between($html, 'Segmentos')), 'share_pct', 100);
	like told_text(between($html, 'Cedentes')), qr{empresa.*33\.000\.167/0001-01.*pessoa física.*fora da escala}s, 'cedents, a person without a tax id';
	like told_text($html), qr{Com o que voltou aos cedentes\s*—.*falta o informe de um dos três meses}s, 'what is missing says why';
	like told_text(between($html, 'Somas que têm de valer')), qr{ativo − passivo = patrimônio\s*sim}s, 'the sums';
	like $html, qr{ADMINISTRADORA &lt;b&gt;.*Sênior &lt;i&gt;}s, 'texts of files are text';
	unlike told_text($html), qr{not_reported|months_missing|share_unknown|over_90|risk_aa|senior}, 'no word of a program';
	$desk->done('credit.watchlist_item.remove', { watchlist_id => $list->{id}, object_id => $fund });
	$t->sql("delete from receivables_report where tax_id = '11222333000181'");
}

# ---- the search ----
{
	my $html = $c->page("$at/find?q=PETR16");
	my ($way) = map { Lastro::Browser::unescape($_) } between($html, 'O que foi encontrado') =~ m{<a href="([^"]*)"};

	is $way, "$at/debentures/instrument%3APETR16", 'a code that is searched leads to its paper';
	is $b->open($way)->status, 200, 'which is there';
	like between($c->page("$at/find?q=33000167000101"), 'O que foi encontrado'), qr{<a href="\Q$at\E/issuers/company%3A33000167000101">}, 'a tax id to its issuer';
	unlike between($c->page("$at/find?q=FII+IMOVEIS"), 'O que foi encontrado'), qr{<a }, 'what a desk does not watch has no page';
	like Encode::decode('UTF-8', $b->open("$at/find?q=%3Cb%3Ezzzqqq")->body), qr{Nada foi encontrado com “&lt;b&gt;zzzqqq”}, 'nothing, in words';
	is $b->open("$at/find$_")->status, 200, 'an empty search asks for one' for '', '?q=', '?q=+++';
	is $b->open("$at/find?q=" . 'x' x 201)->status, 400, 'one that no page sends';
}

# ---- texts of documents ----
{
	my $held = $desk->done('credit.document.add', { object_id => $petro, name => 'Escritura <b>', document_date => '2024-10-02', pages => ['capa', "até 3,50 ve-\nzes"] });
	like told_text(between($c->page("$at/documents"), 'Textos guardados')), qr{Escritura <b>.*PETROLEO.*02/10/2024.*2.*Owner}s, 'the texts that the desk holds';
	my %of = (object_id => $petro, term => 'other', quote => 'até 3,50 vezes', page => 2);
	my ($found, $named) = map { $desk->done('credit.regulation_term.propose', { %of, name => $desk->unique('c'), %$_ })->{id} } { text_id => $held->{id} }, { document => 'Minuta' };

	like told_text($c->page("$at/terms/$found")), qr{Trecho conferido na página de um texto guardado\s+sim}, 'who reviews sees that the quote was found';
	unlike told_text($c->page("$at/terms/$named")), qr{Trecho conferido na página de um texto guardado\s+sim}, 'or that nothing was compared';
	$desk->done('credit.regulation_term.withdraw', { term_id => $_ }) for $found, $named;
	act("$at/documents", 'credit.document.delete');
	is_deeply $desk->data('credit.documents.list', {}), [], 'deleted on its page';
	act("$at/documents", 'credit.document.add', object_id => $petro, name => 'Ata', pages => '["uma, duas", "três"]');
	is $desk->data('credit.document.page', { text_id => $desk->data('credit.documents.list', {})->[0]{id}, page => 1 })->{text}, 'uma, duas', 'and one is put there';
}

# ---- an issuer, notes ----
{
	act("$at/issuers/$petro", 'credit.note.create', body => '<script>alert(1)</script>');
	my $html = $c->page("$at/issuers/$petro");
	like $html, qr{<h1>PETROLEO BRASILEIRO S\.A\.</h1>}, 'the issuer';
	$html = $c->page("$at/notes");
	like $html, qr{&lt;script&gt;alert\(1\)&lt;/script&gt;}, 'a note is text';
	act("$at/notes", 'credit.note.update', body => 'outra');
	is $desk->data('credit.notes.list', {})->[0]{version}, 2, 'mended';
	same(figures(between($c->page("$at/notes"), 'Notas')), 'version', 2);
	act("$at/notes", 'credit.note.delete');
	is_deeply $desk->data('credit.notes.list', {}), [], 'and gone';
}

# ---- terms ----
{
	my $j = $desk->data('credit.regulation_terms.queue', {});
	my $found = figures(between($c->page("$at/terms"), 'A rever'));

	same($found, $_, $j->[0]{$_}) for qw(value confidence);
	like told_text($c->page("$at/terms/$term")), qr{A subordinacao minima sera de 30%\.}, 'the content of the text';
	act("$at/terms", 'credit.regulation_term.review', decision => 'approve', comment => 'confere');
	is $desk->data('credit.regulation_term.get', { term_id => $term })->{status}, 'approved', 'reviewed';
	like told_text(between($c->page("$at/terms/$term"), 'Revisões')), qr{aprovar.*confere}s, 'by whom and in what way';

	# What a person's application proposed the person reviews, on the page.
	my %proposed = (object_id => $petro, term => 'leverage_covenant', value => 3.5, unit => 'ratio', quote => 'até 3,50 vezes', document => 'Escritura');
	$term = $desk->done('credit.regulation_term.propose', \%proposed)->{id};
	is $desk->action('credit.regulation_term.review', { term_id => $term, decision => 'approve', version => 1 })->json->{details}{errors}[0]{rule}, 'own_proposal', 'the key that proposed does not review';
	like told_text($c->page("$at/terms/$term")), qr{Proposto por.*Owner.*até 3,50 vezes|até 3,50 vezes.*Proposto por.*Owner}s, 'who proposed it';
	act("$at/terms", 'credit.regulation_term.review', decision => 'approve');
	is $desk->data('credit.regulation_term.get', { term_id => $term })->{status}, 'approved', 'the person does';

	# On its page the person takes back what an application proposed; not what another person did.
	$term = $desk->done('credit.regulation_term.propose', { %proposed, value => 4 })->{id};
	act("$at/terms/$term", 'credit.regulation_term.withdraw', comment => 'engano');
	my $told = told_text($c->page("$at/terms/$term"));
	like $told, qr{Situação\s+retirado}, 'withdrawn, on its page';
	like told_text(between($c->page("$at/terms/$term"), 'Revisões')), qr{retirar.*Owner.*engano}s, 'and who did so';
	$term = $desk->done('credit.regulation_term.propose', { %proposed, value => 5 }, as => 'analyst')->{id};
	my $r = $b->shown($b->open("$at/actions/credit.regulation_term.withdraw?term_id=$term"), { which => qr{/actions/} }, step => 'preview');
	is $r->status, 403, "another person's is refused";
	like told_text(Encode::decode('UTF-8', $r->body)), qr{Proposta de outra pessoa.*Só quem propôs.*ou volte e reveja a proposta}s, 'in words, with what remains';
}

# ---- the other pages ----
is scalar(() = between($c->page("$at/members"), 'Membros') =~ /<tr>/g), scalar @{ $desk->data('credit.members.list', {}) }, 'the members';
like told_text(between($c->page("$at/rules"), 'Regras')), qr{alavancagem acima.*Varejo <i>}s, 'the rules';
like told_text(between($c->page("$at/audit"), 'Auditoria')), qr{credit\.note\.delete}, 'the trail';

# ---- refusals, and access ----
{
	my $r = $b->shown($b->open("$at/actions/credit.alert_rule.set?watchlist_id=$list->{id}"), { which => qr{/actions/} }, step => 'preview', kind => 'leverage_above', threshold => 'muito');
	is $r->status, 400, 'a number that is none';
	like Encode::decode('UTF-8', $r->body), qr{name="threshold"[^>]*value="muito"}, 'is kept';
	like Encode::decode('UTF-8', $r->body), qr{id="threshold-erro"}, 'with its error beside it';
	for my $number ('--1', '-', '1e400', '0x1', "\x{661}\x{662}") {
		$r = $b->shown($b->open("$at/actions/credit.alert_rule.set"), { which => qr{/actions/} }, step => 'preview', threshold => $number);
		my $body = Encode::decode('UTF-8', $r->body);

		like $body, qr{name="threshold"[^>]*value="\Q$number\E"}, "$number is kept";
		like $body, qr{id="threshold-erro">Veio “\Q$number\E”; esperado: número}, 'with its error';
		like $body, qr{id="kind-erro">Falta preencher}, 'and so have the others';
	}
	$r = $b->shown($b->open("$at/actions/credit.note.create"), { which => qr{/actions/} }, step => 'preview', body => 'Um texto longo', object_id => 'company:00000000000000');
	is $r->status, 404, 'an object that is not there';
	like Encode::decode('UTF-8', $r->body), qr{Nada foi gravado\. O que o pedido nomeia não existe.*Um texto longo</textarea>}s, 'loses nothing that was written';
	$r = $b->shown($b->open("$at/actions/credit.note.create"), { which => qr{/actions/} }, step => 'preview', body => '');
	like Encode::decode('UTF-8', $r->body), qr{id="body-erro">Falta preencher este campo\.}, 'what is missing is said to a person';
	$r = $b->submit($b->open("$at/actions/credit.note.create"), { which => qr{/actions/} }, step => 'preview', body => 'x', about => 'x' x 1001);
	is $r->status, 400, 'a form that no page sends';
	like Encode::decode('UTF-8', $r->body), qr{O formulário não chegou inteiro, ou não como a página o envia}, 'is said so in words of no program';
	my ($viewer) = $c->enter($desk->{email}{viewer});
	is $viewer->open($at)->status, 200, 'a viewer reads';
	is $viewer->shown($viewer->open("$at/actions/credit.note.create"), { which => qr{/actions/} }, step => 'preview', body => 'x')->status, 403, 'and does not act';
	my ($stranger) = $c->enter($other->{email}{owner});
	is $stranger->open("$at$_")->status, 404, "another's desk is like none: $_" for '', '/watchlists', '/watchlists?csv=1', "/watchlists/$list->{id}", '/debentures/instrument%3APETR16', '/funds/fund%3A11222333000181', '/find?q=x';
	is $stranger->open("/desks/$other->{id}/watchlists/$list->{id}")->status, 404, 'its list is not found in another desk';
	is $stranger->open("/offices/$desk->{id}")->status, 404, 'it is not an office';
}

# The list of offices includes desks.
{
	my $r = $b->open('/desks');
	is_deeply [$r->status, $r->header('Location')], [303, '/offices'], 'the desks alone lead to the list';
}

$t->finish;
done_testing;
