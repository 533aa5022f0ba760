#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Expiry of options (doc/calculations.md 1.4): five business days later the remainder is settled at zero, in every
# computation, and reported.  The clock moves past the settlement without a write.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Test::More;
use Lastro::Market qw(closes listed_option);
use Lastro::Redo qw(redo_detail redo_history);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

closes($t, b3 => 'PETRJ420', '2026-09-01' => '0.85', '2026-10-15' => '0.02');
closes($t, b3 => 'VALE3', '2026-09-01' => '60.00', '2026-11-20' => '66.00');
listed_option($t, 'VALEL700', '2026-12-18');

sub at_clock { $t->stop_pool; $t->start_pool(workers => 2, env => { LASTRO_NOW => $_[0] }) }

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", [map {
		my %row; @row{qw(symbol asset_type kind trade_date quantity price)} = @$_; \%row } @rows], key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}

sub detail {
	my ($id, $query) = @_;

	return $t->get("/v1/portfolios/$id?include=closed,monthly" . ($query // ''), key => $key)->json;
}

sub of { my ($detail, $symbol) = @_; return (grep { $_->{symbol} eq $symbol } @{ $detail->{holdings} })[0] }
sub issues { my ($id) = @_; return @{ $t->get("/v1/portfolios/$id/issues", key => $key)->json->{data} } }

# PETRJ420 expires on Friday, 2026-10-16; the fifth business day after it is the 23rd.
at_clock('2026-10-23T15:00:00Z');
my $id = portfolio('Opções',
	['VALE3', 'stock', 'buy', '2026-09-01', 100, '60.00'],
	['PETRJ420', 'option', 'buy', '2026-09-01', 1000, '0.85'],
	['PETRJ420', 'option', 'sell', '2026-09-15', 400, '1.10'],
	['BBDCV122', 'option', 'sell', '2026-09-02', 100, '0.60']);

my $before = of(detail($id), 'PETRJ420');
is $before->{qty}, '600', 'in the days of grace it is still there';
is $before->{market_value}, '0.00', 'and worth nothing';
my ($waiting) = grep { $_->{code} eq 'option_expired' && $_->{symbol} eq 'PETRJ420' } issues($id);
like $waiting->{detail}, qr/em 2026-10-24 será encerrada|em 24\/10\/2026 será encerrada/, 'the day of the settlement is shown';

# ---- only the clock moves ----

at_clock('2026-11-20T15:00:00Z');
my $after = detail($id);
my $option = of($after, 'PETRJ420');
is $option->{closed} // $option->{qty}, JSON::PP::true, 'settled without a write' or diag explain $option;
is_deeply $option->{realized_by_month}, { '2026-09' => '100.00', '2026-10' => '-510.00' }, 'the remainder is lost at the expiry';
is of($after, 'BBDCV122')->{realized_pl}, '60.00', 'the premium of a written one is the result';
is_deeply of($after, 'BBDCV122')->{realized_by_month}, { '2026-10' => '60.00' }, 'of its expiry, the third Friday of October';
is_deeply [redo_detail($t, $key, $after)], [], 'each figure is explained, and redone from its steps';
my $history = $t->get("/v1/portfolios/$id/history", key => $key)->json;
is_deeply { map { $_->{month} => $_->{realized} } @{ $history->{data} } },
	{ '2026-09' => '100.00', '2026-10' => '-450.00', '2026-11' => '0.00' }, 'so does the history';
is_deeply [redo_history($t, $key, $id, $history)], [], 'which is explained too';
is_deeply of(detail($id, '&at=2026-10-20'), 'PETRJ420')->{qty}, '600', 'a day before the settlement is shown as it was';

my @expired = grep { $_->{code} eq 'option_expired' } issues($id);
is_deeply [sort map { "$_->{symbol} $_->{mend}{actions}[0]{body}[0]{kind} $_->{mend}{actions}[0]{body}[0]{trade_date}" } @expired],
	['BBDCV122 buy 2026-10-16', 'PETRJ420 sell 2026-10-16'], 'each with the row that would make it explicit'
	or diag explain \@expired;

# Nothing of it can be sent before a person has said whether it was exercised, or at what price it ended.
is_deeply [map { [map { [$_->{method}, @{ $_->{fill} }] } @{ $_->{mend}{actions} }] } @expired],
	[([[qw(POST /0/price)], [qw(PATCH /facts/option/outcome)]]) x 2], 'each action asks' or diag explain \@expired;
is_deeply [map { exists $_->{mend}{actions}[0]{body}[0]{price} } @expired], [('') x 2], 'no price is proposed';
sub closed_at { my ($issue, $price) = @_; return [map { +{ %$_, price => $price } } @{ $issue->{mend}{actions}[0]{body} }] }

# A row of the underlying that says that part of it was exercised: the rest is asked, and nothing where all of it was.
sub left { return map { "$_->{mend}{actions}[0]{body}[0]{quantity}" + 0 } grep { $_->{code} eq 'option_expired' && $_->{symbol} eq 'PETRJ420' } issues($id) }
sub exercise { my ($n, $day) = @_; my $r = $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', event_kind => 'exercise', option => 'PETRJ420',
	trade_date => $day, quantity => $n, price => '42.00' }, key => $key); is $r->status, 201, "$n exercised" or diag $r->body; return $r->json->{id} }
is_deeply [left()], [600], '600 expired';
exercise(200, '2026-10-16');
is_deeply [left()], [400], 'of which 200 were exercised';
my $rest = exercise(400, '2026-10-19');
is_deeply [left()], [], 'and the rest in the days of grace';
$t->delete_("/v1/portfolios/$id/transactions/$rest", key => $key);
exercise(400, '2026-10-26');
is_deeply [left()], [400], 'a row of another cycle says nothing of this one';
$t->delete_("/v1/portfolios/$id/assets/$_->{id}", key => $key) for grep { $_->{symbol} eq 'PETR4' } @{ $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data} };
is_deeply [left()], [600], 'without these rows, as before';

# ---- the stored state equals the ledger's ----

my $fresh = portfolio('Fresca', map { [@$_] }
	['VALE3', 'stock', 'buy', '2026-09-01', 100, '60.00'],
	['PETRJ420', 'option', 'buy', '2026-09-01', 1000, '0.85'],
	['PETRJ420', 'option', 'sell', '2026-09-15', 400, '1.10'],
	['BBDCV122', 'option', 'sell', '2026-09-02', 100, '0.60']);
my $again = detail($fresh);
is_deeply [map { [@$_{qw(symbol qty realized_pl realized_by_month)}] } @{ $again->{holdings} }],
	[map { [@$_{qw(symbol qty realized_pl realized_by_month)}] } @{ $after->{holdings} }], 'a ledger typed later says the same';
is_deeply $again->{returns}, $after->{returns}, 'and earned the same';

# ---- said to the tax ----

# Both ways close both: the answer to the tax is no issue any more, and the issue's row leaves the tax nothing to ask.
sub why { return [map { @{ $_->{common}{reasons} } } grep { $_->{month} eq '2026-10' } @{ $t->get("/v1/portfolios/$fresh/tax?year=2026", key => $key)->json->{months} }] }
my ($told) = grep { $_->{symbol} eq 'PETRJ420' } @{ $t->get("/v1/portfolios/$fresh/assets", key => $key)->json->{data} };
is_deeply [sort map { $_->{symbol} } grep { $_->{code} eq 'option_expired' } issues($fresh)], ['BBDCV122', 'PETRJ420'], 'two issues';
is_deeply why(), ['option_exercise_unknown'], 'of which the tax asks, too';
for my $case ([exercised => 2], [expired => 1]) {
	is $t->patch("/v1/portfolios/$fresh/assets/$told->{id}", { meta => { option => { outcome => $case->[0] } } }, key => $key)->status, 200, "it is $case->[0]";
	is scalar(grep { $_->{code} eq 'option_expired' } issues($fresh)), $case->[1], '… which leaves so many';
	my ($asked) = grep { $_->{symbol} eq 'PETRJ420' } issues($fresh);
	is_deeply [map { [@$_{qw(event_kind option quantity price)}] } map { $_->{body} } @{ $asked->{mend}{actions} }],
		[['exercise', 'PETRJ420', '600', undef]], 'what is missing is the trade of the paper' if $case->[0] eq 'exercised';
}
is $t->get("/v1/portfolios/$fresh/issues", key => $key)->json->{meta}{dismissed}, 0, 'an answered one is not dismissed';
my ($left) = grep { $_->{code} eq 'option_expired' } issues($fresh);
is $t->post($left->{mend}{actions}[0]{path}, closed_at($left, 0), key => $key)->status, 201, 'the row of the other';
is_deeply why(), [], 'leaves the tax nothing to ask';

# ---- made explicit ----

for my $issue (@expired) {
	my $action = $issue->{mend}{actions}[0];
	my $r = $t->post($action->{path}, closed_at($issue, 0), key => $key);

	is $r->status, 201, "the row of $issue->{symbol} is accepted" or diag $r->body;
}
is scalar(grep { $_->{code} eq 'option_expired' } issues($id)), 0, 'an explicit expiry is no issue';
my $explicit = detail($id);
is_deeply [map { [@$_{qw(symbol realized_by_month)}] } @{ $explicit->{holdings} }],
	[map { [@$_{qw(symbol realized_by_month)}] } @{ $after->{holdings} }], 'and the figures are the same';

# ---- sources of the expiry ----

my $sources = portfolio('Fontes',
	['VALEL700', 'option', 'buy', '2026-11-03', 100, '1.00'],
	['ABCDZ1', 'option', 'buy', '2026-01-05', 100, '1.00']);
is_deeply [map { "$_->{code} $_->{symbol}" } grep { $_->{code} =~ /^option/ } issues($sources)], ['option_expiry_unknown ABCDZ1'],
	'one that nothing dates stays open and is named';
my $odd = of(detail($sources), 'ABCDZ1');
is $odd->{qty}, '100', 'open';
my ($asset) = map { $_->{asset_id} } grep { $_->{symbol} eq 'ABCDZ1' } issues($sources);
is $t->patch("/v1/portfolios/$sources/assets/$asset", { meta => { expiry => '2026-03-20' } }, key => $key)->status, 200,
	'the person says it';
is of(detail($sources), 'ABCDZ1')->{realized_pl}, '-100.00', 'and it is settled then';
is of(detail($sources), 'VALEL700')->{qty}, '100', 'a future one is not';

# The statement's column has the expiry, where the code alone would give another year.
my $statement = $t->post('/v1/portfolios', { name => 'Extrato' }, key => $key)->json->{id};
my $r = $t->upload("/v1/portfolios/$statement/imports", 'negociacao.csv', encode('UTF-8', join "\n",
	'Data do Negócio;Tipo de Movimentação;Mercado;Prazo/Vencimento;Instituição;Código de Negociação;Quantidade;Preço;Valor',
	'02/01/2026;Compra;Opção de Compra;15/01/2027;CORRETORA;VALEA650;100;2,00;200,00'), key => $key);
is $r->status, 201, 'a statement with Prazo/Vencimento' or diag $r->body;
my $leap = of(detail($statement), 'VALEA650');
is $leap->{qty}, '100', 'the month of the code is a year later';
is $leap->{meta}{expiry}, '2027-01-15', 'as the asset says';

done_testing;
