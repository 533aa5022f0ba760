#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Missing, late, revised and absurd market data: a figure is null with its reason, or uses the last valid value; never
# a wrong number.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes rates event bump);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $fund = '33000167000101';

# ---- constraints of the tables; the loaders refuse such rows too ----

sub refused {
	my ($what, $sql) = @_;

	ok !eval { $t->sql("$sql"); 1 }, "$what: the database refuses it";
}

{
	open my $saved, '>&', \*STDERR;
	open STDERR, '>', '/dev/null';
	refused("a close of $_", "insert into quote (venue, symbol, day, segment, close) values ('b3', 'RUIM3', '2026-11-19', 'cash', $_)")
		for 0, '-1.5', "'NaN'";
	my $event = 'insert into corporate_event (venue, symbol, ex_day, label, kind, ratio_n, ratio_d, source) values';
	refused('a bonus of nothing', "$event ('b3', 'RUIM3', '2026-03-02', 'BONIFICACAO', 'bonus', 10, 10, 'typed')");
	refused('a bonus that takes', "$event ('b3', 'RUIM3', '2026-03-02', 'BONIFICACAO', 'bonus', 9, 10, 'typed')");
	refused('a split by 0', "$event ('b3', 'RUIM3', '2026-03-02', 'DESDOBRAMENTO', 'split', 0, 1, 'typed')");
	refused('a split by 10^18', "$event ('b3', 'RUIM3', '2026-03-02', 'DESDOBRAMENTO', 'split', 1000000000000000000, 1, 'typed')");
	refused('an event on no day', "$event ('b3', 'RUIM3', 'infinity', 'DESDOBRAMENTO', 'split', 2, 1, 'typed')");
	refused('a succession by 10^18', "insert into succession (venue, from_symbol, to_symbol, day, ratio_n, ratio_d, source)
		values ('b3', 'RUIM3', 'RUIM4', '2026-03-02', 1, 1000000000000000000, 'typed')");
	open STDERR, '>&', $saved;
}

# ---- absurd values in spite of that ----

$t->sql("alter table $_->[0] drop constraint $_->[1]") for ['quote', 'quote_close_positive'], ['corporate_event', 'corporate_event_bonus'],
	['corporate_event', 'corporate_event_ratio'], ['corporate_event', 'corporate_event_day'];
my @days = ('2026-11-17', '2026-11-18', '2026-11-19');
sub closed { my ($venue, $symbol, @prices) = @_; return closes($t, $venue => $symbol, map { $days[$_] => $prices[$_] } 0 .. $#prices) }

closed(b3 => 'BOAA3', 10, 10, 11);
closed(b3 => 'ZERO3', 10, 10, 0);
closed(b3 => 'MENO3', 10, 10, '-11');
closed(b3 => 'NADA3', 0, 0, 0);
closed(b3 => 'MILV3', 10, 10, 10000);
closed(b3 => 'MILA3', 10, 10, '0.01');
closed(b3 => 'GRUP3', '0.10', '0.10', 10);
closed(b3 => 'VOLT3', 10, 10000, 10);
closes($t, b3 => 'FUTU3', '2026-11-18' => 10, '2026-11-19' => 11, '2026-11-25' => 99);
closes($t, b3 => 'SOFU3', '2026-11-25' => 98, '2026-11-26' => 99);
closes($t, b3 => 'VELH3', '2026-10-19' => 10, '2026-10-20' => 11);
closes($t, fund => $fund, '2026-10-15' => '2.5', '2026-10-16' => '2.6');
closed(b3 => 'PETRL400', '0.01', '0.01', '0.50');
closes($t, b3 => 'PICO3', '2026-10-29' => 10, '2026-10-30' => 10000, '2026-11-03' => 10, '2026-11-19' => 11);
closed(us => 'VOO', 700, 700, 707);
event($t, 'BOAA3', '2026-03-02', 'bonus', [1, 1]);
event($t, 'BOAA3', '2026-03-03', 'bonus', [9, 10]);
event($t, 'BOAA3', '2026-03-04', 'split', ['9000000000000000000', 1]);
event($t, 'BOAA3', 'infinity', 'split', [2, 1]);
event($t, 'GRUP3', '2026-11-19', 'split', [1, 100]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Absurdos' }, key => $key)->json->{id};
my $path = "/v1/portfolios/$id";

sub buy {
	my ($symbol, $type, %o) = @_;
	my $r = $t->post("$path/transactions", { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2026-02-02',
		quantity => 100, price => 9, %o }, key => $key);

	is $r->status, 201, "$symbol is bought" or diag $r->body;
}

buy($_, 'stock') for qw(BOAA3 ZERO3 MENO3 NADA3 MILV3 MILA3 VOLT3 FUTU3 SOFU3 VELH3 INEX3);
buy('GRUP3', 'stock', quantity => 10000, price => '0.09');
buy($fund, 'fund');
buy('PETRL400', 'option', price => '0.02');

sub detail {
	my $r = $t->get($path, key => $key);

	is $r->status, 200, 'the detail answers' or diag $r->body;
	return { map { $_->{symbol} => $_ } @{ $r->json->{holdings} } };
}

my @fields = qw(valuation price market_value change_pct day_change_brl valuation_reason);
my %none = (at_cost => [qw(cost), undef, '900.00', undef, undef]);

sub is_held {
	my ($h, $want, $name) = @_;

	is_deeply [@$h{@fields}], $want, $name;
}

my $h = detail();
is_held($h->{BOAA3}, ['market', '11', '1100.00', '10.0000', '100.00', undef], 'four events that mean nothing are passed over');
is_held($h->{ZERO3}, ['market', '10', '1000.00', undef, undef, undef], 'a close of zero is none: the one before it counts');
is_held($h->{MENO3}, ['market', '10', '1000.00', undef, undef, undef], 'so is one below zero');
is_held($h->{NADA3}, [@{ $none{at_cost} }, 'sem cotação'], 'only zeros: no price, with a message');
is_held($h->{MILV3}, [@{ $none{at_cost} }, 'a cotação de R$ 10.000,00 em 19/11/2026 não combina com a de R$ 10,00 em 18/11/2026'],
	'a thousand times the one before: neither is believed');
is_held($h->{MILA3}, [@{ $none{at_cost} }, 'a cotação de R$ 0,01 em 19/11/2026 não combina com a de R$ 10,00 em 18/11/2026'], 'so is a thousandth');
is_held($h->{VOLT3}, [@{ $none{at_cost} }, 'a cotação de R$ 10,00 em 19/11/2026 não combina com a de R$ 10.000,00 em 18/11/2026'],
	'nor where it is the one before that is absurd');
is_held($h->{GRUP3}, ['market', '10', '1000.00', '0.0000', '0.00', undef], 'a grouping by 100 explains it');
is_held($h->{FUTU3}, ['market', '11', '1100.00', undef, undef, undef], 'a close of a day to come is none yet: the one before it counts');
is_held($h->{SOFU3}, [@{ $none{at_cost} }, 'sem cotação'], 'only such ones: no price');
is_held($h->{VELH3}, ['market', '11', '1100.00', undef, undef, undef], 'a price of 31 days ago counts');
is $h->{VELH3}{price_date}, '2026-10-20', 'and says how old it is';
is $h->{NADA3}{price_date}, undef, 'papers without a price have none';
is_held($h->{INEX3}, [@{ $none{at_cost} }, 'sem cotação'], 'an unknown paper');
is_held($h->{$fund}, ['market', '2.6', '260.00', undef, undef, undef], 'a fund that stopped reporting');
is $h->{PETRL400}{market_value}, '50.00', 'a premium may be worth fifty times the one before';

# ---- reported as issues ----

my %issue;
my $issues = $t->get("$path/issues", key => $key)->json->{data};
push @{ $issue{ $_->{symbol} // '' } }, $_->{code} for @$issues;
is_deeply $issue{$_}, ['price_absurd'], "$_: price_absurd" for qw(MILV3 MILA3 VOLT3);
is_deeply $issue{SOFU3}, ['price_missing'], 'price_missing';
is_deeply $issue{VELH3}, ['price_stale'], 'price_stale';
is_deeply $issue{$fund}, ['price_stale'], 'the fund too';
is_deeply $issue{$_}, ['unknown_ticker'], "$_: unknown_ticker" for qw(INEX3 NADA3);
my ($absurd) = grep { $_->{code} eq 'price_absurd' && $_->{symbol} eq 'MILV3' } @$issues;
like $absurd->{detail}, qr/R\$ 10\.000,00 em 19\/11\/2026.*nenhuma das duas é usada e a posição fica pelo custo/, 'with the two prices';
my $whole = $t->get($path, key => $key)->json;
is $t->get('/v1/portfolio', key => $key)->json->{patrimonio}, $whole->{patrimonio}, 'the consolidated view sums the same';
is $t->get("$path/history", key => $key)->json->{data}[-1]{equity}, $whole->{patrimonio}, 'and the last month of the history';
is $whole->{any_unpriced} ? 1 : 0, 1, 'the whole says that something has no price';

# ---- a month that ended on an absurd close ----

my $other = $t->post('/v1/portfolios', { name => 'Pico' }, key => $key)->json->{id};
$t->post("/v1/portfolios/$other/transactions", { symbol => 'PICO3', asset_type => 'stock', kind => 'buy', trade_date => '2026-10-05',
	quantity => 100, price => 9 }, key => $key);
is_deeply [map { $_->{equity} } @{ $t->get("/v1/portfolios/$other/history", key => $key)->json->{data} }], ['1000.00', '1100.00'],
	'the close before it is the worth of the month';
my ($peak) = @{ $t->get("/v1/portfolios/$other?at=2026-10-31", key => $key)->json->{holdings} };
is_held($peak, [@{ $none{at_cost} }, 'a cotação de R$ 10.000,00 em 30/10/2026 não combina com a de R$ 10,00 em 29/10/2026'], 'on the day itself it was unknowable');

# ---- a typed split explains it too ----

my $r = $t->post("$path/transactions", { symbol => 'MILA3', asset_type => 'stock', kind => 'split', trade_date => '2026-11-19',
	quantity => 1, ratio => 1000 }, key => $key);
is $r->status, 201, 'a split of the ledger';
is_held(detail()->{MILA3}, ['market', '0.01', '1000.00', '0.0000', '0.00', undef], 'a thousand for one: the price is believed');

# ---- a revised close ----

$t->sql("update quote set close = 12 where symbol = 'BOAA3' and day = '2026-11-19'");
$t->lastro_ok('compute', 'prices');
is_held(detail()->{BOAA3}, ['market', '12', '1200.00', '20.0000', '200.00', undef], 'a revised close counts from the load on');
$t->sql("delete from quote where symbol = 'BOAA3' and day >= '2026-11-18'");
$t->lastro_ok('compute', 'prices');
is_held(detail()->{BOAA3}, ['market', '10', '1000.00', undef, undef, undef], 'a withdrawn one too');

# ---- no dollar ----

buy('VOO', 'us', quantity => 2, price => 600);
$h = detail()->{VOO};
is_held($h, [undef, undef, undef, undef, undef, 'sem cotação do dólar'], 'no rate at all: no value in reais');
is_deeply [@$h{qw(price_native invested_cost fx_rate)}], ['707', undef, undef], 'the price in dollars counts, the cost in reais does not';
is $h->{native}{market_value}, '1414.00', 'as does the native value';
rates($t, '2026-11-19' => '5.00');
$h = detail()->{VOO};
is_deeply [@$h{qw(valuation market_value invested_cost unrealized_pl)}], ['market', '7070.00', undef, undef],
	'a rate of today and none of the purchase: a value, no cost and no gain';
rates($t, '2026-01-30' => '4.00');
is detail()->{VOO}{invested_cost}, '4800.00', 'one of three days before the purchase is accepted';
$t->sql("delete from ptax where day = '2026-01-30'");
rates($t, '2026-01-25' => '4.00');
is detail()->{VOO}{invested_cost}, undef, 'one of eight days before is not';

# ---- rates ----

my $weekdays = "from generate_series(date '2026-01-02', date '2026-11-19', '1 day') d where extract(isodow from d) < 6";
$t->sql("insert into series (code, day, value) select 4389, d, 14.90 $weekdays");
bump($t);
sub cdb {
	my ($symbol, $day, %terms) = @_;
	my $made = $t->post("$path/assets", { symbol => $symbol, asset_type => 'renda_fixa', meta => { fixed_income => \%terms } }, key => $key);

	is $made->status, 201, "$symbol" or diag $made->body;
	buy($symbol, 'renda_fixa', trade_date => $day, quantity => 1, price => 1000);
}
cdb('CDB CDI', '2026-01-05', indexer => 'cdi', pct => 100);
cdb('CDB ANTES', '2025-12-01', indexer => 'cdi', pct => 100);
cdb('CDB OUTRO', '2026-01-05', indexer => 'cdi');
$t->sql(q(update asset set meta = '{"fixed_income": {"indexer": "poupanca"}}' where symbol = 'CDB OUTRO'; delete from portfolio_state));
cdb('CDB IPCA', '2026-01-05', indexer => 'ipca', rate => 6);
$h = detail();
my $full = $h->{'CDB CDI'}{market_value};
is $h->{'CDB CDI'}{valuation}, 'accrual', 'accrued';
is_deeply [@{ $h->{'CDB ANTES'} }{qw(valuation market_value valuation_reason)}], ['cost', '1000.00', 'sem taxa do indexador para todo o período'],
	'bought before the first known rate: at cost, said why';
is_deeply [@{ $h->{'CDB OUTRO'} }{qw(valuation valuation_reason)}], ['cost', 'indexador não informado ou sem cálculo pela curva'], 'an unknown indexer';
is_deeply [@{ $h->{'CDB IPCA'} }{qw(valuation valuation_reason)}], ['cost', 'sem taxa do indexador para todo o período'], 'an index of which nothing is known';
$t->sql("delete from series where code = 4389 and day in ('2026-05-11', '2026-05-12', '2026-05-13')");
bump($t);
is detail()->{'CDB CDI'}{market_value}, $full, 'a hole in the rates: each day of it repeats the last one';
for my $absurd ('-150', '1000000', '-100', '0') {
	$t->sql("insert into series (code, day, value) values (4389, '2026-05-12', $absurd)
		on conflict (code, day) do update set value = excluded.value");
	bump($t);
	is detail()->{'CDB CDI'}{market_value}, $full, "a rate of $absurd a year is none: the last one is repeated";
}

$t->finish;
done_testing;
