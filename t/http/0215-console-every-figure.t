#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: every figure of an investor's reading pages has an explanation.  Follows all links; figures without a
# link must be on the list of exceptions, each with the reason.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Browser;
use Lastro::Console qw(figures row same terms told_text);
use Lastro::Market qw(closes fund fund_month rates);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my ($alfa, $beta, $gama) = qw(11222333000181 33000167000101 27865757000102);

# ---- a portfolio with content on every page ----

closes($t, b3 => $_, '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50') for qw(PETR4 MGLU3 VALE3 HGLG11);
closes($t, us => 'VOO', '2026-03-30' => '610', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-02-02' => '5.00', '2026-06-01' => '5.50', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
$t->sql('update ptax set buy = sell');
fund($t, $alfa, name => 'FIC Alfa');
fund($t, $gama, name => 'Gama Master');
fund_month($t, $alfa, '2026-10-31', '1000.00', [4, 'Ações', '400.00', 'PETR4'], [4, 'Ações', '200.00', 'VALE3']);
closes($t, fund => $_, '2026-11-19' => '10.00') for $alfa, $beta;
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values
	('b3', 'PETR4', 'D', 'dividend', '2026-12-12', '2026-12-20', 0.51234, 'b3')});
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
my $other = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '10000', '10'),
	row('PETR4', 'stock', 'sell', '2026-02-10', '1000', '9'),
	row('PETR4', 'stock', 'sell', '2026-03-10', '3000', '15'),
	row('PETR4', 'stock', 'sell', '2026-05-11', '100', '11'),
	row('MGLU3', 'stock', 'buy', '2026-06-10', '100', '8'), row('MGLU3', 'stock', 'sell', '2026-06-10', '100', '8.30'),
	row('MGLU3', 'stock', 'buy', '2026-11-10', '100', '8'), row('MGLU3', 'stock', 'sell', '2026-11-10', '100', '8.30'),	# a DARF of 6, below the minimum
	row('HGLG11', 'fii', 'buy', '2026-01-08', '100', '100'), row('HGLG11', 'fii', 'sell', '2026-07-08', '50', '110'),
	row('BTC', 'crypto', 'buy', '2026-01-08', '1', '100000'), row('BTC', 'crypto', 'sell', '2026-08-10', '0.5', '120000'),
	row('VOO', 'us', 'buy', '2026-02-02', '10', '600'), row('VOO', 'us', 'sell', '2026-06-01', '4', '700'),
	row('BOVA99', 'etf', 'buy', '2026-01-08', '10', '100'), row('BOVA99', 'etf', 'sell', '2026-09-08', '5', '110'),
	row('SEMP3', 'stock', 'buy', '2026-01-08', '5', '1'), row('VALE3', 'stock', 'sell', '2026-10-08', '5', '60'),
	row('PETR4', 'stock', 'sell', '2026-10-09', '2000', '15'),
	row($alfa, 'fund', 'buy', '2026-06-01', '100', '10'), row($beta, 'fund', 'buy', '2026-06-01', '10', '10'),
]);
$c->write(POST => "/v1/portfolios/$other/transactions", [row('PETR4', 'stock', 'buy', '2026-01-08', '5000', '13')]);
$c->write(POST => "/v1/portfolios/$id/income", { symbol => 'VOO', asset_type => 'us', kind => 'dividend', pay_date => '2026-06-02', amount => '7.00', gross_amount => '10.00' });
$c->write(POST => "/v1/portfolios/$id/income", { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-06-02', amount => '70.00' });

$c->write(PUT => '/v1/portfolio/tax/inputs', { paid => [{ code => '6015', period => '2026-07', amount => '1.00', paid_on => '2026-08-31' }] });

$c->write(PUT => "/v1/portfolios/$id/targets", { slices => [{ name => 'Ações', pct => 60, types => ['stock'], inside => [{ symbol => 'PETR4', asset_type => 'stock', pct => 100 }] },
	{ name => 'Imóveis', pct => 40, types => ['fii'] }] });

# ---- the pages ----

# Pages with separate tests: forms being filled in, and uploaded files (0203, 0204).
my $not_read = qr{/imports|/reconcile|/new(?:$|\?)|/delete$|/tax/(?:input|fact)\?|/plan/trades|format=csv};

# crawled() - every linked page, by its address; of explanations only the addresses.
sub crawled {
	my (@open) = @_;
	my (%page, %explained);	# %explained: the address of an explanation, and one page that links to it

	while (defined(my $at = shift @open)) {
		next if $page{$at};
		my $html = $page{$at} = $c->page($at);
		while ($html =~ m{<a [^>]*href="([^"#]*)(?:#[^"]*)?"}g) {
			my $to = Lastro::Browser::unescape($1);

			next if $to !~ m{^/(?:portfolios|plan|tax|notices)\b} || $to =~ $not_read;
			if ($to =~ m{/explain\?}) {
				$explained{$to} //= $at;
				next;
			}
			next if $to =~ /[?&](?:sort|year=20[^2]|year=202[0-4])/;
			push @open, $to;
		}
	}
	return (\%page, \%explained);
}

my ($page, $explained) = crawled('/portfolios', map { "/portfolios/$id/plan?$_" } 'contribution=1000', 'contribution=0&sell=true', 'at=2026-11-20');
my @kinds = sort keys %{ { map { kind($_) => 1 } keys %$page } };

sub kind { my ($at) = @_; return $at =~ s/\?.*//r =~ s{[0-9a-f]{8}-[0-9a-f-]{27}}{*}gr }
is_deeply \@kinds, [qw(/notices /plan /plan/targets /portfolios /portfolios/* /portfolios/*/agenda /portfolios/*/costs /portfolios/*/export /portfolios/*/history
	/portfolios/*/holdings/* /portfolios/*/holdings/*/edit /portfolios/*/income /portfolios/*/income/* /portfolios/*/income/received /portfolios/*/issues /portfolios/*/links /portfolios/*/look-through /portfolios/*/moved /portfolios/*/plan /portfolios/*/plan/targets /portfolios/*/plan/targets/withdraw /portfolios/*/readers /portfolios/*/settings /portfolios/*/tax /portfolios/*/tax/declaration
	/portfolios/*/tax/inputs /portfolios/*/tax/missing /portfolios/*/tax/month /portfolios/*/transactions /portfolios/*/transactions/* /portfolios/*/xray /portfolios/held /portfolios/moved /tax
	/tax/declaration /tax/inputs /tax/missing /tax/month)], 'the pages that an investor reads';

# ---- figures without a link ----

# Figures that are no links, by page and name: each names its source.
my @sources = (
	[qr{/plan$}, [map { "after.$_" } qw(share_sales due darf exterior_due)], 'the tax of sales that are not written'],
	[qr{^/portfolios(?:/\*/history)?$}, [map { my $k = $_; map { "$k.index_$_" } qw(cdi ipca ibov ifix sp500) } qw(month ytd m6 m12 m24 m36 since_start)], 'of an index, as it was published'],
	[qr{/moved$}, [qw(moved_result moved_points moved_rounding)], 'the parts of the result above them, which they add up to'],
	[qr{^/portfolios/\*$}, [qw(class_pct class_day class_pl class_value)], 'sums of the rows below them, in what opens and closes those: a link may not stand in it'],
	[qr{/transactions$}, [qw(quantity price fees)], 'as a person typed it; the row is what is explained by'],
	[qr{/holdings/\*$}, [qw(quantity row_price event_quantity)], 'the rows of the asset, as they were typed, and events as they were applied'],
	[qr{/issues$}, [qw(quantity price ratio weight_rows)], 'the rows that an issue is about, what they amount to, and what a mend would type'],
	[qr{/agenda$}, ['perShare'], 'as the exchange published it'],
	[qr{^/portfolios$}, [qw(qty perShare)], 'the parts of a payment to come, beside it'],
	[qr{/income$}, [qw(qty perShare expected_sum)], 'the parts of a payment to come, beside it: what is held, and what was announced; and the sum of those shown'],
	[qr{/income(?:/received)?$}, [qw(gross withheld received list_sum qty perShare)], 'a payment as it was typed or imported, or its quantity times the announced value, beside it; and the sum of those that the filters let through'],
	[qr{^/tax(?:/month)?$}, [qw(darf.left darf.over)], 'the difference of the amount of a DARF and of what was paid, which stand beside it'],
	[qr{/agenda$}, ['days'], 'of a calendar: how far it goes, as it was asked for'],
	[qr{/tax/month$}, [qw(qty gross_sale)], 'of a row, which its day leads to: its quantity, at its price'],
	[qr{/tax$}, ['month.amount'], 'of a month: its DARF, which are listed beside it, or what waits; the tile leads to the month'],
	[qr{/tax/declaration$}, [qw(market months.paid)], 'results of classes, which add up to the explained one beside them; and payments, as the person stated them'],
	[qr{^/tax/declaration$}, ['quantity'], 'of several portfolios: each part stands beneath it and is a link; none at all is 0'],
);
# Sentences with a number, by their beginnings.
my @sentences = (
	[qr{^/portfolios(?:/\*(?:/history)?)?$}, qr{^(?:XIRR de|TIR de|A TIR|A rentabilidade|O retorno ponderado|O XIRR|O TWR)}, 'returns compared in words: those of the list above it'],
	[qr{/xray$|^/portfolios$}, qr{representa|^A classe|concentra}, 'what is conspicuous: a share of the table below, and the limit of doc/calculations.md 8'],
	[qr{^/portfolios$}, qr{taxa de administração|do CDI, abaixo}, 'what costs flag: the row leads to their page'],
	[qr{^/portfolios$}, qr{^Código \d{4}, venceu em }, 'a late DARF with fine and interest: its card'],
	[qr{/tax/declaration$}, qr{CUSTO MÉDIO}, 'the text to be copied, made of the figures of its line'],
	[qr{/tax$}, qr{^(?:Em atraso(?:, ao menos)?: |A pagar até |(?:De \d{4}: )?A pagar com a declaração|De \w+, até aqui: )}, 'what is to be paid: the DARF of the list below'],
	[qr{/tax$}, qr{^Prejuízo ao fim de .*: vale o que você informou}, 'losses as they were stated, and as the month gives them'],
	[qr{/tax$}, qr{(?:vendeu|ganho de|prejuízo de|de meses antes:) R\$}, 'why a month is as it is: figures of the month, which the tile leads to'],
	[qr{/tax$}, qr{^Imposto, 15%$}, 'a rate of the law'],
	[qr{/tax/(?:month|declaration)$}, qr{^Até o limite de R\$ 35\.000,00$}, 'a limit of the law'],
	[qr{/tax/month$}, qr{^R\$\x{a0}[\d,]+, de \d\d/\d\d/\d{4}$}, 'a rate of the central bank, with its day'],
	[qr{/transactions/\*$}, qr{^Em reais, vale pelo dólar de }, 'the same, of a row'],
	[qr{/tax/inputs$}, qr{^(?:Valor|Operações comuns|Prejuízo)}, 'as the person stated it'],
	[qr{/tax/missing$}, qr{^Pago em }, 'a payment, as it was typed'],
	[qr{/tax/declaration$}, qr{até R\$\x{a0}20\.000,00 no mês}, 'a limit of the law'],
	[qr{/tax$}, qr{^Até o limite de R\$ 35\.000,00$|^Espera o mínimo de R\$\x{a0}10,00, código \d{4}:$}, 'limits of the law'],
);

# bare_of() - names of figures without a link, and texts with a number outside of figures.
sub bare_of {
	my ($html) = @_;
	my (@names, @texts);

	$html =~ s{<head.*?</head>}{}s;
	$html =~ s{<svg.*?</svg>}{}gs;
	$html =~ s{<div class="legend".*?</div>}{}gs;	# the ends of lines, whose figures the table of months has
	$html =~ s{<a [^>]*><data [^>]*>[^<]*</data>\s*</a>}{}g;
	while ($html =~ m{<data class="([^"]*)" value="([^"]*)"}g) { push @names, $1 if $2 ne 'null' }	# an unknown value shows its reason
	$html =~ s{<data [^>]*>[^<]*</data>}{}g;
	$html =~ s{<a href="[^"]*(?:/xray|#contas)">[^<]*</a>}{}g;	# the mix of classes is one link as a whole
	@texts = grep { /R\$\s*\d|\d\s?%/ } map { told_text($_) =~ s/^\s+|\s+$//gr } split /<[^>]*>/, $html;
	return (\@names, \@texts);
}

my (%bare, %used);
for my $at (sort keys %$page) {
	my $kind = kind($at);
	my ($names, $texts) = bare_of($page->{$at});

	for my $name (@$names) {
		my ($why) = grep { $kind =~ $_->[0] && grep { $_ eq $name } @{ $_->[1] } } @sources;

		if ($why) { $used{"$kind $name"} = 1 } else { $bare{"$kind: $name"}++ }
	}
	for my $text (@$texts) { $bare{"$kind: \"$text\""}++ unless grep { $kind =~ $_->[0] && $text =~ $_->[1] } @sentences }
}
is_deeply [sort keys %bare], [], 'every figure has an explanation';
cmp_ok scalar keys %used, '>=', 15, 'sources are met';
is_deeply [bare_of('<td><data class="nada" value="1.00">R$ 1,00</data></td>')], [['nada'], []], 'a new one would be found';
is_deeply [bare_of('<p>Ao todo R$ 12,50</p>')], [[], ['Ao todo R$ 12,50']], 'as text, too';

# ---- the links ----

# Anchors of the same page exist.
my @lost;
for my $at (sort keys %$page) {
	my $html = $page->{$at};

	for my $to ($html =~ m{<a href="#([^"]*)">}g) { push @lost, "$at#$to" unless $html =~ /id="\Q$to\E"/ }
}
is_deeply \@lost, [], 'links to a place of the same page find it';

# The first and the last explanation of each figure and page, with the linked number.
my %by;
for my $to (sort keys %$explained) {
	my ($field) = $to =~ /field=([^&]*)/;
	push @{ $by{ kind($to) . " $field" } }, $to;
}
cmp_ok scalar keys %by, '>=', 130, 'figures of so many kinds';
my (%told, @noise);
my $many = 0;
for my $list (map { [@$_[0, @$_ > 1 ? -1 : ()]] } @by{ sort keys %by }) {
	for my $to (@$list) {
		my $from = $page->{ $explained->{$to} };
		my $address = $to =~ s/&/&amp;/gr;
		my ($value) = $from =~ m{<a href="\Q$address\E"><data class="[^"]*" value="([^"]*)"};
		my $text = $c->page($to);
		my $here = figures(terms($text));
		my ($field) = $to =~ /field=([^&]*)/;

		same($here, $field, $value eq 'null' ? undef : $value);
		$told{$field} = 1;
		$many++ if $text =~ / dos dados \d+ a \d+/;
		push @noise, $to if $text =~ m{i\d+\.\w+|i\d+\.\.|>[^<]*,\d{15}[^<]*<|USDT/BRL|: USD\b};
	}
}
cmp_ok $many, '>', 0, "sums of many values are described in words ($many)";
is_deeply \@noise, [], 'no page has the notation of the interface, or digits that are noise';
ok $told{$_}, "explained: $_" for qw(look_through.exposures.indirect_value_brl look_through.funds_opened.coverage_pct months.common.loss_brought carry_out.common
	months.withheld.common months.withheld_estimate.common withheld_left.day_trade under_minimum darf.paid exterior.foreign_tax exterior.rendimento_ou_perda
	operations.cost operations.result income_by_month qty market_value darf.amount);

# ---- charts ----

# A chart has the points of its table, whose figures are links.
for my $at ('/portfolios', "/portfolios/$id/history") {
	my @lines = $page->{$at} =~ m{<path class="l l\d" d="(M[^"]*)">}g;
	my $months = $c->json($at eq '/portfolios' ? '/v1/portfolio/history' : "/v1$at")->{data};

	is_deeply [map { scalar(() = /[MLH]/g) } @lines], [(scalar @$months) x 2], "$at: as many points as months";
	same(figures($page->{$at} =~ m{<caption>Mês a mês</caption>(.*?)</table>}s), 'equity', map { $_->{equity} } reverse @$months);
}
for my $at (grep { $page->{$_} =~ /<figure.*<svg [^>]*role="img"/s } sort keys %$page) {
	my @charts = $page->{$at} =~ m{</figure>(.*?)(?=<figure|$)}gs;

	is scalar(grep { /<table class="(?:t flip|h)".*?<a href="[^"]*"><data/s } $charts[-1]), 1, "$at: a table of links behind the chart";
}

$t->finish;
done_testing;
