#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Figures and relations of objects from public files, compared with hand calculations: managers, holders, net worth,
# components of indices, windows of returns and volatility, yields, debentures, statements.

use strict;
use warnings;
use utf8;
use Encode ();
use JSON::PP ();
use Test::More;
use Lastro::Objects qw(object load_lines);
use Lastro::TaxId qw(cnpj);
use Lastro::Test qw(spew slurp shared_dir);

my $t = Lastro::Test->new;
my ($fim, $fia, $fidc, $admin, $gestora, $outra) = map { cnpj("0${_}3335550001") } 1 .. 6;
my $subclass = 'AB12CD34';

sub told { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }
sub csv { my ($name, @lines) = @_; spew($t->dir . "/$name", Encode::encode('cp1252', join '', map { "$_\r\n" } @lines)); return $t->dir . "/$name" }
sub list { my ($day, %of) = @_; my $path = $t->dir . "/GetStockIndex-$day.json";
	spew($path, JSON::PP->new->utf8->encode({ page => { totalRecords => scalar(keys %of), totalPages => 1 }, header => { update => $day, year => 2026 },
		results => [map { { company => 'X', spotlight => 'ON NM', code => $_, indexes => $of{$_} } } sort keys %of] })); return $path }
sub load { return $t->lastro_json('load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub compute { my $r = $t->lastro_json('compute', 'objects', @_); return join ' ', map { $r->{$_} } qw(objects keys names relations observations) }
sub measure { my ($id, $measure, $day) = @_; return told("select string_agg(trim_scale(v.value)::text, ' ') from object_observation v join object o on o.no = v.object_no
	join object_measure m on m.no = v.measure_no where o.id = '$id' and m.id = '$measure' and v.base_date = '$day' and v.superseded = 9223372036854775807") }
sub related { my ($verb, $like) = @_; return told("select string_agg(a.id || '>' || b.id || coalesce(nullif('[' || r.since || ',' || r.until || ')', '[-infinity,infinity)'), ''), ' ' order by a.id, b.id, r.since)
	from object_relation r join object a on a.no = r.subject_no join object b on b.no = r.object_no where r.verb = '$verb' and b.id like '" . ($like // '%') . "'") }

# ---- funds: managers, net worth, holders ----

my $fund = 'ID_Registro_Fundo;CNPJ_Fundo;Data_Registro;Denominacao_Social;Situacao;CNPJ_Administrador;Administrador;Tipo_Pessoa_Gestor;CPF_CNPJ_Gestor;Gestor';
my $class = 'ID_Registro_Fundo;ID_Registro_Classe;CNPJ_Classe;Data_Registro;Denominacao_Social;Situacao';
my $works = 'Em Funcionamento Normal';
load('funds', csv('registro_fundo.csv', $fund,
	"1;$fim;2024-01-02;FUNDO MULTI FIM;$works;$admin;ADMINISTRADORA S.A.;PJ;$gestora;GESTORA DE RECURSOS LTDA",
	"2;$fia;2024-01-02;FUNDO DE AÇÕES FIA;$works;$admin;ADMINISTRADORA S.A.;PF;12345678909;FULANO DE TAL",
	"3;$fidc;2024-01-02;FUNDO DE RECEBÍVEIS FIDC;$works;$gestora;GESTORA DE RECURSOS LTDA;PJ;$outra;OUTRA GESTORA S.A."));
load('funds', csv('registro_classe.csv', $class, map { "$_->[0];$_->[0]0;$_->[1];2024-01-02;$_->[2];$works" } [1, $fim, 'CLASSE MULTI'], [2, $fia, 'CLASSE DE AÇÕES'], [3, $fidc, 'CLASSE DE RECEBÍVEIS']));
load('funds', csv('registro_subclasse.csv', 'ID_Registro_Classe;ID_Subclasse;Denominacao_Social;Situacao', "10;$subclass;SUBCLASSE MULTI I;$works"));
my $daily = 'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;ID_SUBCLASSE;DT_COMPTC;VL_TOTAL;VL_QUOTA;VL_PATRIM_LIQ;CAPTC_DIA;RESG_DIA;NR_COTST';
my @days = ("F;$fim;;2026-01-30;1;2.000000000000;1000000.50;0;0;120", "F;$fim;;2026-02-27;1;2.100000000000;1100000.00;0;0;125",
	"F;$fim;$subclass;2026-02-27;1;1.500000000000;400000.25;0;0;7", "F;$fim;;2026-02-02;1;0;999999.00;0;0;121",
	"F;$fia;;2026-02-27;1;3.000000000000;;0;0;-1");
my $r = load('fund-quotas', my $month = csv('inf_diario_fi_202602.csv', $daily, @days));
is counts($r), '5 4 0 1 0', 'quotas of a month, one of them invalid';
is_deeply $r->{warnings}, ['1 patrimônios ou números de cotistas não são números de um fundo: ficaram desconhecidos.'], 'and missing measures are reported';
told("insert into fund_portfolio values ('$fim', '2026-02-27', 7, 0), ('$fim', '2025-12-31', 900000, 0), ('$fidc', '2026-01-31', 5, 0);
	insert into receivables_report (tax_id, day, name, net_worth, holders) values ('$fidc', '2026-01-31', 'FIDC', 30000000, 42);
	insert into load_log select gen_random_uuid(), s, 'x', '2026-03-01', 1, 1, 0, 0, 0, '2025-12-31', '2026-02-28' from unnest(array['fund-portfolios', 'fund-reports']) s");
compute();
is told(q(select string_agg(id || '=' || name, ' ' order by id) from object where kind = 'service_provider')),
	join(' ', sort map { "service_provider:$_->[0]=$_->[1]" } [$admin, 'ADMINISTRADORA S.A.'], [$gestora, 'GESTORA DE RECURSOS LTDA'], [$outra, 'OUTRA GESTORA S.A.']), 'administrators and managers, each once';
is related('manages'), join(' ', sort "service_provider:$gestora>fund:$fim", "service_provider:$outra>fund:$fidc"), 'managers';
is related('administers'), join(' ', sort map { "service_provider:$_->[0]>fund:$_->[1]" } [$admin, $fim], [$admin, $fia], [$gestora, $fidc]), 'one that manages a fund administers another';
unlike told('select string_agg(x::text, chr(10)) from (select o::text from object o union all select n::text from object_name n union all select f::text from fund f
	union all select r::text from fund_register r) y(x)'), qr/FULANO|12345678909/, 'a manager who is a person is left out';
is measure("fund:$fim", net_worth => '2026-01-30') . ' ' . measure("fund:$fim", holders => '2026-02-27'), '1000000.5 125', 'net worth and holders of a day';
is measure("fund:$fim", net_worth => '2026-02-02'), '999999', 'also of a day without a quota';
is measure("fund:$fim", net_worth => '2026-02-27'), '1100000', 'the daily report counts before the portfolio of that day';
is measure("fund:$fim", net_worth => '2025-12-31'), '900000', 'which counts where it is alone';
is measure("fund_share_class:$fim.$subclass", net_worth => '2026-02-27') . ' ' . measure("fund_share_class:$fim.$subclass", holders => '2026-02-27'), '400000.25 7', 'of a sub-class';
is measure("fund:$fidc", net_worth => '2026-01-31') . ' ' . measure("fund:$fidc", holders => '2026-01-31'), '30000000 42', 'of a receivables fund its own report';
is measure("fund:$fia", holders => '2026-02-27') // '', '', 'an invalid number of holders is unknown';
# 2.1 over 2.0 is 5 %: the following month must have ended.
load('fund-quotas', csv('inf_diario_fi_202603.csv', $daily, "F;$fim;;2026-03-02;1;2.200000000000;1200000.00;0;0;130"));
compute();
is measure("fund:$fim", fund_return_1m => '2026-02-27'), '5', 'the return of a quota in a month';
is counts(load('fund-quotas', csv('again.csv', $daily, $days[1] =~ s/;125$/;126/r))), '1 0 1 0 0', 'a day filed again with its quota unchanged';
is compute(), '0 0 0 0 1', 'is one observation';
is measure("fund:$fim", holders => '2026-02-27'), '126', 'that replaces the other';
is compute(), '0 0 0 0 0', 'and again nothing';

# ---- indices ----

told("insert into instrument (venue, symbol, asset_type, short_name, isin, issuer_code) values ('b3', 'AAAA3', 'stock', 'AAAA', 'BRAAAAACNOR6', 'AAAA'), ('b3', 'BBBB4', 'stock', 'BBBB', 'BRBBBBACNPR2', 'BBBB')");
# Out of order: the list of January is loaded after that of May.
is counts(load('index-components', list('2026-05-04', AAAA3 => 'IBOV,SMLL', BBBB4 => 'SMLL'))), '2 2 0 0 0', 'a list of papers and their indices';
is counts(load('index-components', list('2026-05-04', AAAA3 => 'IBOV,SMLL', BBBB4 => 'SMLL'))), '2 0 2 0 0', 'and again nothing';
load('index-components', list('2026-01-05', AAAA3 => 'IBOV', BBBB4 => 'IBOV', NADA3 => 'IBOV'));
load('index-components', list('2026-09-07', AAAA3 => 'SMLL', BBBB4 => 'IBOV'));
compute();
is related('component_of', 'index:IBOV'), 'equity_security:AAAA3>index:IBOV[2026-01-05,2026-09-07) equity_security:BBBB4>index:IBOV[2026-01-05,2026-05-04) equity_security:BBBB4>index:IBOV[2026-09-07,infinity)',
	'who was in an index, from list to list';
is related('component_of', 'index:SMLL'), 'equity_security:AAAA3>index:SMLL[2026-05-04,infinity) equity_security:BBBB4>index:SMLL[2026-05-04,2026-09-07)', 'also in one that no prices are known of';
is told(q(select string_agg(name, ', ' order by id) from object where kind = 'index' and id in ('index:IBOV', 'index:SMLL'))), 'Ibovespa, Índice Small Cap', 'indices by their names';
$r = load('index-components', list('2026-10-01', AAAA3 => 'IBOV', 'bad!' => 'IBOV', CCCC3 => '', DDDD3 => 'IBOV,i b'));
is_deeply [map { $_->{reason} } @{ $r->{refusals} }], ['CCCC3: falta indexes', 'DDDD3: índice inválido: i b', 'código inválido: bad!'], 'rows that are wrong';
for (['[]', qr/não é a lista/], ['{"header":{"update":"x"},"results":[]}', qr/header.update/], ['{"page":{"totalRecords":3,"totalPages":2},"header":{"update":"2026-01-05"},"results":[]}', qr/não está inteira: 0 de 3 papéis/]) {
	spew($t->dir . '/bad.json', $_->[0]);
	my $bad = $t->lastro('load', 'index-components', $t->dir . '/bad.json');
	like Encode::decode('UTF-8', $bad->{err}), $_->[1], "refused: $_->[0]";
}
SKIP: {
	my $real = (shared_dir() // '') . '/data/b3_listed_companies/GetStockIndex.json';
	skip 'no sample', 1 unless -f $real;
	is counts(load('index-components', $real)), '660 660 0 0 0', "the exchange's own list";
}

# ---- windows of prices ----

# Weekdays from 2 January 2024 to 27 February 2026, closes 10 and 11 in turn: each month ends on one of them.
told(q(insert into instrument (venue, symbol, asset_type, short_name, isin, issuer_code) values ('b3', 'WXYZ3', 'stock', 'WXYZ', 'BRWXYZACNOR5', 'WXYZ');
insert into instrument_isin values ('BRWXYZACNOR5', 'b3', 'WXYZ3', '2024-01-02', '2026-02-27');
insert into quote (venue, symbol, day, segment, close, turnover)
	select 'b3', 'WXYZ3', d, 'cash', case when row_number() over (order by d) % 2 = 1 then 10 else 11 end, 5000
	  from generate_series(date '2024-01-02', date '2026-02-27', interval '1 day') d where extract(isodow from d) < 6;
insert into month_close select distinct on (venue, symbol, date_trunc('month', day)) venue, symbol, date_trunc('month', day)::date, day, close
	from quote where venue = 'b3' order by venue, symbol, date_trunc('month', day), day desc;
insert into load_log values (gen_random_uuid(), 'cotahist', 'x', '2026-03-01', 1, 1, 0, 0, 0, '2024-01-02', '2026-02-27')));
compute();
my $paper = 'equity_security:WXYZ3';
is measure($paper, close => '2026-01-30') . ' ' . measure($paper, turnover => '2026-01-30'), '11 5000', 'close and turnover';
is measure($paper, return_1m => '2026-01-30') . ' ' . measure($paper, return_6m => '2026-01-30') . ' ' . measure($paper, return_12m => '2026-01-30'), '0 10 0',
	'11 at the end of January, 11 of December, 10 of July, 11 a year before';
is measure($paper, return_1m => '2025-10-31'), '-9.090909', 'from 11 to 10';
# 252 steps of ln 1.1, half of them up: the variance is 252 ln² / 251; of 63, 32 up: (63 - 1/63) ln² / 62; times 252, the root, in percent.
is measure($paper, volatility_12m => '2026-01-30') . ' ' . measure($paper, volatility_3m => '2026-01-30'), '151.601315 152.496288', 'volatility of a year and of a quarter';
is measure($paper, dividend_yield_12m => '2026-01-30') // '', '', 'nothing was paid that is known of';

# A payment and a split that are loaded later change the result.
my $events = $t->dir . '/events.csv';
spew($events, "symbol,event,ex_date,amount,ratio\nWXYZ3,dividend,2025-09-10,0.55,\nWXYZ3,split,2025-11-17,,2\n");
my $typed = load('events', $events);
is $typed->{written}, '2', 'a dividend and a split are typed' or diag explain $typed;
compute();
# 0.55 before the split is 0.275 now: on 11, 2.5 %.  11 over 10 with twice the shares: 120 %.
is measure($paper, dividend_yield_12m => '2026-01-30'), '2.5', 'a yield';
is measure($paper, return_6m => '2026-01-30'), '120', 'and a return, of a year that had one already';
told(q(delete from distribution where symbol = 'WXYZ3'; insert into load_log values (gen_random_uuid(), 'events', 'x', '2026-03-02', 1, 1, 0, 0, 0, '2025-09-10', '2025-09-10')));
compute();
is measure($paper, dividend_yield_12m => '2026-01-30') // '', '', 'a payment that was cancelled';
is told("select count(*) from object_observation v join object o on o.no = v.object_no where o.id = '$paper' and measure_no = 6 and base_date = '2026-01-30'"), '1', 'leaves the former value to a running reader';
is compute(), '0 0 0 0 0', 'and again nothing';

# ---- debentures, fees, statements ----

told("insert into debenture (code, issuer_name, source) values ('WXYZ11', 'WXYZ', 'anbima');
insert into instrument (venue, symbol, asset_type, name) values ('debenture', 'WXYZ11', 'debenture', 'WXYZ11');
insert into quote (venue, symbol, day, segment, close) values ('debenture', 'WXYZ11', '2026-02-26', 'cash', 1012.345678);
insert into debenture_mark values ('WXYZ11', '2026-02-26', 6.5, 100.5, 812, 'real'), ('WXYZ11', '2026-02-25', 103.5, 100.25, 813, 'percent_of_index');
insert into fund_fee (tax_id, day, fee) values ('$fim', '2026-02-27', 1.25);
insert into company (id, cvm_code, tax_id, name, status, listed, words) values (77, 77, '" . cnpj('073335550001') . "', 'WXYZ S.A.', 'active', true, '');
insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, revenue_ttm, ebit_ttm, ebitda_ttm, net_income_ttm, operating_cash_flow_ttm, free_cash_flow_ttm,
	capex_ttm, total_assets, cash, gross_debt, net_debt, equity) values (77, 'consolidated', '2025-12-31', 1, 'DFP', '2026-03-10', '2026-03-10', true, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
	(77, 'parent', '2025-12-31', 1, 'DFP', '2026-03-10', '2026-03-10', true, 91, 92, 93, 94, 95, 96, 97, 98, 99, 910, 911, 912);
insert into load_log select gen_random_uuid(), s, 'x', '2026-03-11', 1, 1, 0, 0, 0, '2025-12-31', '2026-03-10' from unnest(array['anbima-debentures', 'fund-fees', 'dfp']) s");
compute();
is join(' ', map { measure('instrument:WXYZ11', $_ => '2026-02-26') } qw(debenture_price debenture_real_rate debenture_duration debenture_par)), '1012.345678 6.5 812 100.5', 'price, rate, duration and percent of par of a debenture';
is measure('instrument:WXYZ11', debenture_percent_of_index => '2026-02-25') . ' ' . (measure('instrument:WXYZ11', debenture_spread => '2026-02-25') // ''), '103.5 ', 'a percent of DI is no spread';
told("update debenture_mark set rate_kind = 'spread', rate = 1.2 where day = '2026-02-25'; insert into load_log values (gen_random_uuid(), 'anbima-debentures', 'y', '2026-03-12', 1, 1, 0, 0, 0, '2026-02-25', '2026-02-25')");
compute();
is measure('instrument:WXYZ11', debenture_spread => '2026-02-25') . ' ' . (measure('instrument:WXYZ11', debenture_percent_of_index => '2026-02-25') // ''), '1.2 ', 'and a value under a wrong index moves to its measure';
is measure("fund:$fim", admin_fee => '2026-02-27'), '1.25', 'the fee of a fund';
is join(' ', map { measure('company:' . cnpj('073335550001'), $_ => '2025-12-31') } qw(revenue_ttm ebit_ttm ebitda_ttm net_income_ttm operating_cash_flow_ttm free_cash_flow_ttm capex_ttm total_assets cash gross_debt net_debt equity)),
	join(' ', 1 .. 12), 'measures of a statement, consolidated where there is one';

# ---- ratios of a company ----

my ($good, $poor) = map { cnpj($_) } qw(073335550002 073335550003);
told("insert into company (id, cvm_code, tax_id, name, status, listed, words) values (78, 78, '$good', 'RAZOAVEL S.A.', 'active', true, ''), (79, 79, '$poor', 'POBRE S.A.', 'active', true, '');
insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, revenue_ttm, ebit_ttm, ebitda_ttm, net_income_ttm, interest_expense_ttm, gross_debt, net_debt, equity) values
	(78, 'consolidated', '2024-12-31', 1, 'DFP', '2025-03-10', '2025-03-10', false, 800, null, null, null, null, null, null, null),
	(78, 'consolidated', '2024-12-31', 2, 'DFP', '2025-03-10', '2026-06-10', true, 900, null, null, null, null, null, null, null),
	(78, 'consolidated', '2025-12-31', 1, 'DFP', '2026-03-10', '2026-03-10', true, 1000, 150, 200, 90, 60, 500, 300, 450),
	(79, 'consolidated', '2025-12-31', 1, 'DFP', '2026-03-10', '2026-03-10', true, 0, 5, -1, -3, 0, 500, 300, -5);
insert into load_log values (gen_random_uuid(), 'dfp', 'z', '2026-06-11', 1, 1, 0, 0, 0, '2024-12-31', '2026-06-10')");
compute();
# 90 / 1000, 200 / 1000, 300 / 200, 150 / 60, 500 / 450, 90 / 450, and 1000 over the 800 that were known on 10 March 2026
my @ratios = qw(net_margin ebitda_margin net_debt_to_ebitda interest_coverage debt_to_equity return_on_equity revenue_growth_12m);
is join(' ', map { measure("company:$good", $_ => '2025-12-31') } @ratios), '9 20 1.5 2.5 1.11111111 20 25', 'ratios, each of the statement that was known';
is join(' ', map { measure("company:$poor", $_ => '2025-12-31') || 'none' } @ratios), 'none none none none none none none', 'none over a denominator that is not positive';
is measure("company:$good", revenue_growth_12m => '2024-12-31'), '', 'no growth without the year before';

# A fiscal year that ends in February, before and after a leap day: 550 over 500, 660 over 550.
told("insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, revenue_ttm) values
	(79, 'consolidated', '2023-02-28', 1, 'DFP', '2023-05-10', '2023-05-10', true, 500), (79, 'consolidated', '2024-02-29', 1, 'DFP', '2024-05-10', '2024-05-10', true, 550),
	(79, 'consolidated', '2025-02-28', 1, 'DFP', '2025-05-10', '2025-05-10', true, 660);
update statement_measure set interest_expense_ttm = null where company_id = 78 and reference_date = '2025-12-31';
insert into load_log values (gen_random_uuid(), 'dfp', 'zz', '2026-06-12', 1, 1, 0, 0, 0, '2023-02-28', '2025-05-10')");
compute();
is join(' ', map { measure("company:$poor", revenue_growth_12m => $_) } qw(2024-02-29 2025-02-28)), '10 20', 'growth from one end of February to another';
is measure("company:$good", interest_coverage => '2025-12-31'), '', 'a ratio that no statement gives any more';
is measure("company:$good", net_margin => '2025-12-31'), '9', 'and one that it still gives';

done_testing();
