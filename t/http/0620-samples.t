#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The real files of the shared folder, for the sources of lastro load: each loads, and the second load writes nothing.
# Skipped where the folder is absent.

use strict;
use warnings;
use utf8;
use File::Basename qw(basename);
use Test::More;
use Lastro::Test qw(shared_dir);

my $shared = shared_dir();
plan skip_all => 'no shared folder' unless $shared && -d "$shared/data/b3_cotahist";

my $t = Lastro::Test->new;
my $data = "$shared/data";

sub load { return $t->lastro_json('load', @_) }

# files(source, [options], pattern, refused rows allowed)
sub files {
	my ($source, $options, $pattern) = @_;

	for my $file (sort glob "$data/$pattern") {
		my $first = load($source, @$options, $file);
		my $again = load($source, @$options, $file);

		ok $first->{read} > 0 && $first->{refused} == 0, "$source: " . basename($file) . " loads without a refused row";
		is $again->{written}, 0, "$source: " . basename($file) . ' again writes nothing';
	}
}

files('holidays', [], 'feriados/Brazil_*.json');
files('holidays', [], 'feriados/ANBIMA.txt');
files('holidays', [], 'feriados/B3.cal');
files('cotahist', [], 'b3_cotahist/COTAHIST_*');
files('sgs', [], 'bcb_sgs/*.json');
files('sgs', [], 'bcb_sgs/*.csv');
files('ptax', [], 'bcb_ptax/*.json');
files('ptax', [], 'bcb_ptax/*.csv');
files('company-details', [], 'b3_listed_companies/GetDetailsCompany.json');
files('companies', [], 'b3_listed_companies/GetListedSupplementCompany*.json');
files('cash-dividends', ['--issuer', 'ABEV'], 'b3_listed_companies/GetListedCashDividends.json');
files('cash-dividends', [], 'b3_listed_companies/GetListedCashDividends_PETR_fragment.json');
files('klines', [], 'binance/*.json');
files('ohlc', [], 'ohlc/yfinance_*.csv');
files('ohlc', ['--symbol', '^BVSP'], 'ohlc/yahoo_*.csv');

is load('cotahist', "$data/b3_cotahist/COTAHIST_D08112024.ZIP")->{read}, 12226, 'cotahist: all lines but header and trailer';
is $t->sql(q(select day, close from quote where symbol = 'PETR4' order by day desc limit 1)), "2024-11-08\t36.180000000000", 'cotahist: a close that was printed';
is $t->sql(q(select asset_type from instrument where symbol = 'AAPL34')), 'bdr', 'cotahist: BDRs are loaded';
is $t->sql(q(select symbol, close from quote where factor = 1000 and day = '2022-02-03' and symbol = 'FNOR11')), "FNOR11\t0.000780000000", 'cotahist: a price for 1,000 units';
is $t->sql(q(select ratio_n, ratio_d from corporate_event where symbol = 'BBAS3')), "2\t1", 'companies: one split, not one for each warrant';
is $t->sql(q(select count(*), count(pay_day) from distribution where symbol = 'ABEV3' and ex_day = '2021-12-20')), "2\t2", 'both lists of one company meet in the same rows';
is $t->sql(q(select ratio_n, ratio_d from corporate_event where symbol = 'MGLU3' order by ex_day)), "4\t1\n1\t10\n21\t20", 'companies: factors by label';
is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'the derived rows equal those derived from the quotes';
done_testing;
