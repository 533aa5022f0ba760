#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Conditions and forms of HTTP: If-Match on reads and as a list, one ETag for all spellings of a query, a compressed
# body, an encoded slash.

use strict;
use warnings;
use utf8;
use Compress::Zlib qw(memGzip);
use Lastro::Tenants qw(account);
use Lastro::Test qw(program slurp spew);
use Test::More;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return $r->status . ($r->code ? ' ' . $r->code : '') }
sub row { return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30 } }

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $at = "/v1/portfolios/$id";
sub get { my ($path, %headers) = @_; return $t->get($path, key => $key, headers => \%headers) }
sub add { my ($match) = @_; return $t->post("$at/transactions", row(), key => $key, headers => { 'If-Match' => $match }) }

# ---- If-Match on a write: one of a list ----

is code(add('1')), 201, 'the version as a number';
my $tag = get($at)->header('etag');
like $tag, qr/^W\/"2\./, 'a tag begins with the version';
is code(add(qq("7", $tag))), 201, 'one of two tags is this version';
is code(add(qq("7", $tag, "8"))), '409 ledger_conflict', 'none of three is the next';
is code(add('"2","3.anything"')), 201, 'without blanks between';
is code(add('*')), 201, 'for any existing version';
is code(add($_)), '412 precondition_failed', "no list of tags: $_" for '', 'x', '"4', '"4",', ',', '"4" "5"', '4.x', '"x"', '*, "4"', "W/4.1\"";
is $t->sql("select ledger_version from portfolio where id = '$id'"), '5', 'of all these four were written';

# ---- on a write that compares no version ----

my $keys = sub { $t->sql('select count(*) from api_key') };
my $before = $keys->();
for my $no_tag ('x', '"4', '"4",', ',', '"4" "5"', '4.x', '*, "4"', 'W/4.1"') {
	is code($t->post('/v1/keys', { name => 'outra', scopes => ['account:read'] }, key => $key, headers => { 'If-Match' => $no_tag })), '412 precondition_failed', "a new key upon $no_tag";
}
is $keys->(), $before, 'none was made';
is code($t->post('/v1/portfolios', { name => 'Outra' }, key => $key, headers => { 'If-Match' => 'x' })), '412 precondition_failed', 'a new portfolio with an invalid tag';
is code($t->put('/v1/suitability', {}, key => $key, headers => { 'If-Match' => 'x' })), '412 precondition_failed', 'a profile with an invalid tag';
is code($t->request(DELETE => '/v1/keys/00000000-0000-4000-8000-000000000000', key => $key, headers => { 'If-Match' => 'x' })), '412 precondition_failed', 'a deleted key with an invalid tag';
is code($t->post('/v1/portfolios', { name => "Outra $_->[1]" }, key => $key, headers => { 'If-Match' => $_->[0] })), 201, "a tag is one: $_->[0]"
	for ['"a, b"', 1], ['W/"x", 7', 2], ['*', 3];

# ---- on a read ----

my $now = get($at)->header('etag');
for my $call ('', '/transactions', '/xray', '/history', '/export') {
	is code(get("$at$call", 'If-Match' => $_)), 200, "$call upon $_" for $now, '"5"', '"3", "5"', '*';
	is code(get("$at$call", 'If-Match' => $_)), '412 precondition_failed', "$call not upon $_" for $tag, '"3"';
	is code(get("$at$call", 'If-Match' => 'x')), '412 precondition_failed', "$call with an invalid tag";
}
is code($t->get($_, key => $key, headers => { 'If-Match' => 'x' })), '412 precondition_failed', "$_ upon what is no tag"
	for qw(/v1/portfolios /v1/keys /v1/status /v1/openapi.json /problems/invalid_header /v1/portfolio/tax/inputs);
is code(get('/v1/portfolio/tax/inputs', 'If-Match' => get('/v1/portfolio/tax/inputs')->header('etag'))), 200, 'a handler\'s own tag is used';
is code($t->put('/v1/portfolio/tax/inputs', {}, key => $key, headers => { 'If-Match' => 'x' })), '412 precondition_failed', 'a document with an invalid tag';
is code($t->request(POST => "$at/imports?filename=a.csv&dry_run=true", key => $key, type => 'text/csv', headers => { 'If-Match' => $_->[0] },
	body => "data;ativo;quantidade;preco;operacao\n2026-01-05;PETR4;10;30,00;compra\n")), $_->[1], "a dry run upon $_->[0]"
	for ['x', '412 precondition_failed'], ['"3"', '409 ledger_conflict'], ['"5"', 200];
is code(get($at, 'If-Match' => $now, 'If-None-Match' => $now)), 304, 'both may be asked';
is code(get($at, 'If-Match' => $tag, 'If-None-Match' => $now)), '412 precondition_failed', 'the first of them first';
is $t->request(HEAD => $at, key => $key, headers => { 'If-Match' => $tag })->status, 412, 'HEAD is as GET';
my $list = get('/v1/portfolios')->header('etag');
is code(get('/v1/portfolios', 'If-Match' => qq("other", $list))), 200, 'answers over several ledgers have a tag too';
is code(get('/v1/portfolios', 'If-Match' => '"other"')), '412 precondition_failed', 'and another is not it';
is code(get('/v1/keys', 'If-Match' => '"other"')), '412 precondition_failed', 'answers without a tag match no version';
is code(get("/v1/portfolios/$id/nada", 'If-Match' => '"3"')), '404 route_not_found', 'a refusal is answered as usual';
is code(get("$at?nada=1", 'If-Match' => '"3"')), '400 invalid_parameter', 'this one, too';

# ---- a 304 has the same Vary as the 200 ----

for my $path ($at, '/v1/portfolios', '/v1/openapi.json', '/v1/advisor/functions', "$at/export") {
	my $whole = get($path);
	my $unchanged = get($path, 'If-None-Match' => $whole->header('etag'));

	is_deeply [map { $_->status, $_->header('vary') } $whole, $unchanged], [200, 'Accept-Encoding', 304, 'Accept-Encoding'], "$path has Vary";
}
is add('x')->header('vary'), undef, 'uncacheable answers do not';

# ---- one ETag for all spellings of the query ----

my $etag = get("$at?include=closed,monthly&at=2026-11-19")->header('etag');
for my $query ('at=2026-11-19&include=closed,monthly', 'include=monthly,closed&at=2026-11-19', 'include=closed%2Cmonthly&at=2026-11-19',
	'include=closed,monthly&at=2026-11%2D19', 'incl%75de=monthly,closed&at=2026-11-19') {
	is get("$at?$query")->header('etag'), $etag, "the same tag: $query";
	is code(get("$at?$query", 'If-None-Match' => $etag)), 304, '… and nothing new';
}
isnt get("$at?$_")->header('etag'), $etag, "another: $_" for 'include=closed&at=2026-11-19', 'include=closed,monthly&at=2026-11-18', 'include=closed,monthly';

# ---- a compressed body ----

my $json = '{"name":"Outra"}';
for my $encoding (qw(gzip br deflate), 'identity, gzip') {
	my $r = $t->request(POST => '/v1/portfolios', key => $key, type => 'application/json', body => $encoding eq 'gzip' ? memGzip($json) : $json,
		headers => { 'Content-Encoding' => $encoding });

	is_deeply [code($r), @{ $r->json->{details} }{qw(received expected)}], ['415 content_encoding_unsupported', $encoding, 'identity'], "a body in $encoding";
}
is code($t->request(POST => '/v1/portfolios', type => 'application/json', body => $json, headers => { 'Content-Encoding' => 'gzip' })), '401 credential_missing', 'the credential is checked before';
is code($t->request(POST => '/v1/portfolios', key => $key, type => 'application/json', body => $json, headers => { 'Content-Encoding' => 'Identity' })), 201, 'unchanged: none';
is code(get($at, 'Content-Encoding' => 'gzip')), 200, 'without a body it does not matter';
is $t->get('/problems/content_encoding_unsupported')->status, 200, 'its page';

# ---- an encoded slash ----

is code(get("/v1/portfolios%2F$id")), '404 route_not_found', 'an encoded slash ends no segment';
is code(get("/v1%2fportfolios/$id")), '404 route_not_found', 'in small letters neither';
is code(get("/v1/portfolios/$id%2Ftransactions")), '404 portfolio_not_found', 'it is part of one';
is code(get("/v1/portfolio%73/$id")), 200, 'other encoded characters are equivalent';
is code(get("$at/transactions?symbol=A%2FB")), 200, 'and in a query it is a slash';

# ---- the OpenAPI document, which is compiled in ----

my $document = $t->get('/v1/openapi.json');
like $document->header('ETag'), qr{^W/"[0-9a-f]{32}"$}, 'the document has a tag';
is $t->get('/v1/openapi.json', headers => { 'If-None-Match' => $document->header('ETag') })->status, 304, 'and is not sent again';
is code($t->get('/v1/openapi.json', headers => { 'If-Match' => '"other"' })), '412 precondition_failed', 'not as another version';
is_deeply [sort grep { m{^/(?!v1/|oauth/|\.well-known/|problems/)} } keys %{ $document->json->{paths} }], [], 'it contains no page';

# ---- the program is part of every tag ----

my %started = (workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
$t->stop_pool;
$t->start_pool(%started);
is $t->get('/v1/openapi.json')->header('ETag'), $document->header('ETag'), 'the same program started again has the same tags';
$t->stop_pool;
my $bytes = slurp(program('lastro.fcgi'));
SKIP: {
	skip 'a script starts the workers, those of an image', 3 if $bytes !~ /^\x7fELF/;
	my $note = pack('L3', 4, 20, 3) . "GNU\0";	# the build id: its owner's size, its own, its type, its owner
	my $at_id = index($bytes, $note) + length $note;
	cmp_ok $at_id, '>', length $note, 'the program has a build id';
	substr($bytes, $at_id, 1) ^= "\x01";
	spew(my $another = $t->dir . '/another', $bytes);
	chmod 0755, $another;
	$t->start_pool(%started, program => $another);
	my $theirs = $t->get('/v1/openapi.json', headers => { 'If-None-Match' => $document->header('ETag') });
	is $theirs->status, 200, 'another program confirms none of them';
	isnt $theirs->header('ETag'), $document->header('ETag'), 'and has its own';
}

done_testing;
