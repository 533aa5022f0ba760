#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The Model Context Protocol on the wire: both protocol revisions on one URL, the seven tools of a profile, and a
# typical session of an assistant.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Office;
use Lastro::OpenApi;
use Lastro::Test;
use MIME::Base64 qw(encode_base64);
use Test::More;

my $base = 'https://lastro.example';
my $url = '/v1/mcp/advisor';
my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');
my $assistant = $office->member('assistant');
my $user = $office->person('Uma');

$t->start_pool(env => { LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base, LASTRO_CORS_ORIGINS => 'https://app.example' });

my ($true, $false) = (JSON::PP::true(), JSON::PP::false());
my %modern = ('io.modelcontextprotocol/protocolVersion' => '2026-07-28', 'io.modelcontextprotocol/clientCapabilities' => {});

sub decoded { my ($r) = @_; return JSON::PP->new->utf8->decode($r->body) }

# legacy() - a request of the older revision; modern() - one of the newer, with its headers.
sub legacy {
	my ($method, $params, %o) = @_;

	return $t->post($url, { jsonrpc => '2.0', id => 1, method => $method, (defined $params ? (params => $params) : ()) },
		key => $owner->{key}, headers => { 'MCP-Protocol-Version' => '2025-11-25' }, %o);
}

sub modern {
	my ($method, $params, %o) = @_;
	my $meta = delete $o{meta} // \%modern;
	my %headers = ('MCP-Protocol-Version' => '2026-07-28', 'Mcp-Method' => $method,
		($params && $params->{name} ? ('Mcp-Name' => $params->{name}) : ()), %{ delete $o{headers} // {} });

	delete $headers{$_} for grep { !defined $headers{$_} } keys %headers;
	return $t->post($url, { jsonrpc => '2.0', id => 'a/1', method => $method, params => { %{ $params // {} }, _meta => $meta } },
		key => $owner->{key}, headers => \%headers, %o);
}

sub tool { my ($name, $arguments, %o) = @_; return legacy('tools/call', { name => $name, ($arguments ? (arguments => $arguments) : ()) }, %o) }
sub rpc { my ($r) = @_; my $e = decoded($r)->{error}; return [$r->status, $e && $e->{code}] }

# ---- the older revision ----

for my $version ('2025-11-25', '2025-06-18', '2025-03-26') {
	my $r = legacy('initialize', { protocolVersion => $version, capabilities => {}, clientInfo => { name => 'x', version => '1' } }, headers => {});
	is decoded($r)->{result}{protocolVersion}, $version, "initialize agrees on $version";
}
my $r = legacy('initialize', { protocolVersion => '2026-07-28', capabilities => {}, clientInfo => { name => 'x', version => '1' } }, headers => {});
my $result = decoded($r)->{result};
is $result->{protocolVersion}, '2025-11-25', 'and otherwise offers its own revisions';
is_deeply $result->{capabilities}, { tools => {} }, 'tools, and nothing else';
is $result->{serverInfo}{name}, 'lastro', 'the caller';
like $r->header('content-type'), qr{^application/json}, 'plain JSON';
ok !defined $r->header('mcp-session-id'), 'no session';
is_deeply [map { $_->status } $t->post($url, { jsonrpc => '2.0', method => 'notifications/initialized' }, key => $owner->{key})], [202], 'a notification is accepted';
is_deeply decoded(legacy('ping')), { jsonrpc => '2.0', id => 1, result => {} }, 'ping';
is_deeply decoded(legacy('ping', undef, headers => {}))->{result}, {}, 'without a version, the oldest';
is_deeply rpc(legacy('ping', undef, headers => { 'MCP-Protocol-Version' => '2024-01-01' })), [400, -32600], 'an unknown version';
is_deeply rpc(legacy('resources/list')), [200, -32601], 'a method that is not there';
is_deeply rpc(legacy('server/discover')), [200, -32601], 'one of the newer revision is refused';
is_deeply decoded(legacy('ping', undef, headers => { 'MCP-Protocol-Version' => '2025-11-25', 'Mcp-Method' => 'tools/list' }))->{result}, {},
	'Mcp-Method decides nothing';

# ---- the newer revision ----

$result = decoded(modern('server/discover'))->{result};
is_deeply $result->{supportedVersions}, ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'], 'supported revisions';
is_deeply [@$result{qw(resultType ttlMs cacheScope)}], ['complete', 3600000, 'private'], 'and for how long that holds';
is $result->{_meta}{'io.modelcontextprotocol/serverInfo'}{name}, 'lastro', 'the caller';
is decoded(modern('server/discover'))->{id}, 'a/1', 'an id is returned unchanged';
$result = decoded(modern('tools/list'))->{result};
is_deeply [@$result{qw(resultType cacheScope)}], ['complete', 'private'], 'tools/list says how it may be kept';
is_deeply rpc(modern($_)), [404, -32601], "$_ is deleted" for qw(initialize ping logging/setLevel resources/subscribe subscriptions/listen);
is_deeply rpc(modern('tools/list', undef, headers => { 'Mcp-Method' => 'ping' })), [400, -32020], 'Mcp-Method that differs';
is_deeply rpc(modern('tools/list', undef, headers => { 'Mcp-Method' => undef })), [400, -32020], 'or is missing';
is_deeply rpc(modern('tools/call', { name => 'list_functions' }, headers => { 'Mcp-Name' => undef })), [400, -32020], 'Mcp-Name missing';
is_deeply rpc(modern('tools/call', { name => 'list_functions' }, headers => { 'Mcp-Name' => 'get_function' })), [400, -32020], 'or other';
is modern('tools/call', { name => 'list_functions' }, headers => { 'Mcp-Name' => '=?base64?' . encode_base64('list_functions', '') . '?=' })->status, 200,
	'one in base64';
is modern('tools/call', { name => 'list_functions' }, headers => { 'Mcp-Name' => '  list_functions ' })->status, 200, 'one with blanks around it';
is_deeply rpc(modern('tools/list', undef, headers => { 'MCP-Protocol-Version' => undef })), [400, -32602], 'no version in the header';
is_deeply rpc(modern('tools/list', undef, meta => {})), [400, -32602], 'none in _meta';
is_deeply rpc(modern('tools/list', undef, meta => { 'io.modelcontextprotocol/protocolVersion' => '2026-07-28' })), [400, -32602], 'no capabilities';
is_deeply rpc(modern('tools/list', undef, headers => { 'MCP-Protocol-Version' => '2025-11-25' })), [400, -32020], 'two versions';
is_deeply rpc(modern('tools/list', undef, meta => { %modern, 'io.modelcontextprotocol/protocolVersion' => '2099-01-01' })), [400, -32020],
	'also where one is of the future';
$r = modern('tools/list', undef, meta => { %modern, 'io.modelcontextprotocol/protocolVersion' => '2099-01-01' }, headers => { 'MCP-Protocol-Version' => '2099-01-01' });
is_deeply [$r->status, @{ decoded($r)->{error} }{qw(code)}, decoded($r)->{error}{data}{requested}], [400, -32022, '2099-01-01'], 'a version of the future';
is decoded($r)->{error}{data}{supported}[0], '2026-07-28', 'lists the existing ones';
is $t->post($url, { jsonrpc => '2.0', method => 'notifications/cancelled', params => { _meta => \%modern } }, key => $owner->{key})->status, 202, 'a notification';
ok !defined modern('tools/list', undef, headers => { 'Mcp-Session-Id' => 'x' })->header('mcp-session-id'), 'a session that is sent is none';

# ---- JSON-RPC ----

sub raw { my ($body, %o) = @_; return $t->request('POST', $url, body => $body, type => 'application/json', key => $owner->{key}, %o) }
is_deeply rpc(raw('{"jsonrpc":')), [400, -32700], 'no JSON';
is_deeply rpc(raw('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')), [400, -32600], 'no batches';
is_deeply rpc(raw('{"jsonrpc":"1.0","id":1,"method":"ping"}')), [400, -32600], 'another JSON-RPC';
is_deeply rpc(raw('{"jsonrpc":"2.0","id":null,"method":"ping"}')), [400, -32600], 'an id that is null';
is_deeply rpc(raw('{"jsonrpc":"2.0","id":1.5,"method":"ping"}')), [400, -32600], 'or a fraction';
is_deeply rpc(raw('{"jsonrpc":"2.0","id":1}')), [400, -32600], 'no method';
is raw('{"jsonrpc":"2.0","id":7,"result":{}}')->status, 202, 'an answer to nothing is passed over';
is raw('{}', type => 'text/plain')->status, 415, 'another type';
is $t->get($url, key => $owner->{key})->status, 405, 'no stream';
is $t->delete_($url, key => $owner->{key})->status, 405, 'no session to end';

# ---- credentials ----

$r = legacy('tools/list', undef, key => undef);
is $r->status, 401, 'nobody';
is $r->header('www-authenticate'), qq(Bearer realm="lastro", resource_metadata="$base/.well-known/oauth-protected-resource$url", scope="advisor:read advisor:write"),
	'is told where tokens for this profile come from, and what they are to carry';
$r = legacy('initialize', {}, key => 'lst_user_x');
like $r->header('www-authenticate'), qr/, error="invalid_token", scope="advisor:read advisor:write"$/, 'a bad one gets an error';
like $t->post("/v1/mcp/$_->[0]", {})->header('www-authenticate'), qr/, scope="$_->[1]"$/, "so is one of $_->[0]"
	for ['wallet', 'account:read account:write market:read'], ['desk', 'desk:read desk:write'];

# ---- accepted media types ----

is legacy('ping', undef, headers => { Accept => $_ })->status, 200, "Accept: $_"
	for 'application/json, text/event-stream', 'application/json', 'text/event-stream', '*/*', 'text/html, */*;q=0.1', 'application/*', 'APPLICATION/JSON;charset=utf-8', 'application/json; q=1.0; charset=utf-8', q();
for my $accept ('text/html', 'application/xml, image/*', 'application/json;q=0, text/event-stream;q=0', 'application/json; charset=utf-8; q=0') {
	$r = legacy('ping', undef, headers => { Accept => $accept });
	is_deeply [@{ rpc($r) }, decoded($r)->{error}{data}{code}], [406, -32600, 'not_acceptable'], "Accept: $accept";
}

# ---- a page of an allowed origin ----
is_deeply rpc(legacy('ping', undef, headers => { Origin => 'https://evil.example' })), [403, -32600], 'a page from elsewhere';
is_deeply rpc(legacy('ping', undef, headers => { Host => 'evil.example' })), [403, -32600], 'a name that is not ours';
is legacy('ping', undef, headers => { Origin => $base, Host => 'lastro.example' })->status, 200, 'our own are';
my %page = (headers => { Origin => 'https://app.example', 'Access-Control-Request-Method' => 'POST' });
sub listed { my ($r, $header) = @_; return { map { $_ => 1 } split /, /, lc($r->header($header) // '') } }
$r = $t->request(OPTIONS => $url, %page);
is_deeply [$r->status, grep { !listed($r, 'access-control-allow-headers')->{$_} } qw(authorization content-type mcp-session-id mcp-protocol-version last-event-id mcp-method mcp-name)],
	[204], 'a page of an allowed origin may send the protocol\'s headers';
is_deeply [grep { !listed(legacy('ping', undef, %page), 'access-control-expose-headers')->{$_} } qw(mcp-session-id mcp-protocol-version www-authenticate)], [], 'and read it';
is $t->request(OPTIONS => $url, headers => { Origin => 'https://evil.example' })->header('access-control-allow-headers'), undef, 'one of another may not';

# ---- the tools ----

my $tools = decoded(legacy('tools/list'))->{result}{tools};
is_deeply [map { $_->{name} } @$tools],
	[qw(list_functions get_function execute_function list_actions get_action preview_action execute_action)], 'seven tools, in order';
is_deeply $tools, $result->{tools}, 'the same in both eras';
my %tool = map { $_->{name} => $_ } @$tools;
is_deeply [map { $_->{annotations}{readOnlyHint} ? 1 : 0 } @$tools], [1, 1, 1, 1, 1, 1, 0], 'only one writes';
is_deeply [grep { $_->{inputSchema}{type} ne 'object' || $_->{outputSchema}{type} ne 'object' || $_->{name} !~ /^[A-Za-z0-9_.-]{1,128}$/ } @$tools], [],
	'each takes and gives an object';

# given() - the structured content of a successful call, validated against the tool's schema.
sub given {
	my ($name, $arguments, %o) = @_;
	my $r = decoded(tool($name, $arguments, %o))->{result};

	ok !$r->{isError}, "$name does" or diag JSON::PP->new->canonical->encode($r);
	is_deeply [grep { !exists $r->{structuredContent}{$_} } @{ $tool{$name}{outputSchema}{required} }], [], 'and has the required members of its schema';
	my $text = JSON::PP->new->decode($r->{content}[0]{text});
	is_deeply $text, $r->{structuredContent}, 'as text too';
	return $r->{structuredContent};
}

sub told { my ($name, $arguments, %o) = @_; my $r = decoded(tool($name, $arguments, %o))->{result}; return [$r->{isError} ? 1 : 0, JSON::PP->new->decode($r->{content}[0]{text})->{details}{code}] }

my $catalogue = given('list_functions');
is delete $catalogue->{meta}{org}, $office->{id}, 'a catalogue tells the organization that the credential carries';
is_deeply $catalogue, decoded($t->get('/v1/advisor/functions', key => $owner->{key})), 'and else is that of HTTP';
is_deeply given('get_action', { action => 'advisor.client.create' }), decoded($t->get('/v1/advisor/actions/advisor.client.create', key => $owner->{key})), 'a spec too';
is_deeply $tool{get_function}{inputSchema}{properties}{function}{enum}, [map { $_->{id} } @{ given('list_functions')->{data} }],
	'the tools name the Functions there are';
# The only value of input.org is where a model looks first: in the tools, and in each specification.
is_deeply [map { $tool{$_}{inputSchema}{properties}{input}{properties}{org}{const} } qw(execute_function preview_action execute_action)], [($office->{id}) x 3], 'the tools tell input.org';
is_deeply $tool{execute_function}{inputSchema}{properties}{input}{required}, ['org'], 'which is required';
is_deeply [map { exists $tool{$_}{inputSchema}{properties}{subject} ? 1 : 0 } qw(execute_function preview_action execute_action)], [1, 0, 0], 'no Action of an office takes a subject, and its tools offer none';
like $tool{execute_function}{inputSchema}{properties}{subject}{description}, qr/: advisor\.client advisor\.client_portfolio\z|: advisor\.client_portfolio advisor\.client\z/, 'the subjects of its Functions are named';
is_deeply [map { given(@$_)->{input_schema}{'$defs'}{org}{const} } ['get_function', { function => 'advisor.clients.list' }], ['get_action', { action => 'advisor.client.create' }]], [($office->{id}) x 2], 'specifications, too';
my %org = (org => $office->{id});
is given('execute_function', { function => 'advisor.me.get', input => { %org } })->{data}{role}, 'owner', 'a Function is run';

is_deeply rpc(tool('drop_tables')), [200, -32602], 'a tool that is not there';
is_deeply told('execute_function', { function => 'advisor.nothing' }), [1, 'function_not_found'], 'a refusal is readable for the model';
is_deeply told('execute_function', { function => 'advisor.client.get', input => { %org } }), [1, 'subject_required'], 'with its code';
is_deeply told('execute_function', { input => {} }), [1, 'invalid_body'], 'a name that is missing';
is_deeply told('list_functions', { x => 1 }), [1, 'invalid_body'], 'an argument too many';
is_deeply told('execute_action', { action => 'advisor.family.create', input => { %org, name => 'Souza' } }, key => $assistant->{key}), [1, 'scope_missing'],
	'a role that does not reach';
is_deeply told('execute_function', { function => 'advisor.me.get', input => { %org } }, key => $user->{user_key}), [1, 'scope_missing'], 'a key of no member';
is $t->sql(q{select outcome from audit where kind = 'family.created'}), 'scope_missing', 'a refused Action is in the audit';

# ---- a session that only knows tools/list ----

# A repeated call whose first answer showed a secret does not show it again, and is still a valid message.
my @invited = map { decoded(legacy('tools/call', { name => 'execute_action', arguments => { action => 'advisor.invitation.create', input => { %org, email => 'x@example.com', role => 'advisor' } } },
	headers => { 'MCP-Protocol-Version' => '2025-11-25', 'Idempotency-Key' => 'convite' }))->{result} } 1 .. 2;
is_deeply [map { $_->{isError} || 0 } @invited], [0, 0], 'an invitation, twice under one key';
my @shown = map { delete $_->{structuredContent}{result}{token} } @invited;
ok $shown[0] && !defined $shown[1], 'shows its token once';
is_deeply $invited[1]{structuredContent}, $invited[0]{structuredContent}, 'else the answer is the same';
given('execute_action', { action => 'advisor.client.create', input => { %org, name => 'Helena Prado' } });
my ($find) = grep { /clients\.list$/ } map { $_->{id} } @{ given('list_functions')->{data} };
my $spec = given('get_function', { function => $find });
ok exists $spec->{input_schema}{properties}{q}, 'a spec says how to look for a name';
my $client = given('execute_function', { function => $find, input => { %org, q => 'helena' } })->{data}[0];
is $client->{name}, 'Helena Prado', 'the client is found';
my $portfolio = given('execute_action', { action => 'advisor.client_portfolio.create', input => { %org, client_id => $client->{id}, name => 'Principal' } })->{result};
my $template = $t->get('/v1/portfolios/import-template?dialect=rfc4180', key => $user->{user_key})->body =~ s/\r\n.*/\r\n/sr . "VALE3,compra,2026-03-02,100,61.50\r\n";
my %import = (action => 'advisor.client_portfolio.import', input => { %org, portfolio_id => $portfolio->{id}, filename => 'modelo.csv',
	content_base64 => encode_base64($template, '') });
my $preview = given('preview_action', { %import });
is $preview->{preview}, $true, 'an import is previewed';
is_deeply given('execute_function', { function => 'advisor.client_portfolio.ledger', subject => { entity_id => $portfolio->{id} }, input => { %org } })->{data}, [],
	'which leaves nothing';
my $done = given('execute_action', { %import });
ok $done->{audit_event}{id}, 'then done, with its audit event';
my $audit = given('execute_function', { function => 'advisor.audit.list', input => { %org, kind => $done->{audit_event}{kind} } })->{data};
is_deeply [map { $_->{id} } @$audit], [$done->{audit_event}{id}], 'which is read back';
ok scalar @{ given('execute_function', { function => 'advisor.client_portfolio.ledger', subject => { entity_id => $portfolio->{id} }, input => { %org } })->{data} },
	'beside what it wrote';

$r = modern('tools/call', { name => 'list_actions', arguments => {} });
is decoded($r)->{result}{resultType}, 'complete', 'a tool of the newer era';
ok !decoded($r)->{result}{isError}, 'does the same';

# ---- no LASTRO_BASE_URL ----

$t->stop_pool;
$t->start_pool(env => { LASTRO_NOW => '2030-11-20T15:00:00Z' });
is legacy('ping', undef, headers => { Host => 'lastro.example' })->status, 200, 'a program is answered without LASTRO_BASE_URL';
for my $case (['a page from elsewhere', Origin => 'https://evil.example', Host => 'lastro.example'],
	['a rebound name, of which page and request agree', Origin => 'http://evil.example', Host => 'evil.example'],
	['a page that does not say which', Origin => 'null'], ['a request that a browser made', 'Sec-Fetch-Site' => 'same-origin']) {
	my ($name, %headers) = @$case;
	is_deeply rpc(legacy('ping', undef, headers => \%headers)), [403, -32600], "$name is not";
}

done_testing;
