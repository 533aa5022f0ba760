#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a holding has yielded, in the interface: its result in parts, its income of 12 months on cost and on value, its mean
# cost by month, each with its explanation; the same on its page, with a chart of several spans.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Market qw(closes rates);
use Lastro::Redo qw(redo_detail);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $base = 'https://carteira.example';
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z');
closes($t, b3 => 'PETR4', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, us => 'VOO', '2026-11-19' => '120');
rates($t, '2026-01-08' => '5.0000', '2026-11-19' => '5.4321');
$t->start_pool(workers => 1, env => \%env);

my $b = Lastro::Browser->new($t, headers => { Origin => $base });
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ /"link":"\Q$base\E([^"]*)"/;
$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$b->log_in('ana@example.com', 'uma frase comprida');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k', '--scopes', 'account:read,account:write')->{key};
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};

for my $row (['PETR4', 'stock', 'buy', '2024-01-05', 100, 10], ['PETR4', 'stock', 'buy', '2026-03-02', 100, 12], ['PETR4', 'stock', 'sell', '2026-05-04', 50, 13],
	['VOO', 'us', 'buy', '2026-01-08', 3, '100.01'], ['MGLU3', 'stock', 'buy', '2026-01-05', 10, 2], ['MGLU3', 'stock', 'sell', '2026-02-05', 10, 3]) {
	my $r = $t->post("/v1/portfolios/$id/transactions", { symbol => $row->[0], asset_type => $row->[1], kind => $row->[2], trade_date => $row->[3], quantity => $row->[4],
		price => $row->[5] }, key => $key);

	die $r->body if $r->status != 201;
}
$t->post("/v1/portfolios/$id/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => $_->[0], amount => $_->[1] }, key => $key)
	for ['2025-11-30', '5.00'], ['2025-12-01', '2.00'], ['2026-03-03', '10.34'];
$t->post("/v1/portfolios/$id/assets", { symbol => 'VALE3', asset_type => 'stock' }, key => $key);

my $at = "/v1/portfolios/$id";
sub held { my ($query) = @_; return { map { $_->{symbol} => $_ } @{ $t->get("$at$query", key => $key)->json->{holdings} } } }
# numbers() - a block's numbers without the zeros after the point.
sub numbers { my ($o) = @_; return { map { $_ => defined $o->{$_} ? $o->{$_} + 0 : undef } keys %$o } }
sub text { return Encode::decode('UTF-8', $_[0]->body) }

# ---- the interface ----

is_deeply [grep { exists $_->{result} || exists $_->{avg_price_by_month} } values %{ held('') }], [], 'nothing of it unless it is asked for';
my $h = held('?include=result,closed');
# 200 cost 2,200.00; 50 of them, 550.00, are sold for 650.00; 150 are left, at 11.00, worth 16.50: 2,475.00 - 1,650.00.
# 17.34 was received, 12.34 of it in the twelve months that end with November 2026.
is_deeply numbers($h->{PETR4}{result}), { price => 825, dollar => undef, total => 942.34, income_12m => 12.34, yield_on_cost_pct => 0.7479, yield_on_value_pct => 0.4986 },
	'in reais: 825.00 + 100.00 + 17.34; 12.34 / 1,650.00 and / 2,475.00' or diag explain $h->{PETR4}{result};
# 3 x 100.01 x 5.0000 = 1,500.15; 3 x 120 x 5.4321 = 1,955.556: 455.406.  59.97 dollars x 5.4321 = 325.763037; the rest of 455.41.
is_deeply numbers($h->{VOO}{result}), { price => 325.76, dollar => 129.65, total => 455.41, income_12m => 0, yield_on_cost_pct => 0, yield_on_value_pct => 0 },
	'abroad the price has its part, the dollar the rest' or diag explain $h->{VOO}{result};
is_deeply numbers($h->{MGLU3}{result}), { price => undef, dollar => undef, total => 10, income_12m => 0, yield_on_cost_pct => undef, yield_on_value_pct => undef }, 'of what was sold only its result';
is $h->{VALE3}{result}, undef, 'none of what is only watched';
ok !exists $h->{PETR4}{avg_price_by_month}, 'the months are another layer';

$h = held('?include=monthly&include=closed');
is_deeply $h->{PETR4}{avg_price_by_month}, { '2024-01' => 10, '2026-03' => 11 }, 'the mean cost where it changed: 2,200.00 / 200 in March; the sale leaves it';
is_deeply $h->{MGLU3}{avg_price_by_month}, { '2026-01' => 2, '2026-02' => undef }, 'and that nothing is held';
ok !exists $h->{PETR4}{result}, 'without the result';
cmp_ok held('?include=result&at=2025-12-31')->{PETR4}{result}{income_12m}, '==', 7, 'as of a day: 5.00 + 2.00';
is $t->get("$at?include=results", key => $key)->status, 400, 'an unknown layer is refused';

# held_since() - symbol => day, of all holdings.
sub held_since { my ($query) = @_; my $all = held($query); return { map { $_ => $all->{$_}{held_since} } keys %$all } }
my $since = { PETR4 => '2024-01-05', VOO => '2026-01-08', MGLU3 => undef, VALE3 => undef };
is_deeply held_since('?include=closed'), $since, 'held since the first purchase, in spite of a sale of some; what was sold and what is watched are not held';
is_deeply held_since('?include=closed'), $since, 'read from the stored figures';
is held_since('?at=2026-01-20')->{MGLU3}, '2026-01-05', 'as of a day it was held';

# ---- each figure is explained ----

is_deeply [redo_detail($t, $key, $t->get("$at?include=result,monthly,closed", key => $key)->json)], [], 'every figure, recomputed from its explanation';
is_deeply [redo_detail($t, $key, $t->get("$at?include=result,monthly,closed&at=2026-03-31", key => $key)->json, at => '2026-03-31')], [], 'also of a past day';
sub explained {
	my ($symbol, $field, $rest) = @_;
	my $r = $t->get("$at/explain?symbol=$symbol&field=$field" . ($rest // ''), key => $key);

	return $r->status == 200 ? $r->json->{figure}{value} : 'status ' . $r->status;
}
is explained('PETR4', 'avg_price_by_month', '&month=2026-03'), 11, 'the mean of a month';
is explained('PETR4', 'avg_price_by_month', '&month=2026-11'), 11, 'and of one that did not change it';
is explained('MGLU3', 'avg_price_by_month', '&month=2026-02'), undef, 'nothing held';
is $t->get("$at/explain?symbol=PETR4&field=avg_price_by_month&month=2023-12", key => $key)->status, 404, 'before the first purchase there is none';
is $t->get("$at/explain?symbol=PETR4&field=avg_price_by_month", key => $key)->status, 400, 'a month is needed';
is $t->get("$at/explain?field=result.total", key => $key)->status, 400, 'and an asset';

# ---- the page ----

my %asset = map { $_->{symbol} => $_->{id} } @{ $t->get("$at/assets", key => $key)->json->{data} };
my $html = text($b->open("/portfolios/$id/holdings/$asset{VOO}"));
like $html, qr{explain\?field=result.price&amp;symbol=VOO&amp;asset_type=us">\s*<data class="result.price" value="325.76"}, 'a part leads to its explanation';
like $html, qr{explain\?field=result.dollar&amp;[^"]*">\s*<data class="result.dollar" value="129.65"}, 'and the other';
$html = text($b->open("/portfolios/$id/holdings/$asset{PETR4}"));
unlike $html, qr{result\.dollar}, 'no dollar in what is traded in reais';
my ($first) = text($b->open("/portfolios/$id/explain?field=result.total&symbol=PETR4&asset_type=stock")) =~ m{<h2><bdi>([^<]*)};
is $first, 'Resultado total, com proventos de PETR4', 'in words';

# 35 months; 13 and 25 of them.
sub months { my ($html) = @_; my ($data) = $html =~ m{<details class="data".*?</details>}gs or return 0; ($data) = $html =~ m{(<details class="data".*?</details>)}s; return scalar(() = $data =~ /<tr data-x/g) }
is_deeply [map { months(text($b->open("/portfolios/$id/holdings/$asset{PETR4}?periodo=$_"))) } qw(12m 24m inicio)], [13, 25, 35], 'a chart of 12 months, of 24, and of all';
is months($html), 35, 'all when none is chosen';
like $html, qr{<nav class="chips" aria-label="Período">\s*<a href="[^"]*periodo=12m">12M</a>\s*<a href="[^"]*periodo=24m">24M</a>\s*<a href="[^"]*periodo=inicio" aria-current="true">Início</a>}, 'as chips';
is $b->open("/portfolios/$id/holdings/$asset{PETR4}?periodo=1m")->status, 400, 'days are not among them';

done_testing;
