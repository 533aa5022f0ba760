#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# OAuth 2.1: an application registers, a person consents, tokens are issued, used, refreshed and revoked; and the
# required failures.

use strict;
use warnings;

use Digest::SHA qw(sha256);
use Lastro::Browser;
use Lastro::Test;
use MIME::Base64 qw(encode_base64url);
use Test::More;

{ package Lastro::Way; sub new { return bless { location => $_[1] }, $_[0] } sub header { return $_[0]{ $_[1] } } sub status { return 0 } }

my $base = 'https://lastro.example';
my %env = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base, LASTRO_ASSISTANTS => '192.0.2.128/25, 2001:db8:1::/48');
my $t = Lastro::Test->new;
my $callback = 'https://app.example/back?x=1';

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my ($invited) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ m{"link":"\Q$base\E([^"]*)"};
my ($org, $desk, $club) = map { $t->lastro_json('org', 'create', '--name', @$_)->{id} } ['Casa', '--advisor'], ['Mesa', '--desk'], ['Clube'];
$t->lastro_ok('member', 'add', '--org', $_, '--account', 'ana@example.com') for $org, $desk, $club;
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
$t->start_pool(env => \%env);
my $ana = Lastro::Browser->new($t);
$ana->submit($ana->open($invited), password => 'uma frase comprida', again => 'uma frase comprida');

# later() - moves the service's clock.
sub later { my ($now) = @_; $t->stop_pool; $t->start_pool(env => { %env, LASTRO_NOW => $now }) }

sub register {
	my (%metadata) = @_;

	return $t->post('/oauth/register', { redirect_uris => [$callback], client_name => 'Aplicativo', %metadata });
}

sub form { my ($path, %fields) = @_; return Lastro::Browser->new($t)->post_form($path, \%fields) }
sub escape { return Lastro::Browser::escape($_[0]) }

my $verifier = 'v' x 43;
my $challenge = encode_base64url(sha256($verifier));

sub authorize {
	my ($client, %more) = @_;
	my %q = (client_id => $client, redirect_uri => $callback, response_type => 'code', state => 's t&1',
		code_challenge => $challenge, code_challenge_method => 'S256', scope => 'account:read account:write', %more);

	return '/oauth/authorize?' . join '&', map { "$_=" . escape($q{$_}) } grep { defined $q{$_} } sort keys %q;
}

# back() - the parameters of the redirect to the client; dies for another address.
sub back {
	my ($r) = @_;
	my $to = $r->header('location') // die 'nowhere: ' . $r->status . "\n" . $r->body;
	my ($query) = $to =~ /^\Q$callback\E&(.*)$/ or die "to $to\n";

	return { map { my ($n, $v) = split /=/, $_, 2; $v =~ s/%([0-9A-F]{2})/chr hex $1/ge; $n => $v } split /&/, $query };
}

# way() - the parameters of the redirect behind a page's link.
sub way {
	my ($r) = @_;
	my ($href) = $r->body =~ /<a href="(\Q$callback\E[^"]*)">/ or die 'no link: ' . $r->body;

	return back(Lastro::Way->new(Lastro::Browser::unescape($href)));
}

sub consent { my ($client, %more) = @_; return back($ana->submit($ana->open(authorize($client, %more)), 'scope.account:write' => 'on', decision => 'allow')) }
sub code { return consent(@_)->{code} }

sub exchange {
	my ($client, $code, %more) = @_;
	my %fields = (grant_type => 'authorization_code', client_id => $client, code => $code, redirect_uri => $callback,
		code_verifier => $verifier, %more);

	delete $fields{$_} for grep { !defined $fields{$_} } keys %fields;
	return form('/oauth/token', %fields);
}

sub renew { my ($client, $token, %more) = @_; return form('/oauth/token', grant_type => 'refresh_token', client_id => $client, refresh_token => $token, %more) }
sub error { my ($r) = @_; return [$r->status, $r->json->{error}] }
sub reads { my ($token, $path) = @_; return $t->get($path // '/v1/portfolios', key => $token)->status }

# ---- metadata ----

my $r = $t->get('/.well-known/oauth-authorization-server');
my $m = $r->json;
is $m->{issuer}, $base, 'the issuer is the configured address';
is_deeply [@$m{qw(authorization_endpoint token_endpoint registration_endpoint revocation_endpoint)}],
	[map { "$base/oauth/$_" } qw(authorize token register revoke)], 'the endpoints';
is_deeply $m->{code_challenge_methods_supported}, ['S256'], 'PKCE S256 and no other';
is_deeply $m->{response_types_supported}, ['code'], 'codes alone';
ok $m->{authorization_response_iss_parameter_supported}, 'answers name their issuer';
$r = $t->get('/v1/portfolios');
is $r->header('www-authenticate'), qq(Bearer realm="lastro", resource_metadata="$base/.well-known/oauth-protected-resource"),
	'a 401 says where tokens are described';
$m = $t->get('/.well-known/oauth-protected-resource')->json;
is_deeply [$m->{resource}, $m->{authorization_servers}], [$base, [$base]], 'the HTTP interface is a resource';
$m = $t->get('/.well-known/oauth-protected-resource/v1/mcp/advisor')->json;
is_deeply [$m->{resource}, $m->{scopes_supported}], ["$base/v1/mcp/advisor", ['advisor:read', 'advisor:write']],
	'a profile is another one';

# ---- registration ----

$r = register();
is $r->status, 201, 'an application registers itself';
my $client = $r->json->{client_id};
is_deeply [@{ $r->json }{qw(client_name token_endpoint_auth_method)}], ['Aplicativo', 'none'], 'and gets the registered metadata';
is register(token_endpoint_auth_method => 'client_secret_basic', contacts => ['x'], scope => 'x')->json->{token_endpoint_auth_method}, 'none',
	'whatever it asked';
for my $bad ('javascript:alert(1)', 'http://app.example/back', 'https://app.example/#f', 'https://u@app.example/', 'ftp://x.example/',
	'https:///x', 'https://app.example,x/', "https://app.example;'x'/", 'https://app%2eexample/', 'myapp://back', 'data:text/html,x', "https://app.example/ x", 'http://localhost.evil.example/') {
	is_deeply error(register(redirect_uris => [$bad])), [400, 'invalid_redirect_uri'], "no address like $bad";
}
is register(redirect_uris => ['http://127.0.0.1:3000/cb', 'http://localhost/cb', 'http://[::1]:1/'])->status, 201, 'the machine itself is one';
is_deeply error(register(redirect_uris => [])), [400, 'invalid_redirect_uri'], 'none at all';
is_deeply error(register(client_name => "a\nb")), [400, 'invalid_client_metadata'], 'a name of two lines';
is_deeply error(register(grant_types => ['implicit'])), [400, 'invalid_client_metadata'], 'a grant that is not given';
is $t->request('POST', '/oauth/register', body => '{"redirect_uris":', type => 'application/json')->json->{error}, 'invalid_request', 'no JSON';

# Thirty registrations an hour per network, unless it is one of LASTRO_ASSISTANTS.
my $register = sub { my ($address) = @_; return $t->post('/oauth/register', { redirect_uris => [$callback] }, address => $address) };
for my $address ('198.51.100.7', '::ffff:192.0.2.200') {
	is_deeply [grep { $_ != 201 } map { $register->($address)->status } 1 .. 30], [], "$address registers thirty applications";
}
for my $address ('198.51.100.7', '::ffff:198.51.100.7') {
	$r = $register->($address);
	is_deeply [$r->status, $r->header('retry-after')], [429, 3600], "$address waits an hour";
}
is $register->($_)->status, 201, "$_ is passed on" for '::ffff:192.0.2.200', '192.0.2.129', '192.0.2.255', '198.51.100.8';
for my $address ('2001:db8:1:ffff::1', '2001:db8:2::1') {
	my @seen = map { $register->($address)->status } 1 .. 31;

	is $seen[-1], $address eq '2001:db8:2::1' ? 429 : 201, "$address: the thirty-first";
}

# ---- consent ----

$r = Lastro::Browser->new($t)->open(authorize($client));
is $r->status, 303, 'a browser without session';
my ($next) = $r->header('location') =~ m{^/login\?next=(.*)$};
is $next, escape(authorize($client)), 'logs in first and returns with all parameters';
$r = $ana->log_in('ana@example.com', 'uma frase comprida', authorize($client));
is $r->header('location'), authorize($client), 'as it was asked';
my $page = $ana->open(authorize($client));
is $page->status, 200, 'the page asks';
like $page->body, qr{<strong>Aplicativo</strong>}, 'by name';
like $page->body, qr{https://app\.example:? ?}, 'and address';
like $page->header('content-security-policy'), qr{form-action 'self' https://app\.example; base-uri 'none'; frame-ancestors 'none'$},
	'and leads to it alone, in no frame';
is $page->header('x-frame-options'), 'DENY', 'in any browser';
like $page->body, qr{name="scope\.account:read" value="on" checked}, 'reading is proposed';
like $page->body, qr{name="scope\.account:write" value="on" aria-describedby="[^"]*">}, 'writing is for the person to add';

is_deeply back($ana->submit($page, decision => 'deny')), { error => 'access_denied', state => 's t&1', iss => $base }, 'a no is heard';
$r = $ana->submit($page, decision => 'allow', 'scope.account:read' => undef);
is $r->status, 422, 'a yes to nothing is none';
my $heard = consent($client);
like $heard->{code}, qr/^lst_code_[0-9A-Za-z]{49}$/, 'a yes brings a code';
is_deeply [@$heard{qw(state iss)}], ['s t&1', $base], 'with state and issuer';

my $evil = register(client_name => '<img src=x onerror=alert(1)>"\'')->json->{client_id};
{
	# A browser follows the second click only, so that must work.
	my $page = $ana->open(authorize($client));
	my @pressed = map { $ana->submit($page, 'scope.account:write' => 'on', decision => 'allow') } 1, 2;

	is_deeply [map { $_->header('location') =~ /[?&]code=lst_code_/ ? $_->status : $_->header('location') } @pressed], [303, 303], 'pressed twice, both bring a code';
}
like $ana->open(authorize($evil))->body, qr{<strong>&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;</strong>}, 'a name with HTML is a name';

# ---- refusals on the page, and errors sent to the client ----

is $ana->open(authorize('018f0000-0000-7000-8000-000000000000'))->status, 400, 'an unknown application leads nowhere';
ok !defined $ana->open(authorize('x'))->header('location'), 'a malformed id is refused';
for my $other ('https://app.example/back', 'https://evil.example/', "$callback&y=1", 'https://app.example/BACK?x=1', undef) {
	$r = $ana->open(authorize($client, redirect_uri => $other));
	is_deeply [$r->status, $r->header('location')], [400, undef], 'another address leads nowhere: ' . ($other // 'none');
}
for my $case (['no PKCE', 'invalid_request', code_challenge => undef, code_challenge_method => undef],
	['plain PKCE', 'invalid_request', code_challenge_method => 'plain'], ['no method', 'invalid_request', code_challenge_method => undef],
	['a short challenge', 'invalid_request', code_challenge => 'abc'], ['a token at once', 'unsupported_response_type', response_type => 'token'],
	['another resource', 'invalid_target', resource => 'https://evil.example'],
	['a resource below ours', 'invalid_target', resource => "$base/v1/other"], ['no scope of ours', 'invalid_scope', scope => 'openid email']) {
	my ($name, $error, %more) = @$case;
	$r = $ana->open(authorize($client, %more));
	is_deeply [$r->status, $r->header('location')], [400, undef], "$name: no redirect to an unverified address";
	is_deeply way($r), { error => $error, state => 's t&1', iss => $base }, "and the client gets $error";
}
is way($ana->open(authorize($client, scope => 'openid', state => undef)))->{state}, undef, 'a state that did not come does not go back';
$r = $ana->post_form('/oauth/authorize', { %{ (Lastro::Browser::form($page))[1] }, decision => 'allow', code_challenge => 'abc' });
is_deeply [$r->status, way($r)->{error}], [400, 'invalid_request'], 'by a form that was changed on the way, too';
$r = $ana->request('GET', authorize($client) . '&client_id=' . $client);
is $r->status, 400, 'a parameter that comes twice';

my $local = register(redirect_uris => ['http://127.0.0.1/cb'])->json->{client_id};
is $ana->open(authorize($local, redirect_uri => 'http://127.0.0.1:4711/cb'))->status, 200, 'a program of the machine takes any port';
is $ana->open(authorize($local, redirect_uri => 'http://127.0.0.1:4711/other'))->status, 400, 'but no other path';
is $ana->open(authorize($local, redirect_uri => 'http://localhost:4711/cb'))->status, 400, 'another name is refused';

# A forged consent.
my (undef, $fields) = Lastro::Browser::form($page);
$r = $ana->post_form('/oauth/authorize', { %$fields, csrf => 'x', decision => 'allow' });
is $r->status, 403, 'a consent that no page of ours sent is none';
$r = $ana->post_form('/oauth/authorize', { %$fields, decision => 'allow' }, headers => { Origin => 'https://evil.example' });
is $r->status, 403, 'one from elsewhere is refused';
$r = $ana->post_form('/oauth/authorize', { %$fields, decision => 'allow', redirect_uri => 'https://evil.example/' });
is $r->status, 400, 'one that was changed on the way is refused';
is $t->request('POST', '/oauth/authorize', key => $key, type => 'application/x-www-form-urlencoded', body => 'decision=allow')->status, 303,
	'a key consents to nothing';

# ---- codes ----

my $code = code($client);
$r = exchange($client, $code);
is $r->status, 200, 'a code is exchanged';
is_deeply [map { $r->header($_) } qw(cache-control pragma)], ['no-store', 'no-cache'], 'for a lost one';
my $tokens = $r->json;
is_deeply [@$tokens{qw(token_type expires_in scope)}], ['Bearer', 3600, 'account:read account:write'], 'an hour, the granted scopes';
like $tokens->{access_token}, qr/^lst_token_/, 'an access token';
is $t->sql("select count(*) from api_key where form = 'token' and hash = sha256('$tokens->{access_token}')"), 1, 'stored as its digest';
is reads($tokens->{access_token}), 200, 'it reads';
is $t->post('/v1/portfolios', { name => 'P' }, key => $tokens->{access_token})->status, 201, 'and writes';
is $t->post('/v1/keys', { name => 'x' }, key => $tokens->{access_token})->status, 403, 'but makes no key that would outlive it';
is_deeply error(exchange($client, $code)), [400, 'invalid_grant'], 'a code is good once';
is reads($tokens->{access_token}), 401, 'a repeated one revokes the tokens issued for it';
is_deeply error(renew($client, $tokens->{refresh_token})), [400, 'invalid_grant'], 'all of it';

for my $case (['a wrong verifier', 'invalid_grant', code_verifier => 'w' x 43], ['no verifier', 'invalid_request', code_verifier => undef],
	['a short one', 'invalid_grant', code_verifier => 'v' x 42], ['the challenge itself', 'invalid_grant', code_verifier => $challenge],
	['another address', 'invalid_grant', redirect_uri => 'https://app.example/back'], ['none', 'invalid_request', redirect_uri => undef],
	['another client', 'invalid_grant', client_id => $evil], ['no client', 'invalid_request', client_id => undef],
	['another resource', 'invalid_target', resource => "$base/v1/mcp/advisor"], ['a foreign resource', 'invalid_target', resource => 'https://x.example']) {
	my ($name, $error, %more) = @$case;
	is_deeply error(exchange($client, code($client), %more)), [400, $error], "$name: $error";
}
$code = code($client);
exchange($client, $code, code_verifier => 'w' x 43);
is_deeply error(exchange($client, $code)), [400, 'invalid_grant'], 'a wrong verifier spends the code';
is_deeply error(exchange($client, 'lst_code_x')), [400, 'invalid_grant'], 'a code of nothing';
is $t->get("/oauth/token?grant_type=authorization_code&code=$code")->status, 405, 'no token by GET';
is_deeply error(form('/oauth/token', grant_type => 'password', username => 'ana@example.com', password => 'uma frase comprida', client_id => $client)),
	[400, 'unsupported_grant_type'], 'no token by password';
is_deeply error(form('/oauth/token', grant_type => 'client_credentials', client_id => $client)), [400, 'unsupported_grant_type'], 'for a client alone it is refused';
is $t->request('POST', '/oauth/token', json => { grant_type => 'authorization_code' })->json->{error}, 'invalid_request', 'a token is asked for by a form';
is $t->request('POST', '/oauth/token', body => "grant_type=refresh_token&grant_type=x", type => 'application/x-www-form-urlencoded')->json->{error},
	'invalid_request', 'each field once';

# ---- audience ----

my %profile = (resource => "$base/v1/mcp/advisor");
like $ana->open(authorize($client, %profile, scope => 'advisor:read'))->body, qr{type="radio" id="organization-$org" name="organization" value="$org" checked},
	'a profile of an organization asks in whose name';
# Only the scopes of the profile are offered and granted.
sub offered { my ($page) = @_; return [sort $page->body =~ /name="organization" value="([^"]+)"/g] }
is_deeply offered($ana->open(authorize($client, %profile, scope => 'advisor:read'))), [$org], 'of those of the office alone';
my %desk_profile = (resource => "$base/v1/mcp/desk", scope => 'desk:read');
is_deeply offered($ana->open(authorize($client, %desk_profile))), [$desk], 'the desk\'s, of desks';
is_deeply offered($ana->open(authorize($client))), [sort $org, $desk, $club, 'none'], 'the interface\'s, of all';
is_deeply offered($ana->open(authorize($client, resource => "$base/v1/mcp/wallet"))), [], 'a person\'s, of none';
for my $other ($desk, $club) {
	is $ana->submit($ana->open(authorize($client, %profile, scope => 'advisor:read')), organization => $other, decision => 'allow')->status, 404, 'another is not granted';
}
for my $case ([\%desk_profile, '00000000-0000-0000-0000-000000000000', 422], [{}, '00000000-0000-0000-0000-000000000000', 422],
	[{ resource => "$base/v1/mcp/wallet" }, $org, 400]) {
	my ($more, $other, $status) = @$case;
	$r = $ana->submit($ana->open(authorize($client, %$more)), organization => $other, decision => 'allow');
	is_deeply [$r->status, $r->header('location')], [$status, undef], 'an organization that the page does not offer: ' . ($more->{resource} // $base) . " $other";
}
$t->lastro_ok('member', 'remove', '--org', $desk, '--account', 'ana@example.com');
like $ana->open(authorize($client, %desk_profile))->body, qr{não é membro de nenhuma mesa de crédito}, 'a person without an organization gets a message';
$tokens = exchange($client, code($client, %profile, scope => 'advisor:read'), resource => "$base/v1/mcp/advisor/")->json;
is reads($tokens->{access_token}), 401, 'a token for a profile is none for the HTTP interface';
my $ping = { jsonrpc => '2.0', id => 1, method => 'ping' };
is $t->post('/v1/mcp/advisor', $ping, key => $tokens->{access_token})->status, 200, 'it is for its profile';
is $t->post('/v1/mcp/advisor', $ping, key => exchange($client, code($client))->json->{access_token})->status, 401, 'where one for the interface is none';
$t->lastro_ok('member', 'remove', '--org', $org, '--account', 'ana@example.com');
is $t->post('/v1/mcp/advisor', $ping, key => $tokens->{access_token})->status, 404, 'a former member has no token into the organization';
$t->lastro_ok('member', 'add', '--org', $org, '--account', 'ana@example.com');
$tokens = exchange($client, code($client, resource => "$base/"), resource => $base)->json;
is reads($tokens->{access_token}), 200, 'one for the base is, with or without a last slash';

# A token of an organization has no access to the person's account.
$r = $ana->open(authorize($client, scope => 'account:read account:write'));
$code = back($ana->submit($r, organization => $org, 'scope.account:write' => 'on', decision => 'allow'))->{code};
my $bound = exchange($client, $code)->json->{access_token};
my $feed = $t->post('/v1/news/agenda/feeds', { name => 'telefone' }, key => $key)->json->{id};
for my $case (['GET', '/v1/keys'], ['GET', '/v1/news/agenda/feeds'], ['DELETE', "/v1/news/agenda/feeds/$feed"], ['POST', '/v1/keys', { name => 'x' }]) {
	my ($method, $path, $json) = @$case;
	is $t->request($method, $path, key => $bound, ($json ? (json => $json) : ()))->code, 'user_key_required', "a token of an organization: no $method $path";
}
isnt $t->get('/v1/portfolios', key => $bound)->code, 'user_key_required', 'but lists the portfolios that its person may read there';
is $t->delete_("/v1/news/agenda/feeds/$feed", key => $key)->status, 200, 'the feed is there';

# ---- refresh ----

my $old = $tokens->{refresh_token};
$r = renew($client, $old);
is $r->status, 200, 'a refresh token renews';
my $new = $r->json;
isnt $new->{refresh_token}, $old, 'and is another one then';
is reads($_), 200, 'both access tokens are good' for $tokens->{access_token}, $new->{access_token};
is_deeply error(renew($evil, $new->{refresh_token})), [400, 'invalid_grant'], 'another client renews nothing';
is_deeply error(renew($client, $new->{refresh_token}, scope => 'account:read market:read')), [400, 'invalid_scope'], 'at most the granted scopes';
is_deeply error(renew($client, $new->{refresh_token}, resource => "$base/v1/mcp/advisor")), [400, 'invalid_target'], 'nor elsewhere';
$new = renew($client, $new->{refresh_token}, scope => 'account:read')->json;
is $new->{scope}, 'account:read', 'less is given';
is $t->post('/v1/portfolios', { name => 'Q' }, key => $new->{access_token})->code, 'scope_missing', 'at most then';
$r = $t->post('/v1/portfolios', { name => 'Q' }, key => $new->{access_token});
like $r->header('www-authenticate'), qr/error="insufficient_scope", scope="account:write"/, 'with the scope that it lacks';
is_deeply error(renew($client, $old)), [400, 'invalid_grant'], 'a spent one';
is reads($_), 401, 'ends its family' for $tokens->{access_token}, $new->{access_token};
is_deeply error(renew($client, $new->{refresh_token})), [400, 'invalid_grant'], 'to the last';

# ---- time ----

$tokens = exchange($client, code($client))->json;
$code = code($client);
later('2030-11-20T15:01:00Z');
is_deeply error(exchange($client, $code)), [400, 'invalid_grant'], 'a code is good for less than a minute';
later('2030-11-20T15:59:59Z');
is reads($tokens->{access_token}), 200, 'a token for an hour';
later('2030-11-20T16:00:00Z');
is $t->get('/v1/portfolios', key => $tokens->{access_token})->code, 'credential_expired', 'and no longer';
later('2030-12-20T14:59:59Z');
$tokens = renew($client, $tokens->{refresh_token})->json;
ok $tokens->{access_token}, 'a refresh token for thirty days';
later('2031-01-19T15:00:00Z');
is_deeply error(renew($client, $tokens->{refresh_token})), [400, 'invalid_grant'], 'from when it was given';

# A consent expires however often it is refreshed; an unused one is deleted.
later('2030-11-20T15:00:00Z');
$ana->log_in('ana@example.com', 'uma frase comprida');
my $unused = code($client);
is $t->sql("select count(*) from oauth_grant where code_hash = sha256('$unused')"), 1, 'a code that was not exchanged';
$tokens = exchange($client, code($client))->json;
for my $day ('2030-12-19', '2031-01-17', '2031-02-15', '2031-03-16', '2031-04-14', '2031-05-13') {
	later("${day}T14:00:00Z");
	$tokens = renew($client, $tokens->{refresh_token})->json;
	ok $tokens->{access_token}, "renewed on $day";
}
is $t->sql("select count(*) from oauth_grant where code_hash = sha256('$unused')"), 0, 'is deleted after a day';
later('2031-05-19T14:59:00Z');
my $last = renew($client, $tokens->{refresh_token})->json;
is reads($last->{access_token}), 200, 'to half a year after the consent';
later('2031-05-19T15:00:00Z');
is_deeply [$t->get('/v1/portfolios', key => $last->{access_token})->code, @{ error(renew($client, $last->{refresh_token})) }],
	['credential_expired', 400, 'invalid_grant'], 'when the person is asked again';
my $ended = $t->sql("select grant_id from api_key where hash = sha256('$last->{access_token}')");
later('2031-07-19T15:00:00Z');
$ana->log_in('ana@example.com', 'uma frase comprida');
is $t->sql("select count(*) from oauth_grant where id = '$ended'"), 0, 'and long expired ones are deleted';
later('2030-11-20T15:00:00Z');
$ana->log_in('ana@example.com', 'uma frase comprida');

# ---- revoking ----

$tokens = exchange($client, code($client))->json;
is form('/oauth/revoke', token => $tokens->{access_token}, client_id => $evil)->status, 200, 'another client gets no information';
is reads($tokens->{access_token}), 200, 'and revokes nothing';
is form('/oauth/revoke', token => $tokens->{access_token}, client_id => $client)->status, 200, 'its own does';
is reads($tokens->{access_token}), 401, 'at once';
$tokens = renew($client, $tokens->{refresh_token})->json;
is form('/oauth/revoke', token => $tokens->{refresh_token}, client_id => $client, token_type_hint => 'refresh_token')->status, 200, 'a refresh token';
is reads($tokens->{access_token}), 401, 'revokes its family';
is form('/oauth/revoke', token => 'lst_token_x', client_id => $client)->status, 200, 'an invalid token counts as revoked';

$tokens = exchange($client, code($client))->json;
$page = $ana->open('/grants');
like $page->body, qr{<h2>Aplicativo</h2>.*https://app\.example}s, 'a person sees the grants';
like $page->body, qr{20/11/2030}, 'and when it was used';
while ($page->body =~ m{action="/grants/}) { $ana->submit($page, { which => qr{^/grants/} }); $page = $ana->open('/grants') }
is reads($tokens->{access_token}), 401, 'a revoked token is refused';
is_deeply error(renew($client, $tokens->{refresh_token})), [400, 'invalid_grant'], 'any more';

$tokens = exchange($client, code($client))->json;
is $t->get("/v1/portfolios?access_token=$tokens->{access_token}")->status, 401, 'no token in the query';
is $t->get('/v1/portfolios', headers => { Authorization => ["Bearer $tokens->{access_token}", "Bearer $tokens->{access_token}"] })->code,
	'invalid_header', 'no two Authorization lines';
is reads($tokens->{refresh_token}), 401, 'a refresh token opens nothing';
my @there = (headers => { 'X-Service-Workspace' => $org });
isnt $t->get('/v1/portfolios', key => $key, @there)->code, 'workspace_not_found', 'a key leads where its person works';
is $t->get('/v1/portfolios', key => $tokens->{access_token}, @there)->code, 'workspace_not_found',
	'what was granted for the own account leads into no organization';
is $t->get('/v1/portfolios', key => $tokens->{access_token}, headers => { 'X-Service-Workspace' => 'personal' })->status, 200, 'but into its own';
is $t->post('/v1/news/agenda/feeds', { name => 'x' }, key => $tokens->{access_token})->code, 'scope_missing',
	'no secret address, which would outlive the consent';
is $t->get('/v1/news/agenda/feeds', key => $key)->json->{meta}{count}, 0, 'and none was made';
my ($own) = map { $_->{id} } grep { $_->{name} eq 'k' } @{ $t->get('/v1/keys', key => $key)->json->{data} };
is $t->delete_("/v1/keys/$own", key => $tokens->{access_token})->code, 'scope_missing', 'an application takes no key from its person';

my ($again) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ m{"link":"\Q$base\E([^"]*)"};
my $fresh = Lastro::Browser->new($t);
$fresh->submit($fresh->open($again), password => 'outra frase comprida', again => 'outra frase comprida');
is reads($tokens->{access_token}), 401, 'a new password revokes the grants under the old one';
is_deeply error(renew($client, $tokens->{refresh_token})), [400, 'invalid_grant'], 'for good';
is $t->get('/v1/keys', key => $key)->status, 200, 'keys are the person\'s own to review';
$ana->log_in('ana@example.com', 'outra frase comprida');
$tokens = exchange($client, code($client))->json;
$t->lastro_ok('account', 'disable', 'ana@example.com');
is reads($tokens->{access_token}), 401, 'a disabled account has no tokens';
is_deeply error(renew($client, $tokens->{refresh_token})), [400, 'invalid_grant'], 'and gets none';

unlike join('', map { JSON::PP->new->canonical->encode($_) } $t->requests), qr/lst_(?:token|refresh|code|session)_/, 'no log line holds a secret';

done_testing;
