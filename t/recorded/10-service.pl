# SPDX-License-Identifier: Apache-2.0
#
# The service itself: status, problems, who asks, and requests whose form is wrong.

use strict;
use warnings;
use utf8;

sub {
	my ($w) = @_;
	my ($t, %key) = ($w->{t}, %{ $w->{key} });
	my $ana = $key{ana};

	$t->get('/v1/status');
	$t->request(HEAD => '/v1/status');
	$t->get('/v1/status?x=1');
	$t->get('/v1/openapi.json', body_kept => 0);
	$t->get("/problems/$_") for qw(invalid_body nada);
	$t->get("/problems/$_", headers => { Accept => "text/html,*/*;q=0.8" }) for qw(plan_limit_reached database_unavailable nada);
	$t->get("/problems/$_", headers => { Accept => 'application/json' }) for qw(credential_missing scope_missing portfolio_not_found invalid_parameter
		ledger_conflict idempotency_key_reused import_unreadable subject_required rate_limited internal_error nada);

	# who asks
	$t->get('/v1/portfolios');
	$t->get('/v1/portfolios', headers => { Authorization => $_ }) for 'Basic YTpi', 'Bearer', 'Bearer x', "Bearer $ana, Bearer $ana", "bEARER  $ana";
	$t->get('/v1/portfolios', key => 'lst_user_0000000000000000000000000000000000000000000' . '3AnS8B');
	$t->get('/v1/portfolios', key => $key{$_}) for 'ana platform', 'reader', 'market', 'bia';
	$t->get('/v1/portfolios', key => $ana, workspace => $_) for $w->{org}, uc $w->{org}, $w->{none}, 'x', '';
	$t->get('/v1/portfolios', key => $key{dora}, workspace => $w->{org});
	$t->post('/v1/portfolios', { name => 'x' }, key => $key{$_}) for 'reader', 'market', 'ana platform';

	# where and how
	$t->get($_, key => $ana) for '/', '/v1', '/v1/', '/v1/nada', '/v1/portfolios/', '//v1/portfolios', '/v1/portfolios/../status', '/v1/portfolios/%zz', '/v1/status%00';
	$t->request($_ => '/v1/portfolios', key => $ana) for qw(PUT DELETE PATCH OPTIONS TRACE BREW);
	$t->request(POST => '/v1/status');
	$t->request(HEAD => '/v1/portfolios', key => $ana);
	$t->get("/v1/portfolios?$_", key => $ana) for 'limit=0', 'limit=x', 'limit=1001', 'limit=1&limit=2', 'nada=1', 'cursor=xyz', 'limit=%zz', '=1', 'limit', 'limit=', 'total=true', 'total=sim';
	$t->post('/v1/portfolios', $_, key => $ana) for '{', '', 'null', '7', '[]', '{"name":1}', '{"name":""}', '{"name":"a","name":"b"}', '{"name":"a","x":1}', "{\"name\":\"\xff\"}", '{"name":"a\\u0000"}',
		'{"name":"' . 'a' x 61 . '"}', '[' x 80, '{"name":"a\nb"}', "{\"name\":\"\xe2\x80\xae\"}";
	$t->request(POST => '/v1/portfolios', body => '{"name":"a"}', type => $_, key => $ana) for 'text/plain', 'application/xml', '';
	$t->request(POST => '/v1/portfolios', body => '{"name":"a"}', type => 'application/json', key => $ana, headers => $_) for
		{ 'If-Match' => 'x' }, { 'If-Match' => '*' }, { 'Idempotency-Key' => '' }, { 'Idempotency-Key' => 'x' x 300 }, { 'Idempotency-Key' => "a b" };
	$t->get('/v1/portfolios', key => $ana, headers => { 'If-None-Match' => $_ }) for 'x', '*', '"a", W/"b"';
}
