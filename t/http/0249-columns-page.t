#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A sheet that nothing knows: the page asks which column is which, keeps the answer for the next one, and reads it as any
# other.  Rows of a file are corrected, or left out, before anything is written.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use Lastro::Browser;
use Lastro::Console qw(between);
use Lastro::Test;
use Lastro::Xlsx qw(workbook);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Renda' })->{id};
my $at = "/portfolios/$id";

sub text { my ($r) = @_; return decode('UTF-8', $r->body) }
sub json { my ($path) = @_; return $c->json($path) }
sub rows { return json("/v1$at/transactions?limit=200")->{data} }
sub kept { return json('/v1/import-mappings')->{data} }
sub imports { return json("/v1$at/imports")->{data} }
# upload() - the page that a file leads to, after each redirect.
sub upload {
	my ($name, $bytes, $by) = @_;
	my $who = $by // $b;
	my $r = $who->submit($who->open("$at/imports"), { which => qr/reading/ }, file => [$name, encode('UTF-8', $bytes)]);

	$r = $who->arrive($r) while $r->status == 303;
	return $r;
}
sub held_of { my ($r) = @_; return text($r) =~ /name="held" value="([0-9a-f-]{36})"/ ? $1 : die text($r) }
sub faults { my ($html) = @_; my %f; $f{$1} = $2 while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
sub wrote { return [sort map { "$_->{trade_date} $_->{kind} $_->{symbol} $_->{quantity} " . ($_->{price} // '?') . " $_->{fees}" } @{ rows() }] }

# ---- a strange sheet ----

my $strange = <<"CSV";
Extrato do Banco <b>Tal</b>;;;;;;
Quando foi;O que comprei;Lado;Unid.;Cada uma;Tarifa;=Soma
05/01/2026;PETR4;C;100;30,00;-4,90;-3.004,90
06/02/2026;PETR4;V;40;32,50;4,90;1.295,10
20/02/2026;PETR4;Cred. div.;60;;;45,00
21/02/2026;CAIXA;Tarifa mensal;;;;-9,90
CSV
my $page = upload('extrato <i>.csv', $strange);
is $page->status, 200, 'a sheet that nothing knows is not refused' or diag text($page);
my $html = $c->held($page, 'the page that asks for the columns');
like $html, qr{<h1>Que coluna é qual\?</h1>}, 'but asks which column is which';
unlike $html, qr{<b>Tal|<i>}, 'its cells are text';
like between($html, 'As primeiras linhas do arquivo'), qr{Cada uma.*3\.004,90}s, 'its first rows are shown as they are';
my ($action, $fields) = Lastro::Browser::form($page, qr{imports/columns$});
is_deeply +{ map { $_ => $fields->{$_} } qw(header operation date ticker quantity price amount fees dates word-1 word-2 word-3 name) },
	{ header => 2, operation => 3, date => 1, ticker => 2, quantity => 4, price => 5, amount => '', fees => '', dates => 'day_first',
	'word-1' => 'buy', 'word-2' => 'sell', 'word-3' => '', name => 'extrato <i>' }, 'filled in with what can be guessed' or diag explain $fields;
is_deeply kept(), [], 'nothing is kept by looking';

my $r = $b->post_form($action, { %$fields, amount => 7, fees => 6, 'word-4' => 'ignored' });
is $r->status, 400, "a word without a meaning" or diag text($r);
like faults(text($r))->{'word-3'}, qr{palavra quer dizer}, 'is asked for beside it';
(undef, my $again) = Lastro::Browser::form($r, qr{imports/columns$});
is $again->{amount}, 7, 'with what was chosen before';
$r = $b->post_form($action, { %$fields, date => '', ticker => 4, 'word-3' => 'dividend', 'word-4' => 'ignored' });
is_deeply [sort keys %{ faults(text($r)) }], ['date', 'quantity'], 'a day that is lacking, and a column that is named twice' or diag text($r);
is_deeply kept(), [], 'a refused form keeps nothing';

my %right = (%$fields, amount => 7, fees => 6, 'word-3' => 'dividend', 'word-4' => 'ignored');
$r = $b->post_form($action, \%right);
is $r->status, 303, 'the columns are taken' or diag text($r);
is $b->post_form($action, \%right)->header('Location'), $r->header('Location'), 'sent twice';
is scalar @{ kept() }, 1, 'they are kept once';
my $reading = $b->arrive($r);
$html = $c->held($reading, 'the reading');
like $html, qr{Lido com as colunas que você indicou em 20/11/2026 \(extrato &lt;i&gt;\)}, 'the reading says how it was read';
like $html, qr{<a href="$at/imports/columns\?held=[0-9a-f-]+">Mudar as colunas</a>}, 'and how to change it';
like $html, qr{>Gravar 3 linhas<}, 'three rows';
is_deeply [rows(), imports()], [[], []], 'nothing is written yet';
my ($to, $send) = Lastro::Browser::form($reading, qr{/imports$});
$r = $b->post_form($to, $send);
is $r->status, 303, 'written';
is $b->post_form($to, $send)->header('Location'), $r->header('Location'), 'pressed twice';
is scalar @{ imports() }, 1, 'it is written once';
# 100 at 30.00 and 4.90 of fees; 40 at 32.50; the income is the total that was credited, 45.00.
is_deeply wrote(), ['2026-01-05 buy PETR4 100 30 4.90', '2026-02-06 sell PETR4 40 32.5 4.90'], 'with the figures of the sheet' or diag explain wrote();
is json("/v1$at/income")->{data}[0]{amount}, '45.00', 'and its income';
is json("/v1$at/imports/" . imports()->[0]{id} . '/rows')->{data}[0]{raw}{'O que comprei'}, 'PETR4', 'the rows are kept as the file has them';

# ---- the next one, at once ----

(my $next = $strange) =~ s/05\/01\/2026;PETR4;C;100/05\/03\/2026;PETR4;C;200/;
$page = upload('outro mes.csv', $next);
like text($page), qr{<h1>O que se leu do arquivo</h1>.*Lido com as colunas que você indicou}s, 'a sheet with the same header is read at once';
like text($page), qr{>Gravar 1 linha<}, 'and its rows that are there already are duplicates';
my $mudar = $b->open((text($page) =~ m{href="([^"]*imports/columns[^"]*)"})[0]);
($action, $fields) = Lastro::Browser::form($mudar, qr{imports/columns$});
is_deeply [@$fields{qw(amount fees word-3 word-4 name)}], [7, 6, 'dividend', 'ignored', 'extrato <i>'], 'the columns can be changed, from those that count';
$r = $b->post_form($action, { %$fields, name => 'Banco Tal', amount => '' });
like text($b->arrive($r)), qr{Banco Tal}, 'which read the file anew';
is_deeply [map { [$_->{name}, $_->{columns}{amount}] } @{ kept() }], [['Banco Tal', undef]], 'there is still one for this header';
# A sheet of the kind that lacks a word does not take its meaning away.
($action, $fields) = Lastro::Browser::form($b->open("$at/imports/columns?held=" . held_of(upload('curto.csv', (split /06\/02/, $next)[0]))), qr{imports/columns$});
ok !exists $fields->{'word-2'}, 'a sheet with one word of four';
$b->post_form($action, $fields);
is_deeply [sort map { "$_->{word} $_->{means}" } @{ kept()->[0]{operations} }], ['C buy', 'Cred. div. dividend', 'Tarifa mensal ignored', 'V sell'], 'whose columns are kept with the words of the others';
{
	# by a program, with a key of the account
	my $dry = $b->request('POST', "/v1$at/imports?dry_run=true", body => encode('UTF-8', $next), type => 'text/csv',
		headers => { 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} })->json;
	is $dry->{mapping}{name}, 'Banco Tal', 'an import by the API finds it, too' or diag explain $dry;
}

# ---- the operation's column, and a sheet without a header ----

$page = upload('sem.csv', "05/01/2026;VALE3;10;60,00\n06/01/2026;VALE3;5;61,00\n");
($action, $fields) = Lastro::Browser::form($page, qr{imports/columns$});
is_deeply [@$fields{qw(header operation date ticker quantity price)}], ['none', '', 1, 2, 3, 4], 'a sheet without a header';
$r = $b->post_form($action, $fields);
is $r->status, 400, 'an operation is asked for';
like faults(text($r))->{operation} // text($r), qr{operação}, 'which none of its columns says';
my $all = $b->open("$at/imports/columns?held=" . held_of($page) . '&header=none&operation=buy');
($action, $fields) = Lastro::Browser::form($all, qr{imports/columns$});
$reading = $b->arrive($b->post_form($action, { %$fields, name => 'Sem cabeçalho' }));
like text($reading), qr{>Gravar 2 linhas<}, 'all of its rows are purchases';
like text(upload('sem2.csv', "07/01/2026;ITSA4;7;9,00\n")), qr{Sem cabeçalho.*>Gravar 1 linha<}s, 'the next one of that shape is read at once';
my $other = $b->open("$at/imports/columns?held=" . held_of(upload('x.csv', "dia;papel;a;b;n;cada\n05/01/2026;VALE3;C;in;10;60\n")) . '&header=1&operation=4');
($action, $fields) = Lastro::Browser::form($other, qr{imports/columns$});
like text($other), qr{“in”}, 'the words of the column that was chosen';
ok !exists $fields->{'word-2'}, 'and of no other';

# ---- the order of day and month ----

$page = upload('us.csv', "when;what;side;n;each\n01/02/2026;PETR4;buy;1;30\n03/04/2026;PETR4;buy;1;30\n");
like text($page), qr{O arquivo não prova a ordem}, 'dates that can be read in two ways';
($action, $fields) = Lastro::Browser::form($page, qr{imports/columns$});
$reading = $b->arrive($b->post_form($action, { %$fields, dates => 'month_first' }));
like between(text($reading), 'Cada linha do arquivo'), qr{02/01/2026.*04/03/2026}s, 'are read as the person said';


# ---- a workbook ----

$page = $b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => ['livro.xlsx', workbook([['Data base', 'Papel X', 'Qual', 'Montante'], ['2026-01-05', 'BBAS3', 'C', '275'], ['2026-01-06', 'BBAS3', 'V', '28']])]);
$page = $b->arrive($page) while $page->status == 303;
($action, $fields) = Lastro::Browser::form($page, qr{imports/columns$});
is_deeply [@$fields{qw(header date ticker operation word-1 word-2)}], [1, 1, 2, 3, 'buy', 'sell'], 'a workbook is asked for, too' or diag explain $fields;
ok !exists $fields->{dates}, 'dates with the year first need no order';
is $b->post_form($action, { %$fields, quantity => 4, price => 4 })->status, 400, 'a column serves one thing';

# ---- deleted at a press ----

$page = $b->open("$at/imports");
like text($page), qr{Excluir “Banco Tal”}, 'the kept columns are listed';
{
	my ($bia) = $c->enter(do { $t->lastro_ok('account', 'create', '--email', 'bia@example.com', '--name', 'Bia'); 'bia@example.com' });
	my $hers = $t->lastro_json('key', 'create', '--account', 'bia@example.com', '--name', 'k')->{key};
	is_deeply $t->get('/v1/import-mappings', key => $hers)->json->{data}, [], 'another person sees none';
	my $one = kept()->[0]{id};
	is $t->request(DELETE => "/v1/import-mappings/$one", key => $hers)->code, 'import_mapping_not_found', 'and deletes none';
	is $t->request(POST => '/v1/portfolios', key => $hers, type => 'application/json', body => '{"name":"Dela"}')->status, 201, 'her own portfolio';
	my $dela = $t->get('/v1/portfolios', key => $hers)->json->{data}[0]{id};
	my $refused = $t->request(POST => "/v1/portfolios/$dela/imports?dry_run=true", key => $hers, type => 'text/csv', body => encode('UTF-8', $next));
	is $refused->code, 'import_unrecognized', 'and her file with that header is not read by it';
	like $refused->json->{detail}, qr{Na página Importações se diz que coluna é qual}, 'the refusal says that columns can be named';
	is $t->request(POST => "/v1/portfolios/$dela/imports?dry_run=true&mapping_id=$one", key => $hers, type => 'text/csv', body => encode('UTF-8', $next))->code,
		'import_mapping_not_found', 'by its id neither';
}
my @forms = text($page) =~ m{action="([^"]*/mappings/[0-9a-f-]{36}/delete)"}g;
is scalar @forms, 3, 'each with a button' or diag text($page);
for my $one (@forms) {
	my ($where, $button) = Lastro::Browser::form($page, qr{\Q$one\E$});
	is $b->post_form($where, $button)->status, 303, 'pressed';
	is $b->post_form($where, $button)->status, 303, 'and again';
}
is_deeply kept(), [], 'they are gone';
like text(upload('outro.csv', $next)), qr{Que coluna é qual}, 'and the sheet is asked for again';

# ---- a row corrected, a row left out ----

my $file = <<"CSV";
ticker;operacao;data;quantidade;preco;nota
BBAS3;compra;31/02/2026;10;27,50;<script>x</script>
BBAS3;compra;02/03/2026;20;27,00;
BBAS3;compra;03/03/2026;trinta;28,00;
BBAS3;compra;04/03/2026;40;29,00;
CSV
$reading = upload('corrigir.csv', $file);
like text($reading), qr{>Gravar 2 linhas<}, 'two of four rows';
my $held = held_of($reading);
my $row = $b->open((text($reading) =~ m{href="([^"]*/imports/row\?[^"]*line=2)"})[0] =~ s/&amp;/&/gr);
$html = $c->held($row, 'a row');
like $html, qr{O que se disse dela: data inválida: 31/02/2026}, 'says what is wrong';
like $html, qr{Esperado: um dia, como 20/11/2026}, 'and what is expected';
unlike $html, qr{<script>x}, 'its cells are text';
($action, $fields) = Lastro::Browser::form($row, qr{imports/row$});
is_deeply [@$fields{map { "cell-$_" } 1 .. 5}], ['BBAS3', 'compra', '31/02/2026', '10', '27,50'], 'with its cells';
$reading = $b->arrive($b->post_form($action, { %$fields, 'cell-3' => '28/02/2026' }));
like text($reading), qr{Corrigidas por você: <a[^>]*>linha 2</a>.*>Gravar 3 linhas<}s, 'the row is read anew';
like between(text($reading), 'Cada linha do arquivo'), qr{28/02/2026.*linha corrigida por você}s, 'as it was corrected';
($action, $fields) = Lastro::Browser::form($b->open("$at/imports/row?held=$held&line=4"), qr{imports/row$});
$reading = $b->arrive($b->post_form($action, { %$fields, 'cell-4' => 'quarenta' }));
like text($reading), qr{quarenta}, 'a correction may be wrong, too';
$reading = $b->arrive($b->post_form($action, { %$fields, 'cell-4' => '30' }));
($action, $fields) = Lastro::Browser::form($b->open("$at/imports/row?held=$held&line=5"), qr{imports/row$});
$reading = $b->arrive($b->post_form($action, { %$fields, what => 'leave_out' }));
like text($reading), qr{Deixadas de fora por você: <a[^>]*>linha 5</a>.*>Gravar 3 linhas<}s, 'a row is left out';
unlike between(text($reading), 'Cada linha do arquivo'), qr{04/03/2026}, 'and is not read';
is_deeply [map { $_->{symbol} } grep { $_->{symbol} eq 'BBAS3' } @{ rows() }], [], 'nothing is written before the press';
# Another tab shows the same; pressed in both it is written once.
my $tab = $b->open("$at/imports/reading?held=$held");
$r = $b->submit($reading, { which => qr{/imports$} });
is $r->status, 303, 'written';
is $b->submit($reading, { which => qr{/imports$} })->header('Location'), $r->header('Location'), 'Back and pressed again';
$b->submit($tab, { which => qr{/imports$} });
is_deeply [grep { /BBAS3/ } @{ wrote() }], ['2026-02-28 buy BBAS3 10 27.5 0.00', '2026-03-02 buy BBAS3 20 27 0.00', '2026-03-03 buy BBAS3 30 28 0.00'],
	'once, with the corrected rows, without the one that was left out' or diag explain wrote();
{
	my ($import) = grep { $r->header('Location') =~ /$_->{id}/ } @{ imports() };
	my $stored = json("/v1$at/imports/$import->{id}/rows")->{data};
	is_deeply [map { "$_->{line} $_->{status} " . ($_->{reason} // '') } @$stored],
		['2 imported linha corrigida por você', '3 imported ', '4 imported linha corrigida por você'], 'the stored rows say what was corrected';
	is_deeply $import->{warnings}, ['Você deixou de fora, pela linha do arquivo: 5.'], 'and the import what was left out';
	is $stored->[0]{raw}{data}, '28/02/2026', 'with the cells as they were read';
}
# They go with the file.
$reading = upload('corrigir.csv', $file);
unlike text($reading), qr{Corrigidas por você}, 'the same file again has no corrections';
$t->sql("update held_file set created_at = created_at - interval '2 hours'");
is $b->open("$at/imports/row?held=$held&line=2")->status, 410, 'and an hour later they are gone with it';
is $b->open("$at/imports/columns?held=$held")->status, 410, 'as is the page of its columns';

# A file of which every row is wrong is corrected, too.
$page = upload('so-erros.csv', "ticker;operacao;data;quantidade;preco\nBBDC4;compra;31/02/2026;10;15\n");
is $page->status, 400, 'no row of it can be imported';
($row) = text($page) =~ m{href="([^"]*/imports/row\?[^"]*line=2)"} or diag text($page);
($action, $fields) = Lastro::Browser::form($b->open($row =~ s/&amp;/&/gr), qr{imports/row$});
like text($b->arrive($b->post_form($action, { %$fields, 'cell-3' => '27/02/2026' }))), qr{>Gravar 1 linha<}, 'but it is corrected';
$page = $b->arrive($b->post_form($action, { %$fields, what => 'leave_out' }));
like text($page), qr{Mudar o que você disse da linha 2}, 'and one without rows can be taken back';
is $b->post_form($action, { %$fields, line => 1 })->status, 303, 'the header is no row';

# Bounds: as many corrections as a file may have.
my $long = "ticker;operacao;data;quantidade;preco\n" . join '', map { "BBDC4;compra;15/01/2026;$_;10\n" } 1 .. 203;
$held = held_of(upload('longa.csv', $long));
$t->sql("update held_file set aside = (select jsonb_object_agg(i::text, '{\"left_out\":true}'::jsonb) from generate_series(2, 202) i) where id = '$held'");
($action, $fields) = Lastro::Browser::form($b->open("$at/imports/row?held=$held&line=204"), qr{imports/row$});
$r = $b->post_form($action, { %$fields, what => 'leave_out' });
is $r->status, 400, 'one more than may be';
like text($r), qr{até 200 linhas}, 'says so';
is $b->post_form($action, { %$fields, 'cell-1' => 'x' x 301 })->status, 400, 'and a cell that is too long';

done_testing;
