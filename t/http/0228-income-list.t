#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What was received, payment by payment, with filters and pages; its sums by month, year and payer; what is announced; and the
# correction of a typed payment: over HTTP and on the pages.  Today is 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Console qw(between figures same told_text);
use Lastro::Market qw(closes provent);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;

provent($t, 'PETR4', 'dividend', ex => '2025-10-10', record => '2025-10-09', pay => '2025-10-20', gross => '0.50');
provent($t, 'PETR4', 'dividend', ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.60');
# Announced: of what was held on 11 November, of what is held, and without a day.
provent($t, 'PETR4', 'jcp', ex => '2026-11-12', record => '2026-11-11', pay => '2026-12-20', gross => '0.20');
provent($t, 'PETR4', 'dividend', ex => '2026-12-01', record => '2026-11-30', pay => '2026-12-15', gross => '0.8125');
provent($t, 'MXRF11', 'yield', ex => '2026-11-18', record => '2026-11-17', gross => '0.09');
provent($t, 'MXRF11', 'yield', ex => '2026-08-10', record => '2026-08-09', gross => '0.07'); # more than 90 days ago
closes($t, b3 => $_ => '2026-11-19' => 10) for qw(PETR4 MXRF11);

my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my ($one, $two, $sim) = map { $c->write(POST => '/v1/portfolios', { name => $_ })->{id} } 'Uma', 'Outra', 'Simulada';
$c->write(PATCH => "/v1/portfolios/$sim", { exclude_from_consolidated => JSON::PP::true });

sub trade { my ($kind, $symbol, $type, $day, $qty, $price) = @_; return { symbol => $symbol, asset_type => $type, kind => $kind, trade_date => $day, quantity => $qty, price => $price } }
sub pay { my ($of, %m) = @_; return $c->write(POST => "/v1/portfolios/$of/income", { asset_type => 'fii', symbol => 'MXRF11', kind => 'yield', %m })->{id} }

# 100 PETR4 for 2,000.00, 40 sold: 60 for 1,200.00 are left; 50 MXRF11 for 500.00.
$c->write(POST => "/v1/portfolios/$one/transactions", [trade('buy', 'PETR4', 'stock', '2025-01-06', 100, '20'), trade('sell', 'PETR4', 'stock', '2026-11-16', 40, '10'),
	trade('buy', 'MXRF11', 'fii', '2025-01-06', 50, '10')]);
$c->write(POST => "/v1/portfolios/$two/transactions", trade('buy', 'PETR4', 'stock', '2026-01-06', 10, '30'));
$c->write(POST => "/v1/portfolios/$sim/transactions", trade('buy', 'PETR4', 'stock', '2025-01-06', 1000, '30'));
my $typed = pay($one, pay_date => '2026-11-16', amount => '5.00', gross_amount => '6.00', note => 'conferido');
my $returned = pay($one, pay_date => '2026-11-17', amount => '20.00', kind => 'amortization');
my $dollars = pay($two, symbol => 'AAPL', asset_type => 'us', kind => 'dividend', pay_date => '2026-03-02', amount => '2.50');
{
	my $r = $b->request(POST => "/v1/portfolios/$one/imports?filename=meu.csv", type => 'text/csv', body => "ticker,operacao,data,quantidade,preco,tipo\nMXRF11,rendimento,15/10/2026,50,0.10,fii\n",
		headers => { 'X-CSRF-Token' => $c->{csrf}{$b} });

	die $r->body unless $r->status == 201 && $r->json->{imported};
}

my @members = qw(pay_date symbol kind source gross_amount withheld amount currency amount_brl counts note);
sub told { my ($rows) = @_; return [map { my $r = $_; [map { ref $r->{$_} ? 0 + $r->{$_} : $r->{$_} } @members] } @$rows] }

# ---- the list of one portfolio ----

my $at = "/v1/portfolios/$one/income";
my $list = $c->json("$at/received?total=true");
is_deeply told($list->{data}), [
	# 100 × 0.50, 100 × 0.60: the calendar
	['2025-10-20', 'PETR4', 'dividend', 'calendar', '50.00', '0.00', '50.00', 'BRL', '50.00', 1, undef],
	['2026-02-20', 'PETR4', 'dividend', 'calendar', '60.00', '0.00', '60.00', 'BRL', '60.00', 1, undef],
	['2026-10-15', 'MXRF11', 'yield', 'imported', undef, undef, '5.00', 'BRL', '5.00', 1, undef],
	['2026-11-16', 'MXRF11', 'yield', 'typed', '6.00', '1.00', '5.00', 'BRL', '5.00', 1, 'conferido'],
	['2026-11-17', 'MXRF11', 'amortization', 'typed', undef, undef, '20.00', 'BRL', '20.00', 0, undef],
], 'calendar, imported and typed, in one list';
is $list->{meta}{total}, 5, 'their number';
is_deeply [map { $_->{id} } @{ $list->{data} }[0, 3, 4]], [undef, $typed, $returned], 'what is in the ledger has its id';
is_deeply [@{ $list->{data}[0] }{qw(portfolio portfolio_id name)}], ['Uma', $one, 'PETR4'], 'and all the portfolio';

# ---- filters, order, pages ----

sub days { my ($query, $path) = @_; return [map { $_->{pay_date} } @{ $c->json(($path // "$at/received") . "?$query")->{data} }] }
is_deeply days('from=2026-02-20&to=2026-11-16'), [qw(2026-02-20 2026-10-15 2026-11-16)], 'days, inclusive';
is_deeply days('symbol=mxrf11'), [qw(2026-10-15 2026-11-16 2026-11-17)], 'a payer, in any spelling';
is_deeply days('asset_type=stock'), [qw(2025-10-20 2026-02-20)], 'a class';
is_deeply days('kind=yield&order=desc'), [qw(2026-11-16 2026-10-15)], 'a kind, newest first';
is_deeply days('symbol=VALE3'), [], 'nobody';
{
	my ($path, @seen) = ("$at/received?order=desc&limit=2&kind=yield&total=true");

	$path = "$at/received?order=desc&limit=2";
	for (1 .. 3) {
		my $page = $c->json($path);

		push @seen, [map { $_->{pay_date} } @{ $page->{data} }];
		$path = "$at/received?order=desc&limit=2&cursor=" . ($page->{meta}{next_cursor} // last);
	}
	is_deeply \@seen, [['2026-11-17', '2026-11-16'], ['2026-10-15', '2026-02-20'], ['2025-10-20']], 'page by page';
	is $b->open("$path&kind=yield")->code, 'invalid_cursor', 'a cursor belongs to its filters';
}
for my $bad (['from=2026-13-01', 'invalid_parameter'], ['from=2026-02-02&to=2026-02-01', 'invalid_parameter'], ['kind=salary', 'invalid_parameter'], ['asset_type=car', 'invalid_parameter'],
	['order=up', 'invalid_parameter'], ['payer=PETR4', 'invalid_parameter'], ['limit=0', 'invalid_parameter'], ['cursor=zzz', 'invalid_cursor'], ['format=pdf', 'invalid_parameter']) {
	is $b->open("$at/received?$bad->[0]")->code, $bad->[1], $bad->[0];
}

my $csv = $b->open("$at/received?format=csv&symbol=MXRF11&limit=1");
is $csv->header('Content-Type'), 'text/csv; charset=utf-8', 'a sheet';
is Encode::decode('UTF-8', $csv->body), join("\r\n", 'data;carteira;ativo;classe;nome;tipo;bruto;retido;liquido;moeda;em_reais;soma;origem;nota',
	'2026-10-15;Uma;MXRF11;FIIs;;rendimento;;;5,00;BRL;5,00;sim;importado;', '2026-11-16;Uma;MXRF11;FIIs;;rendimento;6,00;1,00;5,00;BRL;5,00;sim;digitado;conferido',
	'2026-11-17;Uma;MXRF11;FIIs;;amortização;;;20,00;BRL;20,00;não;digitado;', ''), 'with all that the filter lets through';

# ---- the sums of one ----

my $sums = $c->json("$at/summary");
is_deeply [@$sums{qw(as_of this_month this_year last_12_months since_start without_rate)}], ['2026-11-20', '5.00', '70.00', '70.00', '120.00', 0], '60.00 and twice 5.00 in twelve months, 50.00 before';
# 60 × 20 and 50 × 10 - 20.00: 1,680.00; 70/1,680.
is_deeply [@$sums{qw(cost yield_on_cost_pct)}], ['1680.00', '4.1667'], 'on the cost of what is held';
is_deeply [map { [@$_{qw(month amount)}] } @{ $sums->{by_month} }], [['2025-10', '50.00'], ['2026-02', '60.00'], ['2026-10', '5.00'], ['2026-11', '5.00']], 'by month';
is_deeply [map { [@$_{qw(year amount)}] } @{ $sums->{by_year} }], [[2025, '50.00'], [2026, '70.00']], 'by year';
is_deeply [map { [@$_{qw(symbol last_12_months since_start cost yield_on_cost_pct)}] } @{ $sums->{by_payer} }],
	[['PETR4', '60.00', '110.00', '1200.00', '5.0000'], ['MXRF11', '10.00', '10.00', '480.00', '2.0833']], 'by payer';
# 60.00 in February 2026; the 50.00 of October 2025 are another year's.
is_deeply [map { "$_->{symbol} $_->{this_year}" } @{ $sums->{by_payer} }], ['PETR4 60.00', 'MXRF11 10.00'], 'in this year';

# ---- announced ----

sub coming { my ($s) = @_; return [map { my $p = $_; [map { $p->{$_} } qw(symbol kind entitled_on pay_date quantity per_share gross_amount withheld amount)] } @{ $s->{announced}{payments} }] }
my @announced = (
	# What is held today, until the last day that gives the right.
	['PETR4', 'dividend', '2026-11-30', '2026-12-15', '60', '0.8125', '48.75', '0.00', '48.75'],
	# What was held on 11 November, before the sale: 20.00, 17.5 % withheld.
	['PETR4', 'jcp', '2026-11-11', '2026-12-20', '100', '0.2', '20.00', '3.50', '16.50'],
	['MXRF11', 'yield', '2026-11-17', undef, '50', '0.09', '4.50', '0.00', '4.50'],
);
is_deeply coming($sums), \@announced, 'by the day of payment, one without a day last, an old one not at all';
is_deeply [@{ $sums->{announced} }{qw(gross_brl amount_brl)}], ['73.25', '69.75'], 'and their sums';

# ---- all portfolios ----

$list = $c->json('/v1/income?total=true');
is_deeply [sort map { join ' ', map { $_ // 'null' } @$_{qw(pay_date symbol portfolio amount amount_brl)} } @{ $list->{data} }], [
	'2025-10-20 PETR4 Uma 50.00 50.00', '2026-02-20 PETR4 Outra 6.00 6.00', '2026-02-20 PETR4 Uma 60.00 60.00', '2026-03-02 AAPL Outra 2.50 null', '2026-10-15 MXRF11 Uma 5.00 5.00',
	'2026-11-16 MXRF11 Uma 5.00 5.00', '2026-11-17 MXRF11 Uma 20.00 20.00',
], 'of all that are no simulations; dollars without a rate have no reais';
$sums = $c->json('/v1/income/summary');
# 6.00 more; the cost 300.00 more.
is_deeply [@$sums{qw(last_12_months since_start without_rate cost yield_on_cost_pct)}], ['76.00', '126.00', 1, '1980.00', '3.8384'], 'their sums';
is_deeply [map { [@$_{qw(symbol last_12_months cost)}] } @{ $sums->{by_payer} }], [['PETR4', '66.00', '1500.00'], ['MXRF11', '10.00', '480.00']], 'one payer in two portfolios';
# 10 × 0.8125 = 8.125, to the cent; 10 × 0.20, less 0.35.
is_deeply [map { [@$_{qw(portfolio gross_amount amount)}] } grep { $_->{portfolio} eq 'Outra' } @{ $sums->{announced}{payments} }], [['Outra', '8.13', '8.13'], ['Outra', '2.00', '1.65']], 'each portfolio is paid for itself';
is $c->json("/v1/portfolios/$sim/income/summary")->{last_12_months}, '600.00', 'a simulation has its own';

# ---- a correction ----

sub change { my ($id, $body) = @_; return $b->request(PATCH => "$at/$id", json => $body, headers => { 'X-CSRF-Token' => $c->{csrf}{$b} }) }
my $changed = change($typed, { amount => '7.50', gross_amount => undef, kind => 'interest', pay_date => '2026-11-13' })->json;
is_deeply [@$changed{qw(id symbol kind pay_date amount gross_amount note)}], [$typed, 'MXRF11', 'interest', '2026-11-13', '7.50', undef, 'conferido'], 'what comes is changed, null takes away, the rest stays';
is $c->json("/v1/portfolios/$one")->{income_received}, '122.50', 'and the figures with it';
change($typed, { record_date => '2026-11-10' });
for my $bad ([{}, ' min_properties'], [{ amount => 0 }, '/amount minimum'], [{ amount => '1.001' }, '/amount places'], [{ pay_date => '2026-11-21' }, '/pay_date maximum'],
	[{ kind => 'salary' }, '/kind enum'], [{ symbol => 'PETR4' }, '/asset_type required'], [{ symbol => 'AAPL', asset_type => 'us' }, '/symbol asset_currency'], [{ gross_amount => '7.49' }, '/gross_amount minimum'], [{ pay_date => '2026-11-09' }, '/record_date maximum']) {
	my $r = change($typed, $bad->[0]);

	is join(' ', map { "$_->{pointer} $_->{rule}" } @{ $r->json->{details}{errors} // [] }), $bad->[1], JSON::PP->new->canonical->encode($bad->[0]) or diag $r->body;
}
is change('01930000-0000-7000-8000-000000000102', { amount => 1 })->code, 'income_not_found', 'one that is not there';
is_deeply [@{ $c->json("$at/$typed") }{qw(kind pay_date amount record_date)}], ['interest', '2026-11-13', '7.50', '2026-11-10'], 'refused, nothing changes';
change($typed, { amount => '5.00', gross_amount => '6.00', kind => 'yield', pay_date => '2026-11-16', record_date => undef });

# ---- what is odd about one ----

sub odd { my ($method, $path, $body) = @_; my $r = $c->write($method => $path, $body); $c->write(DELETE => "$at/$r->{id}") if $method eq 'POST'; return $r->{warnings} }
# 100 PETR4 since 6 January 2025; RIOX3 never; 50 MXRF11, of which 20.00 came back on 17 November.
for my $case (['PETR4', '2025-01-06', undef], ['PETR4', '2025-01-03', undef, 'A carteira não tinha PETR4 em 03/01/2025.'], ['PETR4', '2025-01-10', '2025-01-03', 'A carteira não tinha PETR4 em 03/01/2025.'],
	['RIOX3', '2026-11-18', undef, 'A carteira não tinha RIOX3 em 18/11/2026.']) {
	my ($symbol, $day, $record, @odd) = @$case;

	is_deeply odd(POST => $at, { symbol => $symbol, asset_type => 'stock', kind => 'dividend', pay_date => $day, amount => 35, record_date => $record }), \@odd, "$symbol, $day";
}
my %again = (symbol => 'MXRF11', asset_type => 'fii', kind => 'amortization', pay_date => '2026-11-17');
is_deeply odd(POST => $at, { %again, amount => '20.00' }), ['Já há um provento igual de MXRF11 em 17/11/2026.'], 'asset, kind, day and amount';
is_deeply odd(POST => $at, { %again, amount => '20.01' }), [], 'another amount';
is_deeply odd(POST => $at, { %again, amount => '20.00', kind => 'yield' }), [], 'another kind';
# The whole is sold on a day: what is paid on it is of the morning.
my $day = $c->write(POST => "/v1/portfolios/$one/transactions", [trade('buy', 'VALE3', 'stock', '2026-03-02', 10, '60'), trade('sell', 'VALE3', 'stock', '2026-03-05', 10, '60')])->{data};
is_deeply [map { scalar @{ odd(POST => $at, { symbol => 'VALE3', asset_type => 'stock', kind => 'jcp', pay_date => $_, amount => 1 }) } } '2026-03-05', '2026-03-06'], [0, 1], 'sold';
$c->write(DELETE => "/v1/portfolios/$one/transactions/$_->{id}") for @$day;
# A paper with its predecessor is one holding.
my $old = $c->write(POST => "/v1/portfolios/$two/transactions", trade('buy', 'VELH3', 'stock', '2025-02-03', 10, '10'));
$c->write(PUT => "/v1/portfolios/$two/assets/$old->{asset_id}/succession", { kind => 'succession', to => { symbol => 'NOVO3', asset_type => 'stock' }, date => '2026-01-05', ratio => 1 });
for my $case (['VELH3', '2025-06-02'], ['NOVO3', '2026-03-05'], ['NOVO3', '2025-01-03', 'A carteira não tinha NOVO3 em 03/01/2025.']) {
	my ($symbol, $day, @odd) = @$case;
	my $r = $c->write(POST => "/v1/portfolios/$two/income", { symbol => $symbol, asset_type => 'stock', kind => 'dividend', pay_date => $day, amount => 1 });

	is_deeply $r->{warnings}, \@odd, "$symbol, $day, of a succession";
	$c->write(DELETE => "/v1/portfolios/$two/income/$r->{id}");
}
$c->write(DELETE => "/v1/portfolios/$two/assets/$_->{id}") for grep { $_->{symbol} =~ /^(?:VELH|NOVO)3$/ } @{ $c->json("/v1/portfolios/$two/assets")->{data} };

# ---- a wrong ticker ----

my $wrong = $c->write(POST => $at, { symbol => 'RIOX3', asset_type => 'stock', kind => 'dividend', pay_date => '2026-11-18', amount => '35.00' })->{id};
is_deeply odd(PATCH => "$at/$wrong", { note => 'ver' }), [], 'a note doubts nothing again';
is_deeply odd(PATCH => "$at/$wrong", { amount => 36 }), ['A carteira não tinha RIOX3 em 18/11/2026.'], 'an amount does';
my $moved = $c->write(PATCH => "$at/$wrong", { symbol => 'PETR4', asset_type => 'stock' });
is_deeply [@$moved{qw(symbol asset_type amount note warnings)}], ['PETR4', 'stock', '36.00', 'ver', []], 'passes to the right paper, and the rest stays';
# 120.00 and 36.00.
is $c->json("/v1/portfolios/$one")->{income_received}, '156.00', 'and so do the figures';
$c->write(DELETE => "$at/$wrong");

# ---- the page of the sums ----

sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub said { my ($html) = @_; return told_text($html) =~ s/[\s\x{a0}]+/ /gr }
sub faults { my ($html) = @_; my %f; $f{$1} = $2 while $html =~ m{<p class="err" id="([^"]*)-erro">([^<]*)</p>}g; return \%f }
my $html = $c->page("/portfolios/$one/income");
$sums = $c->json("$at/summary");
{
	my $of = figures($html =~ m{<main[^>]*>(.*?)</dl>}s);

	same($of, "income_$_->[0]", $sums->{ $_->[1] }) for ['12m', 'last_12_months'], ['month', 'this_month'], ['year', 'this_year'], ['received', 'since_start'];
	same($of, 'yield_on_cost', $sums->{yield_on_cost_pct});
	same(figures(between($html, 'Proventos por ano')), 'year_sum', map { $_->{amount} } reverse @{ $sums->{by_year} });
	$of = figures(between($html, 'Proventos por pagador'));
	same($of, 'payer_12m', map { $_->{last_12_months} } @{ $sums->{by_payer} });
	same($of, 'payer_yield', map { $_->{yield_on_cost_pct} } @{ $sums->{by_payer} });
	same(figures($html), 'expected', map { $_->{amount} } @{ $sums->{announced}{payments} });
	same(figures($html), 'expected_sum', $sums->{announced}{amount_brl});
}
like said($html), qr{PETR4 Juros sobre capital próprio, 100 × R\$ 0,2 · paga em 20/12/2026 · de quem tinha em 11/11/2026 R\$ 16,50 líquido}, 'what is announced: of what was held';
like said($html), qr{de quem tiver em 30/11/2026}, 'or is';
like said($html), qr{50 × R\$ 0,09 · sem dia de pagamento}, 'or without a day';
like said($html), qr{só o que já foi anunciado, e nada é estimado}, 'and that it is no estimate';
like $html, qr{href="/portfolios/$one/income/received\?from=2025-01-01&amp;to=2025-12-31"}, 'a year leads to its payments';
like $html, qr{href="/portfolios/$one/income/received\?symbol=PETR4&amp;asset_type=stock"}, 'a payer, too';
like said(($html =~ m{<h2>Últimos recebidos</h2>(.*?)</section>}s)[0]), qr{^ MXRF11 17/11/2026, amortização, digitado R\$ 20,00 MXRF11 16/11/2026, rendimento, digitado R\$ 5,00}, 'the newest';
like said($c->page('/income')), qr{de quem tiver em 30/11/2026 · em Outra}, 'of all, each with its portfolio';

# ---- the page of the list ----

sub rows_of { my ($html) = @_; return [map { told_text($_ =~ s{</t[dh]>}{|}gr) =~ s/\s*\|\s*/|/gr =~ s/^\s+|\|?\s*$//gr } between($html, 'Recebidos, do mais novo ao mais antigo') =~ m{<tr>(.*?)</tr>}gs] }
$html = $c->page("/portfolios/$one/income/received");
is_deeply [map { s/[\s\x{a0}]+/ /gr } @{ rows_of($html) }], [
	'17/11/2026|MXRF11|Amortização, não soma|digitado, corrigir|—|—|R$ 20,00', '16/11/2026|MXRF11|Rendimento|digitado, corrigir|R$ 6,00|R$ 1,00|R$ 5,00',
	'15/10/2026|MXRF11|Rendimento|importado, corrigir|—|—|R$ 5,00', '20/02/2026|PETR4|Dividendo|do calendário, 100 × R$ 0,6|R$ 60,00|R$ 0,00|R$ 60,00', '20/10/2025|PETR4|Dividendo|do calendário, 100 × R$ 0,5|R$ 50,00|R$ 0,00|R$ 50,00',
], 'newest first, with a word of where each comes from';
{
	my ($brought) = $html =~ m{href="(/portfolios/$one/income/[^"/]+)" aria-label="corrigir MXRF11 de 15/10/2026"} or diag $html;

	like text($b->open($brought)), qr{name="amount"[^>]* value="5,00"}, 'what a file brought is corrected, too';
}
like said($html), qr{Ao todo R\$ 120,00 líquidos, em 5 pagamentos}, 'their sum';
like $html, qr{<details class="more">}, 'the filters are closed';
is_deeply [$html =~ m{<a href="[^"]*received\?[^"]*"(?: aria-current="page")?>(Todos|\d+)</a>}g], ['Todos', 2026, 2025], 'a chip for each year';
sub listed { my ($query) = @_; return $c->page("/portfolios/$one/income/received?$query") }
$html = listed('from=2026-01-01&to=2026-12-31&symbol=mxrf11&kind=yield&asset_type=');
is scalar @{ rows_of($html) }, 2, 'filtered, as a browser sends the form';
like $html, qr{<details class="more" open="open">}, 'then they are open';
like $html, qr{<input id="symbol"[^>]* value="mxrf11"}, 'with what was chosen';
like $html, qr{<a href="[^"]*from=2026-01-01[^"]*" aria-current="page">2026</a>}, 'and the year';
like $html, qr{href="/v1/portfolios/$one/income/received\?from=2026-01-01&amp;to=2026-12-31&amp;symbol=mxrf11&amp;kind=yield&amp;format=csv"}, 'as a sheet, too';
like told_text(listed('symbol=VALE3')), qr{Nada foi recebido com esses filtros}, 'of nobody';
for my $bad (['from=ontem', from => 'De: veio “ontem”; esperado: uma data, como 31/12/2026.'], ['from=2026-02-02&to=2026-02-01', to => 'Até: veio “2026-02-01”; esperado: um dia igual ou posterior ao primeiro.'],
	['kind=salary', kind => 'Tipo: veio “salary”; esperado: um dos da lista.']) {
	my $r = $b->open("/portfolios/$one/income/received?symbol=PETR4&$bad->[0]");

	is $r->status, 400, $bad->[0];
	is_deeply faults(text($r)), { $bad->[1] => $bad->[2] }, 'says what is wrong';
	like text($r), qr{<input id="symbol"[^>]* value="PETR4"}, 'and keeps the rest';
}
is scalar @{ rows_of(listed('from=01/11/2026')) }, 2, 'a day as people write it';
like $c->page('/income/received'), qr{>Outra<}, 'all portfolios have one list';

# ---- corrected, deleted, and back ----

sub members { my ($id) = @_; my $r = $b->open("$at/$id"); return $r->status == 200 ? [@{ $r->json }{qw(kind pay_date amount gross_amount note)}] : $r->code }
sub press { my ($page, $which) = @_; my ($action, $f) = Lastro::Browser::form($page, $which); my $r = $b->post_form($action, $f); is $r->status, 303, 'one press' or diag text($r); return $b->open($r->header('Location')) }
my @was = ('yield', '2026-11-16', '5.00', '6.00', 'conferido');
my $edit = $b->open("/portfolios/$one/income/$typed");
like text($edit), qr{<input id="amount"[^>]* value="5,00"}, 'the form has what was typed';
{
	my ($action, $f) = Lastro::Browser::form($edit, qr{/income/$typed$});
	my $r = $b->post_form($action, { %$f, amount => 'cinco', pay_date => '2026-11-21' });

	is $r->status, 400, 'what is wrong is refused';
	is_deeply [sort keys %{ faults(text($r)) }], [qw(amount pay_date)], 'beside its field';
	like text($r), qr{value="cinco"}, 'and kept';
	is_deeply members($typed), \@was, 'and nothing is written';

	# What it would change, and then the same values in one press.
	my ($ask) = text($edit) =~ m{formaction="(/portfolios/$one/income/$typed/preview)">E se\?} or diag text($edit);
	my $asked = $b->arrive($b->post_form($ask, { %$f, amount => 'R$ 1.007,50', gross_amount => '', note => '' }));
	my ($was, $would) = map { figures(text($asked))->{"$_.income_received"}[-1] } qw(before after);
	cmp_ok abs($would - $was - 1002.50), '<', 0.001, 'what if: 1,007.50 for 5.00';
	is_deeply members($typed), \@was, 'nothing is written';
	press($asked, qr{/income/$typed$});
	is_deeply members($typed), ['yield', '2026-11-16', '1007.50', undef, undef], 'then the same values are';
	$b->post_form($action, { %{ (Lastro::Browser::form($b->open("/portfolios/$one/income/$typed"), qr{/income/$typed$}))[1] }, amount => '5,00', gross_amount => '6,00', note => 'conferido' });
	is_deeply members($typed), \@was, 'as it was';

	$r = $b->post_form($action, { %$f, amount => 'R$ 1.007,50', gross_amount => '', note => '' });
	is $r->status, 303, 'a correction' or diag text($r);
	is_deeply members($typed), ['yield', '2026-11-16', '1007.50', undef, undef], 'is written';
	my $page = $b->open($r->header('Location'));
	like told_text(text($page)), qr{Corrigido: Rendimento de MXRF11 \(FII\) em 16/11/2026: R\$.1\.007,50\.}, 'and said';
	is $b->post_form($action, { %$f, amount => 'R$ 1.007,50', gross_amount => '', note => '' })->status, 303, 'a double press';
	like told_text(text(press($page, qr{/mend/undo$}))), qr{Desfeito\.}, 'which says so';
	is_deeply members($typed), \@was, 'and is taken back';
	my $other = sub { my ($page, $symbol) = @_; return $b->post_form($action, { %{ (Lastro::Browser::form($page, qr{/income/$typed$}))[1] }, symbol => $symbol, asset_type => 'stock' }) };
	$r = $other->($b->open("/portfolios/$one/income/$typed"), 'RIOX3');
	is $r->status, 400, 'another paper, which was not held';
	like text($r), qr{A carteira não tinha RIOX3 em 16/11/2026\..*Gravar assim mesmo}s, 'is asked about';
	$page = $b->open($other->($r, 'PETR4')->header('Location'));
	like told_text(text($page)), qr{Corrigido: Rendimento de PETR4 \(ação\) em 16/11/2026: R\$.5,00\.}, 'one that was is written';
	is $c->json("$at/$typed")->{symbol}, 'PETR4', 'the payment is of it';
	press($page, qr{/mend/undo$});
	is $c->json("$at/$typed")->{symbol}, 'MXRF11', 'and of the first one again';
	change($typed, { record_date => '2026-11-10', approved_on => '2026-11-09', profits_to_2025 => JSON::PP::true });
	my $facts = $c->json("$at/$typed");
	$page = press($b->open("/portfolios/$one/income/$typed"), qr{/delete$});
	is members($typed), 'income_not_found', 'deleted';
	like told_text(text($page)), qr{Excluído: Rendimento de MXRF11 \(FII\) em 16/11/2026: R\$.5,00\.}, 'and said';
	press($page, qr{/mend/undo$});
	my ($again) = map { $_->{id} } grep { $_->{source} eq 'typed' && $_->{kind} eq 'yield' } @{ $c->json("$at/received")->{data} };
	is_deeply members($again), \@was, 'and is there again';
	is_deeply $c->json("$at/$again"), { %$facts, id => $again }, 'with all that was said of it';
	press($page, qr{/mend/undo$});
	is scalar @{ $c->json("$at/received?kind=yield")->{data} }, 2, 'once, however often it is pressed';
	unlike told_text(listed('undo=01930000-0000-7000-8000-000000000102')), qr{Desfazer}, 'nothing is said of what is not held';
}

# ---- strangers ----

my ($bia) = $c->person('bia@example.com');
is $bia->open($_)->status, 404, "another's $_ is not there" for "$at/received", "$at/summary", map { "/portfolios/$one/income/$_" } 'received', $returned;
is_deeply $bia->open('/v1/income')->json->{data}, [], 'nor is it among all';
is_deeply [@{ $bia->open('/v1/income/summary')->json }{qw(since_start yield_on_cost_pct by_month)}], ['0.00', undef, []], 'of nothing';
is(Lastro::Browser->new($t)->open('/v1/income')->status, 401, 'without a credential');

$t->finish;
done_testing;
