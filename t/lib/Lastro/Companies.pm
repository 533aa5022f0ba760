# SPDX-License-Identifier: Apache-2.0
package Lastro::Companies;

# Makes files of companies in CVM's format: the register, registration forms, documents, statements, offerings.
# Rows give the columns that matter to a test; the other official columns are empty.
#
#	my $zip = statements($dir, 'DFP', 2025, { code => 12345, tax_id => $id, name => 'X S.A.', date => '2025-12-31',
#		filed => '2026-03-05', lines => [['3.01', 'Receita de Venda de Bens e/ou Serviços', '2025-01-01', '2025-12-31', '100']] });

use strict;
use warnings;
use utf8;

use Encode ();
use Exporter qw(import);
use IO::Compress::Zip qw($ZipError);
use Lastro::TaxId qw(masked);

our @EXPORT_OK = qw(csv archive file register register_row forms form_row security_row documents document_row statements members
	offerings previous_row request_row %columns %text);

our %columns = (
	register => 'CNPJ_CIA;DENOM_SOCIAL;DENOM_COMERC;DT_REG;DT_CONST;DT_CANCEL;MOTIVO_CANCEL;SIT;DT_INI_SIT;CD_CVM;SETOR_ATIV;TP_MERC;CATEG_REG;'
		. 'DT_INI_CATEG;SIT_EMISSOR;DT_INI_SIT_EMISSOR;CONTROLE_ACIONARIO;TP_ENDER;LOGRADOURO;COMPL;BAIRRO;MUN;UF;PAIS;CEP;DDD_TEL;TEL;DDD_FAX;FAX;'
		. 'EMAIL;TP_RESP;RESP;DT_INI_RESP;LOGRADOURO_RESP;COMPL_RESP;BAIRRO_RESP;MUN_RESP;UF_RESP;PAIS_RESP;CEP_RESP;DDD_TEL_RESP;TEL_RESP;'
		. 'DDD_FAX_RESP;FAX_RESP;EMAIL_RESP;CNPJ_AUDITOR;AUDITOR',
	index => 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;CATEG_DOC;ID_DOC;DT_RECEB;LINK_DOC',
	form => 'CNPJ_Companhia;Data_Referencia;Versao;ID_Documento;Nome_Empresarial;Data_Nome_Empresarial;Nome_Empresarial_Anterior;Data_Constituicao;'
		. 'Codigo_CVM;Data_Registro_CVM;Categoria_Registro_CVM;Data_Categoria_Registro_CVM;Situacao_Registro_CVM;Data_Situacao_Registro_CVM;'
		. 'Pais_Origem;Pais_Custodia_Valores_Mobiliarios;Setor_Atividade;Descricao_Atividade;Situacao_Emissor;Data_Situacao_Emissor;'
		. 'Especie_Controle_Acionario;Data_Especie_Controle_Acionario;Dia_Encerramento_Exercicio_Social;Mes_Encerramento_Exercicio_Social;'
		. 'Data_Alteracao_Exercicio_Social;Pagina_Web',
	security => 'CNPJ_Companhia;Data_Referencia;Versao;ID_Documento;Nome_Empresarial;Valor_Mobiliario;Sigla_Classe_Acao_Preferencial;'
		. 'Classe_Acao_Preferencial;Codigo_Negociacao;Composicao_BDR_Unit;Mercado;Sigla_Entidade_Administradora;Entidade_Administradora;'
		. 'Data_Inicio_Negociacao;Data_Fim_Negociacao;Segmento;Data_Inicio_Listagem;Data_Fim_Listagem',
	document => 'CNPJ_Companhia;Nome_Companhia;Codigo_CVM;Data_Referencia;Categoria;Tipo;Especie;Assunto;Data_Entrega;Tipo_Apresentacao;'
		. 'Protocolo_Entrega;Versao;Link_Download',
	balance => 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;GRUPO_DFP;MOEDA;ESCALA_MOEDA;ORDEM_EXERC;DT_FIM_EXERC;CD_CONTA;DS_CONTA;VL_CONTA;ST_CONTA_FIXA',
	flow => 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;GRUPO_DFP;MOEDA;ESCALA_MOEDA;ORDEM_EXERC;DT_INI_EXERC;DT_FIM_EXERC;CD_CONTA;DS_CONTA;VL_CONTA;ST_CONTA_FIXA',
	equity => 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;CD_CVM;GRUPO_DFP;MOEDA;ESCALA_MOEDA;ORDEM_EXERC;DT_INI_EXERC;DT_FIM_EXERC;COLUNA_DF;CD_CONTA;DS_CONTA;'
		. 'VL_CONTA;ST_CONTA_FIXA',
	capital => 'CNPJ_CIA;DT_REFER;VERSAO;DENOM_CIA;QT_ACAO_ORDIN_CAP_INTEGR;QT_ACAO_PREF_CAP_INTEGR;QT_ACAO_TOTAL_CAP_INTEGR;QT_ACAO_ORDIN_TESOURO;'
		. 'QT_ACAO_PREF_TESOURO;QT_ACAO_TOTAL_TESOURO',
	previous => 'Numero_Processo;Numero_Registro_Oferta;Tipo_Oferta;Tipo_Componente_Oferta_Mista;Tipo_Ativo;CNPJ_Emissor;Nome_Emissor;CNPJ_Lider;'
		. 'Nome_Lider;Nome_Vendedor;CNPJ_Ofertante;Nome_Ofertante;Rito_Oferta;Modalidade_Oferta;Modalidade_Registro;Modalidade_Dispensa_Registro;'
		. 'Data_Abertura_Processo;Data_Protocolo;Data_Dispensa_Oferta;Data_Registro_Oferta;Data_Inicio_Oferta;Data_Encerramento_Oferta;Emissao;'
		. 'Classe_Ativo;Serie;Especie_Ativo;Forma_Ativo;Data_Emissao;Data_Vencimento;Quantidade_Sem_Lote_Suplementar;Quantidade_No_Lote_Suplementar;'
		. 'Quantidade_Total;Preco_Unitario;Valor_Total;Oferta_Inicial;Oferta_Incentivo_Fiscal;Oferta_Regime_Fiduciario;Atualizacao_Monetaria;Juros;'
		. 'Projeto_Audiovisual;Tipo_Societario_Emissor;Tipo_Fundo_Investimento;Ultimo_Comunicado;Data_Comunicado;Nr_Pessoa_Fisica;Qtd_Pessoa_Fisica',
	request => 'Numero_Requerimento;Rito_Requerimento;Numero_Processo;Data_requerimento;Data_Registro;Data_Encerramento;Status_Requerimento;'
		. 'Valor_Mobiliario;Tipo_requerimento;Bookbuilding;CNPJ_Emissor;Nome_Emissor;CNPJ_Lider;Nome_Lider;Grupo_Coordenador;Tipo_Oferta;Emissao;'
		. 'Qtde_Total_Registrada;Valor_Total_Registrado;Oferta_inicial;Oferta_vasos_comunicantes;Publico_alvo;Destinacao_recursos;'
		. 'Data_deliberacao_aprovou_oferta;Mercado_negociacao;Regime_distribuicao;Num_Invest_Pessoa_Natural;Qtde_VM_Pessoa_Natural',
);

# Texts of the standard plan of accounts.
our %text = ('1' => 'Ativo Total', '1.01.01' => 'Caixa e Equivalentes de Caixa', '1.01.02' => 'Aplicações Financeiras', '2' => 'Passivo Total',
	'2.01.04' => 'Empréstimos e Financiamentos', '2.02.01' => 'Empréstimos e Financiamentos', '2.03' => 'Patrimônio Líquido Consolidado',
	'3.01' => 'Receita de Venda de Bens e/ou Serviços', '3.05' => 'Resultado Antes do Resultado Financeiro e dos Tributos',
	'3.11' => 'Lucro/Prejuízo Consolidado do Período', '6.01' => 'Caixa Líquido Atividades Operacionais',
	'6.02.01' => 'Aquisição de imobilizado e intangível', '7.04.01' => 'Depreciação, Amortização e Exaustão');

# csv() - Windows-1252, unquoted; rows as hashes by column, missing columns are empty.
sub csv {
	my ($columns, @rows) = @_;
	my @columns = split /;/, $columns;

	return Encode::encode('cp1252', join '', map { "$_\n" } join(';', @columns),
		map { my $row = $_; join ';', map { $row->{$_} // '' } @columns } @rows);
}

# archive() - a zip of members, name => bytes, at @path.
sub archive {
	my ($path, @members) = @_;
	my $z;

	while (my ($member, $bytes) = splice @members, 0, 2) {
		$z ? $z->newStream(Name => $member) : ($z = IO::Compress::Zip->new($path, Name => $member) or die $ZipError);
		$z->print($bytes);
	}
	$z->close;
	return $path;
}

sub file {
	my ($path, $bytes) = @_;

	open my $out, '>:raw', $path or die "$path: $!";
	print {$out} $bytes;
	close $out or die "$path: $!";
	return $path;
}

# ---- the register ----

sub register_row {
	my ($code, $tax_id, $name, %more) = @_;

	return { CNPJ_CIA => masked($tax_id), DENOM_SOCIAL => $name, DT_REG => '2001-02-03', SIT => 'ATIVO', CD_CVM => $code, SETOR_ATIV => 'Máquinas',
		TP_MERC => 'BOLSA', CATEG_REG => 'Categoria A', SIT_EMISSOR => 'FASE OPERACIONAL', CONTROLE_ACIONARIO => 'PRIVADO', %more };
}

sub register { my ($dir, @rows) = @_; return file("$dir/cad_cia_aberta.csv", csv($columns{register}, @rows)) }

# ---- registration forms ----

sub form_row {
	my ($code, $tax_id, $name, $date, %more) = @_;

	return { CNPJ_Companhia => masked($tax_id), Data_Referencia => $date, Versao => 1, ID_Documento => $code, Nome_Empresarial => $name,
		Codigo_CVM => sprintf('%06d', $code), Situacao_Registro_CVM => 'Ativo', Categoria_Registro_CVM => 'Categoria A',
		Dia_Encerramento_Exercicio_Social => 31, Mes_Encerramento_Exercicio_Social => 12, %more };
}

sub security_row {
	my ($tax_id, $date, $ticker, %more) = @_;

	return { CNPJ_Companhia => masked($tax_id), Data_Referencia => $date, Versao => 1, Valor_Mobiliario => 'Ações Ordinárias', Codigo_Negociacao => $ticker,
		Mercado => 'Bolsa', Data_Inicio_Negociacao => '2001-02-03', Segmento => 'Novo Mercado', %more };
}

# forms() - the archive of a year, from rows of forms, of securities and of the index.
sub forms {
	my ($dir, $year, $forms, $securities, $index) = @_;

	return archive("$dir/fca_cia_aberta_$year.zip", "fca_cia_aberta_dri_$year.csv" => "CPF;NOME\n1;X\n",
		"fca_cia_aberta_valor_mobiliario_$year.csv" => csv($columns{security}, @$securities),
		$index ? ("fca_cia_aberta_$year.csv" => csv($columns{index}, @$index)) : (),
		"fca_cia_aberta_geral_$year.csv" => csv($columns{form}, @$forms));
}

# ---- documents ----

sub document_row {
	my ($code, $tax_id, $name, $category, $reference, $delivered, $protocol, %more) = @_;

	return { CNPJ_Companhia => masked($tax_id), Nome_Companhia => $name, Codigo_CVM => $code, Data_Referencia => $reference, Categoria => $category,
		Data_Entrega => $delivered, Tipo_Apresentacao => 'AP - Apresentação', Protocolo_Entrega => $protocol, Versao => 1,
		Link_Download => "https://www.rad.cvm.gov.br/ENET/frmDownloadDocumento.aspx?Tela=ext&numSequencia=1&numProtocolo=" . ($protocol =~ s/\D//gr), %more };
}

sub documents { my ($dir, $year, @rows) = @_; return archive("$dir/ipe_cia_aberta_$year.zip", "ipe_cia_aberta_$year.csv" => csv($columns{document}, @rows)) }

# ---- statements ----

my %kind = (1 => 'BPA', 2 => 'BPP', 3 => 'DRE', 4 => 'DRA', 5 => 'DMPL', 6 => 'DFC_MI', 7 => 'DVA');
my %title = (BPA => 'Balanço Patrimonial Ativo', BPP => 'Balanço Patrimonial Passivo', DRE => 'Demonstração do Resultado',
	DRA => 'Demonstração de Resultado Abrangente', DMPL => 'Demonstração das Mutações do Patrimônio Líquido',
	DFC_MI => 'Demonstração do Fluxo de Caixa (Método Indireto)', DFC_MD => 'Demonstração do Fluxo de Caixa (Método Direto)',
	DVA => 'Demonstração de Valor Adicionado');

# A line is [account, text or undef, start or undef, end, value, 'P' for the comparison, column of DMPL].
sub line_row {
	my ($f, $scope, $kind, $line) = @_;
	my ($account, $text, $start, $end, $value, $order, $column) = @$line;

	return { CNPJ_CIA => masked($f->{tax_id}), DT_REFER => $f->{date}, VERSAO => $f->{version} // 1, DENOM_CIA => $f->{name}, CD_CVM => sprintf('%06d', $f->{code}),
		GRUPO_DFP => ($scope eq 'con' ? 'DF Consolidado - ' : 'DF Individual - ') . $title{$kind}, MOEDA => $f->{currency} // 'REAL',
		ESCALA_MOEDA => $f->{scale} // 'MIL', ORDEM_EXERC => $order ? 'PENÚLTIMO' : 'ÚLTIMO', DT_INI_EXERC => $start, DT_FIM_EXERC => $end,
		CD_CONTA => $account, DS_CONTA => $text // $text{$account} // 'Conta', VL_CONTA => "$value" =~ /\./ ? $value : "$value.0000000000",
		ST_CONTA_FIXA => 'S', COLUNA_DF => $column };
}

# members() - the members of an archive, name => bytes.  A filing is {code, tax_id, name, date, version, filed, scope, lines,
# capital, direct}; direct: cash flow by the direct method.
sub members {
	my ($form, $year, @filings) = @_;
	my $prefix = lc($form) . '_cia_aberta';
	my (%rows, @index, @capital);

	for my $f (@filings) {
		my $scope = $f->{scope} // 'con';
		push @index, { CNPJ_CIA => masked($f->{tax_id}), DT_REFER => $f->{date}, VERSAO => $f->{version} // 1, DENOM_CIA => $f->{name},
			CD_CVM => sprintf('%06d', $f->{code}), CATEG_DOC => $form, ID_DOC => $f->{id} // join('', $f->{code}, $f->{date} =~ s/-//gr, $f->{version} // 1),
			DT_RECEB => $f->{filed}, LINK_DOC => 'http://www.rad.cvm.gov.br/ENETCONSULTA/frmGerenciaPaginaFRE.aspx?NumeroSequencialDocumento=1' }
			if $f->{filed} && !$f->{no_index};
		for my $line (@{ $f->{lines} // [] }) {
			my $kind = $f->{direct} && $line->[0] =~ /^6/ ? 'DFC_MD' : $kind{ substr $line->[0], 0, 1 };
			push @{ $rows{"${kind}_$scope"} }, line_row($f, $scope, $kind, $line);
		}
		push @capital, { CNPJ_CIA => masked($f->{tax_id}), DT_REFER => $f->{date}, VERSAO => $f->{version} // 1, DENOM_CIA => $f->{name},
			QT_ACAO_ORDIN_CAP_INTEGR => $f->{capital}[0], QT_ACAO_PREF_CAP_INTEGR => $f->{capital}[1],
			QT_ACAO_TOTAL_CAP_INTEGR => $f->{capital}[0] + $f->{capital}[1], QT_ACAO_ORDIN_TESOURO => 0, QT_ACAO_PREF_TESOURO => 0,
			QT_ACAO_TOTAL_TESOURO => 0 } if $f->{capital};
	}
	return ((map { my $columns = /^BP/ ? 'balance' : /^DMPL/ ? 'equity' : 'flow'; ("${prefix}_${_}_$year.csv" => csv($columns{$columns}, @{ $rows{$_} })) } sort keys %rows),
		@index ? ("${prefix}_$year.csv" => csv($columns{index}, @index)) : (),
		@capital ? ("${prefix}_composicao_capital_$year.csv" => csv($columns{capital}, @capital)) : ());
}

sub statements { my ($dir, $form, $year, @filings) = @_; return archive("$dir/" . lc($form) . "_cia_aberta_$year.zip", members($form, $year, @filings)) }

# ---- offerings ----

sub previous_row { my (%row) = @_; return { Tipo_Oferta => 'PRIMARIA', %row } }
sub request_row { my ($number, %row) = @_; return { Numero_Requerimento => $number, Rito_Requerimento => 'Automático', Tipo_Oferta => 'PRIMARIA', %row } }

# offerings() - an archive of both members; one without rows is left out.
sub offerings {
	my ($dir, $previous, $requests) = @_;

	return archive("$dir/oferta_distribuicao.zip", $previous ? ('oferta_distribuicao.csv' => csv($columns{previous}, @$previous)) : (),
		$requests ? ('oferta_resolucao_160.csv' => csv($columns{request}, @$requests)) : ());
}

1;
