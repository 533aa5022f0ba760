#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The cached prefix of a history: the same months, returns, spans, benchmarks and risk as a complete walk, after any
# write, load or loss; of one portfolio and of all as one.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes rates live_rate event provent succession series bump);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261122;
srand $seed;
note "LASTRO_TEST_SEED=$seed";

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my @symbols = qw(PETR4 VALE3 ITUB4 MGLU3 OLDC3 NEWC3);
my @days = map { my $m = $_; map { sprintf '2026-%02d-%02d', $m, $_ } 4, 12, 19, 27 } 1 .. 10;

closes($t, b3 => $_, map { $_ => 10 + rand 30 } @days, '2026-11-18', '2026-11-19') for @symbols;
closes($t, us => 'VOO', map { $_ => 600 + rand 90 } @days, '2026-11-18', '2026-11-19');
closes($t, index => 'IBOV', map { $_ => 100000 + int rand 9999 } '2025-12-30', @days, '2026-11-16');
rates($t, map { $_ => '5.' . (1000 + int rand 4000) } map { sprintf '2026-%02d-05', $_ } 1 .. 11);
series($t, 433, map { sprintf('2026-%02d-01', $_) => '0.4' . $_ % 10 } 1 .. 10);
provent($t, 'PETR4', 'dividend', ex => "2026-0$_-11", record => "2026-0$_-10", pay => "2026-0$_-20", gross => '0.50') for 2 .. 9;

sub pool { $t->start_pool(workers => 1, env => { LASTRO_NOW => $_[0] }) }
pool('2026-11-20T15:00:00Z');

my @paths = map { '/v1/portfolios/' . $t->post('/v1/portfolios', { name => $_ }, key => $key)->json->{id} } qw(Uma Outra);
my @histories = ((map { "$_/history" } @paths), '/v1/portfolio/history');

sub body {
	my $r = $t->get($_[0], key => $key);

	return $r->status . ' ' . $r->body;
}

sub twr { return $t->get($_[0], key => $key)->json->{returns}{twr} }

# The number of rows of the table, with any stamp.
sub rows { return $t->sql("select count(*) from $_[0]_history") }

sub forget { $t->sql("delete from portfolio_history; delete from consolidated_history; delete from portfolio_state") }

# The answer now, again, and after dropping all cached rows.
sub agree {
	my ($what) = @_;
	my @first = map { body($_) } @histories;
	my @kept = map { body($_) } @histories;

	is rows('portfolio') . rows('consolidated'), '21', "$what: all prefixes are cached";
	forget();
	my @anew = map { body($_) } @histories;

	is_deeply \@first, \@anew, "$what: the first answer equals a complete walk";
	is_deeply \@kept, \@anew, "$what: so does the cached one";
}

sub row {
	my ($symbol) = @_;
	my $type = $symbol eq 'VOO' ? 'us' : 'stock';
	my $day = sprintf '2026-%02d-%02d', 1 + int rand 10, 1 + int rand 28;
	my $what = int rand 12;

	return { symbol => $symbol, asset_type => $type, kind => 'split', trade_date => $day, quantity => 1, ratio => 2 } if $what == 9;
	return { symbol => $symbol, asset_type => $type, kind => $what < 7 ? 'buy' : 'sell', trade_date => $day,
		quantity => 1 + int rand 100, price => $what == 5 && !int rand 4 ? undef : 1 + int rand 50, fees => int rand 3 };
}

agree('nothing yet');
my @ids;
for my $i (1 .. 12) {
	my $path = $paths[rand @paths];

	if ($i % 4 == 3 && @ids) {
		my ($path, $id) = @{ splice @ids, rand @ids, 1 };
		$t->delete_("$path/transactions/$id", key => $key);
	} elsif ($i % 4 == 2) {
		$t->post("$path/income", { symbol => 'VALE3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-05-1' . $i % 10,
			amount => 1 + int rand 50 }, key => $key);
	} else {
		my $made = $t->post("$path/transactions", [map { row($_) } ($symbols[rand 6], $i % 2 ? 'VOO' : $symbols[rand 6])], key => $key)->json;
		push @ids, [$path, $made->{data}[0]{id}] if ref $made eq 'HASH' && $made->{data};
	}
	agree("write $i");
}
cmp_ok length body($histories[0]), '>', 2000, 'there is a history by now';

# ---- writes before the cut, at the end of September, and on its days ----

for my $day (qw(2026-11-10 2026-10-01 2026-09-30)) {
	$t->post("$paths[0]/transactions", { symbol => 'ITUB4', asset_type => 'stock', kind => 'buy', trade_date => $day, quantity => 7,
		price => '21.5' }, key => $key);
	agree("a purchase of $day");
}

# ---- events around the ledgers ----

event($t, 'PETR4', '2026-04-15', 'split', [2, 1]);
agree('a split that came late');
succession($t, 'OLDC3', 'NEWC3', '2026-03-16', [1, 4]);
agree('a succession that came late');
my $before = body($histories[0]);
bump($t);
is body($histories[0]), $before, 'a load that touched none of its papers changes nothing';
closes($t, b3 => 'EXTR3', '2026-11-18' => '1.00', '2026-11-19' => '2.00');
agree('a load of closes');
live_rate($t, '5.6000', '2026-11-20T14:59:00Z');
agree('a live dollar');
$t->sql(q(update usdt set rate = 5.7; update market_version set version = version + 1 where family = 'rate'));
my @dollar = map { body($_) } @histories;
forget();
is_deeply \@dollar, [map { body($_) } @histories], 'the next dollar: the past stays, its last day moves';

# A purchase of today without a price uses that dollar rate, so no prefix is cached.
$t->post("$paths[0]/transactions", { symbol => 'VOO', asset_type => 'us', kind => 'buy', trade_date => '2026-11-20', quantity => 1 },
	key => $key);
body($_) for @histories;
is $t->sql("select count(*) from portfolio_history h join portfolio p on p.workspace_id = h.workspace_id and p.id = h.portfolio_id where p.name = 'Uma' and h.day > '2000-01-01'"),
	'1', 'the older past of it is still there';
$t->sql('update usdt set rate = 5.8; update market_version set version = version + 1 where family = $$rate$$');
@dollar = map { body($_) } @histories;
forget();
is_deeply \@dollar, [map { body($_) } @histories], 'values at the live dollar are computed again';
is $t->sql("select count(*) from portfolio_history h join portfolio p on p.workspace_id = h.workspace_id and p.id = h.portfolio_id where p.name = 'Uma'"), '0',
	'and never kept';
$t->post("$paths[0]/transactions", { symbol => 'VOO', asset_type => 'us', kind => 'sell', trade_date => '2026-11-20', quantity => 1,
	price => 600 }, key => $key);

# ---- cached prefixes may be lost, damaged or another program's ----

my $lone = $histories[1];
my $whole = body($lone);
for my $harm (q(prefix = substr(prefix, 1, length(prefix) - 3)), q(prefix = '\x01ffffffffffffff'), q(prefix = ''), q(prefix = prefix || '\x00'),
	q(code_stamp = 'another'), q(ledger_stamp = '\x00'), q(closes_version = closes_version - 1), q(day = day - 1)) {
	body($lone);
	$t->sql("update portfolio_history set $harm");
	is body($lone), $whole, "wrongly stored: $harm";
}

# ---- the next day ----

$t->stop_pool;
pool('2026-11-21T15:00:00Z');
my @morrow = map { body($_) } @histories;
isnt $morrow[1], $whole, 'the next day has another last day';
forget();
is_deeply \@morrow, [map { body($_) } @histories], 'for which all is walked';

# ---- they are used, by the history and by the detail ----

$whole = body($lone);
my $return = twr($paths[1]);
$t->sql(q(update usdt set rate = rate; update market_version set version = version + 1 where family = 'rate'));
$t->sql('delete from close_series; delete from asset_state');
is body($lone), $whole, 'while its stamp is valid neither closes nor tails are read';
is_deeply twr($paths[1]), $return, 'for the return of the detail neither';

$t->finish;
done_testing;
