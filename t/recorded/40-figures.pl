# SPDX-License-Identifier: Apache-2.0
#
# What is computed of a portfolio: detail and its layers, history, x-ray, costs, look-through, issues; of one that
# holds everything, of an empty one, of another's; of all together; today and on days of the past.

use strict;
use warnings;
use utf8;

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my %as = (key => $key{ana});
	my $at = "/v1/portfolios/$w->{main}";

	$t->get($at, %as);
	$t->get("$at?include=$_", %as) for 'closed', 'closed,monthly', 'closed,monthly,transactions', 'transactions', '', 'all', 'closed,closed';
	$t->get("$at?at=$_", %as) for qw(2026-11-20 2026-11-19 2026-06-30 2025-12-31 2024-07-01 2024-01-01 2026-11-21 2026-02-30 x);
	$t->get("$at?include=closed&at=2026-03-31", %as);
	$t->request(HEAD => $at, %as);
	my @calls = ('', '/history', '/moved', '/xray', '/costs', '/look-through', '/issues');
	for my $call (@calls) {
		my $r = $t->get("$at$call", %as);

		$t->get("$at$call", %as, headers => { 'If-None-Match' => $r->header('ETag') });
		$t->get("$at$call", %as, headers => { 'If-None-Match' => '"none-of-these", ' . $r->header('ETag') });
		$t->get("$at$call", %as, headers => { 'If-None-Match' => '"none-of-these"' });
		$t->request(HEAD => "$at$call", %as);
		$t->get("$at$call?nada=1", %as);
		$t->get("$at$call", key => $key{$_}) for 'bia', 'market', 'ana platform', 'reader';
		$t->get("/v1/portfolios/$_->[0]$call", key => $key{ $_->[1] }) for [$w->{public}, 'ana'], [$w->{public}, 'bia'], [$w->{none}, 'ana'], ['x', 'ana'];
		$t->get("$at$call");
	}
	for my $call ('/v1/portfolio', '/v1/portfolio/history', '/v1/portfolio/moved') {
		my $r = $t->get($call, %as);

		$t->get($call, %as, headers => { 'If-None-Match' => $r->header('ETag') });
		$t->get("$call?at=2026-01-01", %as);
		$t->get($call, key => $key{$_}) for 'bia', 'ana platform', 'reader', 'market';
	}
	$t->get("$_=2026-10", %as), $t->get("$_=2026-13", %as) for "$at/moved?month", '/v1/portfolio/moved?month';

	$t->get('/v1/portfolio/attention', key => $key{$_}) for 'ana', 'bia', 'ana platform', 'reader', 'market';

	# one of each trouble, for the issues
	my $id = $t->unrecorded(sub { $t->post('/v1/portfolios', { name => 'Com pendências' }, %as)->json->{id} });
	my @rows = (['VALE3', 'stock', 'sell', '2026-02-03', 10, '60'], ['NADA3', 'stock', 'buy', '2026-02-03', 10, undef], ['PETR4', 'stock', 'buy', '2026-02-03', 10, '300'],
		['CDB SEM', 'renda_fixa', 'buy', '2026-02-03', 1, 1000], ['MGLU3', 'stock', 'buy', '2026-02-03', 10, '9'], ['MGLU3', 'stock', 'split', '2026-06-01', undef, undef]);
	$t->unrecorded(sub { $t->post("/v1/portfolios/$id/transactions", [map { my %row = (symbol => $_->[0], asset_type => $_->[1], kind => $_->[2], trade_date => $_->[3], price => $_->[5]);
		$_->[2] eq 'split' ? ($row{ratio} = '0.5') : ($row{quantity} = $_->[4]); \%row } @rows], %as) });
	$t->get("/v1/portfolios/$id$_", %as) for '/issues', '', '/history', '/xray', '/costs';
}
