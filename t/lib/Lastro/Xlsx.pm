# SPDX-License-Identifier: Apache-2.0
package Lastro::Xlsx;

# Makes workbooks in the styles of the programs that write them, and deliberately broken ones.
#
#	my $bytes = workbook([['Data', 'Quantidade'], ['01/02/2026', 100]], style => 'npoi');
#	my $bytes = zip([['xl/workbook.xml', $xml], ...], descriptors => 1);
#
#	my $ods = opendocument([['Data', 'Quantidade'], [{ day => '2026-02-01' }, { n => '1.5' }]]);
#	my $all = workbook($rows, name => 'Acoes', more => [['ETF', $others], ...]);	# likewise opendocument()
#
# A cell is text, a number ({n => '1.5'}), a date as a serial number ({date => 46054}), or a formula
# with its cached value ({f => 'G2*H2', n => 300}).

use strict;
use warnings;

use Compress::Raw::Zlib qw(crc32 MAX_WBITS Z_OK Z_STREAM_END Z_FINISH);
use Encode ();
use Exporter qw(import);

our @EXPORT_OK = qw(zip workbook parts column statement_rows opendocument);

my $main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
my $strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
my $office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
my $package = 'http://schemas.openxmlformats.org/package/2006/relationships';

sub deflated {
	my ($bytes) = @_;
	my ($d, $status) = Compress::Raw::Zlib::Deflate->new(-WindowBits => -MAX_WBITS, -AppendOutput => 1, -Level => 6);
	my $out = '';

	$d->deflate($bytes, $out) == Z_OK or die 'deflate';
	$d->flush($out, Z_FINISH) == Z_OK or die 'flush';
	return $out;
}

# zip() - makes a ZIP of members [name, bytes, {size => claimed size, flags => additional flags}].  Options:
# descriptors => 1 writes sizes behind the data, as LibreOffice does; directory => 0 omits the central directory;
# stored => 1 does not compress.
sub zip {
	my ($members, %o) = @_;
	my ($out, $directory, $n) = ('', '', 0);

	for my $m (@$members) {
		my ($name, $bytes, $more) = @$m;
		my $packed = $o{stored} ? $bytes : deflated($bytes);
		my $method = $o{stored} ? 0 : 8;
		my $flags = ($o{descriptors} ? 8 : 0) | 0x800 | ($more->{flags} // 0);
		my $size = $more->{size} // length $bytes;
		my $at = length $out;
		my @sums = (crc32($bytes), length $packed, $size);

		$out .= pack('VvvvvvVVVvv', 0x04034b50, 20, $flags, $method, 0, 0x21, ($o{descriptors} ? (0, 0, 0) : @sums),
			length $name, 0) . $name . $packed;
		$out .= pack('VVVV', 0x08074b50, @sums) if $o{descriptors};
		$directory .= pack('VvvvvvvVVVvvvvvVV', 0x02014b50, 20, 20, $flags, $method, 0, 0x21, @sums, length $name,
			0, 0, 0, 0, 0, $at) . $name;
		$n++;
	}
	return $out if defined $o{directory} && !$o{directory};
	return $out . $directory . pack('VvvvvVVv', 0x06054b50, 0, 0, $n, $n, length $directory, length $out, 0);
}

sub column {
	my ($i) = @_;
	my $name = '';

	for ($i++; $i; $i = int(($i - 1) / 26)) {
		$name = chr(65 + ($i - 1) % 26) . $name;
	}
	return $name;
}

sub escaped {
	my ($text) = @_;

	$text = Encode::encode('UTF-8', $text);
	$text =~ s/&/&amp;/g;
	$text =~ s/</&lt;/g;
	$text =~ s/>/&gt;/g;
	return $text;
}

# One <c>.  $s collects shared strings: {list => [], at => {}}.
sub cell {
	my ($value, $ref, $style, $s) = @_;
	my $r = defined $ref ? qq( r="$ref") : '';
	my $date = $style eq 'custom' ? 2 : 1;

	return $style eq 'libreoffice' ? qq(<c$r s="0"></c>) : '' unless defined $value;
	if (ref $value) {
		return qq(<c$r s="$date"><v>$value->{date}</v></c>) if exists $value->{date};
		my $f = exists $value->{f} ? "<f>$value->{f}</f>" : '';

		return qq(<c$r t="b"><v>$value->{b}</v></c>) if exists $value->{b};
		return qq(<c$r s="0" t="n">$f<v>$value->{n}</v></c>);
	}
	my $text = escaped($value);

	return qq(<c$r t="inlineStr"><is><t>$text</t></is></c>) if $style eq 'pandas';
	return qq(<c$r t="str"><f>"x"</f><v>$text</v></c>) if $style eq 'formulas';
	if (!exists $s->{at}{$text}) {
		$s->{at}{$text} = @{$s->{list}};
		push @{$s->{list}}, $text;
	}
	return qq(<c$r s="1" t="s"><v>$s->{at}{$text}</v></c>);
}

sub sheet_xml {
	my ($rows, $style, $s) = @_;
	my @rows;

	for my $i (0 .. $#$rows) {
		my $number = $i + 1;
		my @cells = map { cell($rows->[$i][$_], $style eq 'bare' ? undef : column($_) . $number, $style, $s) }
			0 .. $#{$rows->[$i]};

		@cells = reverse @cells if $style eq 'shuffled';
		push @rows, ($style eq 'bare' ? '<row>' : qq(<row r="$number">)) . join('', @cells) . '</row>';
	}
	@rows = reverse @rows if $style eq 'shuffled';
	if ($style eq 'libreoffice') {
		push @rows, map { qq(<row r="$_"><c r="A$_" s="0"></c><c r="B$_" s="0"/></row>) } @rows + 1 .. @rows + 20;
	}
	my $dimension = $style eq 'libreoffice' ? 'A1:H1048576' : 'A1';
	my $xml = qq(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="$main">)
		. qq(<dimension ref="$dimension"/><sheetData>) . join('', @rows) . '</sheetData></worksheet>';

	return $xml;
}

# Elements under a prefix, in the strict namespace.
sub prefixed {
	my ($xml) = @_;

	$xml =~ s/xmlns="\Q$main\E"/xmlns:x="$strict"/;
	$xml =~ s{<(/?)(?=[a-zA-Z])}{<$1x:}g;
	return $xml;
}

sub strings_xml {
	my ($s, $style) = @_;
	my @items = map { qq(<si><t xml:space="preserve">$_</t></si>) } @{$s->{list}};

	# Text in runs, with a phonetic guide that does not belong to the text.
	if ($style eq 'rich') {
		@items = map {
			my ($head, $tail) = /^(&\w+;|[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]+)(.*)$/s ? ($1, $2) : ($_, '');
			qq(<si><r><rPr><b/></rPr><t>$head</t></r><r><t xml:space="preserve">$tail</t></r>)
				. qq(<rPh sb="0" eb="1"><t>leitura</t></rPh></si>)
		} @{$s->{list}};
	}
	return qq(<?xml version="1.0" encoding="utf-8"?><sst xmlns="$main">) . join('', @items) . '</sst>';
}

# parts() - the members of a workbook from rows of cells.  Options: style => npoi, excel, libreoffice, pandas, rich,
# formulas, bare, shuffled, custom, prefixed; date1904 => 1; before_sheet => text before the root element; name => name
# of the sheet; more => [[name, rows], ...] further sheets.
sub parts {
	my ($rows, %o) = @_;
	my $style = $o{style} // 'npoi';
	my $s = { list => [], at => {} };
	my $sheet = sheet_xml($rows, $style, $s);
	my @more = map { [escaped($_->[0]), sheet_xml($_->[1], $style, $s)] } @{ $o{more} // [] };
	my $strings = strings_xml($s, $style);
	my $bom = $style eq 'npoi' ? "\xef\xbb\xbf" : '';
	my $id = $style eq 'npoi' ? 'rId3' : 'rId2';
	my $folder = $style eq 'prefixed' ? 'outro/lugar' : 'worksheets';
	my $absolute = $style eq 'custom' ? '/xl/' : '';
	my $name = defined $o{name} ? escaped($o{name}) : $style eq 'pandas' ? 'Sheet1' : 'Movimenta&#231;&#227;o';
	my $mac = $o{date1904} ? ' date1904="1"' : '';
	my $book = qq(<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="$main" xmlns:r="$office">)
		. qq(<workbookPr$mac/><sheets><sheet name="$name" sheetId="1" r:id="$id"/>)
		. join('', map { qq(<sheet name="$more[$_][0]" sheetId="${\ ($_ + 2)}" r:id="rId1$_"/>) } 0 .. $#more) . '</sheets></workbook>';
	my $styles = qq(<?xml version="1.0" encoding="UTF-8"?><styleSheet xmlns="$main"><numFmts count="1">)
		. q(<numFmt numFmtId="164" formatCode="[$-416]dd\/mm\/yyyy;@"/></numFmts>)
		. q(<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="3">)
		. q(<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>);

	if ($style eq 'prefixed') {
		$_ = prefixed($_) for $sheet, $strings;
	}
	$sheet =~ s/(<worksheet|<x:worksheet)/$o{before_sheet}$1/ if defined $o{before_sheet};
	return [
		['[Content_Types].xml', "$bom<?xml version=\"1.0\"?><Types/>"],
		['_rels/.rels', qq($bom<?xml version="1.0"?><Relationships xmlns="$package"><Relationship Id="rId1" )
			. qq(Type="$office/officeDocument" Target="xl/workbook.xml"/></Relationships>)],
		['xl/workbook.xml', $book],
		['xl/_rels/workbook.xml.rels', qq($bom<?xml version="1.0"?><Relationships xmlns="$package">)
			. qq(<Relationship Id="rId1" Type="$office/sharedStrings" Target="${absolute}sharedStrings.xml"/>)
			. qq(<Relationship Id="rId9" Type="$office/styles" Target="styles.xml"/>)
			. qq(<Relationship Id="$id" Type="$office/worksheet" Target="$absolute$folder/sheet1.xml"/>)
			. join('', map { qq(<Relationship Id="rId1$_" Type="$office/worksheet" Target="$absolute$folder/more$_.xml"/>) } 0 .. $#more)
			. '</Relationships>'],
		["xl/$folder/sheet1.xml", $sheet],		# before the shared strings, as LibreOffice writes them
		map({ ["xl/$folder/more$_.xml", $more[$_][1]] } 0 .. $#more),
		['xl/styles.xml', $styles],
		['xl/sharedStrings.xml', $bom . $strings],
	];
}

sub workbook {
	my ($rows, %o) = @_;

	return zip(parts($rows, %o), descriptors => ($o{style} // '') eq 'libreoffice');
}

# opendocument() - makes an ODS as LibreOffice does: repeated cells and rows, a comment on the first cell, the empty
# rest of the sheet as repetitions.  A cell is text, {n => number}, {day => ISO date}, or {times => [cell, count]}.
sub opendocument {
	my ($rows, %o) = @_;
	my $cell = sub {
		my ($value) = @_;
		my ($v, $times) = ref $value && $value->{times} ? @{ $value->{times} } : ($value, 1);
		my $repeat = $times > 1 ? qq( table:number-columns-repeated="$times") : '';

		return qq(<table:table-cell$repeat/>) unless defined $v;
		return qq(<table:table-cell$repeat office:value-type="float" office:value="$v->{n}"><text:p>mostrado</text:p></table:table-cell>)
			if ref $v && defined $v->{n};
		return qq(<table:table-cell$repeat office:value-type="date" office:date-value="$v->{day}"><text:p>mostrado</text:p></table:table-cell>)
			if ref $v;
		my $text = escaped($v) =~ s/  /<text:s text:c="2"\/>/gr;
		return qq(<table:table-cell$repeat office:value-type="string"><office:annotation><text:p>nota</text:p></office:annotation>)
			. qq(<text:p><text:span>$text</text:span></text:p></table:table-cell>);
	};
	my $ns = join ' ', map { qq(xmlns:$_="urn:oasis:names:tc:opendocument:xmlns:$_:1.0") } qw(office table text);
	my $table = sub {
		my ($name, $rows) = @_;

		return qq(<table:table table:name="${\ escaped($name)}"><table:table-column/>)
			. join('', map { '<table:table-row>' . join('', map { $cell->($_) } @$_) . '</table:table-row>' } @$rows)
			. q(<table:table-row table:number-rows-repeated="1048550"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>)
			. q(</table:table>);
	};
	my @more = $o{more} ? @{ $o{more} } : ['Outra', [['não']]];

	return zip([['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'],
		['content.xml', qq(<?xml version="1.0" encoding="UTF-8"?><office:document-content $ns><office:body><office:spreadsheet>)
			. join('', map { $table->(@$_) } [$o{name} // 'Planilha1', $rows], @more)
			. q(</office:spreadsheet></office:body></office:document-content>)]]);
}

1;
