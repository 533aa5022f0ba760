#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The request limit of a credential and the remaining requests: one bucket for all workers of a pool.

use strict;
use warnings;

use Lastro::FastCGI qw(fastcgi_request);
use Lastro::Tenants qw(account key);
use Lastro::Test qw(program run_command);
use Test::More;
use Time::HiRes qw(time);

my $t = Lastro::Test->new;
my ($ana, $bia, $caio) = map { account($t) } 1 .. 3;
my $none = '01900000-0000-7000-8000-00000000dead';
my $policy = '"default";q=2;w=2';

sub told { my ($r) = @_; return join ' ', $r->status, $r->code // () }
sub left { my ($r) = @_; return $r->header('ratelimit') // 'nothing' }
sub number { my ($r) = @_; return left($r) =~ /^"default";r=(\d+);t=[012]$/ ? $1 : -1 }

# ---- an empty bucket ----

$t->start_pool(workers => 2, env => { LASTRO_RATE => 1 });
my $r = $t->get('/v1/portfolios', key => $ana->{user_key});
is_deeply [told($r), left($r), $r->header('ratelimit-policy')], [200, '"default";r=1;t=1', $policy], 'one of two is left, and in a second both';
# On a slow machine the bucket refills between two requests.
my $limited;
for (1 .. 100) {
	$limited = $t->get('/v1/portfolios', key => $ana->{user_key});
	last if $limited->status == 429;
	like left($limited), qr/^"default";r=[01];t=[12]$/, 'some are left, or none';
}
is told($limited), '429 rate_limited', 'then it must wait';
is_deeply [map { $limited->header($_) } qw(retry-after ratelimit ratelimit-policy x-accel-limit-rate)], [1, '"default";r=0;t=2', $policy, 400],
	'for how long';
like $limited->json->{detail}, qr/2 a cada 2 segundos/, 'and the limit is named';
is told($t->get("/v1/portfolios/$none?nada=1", key => $ana->{user_key})), '429 rate_limited', 'at any path';
is left($t->get('/v1/portfolios', key => key($t, $ana))), '"default";r=1;t=1', 'another key of the account has its own';
my %variables = (REQUEST_METHOD => 'GET', PATH_INFO => '/v1/portfolios', HTTP_AUTHORIZATION => "Bearer $caio->{user_key}");
is left(fastcgi_request($t->socket_path, [%variables, LASTRO_JUDGE => 'may'])), '"default";r=1;t=1',
	'what the web server asks before a long body';
is left($t->get('/v1/portfolios', key => $caio->{user_key})), '"default";r=1;t=1', 'takes nothing';

# ---- answers with the headers ----

$t->stop_pool;
$t->start_pool(workers => 4, env => { LASTRO_RATE => '' });
my $begun = time;
my $last;
$last = $t->get('/v1/portfolios', key => $bia->{user_key}) for 1 .. 60;
cmp_ok number($last), '<=', 40 + 50 * (time - $begun), 'four workers count together: sixty of a hundred are used, and fifty a second are added';
for my $case (["/v1/portfolios/$none", 404], ['/v1/portfolios?nada=1', 400], ['/v1/portfolios', 400, headers => { 'Idempotency-Key' => '' }], ['/v1/advisor/functions', 200]) {
	my ($path, $status, %more) = @$case;

	$r = $t->get($path, key => $bia->{user_key}, %more);
	is $r->status, $status, "$path $status";
	cmp_ok number($r), '>=', 0, '  shows the remaining requests';
}
my $rpc = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/list' }, key => $bia->{user_key});
like left($rpc), qr/^"default";r=\d+;t=[12]$/, 'an assistant gets the headers';
for my $who ([], [key => $bia->{user_key} . 'x'], [key => Lastro::Tenants::secret('user')]) {
	$r = $t->get('/v1/portfolios', @$who);
	is_deeply [$r->status, left($r), $r->header('ratelimit-policy')], [401, 'nothing', '"default";q=100;w=2'], 'a credential that is none has the policy';
}

# ---- a single worker ----

$r = Lastro::Response->parse(run_command({ env => { $t->worker_env, %variables } }, program('lastro.fcgi'))->{out});
is_deeply [$r->status, left($r), $r->header('ratelimit-policy')], [200, 'nothing', '"default";q=2000000;w=2'], 'a process without a master has the policy alone';

done_testing;
