# SPDX-License-Identifier: Apache-2.0
#
# Clients.pm: the clients of an invented advisory office: forty clients in twelve families, with their answers to the
# questionnaire and their holdings.  All of it is derived from the names, so it is the same each time.

package Clients;

use strict;
use warnings;
use utf8;
use Exporter 'import';
use Lastro::TaxId qw(cpf);
use Market qw(ago before price told us_price ymd);
use Sheet qw(sheet row bond_row fund_row coin_row paper_row);
use TaxIds qw(tax_id);

our @EXPORT_OK = qw(families clients);

my @families = ('Andrade', 'Barreto', 'Cardoso', 'Duarte', 'Esteves', 'Figueira', 'Guimarães', 'Holanda', 'Imbassahy', 'Junqueira', 'Lacerda', 'Moura');
my @first = ('Alice', 'Bento', 'Cecília', 'Davi', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Inês', 'João', 'Karina', 'Lucas', 'Marina', 'Nuno',
    'Olívia', 'Pedro', 'Queila', 'Rafael', 'Sofia', 'Tomás');

sub families { return map { "Família $_" } @families }

# A pseudo-random number in [0, n) that depends only on the words.
sub pick { my ($n, @words) = @_; return int((Market::chance(@words) + 1) / 2 * $n) }

# ---- holdings by risk profile: [weight, function that makes rows] ----

my @shares = qw(PADA3 CAJU4 SELA3 GATO3 VENT3);
my @private = ([ 'cdi', pct => 102 ], [ 'cdi', pct => 88 ], [ 'ipca', rate => '5.8' ], [ 'prefixado', rate => '12.4' ], [ 'cdi', spread => '1.2' ]);

sub exchange {
    my ($type, @tickers) = @_;
    return sub {
        my ($who, $i, $worth) = @_;
        my $ticker = $tickers[pick(scalar @tickers, $who, 'ticker', $i)];
        my @days = sort { $a <=> $b } map { ago(20 + pick(1200, $who, $ticker, $_)) } 0 .. pick(4, $who, $ticker, 'lots');
        my $bought = 0;
        my @rows = map {
            my $quantity = int($worth / @days / price($ticker, $_)) || 1;
            $bought += $quantity;
            row('compra', $type, $ticker, $_, $quantity, price($ticker, $_), taxas => sprintf '%.2f', $worth / @days / 3000)
        } @days;
        # One in three sold a part later; never more than is held before a split or a bonus.
        my $sold = before(told() - pick(15, $who, $ticker, 'day'));
        push @rows, row('venda', $type, $ticker, $sold, int($bought / 3), price($ticker, $sold)) if $bought > 2 && !pick(3, $who, $ticker, 'sold');
        return @rows;
    };
}

sub bond { my ($kind) = @_; return sub { my ($who, $i, $worth) = @_; return bond_row($kind, ago(60 + pick(1000, $who, $kind)), sprintf '%.2f', $worth / 3000) } }
sub fund { my ($key) = @_; return sub { my ($who, $i, $worth) = @_; return fund_row($key, ago(60 + pick(1000, $who, $key)), $worth) } }

sub paper {
    my ($class) = @_;
    return sub {
        my ($who, $i, $worth) = @_;
        my ($indexer, %terms) = @{ $private[pick(scalar @private, $who, 'paper', $i)] };
        my ($y) = ymd(told()) =~ /^(\d+)/;
        my $code = sprintf '%s%d%03d%s', $class, $y % 100, pick(1000, $who, 'code', $i), 'LAS';
        return paper_row($code, ago(40 + pick(600, $who, $code)), 1000 * (int($worth / 1000) || 1), indexer => $indexer, %terms,
            maturity => ($y + 2 + pick(3, $who, $code, 'years')) . '-07-15', paper => $class, issuer => 'Banco Lastro S.A.');
    };
}

sub abroad {
    my ($ticker) = @_;
    return sub {
        my ($who, $i, $worth) = @_;
        my $day = ago(30 + pick(1100, $who, $ticker));
        return row('compra', 'us', $ticker, $day, sprintf('%.4f', $worth / 5.3 / us_price($ticker, $day)), us_price($ticker, $day));
    };
}

sub coin { my ($coin, $price) = @_; return sub { my ($who, $i, $worth) = @_; return coin_row('compra', $coin, ago(30 + pick(900, $who, $coin)), sprintf '%.6f', $worth / $price) } }

my %menu = (
    conservador => [ [ 35, bond('Tesouro Selic') ], [ 25, paper('CDB') ], [ 20, paper('LCI') ], [ 15, fund('credit') ], [ 5, bond('Tesouro IPCA+') ] ],
    moderado => [ [ 20, bond('Tesouro IPCA+') ], [ 15, bond('Tesouro Prefixado') ], [ 15, paper('CDB') ], [ 15, exchange(fii => 'MARE11', 'SOLA11') ],
        [ 15, fund('feeder') ], [ 10, exchange(stock => @shares) ], [ 10, exchange(etf => 'INDX11') ] ],
    arrojado => [ [ 20, exchange(stock => @shares) ], [ 20, exchange(stock => reverse @shares) ], [ 15, abroad('ACMX') ], [ 15, abroad('ORBT') ],
        [ 10, exchange(bdr => 'GLBX34') ], [ 10, fund('shares') ], [ 5, coin('BTC', 220000) ], [ 5, coin('ETH', 10000) ] ],
);

sub portfolio {
    my ($who, $level) = @_;
    my $worth = 40000 * (1 + pick(30, $who, 'worth'));
    my $i = 0;
    return sheet(map { $_->[1]->($who, ++$i, $worth * $_->[0] / 100) } @{ $menu{$level} });
}

# ---- clients ----

# clients() - forty of them: {name, family, tax_id, email, phone, answers (which option of a question, or undef: no
# profile), advised, assisted, portfolios => [{name, simulation, file}]}.
sub clients {
    my ($companies, @out) = (0);
    for my $n (0 .. 39) {
        my $family = $families[$n % 12];
        my $company = $n % 19 == 18;
        my $name = $company ? "$family Participações Ltda" : "$first[$n % 20] $family";
        my $level = (qw(conservador moderado arrojado))[pick(3, $name, 'level')];
        my @portfolios = ({ name => 'Principal', file => portfolio($name, $level) });
        push @portfolios, { name => 'Aposentadoria', file => portfolio("$name longe", 'conservador') } if $n % 3 == 0;
        push @portfolios, { name => 'E se fosse arrojado', simulation => 1, file => portfolio("$name se", 'arrojado') } if $n % 8 == 5;
        (my $plain = lc $name) =~ tr/áãâéêíóõôúç/aaaeeiooouc/;
        push @out, {
            name => $name, family => "Família $family", phone => sprintf('11 5555-%04d', 100 + $n),
            tax_id => $company ? tax_id('client ' . ++$companies) : cpf(210000000 + 7919 * $n),
            email => join('.', split ' ', $plain) . '@clientes.lastro.example',
            answers => $n % 7 == 6 ? undef : { conservador => 0, moderado => 2, arrojado => 4 }->{$level},
            advised => $n % 4 != 3, assisted => $n % 3 != 2, portfolios => \@portfolios,
        };
    }
    return @out;
}

1;
