#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A worker answers on a guess while the database says who asks: as whoever it was when the same was asked the
# last time.  A right guess gives the very answer that would have been given without; of a wrong one nothing
# goes out and nothing is written.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes bump);
use Lastro::Tenants qw(account organization key);
use Lastro::Test;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $office = organization($t, $ana, $bia);
my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_LOG => 'debug');
my @of = (key => $ana->{user_key});

closes($t, b3 => $_, '2026-11-18' => 20, '2026-11-19' => 21) for qw(PETR4 VALE3);

sub start { $t->stop_pool if $t->{master}; $t->start_pool(workers => 1, env => \%env) }
sub code { my ($r) = @_; return $r->status . ($r->code ? ' ' . $r->code : '') }

# What a request answers, and whether it was answered on a guess: right, wrong or none.
my %seen = (right => 0, wrong => 0);
sub guess {
	my ($r) = @_;
	my %now = map { $_ => $t->log_count("who asks was guessed $_") } keys %seen;
	my $word = join ' ', grep { $now{$_} > $seen{$_} } sort keys %seen;

	%seen = %now;
	return ($r, $word || 'none');
}
sub fresh { %seen = (right => 0, wrong => 0); start() }
sub is_guessed {
	my ($r, $want, $name) = @_;
	my (undef, $got) = guess($r);

	is $got, $want, "$name: guess $want";
	return $r;
}

sub buy { return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-02-02', quantity => $_[0] // 10, price => 10 } }
sub rows { return $t->sql("select (select count(*) from ledger), (select count(*) from audit where kind like 'transaction.%')") }

fresh();
my $id = $t->post('/v1/portfolios', { name => 'Um' }, @of)->json->{id};
my $path = "/v1/portfolios/$id";
$t->post("$path/transactions", buy($_), @of) for 1 .. 3;
$t->post("$path/transactions", { %{ buy(5) }, symbol => 'VALE3' }, @of);

# ---- the same answer ----

sub headers { return [grep { $_->[0] !~ /^(?:x-request-id|server-timing)$/ } @{ $_[0]{all} }] }

for my $rest ('', '?include=closed,monthly,transactions', '/transactions', '/history', '/xray', '/costs', '/look-through', '/issues',
	'/explain?figure=patrimonio', '/export?format=csv', '?include=nada', '/transactions?cursor=x', '/nada') {
	fresh();
	my $first = is_guessed($t->get("$path$rest", @of), 'none', "GET $rest");
	my $second = $t->get("$path$rest", @of);

	is_guessed($second, $rest eq '/nada' ? 'none' : 'right', "again GET $rest");
	if ($first->status >= 400) {
		is_deeply [code($second), $second->json->{detail}], [code($first), $first->json->{detail}], 'and the same refusal';
	} else {
		is $second->body, $first->body, 'and the same body';
		is_deeply headers($second), headers($first), 'under the same headers';
	}
}
for my $at ('/v1/portfolio', '/v1/portfolio/history', '/v1/portfolios') {
	fresh();
	my $first = is_guessed($t->get($at, @of), 'none', "GET $at");
	my $second = is_guessed($t->get($at, @of), 'right', "again GET $at");

	is $second->body, $first->body, 'and the same body';
}

# ---- what the client has already is not made ----

my $etag = $t->get($path, @of)->header('etag');
guess();
is is_guessed($t->get($path, @of, headers => { 'If-None-Match' => $etag }), 'none', 'If-None-Match')->status, 304, 'is 304';

# ---- what changed meanwhile ----

sub direct { return $t->get("$path?at=2026-11-20", @of)->body }
sub told {
	my ($name) = @_;
	my $r = is_guessed($t->get($path, @of), 'wrong', $name);

	is $r->body, direct(), 'the answer is of this moment';
	guess();
	is_guessed($t->get($path, @of), 'right', 'the next one');
}

$t->get($path, @of) for 1 .. 2;
guess();
$t->sql("insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
	select workspace_id, portfolio_id, gen_random_uuid(), asset_id, kind, trade_date, 1000, price, created_at
	  from ledger where quantity = 5;
	update portfolio set ledger_version = ledger_version + 1");
told('the ledger changed elsewhere');
$t->sql("$_ where symbol = 'PETR4'") for 'delete from last_close', 'delete from quote', 'delete from close_series';
closes($t, b3 => 'PETR4', '2026-11-19' => 21, '2026-11-20' => 44);
told('a price changed');
bump($t);
told('reference data changed');

# ---- writes ----

my $before = $t->get($path, @of)->json->{ledger_version};
guess();
my $r = is_guessed($t->post("$path/transactions", buy(), @of), 'right', 'a write');
is code($r), 201, 'is made';
$r = is_guessed($t->get($path, @of), 'right', 'what it left is known');
is $r->json->{ledger_version}, $before + 1, 'one version later';
is $r->body, direct(), 'as the ledger says';
guess();

my $was = rows();
for my $case (
	[post => "$path/transactions", { %{ buy() }, quantity => -1 }, {}, '400 invalid_body', 'a body that is refused'],
	[post => "$path/transactions", buy(), { 'If-Match' => '"1"' }, '409 ledger_conflict', 'another version'],
	[patch => "$path/transactions/01900000-0000-7000-8000-00000000dead", { quantity => 1 }, {}, '404 transaction_not_found', 'no such row'],
) {
	my ($method, $at, $body, $headers, $want, $name) = @$case;

	is code(is_guessed($t->$method($at, $body, @of, headers => $headers), 'right', $name)), $want, 'is refused';
	is rows(), $was, 'and writes nothing';
}

$t->sql('update portfolio set ledger_version = ledger_version + 1');
$r = is_guessed($t->post("$path/transactions", buy(77), @of), 'wrong', 'a write upon a ledger that changed elsewhere');
is code($r), 201, 'is made';
is $t->sql('select count(*) from ledger where quantity = 77'), 1, 'once';
is $t->sql('select count(*) from audit where subject_id = (select id from ledger where quantity = 77)'), 1, 'and audited once';
is $t->get($path, @of)->body, direct(), 'and what is kept is right';
guess();

# ---- once ----

my %once = (headers => { 'Idempotency-Key' => 'chave-1' });
my $made = is_guessed($t->post("$path/transactions", buy(88), @of, %once), 'right', 'with an Idempotency-Key');
$was = rows();
$r = is_guessed($t->post("$path/transactions", buy(88), @of, %once), 'wrong', 'the same again');
is_deeply [$r->status, $r->body, $r->header('Idempotency-Replayed')], [201, $made->body, 'true'], 'is replayed';
$r = is_guessed($t->post("$path/transactions", buy(89), @of, %once), 'wrong', 'another one under it');
is code($r), '422 idempotency_key_reused', 'is refused';
is rows(), $was, 'and neither wrote';
is_guessed($t->get($path, @of), 'right', 'the reading after them');

# ---- who may ----

my %bia = (key => $bia->{user_key}, workspace => $office->{id});
my %ana = (key => $ana->{user_key}, workspace => $office->{id});
my $shared = $t->post('/v1/portfolios', { name => 'Da casa' }, %ana)->json->{id};
my $of_office = "/v1/portfolios/$shared";
my $member = sub { $t->put("$of_office/audience", { audience => 'members', members => [{ account_id => $bia->{id}, access => $_[0] }] }, %ana) };

$member->('edit');
$t->post("$of_office/transactions", buy(), %bia) for 1 .. 2;
guess();
is code(is_guessed($t->post("$of_office/transactions", buy(), %bia), 'right', 'who may edit')), 201, 'writes';
$member->('read');
guess();
$was = rows();
is code(is_guessed($t->post("$of_office/transactions", buy(), %bia), 'wrong', 'who may only read since')), '403 wallet_resource_forbidden', 'does not';
is rows(), $was, 'and nothing is written';
is_guessed($t->get($of_office, %bia), 'right', 'but reads');
$t->put("$of_office/audience", { audience => 'private' }, %ana);
guess();
$r = is_guessed($t->get($of_office, %bia), 'wrong', 'who may no longer');
is code($r), '404 portfolio_not_found', 'is not told that it exists';
unlike $r->body, qr/PETR4|Da casa/, 'nor what is in it';
is code($t->post("$of_office/transactions", buy(), %bia)), '404 portfolio_not_found', 'nor writes';
is rows(), $was, 'nothing';

$t->get($path, @of) for 1 .. 2;
$t->sql("update workspace set wallet = 'suspended' where id = '$ana->{workspace}'");
guess();
$was = rows();
is code(is_guessed($t->post("$path/transactions", buy(), @of), 'none', 'a suspended wallet')), '403 wallet_suspended', 'writes nothing';
is rows(), $was, 'at all';
$t->sql("update workspace set wallet = 'installed' where id = '$ana->{workspace}'");

$t->get($path, @of) for 1 .. 2;
guess();
$t->sql("update api_key set revoked_at = '2026-01-01' where hash = decode(encode(sha256('$ana->{user_key}'), 'hex'), 'hex')");
for my $try (1 .. 2) {
	$r = is_guessed($t->get($path, @of), 'none', "a revoked key, try $try");
	is code($r), '401 credential_revoked', 'is told so';
	unlike $r->body, qr/PETR4/, 'and nothing else';
	is code($t->post("$path/transactions", buy(), @of)), '401 credential_revoked', 'and writes nothing';
	is rows(), $was, 'at all';
}
$t->sql('update api_key set revoked_at = null');

# ---- the connection ----

$t->get($path, @of) for 1 .. 2;
$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename = 'lastro_worker'");
is code($t->get($path, @of)), 200, 'with another connection it is asked before it is answered';
$t->get($path, @of);
$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename = 'lastro_worker'");
$was = rows();
is code($t->post("$path/transactions", buy(), @of)), 201, 'a write too';
isnt rows(), $was, 'which is made';

done_testing;
