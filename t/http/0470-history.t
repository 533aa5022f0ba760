#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A portfolio through time: the same figures by every code path, spans, benchmarks, risk, and the messages when prices
# are missing.  Expected figures are worked by hand beside each test.  Today is 20 May 2026.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(bump closes event index_numbers rates series succession);
use Lastro::Redo qw(redo_detail redo_history);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2025-03-10' => '20.00', '2025-03-31' => '22.00', '2025-04-30' => '22.00', '2025-08-29' => '20.00', '2025-10-31' => '22.00',
	'2026-04-30' => '30.00', '2026-05-19' => '33.00');
closes($t, b3 => 'DESD3', '2026-03-02' => '100.00', '2026-03-06' => '110.00', '2026-03-09' => '55.00', '2026-04-30' => '56.00',
	'2026-05-19' => '57.00');
event($t, 'DESD3', '2026-03-07', 'split', [2, 1]);
closes($t, b3 => 'VELH3', '2026-03-02' => '10.00', '2026-03-31' => '12.00');
closes($t, b3 => 'NOVA3', '2026-04-15' => '26.00', '2026-05-19' => '28.00');
succession($t, 'VELH3', 'NOVA3', '2026-04-15', [1, 2]);
closes($t, us => 'VOO', '2026-03-02' => '500.00', '2026-03-31' => '510.00', '2026-05-19' => '520.00');
rates($t, '2026-03-02' => '5.00', '2026-03-31' => '5.20', '2026-04-30' => '5.10', '2026-05-19' => '5.30');
closes($t, index => 'IBOV', '2025-11-20' => '80000', '2026-02-27' => '88000', '2026-03-02' => '100000', '2026-05-15' => '110000');
closes($t, index => 'IFIX', '2026-03-02' => '3000', '2026-03-09' => '3000', '2026-05-15' => '3300');
closes($t, index => 'SP500', '2026-03-02' => '5000', '2026-03-09' => '5000', '2026-03-27' => '5200', '2026-05-15' => '5500');
series($t, 433, '2026-02-01' => '0.50', '2026-03-01' => '1.00', '2026-04-01' => '0.50');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-05-20T15:00:00Z' });

sub carteira {
	my ($name, $type, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => $type, kind => $_->[1],
		trade_date => $_->[2], quantity => $_->[3], price => $_->[4] } } @rows], key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}

sub history {
	my ($id) = @_;
	my $r = $t->get("/v1/portfolios/$id/history", key => $key);

	die $r->body unless $r->status == 200;
	is_deeply [redo_history($t, $key, $id, $r->json)], [], 'every number of the months is redone from its explanation';
	return $r->json;
}

sub detail {
	my $detail = $t->get("/v1/portfolios/$_[0]", key => $key)->json;

	is_deeply [redo_detail($t, $key, $detail)], [], 'and every number of the detail';
	return $detail;
}

sub month { my ($h, $month) = @_; return (grep { $_->{month} eq $month } @{ $h->{data} })[0] }
sub near { my ($got, $want, $within, $name) = @_; return cmp_ok(abs(($got // 1e99) - $want), '<=', $within, "$name: $want") || diag $got // 'null' }

# 100 at 20 on 10 March 2025, worth 33 on 20 May 2026: 436 days.
my $plain = carteira('Uma compra', 'stock', ['PETR4', 'buy', '2025-03-10', '100', '20']);
my $h = history($plain);
my $d = detail($plain);
is scalar @{ $h->{data} }, 15, 'a month each from the first flow to today';
is $h->{meta}{count}, 15, 'and their number';
is $h->{meta}{next_cursor}, undef, 'in one page';
near($h->{meta}{twr}{cumulative}, 0.65, 1e-6, 'the chained return');
near($h->{meta}{twr}{annualized}, 1.65**(365 / 436) - 1, 1e-6, 'a year of it');
is $h->{meta}{twr}{months}, 15, 'over so many months';
is_deeply $d->{returns}{twr}, $h->{meta}{twr}, 'the detail has the same';
is_deeply detail($plain)->{returns}, $d->{returns}, 'and has it again when it was stored';
is $h->{meta}{returns_explain}, $d->{returns}{explain}, 'with the same sentence';
near($d->{xirr}, $h->{meta}{twr}{annualized}, 1e-6, 'one purchase without income: both returns agree');
is $h->{data}[-1]{equity}, $d->{patrimonio}, 'the last month equals the detail';
near(month($h, '2025-03')->{equity}, 2200, 1e-6, 'a month end at its last close');
near(month($h, '2025-05')->{equity}, 2200, 1e-6, 'a close of 31 days before counts');
is_deeply [map { month($h, $_)->{stale_pct} } qw(2025-04 2025-05 2026-05)], ['0.0000', '100.0000', '0.0000'], 'and the part valued at old prices is reported';
near(month($h, '2025-05')->{contributed}, 2000, 1e-6, 'contributions stay');

my $chain = 1;
$chain *= 1 + ($_->{return_pct} // 0) / 100 for @{ $h->{data} };
near($chain - 1, $h->{meta}{twr}{cumulative}, 1e-4, 'months chain to the whole');

# Spans: the month begins on 30 April at 30; 12 months ago, on 20 May 2025, the price was 22 (20 days old).
near($h->{meta}{periods}{month}{cumulative}, 0.1, 1e-6, 'this month');
near($h->{meta}{periods}{m12}{cumulative}, 0.5, 1e-6, 'twelve months, from a day that is no other point');
is $h->{meta}{periods}{m12}{from}, '2025-05-20', 'and from when';
is $h->{meta}{periods}{m24}{cumulative}, undef, 'twenty-four are not there';
like $h->{meta}{periods}{m24}{reason}, qr/começou depois/, 'and why';
near($h->{meta}{periods}{since_start}{cumulative}, 0.65, 1e-6, 'since the start');
is_deeply [map { $h->{meta}{periods}{$_}{result} } qw(month m12 since_start m24)], ['300.00', '1100.00', '1300.00', undef], 'and in reais: 100 units, 33 less 30, 22, 20';
is_deeply [map { $h->{meta}{periods}{$_}{equity_start} } qw(month ytd m12 since_start m24)], ['3000.00', '2200.00', '2200.00', '0.00', undef], 'what they begin with';
is $h->{meta}{risk}{max_drawdown}{start}, '2025-07-31', 'the deepest fall begins at the peak';
is $h->{meta}{risk}{max_drawdown}{trough}, '2025-08-31', 'and ends at the low';
is $h->{meta}{risk}{max_drawdown}{recovery}, '2025-10-31', 'until it is made up';
near($h->{meta}{risk}{max_drawdown}{value}, -2 / 22, 1e-6, 'so much was lost');
like $h->{meta}{benchmarks}{cdi}{reason}, qr/não cobre/, 'an index without data is null with its reason';

# What the same money would be worth in an index over a span: the equity of its first day buys it, flows follow.
{
	my $same = sub { my ($period, $index) = @_; return [@$period{qw(equity_start equity_end)}, @{ $period->{same_flows}{$index} }{qw(value difference)}] };
	# 100 at 22 on 20 November buy 2,200 / 80,000 = 0.0275; 1,500 out at 100,000 are 0.015; 0.0125 left x 110,000 = 1,375; 50 at 33 = 1,650.
	my $half = carteira('Semestre', 'stock', ['PETR4', 'buy', '2025-03-10', '100', '20'], ['PETR4', 'sell', '2026-03-02', '50', '30']);

	for my $cached (0 .. 1) {
		my $periods = history($half)->{meta}{periods};

		is_deeply $same->($periods->{m6}, 'ibov'), ['2200.00', '1650.00', '1375.00', '275.00'], 'six months: the index would have less';
		is $periods->{m6}{from}, '2025-11-20', 'from the same day six months before';
		# The sale of March is before the month, which begins with 50 at 30; the index has no close near its first day.
		is_deeply $same->($periods->{month}, 'ibov'), ['1500.00', '1650.00', undef, undef], 'null where the index has no level on the first day';
		is_deeply $same->($periods->{m24}, 'ibov'), [(undef) x 4], 'and of a span that is not reached';
	}

	# Without a price, at its cost: 10 at 50 = 500; 500 / 80,000 x 110,000 = 687.50.
	my $cost = history(carteira('Ao custo', 'stock', ['SEMP3', 'buy', '2025-06-02', '10', '50']));

	is_deeply $same->($cost->{meta}{periods}{m6}, 'ibov'), ['500.00', '500.00', '687.50', '-187.50'], 'what has no price counts at its cost, as in a month';
}

# No price from January to March, and sold (case m-07-01): the purchase of March is an ordinary flow.
closes($t, b3 => 'ILIQ11', '2026-03-02' => '20.50', '2026-03-31' => '22.00', '2026-04-30' => '23.10');
bump($t);
{
	my $cycles = carteira('Dois ciclos', 'fii', ['ILIQ11', 'buy', '2026-01-05', '100', '10'], ['ILIQ11', 'sell', '2026-01-20', '100', '12'],
		['ILIQ11', 'buy', '2026-03-02', '50', '20']);
	my $first = history($cycles);

	is_deeply [map { month($first, "2026-0$_")->{return_pct} } 1 .. 5], [undef, undef, '10.0000', '5.0000', '0.0000'], 'a cycle without a price ends with its sale';
	ok $first->{meta}{twr_partial}, 'it was outside then';
	# From here on the walk continues from its cut at the end of March.
	$t->post("/v1/portfolios/$cycles/transactions", { symbol => 'ILIQ11', asset_type => 'fii', kind => 'buy', trade_date => '2026-05-04', quantity => 1, price => 23.1 }, key => $key);
	my $again = history($cycles);

	is_deeply [map { month($again, "2026-0$_")->{return_pct} } 1 .. 5], [undef, undef, '10.0000', '5.0000', '0.0000'], 'also where the walk continues from a cut';

	# Sold with nothing held in 2025: no flow, so the history begins with the purchase (19.15).
	my $uncovered = carteira('Vendida antes', 'stock', ['PETR4', 'sell', '2025-03-31', '10', '22'], ['PETR4', 'buy', '2026-04-30', '10', '30']);

	is_deeply [map { $_->{month} } @{ history($uncovered)->{data} }], ['2026-04', '2026-05'], 'an uncovered sale does not begin the history';
	is_deeply history(carteira('Só vendida', 'stock', ['PETR4', 'sell', '2025-03-31', '10', '22']))->{data}, [], 'it does not make one alone';
}

# A split on a Saturday: Friday's 110 is 55 of the new shares until Monday's close.
my $split = carteira('Desdobro', 'stock', ['DESD3', 'buy', '2026-03-02', '10', '100'], ['DESD3', 'sell', '2026-03-09', '4', '55']);
$h = history($split);
near(month($h, '2026-03')->{equity}, 880, 1e-6, '16 shares at 55');
near(month($h, '2026-03')->{return_pct}, 10, 1e-4, 'the split itself earns nothing');
# 1,000 in on 2 March, 220 out on the 9th: 0.01 of the index in, 0.0022 out, worth 110,000.
near($h->{meta}{benchmarks}{ibov}{final_value}, 0.0078 * 110000, 0.005, 'the same flows in the IBOV');
# From the close of 1 March, two days old, to that of 15 May, five days old.  IPCA: March at 1 %, April 0.5 %, 19 days of May as April.
near($h->{meta}{periods}{since_start}{indices}{ibov}, 110000 / 88000 - 1, 0.0000005, 'the IBOV of a span');
near($h->{meta}{periods}{since_start}{indices}{ipca}, 1.01 * 1.005 * 1.005 ** (19 / 31) - 1, 0.0000005, 'the IPCA of it');
is $h->{meta}{periods}{m12}{indices}{ibov}, undef, 'a span that is not reached has none';
near($h->{meta}{benchmarks}{ibov}{index_change}, 0.1, 1e-6, 'its own change');
# 29 days of March, all of April and 19 of May (the last published month repeated), from the day of purchase.
my $ipca = 1.01**(30 / 31) * 1.005 * 1.005**(19 / 31);
my $ninth = 1.01**(7 / 31);
near($h->{meta}{benchmarks}{ipca}{final_value}, 1000 * $ipca - 220 * $ipca / $ninth, 0.01, 'and in the IPCA');
# Both flows at 3,000 points, 3,300 at the end; the S&P 500 at 5,000 x 5.00 reais, 5,500 x 5.30 at the end.
near($h->{meta}{benchmarks}{ifix}{final_value}, 780 / 3000 * 3300, 0.005, 'in the IFIX');
near($h->{meta}{benchmarks}{sp500}{final_value}, 780 / 25000 * 5500 * 5.3, 0.005, 'in the S&P 500, in reais');
near($h->{meta}{benchmarks}{sp500}{index_change}, 5500 * 5.3 / 25000 - 1, 1e-6, 'whose change is that in reais');
is_deeply [map { $h->{meta}{periods}{since_start}{same_flows}{$_}{value} } qw(cdi ipca ibov ifix sp500)], [map { $h->{meta}{benchmarks}{$_}{final_value} } qw(cdi ipca ibov ifix sp500)],
	'since the start the same flows of a span are those of the benchmarks';
# Of the month: 16 at 56 on 30 April, a day of April and 19 of May at 0.5 % a month; 16 at 57 today.
near($h->{meta}{periods}{month}{same_flows}{ipca}{value}, 896 * 1.005 ** (1 / 30 + 19 / 31), 0.005, 'of a month without a flow');
is $h->{meta}{periods}{month}{same_flows}{ipca}{difference}, '13.11', 'which leaves 912.00 - 898.89';
# At the ends of months: 29 days of March to its last; the closes of the IBOV are too old then, those of the S&P 500 at the end of April.
near(month($h, '2026-03')->{indices}{ipca}, 1000 * 1.01**(29 / 31) - 220 * 1.01**(22 / 31), 0.005, 'the same flows at the end of a month');
near(month($h, '2026-04')->{indices}{ipca}, (1000 * 1.01**(30 / 31) - 220 * 1.01**(23 / 31)) * 1.005**(29 / 30), 0.005, 'and of the next');
near(month($h, '2026-03')->{indices}{sp500}, 780 / 25000 * 5200 * 5.2, 0.005, 'at the dollar of that day');
is_deeply [month($h, '2026-03')->{indices}{ibov}, month($h, '2026-04')->{indices}{sp500}, map { month($h, $_)->{indices}{cdi} } qw(2026-03 2026-05)], [(undef) x 4],
	'null where the series has nothing';
for my $again (1 .. 2) {
	my $h = $t->get("/v1/portfolios/$split/history", key => $key)->json;

	is_deeply $h->{data}[-1]{indices}, { map { $_ => $h->{meta}{benchmarks}{$_}{final_value} } keys %{ $h->{meta}{benchmarks} } }, 'the last month equals the comparison of today';
	is_deeply [sort keys %{ $h->{meta}{benchmarks} }], [qw(cdi ibov ifix ipca sp500)], 'of every index';
}
# 16 at 57 left, 220 out, 1,000 in.
is $h->{meta}{periods}{since_start}{result}, '132.00', 'the result in reais';
# The same with index numbers, and one month without a published change: 7000, 7070.3, 7105.3 a month.
index_numbers($t, ipca => '2026-02' => '7000', '2026-03' => '7070.3', '2026-04' => '7105.3');
$t->sql("delete from series where code = 433 and day = '2026-04-01'");
bump($t);
$ipca = (7070.3 / 7000)**(30 / 31) * (7105.3 / 7070.3) * (7105.3 / 7070.3)**(19 / 31);
$ninth = (7070.3 / 7000)**(7 / 31);
near(history($split)->{meta}{benchmarks}{ipca}{final_value}, 1000 * $ipca - 220 * $ipca / $ninth, 0.01, 'by its numbers, where they are');

# Until 14 April the old ticker has the price, then the new one: 100 at 12 = 1,200, 50 at 28 = 1,400.
my $renamed = carteira('Sucessão', 'stock', ['VELH3', 'buy', '2026-03-02', '100', '10'], ['NOVA3', 'buy', '2026-04-20', '10', '26']);
$h = history($renamed);
near(month($h, '2026-03')->{equity}, 1200, 1e-6, 'before a succession the price is that of the ticker that traded then');
near(month($h, '2026-04')->{equity}, 60 * 26, 1e-6, 'after it that of the new one');
is $h->{data}[-1]{equity}, detail($renamed)->{patrimonio}, 'and the last month is the detail\'s';

# 2 at 500 dollars: the official rate at each month end, today's rate at the end.
my $foreign = carteira('Exterior', 'us', ['VOO', 'buy', '2026-03-02', '2', '500']);
$h = history($foreign);
near(month($h, '2026-03')->{equity}, 2 * 510 * 5.2, 1e-6, 'a foreign asset at the official rate of the day');
near($h->{data}[-1]{equity}, 2 * 520 * 5.3, 1e-6, 'and at the marking rate today');
near($h->{meta}{twr}{cumulative}, 2 * 520 * 5.3 / 5000 - 1, 1e-6, 'its return is in reais');

# A purchase without a price enters the TWR at the day's close; without a close the asset is left out.
my $unknown = carteira('Sem preço', 'stock', ['PETR4', 'buy', '2026-04-30', '10', undef], ['NADA3', 'buy', '2026-05-04', '5', undef]);
$h = history($unknown);
near($h->{meta}{twr}{cumulative}, 0.1, 1e-6, 'bought at the market price of the day');
ok $h->{meta}{twr_partial}, 'papers without a needed price are reported';
near($h->{data}[-1]{contributed}, 0, 1e-6, 'the invested amount is unknown');
like $h->{meta}{returns_explain}, qr/XIRR\) não está disponível/, 'the sentence says why there is no XIRR';
like $h->{meta}{benchmarks}{ibov}{reason}, qr/sem preço/, 'an index cannot be compared';

my $empty = $t->post('/v1/portfolios', { name => 'Vazia' }, key => $key)->json->{id};
$h = history($empty);
is_deeply $h->{data}, [], 'nothing ever flowed: no month';
is $h->{meta}{twr}, undef, 'and no return';
is $h->{meta}{returns_explain}, 'Ainda não há dados suficientes para calcular a rentabilidade.', 'with a message';

my $r = $t->get("/v1/portfolios/$plain/history", key => $key);
is $t->get("/v1/portfolios/$plain/history", key => $key, headers => { 'If-None-Match' => $r->header('ETag') })->status, 304, 'unchanged: 304';
is $t->get("/v1/portfolios/$plain/history?at=2026-05-01", key => $key)->status, 400, 'at is refused';
is $t->get("/v1/portfolios/00000000-0000-7000-8000-000000000000/history", key => $key)->status, 404, 'an unknown one';

done_testing;
