# SPDX-License-Identifier: Apache-2.0
package JsonText;

# Parses JSON and keeps its order and digits: a plain value is its text; a list or an object is
# [open, close, [name, value]...], where a name is '"a": ', or '' in a list.  Dies for invalid JSON and for a duplicate
# name, since readers differ about which one counts.

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw(parsed flat);

sub token {
	my ($in) = @_;

	return $1 if $$in =~ /\G\s*("(?:[^"\\\x00-\x1f]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[\[\]{}:,])/gc;
	$$in =~ /\G\s*/gc;
	die "no JSON\n";
}

sub expect { my ($in, $what) = @_; die "no '$what'\n" if token($in) ne $what; return }

sub value {
	my ($in) = @_;
	my $open = token($in);
	my $close = { '[' => ']', '{' => '}' }->{$open};
	my (@parts, %seen);

	if (!$close) {
		die "'$open' where a value should be\n" if $open =~ /^[\]}:,]$/;
		return $open;
	}
	return [$open, $close] if $$in =~ /\G\s*\Q$close\E/gc;
	do {
		my $name = '';

		if ($open eq '{') {
			$name = token($in);
			die "$name is no name\n" if $name !~ /^"/;
			die "$name is there twice\n" if $seen{$name}++;
			expect($in, ':');
			$name .= ': ';
		}
		push @parts, [$name, value($in)];
	} while $$in =~ /\G\s*,/gc;
	expect($in, $close);
	return [$open, $close, @parts];
}

# parsed() - parses a text; dies with the line of the error.
sub parsed {
	my ($text) = @_;
	my $node = eval { value(\$text) };

	return $node if defined $node && $text =~ /\G\s*\z/gc;
	my $line = 1 + (substr($text, 0, pos($text) // 0) =~ tr/\n//);
	die "line $line: " . ($@ || "more than one value\n");
}

# flat() - prints a value on one line.
sub flat {
	my ($node) = @_;

	return $node if !ref $node;
	my ($open, $close, @parts) = @$node;
	return $open . join(', ', map { $_->[0] . flat($_->[1]) } @parts) . $close;
}

1;
