#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The page of incomes: what was received, by month and by payer, what is announced, and the yield on cost; of one portfolio
# and of all.

use strict;
use warnings;
use utf8;
use Lastro::Console qw(between card figures same told_text);
use Lastro::Market qw(closes provent);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;

# 0.50 a share on 2025-10-20 (13 months ago), 0.60 on 2026-02-20 and 0.10 on 2026-11-10; announced 0.8125, ex 2026-12-01.
provent($t, 'PETR4', 'dividend', ex => '2025-10-10', record => '2025-10-09', pay => '2025-10-20', gross => '0.50');
provent($t, 'PETR4', 'dividend', ex => '2026-02-11', record => '2026-02-10', pay => '2026-02-20', gross => '0.60');
provent($t, 'PETR4', 'dividend', ex => '2026-11-03', record => '2026-10-30', pay => '2026-11-10', gross => '0.10');
provent($t, 'PETR4', 'dividend', ex => '2026-12-01', record => '2026-11-30', pay => '2026-12-15', gross => '0.8125');
closes($t, b3 => 'PETR4', '2026-11-19' => 30);
closes($t, b3 => 'MXRF11', '2026-11-19' => 10);

my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my ($one, $two) = map { $c->write(POST => '/v1/portfolios', { name => $_ })->{id} } 'Uma', 'Outra';

sub buy { my ($symbol, $type, $qty, $price) = @_; return { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => '2025-01-06', quantity => $qty, price => $price } }

$c->write(POST => "/v1/portfolios/$one/transactions", [buy('PETR4', 'stock', 100, '20'), buy('MXRF11', 'fii', 50, '10')]);
$c->write(POST => "/v1/portfolios/$one/income", { symbol => 'MXRF11', asset_type => 'fii', kind => 'yield', pay_date => '2026-11-16', amount => '5.00' });
$c->write(POST => "/v1/portfolios/$two/transactions", buy('PETR4', 'stock', 10, '30'));

# ---- one portfolio ----

my $html = $c->page("/portfolios/$one/income");
my ($head) = $html =~ m{<main[^>]*>(.*?)</dl>}s;
my $found = figures($head);

# 100 × 0.60 in February, 100 × 0.10 and 5.00 in November: 75.00 in twelve months and this year, 15.00 this month.
same($found, 'income_12m', '75.00');
same($found, 'income_month', '15.00');
same($found, 'income_year', '75.00');
# … and 100 × 0.50 before.
same($found, 'income_received', '125.00');
# Of 100 × 20 + 50 × 10 = 2,500.00: 3 %.
same($found, 'yield_on_cost', '3.0000');
$found = figures(between($html, 'Proventos por pagador'));
same($found, 'payer_12m', '70.00', '5.00');
same($found, 'income_received', '120.00', '5.00');
# 70.00 of 2,000.00, 5.00 of 500.00
same($found, 'payer_yield', '3.5000', '1.0000');
like told_text($html), qr{PETR4\s+Dividendo, 100\s+× R\$.0,8125\s+· paga em 15/12/2026 · de quem tiver em 30/11/2026\s+R\$.81,25\s}, 'what is announced, of what is held: 100 × 0.8125';
like told_text($html), qr{Ao todo R\$.81,25\s}, 'and its sum';
my %month = told_text(between($html, 'Proventos por mês, em reais')) =~ m{(\d\d/20\d\d)\s+([\d,]+)\s}g;
is_deeply [@month{qw(11/2026 10/2026 02/2026 10/2025)}], ['15,00', '0,00', '60,00', '50,00'], 'month by month, behind the bars';
is scalar(keys %month), 24, 'two years of them';

# ---- all of them ----

$html = $c->page('/income');
($head) = $html =~ m{<main[^>]*>(.*?)</dl>}s;
# 110 × 0.70 and 5.00; the cost 2,000 + 500 + 300.
same(figures($head), 'income_12m', '82.00');
same(figures($head), 'yield_on_cost', sprintf '%.4f', 100 * 82 / 2800);
$found = figures(between($html, 'Proventos por pagador'));
same($found, 'payer_12m', '77.00', '5.00');
like told_text($html), qr{Dividendo, 10\s+× R\$.0,8125\s+·[^·]*·[^·]*· em Outra\s+R\$.8,13}s, 'the announced, of each: 10 × 0.8125 = 8.125, to the cent';
like told_text($html), qr{Ao todo R\$.89,38\s}, 'and the sum of both';

# ---- nothing, and strangers ----

my ($bia) = $c->person('bia@example.com');
like $bia->open('/income')->body, qr{Ainda n\xc3\xa3o h\xc3\xa1 proventos}, 'without portfolios it says so';
is $bia->open("/portfolios/$one/income")->status, 404, "another's is not there";
is $b->open('/income?x=1')->status, 400, 'an unknown parameter';
my $nobody = Lastro::Browser->new($t);
is $nobody->open('/income')->status, 303, 'without a session there is the log-in';

# ---- the overview ----

# 100 × 0.8125 = 81.25 of one portfolio, 10 × 0.8125 = 8.13 of the other
for (1, 2) {	# the second time from what the first one stored
	my $coming = card($c->page('/portfolios'), 'A receber, líquido');
	same(figures($coming), 'expected', '81.25', '8.13');
	like told_text($coming), qr{PETR4\s+100\s+× R\$.0,8125\s*· paga em 15/12/2026}, 'what comes in next, on the first page';
}

$t->finish;
done_testing;
