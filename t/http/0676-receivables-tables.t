#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The tables of a receivables report beside its net worth and classes: figures as filed, cedents without the tax ids of
# persons, debtors, flows, returns; a month is replaced whole, and the month after it is judged again.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::Companies qw(archive);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
$ENV{LASTRO_NOW} = '2026-10-10T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;

sub sql { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }
sub masked { return $_[0] =~ s/(..)(...)(...)(....)(..)/$1.$2.$3\/$4-$5/r }

my ($farol, $barra) = qw(90100100000182 90100200000109);

# report() - the members of a month: name of the table => [columns, rows], each row [fund, cells…, form].
sub report {
	my ($day, %tables) = @_;
	my $head = 'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;DENOM_SOCIAL;DT_COMPTC';
	my $tag = substr($day, 0, 4) . substr($day, 5, 2);

	return archive("$dir/inf_mensal_fidc_$tag.zip", map {
		my ($columns, @rows) = @{ $tables{$_} };
		("inf_mensal_fidc_tab_${_}_$tag.csv" => join '', map { Encode::encode('cp1252', "$_\r\n") } "$head;$columns", map {
			my ($fund, @cells) = @$_;
			my $form = $fund =~ s/^Fundo // ? 'Fundo' : 'Classe';
			join ';', $form, masked($fund), 'FIDC', $day, @cells } @rows) } sort keys %tables);
}
sub load { return $t->lastro_json('load', 'fund-reports', @_) }

my @i = qw(TAB_I_VL_ATIVO TAB_I1_VL_DISP TAB_I2_VL_CARTEIRA TAB_I3_VL_POSICAO_DERIV TAB_I4_VL_OUTRO_ATIVO TAB_I2A_VL_DIRCRED_RISCO TAB_I2B_VL_DIRCRED_SEM_RISCO);
for my $block (qw(A B)) {
	push @i, map { "TAB_I2$block$_" } qw(1_VL_CRED_VENC_AD 2_VL_CRED_VENC_INAD 21_VL_TOTAL_PARCELA_INAD 3_VL_CRED_INAD 4_VL_CRED_DIRCRED_PERFM 5_VL_CRED_VENCIDO_PENDENTE
		6_VL_CRED_EMP_RECUP 7_VL_CRED_RECEITA_PUBLICA 8_VL_CRED_ACAO_JUDIC 9_VL_CRED_FATOR_RISCO 10_VL_CRED_DIVERSO 11_VL_REDUCAO_RECUP);
	push @i, map { ("TAB_I2${block}12_CPF_CNPJ_CEDENTE_$_", "TAB_I2${block}12_PR_CEDENTE_$_") } 1 .. 9;
}
my @texts = qw(CNPJ_ADMIN ADMIN CONDOM);
# assets() - the cells of I by their names; figures that are not named are zero, cedents and texts empty.
sub assets {
	my (%cell) = @_;
	return map { $cell{$_} // (/VL_/ ? '0.00' : '') } @texts, @i;
}
my @bands = qw(30 60 90 120 150 180 360 720 1080 MAIOR_1080);
sub ageing_columns { my ($t) = @_; return join ';', "TAB_${t}_B_VL_DIRCRED_INAD", map { "TAB_${t}_B" . ($_ + 1) . "_VL_INAD_$bands[$_]" } 0 .. 9 }
sub ageing { my (@band) = @_; push @band, 0 while @band < 10; my $sum = 0; $sum += $_ for @band; return ($sum, @band) }

# 1,000 with the risk, net of 50: 700 to fall due, 350 overdue.
my %of = (CNPJ_ADMIN => '33.000.167/0001-01', ADMIN => 'ADMINISTRAÇÃO "X" <b>', CONDOM => 'FECHADO', TAB_I_VL_ATIVO => '1100.00', TAB_I1_VL_DISP => '100.00', TAB_I2_VL_CARTEIRA => '1000.00',
	TAB_I2A_VL_DIRCRED_RISCO => '1000.00', TAB_I2A1_VL_CRED_VENC_AD => '700.00', TAB_I2A3_VL_CRED_INAD => '350.00', TAB_I2A11_VL_REDUCAO_RECUP => '50.00');
# Cedents: a company; one without its leading zeros (00.000.000/0001-91); a CPF, one with a mask, one at the end of fourteen digits; a wrong id; a share of
# 1,250 %, one that is no number, an empty one; the fourteen nines, with a share of zero and with one.
my @cedents = (['90551001000117', '31.5'], ['8213823000107', '10'], ['12345678909', '9'], ['123.456.789-09', '1'], ['00012345678909', '2'], ['90551001000118', '3'],
	['90555001000195', '1250.00'], ['90556001000100', 'muito'], ['33.000.167/0001-01', '']);
sub cedents { my ($block, @list) = @_; my $n = 0; return map { $n++; ("TAB_I2${block}12_CPF_CNPJ_CEDENTE_$n" => $_->[0], "TAB_I2${block}12_PR_CEDENTE_$n" => $_->[1]) } @list }

sub month {
	my ($day, %change) = @_;
	my %tables = (
		IV => ['TAB_IV_A_VL_PL;TAB_IV_B_VL_PL_MEDIO', [$farol, 1000, 990], [$barra, 500, 500]],
		X_2 => ['TAB_X_CLASSE_SERIE;TAB_X_QT_COTA;TAB_X_VL_COTA', [$farol, 'Subclasse Senior', 700, 1], [$farol, 'Subclasse Subordinada 1 |', 300, 1], [$barra, 'Senior', 500, 1]],
		X_3 => ['TAB_X_CLASSE_SERIE;TAB_X_VL_RENTAB_MES', [$farol, 'SUBCLASSE SÊNIOR', '1.20'], [$farol, 'Subclasse Subordinada 1', '2.00'], [$farol, 'Subclasse Subordinada 1', '-2.00']],
		X_6 => ['TAB_X_CLASSE_SERIE;TAB_X_PR_DESEMP_ESPERADO;TAB_X_PR_DESEMP_REAL', [$farol, 'Subclasse Senior |', '1.10', '1.20']],
		X_4 => ['TAB_X_TP_OPER;TAB_X_CLASSE_SERIE;TAB_X_VL_TOTAL;TAB_X_QT_COTA', [$farol, 'Captações no Mês', 'Subclasse Senior', '40.00', 40], [$farol, 'Captações no Mês', 'Subclasse Senior', '40.00', 40],
			[$farol, 'Captações no Mês', 'Subclasse Sênior', '2.00', 2], [$farol, 'Amortizações', 'Subclasse Senior', '5.00', 0], [$farol, 'Resgates Solicitados', 'Subclasse Subordinada 1 |', '7.00', 1],
			[$farol, 'Resgates no Mês', 'Subclasse Senior', '3.00', 0], [$farol, 'Doações', 'Subclasse Senior', '9.00', 0]],
		VIII => ['SEQUENCIAL;VALOR', [$farol, 1, '10.00'], [$farol, 2, '90.00'], [$farol, 2, '90.00'], [$farol, 3, '90.00'], [$barra, 1, 'n']],
		I => [join(';', @texts, @i, 'TAB_I_CPF_TITULAR'), [$farol, assets(%of, cedents(A => @cedents), cedents(B => ['99999999999999', '0.00'], ['99999999999999', '4'])), '12345678909'], [$barra, assets(%of, TAB_I2A2_VL_CRED_VENC_INAD => 'x1'), ''],
			["Fundo $farol", assets(%of, TAB_I_VL_ATIVO => '9.00', cedents(A => ['90554001000170', '1'])), '']],
		V => [ageing_columns('V'), [$farol, ageing(200, 90, 0, 60)], [$barra, ageing(350)]],
		VI => [ageing_columns('VI'), [$farol, ageing()], [$barra, ageing()]],
		%change,
	);
	return report($day, %tables);
}

my $august = '2026-08-31';
my $loaded = load(month($august));
is_deeply [@$loaded{qw(read refused)}, join '|', @{ $loaded->{warnings} // [] }], [28, 1, '3 números não foram entendidos: ficaram desconhecidos.'], 'a month: an unknown operation is refused, wrong numbers are counted';
is load(month($august))->{written}, 0, 'and again nothing';

# ---- figures ----

is sql("select figures->>'TAB_I_VL_ATIVO', figures->>'ADMIN', figures->>'CNPJ_ADMIN', figures->>'TAB_I2A3_VL_CRED_INAD' from receivables_figures where tax_id = '$farol' and tab = 'I'"),
	qq(1100\tADMINISTRAÇÃO "X" <b>\t33000167000101\t350), 'figures by the names of their columns; the class and not the fund';
is sql("select figures ? 'TAB_I2A2_VL_CRED_VENC_INAD', figures->>'TAB_I2A2_VL_CRED_VENC_INAD' is null, figures ? 'TAB_I2Z' from receivables_figures where tax_id = '$barra' and tab = 'I'"), "t\tt\tf",
	'a number that is none is null; a column that is not there is no member';
is sql("select string_agg(tab, ' ' order by tab) from receivables_figures where tax_id = '$farol'"), 'I V VI', 'a row a table';

# ---- cedents ----

is sql("select string_agg(concat_ws(' ', block || place, kind, coalesce(cedent, '-'), coalesce(trim_scale(share)::text, share_reason)), ', ' order by block, place) from receivables_cedent where tax_id = '$farol'"),
	'A1 company 90551001000117 31.5, A2 company 08213823000107 10, A3 person - 9, A4 person - 1, A5 person - 2, A6 invalid - 3, A7 company 90555001000195 out_of_range, A8 company 90556001000100 unreadable, '
	. 'A9 company 33000167000101 not_filed, B2 unnamed - 4', 'cedents: persons without their tax id, shares outside 0 to 100 unknown';
is sql("select count(*) from receivables_figures where figures::text ~ '123\\.?456\\.?789|CPF|CEDENTE'"), 0, 'no CPF in the figures, not even in a column of another name';
is sql("select count(*) from receivables_cedent c where c::text ~ '123\\.?456\\.?789'"), 0, 'nor in the cedents';

# ---- debtors, flows, returns ----

is sql("select string_agg(concat(place, '=', trim_scale(value)), ' ' order by place) from receivables_debtor where tax_id = '$farol'"), '1=90 2=90 3=10', 'debtors by value; a repeated row counts once';
is sql("select value is null from receivables_debtor where tax_id = '$barra'"), 't', 'a debt that is no number is unknown';
is sql("select string_agg(concat_ws(' ', operation, layer, trim_scale(value), trim_scale(quantity)), ', ' order by operation) from receivables_flow"),
	'amortisations senior 5 0, redemptions senior 3 0, redemptions_requested junior 7 1, subscriptions senior 42 42', 'flows of a label, repeated rows once';
is sql("select string_agg(concat_ws(' ', layer, coalesce(trim_scale(return_pct)::text, '-'), coalesce(trim_scale(expected_pct)::text, '-'), coalesce(trim_scale(realised_pct)::text, '-')), ', ' order by layer) from receivables_class where tax_id = '$farol'"),
	'junior - - -, senior 1.2 1.1 1.2', 'returns by the label, however each table spells it; two that differ are unknown';

# ---- delinquency ----

sub late {
	my ($fund, $day) = @_;
	return sql("select concat_ws(' ', trim_scale(receivables), trim_scale(provision), trim_scale(overdue), coalesce(trim_scale(overdue_over_90)::text, '-'), coalesce(round(overdue_over_90_pct, 4)::text, overdue_reason),
		coalesce(round(coverage_pct, 4)::text, coverage_reason)) from receivables_report where tax_id = '$fund' and day = '$day'");
}
# 60 of 1,050; 50 of 60.
is late($farol, $august), '1050 50 350 60 5.7143 83.3333', 'over ninety days, of receivables gross of the provision';
is late($barra, $august), '1050 50 350 0 0.0000 nothing_over_90', 'all of it fresh';
sub observed { my ($fund) = @_; $t->lastro_ok('compute', 'objects'); return sql("select string_agg(concat_ws(' ', m.id, v.base_date, round(v.value, 4)), ', ' order by v.base_date, m.no) from object_observation v join object o on o.no = v.object_no
	join object_measure m on m.no = v.measure_no where o.id = 'fund:$fund' and m.id in ('overdue_over_90', 'provision_coverage') and v.superseded = 9223372036854775807") }
is observed($farol), "overdue_over_90 $august 5.7143, provision_coverage $august 83.3333", 'as measures';
is observed($barra), "overdue_over_90 $august 0.0000", 'without a coverage of nothing';
# July comes later: 60 were over 90 days late then, of both.
load(month('2026-07-31', V => [ageing_columns('V'), [$farol, ageing(200, 90, 0, 60)], [$barra, ageing(200, 90, 0, 60)]]));
is late($barra, $august), '1050 50 350 - ageing_contradicts_previous_month ageing_contradicts_previous_month', 'the month after a month that was loaded is judged again';
is observed($barra), 'overdue_over_90 2026-07-31 5.7143, provision_coverage 2026-07-31 83.3333', 'and its measure is taken back';
load(month('2026-07-31', V => [ageing_columns('V'), [$farol, ageing(200, 90, 0, 60)], [$barra, ageing(350)]]));
is late($barra, $august), '1050 50 350 0 0.0000 nothing_over_90', 'and once more';

# ---- a month is replaced whole ----

is load(month($august, VIII => ['SEQUENCIAL;VALOR', [$farol, 1, '11.00']], V => [ageing_columns('V'), [$farol, ageing(200, 90, 0, 60)]],
	I => [join(';', @texts, @i), [$farol, assets(%of, cedents(B => ['90551001000117', '4']))], [$barra, assets(%of)]]))->{refused}, 1, 'August, filed again';
is sql("select string_agg(concat(tax_id, '=', trim_scale(value)), ' ') from receivables_debtor where day = '$august'"), "$farol=11", 'what it no longer has is gone: debtors';
is sql("select string_agg(concat(block, place, '=', cedent), ' ') from receivables_cedent where day = '$august'"), 'B1=90551001000117', 'cedents';
is sql("select string_agg(tax_id, ' ') from receivables_figures where day = '$august' and tab = 'V'"), $farol, 'and figures';
is late($barra, $august), '1050 50 - not_reported not_reported', 'and with them what followed from them';
is sql("select count(*) from receivables_debtor where day = '2026-07-31'"), 4, 'another month stays';

# A block that its items contradict: 1,000 net, and items of 700 + 350 - 500.
load(month($august, I => [join(';', @texts, @i), [$farol, assets(%of, TAB_I2A11_VL_REDUCAO_RECUP => '500.00')], [$barra, assets(%of, TAB_I2A11_VL_REDUCAO_RECUP => '-50.00')]]));
is late($farol, $august), '- items_contradict_receivables items_contradict_receivables', 'a block that its items contradict';
is late($barra, $august), '1050 50 350 0 0.0000 nothing_over_90', 'a provision with its sign turned';

# Files of one table, each alone: the figures are there before the report is.
$t->sql("delete from receivables_report");
load(report($august, IV => ['TAB_IV_A_VL_PL;TAB_IV_B_VL_PL_MEDIO', [$barra, 500, 500]]));
is late($barra, $august), '1050 50 350 0 0.0000 nothing_over_90', 'a report that comes after its figures';
$loaded = load(report($august, V => [ageing_columns('V'), [$barra, ageing(200, 90, 0, 60)]]));
is late($barra, $august), '1050 50 350 60 5.7143 83.3333', 'and a table that comes after its report';
is $loaded->{written}, 1, 'which is written';

done_testing;
