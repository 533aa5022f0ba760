#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The number of times that a worker waits for the database (doc/performance.md): once for a cached detail, four times for a
# trade with its commit, once more with an Idempotency-Key, which is looked up before the ledger is locked.  A list's total adds one statement.

use strict;
use warnings;

use Lastro::Proxy;
use Lastro::Test qw(wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $proxy = Lastro::Proxy->new($t);

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
$t->start_pool(workers => 1);
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};

# settled() - reads the messages until there are no more: the end of a read is sent after its answer.
sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');	# uses no database
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}

# waits() - the syncs of one request with prepared statements.
sub waits {
	my ($ask) = @_;

	$ask->() for 1 .. 3;
	settled();
	$ask->();
	return scalar(() = settled() =~ /S/g);
}

my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', quantity => 1, price => 10, trade_date => '2025-01-06' };
my $n = 0;
sub trade { my $r = $t->post("/v1/portfolios/$id/transactions", $row, key => $key, headers => { @_ }); is $r->status, 201, 'a trade' }

is waits(sub { trade() }), 4, 'a trade: the caller, the lock and the asset, the row and the figures that it changes, the commit';
is waits(sub { trade('Idempotency-Key' => 'k' . $n++) }), 5, 'with an Idempotency-Key one more';
is waits(sub { is $t->get("/v1/portfolios/$id", key => $key)->status, 200, 'a detail' }), 2, 'a cached detail: the caller, and the end, which is not awaited';

# ---- a total adds one query, in the same round trip ----

# ran() - the statements and waits of one request with prepared statements.
sub ran {
	my ($path) = @_;

	is $t->get($path, key => $key)->status, 200, $path for 1 .. 3;
	settled();
	$t->get($path, key => $key);
	my $all = settled();
	return [scalar(() = $all =~ /E/g), scalar(() = $all =~ /S/g)];
}

$t->sql("insert into company (id, cvm_code, name, status, listed, words) values (1, 1, 'X', 'active', true, '');"
	. " insert into company_code (cvm_code, company_id, name, folded, status, on_exchange, source) values (1, 1, 'X', 'x', 'active', true, 'register')");
for my $path (qw(/v1/companies /v1/companies/1/documents /v1/companies/1/documents?kind=material_fact /v1/companies/1/financials /v1/companies/1/financials?versions=all
	/v1/offerings)) {
	my ($bare, $total) = map { ran($_) } $path, $path . ($path =~ /\?/ ? '&' : '?') . 'total=true';

	is_deeply $total, [$bare->[0] + 1, $bare->[1]], "$path: with its total";
}

done_testing;
