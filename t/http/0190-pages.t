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
use Lastro::Test qw(free_port slurp spew top_srcdir);
use MIME::Base64 qw(encode_base64url);
use Test::More;

my @path = split /:/, $ENV{PATH};
my ($node) = grep { -x } map { "$_/node" } @path;
my ($chromium) = grep { $_ && -x } $ENV{LASTRO_TEST_CHROMIUM}, map { my $dir = $_; map { "$dir/$_" } qw(chromium chromium-browser google-chrome) } @path;
my $npm = $ENV{LASTRO_TEST_NPM} // '';

plan skip_all => 'node is not installed' unless $node;
plan skip_all => 'LASTRO_TEST_NPM names no folder with playwright-core and axe-core' unless -d "$npm/node_modules/playwright-core" && -d "$npm/node_modules/axe-core";
plan skip_all => 'there is no Chromium' unless $chromium;
plan skip_all => 'nginx is not installed' unless -x '/usr/sbin/nginx';

my $t = Lastro::Test->new;
$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base, LASTRO_SIGN_UP => 'on' });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', 'ana@example.com', '--json') =~ /"link":"([^"]*)"/;
# Somebody asked for an account.
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
is $b->submit($b->open('/sign-up'), email => 'nova@example.com')->status, 200, 'a sign-up';
my $fresh = $base . $t->sql(q{select substring(body from '/password\?token=\w+') from mail_outbox});
my $redirect = 'http://127.0.0.1:' . free_port() . '/back';
my $client = $t->post('/oauth/register', { redirect_uris => [$redirect], client_name => 'Um aplicativo de nome comprido para ver se a página quebra bem' })->json->{client_id};

my $script = "$npm/pages-of-test-$$.mjs";	# the module resolver looks beside the script
spew($script, slurp(top_srcdir() . '/t/http/pages.mjs'));
END { unlink $script if $script }

my %env = (BASE => $base, EMAIL => 'ana@example.com', PASSWORD => 'uma frase comprida', LINK => $link, FRESH => $fresh, CLIENT => $client, REDIRECT => $redirect,
	CHALLENGE => encode_base64url(sha256('v' x 43)), CHROMIUM => $chromium);
@ENV{ keys %env } = values %env;
open my $tap, '-|', $node, $script or die "node: $!";
my $asked = 0;
while (<$tap>) {
	if (/^(not )?ok \d+ - (.*)/) { ok !$1, $2; $asked++ } elsif (/^# (.*)/) { diag $1 }
}
cmp_ok $asked, '>', 40, 'all pages were walked through';

done_testing;
