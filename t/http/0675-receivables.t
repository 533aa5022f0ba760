#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Classes of receivables funds as filers write them: every row of a label is stored, the label gives the layer, the sum
# is compared with the net worth, and an unknown subordination has a reason.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::Companies qw(archive);
use Lastro::Desk;
use Lastro::Objects qw(load_lines object);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
$ENV{LASTRO_NOW} = '2026-09-10T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;
my $day = '2026-07-31';

sub sql { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }
sub masked { return $_[0] =~ s/(..)(...)(...)(....)(..)/$1.$2.$3\/$4-$5/r }
sub key { my ($fund, $form) = @_; return join ';', $form // 'Classe', masked($fund), 'FIDC', $day }

# month() - a report: net worth, quotas and holders of a month, each a list of rows.
sub month {
	my ($worth, $quotas, $holders) = @_;
	my $head = 'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;DENOM_SOCIAL;DT_COMPTC';
	my %members = (
		IV => ['TAB_IV_A_VL_PL;TAB_IV_B_VL_PL_MEDIO', map { key($_->[0], $_->[2]) . ";$_->[1];$_->[1]" } @$worth],
		X_1 => ['TAB_X_CLASSE_SERIE;ID_SUBCLASSE;TAB_X_NR_COTST', map { join ';', key($_->[0]), @$_[1 .. 3] } @$holders],
		X_2 => ['TAB_X_CLASSE_SERIE;TAB_X_QT_COTA;TAB_X_VL_COTA', map { join ';', key($_->[0], $_->[4]), @$_[1 .. 3] } @$quotas],
	);

	return archive("$dir/inf_mensal_fidc_202607.zip", map {
		my ($columns, @rows) = @{ $members{$_} };
		("inf_mensal_fidc_tab_${_}_202607.csv" => join '', map { Encode::encode('cp1252', "$_\r\n") } "$head;$columns", @rows) } sort keys %members);
}
sub load { return $t->lastro_json('load', 'fund-reports', @_) }
sub report {
	my ($fund) = @_;
	return sql("select concat_ws(' ', coalesce(round(subordination, 4)::text, '-'), coalesce(round(mezzanine_subordination, 4)::text, '-'),
		coalesce(subordination_reason, '-'), classes_differ) from receivables_report where tax_id = '$fund'");
}

my %fund = (three => '90100100000182', old => '90100200000109', twice => '90100300000135', flat => '90100400000161', far => '90100500000198',
	near => '11222333000181', single => '33000167000101', strange => '33592510000154', odd => '00000000000191', junior => '08213823000107');
my @rows = (
	# 700 senior, 100 mezzanine, 200 junior of 1,000: 300 below the senior, 200 below the mezzanine.
	[$fund{three}, 'Subclasse Sênior Série 1', 500, 1], [$fund{three}, 'Subclasse Senior Série 2', 100, 2],
	[$fund{three}, 'Subclasse Subordinada Mezanino 1 | Série 1', 100, 1], [$fund{three}, 'Subclasse Subordinada Subordinada 1 |', 200, 1],
	# The format before resolution 175: series are senior; a series without quotas is closed.  250 of 1,000.
	[$fund{old}, 'Série 1', 600, 1], [$fund{old}, 'Série 2', 150, 1], [$fund{old}, 'Série 3', 0, 0], [$fund{old}, 'Subordinada 1', 250, 1],
	# Three rows of one label: two are equal and count once, the third is another part.  500 + 100 senior, 400 below.
	[$fund{twice}, 'Subclasse Senior', 500, 1], [$fund{twice}, 'Subclasse Senior', 500, 1], [$fund{twice}, 'Subclasse Senior', 100, 1],
	[$fund{twice}, 'Subclasse Subordinada  |', 400, 1],
	# The same report under the class and, rounded, under its fund.  200 of 1,000.
	[$fund{flat}, 'Sênior', 800, 1], [$fund{flat}, 'Subordinada', 200, 1], [$fund{flat}, 'Sênior', 800, '0.99', 'Fundo'], [$fund{flat}, 'Subordinada', 200, 1, 'Fundo'],
	# A quota value wrong by a factor of a million.
	[$fund{far}, 'Subclasse Senior Série 1', 700, 1], [$fund{far}, 'Subclasse Subordinada Subordinada 1 |', 300, 1000000],
	# 1,030 of classes in a fund of 1,000: 3 % off.  330 / 1,030 = 32.0388 %.
	[$fund{near}, 'Classe Senior', 700, 1], [$fund{near}, 'Classe Subordinada 1', 330, 1],
	[$fund{single}, 'Subclasse Subordinada  |', 1000, 1], [$fund{single}, 'Subclasse Senior Subclasse 1', 0, 0],
	[$fund{strange}, 'Subclasse Senior', 700, 1], [$fund{strange}, 'Cota A', 300, 1],
	[$fund{odd}, 'Subclasse Senior', 700, 1], [$fund{odd}, 'Subclasse Subordinada 1', 300, ''],
	[$fund{junior}, 'Subordinada 1', 700, 1], [$fund{junior}, 'Subordinada 2', 300, 1],
);
my @holders = ([$fund{three}, 'Subclasse Senior  Série 1', 'A1', 11], [$fund{three}, 'Subclasse Senior  Série 1', 'A2', 7], [$fund{three}, 'Subclasse Senior  Série 1', 'A3', 5],
	[$fund{three}, 'Subclasse Senior  Série 1', 'A3', 5], [$fund{three}, 'Subclasse Subordinada Mezanino 1 |', '', 2], [$fund{odd}, 'Subclasse Senior', '', -3]);
my @worth = ((map { [$fund{$_}, 1000] } grep { $_ ne 'flat' } sort keys %fund), [$fund{flat}, 1000], [$fund{flat}, 992, 'Fundo']);
my $file = month(\@worth, \@rows, \@holders);
my $loaded = load($file);
is_deeply [@$loaded{qw(read refused)}], [scalar(@worth + @rows + @holders), 0], 'every row is read';
is load($file)->{written}, 0, 'and again nothing';
# No register of funds was loaded: the fund is found by its report.
$t->lastro_ok('compute', 'objects');
is sql("select kind || ' ' || subkind || ' ' || name from object where id = 'fund:$fund{three}'"), 'fund fidc FIDC', 'a fund that reports is an object, by its name';
is sql("select string_agg(k.type || '=' || k.value, ' ') from object_key k join object o on o.no = k.object_no where o.id = 'fund:$fund{three}'"), "cnpj=$fund{three}", 'and its tax id';
is sql("select count(*) from object where kind = 'fund'"), scalar(keys %fund), 'each of them, once';

is report($fund{three}), '30.0000 20.0000 - f', 'three layers: mezzanine labels say "Subordinada", too';
is report($fund{old}), '25.0000 - - f', 'series of the old form are senior';
is report($fund{twice}), '40.0000 - - f', 'equal rows of a label count once, others are added';
is sql("select string_agg(class || '=' || occurrence || '/' || quantity::int, ' ' order by class, occurrence) from receivables_class where tax_id = '$fund{twice}'"),
	'Subclasse Senior=1/500 Subclasse Senior=2/500 Subclasse Senior=3/100 Subclasse Subordinada  |=1/400', 'and all of them are stored';
is report($fund{flat}), '20.0000 - - f', 'where a class reports, its fund is left out';
is sql("select net_worth from receivables_report where tax_id = '$fund{flat}'"), '1000.00000000', 'of the net worth, too';
is report($fund{far}), '- - classes_contradict_net_worth f', 'classes that contradict the net worth';
is report($fund{near}), '32.0388 - - t', 'three percent off: shown, and marked';
is report($fund{single}), '- - single_class f', 'one live class, with any label';
is report($fund{strange}), '- - unknown_class f', 'a label that says no layer';
is report($fund{odd}), '- - class_value_unknown f', 'quotas without their value are no zero';
is report($fund{junior}), '- - no_senior_class f', 'no senior class';
is sql("select holders from receivables_report where tax_id = '$fund{three}'"), '25', 'holders of every sub-class of a label: 11 + 7 + 5 + 2';
is sql("select holders from receivables_report where tax_id = '$fund{odd}'"), '', 'fewer than none is unknown';
is sql("select string_agg(coalesce(holders::text, '-'), ' ' order by class) from receivables_class where tax_id = '$fund{three}' and layer = 'senior'"), '- 23', 'by the label, however each table spells it';

# ---- in the desk and the objects ----

load_lines($t, map { object("fund:$fund{$_}", kind => 'fund', subkind => 'fidc', name => "FIDC $_", keys => [[cnpj => $fund{$_}]]) } qw(three far near));
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
my $list = $desk->done('credit.watchlist.create', { name => 'Recebíveis' })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => "fund:$_" }) for @fund{qw(three far near)};
my %board = map { $_->{object}{id} => $_->{fund_report} } @{ $desk->data('credit.watchlist.board', {}, subject => $list) };
is_deeply $board{"fund:$fund{three}"}, { source => 'CVM', reference_date => $day, net_worth => '1000.00', senior => '700.00', mezzanine => '100.00', junior => '200.00', subordinate => '300.00',
	subordination_pct => '30.0000', mezzanine_subordination_pct => '20.0000', subordination_reason => undef, classes_sum => '1000.00', classes_difference_pct => '0.0000',
	classes_differ => JSON::PP::false(), holders => 25 }, 'the board: layers and both ratios' or diag explain $board{"fund:$fund{three}"};
# 700 + 300,000,000 = 300,000,700: 29,999,970 % more than 1,000.
is_deeply [@{ $board{"fund:$fund{far}"} }{qw(senior subordinate subordination_pct subordination_reason classes_sum classes_difference_pct)}],
	[undef, undef, undef, 'classes_contradict_net_worth', '300000700.00', '29999970.0000'], 'no figure where classes contradict, but why';
is_deeply [@{ $board{"fund:$fund{near}"} }{qw(subordination_pct classes_difference_pct classes_differ)}], ['32.0388', '3.0000', JSON::PP::true()], 'a doubtful one is marked';

$t->lastro_ok('compute', 'objects');
sub observed { my ($id) = @_; return sql("select string_agg(m.id || '=' || round(v.value, 4), ' ' order by m.no) from object_observation v join object o on o.no = v.object_no
	join object_measure m on m.no = v.measure_no where o.id = '$id' and m.id like '%subordination' and v.superseded = 9223372036854775807") }
is observed("fund:$fund{three}"), 'subordination=30.0000 mezzanine_subordination=20.0000', 'measures of the object';
is observed("fund:$fund{far}"), '', 'none where none is known';
# The month again, with the junior class of the first fund wrong by a factor of a million.
load(month(\@worth, [map { $_->[0] eq $fund{three} && $_->[1] =~ /Subordinada Subordinada/ ? [@$_[0 .. 2], 1000000] : $_ } @rows], \@holders));
$t->lastro_ok('compute', 'objects');
is observed("fund:$fund{three}"), '', 'a month filed again that contradicts itself takes them back';

done_testing;
