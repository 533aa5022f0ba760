#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A worker caches the heads that it read recently: a second reading only asks the database for the caller and the
# versions.  After any write, also a rolled back one, the answer is the present ledger's.  `at` of today reads the ledger
# and never a stored head.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Test::More;
use Lastro::Market qw(closes bump);
use Lastro::Tenants qw(account);
use Lastro::Test;

my %now = (LASTRO_NOW => '2026-11-20T15:00:00Z');
my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

closes($t, b3 => $_, '2026-11-18' => 20, '2026-11-19' => 21) for qw(PETR4 VALE3);
$t->start_pool(workers => 1, env => { %now, LASTRO_CACHE_MB => 1 });

sub buy { return { symbol => $_[0], asset_type => 'stock', kind => 'buy', trade_date => '2026-02-02', quantity => $_[1], price => 10 } }
sub read_ { return $t->get("/v1/portfolios/$_[0]" . ($_[1] // ''), key => $key)->body }
sub direct { return read_($_[0], '?at=2026-11-20') }
sub new_portfolio { return $t->post('/v1/portfolios', { name => $_[0] }, key => $key)->json->{id} }

my $id = new_portfolio('Um');
$t->post("/v1/portfolios/$id/transactions", buy('PETR4', 100), key => $key);

# ---- it is used ----

my $first = read_($id);
is read_($id), $first, 'the second reading says the same';
is $first, direct($id), 'which equals the ledger';
$t->sql(q(update portfolio_state set head = '\x01ffff'));
is read_($id), $first, 'and does not ask for the head again';
is read_($id, "/$_"), read_($id, "/$_"), "nor $_" for qw(xray costs look-through);

# ---- and invalidated ----

$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity
		 where datname = current_database() and usename = 'lastro_worker'");
is read_($id), $first, 'a new connection reads it again, and damaged figures are derived again';
$t->get('/problems/route_not_found');	# waits for the single worker's work after its answer
isnt $t->sql(q(select head from portfolio_state)), '\x01ffff', 'as the database shows';

read_($id) for 1 .. 2;
$t->post("/v1/portfolios/$id/transactions", buy('VALE3', 7), key => $key);
is read_($id), direct($id), 'after a write it is of the new version';
isnt read_($id), $first, 'which says something else';
$t->patch("/v1/portfolios/$id", { name => 'Outro nome' }, key => $key);
like read_($id), qr/"Outro nome"/, 'a new name is visible at once';
read_($id) for 1 .. 2;
$t->sql("$_ where symbol = 'PETR4'") for 'delete from last_close', 'delete from quote', 'delete from close_series';
closes($t, b3 => 'PETR4', '2026-11-19' => 21, '2026-11-20' => 44);
is read_($id), direct($id), 'and so is a new price';
bump($t);
is read_($id), direct($id), 'and a load that touched none of its papers harms nothing';
is read_($id), direct($id), 'not at the second reading either';

# ---- a write to figures that were derived again meanwhile ----

$t->post("/v1/portfolios/$id/transactions", buy('PETR4', 1), key => $key);
read_($id) for 1 .. 2;
$t->lastro_ok({ env => \%now }, 'compute', 'state');
$t->post("/v1/portfolios/$id/transactions", buy('PETR4', 2), key => $key);
is JSON::PP::decode_json((split /\n/, $t->lastro({ env => \%now }, 'compute', 'state', '--verify', '--json')->{out})[-1])->{wrong}, 0,
	'what the next write keeps is what the ledger says';
is read_($id), direct($id), 'and it is read unchanged';

# ---- rolled back changes are never read ----

my $large = { symbol => 'VALE3', asset_type => 'stock', kind => 'sell', trade_date => '2026-02-03', quantity => 1, price => 10 };
read_($id) for 1 .. 2;
my $before = read_($id);
is $t->post("/v1/portfolios/$id/transactions", [$large, { %$large, quantity => -1 }], key => $key)->status, 400, 'a write is refused';
my $csv = "ticker,operacao,data,quantidade,preco\nVALE3,compra,02/02/2026,10,11\n";
is $t->request('POST', "/v1/portfolios/$id/imports?filename=a.csv&dry_run=true", body => $csv, type => 'text/csv', key => $key)->status,
	200, 'an import is rehearsed';
is read_($id), $before, 'both left it unchanged';
is direct($id), $before, 'and the ledger too';

# ---- several at once, by all ids and versions ----

sub together { return $t->get('/v1/portfolio', key => $key)->body }
sub anew {
	$t->sql("select pg_terminate_backend(pid, 10000) from pg_stat_activity
		 where datname = current_database() and usename = 'lastro_worker'");
	return together();
}
my $other = new_portfolio('Dois');
$t->post("/v1/portfolios/$other/transactions", buy('VALE3', 50), key => $key);
my @same = map { together() } 1 .. 3;
is_deeply [@same[1, 2]], [@same[0, 0]], 'the consolidated view says the same thrice';
$t->sql(q(update portfolio_state set head = '\x01ffff'));
is together(), $same[0], 'and asks for no head again';
is anew(), $same[0], 'with a new connection neither, since damaged figures are derived again';
together() for 1 .. 2;
$t->post("/v1/portfolios/$other/transactions", buy('PETR4', 3), key => $key);
my $now = together();
isnt $now, $same[0], 'a write in one of them shows';
is $now, anew(), 'unchanged';
together() for 1 .. 2;
$t->patch("/v1/portfolios/$other", { exclude_from_consolidated => JSON::PP::true() }, key => $key);
is together(), anew(), 'one that is left out is out';
together() for 1 .. 2;
$t->delete_("/v1/portfolios/$other", key => $key);
is together(), anew(), 'and one that was deleted';

# ---- more portfolios than fit: 1 MB, a quarter of it for heads ----

my @many = map { new_portfolio("Muitas $_") } 1 .. 30;
for my $p (@many) {
	$t->post("/v1/portfolios/$p/transactions",
		[map { buy(sprintf('AA%s3', join '', map { chr(65 + $_) } int($_ / 26), $_ % 26), 1 + $_) } 0 .. 59], key => $key);
}
my %was = map { $_ => direct($_) } @many;
for my $round (1 .. 3) {
	is_deeply [grep { read_($_) ne $was{$_} } @many], [], "round $round: each is itself";
}

# ---- two workers: one writes, both answer ----

$t->stop_pool;
$t->start_pool(workers => 2, env => \%now);
my @wrong;
for my $n (1 .. 20) {
	read_($id) for 1 .. 3;
	$t->post("/v1/portfolios/$id/transactions", buy('PETR4', $n), key => $key);
	my $now = direct($id);
	push @wrong, $n if grep { read_($id) ne $now } 1 .. 4;
}
is_deeply \@wrong, [], 'no worker answers with a value that another one changed';

$t->finish;
done_testing;
