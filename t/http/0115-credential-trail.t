#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The chained trail records that a key, a consent or a secret address was created or ended, by whatever way: in the
# organization's trail that it carries, or in the person's own.

use strict;
use warnings;
use utf8;

use Digest::SHA qw(sha256);
use JSON::PP ();
use Lastro::Browser;
use Lastro::Office;
use Lastro::Proxy;
use Lastro::Test qw(wait_for);
use MIME::Base64 qw(encode_base64url);
use Test::More;

my $base = 'https://lastro.example';
my %env = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base);
my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Casa');
my $ana = $office->member('owner', name => 'Ana');
my $own = $t->sql("select id from workspace where account_id = '$ana->{account}'");
my ($invited) = $t->lastro_ok({ env => \%env }, 'account', 'invite', $ana->{email}, '--json') =~ m{"link":"\Q$base\E([^"]*)"};

# told() - the new rows of the trail: "workspace kind action by whom", oldest first.
my %seen;
sub told {
	my %name = ($own => 'own', $office->{workspace} => 'office');
	my @rows = grep { !$seen{ $_->{id} }++ } @{ JSON::PP::decode_json($t->sql("select coalesce(json_agg(a order by a.workspace_id = '$own', a.seq), '[]')
		from audit a where a.seq is not null and a.outcome = 'done'")) };

	return map { { %$_, said => join ' ', $name{ $_->{workspace_id} } // $_->{workspace_id}, @$_{qw(kind action)},
		!defined $_->{account_id} ? 'operator' : $_->{account_id} eq $ana->{account} ? 'ana' : $_->{account_id} } } @rows;
}
sub said { return [map { $_->{said} } @_] }
sub to { my ($row) = @_; return { map { $_->{pointer} => $_->{to} } @{ $row->{changes} } } }

# ---- by the operator ----

told();
my $made = $t->lastro_json('key', 'create', '--account', $ana->{email}, '--name', 'Celular da Ana', '--expires', '2031-01-01T00:00:00Z');
my ($row) = my @rows = told();
is_deeply said(@rows), ['own key.created operator.key.create operator'], 'a key that the operator makes';
is_deeply [$row->{subject_id}, $row->{input}], [$made->{id}, { account => '[omitido]', name => '[omitido]', expires => '2031-01-01T00:00:00Z' }],
	'by its id; its name is the person\'s words';
is_deeply to($row), { '/account' => $ana->{account}, '/kind' => 'user', '/scopes' => 7, '/expires_at' => '2031-01-01T00:00:00.000Z' }, 'with its owner and its scopes';
$t->lastro_ok('key', 'revoke', $made->{id});
($row) = @rows = told();
is_deeply said(@rows), ['own key.revoked operator.key.revoke operator'], 'and revokes';
is_deeply [map { $_->{pointer} } @{ $row->{changes} }], ['/revoked_at'], 'by when';
is $t->lastro('key', 'revoke', $made->{id})->{status}, 1, 'once';
is_deeply said(told()), [], 'a refusal changed nothing';
my $member = $t->lastro_json('member', 'key', '--org', $office->{id}, '--account', $ana->{email});
is_deeply said(told()), ['office key.created operator.member.key operator'], 'a member\'s key is recorded in the office';
$t->lastro_ok('key', 'revoke', $member->{id});
is_deeply said(told()), ['office key.revoked operator.key.revoke operator'], 'and there it ends';

# ---- by the person, over HTTP ----

my $proxy = Lastro::Proxy->new($t);
$t->start_pool(workers => 1, env => \%env);
my $r = $t->post('/v1/keys', { name => 'nova', scopes => ['account:read'] }, key => $ana->{user_key});
is $r->status, 201, 'a person makes a key';
my $id = $r->json->{id};
($row) = @rows = told();
is_deeply said(@rows), ['own key.created createKey ana'], 'which is recorded';
is_deeply [$row->{subject_id}, to($row)], [$id, { '/kind' => 'user', '/scopes' => ['account:read'] }], 'by its id and its scopes';
ok defined $row->{credential_id} && defined $row->{request_id}, 'with the key that made it, and the request';
is $t->request('DELETE', "/v1/keys/$id", key => $ana->{user_key})->status, 200, 'and revokes it';
is_deeply said(told()), ['own key.revoked deleteKey ana'], 'which is recorded too';
is $t->request('DELETE', "/v1/keys/$id", key => $ana->{user_key})->status, 404, 'once';
is $t->post('/v1/keys', { name => 'x', scopes => ['desk:read'] }, key => $ana->{user_key})->status, 403, 'a key that is refused';
is_deeply said(told()), [], 'leaves nothing';
$r = $t->post('/v1/keys', { name => 'm', kind => 'member', org => $office->{id} }, key => $ana->{user_key});
is $r->status, 201, 'a key for the office';
is_deeply said(told()), ['office key.created createKey ana'], 'is recorded in the office';
is_deeply [map { "$_->{kind} $_->{actor}{member_id} $_->{actor}{application}" } @{ $office->function('advisor.audit.list', { kind => 'key.created', limit => 1 }, as => $ana)->json->{data} }],
	["key.created $ana->{id} u"], 'where its owner reads it, with the name of the key that asked';
is $t->request('DELETE', '/v1/keys/' . $r->json->{id}, key => $ana->{user_key})->status, 200, 'its end';
is_deeply said(told()), ['office key.revoked deleteKey ana'], 'likewise';
is $t->sql("select count(*) from portfolio where workspace_id = '$office->{workspace}'"), 0, 'the request itself stays in the person\'s workspace';
is $t->post('/v1/portfolios', { name => 'Dela' }, key => $ana->{user_key})->status, 201, 'as the next one does';
is $t->sql("select count(*) from portfolio where workspace_id = '$own'"), 1, 'there';

# ---- no additional round trip ----

sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}
my @ids = map { $t->post('/v1/keys', { name => "n$_" }, key => $ana->{user_key})->json->{id} } 1 .. 4;
$t->request('DELETE', "/v1/keys/$ids[$_]", key => $ana->{user_key}) for 0 .. 2;
settled();
$t->post('/v1/keys', { name => 'n' }, key => $ana->{user_key});
is scalar(() = settled() =~ /S/g), 3, 'a key is made in three round trips: the caller, the key, the commit with its audit row';
$t->request('DELETE', "/v1/keys/$ids[3]", key => $ana->{user_key});
is scalar(() = settled() =~ /S/g), 3, 'and revoked in three';
told();

# ---- secret addresses of the agenda ----

$r = $t->post('/v1/news/agenda/feeds', { name => 'Meu' }, key => $ana->{user_key});
is $r->status, 201, 'a secret address';
is_deeply said(told()), ['own agenda_feed.created createAgendaFeed ana'], 'is recorded';
is $t->request('DELETE', '/v1/news/agenda/feeds/' . $r->json->{id}, key => $ana->{user_key})->status, 200, 'and its end';
is_deeply said(told()), ['own agenda_feed.revoked deleteAgendaFeed ana'], 'too';

# ---- the pages, and consents ----

my $browser = Lastro::Browser->new($t);
$browser->submit($browser->open($invited), password => 'uma frase comprida', again => 'uma frase comprida');
$browser->submit($browser->open('/login'), email => $ana->{email}, password => 'uma frase comprida');
is_deeply said(told()), [], 'a session is no key';
is $browser->submit($browser->open('/keys'), { which => qr{^/keys$} }, name => 'Da tela', 'scope.account:read' => 'on')->status, 201, 'a key of the page';
is_deeply said(told()), ['own key.created submitKeysPage ana'], 'is recorded';
$id = $t->sql("select id from api_key where name = 'Da tela'");
$browser->submit($browser->open('/keys'), { which => qr/$id/ });
is_deeply said(told()), ['own key.revoked submitKeyRevocation ana'], 'and so is its end';

my $callback = 'https://app.example/back';
my $client = $t->post('/oauth/register', { redirect_uris => [$callback], client_name => 'Aplicativo' })->json->{client_id};
my $verifier = 'v' x 43;
sub escape { return Lastro::Browser::escape($_[0]) }

sub code {
	my (%more) = @_;
	my %q = (client_id => $client, redirect_uri => $callback, response_type => 'code', state => 's', code_challenge => encode_base64url(sha256($verifier)),
		code_challenge_method => 'S256', scope => 'account:read', %more);
	my $page = $browser->open('/oauth/authorize?' . join '&', map { "$_=" . escape($q{$_}) } sort keys %q);
	my $back = $browser->submit($page, decision => 'allow', $more{resource} ? (organization => $office->{id}) : ());

	return $back->header('location') =~ /[?&]code=([^&]*)/ ? $1 : die 'no code: ' . $back->status . $back->body;
}

sub form { my ($path, %fields) = @_; return Lastro::Browser->new($t)->post_form($path, { client_id => $client, %fields }) }
sub tokens { return form('/oauth/token', grant_type => 'authorization_code', code => $_[0], redirect_uri => $callback, code_verifier => $verifier) }
sub renew { return form('/oauth/token', grant_type => 'refresh_token', refresh_token => $_[0]) }

my $code = code();
($row) = @rows = told();
is_deeply said(@rows), ['own grant.created submitAuthorizationPage ana'], 'a consent is recorded';
is_deeply to($row), { '/kind' => 'user', '/scopes' => ['account:read'] }, 'with the granted scopes';
my $given = tokens($code)->json;
my $renewed = renew($given->{refresh_token})->json;
ok $renewed->{access_token}, 'its tokens are renewed';
is_deeply said(told()), [], 'which is no new consent';
is renew($given->{refresh_token})->status, 400, 'a refresh token that comes twice';
($row) = @rows = told();
is_deeply [said(@rows), $row->{credential_id}], [['own grant.revoked createToken ana'], $row->{subject_id}], 'ends the consent, and the trail tells so';
is renew($given->{refresh_token})->status, 400, 'a third time';
is_deeply said(told()), [], 'there is nothing to end';

$code = code();
tokens($code);
told();
is tokens($code)->status, 400, 'a code that comes twice';
is_deeply said(told()), ['own grant.revoked createToken ana'], 'likewise';
$given = tokens(code())->json;
told();
is form('/oauth/revoke', token => $given->{refresh_token})->status, 200, 'an application gives its consent back';
is_deeply said(told()), ['own grant.revoked revokeToken ana'], 'likewise';
is form('/oauth/revoke', token => $given->{refresh_token})->status, 200, 'again';
is_deeply said(told()), [], 'which is nothing';

tokens(code(resource => "$base/v1/mcp/advisor", scope => 'advisor:read'));
($row) = @rows = told();
is_deeply [said(@rows), to($row)], [['office grant.created submitAuthorizationPage ana'], { '/kind' => 'member', '/scopes' => ['advisor:read'] }],
	'a consent for the office is told of there';
$browser->submit($browser->open('/grants'));
is_deeply said(told()), ['office grant.revoked revokeGrant ana'], 'and its revocation by the person too';

code();
code(resource => "$base/v1/mcp/advisor", scope => 'advisor:read');
told();
($invited) = $t->lastro_ok({ env => \%env }, 'account', 'invite', $ana->{email}, '--json') =~ m{"link":"\Q$base\E([^"]*)"};
my $again = Lastro::Browser->new($t);
is $again->submit($again->open($invited), password => 'outra frase comprida', again => 'outra frase comprida')->status, 200, 'a changed password';
is_deeply [sort @{ said(told()) }], [map { "$_ grant.revoked submitPasswordPage ana" } qw(office own)], 'ends consents, each where it belongs';

# ---- the rows are chained ----

is $t->lastro('audit', 'verify')->{status}, 0, 'all of them are in the chain';
$t->sql("update api_key set revoked_at = null; update audit set changes = null where kind = 'key.revoked' and workspace_id = '$own'");
isnt $t->lastro('audit', 'verify')->{status}, 0, 'and one that is changed shows';
is $t->sql("select count(*) from audit where concat(input, changes, detail) ~* 'celular|example.com'"), 0, 'without names';
$t->sql('alter function audit_link rename to audit_away');
is $t->post('/v1/keys', { name => 'x' }, key => $ana->{user_key})->status, 500, 'where the trail cannot be written';
is $t->sql("select count(*) from api_key where name = 'x'"), 0, 'no key is made';
$t->sql('alter function audit_away rename to audit_link');

done_testing;
