#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Texts of documents that a desk holds: stored page by page as they came, listed, deleted; and clauses that are quoted from
# them: a quote that does not stand on its page is refused with the page that has it.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Companies qw(documents document_row register register_row);
use Lastro::Desk;
use Lastro::Test;
use Test::More;

$ENV{LASTRO_NOW} = '2026-11-20T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
my ($petro, $vale, $fund, $paper) = qw(company:33000167000101 company:33592510000154 fund:11222333000181 instrument:PETR16);
$t->lastro_ok('load', 'company-register', register($dir, register_row(9512, '33000167000101', 'PETROLEO BRASILEIRO S.A.'), register_row(4170, '33592510000154', 'VALE S.A.')));
$t->lastro_ok('load', 'company-documents', documents($dir, 2026, document_row(9512, '33000167000101', 'PETROLEO', 'Escritura', '2026-04-10', '2026-04-11', '001X01', Assunto => '7ª emissão')));
my $filed = 0 + $t->sql('select id from company_document');
$t->sql("insert into debenture (code, indexer, rate_kind, source, issuer_tax_id, spread) values ('PETR16', 'cdi', 'spread', 'anbima', '33000167000101', 1.85)");
$t->start_pool(workers => 1, env => { LASTRO_NOW => $ENV{LASTRO_NOW} });

my $clause = 'igual ou inferior a 3,50 (três inteiros e cinquenta centésimos) vezes';
my @pages = (
	"ESCRITURA <script>alert(1)</script>\n=1+1",
	'',
	"9.1  A Emissora obriga-se a man-\nter a razão entre Dívida Líquida e EBITDA\n\n  igual ou inferior a 3,50 (três intei-\r\nros e cinquenta centésimos)\x{A0}vezes.",
	'A razão é sinônimo de índice.',
);

# errors() - "status pointer rule: expected" of each error of a refusal.
sub errors { my ($r) = @_; return join '; ', map { $r->status . " $_->{pointer} $_->{rule}: " . ($_->{expected} // '') } @{ $r->json->{details}{errors} // [{ pointer => $r->code, rule => '' }] } }
sub said { my ($r) = @_; return $r->status == 200 ? '200' : $r->json->{details}{errors} ? errors($r) : $r->status . ' ' . $r->code }
sub propose { my (%in) = @_; return $desk->action('credit.regulation_term.propose', { object_id => $petro, term => 'leverage_covenant', name => $desk->unique('c'), %in }) }

# ---- a text, as it came ----

my $held = $desk->done('credit.document.add', { object_id => $petro, name => 'Escritura da 7ª', document_date => '2024-10-02', url => 'https://example.com/e.pdf', pages => \@pages }, as => 'analyst');
my @bytes = map { my $s = $_; utf8::encode($s); length $s } @pages;
is $bytes[3], 33, 'a page of 29 characters, four of them of two bytes';
is_deeply { %$held, id => '', added_at => '' }, { id => '', object => { id => $petro, kind => 'company', subkind => undef, name => 'PETROLEO BRASILEIRO S.A.' }, name => 'Escritura da 7ª', document_date => '2024-10-02',
	url => 'https://example.com/e.pdf', document_id => undef, pages => 4, size_bytes => $bytes[0] + $bytes[2] + $bytes[3], added_by => 'Analyst', added_at => '' }, 'what is kept of it';
for my $n (1 .. 4) {
	my $page = $desk->data('credit.document.page', { text_id => $held->{id}, page => $n }, as => 'viewer');

	is_deeply [@$page{qw(page pages text name)}], [$n, 4, $n == 2 ? undef : $pages[$n - 1], 'Escritura da 7ª'], "page $n, as it came";
}
my $answer = $desk->function('credit.document.page', { text_id => $held->{id}, page => 1 });
like $answer->header('content-type'), qr{^application/json}, 'never as a page of its own';
my ($spec) = grep { $_->{id} eq 'credit.document.page' } $desk->catalog('functions');
ok $spec->{output_schema}{properties}{text}{'x-from-others'}, 'whose text is marked as that of others';
is $desk->action('credit.document.add', { object_id => $petro, name => 'x', pages => ['x'] }, as => 'viewer')->code, 'scope_missing', 'who only reads adds none';

my $of_paper = $desk->done('credit.document.add', { object_id => $paper, name => 'Aditamento', document_date => '2026-11-20', pages => ['até 4 vezes'] });
my $of_filed = $desk->done('credit.document.add', { object_id => $petro, name => 'Escritura arquivada', document_id => $filed, pages => ['até 5 vezes'] });
is_deeply [@$of_filed{qw(document_date document_id)}], ['2026-04-11', $filed], 'the text of a filed document has its day';
is_deeply [map { $_->{id} } @{ $desk->data('credit.documents.list', {}) }], [map { $_->{id} } $of_filed, $of_paper, $held], 'all of a desk, the newest first';
is_deeply [map { $_->{id} } @{ $desk->data('credit.documents.list', { object_id => $paper }) }], [$of_paper->{id}], 'those of an object';
is_deeply $other->data('credit.documents.list', {}), [], 'another desk has none of them';
is $other->function('credit.document.page', { text_id => $held->{id}, page => 1 })->code, 'subject_not_found', 'nor reads a page';
is $other->action('credit.regulation_term.propose', { object_id => $petro, term => 'other', quote => 'ESCRITURA', text_id => $held->{id}, page => 1 })->code, 'subject_not_found', 'nor quotes one';
is said($desk->action('credit.document.add', { object_id => $vale, name => 'x', document_id => $filed, pages => ['x'] })), '409 /input/document_id document_of_issuer: o id de um documento que o emissor do objeto arquivou',
	"another issuer's filed document";

# ---- limits ----

is said($desk->action('credit.document.add', { object_id => $petro, name => 'x', pages => [('x') x 2001] })), '400 /input/pages max_items: no máximo 2000 itens', 'two thousand pages';
is said($desk->action('credit.document.add', { object_id => $petro, name => 'x', pages => ['x' x 100_001] })), '400 /input/pages/0 max_length: no máximo 100000 caracteres', 'and a page has 100,000 characters';
# 20 MiB are 20,971,520 bytes: 209 pages of 100,000 and one of 71,520.
my @full = (('x' x 100_000) x 209, 'x' x 71_520);
is said($desk->action('credit.document.add', { object_id => $petro, name => 'x', pages => [@full, 'x'] })), '400 /input/pages max_length: até 20 MiB de texto em UTF-8 ao todo', 'one byte more than 20 MiB';
my $large = $desk->done('credit.document.add', { object_id => $fund, name => 'Regulamento', pages => \@full });
is_deeply [@$large{qw(pages size_bytes)}], [210, 20_971_520], '20 MiB are held';
is $desk->action('credit.note.create', { body => 'x' x (1 << 20) })->code, 'payload_too_large', 'another Action has 1 MiB, as before';
is said(propose(object_id => $fund, term => 'other', text_id => $large->{id}, page => 1, quote => 'y')),
	'409 /input/quote quote_not_found: um trecho que esteja, palavra por palavra, na página 1; este não está inteiro em nenhuma página do texto', 'a quote is looked for in all of them';
like said($desk->action('credit.document.add', { object_id => $petro, name => "duas\nlinhas", pages => ['x'] })), qr{^400 /input/name }, 'a name is one line';
is $t->sql('select count(*) from desk_document_page'), '216', 'nothing is left of what was refused';

# ---- quoting ----

my $term = propose(quote => $clause, value => 3.5, unit => 'ratio', text_id => $held->{id}, page => 3);
is $term->status, 200, 'a quote over three lines, with a word split and a blank that does not break' or diag $term->body;
is_deeply [@{ $term->json->{result} }{qw(document document_date page quote text_id document_id status)}], ['Escritura da 7ª', '2024-10-02', 3, $clause, $held->{id}, undef, 'pending'],
	'the clause names the document, its day and the text';
is_deeply [map { $_->{text_id} } @{ $desk->data('credit.regulation_terms.queue', {}) }], [$held->{id}], 'so does the queue';
my $begin = 'um trecho que esteja, palavra por palavra, na página';
for (
	['on the page before', $clause, 2, '2; este está na página 3'],
	['on the first, and the third is nearer than none', $clause, 1, '1; este está na página 3'],
	['nearest of two', 'razão', 2, '2; este está na página 3'],
	['with another figure', 'igual ou inferior a 3,55', 3, '3; este não está inteiro em nenhuma página do texto'],
	['with a part of the figure', 'igual ou inferior a 3,5', 3, '3; este não está inteiro em nenhuma página do texto'],
	['without its accents', 'Divida Liquida', 3, '3; este não está inteiro em nenhuma página do texto'],
	['in another case', 'DÍVIDA LÍQUIDA', 3, '3; este não está inteiro em nenhuma página do texto'],
	['over two pages', 'vezes. A razão', 3, '3; este não está inteiro em nenhuma página do texto'],
	['of a part of a word', 'missora', 3, '3; este não está inteiro em nenhuma página do texto'],
) {
	my ($name, $quote, $page, $expected) = @$_;
	my $r = propose(quote => $quote, text_id => $held->{id}, page => $page);

	is said($r), "409 /input/quote quote_not_found: $begin $expected", "a quote $name";
}
is said(propose(quote => " \n\t", text_id => $held->{id}, page => 3)), '400 /input/quote min_length: texto com algum caractere visível', 'a quote of blanks';
is said(propose(quote => $clause, text_id => $held->{id}, page => 5)), '409 /input/page page_of_text: uma página de 1 a 4', 'a page that it has not';
is said(propose(quote => $clause, text_id => $held->{id})), '400 /input/page required: a página do texto em que está o trecho', 'no page';
is said(propose(quote => $clause, text_id => $held->{id}, page => 3, document => 'Escritura')), '400 /input one_of: text_id, document_id ou document: um deles', 'a text and a name';
is said(propose(object_id => $paper, quote => $clause, text_id => $held->{id}, page => 3)), '200', "a text of the paper's issuer";
is said(propose(quote => 'até 4 vezes', text_id => $of_paper->{id}, page => 1)), '200', "and the issuer's of its paper";
is said(propose(object_id => $vale, quote => $clause, text_id => $held->{id}, page => 3)), '409 /input/text_id text_of_issuer: o id de um texto do objeto, ou de outro do mesmo emissor', "another issuer's";
is propose(quote => 'até 5 vezes', text_id => $of_filed->{id}, page => 1)->json->{result}{document_id}, $filed, 'the text of a filed document leads to it';
is propose(quote => 'seja o que for', document => 'Minuta', page => 7)->json->{result}{text_id}, undef, 'a quote of a document that is only named is compared with nothing, and says so';

# ---- deleted ----

my %gone = (text_id => $held->{id});
is said($desk->action('credit.document.delete', \%gone)), '400 /confirmed confirmation_required: true', 'a deletion is confirmed';
$desk->done('credit.document.delete', \%gone, confirmed => 1, as => 'analyst');
is $desk->function('credit.document.page', { %gone, page => 3 })->code, 'subject_not_found', 'it is gone';
is $t->sql("select count(*) from desk_document_page where document_id = '$held->{id}'"), '0', 'with its pages';
is_deeply [@{ $desk->data('credit.regulation_term.get', { term_id => $term->json->{result}{id} }) }{qw(quote document page text_id)}], [$clause, 'Escritura da 7ª', 3, $held->{id}], 'the clause has its quote';
is propose(quote => $clause, %gone, page => 3)->code, 'subject_not_found', 'no other one is quoted from it';
unlike $t->sql("select string_agg(changes::text, '') from audit where kind like 'document.%'"), qr/Escritura|example\.com|Emissora/, 'the trail has no word of it';

done_testing;
