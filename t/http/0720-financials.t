#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A company's statements: twelve months, quarters and years; as known at a day; reasons of unknown figures; and every
# figure recomputed from the accounts in its provenance.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Companies qw(statements);
use Lastro::TaxId qw(cnpj);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $dir = $t->dir;
my $key = account($t)->{user_key};
my ($alfa, $bank) = map { cnpj("0${_}3334440001") } 1, 2;
my @alfa = (code => 1001, tax_id => $alfa, name => 'ALFA S.A.');

# The lines of a filing from a few numbers: flows over the period, a balance at its end.
sub flows {
	my ($start, $end, $order, %v) = @_;
	my %account = (revenue => '3.01', ebit => '3.05', profit => '3.11', cash_flow => '6.01', capex => '6.02.01', da => '7.04.01');

	return map { [$account{$_}, undef, $start, $end, $v{$_}, $order] } grep { defined $v{$_} } sort keys %account;
}
sub balance {
	my ($end, %v) = @_;
	my %account = (assets => '1', cash => '1.01.01', investments => '1.01.02', short => '2.01.04', long => '2.02.01', equity => '2.03');

	return map { [$account{$_}, undef, undef, $end, $v{$_}] } grep { defined $v{$_} } sort keys %account;
}

# A fiscal year that ends in March: two whole years, one restated quarter, the half year, cash flow year to date only.
my %mar24 = (assets => 900, cash => 50, investments => 10, short => 30, long => 200, equity => 400);
my @dfp = (
	{ @alfa, date => '2024-03-31', filed => '2024-06-20', lines => [flows('2023-04-01', '2024-03-31', undef, revenue => 1000, ebit => 100, profit => 60, cash_flow => 90, capex => -40, da => -20),
		flows('2022-04-01', '2023-03-31', 'P', revenue => 950, ebit => 90), balance('2024-03-31', %mar24)] },
	{ @alfa, date => '2025-03-31', filed => '2025-06-20', lines => [flows('2024-04-01', '2025-03-31', undef, revenue => 1200, ebit => 120, profit => 70, cash_flow => 95, capex => -50, da => -22),
		balance('2025-03-31', %mar24, assets => 950)] },
);
my @itr = (
	{ @alfa, date => '2023-06-30', filed => '2023-08-10', lines => [flows('2023-04-01', '2023-06-30', undef, revenue => 240, ebit => 20, cash_flow => 10, da => -5)] },
	{ @alfa, date => '2023-09-30', filed => '2023-11-10', lines => [flows('2023-07-01', '2023-09-30', undef, revenue => 250), flows('2023-04-01', '2023-09-30', undef, revenue => 490, ebit => 45, cash_flow => 30, da => -10)] },
	{ @alfa, date => '2023-12-31', filed => '2024-02-10', lines => [flows('2023-10-01', '2023-12-31', undef, revenue => 255), flows('2023-04-01', '2023-12-31', undef, revenue => 745, ebit => 70, cash_flow => 60, da => -15)] },
	{ @alfa, date => '2024-06-30', filed => '2024-08-10', lines => [flows('2024-04-01', '2024-06-30', undef, revenue => 300, ebit => 33, cash_flow => 12, da => -6), balance('2024-06-30', %mar24, cash => undef)] },
	{ @alfa, date => '2024-06-30', version => 2, filed => '2024-10-01', lines => [flows('2024-04-01', '2024-06-30', undef, revenue => 290, ebit => 30, cash_flow => 12, da => -6), balance('2024-06-30', %mar24)] },
	{ @alfa, date => '2024-09-30', filed => '2024-11-10', lines => [flows('2024-07-01', '2024-09-30', undef, revenue => 310), flows('2024-04-01', '2024-09-30', undef, revenue => 600, ebit => 60, cash_flow => 40, capex => -20, da => -12)] },
);
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2024, @dfp));
$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2024, @itr));
$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2025, { @alfa, scope => 'ind', date => '2024-09-30', filed => '2024-11-10', lines => [['3.01', undef, '2024-04-01', '2024-09-30', 7], ['2.03', 'Patrimônio Líquido', undef, '2024-09-30', 5]] }));
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, { code => 1002, tax_id => $bank, name => 'BANCO B S.A.', date => '2024-12-31', filed => '2025-02-20', lines => [
	['3.01', 'Receitas da Intermediação Financeira', '2024-01-01', '2024-12-31', 500], ['3.05', 'Resultado Antes dos Tributos sobre o Lucro', '2024-01-01', '2024-12-31', 80],
	['3.09', 'Lucro/Prejuízo Consolidado do Período', '2024-01-01', '2024-12-31', 55], ['1', 'Ativo Total', undef, '2024-12-31', 9000], ['1.01.01', 'Disponibilidades', undef, '2024-12-31', 5],
	['2.03', 'Passivos Financeiros ao Custo Amortizado', undef, '2024-12-31', 7000], ['2.08', 'Patrimônio Líquido Consolidado', undef, '2024-12-31', 800]] }));
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $path = '/v1/companies/1001/financials';
sub data { my ($query, $of) = @_; my $r = $t->get(($of // $path) . "?$query", key => $key); return $r->status == 200 ? $r->json->{data} : die $r->body }
sub row { my ($date, $query, $of) = @_; return (data("from=$date&to=$date&" . ($query // ''), $of))->[0] }
sub is_row { my ($row, $want, $name) = @_; is_deeply { map { $_ => $row->{$_} } keys %$want }, $want, $name }
sub refused { my ($query, $want) = @_; my $r = $t->get("$path?$query", key => $key); is $r->status . ' ' . $r->json->{details}{code}, $want, "$query: $want" }

# ---- twelve months ----

is join(' ', map { $_->{reference_date} } @{ data('') }), '2025-03-31 2024-09-30 2024-06-30 2024-03-31 2023-12-31 2023-09-30 2023-06-30', 'the newest date first';
is_row(row('2025-03-31'), { period => 'FY', form => 'DFP', scope => 'consolidated', basis => 'ttm', version => 1, filed_at => '2025-06-20', revenue_ttm => '1200000.00', ebit_ttm => '120000.00', ebitda_ttm => '142000.00',
	net_income_ttm => '70000.00', operating_cash_flow_ttm => '95000.00', capex_ttm => '50000.00', free_cash_flow_ttm => '45000.00', total_assets => '950000.00', cash => '60000.00', gross_debt => '230000.00',
	net_debt => '170000.00', equity => '400000.00', interest_expense_ttm => undef, reasons => { interest_expense_ttm => 'no_account' } }, 'the year itself, that ends in March');
is_row(row('2024-09-30'), { period => 'Q2', form => 'ITR', revenue_ttm => '1110000.00', ebit_ttm => '115000.00', ebitda_ttm => '137000.00', operating_cash_flow_ttm => '100000.00', net_income_ttm => undef, capex_ttm => undef,
	free_cash_flow_ttm => undef, total_assets => undef, reasons => { interest_expense_ttm => 'no_account', net_income_ttm => 'no_account', capex_ttm => 'period_incomplete', free_cash_flow_ttm => 'period_incomplete', total_assets => 'no_statement', cash => 'no_statement',
	gross_debt => 'no_statement', net_debt => 'no_statement', equity => 'no_statement' } }, 'the half year: 600 + 1000 - 490; 60 + 100 - 45; what is not there says why');
is_row(row('2024-06-30'), { version => 2, filed_at => '2024-08-10', version_filed_at => '2024-10-01', revenue_ttm => '1050000.00', cash => '60000.00' }, 'a quarter restated: the newest version, the first day of filing');
is_row(row('2023-12-31'), { revenue_ttm => undef, reasons => { %{ row('2023-12-31')->{reasons} }, revenue_ttm => 'period_incomplete' } }, 'three quarters are no year, whatever other years have');
is_row(row('2024-09-30', 'scope=parent'), { scope => 'parent', revenue_ttm => undef, equity => '5000.00' }, 'the parent company has separate figures, never mixed with the group');
is_row(row('2024-12-31', '', '/v1/companies/1002/financials'), { revenue_ttm => '500000.00', ebit_ttm => undef, ebitda_ttm => undef, net_income_ttm => '55000.00', equity => '800000.00', cash => undef,
	total_assets => '9000000.00', reasons => { interest_expense_ttm => 'no_account', ebit_ttm => 'no_account', ebitda_ttm => 'no_account', operating_cash_flow_ttm => 'no_statement', free_cash_flow_ttm => 'no_statement', capex_ttm => 'no_statement',
	cash => 'no_account', gross_debt => 'no_account', net_debt => 'no_account' } }, 'a bank: revenue, profit and equity by their texts; no EBIT, cash or debt of another plan');

sub others { return join ' ', @{ $t->get($_[0], key => $key)->json->{meta}{other_scopes} } }
is others($path) . ', ' . others("$path?scope=parent&total=true"), 'parent, consolidated', 'meta says in which other scope there are figures';
is others('/v1/companies/1002/financials'), '', 'or that there is none';

# ---- quarters and years ----

is join(' ', map { ($_->{revenue_quarter} // 'null') =~ s/\.00//r } @{ data('basis=quarter') }), '600000 310000 290000 255000 255000 250000 240000' =~ s/^600000/null/r,
	'quarter by quarter, the fourth out of year and nine months' or diag explain [map { [$_->{reference_date}, $_->{revenue_quarter}] } @{ data('basis=quarter') }];
is row('2024-09-30', 'basis=quarter')->{operating_cash_flow_quarter}, '28000.00', 'cash flow, which is filed year to date, by subtraction: 40 - 12';
is row('2024-03-31', 'basis=quarter')->{ebit_quarter}, '30000.00', 'the fourth quarter of EBIT: 100 - 70';
my @four = map { row($_, 'basis=quarter')->{revenue_quarter} } qw(2023-06-30 2023-09-30 2023-12-31 2024-03-31);
cmp_ok $four[0] + $four[1] + $four[2] + $four[3], '==', row('2024-03-31', 'basis=year')->{revenue_year}, 'quarters add up to the year';
is join(' ', map { "$_->{reference_date} $_->{revenue_year}" } @{ data('basis=year') }), '2025-03-31 1200000.00 2024-03-31 1000000.00', 'years come from annual forms';

# ---- as known at a day ----

is_deeply data('at=2023-08-09'), [], 'before anything was filed: nothing';
is_row(row('2024-06-30', 'at=2024-09-30'), { version => 1, revenue_ttm => '1060000.00', cash => undef, reasons => { %{ row('2024-06-30', 'at=2024-09-30')->{reasons} }, cash => 'no_account' } }, 'the first version, before the second: half of cash is not cash');
is row('2024-06-30', 'at=2024-10-01')->{version}, 2, 'on its day the second';
my $states = data('versions=all&from=2024-06-30&to=2024-06-30');
is join(' | ', map { join ' ', $_->{known_on}, $_->{version}, $_->{revenue_ttm}, $_->{present} ? 'now' : 'then' } @$states), '2024-10-01 2 1050000.00 now | 2024-08-10 1 1060000.00 then', 'restatements side by side';
my $whole = $t->get("$path?versions=all&total=true", key => $key)->json;
is $whole->{meta}{total}, scalar @{ $whole->{data} }, 'counted as they are shown';
my ($cursor, @pages);
do {
	my $r = $t->get("$path?versions=all&limit=1" . (defined $cursor ? "&cursor=$cursor" : ''), key => $key)->json;
	push @pages, @{ $r->{data} };
	$cursor = $r->{meta}{next_cursor};
} while (defined $cursor && @pages < 50);
is_deeply \@pages, $whole->{data}, 'the pages are identical to the whole, whatever page a date is on';
undef $cursor;
@pages = ();
do {
	my $r = $t->get("$path?limit=2" . (defined $cursor ? "&cursor=$cursor" : ''), key => $key)->json;
	push @pages, @{ $r->{data} };
	$cursor = $r->{meta}{next_cursor};
} while (defined $cursor && @pages < 50);
is_deeply \@pages, data(''), 'and of the present ones';

# ---- provenance: each figure is the sum of its terms ----

my ($figures, @wrong) = (0);
for my $basis (qw(ttm quarter year)) {
	for my $row (@{ data("provenance=true&versions=all&basis=$basis") }, @{ data("provenance=true&basis=$basis", '/v1/companies/1002/financials') }) {
		for my $name (sort keys %{ $row->{provenance} }) {
			my $sum = 0;
			$sum += $_->{sign} * $_->{value} for @{ $row->{provenance}{$name} };
			$figures++;
			push @wrong, "$row->{reference_date} $name $sum $row->{$name}" unless $sum == $row->{$name};
		}
		push @wrong, map { "$row->{reference_date} $_" } grep { /_(?:ttm|quarter|year)$|^(?:total_assets|cash|gross_debt|net_debt|equity)$/ && !defined $row->{$_} && !$row->{reasons}{$_} } keys %$row;
	}
}
cmp_ok $figures, '>', 80, 'figures with their accounts';
is_deeply \@wrong, [], 'each is the sum of them; each that is null has a reason';
is_deeply row('2024-09-30', 'provenance=true')->{provenance}{ebit_ttm}, [
	map { my ($sign, $start, $end, $value, $form, $date, $filed) = @$_; +{ sign => $sign, statement => 'DRE', account => '3.05', description => 'Resultado Antes do Resultado Financeiro e dos Tributos', period_start => $start,
		period_end => $end, column => 'ÚLTIMO', value => $value, document => { form => $form, reference_date => $date, version => 1, version_filed_at => $filed, filed_at => $filed,
			document_id => join('', 1001, $date =~ s/-//gr, 1), download_url => 'http://www.rad.cvm.gov.br/ENETCONSULTA/frmGerenciaPaginaFRE.aspx?NumeroSequencialDocumento=1' } } }
	[1, '2024-04-01', '2024-09-30', '60000.00', 'ITR', '2024-09-30', '2024-11-10'], [1, '2023-04-01', '2024-03-31', '100000.00', 'DFP', '2024-03-31', '2024-06-20'],
	[-1, '2023-04-01', '2023-09-30', '45000.00', 'ITR', '2023-09-30', '2023-11-10']], 'EBIT of the half year: 60 + 100 - 45, each with its document';

# ---- signs, days and lines as filed ----
{
	# The half year's D&A is filed as +12, the first quarter's as -5: without signs, the quarter is 12 - 5 = 7.  The quarter's
	# own line is -7, whose sign is ignored too: EBITDA of the quarter is 30 + 7.
	# The year has no line of interest, the half year has one: the whole of 3.06.02 counts, 20 + 50 - 25 = 45, and is marked.
	# The accumulated block of net income lacks the line; four quarters have it: 1 + 2 + 3 + 4.
	my $e = cnpj('083334440001');
	my @e = (code => 1008, tax_id => $e, name => 'SINAIS S.A.');
	my ($p, $q) = ('3.06.02', '3.06.02.01');
	my @quarters = (['2025-07-01', '2025-09-30', 1], ['2025-10-01', '2025-12-31', 2], ['2026-04-01', '2026-06-30', 4]);
	$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, { @e, date => '2025-12-31', filed => '2026-03-01', lines => [[$p, 'Despesas Financeiras', '2025-01-01', '2025-12-31', -50]] }));
	$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2026,
		{ @e, date => '2026-03-31', lines => [flows('2026-01-01', '2026-03-31', undef, ebit => 28, da => -5)] },
		{ @e, date => '2026-03-31', version => 2, filed => '2026-05-20', lines => [flows('2026-01-01', '2026-03-31', undef, ebit => 28, da => -5)] },
		{ @e, date => '2026-03-31', version => 3, filed => '2026-06-20', lines => [flows('2026-01-01', '2026-03-31', undef, ebit => 28, da => -5, profit => 3)] },
		{ @e, date => '2026-06-30', filed => '2026-08-10', lines => [flows('2026-01-01', '2026-06-30', undef, revenue => 9, ebit => 58, da => 12), flows('2026-04-01', '2026-06-30', undef, da => -7),
			[$p, 'Despesas Financeiras', '2026-01-01', '2026-06-30', -20], [$q, 'Juros sobre empréstimos', '2026-01-01', '2026-06-30', -15], [$p, 'Despesas Financeiras', '2025-01-01', '2025-06-30', -25, 'P'],
			map { flows($_->[0], $_->[1], $_->[0] lt '2026-04' ? 'P' : undef, profit => $_->[2]) } @quarters] }));
	my $of = '/v1/companies/1008/financials';
	is_row(row('2026-06-30', 'basis=quarter', $of), { ebit_quarter => '30000.00', ebitda_quarter => '37000.00' }, 'D&A of a quarter: the absolute accumulated figures, then their difference');
	is_row(row('2026-06-30', '', $of), { interest_expense_ttm => '45000.00', interest_source => 'financial_expenses', net_income_ttm => '10000.00' },
		'interest of a year without its line: the whole, which is said; profit by four quarters where the accumulated column has none');
	is_row(row('2026-06-30', 'basis=quarter', $of), { interest_expense_quarter => undef, interest_source => undef }, 'an unknown figure has no source');
	is_row(row('2026-03-31', '', $of), { version => 3, filed_at => '2026-05-20', version_filed_at => '2026-06-20' }, 'an undated first version: the day of the first that has one');
}

# ---- three cash flows by hand ----

# Thousands of reais, as filed: a year by the indirect method with two lines of capex and others that are none; a year by the
# direct method whose capex is one line; and a half year upon a year, which is added and taken off line by line.
my ($indirect, $direct, $rolled) = map { cnpj("0${_}3334440001") } 5, 6, 7;
my ($y, $z) = ('2024-01-01', '2024-12-31');
my @cash = ('6.01', 'Caixa Líquido Atividades Operacionais');
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2026,
	{ code => 1005, tax_id => $indirect, name => 'INDIRETA S.A.', date => $z, filed => '2025-03-01', lines => [[@cash, $y, $z, 1234], ['6.01.01.02', 'Depreciação e amortização', $y, $z, 210],
		['6.02', 'Caixa Líquido Atividades de Investimento', $y, $z, -700], ['6.02.01', 'Aquisição de imobilizado', $y, $z, -345], ['6.02.02', 'Adições ao intangível', $y, $z, -67],
		['6.02.03', 'Venda de imobilizado', $y, $z, 40], ['6.02.04', 'Aquisição de controlada, líquida do imobilizado', $y, $z, -328]] },
	{ code => 1006, tax_id => $direct, name => 'DIRETA S.A.', date => $z, filed => '2025-03-01', direct => 1, lines => [['6.01', 'Caixa Líquido das Atividades Operacionais', $y, $z, -55],
		['6.01.01', 'Recebimentos de clientes', $y, $z, 900], ['6.02.01', 'Compra de imobilizado e intangível', $y, $z, -80]] },
	{ code => 1007, tax_id => $rolled, name => 'SEMESTRE S.A.', date => $z, filed => '2025-03-01', lines => [[@cash, $y, $z, 500], ['6.02.01', 'Aquisição de imobilizado', $y, $z, -90], ['6.02.02', 'Aquisição de intangível', $y, $z, -10]] }));
$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2026,
	{ code => 1007, tax_id => $rolled, name => 'SEMESTRE S.A.', date => '2024-06-30', filed => '2024-08-01', lines => [[@cash, $y, '2024-06-30', 200], ['6.02.01', 'Aquisição de imobilizado', $y, '2024-06-30', -30]] },
	{ code => 1007, tax_id => $rolled, name => 'SEMESTRE S.A.', date => '2025-06-30', filed => '2025-08-01', lines => [[@cash, '2025-01-01', '2025-06-30', 260], ['6.02.01', 'Aquisição de imobilizado', '2025-01-01', '2025-06-30', -45]] }));
for my $hand (
	# company, date, cash flow, capex, and their terms
	[1005, $z, 1234, 412, '+6.01=1234', '-6.02.01=-345 -6.02.02=-67'],
	[1006, $z, -55, 80, '+6.01=-55', '-6.02.01=-80'],
	[1007, '2025-06-30', 560, 115, '+6.01=260 +6.01=500 -6.01=200', '-6.02.01=-45 -6.02.01=-90 -6.02.02=-10 +6.02.01=-30'],
) {
	my ($code, $date, $flow, $spent, @made_of) = @$hand;
	my $row = row($date, 'provenance=true', "/v1/companies/$code/financials");
	my @lines = map { join ' ', map { ($_->{sign} < 0 ? '-' : '+') . "$_->{account}=" . $_->{value} / 1000 } @{ $row->{provenance}{$_} } } qw(operating_cash_flow_ttm capex_ttm);

	is_deeply [map { $row->{"${_}_ttm"} / 1000 } qw(operating_cash_flow capex free_cash_flow)], [$flow, $spent, $flow - $spent], "$code $date: cash flow, capex, and free cash flow";
	is_deeply \@lines, \@made_of, "$code $date: and the accounts they came from";
}

# ---- the count equals the rows ----

# A date without usable lines, and one with a quarterly form when years are requested.
$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2027, { code => 1007, tax_id => $rolled, name => 'SEMESTRE S.A.', date => '2025-09-30', filed => '2025-11-01',
	lines => [['4.01', 'Lucro Líquido do Período', '2025-07-01', '2025-09-30', 1]] }));
for my $query ('', 'basis=year', 'versions=all', 'basis=year&versions=all', 'at=2025-07-01', 'at=2024-12-01&basis=year', 'at=2024-12-01&versions=all') {
	my $r = $t->get("/v1/companies/1007/financials?total=true&$query", key => $key)->json;
	is "$r->{meta}{count} $r->{meta}{total}", join(' ', (scalar @{ $r->{data} }) x 2), "total of ?$query";
}
is join(' ', map { $_->{reference_date} } @{ data('limit=1', '/v1/companies/1007/financials') }), '2025-06-30', 'a page of one is the first that has something to say';

# The files have the lines of the newest version alone; of the first, the index has the day.
my $again = cnpj('733344400099');
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2028, map { { code => 1099, tax_id => $again, name => 'DE NOVO S.A.', date => '2025-12-31', %$_ } }
	{ version => 1, filed => '2026-03-01' }, { version => 2, filed => '2026-04-15', lines => [['3.01', undef, '2025-01-01', '2025-12-31', 10]] }));
is_row(row('2025-12-31', 'scope=consolidated', '/v1/companies/1099/financials'), { version => 2, filed_at => '2026-03-01', version_filed_at => '2026-04-15' }, 'filed first without lines that are kept');

# ---- stored measures equal the answers ----

is $t->lastro('compute', 'statements', '--verify')->{status}, 0, 'the table of figures agrees';
is $t->sql("select revenue_ttm, ebit_ttm from statement_measure where company_id = 1001 and reference_date = '2024-09-30' and scope = 'consolidated' and present"), "1110000.00\t115000.00", 'with the answered values';
$t->sql("update statement_measure set revenue_ttm = 1 where company_id = 1001 and reference_date = '2024-09-30'");
is $t->lastro('compute', 'statements', '--verify')->{status}, 1, 'a wrong one is found';
$t->lastro_ok('compute', 'statements');
is $t->lastro('compute', 'statements', '--verify')->{status}, 0, 'and mended';

refused('scope=x', '400 invalid_parameter');
refused('basis=month', '400 invalid_parameter');
refused('at=hoje', '400 invalid_parameter');
refused('versions=2', '400 invalid_parameter');
is $t->get('/v1/companies/ZZZZ3/financials', key => $key)->status, 404, 'a company that is none';
done_testing;
