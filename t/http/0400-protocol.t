#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Functions and Actions: specs, the order of refusals, preview, idempotency, audit.

use strict;
use warnings;

use JSON::PP ();
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $office = $t->lastro_json('org', 'create', '--name', 'Escritorio');
my $other = $t->lastro_json('org', 'create', '--name', 'Vizinho');
my $ws = $office->{workspace};
my %key;

$t->sql("insert into office values ('$ws', '$office->{id}', 'Escritorio', null, null, '2026-01-01')");
$t->sql("insert into office_license values ('$ws', 'office', 5, '2026-01-01', null, '2026-01-01')");
for my $role (qw(owner admin advisor assistant standing)) {
	my $a = $t->lastro_json('account', 'create', '--email', "$role\@example.com", '--name', ucfirst $role);
	my $as = $role eq 'standing' ? 'admin' : $role;
	my $seated = $role eq 'standing' ? 'false' : 'true';
	$t->lastro_ok('member', 'add', '--org', $office->{id}, '--account', "$role\@example.com");
	$t->sql("insert into office_member values ('$ws', gen_random_uuid(), '$a->{id}', '$as', $seated, '2026-01-01')");
	$key{$role} = $t->lastro_json('key', 'create', '--account', "$role\@example.com", '--name', 'm', '--kind', 'member',
		'--org', $office->{id}, '--scopes', 'advisor:read,advisor:write')->{key};
}
$key{reader} = $t->lastro_json('key', 'create', '--account', 'owner@example.com', '--name', 'r', '--kind', 'member',
	'--org', $office->{id}, '--scopes', 'advisor:read')->{key};
$key{user} = $t->lastro_json('key', 'create', '--account', 'owner@example.com', '--name', 'u',
	'--scopes', 'advisor:read,advisor:write')->{key};
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $org = $office->{id};

sub function { my ($id, $body, %o) = @_; return $t->post("/v1/advisor/functions/$id/execute", $body, key => $key{$o{as} // 'owner'}) }
sub action {
	my ($id, $body, %o) = @_;
	my $way = $o{preview} ? 'preview' : 'execute';

	return $t->post("/v1/advisor/actions/$id/$way", $body, key => $key{$o{as} // 'owner'}, headers => $o{headers} // {});
}
sub refused {
	my ($r, $status, $code, $name) = @_;

	is_deeply [$r->status, $r->code], [$status, $code], $name;
}
sub snapshot { return $t->sql("select string_agg(x::text, ',' order by x::text) from (
	select to_jsonb(o) as x from office o union all select to_jsonb(f) from family f
	union all select to_jsonb(a) from audit a union all select to_jsonb(h) from audit_head h
	union all select to_jsonb(g) from organization g union all select to_jsonb(i) from idempotency i) y") }

# ---- catalogue and specs ----

for my $kind (qw(functions actions)) {
	my $r = $t->get("/v1/advisor/$kind", key => $key{owner});
	is $r->status, 200, "the catalogue of $kind";
	is $r->json->{meta}{count}, scalar @{ $r->json->{data} }, 'the count equals the list';
	for my $one (@{ $r->json->{data} }) {
		my $spec = $t->get("/v1/advisor/$kind/$one->{id}", key => $key{owner})->json;
		is $spec->{id}, $one->{id}, "$one->{id} has a spec";
		ok $spec->{input_schema}{properties}{org} && $spec->{output_schema}, 'with its schemas';
		ok !$spec->{input_schema}{'$ref'} || $spec->{input_schema}{'$defs'}, 'whole';
	}
}
my $spec = $t->get('/v1/advisor/actions/advisor.family.create', key => $key{owner})->json;
is_deeply [@$spec{qw(preview audit_event confirmation idempotency)}],
	[JSON::PP::true(), 'family.created', { required => JSON::PP::false(), reason => undef }, { key => 'Idempotency-Key', window => 'PT24H' }],
	'an Action says what it asks and leaves';
is_deeply [(grep { /^preview_audited: / } @{ $spec->{effects} }) + 0, $spec->{preview_audited}], [1, JSON::PP::true()], 'and that its preview leaves an audit row';
is_deeply $t->get('/v1/advisor/actions/advisor.seat.assign', key => $key{owner})->json->{preview_audited}, JSON::PP::false(), 'which others leave none';
refused($t->get('/v1/advisor/actions/advisor.none', key => $key{owner}), 404, 'action_not_found', 'no such Action');
refused($t->get('/v1/advisor/functions/advisor.family.create', key => $key{owner}), 404, 'function_not_found', 'an Action is no Function');

# ---- Functions ----

my $r = function('advisor.me.get', { input => { org => $org } }, as => 'assistant');
is $r->status, 200, 'me.get';
is_deeply [@{ $r->json }{qw(function subject at meta)}], ['advisor.me.get', undef, undef, {}], 'its envelope';
is_deeply [@{ $r->json->{data} }{qw(name email role org)}], ['Assistant', 'assistant@example.com', 'assistant', $org], 'the caller';
is_deeply [@{ function('advisor.license.get', { input => { org => $org } })->json->{data} }{qw(seats seats_used status)}],
	[5, 4, 'active'], 'the licence, with its seats';

# ---- refusals, in order ----

my $bad = { input => { nonsense => 1 }, at => 'x', subject => 1 };
refused(function('advisor.none', $bad, as => 'user'), 404, 'function_not_found', 'an unknown id is refused before the key');
refused(function('advisor.me.get', $bad, as => 'user'), 403, 'scope_missing', 'a key without an office');
refused(action('advisor.family.create', $bad, as => 'reader'), 403, 'scope_missing', 'a key without the scope');
refused(action('advisor.family.create', $bad, as => 'assistant'), 403, 'scope_missing', 'a role that does not reach');
refused(action('advisor.organization.update', $bad, as => 'advisor'), 403, 'scope_missing', 'this one neither');
refused(action('advisor.family.create', $bad, as => 'standing'), 403, 'scope_missing', 'a member without a seat');
sub listed { my ($kind, $who) = @_; my $r = $t->get("/v1/advisor/$kind", key => $key{$who})->json; is $r->{meta}{count}, scalar @{ $r->{data} }, "$who: $kind are counted"; return join ' ', map { $_->{id} =~ s/^advisor\.//r } @{ $r->{data} } }
is listed(functions => 'user') . '/' . listed(actions => 'user'), '/', 'a catalogue lists the operations that the credential may use: for a person\'s key that only reads the market, none';
is listed(actions => 'reader') . listed(actions => 'assistant') . listed(actions => 'standing'), '', 'no Action without the scope, the role or a seat';
unlike listed(functions => 'advisor'), qr/audit\.list|invitations\.list/, 'not a Function above the role';
like listed(functions => 'owner'), qr/audit\.list.*clients\.list/, 'the owner has them all';
{
	my $tag = $t->get('/v1/advisor/actions', key => $key{owner})->header('ETag');
	is $t->get('/v1/advisor/actions', key => $key{owner}, headers => { 'If-None-Match' => $tag })->status, 304, 'a catalogue has an ETag';
	is $t->get('/v1/advisor/actions', key => $key{advisor}, headers => { 'If-None-Match' => $tag })->status, 200, 'for the caller';
}
refused(function('advisor.me.get', $bad), 400, 'temporal_cut_unsupported', 'at is checked before the input');
delete $bad->{at};
$r = function('advisor.me.get', $bad);
refused($r, 400, 'invalid_input', 'the input');
is_deeply [sort map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} }],
	['/input/nonsense unknown_member', '/input/org required', '/subject unwanted_subject'], 'every fault at once';
$r = function('advisor.me.get', { input => undef });
refused($r, 400, 'invalid_input', 'an input that is null');
is_deeply [map { "$_->{pointer} $_->{rule} $_->{received}" } @{ $r->json->{details}{errors} }], ['/input type null'], 'which is none';
refused(function('advisor.me.get', [1]), 400, 'invalid_input', 'a body that is no object');
refused($t->request('POST', '/v1/advisor/functions/advisor.me.get/execute', body => '{', type => 'application/json', key => $key{owner}),
	400, 'invalid_json', 'a body that is no JSON');

my @missing = map { function('advisor.me.get', { input => { org => $_ } }) } ($other->{id}, '0192f0c1-2a3b-7c4d-8e5f-0a1b2c3d4e5f');
refused($_, 404, 'subject_not_found', 'an organization that is not the caller\'s') for @missing;
for (@missing) { $_ = $_->json; delete $_->{details}{request_id} }
is_deeply $missing[0], $missing[1], 'and they look like unknown ones';

# ---- preview ----

my $before = snapshot();
my $preview = action('advisor.organization.update', { input => { org => $org, name => 'Novo', phone => '11 5555' } }, preview => 1);
is $preview->status, 200, 'a preview';
is_deeply $preview->json, {
	action => 'advisor.organization.update', preview => JSON::PP::true(), warnings => [], execute => ['input'],
	target => { type => 'advisor.organization', entity_id => $org, name => 'Escritorio', phone => undef, website => undef },
	changes => [sort { $a->{pointer} cmp $b->{pointer} }
		{ pointer => '/name', from => 'Escritorio', to => 'Novo' }, { pointer => '/phone', from => undef, to => '11 5555' }],
}, 'shows the changes';
is snapshot(), $before, 'and leaves every table as it was';
is_deeply action('advisor.family.create', { input => { org => $org, name => 'Souza' } }, preview => 1)->json->{changes},
	[{ pointer => '/name', from => undef, to => 'Souza' }], 'of new rows too';
is $t->sql("select count(*) from family"), 0, 'and it is not made';

# ---- execution ----

$r = action('advisor.organization.update', { input => { org => $org, name => 'Novo', phone => '11 5555' } });
is $r->status, 200, 'the execution';
is $r->json->{result}{name}, 'Novo', 'its result';
is $t->sql("select changes from audit where id = '" . $r->json->{audit_event}{id} . "'"),
	'[{"to": "Novo", "from": "Escritorio", "pointer": "/name"}, {"to": "11 5555", "from": null, "pointer": "/phone"}]',
	'the audit has what the preview said';
is $t->sql("select name from organization where id = '$org'"), 'Novo', 'the organization has its name';
is $t->sql("select name from organization where id = '$other->{id}'"), 'Vizinho', 'its neighbour its own';

my %once = (headers => { 'Idempotency-Key' => 'f1' });
my $first = action('advisor.family.create', { input => { org => $org, name => 'Andrade' } }, %once);
my $again = action('advisor.family.create', { input => { org => $org, name => 'Andrade' } }, %once);
is $first->status, 200, 'a family';
is_deeply [$again->body, $again->header('idempotency-replayed')], [$first->body, 'true'], 'made once, answered twice';
refused(action('advisor.family.create', { input => { org => $org, name => 'Outra' } }, %once), 422, 'idempotency_key_reused', 'another under its key');
$r = action('advisor.family.create', { input => { org => $org, name => 'ANDRADE' } });
refused($r, 409, 'invalid_input', 'a taken name');
is_deeply $r->json->{details}{errors}[0]{rule}, 'name_taken', 'by its rule';
refused(action('advisor.family.create', { input => { org => $org, name => 'andrade' } }, preview => 1), 409, 'invalid_input', 'in a preview too');

# ---- audit ----

is $t->sql("select string_agg(outcome, ' ' order by seq) from audit where workspace_id = '$ws' and account_id is not null"),
	'scope_missing scope_missing scope_missing scope_missing done done done idempotency_key_reused invalid_input invalid_input',
	'executions, done and refused, and previews that probe; no Functions';
is $t->sql("select input from audit where workspace_id = '$ws' and outcome = 'invalid_input' and kind = 'family.created'"),
	qq({"org": "$org", "name": "[omitido]"}), 'personal data is not stored';
is $t->sql("select count(*) from audit where workspace_id = '$ws' and changes::text ~ 'Andrade'"), '0', 'not in the changes either';
is $t->sql('select count(*) from audit_faults()'), '0', 'the chain is whole';
$t->sql("update audit set outcome = 'not' where seq = 2");
is $t->sql('select seq, fault from audit_faults()'), "2\tchanged", 'a row that was changed shows';
$t->sql("update audit set outcome = 'done' where seq = 2");
my $last = $t->sql("select max(seq) from audit where workspace_id = '$ws'");
$t->sql('delete from audit where seq = 3');
like $t->sql('select seq, fault from audit_faults()'), qr/4\tmissing/, 'a deleted one too';
$t->sql('delete from audit where seq >= 3');
like $t->sql('select seq, fault from audit_faults()'), qr/$last\tend/, 'and the last ones';

done_testing;
