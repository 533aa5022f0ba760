#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# No tenant occupies a worker for long: a request that meets a locked row gives up soon, imports occupy at most half of
# the workers, and a worker stopped while it waits is replaced.

use strict;
use warnings;
use utf8;

use IO::Handle;
use Lastro::Holder;
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my ($key, $bia, $caio) = map { account($t)->{user_key} } 1 .. 3;
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 };
my $csv = "ticker;operacao;data;quantidade;preco\nPETR4;C;05/01/2026;10;10,00\n";

$t->start_pool(workers => 1, env => \%env);
my @id = map { $t->post('/v1/portfolios', { name => "Carteira $_" }, key => $key)->json->{id} } 1 .. 3;
my $his = $t->post('/v1/portfolios', { name => 'Dele' }, key => $caio)->json->{id};

# holding() - a session that locks the portfolios' rows until its end.
sub holding {
	return Lastro::Holder->new($t, 'select 1 from portfolio where id in (' . join(', ', map { "'$_'" } @id, $his) . ') for update');
}

# ---- a locked row ----

my $other = holding();
my $r = $t->post("/v1/portfolios/$id[0]/transactions", $row, key => $key);
is_deeply [$r->status, $r->json->{details}{code}, $r->header('retry-after')], [409, 'ledger_busy', 1], 'a write gives up on a locked ledger';
is $t->get("/v1/portfolios/$id[0]", key => $key)->status, 200, 'a read does not wait';
is $t->upload("/v1/portfolios/$id[0]/imports", 'a.csv', $csv, key => $key)->json->{details}{code}, 'ledger_busy', 'an import gives up too';
$other->end;
$r = $t->post("/v1/portfolios/$id[0]/transactions", $row, key => $key);
is $r->status, 201, 'and the repeated request succeeds' or diag $r->body;
is $t->sql("select count(*) from ledger where portfolio_id = '$id[0]'"), 1, 'once';

# ---- a worker stopped while it waits ----

my ($frozen) = $t->workers;
kill STOP => $frozen;
ok wait_for(sub { my @now = $t->workers; @now == 1 && $now[0] != $frozen }, 60), 'a frozen worker is replaced';
is $t->get("/v1/portfolios/$id[0]", key => $key)->status, 200, 'and requests are answered';
is $t->log_count('worker is frozen, killing it'), 1, 'the log says why';
$t->stop_pool;

# ---- requests that occupy a worker: these wait for the row without limit ----

$t->start_pool(workers => 4, env => { %env, LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0') });
my ($big, $small) = map { $t->post('/v1/portfolios', { name => $_ }, key => $bia)->json->{id} } 'Grande', 'Pequena';
$t->post("/v1/portfolios/$small/transactions", $row, key => $bia);
$r = $t->upload("/v1/portfolios/$big/imports", 'a.csv', join('', "ticker;operacao;data;quantidade;preco\n", map { sprintf "PETR4;C;05/01/2026;10;%d,%02d\n", 1 + $_ / 100, $_ % 100 } 1 .. 12_000), key => $bia);
is $r->status, 201, 'a ledger with more than 2 MB of rows' or diag $r->body;
my $all = "/v1/portfolios/$big?include=transactions,monthly,closed";
cmp_ok length $t->get($all, key => $bia)->body, '>', 2 << 20, 'and so is the answer with all of them';

$other = holding();
sub importing {
	my ($id, $key) = @_;
	my $pid = fork // die "fork: $!";

	POSIX::_exit($t->upload("/v1/portfolios/$id/imports", 'a.csv', $csv, key => $key)->status == 201 ? 0 : 1) unless $pid;
	return $pid;
}
my @children = importing($id[1], $key);
ok wait_for { $t->waits == 1 }, 'an import holds one of four workers';
$r = $t->upload("/v1/portfolios/$id[2]/imports", 'a.csv', $csv, key => $key);
is_deeply [$r->status, $r->json->{details}{code}, $r->header('retry-after')], [429, 'busy_account', 1], 'a second one of the account must wait for it';
like $r->json->{detail}, qr{^Um pedido pesado desta conta já está em curso}, 'in words';
push @children, importing($his, $caio);
ok wait_for { $t->waits == 2 }, 'another account has room: two imports hold two of four workers';
$r = $t->upload("/v1/portfolios/$small/imports", 'a.csv', $csv, key => $bia);
is_deeply [$r->status, $r->json->{details}{code}, $r->header('retry-after')], [503, 'busy', 5], 'a third, of another account, is sent away at once';
is $t->get("/v1/portfolios/$small", key => $bia)->status, 200, 'others are answered';

$r = $t->get("$all&at=2026-11-01", key => $bia);
is_deeply [$r->status, $r->json->{details}{code}, $r->header('retry-after')], [503, 'busy', 5], 'a request with a large answer is heavy the next time, at any worker';
is $t->get("/v1/portfolios/$small?include=transactions", key => $bia)->status, 200, 'a small one with its rows is not';
$other->end;
for my $pid (@children) {
	waitpid $pid, 0;
	is $?, 0, 'an accepted import completes';
}
$r = $t->upload("/v1/portfolios/$id[0]/imports", 'a.csv', $csv, key => $key);
is $r->status, 201, 'and there is room again' or diag $r->body;
is $t->get($all, key => $bia)->status, 200, 'for large ones too';

done_testing;
