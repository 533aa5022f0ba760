#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The pages for people in a real Chromium (pages.mjs): keyboard alone, 320 pixels, light and dark, axe-core.
# Needs node, a Chromium (LASTRO_TEST_CHROMIUM, or in the path), and in LASTRO_TEST_NPM the npm packages
# playwright-core and axe-core.

use strict;
use warnings;

use Digest::SHA qw(sha256);
use Lastro::Browser;
use Lastro::Chromium;
use Lastro::Test qw(free_port);
use MIME::Base64 qw(encode_base64url);
use Test::More;

my $chromium = Lastro::Chromium->new;
my $t = Lastro::Test->new;
$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base, LASTRO_SIGN_UP => 'on' });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', 'ana@example.com', '--json') =~ /"link":"([^"]*)"/;
# A person signed up.
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
is $b->submit($b->open('/sign-up'), email => 'nova@example.com')->status, 200, 'a sign-up';
my $fresh = $base . $t->sql(q{select substring(body from '/password\?token=\w+') from mail_outbox});
my $redirect = 'http://127.0.0.1:' . free_port() . '/back';
my $client = $t->post('/oauth/register', { redirect_uris => [$redirect], client_name => 'Um aplicativo de nome comprido para ver se a página quebra bem' })->json->{client_id};

my %env = (BASE => $base, EMAIL => 'ana@example.com', PASSWORD => 'uma frase comprida', LINK => $link, FRESH => $fresh, CLIENT => $client, REDIRECT => $redirect,
	CHALLENGE => encode_base64url(sha256('v' x 43)));
my ($asked) = $chromium->run('pages.mjs', %env);
cmp_ok $asked, '>', 40, 'all pages were walked through';

done_testing;
