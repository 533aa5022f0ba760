#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Keys: valid and invalid ones, the order of refusals, and an account's own keys.

use strict;
use warnings;

use Lastro::Test qw(wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $user = $t->lastro_json('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
my $read = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'r', '--scopes', 'account:read')->{key};
my $platform = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'p', '--kind', 'platform')->{key};

$t->lastro_ok('account', 'create', '--email', 'bia@example.com', '--name', 'Bia');
my $other = $t->lastro_json('key', 'create', '--account', 'bia@example.com', '--name', 'k')->{key};

# The command creates its keys before the pool's clock: ids ascend with the clock.
$t->start_pool(env => { LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });

# ---- 401 ----

sub refused {
	my ($r, $status, $code, $name) = @_;

	is_deeply [$r->status, $r->code], [$status, $code], $name;
}

my $r = $t->get('/v1/keys');
refused($r, 401, 'credential_missing', 'no credential');
my $metadata = '/.well-known/oauth-protected-resource';
my $named = $t->get($metadata)->status == 200 ? qq(, resource_metadata="https://lastro.example$metadata") : '';
is $r->header('www-authenticate'), qq(Bearer realm="lastro"$named), 'a bare challenge names where tokens are issued, if that is answered, and no error';
refused($t->get('/v1/keys', headers => { Authorization => 'Basic YTpi' }), 401, 'credential_missing', 'another scheme');

my $typo = $key;
substr($typo, 20, 1) = substr($typo, 20, 1) eq 'a' ? 'b' : 'a';
$r = $t->get('/v1/keys', key => $typo);
refused($r, 401, 'credential_invalid', 'a typing error');
like $r->header('www-authenticate'), qr/, error="invalid_token"$/, 'an invalid token gets an error';
refused($t->get('/v1/keys', key => 'lst_user_0000000000000000000000000000000000000000000' . '3AnS8B'),
	401, 'credential_invalid', 'a well formed, unknown key');
refused($t->get('/v1/keys', headers => { Authorization => "Bearer $key, Bearer $key" }), 400, 'invalid_header',
	'two keys in one header');
is $t->get('/v1/keys', headers => { Authorization => "bEARER  $key" })->status, 200, 'the scheme has no case';

# ---- creating ----

$r = $t->post('/v1/keys', { name => 'nova', kind => 'platform', scopes => ['account:read'] }, key => $key);
is $r->status, 201, 'a key is made';
my $made = $r->json;
like $made->{key}, qr/^lst_platform_[0-9A-Za-z]{49}$/, 'its secret is in this answer';
is_deeply [@$made{qw(kind name org expires_at created_at)}, $made->{scopes}],
	['platform', 'nova', undef, undef, '2030-11-20T15:00:00.000Z', ['account:read']], 'and names the error';
is $r->header('location'), "/v1/keys/$made->{id}", 'Location names it';
ok index($made->{key}, $made->{prefix}) == 0, 'the prefix is its beginning';
is $t->sql("select count(*) from api_key where hash = sha256('$made->{key}')"), 1, 'only its SHA-256 is stored';

$r = $t->get('/v1/keys', key => $key);
is_deeply [map { $_->{name} } @{ $r->json->{data} }], [qw(k r p nova)], 'the account sees its keys, oldest first';
unlike $r->body, qr/lst_[a-z]+_[0-9A-Za-z]{49}/, 'and no secret';
is_deeply [map { $_->{name} } @{ $t->get('/v1/keys', key => $other)->json->{data} }], ['k'], 'another\'s key is not shown';

my @seen;
my $next = '/v1/keys?limit=3';
while ($next) {
	my $page = $t->get($next, key => $key);
	push @seen, map { $_->{name} } @{ $page->json->{data} };
	my $cursor = $page->json->{meta}{next_cursor};
	$next = $cursor && "/v1/keys?limit=3&cursor=$cursor";
}
is_deeply \@seen, [qw(k r p nova)], 'pages neither repeat nor lose a key';

# ---- keys that may not be created ----

refused($t->post('/v1/keys', { name => 'x' }, key => $read), 403, 'scope_missing', 'a key that only reads makes none');
refused($t->get('/v1/keys', key => $platform), 403, 'user_key_required', 'a platform key manages none');
$r = $t->post('/v1/keys', { name => 'x', scopes => ['account:read', 'desk:write'] }, key => $key);
refused($r, 403, 'scope_missing', 'a key gets no scope that its maker lacks');
is_deeply $r->json->{details}{required}, ['desk:write'], 'and the scope is named';
$r = $t->post('/v1/keys', { name => '', kind => 'root', scopes => ['x'], expires_at => '2020-01-01T00:00:00Z', y => 1 }, key => $key);
refused($r, 400, 'invalid_body', 'a wrong body');
is_deeply [sort map { $_->{pointer} } @{ $r->json->{details}{errors} }], [qw(/expires_at /kind /name /scopes /y)],
	'every error at once';
for my $item ('null', '7', '{}', '[]', 'true') {
	$r = $t->post('/v1/keys', qq({"name":"x","scopes":[$item]}), key => $key);
	refused($r, 400, 'invalid_body', "a scope that is $item");
	is_deeply [map { "$_->{pointer} $_->{rule} $_->{received}" } @{ $r->json->{details}{errors} }], ["/scopes enum $item"], 'in the spelling that was sent';
}
refused($t->post('/v1/keys', { name => 'x', kind => 'platform', org => '018f0000-0000-7000-8000-000000000000' }, key => $key),
	404, 'workspace_not_found', 'an organization that the account is not a member of');

# ---- an organization without a licence ----

my $casa = $t->lastro_json('org', 'create', '--name', 'Sem licença', '--advisor')->{id};
$t->lastro_ok('member', 'add', '--org', $casa, '--account', 'ana@example.com', '--role', 'owner');
for my $kind (qw(platform member desk)) {
	refused($t->post('/v1/keys', { name => 'x', kind => $kind, org => $casa }, key => $key), 403, 'scope_missing', "is carried by no $kind key");
}
is $t->sql("select count(*) from api_key where organization_id = '$casa'"), 0, 'none was made';
$t->lastro_ok('license', 'set', $casa, '--seats', '5', '--from', '2026-01-01');
for my $case ([platform => ['account:read'], 201], [member => ['advisor:read'], 201]) {
	my ($kind, $scopes, $status) = @$case;

	is $t->post('/v1/keys', { name => "licenciada $kind", kind => $kind, org => $casa, scopes => $scopes }, key => $key)->status, $status, "with one, by a $kind key";
}

# ---- expiry and revocation ----

my $brief = $t->post('/v1/keys', { name => 'breve', expires_at => '2030-11-20T15:00:01Z' }, key => $key)->json;
is $t->get('/v1/keys', key => $brief->{key})->status, 200, 'a key is good until it expires';
is $t->post('/v1/keys', { name => 'eterna' }, key => $brief->{key})->status, 403, 'and makes none that outlives it';
is $t->post('/v1/keys', { name => 'igual', expires_at => '2030-11-20T15:00:01Z' }, key => $brief->{key})->status, 201,
	'but one that ends with it';
$t->sql("update api_key set expires_at = '2030-11-20T15:00:00Z' where id = '$brief->{id}'");
refused($t->get('/v1/keys', key => $brief->{key}), 401, 'credential_expired', 'and not from that moment on');

$r = $t->delete_("/v1/keys/$made->{id}", key => $other);
refused($r, 404, 'key_not_found', 'another\'s key cannot be revoked');
$r = $t->delete_("/v1/keys/$made->{id}", key => $key);
is_deeply [$r->status, $r->json->{id}], [200, $made->{id}], 'its account does';
refused($t->get('/v1/portfolios', key => $made->{key}), 401, 'credential_revoked', 'a revoked key');
refused($t->delete_("/v1/keys/$made->{id}", key => $key), 404, 'key_not_found', 'a revoked key is not there twice');
refused($t->delete_('/v1/keys/42', key => $key), 404, 'key_not_found', 'a malformed id is an unknown one');

# ---- workspaces and wallets, in order ----

my $org = $t->lastro_json('org', 'create', '--name', 'Casa')->{id};
refused($t->get('/v1/portfolios', key => $key, workspace => $org), 404, 'workspace_not_found', 'not a member');
refused($t->get('/v1/portfolios', key => $key, workspace => 'casa'), 404, 'workspace_not_found', 'a value of no form at all');
$t->lastro_ok('member', 'add', '--org', $org, '--account', 'ana@example.com');
is $t->get('/v1/portfolios', key => $key, workspace => $org)->status, 200, 'a member enters';
is $t->get('/v1/portfolios', key => $key, workspace => 'personal')->status, 200, '"personal" is one\'s own';
is $t->get('/v1/keys', key => $key, workspace => 'casa')->status, 200, 'keys are the account\'s: no workspace matters';

$t->lastro_ok('wallet', 'suspend', 'ana@example.com');
is $t->get('/v1/portfolios', key => $key)->status, 200, 'a suspended wallet is read';
refused($t->post('/v1/portfolios', { name => '' }, key => $key), 403, 'wallet_suspended', 'not written, whatever the body is');
refused($t->post('/v1/portfolios', { name => 'x' }, key => $read), 403, 'scope_missing', 'the scope comes before');
refused($t->post('/v1/portfolios', { name => 'x' }, key => $platform), 403, 'user_key_required', 'so does the kind of key');
$t->lastro_ok('wallet', 'uninstall', 'ana@example.com');
refused($t->get('/v1/portfolios', key => $platform), 404, 'wallet_not_installed', 'an uninstalled wallet comes before both');
refused($t->post('/v1/portfolios', { name => 'x' }, key => $key, headers => { 'Idempotency-Key' => "a b" }),
	400, 'invalid_header', 'the form of a header comes before the wallet');
is $t->get('/v1/keys', key => $key)->status, 200, 'keys need no wallet';

$t->lastro_ok('account', 'disable', 'bia@example.com');
refused($t->get('/v1/keys', key => $other), 401, 'credential_revoked', 'a disabled account has no keys');

done_testing;
