#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Requests the explanation of every figure of the tax of random taxpayers: none is a 500, none is null without a reason,
# and each is recomputed from its inputs.  The ledgers have mergers, spun-off and bonus shares, rights, options with
# exercises, unknown counterparts, tokens, assets abroad, withholdings and losses.  t/unit/calc/tax/explained.c tests many
# more.  Today is 20 November 2026.
#
# LASTRO_TEST_LEDGERS sets their number (make check-release uses 300), LASTRO_TEST_SEED the seed.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Market qw(closes event rates series succession);
use Lastro::TaxCases qw(redo_declaration redo_year);
use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $seed = $ENV{LASTRO_TEST_SEED} // 20261123;
my $ledgers = $ENV{LASTRO_TEST_LEDGERS} // 8;
srand $seed;
note "LASTRO_TEST_SEED=$seed LASTRO_TEST_LEDGERS=$ledgers";

sub any { return $_[rand @_] }
sub day { my ($n) = @_; return sprintf "%d-%02d-%02d", $n / 360, 1 + $n / 30 % 12, 1 + int $n % 30 * 0.9 }

# ---- market data ----

my $t = Lastro::Test->new;
succession($t, 'VELH3', 'NOVA3', '2025-06-02', [3, 2], cash => '0.37');
succession($t, 'ANTA3', 'ABCD3', '2026-03-02', [1, 2]);
event($t, 'ABCD3', '2025-09-01', 'bonus', [21, 20], unit_cost => '12.50');
event($t, 'NOVA3', '2026-05-04', 'bonus', [11, 10]);
event($t, 'EFGH3', '2025-05-05', 'split', [2, 1]);
# No rate in September and October 2025, no Selic of May 2026.
rates($t, map { $_ => '5.' . (1000 + int rand 4000) } map { my $y = $_; map { sprintf "$y-%02d-05", $_ } grep { $y != 2025 || $_ < 9 || $_ > 10 } 1 .. 12 } 2024 .. 2026);
$t->sql("update ptax set buy = sell - 0.01");
series($t, 4390, map { my $y = $_; map { sprintf("$y-%02d-01", $_) => '1.' . (10 + int rand 15) } grep { $y != 2026 || $_ != 5 } 1 .. 12 } 2025, 2026);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

# ---- a taxpayer ----

my %type = ((map { $_ => 'stock' } qw(ABCD3 ANTA3 VELH3 NOVA3 EFGH3 EFGH4 UNID11 ABCD1)), MNOP11 => 'fii', BOVA11 => 'etf', AAPL34 => 'bdr', ABCDF100 => 'option', ABCDR100 => 'option',
	BTC => 'crypto', RUIX => 'us', 'CDB RUI' => 'renda_fixa', '11222333000181' => 'fund');
my %income = (stock => [qw(dividend dividend jcp capital_return yield)], fii => [qw(yield amortization)], bdr => ['dividend'], us => ['dividend'], renda_fixa => ['yield']);

sub meta_of {
	my ($symbol) = @_;
	my $option = { kind => $symbol =~ /F100/ ? 'call' : 'put', strike => '20.00', expiry => '2026-06-19', underlying => 'ABCD3', int rand 2 ? (close => any('15.00', '25.00')) : () };

	return $type{$symbol} eq 'option' ? { option => $option } : $symbol eq 'BOVA11' ? any({ etf_kind => 'rv' }, { etf_kind => 'rv' }, undef)
		: $symbol eq 'BTC' ? any({ custody => 'br' }, { custody => 'foreign' }, undef) : $symbol eq 'RUIX' ? any({ origin => 'brl' }, { origin => 'foreign' }, undef)
		: $symbol eq 'CDB RUI' ? { paper => any('CDB', 'LCI') } : $symbol =~ /^(?:ABCD3|EFGH3|MNOP11)$/ ? any({ tax_id => '60872504000123' }, undef) : undef;
}

sub any_row {
	my ($on) = @_;
	my $symbol = any(sort keys %type);
	my $q = 50 * (1 + int rand 9);
	my $price = rand() < 0.06 ? undef : sprintf '%.2f', 1 + rand 60;
	my %row = (symbol => $symbol, asset_type => $type{$symbol}, trade_date => day($on), quantity => "$q", price => $price, kind => rand() < 0.6 ? 'buy' : 'sell',
		rand() < 0.5 ? (fees => sprintf '%.2f', rand 3) : ());
	my $what = int rand 24;

	return { %row, kind => 'sell', event_kind => 'subscription' } if $symbol eq 'ABCD1';
	return { %row, event_kind => 'exercise', option => any('ABCDF100', 'ABCDR100') } if $symbol eq 'ABCD3' && $what < 8;
	return \%row if $type{$symbol} ne 'stock' || $what > 12;
	delete $row{fees};
	return { %row, kind => 'split', price => undef, quantity => '0', event_kind => 'split', ratio => any('2', '0.1') } if $what == 9;
	return { %row, kind => 'adjust', event_kind => 'bonus' } if $what == 10;
	return { %row, kind => 'adjust', event_kind => 'incorporation', price => undef, quantity => any($q, -$q) . '' } if $what == 11;
	return { %row, kind => 'adjust', quantity => any($q, -$q) . '' } if $what == 12;
	return \%row;
}

# A share of another paper's cost moves to some credited ones: on the day, before it, or too early.
sub spin_offs {
	my ($me, $id, @rows) = @_;
	my %asset = map { $_->{symbol} => $_->{id} } grep { $_->{asset_type} eq 'stock' } @{ sent($me, get => "/v1/portfolios/$id/assets")->{data} };

	for my $row (grep { ($_->{event_kind} // '') eq 'incorporation' && $_->{quantity} > 0 && int rand 3 } @rows) {
		my $from = any(sort keys %asset);
		my ($y, $m, $d) = split /-/, $row->{trade_date};

		next if $from eq $row->{symbol};
		sent($me, put => "/v1/portfolios/$id/assets/$asset{$from}/succession", { kind => 'spin_off', to => { symbol => $row->{symbol}, asset_type => 'stock' },
			date => sprintf('%s-%s-%02d', $y, $m, any($d, 1, 1 + int rand 27)), cost_share_pct => sprintf '%.4f', 0.0001 + rand 99 });
	}
	return;
}

sub month { return sprintf '%d-%02d', any(2025, 2026), 1 + int rand 11 }
sub cents { return sprintf '%.2f', rand $_[0] }

sub sent {
	my ($me, $how, $path, $body) = @_;
	my $r = $how eq 'get' ? $me->{t}->get($path, key => $me->{key}) : $me->{t}->$how($path, $body, key => $me->{key});

	$r->status =~ /^2/ or die "$path: " . $r->status . ' ' . $r->body;
	return $r->json;
}

sub make {
	my $me = { t => $t, key => account($t)->{user_key} };
	my ($on, %rows, %income) = (2024 * 360 + 60);
	my @ids = map { sent($me, post => '/v1/portfolios', { name => $_ })->{id} } qw(Um Dois);

	while ($on < 2026 * 360 + 10 * 30 + 15) {
		push @{ $rows{ any(@ids) } }, any_row($on);
		$on += int rand 3 ? int rand 50 : 0;
	}
	for my $id (grep { $rows{$_} } @ids) {
		my %held = map { $_->{symbol} => 1 } @{ $rows{$id} };

		for my $symbol (sort keys %held) {
			my $meta = meta_of($symbol);
			sent($me, post => "/v1/portfolios/$id/assets", { symbol => $symbol, asset_type => $type{$symbol}, $meta ? (meta => $meta) : () });
		}
		sent($me, post => "/v1/portfolios/$id/transactions", $rows{$id});
		spin_offs($me, $id, @{ $rows{$id} });
		for my $symbol (grep { $income{ $type{$_} } } sort keys %held) {
			sent($me, post => "/v1/portfolios/$id/income", { symbol => $symbol, asset_type => $type{$symbol}, kind => any(@{ $income{ $type{$symbol} } }),
				pay_date => day(2025 * 360 + int rand 650), amount => '100.00', int rand 2 ? (gross_amount => '117.65') : () });
		}
	}
	sent($me, put => '/v1/portfolio/tax/inputs', { withheld_policy => any(qw(informed informed estimated)), withheld => [map { { month => month(),
		basket => any(qw(common day_trade fii)), amount => cents(any(7, 40)) } } 0 .. rand 5], paid => [map { { code => any('6015', '4600'), period => month(),
		amount => cents(300), paid_on => '2026-11-20' } } 0 .. rand 3], int rand 3 ? () : (carry => [{ month => month(), any(qw(common fii)) => cents(900) }]) });
	return $me;
}

# ---- every figure ----

my @wrong;
for my $n (1 .. $ledgers) {
	my $me = make();

	for my $year (2025, 2026) {
		my ($y, $d) = map { sent($me, get => $_) } map { "/v1/portfolio/tax$_?year=$year" } '', '/declaration';
		my @here = (redo_year($me, $y), redo_declaration($me, $d));

		diag map { "ledger $n of seed $seed: $_\n" } @here[0 .. ($#here > 2 ? 2 : $#here)] if @here;
		push @wrong, @here;
	}
}
is scalar @wrong, 0, "$ledgers taxpayers: every figure of two years and their declarations is explained and redone";

done_testing;
