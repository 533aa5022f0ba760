#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# openid-client (npm) completes discovery, registration, code, refresh and revocation; and the required failures occur (openid.mjs).

use strict;
use warnings;

use Lastro::Browser;
use Lastro::Test qw(slurp spew top_srcdir);
use Test::More;

my ($node) = grep { -x } map { "$_/node" } split /:/, $ENV{PATH};
my $npm = $ENV{LASTRO_TEST_NPM} // '';

plan skip_all => 'node is not installed' unless $node;
plan skip_all => 'LASTRO_TEST_NPM names no folder with openid-client' unless -d "$npm/node_modules/openid-client";
plan skip_all => 'nginx is not installed' unless -x '/usr/sbin/nginx';

my $t = Lastro::Test->new;
$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my $org = $t->lastro_json('org', 'create', '--name', 'Casa')->{id};
$t->lastro_ok('member', 'add', '--org', $org, '--account', 'ana@example.com');
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base } }, 'account', 'invite', 'ana@example.com', '--json') =~ m{"link":"\Q$base\E([^"]*)"};
my $b = Lastro::Browser->new($t);
is $b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida')->status, 200, 'a password';

# The module resolver looks in the script's directory.
my $dir = "$npm/openid-of-test-$$";
mkdir $dir or die "$dir: $!";
spew("$dir/openid.mjs", slurp(top_srcdir() . '/t/http/openid.mjs'));
spew("$dir/person.mjs", slurp(top_srcdir() . '/contrib/mcp/person.mjs'));
END { if ($dir) { unlink glob "$dir/*"; rmdir $dir } }

@ENV{qw(BASE EMAIL PASSWORD NODE_EXTRA_CA_CERTS)} = ($base, 'ana@example.com', 'uma frase comprida', ($t->certificate)[0]);
open my $tap, '-|', $node, "$dir/openid.mjs" or die "node: $!";
my $asked = 0;
while (<$tap>) {
	if (/^(not )?ok \d+ - (.*)/) { ok !$1, $2; $asked++ } elsif (/^# (.*)/) { diag $1 }
}
is $asked, 15, 'all of it was tried';

done_testing;
