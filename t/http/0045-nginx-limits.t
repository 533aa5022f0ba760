#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The limits per client in nginx: concurrent requests, and bodies and answers in files.

use strict;
use warnings;

use IO::Handle;
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my ($ana, $bia, $caio) = map { account($t) } 1 .. 3;
my $key = $ana->{user_key};

$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
$t->start_nginx(rate => 1000, burst => 1000);
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 1, price => 30, note => 'n' x 400 };
my $large = JSON::PP->new->encode([($row) x 500]);
my $import = "/v1/portfolios/$id/transactions";

sub is_problem {
	my ($r, $status, $code, $name) = @_;

	is $r && $r->status . ' ' . ($r->code // ''), "$status $code", $name or return;
	is $r->json->{details}{request_id}, $r->header('x-request-id'), '  under the request id of the header';
	return $r;
}

# sender() - a client that has sent the head of a request and part of its body, and waits.
sub sender {
	my ($method, $path, $who, $length, $sent) = @_;
	my ($address) = $t->{url} =~ m{//(.*)};
	my $out = $t->dir . '/sender' . ++$t->{senders};
	my $pid = open my $pipe, '|-', 'sh', '-c', 'exec openssl "$@" >"$0" 2>/dev/null', $out, 's_client', '-quiet', '-connect', $address, '-CAfile', ($t->certificate)[0]
		or die "openssl: $!";

	$pipe->autoflush(1);
	print $pipe "$method $path HTTP/1.1\r\nHost: x\r\n$who\r\nContent-Type: application/json\r\n" .
		($length ? "Content-Length: $length" : 'Transfer-Encoding: chunked') . "\r\n\r\n" . ($sent // '');
	return { pipe => $pipe, out => $out, pid => $pid };
}

sub answered { my ($s) = @_; return wait_for { my $got = -e $s->{out} ? Lastro::Test::slurp($s->{out}) : q(); $got =~ /\r\n\r\n./s && Lastro::Response->parse($got) } }
sub gone { kill KILL => $_->{pid} for @_; close $_->{pipe} for @_ }
# The files are unlinked.
sub spooled { return scalar grep { (readlink // '') =~ m{/nginx/body/} } map { glob "/proc/$_/fd/*" } $t->workers($t->{nginx}) }
sub bearer { return "Authorization: Bearer $_[0]" }

# ---- long bodies ----

for my $curl (['--http1.1'], ['--http2'], ['--http1.1', '-H', 'Transfer-Encoding: chunked']) {
	my $r = $t->curl(POST => $import, key => $key, type => 'application/json', body => $large, curl => $curl);
	is $r && $r->status, 201, "a long body passes (@$curl)" or diag $r && $r->body;
}
is $t->sql('select count(*) from ledger'), 1500, 'each once';
my $unknown = Lastro::Tenants::secret('user');
for my $length (4_000_000, undef) {
	my $s = sender(POST => $import, bearer($unknown), $length);
	is_problem(answered($s), 401, 'credential_invalid', 'a stranger hears it before he sends ' . ($length ? 'a long body' : 'one of unknown length'));
	is spooled(), 0, '  and no file is made for him';
	gone($s);
}
my $s = sender(POST => $import, 'X-Nothing: 1', 4_000_000);
is_problem(answered($s), 401, 'credential_missing', 'so does a request without credential');
gone($s);
$s = sender(POST => $import, bearer($bia->{user_key}), 4_000_000);
is_problem(answered($s), 404, 'portfolio_not_found', 'so does a body for an inaccessible portfolio');
gone($s);
$s = sender(POST => '/v1/advisor/nothing', bearer($key), 20_000_000);
is_problem(answered($s), 404, 'route_not_found', 'or to nothing at all');
gone($s);
# On HTTP/2 nginx answers and resets the stream, and curl, which is sending, may see the reset first (its error 92).
for my $version ('--http1.1', '--http2') {
	my $r = wait_for { $t->curl(POST => $import, key => $unknown, type => 'application/json', body => $large, curl => [$version]) };
	is $r && $r->code, 'credential_invalid', "a client that sends all the same reads why not ($version)";
}

my %log_in = (type => 'application/json', body => '{"email":"a@example.com","password":"x"}');
is $t->curl(POST => '/v1/session', %log_in, curl => ['-H', 'Transfer-Encoding: chunked'])->code, 'login_failed', 'pieces to a route that asks no credential';
is $t->curl(POST => '/v1/session', %log_in, body => 'x' x 200_000)->code, 'payload_too_large', 'more than a form is too much for it';
is $t->curl(POST => '/v1/session', %log_in, body => 'x' x 200_000, curl => ['-H', 'Transfer-Encoding: chunked'])->code, 'payload_too_large', 'in pieces too';

$t->stop_pool;
is_problem($t->curl(POST => $import, key => $key, type => 'application/json', body => $large), 502, 'bad_gateway', 'a long body and no pool');
$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

# ---- concurrent requests with files ----

$t->stop_nginx;
$t->start_nginx(rate => 1000, burst => 1000, files => 2, 'credential-files' => 1);
my $first = sender(POST => $import, bearer($key), 1_000_000, 'x' x 300_000);
ok wait_for { spooled() == 1 }, 'a long body is on its way';
my $r = is_problem($t->curl(POST => $import, key => $key, type => 'application/json', body => $large), 503, 'busy', 'another of the same credential is too many');
is $r->header('retry-after'), 5, '  for a while';
is $t->curl(POST => $import, key => $key, json => $row)->status, 201, 'a short one is not';
is_problem($t->curl(GET => "/v1/portfolios/$id/export?format=csv", key => $key), 503, 'busy', 'an export counts with them');
my $second = sender(POST => '/v1/portfolios', bearer($bia->{user_key}), 900_000, 'x' x 300_000);
ok wait_for { spooled() == 2 }, 'another credential has its own limit';
is_problem($t->curl(POST => '/v1/portfolios', key => $caio->{user_key}, type => 'application/json', body => $large), 503, 'busy', 'in all there are so many');
my @strangers = map { sender(POST => $import, bearer($unknown), 4_000_000, 'x' x 1000) } 1 .. 3;
is_problem(answered($_), 401, 'credential_invalid', 'a stranger is none of them') for @strangers;
gone($first, @strangers);
ok wait_for { $t->curl(POST => $import, key => $key, type => 'application/json', body => $large)->status == 201 }, 'there is room again';
gone($second);

# ---- concurrent requests of one credential ----

$t->stop_nginx;
$t->start_nginx(rate => 1000, burst => 1000, 'credential-requests' => 2);
my $cookie = 'Cookie: a=b; __Host-lastro_session=' . Lastro::Tenants::secret('session');
for my $who (bearer($key), $cookie) {
	my ($name, $value) = split /: /, $who, 2;
	my @open = map { sender(POST => '/v1/portfolios', $who, 90_000, '{') } 1 .. 2;

	# A request that came while the previous one was still closing may be refused, so it is repeated.
	$r = wait_for {
		my $one = $t->curl(GET => '/v1/portfolios', headers => { $name => $value });

		return $one if $one->status == 429;
		push @open, sender(POST => '/v1/portfolios', $who, 90_000, '{');
		return;
	};
	ok $r, "two requests of one $name at a time" and is_problem($r, 429, 'rate_limited', 'a third one gets a refusal');
	is_deeply [map { $r->header($_) } 'retry-after', 'ratelimit'], [1, '"concurrent";r=0;t=1'], '  by which policy, and when to come';
	is $t->curl(GET => '/v1/portfolios', key => $bia->{user_key})->status, 200, 'others of the same address go on';
	gone(@open);
}

done_testing;
