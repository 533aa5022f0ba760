#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Idempotency-Key: a repeated request is executed once.

use strict;
use warnings;

use Lastro::Holder;
use Lastro::Test qw(wait_for);
use Test::More;

my $t = Lastro::Test->new;

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
my $second = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'l')->{key};

my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z');
$t->start_pool(env => \%env);

sub make {
	my ($idempotency, $json, %o) = @_;

	return $t->post('/v1/portfolios', $json, key => $key, headers => { 'Idempotency-Key' => $idempotency }, %o);
}

my $first = make('um', { name => 'A' });
is $first->status, 201, 'the first is done';
is $first->header('idempotency-replayed'), undef, 'and is not a replay';

my $again = make('um', { name => 'A' });
is $again->status, 201, 'the same again is answered';
is $again->header('idempotency-replayed'), 'true', 'as a replay';
is $again->body, $first->body, 'byte for byte';
is $again->header('content-type'), $first->header('content-type'), 'with its type';
is $t->sql("select count(*) from portfolio"), 1, 'one was made';

# ---- bodies are compared by value ----

my $row = '"symbol":"PETR4","asset_type":"stock","kind":"buy","trade_date":"2026-01-05"';
my $rows = '/v1/portfolios/' . $first->json->{id} . '/transactions';
sub spelled { my ($body, %o) = @_; return $t->request(POST => $rows, key => $key, type => 'application/json', body => $body, headers => { 'Idempotency-Key' => 'valor' }, %o) }
my $bought = spelled("{$row,\"quantity\":10,\"price\":30.5}");
is $bought->status, 201, 'a purchase';
for my $same ("{\"price\":30.50,\"quantity\":1e1,$row}", " { $row ,\n \"quantity\" : 10.0, \"price\": 305E-1 }", "{$row,\"quantity\":10,\"price\":30.5}" =~ s/PETR4/\\u0050ETR4/r) {
	my $s = spelled($same);
	is_deeply [$s->status, $s->header('idempotency-replayed'), $s->body], [201, 'true', $bought->body], "the same, as $same";
}
is spelled("{$row,\"quantity\":10,\"price\":30.5}", type => 'application/json; charset=utf-8')->header('idempotency-replayed'), 'true', 'with any charset in its type';
for my $other ("{$row,\"quantity\":10,\"price\":30.51}", "{$row,\"quantity\":\"10\",\"price\":30.5}", "{$row,\"quantity\":10,\"price\":30.5,\"note\":null}", "[{$row,\"quantity\":10,\"price\":30.5}]", "{$row,\"quantity\":10,\"price\":30.5") {
	is spelled($other)->code, 'idempotency_key_reused', "another, as $other";
}
is $t->sql('select count(*) from ledger'), 1, 'one was written';

my $r = make('um', { name => 'B' });
is_deeply [$r->status, $r->code], [422, 'idempotency_key_reused'], 'another body under the same key';
$r = make('um', { name => 'A' }, workspace => 'personal');
is_deeply [$r->status, $r->code], [422, 'idempotency_key_reused'], 'another workspace header';
$r = make('um', { name => 'C' }, key => $second);
is $r->status, 201, 'keys are of one credential';

$r = make('dois', { name => '' });
is $r->status, 400, 'a refusal';
is make('dois', { name => 'D' })->status, 201, 'is not stored: the key is free';

for my $bad ('', 'x' x 256, 'a b', "\xc3\xa9") {
	$r = make($bad, { name => 'E' });
	is_deeply [$r->status, $r->code], [400, 'invalid_header'], 'a key of ' . length($bad) . ' bytes that is no good';
}
is make('x' x 255, { name => 'F' })->status, 201, '255 characters are';

# ---- in progress: another session holds the lock of this credential and key ----

my $credential = $t->sql("select id from api_key where name = 'k'");
my $holder = Lastro::Holder->new($t, "select pg_advisory_xact_lock(hashtextextended('$credential' || 'três', 0))");
$r = make('três', { name => 'G' });
is $r->status, 400, 'a key beyond ASCII is refused before the lock';
$holder->run("rollback; begin; select pg_advisory_xact_lock(hashtextextended('$credential' || 'tres', 0))");
$r = make('tres', { name => 'G' });
is_deeply [$r->status, $r->code, $r->header('retry-after')], [409, 'idempotency_in_progress', 1], 'while the first is running: in a second';
$holder->run("rollback; begin; select pg_advisory_xact_lock(hashtextextended('$credential' || 'um', 0))");
$r = make('um', { name => 'A' });
is_deeply [$r->status, $r->header('idempotency-replayed')], [201, 'true'], 'a completed request is answered from its stored answer, also while another replay reads it';
$holder->end;
is make('tres', { name => 'G' })->status, 201, 'and afterwards it may';

# ---- secrets ----

my $made = $t->post('/v1/keys', { name => 'nova' }, key => $key, headers => { 'Idempotency-Key' => 'chave' });
my $secret = $made->json->{key};
ok $secret, 'a new key shows its secret';
my $replay = $t->post('/v1/keys', { name => 'nova' }, key => $key, headers => { 'Idempotency-Key' => 'chave' });
is_deeply [$replay->status, $replay->json->{id}, $replay->header('location')],
	[201, $made->json->{id}, $made->header('location')], 'its replay is the same key';
ok !exists $replay->json->{key}, 'without the secret';
is $t->sql("select count(*) from idempotency where position('$secret' in convert_from(body, 'UTF8')) > 0"), 0,
	'which is not in the table either';

# ---- 24 hours ----

$t->stop_pool;
$t->start_pool(env => { LASTRO_NOW => '2026-11-21T14:59:59Z' });
is make('um', { name => 'A' })->header('idempotency-replayed'), 'true', 'one second before 24 hours';
$t->stop_pool;
$t->start_pool(env => { LASTRO_NOW => '2026-11-21T15:00:01Z' });
is make('um', { name => 'H' })->status, 201, 'after them the key is new';
# One request in sixteen with a key deletes the expired ones.
my $looks = $t->sql("select k from generate_series(1, 1000) k where hashtext('k' || k) & 15 = 0 limit 1");
sub old { return $t->sql("select count(*) from idempotency where created_at < '2026-11-21'") }
ok old() >= 3, 'the old ones are still there';
is make("k$looks", { name => 'I' })->status, 201, 'until a request with a key deletes them';
is old(), 0, 'and they leave';

done_testing;
