# SPDX-License-Identifier: Apache-2.0
package Lastro::RawWords;

# The words of the interface that no person may see, from its schemas: names of members, values of enums, ids of operations,
# codes of failures, methods of HTTP, addresses, numbers of rules.
#
#	my $words = raw_words();		# a regular expression, in a form that JavaScript takes too
#	my @seen = raw_in($html, $words);	# those that are read or heard in a page

use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Exporter 'import';
use JSON::PP ();
use Lastro::Browser;
use Lastro::Test qw(slurp top_builddir top_srcdir);

our @EXPORT_OK = qw(raw_words raw_in);

# Values of enums that are words of Portuguese too, names of documents and currencies, or letters.
my %portuguese = map { $_ => 1 } qw(
	A B BRL USD DFP ITR BPA BPP DRA DRE DVA DMPL Arrojado Conservador Moderado
	agenda capital commodities commodity editor fiscal macro manual mercado ok outro prefixado real regular resultados spread tesouro total token
), 'informe mensal', "\x{da}LTIMO", "PEN\x{da}LTIMO";

# gather() - from a schema, or a document of them: members with an underscore, and values of enums.
sub gather {
	my ($x, $found) = @_;

	if (ref $x eq 'HASH') {
		if (ref $x->{properties} eq 'HASH') { /_/ and $found->{$_} = 1 for keys %{ $x->{properties} } }
		if (ref $x->{enum} eq 'ARRAY') { defined && !ref && !/^\d+$/ && !$portuguese{$_} and $found->{$_} = 1 for @{ $x->{enum} } }
		$found->{ $x->{operationId} } = 1 if defined $x->{operationId} && !ref $x->{operationId};
		gather($_, $found) for values %$x;
	} elsif (ref $x eq 'ARRAY') {
		gather($_, $found) for @$x;
	}
	return;
}

sub raw_words {
	my %found;

	gather(JSON::PP->new->utf8->decode(slurp(top_builddir() . '/src/serve/openapi.json')), \%found);
	for my $file (glob top_srcdir() . '/src/{*,*/*}/schemas/*.json') {
		gather(JSON::PP->new->utf8->decode(slurp($file)), \%found);
		my ($id) = $file =~ m{/([^/]+)\.json$};
		$found{$id} = 1 unless $id =~ /^_/;
	}
	$found{$_} = 1 for qw(GET POST PUT PATCH DELETE XIRR TWR a.a. [C]);
	my $words = join '|', map { s/([.\\+*?^\$(){}|\[\]\/])/\\$1/gr } sort { length $b <=> length $a || $a cmp $b } keys %found;
	my $rules = '(?:[1-9]|[12]\d)\.\d{1,2}(?:\.\d)?(?!\d|[.,]\d|%)';

	return "(?<![\\p{L}\\d_/\@-])(?<!\\.(?=csv|json))(?:$words)(?![\\p{L}\\d_\@-]|\\.[\\p{L}])|(?<![\\p{L}\\d_./\@,-])$rules|(?<![\\p{L}\\d.])\\/v1\\/\\w+";
}

sub raw_in {
	my ($html, $words) = @_;
	my $text = $html;

	$text =~ s{<(head|style|script)\b.*?</\1>}{ }gs;
	my @heard = map { Lastro::Browser::unescape($_) } $text =~ m{\b(?:aria-label|title|placeholder|alt)="([^"]*)"}g;
	$text =~ s/<[^>]*>/ /g;
	return map { my $t = $_; $t =~ /($words)/g } Lastro::Browser::unescape($text), @heard;
}

1;
