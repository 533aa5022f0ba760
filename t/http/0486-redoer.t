#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Tests the second implementation of explanations (t/lib/Lastro/Redo.pm) by itself, since it must be right where the
# service is tested.  No server.

use strict;
use warnings;
use utf8;
use Lastro::Redo qw(redo_steps);
use Test::More;

# Math::BigFloat warns when it fails, and some of its versions then return 0.
my @complaints;
local $SIG{__WARN__} = sub { push @complaints, @_ };

# step(op, [values], rounding): the result of one step, or the error.
sub step {
	my ($op, $values, $says, %o) = @_;
	my @inputs = map { { id => "i$_", values => { v => $values->[$_ - 1] } } } 1 .. @$values;
	my $step = { id => 's1', op => $op, of => [map { "$_->{id}.v" } @inputs], round => $o{round}, result => $says,
		exact => $o{round} ? 1 : 0, text => 'Um passo.' };
	my $last = eval { redo_steps({ inputs => \@inputs, steps => [$step] }) };

	return $@ ? $@ =~ s/\n//r : 'as it says';
}

my %nine = (round => { places => 9, mode => 'half_away' });

# (exponent over divisor): 1 to any power is 1, also with an exponent of 0, a fraction, or a large one.
is step(power => [1, $_->[0], $_->[1]], '1'), 'as it says', "1 ^ ($_->[0] / $_->[1]) is exactly 1" for [37, 252], [0, 252], [252, 252], [1, 3], [5000, 252];
is step(power => ['1.0000', 37, 252], '1.000000000', %nine), 'as it says', 'also with places behind it, and rounded';
# A base computed by earlier steps is 1 followed by more digits, as that of a return.
my $chain = { inputs => [{ id => 'i1', values => { one => '1', two => '2', three => '3', days => '365', year => '31' } }],
	steps => [map { { exact => 0, round => undef, text => 'Um passo.', %$_ } }
		{ id => 's1', op => 'divide', of => ['i1.one', 'i1.three'], result => '0.' . '3' x 30 },
		{ id => 's2', op => 'divide', of => ['i1.two', 'i1.three'], result => '0.' . '6' x 29 . '7' },
		{ id => 's3', op => 'add', of => ['s1', 's2'], result => '1.' . '0' x 30 },
		{ id => 's4', op => 'power', of => ['s3', 'i1.days', 'i1.year'], result => '1' }] };
is eval { redo_steps($chain)->bstr + 0 } // $@, 1, 'a base that became 1';
like step(power => [1, 37, 252], '1.000000001', %nine), qr/^s1 \(power: Um passo\.\) says 1\.000000001/, 'and a base other than 1 is computed';
is step(power => [0, 37, 252], '0'), 'as it says', '0 to a power is 0';
# 1.149 ^ (1/252) = 1.000551310642 and 1.0001 ^ (252/252) = 1.0001, by a calculator of twelve digits.
is step(power => ['1.149', 1, 252], '1.000551311', %nine), 'as it says', 'a day of 14.9 % a year';
is step(power => ['1.0001', 252, 252], '1.000100000', %nine), 'as it says', 'a whole power of a base near 1';
is step(power => ['0.5', 2, 1], '0.250000000', %nine), 'as it says', 'below 1';
is_deeply \@complaints, [], 'and not one of them lost its way';

done_testing;
