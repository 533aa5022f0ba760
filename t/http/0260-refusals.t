#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Refusals of the wallet: their order, and that invalid input writes nothing and ends no worker.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Tenants qw(account key);
use Lastro::Test;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $key = $ana->{user_key};
my $reader = key($t, $ana, scopes => ['account:read']);

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return $r ? $r->status . ($r->code ? ' ' . $r->code : '') : 'no answer' }

my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $hers = $t->post('/v1/portfolios', { name => 'Dela' }, key => $bia->{user_key})->json->{id};
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30 };
my $none = '01900000-0000-7000-8000-00000000dead';
my $before = $t->sql('select count(*) from ledger union all select count(*) from asset union all select sum(ledger_version) from portfolio');

# ---- in this order: each request has its own fault and all later ones ----

my $bad = { quantity => -1 };
my %gone = (workspace => $none);
is code($t->post("/v1/portfolios/$none/transactions", $bad, %gone)), '401 credential_missing', 'the credential, first of all';
is code($t->post("/v1/portfolios/$none/transactions", $bad, %gone, key => $reader)), '404 workspace_not_found', 'then the workspace';
is code($t->post("/v1/portfolios/$none/transactions", $bad, key => $reader)), '403 scope_missing', 'the scope';
is code($t->post('/v1/portfolios', $bad, key => $ana->{platform_key})), '403 user_key_required', 'the kind of key';
is code($t->post("/v1/portfolios/$none/transactions", $bad, key => $key)), '400 invalid_body', 'the request\'s own form';
is code($t->get("/v1/portfolios/$none?include=all", key => $key)), '400 invalid_parameter', 'its query too';
is code($t->post("/v1/portfolios/$none/transactions", $row, key => $key)), '404 portfolio_not_found', 'only then the portfolio';
is code($t->post("/v1/portfolios/$id/transactions", $row, key => $key, workspace => '')), '404 workspace_not_found',
	'an empty workspace never falls back to the personal one';
is code($t->post("/v1/portfolios/$id/transactions", $row, key => $key, headers => { 'If-Match' => '' })), '412 precondition_failed',
	'an empty If-Match is not any version';
is code($t->post("/v1/portfolios/$hers/transactions", $row, key => $key)), '404 portfolio_not_found', 'another\'s is not found';
is code($t->post('/v1/portfolios/../transactions', $row, key => $key)), '404 portfolio_not_found', 'a malformed id is none';
is code($t->patch("/v1/portfolios/$hers/transactions/$none", { quantity => 1 }, key => $key)), '404 portfolio_not_found', 'before the row';
is code($t->put("/v1/portfolios/$id", {}, key => $key)), '405 method_not_allowed', 'a method that the path has not';

# ---- bodies ----

my $path = "/v1/portfolios/$id/transactions";
my $ok = '"symbol":"PETR4","asset_type":"stock","kind":"buy","trade_date":"2026-01-05","price":1';
for my $case (
	['{', '400 invalid_json', 'cut off'],
	['', '400 invalid_json', 'nothing'],
	['null', '400 invalid_body', 'null'],
	['7', '400 invalid_body', 'a number'],
	["{$ok,\"quantity\":NaN}", '400 invalid_json', 'NaN'],
	["{$ok,\"quantity\":1.}", '400 invalid_json', 'a number without its places'],
	["{$ok,\"quantity\":1,\"quantity\":2}", '400 invalid_json', 'a member twice'],
	["{$ok,\"quantity\":1,\"note\":\"\\ud800\"}", '400 invalid_json', 'half a surrogate'],
	["{$ok,\"quantity\":1,\"note\":\"a\\u0000b\"}", '400 invalid_json', 'U+0000'],
	["{$ok,\"quantity\":1,\"note\":\"\xff\"}", '400 invalid_json', 'no UTF-8'],
	["{$ok,\"quantity\":" . '1' x 30 . '}', '400 invalid_json', 'thirty digits'],
	["{$ok,\"quantity\":\"" . '1' x 30 . '"}', '400 invalid_body', 'thirty digits as text'],
	["{$ok,\"quantity\":-0.0}", '400 invalid_body', 'minus nothing'],
	["{$ok,\"quantity\":1e-9}", '400 invalid_body', 'less than the grid'],
	["{$ok,\"quantity\":{\"a\":1}}", '400 invalid_body', 'an object for a number'],
	["{$ok,\"quantity\":1,\"note\":" . '[' x 40 . ']' x 40 . '}', '400 payload_too_complex', 'too deep'],
	["[{$ok,\"quantity\":1},7]", '400 invalid_body', 'a number among rows'],
	["[[{$ok,\"quantity\":1}]]", '400 invalid_body', 'a list among rows'],
) {
	my ($body, $want, $name) = @$case;

	is code($t->request('POST', $path, key => $key, body => $body, type => 'application/json')), $want, "a body with $name";
}
is code($t->request('POST', $path, key => $key, body => "{$ok,\"quantity\":1}", type => 'text/plain')), '415 unsupported_media_type', 'text';
is code($t->request('POST', $path, key => $key, body => '[' . ' ' x (4 << 20) . ']', type => 'application/json')), '413 payload_too_large',
	'more than 4 MiB of rows';
is code($t->request('PATCH', "/v1/portfolios/$id", key => $key, body => '{"name":"' . 'a' x (1 << 20) . '"}', type => 'application/json')),
	'413 payload_too_large', 'more than 1 MiB of anything else';
is code($t->request('DELETE', "/v1/portfolios/$id/assets/$none", key => $key, body => '{}', type => 'application/json')), '400 invalid_body',
	'a body where none is taken';
is code($t->post("$path?dry_run=true", $row, key => $key)), '400 invalid_parameter', 'an unknown parameter of a write';
is code($t->get("$path?symbol=%ff", key => $key)), '400 invalid_parameter', 'a parameter that is no UTF-8';
is code($t->get("$path?symbol=%00", key => $key)), '400 invalid_parameter', 'a parameter with U+0000';
is scalar @{ $t->get("$path?symbol=%27%3B+drop+table+ledger", key => $key)->json->{data} }, 0, 'SQL is only text';

is $t->sql('select count(*) from ledger union all select count(*) from asset union all select sum(ledger_version) from portfolio'), $before,
	'nothing was written';
is code($t->post($path, $row, key => $key)), 201, 'and the next row is';
is $t->log_count('worker started'), 1, 'by the same worker';

done_testing;
