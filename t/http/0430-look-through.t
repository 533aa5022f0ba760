#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The holdings of a portfolio's funds, worked by hand: two levels, a cycle, a fund that holds itself, short positions,
# and undisclosed funds.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes fund fund_month succession);
use Lastro::Redo qw(redo_look_through);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my ($alfa, $beta, $gama, $delta, $master) = qw(11222333000181 33000167000101 60746948000112 00000000000191 60701190000104);

fund($t, $alfa, name => 'FIC Alfa');
# Alfa: half in the master, 10 % in itself, 40 % in PETR4.  Master: half VALE3, 30 % back in Alfa, short of MGLU3.
fund_month($t, $alfa, '2026-09-30', '1000.00', [4, 'Ações', '999.00', 'XXXX3']);
fund_month($t, $alfa, '2026-10-31', '1000.00', [2, 'Cotas de Fundos', '500.00', undef, $master],
	[2, 'Cotas de Fundos', '100.00', undef, $alfa], [4, 'Ações', '400.00', 'PETR4']);
fund_month($t, $master, '2026-09-30', '2000.00', [4, 'Ações', '900.00', 'VALE3'],
	[4, 'Ações e outros TVM cedidos em empréstimo', '100.00', 'VALE3'], [2, 'Cotas de Fundos', '600.00', undef, $alfa],
	[4, 'Obrigações por ações e outros TVM recebidos em empréstimo', '-50.00', 'MGLU3'], [4, 'Ações', '20.00', 'MGLU3']);
# Beta has no net worth: 300 of 400 are disclosed.
fund_month($t, $beta, '2026-09-30', undef, [4, 'Debêntures', '300.00', 'NOVA11'], [8, 'Disponibilidades', '100.00']);
fund_month($t, $delta, '2026-10-31', '1000.00');
closes($t, fund => $_, '2026-11-19' => '10.00') for $alfa, $beta, $gama, $delta;
closes($t, b3 => $_, '2026-11-19' => '1.00') for 'PETR4', 'VALE3';
closes($t, debenture => 'NOVA11', '2026-11-19' => '1.00');
succession($t, 'VELH11', 'NOVA11', '2026-01-05', [1, 1], venue => 'debenture');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = @rows && $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => $_->[1], kind => 'buy',
		trade_date => '2025-12-01', quantity => $_->[2], price => $_->[3] } } @rows], key => $key);

	die $r->body if $r && $r->status != 201;
	return $id;
}

sub look {
	my ($id) = @_;
	my $r = $t->get("/v1/portfolios/$id/look-through", key => $key);

	is $r->status, 200, 'the look-through' or diag $r->body;
	return $r->json;
}

sub told { return map { defined ? "$_" : '-' } @_ }
sub lines { my ($list, @names) = @_; return [map { join ' ', told(@$_{@names}) } @$list] }

# ---- without funds ----

my $l = look(portfolio('Sem fundos', ['PETR4', 'stock', 10, '1']));
is_deeply [@$l{qw(exposures funds_opened not_opened)}], [[], [], []], 'without funds all is empty';
is $l->{meta}{note}, 'A carteira não tem cotas de fundos; não há exposição indireta a abrir.', 'with a message';
is $l->{meta}{patrimonio_brl}, '10.00', 'with the worth of the portfolio';
is look(portfolio('Vazia'))->{meta}{patrimonio_brl}, '0.00', 'an empty one';

# ---- all: 1,000 + 400 + 100 + 50 in funds, 100 of PETR4, 100 of the debenture's old code ----

my $id = portfolio('Principal', [$alfa, 'fund', 100, '10'], [$beta, 'fund', 40, '10'], [$gama, 'fund', 10, '10'], [$delta, 'fund', 5, '10'],
	['PETR4', 'stock', 100, '1'], ['VELH11', 'debenture', 100, '1']);
$l = look($id);
# PETR4: 1,000 x 0.4, and nothing from Alfa inside the master or itself.  NOVA11: 400 x 300/400.
# VALE3: 1,000 x 0.5 x 1,000/2,000.
is_deeply lines($l->{exposures}, qw(symbol kind direct_value_brl indirect_value_brl total_value_brl pct_of_portfolio)),
	['PETR4 stock 100.00 400.00 500.00 28.57', 'NOVA11 debenture 100.00 300.00 400.00 22.86', 'VALE3 stock 0.00 250.00 250.00 14.29'],
	'direct and indirect; by the new code of a renamed paper; nothing of what is short on balance';
is_deeply $l->{exposures}[2]{via}, [{ fund_cnpj => $alfa, fund_name => 'FIC Alfa', value_brl => '250.00' }],
	'the second level belongs to the fund that is held';
is_deeply lines($l->{funds_opened}, qw(fund_cnpj position_value_brl comptc_date coverage_pct method)),
	["$alfa 1000.00 2026-10-31 100.00 pl", "$beta 400.00 2026-09-30 100.00 disclosed_sum"], 'of each the last month';
is_deeply lines($l->{not_opened}, qw(symbol position_value_brl reason)),
	["$gama 100.00 fundo sem carteira divulgada", "$delta 50.00 carteira divulgada sem ativos"], 'unopened funds, and the reasons';
is_deeply $l->{meta}{comptc_dates}, ['2026-09-30', '2026-10-31'], 'the months of both levels';
is $l->{meta}{patrimonio_brl}, $t->get("/v1/portfolios/$id", key => $key)->json->{patrimonio}, 'the worth of the detail';
ok !exists $l->{meta}{$_}, "no $_" for qw(note exposures_truncated);

# ---- explanations ----

is_deeply [redo_look_through($t, $key, $id, $l)], [], 'every number is redone from its steps';
sub explained { my ($query, $of) = @_; return $t->get('/v1/portfolios/' . ($of // $id) . "/explain?field=look_through.$query", key => $key) }
sub steps { return [map { "$_->{op}(" . join(', ', @{ $_->{of} }) . ") = $_->{result}" } @{ $_[0]->json->{steps} }] }
sub inputs { return [map { my $i = $_; join ' ', told(@$i{qw(kind symbol date)}), map { "$_ $i->{values}{$_}" } sort keys %{ $i->{values} } } @{ $_[0]->json->{inputs} }] }
my $r = explained("exposures.via.value_brl&item=stock:VALE3&symbol=$alfa");
is_deeply inputs($r), ["figure $alfa - value 1000", "fund_portfolio $alfa 2026-10-31 value 500", "fund_portfolio $alfa 2026-10-31 pl 1000",
	"fund_portfolio $master 2026-09-30 value 900", "fund_portfolio $master 2026-09-30 value 100", "fund_portfolio $master 2026-09-30 pl 2000"],
	'the position, and the rows of both funds, each of its day';
is_deeply steps($r), ['proportion(i1.value, i2.value, i3.pl) = 500', 'add(i4.value, i5.value) = 1000', 'proportion(s1, s2, i6.pl) = 250', 'round(s3) = 250'],
	'1,000 x 500/1,000 x (900 + 100)/2,000';
like $r->json->{inputs}[1]{source}, qr/CDA/, 'as CVM publishes it';
$r = explained('exposures.indirect_value_brl&item=debenture:NOVA11');
is_deeply [map { "$_->{field} $_->{symbol} $_->{values}{value}" } @{ $r->json->{inputs} }], ["look_through.exposures.via.value_brl $beta 300"], 'an exposure rests on each fund';
is $t->get($r->json->{inputs}[0]{href}, key => $key)->json->{figure}{value}, '300.00', 'which is explained where it says';
is_deeply steps(explained('exposures.pct_of_portfolio&item=stock:PETR4')), ['proportion(i1.value..i3.value) = 28.57'], '500 of 1,750';
is_deeply inputs(explained("funds_opened.coverage_pct&symbol=$beta")), ["fund_portfolio $beta 2026-09-30 disclosed 400", 'rule - - value 100',
	"fund_portfolio $beta 2026-09-30 disclosed 400"], 'without a net worth the base is the disclosed part';
for my $case (['exposures.total_value_brl', 400, 'item'], ['exposures.total_value_brl&item=PETR4', 404], ['exposures.total_value_brl&item=stock:MGLU3', 404],
	["exposures.via.value_brl&item=stock:PETR4&symbol=$beta", 404], ["funds_opened.coverage_pct&symbol=$gama", 404],
	['exposures.total_value_brl&item=stock:PETR4&at=2026-11-01', 400, 'at']) {
	my $refused = explained($case->[0]);

	is_deeply [$refused->status, $refused->json->{details}{parameter}], [@$case[1, 2]], "refused: $case->[0]";
}

# ---- a fund without a value; the first fifty of many ----

is_deeply lines(look(portfolio('Sem cota', [$master, 'fund', 1, undef]))->{not_opened}, qw(symbol position_value_brl reason)),
	["$master - posição sem valor"], 'no quota, bought at an unknown price';
is explained("not_opened.position_value_brl&symbol=$master", (map { $_->{id} } grep { $_->{name} eq 'Sem cota' } @{ $t->get('/v1/portfolios', key => $key)->json->{data} })[0])->json->{figure}{reason},
	'A posição não tem valor.', 'with a reason';
fund_month($t, $gama, '2026-10-31', '5300.00', map { [4, 'Ações', 100 + ($_ == 53), sprintf 'AA%02d3', $_] } 1 .. 53);
$l = look(portfolio('Muitas', [$gama, 'fund', 530, '10']));
is scalar @{ $l->{exposures} }, 50, 'fifty are shown';
is $l->{meta}{exposures_truncated}, 3, 'and the rest is counted';
is_deeply [map { $l->{exposures}[$_]{symbol} } 0, 1, 49], ['AA533', 'AA013', 'AA493'], 'by value, then by symbol';

$r = $t->get("/v1/portfolios/$id/look-through?at=2026-11-01", key => $key);
is_deeply [$r->status, $r->json->{details}{parameter}], [400, 'at'], 'the look-through is of today';
done_testing;
