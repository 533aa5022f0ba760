#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The companies of the demonstration: its files load without refusals, its balance sheets balance, quarters add up to
# years, and no page of companies is empty.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test qw(run_command top_srcdir);

my $t = Lastro::Test->new;
my $dir = $t->dir . '/demo';
my $made = run_command({}, top_srcdir() . '/contrib/demo/generate', $dir, '2026-11-20');

is $made->{status}, 0, 'the files are made' or diag $made->{err};
for my $source (['company-register', 'cad_cia_aberta.csv'], ['company-forms', 'fca_*.zip'], ['company-documents', 'ipe_*.zip'], ['dfp', 'dfp_*.zip'], ['itr', 'itr_*.zip'], ['offerings', 'oferta_*.zip']) {
	for my $file (sort glob "$dir/$source->[1]") {
		my $r = $t->lastro_json('load', $source->[0], $file);
		my ($name) = $file =~ m{([^/]+)\z};

		is $r->{read} ? join('; ', $r->{refused}, @{ $r->{warnings} }) : 'nothing', '0', "$name loads";
	}
}
my $key = account($t)->{user_key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
sub data { my $r = $t->get($_[0], key => $key); return $r->status == 200 ? $r->json->{data} : die $r->body }

my $companies = data('/v1/companies');
is scalar @$companies, 12, 'a dozen companies';
is $t->sql(q(select count(*) from (select p.company_id, p.version, l.period_end, max(l.value) filter (where l.account = '1') as a, max(l.value) filter (where l.account = '2') as b,
	sum(l.value) filter (where l.account in ('2.01', '2.02', '2.03')) as parts, bool_or(l.account = '2.01') as standard
	from statement_part p join statement_line l on l.part_id = p.id where p.statement in ('BPA', 'BPP') group by 1, 2, 3) s where a <> b or (standard and parts <> a))), 0,
	'assets equal liabilities plus equity, in every balance';

my ($years, @open, %null) = (0);
for my $c (@$companies) {
	my $scope = $c->{category} eq 'B' ? 'parent' : 'consolidated';
	my %quarter = map { $_->{reference_date} => $_ } @{ data("/v1/companies/$c->{cvm_code}/financials?scope=$scope&basis=quarter&limit=1000") };

	for my $year (@{ data("/v1/companies/$c->{cvm_code}/financials?scope=$scope&basis=year&limit=1000") }) {
		my ($y, $m) = $year->{reference_date} =~ /^(\d+)-(\d+)/;
		my @ends = sort grep { my ($qy, $qm) = /^(\d+)-(\d+)/; my $back = ($y - $qy) * 12 + $m - $qm; $back >= 0 && $back < 12 } keys %quarter;

		next if @ends < 4;
		for my $flow (qw(revenue ebit net_income operating_cash_flow capex)) {
			my $whole = $year->{"${flow}_year"};
			my @parts = map { $quarter{$_}{"${flow}_quarter"} } @ends;

			$null{$flow}++ if !defined $whole;
			next if !defined $whole || grep { !defined } @parts;
			my $sum = 0;
			$sum += $_ for @parts;
			$years++;
			push @open, "$c->{name} $year->{reference_date} $flow: $sum of $whole" if $sum != $whole;
		}
	}
}
cmp_ok $years, '>', 100, "quarters of $years flows of a year were added";
note $_ for @open;
is_deeply [grep { !/^PADARIA/ } @open], [], 'they add up to the year';
is scalar(grep { /^PADARIA NOVA/ } @open), 0, 'also where a quarter was filed again';
is $t->lastro('compute', 'statements', '--verify')->{status}, 0, 'the stored figures equal the computed ones';

# ---- no page is empty ----

is data('/v1/companies/RIOB3/financials?limit=1')->[0]{scope}, 'consolidated', 'a renamed company by its old ticker';
is $t->get('/v1/companies/PVTX3/documents', key => $key)->json->{meta}{subject}{name}, 'PORTO VELHO TÊXTIL S.A.', 'a merged one by its dead ticker';
is join(' ', map { $t->get("/v1/companies/$_/documents?limit=1", key => $key)->json->{meta}{subject}{cvm_code} } qw(CAJU3 CAJU4 LASTRO12000182)), '90002 90002 90012', 'two share classes, and a tax id with letters';
cmp_ok scalar @{ data('/v1/companies/90011/financials?scope=parent') }, '>', 5, 'an issuer of debt only';
is data('/v1/companies/90005/financials?basis=year&limit=1')->[0]{reference_date}, '2026-03-31', 'a year that ends in March';
my $bank = data('/v1/companies/FARO3/financials?limit=1')->[0];
ok defined $bank->{revenue_ttm} && defined $bank->{net_income_ttm} && defined $bank->{equity} && !defined $bank->{ebit_ttm}, 'a bank: revenue, profit and equity, no EBIT';
my $states = data('/v1/companies/PADA3/financials?versions=all&from=2025-06-30&to=2025-06-30');
is join(' ', map { $_->{version} } @$states), '2 1', 'a statement filed again, side by side';
my %kinds = map { $_->{kind} => 1 } map { @{ data("/v1/companies/$_->{cvm_code}/documents?limit=1000") } } @$companies;
is_deeply [sort keys %kinds], [qw(debt_instrument financial_report governing_document management_report market_communication material_fact other periodic_report shareholder_meeting shareholder_notice)], 'documents of every kind';
my %regimes = map { $_->{regime} . ' ' . ($_->{instruction} // '') => 1 } @{ data('/v1/offerings?limit=1000') };
is_deeply [sort keys %regimes], ['previous icvm_400', 'previous icvm_476', 'rcvm_160 '], 'offerings of both regimes';
done_testing;
