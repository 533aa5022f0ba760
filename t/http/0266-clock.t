#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Figures that change with time alone: ten minutes after its timestamp the rate USDT/BRL is no longer used, without any
# load.  Validators and the worker's caches change with it.  The test uses the real clock.

use strict;
use warnings;
use POSIX qw(strftime);
use Test::More;
use Lastro::Market qw(closes rates live_rate);
use Lastro::Tenants qw(account);
use Lastro::Test qw(wait_for);

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
$ENV{TZ} = 'America/Sao_Paulo';
POSIX::tzset();
sub day { return strftime('%Y-%m-%d', localtime(time - 86400 * $_[0])) }

closes($t, us => 'AAPL', day(40) => '100.00', day(30) => '110.00', day(3) => '120.00');
rates($t, map { day($_) => '5.00' } 2 .. 45);
$t->start_pool(workers => 1);
my $id = $t->post('/v1/portfolios', { name => 'Exterior' }, key => $key)->json->{id};
$t->post("/v1/portfolios/$id/transactions", { symbol => 'AAPL', asset_type => 'us', currency => 'USD', kind => 'buy',
	trade_date => day(40), quantity => 10, price => '100.00' }, key => $key);

my @paths = ("/v1/portfolios/$id", '/v1/portfolios', '/v1/portfolio', map { "/v1/portfolios/$id/$_" } qw(history xray costs));
sub get { my ($path, %headers) = @_; return $t->get($path, key => $key, headers => \%headers) }

# Eight seconds of the ten minutes are left.
my $at = time - 592;
live_rate($t, '5.40', strftime('%Y-%m-%dT%H:%M:%SZ', gmtime $at), 1);
my %live = map { $_ => get($_) } @paths;
my $marked = get("/v1/portfolios/$id")->json;
is $marked->{patrimonio}, '6480.00', 'marked by the pair: 10 x 120 x 5.40';
cmp_ok time, '<=', $at + 600, 'in its ten minutes';
is get($_, 'If-None-Match' => $live{$_}->header('etag'))->status, 304, "nothing moved yet: $_" for @paths;

wait_for { time > $at + 600 } 30;
for my $path (@paths) {
	my $r = get($path, 'If-None-Match' => $live{$path}->header('etag'));

	is $r->status, 200, "the tag is another: $path";
}
my $after = get("/v1/portfolios/$id")->json;
is $after->{patrimonio}, '6000.00', 'marked by the official rate';
isnt $after->{returns}{twr}{cumulative}, $marked->{returns}{twr}{cumulative}, 'also the return';
my $history = get("/v1/portfolios/$id/history")->json;

$t->stop_pool;
$t->start_pool(workers => 1);
my $other = get("/v1/portfolios/$id")->json;
is_deeply [$after->{patrimonio}, $after->{returns}], [$other->{patrimonio}, $other->{returns}], 'as another worker says';
is_deeply $history, get("/v1/portfolios/$id/history")->json, 'so is the history';

# ---- to the millisecond, before and after ----

live_rate($t, '5.40', '2020-11-20T15:00:00Z', 1);
rates($t, map { $_ => '5.00' } '2020-11-19');
closes($t, us => 'MSFT', '2020-11-18' => '120.00');
my %seen;
for ([before => '14:49:59.999'], [first => '14:50:00.000'], [last => '15:10:00.000'], [after => '15:10:00.001']) {
	my ($name, $hour) = @$_;

	$t->stop_pool;
	$t->start_pool(workers => 1, env => { LASTRO_NOW => "2020-11-20T${hour}Z" });
	if (!%seen) {
		$id = $t->post('/v1/portfolios', { name => 'Limites' }, key => $key)->json->{id};
		$t->post("/v1/portfolios/$id/transactions", { symbol => 'MSFT', asset_type => 'us', currency => 'USD', kind => 'buy',
			trade_date => '2020-11-19', quantity => 10, price => '100.00' }, key => $key);
	}
	my $r = get("/v1/portfolios/$id");
	$seen{$name} = [$r->json->{patrimonio}, $r->header('etag')];
}
is_deeply { map { $_ => $seen{$_}[0] } keys %seen }, { before => '6000.00', first => '6480.00', last => '6480.00', after => '6000.00' },
	'ten minutes either side, both ends among them';
is $seen{first}[1], $seen{last}[1], 'one tag while it is valid';
isnt $seen{last}[1], $seen{after}[1], 'another a millisecond later';
isnt $seen{first}[1], $seen{before}[1], 'and one before';

done_testing;
