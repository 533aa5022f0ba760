#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The worker's cache of market data: a load is visible in the next answer, and a cache that is too small changes no
# figure.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes bump);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z');

# load(source, arguments …, text of the file): loads one small file.
sub load {
	my ($source, @arguments) = @_;
	my $file = $t->dir . "/$source.csv";

	spew($file, pop @arguments);
	return $t->lastro_ok({ env => \%env }, 'load', $source, @arguments, $file);
}

sub prices {
	my ($symbol, %close) = @_;

	load('ohlc', '--symbol', $symbol, '--type', 'stock',
		join "\n", 'Date,Open,High,Low,Close,Volume', (map { "$_,,,,$close{$_},1" } sort keys %close), '');
}

sub portfolio {
	my ($name, %quantity) = @_;
	my $id = $t->post('/v1/portfolios', { name => $name }, key => $key)->json->{id};
	my $r = $t->post("/v1/portfolios/$id/transactions", [map { { symbol => $_, asset_type => 'stock', kind => 'buy',
		trade_date => '2019-12-02', quantity => $quantity{$_}, price => '1.00' } } sort keys %quantity], key => $key);

	die $r->body unless $r->status == 201;
	return $id;
}

sub detail {
	my ($id, $query) = @_;
	my $r = $t->get("/v1/portfolios/$id" . ($query ? "?$query" : ''), key => $key);

	diag $r->body unless $r->status == 200;
	return $r->json;
}

sub holding {
	my ($id, $symbol, $query) = @_;
	my ($h) = grep { $_->{symbol} eq $symbol } @{ detail($id, $query)->{holdings} };

	return $h;
}

# ---- versions ----

prices('PETR4', '2026-11-18' => 16, '2026-11-19' => 17);
prices('OLDC3', '2026-11-19' => 5);
prices('NEWC3', '2026-11-19' => 40);
$t->start_pool(workers => 1, env => \%env);
my $id = portfolio('Principal', PETR4 => 100, OLDC3 => 10);
is holding($id, 'PETR4')->{market_value}, '1700.00', 'a position at the newest close';

$t->sql(q(update last_close set last = 18 where symbol = 'PETR4'));
is holding($id, 'PETR4')->{market_value}, '1700.00', 'while the version is unchanged, nothing is read again';
bump($t);
is holding($id, 'PETR4')->{market_value}, '1800.00', 'a new version is';
$t->sql(q(update last_close set last = 17 where symbol = 'PETR4'));

prices('PETR4', '2026-11-20' => 20);
is holding($id, 'PETR4')->{market_value}, '2000.00', 'a load of prices shows in the next answer of the same worker';
is holding($id, 'PETR4', 'at=2026-11-19')->{market_value}, '1700.00', 'a past day has its own closes';
is holding($id, 'PETR4')->{market_value}, '2000.00', 'which are not cached for today';

load('events', "ativo;tipo;evento;data_ex;data_com;pagamento;fator;valor;custo_unitario;imposto_pct\n" .
	"PETR4;stock;desdobro;2025-01-06;;;2;;;\nPETR4;stock;dividendo;;2026-03-02;2026-03-20;;0,50;;\n");
is_deeply [@{ holding($id, 'PETR4') }{qw(qty market_value income_received)}], ['200', '4000.00', '100.00'], 'so does a load of events';

is holding($id, 'OLDC3')->{market_value}, '50.00', 'a paper under its own ticker';
load('successions', "from,to,date,ratio\nOLDC3,NEWC3,2026-11-19,0.5\n");
is_deeply [@{ holding($id, 'OLDC3') }{qw(renamed_to qty market_value)}], ['NEWC3', '5', '200.00'], 'a load of successions renames it';
prices('NEWC3', '2026-11-20' => 42);
is holding($id, 'OLDC3')->{market_value}, '210.00', 'and it follows the prices of its new ticker';
$t->stop_pool;

# ---- 1 MiB, for 26 papers with 500 distributions: about 48 kB each ----

$t->sql(q(insert into distribution (venue, symbol, label, kind, ex_day, record_day, pay_day, gross, source)
	select 'b3', 'PAP' || chr(64 + i) || '3', 'DIVIDENDO', 'dividend', date '2020-01-02' + n, date '2020-01-01' + n,
	       date '2020-01-02' + n, i / 100.0, 'typed'
	  from generate_series(1, 26) i, generate_series(1, 500) n));
closes($t, b3 => "PAP${_}3", '2026-11-19' => ord($_) - 64) for 'A' .. 'Z';
$t->start_pool(workers => 1, env => { %env, LASTRO_CACHE_MB => 1 });
my %some = (first => ['A' .. 'N'], last => ['M' .. 'Z'], all => ['A' .. 'Z']);
my %ids = map { $_ => portfolio($_, map { ("PAP${_}3" => 10) } @{ $some{$_} }) } keys %some;

# Paper n: 500 times n cents on 10 shares, valued n each.
for my $name (qw(first all last first last all all first)) {
	my $sum = 0;
	$sum += ord($_) - 64 for @{ $some{$name} };
	is_deeply [@{ detail($ids{$name}) }{qw(income_received patrimonio)}], [map { sprintf '%.2f', $_ * $sum } 50, 10],
		"the cache holds some of $name: its figures are all there";
}

done_testing;
