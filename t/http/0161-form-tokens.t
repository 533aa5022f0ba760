#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Forms of a session contain its token, also those with a file; a page that does not check it answers nothing.  Tested
# by routes of a test module.

use strict;
use warnings;
use utf8;

use Lastro::Browser;
use Lastro::Test;
use MIME::Base64 qw(encode_base64);
use Test::More;

my $t = Lastro::Test->new;
my $base = 'https://carteira.example';
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-01-10T15:00:00Z');
$t->start_pool(workers => 1, program => Lastro::Test::top_builddir() . '/t/http/test-routes.fcgi', env => \%env);
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--kind', 'user', '--name', 'k')->{key};

# The test module has no log-in, so the service's pool creates the session.
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
$t->stop_pool;
$t->start_pool(workers => 1, env => \%env);
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ /"link":"\Q$base\E([^"]*)"/;
$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$b->log_in('ana@example.com', 'uma frase comprida');
my $csrf = $b->open('/v1/session')->json->{csrf_token};
ok $csrf, 'there is a session';
$t->stop_pool;
$t->start_pool(workers => 1, program => Lastro::Test::top_builddir() . '/t/http/test-routes.fcgi', env => \%env);

sub file { my ($fields, %o) = @_; return $b->post_form('/v1/test/file', $fields, parts => 1, %o) }

# ---- the token ----

my $bytes = join '', map chr, 0 .. 255;
my $r = file({ csrf => $csrf, nome => 'Ação', file => ['negociação.xlsx', $bytes] });
is $r->status, 200, 'a form with a file and its token' or diag $r->body;
is_deeply $r->json, { nome => 'Ação', file => 'negociação.xlsx', bytes => 256, base64 => encode_base64($bytes, '') }, 'every byte of the file, and the other fields';
is file({ nome => 'x', file => ['a.csv', 'x'] })->code, 'csrf_token_invalid', 'without its token';
is file({ csrf => $csrf =~ tr/A-Za-z/B-ZAb-za/r, file => ['a.csv', 'x'] })->code, 'csrf_token_invalid', 'with another token';
is file({ csrf => ['a.csv', $csrf], nome => 'x' })->code, 'invalid_body', 'a file is no token';
is file({ nome => 'x' }, headers => { 'X-CSRF-Token' => $csrf })->code, 'csrf_token_invalid', 'a header instead of the field is refused';
is file({ csrf => $csrf }, headers => { Origin => 'https://elsewhere.example' })->code, 'csrf_token_invalid', 'a form of another site';
is file({ csrf => $csrf }, headers => { 'Sec-Fetch-Site' => 'cross-site' })->code, 'csrf_token_invalid', 'as the browser says it, too';

is $b->post_form('/v1/test/forgetful', { csrf => $csrf })->status, 500, 'a page that forgets to look answers nothing';
is $b->post_form('/v1/test/forgetful-file', { csrf => $csrf }, parts => 1)->status, 500, 'with a file it is refused too';
is $t->request('POST', '/v1/test/forgetful', body => 'x=1', type => 'application/x-www-form-urlencoded', key => $key)->status, 303, 'a key needs no token';

# ---- the file ----

is_deeply file({ csrf => $csrf })->json, { nome => undef, file => undef, bytes => 0, base64 => '' }, 'none';
is_deeply file({ csrf => $csrf, file => ['', ''] })->json, { nome => undef, file => undef, bytes => 0, base64 => '' }, 'none was chosen, as a browser says it';
is file({ csrf => $csrf, file => ['C:\\planilhas\\a.xlsx', 'x'] })->json->{file}, 'a.xlsx', 'no folder of its owner';
is file({ csrf => $csrf, nome => "\xff\xfe" })->code, 'invalid_body', 'a field that is no UTF-8';
is file({ csrf => $csrf, nome => 'x' x 70_000 })->code, 'invalid_body', 'a field that is a file in disguise';
is file({ csrf => $csrf, outro => 'x' })->code, 'invalid_body', 'an unknown field';
is file({ csrf => $csrf, file => ['a.csv', 'x' x 1_100_000] })->status, 413, 'the limit of the row';
is $b->post_form('/v1/test/file', { csrf => $csrf })->code, 'invalid_body', 'a form that is none of parts';
is $b->request('POST', '/v1/test/file', body => "--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n$csrf", type => 'multipart/form-data; boundary=x')->code,
	'invalid_body', 'one that was cut off';

$t->finish;
done_testing;
