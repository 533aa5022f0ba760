# SPDX-License-Identifier: Apache-2.0
package Lastro::Pdf;

# PDF files for tests, written by hand: text at places of pages, in Helvetica and Windows-1252.

use strict;
use warnings;
use utf8;
use Encode qw(encode);
use Exporter qw(import);

our @EXPORT_OK = qw(pdf_file pdf_of_objects pdf_stream);

# pdf_of_objects() - a file of these objects (bytes), numbered from 1, the first being the catalog.
sub pdf_of_objects {
	my (@objects) = @_;
	my $file = "%PDF-1.5\n";
	my @at;

	for my $i (0 .. $#objects) {
		push @at, length $file;
		$file .= $i + 1 . " 0 obj\n$objects[$i]\nendobj\n";
	}
	my $xref = length $file;
	$file .= 'xref' . "\n0 " . (@objects + 1) . "\n0000000000 65535 f \n" . join '', map { sprintf "%010d 00000 n \n", $_ } @at;
	return $file . 'trailer << /Size ' . (@objects + 1) . " /Root 1 0 R >>\nstartxref\n$xref\n%%EOF\n";
}

# pdf_stream() - an object with a stream; $more: further members of its dictionary.
sub pdf_stream {
	my ($bytes, $more) = @_;

	return '<< /Length ' . length($bytes) . ' ' . ($more // '') . " >>\nstream\n$bytes\nendstream";
}

# pdf_file() - a page for each list of [x, y from the top, text]; A4, five points high.
sub pdf_file {
	my (@pages) = @_;
	my @kids = map { 4 + 2 * $_ } 0 .. $#pages;
	my @objects = ('<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Count ' . @pages . ' /Kids [' . join(' ', map { "$_ 0 R" } @kids) . '] >>',
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');

	for my $i (0 .. $#pages) {
		my $text = join '', map {
			my ($x, $y, $words) = @$_;
			my $bytes = encode('cp1252', $words) =~ s/([\\()])/\\$1/gr;
			"BT /F1 5 Tf $x " . (842 - $y) . " Td ($bytes) Tj ET\n"
		} @{ $pages[$i] };
		push @objects, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents " . ($kids[$i] + 1) . ' 0 R /Resources << /Font << /F1 3 0 R >> >> >>', pdf_stream($text);
	}
	return pdf_of_objects(@objects);
}

1;
