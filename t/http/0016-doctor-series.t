#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro doctor names the holes of every held series, at any time in the past, and nothing about series that are not
# held; the status of the service names no asset.  Today is Friday, 20 March 2026.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(closes succession series rates index_numbers);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my %now = (env => { LASTRO_NOW => '2026-03-20T15:00:00Z' });
my $key = account($t)->{user_key};

# Every weekday of a stretch.
sub weekdays { return split /\n/, $t->sql("select d::date from generate_series(date '$_[0]', date '$_[1]', '1 day') d where extract(isodow from d) < 6 order by 1") }
sub prices { my ($price, @stretches) = @_; return map { map { ($_ => $price) } weekdays(@$_) } @stretches }

# A complete series; one with a hole in the middle and none at its end; one that is not held; one sold before its prices end.
closes($t, b3 => 'PETR4', prices(30, ['2026-01-05', '2026-03-19']));
closes($t, b3 => 'VALE3', prices(60, ['2026-01-05', '2026-01-16'], ['2026-02-09', '2026-03-19']));
closes($t, b3 => 'ITUB4', prices(40, ['2026-01-05', '2026-01-16']));
closes($t, b3 => 'BBAS3', prices(20, ['2026-01-05', '2026-01-30']));
closes($t, b3 => 'VELH3', prices(10, ['2026-01-05', '2026-01-30']));
closes($t, b3 => 'NOVA3', prices(10, ['2026-02-02', '2026-02-06']));
succession($t, 'VELH3', 'NOVA3', '2026-02-02', [1, 1]);
closes($t, crypto => 'BTC', map { my $d = $_; map { (sprintf('2026-%02d-%02d', $d, $_) => 500000) } 1 .. 19 } 1 .. 3);
closes($t, us => 'VOO', prices(500, ['2026-01-05', '2026-03-19']));
rates($t, prices('5.20', ['2026-01-05', '2026-01-30'], ['2026-02-20', '2026-03-19']));
series($t, 4389, prices('14.90', ['2026-01-05', '2026-01-30'], ['2026-02-18', '2026-03-19']));
series($t, 433, '2025-12-01' => '0.40', '2026-02-01' => '0.40');
$t->sql("insert into session (venue, day) select distinct 'b3', day from quote where venue = 'b3' and day <> '2026-03-11'");
$t->sql("insert into holiday (calendar, day, name) values ('b3', '2026-02-16', 'Carnaval'), ('b3', '2026-02-17', 'Carnaval')");

$t->start_pool(workers => 1, %now);
my $id = $t->post('/v1/portfolios', { name => 'Carteira' }, key => $key)->json->{id};

sub record {
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_->[0], asset_type => $_->[1], kind => $_->[2], trade_date => $_->[3],
		($_->[6] ? (ratio => $_->[6]) : (quantity => $_->[4], price => $_->[5])) } } @_], key => $key);

	die $r->body unless $r->status == 201;
	return;
}
sub terms {
	my ($symbol, $indexer) = @_;

	$t->post("/v1/portfolios/$id/assets", { symbol => $symbol, asset_type => 'renda_fixa', meta => { fixed_income => { indexer => $indexer, pct => 100 } } }, key => $key);
}
my $found = sub { return { map { my $f = $_; map { $f->{check} =~ s/^série //r => $f } grep { $f->{check} =~ /^série |^séries em uso/ } 1 } @{ $t->lastro_json(\%now, 'doctor')->{data} } } };

is_deeply [sort keys %{ $found->() }], ['séries em uso'], 'without holdings nothing is missing';

record(['PETR4', 'stock', 'buy', '2026-01-05', 100, 30], ['VALE3', 'stock', 'buy', '2026-01-06', 10, 60]);
# Half sold after a split of two for one, then the rest: no price is needed after 31 January.
record(['BBAS3', 'stock', 'buy', '2026-01-06', 100, 20], ['BBAS3', 'stock', 'split', '2026-01-12', undef, undef, 2], ['BBAS3', 'stock', 'sell', '2026-01-20', 100, 11],
	['BBAS3', 'stock', 'sell', '2026-01-29', 100, 11]);
record(['VELH3', 'stock', 'buy', '2026-01-06', 100, 10], ['BTC', 'crypto', 'buy', '2026-01-05', 1, 500000], ['VOO', 'us', 'buy', '2026-01-05', 1, 500]);
terms('CDB', 'cdi');
terms('CDB IPCA', 'ipca');
record(['CDB', 'renda_fixa', 'buy', '2026-01-05', 1, 1000], ['CDB IPCA', 'renda_fixa', 'buy', '2026-01-12', 1, 1000]);

my $holes = $found->();
is_deeply { map { $_ => $holes->{$_}{found} } keys %$holes }, {
	'b3 VALE3' => 'sem dados de 2026-01-17 a 2026-02-08',
	'b3 NOVA3' => 'sem dados de 2026-02-07 a 2026-03-20',
	'crypto BTC' => 'sem dados de 2026-01-20 a 2026-01-31; 2026-02-20 a 2026-02-28',
	'pregões da B3' => 'sem pregão em 2026-03-11',
	'dólar oficial (PTAX)' => 'sem dados de 2026-01-31 a 2026-02-19',
	'CDI' => 'sem dados de 2026-01-31 a 2026-02-17',
	'IPCA' => 'sem dados de 2026-01-01 a 2026-01-31',
}, 'each hole of a held series, with its days, and no other';
is_deeply [map { $holes->{$_}{finding} } sort keys %$holes], [('warning') x keys %$holes], 'warnings, all of them';
is $holes->{'b3 VALE3'}{mend}, 'lastro fetch --all --since 2026-01-17', 'and the commands that fill them';
is $t->lastro(\%now, 'doctor')->{status}, 0, 'the service answers anyway';

index_numbers($t, ipca => '2026-01' => '7100');
is $found->()->{IPCA}, undef, 'an index number of the month is no hole';

# ---- the status, without credential ----

my @days = map { sprintf '2025-%02d-%02d', 1 + int $_ / 28, 1 + $_ % 28 } 0 .. 60;
$t->sql("insert into load_log (id, source, file, loaded_at, rows_read, written, unchanged, ignored, refused, first_day, last_day)
	values (gen_random_uuid(), 'cotahist', 'PETR4.zip', '2026-01-01 12:00Z', 1, 1, 0, 0, 0, '2026-03-19', '2026-03-19')");
$t->sql("insert into load_log (id, source, file, loaded_at, rows_read, written, unchanged, ignored, refused, first_day, last_day)
	select gen_random_uuid(), 'cotahist', 'COTAHIST.zip', timestamptz '2026-02-01 12:00Z' + n * interval '1 minute', 1, 1, 0, 0, 0, date '2020-01-01' + n, date '2020-01-01' + n
	from generate_series(1, 60) n");
my $r = $t->get('/v1/status');
is $r->status, 200, 'without a credential';
my ($cotahist) = grep { $_->{source} eq 'cotahist' } @{ $r->json->{sources} };
is_deeply $cotahist, { source => 'cotahist', loaded_at => '2026-02-01T13:00:00.000Z', last_day => '2026-03-19' },
	'per source the newest day, however many old files came after it';
is_deeply [sort keys %{ $r->json }], [qw(schema_version sources status time version)], 'and nothing else';
unlike $r->body, qr/PETR|VALE|VOO|BTC/, 'of no asset';

done_testing;
