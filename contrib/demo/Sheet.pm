# SPDX-License-Identifier: Apache-2.0
#
# Sheet.pm: the hand-made spreadsheet, for assets that are in no statement.  Prices are those of the demonstration's market.

package Sheet;

use strict;
use warnings;
use utf8;
use Credit qw(bonds bond_price);
use Exporter 'import';
use Funds qw(fund_price funds);
use Market qw(br coin_price price us_price);

our @EXPORT_OK = qw(sheet row bond_row fund_row coin_row paper_row);

my @columns = qw(ticker operacao data quantidade preco tipo taxas fator moeda evento nota meta);

sub sheet {
    return join '', map { "$_\n" } join(',', @columns), map {
        my %row = (moeda => 'BRL', %$_);
        join ',', map { my $cell = $row{$_} // ''; $cell =~ /[",]/ ? '"' . $cell =~ s/"/""/gr . '"' : $cell } @columns
    } @_;
}

sub row {
    my ($what, $type, $ticker, $n, $quantity, $price, %more) = @_;
    return { operacao => $what, tipo => $type, ticker => $ticker, data => br($n), quantidade => $quantity, preco => $price,
        ($type eq 'us' ? (moeda => 'USD', taxas => '1.00') : ()), %more };
}

# The name as the exchange prints it: the kind and a year; for Renda+ the year of the first payment.
sub bond_name {
    my ($kind) = @_;
    my ($bond) = grep { $_->[0] eq $kind } bonds();
    my ($y) = $bond->[1] =~ /^(\d+)/;
    return "$kind " . ($kind =~ /Renda/ ? $y - 19 : $y);
}

sub bond_row {
    my ($kind, $n, $quantity) = @_;
    return row('compra', 'tesouro', bond_name($kind), $n, $quantity, bond_price($kind, $n));
}

sub fund_row {
    my ($key, $n, $worth) = @_;
    my ($price, %tax_id) = (fund_price($key, $n), funds());
    return row('compra', 'fund', $tax_id{$key}, $n, sprintf('%.6f', $worth / $price), $price);
}

sub coin_row { my ($what, $coin, $n, $quantity) = @_; return row($what, 'crypto', $coin, $n, $quantity, coin_price($coin, $n)) }

# A row of private paper with its contract @terms, or without one.
sub paper_row {
    my ($ticker, $n, $worth, %terms) = @_;
    my $json = join ',', map { sprintf $terms{$_} =~ /^[\d.]+$/ ? '"%s":%s' : '"%s":"%s"', $_, $terms{$_} } sort keys %terms;
    return row('compra', ($terms{paper} // '') eq 'DEB' ? 'debenture' : 'renda_fixa', $ticker, $n, $worth / 1000, '1000.00',
        %terms ? (meta => qq({"fixed_income":{$json}})) : ());
}

1;
