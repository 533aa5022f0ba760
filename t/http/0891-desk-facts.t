#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# One fact gives one alert, however many rules and papers it concerns; two covenants of one kind on one issuer are two
# rules; net debt without EBITDA breaks every leverage limit; a rule names the objects that it cannot judge.

use strict;
use warnings;
use utf8;

use Lastro::Companies qw(file register register_row statements);
use Lastro::Desk;
use Lastro::Test;
use Test::More;

$ENV{LASTRO_NOW} = '2026-04-10T15:00:00Z';
my $t = Lastro::Test->new;
my $dir = $t->dir;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(workers => 1, env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
my ($tax_id, $company, $fund, $paper) = ('33000167000101', 'company:33000167000101', 'fund:11222333000181', 'instrument:PETR16');
sub alerts { return $t->lastro_json('compute', 'alerts')->{raised} }
sub all { return $desk->data('credit.alerts.list', { limit => 50, @_ }, subject => $main::list) }
sub board { return $desk->data('credit.watchlist.board', {}, subject => $main::list) }
sub nearest { my ($i) = @_; return board()->[$i]{nearest_threshold} }
sub rule { return $desk->done('credit.alert_rule.set', { @_ }) }

# Net debt = 100 + long - 50; EBITDA = ebit + 20.
sub year {
	my ($year, $filed, $long, $ebit) = @_;
	my ($from, $to) = ("$year-01-01", "$year-12-31");

	return { code => 9512, tax_id => $tax_id, name => 'PETROLEO BRASILEIRO S.A.', date => $to, filed => $filed, lines => [
		['1', undef, undef, $to, 1000], ['1.01.01', undef, undef, $to, 50], ['1.01.02', undef, undef, $to, 0], ['2.01.04', undef, undef, $to, 100], ['2.02.01', undef, undef, $to, $long],
		['3.01', undef, $from, $to, 500], ['3.05', undef, $from, $to, $ebit], ['3.06.02', 'Despesas Financeiras', $from, $to, -40], ['7.04.01', undef, $from, $to, -20]] };
}
$t->lastro_ok('load', 'company-register', register($dir, register_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.'), register_row(9513, '60872504000123', 'SEM DEMONSTRATIVOS S.A.')));
$t->sql("insert into debenture (code, indexer, rate_kind, source, issuer_tax_id, spread, maturity) values ('PETR16', 'cdi', 'spread', 'anbima', '$tax_id', 1.85, '2030-10-02')");
our $list = $desk->done('credit.watchlist.create', { name => 'Petróleo' })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $_ }) for $company, $fund, $paper;

# ---- two covenants of one kind ----

my $first = rule(kind => 'leverage_above', object_id => $company, threshold => 3.5, label => '2ª emissão, cláusula 6.1');
my $second = rule(kind => 'leverage_above', object_id => $company, threshold => 4, label => '3ª emissão, cláusula 7.2');
isnt $second->{id}, $first->{id}, 'two covenants of one kind on one issuer are two rules';
is rule(kind => 'leverage_above', object_id => $company, threshold => 4, label => '3ª emissão, cláusula 7.2', band_pct => 5)->{id}, $second->{id}, 'the same one is set again';
is_deeply [map { $desk->action('credit.alert_rule.set', { kind => 'leverage_above', object_id => $company, threshold => 5, label => $_ })->status } ' ', "6.1\n7.2", "\x{202e}6.1"],
	[400, 400, 400], 'a label is a line that can be read';
is rule(kind => 'leverage_above', rule_id => $second->{id}, threshold => 3.8, label => '3ª emissão')->{threshold}, '3.8', 'by its id the threshold moves';
my $of_list = rule(kind => 'leverage_above', watchlist_id => $list, threshold => 6);
is scalar(grep { $_->{kind} eq 'leverage_above' } @{ $desk->data('credit.alert_rules.list', {}) }), 3, 'three rules in the list';

# ---- one fact, one alert ----

# Net debt 100 + 410 - 50 = 460 on EBITDA 100 + 20 = 120: 3.8333.  Above 3.5 and 3.8, and not within 10 % of 6.  The rule
# of 3.5 watches the company alone; the list's rule watches the company and its paper, without a breach.
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2024, year(2024, '2025-03-05', 410, 100)));
is alerts(), 1, 'two rules see one fact: one alert';
my ($alert) = @{ all() };
is_deeply [$alert->{level}, $alert->{rule_id}], ['breach', $first->{id}], 'its face is the rule that is broken most';
like $alert->{title}, qr/: dívida líquida sobre EBITDA em 3,8333, além do limite de 3,5\z/, 'with decimal commas';
is_deeply [map { [$_->{label}, $_->{level}, $_->{threshold}, $_->{object}{id}] } @{ $alert->{rules} }],
	[['2ª emissão, cláusula 6.1', 'breach', 3.5, $company], ['3ª emissão', 'breach', 3.8, $company]], 'and names all that see it';
# 3.83333333 to 3.5: -9.5238 %; to 3.8: -0.8772 %.
is_deeply [map { sprintf '%.4f', $_->{headroom_pct} } @{ $alert->{rules} }], ['-9.5238', '-0.8772'], 'each with its headroom';
is alerts(), 0, 'looking again raises nothing';

# A broken rule of the whole list concerns the company and its paper: the same fact, no additional alert.
rule(kind => 'leverage_above', rule_id => $of_list->{id}, threshold => 3);
is alerts(), 0, 'a third rule, on two objects, raises nothing more';
my @now = @{ all() };
is scalar @now, 1, 'one alert in the list';
is_deeply [map { "$_->{level} $_->{threshold} $_->{object}{id}" } @{ $now[0]{rules} }],
	["breach 3 $company", "breach 3 $paper", "breach 3.5 $company", "breach 3.8 $company"], 'which names both papers';
is_deeply [map { $_->{open_alerts} } @{ $desk->data('credit.watchlist.board', {}, subject => $list) }], [1, 0, 1], 'the board counts it once where it is shown';
# The board tells why a broken limit has no open alert.  Its nearest limit: 3 - 3.83333333 = -0.83333333, of 3 -27.7778 %.
is_deeply nearest(0), { id => $of_list->{id}, term_id => undef, rule_id => $of_list->{id}, kind => 'leverage_above', value => 3.8333, reason => undef, threshold => 3, headroom_pct => -27.7778, level => 'breach',
	reference_date => '2024-12-31', previous_value => undef, previous_date => undef, trend => undef,
	alert => { state => 'open', alert_id => $alert->{id}, raised_on => '2026-04-10' } }, 'the nearest limit has its alert, and no period before';
is_deeply nearest(2), nearest(0), 'as it is of the paper';
$desk->done('credit.alert.snooze', { alert_id => $alert->{id}, until => '2026-04-20' });
is_deeply [nearest(0)->{alert}{state}, board()->[0]{open_alerts}], ['snoozed', 0], 'a snoozed one is not open, and the board says so';
$desk->done('credit.alert.acknowledge', { alert_id => $alert->{id} });
is_deeply [nearest(0)->{alert}{state}, nearest(0)->{alert}{alert_id}, board()->[0]{open_alerts}], ['acknowledged', $alert->{id}, 0], 'nor is one that somebody has seen';
is_deeply all(status => 'open'), [], 'acknowledged once, it is acknowledged';
is alerts(), 0, 'and stays so';

# ---- net debt without EBITDA ----

# A year later: net debt 460, EBITDA -30 + 20 = -10.
$t->lastro_ok('load', 'dfp', statements($dir, 'DFP', 2025, year(2025, '2026-03-05', 410, -30)));
is_deeply [@{ nearest(0) }{qw(level reference_date previous_value previous_date trend)}, nearest(0)->{alert}],
	['breach', '2025-12-31', 3.8333, '2024-12-31', 'worse', { state => 'not_computed', alert_id => undef, raised_on => undef }], 'newer figures than the alerts: worse than the year before, no alert yet';
is alerts(), 1, 'net debt on an EBITDA below zero is a breach';
is nearest(0)->{alert}{state}, 'open', 'then there is one';
my ($worst) = @{ all(status => 'open') };
is_deeply [$worst->{level}, @{ $worst->{evidence} }{qw(value reason headroom_pct)}], ['breach', undef, 'ebitda_not_positive', undef], 'with its reason in place of a figure';
is_deeply [map { $_->{level} } @{ $worst->{rules} }], [('breach') x 4], 'of every limit, however far';
like $worst->{title}, qr/sem EBITDA positivo, além do limite de 3/, 'in words';
my ($row) = @{ $desk->data('credit.watchlist.board', {}, subject => $list) };
is_deeply [@{ $row->{nearest_threshold} }{qw(level value reason)}, $row->{statements}{net_debt_to_ebitda}], ['breach', undef, 'ebitda_not_positive', undef], 'and on the board';

# ---- why there is no short-term debt ----

# Another's account of its code, first; then a document without liabilities, of which nothing can be said about accounts.
my @bank = (code => 9512, tax_id => '33000167000101', name => 'PETROLEO BRASILEIRO S.A.');
my $why = sub { my ($row) = @{ $desk->data('credit.watchlist.board', {}, subject => $list) }; return [$row->{statements}{reference_date}, $row->{statements}{short_term_debt}, @{ $row->{statements}{reasons} }{qw(short_term_debt gross_debt cash_to_short_term_debt)}] };
$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2026, { @bank, date => '2026-03-31', filed => '2026-03-20', lines => [['2.01.04', 'Obrigações por Repasses', undef, '2026-03-31', 100], ['2.03', undef, undef, '2026-03-31', 5],
	['1.01.01', undef, undef, '2026-03-31', 5], ['1.01.02', undef, undef, '2026-03-31', 5]] }));
is_deeply $why->(), ['2026-03-31', undef, 'no_account', 'no_account', 'no_account'], 'an account with another text is no debt';
$t->lastro_ok('load', 'itr', statements($dir, 'ITR', 2026, { @bank, date => '2026-06-30', filed => '2026-03-20', lines => [['1.01.01', undef, undef, '2026-06-30', 5], ['1.01.02', undef, undef, '2026-06-30', 5]] }));
is_deeply $why->(), ['2026-06-30', undef, 'no_statement', 'no_statement', 'no_statement'], 'a document without the statement of liabilities';
$t->sql("delete from statement_measure where form = 'ITR'");

# ---- objects that cannot be judged ----

my $late = rule(kind => 'late_filing', watchlist_id => $list);
is_deeply [map { "$_->{object}{id} $_->{reason}" } @{ $late->{not_judged} }], ["$fund no_report"], 'a fund without loaded reports cannot be late, which the rule reports';
is_deeply [map { $_->{kind} eq 'late_filing' ? scalar @{ $_->{not_judged} } : $_->{not_judged} } @{ $desk->data('credit.alert_rules.list', { kind => 'late_filing' }) }], [1], 'in the list, too';
is_deeply [map { "$_->{object}{id} $_->{reason}" } @{ $first->{not_judged} }], ["$company no_statements"], 'a covenant set before any statement reported that it cannot be judged';
is_deeply [map { @{ $_->{not_judged} } } grep { $_->{id} eq $first->{id} } @{ $desk->data('credit.alert_rules.list', { kind => 'leverage_above' }) }], [], 'which it has now';
is_deeply [map { "$_->{object}{id} $_->{reason}" } @{ rule(kind => 'leverage_above', watchlist_id => $list, threshold => 9)->{not_judged} }], ["$fund no_filings"], 'one of a fund has no ratio, which the rule says';
is rule(kind => 'material_fact', watchlist_id => $list)->{not_judged}, undef, 'rules of other kinds say nothing of it';

# ---- better, worse, or the same, as the clause reads it ----

# At 31 March 2026: net debt 460 still; twelve months' EBIT 120, EBITDA 140, interest 40.
sub measured { my ($date, $net_debt, $ebitda, $ebit, $interest, $source) = @_; $t->sql("insert into statement_measure (company_id, scope, reference_date, known_on, form, version, filed_at, present,
	net_debt, ebitda_ttm, ebit_ttm, interest_expense_ttm, interest_source) select id, 'consolidated', '$date', '$date', 'ITR', 1, '$date', true, $net_debt, $ebitda, $ebit, $interest, '$source' from company where tax_id = '$tax_id'"); return }
measured('2026-03-31', 460, 140, 120, 40, 'interest_lines');
# 460 / 140 = 3.2857, after a year without EBITDA.
is_deeply [@{ nearest(0) }{qw(value previous_value trend)}], ['3.2857', undef, 'better'], 'an EBITDA after none is better';
$desk->done('credit.alert_rule.delete', { rule_id => $_->{id} }) for grep { $_->{kind} eq 'leverage_above' } @{ $desk->data('credit.alert_rules.list', {}) };
rule(kind => 'coverage_below', object_id => $company, threshold => 4);
# 120 / 40 = 3, then 90 / 40 = 2.25, then 90.0001 / 40 = 2.2500 as it is shown.
measured('2026-06-30', 460, 140, 90, 40, 'interest_lines');
is_deeply [@{ nearest(0) }{qw(kind value previous_value trend)}], ['coverage_below', '2.2500', '3.0000', 'worse'], 'less coverage is worse';
measured('2026-09-30', 460, 140, 90.0001, 40, 'interest_lines');
is_deeply [@{ nearest(0) }{qw(value previous_value trend)}], ['2.2500', '2.2500', 'same'], 'figures that look the same are the same';
# 90 / 30 = 3, of all financial expenses: another figure.
measured('2026-12-31', 460, 140, 90, 30, 'financial_expenses');
is_deeply [@{ nearest(0) }{qw(value previous_value previous_date trend)}], ['3.0000', undef, '2026-09-30', undef], 'interest of other lines is not compared';

# A fund's clause: 25 % where 30 are due, after 20 the month before.  Nothing watches it until a rule does.
$t->sql("insert into receivables_report (tax_id, day, net_worth, senior, subordinate, subordination) values ('11222333000181', '2026-01-31', 100, 80, 20, 20), ('11222333000181', '2026-02-28', 100, 75, 25, 25)");
my $term = $desk->term(value => 30);
$desk->done('credit.regulation_term.review', { term_id => $term, decision => 'approve' });
is_deeply [@{ nearest(1) }{qw(kind value reference_date previous_value previous_date trend)}, nearest(1)->{alert}{state}],
	['subordination_floor', '25.0000', '2026-02-28', '20.0000', '2026-01-31', 'better', 'no_rule'], 'more subordination is better; a clause without a rule has no alert, which the board says';
rule(kind => 'term_breach', watchlist_id => $list);
is nearest(1)->{alert}{state}, 'not_computed', 'a rule that was not applied yet';
alerts();
is nearest(1)->{alert}{state}, 'open', 'and its alert';
# 37 is 23.3 % above 30: beyond the band of 10 % that a rule has of itself, and within one of 30 %.
$t->sql("insert into receivables_report (tax_id, day, net_worth, senior, subordinate, subordination) values ('11222333000181', '2026-03-31', 100, 63, 37, 37)");
is_deeply [@{ nearest(1) }{qw(value level alert)}], ['37.0000', 'calm', undef], 'outside the band of its rule';
rule(kind => 'term_breach', watchlist_id => $list, band_pct => 30);
is_deeply [@{ nearest(1) }{qw(value level)}, nearest(1)->{alert}{state}], ['37.0000', 'early', 'not_computed'], 'the band is the widest of its rules';
alerts();
is nearest(1)->{alert}{state}, 'open', 'as the alert of that rule tells';

# ---- the limits on an issuer, in one answer ----

is_deeply [@{ nearest(1) }{qw(id term_id rule_id)}], [$term, $term, undef], 'the nearest limit of a clause has the id of the clause';
my @limit = qw(term_id rule_id object_id kind name value reference_date threshold unit headroom_pct level reason);
sub limits { return [map { [@$_{@limit}] } @{ $desk->data('credit.issuer.get', { object_id => $_[0] })->{covenants} }] }
my ($coverage) = grep { $_->{kind} eq 'coverage_below' } @{ $desk->data('credit.alert_rules.list', {}) };
# 90 / 30 = 3 where 4 are due: a quarter of it is missing.
my @coverage = (undef, $coverage->{id}, $company, 'coverage_below', undef, '3.0000', '2026-12-31', '4', 'ratio', '-25.0000', 'breach', undef);
is_deeply limits($company), [\@coverage], 'a rule, with figure and headroom';
my $indenture = $desk->term(object_id => $paper, term => 'leverage_covenant', unit => 'ratio', value => 3.5);
my $reviewed = $desk->done('credit.regulation_term.review', { term_id => $indenture, decision => 'approve', create_rule => JSON::PP::true })->{reviews}[0]{rule_id};
my $cap = $desk->term(object_id => $company, term => 'concentration_cap', value => 20);
$desk->done('credit.regulation_term.review', { term_id => $cap, decision => 'approve' });
# 460 / 140 = 3.28571429 of 3.5: (3.5 - 3.28571429) / 3.5 = 6.1224 %, within the band of 10.
sub called { return $desk->data('credit.regulation_term.get', { term_id => $_[0] })->{name} }
my @all = ([$cap, undef, $company, 'concentration_cap', called($cap), undef, undef, '20', 'percent', undef, undef, 'not_measured'],
	[$indenture, $reviewed, $paper, 'leverage_covenant', called($indenture), '3.2857', '2026-12-31', '3.5', 'ratio', '6.1224', 'early', undef], \@coverage);
is_deeply limits($company), \@all, "and the clauses of its papers; a clause and the rule made of it are one" or diag explain limits($company);
is_deeply limits($paper), \@all, 'as they are of the paper';
# 37 of 30: 23.3333 %, within the band of 30 that a rule of the list has.
is_deeply limits($fund), [[$term, undef, $fund, 'subordination_floor', called($term), '37.0000', '2026-03-31', '30', 'percent', '23.3333', 'early', undef]], 'of a fund, as the board judges it';
is_deeply limits('company:33592510000154'), [], 'none of another';

# Its shares, and its documents by pages.
$t->sql("insert into company_ticker (ticker, company_id, until, filed_for) select x.t, c.id, x.u::date, '2026-01-01' from company c, (values ('PETR4', null), ('PETR3', null), ('PETR9', '2020-01-01')) x (t, u) where c.tax_id = '$tax_id'");
my $documents = $t->sql("select count(*) from company_document d join company c on c.id = d.company_id where c.tax_id = '$tax_id'");
cmp_ok $documents, '>=', 2, 'documents';
my $page = $desk->function('credit.issuer.get', { object_id => $company, limit => 1 })->json;
is_deeply [$page->{data}{tickers}, $page->{data}{documents_total}, scalar @{ $page->{data}{documents} }], [['PETR3', 'PETR4'], $documents, 1], 'its shares that trade; one document of the total';
my $next = $desk->function('credit.issuer.get', { object_id => $company, limit => 100, cursor => $page->{meta}{next_cursor} })->json;
is_deeply [scalar @{ $next->{data}{documents} }, $next->{meta}{next_cursor}, scalar grep { $_->{id} == $page->{data}{documents}[0]{id} } @{ $next->{data}{documents} }], [$documents - 1, undef, 0], 'the cursor goes on to the others';
is $desk->function('credit.issuer.get', { object_id => $fund, cursor => $page->{meta}{next_cursor} })->status, 400, 'of the same object alone';

# ---- a registration that was cancelled ----

is_deeply [map { $_->{register} } @{ board() }], [{ status => 'active', cancelled_on => undef }, undef, { status => 'active', cancelled_on => undef }], 'the board tells the registration, a paper that of its issuer';
$t->lastro_ok('load', 'company-register', register($dir, register_row(9512, $tax_id, 'PETROLEO BRASILEIRO S.A.', SIT => 'CANCELADA', DT_CANCEL => '2026-04-01')));
is_deeply board()->[0]{register}, { status => 'cancelled', cancelled_on => '2026-04-01' }, 'and when it was cancelled';

$t->finish;
done_testing;
