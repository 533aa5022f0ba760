#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a guess must not change: what is read of a body, who is logged, that who is refused writes nothing, that a
# replay waits for nobody, and that a slow reader holds no transaction.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Cluster;
use Lastro::FastCGI qw(fastcgi_bytes fastcgi_connect fastcgi_request);
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account key);
use Lastro::Test qw(wait_for);

my $t = Lastro::Test->new;
my $ana = account($t);
my @of = (key => $ana->{user_key});

sub code { my ($r) = @_; return $r->status . ($r->code ? ' ' . $r->code : '') }
sub buy { return { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-02-02', quantity => $_[0] // 10, price => 10 } }
sub params {
	my ($method, $target, %more) = @_;
	my ($path, $query) = split /\?/, $target, 2;

	return [
		REQUEST_METHOD => $method, REQUEST_URI => $target, SCRIPT_NAME => '', PATH_INFO => $path, DOCUMENT_URI => $path,
		QUERY_STRING => $query // '', SERVER_PROTOCOL => 'HTTP/1.1', REMOTE_ADDR => '127.0.0.1', GATEWAY_INTERFACE => 'CGI/1.1',
		CONTENT_TYPE => 'application/json', CONTENT_LENGTH => '', HTTP_AUTHORIZATION => "Bearer $ana->{user_key}", %more,
	];
}

closes($t, b3 => 'PETR4', '2026-11-18' => 20, '2026-11-19' => 21);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_LOG => 'debug' });
my $id = $t->post('/v1/portfolios', { name => 'Um' }, @of)->json->{id};
my $path = "/v1/portfolios/$id";
$t->post("$path/transactions", buy(), @of) for 1 .. 2;

# ---- a body is read once ----

sub warm { $t->get($path, @of) for 1 .. 2 }
sub wrong { warm(); $t->sql('update portfolio set ledger_version = ledger_version + 1') }
sub chunked { my ($method, $body) = @_; return fastcgi_request($t->{socket}, params($method, $path, HTTP_TRANSFER_ENCODING => 'chunked'), $body) }
sub short { my ($n, $body) = @_; return fastcgi_request($t->{socket}, params('PATCH', $path, CONTENT_LENGTH => $n), $body) }

my $long = ('x' x (17 * 65536)) . '{"name":"Cauda"}';	# what is left of it is a body by itself
for my $guess (\&warm, \&wrong) {
	my $name = $guess == \&warm ? 'right' : 'wrong';

	$guess->();
	is code(chunked(PATCH => $long)), '413 payload_too_large', "too long, guessed $name";
	is $t->get($path, @of)->json->{name}, 'Um', 'does nothing';
	$guess->();
	is short(100, 'x' x 50)->json->{detail}, 'O corpo terminou em 50 de 100 bytes.', "cut off, guessed $name";
	$guess->();
	is code(chunked(DELETE => '{}')), '400 invalid_body', "a body where none is taken, guessed $name";
	is code($t->get($path, @of)), 200, 'deletes nothing';
}
$id = $t->post('/v1/portfolios', { name => 'Outro' }, @of)->json->{id};
$path = "/v1/portfolios/$id";
$t->post("$path/transactions", buy(), @of) for 1 .. 2;

# ---- nobody who was not authenticated is logged ----

warm();
$t->sql("update api_key set revoked_at = '2026-01-01'");
is code($t->get($path, @of)), '401 credential_revoked', 'a revoked key';
ok !exists +($t->requests)[-1]{account}, 'is logged without an account';
$t->sql('update api_key set revoked_at = null');

# ---- who is refused does not write ----

# A sequence keeps its number whatever is rolled back.
$t->sql(q(create sequence lastro.tried;
	create function lastro.tried() returns trigger language plpgsql security definer as $$
	begin perform nextval('lastro.tried'); return new; end $$));
$t->sql('create trigger tried before insert on lastro.ledger for each row execute function lastro.tried()');
sub tried { return $t->sql('select case when is_called then last_value else 0 end from lastro.tried') }
is code($t->post("$path/transactions", buy(), @of)), 201, 'a write';
is tried(), 1, 'a row that is written is counted';
warm();
$t->sql("update workspace set wallet = 'suspended'");
$t->get($path, @of), is code($t->post("$path/transactions", buy(), @of)), '403 wallet_suspended', "a suspended wallet, try $_" for 1 .. 5;
is tried(), 1, 'nothing is tried, though it reads between';
is $t->sql('select count(*) from ledger where portfolio_id = (select id from portfolio where name = $$Outro$$)'), 3, 'nothing is written';
$t->sql("update workspace set wallet = 'installed'");
my $reader = key($t, $ana, scopes => ['account:read']);
$t->get($path, key => $reader), is code($t->post("$path/transactions", buy(), key => $reader)), '403 scope_missing', "a key that only reads, try $_" for 1 .. 5;
is tried(), 1, 'nor for it';
$t->sql('drop trigger tried on lastro.ledger');

# What was queued behind a key that is refused ran, to be undone; for ever it may not.
$t->sql(q(create sequence lastro.unbounded;
	create function lastro.unbounded() returns trigger language plpgsql security definer as $$
	begin if current_setting('statement_timeout') = '0' then perform nextval('lastro.unbounded'); end if; return null; end $$;
	create trigger unbounded before update on lastro.portfolio for each statement execute function lastro.unbounded()));
warm();
$t->sql("update api_key set revoked_at = '2026-01-01'");
is code($t->post("$path/transactions", [buy(), buy()], @of)), '401 credential_revoked', 'a key that was good when it was guessed';
$t->sql('update api_key set revoked_at = null; drop trigger unbounded on lastro.portfolio');
is $t->sql('select is_called from lastro.unbounded'), 'f', 'what it was guessed for had its time, too';

# ---- a replay waits for nobody ----

my @once = (@of, headers => { 'Idempotency-Key' => 'k1' });
is code($t->post("$path/transactions", buy(5), @once)), 201, 'with an Idempotency-Key';
my @two = (@of, headers => { 'Idempotency-Key' => 'k2' });
is code($t->post("$path/transactions", [buy(6), buy(7)], @two)), 201, 'and two rows at once';
warm();
my $holder = $t->start_daemon({ log => '/dev/null' }, Lastro::Cluster::bin('psql'), '-XAtq', '-d', $t->conninfo_owner,
	'-c', 'begin; select from lastro.portfolio for update; select pg_sleep(60)');
my $sleeps = sub { $t->sql("select count(*) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()") };
ok wait_for { $sleeps->() }, 'somebody holds the portfolio';
is $t->post("$path/transactions", buy(5), @once)->header('Idempotency-Replayed'), 'true', 'is replayed';
warm();
is $t->post("$path/transactions", [buy(6), buy(7)], @two)->header('Idempotency-Replayed'), 'true', 'and so are they';
warm();
is code($t->post("$path/transactions", [buy(6), buy(8)], @two)), '422 idempotency_key_reused', 'others are refused';
is $sleeps->(), 1, 'while he still holds it';
$t->sql("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()");
$t->ended($holder, 10);

# ---- a slow reader ----

$t->sql("insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
	select workspace_id, portfolio_id, gen_random_uuid(), asset_id, kind, trade_date, 1, price, created_at
	  from (select * from ledger where portfolio_id = '$id' order by id limit 1) l, generate_series(1, 30000);
	update portfolio set ledger_version = ledger_version + 1");
$t->get("$path/export?format=csv", @of);
my $since = $t->sql('select clock_timestamp()');
my $socket = fastcgi_connect($t->{socket});
syswrite $socket, fastcgi_bytes(params('GET', "$path/export?format=csv"), '');
ok wait_for { $t->sql("select count(*) from pg_stat_activity where datname = current_database() and usename = 'lastro_worker'
	and state = 'idle' and query = 'commit' and query_start > '$since'") }, 'a reader who does not read holds no transaction';
close $socket;

done_testing;
