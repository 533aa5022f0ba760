#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The page of a person's notices: what can be asked for, each with its own fields, what was asked, a price that was reached and
# is waited for again, and the end of a notice by one press.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Console qw(told_text);
use Lastro::Market qw(closes);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $now = '2026-11-20T15:00:00Z';
closes($t, b3 => 'PETR4', '2026-11-19' => '42');
closes($t, us => 'VOO', '2026-11-19' => '600');
closes($t, index => 'IBOV', '2026-11-19' => '129999');
my $c = Lastro::Console->new($t, now => $now);
my ($ana) = $c->person('ana@example.com');
my ($bia) = $c->person('bia@example.com');
sub text { my ($html) = @_; return told_text($html) =~ s/\s+/ /gr =~ s/\x{a0}/ /gr }
# listed() - the rows of what was asked: the first two cells and the buttons.
sub listed {
	my ($html) = @_;
	my ($table) = $html =~ m{<caption>Avisos pedidos</caption>.*?<tbody>(.*?)</tbody>}s or return;

	return map { my @cells = m{<td[^>]*>(.*?)</td>}gs; [(map { text($_) =~ s/^\s+|\s+$//gr } @cells[0, 1]), map { text($_) } $cells[4] =~ m{<button[^>]*>(.*?)</button>}gs] } $table =~ m{<tr>(.*?)</tr>}gs;
}
sub fields { my ($html) = @_; my ($form) = $html =~ m{<form[^>]*action="/notices"[^>]*>(.*?)</form>}s or return; return join ' ', grep { !/^(?:csrf|once)$/ } $form =~ m{<(?:input|select)[^>]* name="([^"]*)"}g }
sub send_form { my ($kind, %f) = @_; return $ana->submit($ana->open("/notices/new?kind=$kind"), { which => qr{^/notices$} }, %f) }
sub of { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }

# ---- what can be asked for ----

my $html = $c->page('/notices');
like $html, qr{Você não pediu nenhum aviso}, 'nothing is asked for';
my @offers = $html =~ m{<li><a href="(/notices/new\?kind=\w+)">([^<]*)</a></li>}g;
is scalar @offers, 20, 'ten kinds, a line each';
my %offer = reverse @offers;
is $offer{'Um ativo chega a um preço'}, '/notices/new?kind=price_reached', 'in words';
unlike text($html =~ s/<[^>]*>/ /gr), qr/[a-z]_[a-z]/, 'and without codes';
my %has = (price_reached => 'symbol direction price', income_announced => 'amounts', income_due => 'days', income_received => 'amounts', darf_due => 'days amounts', results_published => '',
	weekly_summary => 'amounts', price_stale => 'days', office_import => '', key_expiring => 'days');
for my $kind (sort keys %has) {
	is fields($c->page("/notices/new?kind=$kind")), join(' ', grep { $_ } 'kind', $has{$kind}, 'channel url'), "$kind has its fields alone";
}
is $ana->open($_)->status, 400, "$_ is refused" for '/notices/new', '/notices/new?kind=x', '/notices/new?kind=';

# ---- a price ----

my $r = send_form('price_reached', symbol => 'XPTO3', direction => 'above', price => '42,00', channel => 'email');
is $r->status, 400, 'an unknown paper is refused';
like text(of($r)), qr{o código de um ativo de que há preço de fechamento, como PETR4}, 'in words';
like of($r), qr{value="XPTO3"}, 'the form has what was typed';
like of($r), qr{value="42,00"}, '  all of it';
is fields(of($r)), 'kind symbol direction price channel url', '  and the fields of its kind';
is $ana->submit($r, { which => qr{^/notices$} }, symbol => 'petr4', price => '42,00')->status, 303, 'corrected, it is stored';
is send_form('price_reached', symbol => 'VOO', direction => 'below', price => '599,5')->status, 303, 'another one';
is send_form('price_reached', symbol => 'IBOV', direction => 'above', price => '130.000,00')->status, 303, 'and of an index';
is send_form('darf_due', days => '5', amounts => 'on')->status, 303, 'a DARF';
is send_form('weekly_summary')->status, 303, 'and the summary';
is send_form('results_published')->status, 303, 'and results';
is_deeply [listed($c->page('/notices'))], [
	['PETR4 fechar a R$ 42,00 ou mais', 'ainda não aconteceu', 'Cancelar: PETR4 fechar a R$ 42,00 ou mais'],
	['VOO fechar a US$ 599,50 ou menos', 'ainda não aconteceu', 'Cancelar: VOO fechar a US$ 599,50 ou menos'],
	['IBOV fechar a 130.000 pontos ou mais', 'ainda não aconteceu', 'Cancelar: IBOV fechar a 130.000 pontos ou mais'],
	['Um DARF vai vencer', 'até 5 dias antes, com valores', 'Cancelar: Um DARF vai vencer'],
	['O resumo da semana, às segundas-feiras', 'sem valores', 'Cancelar: O resumo da semana, às segundas-feiras'],
	['Uma empresa de que você tem ações entrega o resultado', '—', 'Cancelar: Uma empresa de que você tem ações entrega o resultado'],
], 'each is a line in words';

# ---- reached, and waited for again ----

is $t->lastro_json({ env => { LASTRO_NOW => $now } }, 'compute', 'notices')->{queued}, 1, 'one price is reached';
$html = $c->page('/notices');
is_deeply [(listed($html))[0]], [['PETR4 fechar a R$ 42,00 ou mais', 'já aconteceu, no fechamento de 19/11/2026', 'Avisar de novo: PETR4 fechar a R$ 42,00 ou mais', 'Cancelar: PETR4 fechar a R$ 42,00 ou mais']],
	'which the page says, with its day';
like text($html), qr{O que foi avisado.*PETR4 fechou a R\$ 42,00 em 19/11/2026}, 'and what was told';
my ($path) = $html =~ m{action="(/notices/[^"]*/arm)"} or die 'no button';
is $bia->submit($bia->open('/notices/new?kind=weekly_summary'), { which => qr{^/notices$} })->status, 303, 'another person';
my ($csrf) = $bia->open('/notices')->body =~ /name="csrf" value="([^"]*)"/;
is $bia->post_form($path, { csrf => $csrf })->status, 404, 'does not arm it';
is $ana->submit($ana->open('/notices'), { which => qr{/arm$} })->status, 303, 'it is waited for again';
is_deeply [(listed($c->page('/notices')))[0]], [['PETR4 fechar a R$ 42,00 ou mais', 'ainda não aconteceu', 'Cancelar: PETR4 fechar a R$ 42,00 ou mais']], 'as before';

# ---- a summary, line by line ----

my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
$t->lastro_ok({ env => { LASTRO_NOW => '2026-11-23T12:00:00Z' } }, 'compute', 'notices');
like $c->page('/notices'), qr{<bdi>A semana de 16/11/2026 a 22/11/2026\.<br>Patrimônio, o que a semana fez dele e proventos: abra a carteira para ver o valor\.<br>Nos próximos sete dias: nada a receber que já esteja anunciado, e nenhum DARF a pagar\.<br>Nada pede atenção\.</bdi>},
	'of a portfolio that holds nothing';

# ---- ended ----

for my $left (reverse 0 .. 5) {
	is $ana->submit($ana->open('/notices'), { which => qr{/delete$} })->status, 303, 'one press ends one';
	is scalar(() = listed($c->page('/notices'))), $left, "  and $left are left";
}
like $c->page('/notices'), qr{Você não pediu nenhum aviso}, 'then there is none';
is scalar(() = listed(of($bia->open('/notices')))), 1, 'and the other person\'s is there';

$t->finish;
done_testing;
