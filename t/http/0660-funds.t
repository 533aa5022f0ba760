#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro load of CVM's files of funds: registers of two regimes, fees of three formats, quotas, monthly portfolios; and
# the statements that costs and look-through use.

use strict;
use warnings;
use utf8;
use Encode ();
use IO::Compress::Zip qw($ZipError);
use Test::More;
use Lastro::TaxId qw(cnpj masked);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew slurp shared_dir);

my $t = Lastro::Test->new;
my $dir = $t->dir;

sub load { return $t->lastro_json('load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub refusals { return map { "$_->{line}: $_->{reason}" } @{ $_[0]{refusals} } }
sub text { return Encode::decode('UTF-8', $t->sql($_[0])) }

sub twice {
	my ($want, $name, @arguments) = @_;
	my $first = load(@arguments);
	my ($read, $written, $unchanged, @rest) = split / /, $want;

	is counts($first), $want, $name;
	is counts(load(@arguments)), join(' ', $read, 0, $written + $unchanged, @rest), "$name: and again nothing";
	return $first;
}

sub refused_like {
	my ($pattern, $name, @arguments) = @_;
	my $what = q(select (select count(*) from load_log) || '/' || (select count(*) from quote) || '/' || (select count(*) from fund)
		|| '/' || (select count(*) from fund_holding) || '/' || (select count(*) from fund_fee));
	my $before = $t->sql($what);
	my $r = $t->lastro('load', @arguments);

	is $r->{status}, 1, "$name: exit status 1";
	like Encode::decode('UTF-8', $r->{err}), $pattern, "$name: and why";
	is $t->sql($what), $before, "$name: nothing is written";
}

# ---- files in CVM's format ----

# csv() - Windows-1252, unquoted, CRLF; rows as hashes by column, missing columns are empty.
sub csv {
	my ($columns, @rows) = @_;
	my @columns = split /[ ;]/, $columns;

	return Encode::encode('cp1252', join '', map { "$_\r\n" } join(';', @columns),
		map { my $row = $_; join ';', map { $row->{$_} // '' } @columns } @rows);
}

sub file { my ($name, @csv) = @_; spew("$dir/$name", csv(@csv)); return "$dir/$name" }

# archive() - a zip of members, name => bytes.
sub archive {
	my ($name, @members) = @_;
	my $z;

	while (my ($member, $bytes) = splice @members, 0, 2) {
		$z ? $z->newStream(Name => $member) : ($z = IO::Compress::Zip->new("$dir/$name", Name => $member) or die $ZipError);
		$z->print($bytes);
	}
	$z->close;
	return "$dir/$name";
}

my ($alfa, $beta, $gama, $delta, $velho, $mestre) = map { cnpj("0${_}1112220001") } 1 .. 6;
my $admin = cnpj('998887770001');
my $normal = 'Em Funcionamento Normal';

# ---- the register since RCVM 175 ----

my $fund_columns = 'ID_Registro_Fundo CNPJ_Fundo Codigo_CVM Data_Registro Data_Constituicao Tipo_Fundo Denominacao_Social Data_Cancelamento Situacao '
	. 'Data_Inicio_Situacao Data_Adaptacao_RCVM175 Data_Inicio_Exercicio_Social Data_Fim_Exercicio_Social Patrimonio_Liquido Data_Patrimonio_Liquido '
	. 'Diretor CNPJ_Administrador Administrador Tipo_Pessoa_Gestor CPF_CNPJ_Gestor Gestor';
my $class_columns = 'ID_Registro_Fundo ID_Registro_Classe CNPJ_Classe Codigo_CVM Data_Registro Data_Constituicao Data_Inicio Tipo_Classe Denominacao_Social '
	. 'Situacao Data_Inicio_Situacao Classificacao Indicador_Desempenho Classe_Cotas Classificacao_Anbima Tributacao_Longo_Prazo Entidade_Investimento '
	. 'Permitido_Aplicacao_CemPorCento_Exterior Classe_ESG Forma_Condominio Exclusivo Publico_Alvo Patrimonio_Liquido Data_Patrimonio_Liquido CNPJ_Auditor '
	. 'Auditor CNPJ_Custodiante Custodiante CNPJ_Controlador Controlador';
my $subclass_columns = 'ID_Registro_Classe ID_Subclasse Codigo_CVM Data_Constituicao Data_Inicio Denominacao_Social Situacao Data_Inicio_Situacao '
	. 'Forma_Condominio Exclusivo Publico_Alvo Previdenciario Exclusivo_INR Exclusivo_Previdencia_Complementar';

sub fund_row {
	my ($id, $tax_id, $name, %more) = @_;
	return { ID_Registro_Fundo => $id, CNPJ_Fundo => $tax_id + 0, Data_Registro => '2024-01-02', Denominacao_Social => $name, Situacao => $normal,
		CNPJ_Administrador => $admin, Administrador => 'BANCO ÁGIO – DTVM S.A.', %more };
}
sub class_row {
	my ($id, $fund, $tax_id, $name, %more) = @_;
	return { ID_Registro_Classe => $id, ID_Registro_Fundo => $fund, CNPJ_Classe => $tax_id + 0, Data_Registro => '2024-01-02', Denominacao_Social => $name,
		Situacao => $normal, Classe_Cotas => 'N', Classificacao_Anbima => 'Ações Livre', %more };
}

my @funds = (
	fund_row(1, $alfa, 'ALFA FUNDO'),
	fund_row(2, $beta, 'BETA FUNDO', Administrador => 'OUTRO ADMINISTRADOR', Situacao => 'Cancelado', Data_Registro => '2025-01-02'),
	fund_row(2, $beta, 'BETA FUNDO'),
	fund_row(3, $mestre, 'MESTRE "AÇÕES" FUNDO', Administrador => ''),
	fund_row(4, '123', 'NINGUÉM'),
);
my @classes = (class_row(11, 1, $alfa, 'ALFA “AÇÕES” FIC', Classe_Cotas => 'S'), class_row(12, 2, $beta, 'BETA AÇÕES'));
my $register = archive('registro_fundo_classe.zip', 'registro_classe.csv' => csv($class_columns, @classes), 'registro_fundo.csv' => csv($fund_columns, @funds),
	'leia-me.txt' => 'x', 'registro_subclasse.csv' => csv($subclass_columns, { ID_Registro_Classe => 11, ID_Subclasse => 'AB12', Denominacao_Social => 'ALFA VAREJO', Situacao => $normal }));

my $r = twice('8 6 0 1 1', 'funds: three files of one zip, one id twice, one tax id that is none', 'funds', $register);
is_deeply [refusals($r)], ['6: registro_fundo.csv: CNPJ inválido: 123'], 'funds: the row, its file and the reason';
is_deeply $r->{warnings}, ['1 linhas repetem a chave de outra; ficou uma de cada.'], 'funds: every column of the official headers is known';
is text('select tax_id, name, active, is_fic, anbima_class, administrator from fund order by tax_id'), join("\n",
	"$alfa\tALFA “AÇÕES” FIC\tt\tt\tAções Livre\tBANCO ÁGIO – DTVM S.A.", "$beta\tBETA AÇÕES\tt\tf\tAções Livre\tBANCO ÁGIO – DTVM S.A.",
	"$mestre\tMESTRE \"AÇÕES\" FUNDO\tt\tf\t\t"), 'funds: tax ids padded, quotes are letters, of an id twice the row that works; a class with its administrator';
is text(q(select symbol, asset_type, name from instrument where venue = 'fund' order by symbol)), join("\n",
	"$alfa\tfund\tALFA “AÇÕES” FIC", "$alfa:AB12\tfund\tALFA VAREJO", "$beta\tfund\tBETA AÇÕES", "$mestre\tfund\tMESTRE \"AÇÕES\" FUNDO"),
	'funds: what is held has a name';
is $t->sql(q(select count(*) from symbol_version where venue = 'fund' and version = 1)), 4, 'funds: names stamp their symbols';
is $t->sql(q(select version from market_version where family = 'reference')), 1, 'funds: and are one version of the reference';

# ---- the old register ----

my $old_columns = 'TP_FUNDO CNPJ_FUNDO DENOM_SOCIAL DT_REG DT_CONST CD_CVM DT_CANCEL SIT DT_INI_SIT DT_INI_ATIV DT_INI_EXERC DT_FIM_EXERC CLASSE DT_INI_CLASSE '
	. 'RENTAB_FUNDO CONDOM FUNDO_COTAS FUNDO_EXCLUSIVO TRIB_LPRAZO PUBLICO_ALVO ENTID_INVEST TAXA_PERFM INF_TAXA_PERFM TAXA_ADM INF_TAXA_ADM VL_PATRIM_LIQ '
	. 'DT_PATRIM_LIQ DIRETOR CNPJ_ADMIN ADMIN PF_PJ_GESTOR CPF_CNPJ_GESTOR GESTOR CNPJ_AUDITOR AUDITOR CNPJ_CUSTODIANTE CUSTODIANTE CNPJ_CONTROLADOR '
	. 'CONTROLADOR INVEST_CEMPR_EXTER CLASSE_ANBIMA';
sub old_row {
	my ($tax_id, $name, $status, $registered, %more) = @_;
	return { CNPJ_FUNDO => masked($tax_id), DENOM_SOCIAL => $name, SIT => $status, DT_REG => $registered, FUNDO_COTAS => 'N', TAXA_ADM => '1.5',
		CNPJ_ADMIN => masked($admin), ADMIN => 'BANCO VELHO', CLASSE_ANBIMA => 'Ações Livre', DIRETOR => 'UMA PESSOA', %more };
}
my @old = (
	old_row($velho, 'VELHO CANCELADO', 'CANCELADA', '2020-01-02'),
	old_row($velho, 'VELHO FIA', 'EM FUNCIONAMENTO NORMAL', '2003-04-30'),
	old_row($velho, 'VELHO ANTERIOR', 'EM FUNCIONAMENTO NORMAL', '2001-04-30'),
	old_row($alfa, 'ALFA ANTES', 'CANCELADA', '2003-04-30', TAXA_ADM => '3'),
	old_row($delta, 'DELTA', 'EM FUNCIONAMENTO NORMAL', '2003-04-30', TAXA_ADM => '9999.99'),
	old_row($gama, 'GAMA', 'EM FUNCIONAMENTO NORMAL', '31/02/2003'),
);
$r = twice('6 3 0 2 1', 'funds-old: of a fund that registered again the row that works, then the newest', 'funds-old', file('cad_fi.csv', $old_columns, @old));
is_deeply [refusals($r)], ['7: data de registro inválida: 31/02/2003'], 'funds-old: the row and the reason';
is_deeply $r->{warnings}, ['2 linhas repetem a chave de outra; ficou uma de cada.', '1 taxas não são de 0 a 100 % ao ano: ficaram desconhecidas.'], 'funds-old: a fee that is none';
is text("select tax_id, name, fee, active, administrator from fund where tax_id in ('$alfa', '$velho', '$delta') order by tax_id"), join("\n",
	"$alfa\tALFA “AÇÕES” FIC\t3.00000000\tt\tBANCO ÁGIO – DTVM S.A.", "$delta\tDELTA\t\tt\tBANCO VELHO", "$velho\tVELHO FIA\t1.50000000\tt\tBANCO VELHO"),
	'funds-old: the new register comes first, the old one fills what it has not';
unlike $t->sql(q(select string_agg(f::text, '') from fund_legacy f)), qr/UMA PESSOA/, 'funds-old: and no name of a person';

# ---- fees ----

# The official header, if available; else the columns that matter.
sub fee_columns {
	my ($era, $otherwise) = @_;
	my $file = (shared_dir() // '') . "/data/cvm_headers/extrato_fi$era.csv";

	return -f $file ? slurp($file) =~ s/\s+\z//r : $otherwise;
}
my $needed = 'DENOM_SOCIAL;DT_COMPTC;CLASSE_ANBIMA;FUNDO_COTAS;TAXA_ADM;TAXA_CUSTODIA_MAX';
my $now_columns = fee_columns('_header', "TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;$needed");
sub fee_row {
	my ($tax_id, $day, $fee, %more) = @_;
	return { CNPJ_FUNDO_CLASSE => masked($tax_id), CNPJ_FUNDO => masked($tax_id), DENOM_SOCIAL => "FUNDO $tax_id", DT_COMPTC => $day, TAXA_ADM => $fee,
		CLASSE_ANBIMA => 'Ações - Livre', FUNDO_COTAS => 'N', %more };
}
$r = twice('2 2 0 0 0', 'fund-fees until 2019', 'fund-fees',
	file('extrato_fi_2019.csv', fee_columns('_pre2020_header', "CNPJ_FUNDO;$needed"), fee_row($beta, '2019-05-31', '4.000000000000'), fee_row($alfa, '2019-05-31', '5')));
is_deeply $r->{warnings}, [], 'fund-fees: every column of that header is known';
$r = twice('5 3 0 1 1', 'fund-fees since 2020', 'fund-fees', file('extrato_fi_2024.csv', $now_columns, fee_row($beta, '2024-05-31', '1.00'),
	fee_row($beta, '2024-05-31', '0.500000000000'), fee_row($alfa, '2024-05-31', '', FUNDO_COTAS => 'S'), fee_row($mestre, '2024-05-31', '0.000000000000'),
	fee_row($gama, '2024-13-31', '1')));
is_deeply [refusals($r)], ['6: data inválida: 2024-13-31'], 'fund-fees: the row and the reason';
is text("select tax_id, fee, is_fic, anbima_class from fund where tax_id in ('$alfa', '$beta', '$mestre') order by tax_id"), join("\n",
	"$alfa\t3.00000000\tt\tAções - Livre", "$beta\t0.50000000\tf\tAções - Livre", "$mestre\t0.00000000\tf\tAções - Livre"),
	'fund-fees: the newest statement counts; without a fee in it, the one of the register';

# ---- facts ----

my %statements = map { $_->{name} => $_->{sql} } @{ $t->lastro_json('db', 'check', '--list')->{data} };
sub ids { return 'array[' . join(',', map { "'$_'" } @_) . ']::text[]' }
sub facts {
	my @rows = split /\n/, text("prepare f as $statements{'funds.facts'}; execute f(" . ids(@_) . ')'), -1;
	return map { my @f = split /\t/, $_, -1; { known => $f[1], name => $f[2], fee => $f[4], peers => $f[8], median => $f[9] } } @rows;
}

# Peers of one class: fees 0.5, 1, 1.5, 2, 2 of active funds; 0, 25 and none of others, a cancelled one, a fund of funds.
my @peers = map { cnpj(sprintf '%012d', 555000100 + $_) } 1 .. 10;
my @peer_fees = ('0.5', '1', '1.5', '2', '2', '0', '25', '', '1.1', '1.2');
load('funds-old', file('cad_fi_2.csv', $old_columns, @old[1, 4], map { old_row($peers[$_], "PAR $_", $_ == 8 ? 'CANCELADA' : 'EM FUNCIONAMENTO NORMAL', '2010-01-01',
	TAXA_ADM => $peer_fees[$_], CLASSE_ANBIMA => 'Multimercados Livre', FUNDO_COTAS => $_ == 9 ? 'S' : 'N') } 0 .. 9));
my @facts = facts(@peers[0, 2, 4, 5, 7, 9], cnpj('111111110001'), $peers[3]);
is_deeply [map { "$_->{peers} $_->{median}" } @facts[0 .. 4]], ['4 1.75000000', '4 1.50000000', '4 1.25000000', '5 1.50000000', '5 1.50000000'],
	'the median leaves the fund itself out; a fund without a fee, or with none that counts, is measured by all five';
is_deeply [@{ $facts[5] }{qw(known peers median)}], ['t', '0', ''], 'alone in its class: no peers, no median';
is_deeply [@{ $facts[6] }{qw(known name peers)}], ['f', '', ''], 'an unknown fund';
is $facts[7]{median}, '1.25000000', 'answers come in the order of the question: of 0.5, 1, 1.5, 2 the mean of the two in the middle';

# ---- quotas ----

my @eras = ('CNPJ_FUNDO;DT_COMPTC;VL_TOTAL;VL_QUOTA;VL_PATRIM_LIQ;CAPTC_DIA;RESG_DIA;NR_COTST',
	'TP_FUNDO;CNPJ_FUNDO;DT_COMPTC;VL_TOTAL;VL_QUOTA;VL_PATRIM_LIQ;CAPTC_DIA;RESG_DIA;NR_COTST',
	'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;ID_SUBCLASSE;DT_COMPTC;VL_TOTAL;VL_QUOTA;VL_PATRIM_LIQ;CAPTC_DIA;RESG_DIA;NR_COTST');
sub quota_row {
	my ($tax_id, $day, $quota, $sub) = @_;
	return { CNPJ_FUNDO_CLASSE => masked($tax_id), CNPJ_FUNDO => masked($tax_id), ID_SUBCLASSE => $sub // '', DT_COMPTC => $day, VL_QUOTA => $quota, VL_TOTAL => '1.00' };
}
$r = twice('2 2 0 0 0', 'fund-quotas of the first era', 'fund-quotas', file('inf_diario_fi_201901.csv', $eras[0], quota_row($alfa, '2019-01-02', '1.5'), quota_row($alfa, '2019-01-03', '1.6')));
is_deeply $r->{warnings}, [], 'fund-quotas: its columns are known';
$r = twice('1 1 0 0 0', 'fund-quotas of the second', 'fund-quotas', file('inf_diario_fi_202101.csv', $eras[1], quota_row($alfa, '2021-01-04', '2.123456789012')));
my $unknown = cnpj('777777770001');
my @quotas = (quota_row($alfa, '2024-08-01', '1234567.123456789012'), quota_row($alfa, '2024-08-02', '1234568.5'), quota_row($alfa, '2024-08-01', '10.00', 'AB12'),
	quota_row($alfa, '2024-08-02', '11.00', 'AB12'), quota_row($unknown, '2024-08-01', '0.000000000000'), quota_row($unknown, '2024-08-02', '1.000000000001'),
	quota_row($unknown, '2024-08-05', '-3'), quota_row('1', '2024-08-05', '3'), quota_row($unknown, '2024-02-30', '3'), quota_row($unknown, '2024-08-05', 'x'));
my $month = archive('inf_diario_fi_202408.zip', 'inf_diario_fi_202408.csv' => csv($eras[2], @quotas));
$r = twice('10 5 0 2 3', 'fund-quotas of now: sub-classes apart; zero and less are no price', 'fund-quotas', $month);
is_deeply [refusals($r)], ['9: CNPJ inválido: 1', '10: data inválida: 2024-02-30', '11: cota inválida: x'], 'fund-quotas: rows and reasons';
is $t->sql(q(select symbol, day, close from quote where venue = 'fund' and day > '2020-01-01' order by symbol, day)), join("\n",
	"$alfa\t2021-01-04\t2.123456789012", "$alfa\t2024-08-01\t1234567.123456789010", "$alfa\t2024-08-02\t1234568.500000000000", "$alfa:AB12\t2024-08-01\t10.000000000000",
	"$alfa:AB12\t2024-08-02\t11.000000000000", "$unknown\t2024-08-02\t1.000000000001"), 'fund-quotas: twelve places, and 18 digits in all';
is $t->sql("select last_day, last, prev_day from last_close where venue = 'fund' and symbol = '$alfa'"), "2024-08-02\t1234568.500000000000\t2024-08-01",
	'fund-quotas: last closes are prepared';
is text("select symbol, asset_type, name from instrument where venue = 'fund' and symbol = '$unknown'"), "$unknown\tfund\t", 'fund-quotas: a fund without a register is known, without a name';
is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'fund-quotas: the derived rows equal those derived from the quotes';
is counts(load('fund-quotas', archive('inf_diario_fi_2022.zip', map { ("inf_diario_fi_2022$_.csv" => csv($eras[1], quota_row($beta, "2022-$_-03", "1.$_"))) } '01' .. '12'))),
	'12 12 0 0 0', 'fund-quotas: a year is a zip of months';
is counts(load('fund-quotas', file('fix.csv', $eras[2], quota_row($beta, '2022-03-03', '1.5'), quota_row($beta, '2022-04-03', '1.04')))), '2 1 1 0 0', 'fund-quotas: a quota filed again';
is $t->sql("select close from month_close where symbol = '$beta' and month = '2022-03-01'"), '1.500000000000', 'and their derived rows';

# ---- portfolios ----

my $common = 'TP_FUNDO_CLASSE CNPJ_FUNDO_CLASSE DENOM_SOCIAL DT_COMPTC TP_APLIC TP_ATIVO EMISSOR_LIGADO TP_NEGOC QT_VENDA_NEGOC VL_VENDA_NEGOC QT_AQUIS_NEGOC '
	. 'VL_AQUIS_NEGOC QT_POS_FINAL VL_MERC_POS_FINAL VL_CUSTO_POS_FINAL DT_CONFID_APLIC';
my %own = (
	1 => 'TP_TITPUB CD_ISIN CD_SELIC DT_EMISSAO DT_VENC', 2 => 'CNPJ_FUNDO_CLASSE_COTA NM_FUNDO_CLASSE_SUBCLASSE_COTA ID_SUBCLASSE', 3 => 'CD_SWAP DS_SWAP',
	4 => 'CD_ATIVO DS_ATIVO CD_ISIN DT_INI_VIGENCIA DT_FIM_VIGENCIA',
	5 => 'CNPJ_EMISSOR EMISSOR DT_VENC TITULO_POSFX CD_INDEXADOR_POSFX DS_INDEXADOR_POSFX PR_INDEXADOR_POSFX PR_CUPOM_POSFX PR_TAXA_PREFX RISCO_EMISSOR AG_RISCO DT_RISCO GRAU_RISCO',
	6 => 'PF_PJ_EMISSOR CPF_CNPJ_EMISSOR EMISSOR DT_VENC TITULO_POSFX CD_INDEXADOR_POSFX DS_INDEXADOR_POSFX PR_INDEXADOR_POSFX PR_CUPOM_POSFX PR_TAXA_PREFX TITULO_CETIP '
		. 'TITULO_GARANTIA CNPJ_INSTITUICAO_FINANC_COOBR',
	7 => 'INVEST_COLETIVO INVEST_COLETIVO_GESTOR EMISSOR DT_VENC CD_PAIS PAIS CD_BV_MERC BV_MERC CD_ATIVO_BV_MERC RISCO_EMISSOR AG_RISCO DT_RISCO GRAU_RISCO DS_ATIVO_EXTERIOR '
		. 'QT_ATIVO_EXTERIOR VL_ATIVO_EXTERIOR',
	8 => 'DS_ATIVO PF_PJ_EMISSOR CPF_CNPJ_EMISSOR EMISSOR');
my $head = 'TP_FUNDO_CLASSE CNPJ_FUNDO_CLASSE DENOM_SOCIAL DT_COMPTC';

sub at { my ($tax_id, $day, $kind, $value, %more) = @_; return { CNPJ_FUNDO_CLASSE => masked($tax_id), DT_COMPTC => $day, TP_APLIC => $kind, VL_MERC_POS_FINAL => $value, %more } }
sub cda {
	my ($yyyymm, %files) = @_;
	return archive("cda_fi_$yyyymm.zip", map {
		my $columns = $_ eq 'PL' ? "$head VL_PATRIM_LIQ" : $_ eq 'CONFID' ? "$head TP_APLIC VL_VENDA_NEGOC VL_AQUIS_NEGOC VL_MERC_POS_FINAL VL_CUSTO_POS_FINAL DT_CONFID_APLIC"
			: "$common $own{s/BLC_//r}";
		("cda_fi_${_}_$yyyymm.csv" => csv($columns, @{ $files{$_} })) } sort keys %files);
}

my ($july, $august) = ('2024-07-31', '2024-08-31');
my %month = (
	BLC_1 => [at($alfa, $august, 'Títulos Públicos', '1500000.00', CD_SELIC => '210100')],
	BLC_2 => [at($alfa, $august, 'Cotas de Fundos', '48000000.00', CNPJ_FUNDO_CLASSE_COTA => masked($mestre)), at($alfa, $august, 'Cotas de Fundos', '300000', CNPJ_FUNDO_CLASSE_COTA => masked($alfa)),
		at($alfa, $august, 'Cotas de Fundos', '1.00', NM_FUNDO_CLASSE_SUBCLASSE_COTA => 'FUNDO NO EXTERIOR')],
	BLC_3 => [],
	BLC_4 => [at($mestre, $august, 'Ações', '30000000.00', CD_ATIVO => 'PETR4'), at($mestre, $august, 'Ações', '30000000.00', CD_ATIVO => 'PETR4'), at($mestre, $august, 'Ações', '0.00', CD_ATIVO => 'OIBR3'),
		at($mestre, $august, 'Obrigações por ações e outros TVM recebidos em empréstimo', '15000000.00', CD_ATIVO => 'MGLU3'), at($mestre, '2024-09-30', 'Ações', '1', CD_ATIVO => 'X'),
		at($mestre, $august, 'Ações', '1,0,0', CD_ATIVO => 'X'), at($mestre, $august, '', '1', CD_ATIVO => 'X')],
	BLC_8 => [at($mestre, $august, 'Valores a pagar', '-12.34', DS_ATIVO => 'TAXA "DE" ADMINISTRAÇÃO')],
	PL => [at($alfa, $august, undef, undef, VL_PATRIM_LIQ => '50000000.00'), at($mestre, $august, undef, undef, VL_PATRIM_LIQ => '200000000.00')],
	CONFID => [at($mestre, $august, 'Ações', '1000.10', DT_CONFID_APLIC => '2024-11-30'), at($mestre, $august, 'Debêntures', '2.05')],
);
$r = load('fund-portfolios', cda('202408', %month));
is counts($r), '16 10 0 3 3', 'fund-portfolios: blocks, net worth, confidential positions';
is_deeply [refusals($r)], ['6: cda_fi_BLC_4_202408.csv: a data não é do período que o nome do arquivo diz: 2024-09-30', '7: cda_fi_BLC_4_202408.csv: valor inválido: 1,0,0',
	'8: cda_fi_BLC_4_202408.csv: falta o tipo de aplicação'], 'fund-portfolios: rows, files and reasons';
is_deeply $r->{warnings}, ['2 posições sob sigilo, de R$ 1002.15 ao todo, ficaram de fora.'], 'fund-portfolios: confidential positions are counted; the columns are known';
is counts(load('fund-portfolios', cda('202408', %month))), '16 0 10 3 3', 'fund-portfolios: and again nothing';
is text('select tax_id, block, tp_aplic, code, target, value from fund_holding order by 1, 2, 3, 5'), join("\n",
	"$alfa\t1\tTítulos Públicos\t210100\t\t1500000.00000000", "$alfa\t2\tCotas de Fundos\t\t\t1.00000000", "$alfa\t2\tCotas de Fundos\t\t$alfa\t300000.00000000",
	"$alfa\t2\tCotas de Fundos\t\t$mestre\t48000000.00000000", "$mestre\t4\tAções\tPETR4\t\t60000000.00000000",
	"$mestre\t4\tObrigações por ações e outros TVM recebidos em empréstimo\tMGLU3\t\t15000000.00000000", "$mestre\t8\tValores a pagar\t\t\t-12.34000000"),
	'fund-portfolios: positions of one asset of one kind are added';
is $t->sql('select tax_id, day, pl, assets from fund_portfolio order by 1'), "$alfa\t$august\t50000000.00000000\t4\n$mestre\t$august\t200000000.00000000\t3", 'fund-portfolios: the rows of a month';

# The month before, in the older columns; then the month again with other positions.
(my $older = "$common $own{4}") =~ s/_CLASSE//g;
is counts(load('fund-portfolios', file('cda_fi_BLC_4_202407.csv', $older, { CNPJ_FUNDO => masked($beta), DT_COMPTC => $july, TP_APLIC => 'Ações', VL_MERC_POS_FINAL => '700000.00', CD_ATIVO => 'VALE3' },
	{ CNPJ_FUNDO => masked($mestre), DT_COMPTC => $july, TP_APLIC => 'Ações', VL_MERC_POS_FINAL => '5.00', CD_ATIVO => 'VALE3' }))), '2 2 0 0 0', 'fund-portfolios: one block alone, in the older columns';
load('fund-portfolios', cda('202408', PL => [at($beta, $august, undef, undef, VL_PATRIM_LIQ => '900000.00'), @{ $month{PL} }]));
my $small = file('cda_fi_BLC_8_202408.csv', "$common $own{8}", at($alfa, $august, 'Disponibilidades', '7.00'));
is counts(load('fund-portfolios', $small)), '1 1 0 0 0', 'fund-portfolios: a block published again';
is $t->sql('select tax_id, value from fund_holding where block = 8'), "$alfa\t7.00000000", 'replaces its former rows, and no other block';
is $t->sql("select assets from fund_portfolio where day = '$august' order by tax_id"), "5\n0\n2", 'and is counted';

# portfolios() - the rows that look-through reads: the held funds and the funds that they hold.
sub portfolios {
	my ($level, $at, @ids) = @_;
	return text("prepare p as $statements{$level}; execute p(" . ids(@ids) . ", '$at')");
}
is portfolios('funds.held', '2199-12-31', $beta, $gama, $beta), "$beta\tBETA AÇÕES\t$july\t\tAções\t700000.00000000\tVALE3\t",
	'a fund whose last month hides everything is opened by the one before; one that discloses nothing is absent';
is scalar(split /\n/, portfolios('funds.held', '2199-12-31', $alfa)), 5, 'the positions of a fund';
my $second = portfolios('funds.held_by_them', '2199-12-31', $alfa);
is $second, "$mestre\tMESTRE \"AÇÕES\" FUNDO\t$august\t200000000.00000000\tAções\t60000000.00000000\tPETR4\t\n"
	. "$mestre\tMESTRE \"AÇÕES\" FUNDO\t$august\t200000000.00000000\tObrigações por ações e outros TVM recebidos em empréstimo\t15000000.00000000\tMGLU3\t",
	'the second level: the fund that is held, not the fund itself';
is portfolios('funds.held_by_them', '2199-12-31', $alfa, $mestre), '', 'direct holdings are not counted twice';
is portfolios('funds.held', '2024-08-30', $mestre, $alfa), "$mestre\tMESTRE \"AÇÕES\" FUNDO\t$july\t\tAções\t5.00000000\tVALE3\t", 'a past day uses the months up to it';

# ---- errors ----

spew("$dir/no_fee.csv", csv($now_columns =~ s/TAXA_ADM;//r, fee_row($alfa, '2024-05-31', '1')));
refused_like(qr/falta a coluna taxa_adm/, 'fees without their column', 'fund-fees', "$dir/no_fee.csv");
refused_like(qr/falta a coluna cd_ativo/, 'a block without its assets', 'fund-portfolios', file('cda_fi_BLC_4_202409.csv', $common, at($alfa, '2024-09-30', 'Ações', '1')));
refused_like(qr/o nome não diz/, 'a portfolio without a block', 'fund-portfolios', file('carteira.csv', $common, at($alfa, '2024-09-30', 'Ações', '1')));
refused_like(qr/falta a coluna id_registro_fundo/, 'another file in place of the register', 'funds', $small);
spew("$dir/page.csv", "\r\n<!DOCTYPE html><html><body>P\xe1gina n\xe3o encontrada</body></html>");
refused_like(qr/página HTML/, "a page of HTML: $_", $_, "$dir/page.csv") for qw(funds funds-old fund-fees fund-quotas fund-portfolios);
spew("$dir/words.csv", "isto n\xe3o \xe9 um CSV\n");
refused_like(qr/não é a de um CSV/, 'words', 'fund-quotas', "$dir/words.csv");
my $whole = slurp(cda('202408', %month));
my ($directory, $last) = (index($whole, "PK\1\2"), rindex $whole, "PK\3\4");
for my $cut (100, int $directory / 2, $last - 1, $last, $last + 10, $directory - 20) {
	spew("$dir/cut.zip", substr $whole, 0, $cut);
	refused_like(qr/não se consegue ler|nenhum membro/, "a zip of which $cut bytes came", 'fund-portfolios', "$dir/cut.zip");
}
spew("$dir/inf_diario_fi_202409.csv", csv($eras[2], quota_row($alfa, '2024-09-02', '5')) . masked($alfa) . ";2024-09\n" . ";" x 200 . "\n" . "FI;\0;;;;;;;;\n\n");
$r = load('fund-quotas', "$dir/inf_diario_fi_202409.csv");
is counts($r), '4 1 0 0 3', 'a cut line, a line of nothing but separators, a NUL';
is_deeply [refusals($r)], ['3: 2 células, e o cabeçalho tem 10', '4: mais de 160 células', '5: byte nulo'], 'each with its reason';
refused_like(qr/3 linhas recusadas/, 'and when strict, none', 'fund-quotas', '--strict', file('q.csv', $eras[2], map { quota_row('1', '2024-09-03', $_) } 1 .. 3));

# A register loaded again deletes missing rows.
$r = load('funds', file('registro_classe.csv', $class_columns, class_row(11, 1, $alfa, 'ALFA NOVO NOME', Situacao => 'Cancelado', ESTRANHA => 1)));
is_deeply [counts($r), @{ $r->{warnings} }], ['1 1 0 0 0', '1 linhas que não estão mais no arquivo foram retiradas.'], 'a snapshot replaces its table';
is text("select name, active from fund where tax_id = '$alfa'"), "ALFA NOVO NOME\tf", 'and the derived values';
is text("select name from instrument where venue = 'fund' and symbol = '$alfa'"), 'ALFA NOVO NOME', 'and the name of the holding';
$t->sql("update instrument set name = 'MEU NOME', typed = true where symbol = '$beta'");
load('funds', $register);
is text("select name from instrument where venue = 'fund' and symbol = '$beta'"), 'MEU NOME', 'but not a name that was typed';
is_deeply load('fund-quotas', file('nova.csv', "$eras[2];COLUNA_NOVA", quota_row($alfa, '2024-09-04', '5')))->{warnings}, ['Coluna desconhecida, ignorada: coluna_nova'],
	'an unknown column is reported';

# ---- in a portfolio ----

load('fund-quotas', file('held.csv', $eras[2], map { quota_row($_, '2024-09-04', '10') } @peers[3, 6]));
my $key = account($t)->{user_key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2024-09-05T15:00:00Z' });
my $path = '/v1/portfolios/' . $t->post('/v1/portfolios', { name => 'Fundos' }, key => $key)->json->{id};
is $t->post("$path/transactions", { symbol => $_, asset_type => 'fund', kind => 'buy', trade_date => '2024-09-02', quantity => 100, price => 4 }, key => $key)->status, 201, 'a fund is held'
	for $alfa, @peers[3, 6];
my %cost = map { $_->{symbol} => $_ } @{ $t->get("$path/costs", key => $key)->json->{items} };
is_deeply [@{ $cost{$peers[6]} }{qw(name recipient)}, map { 0 + $_ } $cost{$peers[6]}{annual_cost_brl}, @{ $cost{$peers[6]}{benchmark} }{qw(value_pct peers)}, $cost{$peers[6]}{excess_cost_brl}],
	['PAR 6', 'BANCO VELHO', 250, 1.5, 5, 235], 'costs: 25 % of 1000.00, against a median of 1.5 among five';
is_deeply [0 + $cost{$peers[3]}{annual_cost_brl}, $cost{$peers[3]}{benchmark}], [20, undef], 'costs: four peers are too few for a median';
my $through = $t->get("$path/look-through", key => $key)->json;
is_deeply [map { ($_->{symbol}, 0 + $_->{indirect_value_brl}, $_->{via}[0]{fund_cnpj}) } @{ $through->{exposures} }], ['PETR4', 144, $alfa],
	'look-through: 500.00 x 48/50 in the master x 60/200 of the share; what is lent to it is short and no exposure';
is_deeply [map { "$_->{symbol}: $_->{reason}" } sort { $a->{symbol} cmp $b->{symbol} } @{ $through->{not_opened} }],
	[map { "$_: fundo sem carteira divulgada" } sort @peers[3, 6]], 'look-through: the undisclosed part is reported';

is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'the rows derived by all loads equal those derived from the quotes';
is $t->lastro('db', 'check')->{status}, 0, 'every statement prepares';
done_testing;
