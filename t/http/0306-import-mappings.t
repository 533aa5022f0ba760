#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The columns of a sheet by the API: kept for the account, one for each header, at most fifty, and used by every import of
# such a sheet; what is wrong with them is said at once.

use strict;
use warnings;
use utf8;

use Encode qw(encode);
use JSON::PP ();
use Lastro::Office;
use Lastro::Test qw(spew);
use Lastro::Xlsx qw(workbook);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Casa', seats => 3);
my $eva = $office->member('owner', name => 'Eva');
$t->lastro_ok('account', 'create', '--email', "$_\@example.com", '--name', $_, '--plan', 'personal') for qw(ana rui);
my ($ana, $rui) = map { $t->lastro_json('key', 'create', '--account', "$_\@example.com", '--name', 'caderno')->{key} } qw(ana rui);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Renda' }, key => $ana)->json->{id};

sub kept { return $t->get('/v1/import-mappings', key => $_[0] // $ana)->json->{data} }
sub keep { my ($body, %o) = @_; return $t->post('/v1/import-mappings', $body, key => $ana, %o) }
sub import_of { my ($bytes, %o) = @_; return $t->request(POST => "/v1/portfolios/" . ($o{id} // $id) . "/imports?dry_run=true" . ($o{query} // ''), key => $o{key} // $ana, type => 'text/csv', body => encode('UTF-8', $bytes)) }
sub errors { my ($r) = @_; return [sort map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} }] }

my %banco = (name => 'Banco', first_row => ['Quando', 'Papel X', 'Lado', 'N', 'Cada'], columns => { date => 1, ticker => 2, operation => 3, quantity => 4, price => 5 },
	operations => [{ word => 'Entrou', means => 'buy' }, { word => 'Saiu', means => 'sell' }]);
my $sheet = "Quando;Papel X;Lado;N;Cada\n05/01/2026;PETR4;entrou;10;30,00\n06/01/2026;PETR4;SAIU;4;31,50\n";

# ---- what is wrong is said at once ----

is import_of($sheet)->json->{details}{reason}, 'columns_unknown', 'a sheet that nothing knows';
is_deeply errors(keep({})), ['/columns required', '/first_row required', '/name required'], 'what is lacking';
is_deeply errors(keep({ %banco, columns => { date => 1, ticker => 2 } })), ['/columns/operation required', '/columns/price required', '/columns/quantity required'], 'columns';
is_deeply errors(keep({ %banco, columns => { %{ $banco{columns} }, fees => 4, date => 0, amount => 201, other => 3 } })),
	['/columns/amount maximum', '/columns/date minimum', '/columns/fees unique', '/columns/other unknown_member'], 'bounds, a column named twice, an unknown one' or diag explain errors(keep({ %banco, columns => { %{ $banco{columns} }, fees => 4, date => 0, amount => 201, other => 3 } }));
is_deeply errors(keep({ %banco, every_row => { operation => 'buy' } })), ['/every_row conflict'], 'an operation by column and for every row';
is_deeply errors(keep({ %banco, every_row => { type => 'etf' }, columns => { %{ $banco{columns} }, type => 6 } })), ['/every_row conflict'], 'a class likewise';
is_deeply errors(keep({ %banco, operations => [{ word => 'É', means => 'buy' }, { word => 'e', means => 'sell' }] })), ['/operations/1/word unique'], 'a word twice, but for case and accent';
is_deeply errors(keep({ %banco, operations => [map { { word => "w$_", means => 'buy' } } 1 .. 21] })), ['/operations max_items'], 'more words than are kept' or diag explain errors(keep({ %banco, operations => [map { { word => "w$_", means => 'buy' } } 1 .. 21] }));
is_deeply errors(keep({ %banco, first_row => ['Um'] })), ['/first_row format'], 'a header of one name';
is_deeply errors(keep({ %banco, first_row => ['a', 'b'], header => JSON::PP::false })), ['/first_row format'], 'a first row without a day and a number';
is_deeply errors(keep({ %banco, first_row => ['a', 7] })), ['/first_row type'], 'a cell that is no text';
is_deeply errors(keep({ %banco, first_row => ['x' x 2001, 'b'] })), ['/first_row type'], 'one that is too long';
is_deeply kept(), [], 'none of them is kept';

# ---- kept, used, replaced ----

my $r = keep(\%banco, headers => { 'Idempotency-Key' => 'uma' });
is $r->status, 201, 'kept' or diag $r->body;
my $one = $r->json;
is_deeply [@$one{qw(name header dates)}, $one->{columns}{price}, $one->{columns}{fees}, $one->{every_row}{operation}], ['Banco', JSON::PP::true, 'day_first', 5, undef, undef], 'as it was sent';
is keep(\%banco, headers => { 'Idempotency-Key' => 'uma' })->json->{id}, $one->{id}, 'sent twice, kept once';
is $t->sql('select count(*) from import_mapping'), 1, 'in one row';
unlike $t->sql('select x::text from import_mapping x'), qr/Quando/, 'which has no cell of the header';
$r = import_of($sheet);
is $r->status, 200, 'the sheet is read now' or diag $r->body;
is_deeply [map { [@$_{qw(line status kind symbol quantity price trade_date)}] } @{ $r->json->{rows} }],
	[[2, 'imported', 'buy', 'PETR4', 10, 30, '2026-01-05'], [3, 'imported', 'sell', 'PETR4', 4, 31.5, '2026-01-06']], 'row by row';
is_deeply $r->json->{mapping}, { id => $one->{id}, name => 'Banco', changed_at => '2026-11-20T15:00:00.000Z' }, 'and says by what';
is $r->json->{source}, 'manual', 'as a hand-made sheet';
my $again = keep({ %banco, name => 'Banco novo', dates => 'month_first' })->json;
is $again->{id}, $one->{id}, 'the same header replaces it';
is_deeply [map { $_->{trade_date} } @{ import_of($sheet)->json->{rows} }], ['2026-05-01', '2026-06-01'], 'and is read by the new one';
my $book = workbook([['Título'], [], ['Quando', 'Papel X', 'Lado', 'N', 'Cada'], ['2026-01-05', 'PETR4', 'Entrou', '10', '30.5']]);
$r = $t->request(POST => "/v1/portfolios/$id/imports?dry_run=true", key => $ana, type => 'application/octet-stream', body => $book);
is_deeply [map { "$_->{line} $_->{symbol} $_->{price}" } @{ $r->json->{rows} // [] }], ['4 PETR4 30.5'], 'a workbook with a title above its header' or diag $r->body;

# ---- a mapping that is named ----

my $known = "ticker;operacao;data;quantidade;preco\nPETR4;compra;05/01/2026;10;30\n";
my $other = keep({ name => 'Outra', first_row => [qw(ticker operacao data quantidade preco)], columns => { ticker => 1, date => 3, quantity => 5, price => 4 }, every_row => { operation => 'buy' } })->json->{id};
ok !import_of($known)->json->{mapping}, 'a sheet that is known needs none';
is import_of($known, query => "&mapping_id=$other")->json->{rows}[0]{quantity}, 30, 'but is read by one that is named';
is import_of($sheet, query => "&mapping_id=$other")->code, 'import_unrecognized', 'which must be of its header';
is import_of($sheet, query => '&mapping_id=00000000-0000-4000-8000-000000000000')->code, 'import_mapping_not_found', 'and be there';
is import_of($sheet, query => '&mapping_id=x')->code, 'invalid_parameter', 'by a UUID';

# ---- whose they are ----

is_deeply kept($rui), [], 'another account has none of them';
is $t->request(DELETE => "/v1/import-mappings/$one->{id}", key => $rui)->code, 'import_mapping_not_found', 'and deletes none';
my $his = $t->post('/v1/portfolios', { name => 'Dele' }, key => $rui)->json->{id};
is import_of($sheet, id => $his, key => $rui)->code, 'import_unrecognized', 'nor are his files read by them';
# In an organization a person has those of that place.
my %there = (key => $eva->{user_key}, headers => { 'X-Service-Workspace' => $office->{id} });
is $t->post('/v1/import-mappings', \%banco, %there)->status, 201, 'kept in an office';
is_deeply [map { scalar @{ $t->get('/v1/import-mappings', %$_)->json->{data} } } \%there, { key => $eva->{user_key} }], [1, 0], 'they are of that workspace';

# ---- every road of an import ----

my $file = $t->dir . '/banco.csv';
spew($file, encode('UTF-8', $sheet));
is $t->lastro_json({ LASTRO_NOW => '2026-11-20T15:00:00Z' }, 'import', $id, $file, '--dry-run')->{mapping}{name}, 'Banco novo', 'the command reads by what the portfolio\'s person kept';
my $client = $office->action('advisor.client.create', { name => 'Família Souza' }, as => $eva)->json->{result}{id};
my $theirs = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Deles' }, as => $eva)->json->{result}{id};
$r = $office->action('advisor.client_portfolio.import', { portfolio_id => $theirs, content => $sheet }, as => $eva);
is_deeply [@{ $r->json->{result} // {} }{qw(imported rows_with_error)}], [2, 0], 'an office for a client by those of the office' or diag $r->body;

# ---- at most fifty ----

$t->sql("update import_mapping set changed_at = '2026-01-01' where id = '$one->{id}'");
keep({ %banco, name => "n $_", first_row => [map { "x$_" } $_, 1 .. 4] })->status == 201 or die for 1 .. 48;
is scalar @{ kept() }, 50, 'fifty';
keep({ %banco, name => 'n 49', first_row => [qw(y 1 2 3 4)] })->status == 201 or die;
is scalar @{ kept() }, 50, 'and no more';
is_deeply [grep { $_->{id} eq $one->{id} } @{ kept() }], [], 'the one that was not changed for the longest time went';
is scalar(grep { $_->{id} eq $other } @{ kept() }), 1, 'and no other';
is $t->request(DELETE => "/v1/import-mappings/$other", key => $ana)->json->{deleted}, JSON::PP::true, 'one is deleted';
is $t->request(DELETE => "/v1/import-mappings/$other", key => $ana)->code, 'import_mapping_not_found', 'once';
is $t->sql("select string_agg(distinct kind, ' ' order by kind) from audit where kind like 'import_mapping%'"), 'import_mapping.deleted import_mapping.kept', 'the trail has both';

# ---- hostile sheets ----

is import_of(join(';', map { "c$_" } 1 .. 10000) . "\n" . join(';', 1 .. 10000))->code, 'import_unreadable', 'ten thousand columns';
is import_of("=1+1;=2+2;@\n05/01/2026;=cmd|x;1\n")->code, 'import_unrecognized', 'formulas are texts';

done_testing;
