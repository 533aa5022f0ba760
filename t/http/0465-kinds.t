#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Funds by quota, crypto and options: which price is used, and for how long (doc/calculations.md 3.1).
# Today is Thursday, 19 November 2026.

use strict;
use warnings;
use utf8;
use Test::More;
use Lastro::Market qw(closes bump);
use Lastro::Redo qw(redo_detail);
use Lastro::Tenants qw(account);
use Lastro::Test;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my ($own, $named, $old, $fell) = qw(33000167000101 60746948000112 00000000000191 60701190000104);

closes($t, fund => $own, '2026-11-17' => '2.500000000000', '2026-11-18' => '2.512345678901');
closes($t, fund => $named, '2026-11-18' => '9.00');
closes($t, fund => "$named:ABC123", '2026-11-17' => '1.50', '2026-11-18' => '1.53');
closes($t, fund => "$named:OTHER1", '2026-11-18' => '7.00');
closes($t, fund => $old, '2026-10-19' => '3.00');
closes($t, fund => $fell, '2026-10-20' => '4.00');
closes($t, crypto => 'BTC', '2026-11-17' => '500000.00', '2026-11-18' => '505000.00');
closes($t, crypto => 'ETH', '2026-11-16' => '20000.00');
closes($t, crypto => 'SOL', '2026-11-15' => '900.00');
closes($t, tesouro => $_, '2026-11-18' => 800, '2026-11-19' => 801) for 'Tesouro Renda+ Aposentadoria Extra 2045', 'Tesouro IPCA+ 2035',
	'Tesouro Selic 2029', 'Tesouro Prefixado com Juros Semestrais 01/01/2031';
closes($t, b3 => 'PETRK400', '2026-11-18' => '1.20', '2026-11-19' => '1.50');
closes($t, b3 => 'PETRJ400', '2026-10-16' => '2.00');
$t->sql("insert into instrument (venue, symbol, asset_type, option_kind, strike, expiry) values
	('b3', 'PETRK400', 'option', 'call', 40, '2026-11-19'), ('b3', 'PETRJ400', 'option', 'call', 40, '2026-10-16'),
	('b3', 'VALEK700', 'option', 'call', 70, '2026-11-19')");
bump($t);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-19T15:00:00Z' });

my $id = $t->post('/v1/portfolios', { name => 'Espécies' }, key => $key)->json->{id};

sub paper {
	my ($symbol, $type, $meta, @rows) = @_;
	my $r;

	if ($meta) {
		$r = $t->post("/v1/portfolios/$id/assets", { symbol => $symbol, asset_type => $type, meta => $meta }, key => $key);
		die $r->body unless $r->status == 201;
	}
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

sub is_held {
	my ($h, $want, $name) = @_;

	is_deeply [@$h{qw(valuation price market_value change_pct day_change_brl)}], $want, $name;
	return;
}

paper($own, 'fund', undef, ['buy', '2026-01-05', '1000.12345678', '2.00']);
paper($named, 'fund', { subclass => 'ABC123' }, ['buy', '2026-01-05', 100, '1.00']);
paper($old, 'fund', undef, ['buy', '2026-01-05', 100, '2.00']);
paper($fell, 'fund', { subclass => 'GONE99' }, ['buy', '2026-01-05', 100, '2.00']);
paper('BTC', 'crypto', undef, ['buy', '2026-01-05', '0.00000001', 400000], ['buy', '2026-01-06', '0.5', 400000]);
paper('ETH', 'crypto', undef, ['buy', '2026-01-05', 1, 15000]);
paper('SOL', 'crypto', undef, ['buy', '2026-01-05', 1, 1000]);
paper('PETRK400', 'option', undef, ['buy', '2026-11-03', 1000, '0.80']);
paper('PETRJ400', 'option', undef, ['buy', '2026-10-05', 1000, '0.50']);
paper('VALEK700', 'option', undef, ['sell', '2026-11-03', 300, '0.90']);

my @spelled = ('Tesouro RendA+ Aposentadoria Extra 2045', 'Tesouro Renda+ 2045', 'TESOURO IPCA + 2035', 'tesouro  selic 2029',
	'Tesouro Prefixado Com Juros Semestrais 01/01/2031', 'Tesouro IPCA+ 2035');
paper($_, 'tesouro', undef, ['buy', '2026-01-05', 1, 700]) for @spelled;
paper('Tesouro Azul 2045', 'tesouro', undef, ['buy', '2026-01-05', 1, 700]);
my $h = holdings();

# ---- funds ----

is_held $h->{$own}, ['market', '2.51234568', '2512.66', '0.4938', '12.35'], 'a fund by the quota of its class, of twelve places';
is_held $h->{$named}, ['market', '1.53', '153.00', '2.0000', '3.00'], 'by that of the sub-class which the person named';
is_held $h->{$old}, ['market', '3', '300.00', undef, undef], 'a fund that stopped reporting: its last quota counts';
is_held $h->{$fell}, ['market', '4', '400.00', undef, undef], 'a sub-class without quotas uses the class; 30 days count';
my ($asset) = grep { $_->{symbol} eq $named } @{ $t->get("/v1/portfolios/$id/assets", key => $key)->json->{data} };
$t->patch("/v1/portfolios/$id/assets/$asset->{id}", { meta => { subclass => 'OTHER1' } }, key => $key);
is holdings()->{$named}{price}, '7', 'another sub-class, another quota';
$t->patch("/v1/portfolios/$id/assets/$asset->{id}", { meta => undef }, key => $key);
is holdings()->{$named}{price}, '9', 'without one the class\'s';

# ---- titles of the Treasury ----

my %qty = ('Tesouro Renda+ Aposentadoria Extra 2045' => 2, 'Tesouro IPCA+ 2035' => 2, 'Tesouro Selic 2029' => 1,
	'Tesouro Prefixado com Juros Semestrais 01/01/2031' => 1);
is_held $h->{$_}, ['market', '801', 801 * $qty{$_} . '.00', '0.1250', "$qty{$_}.00"], "$_: one title however it is spelled" for sort keys %qty;
is scalar(grep { /^tesouro/i } keys %$h), 5, 'and one asset';
is $h->{'Tesouro Azul 2045'}{valuation}, 'cost', 'a title that there is not has no price';

# ---- crypto ----

is_held $h->{BTC}, ['market', '505000', '252500.01', '1.0000', '2500.00'], 'crypto to the last satoshi';
is_held $h->{ETH}, ['market', '20000', '20000.00', undef, undef], 'a price of three days ago counts';
is_held $h->{SOL}, ['market', '900', '900.00', undef, undef], 'one of four days too';

# ---- options ----

is_held $h->{PETRK400}, ['market', '1.5', '1500.00', '25.0000', '300.00'], 'an option by its last premium, on the day of its expiry still';
ok !$h->{PETRJ400}, 'five business days after its expiry nothing is held of it';
is_deeply [@{ holdings('?include=closed')->{PETRJ400} }{qw(qty closed realized_pl)}], ['0', JSON::PP::true, '-500.00'],
	'what was paid for it is lost';
my $short = holdings('?include=closed')->{VALEK700};
is_deeply [@$short{qw(qty market_value)}, $short->{meta}{short_qty}], ['0', undef, '300'],
	'one written without stock is no position, and what is owed is told';

done_testing;
