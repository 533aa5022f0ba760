#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The income tax of an office's client: over all of the client's portfolios except simulations, equal to that of a
# person with the same rows; explanations; access.  Today is 20 November 2026.

use strict;
use warnings;
use utf8;

use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritorio');
my $other = Lastro::Office->new($t, 'Vizinho');
my %who = map { $_ => $office->member($_) } qw(owner advisor assistant);
my $stranger = $other->member('owner', name => 'Estranha');
my $me = account($t);
$t->start_pool(env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub function { my ($id, $input, %o) = @_; return $office->function("advisor.client_tax.$id", $input, as => $who{owner}, %o) }
sub data { my ($r, $name) = @_; is $r->status, 200, $name or diag $r->body; is_deeply [$office->faults($r, as => $who{owner})], [], '… as its schema says'; return $r->json->{data} }
sub action { my ($id, $input) = @_; my $r = $office->action("advisor.$id", $input, as => $who{owner}); is $r->status, 200, $id or diag $r->body; return $r->json->{result} }

my @rows = (
	[0, qw(PETR4 stock buy 2025-02-03 1000 20.00)], [1, qw(PETR4 stock buy 2025-02-04 1000 30.00)],
	[1, qw(PETR4 stock sell 2025-03-10 1000 40.00)], [0, qw(HGLG11 fii buy 2026-10-01 10 100.00)], [0, qw(HGLG11 fii sell 2026-10-08 10 120.00)],
	[2, qw(VALE3 stock buy 2025-02-03 100 10.00)], [2, qw(VALE3 stock sell 2025-02-10 100 900.00)]);
sub sent { my ($row) = @_; my %sent; @sent{qw(symbol asset_type kind trade_date quantity price)} = @$row[1 .. 6]; return %sent }

my $client = action('client.create', { name => 'Ana' })->{id};
my @theirs = map { action('client_portfolio.create', { client_id => $client, name => $_, exclude_from_consolidated => $_ eq 'Simulada' ? \1 : \0 })->{id} } 'Um', 'Dois', 'Simulada';
my @mine = map { $t->post('/v1/portfolios', { name => $_ }, key => $me->{user_key})->json->{id} } 'Um', 'Dois';
for my $row (@rows) {
	action('client_portfolio_transaction.add', { portfolio_id => $theirs[$row->[0]], sent($row) });
	next if $row->[0] == 2;
	is $t->post("/v1/portfolios/$mine[$row->[0]]/transactions", { sent($row) }, key => $me->{user_key})->status, 201, 'the same row of a person';
}

# ---- the same figures ----

my $year = data(function(get => { year => 2025 }, subject => $client), 'the year');
is $year->{scope}, 'client', 'of the client';
# One mean cost over both portfolios: (1000 * 20 + 1000 * 30) / 2000 = 25; 1000 * (40 - 25) * 15 %.
is $year->{months}[0]{due}, '2250.00', 'of all portfolios together, without the simulation';
like $year->{meta}{caveat}, qr/não substitui os informes/, 'the caveat';
like $year->{meta}{taxpayer}, qr/do cliente/, 'the taxpayer, in words';
my $declaration = data(function(declaration => { year => 2025 }, subject => $client), 'the declaration');
like $declaration->{meta}{caveat}, qr/contador/, 'the caveat';
is $declaration->{bens}[0]{current}, '25000.00', '1000 at 25';
for my $pair ([$year, '/v1/portfolio/tax?year=2025'], [$declaration, '/v1/portfolio/tax/declaration?year=2025']) {
	my ($got, $path) = @$pair;
	my $own = $t->get($path, key => $me->{user_key})->json;

	delete @$_{qw(scope meta)} for $got, $own;
	is_deeply $got, $own, "$path of a person with the same rows";
}
is data(function(get => { year => 2026 }, subject => $client), 'another year')->{darf}[0]{amount}, '40.00', 'its DARF: 10 * (120 - 100) * 20 %';

# ---- explained ----

my $why = data(function(explain => { year => 2025, field => 'months.common.tax', month => '2025-03' }, subject => $client), 'the tax explained');
is $why->{figure}{value}, '2250.00', 'the figure';
is_deeply [map { $_->{values} } grep { $_->{kind} eq 'transaction' } @{ $why->{inputs} }], [{ proceeds => '40000', cost => '25000' }], 'out of the sale';
$why = data(function(explain => { year => 2025, field => 'bens.current', symbol => 'PETR4' }, subject => $client), 'a good explained');
is_deeply [map { $_->{result} } @{ $why->{steps} }], [qw(20000 50000 25000 25000 25000)], '20,000; and 30,000; less 1000 of 2000 units; to the cent';
like function(explain => { year => 2025, field => 'bens.current', symbol => 'PETR4' }, subject => $client)->json->{meta}{caveat}, qr/contador/, 'with the caveat in meta';
ok !exists $why->{meta}, 'which is not in data';

# ---- access ----

is function(get => { year => 2025 }, subject => $client, as => $who{$_})->status, 404, "an $_ without the client gets a 404" for qw(advisor assistant);
action('client_assignment.set', { client_id => $client, member_ids => [$who{assistant}{id}] });
is function(get => { year => 2025 }, subject => $client, as => $who{assistant})->status, 200, 'one with the client reads it';
is $other->function('advisor.client_tax.get', { year => 2025 }, as => $stranger, subject => $client)->status, 404, 'another office does not';
my @refused = ([get => {}], [get => { year => 2019 }], [get => { year => 2027 }], [explain => { year => 2025, field => 'months.due' }],
	[explain => { year => 2025, field => 'bens.current' }], [explain => { year => 2025, field => 'isentos.amount' }], [explain => { year => 2025, field => 'x' }]);
is function(@$_, subject => $client)->status, 400, "refused: $_->[0] " . join ' ', %{ $_->[1] } for @refused;

done_testing;
