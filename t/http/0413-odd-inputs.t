#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# With any value in any member of an input, or none, an operation of an office or a desk refuses it as an invalid input
# or accepts it; no worker ends.

use strict;
use warnings;
use utf8;
use JSON::PP ();
use Lastro::Desk;
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Escritório');
my $owner = $office->member('owner');
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(workers => 1);
my @odd = (undef, JSON::PP::true(), 1, -1, 'x', '', ' ', "a\nb", [], {}, [undef], '9' x 40);

# specs() - every operation of a contract, with its schema.
sub specs {
	my ($path, $key) = @_;

	return map { $t->get("$path/$_->{id}", key => $key)->json } @{ $t->get($path, key => $key)->json->{data} };
}

for my $of (['office', $office, '/v1/advisor', $owner->{key}, as => $owner], ['desk', $desk, '/v1/desk', $desk->{key}{owner}]) {
	my ($name, $o, $base, $key, @as) = @$of;

	for my $kind (qw(functions actions)) {
		my @died;

		for my $spec (specs("$base/$kind", $key)) {
			my @members = sort keys %{ $spec->{input_schema}{properties} };
			my $ask = $kind eq 'functions' ? 'function' : 'preview';

			for my $input ({}, map { my $member = $_; map { { $member => $_ } } @odd } @members) {
				my $r = $o->$ask($spec->{id}, $input, @as);

				push @died, "$spec->{id} " . JSON::PP->new->canonical->encode($input) . ': ' . ($r ? $r->status : 'no answer')
					if !$r || $r->status >= 500;
			}
		}
		is_deeply \@died, [], "$name: $kind answer every odd input";
	}
}

$t->finish;
done_testing;
