#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Invalid input of every kind: each gets a clear Problem, writes nothing, and ends no worker.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use JSON::PP ();
use Lastro::FastCGI qw(fastcgi_request);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Lastro::Xlsx qw(parts workbook zip);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $key = $ana->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });

# ---- data that could be damaged ----

my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '10', price => '30' };
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $hers = $t->post('/v1/portfolios', { name => 'Dela' }, key => $bia->{user_key})->json->{id};
my ($mine, $other) = map {
	my ($path, $k) = ("/v1/portfolios/$_->[0]", $_->[1]);
	my $tx = $t->post("$path/transactions", [$row, { %$row, quantity => 1 }, { %$row, quantity => 2 }], key => $k)->json->{data}[0];
	my $income = $t->post("$path/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-02-05',
		amount => '9.9' }, key => $k)->json;
	my $import = $t->request('POST', "$path/imports?filename=a.csv", key => $k, type => 'text/csv',
		body => "ticker,operacao,data,quantidade,preco\nVALE3,compra,05/01/2026,1,60\n")->json;

	{ id => $_->[0], tx => $tx->{id}, asset => $tx->{asset_id}, income => $income->{id}, import => $import->{import_id} };
} [$id, $key], [$hers, $bia->{user_key}];
ok !(grep { !defined } map { values %$_ } $mine, $other), 'two portfolios of two people, each with one of everything';

my $path = "/v1/portfolios/$id";
my $rows = "$path/transactions";
my @tables = split /\n/, $t->sql(q(select table_name from information_schema.tables where table_schema = 'lastro'
	and table_type = 'BASE TABLE' and table_name !~ '_(state|history)$' order by 1));	# derived tables may change
ok @tables > 20, 'all tables are watched';

sub everything {
	return $t->sql(join(' union all ', map { "select '$_', count(*)::text from $_" } @tables) .
		q( union all select 'state', md5(string_agg(p::text, ' ' order by id)) from portfolio p
		union all select 'ledger rows', md5(string_agg(l::text, ' ' order by id)) from ledger l));
}

my $before = everything();
my ($pid) = $t->workers;

# ---- checking a case ----

# what() - a Problem with this status and code whose detail matches; more: a check of its details.
sub what {
	my ($name, $r, $status, $code, $detail, $more) = @_;

	subtest $name => sub {
		ok $r, 'it is answered' or return;
		is $r->status . ' ' . ($r->code // 'no Problem'), "$status $code", 'status and code' or diag substr $r->body, 0, 600;
		return unless defined $r->code;
		my $p = $r->json;

		is $p->{type}, "/problems/$code", 'its type is a page';
		is $p->{status}, $status, 'and says the status again';
		like $p->{title}, qr/\p{L}{3}/, 'a title';
		like $p->{detail}, $detail, 'a detail that names the fault';
		is $p->{details}{request_id}, $r->header('x-request-id'), 'the id of the request';
		unlike $r->body, qr/select |insert |\bpg_|\.c:\d|lst_user_/, 'nothing of the inside';
		$more->($p->{details}, $r) if $more;
	};
}

sub post_raw { my ($body, %o) = @_; return $t->request('POST', $o{path} // $rows, key => $key, body => $body, type => $o{type} // 'application/json') }
sub buy { return { %$row, @_ } }
sub upload { return $t->upload("$path/imports", $_[1] // 'negociacao.xlsx', $_[0], key => $key) }

# The errors of an invalid_body: pointer => rule.
sub errors_are {
	my (%want) = @_;

	return sub {
		my %got = map { $_->{pointer} => $_->{rule} } @{ $_[0]{errors} };
		is_deeply \%got, \%want, 'where and why';
		ok !(grep { !length($_->{expected} // '') } @{ $_[0]{errors} }), 'each names the expected form';
	};
}

# ---- spreadsheets ----

my @head = ('Data do Negócio', 'Tipo de Movimentação', 'Mercado', 'Prazo/Vencimento', 'Instituição', 'Código de Negociação',
	'Quantidade', 'Preço', 'Valor');
my $good = workbook([[@head], ['05/01/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'ITSA4', { n => 100 }, { n => 10 }, { n => 1000 }]]);
my $zeros = zip([@{ parts([[@head]]) }[0 .. 3], ['xl/worksheets/sheet1.xml', '<worksheet>' . "\0" x (210 << 20)]]);
my $lying = zip([@{ parts([[@head]]) }[0 .. 3], ['xl/worksheets/sheet1.xml', '<worksheet>' . ' ' x (210 << 20), { size => 100 }]]);
my $entities = join '', '<!DOCTYPE b [<!ENTITY a0 "aaaaaaaaaa">', (map { "<!ENTITY a$_ \"" . ('&a' . ($_ - 1) . ';') x 10 . '">' } 1 .. 9), ']>';
my $external = '<!DOCTYPE b [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

what('a truncated XLSX', upload(substr $good, 0, length($good) * 2 / 3), 400, 'import_unreadable', qr/incompleto ou danificado/);
what('one cut in its first member', upload(substr $good, 0, 40), 400, 'import_unreadable', qr/XLSX/);
what('a zip bomb', upload($zeros), 400, 'import_too_large_unpacked', qr/200 MiB/);
what('a zip bomb that lies about its size', upload($lying), 400, 'import_too_large_unpacked', qr/200 MiB/);
what('an XML entity bomb', upload(workbook([[@head]], before_sheet => $entities)), 400, 'import_unreadable', qr/entidades XML/);
what('an external entity', upload(workbook([[@head]], before_sheet => $external)), 400, 'import_unreadable', qr/entidades XML/);
what('a ZIP that is no workbook', upload(zip([['a.txt', 'x']])), 400, 'import_unreadable', qr/não uma planilha/);
what('a PDF', upload('%PDF-1.7 x', 'extrato.pdf'), 400, 'import_unreadable', qr/PDF/);
what('a page', upload('<!DOCTYPE html><html></html>'), 400, 'import_unreadable', qr/página/);
what('an empty file', upload(''), 400, 'import_unreadable', qr/vazio/);
what('columns of something else', upload("a,b\n1,2\n", 'x.csv'), 400, 'import_unrecognized', qr/cabeçalho/);
what('bytes that are nothing', upload("PK\3\4" . join '', map { chr(($_ * 37) % 256) } 1 .. 5000), 400, 'import_unreadable', qr/XLSX|ZIP/);
what('a body of 21 MiB', upload('x' x (21 << 20)), 413, 'payload_too_large', qr/limite desta operação, de 20 MiB/);
what('a form without its boundary', $t->request('POST', "$path/imports", key => $key, body => 'x', type => 'multipart/form-data'),
	400, 'invalid_body', qr/boundary|formulário|multipart/);
what('a form cut off', $t->request('POST', "$path/imports", key => $key, type => 'multipart/form-data; boundary=b',
	body => qq(--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxx)), 400, 'invalid_body', qr/\p{L}{4}/);
what('a JSON spreadsheet', $t->post("$path/imports", { file => 'x' }, key => $key), 415, 'unsupported_media_type', qr/multipart/);

# ---- bodies ----

# Each fits; their sum would be out of range and make the portfolio unreadable.
my $huge = $t->post('/v1/portfolios', { name => 'Enorme' }, key => $key)->json->{id};
my $all_there_is = { symbol => 'VALE3', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '92233720368', price => 1 };
is $t->post("/v1/portfolios/$huge/transactions", $all_there_is, key => $key)->status, 201, 'as many as the grid holds';
what('a sum off the grid', $t->post("/v1/portfolios/$huge/transactions", $all_there_is, key => $key), 422, 'ledger_out_of_range', qr/escala/);
what('one by import', $t->request('POST', "/v1/portfolios/$huge/imports", key => $key, type => 'text/csv',
	body => "ticker,operacao,data,quantidade,preco\nVALE3,compra,06/01/2026,92233720368,1\n"), 422, 'ledger_out_of_range', qr/escala/);
is $t->get("/v1/portfolios/$huge", key => $key)->status, 200, 'it is still read';
is $t->request('DELETE', "/v1/portfolios/$huge", key => $key)->status, 200, 'and deleted';

# ---- a portfolio of more assets than anybody holds ----

# ticker() - the n-th of four letters and a 3.
sub ticker { my ($n) = @_; return join('', map { chr 65 + int($n / 26**$_) % 26 } 0 .. 3) . '3' }
sub papers { my ($from, $to) = @_; return join '', "ticker,operacao,data,quantidade,preco\n", map { ticker($_) . ",compra,05/01/2026,1,1\n" } $from .. $to }

my $wide = $t->post('/v1/portfolios', { name => 'Larga' }, key => $key)->json->{id};
my $take = sub { my ($csv) = @_; $t->request('POST', "/v1/portfolios/$wide/imports", key => $key, type => 'text/csv', body => $csv) };
my $held = sub { $t->sql("select count(*) from asset where portfolio_id = '$wide'") };
my $buys = sub { $t->post("/v1/portfolios/$wide/transactions", [map { buy(symbol => ticker($_)) } @_], key => $key) };
my $full = qr/até 10000 ativos, e esta passaria a ter 10001/;
what('an import of 10,001 papers', $take->(papers(1, 10_001)), 422, 'ledger_out_of_range', $full);
is $held->(), 0, 'writes nothing';
is $take->(papers(1, 9_999))->status, 201, '9,999 are taken';
what('two more by one body', $buys->(10_000, 10_001), 422, 'ledger_out_of_range', $full);
is $buys->(10_000)->status, 201, 'one more is taken';
what('a watched one', $t->post("/v1/portfolios/$wide/assets", { symbol => ticker(10_001), asset_type => 'stock' }, key => $key), 422, 'ledger_out_of_range', $full);
what('an income of another', $t->post("/v1/portfolios/$wide/income", { symbol => ticker(10_001), asset_type => 'stock', kind => 'dividend', pay_date => '2026-02-02', amount => '1.00' },
	key => $key), 422, 'ledger_out_of_range', $full);
is $held->(), 10_000, 'which is all';
is $buys->(1, 10_000)->status, 201, 'its own assets are still traded';
is $t->request('DELETE', "/v1/portfolios/$wide", key => $key)->status, 200, 'and it is deleted';
$before = everything();
what('31/02', $t->post($rows, buy(trade_date => '2026-02-31'), key => $key), 400, 'invalid_body', qr/erro/, errors_are('/trade_date' => 'format'));
what('a day written otherwise', $t->post($rows, buy(trade_date => '05/01/2026'), key => $key), 400, 'invalid_body', qr/erro/,
	errors_are('/trade_date' => 'format'));
what('a negative quantity', $t->post($rows, buy(quantity => -5), key => $key), 400, 'invalid_body', qr/erro/, errors_are('/quantity' => 'exclusive_minimum'));
what('a negative price', $t->post($rows, buy(price => '-0.01'), key => $key), 400, 'invalid_body', qr/erro/, errors_are('/price' => 'minimum'));
what('30 digits', post_raw(JSON::PP->new->encode(buy()) =~ s/"quantity":"10"/'"quantity":' . '9' x 30/er), 400, 'invalid_json', qr/byte \d+/);
what('30 digits as text', $t->post($rows, buy(quantity => '9' x 30), key => $key), 400, 'invalid_body', qr/erro/,
	sub { is $_[0]{errors}[0]{pointer}, '/quantity', 'where' });
what('NaN', post_raw('{"quantity":NaN}'), 400, 'invalid_json', qr/byte 12/, sub { is $_[0]{offset}, 12, 'where' });
what('Infinity', post_raw('{"quantity":-Infinity}'), 400, 'invalid_json', qr/byte 12/);
what('NaN as text', $t->post($rows, buy(quantity => 'NaN'), key => $key), 400, 'invalid_body', qr/erro/,
	sub { is $_[0]{errors}[0]{received}, 'NaN', 'what came' });
what('a lone surrogate', post_raw('{"note":"\ud800"}'), 400, 'invalid_json', qr/byte 9/);
what('surrogates the wrong way round', post_raw('{"note":"\udc00\ud800"}'), 400, 'invalid_json', qr/byte 9/);
what('a lone surrogate in UTF-8', post_raw("{\"note\":\"\xed\xa0\x80\"}"), 400, 'invalid_json', qr/byte 9/);
what('U+0000', post_raw('{"note":"a\u0000b"}'), 400, 'invalid_json', qr/byte 10/);
what('a NUL byte', post_raw("{\"note\":\"a\0b\"}"), 400, 'invalid_json', qr/byte 10/);
what('invalid UTF-8', post_raw("{\"note\":\"\xc3\x28\"}"), 400, 'invalid_json', qr/byte 9/);
what('an overlong form', post_raw("{\"note\":\"\xc0\xaf\"}"), 400, 'invalid_json', qr/byte 9/);
what('a cut body', post_raw('{"kind":"buy"'), 400, 'invalid_json', qr/byte 13/, sub { is $_[0]{offset}, 13, 'the offset of the end' });
what('something behind the body', post_raw('{} x'), 400, 'invalid_json', qr/byte 3/, sub { is $_[0]{offset}, 3, 'where' });
what('depth 33', post_raw('{"note":' . '[' x 32 . ']' x 32 . '}'), 400, 'payload_too_complex', qr/32/, sub { is $_[0]{offset}, 39, 'where' });
what('a million open brackets', post_raw('[' x (1 << 20)), 400, 'payload_too_complex', qr/32/);
what('the wrong content type', post_raw(JSON::PP->new->encode(buy()), type => 'text/plain'), 415, 'unsupported_media_type', qr{application/json});
what('no content type', post_raw(JSON::PP->new->encode(buy()), type => ''), 415, 'unsupported_media_type', qr{application/json});
what('another charset', post_raw(JSON::PP->new->encode(buy()), type => 'application/json; charset=latin1'), 415, 'unsupported_media_type', qr/latin1|charset|utf-8/i);
what('several errors', $t->post($rows, [buy(kind => 'gift'), buy(quantity => -1), buy(price => 'x', colour => 'red', 'a/b~c' => 1)], key => $key),
	400, 'invalid_body', qr/5 erros/, errors_are('/0/kind' => 'enum', '/1/quantity' => 'exclusive_minimum', '/2/price' => 'format', '/2/colour' => 'unknown_member',
	'/2/a~1b~0c' => 'unknown_member'));
what('unknown members', $t->post('/v1/portfolios', { name => 'x', owner => 'y' }, key => $key), 400, 'invalid_body', qr/erro/,
	errors_are('/owner' => 'unknown_member'));
what('a repeated member', post_raw('{"kind":"buy","kind":"sell"}'), 400, 'invalid_json', qr/byte \d+/);
what('5,001 transactions', $t->post($rows, [map { buy() } 1 .. 5001], key => $key), 400, 'invalid_body', qr/erro/,
	sub { like $_[0]{errors}[0]{expected}, qr/5\.?000/, 'how many there may be' });
what('4 MiB of transactions', post_raw('[' . ' ' x (4 << 20) . ']'), 413, 'payload_too_large', qr/de 4 MiB/);
what('more than 1 MiB of a name', $t->post('/v1/portfolios', { name => 'a' x (1 << 20) }, key => $key), 413, 'payload_too_large', qr/de 1 MiB/);

# ---- names ----

for my $case (["a\x01b", 'SOH'], ["a\nb", 'a line feed'], ["a\tb", 'a TAB'], ["a\x7fb", 'DEL'], ["a\x{85}b", 'NEL'], ["a\x{2028}b", 'a line separator'],
	["a\x{202e}b", 'a direction override'], ["a\x{200f}b", 'a mark of direction'], ["a\x{200b}b", 'a blank of no width'], ["a\x{e0041}b", 'an invisible tag']) {
	what("a name with $case->[1]", $t->post('/v1/portfolios', { name => $case->[0] }, key => $key), 400, 'invalid_body', qr/erro/,
		sub { is $_[0]{errors}[0]{pointer}, '/name', 'where' });
}
for my $hidden ("\x{202e}", "\x{2066}", "\x{200e}", "\x{ad}", "\x{feff}") {
	my $asset = sub { $t->post($path . '/assets', { symbol => 'CDB X', asset_type => 'renda_fixa', meta => $_[0] }, key => $key) };

	what('a hidden character in ' . $_->[0], $_->[1], 400, 'invalid_body', qr/erro/, errors_are(@{ $_->[2] }))
		for ['a note', $t->post($rows, buy(note => "a${hidden}b"), key => $key), ['/note' => 'format']],
		['an institution', $t->post($rows, buy(institution => "a${hidden}b"), key => $key), ['/institution' => 'format']],
		(map { ["terms: $_", $asset->({ fixed_income => { indexer => 'cdi', $_ => "a${hidden}b" } }), ["/meta/fixed_income/$_" => 'format']] } qw(issuer paper)),
		['a member of one\'s own', $asset->({ x => ["a${hidden}b"] }), ['/meta' => 'number']], ['its name', $asset->({ "a${hidden}b" => 1 }), ['/meta' => 'number']];
}
what('a name of 61 characters', $t->post('/v1/portfolios', { name => "\x{1f4b0}" x 61 }, key => $key), 400, 'invalid_body', qr/erro/,
	errors_are('/name' => 'max_length'));

# ---- headers ----

my @two = ("Bearer $key", "Bearer $bia->{user_key}");
what('two Authorization headers', $t->get($path, headers => { Authorization => \@two }), 400, 'invalid_header', qr/Authorization/);
what('the same key twice', $t->get($path, headers => { Authorization => [@two[0, 0]] }), 400, 'invalid_header', qr/Authorization/);
what('two keys joined by a comma', $t->get($path, headers => { Authorization => "$two[0], $two[1]" }), 400, 'invalid_header', qr/Authorization/);
for my $name ('X-Request-Id', 'Origin', 'Idempotency-Key', 'traceparent', 'If-Match', 'If-None-Match', 'x-service-workspace', 'Accept') {
	my $r = $t->request('POST', $rows, key => $key, json => buy(quantity => -1), headers => { $name => "a\r\nSet-Cookie: a=1\r\n\r\nx" });

	ok !$r->header('set-cookie'), "CR/LF in $name adds no header";
	like $r->status, qr/^4/, "and writes nothing: " . ($r->code // '');
}
what('a workspace with CR/LF', $t->get($path, key => $key, workspace => "x\r\ny"), 404, 'workspace_not_found', qr/espaço/);
what('an Idempotency-Key of 256', $t->post($rows, buy(), key => $key, headers => { 'Idempotency-Key' => 'k' x 256 }), 400, 'invalid_header', qr/Idempotency-Key/);
what('an If-Match that is no version', $t->delete_($path, key => $key, headers => { 'If-Match' => 'agora' }), 412, 'precondition_failed', qr/If-Match/);

# ---- Problems of the web server ----

sub cgi {
	my (%more) = @_;
	my %env = (REQUEST_METHOD => 'POST', PATH_INFO => $rows, QUERY_STRING => '', CONTENT_TYPE => 'application/json', CONTENT_LENGTH => 2,
		HTTP_AUTHORIZATION => "Bearer $key", %more);

	return fastcgi_request($t->socket_path, [map { $_ => $env{$_} } sort keys %env], delete $more{body} // '{}');
}
what('a body shorter than it says', cgi(CONTENT_LENGTH => 10), 400, 'invalid_body', qr/2 de 10/);
for my $length ('-1', 'abc', '99999999999999999999', '0x10') {
	my $r = cgi(CONTENT_LENGTH => $length);

	like $r && $r->status, qr/^4/, "a Content-Length of $length is refused: " . ($r && $r->code // 'no answer');
}

# ---- queries, ids, cursors ----

what('an unknown parameter', $t->get("$rows?page=2", key => $key), 400, 'invalid_parameter', qr/"page"/, sub { is $_[0]{parameter}, 'page', 'which' });
what('a repeated parameter', $t->get("$rows?limit=1&limit=2", key => $key), 400, 'invalid_parameter', qr/"limit"/);
what('a limit beyond the bound', $t->get("$rows?limit=1001", key => $key), 400, 'invalid_parameter', qr/"limit"/,
	sub { is $_[0]{received}, '1001', 'what came'; like $_[0]{expected}, qr/1000/, 'what was expected' });
what('a limit of 30 digits', $t->get("$rows?limit=" . '9' x 30, key => $key), 400, 'invalid_parameter', qr/"limit"/);
what('31/02 in a query', $t->get("$rows?from=2026-02-31", key => $key), 400, 'invalid_parameter', qr/"from"/);
what('a broken escape', $t->get("$rows?symbol=%zz", key => $key), 400, 'invalid_parameter', qr/\p{L}/);
what('U+0000 in a query', $t->get("$rows?symbol=%00", key => $key), 400, 'invalid_parameter', qr/\p{L}/);
what('U+0000 in a path', $t->get("/v1/portfolios/%00", key => $key), 404, 'route_not_found', qr/caminho/);
my $cursor = $t->get("$rows?limit=1", key => $key)->json->{meta}{next_cursor};
ok $cursor, 'there is a next page';
for my $at (0, length($cursor) / 2, length($cursor) - 1) {
	my $tampered = $cursor;

	substr($tampered, $at, 1) = substr($tampered, $at, 1) eq 'A' ? 'B' : 'A';
	what("a cursor changed at $at", $t->get("$rows?limit=1&cursor=$tampered", key => $key), 400, 'invalid_cursor', qr/cursor/);
}
what('a cursor with another filter', $t->get("$rows?limit=1&symbol=PETR4&cursor=$cursor", key => $key), 400, 'invalid_cursor', qr/cursor/);
what('a cursor of another list', $t->get("$path/assets?limit=1&cursor=$cursor", key => $key), 400, 'invalid_cursor', qr/cursor/);
what('a cursor of another portfolio', $t->get("/v1/portfolios/$hers/transactions?limit=1&cursor=$cursor", key => $bia->{user_key}), 400, 'invalid_cursor', qr/cursor/);
what('no cursor at all', $t->get("$rows?cursor=%27%3B--", key => $key), 400, 'invalid_cursor', qr/cursor/);

my $doc = JSON::PP->new->utf8->decode($t->get('/v1/openapi.json')->body);
my %body = (createPortfolioTransaction => $row, updatePortfolioTransaction => { quantity => 1 }, createPortfolioAsset => { symbol => 'ABEV3', asset_type => 'stock' },
	updatePortfolioAsset => { name => 'x' }, putPortfolioAssetPrice => { date => '2026-03-02', price => 10 }, putPortfolioAssetSuccession => { kind => 'spin_off', to => { symbol => 'NOVA3', asset_type => 'stock' }, date => '2026-03-02', cost_share_pct => 30 },
	createPortfolioIncome => { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => 1 }, updatePortfolioIncome => { amount => 1 },
	putPortfolioTargets => { slices => [{ name => 'Bolsa', pct => 100, types => ['stock'] }] }, whatIfPortfolio => [$row],
	updatePortfolio => { name => 'x' }, setPortfolioAudience => { audience => 'workspace' });

# Each operation on a portfolio (with a pattern like @like), with the path's ids from @of.
sub each_operation {
	my ($of, $run, $like) = @_;

	for my $pattern (grep { m{^/v1/portfolios/\{id\}} && (!$like || $_ =~ $like) } sort keys %{ $doc->{paths} }) {
		(my $target = $pattern) =~ s/\{(\w+)\}/$of->{$1}/ge;
		for my $method (grep { /^(?:get|put|post|patch|delete)$/ } sort keys %{ $doc->{paths}{$pattern} }) {
			my $operation = $doc->{paths}{$pattern}{$method}{operationId};
			my $query = $operation eq 'explainPortfolioFigure' ? '?field=patrimonio' : $operation eq 'explainPortfolioTaxFigure' ? '?year=2025&field=months.due&month=2025-03'
				: $operation =~ /^getPortfolioTax/ ? '?year=2025' : $operation eq 'deletePortfolioTransactions' ? '?ids=01900000-0000-7000-8000-00000000dead' : '';
			my @body = $operation =~ /^(?:importPortfolioSpreadsheet|reconcilePortfolio)\z/ ? (body => $good, type => 'application/octet-stream')
				: $body{$operation} ? (json => $body{$operation}) : ();

			$run->($operation, $t->request(uc $method, $target . $query, key => $key, @body));
		}
	}
}

sub ids_of { my ($p, %o) = @_; return { id => $p->{id}, transactionId => $p->{tx}, assetId => $p->{asset}, incomeId => $p->{income}, importId => $p->{import}, %o } }

my $operations = 0;
each_operation(ids_of($other), sub { $operations++; what("another's portfolio: $_[0]", $_[1], 404, 'portfolio_not_found', qr/\Q$hers\E/) });
cmp_ok $operations, '>=', 22, 'every operation on a portfolio was tried';
each_operation(ids_of($other, id => 'abc'), sub { what("a malformed id: $_[0]", $_[1], 404, 'portfolio_not_found', qr/abc/) });
for my $ids (ids_of($other, id => $id), { id => $id, map { $_ => "';--" } qw(transactionId assetId incomeId importId) }) {
	each_operation($ids, sub {
		like $_[1]->status . ' ' . $_[1]->code, qr/^404 (?:transaction|asset|income|import)_not_found$/,
			"a row that is not this portfolio's: $_[0]";
	}, qr/Id\}/);
}

# ---- routes ----

what('an unknown route', $t->get('/v1/carteiras', key => $key), 404, 'route_not_found', qr{/v1/carteiras});
what('a way out of the tree', $t->get('/v1/../../etc/passwd', key => $key), 404, 'route_not_found', qr/caminho/);
what('a method that the path has not', $t->put($rows, {}, key => $key), 405, 'method_not_allowed', qr/PUT/,
	sub { is $_[1]->header('allow'), 'GET, HEAD, POST, DELETE, OPTIONS', 'which it has' });
what('a method that nobody has', $t->request('BREW', $path, key => $key), 405, 'method_not_allowed', qr/BREW/);
my $head = $t->request('HEAD', $path, key => $key);
my $get = $t->get($path, key => $key);
is_deeply [$head->status, $head->body, $head->header('etag')], [200, '', $get->header('etag')], 'HEAD is GET without its body';
is $t->request('HEAD', "$path/abc/def", key => $key)->body, '', 'also when it is a Problem';
my $page = $t->get('/problems/invalid_cursor');
is_deeply [$page->status, $page->header('content-type') =~ m{^text/html|json}], [200, 1], 'a Problem\'s page is there';

is everything(), $before, 'nothing of all this was written';

# ---- unusual but valid input ----

my $name = "Robert'); drop table ledger;--";
my $r = $t->post('/v1/portfolios', { name => $name }, key => $key);
is_deeply [$r->status, $r->json->{name}], [201, $name], 'a name that looks like SQL is a name';
$r = $t->post('/v1/portfolios', { name => "\x{1f4b0}" x 60 }, key => $key);
is $r->status, 201, '60 characters beyond the 16-bit plane are 60';
$r = $t->upload("$path/imports", '../../../etc/cron.d/x', $good, key => $key);
is $r->status, 201, 'a filename with a path is accepted';
my $list = $t->get("$path/imports", key => $key)->json->{data};
unlike $list->[0]{filename}, qr{/}, 'as its last part' or diag $list->[0]{filename};
ok !-e '/etc/cron.d/x', 'and names no file of ours';
my $sheet = workbook([[@head], map { ['05/01/2026', 'Compra', 'Mercado à Vista', '-', 'X', 'ITSA4', { n => 100 }, { n => 10 }, { n => 1000 }, @$_] } []]);
my $bad_rows = encode('UTF-8', join "\n", 'ticker,operacao,data,quantidade,preco', 'ITSA4,compra,31/02/2026,1,10', 'ITSA4,compra,05/01/2026,-1,10',
	'ITSA4,compra,05/01/2026,' . '9' x 30 . ',10', 'ITSA4,compra,05/01/2026,NaN,10', "ITSA4,compra,05/01/2026,1,1e999", '');
my $ledger = $t->sql('select count(*) from ledger');
$r = $t->upload("$path/imports", 'ruim.csv', $bad_rows, key => $key);
is_deeply [$r->status, $r->code, $r->json->{details}{rows_with_error}], [400, 'import_without_rows', 5], 'a file without a usable row is refused'
	or diag $r->body;
my $report = $r->json->{details}{rows};
is_deeply [map { $_->{status} } @$report], [('error') x 5], 'with each row';
ok !(grep { ($_->{reason} // '') !~ /\p{L}{4}/ } @$report), 'and its reason';
is $t->sql('select count(*) from ledger'), $ledger, 'and none is in the ledger';

is_deeply [$t->workers], [$pid], 'the worker is the same process';
is $t->log_count('worker started'), 1, 'started once';

done_testing;
