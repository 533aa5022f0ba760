#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# All portfolios as one (doc/calculations.md 6.4, 17): sums, joined positions, one return over all flows, simulations
# excluded, platform keys refused.  Today is 20 May 2026.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(closes);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $me = account($t);
my $key = $me->{user_key};

closes($t, b3 => 'PETR4', '2026-01-12' => '30.00', '2026-01-30' => '31.00', '2026-02-27' => '33.00', '2026-04-30' => '35.00',
	'2026-05-19' => '36.00');
closes($t, b3 => 'HGLG11', '2026-02-03' => '155.00', '2026-04-30' => '156.00', '2026-05-19' => '150.00');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-05-20T15:00:00Z' });

sub get {
	my ($path, %o) = @_;
	my $r = $t->get($path, key => $key, %o);

	die $r->status . ' ' . $r->body unless $r->status == 200;
	return $r->json;
}

sub near { my ($got, $want, $within, $name) = @_; return cmp_ok(abs(($got // 1e99) - $want), '<=', $within, "$name: $want") || diag $got // 'null' }

my $none = get('/v1/portfolio');
ok !$none->{has_portfolio}, 'without a portfolio';
is $none->{kind_mix}, 'Sem posições', 'nothing is mixed';
is_deeply get('/v1/portfolio/history')->{data}, [], 'and there is no history';

sub carteira {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => $_->[5] // 'stock', kind => $_->[1],
		trade_date => $_->[2], quantity => $_->[3], price => $_->[4] } } @rows], key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}

my $one = carteira('Uma', ['PETR4', 'buy', '2026-01-12', '100', '30'], ['HGLG11', 'buy', '2026-02-03', '10', '155', 'fii']);
my $two = carteira('Duas', ['PETR4', 'buy', '2026-02-27', '50', '33'], ['PETR4', 'sell', '2026-04-30', '20', '35']);
my $simulation = carteira('Simulação', ['PETR4', 'buy', '2026-01-12', '9999', '30']);
my $empty = $t->post('/v1/portfolios', { name => 'Vazia' }, key => $key)->json->{id};
$t->patch("/v1/portfolios/$simulation", { exclude_from_consolidated => \1 }, key => $key);

my $c = get('/v1/portfolio');
my @detail = map { get("/v1/portfolios/$_") } $one, $two;
is $c->{carteiras}, 3, 'a simulation does not count, an empty one does';
for my $field (qw(patrimonio invested unrealized_pl realized_pl day_change_brl)) {
	near($c->{$field}, $detail[0]{$field} + $detail[1]{$field}, 0.005, "$field is the sum of the details");
}
# 130 PETR4 at 36 and 10 HGLG11 at 150.
near($c->{patrimonio}, 130 * 36 + 1500, 0.005, 'the total value');
near($c->{unrealized_pct}, (600 + 90 - 50) / (3000 + 990 + 1550) * 100, 1e-4, 'gain over the cost of all');
is_deeply [map { $_->{symbol} } @{ $c->{positions} }], [qw(PETR4 HGLG11)], 'a paper of two portfolios is one position';
near($c->{positions}[0]{qty}, 130, 0, 'its quantities add');
near($c->{positions}[0]{unrealized_pct}, 690 / 3990 * 100, 1e-4, 'its gain is over both costs');
near($c->{positions}[0]{weight_pct}, 4680 / 6180 * 100, 1e-4, 'its weight over all');
is_deeply [sort map { $_->{name} } @{ $c->{by_carteira} }], [qw(Duas Uma Vazia)], 'each portfolio is named';
is_deeply get('/v1/portfolio'), $c, 'the stored figures agree';

my $h = get('/v1/portfolio/history');
my @h = map { get("/v1/portfolios/$_/history") } $one, $two;
is $h->{data}[-1]{equity}, $c->{patrimonio}, 'the last month equals the consolidated view';
for my $m (@{ $h->{data} }) {
	for my $field (qw(equity contributed income realized)) {
		my $sum = 0;

		$sum += $_->{$field} for map { grep { $_->{month} eq $m->{month} } @{ $_->{data} } } @h;
		near($m->{$field}, $sum, 0.01, "$m->{month}: $field is the sum of the portfolios'");
	}
}
# January; 27 February with an inflow of 1,650; 30 April with an outflow of 700; 20 May.  No other flows.
my $return = 3100 / 3000 * (150 * 33 + 1550) / (3100 + 1550 + 1650) * (130 * 35 + 1560 + 700) / (150 * 33 + 1550)
	* 6180 / (130 * 35 + 1560);
near($h->{meta}{twr}{cumulative}, $return - 1, 1e-6, 'each portfolio is valued at the points of all');
ok !exists $h->{meta}{returns_explain}, 'the sentence is a portfolio\'s own';

for my $path ('/v1/portfolio', '/v1/portfolio/history') {
	my $tag = $t->get($path, key => $key)->header('ETag');

	ok $tag, "$path has an ETag";
	is $t->get($path, key => $key, headers => { 'If-None-Match' => $tag })->status, 304, 'unchanged: 304';
	$t->post("/v1/portfolios/$empty/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy',
		trade_date => '2026-05-19', quantity => '1', price => '36' }, key => $key);
	is $t->get($path, key => $key, headers => { 'If-None-Match' => $tag })->status, 200, 'changed by a write to any of them';
	is $t->get($path, key => $me->{platform_key}, headers => {})->status, 403, 'a platform key is refused' if $me->{platform_key};
	is $t->get("$path?at=2026-05-01", key => $key)->status, 400, 'no parameter is accepted';
}

done_testing;
