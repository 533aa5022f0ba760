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
use Lastro::Console qw(between card figures row same terms told_text);
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

my @months = qw(janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro);

# darfs() - compares the DARF of the year, and the card of each, with the JSON.
sub darfs {
	my ($base, $j, $html) = @_;
	my $table = card($html, 'DARF do ano');
	my $found = figures($table);
	cmp_ok scalar @{ $j->{darf} }, '>=', 3, 'DARF of the year';
	same($found, 'darf.amount', map { $_->{amount} } @{ $j->{darf} });
	same(figures($table), 'under_minimum', map { $j->{under_minimum}{$_} } sort keys %{ $j->{under_minimum} }) if %{ $j->{under_minimum} };
	my @links = map { Lastro::Browser::unescape($_) } $table =~ m{<a class="over" href="([^"]*)">}g;
	is_deeply \@links, [map { "$base?year=2026&darf=$_->{code}-$_->{period}" } @{ $j->{darf} }], 'each leads to its card';
	my $late = 0;
	for my $i (0 .. $#links) {
		my $d = $j->{darf}[$i];
		my ($year, $month) = split /-/, $d->{period};
		my $card = card($c->page($links[$i]), "DARF de $months[$month - 1] de $year");
		my @copied = $card =~ /data-copy="([^"]*)"/g;

		$found = figures($card);
		if (defined $d->{amount}) {
			my $last = $month == 2 ? 28 : $month =~ /^(?:04|06|09|11)$/ ? 30 : 31;

			is_deeply \@copied, [$d->{code}, "$last/$month/$year", join('/', reverse split /-/, $d->{due_on}), $d->{amount} =~ tr/./,/r], 'to be copied';
			same($found, 'darf.amount', $d->{amount});
		}
		same($found, 'darf.includes_earlier', $d->{includes_earlier}) if $d->{includes_earlier} && $d->{includes_earlier} > 0;
		next unless $d->{late};
		$late++;
		for my $f (qw(fine_pct fine interest_pct interest total)) { same($found, "darf.late.$f", $d->{late}{$f}) }
		like $card, qr{É uma estimativa: quem decide é o Sicalc}, 'which is an estimate';
	}
	cmp_ok $late, '>=', 2, 'some are behind their day';
	like card($html, 'DARF de março de 2026'), qr{em atraso}, 'the card has the oldest unpaid';
}

# whole() - compares all pages of a portfolio's tax with the JSON.
sub whole {
	my ($base, $api) = @_;
	my $html = $c->page("$base?year=2026");
	my $j = $c->json("$api?year=2026");

	like $html, $caveat, 'the caveat';
	like $html, qr{provisórios}, 'an open year is provisional';
	if ($base ne '/tax') {	# the tax is the person's
		my $told = told_text($html);

		like $told, qr{É o que só esta carteira daria, sem o que foi informado ao imposto\. O que há a pagar é da pessoa: ver o meu imposto}, 'of one portfolio the first line says so';
		unlike $told, qr{[Aa] pagar até|Em atraso|em atraso|DARF d}, 'nothing is to be paid';
		like $html, qr{href="/tax\?year=2026">ver o meu imposto}, 'with the way to the whole';
		unlike $c->page("$base?year=2026&darf=6015-2026-03") . $c->page("$base/month?month=2026-03"), qr{data-copy|a pagar<|em atraso}, 'and no DARF is to be copied';
	}
	# DARF
	darfs($base, $j, $html) if $base eq '/tax';
	# losses, abroad
	my $found = figures(card($html, 'Prejuízos a compensar'));
	for my $name (qw(carry_in carry_created carry_used carry_out withheld_left)) { same($found, "$name.$_", $j->{$name}{$_}) for @baskets }
	$found = figures(card($html, 'Exterior, no ano'));
	for my $name (qw(total loss_brought loss_used base tax foreign_tax credit due loss_carried)) { same($found, "exterior.$name", $j->{exterior}{$name}) }
	is scalar(() = card($html, 'Avisos') =~ /<li>/g), scalar @{ $j->{warnings} }, 'the warnings' if @{ $j->{warnings} };
	my %tile = map { $_ => 1 } card($html, 'Os doze meses') =~ m{/month\?month=(2026-[0-9]{2})"}g;
	like told_text(card($html, "Os doze meses")), qr{Fevereiro\s+R\$\s0,00\s+prejuízo a compensar}, 'a month with a loss is not called exempt';
	# 30 of day trade, less its withholding: below the minimum, so that July's DARF has it.
	like told_text(card($html, "Os doze meses")), qr{Junho\s+R\$\s[\d,]+\s+somado a julho}, 'what waits for a DARF names the one that has it';
	is_deeply [sort keys %tile], [sort keys %{ { map { $_->{month} => 1 } @{ $j->{months} }, @{ $j->{gcap} } } }], 'a tile leads to each month with something';
	for my $month (map { $_->{month} } @{ $j->{gcap} }) {
		$found = figures(between($c->page("$base/month?month=$month"), 'Ganho de capital (GCAP)'));
		for my $name (qw(sales gain tax)) { same($found, "gcap.$name", map { $_->{$name} } grep { $_->{month} eq $month } @{ $j->{gcap} }) }
	}

	# each month
	for my $month (@{ $j->{months} }) {
		my $page = $c->page("$base/month?month=$month->{month}");

		like $page, $caveat, 'the caveat';
		same(figures(terms($page)), "months.$_", $month->{$_}) for qw(share_sales exempt_gain due);
		$found = figures(between($page, 'Por tipo de operação'));
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
	$found = figures(card($html, 'Bens e Direitos'));
	for my $name (qw(quantity previous current)) { same($found, $name, map { $_->{$name} } @{ $j->{bens} }) }
	my @texts = map { Lastro::Browser::unescape($_) } card($html, 'Bens e Direitos') =~ m{<code [^>]*data-copy[^>]*>([^<]*)</code>}g;
	like card($html, 'Bens e Direitos'), qr{País $_}, 'with the name of the country' for '105, Brasil', '249, Estados Unidos';
	is_deeply \@texts, [map { $_->{discrimination} } @{ $j->{bens} }], 'with their texts';
	for my $group (['Rendimentos isentos e não tributáveis', 'isentos'], ['Rendimentos sujeitos à tributação exclusiva', 'exclusiva']) {
		next unless @{ $j->{ $group->[1] } };
		same(figures(card($html, $group->[0])), 'amount', map { $_->{amount} } @{ $j->{ $group->[1] } });
	}
	same(figures(card($html, 'Aplicações financeiras no exterior')), 'rendimento_ou_perda', map { $_->{rendimento_ou_perda} } @{ $j->{exterior} });

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
	my $text = told_text($html =~ s/.*<main//sr =~ s/>\s+</></gr);
	like $text, qr{BOVA99Não se sabe se o ETF é de renda variável ou fixa\.De que tipo é o ETF\?}, 'a fact, and the question that answers it';
	like $text, qr{VALE3Vendeu-se mais do que havia: falta uma compra\.Lance a compra de VALE3 que falta\.Dia}, 'a purchase that is not there';
	unlike $text, qr{\b(?:GET|PUT|PATCH|POST|DELETE)\b|[a-z]_[a-z]|meta"|/v1/}, 'in words, no request of a program';

	# explanations: every figure that has one
	my %seen;
	for my $page ("$base?year=2026", "$base/declaration?year=2026", map { "$base/month?month=$_->{month}" } @{ $c->json("$api?year=2026")->{months} }, @{ $c->json("$api?year=2026")->{gcap} }) {
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
		unlike $explained, qr{Condições contratadas|<data class="result"}, 'no contract, and no sign of a gain';
		unlike told_text($explained), qr{\b(?:[is][0-9]+|1 passos|1 dados|[a-z]+_[a-z_]+)\b|[Cc]esta}, 'no name of a program';
		my $field = $json->{figure}{field};

		like $field, qr{(?:^|\.)\Q$name\E$}, "$name is explained";
		same(figures(terms($explained)), $field, $json->{figure}{value});
		same(figures(terms($explained)), $field, $seen{$path}[1]);
		is_deeply figures(between($explained, 'Passo a passo'))->{step}, [map { $_->{result} } @{ $json->{steps} }], 'its steps' if @{ $json->{steps} } && @{ $json->{steps} } <= 50;
	}
}

whole('/tax', '/v1/portfolio/tax');
whole("/portfolios/$id/tax", "/v1/portfolios/$id/tax");

# One mean cost over both portfolios: 10 and 13 give 11; 3,000 at 15, minus the loss of February.
is $c->json('/v1/portfolio/tax?year=2026')->{months}[1]{common}{result}, '12000.00', 'the account is one taxpayer';

# ---- access, and parameters ----
{
	my ($bia) = $c->person('bia@example.com');

	is $bia->open("/portfolios/$id/tax$_")->status, 404, "another's: $_" for '', '/declaration', '/missing';
	like $c->page('/tax', $bia), qr{Nenhum DARF no ano}, 'nothing to pay without a sale';
	like $c->page('/tax/missing?year=2020', $bia), qr{Nada falta responder}, 'and nothing missing';
	is $b->open("/tax$_")->status, 400, "refused: $_" for '?year=2019', '?year=x', '/month', '/month?month=2026-13', '/explain?year=2026&field=x', '?x=1';
	for my $page ('/tax/month?month=2026-03', '/tax/explain?year=2026&field=months.due&month=2026-03') {
		my @years = map { Lastro::Browser::unescape($_) } $c->page($page) =~ m{<a href="([^"]*)">2025</a>}g;

		is_deeply \@years, ['/tax?year=2025'], "of another year there is the whole: $page";
		is $b->open($_)->status, 200, "and the link has a target: $_" for @years;
	}
	is $b->open('/tax/month?month=2026-04')->status, 404, 'a month without a sale';
	my $steps = $c->page('/tax/explain?year=2026&field=months.due&month=2026-03');
	like $steps, qr{pelas regras da Lei 11\.033/2004 e da Instrução Normativa RFB 1\.585/2015\.}, 'an explanation names the law';
	unlike $steps, qr{doc/}, 'and no file';
	like told_text($c->page('/tax/explain?year=2026&field=darf.amount&month=2026-03&code=6015')), qr{De períodos anteriores, abaixo de R\$\x{a0}?\s?10,00}, 'what waits for the minimum is called so';
	is Encode::decode('UTF-8', $b->open("/tax/month?year=2026&month=$_")->body) =~ s/.*<main/<main/sr, Encode::decode('UTF-8', $b->open('/tax/month?month=2026-03')->body) =~ s/.*<main/<main/sr, "the year beside the month: $_" for '2026-03', '03', '3';
	is $b->open($_)->status, 400, "no month: $_" for '/tax/month', '/tax/month?year=2026', '/tax/month?year=2026&month=13', '/tax/month?year=2025&month=2026-03';
	like Encode::decode('UTF-8', $b->open('/tax/month')->body), qr{O endereço pede algo que esta página não tem(?!.*month)}s, 'with a plain message';
	is +Lastro::Browser->new($t)->open('/tax')->status, 303, 'without a session there is the log-in';
	like $c->page('/portfolios'), qr{<a href="/tax">}, 'the way there';
}

# ---- a sale abroad of the year before, whose declaration is past ----
{
	my ($dora) = $c->person('dora@example.com');
	my $of = $c->write(POST => '/v1/portfolios', { name => 'Fora' }, $dora)->{id};

	rates($t, '2025-02-03' => '5.00', '2025-06-02' => '5.50');
	$c->write(POST => "/v1/portfolios/$of/transactions", [row('VOO', 'us', 'buy', '2025-02-03', '10', '600'), row('VOO', 'us', 'sell', '2025-06-02', '4', '700')], $dora);
	# As below: 510.00.
	like told_text($c->page('/tax?year=2025', $dora)), qr{A pagar com a declaração de 2026: R\$\x{a0}510,00, do exterior, código 0211, até 29/05/2026\. O prazo já passou: o programa da Receita dá o DARF, com multa e juros\.}, 'is said to be late';
	# The last business day of May 2026 is Friday 29.
	like told_text(card($c->page('/portfolios', $dora), 'Pede atenção')), qr{Imposto do exterior de 2025 em atraso.*Código 0211, venceu em 29/05/2026.*510,00}s, 'and asks for attention';
	my ($item) = grep { $_->{kind} eq 'darf' } @{ $c->json('/v1/portfolio/attention', $dora)->{data} };
	is_deeply [@$item{qw(urgency path ask)}, $item->{darf}], ['urgent', '/v1/portfolio/tax?year=2025', { function => 'wallet.tax.get', input => { year => '2025' } },
		{ code => '0211', period => '2025-12', due_on => '2026-05-29', amount => '510.00' }], 'as the interface says it' or diag explain $item;
}

# ---- the same of a paper in reais that the person says to be abroad ----
{
	my ($eva) = $c->person('eva@example.com');
	my $of = $c->write(POST => '/v1/portfolios', { name => 'Fora' }, $eva)->{id};

	my ($bought) = @{ $c->write(POST => "/v1/portfolios/$of/transactions", [row('XPTO Lux', 'renda_fixa', 'buy', '2025-02-03', '10', '600'), row('XPTO Lux', 'renda_fixa', 'sell', '2025-06-02', '4', '700')], $eva)->{data} };
	$c->write(PATCH => "/v1/portfolios/$of/assets/$bought->{asset_id}", { meta => { tax_class => 'foreign' } }, $eva);
	# 4 x 700 - 4 x 600 = 400; 15 %: 60.00.
	like told_text($c->page('/tax?year=2025', $eva)), qr{A pagar com a declaração de 2026: R\$\x{a0}60,00, do exterior}, 'its tax';
	my ($item) = grep { $_->{kind} eq 'darf' } @{ $c->json('/v1/portfolio/attention', $eva)->{data} };
	is_deeply $item->{darf}, { code => '0211', period => '2025-12', due_on => '2026-05-29', amount => '60.00' }, 'asks for attention, too' or diag explain $item;
}

# ---- a year with nothing but a sale abroad ----
{
	my ($caio) = $c->person('caio@example.com');
	my $of = $c->write(POST => '/v1/portfolios', { name => 'Fora' }, $caio)->{id};

	$c->write(POST => "/v1/portfolios/$of/transactions", [row('VOO', 'us', 'buy', '2026-02-02', '10', '600'), row('VOO', 'us', 'sell', '2026-06-01', '4', '700')], $caio);
	# 4 x 700 x 5.50 - 4 x 600 x 5.00 = 15,400 - 12,000 = 3,400; 15 %: 510.00.
	my $page = told_text($c->page('/tax', $caio) =~ s/>\s+</></gr);
	like $page, qr{A pagar com a declaração de 2027, até aqui: R\$\x{a0}510,00, do exterior, código 0211, até 31/05/2027\. Nenhum DARF a pagar até 30/11/2026\.}, 'the first line says what is due with the declaration';
	unlike $page, qr{Nada a pagar}, 'and not that nothing is';
	like $page, qr{Junho—vendas no exterior: com a declaração}, 'the tile of the month of the sale';
	like $page, qr{Maio—sem vendas}, 'and of one without';
	like $c->page('/tax', $caio), qr{<a class="tile off" href="/tax/month\?month=2026-06">}, 'the tile leads to the month';
	$page = told_text($c->page('/tax/month?month=2026-06', $caio) =~ s/>\s+</></gr);
	like $page, qr{Vendas no exterior.*01/06/2026VOOR\$\x{a0}5,5000, de 01/06/20264R\$\x{a0}15\.400,00R\$\x{a0}12\.000,00R\$\x{a0}3\.400,00}s, 'which shows the sale';
	like $page, qr{A venda vai antes das taxas, que o resultado já desconta\. O imposto das vendas no exterior é do ano, e se paga com a declaração de 2027\.}, 'and when its tax is paid';
	like $page, qr{O dólar é a PTAX de fechamento do Banco Central, taxa de venda; o custo usa a do dia de cada compra}, 'and what the dollar is';
	my ($bought) = grep { $_->{kind} eq 'buy' } @{ $c->json("/v1/portfolios/$of/transactions", $caio)->{data} };
	like told_text($c->page("/portfolios/$of/transactions/$bought->{id}", $caio)), qr{Em reais, vale pelo dólar de 02/02/2026: R\$\x{a0}5,0000, PTAX de fechamento do Banco Central, taxa de venda\.}, 'a purchase says its rate';
	like told_text($c->page('/tax', $caio)), qr{Em reais pela PTAX de fechamento do Banco Central de cada dia: compras, vendas e rendimentos pela taxa de venda}, 'and the year which ones it uses';
	like told_text($c->page('/tax?year=2025', $caio)), qr{Nada a pagar de 2025\.}, 'of a year without there is nothing';
}

$t->finish;
done_testing;
