#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The days of the last month in a history: value, contributions and indices of each business day, of one portfolio and of
# all, from the cache or not, explained, and as a span of the charts.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Market qw(closes rates);
use Lastro::Redo qw(redo_history);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $base = 'https://carteira.example';
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z');
closes($t, b3 => 'PETR4', '2026-10-16' => '10.00', '2026-10-21' => '11.00', '2026-11-03' => '12.00', '2026-11-18' => '13.00', '2026-11-19' => '14.00');
closes($t, us => 'VOO', '2026-10-30' => '100', '2026-11-19' => '120');
rates($t, '2026-10-30' => '5.0000', '2026-11-05' => '6.0000', '2026-11-19' => '5.5000');
closes($t, index => 'IBOV', '2026-10-16' => '100000', '2026-10-21' => '110000', '2026-11-09' => '110000', '2026-11-19' => '120000');
$t->start_pool(workers => 1, env => \%env);
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ /"link":"\Q$base\E([^"]*)"/;
$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$b->log_in('ana@example.com', 'uma frase comprida');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k', '--scopes', 'account:read,account:write')->{key};
my ($id, $other) = map { $t->post('/v1/portfolios', { name => $_ }, key => $key)->json->{id} } qw(Principal Outra);
sub row {
	my ($of, @row) = @_;
	my $r = $t->post("/v1/portfolios/$of/transactions", { symbol => $row[0], asset_type => $row[1], kind => $row[2], trade_date => $row[3], quantity => $row[4],
		price => $row[5] }, key => $key);

	die $r->body if $r->status != 201;
}
row($id, @$_) for ['PETR4', 'stock', 'buy', '2026-10-16', 100, 10], ['VOO', 'us', 'buy', '2026-10-30', 2, 100], ['PETR4', 'stock', 'sell', '2026-11-10', 50, 12],
	['CDB X', 'renda_fixa', 'buy', '2026-11-12', 1, 1000];
row($other, 'PETR4', 'stock', 'buy', '2026-11-16', 10, 12.5);
sub text { return Encode::decode('UTF-8', $_[0]->body) }
sub daily { my ($path) = @_; my $r = $t->get($path, key => $key); die $r->body if $r->status != 200; return $r->json->{meta}{daily} }

my $at = "/v1/portfolios/$id";
my @days = @{ daily("$at/history?include=daily") };
my %of = map { $_->{date} => $_ } @days;
# From 20 October; bank holidays are 2 and 20 November, and today is one.
is_deeply [map { $_->{date} } @days], [(map { "2026-10-$_" } 20 .. 23, 26 .. 30), (map { "2026-11-$_" } qw(03 04 05 06 09 10 11 12 13 16 17 18 19 20))], 'business days, and today';
my %want = (
	'2026-10-20' => [1000, 1000],		# 100 x 10.00
	'2026-10-21' => [1100, 1000],		# 100 x 11.00
	'2026-10-29' => [1100, 1000],
	'2026-10-30' => [2100, 2000],		# + 2 x 100 x 5.00
	'2026-11-03' => [2200, 2000],		# 100 x 12.00
	'2026-11-04' => [2200, 2000],
	'2026-11-05' => [2400, 2000],		# 2 x 100 x 6.00
	'2026-11-09' => [2400, 2000],
	'2026-11-10' => [1800, 1400],		# 50 sold for 600.00
	'2026-11-11' => [1800, 1400],
	'2026-11-12' => [2800, 2400],		# + what has no price, at its cost
	'2026-11-13' => [2600, 2400],		# the dollar of the 5th is too old: VOO at its cost, 1,000.00
	'2026-11-18' => [2650, 2400],		# 50 x 13.00
	'2026-11-19' => [3020, 2400],		# 50 x 14.00 + 2 x 120 x 5.50 + 1,000.00
	'2026-11-20' => [3020, 2400],
);
is_deeply { map { $_ => [map { $_ + 0 } @{ $of{$_} }{qw(equity contributed)}] } keys %want }, \%want, 'value and contributions of each day' or diag explain \@days;
my $history = $t->get("$at/history?include=daily", key => $key)->json;
is $of{'2026-10-30'}{contributed}, $history->{data}[0]{contributed}, 'October has what its last business day has';
is_deeply $days[-1]{indices}, $history->{data}[-1]{indices}, 'today has what the month has';
# 1,000.00 at 100,000 is 1,100.00 at 110,000; 1,000.00 more on the 30th; on 4 November that close is too old; 600.00 out on
# the 10th, 1,000.00 more on the 12th; 2,500.00 x 120 / 110.
my %ibov = ('2026-10-20' => 1000, '2026-10-21' => 1100, '2026-10-30' => 2100, '2026-11-04' => undef, '2026-11-10' => 1500, '2026-11-12' => 2500, '2026-11-19' => 2727.27);
is_deeply { map { my $v = $of{$_}{indices}{ibov}; $_ => defined $v ? $v + 0 : undef } keys %ibov }, \%ibov, 'the same flows in an index, day by day' or diag explain \@days;
ok !exists $t->get("$at/history", key => $key)->json->{meta}{daily}, 'only when it is asked for';
is $t->get("$at/history?include=dias", key => $key)->status, 400, 'an unknown layer is refused';

# The second answer comes from the cache.
ok $t->sql('select count(*) from portfolio_history') > 0, 'the past is stored';
is_deeply daily("$at/history?include=daily"), \@days, 'from there the days are the same';

# ---- all portfolios as one ----

my %all = map { $_->{date} => [map { $_ + 0 } @$_{qw(equity contributed)}] } @{ daily('/v1/portfolio/history?include=daily') };
is_deeply [@all{qw(2026-11-13 2026-11-16 2026-11-18 2026-11-20)}], [[2600, 2400], [2720, 2525], [2780, 2525], [3160, 2525]], 'all as one: with 10 x 12.00, 13.00, 14.00, bought for 125.00';
is_deeply [map { $_->{date} } @{ daily("/v1/portfolios/$other/history?include=daily") }], [map { "2026-11-$_" } qw(16 17 18 19 20)], 'one that began in the month has its days';
is_deeply daily('/v1/portfolio/history?include=daily'), daily('/v1/portfolio/history?include=daily'), 'from the cache, too';

# ---- explained ----

is_deeply [redo_history($t, $key, $id, $history)], [], 'every figure, recomputed from its explanation';
my $x = $t->get("$at/explain?field=history.meta.daily.equity&day=2026-11-10", key => $key)->json;
is_deeply [map { "$_->{field} $_->{symbol} $_->{values}{value}" } grep { $_->{kind} eq 'figure' } @{ $x->{inputs} }], ['history.value PETR4 600', 'history.value VOO 1200'], 'of the assets' or diag explain $x;
is $t->get("$at/explain?field=history.meta.daily.equity&day=2026-11-15", key => $key)->status, 404, 'a Sunday has none';
is $t->get("$at/explain?field=history.meta.daily.equity", key => $key)->status, 400, 'a day is needed';

# ---- as the chart's shortest span ----

sub points { my ($html) = @_; my ($data) = $html =~ m{(<details class="data".*?</details>)}s; return scalar(() = ($data // '') =~ /<tr data-x/g) }
for my $path ('/portfolios', "/portfolios/$id/history") {
	my $html = text($b->open("$path?periodo=1m"));

	is points($html), 23, "$path: a point a day";
	like $html, qr{<a href="\Q$path\E\?periodo=1m" aria-current="true">1M</a>}, 'its chip';
	is points(text($b->open($path))), 2, 'months otherwise';
}
my $html = text($b->open("/portfolios/$id/history?periodo=1m"));
like $html, qr{explain\?field=history.meta.daily.equity&amp;day=2026-11-19">\s*<data class="equity" value="3020.00"}, 'each day leads to its explanation';
like text($b->open("/portfolios/$id/explain?field=history.meta.daily.equity&day=2026-11-19")), qr{<h2><bdi>Valor no fim do dia}, 'in words';
is $b->open('/portfolios?periodo=2m')->status, 400, 'another span is refused';

done_testing;
