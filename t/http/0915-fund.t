#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# One receivables fund, from its monthly reports to credit.fund.get: floors of its regulation, what is sold back in three
# months, persons among its cedents, returns beside their quotas, what a report contradicts; and how large the answer is.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Desk;
use Lastro::Proxy;
use Lastro::Test qw(wait_for);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
$ENV{LASTRO_NOW} = '2026-10-10T15:00:00Z';
my $t = Lastro::Test->new;

sub sql { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }

my ($fund, $bare, $long) = qw(11222333000181 90100100000182 90100200000109);
Lastro::Desk::objects($t);
sql("insert into receivables_report (tax_id, day, name, net_worth, net_worth_mean, senior, mezzanine, junior, subordinate, classes_sum, classes_difference, subordination, mezzanine_subordination, holders,
		receivables, provision, overdue, overdue_over_90, overdue_over_90_pct, coverage_pct)
	select '$fund', d, 'FIDC RECEBÍVEIS <b>', 1000, 990, 700, 100, 200, 300, 1000, 0, 30, 20, 9, 1050, 50, 350, 60, 5.71428571, 83.33333333 from unnest(array['2026-06-30', '2026-07-31', '2026-08-31']::date[]) d;
	insert into receivables_figures select '$fund', d, 'VII', jsonb_build_object('TAB_VII_D_2_VL_RECOMPRA', n, 'TAB_VII_C_2_VL_SUBST', 0, 'TAB_VII_B1_2_VL_CEDENTE', 1) from (values (date '2026-06-30', 10), ('2026-07-31', 20), ('2026-08-31', 30)) v(d, n);
	insert into receivables_figures values ('$fund', '2026-08-31', 'I', '{\"ADMIN\": \"ADM DO INFORME\", \"CNPJ_ADMIN\": null, \"CONDOM\": \"FECHADO\", \"TAB_I_VL_ATIVO\": 1100, \"TAB_I1_VL_DISP\": 100, \"TAB_I2_VL_CARTEIRA\": 1000,
		\"TAB_I2A_VL_DIRCRED_RISCO\": 600, \"TAB_I2B_VL_DIRCRED_SEM_RISCO\": 400, \"TAB_I2C_VL_VLMOB\": null}'), ('$fund', '2026-08-31', 'III', '{\"TAB_III_VL_PASSIVO\": 100}'), ('$fund', '2026-08-31', 'X_5', '{\"TAB_X_VL_LIQUIDEZ_0\": 0}');
	insert into receivables_cedent values ('$fund', '2026-08-31', 'A', 1, 'company', '33000167000101', 50, null), ('$fund', '2026-08-31', 'B', 1, 'company', '33000167000101', 10, null),
		('$fund', '2026-08-31', 'A', 2, 'person', null, 20, null), ('$fund', '2026-08-31', 'A', 3, 'person', null, 5, null), ('$fund', '2026-08-31', 'B', 2, 'invalid', null, null, 'unreadable');
	insert into receivables_debtor values ('$fund', '2026-08-31', 1, 1000), ('$fund', '2026-08-31', 2, 110);
	insert into receivables_class (tax_id, day, class, label, layer, quantity, quota, return_pct) values
		('$fund', '2026-07-31', 'Sênior', 'senior', 'senior', 700, 1, 1), ('$fund', '2026-08-31', 'Sênior', 'senior', 'senior', 700, 1.02, 1.5),
		('$fund', '2026-07-31', 'Mezanino', 'mezanino', 'mezzanine', 100, 1, 1), ('$fund', '2026-08-31', 'Mezanino', 'mezanino', 'mezzanine', 100, 0.9, 1.5),
		('$fund', '2026-07-31', 'Júnior', 'junior', 'junior', 200, 1, 1), ('$fund', '2026-08-31', 'Júnior', 'junior', 'junior', 200, 1.05, 1.5), ('$fund', '2026-08-31', 'Júnior 2', 'junior 2', 'junior', 0, 0, null);
	insert into receivables_flow values ('$fund', '2026-08-31', 'amortisations', 'mezanino', 'Mezanino', 'mezzanine', 11, 0), ('$fund', '2026-08-31', 'redemptions_requested', 'senior', 'Sênior', 'senior', null, null);
	insert into receivables_report (tax_id, day, name, net_worth, subordination_reason) values ('$bare', '2026-08-31', 'FIDC NU', null, 'no_classes');
	insert into receivables_report (tax_id, day, name, net_worth) select '$long', (date '2025-09-01' + make_interval(months => g + 1) - interval '1 day')::date, 'FIDC LONGO', 1 from generate_series(0, 11) g;
	insert into receivables_class (tax_id, day, class, label, layer, quantity, quota, return_pct) select '$long', (date '2025-09-01' + make_interval(months => g + 1) - interval '1 day')::date, 'Subclasse Sênior Série ' || k, 'subclasse senior serie ' || k,
		'senior', 1000 + k, 1000.12345678, 1.2345 from generate_series(0, 11) g, generate_series(1, 60) k;
	insert into receivables_figures select tax_id, day, f.tab, f.figures from receivables_report r, (values ('V', (select jsonb_object_agg('TAB_V_B' || n || '_VL_INAD_' || x, 123456789.12) from unnest(array['30','60','90','120','150','180','360','720','1080','MAIOR_1080']) with ordinality u(x, n))),
		('II', '{\"TAB_II_VL_CARTEIRA\": 5}')) f(tab, figures) where r.tax_id = '$long'");
$t->lastro_ok('compute', 'objects');
my ($desk, $other) = (Lastro::Desk->new($t, 'Mesa'), Lastro::Desk->new($t, 'Vizinha'));
my $proxy = Lastro::Proxy->new($t);
$t->start_pool(workers => 1, env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
sub get { return $desk->data('credit.fund.get', { @_ }, as => 'viewer') }

for my $of ([$desk, 'subordination_floor', 'percent', 25], [$desk, 'net_worth_floor', 'brl', 1200], [$other, 'subordination_floor', 'percent', 40]) {
	my ($d, $term, $unit, $value) = @$of;
	my $id = $d->term(object_id => "fund:$fund", term => $term, unit => $unit, value => $value);
	$d->done('credit.regulation_term.review', { term_id => $id, decision => 'approve' });
}
$desk->term(object_id => "fund:$fund", term => 'concentration_cap', unit => 'percent', value => 10);	# nobody approved it
$desk->alert(object_id => "fund:$fund");

my $d = get(object_id => "fund:$fund");
is_deeply get(fund => '11.222.333/0001-81'), $d, 'by its tax id';
is_deeply get(fund => 'fidc recebiveis'), $d, 'by its name';
is_deeply [@$d{qw(tax_id name reference_date file funds_reported holders)}], [$fund, 'FIDC RECEBÍVEIS <b>', '2026-08-31', 'inf_mensal_fidc_202608.zip', 3, 9], 'what it is, of when and from which file';
is get(object_id => "fund:$fund", at => '2026-08-30')->{reference_date}, '2026-07-31', 'an earlier month';
is_deeply [@{ $d->{register} }{qw(administrator administrator_tax_id manager condominium)}], ['ADM DO INFORME', undef, undef, 'FECHADO'], 'without a register, as the report has it';
is_deeply [map { [@$_{qw(layer classes value_brl share_pct)}] } @{ $d->{layers} }], [['senior', 1, '700.00', '70.0000'], ['mezzanine', 1, '100.00', '10.0000'], ['junior', 1, '200.00', '20.0000']], 'three layers; a series without quotas is none';
# 1,000 - 1,200 and 30 - 25.
is_deeply [map { [@$_{qw(term value unit above_it)}] } @{ $d->{terms} }], [['net_worth_floor', 1200, 'brl', '-200.0000'], ['subordination_floor', 25, 'percent', '5.0000']], 'floors that this desk approved';
is_deeply [$d->{net_worth}{value_brl}, $d->{net_worth}{reason}], ['1000.00', undef], 'a net worth that its balance agrees with';
# 30 + 20 + 10 and 3 of sales to cedents; 63 + 60 of 1,050.
is_deeply [@{ $d->{repurchases} }{qw(total_brl over_90_with_them_pct reason)}, map { $_->{repurchased_brl} } @{ $d->{repurchases}{months} }], ['63.00', '11.7143', undef, '30.00', '20.00', '10.00'], 'three months of what was sold back';
is_deeply [@{ get(object_id => "fund:$fund", at => '2026-07-31')->{repurchases} }{qw(total_brl over_90_with_them_pct reason)}], [undef, undef, 'months_missing'], 'with May missing there is no sum';
# 0.5 x 600 + 0.1 x 400 of 1,000; 0.2 x 600; 0.05 x 600.
is_deeply [map { [@$_{qw(tax_id kind share_of_receivables_pct reason name)}] } @{ $d->{cedents}{list} }],
	[['33000167000101', 'company', '34.0000', undef, 'PETROLEO BRASILEIRO S.A.'], [undef, 'person', '12.0000', undef, undef], [undef, 'person', '3.0000', undef, undef], [undef, 'invalid', undef, 'unreadable', undef]], 'cedents, each person by itself and without a tax id';
# 1,110 of 1,050: 105.7 %.
is_deeply [@{ $d->{debtors} }{qw(count amount_brl share_pct largest_pct reason)}], [2, '1110.00', undef, undef, 'debtors_exceed_receivables'], 'debtors who owe more than there is';
is_deeply [map { [@$_{qw(figure amount_brl)}] } @{ $d->{balance} }], [[assets => '1100.00'], [cash => '100.00'], [portfolio => '1000.00'], [receivables_with_risk => '600.00'], [receivables_without_risk => '400.00'], [liabilities => '100.00']], 'the balance';
is_deeply [@$d{qw(liquidity liquidity_reason segments_reason)}], [[], 'not_reported', 'not_reported'], 'a table of zeros, and one that is missing, say nothing';
is_deeply [@{ $d->{flows} }{qw(net_brl reason)}], ['-11.00', undef], 'redemptions that are only asked for change nothing';
# 1.5 % beside 2 %; -10 % in a month with an amortisation; 1.5 % beside 5 %.
is_deeply [map { [@$_{qw(class value_brl return_pct return_reason)}] } @{ $d->{classes} }], [['Sênior', '714.00', '1.5', undef], ['Júnior', '210.00', undef, 'return_contradicts_quota'], ['Mezanino', '90.00', '1.5', undef], ['Júnior 2', '0.00', undef, 'not_reported']],
	'returns beside their quotas' or diag explain $d->{classes};
is_deeply [map { "$_->{month} $_->{quota_brl}" } @{ $d->{classes}[0]{history} }], ['2026-08-31 1.02', '2026-07-31 1'], 'the months of a class';
is scalar @{ $d->{history} }, 3, 'and of the fund';
is_deeply [map { [$_->{function}, $_->{input}{object_id}, $_->{input}{at}, $_->{why}] } @{ $d->{next} }], [['credit.fund.get', "fund:$fund", '2026-07-31', 'previous_month'], ['credit.issuer.get', "fund:$fund", undef, 'ratings_and_documents'],
	['credit.issuer.get', 'company:33000167000101', undef, 'largest_cedent']], 'what to ask next';
is $desk->function($_->{function}, $_->{input}, as => 'viewer')->status, 200, "which answers: $_->{why}" for @{ $d->{next} };
is_deeply [map { $_->{kind} } @{ $d->{open_alerts} }], ['material_fact'], 'its alerts';
sub sells_to { return [map { "$_->{id} $_->{relation}" } @{ $desk->data('credit.issuer.get', { object_id => 'company:33000167000101' })->{receivables_funds} }] }
is_deeply sells_to(), ["fund:$fund cedent"], 'its cedent names the fund, once for two blocks';
sql("insert into receivables_report (tax_id, day, name) values ('$fund', '2026-09-30', 'FIDC')");
is_deeply sells_to(), [], 'not by an older report';
sql("delete from receivables_report where day = '2026-09-30'");

# ---- what is missing, or contradicted ----

my $nothing = get(object_id => "fund:$bare");
is_deeply [@{ $nothing->{net_worth} }{qw(value_brl reason)}, @{ $nothing->{subordination} }{qw(senior_pct reason)}, (map { $nothing->{$_}{reason} } qw(cedents debtors flows repurchases)), $nothing->{classes}, $nothing->{delinquency}{over_90_pct}],
	[undef, 'not_reported', undef, 'no_classes', 'not_reported', 'not_reported', 'not_reported', 'months_missing', [], undef], 'a report with nothing in it';
is_deeply [grep { defined } map { $_->{holds} } @{ $nothing->{checks} }], [], 'of which no sum can be checked';
sql("update receivables_figures set figures = figures || '{\"TAB_III_VL_PASSIVO\": 90}' where tax_id = '$fund' and tab = 'III'; update receivables_cedent set share = 81 where tax_id = '$fund' and block = 'A' and place = 1;
	update receivables_report set overdue_over_90_pct = null, overdue_over_90 = null, coverage_pct = null, overdue_reason = 'bands_contradict_total', coverage_reason = 'bands_contradict_total' where tax_id = '$fund' and day = '2026-08-31'");
$d = get(object_id => "fund:$fund");
# 1,100 - 90 = 1,010 is 0.99 % off 1,000; 81 + 20 + 5 = 106 %.
is_deeply [@{ $d->{net_worth} }{qw(value_brl reason)}, $d->{balance}[1]{share_pct}, map { [@$_{qw(holds left_brl right_brl)}] } grep { $_->{check} =~ /^net_worth/ } @{ $d->{checks} }],
	[undef, 'balance_contradicts_net_worth', undef, [JSON::PP::false, '1010.00', '1000.00']], 'a balance that contradicts the net worth: none, and both sides';
is_deeply [@{ $d->{cedents} }{qw(listed_pct reason)}, $d->{cedents}{list}[0]{share_of_receivables_pct}], [undef, 'shares_exceed_block', undef], 'shares beyond their block';
is_deeply [@{ $d->{repurchases} }{qw(total_brl over_90_with_them_pct reason)}, @{ $d->{delinquency} }{qw(over_90_pct reason)}], ['63.00', undef, 'bands_contradict_total', undef, 'bands_contradict_total'], 'and bands that contradict their total';

# ---- refusals ----

my $rule = sub { my $r = $desk->function('credit.fund.get', { @_ }); return join ' ', $r->status, map { $_->{rule} } @{ $r->json->{details}{errors} // [] } };
is $rule->(), '400 one_of', 'neither a fund nor an object';
is $rule->(fund => $fund, object_id => "fund:$fund"), '400 one_of', 'both';
is $rule->(fund => 'longo prazo'), '400 ambiguous', 'a name that is only similar: the candidates are told';
is $rule->(fund => 'Fundo que não há'), '404', 'a name of none';
is $rule->(object_id => "fund:$fund", at => '2026-13-01'), '400 format', 'no day';
is $rule->(object_id => "fund:$fund", at => '2026-05-31'), '404', 'before its first report';
is $rule->(object_id => $_), '404', "no receivables fund: $_" for 'fund:00000000000191', 'company:33000167000101', 'fund:1';
is $rule->(object_id => "fund:$fund", classes => 51), '400 maximum', 'too many classes';

# ---- how large, and how many statements ----

my $r = $desk->function('credit.fund.get', { object_id => "fund:$long" });
is_deeply [scalar @{ $r->json->{data}{classes} }, $r->json->{data}{classes_count}, scalar @{ $r->json->{data}{classes}[0]{history} }], [5, 60, 12], 'of sixty series the largest five, twelve months each';
cmp_ok length $r->body, '<', 20000, 'in less than twenty kilobytes: ' . length $r->body;
is scalar @{ get(object_id => "fund:$long", classes => 50)->{classes} }, 50, 'or as many as asked for';
sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');	# uses no database
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}
sub asked {
	get(object_id => "fund:$_[0]") for 1 .. 3;
	settled();
	get(object_id => "fund:$_[0]");
	my $said = settled();
	return [scalar(() = $said =~ /E/g), scalar(() = $said =~ /S/g)];
}
is_deeply asked($long), asked($bare), 'sixty series of a year ask as much as nothing';

$t->finish;
done_testing;
