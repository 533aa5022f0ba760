#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Slow requests of one account occupy at most half of the workers: its other requests get 429 busy_account meanwhile,
# and other accounts are served.  A computation checks its deadline itself.

use strict;
use warnings;
use utf8;

use Encode ();
use IO::Handle;
use Lastro::Console;
use Lastro::Holder;
use Lastro::Tenants qw(account);
use Lastro::Test qw(program slurp wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($browser) = $c->person('ana@example.com');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--kind', 'user', '--name', 'a', '--json')->{key};
my $second = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--kind', 'user', '--name', 'b', '--json')->{key};
my $bia = account($t)->{user_key};
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 };
my @id = map { $t->post('/v1/portfolios', { name => "Carteira $_" }, key => $key)->json->{id} } 1 .. 3;
my $other = $t->post('/v1/portfolios', { name => 'Dela' }, key => $bia)->json->{id};
# Waiting for a locked row has no limit here.
my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DEADLINE_MS => 120_000, LASTRO_BASE_URL => $c->base,
	LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0'));

$t->stop_pool;
$t->start_pool(workers => 4, env => \%env);

# lock_rows() - a session that locks the rows of the portfolios until its end.
sub lock_rows { return Lastro::Holder->new($t, "select 1 from portfolio where id <> '$other' for update") }


# writers() - a child per portfolio that writes a row; exits with the last digit of the status, or 99.
sub writers {
	return map {
		my $id = $_;
		my $pid = fork // die "fork: $!";
		if (!$pid) {
			my $r = $t->post("/v1/portfolios/$id/transactions", $row, key => $key);
			POSIX::_exit($r ? $r->status == 201 ? 1 : $r->status == 429 ? 29 : 98 : 99);
		}
		$pid
	} @_;
}

sub ends { my ($pid) = @_; waitpid $pid, 0; return $? >> 8 }
sub code { my ($r) = @_; return join ' ', $r->status, $r->header('content-type') =~ /json/ ? $r->json->{details}{code} // '' : () }
sub is_busy { my ($r, $what) = @_; is_deeply [code($r), $r->header('retry-after')], ['429 busy_account', 1], $what or diag $r->body }

# ---- two of four workers are occupied ----

my $lock = lock_rows();
my @writers = writers(@id[0, 1]);
ok wait_for { $t->waits == 2 }, 'two requests of an account hold two of four workers';
ok wait_for { $t->get('/v1/portfolios', key => $key)->status == 429 }, 'when they have taken long, they are refused';
is_busy($t->get('/v1/portfolios', key => $key), 'as a Problem');
is_busy($t->get('/v1/portfolios', key => $second), 'by another key of the account');
is_busy($t->get('/v1/keys', key => $key), 'on every route');
is_busy($t->get('/v1/portfolios/nada?nada=1', key => $key), 'before anything else is refused');
is_busy($t->post('/v1/portfolios', { name => 'Mais uma' }, key => $key), 'of writes too');
is $t->get('/v1/portfolios', key => 'lst_user_' . 'x' x 49)->status, 401, 'an invalid credential gets its own error';

my $page = $browser->open('/portfolios');
is_deeply [$page->status, $page->header('retry-after')], [429, 1], 'a page gets the message';
like $page->header('content-type'), qr{^text/html}, 'in a page';
like Encode::decode('UTF-8', $page->body), qr{Pedidos demorados desta conta ainda estão sendo atendidos}, 'in words';
unlike $page->body, qr{busy_account}, 'and without its code';
my $rpc = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'list_functions', arguments => {} } }, key => $key);
is_deeply [$rpc->status, $rpc->header('retry-after')], [429, 1], 'and an assistant';
is_deeply [@{ $rpc->json }{qw(jsonrpc id)}, $rpc->json->{error}{data}{code}], ['2.0', 1, 'busy_account'], 'as an answer to its message';

is $t->get('/v1/portfolios', key => $bia)->status, 200, 'another account is answered';
is $t->post("/v1/portfolios/$other/transactions", $row, key => $bia)->status, 201, 'and writes';
is $t->get('/v1/status')->status, 200, 'and a request without credential';
my $help = $t->get('/problems/busy_account');
is $help->status, 200, 'the code has its page';
like $help->body, qr{Conta ocupada}, 'with its title';

# ---- a replaced worker, and a killed one ----

my %before = map { $_ => 1 } $t->workers;
kill HUP => $t->{master};
ok wait_for(sub { $t->log_count('all workers are replaced') == 1 }, 60), 'all workers are replaced, but two are still held';
is_busy($t->get('/v1/portfolios', key => $key), 'which count as before');
my @held;
ok wait_for(sub { (@held = grep { $before{$_} } $t->workers) == 2 }), 'they are on their way out';
kill KILL => $held[0];
ok wait_for(sub { $t->log_count('worker was killed') == 1 }), 'one is killed';
is $t->get('/v1/portfolios', key => $key)->status, 200, 'a dead worker\'s request no longer counts';
$lock->end;
is_deeply [sort map { ends($_) } @writers], [1, 99], 'the other one is answered';
is $t->get('/v1/portfolios', key => $key)->status, 200, 'and nothing counts';
is $t->sql("select count(*) from ledger where portfolio_id in ('$id[0]', '$id[1]')"), 1, 'the row of the one that was answered is there, no other';

# ---- four at once, before any of them has taken long ----

$lock = lock_rows();
my %writers = map { $_ => 1 } writers(@id, $id[0]);
my @ended;
while (@ended < 2) {
	my $pid = waitpid -1, 0;
	push @ended, $? >> 8 if delete $writers{$pid};
}
is_deeply \@ended, [29, 29], 'of four that come at once two are ended';
is $t->get('/v1/portfolios', key => $bia)->status, 200, 'another account is answered';
$lock->end;
is_deeply [map { ends($_) } keys %writers], [1, 1], 'the other two go on';
is $t->sql("select count(*) from ledger where portfolio_id <> '$other'"), 3, 'the ended ones have written nothing';
$t->stop_pool;

# ---- a single worker ----

my $socket = $t->dir . '/alone.sock';
my $alone = $t->start_daemon({ log => $t->dir . '/alone.log', env => { $t->worker_env, %env } }, 'spawn-fcgi', '-s', $socket, '-M', '0666',
	'-P', $t->dir . '/alone.pid', '-n', '--', program('lastro.fcgi'));
ok wait_for(sub { -S $socket && $t->get('/v1/status', socket => $socket) }), 'a worker alone has no table';
is $t->get('/v1/portfolios', key => $key, socket => $socket)->status, 200, 'and answers' for 1 .. 3;
kill TERM => $alone;
$t->ended($alone);

# ---- a computation beyond its deadline ----

my $csv = join "\n", 'ticker;operacao;data;quantidade;preco', map {
	my $n = $_;
	sprintf '%s3;C;%02d/%02d/%d;10;10,00', join('', map { chr(65 + int($n / 26**$_) % 26) } 0 .. 3), 1 + $n % 28, 1 + int($n / 28) % 12, 2011 + int($n / 336) % 15
} 0 .. 7999;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_IMPORT_DEADLINE_MS => 600_000 });
my $wide = $t->post('/v1/portfolios', { name => 'Larga' }, key => $bia)->json->{id};
is $t->upload("/v1/portfolios/$wide/imports", 'a.csv', $csv, key => $bia)->status, 201, 'eight thousand papers, each bought on its day';
$t->stop_pool;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_DEADLINE_MS => 300 });
my ($pid) = $t->workers;
is code($t->get("/v1/portfolios/$wide/history", key => $bia)), '504 deadline_exceeded', 'their history ends at its deadline';
is_deeply [$t->workers], [$pid], 'by the worker that is still there';
is $t->get('/v1/portfolios', key => $bia)->status, 200, 'and answers';

# ---- one whose deadline passes before the database is asked ----

my $long = join "\n", 'ticker;operacao;data;quantidade;preco', ('PETR4;C;05/01/2026;10;10,00') x 10_000;
$t->stop_pool;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_IMPORT_DEADLINE_MS => 101 });
($pid) = $t->workers;
is code($t->upload("/v1/portfolios/$wide/imports", 'a.csv', $long, key => $bia)), '504 deadline_exceeded', 'a sheet read past the deadline gets an error';
is_deeply [$t->workers], [$pid], 'by the worker that is still there';
is $t->log_count('worker is stuck in a request, killing it'), 0, 'no worker had to be killed';

done_testing;
