#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# All fixed income of a person in one list: what it is, of whom, at what rate, until when, what it pays next and what the FGC
# covers; over HTTP and as a Function.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Market qw(closes series);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my ($ana, $eva) = map { account($t) } 1 .. 2;
my $key = $ana->{user_key};
my ($F, $S) = ('Tesouro Prefixado com Juros Semestrais 2031', 'Tesouro Selic 2029');

closes($t, tesouro => $F, '2026-11-19' => '900.00');
closes($t, debenture => 'ONDA11', '2026-11-19' => '1010.00');
$t->sql(qq{insert into instrument (venue, symbol, asset_type, name, expiry) values ('tesouro', '$F', 'tesouro', '$F', '2031-01-01')});
$t->sql(qq{insert into treasury_rate values ('$F', '2026-11-19', 13.15, 13.27)});
$t->sql(q{insert into debenture (code, issuer_name, issuer_tax_id, indexer, index_text, rate, rate_kind, maturity, source)
	values ('ONDA11', 'ONDA ENERGIA S.A.', '11222333000181', 'ipca', 'IPCA + 6,25%', 6.25, 'real', '2034-01-15', 'anbima')});
$t->sql(q{insert into debenture_mark (code, day, rate, pct_par, duration, rate_kind) values ('ONDA11', '2026-11-18', 7.5, 99, 900, 'real'), ('ONDA11', '2026-11-19', 7.1234, 99, 900, 'real'), ('ONDA11', '2026-11-20', null, 99, 900, 'real')});
$t->sql(q{insert into debenture_event (code, day, event, event_text, pays_on, pct, seen_on) values ('ONDA11', '2027-01-15', 'interest', 'Juros', '2027-01-15', 6.25, '2026-11-19')});

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
sub ok_json { my ($r) = @_; die $r->body if $r->status >= 300; return JSON::PP->new->utf8->decode($r->body) }
my ($one, $two, $sim) = map { ok_json($t->post('/v1/portfolios', $_, key => $key))->{id} } { name => 'Uma' }, { name => 'Outra' }, { name => 'Simulada' };
$t->request(PATCH => "/v1/portfolios/$sim", key => $key, body => '{"exclude_from_consolidated":true}', type => 'application/json');
sub hold {
	my ($of, $symbol, $type, $qty, $price, $terms, %meta) = @_;

	$meta{fixed_income} = $terms if $terms;
	ok_json($t->post("/v1/portfolios/$of/assets", { symbol => $symbol, asset_type => $type, (%meta ? (meta => \%meta) : ()) }, key => $key));
	ok_json($t->post("/v1/portfolios/$of/transactions", { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2026-11-19', quantity => $qty, price => $price }, key => $key));
	return;
}
my %pre = (indexer => 'prefixado', rate => 12.5);
# Bought yesterday, so one business day accrues: 1 × round9(1.125^(1/252)) = 1.000467504, of 1,000.00.
hold($one, 'CDB1', 'renda_fixa', 200, 1000, { %pre, maturity => '2027-03-15', paper => 'CDB', issuer => 'Banco Azul' });
hold($two, 'LCI1', 'renda_fixa', 60, 1000, { indexer => 'cdi', pct => 95, paper => 'LCI', issuer => 'BANCO AZUL' });
hold($one, 'LIG1', 'renda_fixa', 1, 1000, { %pre, maturity => '2028-03-15', paper => 'LIG', issuer => 'Banco Azul' });
hold($one, 'RDB1', 'renda_fixa', 1, 300000, undef, paper => 'RDB');
hold($one, 'NADA1', 'renda_fixa', 1, 500);
hold($one, $F, 'tesouro', 2, 880);
hold($two, $S, 'tesouro', 1, 15000, { indexer => 'selic', spread => 0.1, maturity => '2029-03-01' });
hold($one, 'ONDA11', 'debenture', 10, 1000);
hold($sim, 'CDB9', 'renda_fixa', 1, 900000, { %pre, maturity => '2027-03-15', paper => 'CDB', issuer => 'Banco Azul' });
ok_json($t->post("/v1/portfolios/$one/transactions", [map { { symbol => 'PETR4', asset_type => 'stock', kind => $_, trade_date => '2026-11-19', quantity => 1, price => 10 } } 'buy'], key => $key));

my $r = $t->get('/v1/portfolio/fixed-income', key => $key);
my $all = ok_json($r);
my %of = map { $_->{symbol} => $_ } @{ $all->{holdings} };

is_deeply [map { join ' ', $_->{symbol}, $_->{maturity} // '-', $_->{days_to_maturity} // '-' } @{ $all->{holdings} }],
	# From 20 November 2026: 115 days, 481, 832, 1503, 2613.
	['CDB1 2027-03-15 115', 'LIG1 2028-03-15 481', "$S 2029-03-01 832", "$F 2031-01-01 1503", 'ONDA11 2034-01-15 2613', 'LCI1 - -', 'NADA1 - -', 'RDB1 - -'],
	'by maturity, those without one last; no share, no simulation';
is_deeply [map { "$_->{symbol} $_->{portfolio}" } grep { $_->{portfolio} ne 'Uma' } @{ $all->{holdings} }], ["$S Outra", 'LCI1 Outra'], 'of all portfolios';
sub rate { my ($h) = @_; return [$h->{rate} ? @{ $h->{rate} }{qw(text indexer kind pct_of_index rate_pct source)} : (), $h->{rate_reason} ? 1 : 0] }
is_deeply rate($of{CDB1}), ['12,5% ao ano, prefixado', 'prefixado', 'fixed', undef, 12.5, 'typed', 0], 'a contracted rate';
is_deeply rate($of{LCI1}), ['95% do CDI', 'cdi', 'percent_of_index', 95, undef, 'typed', 0], 'a percentage of an index';
is_deeply rate($of{$S}), ['Selic + 0,1% ao ano', 'selic', 'spread', undef, 0.1, 'typed', 0], 'of a bond, because the person typed it';
is_deeply rate($of{ONDA11}), ['IPCA + 6,25% ao ano', 'ipca', 'real', undef, 6.25, 'published', 0], 'of a debenture, as it is published';
is_deeply [map { rate($of{$_}) } $F, 'RDB1'], [[1], [1]], 'without one, the reason';
is_deeply $of{$F}{day_rate}, { text => 'taxa do dia, do mercado, e não a contratada', date => '2026-11-19', kind => 'fixed', buy_pct => 13.15, sell_pct => 13.27, indicative_pct => undef }, 'the rate of the day of a bond';
is_deeply [@{ $of{ONDA11}{day_rate} }{qw(date kind buy_pct indicative_pct)}], ['2026-11-19', 'real', undef, 7.1234], 'and of a debenture, the newest that there is';
is_deeply [map { $_->{day_rate} } @of{$S, 'CDB1'}], [undef, undef], 'of others none';
is_deeply [map { join ' ', $_->{paper} // '-', $_->{issuer} // '-' } @of{'CDB1', 'RDB1', 'NADA1', $F, 'ONDA11'}],
	['CDB Banco Azul', 'RDB -', '- -', '- Tesouro Nacional', '- ONDA ENERGIA S.A.'], 'what it is, and of whom';
# 200 × 1,000.46750400 = 200,093.50; 2 × 900.00; 10 × 1,010.00.
is_deeply [map { join ' ', $_->{market_value}, $_->{valuation} } @of{'CDB1', $F, 'ONDA11', 'RDB1'}], ['200093.5 accrual', '1800 market', '10100 market', '300000 cost'], 'values are those of the portfolio';
# Next: 1 January is a Friday and a holiday; 2 × 48.80885 = 97.6177.
is_deeply [map { my $h = $_; join ' ', $h->{next_payment} ? @{ $h->{next_payment} }{qw(kind due_on)} : '-', $h->{next_amount} // '-', $h->{next_reason} ? 'reason' : '-' } @of{$F, 'ONDA11', 'CDB1', 'LCI1', $S}],
	['interest 2027-01-01 97.62 -', 'interest 2027-01-15 - -', 'maturity 2027-03-15 - -', '- - reason', 'maturity 2029-03-01 - -'], 'what each pays next';
is_deeply { map { $_ => $of{$_}{fgc}{covered} } keys %of }, { CDB1 => JSON::PP::true, LCI1 => JSON::PP::true, RDB1 => JSON::PP::true, LIG1 => JSON::PP::false, NADA1 => undef, $F => JSON::PP::false, $S => JSON::PP::false, ONDA11 => JSON::PP::false },
	'what the FGC covers';
is scalar(grep { $_->{fgc}{reason} } values %of), 8, 'each with its reason';

# 200,093.50 of the CDB; the LCI has no rate of the CDI yet, so it stands at its cost: 60,000.00.
is_deeply $all->{fgc}{issuers}, [
	{ issuer => 'Banco Azul', papers => 2, at_cost => 1, covered_value => 260093.5, above_limit => 10093.5, reason => undef },
	{ issuer => undef, papers => 1, at_cost => 1, covered_value => 300000, above_limit => undef, reason => 'sem o emissor não se sabe o que passa do limite de uma instituição' },
], 'by issuer, whatever the capitals: 260,093.50 is 10,093.50 above the limit';
# Not covered: LIG 1,000.47, Selic 15,000.00 at its cost, 1,800.00, 10,100.00.
is_deeply [@{ $all->{fgc} }{qw(limit_by_issuer limit_in_four_years covered_value not_covered_value unknown_value)}], [250000, 1000000, 560093.5, 27900.47, 500], 'and in all';
like $all->{fgc}{text}, qr/conglomerado/, 'which conglomerate an issuer belongs to is said not to be known';
is_deeply [@$all{qw(as_of market_value without_value)}], ['2026-11-20', 588493.97, 0], '560,093.50 + 27,900.47 + 500.00';

# ---- as a Function ----

sub tool {
	my ($input, $who) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_function', arguments => { function => 'wallet.fixed_income.list', input => $input } } }, key => $who // $key);

	return JSON::PP->new->utf8->decode($r->body)->{result};
}
is_deeply tool({})->{structuredContent}{data}, $all, 'the same as a Function';
my $page = tool({ limit => 2 })->{structuredContent};
is_deeply [map { $_->{symbol} } @{ $page->{data}{holdings} }], ['CDB1', 'LIG1'], 'page by page';
is_deeply [@{ $page->{meta} }{qw(count total)}, $page->{data}{fgc}{covered_value}], [2, 8, 560093.5], 'the sums are of all';
is_deeply [map { $_->{symbol} } @{ tool({ limit => 2, cursor => $page->{meta}{next_cursor} })->{structuredContent}{data}{holdings} }], [$S, $F], 'the next';
is_deeply [map { $_->{symbol} } @{ tool({ asset_type => 'tesouro' })->{structuredContent}{data}{holdings} }], [$S, $F], 'of a class';
is_deeply [map { $_->{symbol} } @{ tool({ symbol => 'onda11' })->{structuredContent}{data}{holdings} }], ['ONDA11'], 'or a code';

# ---- nobody else's ----

my $none = ok_json($t->get('/v1/portfolio/fixed-income', key => $eva->{user_key}));
is_deeply [$none->{holdings}, $none->{fgc}{issuers}, $none->{market_value}, $none->{fgc}{covered_value}], [[], [], 0, 0], 'another account has none of it';
is $t->get('/v1/portfolio/fixed-income')->status, 401, 'nobody has none';
is $t->get('/v1/portfolio/fixed-income', key => $ana->{platform_key})->json->{details}{code}, 'user_key_required', 'a platform is no person';
is $t->get('/v1/portfolio/fixed-income', key => key($t, $ana, scopes => ['market:read']))->json->{details}{code}, 'scope_missing', 'a key of the market has no such scope';
is $t->get('/v1/portfolio/fixed-income?x=1', key => $key)->json->{details}{code}, 'invalid_parameter', 'no parameters';

done_testing;
