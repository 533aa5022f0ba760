#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Imports: the rows that a file writes and those that it does not, and the undo.

use strict;
use warnings;
use utf8;
use Encode qw(decode encode);
use Lastro::Holder;
use Lastro::Tenants qw(account key);
use Lastro::Test qw(slurp top_srcdir wait_for);
use Lastro::Xlsx qw(workbook);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

$t->sql("insert into succession (venue, from_symbol, to_symbol, day, ratio_n, ratio_d, source) values ('b3', 'SABI3', 'OUTR3', '2026-05-04', 1, 4, 'typed')");
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my @move = ('Entrada/Saída', 'Data', 'Movimentação', 'Produto', 'Instituição', 'Quantidade', 'Preço unitário',
	'Valor da Operação');
my @trade = ('Data do Negócio', 'Tipo de Movimentação', 'Mercado', 'Prazo/Vencimento', 'Instituição',
	'Código de Negociação', 'Quantidade', 'Preço', 'Valor');
my $petr = 'PETR4 - PETROLEO BRASILEIRO S/A PETROBRAS';

sub n { return { n => $_[0] } }

my $moves = workbook([[@move],
	['Credito', '16/03/2026', 'Ritual Novo', $petr, 'X', n(1), '-', '-'],
	['Credito', '15/03/2026', 'Dividendo', undef, 'X', n(1), '-', n(5)],
	['Credito', '12/03/2026', 'Rendimento', 'MXRF11 - MAXI RENDA FII', 'X', n(50), n('0.1'), n(5)],
	['Credito', '12/03/2026', 'Compra', 'CDB - CDB1234ABCD - BANCO X', 'X', n(2), n(1000), n(2000)],
	['Credito', '06/03/2026', 'Transferência - Liquidação', 'VALE3 - VALE S.A.', 'X', n(10), n(60), n(600)],
	['Credito', '05/03/2026', 'Transferência - Liquidação', $petr, 'X', n(100), n('36.5'), n(3650)]]);
my $trades = workbook([[@trade],
	['04/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'ITSA4', n(5), n(10), n(50)],
	['03/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'PETR4', n(60), n('36.5'), n(2190)],
	['03/03/2026', 'Compra', 'Mercado Fracionário', '-', 'X', 'PETR4F', n(40), n('36.5'), n(1460)]],
	style => 'libreoffice');

my $made = 0;

sub portfolio {
	my $r = $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key);

	return $r->json->{id};
}

sub import_file {
	my ($id, $bytes, $query) = @_;

	return $t->upload("/v1/portfolios/$id/imports" . ($query // ''), 'movimentacao (1).xlsx', $bytes, key => $key);
}

# The content of a portfolio without its version; without ids if @bare, to compare portfolios.
sub dump_of {
	my ($id, $bare) = @_;
	my $in = "portfolio_id = '$id'";
	my $asset = "(select symbol || '/' || asset_type from asset a where a.id = asset_id)";

	return $t->sql("select $asset, kind, event_kind, trade_date, quantity, price, fees, ratio, source
		from ledger where $in and retired_by is null order by 1, 4, 2, 5") . "\n--\n"
		. $t->sql("select $asset, kind, pay_date, amount, source from income where $in order by 1, 3, 2, 4") if $bare;
	return join "\n--\n", map { $t->sql("select * from $_ where $in order by 1, 2, 3, 4") }
		qw(asset ledger income import import_row);
}

sub is_code {
	my ($r, $status, $code, $name) = @_;

	is $r->status . ' ' . ($r->code // ''), "$status $code", $name;
}

# ---- dry run and import ----

my $id = portfolio();
my $before = dump_of($id);
my $r = import_file($id, $moves, '?dry_run=true');
is $r->status, 200, 'a dry run';
my $dry = $r->json;
is dump_of($id), $before, 'writes nothing';
is $t->sql("select count(*) from audit where detail ->> 'portfolio_id' = '$id' and kind like 'import%'"), 0,
	'nor any audit row';

$r = import_file($id, $moves);
is $r->status, 201, 'an import';
my $summary = $r->json;
my $import = delete $summary->{import_id};
delete $dry->{import_id};
ok delete $dry->{dry_run}, 'the dry run says that it was one';
is_deeply [map { "$_->{line} $_->{status}" } @{ delete $dry->{rows} }], ['2 ignored', '3 error', map { "$_ imported" } 4 .. 7], 'and the effect of each row';
ok !delete $summary->{dry_run}, 'the import that it was none';
is_deeply $summary, $dry, 'and answers the same otherwise';
is $summary->{source}, 'movimentacao', 'source by the header';
is $summary->{imported}, 4, 'imported';
is $summary->{parsed}, 4, 'parsed: imported, duplicates, cross source';
is $summary->{rows_ignored}, 1, 'ignored';
is $summary->{rows_with_error}, 1, 'in error';
is $summary->{symbols}, 4, 'distinct assets';
is_deeply $summary->{period}, { from => '2026-03-05', to => '2026-03-16' }, 'period: first and last row';
is_deeply $summary->{warnings}, ['Linha 3 com erro: produto ausente.', "Movimentação \"Ritual Novo\" de PETR4 em 16/03/2026 não reconhecida."], 'warnings';
is $t->sql("select count(*) from audit where kind = 'import.created' and subject_id = '$import'"), 1, 'one audit row';
is $t->sql("select meta #>> '{fixed_income,paper}' from asset where symbol = 'CDB1234ABCD'"), 'CDB',
	'private paper knows its class';

# ---- the import's rows ----

$r = $t->get("/v1/portfolios/$id/imports", key => $key);
is $r->status, 200, 'the list of imports';
my $item = $r->json->{data}[0];
is $item->{id}, $import, 'has it';
is $item->{filename}, 'movimentacao (1).xlsx', 'under its file name';
is $item->{summary}{imported}, 4, 'with its summary';
is $item->{created_at}, '2026-11-20T15:00:00.000Z', 'and when';

$r = $t->get("/v1/portfolios/$id/imports/$import/rows?limit=4", key => $key);
my @rows = @{ $r->json->{data} };
is scalar @rows, 4, 'a page of rows';
is $rows[0]{reason}, 'movimentação não reconhecida', 'an unknown type is stored, with its reason';
is $rows[0]{label}, 'Ritual Novo', 'and its label';
is $rows[0]{raw}{'Produto'}, $petr, 'and its cells';
is $rows[1]{status} . ': ' . $rows[1]{reason}, 'error: produto ausente', 'a row without product is an error';
is $rows[2]{kind}, 'income', 'income';
is $rows[3]{kind}, 'buy', 'a purchase';
like $rows[3]{external_id}, qr/^[0-9a-f]{32}-1$/, 'with an external id';
$r = $t->get("/v1/portfolios/$id/imports/$import/rows?limit=4&cursor=" . $r->json->{meta}{next_cursor}, key => $key);
is_deeply [map { $_->{row_index} } @{ $r->json->{data} }], [5, 6], 'the next page has the rest';
is $r->json->{meta}{next_cursor}, undef, 'and is the last';
$r = $t->get("/v1/portfolios/$id/imports/$import/rows?status=error", key => $key);
is scalar @{ $r->json->{data} }, 1, 'rows by status';
is_code $t->get("/v1/portfolios/$id/imports/$import/rows?status=odd", key => $key), 400, 'invalid_parameter',
	'an unknown status';
is_code $t->get("/v1/portfolios/$id/imports/01900000-0000-7000-8000-000000000000/rows", key => $key), 404,
	'import_not_found', 'rows of no import';
is_code $t->get("/v1/portfolios/$id/imports/x/rows", key => $key), 404, 'import_not_found', 'rows of a malformed id';

# ---- institutions (doc/calculations.md 16.4) ----

# institutions() - the institutions of a portfolio's rows, by day and insertion.
sub institutions { return [map { $_->{institution} } @{ $t->get("/v1/portfolios/$_[0]/transactions", key => $key)->json->{data} }] }
sub at { my ($table, $name) = @_; return workbook([$table->[0], map { my @row = @$_; $row[4] = $name; \@row } @$table[1 .. $#$table]]) }

my $bought = [[@trade], ['04/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'ITSA4', n(5), n(10), n(50)],
	['03/03/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'PETR4', n(60), n('36.5'), n(2190)]];
my $came = [[@move], ['Credito', '12/03/2026', 'Rendimento', 'MXRF11 - MAXI RENDA FII', 'X', n(50), n('0.1'), n(5)],
	['Credito', '06/03/2026', 'Transferência - Liquidação', 'VALE3 - VALE S.A.', 'X', n(10), n(60), n(600)]];
my $kept = portfolio();
my $rehearsed = import_file($kept, at($bought, ' XP INVESTIMENTOS CCTVM S/A '), '?dry_run=true')->json;
is_deeply [map { $_->{institution} } @{ $rehearsed->{rows} }], [('XP INVESTIMENTOS CCTVM S/A') x 2], 'a rehearsal shows the institution of a trade';
import_file($kept, at($bought, ' XP INVESTIMENTOS CCTVM S/A '));
is_deeply institutions($kept), [('XP INVESTIMENTOS CCTVM S/A') x 2], 'a row keeps it';
is_deeply [@{ import_file($kept, at($bought, 'OUTRA'))->json }{qw(imported duplicates_skipped)}], [0, 2], 'and is not part of the duplicate check';
is_deeply institutions($kept), [('XP INVESTIMENTOS CCTVM S/A') x 2], '… the row stays as it was';
my $movements = portfolio();
$rehearsed = import_file($movements, at($came, 'NU INVEST'), '?dry_run=true')->json;
is_deeply [map { $_->{institution} } @{ $rehearsed->{rows} }], [undef, 'NU INVEST'], 'so it is of a movement: its trade, not its payment';
import_file($movements, at($came, 'NU INVEST'));
is_deeply institutions($movements), ['NU INVEST'], '… kept';
my $unsaid = portfolio();
import_file($unsaid, at($came, $_)) for '-';
ok !grep({ exists $_->{institution} } @{ $t->get("/v1/portfolios/$unsaid/transactions", key => $key)->json->{data} }), 'a dash is none';
my $long = portfolio();
my $told = import_file($long, at($bought, 'é' x 121))->json;
is_deeply [$told->{imported}, $told->{warnings}], [2, [map { "Linha $_: a instituição não é guardada; ela cabe em uma linha de até 120 caracteres." } 2, 3]], 'one too long refuses no row';
is_deeply institutions($long), [undef, undef], '… and is not stored';

# ---- the same file again ----

my $after = dump_of($id, 1);
$r = import_file($id, $moves);
is $r->json->{imported}, 0, 'the same file again imports nothing';
is $r->json->{duplicates_skipped}, 4, 'all of it is duplicate';
is dump_of($id, 1), $after, 'and the ledger is as it was';
is $t->delete_("/v1/portfolios/$id/imports/" . $r->json->{import_id}, key => $key)->status, 200, 'it is undone';
is dump_of($id, 1), $after, 'the rows of the first are unchanged';

# ---- both orders of the files ----

my ($one, $other) = (portfolio(), portfolio());
my %made_by;
$made_by{moves} = import_file($one, $moves)->json->{import_id};
my $with_moves = dump_of($one);
$r = import_file($one, $trades);
is $r->json->{settlements_retired}, 1, 'trades that come second retire the settlement they cover';
$made_by{trades} = $r->json->{import_id};
import_file($other, $trades);
$r = import_file($other, $moves);
is $r->json->{cross_source_skipped}, 1, 'a settlement that comes second is covered';
is $r->json->{imported}, 3, 'and not imported';
my $rows = $t->get("/v1/portfolios/$other/imports/" . $r->json->{import_id} . '/rows?status=ignored', key => $key);
is $rows->json->{data}[1]{reason}, 'negócio já coberto pelo extrato de negociação', 'for this reason';
is $rows->json->{data}[1]{code}, 'cross_source', 'and has a code';
{
	# The counts equal the listed rows, each row once.
	my $summary = $r->json;
	my $all = $t->get("/v1/portfolios/$other/imports/$summary->{import_id}/rows", key => $key)->json->{data};
	my %listed;
	$listed{ ($_->{code} // '') eq 'cross_source' ? 'cross_source' : $_->{status} }++ for @$all;
	is_deeply [@$summary{qw(imported duplicates_skipped cross_source_skipped rows_ignored rows_with_error)}], [map { $_ // 0 } @listed{qw(imported duplicate cross_source ignored error)}], 'the counts are those of the rows';
	is $summary->{parsed} + $summary->{rows_ignored} + $summary->{rows_with_error}, scalar @$all, 'and add up to them';
}
is dump_of($one, 1), dump_of($other, 1), 'both orders end in the same ledger';
is scalar @{ $t->get("/v1/portfolios/$one/transactions?symbol=PETR4", key => $key)->json->{data} }, 2,
	'a retired settlement is in no list';

# ---- undo ----

is $t->delete_("/v1/portfolios/$one/imports/$made_by{trades}", key => $key)->status, 200, 'undo of the trades';
is dump_of($one), $with_moves, 'restores the former rows';
my $newest = $t->get("/v1/portfolios/$other/imports", key => $key)->json->{data};
is $newest->[0]{source}, 'movimentacao', 'newest first';
is $t->delete_("/v1/portfolios/$other/imports/$newest->[1]{id}", key => $key)->status, 200,
	'undo of trades that came first';
is dump_of($other, 1), dump_of($one, 1), 'brings back the settlement that they had covered';
is $t->delete_("/v1/portfolios/$one/imports/$made_by{moves}", key => $key)->status, 200, 'undo of the rest';
is dump_of($one), $before, 'leaves an empty portfolio, assets included';
is_code $t->delete_("/v1/portfolios/$one/imports/$made_by{moves}", key => $key), 404, 'import_not_found', 'once only';

my $tx = $t->get("/v1/portfolios/$id/transactions?symbol=VALE3", key => $key)->json->{data}[0]{id};
is $t->patch("/v1/portfolios/$id/transactions/$tx", { note => 'conferido' }, key => $key)->status, 200, 'an edited row';
my $conflict = $t->delete_("/v1/portfolios/$id/imports/$import", key => $key);
is_code $conflict, 409, 'ledger_conflict', 'an import with edited rows is not undone';
is $conflict->json->{details}{edited}, 1, 'says how many';
is $t->delete_("/v1/portfolios/$id/transactions/$tx", key => $key)->status, 200, 'a deleted row';
is_code $t->delete_("/v1/portfolios/$id/imports/$import", key => $key), 409, 'ledger_conflict', 'one with deleted rows is refused too';

# ---- refusals ----

is_code import_file($id, substr $moves, 0, 900), 400, 'import_unreadable', 'a cut file';
is_code import_file($id, "a;b\n1;2\n"), 400, 'import_unrecognized', 'an unknown header';
$r = import_file($id, encode('UTF-8', "Período (Inicial);Período (Final);Código\n01/01/2026;31/01/2026;PETR4\n"));
is_code $r, 400, 'import_unrecognized', 'the summary without dates';
like $r->json->{detail}, qr/Negociação/, 'says which file to export';
is_code $t->request('POST', "/v1/portfolios/$id/imports", key => $key, body => '{}', type => 'application/json'), 415,
	'unsupported_media_type', 'JSON';
is_code $t->request('POST', "/v1/portfolios/$id/imports?filename=" . 'a' x 256, key => $key, body => $moves, type => 'application/octet-stream'), 400,
	'invalid_parameter', 'a name that would be cut';
is_code $t->upload("/v1/portfolios/$id/imports", 'a' x 256, $moves, key => $key), 400, 'invalid_body', 'so it is with a form';
is_code $t->request('POST', "/v1/portfolios/$id/imports?filename=a.xlsx", key => $key, body => $moves,
	type => 'text/plain'), 415, 'unsupported_media_type', 'plain text';
is $t->request('POST', "/v1/portfolios/$id/imports?filename=a.xlsx&dry_run=true", key => $key, body => $moves,
	type => 'application/octet-stream')->status, 200, 'raw bytes';
is_code import_file($id, $moves, '?dry_run=maybe'), 400, 'invalid_parameter', 'dry_run is true or false';
is_code $t->upload("/v1/portfolios/$id/imports", 'a.xlsx', 'x' x ((20 << 20) + 1), key => $key), 413,
	'payload_too_large', 'more than 20 MiB';
is_code import_file('01900000-0000-7000-8000-00000000ffff', $moves), 404, 'portfolio_not_found', 'no such portfolio';
my $bia = account($t);
is_code $t->upload("/v1/portfolios/$id/imports", 'a.xlsx', $moves, key => $bia->{user_key}), 404,
	'portfolio_not_found', 'another account\'s portfolio';
is_code $t->upload("/v1/portfolios/$id/imports", 'a.xlsx', $moves, key => key($t, $ana, scopes => ['account:read'])),
	403, 'scope_missing', 'a key that only reads';

# ---- the same request twice ----

my $twice = portfolio();
my @answers = map { $t->upload("/v1/portfolios/$twice/imports", 'a.xlsx', $moves, key => $key,
	headers => { 'Idempotency-Key' => 'importa-1' }) } 1 .. 2;
is $answers[1]->body, $answers[0]->body, 'an Idempotency-Key replays the answer';
is scalar @{ $t->get("/v1/portfolios/$twice/imports", key => $key)->json->{data} }, 1, 'and imports once';

# ---- the hand-made spreadsheet ----

my $manual = portfolio();
my $csv = encode 'UTF-8', <<'CSV';
ticker,operacao,data,quantidade,preco,tipo,taxas,fator,moeda,evento,nota,meta
PETR4,compra,2026-03-03,100,36.5,stock,1.2,,BRL,,primeira,
PETR4,desdobro,2026-04-01,0,,stock,,2,BRL,split,,
PETR4,provento,2026-05-01,1,80.00,stock,,,BRL,jcp,,
AAPL,compra,2026-03-03,2.5,601.1,us,1,,USD,,,
CDB9,compra,2026-03-03,10,1000,renda_fixa,,,BRL,,,"{""fixed_income"":{""indexer"":""cdi"",""pct"":110}}"
CDB8,compra,2026-03-03,10,1000,renda_fixa,,,BRL,,,não é JSON
CSV
$r = import_file($manual, $csv);
is $r->json->{imported}, 6, 'the template with all its columns';
is_deeply $r->json->{warnings}, ['A coluna meta de CDB8, linha 7, não é um objeto JSON: ficou de fora.'],
	'a meta that is none is told';
is $t->sql("select meta #>> '{fixed_income,pct}' from asset where symbol = 'CDB9' and portfolio_id = '$manual'"), 110,
	'one that is comes along';
is $t->sql("select currency from asset where symbol = 'AAPL' and portfolio_id = '$manual'"), 'USD', 'currency';
is import_file($manual, $csv)->json->{duplicates_skipped}, 6, 'and again it is all duplicate';
$r = import_file(portfolio(), "ticker,operacao,data,quantidade,preco\nPETR4,compra,20/11/2026,1,30\nPETR4,compra,21/11/2026,1,30\n");
is_deeply [@{ $r->json }{qw(imported rows_with_error)}], [1, 1], 'today is a date of a trade, tomorrow is none yet';

# ---- a split multiplies the quantity held ----

my $split = portfolio();
import_file($split, workbook([[@move],
	['Credito', '10/06/2026', 'Grupamento', 'WEGE3 - WEG', 'X', n(20), '-', '-'],
	['Credito', '10/04/2026', 'Desdobro', 'WEGE3 - WEG', 'X', n(100), '-', '-'],
	['Credito', '02/03/2026', 'Transferência - Liquidação', 'WEGE3 - WEG', 'X', n(100), n(10), n(1000)]]));
is $t->sql("select string_agg(ratio::text, ' ' order by trade_date) from ledger
	where portfolio_id = '$split' and kind = 'split'"), '2.000000000000 0.100000000000',
	'ratios follow from the quantity of the day before';

# ---- the command ----

my $file = $t->dir . '/moves.xlsx';
Lastro::Test::spew($file, $moves);
my $by_command = portfolio();
my $run = $t->lastro('import', '--dry-run', $by_command, $file);
is $run->{status}, 0, 'lastro import --dry-run';
is dump_of($by_command), $before, 'writes nothing';
is $t->lastro_json('import', $by_command, $file)->{imported}, 4, 'lastro import';
is dump_of($by_command, 1), $after, 'writes the same as the request';
is $t->lastro('import', $by_command, "$file.none")->{status}, 1, 'a missing file is refused';

# ---- a worker killed during the import ----

my $dead = portfolio();
$t->stop_pool;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });
my $holder = Lastro::Holder->new($t, 'lock table import_row in share mode');
my %pids = map { $_ => 1 } $t->workers;
my $child = fork // die "fork: $!";
if (!$child) {
	my $answer = eval { import_file($dead, $moves) };
	require POSIX;
	POSIX::_exit(defined $answer ? 1 : 0);
}
my $backend = 0;
ok wait_for(sub { $backend = $t->sql("select pid from pg_stat_activity where datname = current_database()
	and wait_event_type = 'Lock' and query like '%import_row%' limit 1") || 0 }, 10), 'an import is writing its rows';
my $busy = $t->sql("select count(*) from pg_locks where pid = $backend and granted") > 0;
ok $busy, 'with its ledger rows written, not committed';
kill 'KILL', keys %pids;
waitpid $child, 0;
is $? >> 8, 0, 'the client got no answer';
$holder->end;
ok wait_for(sub { $t->sql("select count(*) from pg_stat_activity where pid = $backend") == 0 }, 10), 'its session ends';
is dump_of($dead), $before, 'and nothing of the import is there';
ok wait_for(sub {
	my $again = eval { $t->get("/v1/portfolios/$dead/imports", key => $key) };
	$again && $again->status == 200
}, 20), 'the pool serves again';

# ---- every label of the specification's table ----

# The rows between the heading and the first blank line; the first column has the labels, the second the effect.
my ($labels) = decode('UTF-8', slurp(top_srcdir() . '/doc/calculations.md')) =~ /^\| Movimentação \| Effect \|\n\|[-|]+\n(.*?)\n\n/ms;
my @labels;
for my $line (split /\n/, $labels) {
	my ($first, $effect) = $line =~ /^\| (.*?) \| (.*) \|$/ or die "no row of a table: $line";

	next if $first =~ /^(?:all trades above|other)$|^product /;
	push @labels, map { [$_, $effect] } map {
		/^anything ending in "(.*)"$/ ? "Dividendo - $1"
		: /^((.*) \S+) \(also spelled (.*)\)$/ ? ($1, "$2 $3")
		: /^… (.*)$/ ? "Direitos de Subscrição - $1" : $_
	} split /\s*·\s*|,\s*/, $first;
}
cmp_ok scalar @labels, '>=', 35, 'the table of labels is read: ' . @labels;
my $known = portfolio();
import_file($known, workbook([[@move], ['Credito', '05/01/2026', 'Compra', 'PETR4 - PETROBRAS', 'X', n(1000), n(10), n(10000)]]));
my (@unknown, @otherwise);
for (@labels) {
	my ($label, $effect) = @$_;
	my $rehearsal = import_file($known, workbook([[@move], ['Credito', '06/04/2026', $label, 'PETR4 - PETROBRAS', 'X', n(500),
		$effect =~ /^ignored/ ? ('-', '-') : (n(2), n(1000))]]), '?dry_run=true');
	my $said = $rehearsal->json->{rows} // $rehearsal->json->{details}{rows};
	my $got = join ' ', grep { defined } @{ $said->[0] }{qw(status kind event_kind)};
	my $want = $effect =~ /^income/ ? qr/^imported income$/ : $effect =~ /^capital return/ ? qr/^imported income$/
		: $effect =~ /^buy/ ? qr/^imported buy$/ : $effect =~ /^sell, / ? qr/^imported sell$/ : $effect =~ /^sell/ ? qr/^imported sell$/
		: $effect =~ /^`sell`, fraction/ ? qr/^imported sell fraction$/ : $effect =~ /^`split`/ ? qr/^imported split split$/
		: $effect =~ /^`adjust`, (bonus|incorporation)/ ? qr/^imported adjust $1$/ : $effect =~ /^by the side/ ? qr/^imported buy$/
		: $effect =~ /^credit/ ? qr/^(?:imported buy subscription|ignored)$/ : qr/^ignored$/;

	push @unknown, $label if ($said->[0]{reason} // '') =~ /não reconhecida/;
	push @otherwise, "$label: $got for $effect" if $got !~ $want;
}
is_deeply \@unknown, [], 'each is known';
is_deeply \@otherwise, [], 'and has the effect given in the table';

# ---- shares without a counterpart (doc/calculations.md 1.7) ----

my $swapped = portfolio();
$r = import_file($swapped, workbook([[@move],
	['Credito', '06/05/2026', 'Incorporação', 'MESM3 - MESMA', 'X', n(75), '-', '-'],
	['Debito', '04/05/2026', 'Incorporação', 'MESM3 - MESMA', 'X', n(300), '-', '-'],
	['Credito', '07/05/2026', 'Incorporação', 'NOVO3 - NOVA', 'X', n(100), '-', '-'],
	['Debito', '04/05/2026', 'Incorporação', 'VELH3 - VELHA', 'X', n(400), '-', '-'],
	['Debito', '04/05/2026', 'Incorporação', 'SABI3 - SABIDA', 'X', n(400), '-', '-'],
	['Credito', '05/05/2026', 'Cisão', 'FILH3 - FILHA', 'X', n(10), '-', '-'],
	map { ['Credito', '12/01/2026', 'Compra', $_, 'X', n(400), n(5), n(2000)] } 'MESM3 - MESMA', 'VELH3 - VELHA', 'SABI3 - SABIDA'])) or die;
is_deeply [map { /^(\S+ de \S+ em [\d\/]+(?: sem o papel [^:]+)?)/ ? $1 : $_ } @{ $r->json->{warnings} }], [
	'Incorporação de NOVO3 em 07/05/2026 sem o papel de origem', 'Incorporação de VELH3 em 04/05/2026 sem o papel que o sucedeu',
	'Cisão de FILH3 em 05/05/2026'],
	'what came from nowhere and what went nowhere is warned of, not an exchange nor what a known succession repeats';

# ---- subscription rights (doc/calculations.md 16) ----

my $rights = portfolio();
$r = import_file($rights, workbook([[@move],
	['Debito', '20/10/2025', 'Transferência - Liquidação', 'LGCP12 - LOG CP', 'X', n(8), n('0.7'), n('5.6')],
	['Debito', '20/10/2025', 'Transferência - Liquidação', 'MXRF12 - MAXI RENDA', 'X', n(10), n('0.5'), n(5)],
	['Credito', '14/10/2025', 'Transferência - Liquidação', 'HGLG12 - CSHG', 'X', n(4), n(2), n(8)],
	['Credito', '13/10/2025', 'Transferência - Liquidação', 'LGCP12 - LOG CP', 'X', n(8), n('0.6'), n('4.8')]]));
is $r->json->{imported}, 4, 'rights bought, received and sold';
my %right = map { $_->{symbol} => $_ } @{ $t->get("/v1/portfolios/$rights?include=closed,transactions", key => $key)->json->{holdings} };
is_deeply { map { ($_ => 0 + $right{$_}{realized_pl}) } keys %right }, { LGCP12 => 0.8, MXRF12 => 5, HGLG12 => -8 },
	'sold: proceeds less what they cost; received: nothing; never exercised: a loss';
is_deeply [grep { !$right{$_}{closed} || !$right{$_}{cost_basis_known} } sort keys %right], [], 'none is a position, and none is uncovered';
is_deeply [grep { $_->{code} eq 'sold_more_than_held' } @{ $t->get("/v1/portfolios/$rights/issues", key => $key)->json->{data} }], [], 'not reported as such';
for my $symbol (sort keys %right) {
	$r = $t->get("/v1/portfolios/$rights/explain?field=realized_pl&symbol=$symbol&asset_type=fii", key => $key);
	is $r->status, 200, "the result of $symbol is explained" or diag $r->body;
}
my ($sold) = grep { $_->{kind} eq 'sell' } @{ $right{MXRF12}{transactions} };
is $t->patch("/v1/portfolios/$rights/transactions/$sold->{id}", { note => 'direito' }, key => $key)->status, 200, 'such a row can be edited';

done_testing;
