#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The worker as a CGI program: variables in, one answer out.

use strict;
use warnings;
use Lastro::Response;
use Lastro::Tenants qw(account);
use Lastro::Test qw(program run_command spew);
use Test::More;

my $t = Lastro::Test->new;
my $ana = account($t);

# cgi() - runs the program once; returns its answer and the run.
sub cgi {
	my ($variables, $body) = @_;
	my $in;

	if (defined $body) {
		$in = $t->dir . '/body';
		spew($in, $body);
		$variables = { %$variables, CONTENT_LENGTH => length $body, CONTENT_TYPE => 'application/json' };
	}
	my $r = run_command({ in => $in, env => { $t->worker_env, %$variables } }, program('lastro.fcgi'));
	is $r->{status}, 0, 'the program ends well';
	return Lastro::Response->parse($r->{out});
}

my $r = cgi({ REQUEST_METHOD => 'GET', PATH_INFO => '/v1/status' });
is $r->status, 200, 'the status is answered on standard output';
is $r->json->{status}, 'ok', 'and is ok';
is $r->header('content-length'), length $r->body, 'with the length of the body';
cmp_ok $r->json->{schema_version}, '>=', 3, 'on the migrated schema';

$r = cgi({ REQUEST_METHOD => 'GET', PATH_INFO => '/v1/portfolios', HTTP_AUTHORIZATION => "Bearer $ana->{user_key}" });
is $r->status, 200, 'a credential in HTTP_AUTHORIZATION is taken';
is_deeply $r->json->{data}, [], 'no portfolio yet';

$r = cgi({ REQUEST_METHOD => 'GET', PATH_INFO => '/v1/portfolios' });
is $r->status, 401, 'without one it is refused';
is $r->code, 'credential_missing', 'by its code';
is $r->header('x-request-id'), $r->json->{details}{request_id}, 'header and Problem name the same request';

$r = cgi({ REQUEST_METHOD => 'POST', PATH_INFO => '/v1/portfolios', HTTP_AUTHORIZATION => "Bearer $ana->{user_key}" },
	'{"name":"Principal"}');
is $r->status, 201, 'a body comes from standard input';
is $r->json->{name}, 'Principal', 'and matches the written schema';

$r = cgi({ REQUEST_METHOD => 'HEAD', PATH_INFO => '/v1/portfolios', HTTP_AUTHORIZATION => "Bearer $ana->{user_key}" });
is $r->status, 200, 'HEAD is answered as GET';
is $r->body, '', 'without a body';
cmp_ok $r->header('content-length'), '>', 50, 'but with its length';

$r = cgi({ REQUEST_METHOD => 'GET', PATH_INFO => '/v1/openapi.json' });
is $r->json->{openapi}, '3.1.0', 'the contract is compiled in';
is $r->json->{info}{version}, '3.12.0', 'in its version';
ok !exists $r->json->{jsonSchemaDialect}, 'without a dialect';

$r = cgi({ REQUEST_METHOD => 'OPTIONS', PATH_INFO => '/v1/status' });
is $r->status, 204, 'OPTIONS needs no credential';
is $r->header('allow'), 'GET, HEAD, OPTIONS', 'and names the methods';
is $r->header('access-control-allow-origin'), undef, 'no origin is allowed by default';

$r = cgi({ REQUEST_METHOD => 'OPTIONS', PATH_INFO => '/v1/portfolios', HTTP_ORIGIN => 'https://app.example',
	HTTP_ACCESS_CONTROL_REQUEST_METHOD => 'POST', LASTRO_CORS_ORIGINS => 'https://app.example,https://b.example' });
is $r->header('access-control-allow-origin'), 'https://app.example', 'a listed origin is allowed';
like $r->header('access-control-allow-headers'), qr/\bAuthorization\b/i, 'and may send a credential';

$r = cgi({ REQUEST_METHOD => 'GET', PATH_INFO => '/v1/status', HTTP_ORIGIN => 'https://app.example.evil',
	LASTRO_CORS_ORIGINS => 'https://app.example' });
is $r->header('access-control-allow-origin'), undef, 'an origin that only begins like a listed one is not';

$r = cgi({ REQUEST_METHOD => 'DELETE', PATH_INFO => '/v1/status' });
is $r->status, 405, 'another method on a known path';
is $r->code, 'method_not_allowed', 'by its code';

# ---- a role that bypasses row security ----

my $unsafe = run_command({ env => { LASTRO_DATABASE => $t->conninfo_owner, REQUEST_METHOD => 'GET',
	PATH_INFO => '/v1/portfolios', HTTP_AUTHORIZATION => "Bearer $ana->{user_key}" } }, program('lastro.fcgi'));
$r = Lastro::Response->parse($unsafe->{out});
is $r->status, 503, 'the owner of the tables must not serve';
unlike $unsafe->{out}, qr/superus/, 'the answer does not say why';
like $unsafe->{err}, qr/refusing to serve/, 'the log does';

done_testing;
