#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# ledger.packed, the one value that a ledger row is read from (sql/0305_portfolios.sql): it follows every column, and
# malformed bytes are an error, never shown as figures.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Em bytes' }, key => $key)->json->{id};

sub add {
	my %row = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 100, price => '30.25', @_);
	delete @row{ grep { !defined $row{$_} } keys %row };
	my $r = $t->post("/v1/portfolios/$id/transactions", \%row, key => $key);

	die $r->body unless $r->status == 201;
	return $r->json->{id};
}

# The figures of a ledger without cached ones: every row is read.
sub read_anew {
	$t->sql("delete from portfolio_state where portfolio_id = '$id'");
	my $r = $t->get("/v1/portfolios/$id?include=transactions,closed", key => $key);
	return $r->status == 200 ? $r->json->{holdings} : $r;
}

# Members, numbers without trailing zeros.
sub shown { my ($row, @members) = @_; return [map { defined && /^-?[\d.]+$/ ? $_ + 0 : $_ } @$row{@members}] }

# ---- every part ----

my $buy = add(fees => '1.23');
add(kind => 'adjust', trade_date => '2026-01-06', quantity => -10, price => undef, fees => '-2.5');
add(kind => 'split', trade_date => '2026-01-07', quantity => undef, price => undef, ratio => '2');
add(kind => 'adjust', event_kind => 'bonus', trade_date => '2026-01-08', quantity => '18.5', price => undef);
add(kind => 'sell', trade_date => '2026-01-09', quantity => '0.5', price => '15.123456789012', note => 'fração');
my ($h) = @{ read_anew() };
is_deeply [map { shown($_, qw(kind event_kind trade_date quantity price fees ratio)) } @{ $h->{transactions} }], [
	['buy', undef, '2026-01-05', '100', '30.25', '1.23', undef],
	['adjust', undef, '2026-01-06', '-10', undef, '-2.5', undef],
	['split', undef, '2026-01-07', '0', undef, '0', '2'],
	['adjust', 'bonus', '2026-01-08', '18.5', undef, '0', undef],
	['sell', undef, '2026-01-09', '0.5', '15.12345679', '0', undef],
], 'rows of every kind are returned as written' or diag explain $h->{transactions};
is $h->{qty}, '198', 'and come to (100 - 10) x 2 + 18.5 - 0.5';

# ---- it follows every change ----

my $r = $t->patch("/v1/portfolios/$id/transactions/$buy", { quantity => 50, price => '31', fees => 0, trade_date => '2026-01-04' }, key => $key);
is $r->status, 200, 'a row is corrected';
($h) = @{ read_anew() };
is_deeply shown($h->{transactions}[0], qw(trade_date quantity price fees)), ['2026-01-04', '50', '31', '0'], 'and is read so';
is $h->{qty}, '98', 'which is (50 - 10) x 2 + 18';

# ---- damaged ----

$t->sql('alter table ledger alter column packed drop expression');
for my $damage (["substr(packed, 1, length(packed) - 1)", 'cut short'], ["substr(packed, 1, 18)", 'cut in the asset'],
	["substr(packed, 1, 28) || '\\x62757900'", 'without the end of a word'],
	["substr(packed, 1, 33) || '\\x7fff' || substr(packed, 36)", 'with more digits than there are'],
	["packed || '\\x00'", 'that goes on'], ["''::bytea", 'empty']) {
	my ($to, $name) = @$damage;

	$t->sql("create table kept as select id, packed from ledger; update ledger set packed = $to where id = '$buy'");
	$r = read_anew();
	is ref $r eq 'ARRAY' ? 'figures' : join(' ', $r->status, $r->code), '500 internal_error', "a row $name is no figure";
	$t->sql('update ledger l set packed = k.packed from kept k where k.id = l.id; drop table kept');
	is ref read_anew(), 'ARRAY', 'and mended it is one again';
}
is $t->log_count('worker started'), 1, 'the worker is the same';

$t->stop_pool;
done_testing;
