# SPDX-License-Identifier: Apache-2.0
package Lastro::Preview;

# Compares the notation of the numbers in a preview with the execution's answer, by the member's name, and finds trailing
# zeros that no answer has.
#
#	is_deeply [odd_numbers($preview->body, $done->body)], [], 'a preview shows numbers as answers do';

use strict;
use warnings;

use Exporter qw(import);
use JSON::PP ();
use Lastro::OpenApi;

our @EXPORT_OK = qw(odd_numbers);

# numbers() - JSON Pointer => token of every number; a token is {"#": "1.10"} (see Lastro::OpenApi).
sub numbers {
	my ($value, $at) = @_;

	return map { numbers($value->[$_], "$at/$_") } 0 .. $#$value if ref $value eq 'ARRAY';
	return () unless ref $value eq 'HASH';
	return ($at => $value->{'#'}) if keys %$value == 1 && exists $value->{'#'};
	return map { numbers($value->{$_}, "$at/$_") } sort keys %$value;
}

sub odd_numbers {
	my ($preview, $done) = @_;
	my ($said, $answer) = map { Lastro::OpenApi::decode($_) } $preview, $done;
	my %result = numbers($answer->{result}, '');
	my @odd;

	for my $change (@{ $said->{changes} }) {
		my %to = numbers($change->{to}, $change->{pointer});
		push @odd, map { "$_ is $to{$_}, and $result{$_} in the answer" } grep { defined $result{$_} && $result{$_} ne $to{$_} } sort keys %to;
	}
	my %all = numbers({ target => $said->{target}, changes => $said->{changes} }, '');
	return @odd, map { "$_ is $all{$_}" } grep { $all{$_} =~ /\.(\d*0)$/ && length $1 != 2 } sort keys %all;
}

1;
