#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console takes files: a sheet is previewed row by row, written, and undone; a position sheet is compared with the
# portfolio; each issue and difference has a button with its remedy.  All by forms, all compared with the JSON.

use strict;
use warnings;
use utf8;
use Compress::Zlib ();
use Encode qw(decode encode);
use IO::Handle;
use Lastro::Browser;
use Lastro::Cluster;
use Lastro::Console qw(figures same between terms);
use Lastro::Holder;
use Lastro::Market qw(closes event);
use Lastro::Test qw(wait_for);
use Lastro::Xlsx qw(workbook);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
event($t, 'ELET3', '2026-05-04', split => [4, 1]);
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Renda' })->{id};
my $at = "/portfolios/$id";
my $csrf = $b->open('/v1/session')->json->{csrf_token};

sub text { my ($r) = @_; return decode('UTF-8', $r->body) }
sub json { my ($path) = @_; return $c->json($path) }
sub rows { return json("/v1$at/transactions?limit=200")->{data} }
sub faults { my ($html) = @_; my %f; $f{$1} = $2 while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
sub went {
	my ($r, $to, $name) = @_;

	is $r->status, 303, $name or diag text($r) =~ s/.*<main/<main/sr;
	like $r->header('Location') // '', $to, "$name: and links to it";
	return text($b->open($r->header('Location')));
}
sub upload { my ($name, $bytes) = @_; return $b->arrive($b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => [$name, $bytes])) }

# ---- reading a file ----

my $csv = <<"CSV";
ticker;operacao;data;quantidade;preco;taxas;nota
PETR4;compra;15/01/2026;1.000;38,10;6,10;primeira
ITSA4;compra;03/02/2026;150;10,50;;<script>alert(1)</script>
PETR4;venda;03/03/2026;400;41,25;5,40;
PETR4;compra;31/02/2026;1;1;;dia que não há
ITSA4;desdobramento;06/04/2026;;2;;
CSV
my $read = upload('compras <b>.csv', $csv);
is $read->status, 200, 'a file is read' or diag text($read);
my $html = $c->held($read, 'the read rows');
{
	my $dollars = between(text(upload('fora.csv', "ticker;operacao;data;quantidade;preco;tipo\nVOO;compra;15/01/2026;2;501,10;exterior\n"
		. "PETR4;compra;15/01/2026;2;38,10;acao\n")), 'Cada linha do arquivo');

	like $dollars, qr{VOO.*?US\$\s501,10}s, 'a row in dollars is shown in dollars';
	unlike $dollars, qr{PETR4.*USD}s, 'one in reais is not';
}
my $dry = $b->request('POST', "/v1$at/imports?dry_run=true&filename=compras.csv", body => encode('UTF-8', $csv), type => 'text/csv', headers => { 'X-CSRF-Token' => $csrf })->json;
same(figures(terms($html)), $_, $dry->{$_}) for qw(imported duplicates_skipped rows_ignored rows_with_error);
{
	my $table = between($html, 'Cada linha do arquivo');
	my @lines = $table =~ m{<tr>\s*<td[^>]*>(\d+)</td>}g;
	is_deeply \@lines, [map { $_->{line} } @{ $dry->{rows} }], 'every row is shown';
	is scalar @lines, 5, 'there are five';
	same(figures($table), 'quantity', map { $_->{quantity} } @{ $dry->{rows} });
	same(figures($table), 'price', map { $_->{price} } @{ $dry->{rows} });
	is scalar(() = $table =~ />Com erro</g), $dry->{rows_with_error}, 'rows with errors are marked';
	cmp_ok $dry->{rows_with_error}, '>', 0, 'there are such';
	like $table, qr{31/02/2026}, 'which says why';
	unlike $html, qr{<script>|<b>}, 'hostile text is escaped';
}
like $html, qr{<p>5 linhas lidas\.</p>}, 'how many rows were read';
is_deeply rows(), [], 'nothing is written yet';
is_deeply json("/v1$at/imports")->{data}, [], 'no import either';

my $effect = $html;
# A file that is read changes nothing but what is kept of it for an hour.
{
	my @kept = qw(held_file session);
	my $before = $t->digest(@kept);

	$b->open("$at/imports/reading?" . ($effect =~ /reading\?(held=[0-9a-f-]+)/ ? $1 : 'held=' . (text($read) =~ /name="held" value="([^"]*)"/)[0]));
	is $t->digest(@kept), $before, 'what it would change writes nothing: every table is as it was';
}

# ---- writing it ----
my ($action, $fields) = Lastro::Browser::form($read, qr{/imports$});
my $wrote = $b->post_form($action, $fields);
$html = went($wrote, qr{$at/imports/[0-9a-f-]{36}$}, 'it is written');
is $b->post_form($action, $fields)->header('Location'), $wrote->header('Location'), 'sent twice';
my ($import) = @{ json("/v1$at/imports")->{data} };
is scalar @{ json("/v1$at/imports")->{data} }, 1, 'it is written once';
is $import->{filename}, 'compras <b>.csv', 'with the name of its file';
same(figures(terms($html)), $_, $import->{summary}{$_}) for qw(imported duplicates_skipped rows_ignored rows_with_error);
is $import->{summary}{imported}, $dry->{imported}, 'the written rows equal the preview';
is scalar(() = between($html, 'Cada linha do arquivo') =~ /<tr>/g), scalar @{ json("/v1$at/imports/$import->{id}/rows")->{data} }, 'every row of it';
is scalar @{ rows() }, $dry->{imported}, 'and the portfolio has them';
{
	my $now = json("/v1$at");

	like $effect, qr{<h2>E se\?</h2>}, 'the page of the reading says what it would change';
	same(figures($effect), "after.$_", $now->{$_}) for qw(patrimonio invested total_pl);
	same(figures($effect), 'after.xray.by_class.pct', map { $_->{pct} } @{ json("/v1$at/xray")->{by_class} });
}
unlike $html, qr{<script>|<b>}, 'a hostile name is text';
like text($b->open("$at/imports")), qr{compras &lt;b&gt;\.csv}, 'the list has it';

# A long one is shown on several pages, every row once.
{
	my $long = "ticker;operacao;data;quantidade;preco\n" . join '', map { "BBAS3;compra;15/01/2026;$_;10\n" } 1 .. 1203;
	my $r = upload('longa.csv', $long);
	my (@seen, $parts);

	for (;;) {
		is $r->status, 200, 'a part of a long file' or last;
		my $h = text($r);
		push @seen, $h =~ m{<data class="quantity" value="([^"]*)"}g;
		$parts++;
		cmp_ok length Compress::Zlib::memGzip($r->body), '<', 12_000, 'below 12 kB, compressed';
		like $h, qr{Página $parts de 21; ao todo 1203}, 'of how many';
		my ($next) = map { Lastro::Browser::unescape($_) } $h =~ m{<a href="([^"]*)">Próxima</a>} or last;
		$r = $b->open($next);
	}
	is $parts, 21, 'in 21 parts of 60';
	is_deeply \@seen, [1 .. 1203], 'every row is shown';
	is $b->submit($r, { which => qr{/imports$} })->status, 303, 'and can be written from each';
	my ($last) = @{ json("/v1$at/imports")->{data} };
	is $last->{summary}{imported}, 1203, 'all of it';
	is $b->post_form("$at/imports/$last->{id}/undo", { csrf => $csrf })->status, 303, 'and undone';
}

# Each row is counted once; rows that the other statement has are counted separately, on the page as in the rows.
{
	my $other = $c->write(POST => '/v1/portfolios', { name => 'Duas planilhas' })->{id};
	my $at = "/portfolios/$other";
	my $upload = sub { $b->arrive($b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => [$_[0], $_[1]])) };
	my $one = $upload->('negociacao.csv', "Data do Negócio;Tipo de Movimentação;Mercado;Prazo/Vencimento;Instituição;Código de Negociação;Quantidade;Preço;Valor\n"
		. "02/03/2026;Compra;Mercado à Vista;-;CORRETORA;PETR4;100;36,50;3.650,00\n");

	like text($one), qr{<p>1 linha lida\.</p>.*>Gravar 1 linha<}s, 'one row, one word';
	$b->submit($one, { which => qr{/imports$} });
	my $two = $upload->('movimentacao.csv', "Entrada/Saída;Data;Movimentação;Produto;Instituição;Quantidade;Preço unitário;Valor da Operação\n"
		. "Credito;04/03/2026;Transferência - Liquidação;PETR4 - PETROBRAS;CORRETORA;100;36,50;3.650,00\n"
		. "Credito;05/03/2026;Transferência - Liquidação;VALE3 - VALE;CORRETORA;10;60,00;600,00\n"
		. "Credito;06/03/2026;Transferência;VALE3 - VALE;CORRETORA;10;-;-\n");
	for (['rehearsed', $two, 'Entra'], ['written', $b->arrive($b->submit($two, { which => qr{/imports$} })), 'Entrou']) {
		my ($what, $page, $entered) = @$_;
		my $html = text($page);
		my $counted = terms($html);
		my @fates = between($html, 'Cada linha do arquivo') =~ m{<tr>\s*<td[^>]*>\d+</td>\s*<td[^>]*>([^<]*)</td>}g;

		like $html, qr{<p>3 linhas lidas\.</p>}, "$what: three";
		same(figures($counted), $_->[0], $_->[1]) for ['imported', 1], ['duplicates_skipped', 0], ['cross_source_skipped', 1], ['rows_ignored', 1], ['rows_with_error', 0];
		is_deeply \@fates, ['Coberta pela outra planilha', $entered, 'Não importa'], "$what: each row is in one count";
	}
	$c->write(DELETE => "/v1$at");	# the plan allows three portfolios
}

# The same file is recognised.
$html = text(upload('compras.csv', $csv));
same(figures(terms($html)), 'imported', 0);
unlike $html, qr{>Gravar}, 'nothing to write, no button';

# ---- undoing it ----
my $page = $b->open("$at/imports/$import->{id}");
my ($row) = grep { $_->{symbol} eq 'ITSA4' && $_->{kind} eq 'buy' } @{ rows() };
$c->write(PATCH => "/v1$at/transactions/$row->{id}", { quantity => '151' });
my $r = $b->submit($page, { which => qr/undo/ });
is $r->status, 409, 'a row was changed since';
like text($r), qr{linhas da importação foram mudadas}, 'with a message';
went($b->submit($r, { which => qr/undo/ }, force => 'true'), qr{$at/imports\?undone=\d+&kept=\d+$}, 'it can still be undone');
like Lastro::Console::told_text($c->page("$at/imports?undone=2&kept=1")), qr{A importação foi desfeita: saíram 2 linhas\. Ficou 1, que tinha sido mudada}, 'and it is said what went and what stayed';
is_deeply [map { $_->{symbol} . $_->{quantity} } @{ rows() }], ['ITSA4151'], 'but for the row that was changed';
is_deeply json("/v1$at/imports")->{data}, [], 'the import is deleted';

# ---- invalid files ----
for my $case (['', '', qr/Falta preencher/], ['vazio.csv', '', qr/Falta preencher/], ['foto.csv', "\x89PNG\r\n\x1a\n" . "\0" x 50, qr/./], ['nada.csv', "a;b\n1;2\n", qr/cabeçalho/],
	(map { ["carteira$_.json", encode('UTF-8', $_) . '{"portfolio":{"transactions":[' . join(',', (1) x 300) . ']}}', qr/é um JSON, que não se importa aqui: envie uma planilha \(XLSX, ODS ou CSV\)/] } '', "\x{feff}"), ['lista.json', '[1]', qr/é um JSON/],
	['ruim.csv', "ticker;operacao;data;quantidade;preco\nPETR4;compra;31/02/2026;1;1\n", qr/linha 2/i]) {
	my ($name, $bytes, $why) = @$case;
	my $r = upload($name, $bytes);

	is $r->status, 400, "no sheet: $name";
	like faults(text($r))->{file}, $why, 'the field says why';
	like text($r), qr{<title>Erro: }, 'and the title';
}
is $b->post_form("$at/imports/reading", { file => ['a.csv', $csv] }, parts => 1)->status, 403, 'without its token';
is $b->post_form("$at/imports/reading", { csrf => $csrf, file => ['a.csv', $csv] }, parts => 1, headers => { 'X-CSRF-Token' => $csrf, Origin => 'https://elsewhere.example' })->status, 403, 'from elsewhere';
is $b->post_form("$at/imports/reading", { csrf => $csrf }, headers => {})->status, 400, 'a form that brings no parts';
{
	# An uploaded file is stored for an hour, for its sender, at most four at a time.
	my $r = $b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => ['a.csv', $csv]);
	my $there = $r->header('location');
	my ($bia) = $c->person('bia@example.com');
	my $own = $bia->open('/v1/session')->json->{csrf_token};
	my $hers = $bia->request('POST', '/v1/portfolios', json => { name => 'Dela' }, headers => { 'X-CSRF-Token' => $own })->json->{id};
	(my $elsewhere = $there) =~ s/\Q$id\E/$hers/;

	is $b->open($there)->status, 200, 'a file is held';
	is $bia->open($elsewhere)->status, 410, 'for no other person';
	is $b->open($there =~ s/held=[^&]*/held=$_/r)->status, 410, "one that there is not: $_" for '00000000-0000-0000-0000-000000000000', 'x';
	my $page = $b->open($there);
	$t->sql("update held_file set created_at = created_at - interval '1 hour 1 second'");
	is $b->open($there)->status, 410, 'not after an hour';
	like text($b->open($there)), qr{<title>Erro: .*não está mais guardado: por uma hora ficam os quatro últimos\..*name="file"}s, 'with a message and the form';
	is $b->submit($page, { which => qr{/imports$} })->status, 410, 'it is not written either';
	upload("$_.csv", $csv) for 1 .. 5;
	is $t->sql('select count(*) from held_file'), 4, 'four are stored, and the oldest is gone';
	is $t->sql("select string_agg(name, ' ' order by id) from held_file"), '2.csv 3.csv 4.csv 5.csv', 'the newest';
	my $new = $b->open("$at/transactions/new");
	$b->submit($new, { which => qr/preview/ }, symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-11-03', quantity => '1', price => '15') for 1 .. 5;
	is $t->sql("select count(*) filter (where name is null), string_agg(name, ' ' order by id) from held_file"), "4\t2.csv 3.csv 4.csv 5.csv", 'previews evict no file';
	$t->sql('delete from held_file where name is null');

	# Several sessions of one person share the limit, and no file of another person is evicted.
	my $again = Lastro::Browser->new($t, headers => { Origin => $c->base });
	$again->log_in('ana@example.com', 'uma frase comprida');
	$again->submit($again->open("$at/imports"), { which => qr/reading/ }, file => ['6.csv', $csv]);
	is $t->sql("select string_agg(name, ' ' order by id) from held_file"), '3.csv 4.csv 5.csv 6.csv', 'another session of the person is counted with the first';
	$bia->submit($bia->open("/portfolios/$hers/imports"), { which => qr/reading/ }, file => ['bia.csv', $csv]);
	my $who = $t->sql("select format('set lastro.account = %L; set lastro.credential = %L', account_id, credential_id) from held_file where name = 'bia.csv'");
	my $keep = sub {
		my ($n, $files) = @_;

		return "select lastro.held_file_keep('00000000-0000-4000-8000-00000000000$n', 'more$n.csv', (select content from lastro.held_file limit 1),"
			. " (select max(created_at) from lastro.held_file), $files * (select max(length(content)) from lastro.held_file))";
	};
	my $names = sub { $t->sql("select string_agg(name, ' ' order by name) from held_file") };
	is $t->sql("$who; begin; " . $keep->(1, 4) . '; rollback'), 'f', 'beyond the limit of all files there is no room';
	my $typed = $keep->(1, 0) =~ s/'more1\.csv'/null/r;
	is $t->sql("$who; begin; $typed; rollback"), 't', 'of files: typed values are small and count separately';
	is $t->sql("$who; begin; " . $typed =~ s/\(select content[^)]*\)/repeat('x', 65537)::bytea/r . '; rollback'), 'f', 'a large upload counts as a file, with or without a name';
	is $t->sql("$who; " . $keep->(1, 5)), 't', 'but that of older files of the same person';
	is $names->(), '3.csv 4.csv 5.csv 6.csv more1.csv', "no other person's is evicted";
	# Of two concurrent uploads, one gets the last free place.
	my $one = Lastro::Holder->new($t, "$who; " . $keep->(2, 6));
	my $hers_too = $t->sql("select format('set lastro.account = %L', account_id) from held_file where name = '6.csv'");
	open my $second, '-|', Lastro::Cluster::bin('psql'), '-XAtq', '-d', $t->conninfo_owner, '-c', "$who; $hers_too; begin; " . $keep->(3, 6) . '; rollback' or die "psql: $!";
	ok wait_for(sub { $t->sql("select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'") }), 'the other one waits';
	$one->end('commit');
	is do { local $/; readline $second }, "t\n", 'and evicts only its own files';
	close $second;
	is $names->(), '3.csv 4.csv 5.csv 6.csv more1.csv more2.csv', 'which an undo does not lose';
	$t->sql('alter function lastro.held_file_keep rename to held_file_kept; create function lastro.held_file_keep(uuid, text, bytea, timestamptz, int8) returns boolean language sql as $$ select false $$');
	my $full = $b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => ['7.csv', $csv]);
	is_deeply [$full->status, $full->header('Retry-After')], [503, 60], 'where there is no room the page says so';
	like text($full), qr{já guarda todos os arquivos por confirmar}, 'in words';
	$t->sql('drop function lastro.held_file_keep; alter function lastro.held_file_kept rename to held_file_keep');
	$t->sql("update held_file set created_at = created_at - interval '1 hour 1 second'");
	Lastro::Browser->new($t, headers => { Origin => $c->base })->log_in('bia@example.com', 'uma frase comprida');
	is $t->sql('select count(*) from held_file'), 0, 'a log-in deletes expired ones';
}
is $b->open("$at/imports/00000000-0000-0000-0000-000000000000")->status, 404, 'an import that there is not';
is $b->open("$at/imports/nada")->status, 404, 'by such a name neither';

# ---- an issue and its button ----
{
	# A sale above the quantity held, a purchase without a price, two equal rows.
	$c->write(POST => "/v1$at/transactions", [
		{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => '10', price => '15' },
		{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-04-02', quantity => '25', price => '16' },
		{ symbol => 'VALE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => '7' },
		{ symbol => 'CDB-1', asset_type => 'renda_fixa', kind => 'buy', trade_date => '2026-03-02', quantity => '1', price => '1000' },
	]);
	my $issues = json("/v1$at/issues")->{data};
	my $page = $b->open("$at/issues");
	my $html = $c->held($page, 'issues');
	my $buttons = () = $html =~ m{action="$at/mend"}g;
	my @actions = grep { $_ && $_->{path} !~ m{/imports$} } map { @{ $_->{mend}{actions} }, $_->{dismiss} } @$issues;

	is $buttons, scalar @actions, 'each request of the JSON is a form';
	cmp_ok $buttons, '>=', 3, 'there are some' or diag explain $issues;

	# The purchase without a price: the form asks for it.
	my ($vale) = grep { $_->{symbol} eq 'VALE3' } @{ rows() };
	my ($to, $f);
	for my $piece (split /(?=<form method="post")/, $html) {
		next unless $piece =~ /^<form[^>]*mend"/ && $piece =~ m{value="transactions/\Q$vale->{id}\E"};
		($to, $f) = Lastro::Browser::form(bless({ body => encode('UTF-8', $piece) }, 'Piece'), qr/mend/);
		last;
	}
	ok $to, 'the row without a price has a form' or diag $html;
	my ($price) = grep { /f\d+$/ } sort keys %$f;
	my $r = $b->post_form($to, { %$f, $price => 'dez' });
	is $r->status, 400, 'an invalid price';
	ok faults(text($r))->{$price}, 'is reported beside its field' or diag text($r);
	like text($r), qr{value="dez"}, 'and kept';
	went($b->post_form($to, { %$f, $price => '60,25', once => 'preco-1' }), qr{$at/issues\?undo=}, 'a price mends it');
	went($b->post_form($to, { %$f, $price => '60,25', once => 'preco-1' }), qr{$at/issues\?undo=}, 'sent twice');
	is +(grep { $_->{symbol} eq 'VALE3' } @{ rows() })[0]{price}, 60.25, 'the row has it';
	ok !(grep { ($_->{symbol} // '') eq 'VALE3' && $_->{code} =~ /price/ } @{ json("/v1$at/issues")->{data} }), 'and the issue is resolved';

	# Fixed income without terms.
	($to, $f) = ();
	for my $piece (split /(?=<form method="post")/, text($b->open("$at/issues"))) {
		next unless $piece =~ /^<form[^>]*mend"/ && $piece =~ /Como rende/;
		($to, $f) = Lastro::Browser::form(bless({ body => encode('UTF-8', $piece =~ s{</form>.*}{</form>}sr) }, 'Piece'), qr/mend/);
	}
	ok $to, 'fixed income is asked for its terms';
	my ($indexer) = grep { /f0$/ } keys %$f;
	my ($pct) = grep { /f1$/ } keys %$f;
	my ($maturity) = grep { /f2$/ } keys %$f;
	went($b->post_form($to, { %$f, $indexer => 'cdi', $pct => '110', $maturity => '2028-01-03' }), qr{$at/issues\?undo=}, 'terms mend it');
	my ($cdb) = grep { $_->{symbol} eq 'CDB-1' } @{ json("/v1$at/assets")->{data} };
	is_deeply [@{ $cdb->{meta}{fixed_income} }{qw(indexer pct maturity)}], ['cdi', 110, '2028-01-03'], 'the asset has them' or diag explain $cdb;

	# The page may only send the requests named there.
	is $b->post_form("$at/mend", { csrf => $csrf, method => 'DELETE', what => 'portfolio' })->status, 404, 'no other request';
	is $b->post_form("$at/mend", { csrf => $csrf, method => 'POST', what => 'imports' })->status, 404, 'no import either';
	is $b->post_form("$at/mend", { csrf => $csrf, method => 'POST', what => '../0192f0c1-5555-7c4d-8e5f-0a1b2c3d4e5f/transactions', body => '[]' })->status, 404,
		'not for another portfolio than the page\'s';
	is $b->post_form("$at/mend", { method => 'POST', what => 'transactions', body => '[]' })->status, 403, 'without the token neither';
	is $b->post_form("$at/mend", { csrf => $csrf, method => 'POST', what => 'transactions', body => $_ })->status, 400, "a body that is none: $_" for '[]', '{', '[1]', '"x"', '{"a":{"b":[]}}';
	like $b->post_form("$at/mend", { csrf => $csrf, method => 'POST', what => 'transactions', body => '[{}]', fill => $_, prefix => 'm', mf0 => 'x' })->status, qr/^40[04]$/, "pointers that lead nowhere: $_"
		for '["/7/price"]', '["price"]', '[""]', '["/"]', '["/0/a/b/c"]', '[7]', '[null]', '[[]]', '{}', 'x', '["/0/0/0/price"]', '["/price/price"]';
}

# ---- a cisão: which of two papers it came from, and which share of its cost ----
{
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Cisão' })->{id};
	my $at = "/portfolios/$id";
	$c->write(POST => "/v1$at/transactions", [
		(map { { symbol => $_, asset_type => 'stock', kind => 'buy', trade_date => '2026-01-15', quantity => '100', price => '10' } } qw(PETR4 VALE3)),
		{ symbol => 'BBAS3', asset_type => 'stock', kind => 'adjust', event_kind => 'incorporation', trade_date => '2026-03-02', quantity => '50' }]);
	my $page = $b->open("$at/issues");
	my $html = $c->held($page, 'the issue of a cisão');
	my %form;
	for my $piece (split /(?=<p>Do papel )/, $html) {
		next unless $piece =~ /^<p>Do papel (\w+):/ || $piece =~ /cost_share_pct/;
		my ($of) = $piece =~ /^<p>Do papel (\w+):/ or next;
		$form{$of} = [Lastro::Browser::form(bless({ body => encode('UTF-8', $piece =~ s{</form>.*}{</form>}sr) }, 'Piece'), qr/mend/)];
	}
	is_deeply [sort keys %form], [qw(PETR4 VALE3)], 'each paper that was held has its form' or diag $html;
	my ($to, $f) = @{ $form{VALE3} };
	my ($share) = grep { /f0$/ } sort keys %$f;
	my $r = $b->post_form($to, { %$f, $share => '130' });
	is $r->status, 400, 'more than all of it';
	is faults(text($r))->{$share}, 'Veio “130”; esperado: número de 0,0001 a 100, com até 4 casas decimais.', 'is reported beside its field, with numbers as typed' or diag text($r);
	is faults(text($b->post_form($to, { %$f, $share => '' })))->{$share}, 'Falta preencher este campo.', 'and nothing is nothing, no null';
	went($b->post_form($to, { %$f, $share => '33,3333' }), qr{$at/issues\?undo=}, 'a share mends it');
	my %cost = map { $_->{symbol} => $_->{invested_cost} } @{ json("/v1$at")->{holdings} };
	# 33.3333 % of 1,000.00.
	is_deeply \%cost, { PETR4 => '1000.00', VALE3 => '666.67', BBAS3 => '333.33' }, 'which moves';
	ok !(grep { $_->{code} eq 'cost_share_missing' } @{ json("/v1$at/issues")->{data} }), 'and the issue is resolved';
	$c->write(DELETE => "/v1$at");	# the plan allows three
}

# ---- renaming a paper: many rows, one press ----
{
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Nomes' })->{id};
	my $at = "/portfolios/$id";
	$c->write(POST => "/v1$at/transactions", [map { { symbol => 'XPTO3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => $_, price => '10', note => 'n' x 500 } } 1 .. 60]);
	$c->write(POST => "/v1$at/transactions", [map { { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => $_ } } 1 .. 30]);
	my ($issue) = grep { ($_->{symbol} // '') eq 'XPTO3' && @{ $_->{mend}{actions} } == 1 && "@{ $_->{mend}{actions}[0]{fill} }" eq '/symbol' } @{ json("/v1$at/issues")->{data} };
	my $html = text($b->open("$at/issues"));

	ok $issue, 'a paper without a price may have another name' or diag explain json("/v1$at/issues")->{data};
	like $html, qr{E mais 20, quando}, 'of thirty rows without a price ten are asked for';
	my ($to, $f);
	for my $piece (split /(?=<form method="post")/, $html) {
		next unless $piece =~ /^<form[^>]*mend"/ && $piece =~ m{<label for="m\d+-\d+f0">Ativo</label>};
		($to, $f) = Lastro::Browser::form(bless({ body => encode('UTF-8', $piece =~ s{</form>.*}{</form>}sr) }, 'Piece'), qr/mend/);
		last;
	}
	ok $to, 'the new name is asked for once' or return;
	my ($symbol) = grep { /f0$/ } keys %$f;
	went($b->post_form($to, { %$f, $symbol => 'PRIO3' }), qr{$at/issues\?undo=}, 'sixty rows have their new name');
	is scalar(grep { $_->{symbol} eq 'PRIO3' } @{ json("/v1$at/transactions?limit=200")->{data} }), 60, 'all of them';
}

# ---- a position sheet ----
{
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Posição' })->{id};
	my $at = "/portfolios/$id";
	$c->write(POST => "/v1$at/transactions", [
		{ symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-15', quantity => '100', price => '30' },
		{ symbol => 'BBAS3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => '70', price => '25' },
		{ symbol => 'WEGE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => '70', price => '40' },
	]);
	my @columns = ('Produto', 'Instituição', 'Código de Negociação', 'Quantidade');
	my $sheet = workbook([[@columns], ['PETR4 - X', 'A', 'PETR4', { n => 100 }], ['BBAS3 - X', 'A', 'BBAS3', { n => 100 }], ['<script> - X', 'A', 'KLBN11', { n => 10 }]], name => 'Acoes');
	my $name = 'posicao-2026-11-20-10-11-12.xlsx';
	my $send = sub { $b->arrive($b->submit($b->open("$at/reconcile"), { which => qr/reconcile/ }, file => [$name, $sheet], @_)) };
	my $api = sub { $b->request('POST', "/v1$at/reconcile?filename=$name", body => $sheet, type => 'application/octet-stream', headers => { 'X-CSRF-Token' => $csrf })->json };
	my $r = $send->();
	my $found = $api->();

	is $r->status, 200, 'a position sheet is compared' or diag text($r);
	my $html = $c->held($r, 'what differs');
	same(figures(terms($html)), $_, $found->{summary}{$_}) for qw(ok quantity_differs only_in_sheet only_in_ledger);
	for my $part (['O que difere', grep { $_->{status} ne 'ok' } @{ $found->{assets} }], ['O que confere', grep { $_->{status} eq 'ok' } @{ $found->{assets} }]) {
		my ($caption, @assets) = @$part;
		my $table = between($html, $caption);
		for my $member (qw(sheet_quantity ledger_quantity difference)) { same(figures($table), $member, map { $_->{$member} } @assets) }
	}
	like $html, qr{Posição de 19/11/2026}, 'as of the day before the one of its name';
	is scalar(() = $html =~ m{action="$at/mend"}g), scalar(map { @{ $_->{actions} } } map { @{ $_->{mends} } } @{ $found->{assets} }), 'each request of the JSON is a form';
	unlike $html, qr{<script>}, 'hostile text is escaped';

	# The button removes the difference.
	my ($to, $f);
	for my $piece (split /(?=<form method="post")/, $html) {
		next unless $piece =~ /^<form[^>]*mend"/ && $piece =~ /BBAS3/;
		($to, $f) = Lastro::Browser::form(bless({ body => encode('UTF-8', $piece =~ s{</form>.*}{</form>}sr) }, 'Piece'), qr/mend/);
		last;
	}
	ok $to, 'BBAS3 has a button' or diag $html;
	$f->{$_} = '26,50' for grep { /f\d+$/ } keys %$f;
	$html = went($b->post_form($to, $f), qr{$at/reconcile\?held=}, 'it settles the difference');
	like between($html, 'O que confere'), qr{BBAS3}, 'which the same sheet shows at once';
	$found = $api->();
	is +(grep { $_->{symbol} eq 'BBAS3' } @{ $found->{assets} })[0]{status}, 'ok', 'BBAS3 agrees' or diag explain $found->{assets};

	is $send->(date => '2027-01-01')->status, 400, 'a day that is not yet';
	$r = $send->(date => '2027-01-01');
	like text($r), qr{Nada foi conferido}, 'is refused as a form' or diag text($r);
	$r = $b->arrive($b->submit($b->open("$at/reconcile"), { which => qr/reconcile/ }, file => ['compras.csv', $csv]));
	like faults(text($r))->{file}, qr{lançamentos, e não posições}, 'a file of trades is no position';
	$r = $b->arrive($b->submit($b->open("$at/imports"), { which => qr/reading/ }, file => [$name, $sheet]));
	like faults(text($r))->{file}, qr{papéis e quantidades}, 'a position sheet is not a file of trades';
	like faults(text($b->submit($b->open("$at/reconcile"), { which => qr/reconcile/ })))->{file}, qr{Falta preencher}, 'no file';
}

# ---- the successor of a paper: previewed, written, shown, removed ----
{
	$c->write(DELETE => "/v1/portfolios/$_->{id}") for @{ json('/v1/portfolios')->{data} };	# the plan allows three portfolios
	my $spun = $c->write(POST => '/v1/portfolios', { name => 'Cisões' })->{id};
	my %row = (asset_type => 'stock');
	$c->write(POST => "/v1/portfolios/$spun/transactions", [$_]) for
		{ %row, symbol => 'VELH3', kind => 'buy', trade_date => '2025-03-03', quantity => 100, price => 10 },
		{ %row, symbol => 'FILH3', kind => 'adjust', event_kind => 'incorporation', trade_date => '2025-06-16', quantity => 50 };
	my $costs = sub { return { map { $_->{symbol} => $_->{invested_cost} } @{ json("/v1/portfolios/$spun")->{holdings} } } };
	my ($velh) = map { $_->{asset_id} // $_->{id} } grep { $_->{symbol} eq 'VELH3' } @{ json("/v1/portfolios/$spun/assets")->{data} };
	my $holding = "/portfolios/$spun/holdings/$velh";

	unlike text($b->open($holding)), qr{/mend"}, 'a paper without a statement is unchanged';
	for my $turn (1, 2) {
		my ($piece) = grep { m{<label for="m\d+-0f0">Parte do custo} } split /(?=<form method="post")/, text($b->open("/portfolios/$spun/issues"));
		my ($to, $f) = Lastro::Browser::form(bless({ body => encode('UTF-8', $piece =~ s{</form>.*}{</form>}sr) }, 'Piece'), qr/mend/);
		my ($share) = grep { /f0$/ } keys %$f;
		my $mended = $b->post_form($to, { %$f, $share => '30' });
		is $mended->status, 303, "the share is typed, turn $turn" or diag text($mended);
		is_deeply $costs->(), { VELH3 => '700.00', FILH3 => '300.00' }, '30 % of 1,000.00 moves';
		my $shown = $b->open($holding);
		is $shown->status, 200, 'the page of the paper';
		like text($shown), qr{Em 16/06/2025, cisão: 30% do custo de VELH3 passou para FILH3\.}, 'the paper says so';
		last if $turn == 2;
		is $b->submit($shown, { which => qr/mend/ })->status, 303, 'and has the button that takes it back';
		is_deeply $costs->(), { VELH3 => '1000.00', FILH3 => undef }, 'as it was before';
	}

	# It came without a flow and was never sold, but its months begin with it.
	my ($filh) = map { $_->{asset_id} // $_->{id} } grep { $_->{symbol} eq 'FILH3' } @{ json("/v1/portfolios/$spun/assets")->{data} };
	my $story = text($b->open("/portfolios/$spun/holdings/$filh"));
	like $story, qr{<td[^>]*>06/2025</td>}, 'the months of a spun-off paper begin on its day';
	unlike $story, qr{<td[^>]*>05/2025</td>}, 'and not before';

	my $merged = $c->write(POST => '/v1/portfolios', { name => 'Incorporadas' })->{id};
	$c->write(POST => "/v1/portfolios/$merged/transactions", [$_]) for
		{ %row, symbol => 'ANTG3', kind => 'buy', trade_date => '2025-03-03', quantity => 200, price => 5 },
		{ %row, symbol => 'ANTG3', kind => 'adjust', event_kind => 'incorporation', trade_date => '2025-08-04', quantity => -200 },
		{ %row, symbol => 'NOVA3', kind => 'adjust', event_kind => 'incorporation', trade_date => '2025-08-06', quantity => 100 };
	my $missing = text($b->open("/portfolios/$merged/tax/missing?year=2025"));
	like $missing, qr{NOVA3.*Veio por incorporação ou cisão.*<a href="/portfolios/$merged/issues">}s, 'the tax page links to the remedy';
	unlike $missing, qr{price}, 'and to no price, which would leave the old cost where it is';
	my $issue = $b->open("/portfolios/$merged/issues");
	like text($issue), qr{Em 04/08/2025, ANTG3 virou NOVA3: 0,5 por unidade antiga\.}, 'the button names the row that it writes';
	is $b->submit($issue, { which => qr/mend/ })->status, 303, 'and writes it';
	my ($nova) = grep { $_->{symbol} eq 'NOVA3' } @{ json("/v1/portfolios/$merged")->{holdings} };
	is $nova->{invested_cost}, '1000.00', 'the cost has moved';
	my ($asset) = map { $_->{id} } grep { $_->{symbol} eq 'NOVA3' } @{ json("/v1/portfolios/$merged/assets")->{data} };
	my $page = $b->open("/portfolios/$merged/holdings/$asset");
	like text($page), qr{Em 04/08/2025, ANTG3 virou NOVA3: 0,5 por unidade antiga\.}, 'the new paper tells where it came from';
	is $b->submit($page, { which => qr/mend/ })->status, 303, 'which is removed there';
	is scalar(grep { $_->{code} eq 'successor_missing' } @{ json("/v1/portfolios/$merged/issues")->{data} }), 1, 'and asked for again';
}

$t->finish;
done_testing;

sub Piece::body { return $_[0]{body} }
