#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Causes of unreliable figures: each issue with its rows and its remedies, which are sent.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Test::More;
use JSON::PP ();
use Lastro::Market qw(closes event);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $other = account($t)->{user_key};

closes($t, b3 => 'PETR4', '2026-01-05' => '30.00', '2026-02-05' => '31.00', '2026-11-19' => '35.00');
closes($t, b3 => 'MGLU3', '2026-01-05' => '8.00', '2026-11-19' => '5.00');
closes($t, b3 => 'OLDE3', '2026-01-05' => '8.00');
event($t, 'MGLU3', '2026-06-01', 'split', [2, 1]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub row {
	my ($symbol, $type, $kind, $day, $quantity, $price, %more) = @_;

	return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $quantity,
		price => $price, %more };
}

sub portfolio {
	my ($name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { row(@$_) } @rows], key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}

sub issues {
	my ($id) = @_;
	my $r = $t->get("/v1/portfolios/$id/issues", key => $key);

	diag $r->body unless $r->status == 200;
	return $r->json;
}

sub of_code {
	my ($id, $code) = @_;

	return grep { $_->{code} eq $code } @{ issues($id)->{data} };
}

# mend() - sends the requests of an issue unchanged, with the members filled in that only the person knows.
sub mend {
	my ($issue, %fill) = @_;

	for my $action (@{ $issue->{mend}{actions} }) {
		my $body = $action->{body};

		for my $pointer (@{ $action->{fill} }) {
			my (undef, @path) = split m{/}, $pointer;
			my ($last, $at) = (pop @path, $body);

			$at = ref $at eq 'ARRAY' ? $at->[$_] : $at->{$_} for @path;
			die "$pointer is unknown" unless exists $fill{$last};
			$at->{$last} = $fill{$last};
		}
		my $r = $action->{method} eq 'POST' ? $t->post($action->{path}, $body, key => $key)
			: $action->{method} eq 'PATCH' ? $t->patch($action->{path}, $body, key => $key)
			: $action->{method} eq 'PUT' ? $t->put($action->{path}, $body, key => $key)
			: $t->request($action->{method}, $action->{path}, key => $key);
		diag $r->body unless $r->status < 300;
		ok $r->status < 300, "$action->{method} is accepted";
	}
}

# ---- shares without a counterpart (doc/calculations.md 1.7; the ledger of case m-01-04, no succession known) ----

{
	my $id = portfolio('Incorporada', ['VELH3', 'stock', 'buy', '2026-01-12', 400, 6.25, fees => 2],
		['VELH3', 'stock', 'adjust', '2026-05-04', -400, undef, event_kind => 'incorporation'],
		['NOVO3', 'stock', 'adjust', '2026-05-07', 100, undef, event_kind => 'incorporation'],
		['NOVO3', 'stock', 'sell', '2026-09-08', 40, 30, fees => 1.2]);
	my $holding = sub { return (grep { $_->{symbol} eq 'NOVO3' } @{ $t->get("/v1/portfolios/$id?include=closed", key => $key)->json->{holdings} })[0] };
	my ($issue) = of_code($id, 'successor_missing');

	is_deeply [@{ $holding->() }{qw(invested_cost cost_basis_known realized_pl)}], [undef, JSON::PP::false, undef], 'its cost is unknown, never zero';
	is_deeply [$issue->{symbol}, $issue->{severity}, map { $_->{symbol} } @{ $issue->{rows} }], ['VELH3', 'error', 'VELH3', 'NOVO3'],
		'the successor is missing, and a likely one is there';
	is_deeply $issue->{mend}{actions}[0]{fill}, [], 'the request says which one, and 100 for 400';
	mend($issue);
	is_deeply [map { $_->{code} } grep { $_->{code} =~ /missing$/ && $_->{code} ne 'price_missing' } @{ issues($id)->{data} }], [], 'which mends it';
	# 400 x 6.25 + 2 = 2,502 over 100; 40 sold: 40 x 30 - 1.20 - 1,000.80.
	is_deeply [@{ $holding->() }{qw(invested_cost avg_price cost_basis_known realized_pl merged_from)}],
		['1501.20', 25.02, JSON::PP::true, '198.00', ['VELH3']], 'the cost is the old paper\'s, as one holding';
	for my $field (qw(invested_cost realized_pl qty)) {
		is $t->get("/v1/portfolios/$id/explain?field=$field&symbol=NOVO3", key => $key)->status, 200, "$field is explained";
	}
	my ($old) = map { $_->{id} } grep { $_->{symbol} eq 'VELH3' } @{ $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data} };
	is $t->patch("/v1/portfolios/$id/assets/$old", { meta => {} }, key => $key)->status, 200, 'it can be undone';
	is scalar of_code($id, 'successor_missing'), 1, 'and is missing again';
	my $wrong = $t->patch("/v1/portfolios/$id/assets/$old", { meta => { succession => { kind => 'succession', date => '2026-05-04', ratio => 0 } } }, key => $key);
	is_deeply [sort map { $_->{pointer} } @{ $wrong->json->{details}{errors} }], ['/meta/succession/ratio', '/meta/succession/to'], 'an invalid succession is refused';

	# NOVO3 is found by the spelling of a person; an impossible ticker is refused.
	my $as = sub { return $t->patch("/v1/portfolios/$id/assets/$old", { meta => { succession => { kind => 'succession', date => '2026-05-04', ratio => '0.25',
		to => { symbol => $_[0], asset_type => 'stock' } } } }, key => $key) };
	is $as->(' novo3')->status, 200, 'a successor in small letters';
	is_deeply [@{ $holding->() }{qw(invested_cost merged_from)}], ['1501.20', ['VELH3']], 'is the same paper';
	is_deeply [map { $_->{pointer} } @{ $as->('<b>novo</b>')->json->{details}{errors} }], ['/meta/succession/to/symbol'], 'an impossible ticker is refused';

	$id = portfolio('Cindida', ['FILH3', 'stock', 'adjust', '2026-03-10', 250, undef, event_kind => 'incorporation'],
		['FILH3', 'stock', 'sell', '2026-06-08', 100, 18, fees => 1.8]);
	($issue) = of_code($id, 'cost_share_missing');
	is_deeply [$issue->{symbol}, $issue->{mend}{actions}[0]{fill}], ['FILH3', ['/price']], 'a cisão has its own issue';
	mend($issue, price => 4);
	# 250 x 4 = 1,000; 100 sold: 1,800 - 1.80 - 400.
	my ($filh) = @{ $t->get("/v1/portfolios/$id", key => $key)->json->{holdings} };
	is_deeply [@$filh{qw(invested_cost realized_pl cost_basis_known)}], ['600.00', '1398.20', JSON::PP::true], 'mended by the cost a share';
}

# ---- a portfolio without issues ----

my $sound = portfolio('Sã', ['PETR4', 'stock', 'buy', '2026-01-05', 100, '30.10']);
is_deeply issues($sound), { data => [], meta => { count => 0, error => 0, warning => 0, info => 0, dismissed => 0, as_of => '2026-11-20',
	ledger_version => 2 } }, 'nothing to say';

# ---- each issue and its remedy ----

my $id = portfolio('Fraca',
	['PETR4', 'stock', 'buy', '2026-01-05', 100, '30.10'],
	['PETR4', 'stock', 'sell', '2026-02-05', 130, '31.00'],
	['MGLU3', 'stock', 'buy', '2026-01-05', 50, '80.00'],
	['OLDE3', 'stock', 'buy', '2026-01-05', 10, undef],
	['XXXX3', 'stock', 'buy', '2026-01-06', 7, '5.00'],
	['CDB BANCO X', 'renda_fixa', 'buy', '2026-01-06', 1, '1000.00'],
	['CDB BANCO X', 'renda_fixa', 'buy', '2026-01-06', 1, '1000.00']);
my $all = issues($id);
# 30 x 31 sold without having them, 50 x 80, one of two rows of 1,000; OLDE3 at an old 8.00, XXXX3 at its cost, as the CDB, MGLU3 100 x 5.
is_deeply [map { join ' ', @$_{qw(severity code symbol)}, $_->{weight} ? @{ $_->{weight} }{qw(amount of)} : '-' } @{ $all->{data} }], [
	'error sold_more_than_held PETR4 930.00 rows',
	'error cost_unknown OLDE3 80.00 position',
	'error unknown_ticker XXXX3 35.00 position',
	'warning price_off_quote MGLU3 4000.00 rows',
	'warning fixed_income_without_terms CDB BANCO X 2000.00 position',
	'warning price_stale OLDE3 80.00 position',
	'info duplicate_rows CDB BANCO X 1000.00 rows',
	'info corporate_event_applied MGLU3 500.00 position'], 'the list, worst and heaviest first';
is_deeply [@{ $all->{meta} }{qw(count error warning info)}], [8, 3, 3, 2], 'counted';
is_deeply [grep { !$_->{title} || !$_->{detail} || !$_->{mend}{text} || $_->{asset_id} !~ /^[0-9a-f-]{36}$/ } @{ $all->{data} }], [],
	'each says what, where and what to do';

my ($sold) = of_code($id, 'sold_more_than_held');
is_deeply [map { "$_->{kind} $_->{trade_date} $_->{quantity} $_->{uncovered}" } @{ $sold->{rows} }], ['sell 2026-02-05 130 30'],
	'the sale and what of it was not covered';
is $sold->{mend}{actions}[0]{path}, "/v1/portfolios/$id/transactions", 'a purchase is posted';
mend($sold, price => '20.00', trade_date => '2025-12-01');
is scalar(of_code($id, 'sold_more_than_held')), 0, 'and the sale is covered';

my ($off) = of_code($id, 'price_off_quote');
is_deeply [@{ $off->{rows}[0] }{qw(price quote)}], ['80', '8'], 'ten times the close of its day';
mend($off, price => '8.00');
is scalar(of_code($id, 'price_off_quote')), 0, 'put right';

my ($cost) = of_code($id, 'cost_unknown');
mend($cost, price => '7.50');
is scalar(of_code($id, 'cost_unknown')), 0, 'a price makes the cost known';

my ($event) = of_code($id, 'corporate_event_applied');
my ($said) = @{ $t->get("/v1/portfolios/$id", key => $key)->json->{applied_events} };
is_deeply $event->{mend}{actions}[0]{body}, $said->{row}, 'the row of the detail is the one to post';
mend($event);
is scalar(of_code($id, 'corporate_event_applied')), 0, 'explicit now';
is $t->get("/v1/portfolios/$id", key => $key)->json->{holdings}[0]{symbol} ne '', 1, 'and the detail is unchanged';

my ($equal) = of_code($id, 'duplicate_rows');
is scalar @{ $equal->{rows} }, 2, 'both rows';
mend($equal);
is scalar(of_code($id, 'duplicate_rows')), 0, 'one of them went';

my ($terms) = of_code($id, 'fixed_income_without_terms');
mend($terms, indexer => 'cdi', pct => 110, maturity => '2028-01-06');
is scalar(of_code($id, 'fixed_income_without_terms')), 0, 'terms are known';

my ($unknown) = of_code($id, 'unknown_ticker');
my @wrong = map { $_->{id} } @{ $unknown->{rows} };
is_deeply [map { "$_->{method} " . ($_->{path} =~ s{.*/}{}r) } @{ $unknown->{mend}{actions} }], ["PATCH $unknown->{asset_id}"], 'the asset gets its ticker';
mend($unknown, symbol => 'PETR4', asset_type => 'stock');
is scalar(of_code($id, 'unknown_ticker')), 0, 'under the right ticker';
is_deeply [map { $t->get("/v1/portfolios/$id/transactions/$_", key => $key)->json->{symbol} } @wrong], [map { 'PETR4' } @wrong], 'the same rows';

# ---- rows before the first statement ----

my $gap = $t->post('/v1/portfolios', { name => 'Extrato' }, key => $key)->json->{id};
my $csv = encode('UTF-8', join "\r\n", 'Data do Negócio,Tipo de Movimentação,Mercado,Prazo/Vencimento,Instituição,Código de Negociação,Quantidade,Preço,Valor',
	'05/02/2026,Venda,Mercado à Vista,-,CORRETORA,PETR4,30,"R$ 31,00","R$ 930,00"', '');
is $t->upload("/v1/portfolios/$gap/imports", 'negociacao.csv', $csv, key => $key)->status, 201, 'a statement that begins with a sale';
my ($before) = of_code($gap, 'gap_before_first_export');
like $before->{detail}, qr/05\/02\/2026.*PETR4/, 'tells of the day and the paper';
is_deeply [$before->{symbol}, $before->{mend}{actions}[0]{path}], [undef, "/v1/portfolios/$gap/imports"], 'and asks for the earlier holding';
like $before->{mend}{text}, qr/O que nunca esteve na carteira é um lançamento a corrigir\./, 'or for a correction';

# ---- access ----

my $r = $t->get("/v1/portfolios/$sound/issues", key => $key);
ok $r->header('ETag'), 'it has a validator';
is $t->get("/v1/portfolios/$sound/issues", key => $key, headers => { 'If-None-Match' => $r->header('ETag') })->status, 304,
	'unchanged';
is $t->get("/v1/portfolios/$sound/issues", key => $other)->code, 'portfolio_not_found', 'not for others';
$t->patch("/v1/portfolios/$sound", { visibility => 'public' }, key => $key);
is $t->get("/v1/portfolios/$sound/issues", key => $other)->code, 'wallet_resource_forbidden', 'not for a public reader';
is $t->get("/v1/portfolios/$sound/issues?at=2026-01-01", key => $key)->code, 'invalid_parameter', 'no parameters';
is $t->log_count('worker started'), 1, 'and the worker is the same';

done_testing;
