#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Two months of the sample of receivables funds (the shared folder): three funds by hand, each figure from the raw row above
# it, then every figure of every fund by a second program, which reads the raw files and knows nothing of the first one.

use strict;
use warnings;
use utf8;

use Encode ();
use IO::Uncompress::Unzip ();
use JSON::PP ();
use Lastro::Desk;
use Lastro::Test qw(shared_dir);
use Math::BigRat ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/credit/fidc";

$ENV{LASTRO_NOW} = '2026-10-06T23:00:00Z';
my $t = Lastro::Test->new;
my %zip = map { $_ => "$shared/data/credit/fidc/inf_mensal_fidc_$_.zip" } '202607', '202608';
for my $month (sort keys %zip) {
	my $r = $t->lastro_json('load', 'fund-reports', $zip{$month});
	is_deeply [@$r{qw(read written refused)}], [148, 148, 0], "$month is loaded";
}
$t->lastro_ok('compute', 'objects');
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
sub get { my ($fund, $at) = @_; return $desk->data('credit.fund.get', { object_id => "fund:$fund", at => $at, classes => 50 }, as => 'viewer') }

my ($alvorada, $boreal, $cedro, $dunas, $estuario) = qw(90100100000182 90100200000109 90100300000135 90100400000161 90100500000198);
my ($july, $august) = ('2026-07-31', '2026-08-31');

# ---- by hand ----

# I: I2A 64870950.35, I2A11 2750000.00, I2B 18800000.00, I2B11 400000.00; V B4…B10 350000.00;310000.00;300000.00;800000.00;700000.00;200000.00;100000.00 = 2,760,000;
# VI B4…B10 90000.00;80000.00;70000.00;110000.00;60000.00;40000.00;0.00 = 450,000.  Receivables 86,820,950.35; 3,210,000 of them 3.69726430 %;
# 3,150,000 of 3,210,000 = 98.13084112 %.  Overdue 4290450.25 + 900000.00.
my $d = get($alvorada, $august);
is_deeply [@{ $d->{delinquency} }{qw(receivables_brl provision_brl overdue_brl over_90_brl over_90_pct reason coverage_pct)}],
	['86820950.35', '3150000.00', '5190450.25', '3210000.00', '3.6973', undef, '98.1308'], 'ALVORADA: over ninety days, and what covers it';
# 90551001000117 cedes 31.50 % of I2A and 40.00 % of I2B: 0.315 x 64,870,950.35 + 0.4 x 18,800,000 = 27,954,349.36 of 83,670,950.35 = 33.4099 %.
is_deeply [@{ $d->{cedents}{list}[0] }{qw(tax_id with_risk_share_pct without_risk_share_pct share_of_receivables_pct)}], ['90551001000117', '31.5000', '40.0000', '33.4099'], 'ALVORADA: its largest cedent, of both blocks';
# 1310000.00 + 240000.00 + 120000.00 in July and in August; of June there is no report.
is_deeply [@{ $d->{repurchases} }{qw(total_brl over_90_with_them_pct reason)}, $d->{repurchases}{months}[0]{repurchased_brl}], [undef, undef, 'months_missing', '1310000.00'], 'ALVORADA: sold back, of which one month is missing';
# Captações 4000000.00 less amortizações 1500000.00 and 210000.00, and resgates 0.00; 500000.00 are asked for.
is $d->{flows}{net_brl}, '2290000.00', 'ALVORADA: what came in';
# VIII: 5200000.00 + 4100000.00 + 3300000.00 + 2750000.00 + 2500000.00 = 17,850,000 of 86,820,950.35.
is $d->{debtors}{largest_5_pct}, '20.5596', 'ALVORADA: five debtors';

# CEDRO: V.B 3000000.00 in B4 in July, in B1 in August; I2A 41800000.00 + I2A11 1200000.00.  3,000,000 of 43,000,000; 1,200,000 of 3,000,000.
is_deeply [@{ get($cedro, $july)->{delinquency} }{qw(over_90_pct coverage_pct reason)}], ['6.9767', '40.0000', undef], 'CEDRO in July';
$d = get($cedro, $august);
is_deeply [@{ $d->{delinquency} }{qw(overdue_brl over_90_brl over_90_pct coverage_pct reason)}], ['3000000.00', undef, undef, undef, 'ageing_contradicts_previous_month'], 'CEDRO in August: what was late is fresh';
is_deeply [$d->{subordination}{reason}, $d->{subordination}{senior_pct}, $d->{classes}[0]{value_brl}], ['classes_contradict_net_worth', undef, undef], 'CEDRO in August: a quota wrong by a million';

# DUNAS: 99999999999999;0.00;90555001000195;1250.00;90556001000100;33.00, as Classe and as Fundo; V.B10 2100000.00 of 9000000.00 + 2100000.00.
$d = get($dunas, $august);
is_deeply [map { [@$_{qw(tax_id with_risk_share_pct share_of_receivables_pct reason)}] } @{ $d->{cedents}{list} }], [['90556001000100', '33.0000', '33.0000', undef], ['90555001000195', undef, undef, 'out_of_range']],
	'DUNAS: a share of 1,250 % is unknown, and nines are none';
is_deeply [$d->{delinquency}{over_90_pct}, $d->{cedents}{reason}, $d->{cedents}{listed_pct}], ['18.9189', 'share_unknown', undef], 'DUNAS: once';

# ---- listed, and ranked ----

my $list = $desk->function('credit.objects.cohort', { kind => 'fund', subkind => 'fidc', measure => 'overdue_over_90', limit => 4 }, as => 'viewer')->json;
# CEDRO's newest is of July: 6.9767.
is_deeply [map { [substr($_->{id}, 5), $_->{value}, $_->{unit}, $_->{as_of}] } @{ $list->{data} }], [[$dunas, '18.918919', '%', $august], [$cedro, '6.976744', '%', $july], [$alvorada, '3.697264', '%', $august], [$estuario, '0.985915', '%', $august]],
	'the funds by what is late, the worst first' or diag explain $list;
is_deeply [map { substr $_->{id}, 5 } @{ $desk->data('credit.objects.cohort', { kind => 'fund', subkind => 'fidc', measure => 'overdue_over_90', limit => 4, cursor => $list->{meta}{next_cursor} }) }], [$boreal], 'and the next page';
# Of those with over 50 million: ALVORADA 92.9, ESTUÁRIO 73.4; over 40 % of subordination both; 98.1 and 71.4 % covered.
is_deeply [map { [substr($_->{id}, 5), $_->{value}] } @{ $desk->data('credit.objects.cohort', { kind => 'fund', subkind => 'fidc', measure => 'provision_coverage', order => 'asc', where => ['net_worth:gt:50000000', 'subordination:ge:40'] }) }],
	[[$estuario, '71.428571'], [$alvorada, '98.130841']], 'by their coverage, with two conditions';
is join(' ', $_->status, map { "$_->{pointer} $_->{rule}" } @{ $_->json->{details}{errors} }), '400 /input/measure value', 'an unknown measure' for $desk->function('credit.objects.cohort', { kind => 'fund', measure => 'nada' });
is $desk->function('credit.objects.cohort', { kind => 'fund', measure => 'holders', where => ["holders:gt:1' or true"] })->status, 400, 'a condition that is none';
my $rule = $desk->done('credit.alert_rule.set', { object_id => "fund:$dunas", kind => 'measure_above', measure => 'overdue_over_90', threshold => 15, since => '2026-08-01' });
$desk->done('credit.alert_rule.set', { object_id => "fund:$alvorada", kind => 'measure_below', measure => 'provision_coverage', threshold => 50, since => '2026-08-01' });
is $t->lastro_json('compute', 'alerts')->{raised}, 1, 'a rule watches it: 18.9 is above 15, 98 is not below 50';

# ---- the second program ----

# %raw: month => table => [rows], each a row by the names of its columns.
my %raw;
for my $month (keys %zip) {
	my $z = IO::Uncompress::Unzip->new($zip{$month}) or die "$zip{$month}";
	my $more = 1;
	while ($more > 0) {
		my ($table) = $z->getHeaderInfo->{Name} =~ /_tab_(\w+)_\d{6}\.csv$/;
		my $text = do { local $/; readline $z };
		my ($head, @lines) = split /\r\n/, Encode::decode('cp1252', $text);
		my @names = split /;/, $head;
		for my $line (@lines) {
			my %row; @row{@names} = split /;/, $line, -1;
			push @{ $raw{$month}{$table} }, \%row;
		}
		$more = $z->nextStream;
	}
}
# rows() - of a fund in a table; those of the fund are left out when its class reports.
sub rows {
	my ($month, $table, $fund) = @_;
	my @all = grep { $_->{CNPJ_FUNDO_CLASSE} =~ tr/0-9//cdr eq $fund } @{ $raw{$month}{$table} // [] };
	my @classes = grep { $_->{TP_FUNDO_CLASSE} eq 'Classe' } @all;
	return @classes ? @classes : @all;
}
sub n { my ($text) = @_; return defined $text && $text =~ /\A-?\d+(?:\.\d+)?\z/ ? Math::BigRat->new($text) : undef }
sub total { my $sum = Math::BigRat->new(0); for (@_) { return undef unless defined; $sum += $_ } return $sum }
sub part { my ($x, $of) = @_; return defined $x && defined $of && $of > 0 ? $x * 100 / $of : undef }
sub near { my ($x, $y) = @_; my $d = abs($x - $y); my ($most) = sort { $b <=> $a } abs($x), abs($y); return $d <= 1 || $d * 100 <= $most }
# shown() - with so many places, half away from zero.
sub shown {
	my ($x, $places) = @_;
	return undef unless defined $x;
	my $scaled = abs($x) * 10**$places;
	my $whole = ($scaled + Math::BigRat->new('1/2'))->bfloor->numerator->bstr;
	$whole = '0' x ($places + 1 - length $whole) . $whole if length $whole <= $places;
	substr $whole, -$places, 0, '.';
	return ($x < 0 && $whole =~ /[1-9]/ ? '-' : '') . $whole;
}
my $compared = 0;
sub same {
	my ($got, $want, $name) = @_;
	$compared++;
	return if (defined $got ? "$got" : '-') eq (defined $want ? "$want" : '-');
	# A number may be written with fewer zeros.
	return if defined $got && defined $want && $got =~ /\A-?[\d.]+\z/ && $want =~ /\A-?[\d.]+\z/ && $got == $want;
	is $got, $want, $name;
	return;
}
sub plain { my ($s) = @_; $s = lc $s; $s =~ tr/áàâãéêíóôõúüç/aaaaeeiooouuc/; $s =~ s/\s+/ /g; $s =~ s/[| ]+\z//; return $s }
sub layer { my ($s) = map { plain($_) } @_; return $s =~ /mezz?anin/ ? 'mezzanine' : $s =~ /subordinad|junior/ ? 'junior' : $s =~ /senior|\Aserie/ ? 'senior' : 'unknown' }

# late() - receivables, provision, overdue, over 90 days, the shares, the reasons.
sub late {
	my ($month, $fund) = @_;
	my ($i, $v, $vi) = map { (rows($month, $_, $fund))[0] } qw(I V VI);
	my %r;
	my ($a, $b) = map { n($i->{$_}) } 'TAB_I2A_VL_DIRCRED_RISCO', 'TAB_I2B_VL_DIRCRED_SEM_RISCO';
	my ($pa, $pb) = map { abs n($i->{$_}) } 'TAB_I2A11_VL_REDUCAO_RECUP', 'TAB_I2B11_VL_REDUCAO_RECUP';
	for my $of ([A => $a, $pa], [B => $b, $pb]) {
		my ($x, $net, $provision) = @$of;
		my $items = total(map { n($i->{$_}) } grep { /\ATAB_I2$x(?:[1-9]|10)_VL_/ } keys %$i);
		return (reason => 'items_contradict_receivables', coverage_reason => 'items_contradict_receivables') unless near($items - $provision, $net);
	}
	@r{qw(provision receivables)} = ($pa + $pb, $a + $b + $pa + $pb);
	return (%r, map { $_ => 'no_receivables' } qw(reason coverage_reason)) unless $r{receivables} > 0;
	my @with = map { my $n = $_; map { n($v->{$_}) } grep { /\ATAB_V_B${n}_VL/ } keys %$v } 1 .. 10;
	my @without = map { my $n = $_; map { n($vi->{$_}) } grep { /\ATAB_VI_B${n}_VL/ } keys %$vi } 1 .. 10;
	my ($tv, $tvi) = (n($v->{TAB_V_B_VL_DIRCRED_INAD}), n($vi->{TAB_VI_B_VL_DIRCRED_INAD}));
	return (%r, map { $_ => 'bands_contradict_total' } qw(reason coverage_reason)) unless near(total(@with), $tv) && near(total(@without), $tvi);
	$r{overdue} = $tv + $tvi;
	$r{over_90} = total(@with[3 .. 9], @without[3 .. 9]);
	if ($r{overdue} == 0) {
		my $items = total(map { n($i->{$_}) } grep { /\ATAB_I2[AB][23]_VL_/ } keys %$i);
		my $reason = $items != 0 || $r{provision} * 100 > $r{receivables} ? 'ageing_not_filed' : 'nothing_overdue';
		delete $r{over_90} if $reason eq 'ageing_not_filed';
		return (%r, reason => $reason, coverage_reason => $reason);
	}
	if ($with[0] + $without[0] == $r{overdue} && $month eq '202608') {
		my ($bv, $bvi) = map { (rows('202607', $_, $fund))[0] } qw(V VI);
		my $before = total((map { n($bv->{$_}) } grep { /\ATAB_V_B(?:[4-9]|10)_/ } keys %$bv), map { n($bvi->{$_}) } grep { /\ATAB_VI_B(?:[4-9]|10)_/ } keys %$bvi);
		if ($before > 0) { delete $r{over_90}; return (%r, map { $_ => 'ageing_contradicts_previous_month' } qw(reason coverage_reason)) }
	}
	$r{pct} = part($r{over_90}, $r{receivables});
	$r{coverage} = part($r{provision}, $r{over_90});
	$r{coverage_reason} = 'nothing_over_90' if $r{over_90} == 0;
	return %r;
}

my %day = (202607 => $july, 202608 => $august);
for my $month ('202607', '202608') {
	for my $fund ($alvorada, $boreal, $cedro, $dunas, $estuario) {
		my $j = get($fund, $day{$month});
		my $at = "$fund $month";
		my %of = map { my ($row) = rows($month, $_, $fund); %{ $row // {} } } qw(I II III IV V VI VII X X_5 X_7);
		my $cell = sub { return n($of{ $_[0] }) };
		my %late = late($month, $fund);
		my $worth = $cell->('TAB_IV_A_VL_PL');

		same($j->{reference_date}, $day{$month}, "$at: month");
		same($j->{name}, $of{DENOM_SOCIAL}, "$at: name");
		same($j->{register}{administrator_tax_id}, $of{CNPJ_ADMIN} =~ tr/0-9//cdr, "$at: administrator");
		same($j->{net_worth}{value_brl}, shown($worth, 2), "$at: net worth");
		same($j->{net_worth}{mean_brl}, shown($cell->('TAB_IV_B_VL_PL_MEDIO'), 2), "$at: mean net worth");

		# Delinquency.
		my $l = $j->{delinquency};
		same($l->{receivables_brl}, shown($late{receivables}, 2), "$at: receivables");
		same($l->{provision_brl}, shown($late{provision}, 2), "$at: provision");
		same($l->{overdue_brl}, shown($late{overdue}, 2), "$at: overdue");
		same($l->{over_90_brl}, shown($late{over_90}, 2), "$at: over 90");
		same($l->{over_90_pct}, shown($late{pct}, 4), "$at: over 90, %");
		same($l->{coverage_pct}, shown($late{coverage}, 4), "$at: coverage");
		same($l->{reason}, $late{reason}, "$at: reason");
		same($l->{coverage_reason}, $late{coverage_reason}, "$at: reason of the coverage");

		# The bands, by the days that their labels end at.
		my @ends = (30, 60, 90, 120, 150, 180, 360, 720, 1080, undef);
		for my $k (0 .. 9) {
			my $b = $j->{ageing}[$k];
			my ($with) = grep { /\ATAB_V_B@{[$k + 1]}_VL_INAD/ } keys %of;
			my ($without) = grep { /\ATAB_VI_B@{[$k + 1]}_VL_INAD/ } keys %of;
			my @due = map { my $v = $_; grep { /\ATAB_${v}_A@{[$k + 1]}_VL_PRAZO/ } keys %of } qw(V VI);
			same($b->{to_days}, $ends[$k], "$at: band $k ends");
			same($b->{from_days}, $k ? $ends[$k - 1] + 1 : 1, "$at: band $k begins");
			same($b->{with_risk_column}, $with, "$at: column of band $k");
			same($b->{without_risk_column}, $without, "$at: column of band $k");
			same($b->{with_risk_brl}, shown($cell->($with), 2), "$at: band $k with risk");
			same($b->{without_risk_brl}, shown($cell->($without), 2), "$at: band $k without");
			same($b->{falling_due_brl}, shown(total(map { $cell->($_) } @due), 2), "$at: band $k falling due");
			same($b->{overdue_pct}, $late{reason} ? undef : shown(part(total($cell->($with), $cell->($without)), $late{receivables}), 4), "$at: band $k, %");
		}

		# Lists of figures: each is its column, and the columns that are not zero are all there.
		for my $list ([balance => 'I|III', $worth], [segments => 'II', $cell->('TAB_II_VL_CARTEIRA')], [risk => 'X', $late{receivables}], [liquidity => 'X_5|X_7', $worth]) {
			my ($name, undef, $whole) = @$list;
			for my $row (@{ $j->{$name} }) {
				my ($in) = grep { my ($r) = rows($month, $_, $fund); exists $r->{ $row->{column} } } split /\|/, $list->[1];
				same($row->{table}, $in, "$at: table of $row->{column}");
				same($row->{amount_brl}, shown($cell->($row->{column}), 2), "$at: $row->{column}");
				same($row->{share_pct}, shown(part($cell->($row->{column}), $whole), 4), "$at: $row->{column}, %");
			}
		}
		my %there = map { $_->{column} => 1 } map { @{ $j->{$_} } } qw(balance segments risk liquidity);
		my %sum = map { $_ => 1 } qw(TAB_II_VL_CARTEIRA TAB_II_C_VL_COMERC TAB_II_D_VL_SERV TAB_II_F_VL_FINANC TAB_II_H_VL_FACTOR TAB_II_I_VL_SETOR_PUBLICO);
		same(join(' ', sort grep { /\ATAB_II_/ && !$sum{$_} && $cell->($_) && $cell->($_) != 0 } keys %of), join(' ', sort grep { /\ATAB_II_/ } keys %there), "$at: every segment");
		same(join(' ', sort grep { /\ATAB_X_VL_LIQ|\ATAB_X_SCR_RISCO_DEV/ && $cell->($_) && $cell->($_) != 0 } keys %of), join(' ', sort grep { /\ATAB_X_VL_LIQ|\ATAB_X_SCR_RISCO_DEV/ } keys %there), "$at: every band of risk and liquidity");
		for my $row (@{ $j->{receivables_items} }) {
			same($row->{with_risk_brl}, shown($cell->($row->{with_risk_column}), 2), "$at: $row->{item}");
			same($row->{without_risk_brl}, shown($cell->($row->{without_risk_column}), 2), "$at: $row->{item}");
		}

		# Cedents.
		my (%share, %unknown, @sum);
		for my $of ([0, 'A'], [1, 'B']) {
			my ($block, $letter) = @$of;
			for my $k (1 .. 9) {
				my ($id, $share) = ($of{"TAB_I2${letter}12_CPF_CNPJ_CEDENTE_$k"}, n($of{"TAB_I2${letter}12_PR_CEDENTE_$k"}));
				next if $id eq '' || $id =~ /\A(?:0+|9{14})\z/;
				if (defined $share && $share >= 0 && $share <= 100) { $share{$id}[$block] = ($share{$id}[$block] // 0) + $share; $sum[$block] += $share }
				else { $unknown{$id} = 'out_of_range'; $share{$id} //= [] }
			}
		}
		my @block = map { $cell->($_) } 'TAB_I2A_VL_DIRCRED_RISCO', 'TAB_I2B_VL_DIRCRED_SEM_RISCO';
		my %pct = map { my $id = $_; ($id => $unknown{$id} ? undef : part(total(map { ($share{$id}[$_] // 0) * $block[$_] / 100 } 0, 1), total(@block))) } keys %share;
		same(scalar @{ $j->{cedents}{list} }, scalar keys %share, "$at: cedents");
		for my $row (@{ $j->{cedents}{list} }) {
			my $id = $row->{tax_id};
			same($row->{with_risk_share_pct}, shown($share{$id}[0], 4), "$at: $id of the block with risk");
			same($row->{without_risk_share_pct}, shown($share{$id}[1], 4), "$at: $id of the block without");
			same($row->{share_of_receivables_pct}, shown($pct{$id}, 4), "$at: $id of both");
			same($row->{reason}, $unknown{$id}, "$at: $id, why not");
		}
		same(join(' ', map { $_->{tax_id} } @{ $j->{cedents}{list} }), join(' ', sort { ($pct{$b} // -1) <=> ($pct{$a} // -1) || $a cmp $b } keys %share), "$at: the largest first");
		same($j->{cedents}{listed_pct}, %share ? shown(total(values %pct), 4) : undef, "$at: cedents together");

		# Debtors.
		my %seen;
		my @debt = sort { $b <=> $a } map { n($_->{VALOR}) } grep { !$seen{"$_->{SEQUENCIAL} $_->{VALOR}"}++ } rows($month, 'VIII', $fund);
		same($j->{debtors}{count}, scalar @debt, "$at: debtors");
		same($j->{debtors}{amount_brl}, @debt ? shown(total(@debt), 2) : undef, "$at: debtors together");
		my $beyond = @debt && $late{receivables} && total(@debt) * 100 > $late{receivables} * 105;
		for my $of ([share_pct => $#debt], [largest_pct => 0], [largest_5_pct => 4], [largest_10_pct => 9]) {
			my $last = $of->[1] < $#debt ? $of->[1] : $#debt;
			same($j->{debtors}{ $of->[0] }, @debt && !$beyond ? shown(part(total(@debt[0 .. $last]), $late{receivables}), 4) : undef, "$at: $of->[0]");
		}

		# What was sold back: June is missing.
		my $back = $j->{repurchases};
		same($back->{total_brl}, undef, "$at: sold back in three months");
		same($back->{reason}, $late{reason} // 'months_missing', "$at: why not");
		my @names = (TAB_VII_D_2_VL_RECOMPRA => 'repurchased_brl', TAB_VII_C_2_VL_SUBST => 'substituted_brl', TAB_VII_B1_2_VL_CEDENTE => 'sold_to_cedents_brl');
		while (my ($column, $name) = splice @names, 0, 2) {
			same($back->{months}[0]{$name}, shown($cell->($column), 2), "$at: $column");
			my ($before) = $month eq '202608' ? rows('202607', 'VII', $fund) : ();
			same($back->{months}[1]{$name}, $before ? shown(n($before->{$column}), 2) : undef, "$at: $column, a month before");
		}

		# Classes.
		my @rows = rows($month, 'X_2', $fund);
		my %value = map { $_->{TAB_X_CLASSE_SERIE} => n($_->{TAB_X_QT_COTA}) * n($_->{TAB_X_VL_COTA}) } @rows;
		my @live = grep { $value{$_} != 0 } keys %value;
		my $sum = total(values %value);
		my %layer; $layer{ layer($_) } = ($layer{ layer($_) } // 0) + $value{$_} for @live;
		my $reason = !@live ? 'no_classes' : abs($sum / $worth - 1) > Math::BigRat->new('5/100') ? 'classes_contradict_net_worth' : @live == 1 ? 'single_class'
			: $layer{unknown} ? 'unknown_class' : !$layer{senior} ? 'no_senior_class' : undef;
		my $below = ($layer{mezzanine} // 0) + ($layer{junior} // 0);
		same($j->{subordination}{reason}, $reason, "$at: reason of the subordination");
		same($j->{subordination}{senior_pct}, $reason ? undef : shown(part($below, $sum), 4), "$at: subordination");
		same($j->{subordination}{mezzanine_pct}, $reason || !$layer{mezzanine} ? undef : shown(part($layer{junior} // 0, $sum), 4), "$at: of the mezzanine");
		for my $row (@{ $j->{layers} }) {
			same($row->{value_brl}, $reason ? undef : shown(Math::BigRat->new($layer{ $row->{layer} } // 0), 2), "$at: $row->{layer}");
			same($row->{share_pct}, $reason ? undef : shown(part(Math::BigRat->new($layer{ $row->{layer} } // 0), $sum), 4), "$at: $row->{layer}, %");
			same($row->{classes}, scalar(grep { layer($_) eq $row->{layer} } @live), "$at: classes of $row->{layer}");
		}
		same($j->{classes_count}, scalar @rows, "$at: classes");
		my %holders;
		$holders{ plain($_->{TAB_X_CLASSE_SERIE}) } += $_->{TAB_X_NR_COTST} for rows($month, 'X_1', $fund);
		my $everybody = 0; $everybody += $_ for values %holders;
		same($j->{holders}, $everybody, "$at: holders");
		my %x3 = map { plain($_->{TAB_X_CLASSE_SERIE}) => $_->{TAB_X_VL_RENTAB_MES} } rows($month, 'X_3', $fund);
		my %x6 = map { plain($_->{TAB_X_CLASSE_SERIE}) => $_ } rows($month, 'X_6', $fund);
		my %before = $month eq '202608' ? map { plain($_->{TAB_X_CLASSE_SERIE}) => n($_->{TAB_X_VL_COTA}) } rows('202607', 'X_2', $fund) : ();
		my %amortised = map { plain($_->{TAB_X_CLASSE_SERIE}) => 1 } grep { $_->{TAB_X_TP_OPER} eq 'Amortizações' && $_->{TAB_X_VL_TOTAL} != 0 } rows($month, 'X_4', $fund);
		for my $row (@{ $j->{classes} }) {
			my ($filed) = grep { $_->{TAB_X_CLASSE_SERIE} eq $row->{class} } @rows;
			my $label = plain($row->{class});
			my $quota = n($filed->{TAB_X_VL_COTA});
			my $doubt = $before{$label} && !$amortised{$label} && abs(n($x3{$label}) - ($quota / $before{$label} - 1) * 100) > 1;
			same($row->{layer}, layer($row->{class}), "$at: layer of $row->{class}");
			same($row->{quantity}, $filed->{TAB_X_QT_COTA}, "$at: quotas of $row->{class}");
			same($row->{quota_brl}, $filed->{TAB_X_VL_COTA}, "$at: quota of $row->{class}");
			same($row->{value_brl}, ($reason // '') eq 'classes_contradict_net_worth' ? undef : shown($value{ $row->{class} }, 2), "$at: value of $row->{class}");
			same($row->{holders}, $holders{$label}, "$at: holders of $row->{class}");
			same($row->{return_pct}, $doubt ? undef : $x3{$label}, "$at: return of $row->{class}");
			same($row->{return_reason}, $doubt ? 'return_contradicts_quota' : undef, "$at: doubt of it");
			same($row->{expected_pct}, $x6{$label}{TAB_X_PR_DESEMP_ESPERADO}, "$at: expected of $row->{class}");
			same($row->{realised_pct}, $x6{$label}{TAB_X_PR_DESEMP_REAL}, "$at: realised of $row->{class}");
			same(join(' ', map { $_->{month} } @{ $row->{history} }), $month eq '202608' ? "$august $july" : $july, "$at: months of $row->{class}");
		}

		# Flows, and the sums.
		my %flow;
		my %word = ('Captações no Mês' => 'subscriptions', 'Resgates no Mês' => 'redemptions', 'Resgates Solicitados' => 'redemptions_requested', 'Amortizações' => 'amortisations');
		$flow{ $word{ $_->{TAB_X_TP_OPER} } } += n($_->{TAB_X_VL_TOTAL}) for rows($month, 'X_4', $fund);
		my %told; $told{ $_->{operation} } += n($_->{amount_brl}) for @{ $j->{flows}{list} };
		same(join(' ', map { "$_=$told{$_}" } sort keys %told), join(' ', map { "$_=$flow{$_}" } sort keys %flow), "$at: flows");
		same($j->{flows}{net_brl}, %flow ? shown(Math::BigRat->new($flow{subscriptions} // 0) - ($flow{redemptions} // 0) - ($flow{amortisations} // 0), 2) : undef, "$at: net flow");
		my %check = map { $_->{check} => $_ } @{ $j->{checks} };
		my $bands = sub { my ($v) = @_; return total(map { $cell->($_) } grep { /\ATAB_${v}_B(?:[1-9]|10)_VL_INAD/ } keys %of) };
		my $items = sub { my ($x) = @_; return total(map { $cell->($_) } grep { /\ATAB_I2$x(?:[1-9]|10)_VL_/ } keys %of) - abs $cell->("TAB_I2${x}11_VL_REDUCAO_RECUP") };
		my %sides = (assets_are_their_parts => [$cell->('TAB_I_VL_ATIVO'), total(map { $cell->($_) } qw(TAB_I1_VL_DISP TAB_I2_VL_CARTEIRA TAB_I3_VL_POSICAO_DERIV TAB_I4_VL_OUTRO_ATIVO))],
			net_worth_is_assets_less_liabilities => [$cell->('TAB_I_VL_ATIVO') - $cell->('TAB_III_VL_PASSIVO'), $worth], classes_are_net_worth => [$sum, $worth],
			receivables_with_risk_are_their_items => [$items->('A'), $block[0]], receivables_without_risk_are_their_items => [$items->('B'), $block[1]],
			segments_are_gross_receivables => [$cell->('TAB_II_VL_CARTEIRA'), $late{receivables}],
			bands_with_risk_are_overdue => [$bands->('V'), $cell->('TAB_V_B_VL_DIRCRED_INAD')], bands_without_risk_are_overdue => [$bands->('VI'), $cell->('TAB_VI_B_VL_DIRCRED_INAD')]);
		same(join(' ', sort keys %check), join(' ', sort keys %sides), "$at: the sums");
		for my $name (keys %sides) {
			my ($x, $y) = @{ $sides{$name} };
			my $within = $name eq 'classes_are_net_worth' ? 5 : $name =~ /assets/ ? Math::BigRat->new('1/2') : 1;
			my ($most) = sort { $b <=> $a } abs($x), abs($y);
			same($check{$name}{left_brl}, shown($x, 2), "$at: $name, left");
			same($check{$name}{right_brl}, shown($y, 2), "$at: $name, right");
			same($check{$name}{holds} ? 1 : 0, abs($x - $y) <= 1 || abs($x - $y) * 100 <= $most * $within ? 1 : 0, "$at: $name");
		}
	}
}
cmp_ok $compared, '>', 2000, "$compared figures of five funds in two months, each from its raw row";

done_testing;
