#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: pages of portfolios.  Every figure equals the JSON's; hostile text is escaped; no page without a session,
# and no portfolio of others.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use JSON::PP qw(decode_json);
use Lastro::Browser;
use Lastro::Console qw(between figures row same);
use Lastro::Market qw(closes rates);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'MGLU3', '2026-05-29' => '9.60', '2026-11-19' => '5.00');
closes($t, tesouro => 'Tesouro Prefixado 2029', '2026-11-19' => '800.00');
closes($t, us => 'VOO', '2026-03-30' => '610', '2026-11-18' => '700', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-05-04' => '5.0117', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b, $entered) = $c->person('ana@example.com');
is $entered->header('location'), '/portfolios', 'a log-in opens the portfolios';
sub page { return $c->page(@_) }
sub json { return $c->json(@_) }

like page('/portfolios'), qr{Ainda não há carteiras}, 'a new account has no portfolio';

my $id = $c->write(POST => '/v1/portfolios', { name => '<script>alert(1)</script> "Renda"' })->{id};
my $other = $c->write(POST => '/v1/portfolios', { name => 'W' x 60 })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '100', '12.34'), row('PETR4', 'stock', 'buy', '2026-03-30', '37', '14.01'),
	row('PETR4', 'stock', 'sell', '2026-05-04', '20', '15.50'), row('MGLU3', 'stock', 'buy', '2026-05-29', '1000', '9.60'),
	row('VOO', 'us', 'buy', '2026-01-08', '3', '600'), row('SEMP3', 'stock', 'buy', '2026-01-08', '5', '1'),
	row('Tesouro Prefixado 2029', 'tesouro', 'buy', '2026-06-01', '2', '790.10'),
	{ %{ row('PETR4', 'stock', 'buy', '2026-11-19', '1', '16.50') }, note => q{</td><img src=x onerror="alert(1)"> & 'nota'} },
]);
$c->write(POST => "/v1/portfolios/$other/transactions", [row('PETR4', 'stock', 'buy', '2026-06-01', '1000', '15')]);

# ---- an empty account ----
{
	my ($new) = $c->person('nova@example.com');

	like page('/portfolios', $new), qr{Crie uma e traga os extratos}, 'an account without portfolios gets instructions';
	my $r = $new->request('POST', '/v1/portfolios', json => { name => 'Vazia' }, headers => { 'X-CSRF-Token' => $new->open('/v1/session')->json->{csrf_token} });
	my $empty = $r->json->{id};
	my $html = page("/portfolios/$empty", $new);
	like $html, qr{Ainda não há o que mostrar.*href="/portfolios/\Q$empty\E/imports".*href="/portfolios/\Q$empty\E/transactions/new"}s, 'and where a portfolio is empty';
	for my $path ('/portfolios', '/income', map { "/portfolios/$empty$_" } '', qw(/history /xray /costs /look-through /income)) {
		my $beginning = page($path, $new);

		like $beginning, qr{Ainda não há o que mostrar.*href="/portfolios/\Q$empty\E/imports"}s, "$path: says what to do first";
		unlike $beginning, qr{<table|<data}, '  and shows no zeros';
	}
}

# ---- one portfolio ----
{
	my $html = page("/portfolios/$id");
	my $j = json("/v1/portfolios/$id");
	my $table = between(page("/portfolios/$id?sort=-market_value"), 'O que há na carteira');
	my ($head) = $html =~ m{<main[^>]*>(.*?)</dl>}s;
	my $found = figures($head);

	same($found, $_, $j->{$_}) for qw(patrimonio invested unrealized_pl realized_pl income_received day_change_brl xirr);
	# The page's total result includes the incomes, and equals the sum of the parts above it.
	same($found, 'result_with_income', sprintf '%.2f', $j->{unrealized_pl} + $j->{realized_pl} + $j->{income_received});
	like $html, qr{soma do resultado em aberto, do realizado e dos proventos}, 'with a message';
	same($found, 'twr.cumulative', $j->{returns}{twr}{cumulative});
	my @open = grep { !$_->{closed} && !$_->{is_watchlist} } @{ $j->{holdings} };
	is scalar @open, 5, 'five are held';
	# The JSON values one of them at what it cost: it gains 0 there, and on a page what is not known.
	my @unpriced = grep { $_->{valuation} eq 'cost' } @open;
	is_deeply [map { [$_->{unrealized_pl} + 0, $_->{unrealized_pct} + 0] } @unpriced], [[0, 0]], 'one of them without a price';
	@$_{qw(unrealized_pl unrealized_pct)} = () for @unpriced;
	like $html, qr{<p><a href="/portfolios/\Q$id\E/xray">\Q$j->{kind_mix}\E</a>\s*</p>}, 'its classes';
	# By class, the largest first: the rows of each are those of the table, and its sums those of its rows.
	my (%value, @classes);
	while ($html =~ m{<details class="grp" id="(\w+)"[^>]*>(.*?)</details>}gs) {
		my ($class, $part) = ($1, figures($2));
		my @rows = grep { $_->{asset_type} eq $class } @open;

		push @classes, $class;
		same($part, $_, map { my $name = $_; map { $_->{$name} } @rows } $_) for qw(market_value day_change_brl unrealized_pl);
		for my $sum ([class_value => 'market_value'], [class_day => 'day_change_brl'], [class_pl => 'unrealized_pl']) {
			my ($name, $of) = @$sum;
			my @known = grep { defined } map { $_->{$of} } @rows;
			my $cents = 0;

			$cents += sprintf '%.0f', 100 * $_ for @known;
			is $part->{$name}[0], @known ? sprintf('%.2f', $cents / 100) : 'null', "$class: the sum of $of";
			$value{$class} = $cents / 100 if $of eq 'market_value';
		}
	}
	is_deeply [sort @classes], [sort keys %{ { map { $_->{asset_type} => 1 } @open } }], 'each class that is held';
	is_deeply [grep { $value{ $classes[$_] } > $value{ $classes[$_ - 1] } } 1 .. $#classes], [], 'by what it is worth';
	like $html, qr{<details class="grp" id="$classes[0]" open>}, 'the largest is open';
	$found = figures($table);
	for my $name (qw(qty price market_value weight_pct day_change_brl unrealized_pl unrealized_pct)) {
		same($found, $name, map { $_->{$name} } @open);
	}
	# 118 at 16.50 and 1,000 at 5.00, in Brazilian notation.
	like $table, qr{>R\$\x{a0}1\.947,00<}, 'money as people write it';
	like $table, qr{>R\$\x{a0}5\.000,00<}, 'with its points';
	like $table, qr{>−47,9%<}, 'a loss and its percentage: 5.00 of 9.60';
	like $html, qr{&lt;script&gt;alert\(1\)&lt;/script&gt; &quot;Renda&quot;}, 'a hostile name is text';
	like $html, qr{custo desconhecido|sem preço}, 'unreliable figures are marked';

	for my $holding (@open) {
		my $story = page("/portfolios/$id/holdings/$holding->{asset_id}");
		my ($worth) = $story =~ m{<h2>Vale hoje</h2>(.*?)(?:<h3>|</section>)}s;	# not in dollars
		my ($result) = $story =~ m{<h2>Resultado</h2>(.*?)</section>}s;

		same(figures($worth), $_, $holding->{$_}) for qw(qty avg_price invested_cost price market_value);
		same(figures($result), $_, $holding->{$_}) for qw(unrealized_pl realized_pl income_received);
		like $result, qr{O lucro não realizado não se conhece: \Q$holding->{valuation_reason}\E}, "$holding->{symbol}: why nothing is known" if $holding->{valuation} eq 'cost';
		next unless $holding->{symbol} eq 'PETR4';
		like $story, qr{&lt;/td&gt;&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp; &#39;nota&#39;}, 'a hostile note is text';
		same(figures(between($story, 'Lançamentos de PETR4')), 'quantity', 100, 37, 20, 1);
		same(figures(between($story, 'Lançamentos de PETR4')), 'row_price', 12.34, 14.01, 15.5, 16.5);
		# 100 at 12.34 and 37 at 14.01 make 1,752.37 of 137 by the end of March; the close of the 30th is 14.00.
		my ($march) = between($story, 'No fim de cada mês') =~ m{<td[^>]*>03/2026</td>(.*?)</tr>}s;
		my $month = figures($march);
		same($month, 'qty', 137);
		same($month, 'avg_price', 12.7910219);
		same($month, 'month_price', 14);
		same($month, 'market_value', 1918);
		like $story, qr{<svg [^>]*aria-labelledby="preco-titulo preco-descricao"}, 'its price and mean cost, drawn';
		# No price in January, one in March: the line begins in March.
		my ($price) = $story =~ m{<path class="l l1" d="(M[^"]*)">};
		is scalar(() = $story =~ m{<path class="l l2" d="M[^"]*H}g), 1, 'in one line';
	}
	is $b->open("/portfolios/$id/holdings/$other")->status, 404, 'an asset that there is not';
	is $b->open("/portfolios/$id/holdings/nada")->status, 404, 'by such an id neither';
}

# ---- history ----
sub through_time {
	my ($html, $j, $whole, $charts) = @_;
	my $found = figures(between($html, 'Mês a mês'));

	cmp_ok scalar @{ $j->{data} }, '>', 5, 'there are months';
	for my $name (qw(equity contributed income realized return_pct stale_pct)) {
		same($found, $name, map { $_->{$name} } reverse @{ $j->{data} });
	}
	$found = figures(between($html, 'Rentabilidade ao lado dos índices'));
	for my $span (qw(month ytd m6 m12 m24 m36 since_start)) {
		same($found, "$span.$_", $j->{meta}{periods}{$span}{$_}) for qw(cumulative annualized);
	}
	$found = figures(between($html, 'Ao lado dos índices'));
	for my $index (qw(cdi ipca ibov)) {
		same($found, "$index.$_", $j->{meta}{benchmarks}{$index}{$_}) for qw(final_value xirr);
		# The same figure as in the table above, from the same day as the return beside it.
		same($found, "since_start.index_$index", $j->{meta}{periods}{since_start}{indices}{$index});
	}
	same($found, $_, $whole->{$_}) for qw(patrimonio xirr);
	same($found, 'since_start.cumulative', $j->{meta}{periods}{since_start}{cumulative});
	is scalar(() = $html =~ /role="img"/g), $charts, "$charts charts";
	is scalar(() = $html =~ m{<title id="[^"]+">[^<]+</title>\s*<desc id="[^"]+">[^<]+</desc>}g), $charts, 'each with its title and description';
}
through_time(page("/portfolios/$id/history"), json("/v1/portfolios/$id/history"), json("/v1/portfolios/$id"), 2);
same(figures(page("/portfolios/$id/history")), 'max_drawdown.value', json("/v1/portfolios/$id/history")->{meta}{risk}{max_drawdown}{value});

# ---- where one is ----

# The bar below, on a telephone, marks the nearest of its places.
for (['', 'Resumo'], ['/history', 'Resumo'], ['/transactions', 'Resumo'], ['/transactions/new', 'Lançar'], ['/plan', 'Plano'], ['/plan/targets', 'Plano'], ['/income/received', 'Proventos'], ['/tax', 'Imposto']) {
	my ($path, $name) = @$_;
	my ($bar) = page("/portfolios/$id$path") =~ m{<nav class="bottom".*?</nav>}sg;

	is_deeply [map { s/<[^>]*>|\s//gr } $bar =~ m{<a [^>]*aria-current="page"[^>]*>(.*?)</a>}sg], [$name], "$path: $name";
}

# ---- all portfolios together ----
{
	my $html = page('/portfolios');
	my $j = json('/v1/portfolio');
	my ($head) = $html =~ m{<main[^>]*>(.*?)<section}s;
	my ($totals) = $html =~ m{<dl class="facts">(.*?)</dl>}s;

	same(figures($head), $_, $j->{$_}) for qw(patrimonio day_change_brl day_change_pct);
	same(figures($totals), $_, $j->{$_}) for qw(invested unrealized_pl unrealized_pct realized_pl income_received xirr);
	my $found = figures(between($html, 'O que há, onde quer que esteja'));
	my %unpriced = map { $_->{valuation} eq 'cost' ? ($_->{symbol} => 1) : () } @{ json("/v1/portfolios/$id")->{holdings} };
	for my $name (qw(qty market_value weight_pct unrealized_pct)) { same($found, $name, map { $name eq 'unrealized_pct' && $unpriced{ $_->{symbol} } ? undef : $_->{$name} } @{ $j->{positions} }) }
	$found = figures(between($html, 'Carteiras'));
	for my $name (qw(patrimonio unrealized_pct)) { same($found, $name, map { $_->{$name} } @{ $j->{by_carteira} }) }
	through_time($html, json('/v1/portfolio/history'), $j, 3);
	unlike $html, qr{<script>}, 'a name runs nothing';
	like $html, qr{<bdi><a [^>]*>W{60}</a></bdi>}, 'a wide name is kept apart';
}

# ---- what moved the month ----
for my $of (map { my $at = $_; map { [@$at, $_] } '', '?from=2026-01&month=2026-11' } ["/portfolios/$id/moved", "/v1/portfolios/$id/moved"], ['/portfolios/moved', '/v1/portfolio/moved']) {
	my ($at, $from, $query) = @$of;
	my $html = page("$at$query");
	my $j = json("$from$query");

	same(figures($html =~ m{<dl class="facts">(.*?)</dl>}s), 'moved_sum', $j->{result});
	for my $part (['Por ativo', 'assets'], ['Por classe', 'classes']) {
		my $found = figures(between($html, $part->[0]));

		same($found, 'moved_result', map { $_->{result} } @{ $j->{ $part->[1] } });
		same($found, 'moved_points', map { $_->{points} } @{ $j->{ $part->[1] } });
	}
	like $html, $query ? qr{<a href="\Q$at\E\?month=2026-11">11/2026</a>} : qr{<a href="\Q$at\E\?month=2026-10">10/2026</a>}, 'and the month beside it';
	like $html, $query ? qr{<a href="\Q$at\E\?from=2025-01&amp;month=2025-12">2025</a>} : qr{<a href="\Q$at\E\?from=2026-01&amp;month=2026-11">2026</a>}, 'and the year';
	is $b->open("$at?month=2026-13")->status, 400, 'no such month';
}

# ---- x-ray, costs, look-through ----
{
	my $html = page("/portfolios/$id/xray");
	my $j = json("/v1/portfolios/$id/xray");
	my %tables = ('Por classe' => 'by_class', 'Por moeda' => 'by_currency', 'Maiores posições' => 'top_positions');

	for my $title (sort keys %tables) {
		my $found = figures(between($html, $title));
		same($found, 'value_brl', map { $_->{value_brl} } @{ $j->{ $tables{$title} } });
		same($found, 'pct', map { $_->{pct} } @{ $j->{ $tables{$title} } });
	}
	$html = page("/portfolios/$id/costs");
	$j = json("/v1/portfolios/$id/costs");
	my ($head) = $html =~ m{<dl class="facts">(.*?)</dl>}s;
	same(figures($head), $_, $j->{totals}{$_}) for qw(annual_cost_brl above_reference_brl pct_of_patrimonio);
	my $items = figures(between($html, 'Custos'));
	is scalar @{ $j->{items} }, 1, 'one has a cost that is known';
	for my $name (qw(annual_cost_pct annual_cost_brl)) { same($items, $name, map { $_->{$name} } @{ $j->{items} }) }
	$html = page("/portfolios/$id/issues");
	$j = json("/v1/portfolios/$id/issues");
	cmp_ok scalar @{ $j->{data} }, '>', 0, 'something is weak';
	is scalar(() = $html =~ /<section class="card stack">/g), scalar @{ $j->{data} }, 'each issue is there';
	like $html, qr{O que fazer: }, 'with its remedy';
}

# ---- access ----
{
	my $stranger = Lastro::Browser->new($t);
	my $r = $stranger->open("/portfolios/$id?x=1");
	is $r->status, 303, 'without a session there is the log-in';
	is $r->header('location'), "/login?next=%2Fportfolios%2F$id%3Fx%3D1", 'and back';
	is $b->open("/portfolios/$id?x=1")->status, 400, 'a parameter that there is not';
	my ($bia) = $c->person('bia@example.com');
	for my $path ("/portfolios/$id", map { "/portfolios/$id/$_" } qw(history xray costs issues)) {
		is $bia->open($path)->status, 404, "another's: $path";
	}
}

{
	my $r = $b->open('/');
	is $r->status . $r->header('location'), '303/portfolios', 'with a session the first page redirects to the portfolios';
	is $r->header('Cache-Control'), 'no-store', 'each time a new one';
}

# ---- what the overview's figures leave out, and where its names lead ----
{
	my ($lia) = $c->person('lia@example.com');
	my ($in, $also, $out) = map { $c->write(POST => '/v1/portfolios', { name => $_ }, $lia)->{id} } 'Dentro', 'Também', 'Simulada & só';

	$c->write(PATCH => "/v1/portfolios/$out", { exclude_from_consolidated => JSON::PP::true() }, $lia);
	$c->write(POST => "/v1/portfolios/$_->[0]/transactions", { symbol => $_->[1], asset_type => 'stock', kind => 'buy', trade_date => '2026-11-18', quantity => $_->[2], price => 10 }, $lia)
		for [$in, 'PETR4', 10], [$also, 'PETR4', 10], [$in, 'SEMP3', 67];
	my $html = page('/portfolios', $lia);
	# 20 x 16.50 at the close, 67 x 10 at cost: 330 of 1,000 are measured.
	like $html, qr{A rentabilidade é medida em 33,0% do patrimônio: 67,0% não tem cotação e está pelo custo\.}, 'the share that the return measures';
	like $html, qr{<p>Fora do total: <a href="/portfolios/$out">Simulada &amp; só</a>\.</p>}, 'a portfolio that is not counted is named';
	my %asset = map { $_->{symbol} => $_->{asset_id} } @{ $c->json("/v1/portfolios/$in", $lia)->{holdings} };
	like $html, qr{<a href="/portfolios/$in/holdings/$asset{SEMP3}">SEMP3</a>}, 'a name leads to its holding';
	like $html, qr{<a href="/portfolios/held\?symbol=PETR4&amp;asset_type=stock">PETR4</a>}, 'one that two portfolios hold to both';
	unlike page("/portfolios"), qr{Fora do total|A rentabilidade é medida}, 'without them nothing is said';
	$c->write(PATCH => "/v1/portfolios/$_", { exclude_from_consolidated => JSON::PP::true() }, $lia) for $in, $also;
	like page('/portfolios', $lia), qr{Fora do total: <a [^>]*>Dentro</a>, <a}, 'all of them left out are named, too';
}

# ---- the legend of the chart follows its period ----
{
	my ($eva) = $c->person('eva@example.com');
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Anos' }, $eva)->{id};
	# 100 at 14.00 and 20 more bought at 16.00 are 120 at 16.50: 1,980; 1,400 and 320 were contributed.
	$c->write(POST => "/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => $_->[0], quantity => $_->[1], price => $_->[2] }, $eva)
		for ['2025-10-01', 100, 14], ['2026-11-18', 20, 16];
	my $legend = sub { my ($html) = page("/portfolios?periodo=$_[0]", $eva) =~ m{</svg>\s*(<p>De.*?)?<div class="legend"(.*?)</div>}s or die; return Lastro::Console::told_text(($1 // '') . " $2") };

	like $legend->('inicio'), qr{Valor R\$\x{a0}1,98 mil.*Aportado R\$\x{a0}1,72 mil}s, 'from the beginning: the newest values';
	# Until March 100 without a close stand at their cost, 1,400.
	like $legend->('12m'), qr{De 11/2025 a 11/2026 mudou:.*Valor \+R\$\x{a0}580.*Aportado \+R\$\x{a0}320}s, 'of 12 months: what changed in them';
	like $legend->('ano'), qr{De 12/2025 a 11/2026 mudou:.*Valor \+R\$\x{a0}580}s, 'of the year';
	# 20 October: 100 at 14.00, the last close.
	like $legend->('1m'), qr{De 20/10/2026 a 20/11/2026 mudou:.*Valor \+R\$\x{a0}580.*Aportado \+R\$\x{a0}320}s, 'of a month of days';
}

# ---- previews on a telephone ----
{
	my $r = $b->shown($b->open("/portfolios/$id/transactions/new"), { which => qr/preview/ }, symbol => 'PETR4', trade_date => '2026-11-18', quantity => 1, price => 16);

	like $r->body, qr{<td class="lead">Quantidade</td>\s*<td[^>]* data-k="Antes">.*?<td[^>]* data-k="Depois">}s, 'each cell says which side it is of';
	like page("/portfolios/$id/transactions"), qr{data-k="Quantidade"}, 'and in the list what it is';
}

# ---- the files of a page ----
{
	my $html = page('/portfolios');
	my ($at) = $html =~ m{<link rel="stylesheet" href="(/static/[0-9a-f]{16}/)console\.css">};

	for my $file (['console.css', 'text/css', 24_000], ['console.js', 'text/javascript', 15_000], ['icon.svg', 'image/svg+xml', 1_000],
		['lastro.webmanifest', 'application/manifest+json', 1_000]) {
		my ($name, $type, $most) = @$file;
		my $r = $t->get("$at$name");

		like $html, qr/"\Q$at$name\E"/, "the page names $name";
		is $r->status, 200, '… which is there';
		is $r->header('Cache-Control'), 'public, max-age=31536000, immutable', '… is kept for ever';
		like $r->header('Content-Type'), qr/^\Q$type\E/, '… as what it is';
		cmp_ok length $r->body, '<', $most, "… below $most bytes";
	}
	is $t->get('/static/0123456789abcdef/console.css')->status, 404, 'of another hash it is not';
	is $t->get("${at}console.txt")->status, 404, 'nor another file';
	is decode_json($t->get("${at}lastro.webmanifest")->body)->{icons}[0]{src}, 'icon.svg', 'the manifest names the icon beside it';
	like $b->open('/portfolios')->header('Content-Security-Policy'),
		qr{^default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$},
		'nothing else may be loaded';
}

# ---- shares, rounded once ----
{
	# 13.45 of 1,000.00 is 1.345 %: 1.35 with two places, 1,3% on the page; 0.40 is 0.04 %, which one place would show as 0,0%.
	closes($t, b3 => 'ABEV3', '2026-11-19' => '13.45');
	closes($t, b3 => 'WEGE3', '2026-11-19' => '986.15');
	closes($t, b3 => 'ITSA4', '2026-11-19' => '0.40');
	my $id = $c->write(POST => '/v1/portfolios', { name => 'Parcelas' })->{id};
	$c->write(POST => "/v1/portfolios/$id/transactions", [map { row($_, 'stock', 'buy', '2026-11-19', '1', '1.10') } qw(ABEV3 WEGE3 ITSA4)]);
	for my $page (page("/portfolios/$id"), page("/portfolios/$id/xray")) {
		my @shown = $page =~ m{>([0-9],[0-9]+%)</data>}g;
		ok scalar(grep { $_ eq '1,3%' } @shown), '1.345 % is 1,3% on every page' or diag "@shown";
		ok !scalar(grep { $_ eq '1,4%' } @shown), 'and 1,4% on none';
		ok scalar(grep { $_ eq '0,04%' } @shown), 'a small share has two places';
	}

	# ---- explanations on pages ----
	$c->write(POST => "/v1/portfolios/$id/transactions", [map { row('EGIE3', 'stock', 'buy', sprintf('2026-03-%02d', $_), '3', '38.50') } 2 .. 6]);
	my $html = page("/portfolios/$id/explain?field=invested_cost&symbol=EGIE3");
	like $html, qr{3 × 38,5 = 115,5<}, 'quantity times price is the amount, line by line';
	unlike $html, qr{\.\.}, 'no range in the notation of the interface';
	unlike $html, qr{,\d{15}}, 'no binary noise';
}

# ---- flows that an index would not have paid ----
{
	closes($t, index => 'IBOV', map { $_ => '100000' } '2026-03-30', '2026-11-18', '2026-11-19');
	my ($dora) = $c->person('dora@example.com');
	my $gain = $c->write(POST => '/v1/portfolios', { name => 'Antes' }, $dora)->{id};
	$c->write(POST => "/v1/portfolios/$gain/transactions", [row('PETR4', 'stock', 'buy', '2026-03-30', '100', '14'), row('PETR4', 'stock', 'sell', '2026-11-18', '90', '50')], $dora);
	# 1,400.00 in, 4,500.00 out, of an index that stood still.
	like between(page("/portfolios/$gain/history", $dora), 'Ao lado dos índices'), qr{value="-3100.00">[^<]*</data>\s*</a>\s*<small>acabaria antes das mesmas retiradas: é o que faltaria</small>}, 'is said in words';
}

$t->finish;
done_testing;
