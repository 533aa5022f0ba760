#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console in a real Chromium (console.mjs).  Needs what t/http/0190-pages.t needs.

use strict;
use warnings;
use utf8;

use Lastro::Browser;
use Lastro::Market qw(closes rates);
use Lastro::Test qw(slurp spew top_srcdir);
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
closes($t, b3 => 'PETR4', '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, us => 'VOO', '2026-03-30' => '610', '2026-11-18' => '700', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
$t->start_pool(env => { LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z' });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my ($link) = $t->lastro_ok({ env => { LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z' } }, 'account', 'invite', 'ana@example.com', '--json')
	=~ /"link":"\Q$base\E([^"]*)"/;
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$b->log_in('ana@example.com', 'uma frase comprida');
my $csrf = $b->open('/v1/session')->json->{csrf_token};

sub make {
	my ($path, $body) = @_;
	my $r = $b->request('POST', $path, json => $body, headers => { 'X-CSRF-Token' => $csrf });

	die $r->body unless $r->status == 201;
	return $r->json;
}
sub row { my %r; @r{(qw(symbol asset_type kind trade_date quantity price))[0 .. $#_]} = @_; return \%r }
my $id = make('/v1/portfolios', { name => 'W' x 60 })->{id};
make("/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '100', '12.34'), row('PETR4', 'stock', 'sell', '2026-05-04', '20', '15.50'),
	row('VALE3', 'stock', 'buy', '2026-01-08', '7'), row('MGLU3', 'stock', 'buy', '2026-01-08', '9'),
	row('VOO', 'us', 'buy', '2026-01-08', '3', '600'), row('SEMP3', 'stock', 'buy', '2026-01-08', '5', '1'),
	{ %{ row('PETR4', 'stock', 'buy', '2026-11-19', '1', '16.50') }, note => '<script>document.title = "x"</script>' . 'M' x 200 },
]);
my ($asset) = map { $_->{asset_id} } grep { $_->{symbol} eq 'PETR4' } @{ $b->open("/v1/portfolios/$id")->json->{holdings} };
my ($row) = grep { $_->{note} } @{ $b->open("/v1/portfolios/$id/transactions")->json->{data} };
my @paths = ('/portfolios/new', map({ "/portfolios/$id/$_" } 'settings', 'delete', 'transactions', 'transactions/new', "transactions/$row->{id}", 'imports', 'reconcile'),
	'/portfolios', "/portfolios/$id", map { "/portfolios/$id/$_" } 'history', 'xray', 'costs', 'issues', "holdings/$asset");

my $script = "$npm/console-of-test-$$.mjs";	# the module resolver looks beside the script
spew($script, slurp(top_srcdir() . '/t/http/console.mjs'));
END { unlink $script if $script }

my %env = (BASE => $base, EMAIL => 'ana@example.com', PASSWORD => 'uma frase comprida', PATHS => "@paths", PORTFOLIO => "/portfolios/$id", CHROMIUM => $chromium);
@ENV{ keys %env } = values %env;
open my $tap, '-|', $node, $script or die "node: $!";
my ($asked, $plan) = (0, 0);
while (<$tap>) {
	if (/^(not )?ok \d+ - (.*)/) { ok !$1, $2; $asked++ } elsif (/^# (.*)/) { diag $1 } elsif (/^1\.\.(\d+)/) { $plan = $1 }
}
is $asked, $plan, 'the whole day was lived';
cmp_ok $asked, '>', 13 * @paths, 'and all pages were walked through';

done_testing;
