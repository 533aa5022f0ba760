# SPDX-License-Identifier: Apache-2.0
#
# Credit.pm: the data behind the demonstration's fixed income: rates of the central bank, bonds of the
# Treasury, debentures with their contracts and prices.  Invented, in the official formats.

package Credit;

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Exporter 'import';
use Market qw(br day_of is_business level told ymd);
use POSIX ();
use TaxIds qw(tax_id);

our @EXPORT_OK = qw(credit_files bonds bond_price debenture_price);

sub comma { my ($places, $n) = @_; return sprintf('%.*f', $places, $n) =~ tr/./,/r }
sub month_of { my ($y, $m) = ymd(shift) =~ /^(\d+)-(\d+)/; return ($y, $m + 0) }

# Unlike the exchange, banks are open on 24 and 31 December.
sub bank_day { my ($n) = @_; return is_business($n) || (ymd($n) =~ /-12-(24|31)$/ && ($n + 4) % 7 !~ /^[06]$/) }

# ---- rates: steps of a quarter, held for 45 days as a committee would ----

sub cdi { my ($n) = @_; return 12.15 + 0.25 * POSIX::floor(9 * sin(int($n / 45) / 8) + 0.5) }
sub selic { my ($n) = @_; return cdi($n) + 0.10 }
# Converts a yearly rate (252 days) to the percentage of one day.
sub of_a_day { my ($rate) = @_; return sprintf '%.6f', 100 * ((1 + $rate / 100)**(1 / 252) - 1) }

# Monthly change in percent of an index that is published in the next month.
sub inflation {
    my ($index, $y, $m) = @_;
    my ($base, $swing) = $index eq 'ipca' ? (0.37, 0.30) : (0.33, 0.85);
    return sprintf '%.2f', $base + $swing * Market::chance($index, $y, $m);
}

sub sgs { return '[' . join(',', map { sprintf '{"data":"%s","valor":"%s"}', @$_ } @_) . ']' }

sub months {
    my ($index, $from, $today) = @_;
    my ($y, $m) = month_of($from);
    my @out;
    while (day_of(sprintf '%04d-%02d-12', $m == 12 ? ($y + 1, 1) : ($y, $m + 1)) <= $today) {
        push @out, [ sprintf('01/%02d/%04d', $m, $y), inflation($index, $y, $m) ];
        ($y, $m) = $m == 12 ? ($y + 1, 1) : ($y, $m + 1);
    }
    return @out;
}

# Selic of the completed months, known on the first day of the next month.
sub selic_months {
    my ($from, $today) = @_;
    my ($y, $m) = month_of($from);
    my @out;
    while (day_of(sprintf '%04d-%02d-01', $m == 12 ? ($y + 1, 1) : ($y, $m + 1)) <= $today) {
        push @out, [ sprintf('01/%02d/%04d', $m, $y), sprintf '%.2f', 0.96 + ($y * 12 + $m) % 4 * 0.06 ];
        ($y, $m) = $m == 12 ? ($y + 1, 1) : ($y, $m + 1);
    }
    return @out;
}

# ---- bonds of the Treasury: [title, maturity, kind of price, yield] ----

sub bonds {
    my ($y) = month_of(told());
    return (
        [ 'Tesouro Selic', ($y + 3) . '-03-01', 'selic', 0.001 ],
        [ 'Tesouro Prefixado', ($y + 4) . '-01-01', 'prefixado', 0.125 ],
        [ 'Tesouro IPCA+', ($y + 9) . '-05-15', 'ipca', 0.066 ],
        [ 'Tesouro IPCA+ com Juros Semestrais', ($y + 14) . '-05-15', 'coupons', 0.064 ],
        [ 'Tesouro Renda+ Aposentadoria Extra', ($y + 33) . '-12-15', 'ipca', 0.062 ],
    );
}

# The bonds of the story by kind.
sub bond_price {
    my ($kind_of, $n) = @_;
    my ($bond) = grep { $_->[0] eq $kind_of } bonds();
    my ($title, $maturity, $kind, $yield) = @$bond;
    my $years = (day_of($maturity) - $n) / 365.25;
    my $since = ($n - day_of('2021-01-04')) / 365.25;
    # The market yield varies around the bond's.
    $yield += 0.004 * log(level("yield $title", 1, 0, 0.02, $n)) if $kind ne 'selic';
    my $nominal = $kind eq 'selic' ? 10600 * 1.121**$since : $kind eq 'prefixado' ? 1000 : 3400 * 1.047**$since;
    return sprintf '%.2f', $nominal * ($kind eq 'coupons' ? 1.01 : (1 + $yield)**-$years);
}

sub tesouro {
    my (@days) = @_;
    my $out = "Tipo Titulo;Data Vencimento;Data Base;Taxa Compra Manha;Taxa Venda Manha;PU Compra Manha;PU Venda Manha;PU Base Manha\r\n";
    for my $bond (bonds()) {
        for my $n (@days) {
            my $price = bond_price($bond->[0], $n);
            $out .= join(';', $bond->[0], br(day_of $bond->[1]), br($n), comma(2, 100 * $bond->[3]), comma(2, 100 * $bond->[3] + 0.12),
                map { comma(2, $_) } $price * 1.003, $price, $price) . "\r\n";
        }
    }
    return encode('cp1252', $out);
}

# ---- debentures: code, issuer, tax id, index as ANBIMA prints it, index and rate of the contract, incentivised ----

my @debentures = (
    [ 'PADA11', 'PADARIA NOVA S.A.', tax_id('padaria'), 'DI + 1,6%', 'DI', '100', '1,6', 'N' ],
    [ 'RIOX12', 'RIO XINGU S.A.', tax_id('rio'), 'IPCA + 6,5%', 'IPCA', '-', '6,5', 'S' ],
    [ 'CAJU13', 'CAJU ENERGIA S.A.', tax_id('caju'), 'PREFIXADO 13,2%', 'PRÉ', '-', '13,2', 'N' ],
);

sub debenture_price {
    my ($code, $n) = @_;
    return sprintf '%.6f', level("debenture $code", 1000, 0.035, 0.0012, $n);
}

# The price in per cent of par: interest and amortisations that are paid do not change it.
sub debenture_par {
    my ($code, $n) = @_;
    return comma(4, 100 + 1.2 * sin(($n + ord $code) / 40));
}

sub contracts {
    my ($y) = month_of(told());
    my @columns = ('Codigo do Ativo', 'Empresa', 'Serie', 'Emissao', 'Situacao', 'ISIN', 'Data de Emissao', 'Data de Vencimento', 'Motivo de Saida',
        'Data de Saida / Novo Vencimento', 'Data do Inicio da Rentabilidade', 'Data do Inicio da Distribuicao', 'Garantia/Especie', 'Classe',
        'Quantidade Emitida', 'Quantidade em Mercado', 'Quantidade em Tesouraria', 'Quantidade Resgatada', 'Quantidade  Cancelada',
        'Unidade Monetária', 'Valor Nominal na Emissao', 'Unidade Monetária', 'Valor Nominal Atual', 'Data Ult. VNA', 'indice', 'Criterio de Calculo',
        'Dia de Referencia para indice de Precos', 'Percentual Multiplicador/Rentabilidade', 'Juros Criterio Antigo do SND',
        'Amortizacao - Cada', 'Amortizacao - Unidade', 'Amortizacao - Carencia', 'Tipo de Amortizacao',
        'Juros Criterio Novo - Taxa', 'Juros Criterio Novo - Prazo', 'Juros Criterio Novo - Cada', 'Juros Criterio Novo - Unidade',
        'Juros Criterio Novo - Carencia', 'Banco Mandatario', 'Agente Fiduciario', 'Instituicao Depositaria', 'Coordenador Lider', 'CNPJ',
        'Deb. Incent. (Lei 12.431)', 'Resgate Antecipado');
    my @rows = map {
        my ($code, $name, $tax_id, undef, $index, $percent, $rate, $incentivised) = @$_;
        my ($from, $to) = ('02/10/' . ($y - 3), '02/10/' . ($y + 5));
        [ $code, $name, 'UNI', sprintf('%03d', substr $code, -1), 'Registrado', 'BR' . substr($code, 0, 4) . 'DBS00' . substr($code, -1), $from, $to, '',
          $to, $from, $from, $incentivised eq 'S' ? 'Real' : 'Quirografária', 'Simples', '300000', '000000299000', '000000001000', '000000000000', '',
          'R$', '1000', 'R$', '1000', $from, $index, 'Padrão - SND', $index eq 'IPCA' ? '15' : '', $percent, '-',
          '0012', 'MES', '02/10/' . ($y + 3), 'Percentual variável sobre o valor nominal atualizado em períodos uniformes',
          $rate, '252', '0006', 'MES', '02/04/' . ($y - 2), 'BANCO MANDATÁRIO S.A.', 'FIDUCIÁRIA DEMONSTRAÇÃO DTVM', 'DEPOSITÁRIA S.A.',
          'COORDENADOR S.A.', $tax_id, $incentivised, $incentivised eq 'S' ? 'N' : 'S' ]
    } @debentures;
    return encode('cp1252', join '', map { "$_\r\n" } 'debentures.com.br', '', '', (map { join "\t", @$_ } \@columns, @rows),
        'Fonte: demonstração');
}

# What they announce: interest in April and October, thirds in the last three years.
sub agenda {
    my ($y) = month_of(told());
    my @rows;
    for my $d (@debentures) {
        my ($code, $name, undef, undef, undef, undef, $rate) = @$d;
        for my $year ($y + 1 .. $y + 5) {
            push @rows, map { [ "02/$_/$year", "02/$_/$year", $name, $code, 'Juros', 'DIDI', $rate, '' ] } '04', '10';
            push @rows, [ "02/10/$year", "02/10/$year", $name, $code, 'Amortização', 'VNA VAR/UNIF', $year == $y + 3 ? '33,3333' : '50,0000', '' ]
                if $year > $y + 2 && $year < $y + 5;
        }
        push @rows, [ '02/10/' . ($y + 5), '02/10/' . ($y + 5), $name, $code, 'Vencimento', '--', '0,0000', '' ];
    }
    return encode('cp1252', join '', map { "$_\r\n" } 'Agenda de eventos', '', (map { join "\t", @$_ } [ 'Data do Evento', 'Data do Pagamento', 'Emissor',
        'Ativo', 'Evento', 'Tipo', 'Taxa/Percentual', 'Liquidação' ], @rows), 'Fonte: demonstração');
}

# Trades of debentures; none of CAJU13 this quarter, so that it is valued by its contract.
sub traded {
    my ($today, @days) = @_;
    my @rows;
    for my $d (@debentures) {
        my ($code, $name) = @$d;
        for my $n (@days) {
            next if $n % 3 || ($code eq 'CAJU13' && $n > $today - 90);
            my $price = debenture_price($code, $n);
            push @rows, [ br($n), $name, $code, 'BR' . substr($code, 0, 4) . 'DBS00' . substr($code, -1), '120', '4',
                comma(6, $price - 1), comma(6, $price), comma(6, $price + 1), debenture_par($code, $n) ];
        }
    }
    return encode('cp1252', join '', map { "$_\r\n" } 'Mercado secundário', '',
        join("\t", 'Data', 'Emissor', 'Código do Ativo', 'ISIN', 'Quantidade', 'Número de Negócios', 'PU Mínimo', 'PU Médio',
            'PU Máximo', '% PU da Curva'), (map { join "\t", @$_ } @rows), 'Fonte: demonstração');
}

sub anbima {
    my ($n) = @_;
    my ($y) = month_of(told());
    my @rows = map {
        my ($code, $name, undef, $index, undef, undef, $rate) = @$_;
        my $price = debenture_price($code, $n);
        my @marks = $code eq 'CAJU13' ? ('--', 'N/D', 'N/D') : (comma(4, $rate =~ tr/,/./r + 0.12), comma(6, $price), debenture_par($code, $n));
        join '@', $code, $name, '02/10/' . ($y + 5), $index, '--', '--', $marks[0], ('--') x 3, @marks[1, 2], '900', '', ''
    } @debentures;
    return encode('cp1252', join '', map { "$_\r\n" } 'ANBIMA - Associação Brasileira das Entidades dos Mercados Financeiro e de Capitais',
        '', 'Código@Nome@Repac./  Venc.@Índice/ Correção@Taxa de Compra@Taxa de Venda@Taxa Indicativa@Desvio Padrão@Intervalo Indicativo Minimo'
        . '@Intervalo Indicativo Máximo@PU@% PU Par / % VNE@Duration@% Reune@Referência NTN-B', @rows);
}

# Zero curves that rise a little with time, both printed for ten years; the DI's reference curve, flat.
sub zero_curves {
    my ($n) = @_;
    my ($pre, $real) = map { my ($level, $slope) = @$_; sub { 100 * ($level + $slope * (1 - exp -$_[0]) / $_[0]) } } [sprintf('%.6f', cdi($n) / 100), -0.005], [0.072, -0.004];
    my @vertices = map { join ';', ($_ * 252) =~ s/\A(\d)(\d{3})\z/$1.$2/r, map { comma(4, $_) } $real->($_), $pre->($_), 100 * ((100 + $pre->($_)) / (100 + $real->($_)) - 1) } 1 .. 10;

    return encode('cp1252', join '', map { "$_\r\n" } br($n) . ';Beta 1;Beta 2;Beta 3;Beta 4;Lambda 1;Lambda 2', join(';', 'PREFIXADOS', comma(6, cdi($n) / 100), '-0,005', '0', '0', '1', '2'),
        'IPCA;0,0720;-0,004;0;0;1;2', '', 'ETTJ Inflação Implicita (IPCA)', 'Vertices;ETTJ IPCA;ETTJ PREF;Inflação Implícita', @vertices);
}

sub reference_curve {
    my ($n) = @_;
    return join '', map { sprintf "%-11s%sT1%-5s%-15s%05d%05d+%014dF%05d\r\n", '00704400101', POSIX::strftime('%Y%m%d', gmtime($n * 86400)), 'PRE', 'DI x pre', $_ * 365, $_ * 252,
        sprintf('%.0f', cdi($n) * 1e7), $_ * 365 } 1 .. 10;
}

# credit_files() - name => bytes; @days are the sessions before today.
sub credit_files {
    my ($today, @days) = @_;
    my $first = $days[0];
    my @bank_days = grep { bank_day($_) } $first .. $today - 1;
    return (
        'sgs_4389.json' => sgs(map { [ br($_), sprintf '%.2f', cdi($_) ] } @bank_days),
        'sgs_1178.json' => sgs(map { [ br($_), sprintf '%.2f', selic($_) ] } @bank_days),
        'sgs_12.json' => sgs(map { [ br($_), of_a_day(cdi($_)) ] } @bank_days),
        'sgs_11.json' => sgs(map { [ br($_), of_a_day(selic($_)) ] } @bank_days),
        'sgs_432.json' => sgs(map { [ br($_), sprintf '%.2f', selic($_) ] } $first .. $today - 1),
        'sgs_433.json' => sgs(months('ipca', $first - 90, $today)),
        'sgs_189.json' => sgs(months('igpm', $first - 90, $today)),
        'sgs_4390.json' => sgs(selic_months($first - 90, $today)),
        'precotaxatesourodireto.csv' => tesouro(@days),
        'caracteristicas.txt' => contracts(),
        'agenda-debentures.txt' => agenda(),
        'negociacao-debentures.txt' => traded($today, @days),
        map { my $day = POSIX::strftime('%y%m%d', gmtime($_ * 86400));
            ("db$day.txt" => anbima($_), "cz$day.csv" => zero_curves($_), "TaxaSwap$day.txt" => reference_curve($_)) } @days[-5 .. -1]
    );
}

1;
