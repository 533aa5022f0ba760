#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The income tax of very many assets, or of very many adjustments of one: the time grows linearly, not with the square,
# so that no ledger occupies a worker.

use strict;
use warnings;

use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

my $many = 10000;
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-22T15:00:00Z' });
my ($one, $two) = map { $t->post('/v1/portfolios', { name => $_ }, key => $key)->json->{id} } qw(Um Dois);

sub rows {
	my ($portfolio, @rows) = @_;

	while (my @part = splice @rows, 0, 5000) {
		my $r = $t->post("/v1/portfolios/$portfolio/transactions", \@part, key => $key);
		$r->status == 201 or die $r->body;
	}
}

# is_computed() - both answers; quadratic time would take minutes, and a request has ten seconds.
sub is_computed {
	my ($name) = @_;

	for my $path ('/v1/portfolio/tax?year=2026', '/v1/portfolio/tax/declaration?year=2026') {
		my $r = $t->get($path, key => $key);

		is $r->status, 200, "$name: $path";
		return $r if $path =~ /declaration/;
	}
}

my %paper = (symbol => 'AAAA3', asset_type => 'stock', trade_date => '2026-02-05');
rows($one, { %paper, kind => 'buy', trade_date => '2026-01-05', quantity => 10 * $many, price => '1.00' });
rows($one, map { { %paper, kind => 'adjust', quantity => -1 } } 1 .. $many);
rows($two, map { { %paper, kind => 'adjust', quantity => 1, price => '5.00', trade_date => '2026-02-06' } } 1 .. $many);
is_computed('adjustments of one quantity');
$t->delete_("/v1/portfolios/$_", key => $key) for $one, $two;

my $third = $t->post('/v1/portfolios', { name => 'Outra' }, key => $key)->json->{id};
rows($third, map { { symbol => "AB$_", asset_type => 'stock', kind => $_ % 2 ? 'buy' : 'sell', trade_date => '2026-02-05', quantity => 1, price => '30.00' } } 1 .. $many);
my $d = is_computed('assets')->json;
is scalar @{ $d->{bens} }, $many, 'each is in the declaration';
# AB10, AB100 to AB109 and AB1000 to AB1099 are of one company: 55 purchases of 30.00.  AB1 to AB9 are separate.
is_deeply [sort map { $_->{symbol} } grep { $_->{optional} } @{ $d->{bens} }], [map { "AB$_" } 1 .. 9], 'and the exclusion is decided by company';

done_testing;
