#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Guarantees for a program that keeps a portfolio in sync: its identity, external ids, consecutive versions, Location
# of created resources, all errors at once.

use strict;
use warnings;
use utf8;
use Lastro::Tenants qw(account organization);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1, 2;
my $office = organization($t, $ana, $bia);
my $org = $office->{id};
$t->sql("update account set name = 'Ana', email = 'ana\@example.com' where id = '$ana->{id}'");
my $key = $ana->{user_key};
$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return $r->status . ($r->code ? ' ' . $r->code : '') }
sub errors { my ($r) = @_; return { map { $_->{pointer} => "$_->{rule}: " . ($_->{received} // '-') } @{ $r->json->{details}{errors} // [] } } }
sub buy { return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30, @_ } }

my $made = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key);
my $id = $made->json->{id};
my $at = "/v1/portfolios/$id";
sub call { my ($method, $path, $body, %o) = @_; return $t->request($method => "$at$path", key => $key, (defined $body ? (json => $body) : ()), %o) }

# ---- the caller ----

my $me = $t->get('/v1/me', key => $key)->json;
is_deeply [@{ $me->{account} }{qw(id name email)}], [$ana->{id}, 'Ana', 'ana@example.com'], 'the account';
is_deeply $me->{plan}, { code => 'professional', title => 'Profissional', portfolios => { limit => 1000, used => 1 } }, 'its plan, and how much of it is used';
is_deeply [@{ $me->{credential} }{qw(form kind scopes org expires_at)}], ['key', 'user', ['account:read', 'account:write', 'market:read'], undef, undef], 'the credential';
is_deeply [map { $_->{id} } @{ $me->{organizations} }], [$org], 'the organizations';
is_deeply [map { [@$_{qw(id personal wallet)}] } @{ $me->{workspaces} }], [['personal', JSON::PP::true(), 'installed'], [$org, JSON::PP::false(), 'installed']], 'the workspaces';
is code($t->get('/v1/portfolios', key => $key, workspace => $_->{id})), 200, "x-service-workspace takes the id $_->{id}" for @{ $me->{workspaces} };
is code($t->get('/v1/me')), '401 credential_missing', 'no credential: no account';
is $t->get('/v1/me', key => $bia->{platform_key})->json->{credential}{kind}, 'platform', 'an integrator can read its account too';

# ---- every write returns the next version ----

is $made->header('etag'), 'W/"1"', 'a new portfolio has version 1';
my $tag = $made->header('etag');
my $step = 1;
sub chained {
	my ($name, $status, @call) = @_;
	my $r = call(@call, headers => { 'If-Match' => $tag });

	is code($r), $status, "$name upon $tag" or diag $r->body;
	isnt $r->header('etag') // '', $tag, '… answers another version';
	$tag = $r->header('etag');
	return $r->json ? $r : undef;
}
my $row = chained('a transaction', 201, POST => '/transactions', buy(external_id => 'corretora-1'));
my $tx = $row->json;
chained('its change', 200, PATCH => "/transactions/$tx->{id}", { note => 'nota' });
my $asset = chained('an asset', 201, POST => '/assets', { symbol => 'VALE3', asset_type => 'stock' });
chained('its change', 200, PATCH => '/assets/' . $asset->json->{id}, { name => 'Vale' });
my $income = chained('an income', 201, POST => '/income', { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-03-02', amount => '12.34' });
chained('the name', 200, PATCH => '', { name => 'A principal' });
chained('the audience', 200, PUT => '/audience', { audience => 'private' });
my $sheet = "data;operacao;ticker;quantidade;preco\n05/02/2026;compra;ITUB4;10;33,00\n";
my $import = $t->request(POST => "$at/imports?filename=a.csv", key => $key, type => 'text/csv', body => $sheet, headers => { 'If-Match' => $tag });
is code($import), 201, 'an import upon it' or diag $import->body;
$tag = $import->header('etag');
chained('its undoing', 200, DELETE => '/imports/' . $import->json->{import_id}, undef);
is code(call(POST => '/transactions', buy(), headers => { 'If-Match' => 'W/"1"' })), '409 ledger_conflict', 'an old version is refused';
my $dry = $t->request(POST => "$at/imports?filename=a.csv&dry_run=true", key => $key, type => 'text/csv', body => $sheet);
is_deeply [code($dry), $dry->header('etag'), $dry->header('location')], [200, undef, undef], 'a request that writes nothing has no new version';
is call(GET => '')->json->{ledger_version}, $tag =~ s/\D//gr, 'and the detail knows the last one';

# ---- created resources have an address ----

$import = $t->request(POST => "$at/imports?filename=a.csv", key => $key, type => 'text/csv', body => $sheet);
my $made_key = $t->post('/v1/keys', { name => 'painel' }, key => $key);
for my $case ([$row, 'transaction'], [$asset, 'asset'], [$income, 'income'], [$import, 'import'], [$made_key, 'key']) {
	my ($r, $name) = @$case;
	my $got = $t->get($r->header('location'), key => $key);

	is code($got), 200, "the $name is where Location says" or diag $r->header('location');
	is $got->json->{id}, $r->json->{id} // $r->json->{import_id}, '… the same one';
	is code($t->get($r->header('location'), key => $bia->{user_key})), $name eq 'key' ? '404 key_not_found' : '404 portfolio_not_found', '… to its owner alone';
}
my $got = $t->get($row->header('location'), key => $key)->json;
is_deeply { %$got, note => undef, source => undef, import_id => undef }, { %$tx{grep { $_ ne 'warnings' } keys %$tx}, source => undef, import_id => undef }, 'a transaction reads as it was answered';
is code(call(GET => "/$_->[0]/$id")), "404 $_->[1]", "no such $_->[0]" for ['transactions', 'transaction_not_found'], ['assets', 'asset_not_found'],
	['income', 'income_not_found'], ['imports', 'import_not_found'];

# ---- ids of another system ----

is $tx->{external_id}, 'corretora-1', 'an external id';
my $again = call(POST => '/transactions', buy(external_id => 'corretora-1'));
is code($again), '409 external_id_taken', 'is of one row';
is_deeply $again->json->{details}{existing}, [{ external_id => 'corretora-1', id => $tx->{id} }], '… which the refusal names';
is code(call(POST => '/transactions', [buy(external_id => 'a'), buy(external_id => 'corretora-1')])), '409 external_id_taken', 'in a list, too';
is call(GET => '/transactions?symbol=PETR4&total=true')->json->{meta}{total}, 1, '… of which nothing was written';
is_deeply errors(call(POST => '/transactions', [buy(external_id => 'a'), buy(), buy(external_id => 'a')])), { '/2/external_id' => 'unique: a' }, 'twice in one body';
my $two = call(POST => '/transactions', [buy(external_id => 'a', trade_date => '2026-01-06'), buy(trade_date => '2026-01-07')])->json->{data};
is code(call(PATCH => "/transactions/$two->[1]{id}", { external_id => 'a' })), '409 external_id_taken', 'by a change neither';
is code(call(PATCH => "/transactions/$two->[0]{id}", { external_id => 'a', price => 31 })), 200, 'but for the row itself';
is call(PATCH => "/transactions/$two->[0]{id}", { external_id => undef })->json->{external_id}, undef, 'it may be exported';
is call(PATCH => "/transactions/$two->[1]{id}", { external_id => 'a' })->json->{external_id}, 'a', '… and given to another';
my $other = $t->post('/v1/portfolios', { name => 'Outra' }, key => $key)->json->{id};
is code($t->post("/v1/portfolios/$other/transactions", buy(external_id => 'a'), key => $key)), 201, 'another portfolio has its own';

# ---- newest first ----

sub days {
	my ($query) = @_;
	my ($next, @days) = ('');

	do {
		my $r = call(GET => "/transactions?symbol=PETR4&limit=2&$query" . ($next && "&cursor=$next"))->json;
		push @days, map { $_->{trade_date} } @{ $r->{data} };
		$next = $r->{meta}{next_cursor};
	} while $next;
	return "@days";
}
is days(''), '2026-01-05 2026-01-06 2026-01-07', 'oldest first';
is days('order=asc'), '2026-01-05 2026-01-06 2026-01-07', '… as one may say';
is days('order=desc'), '2026-01-07 2026-01-06 2026-01-05', 'newest first';
is days('order=desc&to=2026-01-06'), '2026-01-06 2026-01-05', '… up to a day';
is days('order=desc&from=2026-01-06'), '2026-01-07 2026-01-06', '… and from one on';
my $cursor = call(GET => '/transactions?limit=1')->json->{meta}{next_cursor};
is code(call(GET => "/transactions?limit=1&order=desc&cursor=$cursor")), '400 invalid_cursor', 'a cursor is of one order';

# ---- each member can be changed alone ----

for my $case ([kind => 'sell'], [trade_date => '2026-01-04'], [quantity => '11'], [price => '31.5'], [fees => '1.25'], [note => 'x'], [currency => 'BRL'], [kind => 'buy']) {
	my ($name, $value) = @$case;
	my $r = call(PATCH => "/transactions/$tx->{id}", { $name => $value });

	is code($r), 200, "$name alone" or diag $r->body;
	is $r->json->{$name} . '', $value, "… is $value" if $r->status == 200;
}
my $event = call(POST => '/transactions', buy(kind => 'adjust', event_kind => 'bonus', price => undef, symbol => 'ITSA4'))->json;
is_deeply [@{ call(PATCH => "/transactions/$event->{id}", { kind => 'buy' })->json }{qw(kind event_kind)}], ['buy', undef], 'a row of another kind has no longer its event';

# ---- all errors at once, with the received values ----

is_deeply errors(call(POST => '/transactions', buy(kind => 'split', fees => '1', quantity => -2, price => 3))),
	{ '/ratio' => 'required: -', '/quantity' => 'minimum: -2', '/price' => 'forbidden: 3', '/fees' => 'forbidden: 1' }, 'a split that is none';
is_deeply errors(call(PATCH => "/transactions/$tx->{id}", { map { $_ => undef } qw(kind trade_date quantity fees currency) })),
	{ map { ("/$_" => 'type: null') } qw(kind trade_date quantity fees currency) }, 'null where no null can be';
is_deeply errors(call(PATCH => '', { name => undef, visibility => undef, exclude_from_consolidated => undef })),
	{ map { ("/$_" => 'type: null') } qw(name visibility exclude_from_consolidated) }, '… of a portfolio';
is code(call(PATCH => "/transactions/$tx->{id}", { price => undef, note => undef, event_kind => undef })), 200, 'and where it can';

# ---- filters ----

$t->post("$at/transactions", buy(symbol => '33.000.167/0001-01', asset_type => 'fund', trade_date => '2026-02-03'), key => $key);
for my $case (['petr4', 3], ['Petr4', 3], ['33.000.167/0001-01', 1], ['33000167000101', 1], ['VALE3', 0]) {
	my ($symbol, $rows) = @$case;

	is scalar @{ call(GET => "/transactions?symbol=" . $symbol =~ s{/}{%2F}r)->json->{data} }, $rows, "rows of $symbol";
}
is scalar @{ call(GET => '/income?symbol=petr4')->json->{data} }, 1, 'income of petr4';
is code(call(GET => '/explain?field=invested_cost&symbol=petr4')), 200, 'and how its cost came to be';
is code(call(GET => "?include=$_")), 200, "layers: $_" for 'closed,monthly', 'closed&include=monthly', 'closed&include=monthly,transactions';
is code(call(GET => '?include=closed&include=closed')), '400 invalid_parameter', 'a layer twice';
is call(GET => '?include=closed&include=monthly')->header('etag'), call(GET => '?include=monthly,closed')->header('etag'), 'one set of layers has one tag';

# ---- a name is unique per account, in every workspace ----

is code($t->post('/v1/portfolios', { name => 'OUTRA' }, key => $key, workspace => $org)), '409 portfolio_name_taken', 'in another workspace the same name';
my $shared = $t->post('/v1/portfolios', { name => 'Da casa' }, key => $key, workspace => $org)->json->{id};
is code($t->patch("/v1/portfolios/$shared", { name => 'Outra' }, key => $key, workspace => $org)), '409 portfolio_name_taken', 'by a change neither';
is code($t->patch("/v1/portfolios/$shared", { name => 'da Casa' }, key => $key, workspace => $org)), 200, 'its own it may spell otherwise';
is code($t->post('/v1/portfolios', { name => 'Outra' }, key => $bia->{user_key})), 201, 'another account has separate names';
is code($t->delete_("/v1/portfolios/$other", key => $key)), 200, 'the deleting account';
is code($t->patch("/v1/portfolios/$shared", { name => 'Outra' }, key => $key, workspace => $org)), 200, '… may use its name again';

# ---- who may see and change it ----

my %there = (key => $key, workspace => $org);
my %colleague = (key => $bia->{user_key}, workspace => $org);
$t->put("/v1/portfolios/$shared/audience", { audience => 'members', members => [{ account_id => $bia->{id}, access => 'read' }] }, %there);
is_deeply $t->get("/v1/portfolios/$shared/audience", %colleague)->json,
	{ audience => 'members', controller_id => $ana->{id}, members => [{ account_id => $bia->{id}, access => 'read' }] }, 'the audience';
is_deeply [@{ $t->get("/v1/portfolios/$shared", %there)->json }{qw(controller_id access)}], [$ana->{id}, 'control'], 'its controller';
is_deeply [@{ $t->get("/v1/portfolios/$shared", %colleague)->json }{qw(controller_id access)}], [$ana->{id}, 'read'], 'and the rights of a reader';
$t->patch("/v1/portfolios/$shared", { visibility => 'public' }, %there);
my %stranger = (key => account($t)->{user_key});
is_deeply [grep { exists $t->get("/v1/portfolios/$shared", %stranger)->json->{$_} } qw(controller_id access)], [], 'a stranger learns neither';
is code($t->get("/v1/portfolios/$shared/audience", %stranger)), '403 wallet_resource_forbidden', 'not who else may see it';
is code($t->get("/v1/portfolios/$shared/history", key => $ana->{platform_key}, workspace => $org)), '403 user_key_required', 'a history is for persons';
is code($t->get("/v1/portfolios/$shared/history", %there)), 200, '… with their names';

# ---- file names ----

is code($t->request(POST => "$at/imports?filename=" . 'a' x 256, key => $key, type => 'text/csv', body => $sheet)), '400 invalid_parameter', 'a name that is too long is not cut';

done_testing;
