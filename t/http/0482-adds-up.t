#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Totals equal the sum of the displayed amounts (doc/calculations.md 17), to the cent, in the detail, the list, the
# consolidated answers, the x-ray, the costs and the history, and the explanations agree.

use strict;
use warnings;
use List::Util qw(sum0);
use Test::More;
use Lastro::Market qw(closes rates);
use Lastro::Redo qw(redo_detail redo_history redo_xray redo_costs);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my @papers = map { "AAA${_}3" } 'A' .. 'G';

# Each is worth x.xx4 or x.xx6, so that the exact sum differs from the sum of the cents.
closes($t, b3 => $papers[$_], '2026-01-05' => '10.00', '2026-11-19' => '10.11', '2026-11-20' => '10.1234') for 0 .. $#papers;
closes($t, us => 'AAPL', '2026-11-19' => '100.01', '2026-11-20' => '101.37');
rates($t, '2026-01-05' => '5.1234', '2026-11-19' => '5.3333', '2026-11-20' => '5.4321');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T22:00:00Z' });

sub row { my %row; @row{qw(symbol asset_type currency kind trade_date quantity price fees)} = @_; return \%row }
sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}
sub get { my $r = $t->get($_[0], key => $key); die $r->body unless $r->status == 200; return $r->json }
sub cents { return sprintf '%.2f', sum0 map { $_ // 0 } @_ }

my $id = portfolio('Frações', (map { (row($_, 'stock', 'BRL', 'buy', '2026-01-05', '1.3337', '10.0137', '0.33'),
	row($_, 'stock', 'BRL', 'sell', '2026-02-05', '0.1117', '11.0137', '0.01'),
	row($_, 'stock', 'BRL', 'sell', '2026-03-05', '0.1119', '11.0139', '0.01')) } @papers),
	row('AAPL', 'us', 'USD', 'buy', '2026-01-05', '0.3337', '99.9137', '0'));
my $other = portfolio('Outra', map { row($_, 'stock', 'BRL', 'buy', '2026-01-05', '2.3337', '9.0137', '0') } @papers[0 .. 3]);

sub adds_up {
	my ($name, $detail) = @_;
	my @held = @{ $detail->{holdings} };

	is $detail->{patrimonio}, cents(map { $_->{market_value} } @held), "$name: patrimonio";
	is $detail->{invested}, cents(map { $_->{invested_cost} } @held), "$name: invested";
	for my $field (qw(unrealized_pl realized_pl income_received day_change_brl)) {
		is $detail->{$field}, cents(map { $_->{$field} } @held), "$name: $field";
	}
	is $detail->{total_pl}, cents($detail->{unrealized_pl}, $detail->{realized_pl}), "$name: total_pl";
	my @wrong = grep { $_->{realized_pl} ne cents(values %{ $_->{realized_by_month} }) } @held;
	is_deeply [map { $_->{symbol} } @wrong], [], "$name: each result is the sum of its months";
	for my $month (sort keys %{ $detail->{realized_by_month} // {} }) {
		is $detail->{realized_by_month}{$month}, cents(map { $_->{realized_by_month}{$month} } @held), "$name: $month";
	}
}

my $detail = get("/v1/portfolios/$id?include=closed,monthly");
my $exact = 7 * 1.1101 * 10.1234 + 0.3337 * 101.37 * 5.4321;
isnt $detail->{patrimonio}, sprintf('%.2f', $exact), 'the exact sum is another, so this can fail';
adds_up('cached', $detail);
adds_up('of a past day', get("/v1/portfolios/$id?include=closed,monthly&at=2026-11-19"));
is_deeply [redo_detail($t, $key, $detail)], [], 'explained';

my $history = get("/v1/portfolios/$id/history");
is $history->{data}[-1]{equity}, $detail->{patrimonio}, 'the last month is the worth shown';
is $history->{data}[-2]{equity}, get("/v1/portfolios/$id?at=2026-10-31")->{patrimonio}, 'so is a month end';
is $history->{data}[1]{realized}, $detail->{realized_by_month}{'2026-02'} // cents(map { $_->{realized_by_month}{'2026-02'} }
	@{ $detail->{holdings} }), 'and a result';
is_deeply [redo_history($t, $key, $id, $history)], [], 'explained';

my $xray = get("/v1/portfolios/$id/xray");
is $xray->{meta}{patrimonio_brl}, $detail->{patrimonio}, 'the x-ray is of the worth shown';
is_deeply [map { ref $xray->{$_} ? cents(map { $_->{value_brl} // $_->{value} } @{ $xray->{$_} }) : () } qw(by_class by_currency)],
	[($detail->{patrimonio}) x 2], 'its parts add up to it';

# Explanations add up like the answers: also for a past day, the x-ray and the costs.
my $then = get("/v1/portfolios/$id?include=closed,monthly&at=2026-11-19");
is_deeply [redo_detail($t, $key, $then, at => '2026-11-19')], [], 'a past day is explained';
is_deeply [redo_xray($t, $key, $id, $xray)], [], 'so is the x-ray';
is_deeply [redo_costs($t, $key, $id, get("/v1/portfolios/$id/costs"))], [], 'and the costs';
for my $case ([patrimonio => 'market_value'], [invested => 'invested_cost'], [unrealized_pl => 'unrealized_pl'], [realized_pl => 'realized_by_month'],
	[day_change_brl => 'day_change_brl']) {
	my ($total, $part) = @$case;
	my $told = get("/v1/portfolios/$id/explain?field=$total&limit=2000");
	my @parts = map { values %{ $_->{values} } } grep { ($_->{field} // '') eq $part } @{ $told->{inputs} };

	is_deeply [sort { $a <=> $b } map { sprintf '%.2f', $_ } @parts], [sort { $a <=> $b } grep { $_ != 0 } map { ref $_->{$part} ? values %{ $_->{$part} } : $_->{$part} // 0 } @{ $detail->{holdings} }],
		"$total is explained by the amounts of the holdings as they are shown";
	is $told->{figure}{value} // $told->{value}, $detail->{$total}, 'and equals the answer';
}

my $all = get('/v1/portfolio');
my $second = get("/v1/portfolios/$other");

is $all->{patrimonio} // $all->{total}{patrimonio}, cents($detail->{patrimonio}, $second->{patrimonio}), 'the consolidated adds them as shown';

done_testing;
