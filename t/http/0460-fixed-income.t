#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Fixed income at its contracted rate, in the detail: every indexer, redemptions and coupons, and the messages when
# terms, rates or prices are missing.  Expected figures were computed separately, with sixty decimal digits.
# Today is Thursday, 19 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes series bump);
use Lastro::Redo qw(redo_detail);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $weekdays = "from generate_series(date '2026-01-02', date '2026-11-18', '1 day') d where extract(isodow from d) < 6";

# CDI by its annual rate; the Selic only by the daily one, with the same result.
$t->sql("insert into series (code, day, value) select 4389, d, 14.90 $weekdays");
$t->sql("insert into series (code, day, value) select 11, d, 0.055131 $weekdays");
series($t, 433, '2026-03-01' => '0.88', '2026-04-01' => '0.43', '2026-05-01' => '0.18', '2026-06-01' => '-0.05',
	'2026-07-01' => '0.24', '2026-08-01' => '0.07', '2026-09-01' => '0.43');
series($t, 189, '2026-03-01' => '-0.73', '2026-04-01' => '0.31', '2026-05-01' => '0.28', '2026-06-01' => '-1.67',
	'2026-07-01' => '-0.77', '2026-08-01' => '0.36', '2026-09-01' => '0.42', '2026-10-01' => '0.29');
closes($t, debenture => 'DEBA11', '2026-10-19' => '1010.00');
closes($t, debenture => 'DEBB11', '2026-10-20' => '1020.00');
closes($t, debenture => 'DEBC11', '2026-10-19' => '1010.00');
closes($t, tesouro => 'Tesouro Prefixado 2031', '2026-11-18' => '800.00', '2026-11-19' => '801.00');
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-19T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Renda fixa' }, key => $key)->json->{id};

# One paper: its terms, or none; its rows as [kind, day, quantity, price].
sub paper {
	my ($symbol, $type, $terms, @rows) = @_;
	my $r = $t->post("/v1/portfolios/$id/assets", { symbol => $symbol, asset_type => $type,
		($terms ? (meta => { fixed_income => $terms }) : ()) }, key => $key);

	die $r->body unless $r->status == 201;
	$r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $symbol, asset_type => $type, kind => $_->[0],
		trade_date => $_->[1], quantity => $_->[2], price => $_->[3] } } @rows], key => $key);
	die $r->body unless $r->status == 201;
	return;
}

sub holdings {
	my ($query) = @_;
	my $r = $t->get("/v1/portfolios/$id" . ($query // ''), key => $key);

	die $r->body unless $r->status == 200;
	my %at = ($query // '') =~ /\b(at)=([0-9-]+)/;
	is_deeply [redo_detail($t, $key, $r->json, %at)], [], 'every number is redone from its explanation';
	return { map { $_->{symbol} => $_ } @{ $r->json->{holdings} } };
}

my @fields = qw(valuation priced price market_value change_pct day_change_brl);

sub is_held {
	my ($h, $want, $name) = @_;

	is_deeply [map { ref $_ ? !!$_ + 0 : $_ } @$h{@fields}], $want, $name;
	return;
}

my @long_ago = (['buy', '2026-04-22', 10, 1000]);

paper('CDB 110', 'renda_fixa', { indexer => 'cdi', pct => 110, maturity => '2028-01-05', paper => 'CDB' }, ['buy', '2026-01-05', 10, 1000]);
paper('LC MAIS', 'renda_fixa', { indexer => 'cdi', spread => 2 }, ['buy', '2026-03-02', 5000, 1], ['buy', '2026-06-01', 3000, 1],
	['sell', '2026-08-17', 2500, '1.07']);
paper('CDB PRE', 'renda_fixa', { indexer => 'prefixado', rate => '12.75', maturity => '2026-08-15' }, ['buy', '2024-08-15', 20000, 1]);
paper('CDB IPCA', 'renda_fixa', { indexer => 'ipca', rate => 6, maturity => '2030-05-15' }, @long_ago);
paper('CRI IGPM', 'renda_fixa', { indexer => 'igpm', rate => 5, paper => 'CRI', maturity => '2030-05-02' }, @long_ago);
paper('LFT PRIVADA', 'renda_fixa', { indexer => 'selic' }, ['buy', '2026-03-02', 1, 1000]);
paper('CDB CUPOM', 'renda_fixa', { indexer => 'prefixado', rate => 12 }, ['buy', '2025-01-02', 10, 1000]);
$t->post("/v1/portfolios/$id/income", { symbol => 'CDB CUPOM', asset_type => 'renda_fixa', kind => 'interest', pay_date => '2025-07-02',
	amount => '500.00' }, key => $key);
paper('CDB HOJE', 'renda_fixa', { indexer => 'cdi' }, ['buy', '2026-01-05', 10, 1000], ['buy', '2026-11-19', 5, 1100]);
paper('CDB ANTIGO', 'renda_fixa', { indexer => 'cdi' }, ['buy', '2025-06-02', 10, 1000]);
paper('CDB DOLAR', 'renda_fixa', { indexer => 'cdi' }, ['buy', '2026-01-05', 10, 1000]);
paper('CDB SEM', 'renda_fixa', undef, ['buy', '2026-01-05', 10, 1000]);
paper('CDB DADO', 'renda_fixa', { indexer => 'cdi' }, ['buy', '2026-01-05', 10, undef]);
paper('DEBA11', 'debenture', { indexer => 'ipca', rate => 7 }, ['buy', '2026-04-22', 100, 1000]);
paper('DEBB11', 'debenture', { indexer => 'ipca', rate => 7 }, ['buy', '2026-04-22', 100, 1000]);
paper('DEBC11', 'debenture', undef, ['buy', '2026-04-22', 100, 1000]);
paper('Tesouro Prefixado 2029', 'tesouro', { indexer => 'prefixado', rate => 13 }, ['buy', '2026-02-02', 2, '800.55']);
paper('Tesouro Prefixado 2031', 'tesouro', { indexer => 'prefixado', rate => 13 }, ['buy', '2026-02-02', 2, '700.00']);

# A spreadsheet's metadata are stored unchanged: an indexer that the API would refuse.
$t->sql(q(update asset set meta = '{"fixed_income": {"indexer": "dolar", "rate": 5}}' where symbol = 'CDB DOLAR'));

my $h = holdings();
is_held $h->{'CDB 110'}, ['accrual', 1, '1141.98768', '11419.88', '0.0606', '6.92'], 'a percentage of the CDI';
is_held $h->{'LC MAIS'}, ['accrual', 1, '1.10464004', '6075.52', '0.0630', '3.82'], 'CDI with a spread, two lots partly redeemed';
is_held $h->{'CDB PRE'}, ['accrual', 1, '1.27065102', '25413.02', '0.0000', '0.00'], 'prefixed, past its maturity';
is_held $h->{'CDB IPCA'}, ['accrual', 1, '1055.89472783', '10558.95', '0.0446', '4.71'], 'IPCA and a rate; October repeats September';
is_held $h->{'CRI IGPM'}, ['accrual', 1, '1012.01710986', '10120.17', '0.0338', '3.42'], 'IGP-M; a CRI turns on the 15th';
is_held $h->{'LFT PRIVADA'}, ['accrual', 1, '1104.90528', '1104.91', '0.0551', '0.61'], 'Selic, by the daily series alone';
is_held $h->{'CDB CUPOM'}, ['accrual', 1, '1177.98034301', '11779.80', '0.0450', '5.30'], 'a paid coupon no longer accrues';
is $h->{'CDB CUPOM'}{income_received}, '500.00', 'and is income';
is_held $h->{'CDB HOJE'}, ['accrual', 1, '1118.86030667', '16782.90', '0.0371', '6.22'], 'a purchase of today is neither gain nor change';

is_held $h->{'CDB ANTIGO'}, ['cost', 0, undef, '10000.00', undef, undef], 'bought before the first rate: its cost';
is_held $h->{'CDB DOLAR'}, ['cost', 0, undef, '10000.00', undef, undef], 'an indexer that does not accrue: its cost';
is_held $h->{'CDB SEM'}, ['cost', 0, undef, '10000.00', undef, undef], 'no terms: its cost';
is_held $h->{'CDB DADO'}, [undef, 0, undef, undef, undef, undef], 'a lot without a price: nothing';

is_held $h->{DEBA11}, ['accrual', 1, '1061.65454077', '106165.45', '0.0483', '51.27'], 'a debenture with a price of 31 days ago';
is_held $h->{DEBB11}, ['market', 1, '1020', '102000.00', undef, undef], 'one of 30 days counts';
is_held $h->{DEBC11}, ['cost', 0, undef, '100000.00', undef, undef], 'an old price and no terms: its cost';

# The contracted rate: 110 % of CDI is not a spread of 110, and a spread is not a percentage.
is_deeply { map { $_ => $h->{$_}{rate_kind} } 'CDB 110', 'LC MAIS', 'CDB PRE', 'CDB IPCA', 'CRI IGPM', 'LFT PRIVADA', 'DEBA11', 'DEBC11', 'CDB SEM' },
	{ 'CDB 110' => 'percent_of_index', 'LC MAIS' => 'spread', 'CDB PRE' => 'fixed', 'CDB IPCA' => 'real', 'CRI IGPM' => 'real', 'LFT PRIVADA' => 'percent_of_index',
	DEBA11 => 'real', DEBC11 => undef, 'CDB SEM' => undef }, 'the kind of a contracted rate';

# ---- the published contract, when the person gave none ----

paper('DEBD11', 'debenture', undef, ['buy', '2026-04-22', 100, 1000]);
is_held holdings()->{DEBD11}, ['cost', 0, undef, '100000.00', undef, undef], 'an unknown contract: its cost';
$t->sql("insert into debenture (code, indexer, rate, maturity, incentivised, issuer_name, source) values
	('DEBD11', 'ipca', 7, '2031-05-15', true, 'Emissora S.A.', 'anbima'), ('DEBA11', 'cdi', null, '2031-05-15', true, 'Emissora S.A.', 'anbima')");
Lastro::Market::stamp($t, 'debenture', 'DEBA11', 'DEBD11');
my $published = holdings();
is_held $published->{DEBD11}, ['accrual', 1, '1061.65454077', '106165.45', '0.0483', '51.27'], 'one that was published since: by its terms';
is $published->{DEBD11}{rate_kind}, 'real', 'with the kind of their rate';
is_deeply $published->{DEBD11}{meta}, {}, 'which are not the person\'s';
is_held $published->{DEBA11}, ['accrual', 1, '1061.65454077', '106165.45', '0.0483', '51.27'], 'the person\'s own go before them';
is_deeply [@{ holdings('?at=2026-11-19')->{DEBD11} }{qw(valuation market_value)}], ['accrual', '106165.45'], 'read from the ledger as well';
is_deeply [map { $_->{valuation} } grep { $_->{symbol} eq 'DEBD11' } @{ $t->get('/v1/portfolio', key => $key)->json->{holdings} // [] }],
	[map { 'accrual' } grep { $_->{symbol} eq 'DEBD11' } @{ $t->get('/v1/portfolio', key => $key)->json->{holdings} // [] }], 'and among all';
$t->sql("update debenture set indexer = 'outro' where code = 'DEBD11'");
Lastro::Market::stamp($t, 'debenture', 'DEBD11');
is_held holdings()->{DEBD11}, ['cost', 0, undef, '100000.00', undef, undef], 'terms that have no curve: its cost';
is_held $h->{'Tesouro Prefixado 2029'}, ['accrual', 1, '881.66496182', '1763.33', '0.0485', '0.85'], 'a title without a price';
is_held $h->{'Tesouro Prefixado 2031'}, ['market', 1, '801', '1602.00', '0.1250', '2.00'], 'one with a price is valued at the market';

is $h->{'CDB 110'}{unrealized_pl}, '1419.88', 'the accrued interest is the gain';

# ---- a past day, and rates that are loaded later ----

is holdings('?at=2026-01-02')->{'CDB CUPOM'}{market_value}, '10670.14', 'on a past day';
is holdings('?at=2025-07-01')->{'CDB CUPOM'}{market_value}, '10563.98', 'before the coupon it is all there';
$t->sql("insert into series (code, day, value) select 4389, d, 14.90
	from generate_series(date '2025-05-30', date '2026-01-01', '1 day') d where extract(isodow from d) < 6");
bump($t);
is holdings()->{'CDB ANTIGO'}{valuation}, 'accrual', 'once the rates are there it accrues';

# ---- extreme rates ----

$t->sql("update series set value = 0 where code = 4389 and day = '2026-11-18'");
bump($t);
is holdings()->{'CDB 110'}{market_value}, '11419.88', 'a rate of zero is none: the one before it is repeated';
$t->sql("delete from series where code = 433 and day = '2026-07-01'");
bump($t);
is holdings()->{'CDB IPCA'}{valuation}, 'cost', 'a month that is missing among others gives no figure';

# ---- index numbers ----

# The quotients of these equal the published changes to two places: 0.8829 % for 0.88 %.
my %number = ('02' => '7307.84', '03' => '7372.36', '04' => '7404.20', '05' => '7417.30', '06' => '7413.80', '07' => '7431.40',
	'08' => '7436.90', '09' => '7468.60');
spew($t->dir . '/numeros.csv', join '', "code,month,number\n", map { "ipca,2026-$_,$number{$_}\n" } sort keys %number);
$t->lastro_ok('load', 'index-numbers', $t->dir . '/numeros.csv');
is_held holdings()->{'CDB IPCA'}, ['accrual', 1, '1055.90558835', '10559.06', '0.0444', '4.69'], 'index numbers go before published changes, and fill a month that has none';
is_held holdings()->{'CRI IGPM'}, ['accrual', 1, '1012.01710986', '10120.17', '0.0338', '3.42'], 'those of the IPCA are none of the IGP-M';
# A number with another base: both quotients with it are not monthly changes, so the published change is used.
$t->sql("insert into series (code, day, value) values (433, '2026-07-01', 0.24);
	update index_number set number = 100 where month = '2026-07-01'");
bump($t);
is_held holdings()->{'CDB IPCA'}, ['accrual', 1, '1055.89071461', '10558.91', '0.0444', '4.69'], 'a number of another base is no change of a month';

# ---- a changed asset ----

my ($cdb) = grep { $_->{symbol} eq 'CDB 110' } @{ $t->get("/v1/portfolios/$id/assets?limit=100", key => $key)->json->{data} };
is $t->patch("/v1/portfolios/$id/assets/$cdb->{id}", { meta => { fixed_income => { indexer => 'cdi', pct => 100, issuer => 'Banco Azul',
	exempt => JSON::PP::false } } }, key => $key)->status, 200, 'other terms';
is holdings()->{'CDB 110'}{market_value}, '11282.90', 'are counted at once';

done_testing;
