#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# One debenture, from files in their sources' formats to credit.debenture.get: contract, what is outstanding, announced
# payments, price by day, clauses, holders; what a file contradicts is null with its reason.  Expected figures are in the
# rows of the files, or computed from them here.  Today is Saturday, 10 October 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Desk;
use Lastro::Proxy;
use Lastro::Test qw(spew wait_for);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my %now = (env => { LASTRO_NOW => '2026-10-10T15:00:00Z' });
$ENV{LASTRO_NOW} = $now{env}{LASTRO_NOW};
my $t = Lastro::Test->new;
my $dir = $t->dir;

sub load { return $t->lastro_json(\%now, 'load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub refusals { return map { "$_->{line}: $_->{reason}" } @{ $_[0]{refusals} } }
sub sql { my ($sql) = @_; utf8::encode($sql); return Encode::decode('UTF-8', $t->sql($sql)) }
sub file { my ($name, @lines) = @_; spew("$dir/$name", Encode::encode('cp1252', join '', map { "$_\r\n" } @lines)); return "$dir/$name" }

# twice() - loads a file again: nothing changes.
sub twice {
	my ($want, $name, @arguments) = @_;
	my $first = load(@arguments);
	my ($read, $written, $unchanged, @rest) = split / /, $want;

	is counts($first), $want, $name;
	is counts(load(@arguments)), join(' ', $read, 0, $written + $unchanged, @rest), "$name: and again nothing";
	return $first;
}

# ---- characteristics ----

my @columns = ('Codigo do Ativo', 'Empresa', 'Serie', 'Emissao', 'Situacao', 'ISIN', 'Registro CVM da Emissao', 'Data de Registro CVM da Emissao', 'Data de Emissao', 'Data de Vencimento',
	'Motivo de Saida', 'Data de Saida / Novo Vencimento', 'Data do Inicio da Rentabilidade', 'Data do Inicio da Distribuicao', 'Data da Proxima Repactuacao', 'Garantia/Especie', 'Classe',
	'Quantidade Emitida', 'Quantidade em Mercado', 'Quantidade em Tesouraria', 'Quantidade Resgatada', 'Quantidade  Cancelada', 'Unidade Monetária', 'Valor Nominal na Emissao',
	'Unidade Monetária', 'Valor Nominal Atual', 'Data Ult. VNA', 'indice', 'Criterio de Calculo', 'Dia de Referencia para indice de Precos', 'Percentual Multiplicador/Rentabilidade',
	'Juros Criterio Antigo do SND', 'Amortizacao - Taxa', 'Amortizacao - Cada', 'Amortizacao - Unidade', 'Amortizacao - Carencia', 'Tipo de Amortizacao', 'Juros Criterio Novo - Taxa',
	'Juros Criterio Novo - Prazo', 'Juros Criterio Novo - Cada', 'Juros Criterio Novo - Unidade', 'Juros Criterio Novo - Carencia', 'Banco Mandatario', 'Agente Fiduciario',
	'Instituicao Depositaria', 'Coordenador Lider', 'CNPJ', 'Deb. Incent. (Lei 12.431)', 'Resgate Antecipado');
my %agua = ('Codigo do Ativo' => 'AGUA12', Empresa => 'ÁGUAS S.A.', Serie => 'UNI', Emissao => '002', Situacao => 'Registrado', ISIN => 'BRAGUADBS017',
	'Registro CVM da Emissao' => 'AUT/DEB/PRI/2024/652', 'Data de Registro CVM da Emissao' => '16/10/2024', 'Data de Emissao' => '02/10/2024', 'Data de Vencimento' => '02/10/2030',
	'Data de Saida / Novo Vencimento' => '02/10/2030', 'Data do Inicio da Rentabilidade' => '18/10/2024', 'Data do Inicio da Distribuicao' => '16/10/2024', 'Data da Proxima Repactuacao' => '-',
	'Garantia/Especie' => 'Real', Classe => 'Simples', 'Quantidade Emitida' => '1000000', 'Quantidade em Mercado' => '000000990000', 'Quantidade em Tesouraria' => '000000004000',
	'Quantidade Resgatada' => '000000005000', 'Quantidade  Cancelada' => '000000001000', 'Valor Nominal na Emissao' => '1.000', 'Valor Nominal Atual' => '857,142857', 'Data Ult. VNA' => '06/10/2026',
	indice => 'DI', 'Criterio de Calculo' => 'Padrão - SND', 'Percentual Multiplicador/Rentabilidade' => '100', 'Amortizacao - Taxa' => '14.2857', 'Amortizacao - Cada' => '0006',
	'Amortizacao - Unidade' => 'MES', 'Amortizacao - Carencia' => '02/10/2027', 'Tipo de Amortizacao' => 'Percentual variável', 'Juros Criterio Novo - Taxa' => '1,6', 'Juros Criterio Novo - Prazo' => '252',
	'Juros Criterio Novo - Cada' => '0006', 'Juros Criterio Novo - Unidade' => 'MES', 'Juros Criterio Novo - Carencia' => '02/04/2025', 'Banco Mandatario' => 'BANCO A', 'Agente Fiduciario' => 'FIDUCIÁRIA S/A',
	'Instituicao Depositaria' => 'DEPÓSITO', 'Coordenador Lider' => 'LÍDER S.A.', CNPJ => '33000167000101', 'Deb. Incent. (Lei 12.431)' => 'N', 'Resgate Antecipado' => 'S');
sub contract { my %row = (%agua, @_); my $money = 0; return join "\t", map { $_ eq 'Unidade Monetária' ? ($money++ ? $row{now_in} // 'R$' : 'R$') : $row{$_} // '' } @columns }
sub characteristics { my ($name, @rows) = @_; return file($name, 'debentures.com.br', '', '', join("\t", @columns), @rows, 'Fonte') }
my $characteristics = characteristics('caracteristicas.txt', contract(),
	contract('Codigo do Ativo' => 'ZERO11', 'Valor Nominal Atual' => '0', 'Amortizacao - Taxa' => '26/12/2039'),
	contract('Codigo do Ativo' => 'MUIT11', 'Quantidade Resgatada' => '000000005001'),
	contract('Codigo do Ativo' => 'DOLR11', now_in => 'US$', 'Quantidade em Mercado' => '', 'Resgate Antecipado' => '', Emissao => '-'),
	contract('Codigo do Ativo' => 'TRAS11', 'Data de Vencimento' => '02/10/2024', 'Data de Saida / Novo Vencimento' => '02/10/2024', 'Juros Criterio Novo - Taxa' => ''),
	contract('Codigo do Ativo' => 'SAIU11', 'Motivo de Saida' => 'Resgate Total', 'Data de Saida / Novo Vencimento' => '05/05/2026', 'Data de Vencimento' => '01/01/2100'),
	contract('Codigo do Ativo' => 'ERRO11', CNPJ => '33000167000102'));
my $r = twice('7 6 0 0 1', 'characteristics', 'debentures', $characteristics);
is_deeply [refusals($r)], ['11: CNPJ inválido'], 'a row that is refused';
is_deeply $r->{warnings}, ['1 células ilegíveis das características, que ficam desconhecidas.'], 'a day where a percentage stands is unknown, and told';
is sql(q(select guarantee, trustee, paying_bank, registrar, lead, quantity_market, nominal_current, nominal_day, amortisation_pct, amortisation_every, early_redemption, left_on
	from debenture_term where code = 'AGUA12')), "Real\tFIDUCIÁRIA S/A\tBANCO A\tDEPÓSITO\tLÍDER S.A.\t990000.00000000\t857.14285700\t2026-10-06\t14.28570000\t6\tt\t", 'each in its column';
is sql(q(select left_reason, left_on from debenture_term where code = 'SAIU11')), "Resgate Total\t2026-05-05", 'a day of leaving, with its reason';
is counts(load('debentures', characteristics('c2.txt', contract('Quantidade em Mercado' => '000000990001')))), '1 0 1 0 0', 'a quantity that changed is no other contract';
is sql(q(select quantity_market from debenture_term where code = 'AGUA12')), '990001.00000000', 'and is saved';
load('debentures', $characteristics);

# Cells that no file has: they break no load, and are unknown or stored as text.
$r = load('debentures', characteristics('odd.txt', contract('Codigo do Ativo' => 'ODDA11', 'Agente Fiduciario' => 'x' x 301, 'Banco Mandatario' => '<script>alert(1)</script>', 'Coordenador Lider' => "'); drop table debenture; --",
	'Quantidade Emitida' => '9' x 40, 'Quantidade em Mercado' => '-1', 'Valor Nominal Atual' => 'NaN', 'Amortizacao - Taxa' => '100.01', 'Amortizacao - Cada' => '0000', 'Juros Criterio Novo - Cada' => '1e9',
	'Data do Inicio da Rentabilidade' => '31/02/2026', 'Resgate Antecipado' => 'talvez')));
is_deeply [counts($r), $r->{warnings}], ['1 1 0 0 0', ['6 células ilegíveis das características, que ficam desconhecidas.']], 'odd cells: 40 digits, a negative, NaN, 100.01 %, 1e9, 31 February';
is sql(q(select trustee is null, paying_bank, lead, quantity_issued is null, quantity_market is null, nominal_current is null, amortisation_pct is null, amortisation_every is null, interest_every is null, yields_from is null,
	early_redemption is null from debenture_term where code = 'ODDA11')), "t\t<script>alert(1)</script>\t'); drop table debenture; --\tt\tt\tt\tt\tt\tt\tt\tt", 'none of them is stored as what it is not';

# ---- the agenda ----

my $head = join "\t", 'Data do Evento', 'Data do Pagamento', 'Emissor', 'Ativo', 'Evento', 'Tipo', 'Taxa/Percentual', 'Liquidação';
sub pays { return join "\t", $_[0], $_[1], 'ÁGUAS S.A.', @_[2 .. 5], $_[6] // '' }
sub agenda { my ($name, @rows) = @_; return file($name, 'Agenda', '', $head, @rows, 'Fonte') }
my @told = (pays('02/04/2027', '02/04/2027', 'AGUA12', 'Juros', 'DIDI', '1,6000'), pays('2/10/2027', '4/10/2027', 'AGUA12', 'Juros', 'DIDI', '1,6000'),
	pays('02/10/2027', '04/10/2027', 'AGUA12', 'Amortização', 'VNA VAR/UNIFVNA VAR/UNIF', '14,2857'), pays('02/10/2030', '02/10/2030', 'AGUA12', 'Vencimento', '--', '0,0000'),
	pays('02/04/2027', '02/04/2027', 'ZERO11', 'Juros', 'DIDI', '1,6000'), pays('02/04/2027', '02/04/2027', 'ZERO11', 'Juros', 'DIDI', '1,7000'));
$r = twice('9 5 1 0 3', 'agenda: a payment that is told twice is one', 'debenture-agenda', agenda('agenda.txt', @told,
	pays('31/02/2027', '', 'AGUA12', 'Juros', '', '1'), pays('02/04/2027', '', 'x', 'Juros', '', '1'), pays('02/04/2027', '', 'AGUA12', 'Juros', '', '1x')));
is_deeply [refusals($r)], ['10: data inválida', '11: código inválido', '12: taxa ou percentual inválido'], 'agenda: rows that are refused';
like Encode::decode('UTF-8', $t->lastro(\%now, 'load', 'debenture-agenda', file('x.txt', 'Data', 'x'))->{err}), qr/falta o cabeçalho|falta a coluna/, 'agenda: another file';

# A newer agenda tells no interest of April, and moves a payment; an older one that comes late changes nothing.
my $copy = sub { my ($day, @rows) = @_; my $name = "$dir/$day.csv"; spew($name, Encode::encode('UTF-8', join '', map { "$_\n" } 'data_coleta,Data do Evento,Data do Pagamento,Emissor,Ativo,Evento,Tipo,Taxa/Percentual,Liquidação', map { "$day,$_" } @rows)); return $name };
load('debenture-agenda', $copy->('2026-10-11', '02/10/2027,05/10/2027,X,AGUA12,Juros,DIDI,"1,6000",', '02/10/2027,04/10/2027,X,AGUA12,Amortização,VNA,"14,2857",', '02/10/2030,02/10/2030,X,AGUA12,Vencimento,--,"0,0000",'));
load('debenture-agenda', $copy->('2026-01-01', '02/10/2027,09/10/2027,X,AGUA12,Juros,DIDI,"9,0000",', '02/04/2026,02/04/2026,X,AGUA12,Juros,DIDI,"1,6000",'));

# ---- prices, holders, an offering ----

my $traded = file('precos.txt', 'Mercado secundário', '', "Data\tEmissor\tCódigo do Ativo\tISIN\tQuantidade\tNúmero de Negócios\tPU Mínimo\tPU Médio\tPU Máximo\t% PU da Curva",
	"1/10/2026\tÁGUAS S.A.\tAGUA12\tx\t200\t2\t1.093,8\t1.093,9\t1.094\t101,67", "9/10/2026\tÁGUAS S.A.\tAGUA12\tx\t20\t2\t1.020\t1.021\t1.022\t101,80", "1/9/2025\tÁGUAS S.A.\tAGUA12\tx\t20\t2\t990\t991\t992\t99,5", 'Fonte');
load('debenture-prices', $traded);
load('anbima-debentures', file('db261009.txt', 'ANBIMA', '', 'Código@Nome@Repac./  Venc.@Índice/ Correção@Taxa de Compra@Taxa de Venda@Taxa Indicativa@Desvio Padrão@Intervalo Indicativo Minimo@Intervalo Indicativo Máximo@PU@% PU Par / % VNE@Duration@% Reune@Referência NTN-B',
	'AGUA12@AGUAS S.A.@02/10/2030@DI + 1,6%@0,85@0,5625@0,734@0,1@0,1@0,1@1021,174407@101,8264@533,98@@', 'PERP11@PERPETUA S.A.@01/01/2100@IGP-M@--@--@--@--@--@--@39,6995@N/D@N/D@5@'));
my $cda = 'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;DENOM_SOCIAL;DT_COMPTC;TP_APLIC;TP_ATIVO;EMISSOR_LIGADO;TP_NEGOC;QT_VENDA_NEGOC;VL_VENDA_NEGOC;QT_AQUIS_NEGOC;VL_AQUIS_NEGOC;QT_POS_FINAL;VL_MERC_POS_FINAL;VL_CUSTO_POS_FINAL;DT_CONFID_APLIC;CD_ATIVO;DS_ATIVO;CD_ISIN;DT_INI_VIGENCIA;DT_FIM_VIGENCIA';
sub held { my ($tax_id, $day, $n, $value, $code) = @_; return join ';', 'F', $tax_id, 'FUNDO', $day, 'Debêntures', 'Debênture simples', '', '', 0, 0, 0, 0, $n, $value, $value, '', $code, '', '', '', '' }
my @funds = qw(11.222.333/0001-81 33.000.167/0001-01 60.872.504/0001-23);
twice('3 3 0 0 0', 'a month of portfolios', 'fund-portfolios', file('cda_fi_BLC_4_202607.csv', $cda, held($funds[0], '2026-07-31', '100', '100000.00', 'AGUA12'), held($funds[2], '2026-07-31', '7', '7000.00', 'AGUA12'), held($funds[1], '2026-07-31', '5', '5000', 'OUTR11')));
# The first fund holds 1,000 and 500 in two rows, the second tells no quantity; the third sold its units.
twice('4 4 0 0 0', 'the next', 'fund-portfolios', file('cda_fi_BLC_4_202608.csv', $cda, held($funds[0], '2026-08-31', '1000', '1050000.50', 'AGUA12'), held($funds[0], '2026-08-31', '500', '525000.25', 'AGUA12'),
	held($funds[1], '2026-08-31', '', '2000000.00', 'AGUA12'), held($funds[2], '2026-08-31', '5', '5000.00', 'OUTR11')));
load('fund-portfolios', file('cda_fi_PL_202608.csv', 'TP_FUNDO_CLASSE;CNPJ_FUNDO_CLASSE;DENOM_SOCIAL;DT_COMPTC;VL_PATRIM_LIQ', "F;$funds[0];FUNDO;2026-08-31;63000030.00"));
my @asked = qw(Numero_Requerimento Numero_Processo Data_requerimento Data_Registro Data_Encerramento Status_Requerimento Valor_Mobiliario CNPJ_Emissor Nome_Emissor Nome_Lider Emissao Qtde_Total_Registrada Valor_Total_Registrado
	Publico_alvo Titulo_classificado_como_sustentavel Destinacao_recursos Descricao_garantias Titulo_incentivado Regime_distribuicao Agente_fiduciario Avaliador_Risco);
my %offer = (Numero_Requerimento => 1, Numero_Processo => 'p', Data_requerimento => '2024-10-01', Data_Registro => '2024-10-16', Data_Encerramento => '2024-11-01', Status_Requerimento => 'Oferta Encerrada', Valor_Mobiliario => 'Debêntures',
	CNPJ_Emissor => '33.000.167/0001-01', Nome_Emissor => 'ÁGUAS S.A.', Nome_Lider => 'LIDER', Emissao => '2', Qtde_Total_Registrada => 1000000, Valor_Total_Registrado => '1000000000.00', Publico_alvo => 'Profissional',
	Titulo_classificado_como_sustentavel => 'S', Destinacao_recursos => 'Obras de saneamento' . 'é' x 3000, Titulo_incentivado => 'N', Regime_distribuicao => 'Melhores Esforços', Agente_fiduciario => 'FIDUCIÁRIA', Avaliador_Risco => 'AGÊNCIA');
sub offer { my %row = (%offer, @_); return join ';', map { $row{$_} // '' } @asked }
twice('3 3 0 0 0', 'offerings', 'offerings', file('oferta_resolucao_160.csv', join(';', @asked), offer(), offer(Numero_Requerimento => 2, Emissao => '3'), offer(Numero_Requerimento => 3, Valor_Mobiliario => 'Ações', Titulo_classificado_como_sustentavel => '')));
is sql(q(select sustainable is null, incentivised, guarantees is null from offering where id = 'rcvm160-3')), "t\tf\tt", 'what is not said is unknown';
$t->lastro_ok('compute', 'objects');

my $desk = Lastro::Desk->new($t, 'Mesa');
my $other = Lastro::Desk->new($t, 'Vizinha');
my $proxy = Lastro::Proxy->new($t);
$t->start_pool(workers => 1, %now);
sub get { return $desk->data('credit.debenture.get', { @_ }, as => 'viewer') }

my ($paper, $issuer) = ('instrument:AGUA12', 'company:33000167000101');
for my $of ([$desk, $paper, 3.5], [$desk, $issuer, 4], [$other, $paper, 9]) {
	my ($d, $object, $value) = @$of;
	my $id = $d->term(object_id => $object, term => 'leverage_covenant', unit => 'ratio', value => $value);
	$d->done('credit.regulation_term.review', { term_id => $id, decision => 'approve' });
}
$desk->term(object_id => $paper, term => 'coverage_covenant', unit => 'ratio', value => 2);	# nobody approved it
$desk->done('credit.note.create', { object_id => $paper, body => 'Ver a escritura' });
$other->done('credit.note.create', { object_id => $paper, body => 'segredo' });
$desk->alert(object_id => $paper);

# ---- the contract ----

my $d = get(code => 'AGUA12');
is_deeply get(object_id => $paper), $d, 'by its code, and as an object';
is_deeply $d->{object}, { id => $paper, kind => 'instrument', subkind => 'debenture', name => $d->{object}{name} }, 'its object';
is_deeply $d->{terms}, { source => 'debentures.com.br', isin => 'BRAGUADBS017', series => 'UNI', index_text => 'DI', indexer => 'cdi', rate_kind => 'spread', pct_of_index => 100, spread_pct => '1.6', rate_pct => undef,
	index_day => undef, issued => '2024-10-02', maturity => '2030-10-02', next_event => '2027-10-02', incentivised => JSON::PP::false, issue => '002', situation => 'Registrado',
	cvm_registration => 'AUT/DEB/PRI/2024/652', registered => '2024-10-16', guarantee => 'Real', class => 'Simples', trustee => 'FIDUCIÁRIA S/A', paying_bank => 'BANCO A', registrar => 'DEPÓSITO', lead => 'LÍDER S.A.',
	placed_from => '2024-10-16', yields_from => '2024-10-18', next_repricing => undef, early_redemption => JSON::PP::true, left_reason => undef, left_on => undef, reasons => {} }, 'its contract' or diag explain $d->{terms};
# 990,000 x 857.142857 = 848,571,428.43; 990,000 + 4,000 + 5,000 + 1,000 are the 1,000,000 issued.
is_deeply $d->{outstanding}, { quantity_issued => 1000000, quantity_in_market => 990000, quantity_in_treasury => 4000, quantity_redeemed => 5000, quantity_cancelled => 1000, nominal_currency => 'R$',
	nominal_at_issue => 1000, updated_currency => 'R$', nominal_updated => '857.142857', nominal_date => '2026-10-06', value_brl => '848571428.43', reasons => {} }, 'what is outstanding' or diag explain $d->{outstanding};

# ---- payments ----

is_deeply $d->{schedule}{amortisation}, { rule => 'Percentual variável', pct => '14.2857', every => 6, unit => 'MES', from => '2027-10-02' }, 'how it amortises';
is_deeply $d->{schedule}{interest}, { base => '252', every => 6, unit => 'MES', from => '2025-04-02' }, 'how it pays interest';
sub told { return map { join ' ', map { $_ // '-' } @$_{qw(day event pays_on pct told_on)} } @{ $_[0] } }
is_deeply [told($d->{schedule}{next})], ['2027-10-02 amortisation 2027-10-04 14.2857 2026-10-11', '2027-10-02 interest 2027-10-05 1.6 2026-10-11', '2030-10-02 maturity 2030-10-02 - 2026-10-11'],
	'the next payments: of the newest agenda alone, without the interest of April that it no longer tells; a maturity pays no 0 %' or diag explain $d->{schedule}{next};
is_deeply [$d->{schedule}{next_reason}, $d->{terms}{next_event}], [undef, $d->{schedule}{next}[0]{day}], 'they are there, and the nearest is the next event';
$t->sql("update debenture set next_event = '2028-10-02' where code in ('MUIT11', 'AGUA12')");
is_deeply [map { get(code => $_)->{terms}{next_event} } 'MUIT11', 'AGUA12'], ['2028-10-02', '2027-10-02'], "without an agenda it is the register's, which else is not asked";
is_deeply [told($d->{schedule}{past})], ['2026-04-02 interest 2026-04-02 1.6 2026-01-01'], 'what passed stays';
my $zero = get(code => 'ZERO11');
is_deeply [map { [@$_{qw(pct pays_on reason)}] } @{ $zero->{schedule}{next} }], [[undef, '2027-04-02', 'rows_differ']], 'two rows of one payment that differ: no rate, and why';
is_deeply [get(code => 'MUIT11')->{schedule}{next}, get(code => 'MUIT11')->{schedule}{next_reason}], [[], 'agenda_not_loaded'], 'without an agenda nothing is guessed';

# ---- what a file contradicts ----

is_deeply [@{ $zero->{outstanding} }{qw(nominal_updated value_brl reasons)}, $zero->{schedule}{amortisation}{pct}],
	[undef, undef, { nominal_updated => 'zero_with_units_in_market', value_brl => 'zero_with_units_in_market' }, undef], 'units in the market that are worth nothing, four years before the maturity';
# 990,000 + 4,000 + 5,001 + 1,000 = 1,000,001, of 1,000,000.
is_deeply [@{ get(code => 'MUIT11')->{outstanding} }{qw(quantity_in_market quantity_redeemed value_brl reasons)}], [undef, 5001, undef, { quantity_in_market => 'parts_exceed_issue', value_brl => 'parts_exceed_issue' }], 'more units than were issued';
my $dollar = get(code => 'DOLR11');
is_deeply [@{ $dollar->{outstanding} }{qw(quantity_in_market value_brl reasons)}, @{ $dollar->{terms} }{qw(early_redemption issue)}, $dollar->{offerings}], [undef, undef, { value_brl => 'not_stated' }, undef, undef, []], 'what is not said is null';
$t->sql("update debenture_term set quantity_market = 10 where code = 'DOLR11'");
is_deeply get(code => 'DOLR11')->{outstanding}{reasons}, { value_brl => 'not_in_reais' }, 'dollars are not added up as reais';
is_deeply [@{ get(code => 'TRAS11')->{terms} }{qw(issued maturity reasons)}], [undef, undef, { rate => 'rate_not_stated', maturity => 'matures_before_issue' }], 'a maturity on the day of issue, and no rate';
is_deeply [@{ get(code => 'SAIU11')->{terms} }{qw(maturity left_reason left_on reasons)}], [undef, 'Resgate Total', '2026-05-05', { maturity => 'perpetual' }], 'a perpetual one that left';
my $perpetual = get(code => 'PERP11');
is_deeply [@{ $perpetual->{terms} }{qw(source next_event spread_pct guarantee reasons)}, $perpetual->{outstanding}, $perpetual->{schedule}{interest}],
	['ANBIMA', undef, undef, undef, { rate => 'rate_not_stated', next_event => 'perpetual', characteristics => 'not_loaded' }, undef, undef], 'a paper that ANBIMA alone tells of';

# ---- prices ----

is_deeply $d->{history}, [
	{ date => '2026-10-09', rate_pct => '0.734', rate_kind => 'spread', mark_par_pct => '101.8264', traded_par_pct => '101.8', duration_days => '533.98', unit_price => '1021.174407', price_source => 'ANBIMA',
		curve_spread => { date => '2026-10-09', curve => 'contract', curve_rate_pct => undef, spread_pct => '0.734', reason => undef } },
	{ date => '2026-10-01', rate_pct => undef, rate_kind => undef, mark_par_pct => undef, traded_par_pct => '101.67', duration_days => undef, unit_price => '1093.9', price_source => 'debentures.com.br', curve_spread => undef },
], 'a year of prices, the newest first: ANBIMA beside what was traded' or diag explain $d->{history};
is_deeply [@$d{qw(history_from history_to)}], ['2025-10-10', '2026-10-10'], 'of a year';
is_deeply [map { $_->{date} } @{ get(code => 'AGUA12', from => '2025-09-01', to => '2026-10-01')->{history} }], ['2026-10-01', '2025-09-01'], 'of the days asked for, both included';
# 101.8264 - 101.67 would be of two sources; of ANBIMA there is one day.
is_deeply [$d->{par}{par_pct}, $d->{par}{source}, $d->{rate}{rate_kind}, $d->{price}{unit_price}], ['101.8264', 'ANBIMA', 'spread', '1021.174407'], 'the newest, as the board has them';
is_deeply $d->{curve_spread}, $d->{history}[0]{curve_spread}, 'the spread of the newest day: DI + x needs no curve';

# ---- issuer, holders, the desk ----

is_deeply [map { [@$_{qw(object_id term value unit)}] } @{ $d->{issuer}{covenants} }], [[$issuer, 'leverage_covenant', 4, 'ratio'], [$paper, 'leverage_covenant', '3.5', 'ratio']],
	'approved clauses of the issuer and of the paper; none that waits, none of another desk';
is_deeply [@{ $d->{issuer} }{qw(object_id name tax_id)}], [$issuer, $d->{issuer}{name}, '33000167000101'], 'who issued it';
# 1,050,000.50 + 525,000.25 = 1,575,000.75, which is 2.5 % of 63,000,030.00.
is_deeply $d->{holders}, { funds => 2, month => '2026-08-31', largest => [
	{ tax_id => '33000167000101', name => undef, month => '2026-08-31', quantity => undef, value_brl => '2000000.00', share_of_fund_pct => undef },
	{ tax_id => '11222333000181', name => undef, month => '2026-08-31', quantity => 1500, value_brl => '1575000.75', share_of_fund_pct => '2.5000' }] },
	'who holds it in his newest portfolio, the largest first; a quantity that is not told is null, and who sold it is not there' or diag explain $d->{holders};
my $long = delete $d->{offerings}[0]{proceeds};
is $long, 'Obras de saneamento' . 'é' x 1990, 'a long text by its beginning, 4,000 bytes at most, in whole letters';
is_deeply $d->{offerings}, [{ id => 'rcvm160-1', regime => 'rcvm_160', status => 'closed', registered_on => '2024-10-16', leader => 'LIDER', audience => 'Profissional', placement => 'Melhores Esforços', sustainable => JSON::PP::true, incentivised => JSON::PP::false, guarantees => undef, trustee => 'FIDUCIÁRIA', rater => 'AGÊNCIA', total_brl => '1000000000.00', quantity => 1000000 }], 'the offering of this issue';
is_deeply [map { $_->{body} } @{ $d->{notes} }], ['Ver a escritura'], "the desk's notes, and no other's";
is_deeply [map { $_->{kind} } @{ $d->{open_alerts} }], ['material_fact'], 'its alerts';
is_deeply [map { join ' ', map { $_ // '-' } @$_{qw(what source date)} } @{ $d->{sources} }], ['terms debentures.com.br -', 'nominal debentures.com.br 2026-10-06', 'agenda debentures.com.br 2026-10-11',
	'marks ANBIMA 2026-10-09', 'trades debentures.com.br 2026-10-09', 'holders CVM 2026-08-31'], 'whose each part is, and of when';
my ($found) = @{ $desk->data('credit.objects.resolve', { queries => ['AGUA12'] })->{candidates} };
$d->{offerings}[0]{proceeds} = $long;
is_deeply get(object_id => $found->{id} // $found->{object}{id}), $d, 'what resolve finds opens in one call' or diag explain $found;
is_deeply [map { $_->{code} } grep { $_->{code} eq 'AGUA12' } @{ $desk->data('credit.issuer.get', { object_id => $paper })->{debentures} }], ['AGUA12'], "the issuer's papers have the code";

# ---- refusals ----

my $rule = sub { my $r = $desk->function('credit.debenture.get', { @_ }); return join ' ', $r->status, map { $_->{rule} } @{ $r->json->{details}{errors} // [] } };
is $rule->(), '400 one_of', 'neither code nor object';
is $rule->(code => 'AGUA12', object_id => $paper), '400 one_of', 'both';
is $rule->(code => 'AGUA12', from => '2026-10-11'), '400 maximum', 'days in the wrong order';
is $rule->(code => 'AGUA12', from => '2023-10-05', to => '2026-10-10'), '400 range', '1,101 days';
is $desk->function('credit.debenture.get', { code => 'AGUA12', from => '2023-10-06', to => '2026-10-10' })->status, 200, '1,100 days';
is $rule->(code => "AGUA12'"), '400 pattern', 'no code';
is $desk->function('credit.debenture.get', $_)->status, 404, 'a paper that nobody knows' for { code => 'NADA11' }, { object_id => 'instrument:NADA11' }, { object_id => $issuer };

# ---- many rows ask as much as few ----

sub settled {
	my ($all, $before) = ('', undef);

	$t->get('/problems/invalid_json');	# uses no database
	wait_for { my $more = $proxy->spoken; $all .= $more; my $quiet = defined $before && $more eq ''; $before = $more; $quiet };
	return $all;
}
sub asked {
	get(code => $_[0]) for 1 .. 3;
	settled();
	my $rows = get(code => $_[0]);
	my $said = settled();
	return [scalar @{ $rows->{history} }, scalar(() = $said =~ /E/g), scalar(() = $said =~ /S/g)];
}
$t->sql("insert into debenture_mark (code, day, rate, rate_kind, pct_par) select 'MUIT11', date '2025-10-10' + g, 1, 'spread', 100 from generate_series(1, 360) g;
	insert into debenture_event (code, day, event, event_text, pct, seen_on) select 'MUIT11', date '2027-01-01' + g, 'interest', 'Juros', 1, '2026-10-12' from generate_series(1, 300) g;
	insert into fund_holding (day, tax_id, block, tp_aplic, code, value) select '2026-08-31', lpad(g::text, 14, '0'), 4, 'D', 'MUIT11', g from generate_series(1, 200) g;
	insert into fund_portfolio (tax_id, day, assets) select lpad(g::text, 14, '0'), '2026-08-31', 1 from generate_series(1, 200) g");
my ($small, $large) = (asked('PERP11'), asked('MUIT11'));
is_deeply [$small->[0], $large->[0]], [1, 360], 'a day of prices, and a year of them';
is_deeply [@$large[1, 2]], [@$small[1, 2]], 'ask as much: ' . join ' statements and ', @$large[1, 2];
$d = get(code => 'MUIT11');
is_deeply [$d->{holders}{funds}, scalar @{ $d->{holders}{largest} }, $d->{holders}{largest}[0]{tax_id}], [200, 50, '00000000000200'], 'of 200 funds the largest fifty';
is scalar @{ $d->{schedule}{next} }, 300, 'and all payments that are announced';

$t->finish;
done_testing;
