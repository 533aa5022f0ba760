#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Explanations of figures: their content, that recomputing one gives the figure, access and refusals; long ones on
# several pages; and random ledgers whose details are recomputed figure by figure.  Today is Friday,
# 20 November 2026.

use strict;
use warnings;
use utf8;
use POSIX qw(strftime);
use Test::More;
use Lastro::Market qw(closes event provent rates series succession);
use Lastro::Redo qw(redo_detail redo_figure redo_history redo_steps redo_xray);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $today = 20777;    # 2026-11-20

closes($t, b3 => 'PETR4', '2026-11-18' => '29.00', '2026-11-19' => '30.00');
closes($t, us => 'VOO', '2026-11-18' => '495.00', '2026-11-19' => '500.00');
rates($t, '2026-11-02' => '4.90', '2026-11-03' => '5.00', '2026-11-18' => '4.95', '2026-11-19' => '5.00');
provent($t, 'PETR4', jcp => record => '2026-11-05', ex => '2026-11-06', pay => '2026-11-12', gross => '0.5');
series($t, 4389, map { (strftime('%Y-%m-%d', gmtime($_ * 86400)) => $_ % 400 < 200 ? '10.50' : '14.90') }
	grep { my $d = (gmtime($_ * 86400))[6]; $d != 0 && $d != 6 } $today - 3000 .. $today - 1);

# The papers of random ledgers.
my $state = $ENV{LASTRO_TEST_SEED} // 20261121;
sub chance { $state = ($state * 1103515245 + 12345) % 2147483648; return int($state / 65536) % $_[0] }
sub day { return strftime('%Y-%m-%d', gmtime($_[0] * 86400)) }

my %paper = (RNDA3 => 'stock', RNDB3 => 'stock', RNDC3 => 'stock', RND => 'us', BTC => 'crypto', RNDAK10 => 'option');
my %venue = (us => 'us', crypto => 'crypto');
for my $symbol (sort keys %paper) {
	my ($cents, $on, %close) = (500 + chance(5000), $today - 500);

	while ($on < $today) {
		$cents = int($cents * (95 + chance(11)) / 100) + 1;
		$close{ day($on) } = sprintf '%.2f', $cents / 100;
		$on += 1 + chance(chance(20) ? 4 : 50);
	}
	closes($t, $venue{ $paper{$symbol} } // 'b3', $symbol, %close);
}
rates($t, map { (day($today - $_) => sprintf '%.4f', 4.8 + chance(6000) / 10000) } grep { chance(3) } 21 .. 500);
event($t, 'RNDA3', day($today - 200), split => [3, 2]);
event($t, 'RNDB3', day($today - 150), bonus => [21, 20], unit_cost => '7.31');
provent($t, 'RNDA3', $_->[0], record => day($today - $_->[1]), ex => day($today - $_->[1] + 1), pay => day($today - $_->[2]), gross => $_->[3])
	for [dividend => 300, 280, '0.371'], [jcp => 210, 190, '0.22'], [amortization => 100, 100, '1.5'];
provent($t, 'RND', dividend => venue => 'us', record => day($today - 90), ex => day($today - 90), pay => day($today - 60), gross => '0.613');
succession($t, 'RNDB3', 'RNDC3', day($today - 80), [1, 4], venue => 'b3', cash => '0.35');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return $t->post('/v1/portfolios', { name => $_[0], visibility => $_[1] // 'private' }, key => $key)->json->{id} }
sub row { my ($symbol, $type, $kind, $date, $quantity, $price, %more) = @_; return { symbol => $symbol, asset_type => $type, kind => $kind,
	trade_date => $date, quantity => "$quantity", (defined $price ? (price => "$price") : ()), %more } }

sub post {
	my ($id, @rows) = @_;
	my $r = $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key);

	die $r->body unless $r->status == 201;
	return $r->json;
}

sub told { my ($id, $query) = @_; return $t->get("/v1/portfolios/$id/explain?$query", key => $key) }
sub detail { return $t->get("/v1/portfolios/$_[0]?include=closed,monthly", key => $key)->json }

# ---- one explanation ----

my $id = portfolio('Lida', 'unlisted');
post($id, row(PETR4 => stock => buy => '2026-11-02', 100, '20.50', fees => '1.20'),
	row(PETR4 => stock => sell => '2026-11-10', 30, 25, fees => 1), row(VOO => us => buy => '2026-11-03', 2, 400));
my $r = told($id, 'field=avg_price&symbol=PETR4');
is $r->status, 200, 'a figure is explained' or diag $r->body;
my $e = $r->json;
is_deeply [@{ $e->{figure} }{qw(field symbol asset_type value exact reason)}], ['avg_price', 'PETR4', 'stock', 20.512, '20.512', undef],
	'the figure, as the detail shows it';
is_deeply [map { [@$_{qw(id kind date operation)}, @{ $_->{values} }{qw(quantity price fees)}] } @{ $e->{inputs} }],
	[[qw(i1 transaction 2026-11-02 buy 100 20.5 1.2)], [qw(i2 transaction 2026-11-10 sell 30 25 1)]], 'the rows that it rests on';
like $e->{inputs}[0]{transaction_id}, qr/^[0-9a-f-]{36}$/, 'each with its id';
is_deeply [map { "$_->{id} = $_->{op}(" . join(', ', @{ $_->{of} }) . ") = $_->{result}" } @{ $e->{steps} }],
	['s1 = multiply(i1.quantity, i1.price) = 2050', 's2 = add(s1, i1.fees) = 2051.2', 's3 = proportion(s2, i2.quantity, i1.quantity) = 615.36',
	's4 = subtract(s2, s3) = 1435.84', 's5 = subtract(i1.quantity, i2.quantity) = 70', 's6 = divide(s4, s5) = 20.512'],
	'and the steps: mean cost with fees, after a sale';
is $e->{steps}[2]{text}, 'Custo que sai em 10/11/2026: custo × quantidade ÷ quantidade em carteira.', 'each with a sentence';
is_deeply $e->{steps}[5]{round}, { places => 12, mode => 'half_away' }, 'and its rounding';
$e = told($id, 'field=income_received&symbol=PETR4')->json;
is_deeply [map { "$_->{op} $_->{result}" } @{ $e->{steps} }], ['multiply 50', 'round 50', 'proportion 8.75', 'round 8.75', 'subtract 41.25'],
	'income: 100 held on the record day at 0.50, less 17.5%';
is_deeply [map { $_->{kind} } @{ $e->{inputs} }], [qw(transaction provent rule rule)], 'out of the row, the calendar and the rate of the law';
$e = told($id, 'field=patrimonio')->json;
is_deeply [map { "$_->{field} $_->{symbol} $_->{values}{value}" } @{ $e->{inputs} }], ['market_value VOO 5000', 'market_value PETR4 2100'],
	'a total rests on figures of holdings';
is told($id, 'field=' . ($e->{inputs}[0]{href} =~ /field=(.*)/)[0])->json->{figure}{value}, '5000.00', 'each explained where it says';
is_deeply [redo_detail($t, $key, detail($id))], [], 'every number of the detail is redone';
is_deeply [redo_detail($t, $key, $t->get("/v1/portfolios/$id?at=2026-11-11", key => $key)->json, at => '2026-11-11')], [], 'on a past day too';

# The recomputation detects a wrong step.
my $bent = told($id, 'field=avg_price&symbol=PETR4')->json;
$bent->{inputs}[0]{values}{price} = '20.51';
ok !eval { redo_steps($bent); 1 }, 'another price does not redo';
like redo_figure($t, $key, "/v1/portfolios/$id/explain?field=avg_price&symbol=PETR4", '20.513', {}), qr/shown is 20\.513/, 'no other figure either';

# ---- figures over the whole history ----

# 100 at 10.00, then 11.00, 9.90 (10% down), 12.00: one return a month.  1,000 put in, 110 taken out.
closes($t, b3 => 'MESE3', '2026-03-10' => '10.00', '2026-04-15' => '11.00', '2026-05-15' => '9.90', '2026-06-15' => '12.00', '2026-07-15' => '12.00',
	'2026-08-14' => '12.00', '2026-09-15' => '12.00', '2026-10-15' => '12.00', '2026-11-19' => '12.00');
closes($t, index => 'IBOV', '2026-03-10' => '100000', '2026-04-15' => '110000', '2026-11-19' => '120000');
series($t, 433, map { sprintf('2026-%02d-01', $_) => '0.50' } 3 .. 10);
my $whole = portfolio('Inteira');
post($whole, row(MESE3 => stock => buy => '2026-03-10', 100, 10), row(MESE3 => stock => sell => '2026-04-15', 10, 11));
my $history = $t->get("/v1/portfolios/$whole/history", key => $key)->json;
is_deeply [redo_history($t, $key, $whole, $history)], [], 'every number of a history is redone, those of the whole of it too';
is_deeply [grep { !defined $history->{meta}{benchmarks}{$_}{xirr} } qw(cdi ipca ibov)], [], 'each index with its rate among them';

sub steps { my ($query) = @_; my $of = told($whole, $query)->json; return [$of->{figure}{value}, map { "$_->{op}(" . join(', ', @{ $_->{of} }) . ") = $_->{result}" } @{ $of->{steps} }] }
is_deeply steps('field=history.meta.benchmarks.ibov.final_value'), ['1080.00', 'divide(i1.value, i2.price) = -0.01', 'divide(i3.value, i4.price) = 0.001',
	'add(s1, s2) = -0.009', 'negate(s3) = 0.009', 'multiply(s4, i5.price) = 1080'], '0.01 of the IBOV bought, 0.001 sold, the rest at 120,000';
is_deeply steps('field=history.meta.benchmarks.ibov.index_change'), ['0.200000', 'divide(i1.price, i2.price) = 1.2', 'subtract(s1, i3.value) = 0.2'], 'its change';
is_deeply steps('field=history.meta.risk.max_drawdown.trough')->[0], '2026-05-31', 'the low, of points at ends of months and days of flows';
like steps('field=history.meta.risk.max_drawdown.value')->[1], qr/^drawdown\(i1\.value\.\.i\d+\.value\) = -0\.(?:0999|1)\d*$/, 'the fall to it';
is_deeply steps('field=history.meta.risk.months'), [8, 'count(i1.value..i8.value) = 8'], 'the whole months that have a return';
my $level = told($whole, 'field=history.meta.risk.max_drawdown.start')->json;
is_deeply [@{ $level->{inputs}[0] }{qw(kind date)}, $level->{inputs}[0]{values}{value}], ['rule', '2026-03-09', '1'], 'the chain begins at 1';
is $level->{steps}[0]{result}, $level->{figure}{value}, 'a date has its own type';
like $level->{inputs}[1]{href}, qr/field=history\.point\.level&day=2026-03-10$/, 'each level is explained by itself';
is $history->{meta}{periods}{m12}{cumulative}, undef, 'a span that is not there';
like told($whole, 'field=history.meta.periods.m12.cumulative')->json->{figure}{reason}, qr/começou depois/, 'is null and says why';
is told($whole, 'field=history.meta.periods.ytd.cumulative&at=2026-05-31')->json->{figure}{value}, '-0.010000', 'on a past day';
$bent = told($whole, 'field=history.meta.risk.max_drawdown.start')->json;
$bent->{steps}[0]{result} = '2026-05-01';
ok !eval { redo_steps($bent); 1 }, 'another date does not redo';

# ---- null ----

my $null = portfolio('Nulos');
post($null, row(PETR4 => stock => buy => '2026-11-02', 10, undef), row('ZZZZ3', stock => buy => '2026-11-02', 10, undef));
for my $case (['avg_price&symbol=PETR4', qr/compra ou venda sem preço/], ['market_value&symbol=ZZZZ3', qr/não tem valor/],
	['price_native&symbol=PETR4', qr/em reais/], ['native.avg_price&symbol=PETR4', qr/em reais/], ['xirr', qr/não está definido/]) {
	my $f = told($null, "field=$case->[0]")->json;

	ok !defined $f->{figure}{value} && !@{ $f->{steps} }, "$case->[0] is null, without steps";
	like $f->{figure}{reason}, $case->[1], 'and says why';
}

# ---- refusals ----

for my $case (['', 400, 'invalid_parameter', 'field'], ['field=nada', 400, 'invalid_parameter', 'field'], ['field=qty', 400, 'invalid_parameter', 'field'],
	['field=patrimonio&symbol=PETR4', 400, 'invalid_parameter', 'field'], ['field=qty&symbol=XXXX3', 404, 'asset_not_found'],
	['field=history.equity&month=2020-01', 404, 'figure_not_found'], ['field=history.equity', 400, 'invalid_parameter', 'month'],
	['field=history.equity&month=2026-13', 400, 'invalid_parameter', 'month'], ['field=qty&symbol=PETR4&month=2026-11', 400, 'invalid_parameter', 'month'],
	['field=xray.by_class.pct', 400, 'invalid_parameter', 'item'], ['field=xray.by_class.pct&item=fii', 404, 'figure_not_found'],
	['field=costs.items.annual_cost_brl&symbol=PETR4', 404, 'figure_not_found'], ['field=flow&day=2026-11-04', 404, 'figure_not_found'],
	['field=patrimonio&at=2026-11-21', 400, 'invalid_parameter', 'at'], ['field=costs.totals.annual_cost_brl&at=2026-11-01', 400, 'invalid_parameter', 'at'],
	['field=patrimonio&more=1', 400, 'invalid_parameter', 'more'], ['field=patrimonio&limit=2001', 400, 'invalid_parameter', 'limit'],
	['field=patrimonio&cursor=xyz', 400, 'invalid_cursor', 'cursor']) {
	my ($query, $status, $code, $parameter) = @$case;
	my $p = told($id, $query);

	is_deeply [$p->status, @{ $p->json->{details} }{qw(code parameter)}], [$status, $code, $parameter], "refused: $query";
}
like told($id, 'field=nada')->json->{details}{expected}, qr/avg_price.*history\.equity.*costs\.meta\.cdi_12m_pct/s, 'the names that there are';
is told($id, 'field=history.equity&month=2020-01')->json->{detail}, 'A carteira não tem history.equity no mês 2020-01.', 'in words';
my $other = account($t)->{user_key};
is $t->get("/v1/portfolios/$id/explain?field=patrimonio", key => $other)->status, 403, 'a reader of the portfolio sees no rows';
is $t->get("/v1/portfolios/$null/explain?field=patrimonio", key => $other)->status, 404, 'and of a private one nothing';
my $two = portfolio('Dois tipos');
post($two, row(BTC => crypto => buy => '2026-11-02', '0.5', 100), row(BTC => us => buy => '2026-11-02', 2, 10));
is told($two, 'field=qty&symbol=BTC')->json->{details}{parameter}, 'asset_type', 'a symbol of two kinds wants its kind';
is told($two, 'field=qty&symbol=BTC&asset_type=us')->json->{figure}{value}, 2, 'and differs by it';

# ---- long ones ----

my $long = portfolio('Longa');
$t->post("/v1/portfolios/$long/assets", { symbol => 'CDB LONGO', asset_type => 'renda_fixa',
	meta => { fixed_income => { indexer => 'cdi', pct => 110 } } }, key => $key);
post($long, row('CDB LONGO', renda_fixa => buy => day($today - 2950), 10, 1000), row('CDB LONGO', renda_fixa => sell => day($today - 100), 4, 1500));
my $f = told($long, 'field=market_value&symbol=CDB%20LONGO')->json;
cmp_ok $f->{meta}{steps}, '<', 150, 'eight years of CDI are some dozens of steps';
is redo_figure($t, $key, "/v1/portfolios/$long/explain?field=market_value&symbol=CDB%20LONGO", $f->{figure}{value}, {}), '',
	'and 2,000 daily factors, cut after each, are redone to the cent';
post($long, map { my $n = $_; map { row(PETR4 => stock => ($_ % 3 ? 'buy' : 'sell') => day($today - 900 + $n), 3 + $_ % 7, "2$n.$_" =~ s/^(\d\d)\d*/$1/r) } 1 .. 5 } 1 .. 300);
my $path = "/v1/portfolios/$long/explain?field=realized_pl&symbol=PETR4";
my $page = $t->get($path, key => $key)->json;
is_deeply [scalar @{ $page->{steps} }, scalar @{ $page->{inputs} }], [500, 500], 'a page has at most 500 of each';
cmp_ok $page->{meta}{steps}, '>', 2000, 'of all that there are';
ok $page->{meta}{next_cursor}, 'and has links';
is redo_figure($t, $key, "$path&limit=2000", $page->{figure}{value}, {}), '', 'the pages together redo the figure';
post($long, row(PETR4 => stock => buy => '2026-11-19', 1, 1));
is $t->get("$path&cursor=$page->{meta}{next_cursor}", key => $key)->json->{details}{code}, 'invalid_cursor', 'a page of another ledger does not follow';
my $etag = $t->get($path, key => $key)->header('ETag');
is $t->get($path, key => $key, headers => { 'If-None-Match' => $etag })->status, 304, 'unchanged: 304';

# ---- random ledgers ----

sub random_rows {
	my ($symbol, $type) = @_;
	my ($on, @rows) = ($today - 420 + chance(60));

	while ($on < $today && @rows < 22) {
		my $what = chance(16);
		my %more = chance(2) ? (fees => sprintf '%.2f', chance(300) / 100) : ();
		my $quantity = $type eq 'crypto' ? sprintf('%.8f', (1 + chance(30000)) / 7000) : 1 + chance(150);
		my $price = chance(25) ? sprintf('%.' . (2 + chance(3)) . 'f', 1 + chance(6000) / 101) : undef;

		if ($what < 9) { push @rows, row($symbol, $type, 'buy', day($on), $quantity, $price, %more) }
		elsif ($what < 14) { push @rows, row($symbol, $type, 'sell', day($on), $quantity, $price, %more) }
		elsif ($what == 14) { push @rows, row($symbol, $type, 'split', day($on), 0, undef, ratio => (2, '0.1', '1.05', '0.333333333')[chance(4)]) }
		else { push @rows, row($symbol, $type, 'adjust', day($on), (5, -3, 0)[chance(3)], chance(2) ? $price : undef, %more) }
		$on += chance(3) ? 1 + chance(40) : 0;
	}
	return @rows;
}

my ($ledgers, $wrong) = ($ENV{LASTRO_TEST_LEDGERS} // 2, 0);
for my $n (1 .. $ledgers) {
	my $random = portfolio("Ao acaso $n");
	my @rows = map { random_rows($_, $paper{$_}) } grep { chance(4) } sort keys %paper;

	post($random, @rows) if @rows;
	$t->post("/v1/portfolios/$random/income", { symbol => 'RNDA3', asset_type => 'stock', kind => (qw(dividend capital_return))[chance(2)],
		pay_date => day($today - 30), amount => '12.34' }, key => $key);
	my @wrong = (redo_detail($t, $key, detail($random)),
		redo_history($t, $key, $random, $t->get("/v1/portfolios/$random/history", key => $key)->json),
		redo_xray($t, $key, $random, $t->get("/v1/portfolios/$random/xray", key => $key)->json));
	diag map { "ledger $n: $_\n" } @wrong[0 .. ($#wrong > 3 ? 3 : $#wrong)] if @wrong;
	$wrong += @wrong;
}
is $wrong, 0, "$ledgers random ledgers: every figure of detail, months and x-ray is redone";
done_testing;
