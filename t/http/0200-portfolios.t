#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Portfolios: creating, listing, changing, deleting.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Tenants qw(account organization key);
use Lastro::Test;

my $t = Lastro::Test->new;
my $ana = account($t);
my $bia = account($t, plan => 'free');
my $key = $ana->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub is_code {
	my ($r, $status, $code, $name) = @_;

	is $r->status . ' ' . ($r->code // ''), "$status $code", $name;
}

# ---- create ----

my $r = $t->post('/v1/portfolios', { name => '  Minha Carteira ' }, key => $key);
is $r->status, 201, 'a portfolio is made';
my $made = $r->json;
is $made->{name}, 'Minha Carteira', 'its name without blanks around';
is $made->{visibility}, 'private', 'private by default';
is $made->{ledger_assets}, 0, 'empty';
is $made->{created_at}, '2026-11-20T15:00:00.000Z', 'made now';
ok !$made->{exclude_from_consolidated}, 'no simulation';
like $made->{id}, qr/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/, 'a UUID of version 7';
is $r->header('location'), "/v1/portfolios/$made->{id}", 'and where it is';
my $id = $made->{id};

is_code $t->post('/v1/portfolios', { name => 'MINHA  CARTEIRÁ' }, key => $key), 409, 'portfolio_name_taken',
	'the same name in other letters and accents is taken';
is $t->post('/v1/portfolios', { name => 'Minha Carteira' }, key => $bia->{user_key})->status, 201,
	'but free in another account';
is_code $t->post('/v1/portfolios', { name => 'x' }, key => $ana->{platform_key}), 403, 'user_key_required',
	'a platform key makes none';
is_code $t->get('/v1/portfolios', key => $ana->{platform_key}), 403, 'user_key_required', 'lists none either';

for my $case (
	[{}, '/name', 'required', 'no name'],
	[{ name => '' }, '/name', 'min_length', 'an empty name'],
	[{ name => '   ' }, '/name', 'min_length', 'only blanks'],
	[{ name => 'a' x 61 }, '/name', 'max_length', '61 characters'],
	[{ name => 7 }, '/name', 'type', 'a number'],
	[{ name => 'x', visibility => 'secret' }, '/visibility', 'enum', 'an unknown visibility'],
	[{ name => 'x', nome => 'y' }, '/nome', 'unknown_member', 'an unknown member'],
) {
	my ($body, $pointer, $rule, $name) = @$case;

	$r = $t->post('/v1/portfolios', $body, key => $key);
	is_code $r, 400, 'invalid_body', $name;
	is $r->json->{details}{errors}[0]{pointer}, $pointer, "$name: where";
	is $r->json->{details}{errors}[0]{rule}, $rule, "$name: which rule";
}
is $t->post('/v1/portfolios', { name => 'ã' x 60, visibility => 'unlisted' }, key => $key)->status, 201,
	'60 characters are letters, not bytes';

# ---- the plan's limit ----

is $t->post('/v1/portfolios', { name => $_ }, key => $bia->{user_key})->status, 201, "the free plan allows $_"
	for 'Dois', 'Três';
$r = $t->post('/v1/portfolios', { name => 'Quatro' }, key => $bia->{user_key});
is_code $r, 402, 'plan_limit_reached', 'and no fourth';
is $r->json->{details}{limit}, 3, 'and says the limit';
is_code $t->post('/v1/portfolios', { name => 'Dois' }, key => $bia->{user_key}), 402, 'plan_limit_reached',
	'402 goes before 409';
is_code $t->post('/v1/portfolios', { name => '' }, key => $bia->{user_key}), 400, 'invalid_body', 'a 400 precedes a 402';
is $t->sql("select count(*) from portfolio where controller_id = '$bia->{id}'"), 3, 'nothing was written';

# ---- list ----

for my $n (1 .. 5) {
	$t->post('/v1/portfolios', { name => "Página $n" }, key => $key);
}
my (@seen, $cursor);
for my $page (1 .. 4) {
	$r = $t->get('/v1/portfolios?limit=3' . ($cursor ? "&cursor=$cursor" : ''), key => $key);
	is $r->status, 200, "page $page";
	push @seen, map { $_->{id} } @{ $r->json->{data} };
	is $r->json->{meta}{count}, scalar @{ $r->json->{data} }, 'its count';
	$cursor = $r->json->{meta}{next_cursor} or last;
	like $r->header('link'), qr/<[^>]*cursor=\Q$cursor\E[^>]*>; rel="next"/, 'a link to the next';
}
is scalar @seen, 7, 'seven in all';
is scalar(keys %{{ map { $_ => 1 } @seen }}), 7, 'none twice';
is_code $t->get('/v1/portfolios?limit=0', key => $key), 400, 'invalid_parameter', 'a limit of 0';
is_code $t->get('/v1/portfolios?limit=1001', key => $key), 400, 'invalid_parameter', 'a limit of 1001 is not clamped';
is_code $t->get('/v1/portfolios?cursor=abc', key => $key), 400, 'invalid_cursor', 'a damaged cursor';
is_code $t->get('/v1/portfolios?page=2', key => $key), 400, 'invalid_parameter', 'an unknown parameter';

# ---- change ----

$r = $t->patch("/v1/portfolios/$id", { name => 'Nova', exclude_from_consolidated => JSON::PP::true }, key => $key);
is $r->status, 200, 'name and simulation are changed';
is_deeply [sort keys %{ $r->json }], [qw(exclude_from_consolidated name)], 'the answer has the changed fields only';
$r = $t->get("/v1/portfolios/$id", key => $key);
is $r->json->{name}, 'Nova', 'the detail shows it';
is $r->json->{ledger_version}, 2, 'as a new version';
is_code $t->patch("/v1/portfolios/$id", {}, key => $key), 400, 'invalid_body', 'nothing to change';
is_code $t->patch("/v1/portfolios/$id", { name => 'Página 1' }, key => $key), 409, 'portfolio_name_taken',
	'a name of another portfolio';
is_code $t->patch("/v1/portfolios/$id", { name => undef }, key => $key), 400, 'invalid_body', 'no name at all';
is $t->patch("/v1/portfolios/$id", { name => 'NOVA' }, key => $key)->status, 200, 'its own name in other letters';

# ---- ETag and If-Match ----

$r = $t->get("/v1/portfolios/$id", key => $key);
my $etag = $r->header('etag');
like $etag, qr{^W/"3\.}, 'the ETag begins with the version';
is $r->header('cache-control'), 'private, no-cache', 'and is asked for each time';
is $t->get("/v1/portfolios/$id", key => $key, headers => { 'If-None-Match' => $etag })->status, 304, 'unchanged';
is $t->patch("/v1/portfolios/$id", { visibility => 'unlisted' }, key => $key, headers => { 'If-Match' => $etag })->status,
	200, 'a write on the version that was read';
$r = $t->patch("/v1/portfolios/$id", { visibility => 'public' }, key => $key, headers => { 'If-Match' => $etag });
is_code $r, 409, 'ledger_conflict', 'and not twice';
is $r->json->{details}{ledger_version}, 4, 'which version there is';
is_code $t->patch("/v1/portfolios/$id", { visibility => 'public' }, key => $key, headers => { 'If-Match' => 'abc' }),
	412, 'precondition_failed', 'no version at all';
is $t->patch("/v1/portfolios/$id", { visibility => 'private' }, key => $key, headers => { 'If-Match' => '"4"' })->status,
	200, 'the bare number serves too';
is $t->get("/v1/portfolios/$id", key => $key, headers => { 'If-None-Match' => $etag })->status, 200, 'changed meanwhile';
is $t->request('HEAD', "/v1/portfolios/$id", key => $key)->status, 200, 'HEAD works';

# ---- validators of the list ----

$r = $t->get('/v1/portfolios', key => $key);
$etag = $r->header('etag');
sub unchanged { return $t->get('/v1/portfolios', key => $key, headers => { 'If-None-Match' => $etag })->status }
sub changed {
	my ($what) = @_;

	is unchanged(), 200, "the list changed: $what";
	$etag = $t->get('/v1/portfolios', key => $key)->header('etag');
	is unchanged(), 304, 'and then no more';
}
is unchanged(), 304, 'the list is validated too';
isnt $t->get('/v1/portfolios?limit=1', key => $key)->header('etag'), $etag, 'a page of it is another answer';
$t->patch("/v1/portfolios/$id", { name => 'Outra ainda' }, key => $key);
changed('a name, of a simulation');
$t->post("/v1/portfolios/$id/assets", { symbol => 'LISTA3', asset_type => 'stock' }, key => $key);
changed('an asset more');
my $passing = $t->post('/v1/portfolios', { name => 'Passageira' }, key => $key)->json->{id};
changed('a portfolio more');
$t->delete_("/v1/portfolios/$passing", key => $key);
changed('and one less');
is_code $t->post('/v1/portfolios', { name => $_->[0] }, key => $key), 400, 'invalid_body', "a name of $_->[1] alone"
	for ["\x{200b}\x{feff}\x{2060}", 'characters of no width'], ["\x{a0} ", 'blanks'], ["\x{3164}", 'a filler'], ["\x{301}", 'a mark'];

# ---- template ----

$r = $t->get('/v1/portfolios/import-template', key => $ana->{platform_key});
is $r->status, 200, 'the template of the manual import';
like $r->header('content-type'), qr{^text/csv}, 'is CSV';
is $r->body, "\xef\xbb\xbfticker;operacao;data;quantidade;preco\r\nPETR4;compra;02/01/2026;100;38,10\r\n", 'its columns and an example';
is $t->get('/v1/portfolios/import-template?dialect=rfc4180', key => $ana->{platform_key})->body,
	"ticker,operacao,data,quantidade,preco\r\nPETR4,compra,2026-01-02,100,38.10\r\n", 'for programs too';

# ---- delete ----

is_code $t->delete_("/v1/portfolios/$id", key => $bia->{user_key}), 404, 'portfolio_not_found', 'not another account';
$t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy',
	trade_date => '2026-01-05', quantity => '10', price => '30' }, key => $key);
$r = $t->delete_("/v1/portfolios/$id", key => $key);
is_deeply [$r->status, $r->json->{id}], [200, $id], 'deleted';
is_code $t->get("/v1/portfolios/$id", key => $key), 404, 'portfolio_not_found', 'and gone';
is $t->sql("select count(*) from ledger where portfolio_id = '$id'"), 0, 'with its ledger';
is $t->sql("select count(*) from portfolio_directory where portfolio_id = '$id'"), 0, 'and its place in the cap';
is_code $t->get('/v1/portfolios/abc', key => $key), 404, 'portfolio_not_found', 'a malformed id is an unknown one';
is $t->sql(q(select string_agg(distinct kind, ' ' order by kind) from audit)),
	'asset.created portfolio.created portfolio.deleted portfolio.updated transaction.created', 'each write left its audit row';
is $t->sql(q(select count(*) from audit where detail::text ~* 'nova|carteira')), 0, 'without names';

done_testing;
