#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Broken and hostile PDF: each is answered 400, or 200 where it is harmless, within its time, and no worker is lost.
# LASTRO_TEST_PDFS sets how many (make check-release: 500).

use strict;
use warnings;
use utf8;
use Compress::Zlib qw(compress);
use Test::More;
use Time::HiRes qw(time);
use Lastro::Pdf qw(pdf_file pdf_of_objects pdf_stream);
use Lastro::Tenants qw(account);
use Lastro::Test qw(spew);

my $wanted = $ENV{LASTRO_TEST_PDFS} // 200;
my $t = Lastro::Test->new;
my $key = account($t)->{user_key};

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $id = $t->post('/v1/portfolios', { name => 'Carteira' }, key => $key)->json->{id};

my $catalog = '<< /Type /Catalog /Pages 2 0 R >>';
my $font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
my $pages = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
my $leaf = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>';

# A page with this content, as it is or compressed so often.
sub content {
	my ($bytes, $times, @more) = @_;

	$bytes = compress($bytes, 9) for 1 .. $times // 0;
	return pdf_of_objects($catalog, $pages, $leaf, $font, pdf_stream($bytes, $times ? '/Filter [' . '/FlateDecode ' x $times . ']' : ''), @more);
}

my $show = "BT /F1 5 Tf 20 800 Td (C/V Tipo Quantidade) Tj ET\n";
# A page in the layout of SINACOR with one row of this title, and what else is on it.
sub cells_of {
	my ($title, @more) = @_;

	return [456, 40, 'Nr. nota'], [504, 40, 'Folha'], [535, 40, 'Data pregao'], [456, 50, '1'], [535, 50, '06/01/2026'], [98, 120, 'C/V'], [111, 120, 'Tipo mercado'],
		[200, 120, 'Especificacao'], [355, 120, 'Quantidade'], [409, 120, 'Preco'], [462, 120, 'Valor'], [98, 130, 'C'], [111, 130, 'VISTA'], [203, 130, $title], [372, 130, '10'],
		[428, 130, '10,00'], [497, 130, '100,00'], @more;
}

# The same, ten times as high.
sub tall {
	return pdf_of_objects($catalog, $pages, $leaf =~ s/595 842/595 14400/r, $font,
		pdf_stream(join '', map { my ($x, $y, $words) = @$_; "BT /F1 3 Tf $x " . (14400 - $y) . ' Td (' . $words =~ s/([()])/\\$1/gr . ") Tj ET\n" } cells_of('PETR4', @_)));
}

my %crafted = (
	'nested arrays' => pdf_of_objects($catalog, '[' x 100_000, $leaf, $font, pdf_stream($show)),
	'nested dictionaries' => pdf_of_objects($catalog, '<< /A ' x 100_000, $leaf, $font, pdf_stream($show)),
	'nested arrays in the content' => content('[' x 500_000),
	'a bomb of 300 MB' => content("\0" x (300 << 20), 1),
	'a bomb in a bomb' => content(' ' x (200 << 20), 2),
	'a bomb of text' => content($show x 2_000_000, 1),
	'filters without end' => pdf_of_objects($catalog, $pages, $leaf, $font, pdf_stream('x', '/Filter [' . '/FlateDecode ' x 50_000 . ']')),
	'a tree of pages that contains itself' => pdf_of_objects($catalog, '<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R 2 0 R] /Parent 2 0 R >>'),
	'a tree of pages in a circle' => pdf_of_objects($catalog, '<< /Type /Pages /Count 9 /Kids [3 0 R] >>', '<< /Type /Pages /Count 9 /Kids [2 0 R] /Parent 2 0 R >>'),
	'a thousand million pages' => pdf_of_objects($catalog, '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>', $leaf, $font, pdf_stream($show)),
	'pages below zero' => pdf_of_objects($catalog, '<< /Type /Pages /Count -1 /Kids [3 0 R] >>', $leaf, $font, pdf_stream($show)),
	'101 pages' => pdf_file(map { [[20, 20, 'x']] } 1 .. 101),
	'a form that draws itself' => pdf_of_objects($catalog, $pages, '<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /XObject << /X 4 0 R >> >> >>',
		pdf_stream('/X Do /X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>'), pdf_stream('/X Do')),
	'states without end' => content('q ' x 3_000_000, 1),
	'an xref that points to itself' => "%PDF-1.5\nxref\n0 1\n0000000000 65535 f \ntrailer << /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n",
	'a huge xref' => "%PDF-1.5\nxref\n0 2147483647\n0000000000 65535 f \ntrailer << /Size 2147483647 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n",
	'an xref stream of lies' => "%PDF-1.5\n1 0 obj\n" . pdf_stream('x' x 20, '/Type /XRef /Size 2000000000 /W [8 8 8] /Index [0 2000000000] /Root 1 0 R') . "\nendobj\nstartxref\n9\n%%EOF\n",
	'an object stream of itself' => pdf_of_objects($catalog, pdf_stream('2 0 3 5 << >>', '/Type /ObjStm /N 1000000 /First 8 /Extends 2 0 R')),
	'a length below zero' => pdf_of_objects($catalog, $pages, $leaf, $font, "<< /Length -5 >>\nstream\n$show\nendstream"),
	'a length beyond the file' => pdf_of_objects($catalog, $pages, $leaf, $font, "<< /Length 999999999 >>\nstream\n$show\nendstream"),
	'a script' => pdf_of_objects('<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.launchURL\("http://127.0.0.1/"\); while\(1\);) >> >>', $pages, $leaf, $font, pdf_stream($show)),
	'a program to start' => pdf_of_objects('<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /Launch /F (/bin/sh) >> >>', $pages, $leaf, $font, pdf_stream($show)),
	'an attachment' => pdf_of_objects('<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 6 0 R >> >>] >> >> >>', $pages, $leaf, $font,
		pdf_stream($show), pdf_stream('x' x 100_000, '/Type /EmbeddedFile')),
	'content in another file' => pdf_of_objects($catalog, $pages, $leaf, $font, "<< /Length 0 /F (/etc/passwd) >>\nstream\n\nendstream"),
	'a font of noise' => pdf_of_objects($catalog, $pages, $leaf, '<< /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor << /FontFile2 6 0 R >> /ToUnicode 6 0 R >>', pdf_stream($show),
		pdf_stream(join '', map { chr($_ * 37 % 256) } 1 .. 50_000)),
	'a table of letters without end' => pdf_of_objects($catalog, $pages, $leaf, '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType2 >>] /ToUnicode 6 0 R >>',
		pdf_stream("BT /F1 5 Tf <00010002> Tj ET"), pdf_stream("begincmap\n1 beginbfrange\n<0000> <FFFFFFFF> <0041>\nendbfrange\nendcmap\n")),
	'a protection of noise' => pdf_of_objects($catalog, $pages, $leaf, $font, pdf_stream($show)) =~ s{/Root 1 0 R}{/Root 1 0 R /Encrypt << /Filter /Standard /V 5 /R 6 /O (x) /U (y) /P -1 /Length 4096 >> /ID [(a) (b)]}r,
	'a page of 14,400,000 points' => pdf_of_objects($catalog, $pages, $leaf =~ s/595 842/14400000 14400000/r, $font, pdf_stream($show)),
	'numbers of 100,000 digits' => content('9' x 100_000 . " 0 Td $show"),
	'names of 1 MB' => content('/' . 'N' x 1_000_000 . " Do $show"),
	'three thousand headings of sums' => tall(map { [323, 400 + 4 * $_, 'Resumo Financeiro'] } 1 .. 3000),
	'three thousand of them on a page that goes on' => tall([505, 14000, 'CONTINUA...'], map { [323, 400 + 4 * $_, 'Resumo Financeiro'] } 1 .. 3000),
	'nothing but its first line' => "%PDF-1.7\n",
	'noise' => '%PDF-1.4' . join('', map { chr($_ * 7919 % 251) } 1 .. 100_000),
);

# Seeded, so that a failure comes again.
my $seed = 42;
sub random { my ($n) = @_; $seed = ($seed * 1103515245 + 12345) % 2147483648; return int($seed / 65536) % $n }

my @sums = (['Resumo Financeiro'], ['Valor líquido das operações', '100,00', 'D'], ['Líquido para 08/01/2026', '100,00', 'D']);
my $table = [[456, 40, 'Nr. nota'], [504, 40, 'Folha'], [535, 40, 'Data pregão'], [456, 50, '1'], [535, 50, '06/01/2026'], [98, 120, 'C/V'], [111, 120, 'Tipo mercado'], [200, 120, 'Especificação'],
	[355, 120, 'Quantidade'], [409, 120, 'Preço'], [462, 120, 'Valor'], [98, 130, 'C'], [111, 130, 'VISTA'], [203, 130, 'PETR4'], [372, 130, '10'], [428, 130, '10,00'], [497, 130, '100,00'],
	[323, 400, 'Resumo Financeiro'], [323, 410, 'Valor líquido das operações'], [491, 410, '100,00'], [525, 410, 'D'], [323, 420, 'Líquido para 08/01/2026'], [491, 420, '100,00'], [525, 420, 'D']];
my @whole = (pdf_file($table), pdf_file($table, $table), content(join('', map { "BT /F1 5 Tf $_->[0] " . (842 - $_->[1]) . " Td ($_->[2]) Tj ET\n" } grep { $_->[2] !~ /[^\x20-\x7e()]/ } @$table), 1));

sub broken {
	my $bytes = $whole[random(scalar @whole)];
	my $kind = random(4);

	return substr $bytes, 0, random(length $bytes) + 1 if $kind == 0;
	if ($kind == 1) {
		substr $bytes, random(length $bytes), 1, chr random(256) for 0 .. random(20);
	} elsif ($kind == 2) {
		substr $bytes, random(length $bytes), random(200), '';
	} else {
		my $piece = substr $bytes, random(length $bytes), random(400);
		substr $bytes, random(length $bytes), 0, $piece x (1 + random(5));
	}
	return $bytes =~ /^%PDF-/ ? $bytes : "%PDF-1.4\n$bytes";
}

sub reads { return $t->upload("/v1/portfolios/$id/imports?dry_run=true", 'nota.pdf', $_[0], key => $key) }

is reads($whole[0])->json->{parsed}, 1, 'what is broken below can be read when it is whole';
my @sums_of = map { [$_->[0], $_->[1], $_->[2]] } grep { $_->[1] >= 400 } @$table;
for my $case (['(PETR4)', 'PETR4'], ['PETR4 PN'], ['FII CX RBRA2']) {
	my $r = reads(pdf_file([cells_of($case->[0], @sums_of)]));

	is $r->json->{details} ? undef : $r->json->{rows}[0]{symbol}, $case->[1], "$case->[0], without quotes";
	like $r->json->{detail}, qr/as cotações da B3, que dizem de que papel é a linha, não estão carregadas/, "$case->[0]: why" if !$case->[1];
}
my @before = $t->workers;
my ($slowest, %answers) = (0);
for my $case ((map { [$_, $crafted{$_}] } sort keys %crafted), map { ["broken $_", broken()] } 1 .. $wanted - keys %crafted) {
	my ($name, $bytes) = @$case;
	my $begun = time;
	my $r = reads($bytes);
	my $took = time - $begun;
	my $said = $r ? $r->status . ' ' . ($r->code // '') : 'nothing';

	$answers{$said}++;
	$slowest = $took if $took > $slowest;
	ok $said =~ /^(?:200 |400 import_(?:unreadable|without_rows|unrecognized))$/ && $took < 12, $name or diag("$said after $took s\n", $r ? substr $r->body, 0, 400 : '');
}
note "$wanted files, the slowest in $slowest s: ", join ', ', map { "$answers{$_} x $_" } sort keys %answers;
is_deeply [$t->workers], \@before, 'and no worker was lost';

# A reader that was taken over closes its answer and does not end: it is ended, and its answer is none.
$t->stop_pool;
spew(my $reader = $t->dir . '/reader', "#!/usr/bin/perl\nclose STDOUT;\nsleep 60;\n");
chmod 0755, $reader;
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z', LASTRO_PDF => $reader });
my $begun = time;
is reads($whole[0])->code, 'import_unreadable', 'it has said nothing';
cmp_ok time - $begun, '<', 30, 'and nobody waits for it';

done_testing();
