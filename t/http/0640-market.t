#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Loaded data in the detail of a portfolio: closes of today and of a past day, the successor's price, events missing in
# the ledger, distributions, rates; and running workers see a load.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Cotahist qw(cotahist quote);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

my $t = Lastro::Test->new;
my $dir = $t->dir;
my %now = (env => { LASTRO_NOW => '2025-01-10T15:00:00Z' });
my $ana = account($t);
my $key = $ana->{user_key};

sub load { return $t->lastro_ok(\%now, 'load', @_) }

my %velha = (isin => 'BRVELHACNOR1', name => 'VELHA');
load('cotahist', cotahist("$dir/a.TXT",
	quote('20250106', 'LUZA3', '20.00'), quote('20250107', 'LUZA3', '22.00'), quote('20250108', 'LUZA3', '11.50'),
	quote('20250106', 'VELH3', '7.00', %velha), quote('20250107', 'NOVA3', '7.20', %velha), quote('20250108', 'NOVA3', '7.50', %velha)));

$t->start_pool(workers => 1, %now);
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};

sub buy {
	my ($symbol, $type, $day, $quantity, $price) = @_;
	my $r = $t->post("/v1/portfolios/$id/transactions", { symbol => $symbol, asset_type => $type, kind => 'buy', trade_date => $day,
		quantity => $quantity, price => $price }, key => $key);

	is $r->status, 201, "$symbol is bought" or diag $r->body;
}

sub detail {
	my ($query) = @_;
	my $r = $t->get("/v1/portfolios/$id" . ($query ? "?$query" : ''), key => $key);

	is $r->status, 200, 'the detail' or diag $r->body;
	return $r->json;
}

sub holding {
	my ($d, $symbol) = @_;
	my ($h) = grep { $_->{symbol} eq $symbol } @{ $d->{holdings} };

	return $h // {};
}

sub shown { my ($h) = @_; return join ' ', map { $_ // '-' } @$h{qw(qty price market_value)} }

buy('LUZA3', 'stock', '2025-01-06', '100', '20');
buy('VELH3', 'stock', '2025-01-06', '10', '7');
buy('ACMX', 'us', '2025-01-06', '2', '100');

my $d = detail();
is shown(holding($d, 'LUZA3')), '100 11.5 1150.00', 'the last close, as traded';
is shown(holding($d, 'VELH3')), '10 7.5 75.00', 'a renamed ticker is priced by the current one';
is holding($d, 'VELH3')->{renamed_to}, 'NOVA3', 'and says its name';
is holding($d, 'ACMX')->{market_value}, undef, 'a paper without a price has no value';
is shown(holding(detail('at=2025-01-07'), 'LUZA3')), '100 22 2200.00', 'the close of a day in the past';

# ---- loads while the worker runs ----

spew("$dir/events.csv", "symbol,event,ex_date,record_date,pay_date,ratio,amount\n" .
	"LUZA3,split,2025-01-08,2025-01-07,,2,\nLUZA3,dividend,2025-01-08,2025-01-07,2025-01-09,,0.30\nLUZA3,dividend,2025-01-08,2025-01-07,,,0.10\n");
load('events', "$dir/events.csv");
$d = detail();
is shown(holding($d, 'LUZA3')), '200 11.5 2300.00', 'a split that the ledger lacks is applied';
is holding($d, 'LUZA3')->{income_received}, '30.00', 'a provent of the calendar on the quantity before it; one without a payment date is no income';
is shown(holding(detail('at=2025-01-07'), 'LUZA3')), '100 22 2200.00', 'not before its day';

spew("$dir/ptax.json", '{"value":[{"cotacaoCompra":6.09,"cotacaoVenda":6.10,"dataHoraCotacao":"2025-01-06 13:00:00.0"},{"cotacaoCompra":6.19,"cotacaoVenda":6.20,"dataHoraCotacao":"2025-01-09 13:00:00.0"}]}');
load('ptax', "$dir/ptax.json");
spew("$dir/acmx.csv", "Date,Open,High,Low,Close,Volume\n2025-01-08,110,110,110,110,1\n2025-01-09,120,120,120,120,1\n");
load('ohlc', '--symbol', 'ACMX', '--type', 'us', "$dir/acmx.csv");
$d = detail();
is shown(holding($d, 'ACMX')), '2 744 1488.00', 'a foreign close at the official rate';
is $d->{fx}{source}, 'bcb', 'which is the marking rate while the pair is unknown';

sub usdt { return sprintf '{"symbol":"USDTBRL","lastPrice":"%s","priceChangePercent":"0.5","closeTime":%d}', @_ }
spew("$dir/usdt.json", usdt('6.25', 1736520950000));
load('usdt', "$dir/usdt.json");
$d = detail();
is_deeply [@{ $d->{fx} }{qw(source usd_brl)}], ['usdt', '6.25'], 'the live pair is used once it is loaded';
is shown(holding($d, 'ACMX')), '2 750 1500.00', 'and prices by it';
spew("$dir/usdt.json", usdt('6.30', 1736521000000));
load('usdt', "$dir/usdt.json");
is detail()->{fx}{usd_brl}, '6.3', 'a minute later the newer one does';

spew("$dir/successions.csv", "from,to,date,ratio\nNOVA3,LUZA3,2025-01-09,0.5\n");
load('successions', "$dir/successions.csv");
is shown(holding(detail(), 'LUZA3')), '205 11.5 2357.50', 'a chain of successions is followed: 10 old shares are 5 of the last paper';

load('cotahist', cotahist("$dir/b.TXT", quote('20250109', 'LUZA3', '12.00')));
is shown(holding(detail(), 'LUZA3')), '205 12 2460.00', 'the next session prices at once';
done_testing;
