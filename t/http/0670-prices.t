#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Prices of the Treasury's bonds, debentures and crypto, contracts of debentures, sectors: small files in the official
# formats, absurd ones, and the real samples where the shared folder exists.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Test qw(shared_dir spew);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $t = Lastro::Test->new;
my $dir = $t->dir;
my %now = (env => { LASTRO_NOW => '2025-03-10T12:00:00Z' });

sub load { return $t->lastro_json(\%now, 'load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub sql { return Encode::decode('UTF-8', $t->sql(@_)) }

# A file in its source's encoding.
sub file {
	my ($name, $encoding, @lines) = @_;

	spew("$dir/$name", Encode::encode($encoding, join '', map { "$_\r\n" } @lines));
	return "$dir/$name";
}

sub twice {
	my ($want, $name, @arguments) = @_;
	my $first = load(@arguments);
	my ($read, $written, $unchanged, @rest) = split / /, $want;

	is counts($first), $want, $name;
	is counts(load(@arguments)), join(' ', $read, 0, $written + $unchanged, @rest), "$name: and again nothing";
	return $first;
}

sub refusals { return map { "$_->{line}: $_->{reason}" } @{ $_[0]{refusals} } }

sub refused_like {
	my ($pattern, $name, @arguments) = @_;
	my $r = $t->lastro(\%now, 'load', @arguments);

	is $r->{status}, 1, "$name: exit status 1";
	like Encode::decode('UTF-8', $r->{err}), $pattern, "$name: and why";
}

# ---- Tesouro ----

my $head = 'Tipo Titulo;Data Vencimento;Data Base;Taxa Compra Manha;Taxa Venda Manha;PU Compra Manha;PU Venda Manha;PU Base Manha';
my $r = twice('10 6 0 2 2', 'tesouro: the price is what the holder receives', 'tesouro', file('td.csv', 'cp1252', $head,
	'Tesouro IPCA+;15/05/2035;07/03/2025;7,10;7,22;1724,41;1696,38;1696,38',
	'Tesouro IPCA+;15/05/2035;06/03/2025;7,11;7,23;1720,00;1690,12;1690,12',
	'Tesouro IPCA+ com Juros Semestrais;15/05/2035;07/03/2025;7,10;7,22;4200,00;4100,55;4100,55',
	'Tesouro Renda+ Aposentadoria Extra;15/12/2064;07/03/2025;-1,52;-0,00;720,10;717,14;717,14',
	'Tesouro Educa+;15/12/2030;07/03/2025;7,10;7,22;3650,00;3635,88;3635,88',
	'Tesouro Selic;01/03/2029;07/03/2025;0,10;0,11;15000,00;0,00;0,00',
	'Tesouro Selic;01/03/2029;06/03/2025;0,10;0,11;15000,00;;',
	'Tesouro Selic;01/03/2029;05/03/2025;0,10;0,11;15000,00;14999,99;',
	'Tesouro Selic;01/03/2029;04/03/2025;0,10;0,11;15000,00;-1,00;0,00',
	'Tesouro Selic;31/02/2029;04/03/2025;0,10;0,11;15000,00;10,00;0,00'));
is_deeply [refusals($r)], ['10: PU Venda inválido: -1,00', '11: vencimento ou data base inválidos'], 'tesouro: a negative price and a day that is none are refused';
like $r->{warnings}[0], qr/^2 linhas sem preço de venda/, 'tesouro: an empty and a zero price are reported';
is sql(q(select symbol, expiry from instrument where venue = 'tesouro' order by symbol)),
	"Tesouro Educa+ 2026\t2030-12-15\nTesouro IPCA+ 2035\t2035-05-15\nTesouro IPCA+ com Juros Semestrais 2035\t2035-05-15\n"
	. "Tesouro Renda+ Aposentadoria Extra 2045\t2064-12-15\nTesouro Selic 2029\t2029-03-01",
	'tesouro: kind and year, when payments begin for Renda+ and Educa+';
is sql(q(select last_day, last, prev_day, prev from last_close where symbol = 'Tesouro IPCA+ 2035')),
	"2025-03-07\t1696.380000000000\t2025-03-06\t1690.120000000000", 'tesouro: the two newest prices';
is sql(q(select last_day, last from last_close where symbol = 'Tesouro Selic 2029')), "2025-03-05\t14999.990000000000", 'tesouro: a zero is no price, the previous day counts';

load('tesouro', file('td2.csv', 'cp1252', $head,
	'Tesouro Prefixado;01/01/2010;05/12/2007;1;1;1;800,00;1', 'Tesouro Prefixado;01/07/2010;05/12/2007;1;1;1;760,00;1'));
my $alone = file('td3.csv', 'cp1252', $head, 'Tesouro Prefixado;01/07/2010;06/12/2007;1;1;1;761,00;1');
is counts(load('tesouro', $alone)), '1 1 0 0 0', 'tesouro: one of two bonds of a year, alone in a later file';
is sql(q(select symbol, day, close from quote where symbol like 'Tesouro Prefixado%' order by 1, 2)),
	"Tesouro Prefixado 01/01/2010\t2007-12-05\t800.000000000000\nTesouro Prefixado 01/07/2010\t2007-12-05\t760.000000000000\n"
	. "Tesouro Prefixado 01/07/2010\t2007-12-06\t761.000000000000", 'tesouro: two bonds of one kind and year never share a name';

twice('1 1 0 0 0', 'tesouro: a price 300 times off is kept as it came', 'tesouro', file('td4.csv', 'cp1252', $head,
	'Tesouro IPCA+;15/05/2035;10/03/2025;1;1;1;508914,00;1'));
is sql(q(select last, prev from last_close where symbol = 'Tesouro IPCA+ 2035')), "508914.000000000000\t1696.380000000000", 'and touches nothing else';
refused_like(qr/falta a coluna pu venda manha/, 'tesouro: without its column', 'tesouro', file('bad.csv', 'cp1252', 'Tipo Titulo;Data Vencimento;Data Base', 'x;y;z'));
refused_like(qr/HTML/, 'tesouro: a page of HTML', 'tesouro', file('page.csv', 'cp1252', '<html>'));

# ---- debentures ----

my @anbima = ('ANBIMA - Associação Brasileira das Entidades dos Mercados Financeiro e de Capitais', '',
	'Código@Nome@Repac./  Venc.@Índice/ Correção@Taxa de Compra@Taxa de Venda@Taxa Indicativa@Desvio Padrão@Intervalo Indicativo Minimo@Intervalo Indicativo Máximo@PU@% PU Par / % VNE@Duration@% Reune@Referência NTN-B');
my $traded = file('precos.txt', 'cp1252', 'Mercado secundário', '',
	"Data\tEmissor\tCódigo do Ativo\tISIN\tQuantidade\tNúmero de Negócios\tPU Mínimo\tPU Médio\tPU Máximo\t% PU da Curva",
	"6/3/2025\tÁGUAS S.A.\tAGUA11\tBRAGUADBS009\t1.200\t4\t1.000,10\t1.001,5\t1.003\t99,90",
	"6/3/2025\tPAPEL S.A.\tPAPL12\tBRPAPLDBS001\t10\t1\t990\t991,25\t992\tND",
	"7/3/2025\tÁGUAS S.A.\tAGUA11\tBRAGUADBS009\t10\t1\tND\tND\tND\tND",
	"7/3/2025\tPAPEL S.A.\tPAPL12\tBRPAPLDBS001\t10\t1\t0\t0,000000\t0\tND",
	'Fonte: o serviço');
$r = twice('4 2 0 2 0', 'debenture-prices: up to the footer; ND and zero are no price', 'debenture-prices', $traded);
like $r->{warnings}[0], qr/^1 linhas com PU médio zero/, 'debenture-prices: a zero is reported';
$r = twice('8 3 0 4 1', 'anbima-debentures', 'anbima-debentures', file('db250306.txt', 'cp1252', @anbima,
	'AGUA11@AGUAS S.A. (*) (**)@02/10/2030@DI + 1,6%@0,8503@0,5404@0,6834@0,0541@0,6293@0,7376@1046,357089@102,0904@576,72@@',
	'PAPL12@PAPEL E CELULOSE DO VALE S/A@04/10/2027@DI + 2,75%@--@--@--@--@--@--@N/D@N/D@N/D@@',
	'CASA13@CASA S.A.@04/10/2027@115% do DI@--@--@--@--@--@--@N/D@N/D@N/D@@',
	'IPCX14@ÍNDICE S.A.@15/08/2031@IPCA + 6,4895%@--@--@7,1@--@--@--@1100,5@N/D@1000,5@@',
	'PREX15@PRE S.A.@15/08/2031@PREFIXADO 11,44%@--@--@7,1@--@--@--@0,000000@N/D@1000,5@@',
	'IGPX16@IGP S.A.@15/08/2031@IGP-M@--@--@7,1@--@--@--@N/D@N/D@1000,5@@',
	'TRXX17@TR S.A.@15/08/2031@TR + 8%@--@--@7,1@--@--@--@800@N/D@1000,5@@',
	'ERRO18@ERRO S.A.@15/08/2031@DI + 1%@--@--@7,1@--@--@--@12x@N/D@1000,5@@'));
is_deeply [refusals($r)], ['11: PU inválido'], 'anbima-debentures: an invalid number is refused';
is sql(q(select symbol, close, segment from quote where venue = 'debenture' and day = '2025-03-06' order by 1)),
	"AGUA11\t1046.357089000000\tmark\nIPCX14\t1100.500000000000\tmark\nPAPL12\t991.250000000000\ttraded\nTRXX17\t800.000000000000\tmark",
	'ANBIMA takes the place of what was traded; where it has no price that stands';
is counts(load('debenture-prices', $traded)), '4 0 1 3 0', 'and is not driven out by it again';
is sql(q(select code, indexer, pct, spread, rate from debenture order by code)),
	"AGUA11\tcdi\t100.00000000\t1.60000000\t\nCASA13\tcdi\t115.00000000\t0.00000000\t\nIGPX16\tigpm\t\t\t\nIPCX14\tipca\t\t\t6.48950000\n"
	. "PAPL12\tcdi\t100.00000000\t2.75000000\t\nPREX15\tprefixado\t\t\t11.44000000\nTRXX17\toutro\t\t\t",
	'terms as contracted; an unknown index has none';
is sql(q(select name, issuer_tax_id from instrument where symbol = 'AGUA11')), "AGUAS S.A.\t", 'footnote marks are not of the name';
is sql(q(select rate, pct_par, duration from debenture_mark where code = 'AGUA11')), "0.68340000\t102.09040000\t576.72000000", 'yield and duration of the day';
refused_like(qr/tem de dizer o dia/, 'anbima-debentures: without a day in its name', 'anbima-debentures', file('debentures.txt', 'cp1252', @anbima));

my @wanted = ('Codigo do Ativo', 'Empresa', 'Serie', 'ISIN', 'Data de Emissao', 'Data de Vencimento', 'Motivo de Saida', 'Data de Saida / Novo Vencimento',
	'Unidade Monetária', 'Unidade Monetária', 'indice', 'Criterio de Calculo', 'Dia de Referencia para indice de Precos', 'Percentual Multiplicador/Rentabilidade',
	'Juros Criterio Antigo do SND', 'Juros Criterio Novo - Taxa', 'Juros Criterio Novo - Prazo', 'CNPJ', 'Deb. Incent. (Lei 12.431)');
sub contract { return join "\t", @_ }
$r = twice('6 5 0 0 1', 'debentures: contracts', 'debentures', file('caracteristicas.txt', 'cp1252', 'debentures.com.br', '', '', join("\t", @wanted),
	contract('AGUA11', 'ÁGUAS S.A.', 'UNI', 'BRAGUADBS009', '02/10/2024', '02/10/2030', '', '02/10/2031', 'R$', 'R$', 'DI', 'Padrão - SND', '', '100', '-', '1,85', '252', '33000167000101', 'N'),
	contract('IPCX14', 'ÍNDICE S.A.', '1', 'BRIPCXDBS001', '15/08/2021', '15/08/2031', '', '15/08/2031', 'R$', 'R$', 'IPCA', 'Padrão - SND', '15', '-', '-', '6,4895', '252', '33000167000101', 'S'),
	contract('VELH11', 'VELHA S.A.', '1', '', '15/08/2011', '15/08/2031', '', '', 'R$', 'R$', 'DI', 'Não Padrão - SND', '', '100', '1.25% a.a 252 dias', '0', '', '33000167000101', 'N'),
	contract('NADA11', 'NADA S.A.', '1', '', '15/08/2011', '15/08/2031', '', '', 'R$', 'R$', 'DI', 'Padrão - SND', '', '100', '-', '', '', '33000167000101', 'N'),
	contract('BASE36', 'BASE S.A.', '1', '', '15/08/2011', '15/08/2031', '', '', 'R$', 'R$', 'PRÉ', 'Padrão - SND', '', '-', '-', '29,3', '360', '33000167000101', 'N'),
	contract('CNPJ11', 'CNPJ S.A.', '1', '', '15/08/2011', '15/08/2031', '', '', 'R$', 'R$', 'PRÉ', 'Padrão - SND', '', '-', '-', '29,3', '252', '33000167000102', 'N'),
	'Fonte'));
is_deeply [refusals($r)], ['10: CNPJ inválido'], 'debentures: a wrong tax id is refused';
is sql(q(select code, indexer, pct, spread, rate, index_day, maturity, incentivised from debenture where source = 'snd' order by code)),
	"AGUA11\tcdi\t100.00000000\t1.85000000\t\t\t2031-10-02\tf\nBASE36\tprefixado\t\t\t\t\t2031-08-15\tf\nIPCX14\tipca\t\t\t6.48950000\t15\t2031-08-15\tt\n"
	. "NADA11\tcdi\t\t\t\t\t2031-08-15\tf\nVELH11\tcdi\t100.00000000\t1.25000000\t\t\t2031-08-15\tf",
	'a rate that is not said, or on another base, is unknown and not zero';
load('anbima-debentures', "$dir/db250306.txt");
is sql(q(select spread, source, next_event from debenture where code = 'AGUA11')), "1.85000000\tsnd\t2030-10-02", 'the depository\'s contract is not overwritten by ANBIMA\'s';
is sql(q(select name, issuer_tax_id, isin, expiry from instrument where symbol = 'IPCX14')), "ÍNDICE S.A.\t33000167000101\tBRIPCXDBS001\t2031-08-15", 'and the paper is known by it';

# ---- crypto ----

my $hour = 3_600_000;
my $day = 24 * $hour;
my $first = 1741305600000;	# 2025-03-07T00:00:00Z
sub candle { my ($at, $close, $length) = @_; return sprintf '[%d,"%s","%s","%s","%s","1.0",%d,"1.0",1,"1","1","0"]', $at, ($close) x 4, $at + ($length // $day) - 1 }
sub candles { my ($name, @c) = @_; spew("$dir/$name", '[' . join(',', @c) . ']'); return "$dir/$name" }

twice('2 2 0 0 0', 'klines: a pair in USDT', 'klines', candles('BTCUSDT.json', candle($first, '90000.00000000'), candle($first + $day, '91000.00000000')));
is sql(q(select count(*) from quote where symbol = 'BTC')), '0', 'klines: without the dollar there is no price in reais';
twice('4 4 0 0 0', 'klines: the dollar makes it', 'klines', candles('USDTBRL.json', candle($first, '5.80000000'), candle($first + $day, '5.70000000')));
is sql(q(select day, close, segment from quote where symbol = 'BTC' order by 1)), "2025-03-07\t522000.000000000000\tcross\n2025-03-08\t518700.000000000000\tcross", 'klines: 90,000 x 5.80 and 91,000 x 5.70';
twice('1 1 0 0 0', 'klines: the pair in reais, with days of São Paulo', 'klines', candles('BTCBRL.json', candle($first + 3 * $hour, '521500.00000000')));
is sql(q(select day, close, segment from quote where symbol = 'BTC' order by 1)), "2025-03-07\t521500.000000000000\tspot\n2025-03-08\t518700.000000000000\tcross", 'klines: takes the place of the product';
is counts(load('klines', "$dir/USDTBRL.json")), '4 0 3 1 0', 'klines: which does not return';
twice('2 2 0 0 0', 'klines: after the dollar', 'klines', candles('ETHUSDT.json', candle($first, '2000.00000000')));
is sql(q(select close from quote where symbol = 'ETH')), '11600.000000000000', 'klines: the product is made at once';
$r = load('klines', candles('XRPBRL.json', candle($first + 4 * $hour, '13.0'), candle($first, '13.0', $hour), candle($first, '0.00000000')));
is_deeply [refusals($r)], ['1: não é a vela de um dia', '2: não é a vela de um dia', '3: preço inválido'], 'klines: other hours are not a day, a zero is not a price';

# ---- sectors ----

spew("$dir/instruments.csv", Encode::encode('UTF-8', "symbol,asset_type,sector\nTYPD3,stock,Meu setor\n"));
load('instruments', "$dir/instruments.csv");
$t->sql(q(insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'PETR4', 'stock', 'PETR'), ('b3', 'SOLO3', 'stock', null), ('b3', 'TIJO11', 'fii', 'TIJO'), ('b3', 'BOVA11', 'etf', 'BOVA')));
twice('5 3 0 1 1', 'sectors: a cell that is empty is that of the line above', 'sectors', file('setores.csv', 'UTF-8', 'Classificação setorial', 'codigo;empresa;setor;subsetor;segmento',
	';;Petróleo, Gás e Biocombustíveis;Petróleo, Gás e Biocombustíveis;', 'PETR;PETROBRAS;;;Exploração, Refino e Distribuição', 'VALE;VALE;Materiais Básicos;Mineração;Minerais Metálicos',
	'SOLO3;SOLO;Bens Industriais;;', 'petr4;x;Y;;'));
is sql(q(select code, sector, subsector, segment from issuer where sector is not null order by 1)),
	"PETR\tPetróleo, Gás e Biocombustíveis\tPetróleo, Gás e Biocombustíveis\tExploração, Refino e Distribuição\nVALE\tMateriais Básicos\tMineração\tMinerais Metálicos", 'sectors: three levels of a company';
is sql(q(select symbol, sector from instrument where venue = 'b3' order by 1)),
	"BOVA11\t\nPETR4\tPetróleo, Gás e Biocombustíveis\nSOLO3\tBens Industriais\nTIJO11\tFundos Imobiliários\nTYPD3\tMeu setor", 'sectors: of papers and real-estate funds; a typed one stays';

is $t->lastro('compute', 'prices', '--verify')->{status}, 0, 'the derived rows equal those derived from the quotes';

# ---- the real samples ----

SKIP: {
	my $shared = shared_dir();

	skip 'no shared folder', 1 unless $shared && -d "$shared/data/tesouro";
	my $data = "$shared/data";
	my @samples = (['157 157 0 0 0', 'tesouro', "$data/tesouro/precotaxatesourodireto.csv"],
		['1292 1252 0 40 0', 'anbima-debentures', "$data/anbima_debentures/db260603_rebuilt.txt"],
		['1288 1260 0 28 0', 'anbima-debentures', "$data/anbima_debentures/db260612_rebuilt.txt"],
		['400 400 0 0 0', 'debentures', "$data/debentures_com_br/caracteristicas_normalised.csv"],
		['20 20 0 0 0', 'debenture-prices', "$data/debentures_com_br/precos_negociacao_normalised_20rows.csv"]);

	for (@samples) {
		my ($want, @arguments) = @$_;

		twice($want, "the sample of $arguments[0]", @arguments);
	}
	is sql(q(select close from quote where symbol = 'Tesouro Selic 2029' and day = '2024-05-10')), '14705.490000000000', 'a price that was printed';
	is sql(q(select close from quote where symbol = 'AALM12' and day = '2026-06-03')), '1046.357089000000', 'a unit price that was printed';
	is sql(q(select indexer, pct, spread, issuer_tax_id, maturity from debenture where code = 'AALM12')), "cdi\t100.00000000\t1.60000000\t08213823000107\t2030-10-02", 'a contract that was registered';
}
done_testing;
