#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A session and a token make the same round trips and statements as a key.

use strict;
use warnings;

use Digest::SHA qw(sha256);
use Lastro::Browser;
use Lastro::Proxy;
use Lastro::Test qw(wait_for);
use MIME::Base64 qw(encode_base64url);
use Test::More;

my $base = 'https://lastro.example';
my $t = Lastro::Test->new;
my $proxy = Lastro::Proxy->new($t);

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', 'ana@example.com', '--json') =~ m{"link":"\Q$base\E([^"]*)"};
$t->start_pool(workers => 1, env => { LASTRO_BASE_URL => $base });
my $ana = Lastro::Browser->new($t);
$ana->submit($ana->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$ana->log_in('ana@example.com', 'uma frase comprida');

my $callback = 'https://app.example/back';
my $client = $t->post('/oauth/register', { redirect_uris => [$callback] })->json->{client_id};
my $ask = '/oauth/authorize?' . join '&', map { "$_->[0]=" . Lastro::Browser::escape($_->[1]) } [client_id => $client], [redirect_uri => $callback],
	[response_type => 'code'], [code_challenge => encode_base64url(sha256('v' x 43))], [code_challenge_method => 'S256'];
my ($code) = $ana->submit($ana->open($ask), 'scope.account:write' => 'on', decision => 'allow')->header('location') =~ /code=([^&]*)/;
my $token = $ana->post_form('/oauth/token', { grant_type => 'authorization_code', client_id => $client, code => $code, redirect_uri => $callback,
	code_verifier => 'v' x 43 })->json->{access_token};
my $csrf = $ana->open('/v1/session')->json->{csrf_token};
my %with = (key => { key => $key }, token => { key => $token }, session => { headers => { Cookie => $ana->cookies, 'X-CSRF-Token' => $csrf } });
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};

# settled() - reads the messages until there are no more: the end of a read is sent after its answer.
sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');	# uses no database
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}

for my $case (['a list', sub { $t->get('/v1/portfolios', @_) }], ['a detail', sub { $t->get("/v1/portfolios/$id", @_) }],
	['a write', sub { $t->patch("/v1/portfolios/$id", { name => 'Principal' }, @_) }], ['an account', sub { $t->get('/v1/keys', @_) }]) {
	my ($name, $ask) = @$case;
	my %spoken;

	$ask->(%{ $with{key} }) for 1 .. 2;	# prepares the statements and caches the heads
	for my $form (qw(key token session)) {
		settled();
		is $ask->(%{ $with{$form} })->status, 200, "$name with a $form";
		$spoken{$form} = settled();
	}
	like $spoken{key}, qr/E/, 'asks the database';
	is $spoken{token}, $spoken{key}, 'with a token as often as with a key';
	is $spoken{session}, $spoken{key}, 'and with a session';
}

done_testing;
