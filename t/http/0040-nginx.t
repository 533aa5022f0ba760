#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# nginx in front of the pool: TLS, passed headers, limits, and Problems for requests that never reach a worker.

use strict;
use warnings;
use utf8;
use Digest::SHA;
use IO::Handle;
use IO::Socket::INET;
use Lastro::Tenants qw(account);
use Lastro::Test qw(free_port run_command slurp wait_for);
use POSIX ();
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};

$t->start_pool(workers => 2);
$t->start_nginx(rate => 1000, burst => 1000);

# is_problem() - tests that an answer is nginx's own Problem: all members, and no instance.
sub is_problem {
	my ($r, $status, $code, $name) = @_;

	is $r->status, $status, $name or return;
	is $r->code, $code, '  by its code';
	is $r->json->{type}, "/problems/$code", '  with a page';
	is $r->json->{status}, $status, '  with its status';
	is $r->json->{details}{request_id}, $r->header('x-request-id'), '  under the request id of the header';
	ok !exists $r->json->{instance}, '  without an instance';
	is $t->get("/problems/$code")->status, 200, '  with an existing page' if $t->{master};
}

# is_page() - the same for a page: a browser shows it, and it runs no script.
sub is_page {
	my ($r, $status, $code, $name) = @_;

	is $r->status, $status, $name or return;
	is $r->header('content-type'), 'text/html; charset=utf-8', '  for a browser';
	my ($id) = $r->body =~ m{<small>Pedido (\S+)</small>};
	is $id, $status < 500 ? undef : $r->header('x-request-id'), '  with the request id where the service failed';
	unlike $r->body, qr{\b\Q$code\E\b}, '  and without its code';
	my ($style) = $r->body =~ m{<style>(.*?)</style>};
	my $hash = Digest::SHA::sha256_base64($style);
	like $r->header('content-security-policy'), qr{^default-src 'none'; style-src 'sha256-\Q$hash\E='}, '  with only this style allowed';
	is $r->header('cross-origin-opener-policy'), 'same-origin', '  that no opener reaches';
	like $r->header('permissions-policy'), qr{\bcamera=\(\)}, '  and that asks for no device';
	cmp_ok length $r->body, '<', 1000, '  and short';
}
my %browser = (headers => { Accept => 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' });

# ---- TLS ----

my $r = $t->curl(GET => '/v1/status');
is $r->status, 200, 'answered over TLS';
is $r->header('strict-transport-security'), 'max-age=31536000', 'browsers must use TLS';
is $t->curl(GET => '/v1/' . 'x' x 9000)->header('strict-transport-security'), 'max-age=31536000', '  by an answer of nginx, too';
{
	my $page = $t->curl(GET => '/docs', %browser);

	is $page->header('cross-origin-opener-policy'), 'same-origin', "a worker's page: no opener reaches it";
	is $page->header('permissions-policy'), 'camera=(), geolocation=(), microphone=(), payment=(), usb=()', '  and it asks for no device';
	is $t->curl(GET => '/login', %browser)->header('cross-origin-opener-policy'), undef, "an assistant's page may wait for the log-in that it opened";
}
for my $version (['1.2', '1.2'], ['1.3', '1.3']) {
	$r = $t->curl(GET => '/v1/status', curl => ["--tlsv$version->[0]", '--tls-max', $version->[1]]);
	is $r && $r->status, 200, "TLS $version->[0] is spoken";
}
is $t->curl(GET => '/v1/status', curl => ['--tlsv1.0', '--tls-max', '1.1', '--ciphers', 'DEFAULT@SECLEVEL=0']), undef,
	'TLS 1.1 is not';
is $t->curl(GET => '/v1/status', curl => ['--http2'])->status, 200, 'HTTP/2 is spoken';

# ---- passed on ----

is $t->curl(GET => '/v1/portfolios', key => $key)->status, 200, 'Authorization reaches the worker';
is $t->curl(GET => '/v1/portfolios')->code, 'credential_missing', 'its absence too';
is $t->curl(GET => '/v1/portfolios', key => $key, headers => { 'x-service-workspace' => 'nowhere' })->code,
	'workspace_not_found', 'x-service-workspace reaches the worker';
$r = $t->curl(POST => '/v1/portfolios', key => $key, json => { name => 'Principal' },
	headers => { 'Idempotency-Key' => 'once-1' });
is $r->status, 201, 'a body reaches the worker';
my $id = $r->json->{id};
$r = $t->curl(POST => '/v1/portfolios', key => $key, json => { name => 'Principal' },
	headers => { 'Idempotency-Key' => 'once-1' });
is $r->header('idempotency-replayed'), 'true', 'Idempotency-Key reaches the worker';

$r = $t->curl(GET => '/v1/portfolios', key => $key, headers => { 'X-Request-Id' => 'client-chosen_0042',
	traceparent => '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
is $r->header('x-request-id'), 'client-chosen_0042', "the client's request id is kept";
my ($line) = grep { $_->{request_id} eq 'client-chosen_0042' } $t->requests;
is $line->{traceparent}, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'traceparent is in the log line';
is $line->{operation}, 'listPortfolios', 'with the operation';
is $line->{account}, $ana->{id}, 'and the account';
$r = $t->curl(GET => '/v1/status', headers => { 'X-Request-Id' => 'a b' });
like $r->header('x-request-id'), qr/^[0-9a-f]{32}$/, 'one of another form is replaced';

my $other = 'lst_user_' . 'x' x 49;
$r = $t->curl(GET => '/v1/portfolios', headers => { Authorization => ["Bearer $key", "Bearer $other"] });
is $r->status . ' ' . ($r->code // ''), '400 invalid_header', 'two Authorization headers are refused';
$r = $t->curl(GET => '/v1/portfolios', headers => { Authorization => ["Bearer $other", "Bearer $key"] });
is $r->status . ' ' . ($r->code // ''), '400 invalid_header', 'in either order';

# ---- HEAD, compression, validators ----

$r = $t->curl(HEAD => '/v1/portfolios', key => $key);
is $r->status, 200, 'HEAD passes';
is $r->body, '', 'without a body';

$r = $t->curl(GET => '/v1/openapi.json', headers => { 'Accept-Encoding' => 'gzip' });
is $r->header('content-encoding'), 'gzip', 'a large JSON answer is compressed';
like $r->header('vary'), qr/Accept-Encoding/i, 'and has Vary';
cmp_ok length $r->body, '<', length($t->get('/v1/openapi.json')->body) / 2, 'to less than half';

$r = $t->curl(GET => "/v1/portfolios/$id", key => $key, headers => { 'Accept-Encoding' => 'gzip' });
is $r->status, 200, 'a detail';
my $etag = $r->header('etag');
like $etag, qr{^W/"}, 'carries a weak validator';
for my $sent ($etag, substr($etag, 2), qq("other", $etag)) {
	$r = $t->curl(GET => "/v1/portfolios/$id", key => $key, headers => { 'If-None-Match' => $sent,
		'Accept-Encoding' => 'gzip' });
	is $r->status, 304, "If-None-Match: $sent is unchanged";
	is $r->header('etag'), $etag, 'under the same validator';
	is $r->body, '', 'without a body';
}
$r = $t->curl(GET => "/v1/portfolios/$id", key => $key, headers => { 'If-None-Match' => 'W/"other"' });
is $r->status, 200, 'another validator is answered in full';

# ---- bodies ----

my $mib = 1 << 20;
for my $version ('--http1.1', '--http2') {
	my @curl = (key => $key, type => 'application/json', curl => [$version]);

	is_problem($t->curl(POST => '/v1/portfolios', @curl, body => 'x' x ($mib + 1)),
		413, 'payload_too_large', "JSON of more than 1 MiB ($version)");
	is_problem($t->curl(POST => "/v1/portfolios/$id/transactions", @curl, body => 'x' x (4 * $mib + 1)),
		413, 'payload_too_large', "transactions of more than 4 MiB ($version)");
	is_problem($t->curl(POST => "/v1/portfolios/$id/imports", @curl, type => 'application/octet-stream',
		body => 'x' x (21 * $mib)), 413, 'payload_too_large', "a spreadsheet of 21 MiB ($version)");
}
$r = $t->curl(POST => "/v1/portfolios/$id/transactions", key => $key, type => 'application/json',
	body => '[' . ' ' x (2 * $mib) . ']');
isnt $r->status, 413, 'transactions of 2 MiB pass';
is $t->sql('select count(*) from ledger'), '0', 'nothing of these was written';

# An office receives its file by a page, as a portfolio does.
for my $path ("/portfolios/$id/imports/reading", '/offices/00000000-0000-0000-0000-000000000000/files/advisor.client_portfolio.import') {
	my $form = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n" . 'x' x (2 * $mib) . "\r\n--x--\r\n";
	my $r = $t->curl(POST => $path, body => $form, type => 'multipart/form-data; boundary=x');

	is $r->status, 303, "2 MiB to $path: a worker redirects a request without log-in";
}

# ---- requests that are not HTTP ----

# raw() - sends bytes over TLS; returns the whole answer.
sub raw {
	my ($bytes) = @_;
	my $in = $t->dir . '/raw';
	my ($address) = $t->{url} =~ m{//(.*)};

	Lastro::Test::spew($in, $bytes);
	my $o = run_command({ in => $in }, 'openssl', 's_client', '-quiet', '-connect', $address, '-servername', 'localhost',
		'-CAfile', ($t->certificate)[0]);
	return Lastro::Response->parse($o->{out});
}

is_problem(raw("GET /v1/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 400, 'bad_request', 'a NUL in the path');
is_problem(raw("GET /v1/status HTTP/1.1\r\nHost: x\r\nX-Long: " . 'x' x 40000 . "\r\n\r\n"), 400, 'invalid_header',
	'a header of 40 kB');
# nginx closes a connection with unread bytes, and the client's system may then drop the answer.
my $answer;
$answer = raw("GET /" . 'x' x 40000 . " HTTP/1.1\r\nHost: x\r\n\r\n") for grep { !$answer } 1 .. 10;
is_problem($answer, 414, 'uri_too_long', 'a path of 40 kB');
is_problem($t->curl(GET => '/v1/status?' . 'x' x 9000, curl => [$_]), 414, 'uri_too_long', "a query of 9 kB ($_)") for '--http1.1', '--http2';
is $t->curl(GET => '/v1/status?' . 'x' x 8000)->code, 'invalid_parameter', 'one of 8 kB gets through';
is $t->curl(GET => '/v1/status', headers => { map { ("X-$_" => 'x' x 7000) } 1 .. 2 })->status, 200, 'so do headers of 14 kB';
is_problem(raw("GET /v1/status?" . 'x' x 40000 . " HTTP/1.1\r\nHost: x\r\n\r\n"), 414, 'uri_too_long', 'a query of 40 kB');
is_problem(raw("GET /v1/status HTTP/1.1\r\n\r\n"), 400, 'bad_request', 'HTTP/1.1 without a Host');
is_problem(raw("GET /v1/status HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"), 400, 'invalid_header', 'two Host headers');
is_problem(raw("POST /v1/portfolios HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), 400, 'bad_request',
	'a chunk that is none');
$r = raw("TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
is_problem($r, 405, 'method_not_allowed', 'TRACE');
is $r->header('allow'), 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', 'with the methods that there are';
is_problem(raw("GET /.problem/too_large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 404, 'route_not_found',
	'an address that is internal');
is raw("\0\0\0\0\0\0\0\0\r\n\r\n")->status, 400, 'bytes that are no request';

(my $plain = $t->{url}) =~ s/^https/http/;
is_problem($t->curl(GET => '/v1/status', url => $plain), 400, 'bad_request', 'plain HTTP on the TLS port');

# ---- a stopped pool ----

$t->stop_pool;
$r = $t->curl(GET => '/v1/status');
is_problem($r, 502, 'bad_gateway', 'no pool');
is_page($t->curl(GET => '/portfolios', %browser), 502, 'bad_gateway', 'no pool, in a browser');
is_problem($t->curl(GET => '/v1/portfolios', %browser), 502, 'bad_gateway', 'no pool, the interface in a browser');
is_problem($t->curl(GET => '/portfolios?a=:text/html'), 502, 'bad_gateway', 'no pool, a program that asks for a page');
is_page($t->curl(GET => '/portfolios?' . 'x' x 9000, %browser), 414, 'uri_too_long', 'a query of 9 kB in a browser');
is_page($t->curl(POST => '/portfolios', %browser, body => 'x' x (2 * $mib)), 413, 'payload_too_large', 'a form of 2 MiB');
is $r->header('retry-after'), '2', 'with the time to wait';
$t->start_pool(workers => 2);
is $t->curl(GET => '/v1/status')->status, 200, 'it recovers without a reload of nginx';

# ---- slow readers ----

# About 13 MB: more than the buffers of nginx and of the sockets together.
for my $part (1 .. 5) {
	my $row = { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => "2026-01-0$part", quantity => 1, price => 30, note => 'n' x 500 };
	my $made = $t->post("/v1/portfolios/$id/transactions", [($row) x 5000], key => $key);
	$made->status == 201 or die $made->body;
}
my $export = "/v1/portfolios/$id/export?format=csv";
sub exports { return scalar grep { $_->{operation} eq 'exportPortfolio' } $t->requests }
my @slow = map { my $n = $_; my $pid = $t->start_daemon({ log => $t->dir . "/slow$_.log" }, 'curl', '-sS', '--http1.1', '--limit-rate', '10k', '--cacert', ($t->certificate)[0],
	'-o', $t->dir . "/slow$_", '-H', "Authorization: Bearer $key", $t->{url} . $export);
	# Exports hold at most half of the workers.
	ok wait_for { exports() == $n }, "client $n begins to read slowly";
	$pid } 1, 2;
$r = $t->curl(GET => '/v1/status', curl => ['--max-time', 10]);
is $r && $r->status, 200, 'and hold no worker: a third is answered meanwhile';
ok !grep({ waitpid($_, POSIX::WNOHANG()) } @slow), 'they read on';
kill KILL => @slow;
$t->ended($_) for @slow;
my $whole = $t->get($export, key => $key)->body;
cmp_ok length $whole, '>', 12 << 20, 'of an export that is long';
my $got = $t->curl(GET => $export, key => $key, curl => ['--limit-rate', '8M']);
ok $got->body eq $whole, 'which a client that takes its time gets whole';

# ---- the log ----

$t->curl(GET => '/v1/portfolios?secret=in-the-query', key => $key);
my $log = $t->dir . '/nginx/access.log';
ok wait_for { slurp($log) =~ m{"path":"/v1/portfolios","status":400} }, 'the access log has the path';
unlike slurp($log), qr/in-the-query/, 'no query string';
unlike slurp($log), qr/\Q$key\E/, 'and no credential';
$t->curl(POST => '/v1/portfolios?secret=in-the-query', key => $key, type => 'application/json', body => 'x' x ($mib + 1));
$t->curl(GET => "$export&cpf=in-the-query", key => $key);
$t->curl(POST => '/v1/portfolios?secret=in-the-query', key => $key, type => 'application/json', body => 'x' x (200 << 10));
$t->stop_pool;
$t->curl(GET => '/v1/status?secret=in-the-query');
my $pool_log = slurp($t->{log});
$t->start_pool(workers => 2);
ok wait_for { slurp($log) =~ /"status":502,.*"upstream_status":"502"/ }, 'the access log has the requests that the pool did not answer';
unlike slurp($t->dir . '/nginx/error.log'), qr/in-the-query/, 'the error log quotes no query string';
unlike $pool_log, qr/\Q$key\E|in-the-query|Principal/, "the worker's has none either, nor names";

# ---- rates ----

$t->stop_nginx;
$t->stop_pool;
$t->start_pool(workers => 2, env => { LASTRO_RATE => '' });
$t->start_nginx;
my %status;
sub policy { my (@call) = @_; my $r = $t->curl(@call); $status{ $r->status } = 1; return join ', ', $r->headers_named('ratelimit-policy') }
my $usual = policy(GET => '/v1/status');
is $usual, '"default";q=100;w=2, "concurrent";q=20;qu="concurrent-requests"', 'the limits are announced beforehand: the workers\' finer one, and nginx\'s';
my $own = $t->curl(GET => "/v1/portfolios/$id", key => $key)->header('etag');
is policy(@$_), $usual, "is in the answer to $_->[0] $_->[1]" for ['GET', '/'], ['GET', '/docs'], ['GET', '/nada'], ['GET', '/problems/rate_limited'], ['GET', '/v1/openapi.json'], ['GET', '/v1/portfolios'],
	['GET', "/v1/portfolios/$id", key => $key], ['GET', "/v1/portfolios/$id", key => $key, headers => { 'If-None-Match' => $own }], ['DELETE', '/v1/status'], ['GET', '/v1/portfolios?x=1', key => $key],
	['POST', '/v1/portfolios', key => $key, json => { name => 'Do limite' }], ['POST', '/v1/portfolios', key => $key, type => 'application/json', body => 'x' x (2 << 20)],
	['POST', "/v1/portfolios/$id/imports", key => $key, type => 'text/csv', body => 'x'], ['POST', '/v1/session', json => { email => 'x@example.com', password => 'x' }];
is join(' ', sort keys %status), '200 201 304 400 401 404 405 413', 'of these statuses';
$t->stop_nginx;
$t->start_nginx(rate => 1, burst => 5);

# refused_of() - the first refusal of at most so many requests, or undef.  nginx sends a refusal slowly: one is enough.
sub refused_of {
	my ($most, $ask) = @_;

	for (1 .. $most) {
		my $r = $ask->();
		return $r if $r->status == 429;
	}
	return undef;
}
my $limited = refused_of(30, sub { $t->curl(GET => '/v1/portfolios', key => $key) });
is_problem($limited, 429, 'rate_limited', 'more requests than the rate allows');
is $limited->header('retry-after'), '1', 'with the time to wait';
is $limited->header('ratelimit'), '"default";r=0;t=1', 'what remains';
is $limited->header('ratelimit-policy'), '"default";q=2;w=2, "concurrent";q=20;qu="concurrent-requests"', 'and the policies';
# On a slow machine the bucket may leak between two requests; a separate bucket would allow six.
for my $spelled ("bearer $key", "BEARER  $key", "Bearer\t$key ") {
	# A refusal is sent slowly, and the bucket leaks meanwhile; so one program sends all requests.
	my $asks = $t->dir . '/spelled';
	Lastro::Test::spew($asks, join "next\n", map {
		qq(silent\nmax-time = 0.5\nurl = "$t->{url}/v1/portfolios"\noutput = /dev/null\nwrite-out = "%{http_code} "\nheader = "Authorization: $_"\n)
	} ("Bearer $key", $spelled =~ s/\t/\\t/r) x 6);
	my @got = split ' ', run_command({ env => { CURL_CA_BUNDLE => ($t->certificate)[0] } }, 'curl', '-K', $asks)->{out};
	ok grep({ $_ % 2 && $got[$_] == 429 } 0 .. $#got), "'" . substr($spelled, 0, 9) . "…' is the same bucket";
}
is $t->curl(GET => '/v1/portfolios', key => $ana->{platform_key})->status, 403, 'another key has its own';

$t->stop_nginx;
$t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1, 'address-burst' => 5);
ok refused_of(30, sub { $t->curl(GET => '/v1/status') }), 'one address is limited without a credential too';

# ---- log-ins of several people of one network ----

$t->stop_nginx;
$t->start_nginx(rate => 1000, burst => 1000, 'login-burst' => 3);
my $log_in = sub { return $t->curl(POST => '/v1/session', json => { email => 'a@example.com', password => 'x' }) };
is_deeply [map { $log_in->()->status } 1 .. 4], [(401) x 4], 'a network logs in as often at once as the operator says';
ok refused_of(20, $log_in), 'and then once a second';
is $t->curl(GET => '/v1/status')->status, 200, 'other requests go on';

# ---- concurrent requests of one address ----

$t->stop_nginx;
$t->start_nginx(rate => 1000, burst => 1000, 'address-requests' => 3, 'cors-origins' => 'https://app.example, http://localhost:3000');
my ($address) = $t->{url} =~ m{//(.*)};
my @drips = map {
	open my $pipe, '|-', 'sh', '-c', 'exec openssl "$@" 2>/dev/null', 'sh', 's_client', '-quiet', '-connect', $address, '-CAfile', ($t->certificate)[0] or die "openssl: $!";
	$pipe->autoflush(1);
	print $pipe "POST /v1/portfolios HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
	$pipe
} 1 .. 3;
my $full = wait_for { my $one = $t->curl(GET => '/v1/status', headers => { Origin => 'https://app.example' }); $one->status == 429 && $one };
ok $full, 'bodies that drip in from one address keep others of it out' and is_problem($full, 429, 'rate_limited', 'with a message');
is $t->curl(GET => '/v1/status', curl => ['--interface', '127.0.0.2'])->status, 200, 'but not those of other addresses';

# ---- pages of other origins ----

sub cors { my ($r) = @_; return [$r->status, map { $r->header($_) } 'access-control-allow-origin', 'vary'] }
is_deeply cors($full), [429, 'https://app.example', 'Origin'], 'a page of an allowed origin may read that';
like $full->header('access-control-expose-headers'), qr/Retry-After/, 'and when to try again';
close $_ for @drips;
for my $case ([POST => '/v1/portfolios', 413, body => 'x' x ($mib + 1)], [GET => '/v1/status?' . 'x' x 9000, 414]) {
	my ($method, $target, $status, @more) = @$case;
	is_deeply cors($t->curl($method => $target, @more, headers => { Origin => 'http://localhost:3000' })), [$status, 'http://localhost:3000', 'Origin'], "and a $status";
	is_deeply cors($t->curl($method => $target, @more, headers => { Origin => 'https://app.example.net' })), [$status, undef, 'Origin'], 'one of another origin may not';
}

# nginx's own answers have the same CORS headers as the application's.
sub whole { my ($r) = @_; return [map { $r->header($_) } qw(access-control-allow-origin access-control-expose-headers vary access-control-allow-credentials)] }
$t->stop_pool;
$t->start_pool(workers => 2, env => { LASTRO_CORS_ORIGINS => 'https://app.example, http://localhost:3000' });
my %from = (headers => { Origin => 'https://app.example' });
my $said = whole($t->curl(GET => '/v1/portfolios', %from));
is $said->[0], 'https://app.example', 'the same as the application';
is_deeply whole($t->curl(POST => '/v1/portfolios', body => 'x' x ($mib + 1), %from)), $said, 'a 413 says the same';
is_deeply whole($full), $said, 'a 429, too';
$t->stop_pool;
my $away = $t->curl(GET => '/v1/portfolios', %from);
is_deeply [$away->status, @{ whole($away) }], [502, @$said], 'and a 502';
is_deeply [@{ whole($t->curl(GET => '/v1/portfolios', headers => { Origin => 'https://app.example.net' })) }], [undef, undef, 'Origin', undef], 'which no other origin reads';
$t->start_pool(workers => 2);
my $config = Lastro::Test::slurp($t->dir . '/nginx/nginx.conf');
my %answers = $config =~ m{location = /\.problem/(\w+) \{(.*?)^\t\t\}}gms;
cmp_ok scalar keys %answers, '>=', 10, 'all the others have the same form';
for my $name (sort keys %answers) {
	is_deeply [grep { $answers{$name} !~ /^\s*add_header \Q$_\E always;$/m } 'Access-Control-Allow-Origin "$cors_origin"', 'Access-Control-Expose-Headers "$cors_exposed"', 'Vary "Origin"'],
		[], "$name: for pages of other origins";
}
is_deeply [grep { my $status = $_; !grep { /\berror_page\b[^;]*\b$status\b/ } split /\n/, $config } 413, 429, 500, 502, 503, 504], [], 'for every answer of nginx itself';

# ---- metrics ----

# Behind a balancer that passes the client's address, which is then not this machine's.
$t->stop_nginx;
$t->start_nginx(rate => 1000, burst => 1000);
my $reader = $t->lastro_json('key', 'create', '--account', $ana->{id}, '--name', 'Prometheus', '--scopes', 'metrics:read')->{key};
my $answered = sub { return scalar grep { ($_->{operation} // '') eq 'getMetrics' } $t->requests };
is $t->curl(GET => '/v1/metrics')->status, 200, 'metrics are available to this machine';
is $t->curl(GET => '/v1/metrics', headers => { 'X-Forwarded-For' => '192.0.2.7' })->status, 404, 'not through a proxy in front';
my $config = $t->dir . '/nginx/nginx.conf';
my $lines = slurp($config) =~ s/^http \{\n/http {\n\tset_real_ip_from 127.0.0.1;\n\treal_ip_header X-Real-IP;\n/mr;
Lastro::Test::spew($config, $lines);
# Old workers use the old configuration until they end.
my $workers = sub { return grep { (eval { slurp("/proc/$_/status") } // '') =~ /^PPid:\t\Q$t->{nginx}\E$/m } map { m{(\d+)$} } glob '/proc/[0-9]*' };
my @old = $workers->();
kill HUP => $t->{nginx};
ok wait_for { my %now = map { $_ => 1 } $workers->(); !grep { $now{$_} } @old }, 'nginx reads its file again';
my %outside = (headers => { 'X-Real-IP' => '192.0.2.7' });
ok wait_for { $t->curl(GET => '/v1/metrics', %outside)->status == 404 }, 'not to another address';
my $before = $answered->();
is_problem($t->curl(GET => '/v1/metrics', %outside), 404, 'route_not_found', 'which nginx refuses');
is $answered->(), $before, '  without asking a worker';
is $t->curl(GET => '/v1/metrics', key => $key, %outside)->code, 'scope_missing', 'a key that may not is refused';
is $t->curl(GET => '/v1/metrics', key => $reader, %outside)->status, 200, 'one that may is answered';
is $t->curl(GET => '/v1/metrics', headers => { 'X-Real-IP' => '2001:db8::7' })->status, 404, 'an IPv6 address is another, too';

# ---- IPv4-mapped IPv6 addresses ----

my $from = sub { return $t->curl(POST => '/login', body => '', type => 'application/x-www-form-urlencoded', headers => { 'X-Real-IP' => $_[0] }) };
my $host = 0;
ok refused_of(40, sub { $from->('::ffff:192.0.2.7') }), 'one that floods is refused';
isnt $from->('::ffff:198.51.100.9')->status, 429, 'and is not all of the others';
ok refused_of(40, sub { $from->('2001:db8:0:1::' . ++$host) }), 'a /64 is one, whatever its address';
isnt $from->('2001:db8:0:2::1')->status, 429, 'and not the next';

# ---- unknown keys ----

# A zone of a few hundred entries; the pool is stopped, so that the flood is cheap.
$t->stop_nginx;
$t->start_nginx(rate => 1, burst => 5, 'address-rate' => 100_000, 'address-burst' => 100_000, zone => '32k');
$t->stop_pool;
my $flood = $t->dir . '/flood';
srand 7;
Lastro::Test::spew($flood, join "next\n", map { my $n = 8 + int rand 3000; my $junk = join '', map { chr 97 + int rand 26 } 1 .. $n;
	qq(silent\nurl = "$t->{url}/v1/status"\noutput = /dev/null\nwrite-out = "%{http_code} "\nheader = "Authorization: Bearer $junk"\n) } 1 .. 800);
my $codes = run_command({ env => { CURL_CA_BUNDLE => ($t->certificate)[0] } }, 'curl', '-K', $flood)->{out};
is join(' ', sort keys %{ { map { $_ => 1 } split ' ', $codes } }), '502', 'a flood of unknown keys fits in the zone';
$t->start_pool(workers => 2);
is $t->curl(GET => '/v1/portfolios', key => $key)->status, 200, 'and so do the valid ones';
ok refused_of(30, sub { $t->curl(GET => '/v1/portfolios', key => $key) }), 'with their usual limits';

# ---- plain HTTP ----

$t->stop_nginx;
my $clear = '127.0.0.1:' . free_port();
$t->start_nginx(plain => $clear, hsts => 0);
for my $method (qw(GET POST)) {
	my $there = $t->curl($method => '/v1/portfolios?a=%2F', url => "http://$clear", headers => { Host => 'carteiras.example' });

	is $there->status, 308, "$method in the clear is sent to TLS";
	is $there->header('location'), "https://carteiras.example" . ($t->{url} =~ /(:\d+)$/)[0] . '/v1/portfolios?a=%2F', '  at the same path';
}
is $t->curl(GET => '/v1/status')->header('strict-transport-security'), undef, 'a trial does not tell browsers to insist on TLS';

# ---- refusals of nginx/render ----

my @good = ('--listen', '127.0.0.1:1', '--socket', '/s', '--cert', '/c', '--key', '/k', '--run', '/r');
for my $case (
	[['--rate', '0'], 'a rate of 0'], [['--listen', '1;}'], 'an address with syntax in it'],
	[['--cert', "/c;\nuser root"], 'a path with syntax in it'], [['--user', 'a b'], 'a user with a blank'], [['--zone', '10'], 'a zone without a unit'], [['--address-requests', '-1'], 'fewer than no requests'],
	[['--hsts', '1d'], 'a time with a unit'], [['--plain', '80'], 'a port without an address'],
	[['--cors-origins', 'https://a.example;}'], 'an origin with syntax in it'], [['--cors-origins', '*'], 'any origin at all'],
) {
	isnt run_command({}, $^X, Lastro::Test::top_srcdir() . '/nginx/render', @good, @{ $case->[0] })->{status}, 0,
		"nginx/render refuses $case->[1]";
}

done_testing;
