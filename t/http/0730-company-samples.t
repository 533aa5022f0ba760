#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The real files of companies in the shared folder: the register, statements of the year 2023, offerings.
# Checks accounting identities for every company and prints the result; lists the companies whose source violates them.
# Three statements are checked by hand.  Skipped where the folder is absent.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir);

my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/cvm_dfp";

my $t = Lastro::Test->new;
my $data = "$shared/data";

# twice() - loads a file without refusals, and again without writes.
sub twice {
	my ($source, $file) = @_;
	my ($r, $again) = map { $t->lastro_json('load', $source, "$data/$file") } 1, 2;

	ok $r->{read} > 0 && $r->{refused} == 0, "$file: loads without a refused row";
	is $again->{written}, 0, "$file: again writes nothing";
	return $r;
}

is twice('company-register', 'cvm_cad_cia_aberta/cad_cia_aberta.csv')->{written}, 2510, 'registrations';
is $t->sql('select count(*) from company'), 2475, 'companies: a tax id is one, with any number of registrations';
twice('dfp', "cvm_dfp/dfp_cia_aberta_$_.csv") for qw(DRE_con_2022 DRE_con_2023_earlier_snapshot_crlf DRE_con_2023 BPA_con_2023 BPP_con_2023);
my $offers = twice('offerings', 'cvm_oferta/oferta_resolucao_160_debentures_repaired.csv');
is_deeply $offers->{warnings}, [], 'offerings: every column, status and asset is known';

# ---- accounting identities ----

# In reais, of each document's own period and of its comparison.
my $sums = Encode::decode('UTF-8', $t->sql(q(
	with a as (select c.name, p.reference_date, l.period_end, l.account, l.value from statement_part p join statement_line l on l.part_id = p.id
	                  join company c on c.id = p.company_id
	            where p.statement in ('BPA', 'BPP') and l.account in ('1', '1.01', '1.02', '2', '2.01', '2.02', '2.03')),
	     s as (select name, period_end, max(value) filter (where account = '1') as assets, max(value) filter (where account = '2') as liabilities,
	                  sum(value) filter (where account in ('1.01', '1.02')) as assets_parts,
	                  sum(value) filter (where account in ('2.01', '2.02', '2.03')) as liabilities_parts from a group by name, period_end)
	select name, period_end, assets, liabilities, assets_parts, liabilities_parts from s order by 1, 2)));
my ($balances, @broken) = (0);
for (split /\n/, $sums) {
	my ($name, $date, $assets, $liabilities, @parts) = split /\t/;
	$balances++;
	push @broken, "$name $date: assets $assets, liabilities and equity $liabilities" if $assets != $liabilities;
	push @broken, "$name $date: parts of assets $parts[0] of $assets" if $parts[0] != $assets;
	push @broken, "$name $date: liabilities and equity $parts[1] of $liabilities" if $parts[1] != $liabilities;
}
is $balances, 22, 'balances of eleven companies, two dates each';
note "$balances balances: assets = liabilities + equity";
note "broken in the source: $_" for @broken;
is_deeply \@broken, [], 'assets equal liabilities plus equity, in every one';

my $scopes = $t->sql(q(select count(*) from statement_part p join statement_line l on l.part_id = p.id where l.item is not null and p.scope <> 'consolidated'));
is $scopes, 0, 'no figure of another scope';
my $years = Encode::decode('UTF-8', $t->sql(q(
	select c.name, p.reference_date, min(l.period_start), l.last from statement_part p join statement_line l on l.part_id = p.id join company c on c.id = p.company_id
	 where p.statement = 'DRE' and l.account = '3.01' and l.last and (l.period_start + interval '12 months')::date <> l.period_end + 1 group by 1, 2, 4 order by 1, 2)));
note "no year of twelve months: $_" for split /\n/, $years;
is scalar(split /\n/, $years), $t->sql(q(select count(*) from statement_measure where revenue_ttm is null and exists
	(select from statement_part p join statement_line l on l.part_id = p.id where p.company_id = statement_measure.company_id and p.reference_date = statement_measure.reference_date
	    and l.item = 'revenue' and l.last))), 'twelve months only exist for years of twelve months';
is $t->sql(q(select count(*) from statement_measure where revenue_ttm is not null)), 20, 'revenues of the twenty others';
is $t->sql(q(select count(*) from statement_measure where net_debt <> gross_debt - cash)), 0, 'net debt is debt without cash';

# ---- three statements by hand ----

my $key = account($t)->{user_key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my @hand = (
	# company, date, scale, revenue 3.01, EBIT 3.05, net income 3.11, loans 2.01.04, 2.02.01
	[20516, '2023-03-31', 1000, 6627566, 2076549, 1015744, 1714218, 7951436],
	[24228, '2023-02-28', 1000, 10205488, 685788, 353684, 1178555, 2998087],
	[9539, '2023-06-30', 1, 841157202, 86911890, 68607305, 91608178, 122076565],
);
for my $hand (@hand) {
	my ($code, $date, $scale, @v) = @$hand;
	my $row = $t->get("/v1/companies/$code/financials?from=$date&to=$date&provenance=true", key => $key)->json->{data}[0];
	my %lines = map { my $name = $_; $name => join ' ', map { "$_->{account}=" . $_->{value} / $scale } @{ $row->{provenance}{$name} } } keys %{ $row->{provenance} };

	is_deeply [map { $row->{$_} / $scale } qw(revenue_ttm ebit_ttm net_income_ttm gross_debt)], [@v[0 .. 2], $v[3] + $v[4]], "$code $date: revenue, EBIT, net income, debt";
	is_deeply [@lines{qw(revenue_ttm ebit_ttm net_income_ttm gross_debt)}], ["3.01=$v[0]", "3.05=$v[1]", "3.11=$v[2]", "2.01.04=$v[3] 2.02.01=$v[4]"], "$code $date: and the accounts they came from";
}
my $bank = $t->get('/v1/companies/24406/financials', key => $key)->json->{data}[0];
is_deeply { map { $_ => $bank->{reasons}{$_} } qw(revenue_ttm ebit_ttm) }, { revenue_ttm => 'period_incomplete', ebit_ttm => 'no_account' }, 'a bank in a year of three months: no twelve months, and no EBIT';
done_testing;
