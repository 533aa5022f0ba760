#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# /v1/companies, a company's documents, /v1/offerings: search, pages without gaps and repetitions, one
# answer for all callers.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Companies qw(register register_row forms form_row security_row documents document_row offerings previous_row request_row);
use Lastro::Cotahist qw(quote cotahist);
use Lastro::Market qw(succession);
use Lastro::Objects qw(object load_lines);
use Lastro::TaxId qw(cnpj masked);
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $dir = $t->dir;
my ($alfa, $beta, $gama, $debt) = map { cnpj("0${_}3334440001") } 1 .. 4;
my $letters = '12ABC34501DE35';
my ($ana, $bia) = (account($t), account($t));

$t->lastro_ok('load', 'company-register', register($dir,
	register_row(1001, $alfa, 'ALFA INDÚSTRIAS S.A.', SETOR_ATIV => 'Máquinas', DENOM_COMERC => 'Alfa'),
	register_row(1002, $beta, 'BETA ENERGIA S.A.', SETOR_ATIV => 'Energia Elétrica', SIT => 'CANCELADA', DT_CANCEL => '2024-05-06', TP_MERC => ''),
	register_row(1003, $gama, 'GAMA ENERGIA S.A.', SETOR_ATIV => 'Energia Elétrica'),
	register_row(1004, $debt, 'DÍVIDA CONCESSÕES S.A.', SETOR_ATIV => 'Energia Elétrica', CATEG_REG => 'Categoria B', TP_MERC => ''),
	register_row(1005, $letters, 'LETRAS S.A.', TP_MERC => '')));
$t->lastro_ok('load', 'company-forms', forms($dir, 2026,
	[form_row(1001, $alfa, 'ALFA INDÚSTRIAS S.A.', '2026-01-01', Nome_Empresarial_Anterior => 'MAQUINÁRIA NACIONAL S.A.'), form_row(1002, $beta, 'BETA ENERGIA S.A.', '2023-01-01')],
	[security_row($alfa, '2026-01-01', 'ALFA3'), security_row($alfa, '2026-01-01', 'ALFA4'), security_row($alfa, '2026-01-01', 'MAQN4', Data_Fim_Negociacao => '2020-06-30'),
	 security_row($beta, '2023-01-01', 'BETA3', Data_Fim_Negociacao => '2024-05-06')]));
succession($t, 'VELH3', 'ALFA3', '2015-04-01', [1, 1]);
$t->sql("insert into issuer (code, tax_id) values ('GAMA', '$gama'); insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'GAMA11', 'stock', 'GAMA')");

# Found by the issuer in the ISIN alone: by its CVM code, by another paper of it in the forms, and by its debentures, unless their ISINs name two issuers.
$t->sql("insert into debenture (code, issuer_tax_id, isin, source) values ('DEBX11', '$letters', 'BRDEBXDBS001', 'anbima'), ('DEBX21', '$letters', 'BRDEBXDBS019', 'anbima'),
	('DOIS11', '$letters', 'BRDOISDBS008', 'anbima'), ('DOIS21', '$debt', 'BRDOISDBS016', 'anbima');
	insert into issuer (code) values ('DEBX'), ('DOIS'); insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'DEBX3', 'stock', 'DEBX'), ('b3', 'DOIS3', 'stock', 'DOIS')");
$t->sql("insert into issuer (code, cvm_code) values ('DIVI', '001004'), ('ALFA', null), ('NADA', '0'); insert into instrument (venue, symbol, asset_type, issuer_code) values ('b3', 'DIVI3', 'stock', 'DIVI'),
	('b3', 'ALFA3', 'stock', 'ALFA'), ('b3', 'ALFA11', 'stock', 'ALFA'), ('b3', 'NADA3', 'stock', 'NADA')");

my @kinds = (['Fato Relevante', 'material_fact'], ['Comunicado ao Mercado', 'market_communication'], ['Dados Econômico-Financeiros', 'financial_report'],
	['Aviso aos Acionistas', 'shareholder_notice'], ['Assembleia', 'shareholder_meeting'], ['Valores Mobiliários negociados e detidos', 'periodic_report'],
	['Reunião da Administração', 'management_report'], ['Aviso aos Debenturistas', 'debt_instrument'], ['Estatuto Social', 'governing_document'], ['Carta Anual', 'other']);
$t->lastro_ok('load', 'company-documents', documents($dir, 2026,
	(map { document_row(1001, $alfa, 'ALFA', $kinds[$_ % 10][0], sprintf('2026-%02d-28', 1 + $_ % 6), sprintf('2026-%02d-%02d', 1 + $_ % 6, 1 + $_ % 3), sprintf('P%03d', $_), Assunto => "Nº $_") } 1 .. 60),
	document_row(1001, $alfa, 'ALFA', 'Fato Relevante', '2026-07-10', '2026-07-10', 'F1', Assunto => 'Aquisição'),
	document_row(1001, $alfa, 'ALFA', 'Fato Relevante', '2026-07-10', '2026-07-15', 'F2', Assunto => 'Aquisição', Versao => 2),
	document_row(1001, $alfa, 'ALFA', 'Estatuto Social', '0201-07-10', '2026-08-01', 'E1'),
	document_row(1002, $beta, 'BETA', 'Fato Relevante', '2024-01-10', '2024-01-10', 'B1'),
	document_row(1004, $debt, 'DÍVIDA', 'Aviso aos Debenturistas', '2026-03-01', '2026-03-02', 'D1')));
$t->lastro_ok('load', 'offerings', offerings($dir,
	[(map { previous_row(Numero_Processo => "RJ-$_", Tipo_Ativo => $_ % 2 ? 'DEBÊNTURES SIMPLES' : 'AÇÕES', CNPJ_Emissor => masked($alfa), Nome_Emissor => 'ALFA INDÚSTRIAS S.A.', Nome_Lider => 'BANCO L',
		Data_Registro_Oferta => sprintf('2010-%02d-01', $_), Valor_Total => "${_}000000.00", Quantidade_Total => 1000, Preco_Unitario => '10.5', Modalidade_Oferta => 'ICVM 400') } 1 .. 9)],
	[request_row(7, Data_requerimento => '2024-01-10', Data_Registro => '2024-02-01', Status_Requerimento => 'Oferta Encerrada', Data_Encerramento => '2024-03-01', Valor_Mobiliario => 'Debêntures', CNPJ_Emissor => masked($debt),
		Nome_Emissor => 'DÍVIDA CONCESSÕES S.A.', Valor_Total_Registrado => '5000000.0'),
	 request_row(8, Data_requerimento => '2026-01-10', Status_Requerimento => 'Aguardando Bookbuilding', Valor_Mobiliario => 'Cotas de FII', Nome_Emissor => 'FUNDO Y')]));
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub get { my ($path, %o) = @_; return $t->get($path, key => $ana->{user_key}, %o) }
sub pick { my ($path, $field) = @_; my $r = get($path); return $r->status == 200 ? join ' ', map { $_->{$field} } @{ $r->json->{data} } : $r->status . ' ' . $r->json->{details}{code} }
sub refused { my ($path, $want) = @_; my $r = get($path); is $r->status . ' ' . $r->json->{details}{code}, $want, "$path: $want" }

# every() - one field of all pages of a list, in order.
sub every {
	my ($path, $field, $limit) = @_;
	my ($cursor, @all);

	do {
		my $r = get("$path" . ($path =~ /\?/ ? '&' : '?') . "limit=$limit" . (defined $cursor ? "&cursor=$cursor" : ''))->json;
		push @all, map { $_->{$field} } @{ $r->{data} };
		$cursor = $r->{meta}{next_cursor};
	} while (defined $cursor && @all < 1000);
	return \@all;
}

# ---- the register ----

is pick('/v1/companies', 'cvm_code'), '1001 1002 1004 1003 1005', 'by name';
is_deeply every('/v1/companies', 'cvm_code', 2), [1001, 1002, 1004, 1003, 1005], 'page by page';
my $first = get('/v1/companies?q=alfa')->json->{data}[0];
is_deeply $first, { cvm_code => 1001, tax_id => $alfa, name => 'ALFA INDÚSTRIAS S.A.', trading_name => 'Alfa', sector => 'Máquinas', status => 'active', listed => JSON::PP::true,
	tickers => ['ALFA3', 'ALFA4'], registered_on => '2001-02-03', cancelled_on => undef, category => 'A', issuer_state => 'FASE OPERACIONAL', control => 'PRIVADO' }, 'a company whole';
is pick("/v1/companies?q=$_->[0]", 'cvm_code'), $_->[1], "found by $_->[0]"
	for ['ind+alf', 1001], ['maquinaria', 1001], ['maqn4', 1001], ['1002', 1002], [$letters, 1005], [masked($alfa), 1001], [masked($letters), 1005], ['energia', '1002 1003'], ['concess%C3%B5es', 1004], ['nada', ''];
is pick('/v1/companies?sector=energia+eletrica', 'cvm_code'), '1002 1004 1003', 'by sector, accents aside';
is pick('/v1/companies?sector=energia+eletrica&q=beta', 'cvm_code'), 1002, 'and by words too';
is pick('/v1/companies?status=cancelled', 'cvm_code'), 1002, 'by status';
is pick('/v1/companies?listed=true', 'cvm_code'), '1001 1003', 'listed';
is pick('/v1/companies?listed=false', 'cvm_code'), '1002 1004 1005', 'not listed';
is get('/v1/companies?total=true&sector=energia+eletrica&status=active&limit=1')->json->{meta}{total}, 2, 'the total is of the filtered universe';
refused('/v1/companies?status=x', '400 invalid_parameter');
refused('/v1/companies?q=..', '400 invalid_parameter');
refused('/v1/companies?q=' . 'x' x 201, '400 invalid_parameter');
is pick('/v1/companies?q=' . 'x' x 200, 'cvm_code'), '', 'words of 200 letters are a question';
refused('/v1/companies?q=a&q=b', '400 invalid_parameter');
refused('/v1/companies?limit=1001', '400 invalid_parameter');
my $cursor = get('/v1/companies?limit=1')->json->{meta}{next_cursor};
refused("/v1/companies?limit=1&listed=true&cursor=$cursor", '400 invalid_cursor');

# Dictionary order: "ÁGUA" among the A's, before words that begin with "Al"; with equal letters, the accented one comes later.
$t->sql("insert into company (id, cvm_code, name, status, listed, words) values (80002, 80002, 'ÁGUA BOA S.A.', 'active', true, ''), (80003, 80003, 'Agua boa S.A.', 'active', true, ''), (80004, 80004, 'ZINCO S.A.', 'active', true, ''), (80005, 80005, 'Bens S.A.', 'active', true, '')");
is pick('/v1/companies', 'cvm_code'), '80003 80002 1001 80005 1002 1004 1003 1005 80004', 'in the order of a Portuguese dictionary';
is_deeply every('/v1/companies', 'cvm_code', 1), [80003, 80002, 1001, 80005, 1002, 1004, 1003, 1005, 80004], 'page by page, too';
$t->sql('delete from company where id between 80002 and 80005');

# ---- identification of a company ----

my %of = (1001 => '1001', '001001' => '1001', $alfa => '1001', ALFA3 => '1001', alfa4 => '1001', MAQN4 => '1001', VELH3 => '1001', BETA3 => '1002', GAMA11 => '1003', DIVI3 => '1004', DEBX3 => '1005', ALFA11 => '1001', $debt => '1004', lc $letters => '1005');
for my $name (sort keys %of) {
	is get("/v1/companies/$name/documents?limit=1")->json->{meta}{subject}{cvm_code}, $of{$name}, "$name is company $of{$name}";
}
is get("/v1/companies/NADA3/documents")->status, 404, 'an issuer without a tax id, a code or another paper is unknown';
is get("/v1/companies/DOIS3/documents")->status, 404, 'as is one whose code the debentures of two companies have';
$t->sql("insert into company (id, cvm_code, name, status, listed, words) values (80001, 80001, 'FOREIGN INC', 'active', true, ''); insert into company_code (cvm_code, company_id, name, folded, status, on_exchange, source)
	values (80001, 80001, 'FOREIGN INC', 'x', 'active', true, 'register')");
is_deeply get('/v1/companies/80001/documents')->json->{meta}{subject}, { cvm_code => '80001', tax_id => undef, name => 'FOREIGN INC' }, 'a foreign issuer has no tax id: null';
$t->sql('delete from company_code where company_id = 80001; delete from company where id = 80001');
is_deeply get("/v1/companies/$debt/documents")->json->{meta}{subject}, { cvm_code => '1004', tax_id => $debt, name => 'DÍVIDA CONCESSÕES S.A.' }, 'a debt-only issuer, by its tax id';
refused("/v1/companies/$_/documents", '404 company_not_found') for 'ZZZZ3', '999999', cnpj('099990000001'), '12345678901234', 'x';
refused('/v1/companies/' . 'A' x 33 . '/documents', '400 invalid_parameter');
refused('/v1/companies/ALFA3/documents?nada=1', '400 invalid_parameter');

# ---- documents ----

my $path = '/v1/companies/ALFA3/documents';
my $all = get("$path?limit=1000&total=true")->json;
is $all->{meta}{total}, 63, 'all documents are counted';
is scalar @{ $all->{data} }, 63, 'and are there';
my @order = map { "$_->{filed_at} $_->{protocol}" } @{ $all->{data} };
is_deeply [map { /^(\S+)/ } @order], [sort { $b cmp $a } map { /^(\S+)/ } @order], 'by the day of filing, the newest first';
is_deeply every($path, 'protocol', 7), [map { $_->{protocol} } @{ $all->{data} }], 'page by page: none lost, none twice';
for my $kind (@kinds) {
	my @want = map { $_->{protocol} } grep { $_->{category} eq $kind->[0] } @{ $all->{data} };
	is_deeply every("$path?kind=$kind->[1]", 'protocol', 4), \@want, "kind $kind->[1] is category $kind->[0]";
}
is get("$path?category=Fato+Relevante&kind=material_fact&total=true&limit=1")->json->{meta}{total}, 8, 'category and kind together';
is pick("$path?kind=other&category=Fato+Relevante", 'protocol'), '', 'which may contradict each other';
is get("$path?from=2026-02-01&to=2026-02-28&total=true")->json->{meta}{total}, 10, 'from and to are of the reference date';
is pick("$path?from=2026-07-01", 'protocol'), 'F2 F1', 'an impossible reference date is in no period';
is pick("$path?limit=1", 'protocol'), 'E1', 'but is shown when none is asked for';
my ($two, $one) = @{ get("$path?from=2026-07-01")->json->{data} };
is_deeply $one, { cvm_code => 1001, kind => 'material_fact', category => 'Fato Relevante', type => undef, species => undef, subject => 'Aquisição', reference_date => '2026-07-10', filed_at => '2026-07-10',
	protocol => 'F1', download_url => 'https://www.rad.cvm.gov.br/ENET/frmDownloadDocumento.aspx?Tela=ext&numSequencia=1&numProtocolo=1', version => 1, version_filed_at => '2026-07-10', first_filing => undef,
	present_version => { version => 2, protocol => 'F2', filed_at => '2026-07-15', download_url => 'https://www.rad.cvm.gov.br/ENET/frmDownloadDocumento.aspx?Tela=ext&numSequencia=1&numProtocolo=2' } },
	'the first version, and the present one beside it';
is "$two->{filed_at} $two->{version_filed_at} $two->{first_filing}{protocol}", '2026-07-10 2026-07-15 F1', 'the second version: filed at first, this one later';
is pick('/v1/companies/BETA3/documents', 'protocol'), 'B1', 'a cancelled company keeps its documents, by its dead ticker';
refused("$path?kind=fact", '400 invalid_parameter');
refused("$path?from=2026-02-30", '400 invalid_parameter');
refused("$path?from=2026-03-01&to=2026-02-01", '400 invalid_parameter');
$cursor = get("$path?limit=1")->json->{meta}{next_cursor};
refused("/v1/companies/BETA3/documents?limit=1&cursor=$cursor", '400 invalid_cursor');

# ---- offerings ----

refused('/v1/offerings?issuer=' . masked($alfa) =~ s/.$/(substr($alfa, -1) + 1) % 10/er, '400 invalid_parameter');
my $offers = get('/v1/offerings?total=true')->json;
is join(' ', map { $_->{id} =~ /^rcvm/ ? $_->{id} : $_->{registered_on} } @{ $offers->{data} }), 'rcvm160-8 rcvm160-7 ' . join(' ', map { "2010-0$_-01" } reverse 1 .. 9), 'offerings: the newest first, both regimes';
is $offers->{meta}{total}, 11, 'offerings: counted';
is_deeply { map { $_ => $offers->{data}[2]{$_} } qw(regime instruction issuer_name issuer_tax_id issuer_object_id asset_type leader total_brl quantity unit_price registered_on status) },
	{ regime => 'previous', instruction => 'icvm_400', issuer_name => 'ALFA INDÚSTRIAS S.A.', issuer_tax_id => $alfa, issuer_object_id => "company:$alfa", asset_type => 'debentures', leader => 'BANCO L',
		total_brl => '9000000.00', quantity => '1000', unit_price => '10.5', registered_on => '2010-09-01', status => 'registered' }, 'offerings: a record';
is_deeply every('/v1/offerings', 'id', 3), [map { $_->{id} } @{ $offers->{data} }], 'offerings: page by page';
my %count = ('regime=previous' => 9, 'regime=rcvm_160' => 2, 'asset_type=shares' => 4, 'regime=previous&asset_type=debentures' => 5, "issuer=$alfa" => 9, 'issuer=' . masked($alfa) =~ s{/}{%2F}r => 9, 'issuer=industrias+alfa' => 9,
	"issuer=company:$debt" => 1, 'issuer=alfa&regime=rcvm_160' => 0, 'issuer=alfa&asset_type=shares' => 4, 'from=2010-02-01&to=2010-04-30' => 3, 'from=2011-01-01' => 1, 'to=2010-02-01&regime=previous' => 2,
	'from=2010-03-01&to=2010-05-01&asset_type=debentures&regime=previous' => 2, 'issuer=nada' => 0);
for my $filter (sort keys %count) {
	my $r = get("/v1/offerings?total=true&$filter")->json;
	is "$r->{meta}{count} $r->{meta}{total}", "$count{$filter} $count{$filter}", "offerings: $filter";
}
refused('/v1/offerings?regime=x', '400 invalid_parameter');
refused('/v1/offerings?issuer=', '400 invalid_parameter');

# An issuer in no register, and a fund: the ids of their objects, which find them too.
my ($other, $fund) = map { cnpj("0${_}3334440001") } 5, 6;
$t->sql("insert into offering (id, regime, issuer_name, issuer_tax_id, asset_type, day, registered_on, words) values"
	. " ('rcvm160-90', 'rcvm_160', 'OUTRA S.A.', '$other', 'debentures', '2026-02-01', '2026-02-01', ''), ('rcvm160-91', 'rcvm_160', 'FUNDO Z', '$fund', 'fund_shares', '2026-02-02', '2026-02-02', '')");
load_lines($t, object("company:$other", name => 'OUTRA S.A.'), object("fund:$fund", kind => 'fund', name => 'FUNDO Z'));
is pick("/v1/offerings?issuer=$_", 'issuer_object_id'), $_, "offerings: by $_" for "company:$other", "fund:$fund";
is pick("/v1/offerings?issuer=$fund", 'issuer_object_id'), "fund:$fund", 'offerings: a fund by its tax id';

# ---- one answer for all callers ----

for my $path ('/v1/companies', '/v1/companies/ALFA3/documents', '/v1/companies/ALFA3/financials', '/v1/offerings') {
	my $mine = get($path);
	my $etag = $mine->header('etag');

	is $t->get($path, key => $bia->{user_key})->header('etag'), $etag, "$path: another caller has the same ETag";
	is $t->get($path, key => $bia->{user_key}, headers => { 'If-None-Match' => $etag })->status, 304, 'and gets a 304';
	is $t->get($path)->status, 401, 'without a credential there is no information';
}
my ($companies, $offerings) = map { get($_)->header('etag') } '/v1/companies', '/v1/offerings';
$t->lastro_ok('load', 'company-documents', documents($dir, 2027, document_row(1001, $alfa, 'ALFA', 'Fato Relevante', '2027-01-01', '2027-01-01', 'N1')));
is get($path)->json->{data}[0]{protocol}, 'N1', 'a load is visible at once';
isnt get('/v1/companies')->header('etag'), $companies, 'and changes the ETag of the touched answers';

# ---- listed depends on quotes ----

# The newest day is 20 November, and 60 days before it is 21 September.  The forms have no paper of DIVI and LETR; BETA is cancelled; an option
# is not a paper of the issuer of its underlying, and NADA's issuer is unknown.
sub days { my ($name, @rows) = @_; $t->lastro_ok('load', 'cotahist', cotahist("$dir/$name", map { quote($_->[0], $_->[1], '10.00', isin => $_->[2], @$_[3 .. $#$_]) } @rows)); return }
sub compute { $t->lastro_ok('compute', 'objects'); return }
sub version { return $t->sql("select version from market_version where family = 'companies'") }
$t->sql("insert into issuer (code, tax_id) values ('LETR', '$letters'), ('BETA', '$beta')");
days('COTAHIST_A2026.TXT', ['20261120', 'ALFA3', 'BRALFAACNOR1'], ['20260921', 'DIVI3', 'BRDIVIACNOR1'], ['20260918', 'LETR3', 'BRLETRACNOR1'], ['20261120', 'BETA3', 'BRBETAACNOR1'],
	['20261120', 'NADA3', 'BRNADAACNOR1'], ['20261120', 'LETRL10', 'BRLETRACNOR1', market => '070', group => '78', strike => 10, expiry => '20261218']);
my $version = version();
$companies = get('/v1/companies')->header('etag');
is pick('/v1/companies?listed=true', 'cvm_code'), '1001 1003', 'quotes came: listed is still as the register says';
compute();
is pick('/v1/companies?listed=true', 'cvm_code'), '1001 1004 1003', 'a paper quoted 60 days ago, of the issuer in its ISIN, makes an active company listed';
is pick('/v1/companies?listed=false', 'cvm_code'), '1002 1005', 'and an older quote, or one of a cancelled company, does not';
is get('/v1/companies?listed=true&total=true')->json->{meta}{total}, 3, 'it is counted';
is_deeply [@{ get('/v1/companies?q=1004')->json->{data}[0] }{qw(listed tickers)}], [JSON::PP::true, []], 'and says so, though no form knows its ticker';
cmp_ok version(), '>', $version, 'the version of companies advances with it';
isnt get('/v1/companies')->header('etag'), $companies, 'and the ETag';
($version, $companies) = (version(), get('/v1/companies')->header('etag'));
compute();
is version() . get('/v1/companies')->header('etag'), $version . $companies, 'and not when nothing changes';
$t->lastro_ok('load', 'company-register', register($dir, register_row(1004, $debt, 'DÍVIDA E CONCESSÕES S.A.', SETOR_ATIV => 'Energia Elétrica', CATEG_REG => 'Categoria B', TP_MERC => '')));
is pick('/v1/companies?listed=true', 'name'), 'ALFA INDÚSTRIAS S.A. DÍVIDA E CONCESSÕES S.A. GAMA ENERGIA S.A.', 'a load of the register does not take it back';
days('COTAHIST_D23112026.TXT', ['20261123', 'ALFA3', 'BRALFAACNOR1']);
$version = version();
compute();
is pick('/v1/companies?listed=true', 'cvm_code'), '1001 1003', 'its last quote is 63 days old now: as the register says';
cmp_ok version(), '>', $version, 'under another version';
done_testing;
