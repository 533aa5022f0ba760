#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro load of CVM's files of companies: register, filings, statements, offerings.  A second load writes nothing, a
# broken file changes nothing, older versions stay.

use strict;
use warnings;
use utf8;
use Encode ();
use Test::More;
use Lastro::Companies qw(csv archive file register register_row forms form_row security_row documents document_row statements members
	offerings previous_row request_row %columns);
use Lastro::TaxId qw(cnpj masked);
use Lastro::Test qw(slurp spew);

my $t = Lastro::Test->new;
my $dir = $t->dir;

sub load { return $t->lastro_json('load', @_) }
sub counts { my ($r) = @_; return join ' ', map { $r->{$_} } qw(read written unchanged ignored refused) }
sub refusals { return map { "$_->{line}: $_->{reason}" } @{ $_[0]{refusals} } }
sub text { return Encode::decode('UTF-8', $t->sql($_[0])) }
sub lines { return join "\n", map { join "\t", @$_ } @_ }

# twice() - loads twice; the second load writes nothing.
sub twice {
	my ($want, $name, @arguments) = @_;
	my $first = load(@arguments);
	my ($read, $written, $unchanged, @rest) = split / /, $want;

	is counts($first), $want, $name;
	is counts(load(@arguments)), join(' ', $read, 0, $written + $unchanged, @rest), "$name: and again nothing";
	return $first;
}

my $everything = join ' || ', map { "(select count(*) || coalesce(md5(string_agg(x::text, '' order by x::text)), '') from $_ x)" }
	qw(company company_code company_ticker company_document statement_filing statement_part statement_line statement_measure offering load_log);

sub refused_like {
	my ($pattern, $name, @arguments) = @_;
	my $before = $t->sql("select $everything");
	my $r = $t->lastro('load', @arguments);

	is $r->{status}, 1, "$name: exit status 1";
	like Encode::decode('UTF-8', $r->{err}), $pattern, "$name: and why";
	is $t->sql("select $everything"), $before, "$name: nothing is written, earlier data stays";
}

my ($alfa, $beta, $gama, $delta) = map { cnpj("0${_}3334440001") } 1 .. 4;
my $letters = '12ABC34501DE35';	# the agency's example

# ---- the register ----

my @register = (
	register_row(1001, $alfa, 'ALFA MÁQUINAS S.A.', DENOM_COMERC => 'Alfa'),
	register_row(1001, $alfa, 'ALFA MÁQUINAS S.A.', DENOM_COMERC => 'Alfa', TP_MERC => 'BALCÃO ORGANIZADO'),
	register_row(1002, $beta, 'BETA PARTICIPAÇÕES – S/A', SIT => 'CANCELADA', DT_CANCEL => '2010-05-06', TP_MERC => ''),
	register_row(1502, $beta, 'BETA PARTICIPAÇÕES – S/A', DT_REG => '2012-01-02', CATEG_REG => 'Categoria B', TP_MERC => ''),
	register_row(1003, $letters, 'LETRAS "NOVAS" S.A.', TP_MERC => ''),
	{ %{ register_row(1004, $alfa, 'ESTRANGEIRA INC.') }, CNPJ_CIA => '00.000.000/0000-00', SIT => 'SUSPENSO(A) - DECISÃO ADM' },
	register_row('0', $gama, 'SEM CÓDIGO S.A.'),
);
my $r = twice('7 5 0 1 1', 'register: one registration a code, whatever its markets', 'company-register', register($dir, @register));
is_deeply [refusals($r)], ['8: código CVM inválido: 0'], 'register: the row and the reason';
is_deeply $r->{warnings}, [], 'register: every official column is known';
is text('select id, cvm_code, tax_id, name, trading_name, status, listed, category, registered_on, cancelled_on from company order by id'), lines(
	[1001, 1001, $alfa, 'ALFA MÁQUINAS S.A.', 'Alfa', 'active', 't', 'A', '2001-02-03', ''],
	[1002, 1502, $beta, 'BETA PARTICIPAÇÕES – S/A', '', 'active', 'f', 'B', '2012-01-02', ''],
	[1003, 1003, $letters, 'LETRAS "NOVAS" S.A.', '', 'active', 'f', 'A', '2001-02-03', ''],
	[1004, 1004, '', 'ESTRANGEIRA INC.', '', 'suspended', 'f', 'A', '2001-02-03', '']),
	'register: a company registered again is one, and shows the registration that lives';

load('company-register', register($dir, map { +{ %$_, $_->{CD_CVM} eq '1001' ? (DENOM_SOCIAL => 'ALFA INDÚSTRIAS S.A.') : () } } @register[0 .. 5]));
is text('select c.name, n.name from company c join company_name n on n.company_id = c.id'), lines(['ALFA INDÚSTRIAS S.A.', 'ALFA MÁQUINAS S.A.']),
	'register: a name that was given up is kept';
is $t->sql("select id from company where words \@\@ to_tsquery('simple', 'maquinas')"), 1001, 'register: and found';

# ---- registration forms ----

my @securities = (security_row($alfa, '2025-01-01', 'ALFA3'), security_row($alfa, '2025-01-01', 'ALFA11', Valor_Mobiliario => 'Units', Composicao_BDR_Unit => '1 ON / 2 PN'),
	security_row($alfa, '2025-01-01', 'MAQN3', Data_Fim_Negociacao => '2020-06-30'), security_row($alfa, '2025-01-01', '000000'),
	security_row($alfa, '2025-01-01', 'ALFD12', Mercado => 'Balcão Organizado'));
my $forms = forms($dir, 2025, [form_row(1001, $alfa, 'ALFA INDÚSTRIAS S.A.', '2025-01-01', Nome_Empresarial_Anterior => 'MAQUINÁRIA NACIONAL S.A.', Data_Nome_Empresarial => '2020-06-30',
	Mes_Encerramento_Exercicio_Social => 3), form_row(1009, $gama, 'GAMA NOVA S.A.', '2025-01-01')], \@securities,
	[{ CNPJ_CIA => masked($alfa), DT_REFER => '2025-01-01', VERSAO => 1, DENOM_CIA => 'ALFA INDÚSTRIAS S.A.', CD_CVM => '001001', CATEG_DOC => 'FCA', ID_DOC => '777',
		DT_RECEB => '2025-05-20', LINK_DOC => 'http://www.rad.cvm.gov.br/x?NumeroSequencialDocumento=777' }]);
$r = load('company-forms', $forms);
is counts($r), '8 6 0 2 0', 'forms: two forms, three tickers, one document; two tickers that are none';
is_deeply $r->{warnings}, ['2 códigos de negociação não são da bolsa ou não têm a forma de um.'], 'forms: with a message';
is counts(load('company-forms', $forms)), '8 0 6 2 0', 'forms: and again nothing';
is text('select ticker, company_id, security, composition, segment, since, until from company_ticker order by ticker'), lines(
	['ALFA11', 1001, 'Units', '1 ON / 2 PN', 'Novo Mercado', '2001-02-03', ''], ['ALFA3', 1001, 'Ações Ordinárias', '', 'Novo Mercado', '2001-02-03', ''],
	['MAQN3', 1001, 'Ações Ordinárias', '', 'Novo Mercado', '2001-02-03', '2020-06-30']), 'forms: tickers, living and dead';
is text("select name, until from company_name where until is not null"), lines(['MAQUINÁRIA NACIONAL S.A.', '2020-06-30']), 'forms: the name before, and until when';
is $t->sql('select fiscal_year_end from company where id = 1001'), 331, 'forms: the end of the fiscal year';
is $t->sql('select kind, category, doc_key, filed_at from company_document'), lines(['periodic_report', 'FCA', 777, '2025-05-20']), 'forms: their index is a document';
is $t->sql('select name, status from company where id = 1009'), "GAMA NOVA S.A.\tactive", 'forms: a company that the register does not know yet';

load('company-forms', forms($dir, 2026, [form_row(1001, $alfa, 'ALFA INDÚSTRIAS S.A.', '2026-01-01')], [security_row($alfa, '2026-01-01', 'ALFA3')]));
is $t->sql("select ticker, until from company_ticker where ticker <> 'MAQN3' order by 1"), lines(['ALFA11', '2026-01-01'], ['ALFA3', '']), 'forms: a ticker missing in the form no longer trades';
load('company-forms', $forms);
is $t->sql("select ticker, until from company_ticker where ticker <> 'MAQN3' order by 1"), lines(['ALFA11', '2026-01-01'], ['ALFA3', '']), 'forms: last year\'s file does not bring it back';
refused_like(qr/falta o membro fca_cia_aberta_valor_mobiliario/, 'forms without their securities', 'company-forms',
	archive("$dir/half.zip", 'fca_cia_aberta_geral_2026.csv' => csv($columns{form}, form_row(1001, $alfa, 'X', '2026-02-01'))));

# ---- documents ----

my @documents = (
	document_row(1001, $alfa, 'ALFA', 'Fato Relevante', '2026-02-10', '2026-02-10', '001001IPE1', Assunto => 'Aquisição "X"'),
	document_row(1001, $alfa, 'ALFA', 'Fato Relevante', '2026-02-10', '2026-02-12', '001001IPE2', Assunto => 'Aquisição "X"', Versao => 2, Tipo_Apresentacao => 'RE - Reapresentação'),
	document_row(1001, $alfa, 'ALFA', 'Assembleia', '2026-04-30', '2026-03-30', '001001IPE3', Tipo => 'AGO', Especie => 'Edital'),
	document_row(1001, $alfa, 'ALFA', 'Assembleia', '2026-04-30', '2026-03-30', '001001IPE3', Tipo => 'AGO', Especie => 'Edital'),
	document_row(1502, $beta, 'BETA', 'Dados Econômico-Financeiros', '0201-03-31', '2026-03-31', '', Tipo => 'Relatório da Administração'),
	{ %{ document_row('', $letters, 'LETRAS', 'Aviso aos Debenturistas', '2026-03-01', '2026-03-02', '001003IPE1') } },
	document_row('', $delta, 'NINGUÉM', 'Fato Relevante', '2026-03-01', '2026-03-02', '9IPE1'),
	document_row(1001, $alfa, 'ALFA', 'Fato Relevante', '2026-02-10', '2026-02-31', '001001IPE4'),
);
$documents[4]{Link_Download} = 'https://www.rad.cvm.gov.br/ENET/frmDownloadDocumento.aspx?numSequencia=55&numProtocolo=1234';
$r = twice('8 5 0 1 2', 'documents: one twice, one of nobody, one of no day', 'company-documents', documents($dir, 2026, @documents));
is_deeply [sort(refusals($r))], ["8: sem código CVM, e o CNPJ não é de companhia conhecida: $delta", '9: data de entrega inválida: 2026-02-31'], 'documents: the rows and the reasons';
is text("select company_id, kind, doc_key, version, reference_date, filed_at, version_filed_at from company_document where source = 'ipe' order by company_id, doc_key"), lines(
	[1001, 'material_fact', '001001IPE1', 1, '2026-02-10', '2026-02-10', '2026-02-10'], [1001, 'material_fact', '001001IPE2', 2, '2026-02-10', '2026-02-10', '2026-02-12'],
	[1001, 'shareholder_meeting', '001001IPE3', 1, '2026-04-30', '2026-03-30', '2026-03-30'], [1002, 'management_report', '1234-55', 1, '', '2026-03-31', '2026-03-31'],
	[1003, 'debt_instrument', '001003IPE1', 1, '2026-03-01', '2026-03-02', '2026-03-02']),
	'documents: by code or tax id; filed again is filed at first; without a protocol the address names it; an impossible year is no date';
is $t->sql("select d.doc_key, f.doc_key, p.doc_key from company_document d left join company_document f on f.id = d.first_id left join company_document p on p.id = d.present_id
	where d.doc_key like '001001IPE_' and d.kind = 'material_fact' order by 1"), lines(['001001IPE1', '', '001001IPE2'], ['001001IPE2', '001001IPE1', '']), 'documents: each version links to the other';
my $seen = "select doc_key, first_version, first_protocol, first_url is not null, present_version, present_filed_at, present_protocol, present_url is not null from company_document
	where doc_key like '001001IPE_' and kind = 'material_fact' order by 1";
is $t->sql($seen), lines(['001001IPE1', '', '', 'f', 2, '2026-02-12', '001001IPE2', 't'], ['001001IPE2', 1, '001001IPE1', 't', '', '', '', 'f']), 'documents: and shows it';
load('company-documents', documents($dir, 2026, $documents[0], { %{ $documents[1] }, Data_Entrega => '2026-02-13' }, @documents[2 .. $#documents]));
is $t->sql("select present_filed_at from company_document where doc_key = '001001IPE1'"), '2026-02-13', 'documents: the present state';
load('company-documents', documents($dir, 2026, @documents));

my $id = $t->sql("select id from company_document where doc_key = '001001IPE3'");
$r = load('company-documents', documents($dir, 2026, $documents[0], { %{ $documents[2] }, Especie => 'Edital, corrigido' }));
is counts($r), '2 1 1 0 0', 'documents: the year published again';
is $t->sql("select count(*) from company_document where source = 'ipe'"), 2, 'documents: those that left the file are gone';
is $t->sql("select id from company_document where doc_key = '001001IPE3'"), $id, 'documents: the remaining ones keep their ids';
is $t->sql('select count(*) from company_document where first_id is not null or present_id is not null'), 0, 'documents: no link leads to a deleted one';
load('company-documents', documents($dir, 2027, document_row(1001, $alfa, 'ALFA', 'Comunicado ao Mercado', '2027-01-02', '2027-01-02', '001001IPE9')));
is $t->sql("select count(*) from company_document where source = 'ipe'"), 3, 'documents: another year leaves this one alone';
load('company-documents', documents($dir, 2026, @documents));

# Two candidates for the first filing: neither is chosen.
load('company-documents', documents($dir, 2028, map { document_row(1001, $alfa, 'ALFA', 'Comunicado ao Mercado', '2028-01-02', "2028-01-0$_", "001001IPE8$_", Versao => $_ == 4 ? 2 : 1) } 2 .. 4));
is $t->sql('select count(*) from company_document where file_year = 2028 and (first_id is not null or present_id is not null)'), 0, 'documents: a second version of two is linked to neither';

# ---- statements ----

my ($s, $e) = ('2025-01-01', '2025-12-31');
my @lines = (['1', undef, undef, $e, 900], ['1', undef, undef, '2024-12-31', 800, 'P'], ['3.01', undef, $s, $e, '1000.5'], ['3.01', undef, '2024-01-01', '2024-12-31', 850, 'P'],
	['3.05', undef, $s, $e, -40], ['3.99.01.01', 'ON', $s, $e, '0.12345'], ['5.01', 'Saldos Iniciais', $s, $e, 7, undef, 'Capital Social'], ['5.01', 'Saldos Iniciais', $s, $e, 8, undef, 'Reservas']);
my %dfp = (code => 1001, tax_id => $alfa, name => 'ALFA', date => $e, filed => '2026-03-05', capital => [100, 200]);
my $dfp = statements($dir, 'DFP', 2025, { %dfp, lines => \@lines });
$r = twice('10 10 0 0 0', 'statements: eight lines, the index, the capital', 'dfp', $dfp);
is_deeply $r->{warnings}, [], 'statements: every official column is known';
is text('select p.statement, l.account, l.last, l.period_start, l.period_end, l."column", l.value::text, l.item from statement_line l join statement_part p on p.id = l.part_id
	order by l.account, l.last desc, l."column"'), lines(
	['BPA', 1, 't', '', $e, '', '900000.0000000000', 'total_assets'], ['BPA', 1, 'f', '', '2024-12-31', '', '800000.0000000000', 'total_assets'],
	['DRE', '3.01', 't', $s, $e, '', '1000500.0000000000', 'revenue'], ['DRE', '3.01', 'f', '2024-01-01', '2024-12-31', '', '850000.0000000000', 'revenue'],
	['DRE', '3.05', 't', $s, $e, '', '-40000.0000000000', 'ebit'], ['DRE', '3.99.01.01', 't', $s, $e, '', '0.1234500000', ''],
	['DMPL', '5.01', 't', $s, $e, 'Capital Social', '7000.0000000000', ''], ['DMPL', '5.01', 't', $s, $e, 'Reservas', '8000.0000000000', '']),
	'statements: thousands are units, a share is not scaled, a balance has no beginning, columns of equity stand apart';
is $t->sql('select common, preferred, total from share_capital'), "100\t200\t300", 'statements: shares';
is $t->sql("select filed_at from statement_filing"), '2026-03-05', 'statements: the day of the filing';
is $t->sql("select category, filed_at from company_document where source = 'dfp'"), "DFP\t2026-03-05", 'statements: their index is a document';
is $t->sql('select known_on, version, revenue_ttm, ebit_ttm, ebitda_ttm, total_assets, present from statement_measure'), "2026-03-05\t1\t1000500.00\t-40000.00\t\t900000.00\tt",
	'statements: figures are made at once';

# The next version: the previous one stays, although the file no longer has it.
$r = load('dfp', statements($dir, 'DFP', 2025, { %dfp, version => 2, filed => '2026-06-01', lines => [['3.01', undef, $s, $e, 990]] }));
is counts($r), '3 3 0 0 0', 'statements: the next version alone';
is $t->sql('select version, count(*) from statement_part p join statement_line l on l.part_id = p.id group by 1 order by 1'), "1\t8\n2\t1", 'statements: both versions are there';
is $t->sql('select known_on, version, revenue_ttm, total_assets, filed_at, present from statement_measure order by 1'),
	"2026-03-05\t1\t1000500.00\t900000.00\t2026-03-05\tf\n2026-06-01\t2\t990000.00\t900000.00\t2026-03-05\tt", 'statements: and the knowledge at each time';
is $t->sql("select version, filed_at, version_filed_at from company_document where source = 'dfp' order by 1"), "1\t2026-03-05\t2026-03-05\n2\t2026-03-05\t2026-06-01", 'statements: documents of both';

# A changed statement is replaced completely.
$r = load('dfp', statements($dir, 'DFP', 2025, { %dfp, lines => [grep { $_->[0] ne '3.05' } @lines] }));
is counts($r), '9 3 6 0 0', 'statements: one statement changed';
is $t->sql("select count(*) from statement_line where account = '3.05'"), 0, 'statements: its old lines are deleted';
is $t->sql('select count(*) from statement_line l where not exists (select from statement_part p where p.id = l.part_id)'), 0, 'statements: no line without its statement';
load('dfp', $dfp);

# Bad lines: their statement stays unchanged, the others are loaded.
my $before = $t->sql("select md5(string_agg(l::text, '' order by l::text)) from statement_line l");
my @wrong = ([{ %dfp, lines => [['3.01', undef, $s, $e, 'mil']] }, '2: valor inválido: mil.0000000000'], [{ %dfp, scale => 'MILHÃO', lines => [['3.01', undef, $s, $e, 1]] }, qr/escala/],
	[{ %dfp, currency => 'DÓLAR', lines => [['3.01', undef, $s, $e, 1]] }, qr/moeda/], [{ %dfp, lines => [['3.01', undef, $e, $s, 1]] }, qr/período/],
	[{ %dfp, lines => [['3.01', undef, $s, $e, 5], ['3.01', undef, $s, $e, 6]] }, qr/duas vezes/]);
for my $wrong (@wrong) {
	my $got = load('dfp', statements($dir, 'DFP', 2025, $wrong->[0]));
	like +(refusals($got))[0], ref $wrong->[1] ? $wrong->[1] : qr/\Q$wrong->[1]\E$/, "statements: refused: $wrong->[1]";
	is $t->sql("select md5(string_agg(l::text, '' order by l::text)) from statement_line l"), $before, 'statements: and left as it was';
}
my %members = members('DFP', 2025, { %dfp, lines => \@lines });
my $dre = $members{'dfp_cia_aberta_DRE_con_2025.csv'};
$r = load('dfp', file("$dir/dfp_cia_aberta_DRE_con_2025.csv", substr $dre, 0, length($dre) - 30));
is counts($r), '4 0 0 3 1', 'a file that was cut within a line: the line is refused, its statement left as it was';
is $t->sql("select md5(string_agg(l::text, '' order by l::text)) from statement_line l"), $before, 'which it was';

# ---- invalid files ----

refused_like(qr/falta a coluna vl_conta/, 'a required column less', 'dfp', file("$dir/dfp_cia_aberta_DRE_con_2025.csv", $dre =~ s/VL_CONTA/VALOR/r));
refused_like(qr/está em UTF-8/, 'another encoding', 'dfp', file("$dir/dfp_cia_aberta_DRE_con_2025.csv", Encode::encode('UTF-8', Encode::decode('cp1252', $dre))));
refused_like(qr/está em UTF-8/, 'another encoding, of documents', 'company-documents',
	file("$dir/ipe_cia_aberta_2026.csv", Encode::encode('UTF-8', Encode::decode('cp1252', csv($columns{document}, @documents)))));
refused_like(qr/não diz o formulário/, 'a file of another name', 'dfp', file("$dir/x.csv", $dre));
spew("$dir/page.csv", "<!DOCTYPE html>\n<html><body>manutenção</body></html>\n" =~ s/[^\x00-\x7f]/?/gr);
refused_like(qr/linha 1: está em UTF-8/, 'another encoding, of a header', 'offerings', file("$dir/oferta_resolucao_160.csv", "Situa\xc3\xa7\xc3\xa3o;X\n1;2\n"));
# A line that two programs wrote: one cell of it in UTF-8.  Read as Windows-1252 it would be kept as "AÃ§Ã£o".
{
	my $bytes = csv($columns{request}, map { request_row($_, Data_requerimento => '2026-01-02', Status_Requerimento => 'Registro Concedido',
		Valor_Mobiliario => 'Debêntures', Nome_Emissor => 'Ação S.A.', Nome_Lider => 'São') } 901, 902, 903);
	my @lines = split /^/, $bytes;

	$lines[2] =~ s/A\xe7\xe3o/A\xc3\xa7\xc3\xa3o/ or die 'no name';
	$lines[3] =~ s/A\xe7\xe3o S\.A\./\x1b[31mA\xe7\xe3o/ or die 'no name';
	$lines[3] =~ s/2026-01-02/\x1b[2Jamanh\xe3/;
	$r = load('offerings', file("$dir/oferta_resolucao_160.csv", join '', @lines));
	is_deeply [map { "$_->{line} $_->{reason}" } @{ $r->{refusals} }], ['3 nome_emissor está em UTF-8, e o resto da linha não: Ação S.A.',
		"4 data do requerimento inválida: \x{fffd}[2Jamanhã"], 'a cell in UTF-8 among others refuses its row; nothing that is quoted moves the cursor';
	is counts($r), '3 1 0 0 2', 'and the rest is loaded';
	$t->sql("delete from offering");
}
refused_like(qr/página HTML/, "a page of HTML: $_", $_, "$dir/page.csv") for qw(company-register company-forms company-documents dfp itr offerings);
spew("$dir/page.zip", slurp("$dir/page.csv"));
refused_like(qr/página HTML/, 'a page of HTML in place of a zip', 'dfp', "$dir/page.zip");
my $zip = slurp($dfp = statements($dir, 'DFP', 2025, { %dfp, version => 3, lines => [map { ['6.01.01.' . sprintf('%02d', $_), "Ajuste $_ " . $_ ** 5, $s, $e, $_ * 7919] } 1 .. 60] }));
for my $cut (40, int(length($zip) / 2), index($zip, "PK\1\2")) {	# the last one: every member is complete, the directory is missing
	spew("$dir/cut.zip", substr $zip, 0, $cut);
	refused_like(qr/não se consegue ler|nenhum membro/, "a zip of which $cut bytes came", 'dfp', "$dir/cut.zip");
}
my $bad = $zip;
substr($bad, 120, 4) = "\xff\x00\xff\x00";
spew("$dir/bad.zip", $bad);
refused_like(qr/não se consegue ler/, 'a member that is broken', 'dfp', "$dir/bad.zip");
refused_like(qr/nenhum membro/, 'a zip of something else', 'dfp', archive("$dir/other.zip", 'leia.txt' => 'x'));
$r = $t->lastro('load', 'dfp', '--strict', statements($dir, 'DFP', 2025, $wrong[0][0]));
is $r->{status}, 1, 'strict: one refused line refuses the file';

# ---- offerings ----

my @previous = (
	previous_row(Numero_Processo => 'RJ-2005-1', Numero_Registro_Oferta => 'CVM/SRE/REM/2005/001', Tipo_Ativo => 'AÇÕES ORDINÁRIAS', CNPJ_Emissor => masked($alfa), Nome_Emissor => 'ALFA MÁQUINAS S.A.',
		Nome_Lider => 'BANCO LÍDER S.A.', Data_Registro_Oferta => '2005-06-07', Data_Encerramento_Oferta => '2005-07-01', Quantidade_Total => '1000000', Preco_Unitario => '12.5', Valor_Total => '12500000.00',
		Modalidade_Oferta => 'Registro ICVM 400'),
	(map { previous_row(Numero_Processo => 'RJ-2015-9', Tipo_Ativo => 'DEBÊNTURES SIMPLES', CNPJ_Emissor => masked($beta), Nome_Emissor => 'BETA', Data_Dispensa_Oferta => '2015-01-02', Serie => 'ÚNICA',
		Rito_Oferta => 'ICVM 476', Juros => 'DI + 2%', Valor_Total => '50000000.00') } 1 .. 2),
	previous_row(Numero_Processo => 'RJ-1989-3', Tipo_Ativo => 'COISA RARA', Nome_Emissor => 'ANTIGA'),
	previous_row(Numero_Processo => 'RJ-2015-8', Tipo_Ativo => 'DEBÊNTURES SIMPLES', CNPJ_Emissor => '12', Nome_Emissor => 'FALSA', Data_Registro_Oferta => '2015-01-02'),
	previous_row(Numero_Processo => 'RJ-1990-4', Tipo_Ativo => 'QUOTAS DE FUNDO IMOBILIÁRIO', Nome_Emissor => 'FUNDO X', Data_Abertura_Processo => '1990-03-04'),
);
my @requests = (
	request_row(10, Data_requerimento => '2024-01-10', Data_Registro => '2024-02-01', Data_Encerramento => '2024-05-01', Status_Requerimento => 'Oferta Encerrada', Valor_Mobiliario => 'Debêntures',
		CNPJ_Emissor => masked($beta), Nome_Emissor => 'BETA PARTICIPAÇÕES', Nome_Lider => 'BANCO LÍDER S.A.', Qtde_Total_Registrada => '500000', Valor_Total_Registrado => '500000000.0',
		Destinacao_recursos => 'A "CMN" e outros', Data_deliberacao_aprovou_oferta => '09/01/2023'),
	request_row(11, Data_requerimento => '2026-01-10', Status_Requerimento => 'Aguardando Bookbuilding', Valor_Mobiliario => 'Cotas de FII', Nome_Emissor => 'FUNDO Y', Qtde_Total_Registrada => '0', Valor_Total_Registrado => '0.0'),
	request_row(12, Data_requerimento => '2025-01-10', Data_Registro => '2025-02-10', Status_Requerimento => 'Em Análise', Valor_Mobiliario => 'Certificados de Recebíveis do Agronegócio', Nome_Emissor => 'SEC'),
	request_row('ação nº', Data_requerimento => '2025-01-10'),
	request_row(13, Data_requerimento => '2025-01-10', Status_Requerimento => 'Registro Concedido', Valor_Mobiliario => 'Debêntures', CNPJ_Emissor => '11.222.333/0001-82', Nome_Emissor => 'FALSA'),
);
$r = twice('11 7 0 0 4', 'offerings: both regimes of one zip', 'offerings', offerings($dir, \@previous, \@requests));
is_deeply [map { s/^\d+: //r } refusals($r)], ['nenhuma data: nem de registro, nem de dispensa, nem de protocolo', 'CNPJ do emissor inválido: 12', 'oferta_resolucao_160.csv: número de requerimento inválido: ação nº',
	'oferta_resolucao_160.csv: CNPJ do emissor inválido: 11.222.333/0001-82'],
	'offerings: the rows and the reasons';
is_deeply $r->{warnings}, ['1 ofertas têm uma situação que não se conhece.'], 'offerings: an unknown status is reported';
is text('select regime, instruction, issuer_tax_id, asset_type, series, total_brl, quantity, registration_number, day, registered_on, status, closed_on from offering order by day, id'), lines(
	['previous', '', '', 'fund_shares', '', '', '', '', '1990-03-04', '1990-03-04', 'registered', ''],
	['previous', 'icvm_400', $alfa, 'shares', '', '12500000.00', '1000000.00000000', 'CVM/SRE/REM/2005/001', '2005-06-07', '2005-06-07', 'closed', '2005-07-01'],
	(['previous', 'icvm_476', $beta, 'debentures', 'ÚNICA', '50000000.00', '', '', '2015-01-02', '2015-01-02', 'registered', '']) x 2,
	['rcvm_160', '', $beta, 'debentures', '', '500000000.00', '500000.00000000', 10, '2024-02-01', '2024-02-01', 'closed', '2024-05-01'],
	['rcvm_160', '', '', 'cra', '', '', '', 12, '2025-02-10', '2025-02-10', '', ''],
	['rcvm_160', '', '', 'fund_shares', '', '', '', 11, '2026-01-10', '', 'pending', '']),
	'offerings: one vocabulary of assets, zero is not known yet, what is pending has no day of registration, equal rows are two offers';
$r = load('offerings', offerings($dir, [@previous[0, 1]], [{ %{ $requests[1] }, Status_Requerimento => 'Registro Concedido', Data_Registro => '2026-02-01' }]));
is counts($r), '3 1 2 0 0', 'offerings: published again: one request went on';
is $t->sql("select regime, count(*) from offering group by 1 order by 1"), "previous\t2\nrcvm_160\t3", 'offerings: the old file replaces, requests stay';
refused_like(qr/falta a coluna status_requerimento/, 'offerings without a status', 'offerings', file("$dir/oferta_resolucao_160.csv", csv($columns{request} =~ s/Status_Requerimento;//r, @requests)));
{
	# A row that occurs twice in a file is one row.
	my $got = load('dfp', statements($dir, 'DFP', 2025, { %dfp, lines => [['3.01', undef, $s, $e, 5], ['3.01', undef, $s, $e, 5]] }));
	is_deeply [refusals($got)], [], 'statements: a repeated row is not refused';
	is $t->sql("select count(*) from statement_line where account = '3.01' and value = 5000"), 1, 'statements: and is one';
}
done_testing;
