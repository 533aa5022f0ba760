# SPDX-License-Identifier: Apache-2.0
package Lastro::Response;

# An answer: status, headers (names in lower case), body as bytes, and the body as JSON.

use strict;
use warnings;
no warnings qw(recursion);

use Encode ();
use JSON::PP ();

# parse() - from CGI ("Status: 200 OK") or HTTP ("HTTP/1.1 200 OK") form.
sub parse {
	my ($class, $bytes) = @_;
	my ($head, $body) = split /\r?\n\r?\n/, $bytes, 2;
	my $self = bless { status => 200, headers => {}, all => [], body => $body // '' }, $class;

	for my $line (split /\r?\n/, $head // '') {
		if ($line =~ m{^HTTP/\S+ (\d+)} || $line =~ /^Status: (\d+)/i) {
			$self->{status} = $1;
		} elsif ($line =~ /^([^:]+):\s*(.*?)\s*$/) {
			push @{ $self->{all} }, [lc $1, $2];
			$self->{headers}{lc $1} = $2;
		}
	}
	return $self;
}

sub status { $_[0]{status} }
sub body { $_[0]{body} }
sub header { $_[0]{headers}{lc $_[1]} }

# headers_named() - all values of a header, in order.
sub headers_named {
	my ($self, $name) = @_;

	return map { $_->[1] } grep { $_->[0] eq lc $name } @{ $self->{all} };
}

# json() - decodes the body; numbers stay strings of the characters sent, so that 1.10 is not 1.1 and no figure
# passes through a double.
sub json {
	my ($self) = @_;

	return $self->{json} //= numbers_kept($self->{body});
}

# numbers_kept() - decodes JSON that way; dies if it is invalid.  JSON::PP takes five times as long, which is a third of
# the time of a test that reads thousands of explanations.
my %literal = (true => JSON::PP::true(), false => JSON::PP::false(), null => undef);
my %escape = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t", map { $_ => $_ } '"', '\\', '/');

sub numbers_kept {
	local $_ = shift;
	my $value = value();

	/\G[ \t\r\n]*\z/gc or malformed();
	return $value;
}

sub malformed { die 'no JSON at byte ' . (pos // 0) . ': ' . substr($_, pos // 0, 40) . "\n" }

# The value at pos() of $_.  Most members are texts and numbers, which their object reads with their name.
my $space = qr/[ \t\r\n]*+/;
my $string = qr/"((?:[^"\\\x00-\x1f]++|\\.)*+)"/;
my $number = qr/(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)/;

sub value {
	return text($1) if /\G$space$string/gco;
	return $1 if /\G$space$number/gco;
	return $literal{$1} if /\G$space(true|false|null)/gco;
	if (/\G$space\{$space/gco) {
		my %object;

		return \%object if /\G\}/gc;
		do {
			/\G$space$string$space:(?:$space(?:$string|$number))?/gco or malformed();
			my ($name, $text, $digits) = ($1, $2, $3);
			$object{text($name)} = defined $text ? text($text) : $digits // value();
		} while /\G$space,/gco;
		/\G$space\}/gco or malformed();
		return \%object;
	}
	my @array;

	/\G$space\[$space/gco or malformed();
	return \@array if /\G\]/gc;
	do { push @array, value() } while /\G$space,/gco;
	/\G$space\]/gco or malformed();
	return \@array;
}

sub text {
	my ($bytes) = @_;

	return $bytes unless $bytes =~ /[\\\x80-\xff]/;
	utf8::decode($bytes) or malformed();
	$bytes =~ s{\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u(?![dD][89a-fA-F])([0-9a-fA-F]{4})|(.))}
		{defined $1 ? chr(0x10000 + ((hex($1) - 0xd800) << 10) + hex($2) - 0xdc00) : defined $3 ? chr hex $3 : $escape{$4} // malformed()}ge;
	return $bytes;
}

# code() - details.code of a Problem, or undef.
sub code {
	my ($self) = @_;

	return undef unless ($self->header('content-type') // '') =~ m{^application/problem\+json};
	return $self->json->{details}{code};
}

1;
