#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A past day as it was: its assets, the order of rows on one day, and its closes; and watched papers.  Today is
# 20 March 2026; rows typed later are typed with a later clock.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(closes succession);
use Lastro::Redo qw(redo_detail redo_history);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2026-01-05' => 30, '2026-03-02' => 31, '2026-03-19' => 32);
closes($t, b3 => 'VALE3', '2026-03-02' => 60, '2026-03-19' => 61);
succession($t, 'VELH3', 'NOVA3', '2026-02-02', [1, 1]);
closes($t, b3 => 'NOVA3', '2026-02-02' => 12, '2026-03-19' => 12);
closes($t, index => 'IBOV', '2026-03-18' => 130000, '2026-03-19' => 131300);
closes($t, index => 'SP500', '2026-02-02' => 6500);
# The last session of 2024 in cents, between the session before and the first one of 2025.
closes($t, b3 => 'PICO3', '2024-12-27' => 10, '2024-12-30' => 1000, '2025-01-02' => '10.50', '2025-01-31' => 11, '2025-02-28' => 12);
# The same for the first session of 2025.
closes($t, b3 => 'TOPO3', '2024-12-30' => 10, '2025-01-02' => 1050, '2025-02-03' => '10.50', '2025-02-28' => 12);
# The only session of 2025: the year then has none.
closes($t, b3 => 'UNIC3', '2024-12-30' => 10, '2025-07-01' => 900, '2026-01-05' => 11, '2026-03-19' => 11);
# A level that stays is not a spike: a grouping of twenty to one that is not in the ledger.
closes($t, b3 => 'FICA3', '2024-12-27' => 10, '2024-12-30' => 1000, '2025-01-02' => 1010, '2025-02-28' => 1020);

sub clock { $t->stop_pool; $t->start_pool(workers => 1, env => { LASTRO_NOW => "$_[0]T15:00:00Z" }) }
sub portfolio { return $t->post('/v1/portfolios', { name => $_[0] }, key => $key)->json->{id} }

sub record {
	my ($id, @rows) = @_;
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => 'stock', kind => $_->[1],
		trade_date => $_->[2], quantity => $_->[3], price => $_->[4] } } @rows], key => $key);

	die $r->body unless $r->status == 201;
	return;
}

sub detail {
	my ($id, $query) = @_;
	my $r = $t->get("/v1/portfolios/$id" . ($query ? "?$query" : ''), key => $key);

	die $r->body unless $r->status == 200;
	is_deeply [redo_detail($t, $key, $r->json, ($query // '') =~ /(at)=([0-9-]+)/)], [], 'every number of ' . ($query // 'today') . ' is redone';
	return $r->json;
}

sub shown { return join ' ', sort map { $_->{symbol} . ($_->{is_watchlist} ? '*' : '') } @{ $_[0]{holdings} } }

# ---- the assets of a day ----

clock('2026-03-03');
my $id = portfolio('Dias');
record($id, ['PETR4', 'buy', '2026-01-05', 100, 30]);
$t->post("/v1/portfolios/$id/assets", { symbol => 'ITUB4', asset_type => 'stock' }, key => $key);
clock('2026-03-20');
record($id, ['VALE3', 'buy', '2026-03-18', 10, 60]);
$t->post("/v1/portfolios/$id/assets", { symbol => 'BBAS3', asset_type => 'stock' }, key => $key);

is shown(detail($id)), 'BBAS3* ITUB4* PETR4 VALE3', 'today all of them are there';
my $then = detail($id, 'include=closed&at=2026-03-10');
is shown($then), 'ITUB4* PETR4', 'a day has the assets with rows by then, and those watched on it';
is_deeply [@$then{qw(holdings_count ledger_assets)}], [2, 2], 'and counts no other';
is shown(detail($id, 'at=2026-03-02')), 'PETR4', 'before it was watched, only assets with rows';
is shown(detail($id, 'at=2026-03-18')), 'ITUB4* PETR4 VALE3', 'from its first row on an asset is there';
is $t->get("/v1/portfolios/$id/explain?field=qty&symbol=VALE3&at=2026-03-10", key => $key)->status, 404, 'there is no figure of it to explain';

# ---- a watched index ----

my $watch = portfolio('Acompanhamento');
$t->post("/v1/portfolios/$watch/assets", { symbol => $_, asset_type => 'index' }, key => $key) for 'IBOV', 'SP500', 'SEMDADO';
my %watched = map { $_->{symbol} => $_ } @{ detail($watch)->{holdings} };
is_deeply [@{ $watched{IBOV} }{qw(price change_pct price_date market_value qty is_watchlist)}], ['131300', '1.0000', '2026-03-19', undef, '0', JSON::PP::true()],
	'an index shows its last close and what it changed, and is worth nothing';
is_deeply [@{ $watched{SP500} }{qw(price price_date)}], ['6500', '2026-02-02'], 'a last close counts, however old';
is $watched{SEMDADO}{price}, undef, 'one that was never quoted has none';

# ---- an old and a new ticker on one day ----

# First bought is matched with first sold: on the 10th the old ticker at 20, on the 11th the new one at 14.
# A fixed order of the tickers would give +20 or -100.
my $renamed = portfolio('Troca de código');
record($renamed, ['VELH3', 'buy', '2026-01-05', 10, 10]);
record($renamed, @$_) for [['VELH3', 'buy', '2026-02-10', 10, 20]], [['NOVA3', 'buy', '2026-02-10', 10, 14]], [['NOVA3', 'sell', '2026-02-10', 10, 15]],
	[['NOVA3', 'buy', '2026-02-11', 10, 14]], [['VELH3', 'buy', '2026-02-11', 10, 20]], [['VELH3', 'sell', '2026-02-11', 10, 15]];
my ($nova) = grep { $_->{symbol} eq 'NOVA3' } @{ detail($renamed)->{holdings} };
is_deeply [@$nova{qw(qty invested_cost realized_pl)}], ['30', '440.00', '-40.00'], 'rows of one day in both tickers keep their order of insertion';

# ---- a spike at the end of a year ----

my $spike = portfolio('Pico');
record($spike, ['PICO3', 'buy', '2024-12-27', 1, 10]);
my $top = portfolio('Topo');
record($top, ['TOPO3', 'buy', '2024-12-30', 1, 10]);
my $only = portfolio('Única');
record($only, ['UNIC3', 'buy', '2024-12-30', 1, 10]);
my $stays = portfolio('Fica');
record($stays, ['FICA3', 'buy', '2024-12-27', 1, 10]);

sub month {
	my ($portfolio, $month) = @_;
	my $r = $t->get("/v1/portfolios/$portfolio/history", key => $key)->json;

	is_deeply [redo_history($t, $key, $portfolio, $r)], [], "and its history is redone";
	return map { @$_{qw(equity return_pct)} } grep { $_->{month} eq $month } @{ $r->{data} };
}

is_deeply [month($spike, '2024-12')], ['10.00', '0.0000'], 'the last close of a year is a spike where the first of the next says so';
is_deeply [month($spike, '2025-01')], ['11.00', '10.0000'], 'and the next month has its own return';
is_deeply [month($top, '2025-01')], ['10.00', '0.0000'], 'so is the first of a year';
is_deeply [month($only, '2025-08')], ['10.00', '0.0000'], 'and the only one of a year';
is_deeply [month($stays, '2024-12')], ['1000.00', '9900.0000'], 'a level that stays is not a spike';

done_testing;
