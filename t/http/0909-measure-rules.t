#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Rules on a measure: one alert a run past the limit, which gets worse and does not repeat itself, however many days it lasts.
# Today is 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Desk;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
$ENV{LASTRO_NOW} = '2026-11-20T15:00:00Z';
my $t = Lastro::Test->new;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
$t->start_pool(workers => 1, env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
my ($paper, $fund, $company) = qw(instrument:PETR16 fund:11222333000181 company:33000167000101);

sub alerts { return $t->lastro_json('compute', 'alerts')->{raised} }
sub measured {
	my ($object, $measure, %by_day) = @_;
	$t->sql("insert into object_observation (measure_no, object_no, base_date, value, source, version)
		select m.no, o.no, '$_', $by_day{$_}, 'calculado', 1 from object_measure m, object o where m.id = '$measure' and o.id = '$object'") for sort keys %by_day;
	return;
}
sub all { my ($kind) = @_; return map { { %$_, %{ $_->{evidence} } } } @{ $desk->data('credit.alerts.find', { kind => $kind, limit => 50 }) } }
sub set { return $desk->action('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 3, @_ }) }
sub refusal { my ($r) = @_; my ($e) = @{ $r->json->{details}{errors} // [] }; return join ' ', $r->status, $e->{pointer} // '', $e->{rule} // '' }

# ---- setting ----

my $rule = $desk->done('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 3 });
is_deeply [@$rule{qw(kind measure threshold band_pct)}, map { "$_->{object}{id} $_->{reason}" } @{ $rule->{not_judged} }],
	['measure_above', 'debenture_curve_spread', 3, 10, "$paper no_value"], 'a rule, which says that it has nothing to judge yet';
is $desk->done('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 3, band_pct => 10 })->{id}, $rule->{id}, 'the same is the same';
isnt $desk->done('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_par', threshold => 3 })->{id}, $rule->{id}, 'another measure is another rule';
is refusal(set(measure => 'subordination')), '400 /input/measure kind', 'what the object never has is refused: it would never raise anything';
is refusal(set(measure => 'close')), '400 /input/measure enum', 'so is what no desk measures';
is refusal($desk->action('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, threshold => 3 })), '400 /input/measure required', 'none is too few';
is refusal($desk->action('credit.alert_rule.set', { kind => 'material_fact', object_id => $paper, measure => 'debenture_par' })), '400 /input/measure forbidden', 'and one too many for another kind';
is refusal($desk->action('credit.alert_rule.set', { kind => 'measure_above', rule_id => $rule->{id}, measure => 'debenture_par', threshold => 3 })), '400 /input/measure const', 'a rule goes on measuring the same';
is refusal($other->action('credit.alert_rule.set', { kind => 'measure_above', rule_id => $rule->{id}, measure => 'debenture_curve_spread', threshold => 9 })), '404  ', 'that of another desk is none';
is alerts(), 0, 'nothing to judge raises nothing';

# ---- a run: threshold 3, the band from 3 - 10 % = 2.7 on ----

measured($paper, debenture_curve_spread => '2026-11-09' => 2.69999999, '2026-11-10' => 2.7);
is alerts(), 1, 'at the beginning of the band: early';
my ($a) = all('measure_above');
is_deeply [@$a{qw(level fact_date value first_value since threshold band_pct headroom_pct unit measure)}], ['early', '2026-11-10', 2.7, 2.7, '2026-11-10', 3, 10, '10.0000', '% a.a.', 'debenture_curve_spread'], 'with its figures';
is_deeply $a->{previous}, { value => 2.69999999, date => '2026-11-09', rating => undef, reason => undef }, 'and the one before';
like $a->{title}, qr/^Debênture PETR16: Spread da debênture sobre a curva do seu índice em 2,7 % a\.a\., perto do limite de 3$/, 'in words';
measured($paper, debenture_curve_spread => '2026-11-11' => 2.9, '2026-11-12' => 3);
is alerts(), 0, 'two more days of it, the second at the limit: the same alert';
$desk->done('credit.alert.acknowledge', { alert_id => $a->{id}, comment => 'visto' });
measured($paper, debenture_curve_spread => '2026-11-13' => 3.3);
is alerts(), 0, 'past the limit: no other alert';
($a) = all('measure_above');
is_deeply [scalar(all('measure_above')), @$a{qw(level value since first_value acknowledged_at headroom_pct)}], [1, 'breach', 3.3, '2026-11-10', 2.7, undef, '-10.0000'], 'it got worse and is open again';
is_deeply [@{ $a->{previous} }{qw(value date)}], [3, '2026-11-12'], 'after 3 of the day before';
$desk->done('credit.alert.acknowledge', { alert_id => $a->{id}, comment => 'visto' });
measured($paper, debenture_curve_spread => '2026-11-16' => 3.6);
is alerts(), 0, 'another day of it';
is((all('measure_above'))[0]{acknowledged_at} ? 1 : 0, 1, 'is no reason to open it again');
measured($paper, debenture_curve_spread => '2026-11-17' => 2.5);
is alerts(), 0, 'out of it: nothing';
measured($paper, debenture_curve_spread => '2026-11-18' => 3.01);
is alerts(), 1, 'past it again: another alert';
measured($paper, debenture_curve_spread => '2026-11-23' => 9);
is alerts(), 0, 'a day to come does not count';

# ---- below ----

my $list = $desk->done('credit.watchlist.create', { name => 'Fundos' })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $_ }) for $fund, $company;
$rule = $desk->done('credit.alert_rule.set', { kind => 'measure_below', watchlist_id => $list, measure => 'subordination', threshold => 20, band_pct => 0 });
measured($fund, subordination => '2026-09-30' => 20);
is alerts(), 0, 'without a band the limit itself is not past';
measured($fund, subordination => '2026-10-31' => 19.99);
is alerts(), 1, 'below it is';
($a) = all('measure_below');
is_deeply [@$a{qw(level value since)}, $a->{object}{id}], ['breach', 19.99, '2026-10-31', $fund], 'of the fund that has it';
my ($listed) = grep { $_->{id} eq $rule->{id} } @{ $desk->data('credit.alert_rules.list', { kind => 'measure_below' }) };
is_deeply [map { "$_->{object}{id} $_->{reason}" } @{ $listed->{not_judged} }], ["$company no_value"], 'a company on the list has no such measure, and the rule says so';
# A figure that was superseded does not count.
$t->sql("update object_observation set superseded = 2 where value = 19.99 and base_date = '2026-10-31'");
measured($fund, subordination => '2026-11-19' => 25);
is alerts(), 0, 'nor does a superseded one';

# ---- when a limit would have been past ----

sub fired { my ($w) = @_; return [@$w{qw(measure threshold band_pct from to observations total breaches)}, map { [$_->{object}{id}, @$_{qw(level since until worst observations)}] } @{ $w->{episodes} }] }
# Of the paper: 2.69999999, 2.7, 2.9, 3, 3.3, 3.6 until the 16th, 2.5, and 3.01 of the 18th; the 23rd is to come.  The band of 3 begins at 2.7.
my $spread = ['debenture_curve_spread', 3, 10, '2026-11-09', '2026-11-18', 8, 2, 2, [$paper, 'breach', '2026-11-18', undef, 3.01, 1], [$paper, 'breach', '2026-11-10', '2026-11-16', 3.6, 5]];
is_deeply fired($desk->done('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 3, label => 'outra' })->{would_have_fired}), $spread, 'two runs, of which one lasts';
# Without a band the limit itself is not past: from the 13th on.
my $whole = fired($desk->done('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 3, band_pct => 0, label => 'sem faixa' })->{would_have_fired});
is_deeply [@$whole[6, 7, 9]], [2, 2, [$paper, 'breach', '2026-11-13', '2026-11-16', 3.6, 2]], 'without a band';
my $preview = $desk->preview('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 3.5 })->json;
my ($shown) = map { $_->{to} } grep { $_->{pointer} eq '/would_have_fired' } @{ $preview->{changes} };
# The band of 3.5 begins at 3.15: 3.3 and 3.6, the latter past it.
is_deeply [@{ fired($shown) }[6 .. 8]], [1, 1, [$paper, 'breach', '2026-11-13', '2026-11-16', 3.6, 2]], 'and the preview of another limit' or diag explain $preview;
# That of 4 at 3.6.
($shown) = map { $_->{to} } grep { $_->{pointer} eq '/would_have_fired' } @{ $desk->preview('credit.alert_rule.set', { kind => 'measure_above', object_id => $paper, measure => 'debenture_curve_spread', threshold => 4 })->json->{changes} };
is_deeply [@{ fired($shown) }[6 .. 8]], [1, 0, [$paper, 'early', '2026-11-16', '2026-11-16', 3.6, 1]], 'one that would have warned early alone';
# Below 20.5, of the band to 22.55: 20.  The superseded 19.99 is none; the list has a company without it, too.
is_deeply fired($desk->done('credit.alert_rule.set', { kind => 'measure_below', watchlist_id => $list, measure => 'subordination', threshold => 20.5 })->{would_have_fired}),
	['subordination', 20.5, 10, '2026-09-30', '2026-11-19', 2, 1, 1, [$fund, 'breach', '2026-09-30', '2026-09-30', 20, 1]], 'below, of all of a list';
is_deeply fired($desk->done('credit.alert_rule.set', { kind => 'measure_below', watchlist_id => $list, measure => 'subordination', threshold => 1 })->{would_have_fired}), ['subordination', 1, 10, '2026-09-30', '2026-11-19', 2, 0, 0], 'never';
is $desk->done('credit.alert_rule.set', { kind => 'material_fact', object_id => $company })->{would_have_fired}, undef, 'a kind without a measure';
# What a paper's rule on leverage measures is its issuer's: the band of 3.5 begins at 3.15, so all three are one run.
measured($company, net_debt_to_ebitda => '2026-03-31' => 3.1, '2026-06-30' => 3.6, '2026-09-30' => 3.4);
$t->sql("insert into object_relation (subject_no, verb, object_no, source) select s.no, 'issued', o.no, 'typed' from object s, object o where s.id = '$company' and o.id = '$paper' on conflict do nothing");
is_deeply fired($desk->done('credit.alert_rule.set', { kind => 'leverage_above', object_id => $paper, threshold => 3.5 })->{would_have_fired}), ['net_debt_to_ebitda', 3.5, 10, '2026-03-31', '2026-09-30', 3, 1, 1, [$paper, 'breach', '2026-06-30', undef, 3.6, 2]], 'of its issuer';
# Of a list of more than a hundred the first hundred are looked at, and the rest is said.
$t->sql("insert into watchlist_item (workspace_id, watchlist_id, object_id, id, added_by, added_at) select workspace_id, watchlist_id, 'instrument:X' || n, gen_random_uuid(), added_by, added_at
	from watchlist_item cross join generate_series(1, 120) n where object_id = '$fund' and watchlist_id = '$list'");
is_deeply [@{ $desk->done('credit.alert_rule.set', { kind => 'measure_below', watchlist_id => $list, measure => 'subordination', threshold => 2 })->{would_have_fired} }{qw(objects objects_left_out)}], [100, 22], 'a long list';
$t->sql("delete from watchlist_item where object_id like 'instrument:X%'");
ok !exists $desk->data('credit.alert_rules.list', {})->[0]{would_have_fired}, 'a list does not say it';

# ---- the state of an issuer ----

sub states { return map { [@$_{qw(title level status issuer_state fact_date)}] } all('issuer_state') }
$t->sql("insert into company (id, cvm_code, tax_id, name, status, listed, words, issuer_state) values (77, 9512, '33000167000101', 'PETRO', 'active', true, '', 'FASE OPERACIONAL')");
$rule = $desk->done('credit.alert_rule.set', { kind => 'issuer_state', watchlist_id => $list });
$desk->done('credit.alert_rule.set', { kind => 'issuer_state', object_id => $company });
is_deeply [map { "$_->{object}{id} $_->{reason}" } @{ $rule->{not_judged} }], ["$fund no_filings"], 'a fund is no issuer of the register, and the rule says so';
is alerts(), 0, 'a company that operates raises nothing';
$t->sql(Encode::encode("UTF-8", "update company set issuer_state = 'FASE PRÉ-OPERACIONAL' where id = 77"));
is alerts(), 0, 'nor one that is about to';
$t->sql(Encode::encode("UTF-8", "update company set issuer_state = 'EM RECUPERAÇÃO JUDICIAL OU EQUIVALENTE' where id = 77"));
is alerts(), 1, 'one in judicial recovery does, once for both rules';
is_deeply [states()], [['PETROLEO BRASILEIRO S.A.: EM RECUPERAÇÃO JUDICIAL OU EQUIVALENTE', 'breach', 'active', 'EM RECUPERAÇÃO JUDICIAL OU EQUIVALENTE', '2026-11-20']], 'with its state';
is alerts(), 0, 'and never again for the same';
$t->sql("update company set status = 'cancelled', cancelled_on = '2026-11-18' where id = 77");
is alerts(), 1, 'a cancelled registration is another fact';
is((states())[0][4], '2026-11-18', 'of its day');
$t->sql("update company set status = 'unknown', issuer_state = null, cancelled_on = null where id = 77");
is alerts(), 0, 'what is not known raises nothing';

# ---- a first answer is as long as a model reads ----

$other->alert(kind => 'price_move') for 1 .. 16;
my $page = $other->function('credit.alerts.find', {})->json;
is_deeply [scalar @{ $page->{data} }, defined $page->{meta}{next_cursor} ? 1 : 0], [15, 1], 'fifteen alerts a page, when no limit is given';
is scalar @{ $other->data('credit.alerts.find', { cursor => $page->{meta}{next_cursor} }) }, 1, 'and the rest behind them';
is scalar @{ $other->data('credit.alerts.find', { limit => 16 }) }, 16, 'as many as are asked for';
is_deeply $page->{data}[0]{previous}, { value => undef, date => undef, rating => undef, reason => 'not_recorded' }, 'an alert that was raised before its evidence said what the figure was';

done_testing;
