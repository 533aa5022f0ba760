#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The columns of a route's row, each tested by a route of a test module: reading of the body, rendering of a refusal,
# kind of transaction, dependencies of the validator.  0144-standby.t tests the replica.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::RawWords qw(raw_in raw_words);
use Lastro::Test qw(slurp top_srcdir);
use Test::More;

my $t = Lastro::Test->new;
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--kind', 'user', '--name', 'k')->{key};
$t->sql("insert into quote (venue, symbol, day, segment, close) values ('b3', 'PETR4', '2026-01-09', 'cash', 30)");
$t->start_pool(workers => 1, program => Lastro::Test::top_builddir() . '/t/http/test-routes.fcgi',
	env => { LASTRO_NOW => '2026-01-10T15:00:00Z' });

# ---- the body ----

sub form { return $t->request('POST', '/v1/test/form', body => $_[0], type => $_[1] // 'application/x-www-form-urlencoded') }

is form('nome=A%C3%A7%C3%A3o+nova')->json->{nome}, 'Ação nova', 'a form is read as one';
is form('{"nome":"x"}', 'application/json')->status, 415, 'JSON is no form';
is form('nome=x&outro=y')->code, 'invalid_body', 'an unknown field';
is form('nome=' . 'x' x 300)->status, 413, 'the limit of the row';
is $t->get('/v1/test/form')->status, 405, 'another method';

# ---- refusals ----

my $r = $t->get('/v1/test/refused');
is_deeply [$r->status, $r->header('Content-Type'), $r->code], [404, 'application/problem+json', 'subject_not_found'],
	'a row that says nothing refuses by a Problem';
$r = $t->get('/v1/test/refused/plain');
is_deeply [$r->status, $r->header('Content-Type'), $r->body], [404, 'text/plain', 'no'], 'or by a plain status';
$r = $t->get('/v1/test/refused/page/plan_limit_reached');
is_deeply [$r->status, $r->header('Content-Type')], [402, 'text/html; charset=utf-8'], 'or by a page';
like Encode::decode("UTF-8", $r->body), qr/Não há &lt;b&gt;isto&lt;\/b&gt;\./, 'with escaped values';
like $r->header('Content-Security-Policy'), qr/default-src 'none'/, 'and has the policy of every page';

# Whatever the code, a person reads a title, a sentence and what to do, in words.
{
	my $words = raw_words();
	my %kinds = slurp(top_srcdir() . '/src/core/problem_kinds.c') =~ /^\t\{ "(\w+)", (\d+),/mg;

	cmp_ok scalar keys %kinds, '>', 80, 'the catalogue is read';
	$words = qr/$words|\b(?:@{[join '|', keys %kinds]})\b|HTTP|JSON|Idempotency-Key|Retry-After|credencial|Cursor|par\x{e2}metro/i;
	for my $code (sort keys %kinds) {
		my $page = $t->get("/v1/test/refused/page/$code");
		my $text = Encode::decode('UTF-8', $page->body);
		my ($title, $sentence, $remedy) = $text =~ m{<h1>([^<]+)</h1>\s*</div>\s*<div [^>]*role="alert">(.+?)</div>\s*<p>([^<]+)</p>}s;

		is $page->status, $kinds{$code} == 401 ? 303 : $kinds{$code}, $code;
		next if $kinds{$code} == 401;	# the log-in
		ok length $title && length $sentence && length $remedy, '  what happened, and what to do' or diag $text;
		is join(', ', raw_in($text, $words)), '', '  in words';
		is scalar(() = $text =~ /<small>Pedido \S+<\/small>/g), $kinds{$code} >= 500 ? 1 : 0, '  with the number of the request where the service failed';
	}
}
$r = $t->post('/v1/test/refused/rpc', { jsonrpc => '2.0', id => 7, method => 'x' });
is_deeply [@{ $r->json }{qw(jsonrpc id)}, $r->json->{error}{data}{code}], ['2.0', 7, 'subject_not_found'],
	'or by an error of JSON-RPC, with the id that was asked';

# ---- transactions ----

sub told { my ($j) = $_[0]->json; return "$j->{isolation}, $j->{read_only}, " . ($j->{caller} ? 'known' : 'unknown') }

is told($t->get('/v1/test/read', key => $key)), 'repeatable read, on, known', 'a read is of one snapshot';
is told($t->get('/v1/test/none', key => $key)), 'read committed, off, unknown', 'a row without a transaction: the database is not used';
is $t->get('/v1/test/none')->status, 401, 'yet a credential must be there';
is told($t->post('/v1/test/chosen', { writes => JSON::PP::false }, key => $key)), 'repeatable read, on, known',
	'the handler chooses by what the body says: a read';
is told($t->post('/v1/test/chosen', { writes => JSON::PP::true }, key => $key)), 'read committed, off, known', 'or a write';

sub name { return $t->sql("select name from portfolio") }
$t->sql("insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
	select w.id, gen_random_uuid(), w.account_id, w.account_id, 'Antes', 'antes', now() from workspace w where w.account_id is not null");
is $t->post('/v1/test/undone', undef, key => $key)->json->{name}, 'Renomeada', 'a write that is undone sees itself';
is name(), 'Antes', 'and leaves nothing';
is $t->post('/v1/test/done', undef, key => $key)->status, 200, 'one that is not';
is name(), 'Renomeada', 'stays';

# ---- the validator ----

$r = $t->get('/v1/test/PETR4/close', key => $key);
my $tag = $r->header('ETag');
is $r->header('Cache-Control'), 'public, no-cache', 'public data is for all';
$t->lastro_ok('account', 'create', '--email', 'rui@example.com', '--name', 'Rui', '--plan', 'personal');
my $other = $t->lastro_json('key', 'create', '--account', 'rui@example.com', '--kind', 'user', '--name', 'k')->{key};
is $t->get('/v1/test/PETR4/close', key => $other)->header('ETag'), $tag, 'its tag does not depend on the caller';
is $t->get('/v1/test/PETR4/close', key => $other, headers => { 'If-None-Match' => $tag })->status, 304, 'so one caller\'s tag is valid for another';
$t->sql("update market_version set version = version_next(version) where family = 'closes'");
isnt $t->get('/v1/test/PETR4/close', key => $key, headers => { 'If-None-Match' => $tag })->status, 304, 'but on the versions of the data';

$t->finish;
done_testing;
