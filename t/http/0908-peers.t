#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An issuer beside its sector: which companies count, quartiles by hand, as known on a past day.
# Today is 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Desk;
use Lastro::TaxId qw(cnpj);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
$ENV{LASTRO_NOW} = '2026-11-20T15:00:00Z';
my $t = Lastro::Test->new;

# id, name, status, sector, net debt over an EBITDA of 100, net income over a revenue of 1000, reference date, known on
my @companies = (
	[1, 'ASKED', 'active', 'energia', 300, 200, '2025-12-31', '2026-03-10'],
	[2, 'LOW', 'active', 'energia', 100, 100, '2025-12-31', '2026-03-10'],
	[3, 'SECOND', 'active', 'energia', 200, 300, '2025-12-31', '2026-03-10'],
	[4, 'HIGH', 'active', 'energia', 1000, 500, '2025-12-31', '2026-03-10'],
	[5, 'LATE', 'active', 'energia', 400, undef, '2025-12-31', '2026-05-10'],
	[6, 'GONE', 'cancelled', 'energia', 9000, 900, '2025-12-31', '2026-03-10'],
	[7, 'OTHER', 'active', 'bancos', 9000, 900, '2025-12-31', '2026-03-10'],
	[8, 'OLD', 'active', 'energia', 9000, 900, '2025-05-01', '2025-06-10'],
	[9, 'NONE', 'active', undef, 9000, 900, '2025-12-31', '2026-03-10'],
);
my %tax_id = map { $_->[0] => cnpj(sprintf '73335550%04d', $_->[0]) } @companies;
sub q_ { return defined $_[0] ? "'$_[0]'" : 'null' }
for (@companies) {
	my ($id, $name, $status, $sector, $debt, $income, $day, $known) = @$_;
	$t->sql("insert into company (id, cvm_code, tax_id, name, status, listed, words, sector, sector_key) values ($id, $id, '$tax_id{$id}', '$name S.A.', '$status', true, '', " . join(', ', map { q_($_) } $sector, $sector) . ");
		insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, revenue_ttm, ebitda_ttm, net_debt, net_income_ttm)
		values ($id, 'consolidated', '$day', 1, 'DFP', '$known', '$known', true, " . 1000 * $id . ", 100, $debt, " . (defined $income ? $income * $id : 'null') . ')');
}
$t->sql("insert into load_log values (gen_random_uuid(), 'dfp', 'z', '2026-06-11', 1, 1, 0, 0, 0, '2025-05-01', '2026-05-10')");
$t->lastro_ok('compute', 'objects');
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(workers => 1, env => { LASTRO_NOW => $ENV{LASTRO_NOW} });
sub peers { my ($id, @input) = @_; return $desk->data('credit.issuer.peers', { object_id => "company:$tax_id{$id}", @input }, as => 'viewer') }
sub measure { my ($d, $id) = @_; my ($m) = grep { $_->{measure} eq $id } @{ $d->{measures} }; return [@$m{qw(value companies lower_quartile median upper_quartile companies_below)}] }

# Leverage 1, 2, 3, 4, 10: the second, third and fourth.  Margins 10, 20, 30, 50 %: at 0.75, 1.5 and 2.25 of the way from the
# first on: 17.5, 25, 35.
my $d = peers(1);
is_deeply [@$d{qw(sector companies_count reason at)}], ['energia', 6, undef, '2026-11-20'], 'the sector, and how many of it are active';
is_deeply measure($d, 'net_debt_to_ebitda'), [3, 5, 2, 3, 4, 2], 'leverage: the middle of five';
is_deeply measure($d, 'net_margin'), [20, 4, 17.5, 25, 35, 1], 'margin: quartiles between two companies';
is_deeply measure($d, 'interest_coverage'), [undef, 0, undef, undef, undef, undef], 'a figure that nobody filed';
is_deeply [map { my ($x) = grep { $_->{measure} eq 'net_margin' } @{ $d->{measures} }; @$x{qw(unit base_date filed_at source)} } 1], ['%', '2025-12-31', '2026-03-10', 'CVM DFP'], 'with its unit and its filing';
is_deeply [map { "$_->{name} " . ($_->{revenue_brl} // '-') . ' ' . ($_->{net_debt_to_ebitda} // '-') } @{ $d->{companies} }],
	['ASKED S.A. 1000 3', 'LATE S.A. 5000 4', 'HIGH S.A. 4000 10', 'SECOND S.A. 3000 2', 'LOW S.A. 2000 1', 'OLD S.A. - -'], 'it first, then the largest; an old statement is none';
is_deeply measure(peers(1, at => '2026-04-01'), 'net_debt_to_ebitda'), [3, 5, 2, 3, 10, 2], 'before one of them filed, and when the old one was not yet: 1, 2, 3, 10, 90';
is_deeply measure(peers(1, at => '2026-01-31'), 'net_debt_to_ebitda'), [undef, 1, 90, 90, 90, undef], 'before all of these filed, only the old one was known';
is_deeply measure(peers(6), 'net_debt_to_ebitda'), [90, 6, 2.25, 3.5, 8.5, 5], 'a cancelled one beside those that are active';

# Its next statement, whose EBITDA is negative, and whose restatement of 20 June has no net income: no figure of the year before is shown beside them.
$t->sql("insert into statement_measure (company_id, scope, reference_date, version, form, filed_at, known_on, present, revenue_ttm, ebitda_ttm, net_debt, net_income_ttm)
	values (4, 'consolidated', '2026-03-31', 1, 'ITR', '2026-05-15', '2026-05-15', false, 5000, -1, 1000, 2500), (4, 'consolidated', '2026-03-31', 2, 'ITR', '2026-05-15', '2026-06-20', true, 5000, -1, 1000, null);
	insert into load_log values (gen_random_uuid(), 'itr', 'y', '2026-06-21', 1, 1, 0, 0, 0, '2026-03-31', '2026-06-20')");
$t->lastro_ok('compute', 'objects');
# Leverage 1, 2, 3, 4; margins 10, 20, 30.
is_deeply measure(peers(1), 'net_debt_to_ebitda'), [3, 4, 1.75, 2.5, 3.25, 2], 'the newest statement of one has no leverage';
is_deeply measure(peers(1), 'net_margin'), [20, 3, 15, 20, 25, 1], 'nor a margin, since it was filed again';
# On 20 May the old one counts as well: margins 10, 20, 30, 50, 90, leverage 1, 2, 3, 4, 90.
is_deeply measure(peers(1, at => '2026-05-20'), 'net_margin'), [20, 5, 20, 30, 50, 1], 'which it had before';
is_deeply measure(peers(4, at => '2026-05-20'), 'net_debt_to_ebitda'), [undef, 5, 2, 3, 4, undef], 'of the one asked for too';
is_deeply [map { [@$_{qw(base_date revenue_brl net_debt_to_ebitda net_margin)}] } $_ = peers(4)->{companies}[0]], [['2026-03-31', '5000', undef, undef]], 'and in its row';
$d = peers(9);
is_deeply [@$d{qw(sector companies_count reason)}, scalar @{ $d->{companies} }, measure($d, 'net_margin')], [undef, 0, 'no_sector', 0, [undef, 0, undef, undef, undef, undef]], 'no sector, and why';
is $desk->function('credit.issuer.peers', { object_id => 'company:00000000000191' }, as => 'viewer')->status, 404, 'an unknown one';
is $desk->function('credit.issuer.peers', { object_id => "company:$tax_id{1}", at => 'amanhã' }, as => 'viewer')->status, 400, 'a day that is none';

done_testing;
