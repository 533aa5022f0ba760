#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What moved a month, by asset and class (doc/calculations.md 7.1): by hand, of one portfolio and of all, through HTTP and as
# a Function; and against a second program (Lastro::Returns) over random ledgers, LASTRO_TEST_LEDGERS of them.  Today is 20 May 2026.

use strict;
use warnings;
use utf8;
use JSON::PP;
use Lastro::Market qw(all_closes closes);
use Lastro::Returns qw(day_of dice moved random_asset result text);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my ($ana, $rui, $eva) = map { account($t)->{user_key} } 1 .. 3;
my $as_of = day_of('2026-05-20');

# ---- random ledgers: LASTRO_TEST_LEDGERS of them ----

my $ledgers = $ENV{LASTRO_TEST_LEDGERS} // 40;
my $chance = dice(20260521);
my @random = map {
	my $n = $_;
	my $from = $as_of - 20 - $chance->(700);

	[map { random_asset($chance, sprintf('R%03d%d', $n, $_), $from, $as_of) } 1 .. 1 + $chance->(3)];
} 1 .. $ledgers;
all_closes($t, b3 => map { my $a = $_; $a->{symbol} => { map { $_->{date} => $_->{price} } @{ $a->{prices} } } } grep { @{ $_->{prices} } } map { @$_ } @random);
closes($t, b3 => 'PETR4', '2026-03-31' => '10.00', '2026-04-10' => '11.00', '2026-05-19' => '12.00');
closes($t, b3 => 'MXRF11', '2026-03-31' => '10.00', '2026-04-20' => '9.50');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-05-20T15:00:00Z' });

sub portfolio {
	my ($key, $name, @rows) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key);

	die $r->body unless !@rows || $r->status == 201;
	return $id;
}

sub row {
	my ($symbol, $type, $day, $quantity, $price) = @_;

	return { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => $day, quantity => $quantity, price => $price };
}

# Numbers as they are written.
sub get {
	my ($path, $key) = @_;
	my $r = $t->get($path, key => $key);

	die $r->body unless $r->status == 200;
	return $r->json;
}

sub shown { my ($m) = @_; return [map { [$_->{symbol} // $_->{title}, $_->{result}, $_->{points}] } @$m] }

# ---- by hand ----

# The example of 7.1: 100.00 and 300.00; PETR4 gains 10.00, 100.00 more of MXRF11 bought, which loses 20.00.
# 410/400 = 1.025; 490/510: 2.50 points, and 1.025 x -20/510 = -4.02; return -1.5196 %.
my $one = portfolio($ana, 'Uma', row('PETR4', 'stock', '2026-03-31', 10, 10), row('MXRF11', 'fii', '2026-03-31', 30, 10), row('MXRF11', 'fii', '2026-04-15', 10, 10));
my $april = get("/v1/portfolios/$one/moved?month=2026-04", $ana);

is_deeply shown($april->{assets}), [['MXRF11', '-20.00', '-4.02'], ['PETR4', '10.00', '2.50']], 'the example: largest first, gained or lost';
is_deeply [map { $_->{asset_type} } @{ $april->{assets} }], [qw(fii stock)], 'each with its class';
is_deeply shown($april->{classes}), [['FIIs', '-20.00', '-4.02'], ['Ações', '10.00', '2.50']], 'by class';
is_deeply [@$april{qw(month as_of result return_pct reason)}], ['2026-04', '2026-05-20', '-10.00', '-1.5196', undef], 'the month';
is_deeply $april->{rounding}, { result => '0.00', points => '0.0004' }, 'the points shown lack 0.0004 of it';

# May: 110.00 + 380.00 = 490.00; PETR4 at 12.00: 10/490.
my $may = get("/v1/portfolios/$one/moved", $ana);
is_deeply [@$may{qw(month result return_pct)}], ['2026-05', '10.00', '2.0408'], 'without a month, that of today';
is_deeply shown($may->{assets}), [['PETR4', '10.00', '2.04'], ['MXRF11', '0.00', '0.00']], 'an asset that did not move is there';

# Both months: 1.025 * 490/510 = 0.984804, and 500/490 more: 1.025 * 500/510 - 1 = 0.4902 %.
# PETR4: 2.50 + 98.4804 * 10/490 = 2.50 + 2.0098; MXRF11: -4.0196.
my $both = get("/v1/portfolios/$one/moved?from=2026-04", $ana);
is_deeply [@$both{qw(from month result return_pct reason)}], ['2026-04', '2026-05', '0.00', '0.4902', undef], 'two months';
is_deeply shown($both->{assets}), [['PETR4', '20.00', '4.51'], ['MXRF11', '-20.00', '-4.02']], '… with the parts of both';
is_deeply $both->{rounding}, { result => '0.00', points => '0.0002' }, '… whose points are chained';
is_deeply get("/v1/portfolio/moved?from=2026-04", $ana)->{assets}, $both->{assets}, '… of all portfolios, too';
is_deeply get("/v1/portfolios/$one/moved?from=2025-06", $ana)->{return_pct}, get("/v1/portfolios/$one/moved?from=2026-03", $ana)->{return_pct}, 'months before the first row add nothing';
for my $from ('2025-05', '2026-06', '2026', 'x') {
	my $r = $t->get("/v1/portfolios/$one/moved?from=$from", key => $ana);

	is_deeply [$r->status, @{ $r->json->{details} }{qw(code parameter)}], [400, 'invalid_parameter', 'from'], "from $from: twelve months at most";
}
is_deeply get("/v1/portfolios/$one/moved?month=2026-05", $ana), $may, 'named, it is the same';

# The months of the history, before and after its prefix is cached.
sub month_of { my ($h, $month) = @_; return (grep { $_->{month} eq $month } @{ $h->{data} })[0]{return_pct} }
for (1 .. 2) {
	my $h = get("/v1/portfolios/$one/history", $ana);

	is_deeply [map { month_of($h, $_) } qw(2026-04 2026-05)], ['-1.5196', '2.0408'], 'the history has the same returns';
	is_deeply [map { get("/v1/portfolios/$one/moved?month=$_", $ana) } qw(2026-04 2026-05)], [$april, $may], 'and its cache changes nothing';
}

# March: bought on its last day at the close.
is_deeply [@{ get("/v1/portfolios/$one/moved?month=2026-03", $ana) }{qw(result return_pct reason)}], ['0.00', '0.0000', undef], 'a month that began with its purchase';
my $none = get("/v1/portfolios/$one/moved?month=2025-01", $ana);
is_deeply $none, { from => '2025-01', month => '2025-01', as_of => '2026-05-20', result => undef, return_pct => undef, reason => 'Não há patrimônio para medir no mês.', rounding => undef,
	assets => [], classes => [] }, 'a month before everything has no result, and says why';
is_deeply get('/v1/portfolios/' . portfolio($rui, 'Vazia') . '/moved', $rui), { %$none, from => '2026-05', month => '2026-05' }, 'nor has an empty portfolio';

# ---- all portfolios ----

# PETR4 in both: 500.00, 520.00 (1.04), 100.00 bought, 600/620.  PETR4 20/500 = 4 points; MXRF11 1.04 x -20/620 = -3.3548.
portfolio($ana, 'Outra', row('PETR4', 'stock', '2026-03-31', 10, 10));
my $simulation = portfolio($ana, 'Simulação', row('PETR4', 'stock', '2026-03-31', 1000, 10));
$t->patch("/v1/portfolios/$simulation", { exclude_from_consolidated => \1 }, key => $ana);
for (1 .. 2) {
	my $all = get('/v1/portfolio/moved?month=2026-04', $ana);

	is_deeply shown($all->{assets}), [['PETR4', '20.00', '4.00'], ['MXRF11', '-20.00', '-3.35']], 'a paper of two portfolios is one asset; simulations are left out';
	is_deeply [@$all{qw(result return_pct)}, $all->{rounding}{points}], ['0.00', '0.6452', '-0.0048'], 'the month of all';
	is month_of(get('/v1/portfolio/history', $ana), '2026-04'), '0.6452', 'as in the history of all';
}
is get('/v1/portfolio/moved', $ana)->{month}, '2026-05', 'the month of today';

# ---- refusals ----

for my $bad (['month=2026-13', '2026-13'], ['month=abril', 'abril'], ['month=2026-06', '2026-06']) {
	for my $path ("/v1/portfolios/$one/moved", '/v1/portfolio/moved') {
		my $r = $t->get("$path?$bad->[0]", key => $ana);

		is_deeply [$r->status, @{ $r->json->{details} }{qw(code parameter received expected)}],
			[400, 'invalid_parameter', 'month', $bad->[1], 'um mês AAAA-MM, até 2026-05'], "$bad->[0] is refused";
	}
}
is $t->get("/v1/portfolios/$one/moved?at=2026-04-30", key => $ana)->status, 400, 'an unknown parameter';
is $t->get("/v1/portfolios/$one/moved", key => $rui)->json->{details}{code}, 'portfolio_not_found', 'another\'s portfolio is not found';
is $t->get("/v1/portfolios/$one/moved")->status, 401, 'without a credential';
my $tag = $t->get("/v1/portfolios/$one/moved", key => $ana)->header('ETag');
is $t->get("/v1/portfolios/$one/moved", key => $ana, headers => { 'If-None-Match' => $tag })->status, 304, 'nothing new';

# ---- as a Function ----

my $call = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_function',
	arguments => { function => 'wallet.portfolio.moved', subject => { entity_id => $one }, input => { month => '2026-04' } } } }, key => $ana);
sub plain { return JSON::PP->new->utf8->decode($_[0]->body) }
is_deeply(plain($call)->{result}{structuredContent}{data}, plain($t->get("/v1/portfolios/$one/moved?month=2026-04", key => $ana)), 'the Function gives the same');
$call = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_function',
	arguments => { function => 'wallet.portfolio.moved', subject => { entity_id => $one }, input => { month => '2027-01' } } } }, key => $ana);
like $call->body, qr{/input/month}, 'and names the month that it refuses';

# ---- the second program ----

my ($wrong, $asked, $unknown, $largest) = (0, 0, 0, 0);
my @wrong;

sub complain { push @wrong, $_[0]; return }

# Sums of decimal texts, exact.
sub cents { my ($text) = @_; my $c = sprintf '%.0f', $text * 1e4; return 0 + $c }

sub compare {
	my ($n, $assets, $id, $month, $want_return) = @_;
	my $m = get("/v1/portfolios/$id/moved?month=$month", $eva);
	my $want = moved($assets, $as_of, $month);
	my %got = map { $_->{symbol} => $_ } @{ $m->{assets} };
	my ($reais, $points) = map { my $what = $_; my $sum = 0; $sum += cents($_->{$what}) for @{ $m->{assets} }; $sum } qw(result points);

	$asked++;
	return complain("$n $month: the return") if ($m->{return_pct} // '') ne ($want_return // '');
	if (!$want) {
		$unknown++;
		return defined $m->{result} ? complain("$n $month: a result") : undef;
	}
	return complain("$n $month: $m->{return_pct}, expected $want->{return_pct}") if abs($m->{return_pct} - $want->{return_pct}) > 0.000051;
	return complain("$n $month: R\$ $m->{result}, expected $want->{result}") if abs($m->{result} - $want->{result}) > 0.005001;
	return complain("$n $month: the assets " . join ' ', %got) if join(' ', sort keys %got) ne join(' ', sort keys %{ $want->{assets} });
	for my $symbol (keys %got) {
		my ($result, $part) = @{ $want->{assets}{$symbol} };

		complain("$n $month $symbol: R\$ $got{$symbol}{result}, expected $result") if abs($got{$symbol}{result} - $result) > 0.005001;
		complain("$n $month $symbol: $got{$symbol}{points} points, expected $part") if abs($got{$symbol}{points} - $part) > 0.005001;
		$largest = abs $part if abs $part > $largest;
	}
	complain("$n $month: the reais do not add up") if $reais + cents($m->{rounding}{result}) != cents($m->{result});
	complain("$n $month: the points do not add up") if $points + cents($m->{rounding}{points}) != cents($m->{return_pct});
	return;
}

for my $n (1 .. @random) {
	my $assets = $random[$n - 1];
	my $id = portfolio($eva, "Carteira $n", map { my $a = $_; map { { symbol => $a->{symbol}, asset_type => 'stock', %$_ } } @{ $a->{rows} } } @$assets);

	for my $a (@$assets) {
		for my $income (@{ $a->{income} }) {
			my $r = $t->post("/v1/portfolios/$id/income", { symbol => $a->{symbol}, asset_type => 'stock', kind => 'dividend', pay_date => $income->{date}, amount => $income->{amount} }, key => $eva);

			die $r->body unless $r->status == 201;
		}
	}
	my $history = get("/v1/portfolios/$id/history", $eva);
	my @months = @{ $history->{data} };
	my $since = $history->{meta}{periods}{since_start};
	my %seen;

	complain("$n: since the start R\$ $since->{result}, expected " . result($assets, $as_of))
		if defined $since->{cumulative} && abs($since->{result} - result($assets, $as_of)) > 0.005001;

	next unless @months;
	# The current month, the one before, and another.
	compare($n, $assets, $id, @$_{qw(month return_pct)}) for grep { !$seen{ $_->{month} }++ } $months[-1], $months[-2] // $months[-1], $months[$chance->(scalar @months)];
}
is_deeply [@wrong[0 .. ($#wrong > 4 ? 4 : $#wrong)]], [], "$ledgers random ledgers: as the second program finds it, adding up to return_pct of the history";
cmp_ok $asked, '>', 2 * $ledgers, "$asked months, $unknown without a result";
cmp_ok $largest, '>', 10, 'parts of many points among them';

done_testing;
