#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Movements that are neither purchases nor sales (doc/tax.md 20.3, 20.8, 20.10): the side of an exercise, come-cotas,
# and possible slow transfers with their remedies.

use strict;
use warnings;
use utf8;
use Lastro::TaxCases qw(taxpayer redo_declaration redo_year);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub row { my ($p, $symbol, $kind, $day, $q, $price, %o) = @_; return { portfolio => $p, symbol => $symbol, kind => $kind, trade_date => $day,
	quantity => $q, price => $price, %o } }

my $fund = '11222333000181';
my $me = taxpayer({
	as_of => '2026-11-20',
	portfolios => [{ id => 'A', name => 'Minha' }, { id => 'B', name => 'Outra' }],
	assets => [{ symbol => 'PETR4', asset_type => 'stock' }, { symbol => 'PETRQ320', asset_type => 'option', option => { kind => 'put', strike => '32.00' } },
		{ symbol => 'PETRE300', asset_type => 'option' }, { symbol => $fund, asset_type => 'fund' }, { symbol => 'XPML11', asset_type => 'fii' },
		{ symbol => 'HGLG11', asset_type => 'fii' }, { symbol => 'KNRI11', asset_type => 'fii' }],
	rows => [
		row('A', 'PETR4', 'buy', '2026-01-05', '300', '31.00'), row('A', 'PETRQ320', 'buy', '2026-03-02', '100', '1.50'),
		row('A', 'PETR4', 'sell', '2026-05-15', '100', '32.00', event_kind => 'exercise', option => 'PETRQ320'),
		row('A', $fund, 'buy', '2024-03-04', '1000', '10.00'), row('A', $fund, 'adjust', '2025-05-30', '-12.5', undef),
		row('A', 'XPML11', 'buy', '2024-03-04', '80', '110.00'), row('A', 'XPML11', 'adjust', '2025-08-04', '-80', undef),
		row('B', 'XPML11', 'adjust', '2025-08-14', '80', '90.00'),
		row('A', 'HGLG11', 'buy', '2024-03-04', '10', '150.00'), row('A', 'HGLG11', 'adjust', '2025-03-10', '-10', undef),
		row('B', 'HGLG11', 'adjust', '2025-03-03', '10', '160.00'),
		row('A', 'KNRI11', 'buy', '2024-03-04', '7', '140.00'), row('A', 'KNRI11', 'adjust', '2025-08-04', '-7', undef),
		row('B', 'KNRI11', 'adjust', '2025-08-06', '7', '130.00'),
	],
});
my ($t, $key, $ids) = @$me{qw(t key ids)};

sub json { my ($r, $what) = @_; like $r->status, qr/^2/, $what or diag $r->body; return $r->json }
sub declaration { return json($t->get("/v1/portfolio/tax/declaration?year=$_[0]", key => $key), "the declaration of $_[0]") }
sub good { my ($d, $symbol) = @_; return (grep { $_->{symbol} eq $symbol } @{ $d->{bens} })[0] }
sub maybe { return grep { $_->{code} eq 'transfer_maybe' } @_ }
sub issues { my ($p) = @_; return maybe(@{ json($t->get("/v1/portfolios/$ids->{$p}/issues", key => $key), "the issues of $p")->{data} }) }

# ---- exercises ----

sub may { my $year = json($t->get('/v1/portfolio/tax?year=2026', key => $key), 'the year 2026'); return ($year, grep { $_->{month} eq '2026-05' } @{ $year->{months} }) }
my ($year, $may) = may();
# Proceeds 3,200.00 less the 150.00 of the put, against 3,100.00.
is_deeply [$may->{common}{result}, $may->{common}{by_class}], ['-50.00', { option => '-50.00' }], 'a bought put is exercised by a sale';
json($t->post("/v1/portfolios/$ids->{A}/transactions", [
	{ symbol => 'PETRE300', asset_type => 'option', kind => 'buy', trade_date => '2026-03-02', quantity => '100', price => '2.00' },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-05-18', quantity => '100', price => '30.00', event_kind => 'exercise', option => 'PETRE300' },
	{ symbol => 'PETR4', asset_type => 'stock', kind => 'sell', trade_date => '2026-07-06', quantity => '50', price => '33.00' }], key => $key), 'a sale that names a bought call');
($year, $may) = may();
is $may->{common}{result}, undef, 'takes nothing from it';
is scalar(grep { $_ eq 'exercise_without_option' } @{ $may->{common}{reasons} }), 1, 'and says why';
# The remainder still cost 31.00: only the premium of the exercise is unknown.
is $year->{months}[-1]{exempt_gain}, '100.00', 'a later sale has its result: 50 * (33 - 31)';
is_deeply [redo_year($me, $year)], [], 'every figure is redone';

# ---- come-cotas ----

my $d = declaration(2025);
is_deeply [@{ good($d, $fund) }{qw(previous current quantity)}], ['10000.00', undef, '987.5'], 'fewer quotas at the old mean would be too little: no value';
is scalar(grep { $_ eq 'use_statement' } @{ good($d, $fund)->{reasons} }), 1, 'the statement has it';
json($t->post("/v1/portfolios/$ids->{A}/transactions", [
	{ symbol => $fund, asset_type => 'fund', kind => 'sell', trade_date => '2025-09-01', quantity => '987.5', price => '11.00' },
	{ symbol => $fund, asset_type => 'fund', kind => 'buy', trade_date => '2025-10-01', quantity => '100', price => '12.00' }], key => $key), 'sold, and bought again');
is good(declaration(2025), $fund)->{current}, '1200.00', 'the next cycle has a value again';

# ---- possible transfers ----

$d = declaration(2025);
is_deeply [map { [@$_{qw(symbol month)}] } maybe(@{ $d->{warnings} })], [['HGLG11', '2025-03'], ['XPML11', '2025-08']], 'ten days apart, and an entry before its removal; two days are a move';
is good($d, 'XPML11')->{current}, '7200.00', 'not assumed: the received units have their stated cost';
is good($d, 'KNRI11')->{current}, '980.00', 'as a move has the old one';
my ($warned) = grep { $_->{symbol} eq 'XPML11' } maybe(@{ $d->{warnings} });
is_deeply [map { [@$_{qw(portfolio_id trade_date quantity)}] } @{ $warned->{rows} }], [[$ids->{A}, '2025-08-04', '-80'], [$ids->{B}, '2025-08-14', '80']], 'with both rows';
is scalar(maybe(@{ json($t->get('/v1/portfolio/tax?year=2025', key => $key), 'the year')->{warnings} })), 2, 'the year warns too';
is scalar(maybe(@{ declaration(2024)->{warnings} })), 0, 'another year does not';

is_deeply [map { $_->{symbol} } issues('A')], ['HGLG11', 'XPML11'], 'offered as issues of the sender';
my @of_b = issues('B');
is_deeply [map { $_->{symbol} } @of_b], ['XPML11', 'HGLG11'], 'and of the receiver, where its rows have an amount';
is_deeply [map { @$_{qw(trade_date quantity)} } @{ $of_b[0]{rows} }], ['2025-08-14', '80', '2025-08-04', '-80'], 'with both rows';
like $of_b[0]{detail}, qr/Minha/, 'and the other portfolio';
my ($action) = @{ $of_b[0]{mend}{actions} };
is_deeply [@$action{qw(method body fill)}], ['PATCH', { trade_date => '2025-08-04' }, []], 'the remedy needs no input';
json($t->patch($action->{path}, $action->{body}, key => $key), 'sent');
is_deeply [map { $_->{symbol} } issues($_)], ['HGLG11'], "the issue is resolved in $_" for qw(A B);
$d = declaration(2025);
is good($d, 'XPML11')->{current}, '8800.00', 'one transfer: the cost moved along';
like good($d, 'XPML11')->{discrimination}, qr/CUSTÓDIA: OUTRA\.$/, 'and it is held by the other alone';

($warned) = maybe(@{ $d->{warnings} });
is $warned->{mend}{method}, 'PATCH', 'the warning has its mend too';
json($t->patch($warned->{mend}{path}, $warned->{mend}{body}, key => $key), 'sent');
$d = declaration(2025);
is scalar(maybe(@{ $d->{warnings} })), 0, 'nothing more is warned of';
is good($d, 'HGLG11')->{current}, '1500.00', 'the cost moved along';
is_deeply [redo_declaration($me, $d)], [], 'every figure is redone';

# ---- shares that became BDRs, by the person's statement; no rows under the new ticker ----

json($t->post("/v1/portfolios/$ids->{A}/transactions", { %{ row('A', 'VELH3', 'buy', '2025-02-03', '100', '10.00') }{qw(symbol kind trade_date quantity price)},
	asset_type => 'stock' }, key => $key), 'shares');
my ($old) = grep { $_->{symbol} eq 'VELH3' } @{ json($t->get("/v1/portfolios/$ids->{A}/assets", key => $key), 'the assets')->{data} };
json($t->patch("/v1/portfolios/$ids->{A}/assets/$old->{id}", { meta => { succession => { kind => 'succession', to => { symbol => 'NOVO34', asset_type => 'bdr' },
	date => '2025-06-09', ratio => '0.5' } } }, key => $key), 'became BDRs, one for two');
my $bdr = good(declaration(2025), 'NOVO34');
is_deeply [@$bdr{qw(group code current quantity)}], ['04', '04', '1000.00', '50'], 'and are declared as BDRs, with their cost';
like $bdr->{discrimination}, qr/^50 BDRS NOVO34\./, 'and in words';

# ---- a typed cycle: its first succession counts, in every computation ----

for my $one (['CIRC3', '100'], ['DIRC3', '10']) {
	json($t->post("/v1/portfolios/$ids->{A}/transactions", { symbol => $one->[0], asset_type => 'stock', kind => 'buy', trade_date => '2025-02-03', quantity => $one->[1], price => '10.00' },
		key => $key), "$one->[0] is bought");
}
my %asset = map { $_->{symbol} => $_->{id} } @{ json($t->get("/v1/portfolios/$ids->{A}/assets", key => $key), 'the assets')->{data} };
for my $one (['CIRC3', 'DIRC3'], ['DIRC3', 'CIRC3']) {
	json($t->patch("/v1/portfolios/$ids->{A}/assets/$asset{$one->[0]}", { meta => { succession => { kind => 'succession', to => { symbol => $one->[1], asset_type => 'stock' },
		date => '2025-06-09', ratio => '0.5' } } }, key => $key), "$one->[0] became $one->[1]");
}
# 100 at one for two are 50 of DIRC3, beside its own 10; the way back would close the cycle and is ignored.
my ($held) = grep { $_->{symbol} =~ /^[CD]IRC3$/ && $_->{qty} } @{ json($t->get("/v1/portfolios/$ids->{A}", key => $key), 'the detail')->{holdings} };
is_deeply [@$held{qw(symbol qty invested_cost)}], ['DIRC3', 60, '1100.00'], 'the wallet holds 60 of DIRC3';
is_deeply [@{ good(declaration(2025), 'DIRC3') }{qw(quantity current)}], ['60', '1100.00'], 'and so does the tax';

done_testing;
