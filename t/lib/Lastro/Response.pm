# SPDX-License-Identifier: Apache-2.0
package Lastro::Response;

# An answer: status, headers (names in lower case), body as bytes, and the body as JSON.

use strict;
use warnings;

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

# headers_named() - every one of a name, in order.
sub headers_named {
	my ($self, $name) = @_;

	return map { $_->[1] } grep { $_->[0] eq lc $name } @{ $self->{all} };
}

# json() - with each number as the very characters that were sent, so that 1.10 is not 1.1 and no
# figure passes through a binary double.
sub json {
	my ($self) = @_;

	return $self->{json} //= numbers_kept($self->{body});
}

sub numbers_kept {
	my ($text) = @_;

	$text =~ s{("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)}{$1 // qq("$2")}ge;
	return JSON::PP->new->utf8->decode($text);
}

# code() - details.code of a Problem, or undef.
sub code {
	my ($self) = @_;

	return undef unless ($self->header('content-type') // '') =~ m{^application/problem\+json};
	return $self->json->{details}{code};
}

1;
