# SPDX-License-Identifier: Apache-2.0
#
# Portfolios: made, listed, changed, shared, deleted; once a key, at a version, at the plan's limit.

use strict;
use warnings;
use utf8;
use JSON::PP ();

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my ($ana, $none) = ($key{ana}, $w->{none});
	my %once = (headers => { 'Idempotency-Key' => 'um' });
	my %there = (workspace => $w->{org});
	my ($true, $false) = (JSON::PP::true(), JSON::PP::false());

	my @made = map { $t->post('/v1/portfolios', $_, key => $ana)->json->{id} } { name => 'Principal' }, { name => 'Pública', visibility => 'unlisted' }, { name => 'Terceira' };
	@$w{qw(main public third)} = @made;
	$t->post('/v1/portfolios', $_, key => $ana) for { name => 'PRINCIPAL' }, { name => ' ' }, { name => 'Outra', visibility => 'todos' }, {};
	$t->post('/v1/portfolios', { name => 'Uma vez' }, key => $ana, %once) for 1, 2;
	$t->post('/v1/portfolios', { name => 'Outra vez' }, key => $ana, %once);
	$t->post('/v1/portfolios', { name => 'Uma vez' }, key => $key{bia}, %once);
	$t->post('/v1/portfolios', { name => "Grátis $_" }, key => $key{dora}) for 1 .. 3;

	my $page = $t->get('/v1/portfolios?limit=2', key => $ana)->json;
	$t->get("/v1/portfolios?limit=2&cursor=$page->{meta}{next_cursor}", key => $ana);
	$t->get("/v1/portfolios?limit=3&cursor=$page->{meta}{next_cursor}", key => $ana);
	$t->get("/v1/portfolios?limit=2&cursor=$page->{meta}{next_cursor}", key => $key{bia});
	my $r = $t->get('/v1/portfolios', key => $ana);
	$t->get('/v1/portfolios', key => $ana, headers => { 'If-None-Match' => $r->header('ETag') });
	$t->request(HEAD => '/v1/portfolios', key => $ana, headers => { 'If-None-Match' => '"another-tag"' });

	$t->patch("/v1/portfolios/$w->{third}", $_, key => $ana) for { name => 'Simulação', exclude_from_consolidated => $true }, { name => 'principal' }, {}, { name => undef },
		{ visibility => 'unlisted' }, { visibility => 'private' }, { exclude_from_consolidated => 'sim' }, { outro => 1 };
	$t->patch("/v1/portfolios/$_", { name => 'x' }, key => $ana) for $none, 'x';
	$t->patch("/v1/portfolios/$w->{main}", { name => 'x' }, key => $key{bia});
	$t->patch("/v1/portfolios/$w->{public}", { name => 'x' }, key => $key{bia});
	my $tag = $t->get("/v1/portfolios/$w->{third}", key => $ana)->header('ETag');
	$t->patch("/v1/portfolios/$w->{third}", { name => 'Com versão' }, key => $ana, headers => { 'If-Match' => $_ }) for $tag, $tag, '*', '"another-tag"', 'W/"another-tag"', '';

	# the organization's, and who sees it
	my $id = $t->post('/v1/portfolios', { name => 'Da casa' }, key => $ana, %there)->json->{id};
	my @members = map { { account_id => $w->{who}{$_->[0]}{id}, access => $_->[1] } } [bia => 'edit'], [caio => 'read'];
	my $sees = sub { $t->get("/v1/portfolios/$id", key => $key{$_}, %there) for 'bia', 'caio', 'ana platform', 'dora' };
	my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 30 };
	$sees->();
	for my $audience ({ audience => 'members', members => \@members }, { audience => 'workspace' }, { audience => 'private' }) {
		$t->put("/v1/portfolios/$id/audience", $audience, key => $ana, %there);
		$sees->();
		$t->post("/v1/portfolios/$id/transactions", $row, key => $key{$_}, %there) for 'bia', 'caio';
		$t->get('/v1/portfolios', key => $key{caio}, %there);
	}
	$t->put("/v1/portfolios/$id/audience", $_, key => $ana, %there) for { audience => 'members' }, { audience => 'private', members => \@members }, { audience => 'all' },
		{ audience => 'members', members => [@members, $members[0]] }, { audience => 'members', members => [{ account_id => $w->{who}{dora}{id}, access => 'read' }] }, {}, [];
	$t->put("/v1/portfolios/$_->[0]/audience", { audience => 'private' }, key => $key{ $_->[1] }) for [$none, 'ana'], [$w->{public}, 'bia'], [$w->{main}, 'ana'];
	$t->get('/v1/portfolio', key => $key{$_}, %there) for 'ana', 'bia';
	$t->delete_("/v1/portfolios/$id", key => $key{bia}, %there);
	$t->delete_("/v1/portfolios/$id", key => $ana, %there);
	$t->delete_("/v1/portfolios/$id", key => $ana, %there);
	$t->delete_("/v1/portfolios/$w->{public}", key => $key{bia});

	# suspended, and taken away
	for my $state (qw(suspended not_installed)) {
		$t->sql("update workspace set wallet = '$state' where id = '$w->{who}{caio}{workspace}'");
		$t->get('/v1/portfolios', key => $key{caio});
		$t->get('/v1/portfolio', key => $key{caio});
		$t->post('/v1/portfolios', { name => 'x' }, key => $key{caio});
	}
}
