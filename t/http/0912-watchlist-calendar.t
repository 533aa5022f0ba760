#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What comes next for a watchlist: announced payments, maturities, filings that are due or late.  Today is 20 November 2026.

use strict;
use warnings;
use utf8;
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

$t->sql(q{
	insert into debenture (code, source, issuer_tax_id, issuer_name, maturity) values ('PETR16', 'anbima', '33000167000101', 'PETRO', '2027-01-10'),
		('ISSU12', 'anbima', '33000167000101', 'PETRO', '2026-12-31'), ('OUTR11', 'anbima', '33592510000154', 'VALE', '2026-12-31');
	insert into debenture_event (code, day, event, event_text, pays_on, pct, rows_differ, seen_on) values
		('PETR16', '2026-12-01', 'interest', 'Juros', '2026-12-02', 7, false, '2026-11-19'), ('PETR16', '2027-01-10', 'maturity', 'Vencimento', null, null, false, '2026-11-19'),
		('PETR16', '2026-12-15', 'interest', 'Juros', null, 6, false, '2026-11-01'), ('PETR16', '2026-11-19', 'interest', 'Juros', null, 5, false, '2026-11-19'),
		('ISSU12', '2026-12-01', 'amortisation', 'Amortização', '2026-12-01', null, true, '2026-11-18'), ('OUTR11', '2026-12-01', 'interest', 'Juros', null, 9, false, '2026-11-19');
	insert into company (id, cvm_code, tax_id, name, status, listed, words) values (77, 9512, '33000167000101', 'PETRO', 'active', true, '');
	insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, revenue_ttm) values (77, 'consolidated', '2026-06-30', 1, 'ITR', '2026-08-10', '2026-08-10', true, 1);
	insert into receivables_report (tax_id, day, net_worth) values ('11222333000181', '2026-10-31', 1000)});
my $list = $desk->done('credit.watchlist.create', { name => 'Lista' })->{id};
sub add { return $desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $_[0] }) }
sub calendar { my (%input) = @_; return $desk->data('credit.watchlist.calendar', \%input, subject => $list, as => 'viewer') }
sub told { return map { join ' ', map { $_ // '-' } @$_{qw(date event name pays_on pct reference_date)}, $_->{late} ? 'late' : 'due', $_->{source} } @{ $_[0]{coming} } }

is_deeply calendar(), { from => '2026-11-20', to => '2027-02-18', coming => [], more => JSON::PP::false }, 'an empty list has nothing to come, in ninety days';
add($paper);
# The statements of 30 September are due 45 days after it: on 14 November.
my @petr = ('2026-11-14 ITR Debênture PETR16 - - 2026-09-30 late CVM', '2026-12-01 interest PETR16 2026-12-02 7 - due debentures.com.br', '2027-01-10 maturity PETR16 - - - due debentures.com.br');
is_deeply [told(calendar())], \@petr, 'of a paper: its payments of the newest agenda, its maturity once, and the statements of its issuer, which are late';
add($company);
add($fund);
# The report of November is due 15 days after it: on 15 December.
my $d = calendar();
is_deeply [sort { $a cmp $b } told($d)], [sort { $a cmp $b } @petr[1, 2], '2026-11-14 ITR Debênture PETR16 - - 2026-09-30 late CVM', '2026-12-01 amortisation ISSU12 2026-12-01 - - due debentures.com.br',
	'2026-12-31 maturity ISSU12 - - - due contrato', '2026-12-15 informe mensal FIDC RECEBIVEIS - - 2026-11-30 due CVM'], "of a company its papers, too, by the contract where no agenda tells; who files, once";
is_deeply [map { $_->{date} } @{ $d->{coming} }], [sort map { $_->{date} } @{ $d->{coming} }], 'by day';
is_deeply [map { @$_{qw(object_id issuer_id issuer_name told_on)} } grep { $_->{event} eq 'amortisation' } @{ $d->{coming} }], ['instrument:ISSU12', $company, 'PETRO', '2026-11-18'], 'whose it is, and which agenda tells it';
is_deeply [grep { /interest|amort|maturity/ } told(calendar(from => '2026-12-02', to => '2026-12-31'))], ['2026-12-31 maturity ISSU12 - - - due contrato'], 'of the days asked for, both included';
is $desk->function('credit.watchlist.calendar', { from => '2026-12-02', to => '2026-12-01' }, subject => $list)->status, 400, 'days in the wrong order';
is $desk->function('credit.watchlist.calendar', { from => '2026-12-02', to => '2029-12-07' }, subject => $list)->status, 400, 'more than 1,100 days';
is $other->function('credit.watchlist.calendar', {}, subject => $list)->status, 404, "another desk's list is none";

# More than fit.
$t->sql("insert into debenture_event (code, day, event, event_text, seen_on) select 'PETR16', date '2026-12-03' + g, 'other', 'x' || g, '2026-11-19' from generate_series(0, 599) g");
$d = calendar(to => '2029-01-01');
is_deeply [scalar @{ $d->{coming} }, $d->{more} ? 1 : 0], [500, 1], 'the nearest five hundred, and that there are others';

done_testing;
