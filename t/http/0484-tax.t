#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The income tax over HTTP (doc/tax.md 20.11): one ledger over all portfolios, statements with If-Match, validators,
# sheets, one portfolio alone, an exercise as a row; the caveat in every answer.  Today is 22 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::TaxCases qw(taxpayer redo_year);
use Lastro::Tenants qw(account);
use Lastro::Test;
use POSIX ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub row { my ($p, $symbol, $kind, $day, $q, $price, %o) = @_; return { portfolio => $p, symbol => $symbol, kind => $kind, trade_date => $day,
	quantity => $q, price => $price, %o } }

my $me = taxpayer({
	as_of => '2026-11-22',
	portfolios => [{ id => 'A', name => 'Corretora Um' }, { id => 'B', name => 'Corretora Dois' }],
	assets => [{ symbol => 'ABCD3', asset_type => 'stock' }, { symbol => 'ABCDA100', asset_type => 'option', option => { kind => 'call',
		strike => '10.00', expiry => '2026-01-16', underlying => 'ABCD3', close => '12.00' } }],
	rows => [
		row('A', 'ABCD3', 'buy', '2025-02-03', '1000', '20.00'), row('B', 'ABCD3', 'buy', '2025-02-04', '1000', '30.00'),
		row('B', 'ABCD3', 'sell', '2025-03-10', '1000', '40.00'),
		row('A', 'ABCDA100', 'buy', '2026-01-05', '100', '1.50'),
		row('A', 'ABCD3', 'buy', '2026-01-16', '100', '10.00', event_kind => 'exercise', option => 'ABCDA100'),
	],
});
my ($t, $key) = @$me{qw(t key)};

sub get { my ($path, %o) = @_; return $t->get($path, key => $key, %o) }

# ---- the year ----

my $r = get('/v1/portfolio/tax?year=2025');
is $r->status, 200, 'the year';
my $year = $r->json;
is $year->{scope}, 'account', 'of the account';
is $year->{months}[0]{common}{result}, '15000.00', 'one mean cost over both portfolios: 1000 * (40 - 25)';
is $year->{months}[0]{due}, '2250.00', '15 % of it';
is $year->{darf}[0]{due_on}, '2025-04-30', 'due on the last business day of April';
like $year->{meta}{caveat}, qr/não substitui os informes/, 'the caveat';
my $etag = $r->header('ETag');
is get('/v1/portfolio/tax?year=2025', headers => { 'If-None-Match' => $etag })->status, 304, 'unchanged is 304';

$r = get('/v1/portfolio/tax/explain?year=2025&field=months.common.tax&month=2025-03');
is $r->json->{figure}{value}, '2250.00', 'the tax explained';
my ($sale) = grep { $_->{kind} eq 'transaction' } @{ $r->json->{inputs} };
is_deeply $sale->{values}, { proceeds => '40000', cost => '25000' }, 'out of the sale, at the one mean cost';
ok scalar(grep { $_->{kind} eq 'rule' && $_->{text} =~ /Lei 11.033/ } @{ $r->json->{inputs} }), 'and the rule with its source';
like $r->json->{meta}{choices}, qr/^O que este cálculo supõe: /, 'what is supposed is said';
like $r->json->{meta}{caveat}, qr/contador/, 'with the caveat';
is_deeply [redo_year($me, $year)], [], 'every figure of the year is redone';
is get('/v1/portfolio/tax/explain?year=2025&field=months.due&month=2024-03')->status, 400, 'a month of another year is refused';
is get("/v1/portfolio/tax?year=$_")->status, 400, "a year is written one way: $_" for '02025', '2025.0', '+2025';
is get('/v1/portfolio/tax/explain?year=2025&field=x')->status, 400, 'so is a figure that is none';
is get('/v1/portfolio/tax/explain?year=2025&field=exterior.due')->json->{details}{code}, 'figure_not_found', 'and one that the year has not';

# ---- one portfolio as the whole ----

$r = get("/v1/portfolios/$me->{ids}{B}/tax?year=2025");
is $r->json->{scope}, 'portfolio', 'one portfolio says so';
is $r->json->{months}[0]{common}{result}, '10000.00', 'with its own cost: 1000 * (40 - 30)';
like $r->json->{meta}{taxpayer}, qr/como se fosse todo/, 'in words too';
is get("/v1/portfolios/$me->{ids}{B}/tax?year=2025", headers => { 'If-None-Match' => $r->header('ETag') })->status, 304, 'and is 304 unchanged';

# ---- an exercise ----

my $bens = get('/v1/portfolio/tax/declaration?year=2026')->json;
is $bens->{bens}[0]{current}, '26150.00', '1000 at 25.00, and 100 at the strike of 10.00 with the premium of 1.50';
is $bens->{provisional}, JSON::PP::true, 'the year is open';
like $bens->{meta}{caveat}, qr/contador/, 'the caveat';
is_deeply $bens->{dividas}, [], 'nothing is a debt';
my ($exercise) = grep { ($_->{event_kind} // '') eq 'exercise' } @{ get("/v1/portfolios/$me->{ids}{A}/transactions")->json->{data} };
is $exercise->{option}, 'ABCDA100', 'the row names its option';
$r = $t->patch("/v1/portfolios/$me->{ids}{A}/transactions/$exercise->{id}", { event_kind => undef }, key => $key);
is $r->status, 200, 'a row that is no exercise any more';
ok !exists $r->json->{option}, 'names none';
is $t->post("/v1/portfolios/$me->{ids}{A}/transactions", { symbol => 'ABCD3', asset_type => 'stock', kind => 'buy', trade_date => '2026-02-02',
	quantity => '1', price => '1', option => 'X' }, key => $key)->json->{details}{errors}[0]{pointer}, '/option', 'an option without an exercise is refused';

# ---- the reminder ----

$t->post("/v1/portfolios/$me->{ids}{A}/transactions", [{ symbol => 'HGLG11', asset_type => 'fii', kind => 'buy', trade_date => '2026-10-01', quantity => '10',
	price => '100' }, { symbol => 'HGLG11', asset_type => 'fii', kind => 'sell', trade_date => '2026-10-08', quantity => '10', price => '120' }], key => $key);
$r = get("/v1/news/agenda?days=30&portfolio=$me->{ids}{A}");
is_deeply $r->json->{imposto}, [{ date => '2026-11-30', day => 'segunda-feira', code => '6015', period => '2026-10', amount => '40.00', status => 'open', reasons => [] }],
	'the agenda reminds of the DARF of October: 10 * (120 - 100) * 20 %';
like get("/v1/news/agenda.ics?days=30&portfolio=$me->{ids}{A}")->body, qr/SUMMARY:DARF 6015 de 2026-10/, 'as a calendar too';
ok !exists get("/v1/news/agenda?days=5&portfolio=$me->{ids}{A}")->json->{imposto}, 'not before its days';
ok !exists get('/v1/news/agenda?days=30')->json->{imposto}, 'not in the public one either';

# ---- the person's statements ----

$r = get('/v1/portfolio/tax/inputs');
is $r->json->{version}, 0, 'nothing was stated';
is $r->header('ETag'), 'W/"0"', 'which is its tag';
my $sent = { carry => [{ month => '2025-02', common => '5000.00' }], withheld => [{ month => '2025-03', basket => 'common', amount => '2.00' }],
	paid => [{ code => '6015', period => '2025-03', amount => '1498.00', paid_on => '2025-04-30' }] };
$r = $t->put('/v1/portfolio/tax/inputs', $sent, key => $key, headers => { 'If-Match' => 'W/"0"' });
is $r->status, 200, 'stated upon nothing';
is $r->json->{version}, 1, 'the first version';
is $r->json->{carry}[0]{common}, '5000.00', 'as it was sent';
is $t->put('/v1/portfolio/tax/inputs', {}, key => $key, headers => { 'If-Match' => 'W/"0"' })->json->{details}{code}, 'tax_inputs_conflict',
	'upon a version that is gone: refused';
$r = get('/v1/portfolio/tax?year=2025', headers => { 'If-None-Match' => $etag });
is $r->status, 200, 'statements change the tag';
my $march = $r->json->{months}[0];
is $march->{common}{loss_used}, '5000.00', 'the loss is used';
is $march->{due}, '1498.00', '(15000 - 5000) * 15 % - 2.00';
is $r->json->{darf}[0]{status}, 'paid', 'and paid amounts stay paid';
is_deeply [redo_year($me, $r->json)], [], 'every figure is redone';
sub told { my $of = get("/v1/portfolio/tax/explain?year=2025&field=$_[0]")->json; return [$of->{figure}{value}, map { "$_->{op}(" . join(', ', @{ $_->{of} }) . ") = $_->{result}" } @{ $of->{steps} }] }
is_deeply told('months.common.loss_brought&month=2025-03'), ['5000.00', 'take(i1.value) = 5000'], 'the loss that was brought is the one left in February';
is_deeply told('months.withheld.common&month=2025-03'), ['2.00', 'take(i1.value) = 2'], 'the stated withholding';
is_deeply told('months.withheld_used.common&month=2025-03'), ['2.00', 'add(i1.value, i2.value) = 1500', 'min(i3.value, s1) = 2'], 'the part that the tax uses: 1,500 and nothing of day trades';
is_deeply told('withheld_left.common'), ['0.00', 'subtract(i1.value, i2.value) = 0'], 'and nothing is left: 2 - 2';
is_deeply told('darf.paid&month=2025-03'), ['1498.00', 'take(i1.value) = 1498'], 'the paid amount';
is_deeply told('operations.cost&month=2025-03&symbol=ABCD3'), ['25000.00', 'add(i1.value, i2.cost) = 20000', 'add(s1, i3.cost) = 50000', 'proportion(s2, i4.quantity, i4.held) = 25000'],
	'a sale costs its part of what both portfolios paid: 50,000 x 1,000/2,000';
is_deeply told('operations.result&month=2025-03&symbol=ABCD3&item=1'), ['15000.00', 'subtract(i1.proceeds, i1.cost) = 15000'], 'and leaves 15,000';
is get('/v1/portfolio/tax/explain?year=2025&field=operations.cost&month=2025-03&symbol=WXYZ3')->json->{details}{code}, 'figure_not_found', 'not of an asset that was not sold';
is $t->put('/v1/portfolio/tax/inputs', { exclude => [$me->{ids}{B}] }, key => $key)->status, 200, 'a portfolio is left out';
is_deeply get('/v1/portfolio/tax?year=2025')->json->{months}, [], 'and its sale with it';
for my $bad ([{ carry => [{ month => '2025-13' }] }, '/carry/0/month'], [{ withheld => [{ month => '2025-01', basket => 'x', amount => 1 }] }, '/withheld/0/basket'],
	[{ paid => [{ code => '1', period => '2025-01', amount => 1, paid_on => '2025-01-31' }] }, '/paid/0/code'], [{ exclude => ['x'] }, '/exclude'],
	[{ other => 1 }, '/other'], [{ exterior_loss => [{ year => 2023, amount => 1 }] }, '/exterior_loss/0/year']) {
	is $t->put('/v1/portfolio/tax/inputs', $bad->[0], key => $key)->json->{details}{errors}[0]{pointer}, $bad->[1], "refused at $bad->[1]";
}
is_deeply $t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2025-08', amount => 1, paid_on => '2025-07-31' }] }, key => $key)->json->{details}{errors},
	[{ pointer => '/paid/0/paid_on', rule => 'minimum', expected => 'um dia a partir de 01/08/2025', received => '2025-07-31' }], 'nothing is paid before its period';
is $t->put('/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2025-08', amount => 1, paid_on => '2025-08-01' }] }, key => $key)->status, 200, 'on its first day it is taken';
$t->put('/v1/portfolio/tax/inputs', {}, key => $key);

# ---- sheets ----

$r = get('/v1/portfolio/tax?year=2025&format=csv');
like $r->header('Content-Type'), qr{^text/csv}, 'a sheet of the year';
like $r->body, qr/^Opera\S+ comuns;03\/2025;;15000,00;0,00;15000,00;2250,00;;;;;;;;;;\r$/m, 'with the month';
like $r->body, qr/^DARF;03\/2025;6015;;;;2250,00;30\/04\/2025;em atraso;Falta a PTAX do dia, ou a Selic de um m\S+s\.;;450,00;;;;;0,00\r$/m, 'and its DARF, with a fine of 20 %, and interest that needs a Selic';
like $r->body, qr/contador/, 'and the caveat';
unlike $r->body =~ s/.*?\n//r, qr/[a-z]_[a-z]|\b(?:common|overdue|exempt|open|paid)\b/, 'in words, no code of the interface';
$r = get('/v1/portfolio/tax/declaration?year=2025&format=csv');
like $r->body, qr/^Bens e Direitos;03;01;ABCD3;;;;0,00;25000,00;;;;1\.000 A/m, 'a sheet of the declaration';

# Formulas are guarded by an apostrophe here too.
my $sly = account($t);
my $named = $t->post('/v1/portfolios', { name => 'Renda fixa' }, key => $sly->{user_key})->json->{id};
my @signs = ('=', '+', '-', '@', '"=', "\x{ff1d}", "\x{ff20}");
for my $i (0 .. $#signs) {
	my $r = $t->post("/v1/portfolios/$named/transactions", { symbol => "$signs[$i]SOMA(A$i)", asset_type => 'renda_fixa', kind => 'buy', quantity => 1, price => 1000,
		trade_date => '2025-02-03' }, key => $sly->{user_key});
	is $r->status, 201, "an asset named $signs[$i]SOMA" or diag $r->body;
}
for my $sheet (qw(tax tax/declaration)) {
	my $body = $t->get("/v1/portfolio/$sheet?year=2025&format=csv", key => $sly->{user_key})->body;
	utf8::decode($body);
	my $at_work = () = $body =~ /SOMA/g;
	cmp_ok $at_work, '>=', 7, 'they are in the sheet' if $sheet =~ /declaration/;
	is_deeply [$body =~ /(?:^|;|\n)("?["\s]*(?:[=+\@\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}]|-(?!\d)).*)/mg], [], "$sheet: no cell begins as a formula";
}

# ---- access and refusals ----

for my $bad ('', '?year=2019', '?year=2027', '?year=x', '?year=2025&x=1') {
	is get("/v1/portfolio/tax$bad")->status, 400, "refused: $bad";
}
is $t->get('/v1/portfolio/tax?year=2025')->status, 401, 'without a key';
my $other = account($t);
is_deeply $t->get('/v1/portfolio/tax?year=2025', key => $other->{user_key})->json->{months}, [], 'another account has nothing of it';
is $t->get("/v1/portfolios/$me->{ids}{A}/tax?year=2025", key => $other->{user_key})->status, 404, 'sees no portfolio either';
# ---- concurrent writes of the first document ----

$t->stop_pool;
$t->start_pool(workers => 8, env => { LASTRO_NOW => '2026-11-22T15:00:00Z' });
# at_once() - the answer and the sent document of each.
sub at_once {
	my ($who, @headers) = @_;
	my @pids;
	my @reading = map {
		my $amount = $_;
		pipe my $in, my $out or die "pipe: $!";
		push @pids, fork // die "fork: $!";
		if (!$pids[-1]) {
			my $answer = $t->put('/v1/portfolio/tax/inputs', { exterior_loss => [{ year => 2025, amount => $amount }] }, key => $who->{user_key}, @headers);
			syswrite $out, $answer->status . " $amount\n";
			POSIX::_exit(0);
		}
		$in;
	} map { "$_.00" } 1 .. 4;
	my @said = map { scalar <$_> } @reading;
	waitpid $_, 0 for @pids;
	return @said;
}
for (1 .. 6) {
	my $who = account($t);
	my @said = at_once($who, headers => { 'If-Match' => 'W/"0"' });
	my ($good, @more) = grep { /^200 / } @said;
	ok $good && !@more && 3 == grep({ /^409 / } @said), 'of several first documents one is stored' or diag @said;
	is "200 " . $t->get('/v1/portfolio/tax/inputs', key => $who->{user_key})->json->{exterior_loss}[0]{amount} . "\n", $good, 'the one that was answered 200';
	my $other = account($t);
	is join('', map { substr $_, 0, 3 } at_once($other)), '200' x 4, 'upon any version: one after the other';
	is $t->get('/v1/portfolio/tax/inputs', key => $other->{user_key})->json->{version}, 4, 'each of them a version';
}

done_testing;
