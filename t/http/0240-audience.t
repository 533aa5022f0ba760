#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Who may see and change a portfolio: controller, members, the workspace, a platform, and, if it is unlisted,
# everyone with its id.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Tenants qw(account organization key);
use Lastro::Test;

my $t = Lastro::Test->new;
my ($ana, $bia, $caio, $dora) = map { account($t) } 1 .. 4;
my $office = organization($t, $ana, $bia, $caio);
my $org = $office->{id};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return $r->status . ($r->code ? ' ' . $r->code : '') }
sub of { my ($who, $kind) = @_; return (key => $who->{($kind // 'user') . '_key'}, workspace => $org) }

my $id = $t->post('/v1/portfolios', { name => 'Da casa' }, of($ana))->json->{id};
my $path = "/v1/portfolios/$id";
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30, note => 'segredo' };
my $tx = $t->post("$path/transactions", $row, of($ana))->json;
$t->patch("$path/assets/$tx->{asset_id}", { meta => { gerente => 'Zé', subclass => 'A' } }, of($ana));

# ---- private ----

is code($t->get($path, of($ana))), 200, 'its controller reads it';
is code($t->get($path, of($bia))), '404 portfolio_not_found', 'a colleague does not';
is code($t->get($path, of($ana, 'platform'))), '404 portfolio_not_found', 'not a platform, even of the controller';
is code($t->get($path, key => $ana->{user_key})), '404 portfolio_not_found', 'not the controller from another workspace';
is scalar @{ $t->get('/v1/portfolios', of($bia))->json->{data} }, 0, 'and it is in no other account\'s list';

# ---- members ----

my $members = [{ account_id => $bia->{id}, access => 'edit' }, { account_id => $caio->{id}, access => 'read' }];
my $r = $t->put("$path/audience", { audience => 'members', members => $members }, of($ana));
is_deeply [$r->status, $r->json], [200, { audience => 'members', members => $members }], 'two members';
is code($t->get($path, of($bia))), 200, 'one reads';
is code($t->post("$path/transactions", $row, of($bia))), 201, 'and writes';
is code($t->delete_($path, of($bia))), '403 wallet_resource_forbidden', 'but does not delete';
is code($t->put("$path/audience", { audience => 'private' }, of($bia))), '403 wallet_resource_forbidden', 'cannot change the audience';
is code($t->get("$path/transactions", of($caio))), 200, 'the other reads';
is code($t->post("$path/transactions", $row, of($caio))), '403 wallet_resource_forbidden', 'and does not write';
is code($t->get($path, of($caio, 'platform'))), 200, 'his platform reads';
is code($t->post("$path/transactions", $row, of($caio, 'platform'))), '403 wallet_resource_forbidden', 'and has no more rights than he';
is code($t->patch($path, { name => 'Da casa' }, of($bia, 'platform'))), 200, 'nor by an editor\'s one';
is code($t->post("$path/transactions", {}, of($caio))), '400 invalid_body', 'and a 400 comes first';
is_deeply [map { $_->{id} } @{ $t->get('/v1/portfolios', of($caio))->json->{data} }], [$id], 'it is in their lists';

for my $case (
	[{ audience => 'members' }, '/members', 'required', 'no members'],
	[{ audience => 'private', members => $members }, '/members', 'forbidden', 'members of a private one'],
	[{ audience => 'all' }, '/audience', 'enum', 'an unknown audience'],
	[{ audience => 'members', members => [@$members, $members->[0]] }, '/members/2/account_id', 'unique', 'a member twice'],
	[{ audience => 'members', members => [{ account_id => $bia->{id}, access => 'own' }] }, '/members/0/access', 'enum', 'an unknown access'],
	[{ audience => 'members', members => [{ account_id => $dora->{id}, access => 'read' }] }, '/members/0/account_id', 'workspace_member',
		'a stranger to the workspace'],
	[{ audience => 'members', members => ['x'] }, '/members/0', 'type', 'no object'],
) {
	my ($body, $pointer, $rule, $name) = @$case;

	$r = $t->put("$path/audience", $body, of($ana));
	my ($error) = grep { $_->{pointer} eq $pointer } @{ $r->json->{details}{errors} // [] };
	is code($r), '400 invalid_body', $name;
	is $error && $error->{rule}, $rule, "$name: where and why" or diag $r->body;
}
is code($t->get($path, of($caio))), 200, 'a refused audience changes nothing';

# ---- the workspace ----

is code($t->put("$path/audience", { audience => 'workspace' }, of($ana))), 200, 'shared with the workspace';
is code($t->get($path, of($caio))), 200, 'a colleague reads';
is code($t->post("$path/transactions", $row, of($bia))), '403 wallet_resource_forbidden', 'a former member no longer edits';
is code($t->get($path, of($bia, 'platform'))), 200, 'a platform reads';
is code($t->post("$path/transactions", $row, of($bia, 'platform'))), '403 wallet_resource_forbidden', 'and has no more rights than its account';
is code($t->patch($path, { name => 'Minha' }, of($bia, 'platform'))), '403 wallet_resource_forbidden', 'which is no editor';
is code($t->post("$path/transactions", $row, of($ana, 'platform'))), 201, 'the controller\'s writes';
is code($t->delete_($path, of($ana, 'platform'))), '403 wallet_resource_forbidden', 'and never deletes';
for my $to (qw(unlisted public private)) {
	is code($t->patch($path, { visibility => $to }, of($ana, 'platform'))), '403 wallet_resource_forbidden',
		"nor decides who else may read: $to";
}
is $t->get($path, of($ana))->json->{visibility}, 'private', 'which stays as it was';
is code($t->patch($path, { name => 'Da casa' }, of($ana, 'platform'))), 200, 'the name may be changed';
is code($t->get($path, of($dora))), '404 workspace_not_found', 'a stranger has no such workspace';
is code($t->get($path, key => $dora->{user_key})), '404 portfolio_not_found', 'and finds nothing in her own';

# ---- unlisted ----

$t->put("$path/audience", { audience => 'private' }, of($ana));
is code($t->patch($path, { visibility => 'unlisted' }, of($ana))), 200, 'shown to everyone with the id';
$r = $t->get($path, key => $dora->{user_key});
is $r->status, 200, 'a stranger reads it';
is $r->json->{holdings}[0]{qty}, 30, 'with its figures';
is_deeply $r->json->{holdings}[0]{meta}, { subclass => 'A' }, 'without the person\'s notes';
unlike $r->body, qr/segredo/, 'without the notes';
is code($t->get("$path?include=transactions", key => $dora->{user_key})), '403 wallet_resource_forbidden', 'the rows are refused, not left out';
is code($t->get("$path/transactions", key => $dora->{user_key})), '403 wallet_resource_forbidden', 'by their list too';
is code($t->get("$path/income", key => $dora->{user_key})), '403 wallet_resource_forbidden', 'and the income';
is code($t->get("$path/assets", key => $dora->{user_key})), 200, 'the assets of the detail';
unlike $t->get("$path/assets", key => $dora->{user_key})->body, qr/Zé/, 'without the person\'s members';
for my $try (
	['POST', "$path/transactions", $row], ['PATCH', "$path/transactions/$tx->{id}", { quantity => 1 }],
	['DELETE', "$path/transactions/$tx->{id}"], ['POST', "$path/assets", { symbol => 'X123', asset_type => 'stock' }],
	['PATCH', $path, { name => 'minha' }], ['DELETE', $path], ['PUT', "$path/audience", { audience => 'workspace' }],
) {
	my ($method, $target, $body) = @$try;

	is code($t->request($method, $target, key => $dora->{user_key}, ($body ? (json => $body) : ()))), '403 wallet_resource_forbidden',
		"nobody else writes: $method " . ($target =~ s/\Q$path\E//r || 'the portfolio');
}
is scalar @{ $t->get('/v1/portfolios', key => $dora->{user_key})->json->{data} }, 0, 'it is in no list of hers';
my $etag = $t->get($path, key => $dora->{user_key})->header('etag');
$t->patch($path, { visibility => 'private' }, of($ana));
is code($t->get($path, key => $dora->{user_key}, headers => { 'If-None-Match' => $etag })), '404 portfolio_not_found',
	'made private again, not even an unchanged answer';

# ---- scopes; a suspended wallet ----

my $reader = key($t, $ana, scopes => ['account:read']);
is code($t->get($path, key => $reader, workspace => $org)), 200, 'a key that reads';
is code($t->post("$path/transactions", $row, key => $reader, workspace => $org)), '403 scope_missing', 'does not write';
$t->sql("update workspace set wallet = 'suspended' where id = '$office->{workspace}'");
is code($t->get($path, of($ana))), 200, 'a suspended wallet is read';
is code($t->post("$path/transactions", {}, of($ana))), '403 wallet_suspended', 'and not written, whatever was sent';
$t->sql("update workspace set wallet = 'not_installed' where id = '$office->{workspace}'");
is code($t->get($path, of($ana))), '404 wallet_not_installed', 'without a wallet there is nothing';
is code($t->get('/v1/portfolios', of($ana))), '404 wallet_not_installed', 'not even a list';

done_testing;
