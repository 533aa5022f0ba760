#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Explanations of the plan (doc/calculations.md 21.5): shares, the level and each amount, redone by a second program
# (Lastro::Redo); refusals; over random portfolios too.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(closes);
use Lastro::PlanExample qw(example_prices example_rows example_targets portfolio_of row);
use Lastro::Redo qw(redo_plan redo_steps);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261129;
my $plans = $ENV{LASTRO_TEST_PLANS} // 6;
srand $seed;
note "LASTRO_TEST_SEED=$seed LASTRO_TEST_PLANS=$plans";

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $bia = account($t)->{user_key};
my @papers = map { sprintf 'PAP%s3', chr(65 + $_) } 0 .. 7;

example_prices($t);
closes($t, b3 => $_, '2026-11-19' => sprintf('%.2f', 3 + rand 90)) for @papers;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return portfolio_of($t, $key, @_) }

# Ações 6,000, Fundos 2,000, Ouro nothing, a CDB outside: 10,000.
my $id = portfolio('Principal', example_rows());
my %targets = example_targets();

sub told { my ($query, $who) = @_; return $t->get("/v1/portfolios/$id/explain?$query", key => $who // $key) }
sub code { my ($r) = @_; return join ' ', grep { defined } $r->status, @{ $r->json->{details} // {} }{qw(code parameter)} }

is code(told('field=plan.total')), '404 targets_not_found', 'without targets there is nothing to explain';
$t->put("/v1/portfolios/$id/targets", \%targets, key => $key);

sub steps { my ($query) = @_; my $of = told($query)->json; return [$of->{figure}{value}, map { "$_->{op}(" . join(', ', @{ $_->{of} }) . ") = $_->{result}" } @{ $of->{steps} }] }

# 20,000: all rise: (10000 - 2000 + 20000) / 100 = 280; Ações 280 x 50 - 6000 = 8000.
is_deeply steps('field=plan.level&contribution=20000'), ['280', 'add(i1.value..i3.value) = 8000', 'add(s1, i4.value) = 28000', 'add(i5.value..i7.value) = 100', 'divide(s2, s3) = 280'],
	'the level' or diag explain told('field=plan.level&contribution=20000')->json;
my $slice = told('field=plan.slices.buy&slice=A%C3%A7%C3%B5es&contribution=20000')->json;
is_deeply [@{ $slice->{figure} }{qw(field item symbol value exact)}], ['plan.slices.buy', 'Ações', undef, '8000.00', '8000'], 'the amount of a slice';
is_deeply [map { "$_->{op} $_->{result}" } @{ $slice->{steps} }], ['add 8000', 'add 28000', 'add 100', 'proportion 14000', 'subtract 8000'], 'which falls short of its level';
is $slice->{steps}[3]{text}, 'O que Ações valeria pela meta, cortado ao centavo.', 'in a sentence';
like $slice->{inputs}[0]{href}, qr{/explain\?field=plan\.slices\.value&slice=A%C3%A7%C3%B5es$}, 'out of figures that are explained themselves';
my $asset = told('field=plan.slices.buy&slice=A%C3%A7%C3%B5es&symbol=itub4&asset_type=stock&contribution=20000')->json;
is_deeply [@{ $asset->{figure} }{qw(symbol asset_type value)}], ['ITUB4', 'stock', '4400.00'], 'of an asset that is not held: 40 x 110';
like((grep { ($_->{field} // '') eq 'plan.slices.buy' } @{ $asset->{inputs} })[0]{href}, qr/slice=A%C3%A7%C3%B5es&contribution=20000$/, 'which rests on the amount of its slice, of the same contribution');
is_deeply steps('field=plan.slices.share_pct&slice=A%C3%A7%C3%B5es'), ['60.00', 'proportion(i1.value..i3.value) = 60'], 'a share of all';
# 1,200 go to Ouro alone, up to 60: Ações, at 120, stays: -(min(0, 6000 - 60 x 50)) = 0.
is_deeply [map { "$_->{op} $_->{result}" } @{ told('field=plan.slices.buy&slice=A%C3%A7%C3%B5es&contribution=1200')->json->{steps} }],
	['add 1200', 'proportion 3000', 'subtract 3000', 'min 0', 'negate 0'], 'one that is above the level receives nothing';
is told('field=plan.slices.buy&slice=A%C3%A7%C3%B5es&symbol=PETR4&contribution=1200')->json->{figure}{value}, '0.00', 'nor what is inside';
my $level = told('field=plan.level&sell=true')->json->{figure};
is $level->{value}, undef, 'with sales there is no level';
like $level->{reason}, qr/não há nível/, 'which is said';

# ---- every number ----

for my $of ([contribution => '1200'], [contribution => '20000.00'], [contribution => '777.77'], [sell => 'true'], [sell => 'true', contribution => '0.05'], [contribution => '0.01']) {
	my $query = join '&', map { "$of->[2 * $_]=$of->[2 * $_ + 1]" } 0 .. $#$of / 2;
	my $plan = $t->get("/v1/portfolios/$id/plan?$query", key => $key)->json;

	is_deeply [redo_plan($t, $key, $id, $plan, @$of)], [], "every figure of $query is redone";
}
my $bent = told('field=plan.slices.buy&slice=Ouro&contribution=777.77')->json;
$bent->{inputs}[0]{values}{value} = '1';
ok !eval { redo_steps($bent); 1 }, 'another value does not redo';

# ---- refusals ----

for my $case (['field=plan.slices.buy&slice=Ouro', '400 invalid_parameter contribution'], ['field=plan.slices.buy&contribution=1', '400 invalid_parameter slice'],
	['field=plan.slices.buy&slice=Ouro&contribution=0', '400 invalid_parameter contribution'], ['field=plan.slices.buy&slice=Ouro&contribution=1.001', '400 invalid_parameter contribution'],
	['field=plan.total&contribution=1', '400 invalid_parameter contribution'], ['field=plan.total&slice=Ouro', '400 invalid_parameter slice'], ['field=patrimonio&sell=true', '400 invalid_parameter sell'],
	['field=plan.slices.value&slice=Prata', '404 figure_not_found'], ['field=plan.slices.buy&slice=Ouro&symbol=PETR4&contribution=1', '404 asset_not_found'],
	['field=plan.total&at=2026-11-01', '400 invalid_parameter at'], ['field=plan.slices.value&item=Ouro&slice=Ouro', '400 invalid_parameter item']) {
	is code(told($case->[0])), $case->[1], "refused: $case->[0]";
}
is told('field=plan.slices.value&slice=Prata')->json->{detail}, 'A carteira não tem plan.slices.value na fatia Prata.', 'in words';
is code(told('field=plan.total', $bia)), '404 portfolio_not_found', 'a stranger sees nothing';

# ---- of all portfolios together ----

# PETR4 is in two: 100 and 20 of 30.00: 3,600; VALE3 3,000, MXRF11 2,000, and a CDB outside: 10,600; a simulation does not count.
sub all_told { my ($query, $who) = @_; return $t->get("/v1/portfolio/plan/explain?$query", key => $who // $key) }
is code(all_told('field=plan.total')), '404 targets_not_found', 'all together have targets of their own';
$t->put('/v1/portfolio/targets', \%targets, key => $key);
my $second = portfolio('Segunda', row('PETR4', 'stock', 20, 10));
$t->patch('/v1/portfolios/' . portfolio('Simulação', row('PETR4', 'stock', 9000, 10)), { exclude_from_consolidated => \1 }, key => $key);
my $total = all_told('field=plan.total')->json;
is $total->{figure}{value}, '10600.00', 'the total of all';
is $total->{meta}{ledger_version}, undef, 'which has no version of one';
my @held = grep { ($_->{symbol} // '') eq 'PETR4' } @{ $total->{inputs} };
is_deeply [map { "$_->{of} $_->{values}{value}" } @held], ['Principal 3000', 'Segunda 600'], 'what each portfolio holds of a paper';
is_deeply [map { $t->get($_->{href}, key => $key)->json->{figure}{value} } @held], ['3000.00', '600.00'], 'is explained by it';
like((grep { ($_->{field} // '') eq 'plan.slices.value' } @{ all_told('field=plan.slices.buy&slice=Ouro&contribution=500')->json->{inputs} })[0]{href},
	qr{^/v1/portfolio/plan/explain\?field=plan\.slices\.value&slice=}, 'a figure of the joint plan by its own');
for my $of ([contribution => '1200'], [contribution => '20000.00'], [sell => 'true'], [sell => 'true', contribution => '0.05']) {
	my $query = join '&', map { "$of->[2 * $_]=$of->[2 * $_ + 1]" } 0 .. $#$of / 2;
	my $plan = $t->get("/v1/portfolio/plan?$query", key => $key)->json;

	is_deeply [redo_plan($t, $key, 'all', $plan, @$of)], [], "every joint figure of $query is redone";
}
my $tag = all_told('field=plan.total')->header('ETag');
is $t->get('/v1/portfolio/plan/explain?field=plan.total', key => $key, headers => { 'If-None-Match' => $tag })->status, 304, 'the same is not sent again';
$t->post("/v1/portfolios/$second/transactions", row('PETR4', 'stock', 1, 10), key => $key);
is all_told('field=plan.total')->json->{figure}{value}, '10630.00', 'a row of one changes it';
is code(all_told('field=patrimonio')), '400 invalid_parameter field', 'a figure of one portfolio is none of it';
is code(all_told('field=plan.slices.value&slice=Prata')), '404 figure_not_found', 'a slice of nothing';
is code(all_told('field=plan.slices.buy&slice=Ouro&symbol=PETR4&contribution=1')), '404 asset_not_found', 'an asset of another';
is code(all_told('field=plan.total', $bia)), '404 targets_not_found', 'another account has none of it';

# ---- random ones ----

sub parts {
	my ($n) = @_;
	my ($left, @out) = (10000);

	for (2 .. $n) {
		push @out, int(rand 5) ? int rand($left + 1) : 0;
		$left -= $out[-1];
	}
	return map { sprintf '%.2f', $_ / 100 } @out, $left;
}

my @wrong;
for my $n (1 .. $plans) {
	my @held = grep { int rand 3 } @papers;
	my $random = portfolio("Ao acaso $n", map { row($_, 'stock', 1 + int rand 300, 10) } @held);
	my ($a, @pct) = (1 + int rand 6, parts(3));
	my @in = parts($a);
	my $r = $t->put("/v1/portfolios/$random/targets", { slices => [
		{ name => 'Um & outro', pct => $pct[0], assets => [map { { symbol => $_, asset_type => 'stock' } } @papers[0 .. $a - 1]],
			inside => [map { { symbol => $papers[$_], asset_type => 'stock', pct => $in[$_] } } 0 .. $a - 1] },
		{ name => 'Só um', pct => $pct[1], assets => [{ symbol => $papers[6], asset_type => 'stock' }] },
		{ name => 'Resto', pct => $pct[2], types => ['stock', 'fii'] }] }, key => $key);

	die $r->body unless $r->status == 200;
	for my $of ([contribution => sprintf '%.2f', 0.01 + rand 3000], [contribution => sprintf '%.2f', rand 90000], [sell => 'true', contribution => sprintf '%.2f', rand 900]) {
		my $query = join '&', map { "$of->[2 * $_]=$of->[2 * $_ + 1]" } 0 .. $#$of / 2;
		my $plan = $t->get("/v1/portfolios/$random/plan?$query", key => $key)->json;

		push @wrong, map { "plan $n: $_" } redo_plan($t, $key, $random, $plan, @$of);
	}
}
is_deeply [@wrong[0 .. ($#wrong > 3 ? 3 : $#wrong)]], [], "$plans random plans: every figure is redone";

$t->finish;
done_testing;
