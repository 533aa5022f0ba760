#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Real files of credit (the shared folder's samples): units, rates, par and coupons of ten debentures, contracts, and
# the classes of five receivables funds.  Each expected figure is in the raw row above it, or computed from it there.

use strict;
use warnings;
use utf8;

use Encode ();
use JSON::PP ();
use Lastro::Desk;
use Lastro::Test qw(shared_dir);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/credit";
my $data = "$shared/data";

$ENV{LASTRO_NOW} = '2026-10-06T23:00:00Z';
my $t = Lastro::Test->new;

sub load { return $t->lastro_json('load', @_) }
sub sql { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }

is load('debentures', "$data/debentures_com_br/caracteristicas_normalised.csv")->{refused}, 0, 'contracts';
load('anbima-debentures', "$data/anbima_debentures/db260603_rebuilt.txt");
load('anbima-debentures', "$data/anbima_debentures/db260612_rebuilt.txt");
is counts(load('debenture-prices', "$data/credit/snd/negocios_normalised.csv")), '10 10 0 0 0', 'trades, as a repository keeps them';
is counts(load('debenture-prices', "$data/debentures_com_br/precos_negociacao_normalised_20rows.csv")), '20 20 0 0 0', 'and as another does';
$t->lastro_ok('compute', 'objects');

my @papers = qw(AALM12 KLBNA2 RADL14 AERI11 BRKMA6 ACRC21 AHGD13 CVRDA6 ASER12 BTEL13);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
my $list = $desk->done('credit.watchlist.create', { name => 'Papéis' })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => "instrument:$_" }) for @papers;
sub board { return map { ($_->{object}{id} =~ s/.*://r => $_) } @{ $desk->data('credit.watchlist.board', {}, subject => $list) } }

# ---- a coupon is not a fall in price ----

# data,codigo,quantidade,negocios,pu_min,pu_medio,pu_max,pct_pu_curva
# 2026-10-01,AALM12,58000,4,1094.449826,1094.466243,1094.482659,101.67
# 2026-10-06,AALM12,9144,8,1019.174819,1019.195203,1019.215587,101.8
# The unit price falls by 6.88 % from the 1st to the 6th, three business days; of par the paper rose: 101.8 - 101.67 = 0.13.
my %row = board();
is_deeply $row{AALM12}{par}, { source => 'debentures.com.br', date => '2026-10-06', par_pct => '101.8000', change_points => '0.1300', previous_date => '2026-10-01' }, 'AALM12: par over a coupon';
# The contract's price is that of the trade over its percentage: 1094.466243 / 1.0167 = 1076.489..., 1019.195203 / 1.018 = 1001.174...:
# 75.3 reais went as interest of half a year and an accrual of three days came.
is sql("select round(q.close / t.pct_par * 100, 3) from quote q join debenture_trade t on (t.code, t.day) = (q.symbol, q.day) where q.symbol = 'AALM12' and q.day >= '2026-10-01' order by q.day"),
	"1076.489\n1001.174", 'AALM12: the contract\'s price, before the coupon and after';
$desk->done('credit.alert_rule.set', { object_id => "instrument:AALM12", kind => 'price_move', threshold => 1, sessions => 3, since => '2026-10-01' });
$desk->done('credit.alert_rule.set', { object_id => "instrument:ACRC21", kind => 'price_move', threshold => 5, sessions => 4, since => '2026-07-01' });
# 2026-07-20,ACRC21,25000,4,1078.441755,1078.457932,1078.474109,90.11
# 2026-07-24,ACRC21,2,1,1011.838172,1011.838172,1011.838172,84.41
# 84.41 - 90.11 = -5.70 points in four business days.
is $t->lastro_json('compute', 'alerts')->{raised}, 1, 'the coupon raises no alert, the fall does';
my ($alert) = @{ $desk->data('credit.alerts.list', { kind => 'price_move', limit => 5 }, subject => $list) };
is_deeply [$alert->{object}{id}, @{ $alert->{evidence} }{qw(basis par_pct previous_par_pct change_points date previous_date sessions)}],
	['instrument:ACRC21', 'traded_par', '84.4100', '90.1100', '-5.7000', '2026-07-24', '2026-07-20', 4], 'ACRC21: in points of par' or diag explain $alert;
is_deeply [grep { $_->{object}{id} =~ /AALM12/ } @{ $desk->data('credit.alerts.list', { kind => 'price_move', limit => 5 }, subject => $list) }], [], 'AALM12: none';

# ---- ten papers of 9 October ----

is load('anbima-debentures', "$data/credit/anbima/db261009_excerpt.txt")->{refused}, 0, 'the page of a day';
$t->lastro_ok('compute', 'objects');

# ANBIMA's page of AALM12 is there for the 9th alone, its trades are of the 1st and the 6th: five business days before the 9th is the
# 2nd (9, 8, 7, 6, 5, 2), so the trade of the 1st.  Of par 101.8264 - 101.67 = 0.1564, of the unit price 1021.174407 / 1094.466243 - 1 = -6.70 %:
# the coupon again.
$desk->done('credit.alert_rule.set', { object_id => "instrument:AALM12", kind => 'price_move', threshold => 0.15, sessions => 5, since => '2026-10-01' });
is $t->lastro_json('compute', 'alerts')->{raised}, 1, 'a page at one end, a trade at the other';
($alert) = @{ $desk->data('credit.alerts.list', { kind => 'price_move', limit => 5 }, subject => $list) };
is_deeply [$alert->{object}{id}, @{ $alert->{evidence} }{qw(basis par_pct previous_par_pct change_points date previous_date source previous_source)}],
	['instrument:AALM12', 'mixed_par', '101.8264', '101.6700', '0.1564', '2026-10-09', '2026-10-01', 'ANBIMA', 'debentures.com.br'], 'AALM12: still in points of par' or diag explain $alert;
%row = board();
sub shown {
	my ($r) = @_;
	return join ' ', map { $_ // '-' } @{ $r->{price} // {} }{qw(date unit_price)}, @{ $r->{par} // {} }{qw(par_pct)}, @{ $r->{rate} // {} }{qw(rate_kind rate_pct)};
}
my %want = (
	# AALM12@…@DI + 1,6%@0,85@0,5625@0,734@…@1021,174407@101,8264@533,98
	AALM12 => '2026-10-09 1021.174407 101.8264 spread 0.7340',
	# KLBNA2@…@114,65% do DI@104@101,85@102,9027@…@10262,938444@101,7964@327,17
	KLBNA2 => '2026-10-09 10262.938444 101.7964 percent_of_index 102.9027',
	# RADL14@…@106,99% do DI@104,9537@101,95@103,4939@…@524,417969@100,2732@160,74
	RADL14 => '2026-10-09 524.417969 100.2732 percent_of_index 103.4939',
	# AERI11@…@DI + 3%@--@--@--@--@--@--@126,84621@13,5@N/D: in distress, without a rate
	AERI11 => '2026-10-09 126.84621 13.5000 - -',
	# BRKMA6@…@DI + 1,75%@--@--@--@--@--@--@482,719167@45,34@N/D
	BRKMA6 => '2026-10-09 482.719167 45.3400 - -',
	# ACRC21@…@IPCA + 7,415%@7,6989@7,586@7,6067@…@1206,876452@98,7739@1738,16@5@15/05/2035
	ACRC21 => '2026-10-09 1206.876452 98.7739 real 7.6067',
	# AHGD13@…@IPCA + 7,3293%@7,6499@7,468@7,5414@…@0,995882@98,8394@1480,4: one real a unit
	AHGD13 => '2026-10-09 0.995882 98.8394 real 7.5414',
	# CVRDA6@…@01/01/2100@IGP-M@--@--@--@--@--@--@39,6995@N/D@N/D@5: a price, and no par
	CVRDA6 => '2026-10-09 39.6995 - - -',
	# ASER12@…@IPCA + 8,4051%@11,1294@--@11,035@…@N/D@N/D@N/D: a rate, and no price that day
	ASER12 => '- real 11.0350',
	# BTEL13@…@PREFIXADO 15,05%@15,6441@15,2822@15,6365@…@1002,495209@98,0978@949,62 of 12 June, traded on
	# 15/7/2026,V.TAL - REDE NEUTRA DE TELECOMUNICACOES S.A.,BTEL13,…,1016.612260,…,98.21
	BTEL13 => '2026-07-15 1016.61226 98.2100 fixed 15.6365',
);
$row{ASER12}{price} = undef;	# of June
like shown($row{$_}), $_ eq 'ASER12' ? qr/\Q$want{$_}\E$/ : qr/^\Q$want{$_}\E$/, $_ for @papers;

# RADL14 on 12 June: @104@103@104@…@1073,834469@100,1862: half of it was amortised since.  Its unit price fell by 51 %, its
# par rose: 100.2732 - 100.1862 = 0.0870.  KLBNA2: 101.7964 - 102.2896 = -0.4932; its rate was 103.566 % of DI.
is_deeply [map { $row{$_}{par}{change_points} } qw(RADL14 KLBNA2 AERI11)], ['0.0870', '-0.4932', '0.3393'], 'points since 12 June; AERI11: 13.5 - 13.1607';
is_deeply [map { $row{$_}{rate}{previous_rate_pct} } qw(RADL14 KLBNA2)], ['104.0000', '103.5660'], 'and the rate of then, of one kind';
is sql("select string_agg(m.id || '=' || trim_scale(v.value), ' ' order by m.no) from object_observation v join object o on o.no = v.object_no join object_measure m on m.no = v.measure_no
	where o.id = 'instrument:KLBNA2' and v.base_date = '2026-10-09' and v.superseded = 9223372036854775807"),
	'debenture_price=10262.938444 debenture_duration=327.17 debenture_percent_of_index=102.9027 debenture_par=101.7964', 'measures of KLBNA2: no spread among them';
sub cohort { my ($measure) = @_; return $t->get("/v1/objects/cohort?kind=instrument&subkind=debenture&measure=$measure&limit=100&at=2026-10-09", key => $desk->{key}{analyst})->json }
is_deeply [map { $_->{id} =~ s/.*://r } grep { $_->{as_of} eq '2026-10-09' } @{ cohort('debenture_percent_of_index')->{data} }], [qw(UNDAC3 RADL14 KLBNA2)], 'percents of DI, the highest first: 107.8423, 103.4939, 102.9027';
cmp_ok cohort('debenture_spread')->{data}[0]{value}, '<', 100, 'and none of them passes for a spread';

is_deeply [@{ $row{BTEL13}{price} }{source}, @{ $row{AALM12}{price} }{source}], ['debentures.com.br', 'ANBIMA'], 'and the source of each price';

# ---- contracts ----

# "AALM12" … "DI" "100" … "1,6" "252"; "ACRC21" … "IPCA" "-" … "7,415" "252"; "ADAG11" … "PRÉ" "-" … "13,47" "UTI"; "AGUT15" … "DI" "135" … "0" "";
# "ARSN11" … "TR" "-" … "9" "252".
is sql(q(select string_agg(concat_ws(' ', code, indexer, coalesce(rate_kind, '-'), coalesce(trim_scale(pct)::text, '-'), coalesce(trim_scale(spread)::text, '-'), coalesce(trim_scale(rate)::text, '-')),
	', ' order by code) from debenture where code in ('AALM12', 'ACRC21', 'ADAG11', 'AGUT15', 'ARSN11'))),
	'AALM12 cdi spread 100 1.6 -, ACRC21 ipca real - - 7.415, ADAG11 prefixado fixed - - 13.47, AGUT15 cdi percent_of_index 135 0 -, ARSN11 outro - - - 9', 'the terms of each contract';

# ---- an issuer ----

# BRASILAGRO, 30 June 2023, in thousands: 3.05 275823 over -(3.06.02) 324605 = 0.84972; 2.01.04 253715 + 2.02.01 618256 - 1.01.01 383837 - 1.01.02 28205 =
# 459929; 412042 / 253715 = 1.62403.  No file here has depreciation: there is no EBITDA, and a covenant of leverage cannot be judged.
load('company-register', "$data/cvm_cad_cia_aberta/cad_cia_aberta.csv");
load('dfp', "$data/cvm_dfp/dfp_cia_aberta_${_}_con_2023.csv") for qw(DRE BPA BPP);
$t->lastro_ok('compute', 'objects');
my $agro = 'company:07628528000159';
my $issuer = $desk->data('credit.issuer.get', { object_id => $agro });
is_deeply [@{ $issuer->{statements} }{qw(reference_date net_debt ebitda_ttm net_debt_to_ebitda interest_coverage interest_source cash_to_short_term_debt)}],
	['2023-06-30', '459929000.00', undef, undef, '0.8497', 'financial_expenses', '1.6240'], 'BRASILAGRO: its ratios';
is_deeply $issuer->{statements}{reasons}, { ebitda_ttm => 'no_statement', net_debt_to_ebitda => 'no_statement' }, 'and why two are none: no file here has the cash flow with depreciation';
is_deeply [map { "$_->{code} $_->{rate_kind} $_->{rate_pct}" } @{ $issuer->{debentures} }], ['AGRO13 fixed 12.16'], 'and its debenture';
is_deeply [map { my $k = $_; [map { "$_->{object}{id} $_->{reason}" } @{ $desk->done('credit.alert_rule.set', { object_id => $agro, kind => $k, threshold => 1 })->{not_judged} }] } qw(leverage_above coverage_below)],
	[["$agro figure_missing"], []], 'of two covenants one cannot be judged, and says so';

# ---- receivables funds ----

load('fund-reports', "$data/credit/fidc/inf_mensal_fidc_$_.zip") for '202607', '202608';
sub fund {
	my ($tax_id, $day) = @_;
	return sql("select concat_ws(' ', round(senior, 2), round(mezzanine, 2), round(junior, 2), coalesce(round(subordination, 4)::text, '-'), coalesce(round(mezzanine_subordination, 4)::text, '-'),
		subordination_reason, round(classes_difference, 4), holders) from receivables_report where tax_id = '$tax_id' and day = '$day'");
}
# Senior 40000 x 1088.4127 + 12000 x 1010.25 = 43,536,508.00 + 12,123,000.00; mezzanine 9000 x 1150.10; junior 10000 x 2692.208296; net worth 92,932,490.96, their sum.
# (10,350,900.00 + 26,922,082.96) / 92,932,490.96 = 40.1076 %; 26,922,082.96 / 92,932,490.96 = 28.9695 %.  Holders 41 + 6 + 5 + 2.
is fund('90100100000182', '2026-08-31'), '55659508.00 10350900.00 26922082.96 40.1076 28.9695 0.0000 54', 'ALVORADA: three layers';
# 20000 x 1140.25 and a row of zeros.
is fund('90100200000109', '2026-08-31'), '- - single_class 0.0000 3', 'BOREAL: one live class';
# July: 20000 x 1500 = 30,000,000 and 10000 x 1258.50 = 12,585,000 of 42,585,000: 29.5527 %.
is fund('90100300000135', '2026-07-31'), '30000000.00 0.00 12585000.00 29.5527 - 0.0000 13', 'CEDRO in July';
# August: 10000 x 1258500000 = 12,585,000,000,000: the sum is 12,585,030,000,000 / 42,585,000 - 1 = 29,552,629.8344 % above the net worth.
is fund('90100300000135', '2026-08-31'), '- - classes_contradict_net_worth 29552629.8344 13', 'CEDRO in August, a quota wrong by a million';
# 5000 x 1376.0002 = 6,880,001.00 and 1000 x 2100, reported as Classe and as Fundo: 2,100,000 / 8,980,001 = 23.3853 %.
is fund('90100400000161', '2026-08-31'), '6880001.00 0.00 2100000.00 23.3853 - 0.0000 9', 'DUNAS: once';
# 40,000,000; 5,000,000; 10000 x 2842.70 = 28,427,000: 33,427,000 and 28,427,000 of 73,427,000.  Holders 11 + 7 + 5 of one label, 6, 2.
is fund('90100500000198', '2026-08-31'), '40000000.00 5000000.00 28427000.00 45.5241 38.7146 0.0000 31', 'ESTUÁRIO';

done_testing;
