# SPDX-License-Identifier: Apache-2.0
package Lastro::Hostile;

# Hostile requests that aim at a worker's memory or time: small on the wire, large once parsed.
#
#	for my $h (uploads(), bodies(4 << 20, 'invalid_body')) {	# {name, bytes, code: the expected code of the refusal}

use strict;
use warnings;

use Exporter qw(import);
use Lastro::Xlsx qw(parts zip);

our @EXPORT_OK = qw(uploads bodies);

my $MIB = 1 << 20;
my @header = ('Data do Negócio', 'Tipo de Movimentação', 'Mercado', 'Prazo/Vencimento', 'Instituição', 'Código de Negociação', 'Quantidade', 'Preço', 'Valor');

# A workbook with these bytes as its sheet or its shared strings.
sub book {
	my ($sheet, $strings) = @_;
	my $members = parts([[@header]]);

	for my $m (@$members) {
		$m->[1] = $sheet if defined $sheet && $m->[0] =~ m{/sheet1\.xml$};
		$m->[1] = $strings if defined $strings && $m->[0] =~ m{/sharedStrings\.xml$};
	}
	return zip($members);
}

my $worksheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
my $sst = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

# Bytes that deflate compresses moderately, so that the limit on the compression ratio does not apply.
sub noise {
	my ($n) = @_;
	my $seed = 1;

	return join '', map { $seed = ($seed * 1103515245 + 12345) % 2147483648; chr(97 + $seed / 65536 % 26) } 1 .. $n;
}

sub uploads {
	my $noise = noise(200_000);
	my $row = '<row>' . '<c t="s"><v>0</v></c>' x 9 . '</row>';

	return (
		{ name => 'elements in one another', code => 'payload_too_complex', bytes => book($worksheet . '<a>' x 4_000_000) },
		{ name => 'a comment of 60 MiB', code => 'payload_too_complex', bytes => book("$worksheet<!--" . $noise . 'x' x (60 * $MIB) . '-->') },
		{ name => 'a tag of 4,000,000 attributes', code => 'payload_too_complex',
			bytes => book("$worksheet<row " . join(' ', map { "a$_=''" } 1 .. 4_000_000) . '/>') },
		{ name => '12,000,000 elements', code => 'payload_too_complex', bytes => book($worksheet . "<!--$noise-->" x 5 . '<c/>' x 12_000_000) },
		{ name => '3,000,000 shared texts', code => 'import_unreadable', bytes => book(undef, $sst . "<!--$noise-->" . '<si/>' x 3_000_000) },
		{ name => 'one text of 128 KiB in 900,000 cells', code => 'payload_too_complex',
			bytes => book($worksheet . $row x 100_000 . '</sheetData></worksheet>', "$sst<si><t>" . substr($noise, 0, 130_000) . '</t></si></sst>') },
		{ name => 'texts of 150 MiB', code => 'payload_too_complex',
			bytes => book(undef, $sst . join('', map { '<si><t>' . substr($noise, 100 * $_, 1300) x 100 . '</t></si>' } 1 .. 1200) . '</sst>') },
		{ name => 'a CSV of 19 MiB of separators', code => 'import_unrecognized', bytes => ';' x (19 * $MIB) },
		{ name => 'a CSV of 19 MiB of lines', code => 'import_unreadable', bytes => "x\n" x (19 * $MIB / 2) },
		{ name => 'a CSV of one quote and 19 MiB', code => 'import_unreadable', bytes => '"' . 'x' x (19 * $MIB) },
		{ name => 'a CSV of 99,000 rows of 20 cells', code => 'import_unrecognized', bytes => join(';', 1 .. 20, "\n") x 99_000 },
	);
}

sub bodies {
	my ($most, $read) = @_;	# maximum size; the code for a body that is read before it is refused

	return (
		{ name => 'empty objects', code => 'payload_too_complex', bytes => '[' . join(',', ('{}') x ($most / 3 - 2)) . ']' },
		{ name => 'zeros', code => 'payload_too_complex', bytes => '[' . join(',', (0) x ($most / 2 - 2)) . ']' },
		{ name => 'members of one object', code => 'payload_too_complex',
			bytes => '{' . join(',', map { "\"$_\":0" } 1 .. $most / 14) . '}' },
		{ name => 'lists in one another', code => 'payload_too_complex', bytes => '[' x ($most - 10) },
		{ name => '149,000 empty objects', code => $read, bytes => '[' . join(',', ('{}') x 149_000) . ']' },
		{ name => 'one text', code => $read, bytes => '{"file":"' . 'A' x ($most - 100) . '"}' },
	);
}

1;
