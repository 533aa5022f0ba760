#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# How often a worker waits for the database (doc/performance.md): once for a warm detail, four times for a trade and
# its commit, once more with an Idempotency-Key, whose answer is looked for before the ledger is locked.

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

# settled() - what was said until nothing more is: the end of a read is told after its answer, before the next request.
sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');	# asks the database nothing
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}

# waits() - the syncs of one request whose statements are prepared.
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

is waits(sub { trade() }), 4, 'a trade: who asks, the lock and the asset, the row and what it touches, the commit';
is waits(sub { trade('Idempotency-Key' => 'k' . $n++) }), 5, 'with an Idempotency-Key one more';
is waits(sub { is $t->get("/v1/portfolios/$id", key => $key)->status, 200, 'a detail' }), 2, 'a warm detail: who asks, and the end that nobody waits for';

done_testing;
