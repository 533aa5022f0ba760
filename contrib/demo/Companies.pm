# SPDX-License-Identifier: Apache-2.0
#
# Companies.pm: the demonstration's companies in the format of CVM: the register, registration forms,
# documents, three years of statements, offerings of both regimes.  They include a bank, an insurer, two share
# classes, a rename, a company that was merged away, one that only issues debt, fiscal years that end in January,
# February and March, a restated filing, and a late one.

package Companies;

use strict;
use warnings;
use utf8;
use Exporter 'import';
use Lastro::Companies qw(register register_row forms form_row security_row documents document_row statements offerings previous_row request_row);
use Lastro::TaxId qw(masked);
use Market qw(day_of level ymd);
use TaxIds qw(tax_id);

our @EXPORT_OK = qw(company_files);

# code, tax id, name, sector, tickers, revenue of a quarter in thousands, margin, month of the year's end, plan
my @companies = (
    [ 90001, tax_id('padaria'), 'PADARIA NOVA S.A.', 'Alimentos', ['PADA3'], 410_000, 0.14, 12, 'standard' ],
    [ 90002, tax_id('caju'), 'CAJU ENERGIA S.A.', 'Energia Elétrica', [ 'CAJU3', 'CAJU4' ], 1_250_000, 0.27, 12, 'standard' ],
    [ 90003, tax_id('rio'), 'RIO XINGU S.A.', 'Máquinas, Equipamentos, Veículos e Peças', ['RIOX3'], 330_000, 0.09, 12, 'standard' ],
    [ 90004, tax_id('vento'), 'VENTO LESTE S.A.', 'Energia Elétrica', ['VENT3'], 150_000, 0.31, 12, 'standard' ],
    [ 90005, tax_id('gato'), 'GATO PRETO AGROINDUSTRIAL S.A.', 'Agricultura (Açúcar, Álcool e Cana)', ['GATO3'], 280_000, 0.18, 3, 'standard' ],
    [ 90006, tax_id('selaria'), 'SELARIA SUL S.A.', 'Têxtil e Vestuário', ['SELA3'], 520_000, 0.12, 2, 'standard' ],
    [ 90007, tax_id('onda'), 'ONDA CURTA TELECOMUNICAÇÕES S.A.', 'Telecomunicações', ['ONDA3'], 610_000, 0.16, 12, 'standard' ],
    [ 90008, tax_id('farol'), 'BANCO FAROL S.A.', 'Bancos', [ 'FARO3', 'FARO4' ], 900_000, 0.22, 12, 'bank' ],
    [ 90009, tax_id('seguradora'), 'SEGURADORA MARÉ ALTA S.A.', 'Seguradoras e Corretoras', ['MARS3'], 480_000, 0.11, 12, 'insurer' ],
    [ 90010, tax_id('porto'), 'PORTO VELHO TÊXTIL S.A.', 'Têxtil e Vestuário', [], 90_000, 0.05, 12, 'standard' ],
    [ 90011, tax_id('dunas'), 'CONCESSIONÁRIA RODOVIA DAS DUNAS S.A.', 'Emp. Adm. Part. - Serviços Transporte e Logística', [], 75_000, 0.40, 12, 'standard' ],
    [ 90012, tax_id('agata'), 'ÁGATA MINERAÇÃO S.A.', 'Extração Mineral', ['AGTA3'], 700_000, 0.24, 1, 'standard' ],
);
my ($renamed, $merged, $debt_only, $restated, $late) = (90003, 90010, 90011, 90001, 90004);

# The last day of a month, @n months after year and month.
sub month_end { my ($y, $m, $n) = @_; my $k = $y * 12 + $m - 1 + $n + 1; return ymd(day_of(sprintf '%04d-%02d-01', int($k / 12), $k % 12 + 1) - 1) }
sub next_day { return ymd(day_of(shift) + 1) }
sub later { my ($day, $n) = @_; return ymd(day_of($day) + $n) }

# Thousands of reais of a company's quarter, which depend only on its names.
sub quarter {
    my ($c, $end) = @_;
    my $n = day_of($end);
    my $revenue = sprintf '%.0f', level("revenue $c->[0]", $c->[5], 0.07, 0.004, $n);
    my $ebit = sprintf '%.0f', $revenue * $c->[6];
    my $da = sprintf '%.0f', $revenue * 0.05;
    return (revenue => $revenue, ebit => $ebit, profit => sprintf('%.0f', $ebit * 0.62), cash_flow => sprintf('%.0f', ($ebit + $da) * 0.8),
        capex => -sprintf('%.0f', $revenue * 0.06), da => -$da);
}

my %text = (standard => {}, bank => { '3.01' => 'Receitas da Intermediação Financeira', '3.05' => 'Resultado Antes dos Tributos sobre o Lucro', '3.09' => 'Lucro/Prejuízo Consolidado do Período',
        '1.01.01' => 'Disponibilidades', '2.03' => 'Passivos Financeiros ao Custo Amortizado', '2.08' => 'Patrimônio Líquido Consolidado' },
    insurer => { '3.01' => 'Receitas das Operações', '3.05' => 'Resultado Bruto', '3.13' => 'Lucro/Prejuízo Consolidado do Período', '2.03' => 'Provisões Técnicas', '2.05' => 'Patrimônio Líquido Consolidado' });
my %profit_account = (standard => '3.11', bank => '3.09', insurer => '3.13');

sub flow_lines {
    my ($c, $start, $end, $order, $cash_too, @quarters) = @_;
    my $plan = $c->[8];
    my %sum;
    for my $q (@quarters) { my %v = quarter($c, $q); $sum{$_} += $v{$_} for keys %v }
    my @lines = ([ '3.01', $sum{revenue} ], [ '3.05', $sum{ebit} ], [ $profit_account{$plan}, $sum{profit} ]);
    push @lines, [ '6.01', $sum{cash_flow} ], [ '6.02.01', $sum{capex} ], [ '7.04.01', $sum{da} ] if $plan eq 'standard' && $cash_too;
    return map { [ $_->[0], $text{$plan}{ $_->[0] }, $start, $end, $_->[1], $order ] } @lines;
}

# Total assets equal the sum of their parts, and liabilities plus equity.
sub balance_lines {
    my ($c, $end) = @_;
    my ($plan, $n) = ($c->[8], day_of($end));
    my $assets = sprintf '%.0f', level("assets $c->[0]", $c->[5] * ($plan eq 'bank' ? 60 : 7), 0.06, 0.003, $n);
    my $equity = sprintf '%.0f', $assets * ($plan eq 'bank' ? 0.09 : 0.42);
    my $own = $c->[0] == $debt_only ? 'Patrimônio Líquido' : 'Patrimônio Líquido Consolidado';
    if ($plan ne 'standard') {
        my $at = $plan eq 'bank' ? '2.08' : '2.05';
        return map { [ $_->[0], $_->[2] // $text{$plan}{ $_->[0] }, undef, $end, $_->[1] ] } [ '1', $assets, 'Ativo Total' ], [ '1.01.01', sprintf('%.0f', $assets * 0.02), 'Disponibilidades' ],
            [ '2', $assets, 'Passivo Total' ], [ '2.03', $assets - $equity ], [ $at, $equity ];
    }
    my ($current, $short, $long) = map { sprintf '%.0f', $assets * $_ } 0.35, 0.08, 0.21;
    my ($cash, $investments) = map { sprintf '%.0f', $assets * $_ } 0.07, 0.05;
    my $due = sprintf '%.0f', $assets * 0.25;
    return map { [ $_->[0], $_->[2], undef, $end, $_->[1] ] } [ '1', $assets ], [ '1.01', $current, 'Ativo Circulante' ], [ '1.01.01', $cash ], [ '1.01.02', $investments ],
        [ '1.02', $assets - $current, 'Ativo Não Circulante' ], [ '2', $assets ], [ '2.01', $due, 'Passivo Circulante' ], [ '2.01.04', $short ],
        [ '2.02', $assets - $due - $equity, 'Passivo Não Circulante' ], [ '2.02.01', $long ], [ '2.03', $equity, $own ];
}

# The restated second quarter, with less revenue: accumulated from the year's first day, and the quarter alone.
sub less { my ($l, $order) = @_; my @l = @$l; $l[4] -= 9_000 if $l[0] =~ /^3\.0[15]$/ && ($l[5] // '') eq $order && ($l[2] =~ /-01-01$/ || $l[3] =~ /-06-30$/); return \@l }
sub corrected { return map { less($_, '') } @_ }
sub compared { return map { less($_, 'P') } @_ }

# The statements that a company had filed by @told, oldest first.
sub filings {
    my ($c, $told) = @_;
    my ($code, $tax_id, $name, $month) = @$c[0 .. 2, 7];
    my ($year) = ymd($told) =~ /^(\d+)/;
    my @filings;
    for my $y ($year - 4 .. $year + ($month < 12)) {
        my $last = month_end($y, $month, 0);              # of this fiscal year
        my $start = next_day(month_end($y - 1, $month, 0));
        my @ends = map { month_end($y - 1, $month, 3 * $_) } 1 .. 4;
        my @before = map { month_end($y - 2, $month, 3 * $_) } 1 .. 4;
        my $before = next_day(month_end($y - 2, $month, 0));
        for my $k (1 .. 4) {
            my $end = $ends[$k - 1];
            my $form = $k == 4 ? 'DFP' : 'ITR';
            my $filed = later($end, $k == 4 ? 75 : 40);
            next if $code == $merged && $y >= $year - 1;
            $filed = later($filed, 120) if $code == $late && $k == 2 && $y == $year - 1;
            next if day_of($filed) > $told;
            my @lines = (balance_lines($c, $end), flow_lines($c, $start, $end, undef, 1, @ends[0 .. $k - 1]),
                flow_lines($c, $before, $before[$k - 1], 'P', 1, @before[0 .. $k - 1]));
            push @lines, flow_lines($c, next_day($ends[$k - 2]), $end, undef, 0, $end) if $k > 1 && $k < 4;
            # The correction of the second quarter is in every later accumulated sum, and in next year's comparison.
            @lines = corrected(@lines) if $code == $restated && $k > 2 && $y == $year - 1;
            @lines = compared(@lines) if $code == $restated && $k > 1 && $y == $year;
            my %f = (code => $code, tax_id => $tax_id, name => $name, date => $end, filed => $filed, form => $form, lines => \@lines, scope => $code == $debt_only ? 'ind' : 'con',
                $code == $debt_only ? () : (capital => [ 200_000_000, $code == 90002 || $code == 90008 ? 150_000_000 : 0 ]));
            push @filings, \%f;
            next unless $code == $restated && $k == 2 && $y == $year - 1;
            push @filings, { %f, version => 2, filed => later($filed, 45), lines => [ corrected(@lines) ] };
        }
    }
    return @filings;
}

# ---- the companies ----

sub register_files {
    my ($dir, $told, $rename_day) = @_;
    my $form_date = (ymd($told) =~ /^(\d+)/)[0] . '-01-01';
    my (@rows, @forms, @securities, @index);
    for my $c (@companies) {
        my ($code, $tax_id, $name, $sector, $tickers) = @$c;
        my %state = $code == $merged ? (SIT => 'CANCELADA', DT_CANCEL => later(ymd($told), -500), MOTIVO_CANCEL => 'Incorporação', TP_MERC => '') : $code == $debt_only ? (CATEG_REG => 'Categoria B', TP_MERC => '') : ();
        push @rows, register_row($code, $tax_id, $name, DENOM_COMERC => (split / /, $name)[0], SETOR_ATIV => $sector, DT_REG => '2008-04-01', %state);
        push @rows, register_row($code, $tax_id, $name, SETOR_ATIV => $sector, DT_REG => '2008-04-01', TP_MERC => 'BALCÃO ORGANIZADO') if $code == 90008;
        push @forms, form_row($code, $tax_id, $name, $form_date, Mes_Encerramento_Exercicio_Social => $c->[7], Setor_Atividade => $sector,
            $code == $debt_only ? (Categoria_Registro_CVM => 'Categoria B') : $code == $merged ? (Situacao_Registro_CVM => 'Cancelado') : (),
            $code == $renamed ? (Nome_Empresarial_Anterior => 'RIO BRAVIO S.A.', Data_Nome_Empresarial => ymd($rename_day)) : ());
        push @securities, map { security_row($tax_id, $form_date, $_, Valor_Mobiliario => /4$/ ? 'Ações Preferenciais' : 'Ações Ordinárias') } @$tickers;
        push @index, { CNPJ_CIA => masked($tax_id), DT_REFER => $form_date, VERSAO => 1, DENOM_CIA => $name, CD_CVM => sprintf('%06d', $code), CATEG_DOC => 'FCA', ID_DOC => "9$code",
            DT_RECEB => later($form_date, 120), LINK_DOC => "https://www.rad.cvm.gov.br/ENETCONSULTA/frmGerenciaPaginaFRE.aspx?NumeroSequencialDocumento=9$code" } if day_of(later($form_date, 120)) <= $told;
    }
    my ($river) = grep { $_->[0] == $renamed } @companies;
    my ($textile) = grep { $_->[0] == $merged } @companies;
    push @securities, security_row($river->[1], $form_date, 'RIOB3', Data_Fim_Negociacao => ymd($rename_day));
    push @securities, security_row($textile->[1], $form_date, 'PVTX3', Data_Fim_Negociacao => later(ymd($told), -500));
    register($dir, @rows);
    forms($dir, (ymd($told) =~ /^(\d+)/)[0], \@forms, \@securities, \@index);
    return;
}

# ---- filings ----

my @notices = (
    [ 'Fato Relevante', '', '', 'Aprovação do orçamento de capital' ], [ 'Comunicado ao Mercado', 'Outros Comunicados Não Considerados Fatos Relevantes', '', 'Esclarecimentos sobre questionamentos da B3' ],
    [ 'Aviso aos Acionistas', '', '', 'Pagamento de dividendos' ], [ 'Assembleia', 'AGO', 'Edital de Convocação', 'Assembleia geral ordinária' ], [ 'Reunião da Administração', 'Conselho de Administração', 'Ata', 'Eleição da diretoria' ],
    [ 'Dados Econômico-Financeiros', 'Press-release', '', 'Resultados do trimestre' ], [ 'Dados Econômico-Financeiros', 'Relatório da Administração', '', 'Relatório do exercício' ],
    [ 'Valores Mobiliários negociados e detidos', 'Posição Consolidada', '', 'Posição do mês' ], [ 'Estatuto Social', '', '', 'Estatuto consolidado' ], [ 'Carta Anual de Governança', '', '', 'Carta do exercício' ],
);

sub document_files {
    my ($dir, $told) = @_;
    my %years;
    for my $c (@companies) {
        my ($code, $tax_id, $name) = @$c;
        my $n = 0;
        for (my $day = $told - 1000; $day <= $told; $day += 23) {
            my $kind = $code == $debt_only && $n % 2 ? [ 'Aviso aos Debenturistas', '', '', 'Pagamento de juros da 2ª emissão' ] : $notices[($n + $code) % @notices];
            my $filed = ymd($day);
            next if $code == $merged && $day > $told - 500;
            push @{ $years{ substr $filed, 0, 4 } }, document_row($code, $tax_id, $name, $kind->[0], ymd($day - 3), $filed, sprintf('%06dIPE%s%02d', $code, $filed =~ s/-//gr, $n++),
                Tipo => $kind->[1], Especie => $kind->[2], Assunto => $kind->[3]);
        }
        my ($first, $again) = map { ymd($told - $_) } 60, 52;
        # A material fact that was filed twice.
        push @{ $years{ substr $_->[0], 0, 4 } }, document_row($code, $tax_id, $name, 'Fato Relevante', $first, $_->[0], sprintf('%06dIPE%sR%d', $code, $_->[0] =~ s/-//gr, $_->[1]),
            Assunto => 'Aquisição de participação "minoritária"', Versao => $_->[1], Tipo_Apresentacao => $_->[1] > 1 ? 'RE - Reapresentação Espontânea' : 'AP - Apresentação') for [ $first, 1 ], [ $again, 2 ];
    }
    documents($dir, $_, @{ $years{$_} }) for sort keys %years;
    return;
}

sub statement_files {
    my ($dir, $told) = @_;
    my %years;
    for my $c (@companies) {
        push @{ $years{ $_->{form} }{ substr $_->{date}, 0, 4 } }, $_ for filings($c, $told);
    }
    for my $form (sort keys %years) {
        statements($dir, $form, $_, @{ $years{$form}{$_} }) for sort keys %{ $years{$form} };
    }
    return;
}

# ---- offerings ----

sub offering_files {
    my ($dir, $told) = @_;
    my (@previous, @requests);
    my @kinds = ('DEBÊNTURES SIMPLES', 'AÇÕES ORDINÁRIAS', 'NOTAS PROMISSÓRIAS', 'CERTIFICADOS DE RECEBÍVEIS IMOBILIÁRIOS');
    my @new = ('Debêntures', 'Ações', 'Cotas de FII', 'Certificados de Recebíveis do Agronegócio', 'Notas Comerciais');
    my $n = 0;
    for my $c (@companies) {
        my ($code, $tax_id, $name) = @$c;
        $n++;
        push @previous, previous_row(Numero_Processo => "19957.00$n/2016-1", Tipo_Ativo => $kinds[$n % @kinds], CNPJ_Emissor => masked($tax_id), Nome_Emissor => $name, CNPJ_Lider => masked($companies[7][1]),
            Nome_Lider => 'BANCO FAROL S.A.', Serie => $n % 2 ? 'ÚNICA' : '1ª', Emissao => $n, Quantidade_Total => 100_000 * $n, Preco_Unitario => '1000', Valor_Total => 100_000_000 * $n . '.00',
            $n % 3 ? (Rito_Oferta => 'ICVM 476', Data_Dispensa_Oferta => "2016-0$_-15", Data_Encerramento_Oferta => "2016-0$_-28", Juros => 'DI + 2%')
            : (Modalidade_Oferta => 'ICVM 400', Numero_Registro_Oferta => "CVM/SRE/DEB/2016/00$n", Data_Registro_Oferta => "2016-0$_-10")) for 1 + $n % 9;
        next if $code == $merged;
        my $asked = $told - 31 * $n;
        my $pending = $n % 5 == 0;
        push @requests, request_row(20_000 + $n, Numero_Processo => "SRE/00$n/2026", Data_requerimento => ymd($asked), $pending ? () : (Data_Registro => ymd($asked + 9)),
            Status_Requerimento => $pending ? 'Aguardando Bookbuilding' : $n % 2 ? 'Oferta Encerrada' : 'Registro Concedido', $pending || $n % 2 == 0 ? () : (Data_Encerramento => ymd($asked + 25)),
            Valor_Mobiliario => $new[$n % @new], CNPJ_Emissor => masked($tax_id), Nome_Emissor => $name, CNPJ_Lider => masked($companies[7][1]), Nome_Lider => 'BANCO FAROL S.A.', Emissao => $n,
            Qtde_Total_Registrada => $pending ? 0 : 50_000 * $n, Valor_Total_Registrado => $pending ? '0.0' : 50_000_000 * $n . '.0', Publico_alvo => 'Profissional');
    }
    offerings($dir, \@previous, \@requests);
    return;
}

# company_files() - all files, as of the day @told.
sub company_files {
    my ($dir, $told, $rename_day) = @_;

    register_files($dir, $told, $rename_day);
    document_files($dir, $told);
    statement_files($dir, $told);
    offering_files($dir, $told);
    return;
}

1;
