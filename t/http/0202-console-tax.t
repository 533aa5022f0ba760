#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: the income tax of a year, a month, the declaration, missing facts, explanations.  Every figure equals
# the JSON's; the caveat is on every page.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use JSON::PP ();
use Lastro::Browser;
use Lastro::Console qw(between figures row same terms told_text);
use Lastro::Market qw(closes rates series);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => $_, '2026-11-19' => '16.50') for qw(PETR4 MGLU3 VALE3 HGLG11);
rates($t, '2026-02-02' => '5.00', '2026-06-01' => '5.50');
$t->sql('update ptax set buy = sell');
series($t, 4390, map { sprintf('2026-%02d-01', $_) => '1.1' . $_ % 10 } 5 .. 10);	# none of April
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my $other = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '10000', '10'),
	row('PETR4', 'stock', 'sell', '2026-02-10', '1000', '9'),		# a loss of 1,000
	row('PETR4', 'stock', 'sell', '2026-03-10', '3000', '15'),		# a gain of 15,000, sales of 45,000
	row('PETR4', 'stock', 'sell', '2026-05-11', '100', '11'),		# exempt
	row('MGLU3', 'stock', 'buy', '2026-06-10', '100', '8'), row('MGLU3', 'stock', 'sell', '2026-06-10', '100', '8.30'),	# day trade: 30, a DARF of 6 below the minimum
	row('HGLG11', 'fii', 'buy', '2026-01-08', '100', '100'), row('HGLG11', 'fii', 'sell', '2026-07-08', '50', '110'),
	row('BTC', 'crypto', 'buy', '2026-01-08', '1', '100000'), row('BTC', 'crypto', 'sell', '2026-08-10', '0.5', '120000'),
	row('VOO', 'us', 'buy', '2026-02-02', '10', '600'), row('VOO', 'us', 'sell', '2026-06-01', '4', '700'),
	row('BOVA99', 'etf', 'buy', '2026-01-08', '10', '100'), row('BOVA99', 'etf', 'sell', '2026-09-08', '5', '110'),	# the kind of ETF is unknown
	row('VALE3', 'stock', 'sell', '2026-10-08', '5', '60'),	# more than was held
]);
$c->write(POST => "/v1/portfolios/$other/transactions", [row('PETR4', 'stock', 'buy', '2026-01-08', '5000', '13')]);
my $caveat = qr{não substitui os informes de rendimentos};
my @baskets = qw(common day_trade fii);

# whole() - compares all pages of a portfolio's tax with the JSON.
sub whole {
	my ($base, $api) = @_;
	my $html = $c->page("$base?year=2026");
	my $j = $c->json("$api?year=2026");

	like $html, $caveat, 'the caveat';
	like $html, qr{provisórios}, 'an open year is provisional';
	# DARF
	my $table = between($html, 'DARF do ano');
	my $found = figures($table);
	cmp_ok scalar @{ $j->{darf} }, '>=', 3, 'DARF of the year';
	same($found, 'darf.amount', map { $_->{amount} } @{ $j->{darf} });
	same($found, 'darf.includes_earlier', map { $_->{includes_earlier} } @{ $j->{darf} });
	same($found, 'darf.paid', map { $_->{paid} } @{ $j->{darf} });
	is_deeply $found->{code}, [map { $_->{code} } @{ $j->{darf} }], 'codes';
	is_deeply $found->{due_on}, [map { join '/', reverse split /-/, $_->{due_on} } @{ $j->{darf} }], 'the days they are due on';
	is_deeply $found->{typed}, [map { $_->{amount} =~ tr/./,/r } grep { defined $_->{amount} } @{ $j->{darf} }], 'to be typed';
	is scalar(() = $table =~ /data-copy="/g), 2 * @{ $j->{darf} } + grep({ defined $_->{amount} } @{ $j->{darf} }), 'to be copied';
	my @late = grep { $_->{late} } @{ $j->{darf} };
	my $behind = figures(between($html, 'DARF em atraso'));
	cmp_ok scalar @late, '>=', 2, 'some are behind their day';
	for my $f (qw(fine_pct fine interest_pct interest total)) { same($behind, "darf.late.$f", map { $_->{late}{$f} } @late) }
	like $html, qr{É uma estimativa; o Sicalc decide}, 'which is an estimate';
	same(figures($html), 'under_minimum', map { $j->{under_minimum}{$_} } sort keys %{ $j->{under_minimum} }) if %{ $j->{under_minimum} };
	# months
	$found = figures(between($html, 'Meses'));
	for my $name (qw(share_sales exempt_gain due)) { same($found, "months.$name", map { $_->{$name} } @{ $j->{months} }) }
	for my $basket (@baskets) { same($found, "months.$basket.result", map { $_->{$basket}{result} } @{ $j->{months} }) }
	# losses, gains, abroad
	$found = figures(between($html, 'Prejuízos e retenções'));
	for my $name (qw(carry_in carry_out withheld_left)) { same($found, "$name.$_", $j->{$name}{$_}) for @baskets }
	$found = figures(between($html, 'Ganho de capital (GCAP)'));
	for my $name (qw(sales gain tax)) { same($found, "gcap.$name", map { $_->{$name} } @{ $j->{gcap} }) }
	$found = figures(terms($html));
	for my $name (qw(total loss_brought loss_used base tax foreign_tax credit due loss_carried)) { same($found, "exterior.$name", $j->{exterior}{$name}) }
	is scalar(() = between($html, 'Avisos') =~ /<tr>/g), scalar @{ $j->{warnings} }, 'the warnings' if @{ $j->{warnings} };

	# each month
	for my $month (@{ $j->{months} }) {
		my $page = $c->page("$base/month?month=$month->{month}");

		like $page, $caveat, 'the caveat';
		same(figures(terms($page)), "months.$_", $month->{$_}) for qw(share_sales exempt_gain due);
		$found = figures(between($page, 'Cestas'));
		for my $basket (@baskets) {
			same($found, "months.$basket.$_", $month->{$basket}{$_}) for qw(result loss_brought loss_used base tax loss_carried);
		}
		$found = figures(between($page, 'Imposto retido na fonte'));
		for my $name (qw(withheld withheld_used withheld_estimate)) { same($found, "months.$name.$_", $month->{$name}{$_}) for @baskets }
	}

	# the declaration
	$html = $c->page("$base/declaration?year=2026");
	$j = $c->json("$api/declaration?year=2026");
	like $html, $caveat, 'the caveat';
	$found = figures(between($html, 'Bens e Direitos'));
	for my $name (qw(quantity previous current)) { same($found, $name, map { $_->{$name} } @{ $j->{bens} }) }
	my @texts = map { Lastro::Browser::unescape($_) } between($html, 'Bens e Direitos') =~ m{<code data-copy>([^<]*)</code>}g;
	is_deeply \@texts, [map { $_->{discrimination} } @{ $j->{bens} }], 'with their texts';
	for my $group (['Rendimentos isentos e não tributáveis', 'isentos'], ['Tributação exclusiva', 'exclusiva']) {
		next unless @{ $j->{ $group->[1] } };
		same(figures(between($html, $group->[0])), 'amount', map { $_->{amount} } @{ $j->{ $group->[1] } });
	}
	same(figures(between($html, 'Aplicações financeiras no exterior')), 'rendimento_ou_perda', map { $_->{rendimento_ou_perda} } @{ $j->{exterior} });

	# sheets
	for my $page ('', '/declaration') {
		my ($csv) = map { Lastro::Browser::unescape($_) } $c->page("$base$page?year=2026") =~ m{<a href="([^"]*format=csv)">};
		my $r = $b->open($csv);
		is $r->status, 200, $csv;
		like $r->header('Content-Type'), qr{^text/csv}, 'is a sheet';
	}

	# missing facts
	$html = $c->page("$base/missing?year=2026");
	like $html, $caveat, 'the caveat';
	my $text = told_text(between($html, 'O que falta, e o que corrige'));
	like $text, qr{BOVA99.*Não se sabe se o ETF é de renda variável ou fixa\..*PATCH /v1/portfolios/$id/assets/[0-9a-f-]{36} \{ ?"meta": \{ ?"etf_kind": "rv" ?\} ?\}}s, 'a fact, and the request that mends it';
	like $text, qr{VALE3.*Vendeu-se mais do que havia.*compra de VALE3 que falta\.POST /v1/portfolios/$id/transactions \{"symbol":"VALE3","asset_type":"stock","kind":"buy"}s, 'a purchase that is not there';

	# explanations: every figure that has one
	my %seen;
	for my $page ("$base?year=2026", "$base/declaration?year=2026", map { "$base/month?month=$_->{month}" } @{ $c->json("$api?year=2026")->{months} }) {
		my $from = $c->page($page);
		while ($from =~ m{<a href="([^"]*/tax/explain\?[^"]*)"><data class="([^"]*)" value="([^"]*)"}g) {
			$seen{ Lastro::Browser::unescape($1) } //= [$2, $3 eq 'null' ? undef : $3];
		}
	}
	cmp_ok scalar keys %seen, '>', 40, 'figures that are explained';
	# One of each figure of the year, and all of the declaration.
	my %of;
	for my $path (sort keys %seen) {
		my ($field) = $path =~ /field=([^&]*)/;
		$of{ $field =~ /^(?:bens|isentos|exclusiva|gcap|darf)/ ? $path : $field } //= $path;
	}
	cmp_ok scalar(grep { /field=(?:bens|isentos|exclusiva)/ } keys %of), '>=', 5, 'of the declaration, too';
	for my $path (sort values %of) {
		my $name = $seen{$path}[0];
		my $explained = $c->page($path);
		my $json = $c->json($api . substr $path, length $base);

		like $explained, $caveat, 'the caveat';
		my $field = $json->{figure}{field};

		like $field, qr{(?:^|\.)\Q$name\E$}, "$name is explained";
		same(figures(terms($explained)), $field, $json->{figure}{value});
		same(figures(terms($explained)), $field, $seen{$path}[1]);
		is_deeply figures(between($explained, 'Passo a passo'))->{result}, [map { $_->{result} } @{ $json->{steps} }], 'its steps' if @{ $json->{steps} } && @{ $json->{steps} } <= 50;
	}
}

whole('/tax', '/v1/portfolio/tax');
whole("/portfolios/$id/tax", "/v1/portfolios/$id/tax");

# One mean cost over both portfolios: 10 and 13 give 11; 3,000 at 15, minus the loss of February.
is $c->json('/v1/portfolio/tax?year=2026')->{months}[1]{common}{result}, '12000.00', 'the account is one taxpayer';

# ---- the remedy for a missing fact is sent as shown ----
{
	my ($asset) = map { $_->{asset_id} // $_->{id} } grep { $_->{symbol} eq 'BOVA99' } @{ $c->json("/v1/portfolios/$id")->{holdings} };

	$c->write(PATCH => "/v1/portfolios/$id/assets/$asset", { meta => { note => 'da gaveta' } });
	my $text = told_text($c->page('/tax/missing?year=2026'));
	my ($path, $body) = $text =~ m{PATCH (/v1/portfolios/$id/assets/$asset) (\{.*?"etf_kind": ?"rv".*?\} ?\})};

	isnt $body, undef, 'it is shown';
	$c->write(PATCH => $path, JSON::PP::decode_json($body));
	is_deeply [map { $_->{meta} } grep { $_->{symbol} eq 'BOVA99' } @{ $c->json("/v1/portfolios/$id")->{holdings} }], [{ note => 'da gaveta', etf_kind => 'rv' }],
		'what stood there stays';
	unlike told_text($c->page('/tax/missing?year=2026')), qr{de renda variável ou fixa}, 'and the reason disappears';
}

# ---- so is the remedy for missing rows ----
{
	my $missing = sub { return told_text($c->page('/tax/missing?year=2026')) };

	$c->write(POST => "/v1/portfolios/$id/transactions", [
		{ %{ row('VALE3', 'stock', 'buy', '2026-10-16', '100', '50') }, event_kind => 'exercise', option => 'VALEJ500' },
		row('VALE3', 'stock', 'sell', '2026-10-19', '10', '60'),
		{ %{ row('WEGE3', 'stock', 'buy', '2026-10-16', '100', '50') }, event_kind => 'exercise' },
		row('WEGE3', 'stock', 'sell', '2026-10-19', '10', '60'),
	]);
	my ($path, $body) = $missing->() =~ m!VALE3.*?falta.*?compra da opção VALEJ500, que falta\.POST (/v1/portfolios/$id/transactions) (\{[^}]*\})!s;
	isnt $body, undef, 'the option that an exercise lacks is named' or diag $missing->();
	my $sent = JSON::PP::decode_json(Encode::encode('UTF-8', $body));
	is_deeply [@$sent{qw(symbol asset_type kind)}], [qw(VALEJ500 option buy)], 'as a purchase of it';
	$c->write(POST => $path, { %$sent, trade_date => '2026-10-01', quantity => 100, price => '1.00' });
	unlike $missing->(), qr{VALEJ500}, 'which mends it';
	($path, $body) = $missing->() =~ m!WEGE3.*?qual é a opção\.PATCH (/v1/portfolios/$id/transactions/[0-9a-f-]{36}) (\{[^}]*\})!s;
	isnt $body, undef, 'an exercise that names none is asked for it' or diag $missing->();
	$c->write(PATCH => $path, { option => 'WEGEJ500' });
	like $missing->(), qr{compra da opção WEGEJ500}, 'and then for that';

	$c->write(POST => "/v1/portfolios/$id/income", { symbol => 'VOO', asset_type => 'us', kind => 'dividend', pay_date => $_, amount => '7.00' }) for '2026-06-01', '2026-06-02';
	for my $left (1, 0) {
		my $text = $missing->();
		my ($gone, $made, $again) = $text =~ m!DELETE (/v1/portfolios/$id/income/[0-9a-f-]{36})\s*POST (/v1/portfolios/$id/income) (\{[^}]*\})!;

		isnt $again, undef, 'a payment of which only the net amount is known' or diag $text;
		$sent = JSON::PP::decode_json(Encode::encode('UTF-8', $again));
		is $sent->{amount}, 7, 'is shown unchanged';
		$c->write(DELETE => $gone);
		$c->write(POST => $made, { %$sent, gross_amount => '10.00' });
		is scalar(() = $missing->() =~ /o bruto do informe/g), $left, 'and known, once it is sent with its gross amount';
	}
	is scalar @{ $c->json("/v1/portfolios/$id/income")->{data} }, 2, 'there are as many as before';
	is_deeply [map { $_->{income} } grep { $_->{symbol} eq 'VOO' } @{ $c->json('/v1/portfolio/tax?year=2026')->{exterior}{items} }], ['110.00'], 'two of 10 dollars at 5.50';
}

# ---- access, and parameters ----
{
	my ($bia) = $c->person('bia@example.com');

	is $bia->open("/portfolios/$id/tax$_")->status, 404, "another's: $_" for '', '/declaration', '/missing';
	like $c->page('/tax', $bia), qr{Nenhum DARF no ano}, 'nothing to pay without a sale';
	like $c->page('/tax/missing?year=2020', $bia), qr{Nada falta}, 'and nothing missing';
	is $b->open("/tax$_")->status, 400, "refused: $_" for '?year=2019', '?year=x', '/month', '/month?month=2026-13', '/explain?year=2026&field=x', '?x=1';
	for my $page ('/tax/month?month=2026-03', '/tax/explain?year=2026&field=months.due&month=2026-03') {
		my @years = map { Lastro::Browser::unescape($_) } $c->page($page) =~ m{<a href="([^"]*)">2025</a>}g;

		is_deeply \@years, ['/tax?year=2025'], "of another year there is the whole: $page";
		is $b->open($_)->status, 200, "and the link has a target: $_" for @years;
	}
	is $b->open('/tax/month?month=2026-04')->status, 404, 'a month without a sale';
	is Encode::decode('UTF-8', $b->open("/tax/month?year=2026&month=$_")->body) =~ s/.*<main/<main/sr, Encode::decode('UTF-8', $b->open('/tax/month?month=2026-03')->body) =~ s/.*<main/<main/sr, "the year beside the month: $_" for '2026-03', '03', '3';
	is $b->open($_)->status, 400, "no month: $_" for '/tax/month', '/tax/month?year=2026', '/tax/month?year=2026&month=13', '/tax/month?year=2025&month=2026-03';
	like Encode::decode('UTF-8', $b->open('/tax/month')->body), qr{month&quot; não foi dado|month" não foi dado|month”? não foi dado}, 'with a plain message';
	is +Lastro::Browser->new($t)->open('/tax')->status, 303, 'without a session there is the log-in';
	like $c->page('/portfolios'), qr{<a href="/tax">}, 'the way there';
}

$t->finish;
done_testing;
