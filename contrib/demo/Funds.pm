# SPDX-License-Identifier: Apache-2.0
#
# Funds.pm: the demonstration's funds in the format of CVM: registers of both regimes, fees, daily quotas,
# monthly portfolios.  One fund holds another one, which holds shares and a debenture.

package Funds;

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Exporter 'import';
use Lastro::TaxId qw(masked);
use Market qw(day_of level ymd);
use POSIX ();
use TaxIds qw(tax_id);

our @EXPORT_OK = qw(fund_files funds fund_price);

# key => [tax id, name, ANBIMA's class, fee, fund of funds, first quota, drift, swing]
my %fund = (
    feeder => [ tax_id('feeder'), 'LASTRO HORIZONTE FIC DE CLASSES', 'Multimercados Livre', '2.00', 'S', 1.8, 0.10, 0.004 ],
    master => [ tax_id('master'), 'LASTRO HORIZONTE MASTER', 'Multimercados Livre', '0.10', 'N', 12, 0.12, 0.004 ],
    shares => [ tax_id('shares'), 'MARÉ AÇÕES', 'Ações Livre', '4.00', 'N', 5.5, 0.11, 0.009 ],
    credit => [ tax_id('credit'), 'SOL RENDA FIXA SIMPLES', 'Renda Fixa Simples', '0.20', 'N', 2.4, 0.115, 0.0003 ],
    silent => [ tax_id('silent'), 'NÉVOA MACRO', 'Multimercados Macro', '1.50', 'N', 3.1, 0.08, 0.005 ],
    old    => [ tax_id('old'), 'VELHO MARUJO FIA', 'Ações Livre', '', 'N', 44, 0.07, 0.010 ],
);
# The peers whose fees give a median.
my %peer_fees = ('Ações Livre' => [ 0.9, 1.2, 1.5, 1.8, 2.0, 2.2 ], 'Renda Fixa Simples' => [ 0.1, 0.2, 0.3, 0.4, 0.5 ]);
my $administrator = tax_id('administrator');
my $manager = tax_id('manager');
# A fund's net assets at its start, in reais, and the number of its quota holders.
my %began = (feeder => [ 30_000_000, 900 ], master => [ 120_000_000, 12 ], shares => [ 50_000_000, 2400 ], credit => [ 70_000_000, 5100 ],
    silent => [ 18_000_000, 310 ], old => [ 9_000_000, 75 ]);

sub funds { return map { $_ => $fund{$_}[0] } keys %fund }
sub fund_price {
    my ($key, $n) = @_;
    return sprintf '%.8f', level("fund $key", @{ $fund{$key} }[5 .. 7], $n);
}

sub csv {
    my ($columns, @rows) = @_;
    my @columns = split ' ', $columns;
    return encode('cp1252', join '', map { "$_\r\n" } join(';', @columns),
        map { my $row = $_; join ';', map { $row->{$_} // '' } @columns } @rows);
}

# ---- registers ----

sub registers {
    my $working = 'Em Funcionamento Normal';
    my (@funds, @classes, @fees);
    my $id = 0;
    my $add = sub {
        my ($tax_id, $name, $class, $fee, $of_funds) = @_;
        $id++;
        push @funds, { ID_Registro_Fundo => $id, CNPJ_Fundo => $tax_id, Data_Registro => '2019-01-02', Denominacao_Social => $name,
            Situacao => $working, CNPJ_Administrador => $administrator, Administrador => 'FAROL DTVM S.A.',
            Tipo_Pessoa_Gestor => 'PJ', CPF_CNPJ_Gestor => $manager, Gestor => 'HORIZONTE GESTÃO DE RECURSOS LTDA' };
        push @classes, { ID_Registro_Fundo => $id, ID_Registro_Classe => 100 + $id, CNPJ_Classe => $tax_id, Data_Registro => '2019-01-02',
            Denominacao_Social => $name, Situacao => $working, Classe_Cotas => $of_funds, Classificacao_Anbima => $class };
        push @fees, { CNPJ_FUNDO_CLASSE => masked($tax_id), DENOM_SOCIAL => $name, DT_COMPTC => '2025-06-30', CLASSE_ANBIMA => $class,
            FUNDO_COTAS => $of_funds, TAXA_ADM => $fee } if length $fee;
    };
    $add->(@{ $fund{$_} }[0 .. 4]) for grep { $_ ne 'old' } sort keys %fund;
    my $n = 0;
    for my $class (sort keys %peer_fees) {
        $add->(tax_id('peer ' . ++$n), "PAR $n", $class, $_, 'N') for @{ $peer_fees{$class} };
    }
    my @old = { CNPJ_FUNDO => masked($fund{old}[0]), DENOM_SOCIAL => $fund{old}[1], SIT => 'EM FUNCIONAMENTO NORMAL', DT_REG => '2003-04-30',
        FUNDO_COTAS => 'N', TAXA_ADM => '', CNPJ_ADMIN => masked($administrator), ADMIN => 'FAROL DTVM S.A.', CLASSE_ANBIMA => 'Ações Livre',
        TP_FUNDO => 'FI' };
    return (
        'registro_fundo.csv' => csv('ID_Registro_Fundo CNPJ_Fundo Codigo_CVM Data_Registro Data_Constituicao Tipo_Fundo Denominacao_Social '
            . 'Data_Cancelamento Situacao Data_Inicio_Situacao Data_Adaptacao_RCVM175 Data_Inicio_Exercicio_Social Data_Fim_Exercicio_Social '
            . 'Patrimonio_Liquido Data_Patrimonio_Liquido Diretor CNPJ_Administrador Administrador Tipo_Pessoa_Gestor CPF_CNPJ_Gestor Gestor', @funds),
        'registro_classe.csv' => csv('ID_Registro_Fundo ID_Registro_Classe CNPJ_Classe Codigo_CVM Data_Registro Data_Constituicao Data_Inicio '
            . 'Tipo_Classe Denominacao_Social Situacao Data_Inicio_Situacao Classificacao Indicador_Desempenho Classe_Cotas Classificacao_Anbima '
            . 'Tributacao_Longo_Prazo Entidade_Investimento Permitido_Aplicacao_CemPorCento_Exterior Classe_ESG Forma_Condominio Exclusivo '
            . 'Publico_Alvo Patrimonio_Liquido Data_Patrimonio_Liquido CNPJ_Auditor Auditor CNPJ_Custodiante Custodiante CNPJ_Controlador '
            . 'Controlador', @classes),
        'cad_fi.csv' => csv('TP_FUNDO CNPJ_FUNDO DENOM_SOCIAL DT_REG DT_CONST CD_CVM DT_CANCEL SIT DT_INI_SIT DT_INI_ATIV DT_INI_EXERC '
            . 'DT_FIM_EXERC CLASSE DT_INI_CLASSE RENTAB_FUNDO CONDOM FUNDO_COTAS FUNDO_EXCLUSIVO TRIB_LPRAZO PUBLICO_ALVO ENTID_INVEST '
            . 'TAXA_PERFM INF_TAXA_PERFM TAXA_ADM INF_TAXA_ADM VL_PATRIM_LIQ DT_PATRIM_LIQ DIRETOR CNPJ_ADMIN ADMIN PF_PJ_GESTOR '
            . 'CPF_CNPJ_GESTOR GESTOR CNPJ_AUDITOR AUDITOR CNPJ_CUSTODIANTE CUSTODIANTE CNPJ_CONTROLADOR CONTROLADOR INVEST_CEMPR_EXTER '
            . 'CLASSE_ANBIMA', @old),
        'extrato_fi.csv' => csv('TP_FUNDO_CLASSE CNPJ_FUNDO_CLASSE DENOM_SOCIAL DT_COMPTC CLASSE_ANBIMA FUNDO_COTAS TAXA_ADM '
            . 'TAXA_CUSTODIA_MAX', @fees),
    );
}

# ---- quotas, a file a year ----

sub quotas {
    my (@days) = @_;
    my %rows;
    for my $key (sort keys %fund) {
        my ($worth, $holders) = @{ $began{$key} };
        for my $day (@days) {
            my $quota = fund_price($key, $day);
            push @{ $rows{ (ymd($day) =~ /^(\d+)/)[0] } }, { TP_FUNDO_CLASSE => 'CLASSES - FIF', CNPJ_FUNDO_CLASSE => masked($fund{$key}[0]),
                DT_COMPTC => ymd($day), VL_TOTAL => '1.00', VL_QUOTA => $quota, VL_PATRIM_LIQ => sprintf('%.2f', $worth * $quota / $fund{$key}[5]),
                NR_COTST => $holders + $day % 7 };
        }
    }
    return map { ("inf_diario_fi_$_.csv" => csv('TP_FUNDO_CLASSE CNPJ_FUNDO_CLASSE ID_SUBCLASSE DT_COMPTC VL_TOTAL VL_QUOTA VL_PATRIM_LIQ '
        . 'CAPTC_DIA RESG_DIA NR_COTST', @{ $rows{$_} })) } sort keys %rows;
}

# ---- portfolios of the last disclosed month ----

sub month_end_before {
    my ($n) = @_;
    $n-- until ymd($n) =~ /-01$/;
    return $n - 1;
}

sub portfolios {
    my ($today) = @_;
    my $day = ymd(month_end_before($today - 20));
    (my $month = $day) =~ s/^(\d+)-(\d+)-\d+$/$1$2/;
    my $at = sub {
        my ($key, $kind, $value, %more) = @_;
        return { CNPJ_FUNDO_CLASSE => masked($fund{$key}[0]), DENOM_SOCIAL => $fund{$key}[1], DT_COMPTC => $day, TP_APLIC => $kind,
            VL_MERC_POS_FINAL => $value, %more };
    };
    my $common = 'TP_FUNDO_CLASSE CNPJ_FUNDO_CLASSE DENOM_SOCIAL DT_COMPTC TP_APLIC TP_ATIVO EMISSOR_LIGADO TP_NEGOC QT_VENDA_NEGOC '
        . 'VL_VENDA_NEGOC QT_AQUIS_NEGOC VL_AQUIS_NEGOC QT_POS_FINAL VL_MERC_POS_FINAL VL_CUSTO_POS_FINAL DT_CONFID_APLIC';
    my $head = 'TP_FUNDO_CLASSE CNPJ_FUNDO_CLASSE DENOM_SOCIAL DT_COMPTC';
    return (
        "cda_fi_BLC_1_$month.csv" => csv("$common TP_TITPUB CD_ISIN CD_SELIC DT_EMISSAO DT_VENC",
            $at->('credit', 'Títulos Públicos', '95000000.00', CD_SELIC => '210100'),
            $at->('feeder', 'Títulos Públicos', '2000000.00', CD_SELIC => '210100')),
        "cda_fi_BLC_2_$month.csv" => csv("$common CNPJ_FUNDO_CLASSE_COTA NM_FUNDO_CLASSE_SUBCLASSE_COTA ID_SUBCLASSE",
            $at->('feeder', 'Cotas de Fundos', '48000000.00', CNPJ_FUNDO_CLASSE_COTA => masked($fund{master}[0]))),
        "cda_fi_BLC_4_$month.csv" => csv("$common CD_ATIVO DS_ATIVO CD_ISIN DT_INI_VIGENCIA DT_FIM_VIGENCIA",
            $at->('master', 'Ações', '60000000.00', CD_ATIVO => 'PADA3'), $at->('master', 'Ações', '30000000.00', CD_ATIVO => 'SELA3'),
            $at->('master', 'Debêntures', '50000000.00', CD_ATIVO => 'PADA11', QT_POS_FINAL => '48500'),
            $at->('shares', 'Ações', '40000000.00', CD_ATIVO => 'CAJU4'),
            $at->('shares', 'Ações e outros TVM cedidos em empréstimo', '5000000.00', CD_ATIVO => 'CAJU4'),
            $at->('shares', 'Ações', '25000000.00', CD_ATIVO => 'RIOX3'),
            $at->('shares', 'Obrigações por ações e outros TVM recebidos em empréstimo', '-4000000.00', CD_ATIVO => 'VENT3')),
        "cda_fi_PL_$month.csv" => csv("$head VL_PATRIM_LIQ", $at->('feeder', undef, undef, VL_PATRIM_LIQ => '50000000.00'),
            $at->('master', undef, undef, VL_PATRIM_LIQ => '200000000.00'), $at->('credit', undef, undef, VL_PATRIM_LIQ => '100000000.00')),
        "cda_fi_CONFID_$month.csv" => csv("$head TP_APLIC VL_VENDA_NEGOC VL_AQUIS_NEGOC VL_MERC_POS_FINAL VL_CUSTO_POS_FINAL DT_CONFID_APLIC",
            $at->('master', 'Ações', '12000000.00')),
    );
}

# fund_files() - name => bytes; @days are the sessions before today.
sub fund_files {
    my ($today, @days) = @_;
    return (registers(), quotas(@days), portfolios($today));
}

1;
