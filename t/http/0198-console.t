#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console in a real Chromium (console.mjs).  Needs what t/http/0190-pages.t needs.

use strict;
use warnings;
use utf8;

use Lastro::Browser;
use Lastro::Chromium;
use Lastro::Market qw(closes rates);
use Lastro::Test;
use Test::More;

my $chromium = Lastro::Chromium->new;
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
	'/portfolios', '/portfolios/held?symbol=PETR4&asset_type=stock', "/portfolios/$id", map { "/portfolios/$id/$_" } 'history', 'xray', 'costs', 'issues', "holdings/$asset");

my %env = (BASE => $base, EMAIL => 'ana@example.com', PASSWORD => 'uma frase comprida', PATHS => "@paths", PORTFOLIO => "/portfolios/$id");
my ($asked, $plan) = $chromium->run('console.mjs', %env);
is $asked, $plan, 'the whole day was lived';
cmp_ok $asked, '>', 13 * @paths, 'and all pages were walked through';

done_testing;
