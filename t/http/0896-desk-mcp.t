#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The credit desk for an assistant: its seven tools over MCP with a desk key, and with a token granted by a person, for
# the profile and for the HTTP API; only in desk mode.

use strict;
use warnings;

use Digest::SHA qw(sha256);
use JSON::PP ();
use Lastro::Browser;
use Lastro::Desk;
use Lastro::Test;
use MIME::Base64 qw(encode_base64url);
use Test::More;

my $base = 'https://lastro.example';
my $url = '/v1/mcp/desk';
my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_BASE_URL => $base);
my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', $desk->{email}{analyst}, '--json') =~ m{"link":"\Q$base\E([^"]*)"};
$t->start_pool(env => \%env);

my $key = $desk->{key}{analyst};
my %about = (subject => { entity_id => $desk->{id} });

sub decoded { my ($r) = @_; return JSON::PP->new->utf8->decode($r->body) }
sub call {
	my ($method, $params, %o) = @_;

	return $t->post($url, { jsonrpc => '2.0', id => 1, method => $method, params => $params // {} }, key => $key, headers => { 'MCP-Protocol-Version' => '2025-11-25' }, %o);
}
sub tool { my ($name, $arguments, %o) = @_; return decoded(call('tools/call', { name => $name, arguments => $arguments // {} }, %o))->{result} }
sub given { my ($name, @a) = @_; my $r = tool($name, @a); ok !$r->{isError}, "$name does" or diag $r->{content}[0]{text}; return $r->{structuredContent} }
sub refused { my $r = tool(@_); return [$r->{isError} ? 1 : 0, JSON::PP->new->decode($r->{content}[0]{text})->{details}{code}] }

# ---- the seven tools with a key ----

my $tools = decoded(call('tools/list'))->{result}{tools};
is_deeply [map { $_->{name} } @$tools], [qw(list_functions get_function execute_function list_actions get_action preview_action execute_action)], 'seven tools, in order';
is_deeply [map { $_->{annotations}{readOnlyHint} ? 1 : 0 } @$tools], [1, 1, 1, 1, 1, 1, 0], 'only one writes';
for my $kind ('function', 'action') {
	my $list = given("list_${kind}s");
	is_deeply $list->{data}, decoded($t->get("/v1/desk/${kind}s", key => $key))->{data}, "the $kind catalogue is that of HTTP";
	is_deeply [map { given("get_$kind", { $kind => $_->{id} })->{id} } @{ $list->{data} }], [map { $_->{id} } @{ $list->{data} }], "every ${kind}'s spec is read";
}
is given('execute_function', { function => 'credit.me.get', %about, input => {} })->{data}{role}, 'analyst', 'a Function is run';
{
	my ($name) = $t->sql('select name from object_name order by name limit 1');
	my $found = given('execute_function', { function => 'credit.objects.resolve', %about, input => { queries => [$name] } })->{data};
	is_deeply [$found->{queries}[0]{q}, scalar @{ $found->{candidates} } > 0], [$name, !!1], 'an issuer is found by name, with its id';
}
my %create = (action => 'credit.watchlist.create', %about, input => { name => 'Varejo' });
is given('preview_action', \%create)->{preview}, JSON::PP::true(), 'an Action is previewed';
is_deeply given('execute_function', { function => 'credit.watchlists.list', %about, input => {} })->{data}, [], 'which leaves nothing';
my $list = given('execute_action', \%create)->{result}{id};
my %of_list = (subject => { entity_id => $list }, input => {});
given('execute_action', { action => 'credit.watchlist_item.add', %about, input => { watchlist_id => $list, object_id => 'company:33000167000101' } });
is scalar @{ given('execute_function', { function => $_, %of_list })->{data} }, 1, "$_ by its list" for qw(credit.watchlist.items credit.watchlist.board);

# ---- refusals are results ----

is_deeply refused('execute_function', { function => 'credit.nothing', %about, input => {} }), [1, 'function_not_found'], 'unknown objects';
is_deeply refused('execute_function', { function => 'credit.me.get', input => {} }), [1, 'subject_required'], 'without its subject';
is_deeply refused('execute_function', { function => 'credit.watchlist.board', %of_list }, key => $other->{key}{owner}), [1, 'subject_not_found'], 'of another desk';
is_deeply refused('execute_action', \%create, key => $desk->{key}{viewer}), [1, 'scope_missing'], 'a role that only reads';
is_deeply refused('execute_function', { function => 'credit.audit.list', %about, input => {} }), [1, 'scope_missing'], 'the trail is for administrators';
is_deeply refused('execute_function', { function => 'credit.me.get', %about, input => {} }, key => $desk->{key}{user}), [1, 'scope_missing'], 'a key of no desk';
is call('tools/list', {}, key => undef)->status, 401, 'nobody';
my $tools_of_advisor = $t->post('/v1/mcp/advisor', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_function',
	arguments => { function => 'advisor.me.get', input => { org => $desk->{id} } } } }, key => $key, headers => { 'MCP-Protocol-Version' => '2025-11-25' });
is_deeply [decoded($tools_of_advisor)->{result}{isError} ? 1 : 0], [1], 'a desk key opens no advisory office';

# ---- with a token ----

my ($callback, $verifier) = ('https://app.example/back', 'v' x 43);
my $analyst = Lastro::Browser->new($t);
$analyst->submit($analyst->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$analyst->log_in($desk->{email}{analyst}, 'uma frase comprida');
my $client = $t->post('/oauth/register', { redirect_uris => [$callback], client_name => 'Aplicativo' })->json->{client_id};

# token() - a token granted by the person: the desk, with the read scopes unless more are checked.
sub token {
	my ($resource, %pressed) = @_;
	my %q = (client_id => $client, redirect_uri => $callback, response_type => 'code', code_challenge => encode_base64url(sha256($verifier)), code_challenge_method => 'S256',
		scope => 'desk:read desk:write', resource => "$base$resource");
	my $page = $analyst->open('/oauth/authorize?' . join '&', map { "$_=" . Lastro::Browser::escape($q{$_}) } sort keys %q);
	my $r = $analyst->submit($page, decision => 'allow', organization => $desk->{id}, %pressed);
	my ($code) = ($r->header('location') // '') =~ /[?&]code=([^&]+)/ or die $r->status . ' ' . $r->body;
	my $given = Lastro::Browser->new($t)->post_form('/oauth/token', { grant_type => 'authorization_code', client_id => $client, code => $code,
		redirect_uri => $callback, code_verifier => $verifier })->json;

	is $given->{scope}, $pressed{'scope.desk:write'} ? 'desk:read desk:write' : 'desk:read', 'the granted scopes';
	return $given->{access_token};
}

is_deeply $t->get('/.well-known/oauth-protected-resource/v1/mcp/desk')->json->{scopes_supported}, ['desk:read', 'desk:write'], 'the profile names its scopes';
ok scalar(grep { $_ eq 'desk:read' } @{ $t->get('/.well-known/oauth-protected-resource')->json->{scopes_supported} }), 'and so does the HTTP interface';
my $reading = token($url);
is given('execute_function', { function => 'credit.watchlist.board', %of_list }, key => $reading)->{data}[0]{object}{id}, 'company:33000167000101', 'a token reads the board';
my $asked = call('tools/call', { name => 'execute_action', arguments => \%create }, key => $reading);
is $asked->status, 403, 'it does not write';
like $asked->header('www-authenticate'), qr/error="insufficient_scope".*desk:write/, 'and gets the missing scope';
my $writing = token($url, 'scope.desk:write' => 'on');
is given('execute_action', { %create, input => { name => 'Energia' } }, key => $writing)->{result}{name}, 'Energia', 'one that writes does';
is $t->post('/v1/desk/functions/credit.me.get/execute', { %about, input => {} }, key => $reading)->status, 401, 'a token of the profile is none of the HTTP interface';
my $http = token('');
my $me = $t->post('/v1/desk/functions/credit.me.get/execute', { %about, input => {} }, key => $http);
is_deeply [$me->status, $me->json->{data}{role}], [200, 'analyst'], 'one of the HTTP interface opens the desk there' or diag $me->body;
is $t->post('/v1/desk/functions/credit.me.get/execute', { subject => { entity_id => $other->{id} }, input => {} }, key => $http)->status, 404, 'and no other desk';

done_testing;
