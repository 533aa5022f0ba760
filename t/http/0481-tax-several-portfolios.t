#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# One taxpayer over several portfolios (doc/tax.md 20.1): what one portfolio says of an asset or of an event is so for
# the one stock, and takes nothing from what the others say or leave to the reference.

use strict;
use warnings;
use utf8;
use Lastro::Market qw(event);
use Lastro::Tenants qw(account);
use Lastro::TaxCases qw(redo_declaration redo_year);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $me = { t => $t, key => $key };
event($t, 'BONU3', '2025-06-02', 'bonus', [11, 10], unit_cost => '5.00');
event($t, 'SPLT3', '2025-06-02', 'split', [2, 1]);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-22T15:00:00Z' });

sub json { my ($r, $what) = @_; like $r->status, qr/^2/, $what or diag $r->body; return $r->json }
my ($one, $two) = map { json($t->post('/v1/portfolios', { name => $_ }, key => $key), $_)->{id} } qw(Um Dois);
sub trade {
	my ($p, $symbol, $kind, $day, $quantity, $price, %o) = @_;

	return json($t->post("/v1/portfolios/$p/transactions", { symbol => $symbol, asset_type => 'stock', kind => $kind, trade_date => $day,
		quantity => $quantity, (defined $price ? (price => $price) : ()), %o }, key => $key), "$symbol $kind $day");
}
sub meta {
	my ($p, $symbol, $meta) = @_;
	my ($asset) = map { $_->{id} } grep { $_->{symbol} eq $symbol } @{ $t->get("/v1/portfolios/$p/assets", key => $key)->json->{data} };

	json($t->patch("/v1/portfolios/$p/assets/$asset", { meta => $meta }, key => $key), "$symbol: what is said of it");
}
sub year { return json($t->get("/v1/portfolio/tax?year=$_[0]", key => $key), "the year $_[0]") }
sub declaration { return json($t->get("/v1/portfolio/tax/declaration?year=$_[0]", key => $key), "the declaration of $_[0]") }
# good() - [quantity, cost at its end] of a symbol.
sub good { my ($d, $symbol) = @_; return [map { $_->{quantity}, $_->{current} } grep { $_->{symbol} eq $symbol } @{ $d->{bens} }] }

# ---- events of the reference ----

trade($one, qw(BONU3 buy 2025-02-03 100 10.00));
trade($two, qw(BONU3 buy 2025-02-04 200 13.00));
# 10 % of 300, at 5.00 each.
is_deeply good(declaration(2025), 'BONU3'), ['330', '3750.00'], 'a bonus that nobody typed';
my $typed = trade($one, qw(BONU3 adjust 2025-06-03 10 5.00), event_kind => 'bonus');
my $d = declaration(2025);
is_deeply good($d, 'BONU3'), ['330', '3750.00'], 'typed in one portfolio it is paid to the other all the same';
is_deeply [map { $_->{amount} } grep { ($_->{code} // '') eq '18' } @{ $d->{isentos} }], ['150.00'], 'and declared whole';
is_deeply [redo_declaration($me, $d)], [], 'every figure is redone';
trade($two, qw(BONU3 adjust 2025-06-05 20 5.00), event_kind => 'bonus');
is_deeply good(declaration(2025), 'BONU3'), ['330', '3750.00'], 'typed in both it is each one\'s own';

trade($one, qw(SPLT3 buy 2025-02-03 200 5.00));	# in the shares after the split
meta($one, 'SPLT3', { corporate_events => 'ledger' });
trade($two, qw(SPLT3 buy 2025-02-04 100 12.00));
is_deeply good(declaration(2025), 'SPLT3'), ['400', '2200.00'], 'a split that one portfolio declines is the other\'s';
meta($two, 'SPLT3', { corporate_events => 'ledger' });
is_deeply good(declaration(2025), 'SPLT3'), ['300', '2200.00'], 'declined by both it is nobody\'s';

# ---- facts of an option, each by itself ----

my %option = (asset_type => 'option');
trade($_, qw(ABCDA100 buy 2026-01-05 100 1.50), %option) for $one, $two;
meta($one, 'ABCDA100', { option => { kind => 'call', strike => '10.00', expiry => '2026-01-16' } });
my $january = sub { my ($m) = grep { $_->{month} eq '2026-01' } @{ year(2026)->{months} }; return $m };
is $january->()->{common}{result}, undef, 'what became of it is not known';
meta($two, 'ABCDA100', { option => { close => '9.00' } });
is $january->()->{common}{result}, '-300.00', 'the strike of one portfolio and the close of the other: it expired';
meta($two, 'ABCDA100', { option => { close => '12.00' } });
is $january->()->{common}{result}, undef, 'above it: not known';
meta($two, 'ABCDA100', { option => { outcome => 'expired' } });
is $january->()->{common}{result}, '-300.00', 'the other says that it expired';
meta($one, 'ABCDA100', { option => { outcome => 'expired' } });
meta($two, 'ABCDA100', { option => { kind => 'call', strike => '10.00', expiry => '2026-01-16' } });
is $january->()->{common}{result}, '-300.00', 'and the other way round';
is_deeply [redo_year($me, year(2026))], [], 'every figure is redone';

done_testing;
