#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Targets and the plan of the next contribution (doc/calculations.md 21): the document with its history, its refusals, its
# readers; state and amounts by hand, of one portfolio and of all.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Market qw(rates);
use Lastro::PlanExample qw(example_prices example_rows example_targets portfolio_of row);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $ana = account($t);
my $key = $ana->{user_key};
my $bia = account($t)->{user_key};
my $reader = key($t, $ana, scopes => ['account:read']);

example_prices($t);
rates($t, '2026-11-19' => '5.5000');
$t->start_pool(workers => 2, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return portfolio_of($t, $key, @_) }

my $id = portfolio('Principal', example_rows());
my $path = "/v1/portfolios/$id";
my %targets = example_targets();

sub put { my ($document, %with) = @_; return $t->put("$path/targets", $document, key => $key, %with) }
sub code { my ($r) = @_; return $r->status . ' ' . ($r->json->{details}{code} // '') }

# ---- the document ----

is code($t->get("$path/targets", key => $key)), '404 targets_not_found', 'there are no targets yet';
is code($t->get("$path/plan", key => $key)), '404 targets_not_found', 'so there is no plan';
my $r = put(\%targets, headers => { 'If-Match' => 'W/"0"' });
is $r->status, 200, 'the first ones' or diag $r->body;
is $r->header('ETag'), 'W/"1"', 'of version 1';
is_deeply [@{ $r->json }{qw(version band_pp band_relative_pct)}], [1, '5.00', '25.00'], 'with the usual bands';
is_deeply $r->json->{slices}[0], { name => 'Ações', pct => '50.00', types => ['stock'], assets => [], inside => [
	{ symbol => 'PETR4', asset_type => 'stock', pct => '60.00' }, { symbol => 'ITUB4', asset_type => 'stock', pct => '40.00' }] }, 'as they were sent';
is_deeply $t->get("$path/targets", key => $reader)->json, $r->json, 'who may read reads them';
is code($t->put("$path/targets", \%targets, key => $reader)), '403 scope_missing', 'and may not change them';
is code($t->get("$path/targets", key => $bia)), '404 portfolio_not_found', 'a stranger sees nothing';
is code($t->put("$path/targets", \%targets, key => $bia)), '404 portfolio_not_found', 'nor writes';
is code(put(\%targets, headers => { 'If-Match' => 'W/"7"' })), '409 targets_conflict', 'upon another version nothing is written';
is code(put(\%targets, headers => { 'If-Match' => 'seven' })), '412 precondition_failed', 'nor upon what is none';
is code($t->get("$path/targets?at=2026-11-19", key => $key)), '404 targets_not_found', 'yesterday there were none';
is $t->get("$path/targets?at=2026-11-20", key => $key)->json->{version}, 1, 'today there are';

# ---- what is refused ----

sub changed {
	my ($change) = @_;
	my $copy = JSON::PP::decode_json(JSON::PP::encode_json(\%targets));

	$change->($copy->{slices}, $copy);
	return put($copy);
}

sub refused {
	my ($pointer, $rule, $name, $change) = @_;
	my $r = changed($change);
	my ($e) = @{ $r->json->{details}{errors} // [] };

	is join(' ', code($r), $e->{pointer} // '', $e->{rule} // ''), "400 invalid_body $pointer $rule", $name or diag $r->body;
}

$r = changed(sub { $_[0][2]{pct} = '19.99' });
is join(' ', code($r), $r->json->{details}{sum}), '400 targets_not_100 99.99', 'a sum of 99.99';
like $r->json->{detail}, qr/somam 99,99%/, 'which is said';
$r = changed(sub { $_[0][0]{inside}[1]{pct} = '41' });
is join(' ', code($r), @{ $r->json->{details} }{qw(sum slice)}), '400 targets_not_100 101.00 Ações', 'the same inside a slice, with its name';
refused('/slices/1/types', 'choice', 'a type that nobody knows', sub { $_[0][1]{types} = ['gold'] });
refused('/slices/1/types', 'choice', 'an index is not held', sub { $_[0][1]{types} = ['index'] });
refused('/slices/1/types', 'choice', 'options are no target', sub { $_[0][1]{types} = ['option'] });
refused('/slices/1/types', 'repeated', 'one type in two slices', sub { $_[0][1]{types} = ['stock'] });
refused('/slices/2/assets/1/symbol', 'repeated', 'one asset twice', sub { push @{ $_[0][2]{assets} }, { symbol => 'GOLD11', asset_type => 'etf' } });
refused('/slices/2/assets/0/symbol', 'repeated', 'one asset in two slices', sub { $_[0][1]{assets} = [{ symbol => 'GOLD11', asset_type => 'etf' }] });
refused('/slices/0/inside', 'belongs', 'inside is what belongs to the slice', sub { $_[0][0]{inside}[1] = { symbol => 'MXRF11', asset_type => 'fii', pct => '40' } });
refused('/slices/1/name', 'repeated', 'two slices of one name', sub { $_[0][1]{name} = 'Ações' });
refused('/slices/1', 'required', 'a slice of nothing', sub { delete $_[0][1]{types} });
refused('/slices/1/pct', 'places', 'three places', sub { $_[0][1]{pct} = '30.001' });
refused('/slices/1/assets', 'max_items', 'two hundred and one assets, over all slices', sub { my $n = 0;
	$_->{assets} = [map { { symbol => 'T' . $n++, asset_type => 'etf' } } 1 .. 101] for @{ $_[0] }[0, 1]; delete $_[0][0]{inside} });
refused('/band_pp', 'format', 'a number that the database would not take', sub { $_[1]{band_pp} = '0e-999999' });
refused('/slices', 'min_items', 'no slice', sub { @{ $_[0] } = () });
refused('/other', 'unknown_member', 'what no document has', sub { $_[1]{other} = 1 });
is $t->get("$path/targets", key => $key)->json->{version}, 1, 'and nothing of it was written';

# ---- the state, by hand ----

# Ações 6,000 of 10,000, target 50: 60.00, 10.00 too much, above the 5.00 of the band.  Fundos 2,000: 20.00, -10.00.  Ouro: 0, -20.00.
# The CDB is outside.  Inside Ações: PETR4 3,000 is 50.00, target 60; ITUB4 0 of 40; VALE3 50.00 of 0.
my $plan = $t->get("$path/plan", key => $key)->json;
sub state_of { my ($x) = @_; return join ' ', map { $_ // '-' } @$x{qw(value share_pct pct drift_pp)}, $x->{out} ? 'out' : 'in', $x->{missing} }
is_deeply [$plan->{total}, map { state_of($_) } @{ $plan->{slices} }], ['10000.00', '6000.00 60.00 50.00 10.00 out -1000.00', '2000.00 20.00 30.00 -10.00 out 1000.00',
	'0.00 0.00 20.00 -20.00 out 2000.00'], 'each slice';
is_deeply [map { "$_->{symbol} " . state_of($_) } @{ $plan->{slices}[0]{inside} }], ['PETR4 3000.00 50.00 60.00 -10.00 out 600.00', 'ITUB4 0.00 0.00 40.00 -40.00 out 2400.00',
	'VALE3 3000.00 50.00 0.00 50.00 out -3000.00'], 'and what is inside, those that are not named last';
is_deeply $plan->{outside}, [{ symbol => 'CDB X', asset_type => 'renda_fixa', value => '2000.00', share_pct => '20.00' }], 'what is outside counts in the total';
ok !exists $plan->{level} && !exists $plan->{slices}[0]{amount}, 'nothing is divided where no amount was named';

# ---- an amount ----

# Ratios 6000/50 = 120, 2000/30 = 66.67, 0/20.  1,200 to Ouro alone: 60, below 66.67: all of it.  GOLD11 has no price: the amount is kept.
my $few = $t->get("$path/plan?contribution=1200", key => $key)->json;
is_deeply [$few->{level}, map { $_->{amount} } @{ $few->{slices} }], ['60', '0.00', '0.00', '1200.00'], 'the lowest first';
is_deeply $few->{slices}[2]{buy}, [{ symbol => 'GOLD11', asset_type => 'etf', amount => '1200.00', price => undef, quantity => undef, cost => undef, reason => 'no_price' }], 'without a price it is kept';
is $few->{slices}[2]{left}, '0.00', 'so nothing is left';

# 20,000: (20000 + 8000)/100 = 280: Ações 14,000 - 6,000 = 8,000; Fundos 6,400; Ouro 5,600.  Inside, of 8,000: PETR4 (60) and ITUB4 (40):
# (8000 + 3000)/100 = 110: PETR4 3,600, ITUB4 4,400: 120 of 30.00 and 110 of 40.00.
my $much = $t->get("$path/plan?contribution=20000.00", key => $key)->json;
is_deeply [$much->{level}, map { $_->{amount} } @{ $much->{slices} }], ['280', '8000.00', '6400.00', '5600.00'], 'then all together';
is_deeply [map { join ' ', map { $_ // '-' } @$_{qw(symbol amount price quantity cost reason)} } @{ $much->{slices}[0]{buy} }],
	['PETR4 3600.00 30 120 3600.00 -', 'ITUB4 4400.00 40 110 4400.00 -', 'VALE3 0.00 60 0 0.00 -'], 'in units, of one that is not held, too; nothing of what is not wanted';
is_deeply $much->{slices}[1]{buy}, undef, 'of a slice of types nobody has named the paper';

# ---- sales ----

# 8,000 without what is outside: Ações 4,000 (-2,000), Fundos 2,400 (+400), Ouro 1,600.  Inside, of 4,000: PETR4 2,400 (-600: 20), ITUB4 1,600 (40),
# VALE3 -3,000, all 50.
my $sell = $t->get("$path/plan?sell=true", key => $key)->json;
is_deeply [@$sell{qw(level contribution missing_cash)}, map { $_->{amount} } @{ $sell->{slices} }], [undef, '0.00', '0.00', '-2000.00', '400.00', '1600.00'], 'with sales';
is_deeply [map { join ' ', @$_{qw(symbol amount quantity cost)} } @{ $sell->{slices}[0]{buy} }], ['PETR4 -600.00 -20 -600.00', 'ITUB4 1600.00 40 1600.00', 'VALE3 -3000.00 -50 -3000.00'],
	'what is not inside is sold whole';

# ---- amounts that are refused ----

for (['contribution=0', 'nothing'], ['contribution=-1', 'less than nothing'], ['contribution=1.234', 'three places'], ['contribution=dez', 'a word'], ['contribution=1e13', 'beyond the scale'],
	['sell=true&contribution=-1', 'less than nothing with sales'], ['sell=maybe', 'a sale that is neither'], ['contribution=1&x=1', 'an unknown parameter']) {
	is code($t->get("$path/plan?$_->[0]", key => $key)), '400 invalid_parameter', "an amount: $_->[1]";
}

# ---- all portfolios ----

# 10,000 and 40 of ITUB4 x 40 = 1,600; a simulation does not count.
portfolio('Outra', row('ITUB4', 'stock', 40, 30));
my $simulation = portfolio('Simulação', row('ITUB4', 'stock', 4000, 30));
$t->patch("/v1/portfolios/$simulation", { exclude_from_consolidated => \1 }, key => $key);
is code($t->get('/v1/portfolio/plan', key => $key)), '404 targets_not_found', 'all together have targets of their own';
is $t->put('/v1/portfolio/targets', { slices => [{ name => 'Bolsa', pct => 100, types => ['stock'] }] }, key => $key)->status, 200, 'which are written';
my $all = $t->get('/v1/portfolio/plan', key => $key)->json;
is_deeply [$all->{total}, map { state_of($_) } @{ $all->{slices} }], ['11600.00', '7600.00 65.52 100.00 -34.48 out 4000.00'], 'and compared with all of them';
is_deeply [map { $_->{symbol} } @{ $all->{outside} }], ['CDB X', 'MXRF11'], 'largest first, ties by symbol';
is code($t->get('/v1/portfolio/targets', key => $bia)), '404 targets_not_found', 'another account has its own';

# ---- tags ----

my $tag = $t->get("$path/plan", key => $key)->header('ETag');
is $t->get("$path/plan", key => $key, headers => { 'If-None-Match' => $tag })->status, 304, 'the same plan is not sent again';
is put(\%targets)->json->{version}, 1, 'the same targets again are no version';
is put({ %targets, band_pp => '50', band_relative_pct => '100' }, headers => { 'If-Match' => 'W/"1"' })->json->{version}, 2, 'other targets';
$r = $t->get("$path/plan", key => $key, headers => { 'If-None-Match' => $tag });
is $r->status, 200, 'make another plan';
is_deeply [map { $_->{out} ? 1 : 0 } @{ $r->json->{slices} }], [0, 0, 0], 'wide bands hold all';

# ---- deleted ----

is code($t->delete_("$path/targets", key => $key, headers => { 'If-Match' => 'W/"1"' })), '409 targets_conflict', 'upon another version they stay';
is $t->delete_("$path/targets", key => $key)->status, 200, 'and are deleted';
is code($t->get("$path/plan", key => $key)), '404 targets_not_found', 'there is no plan then';
is code($t->delete_("$path/targets", key => $key)), '404 targets_not_found', 'nor anything to delete';
is put(\%targets)->json->{version}, 4, 'the next ones count on';

# ---- nothing to measure ----

my $empty = portfolio('Vazia');
$t->put("/v1/portfolios/$empty/targets", \%targets, key => $key);
$t->post("/v1/portfolios/$empty/assets", { symbol => 'PETR4', asset_type => 'stock' }, key => $key);
my $none = $t->get("/v1/portfolios/$empty/plan?contribution=1000", key => $key)->json;
is_deeply [map { join ' ', map { $_ // '-' } @$_{qw(share_pct drift_pp out reason amount)} } @{ $none->{slices} }],
	['- - - no_value 500.00', '- - - no_value 300.00', '- - - no_value 200.00'], 'of watched papers only there is no share; an amount follows the targets';
is_deeply [map { "$_->{symbol} $_->{quantity}" } @{ $none->{slices}[0]{buy} }], ['PETR4 10', 'ITUB4 5'], 'and buys at the price of what is watched';

$t->finish;
done_testing;
