#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# No two files of src/ depend on each other, also indirectly; read from the symbols of the built objects.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Find;
use Test::More;
use Lastro::Circles qw(circles symbols_of);

my $source = $ENV{LASTRO_TOP_SRCDIR} // "$FindBin::Bin/../..";
my $build = $ENV{LASTRO_TOP_BUILDDIR} // $source;

# An old build tree still has the object of a moved file.
my %objects;
find({ no_chdir => 1, wanted => sub {
	return unless m{\Q$build\E/(src/.+)\.o\z} && $1 !~ m{/[^/]+-[^/]*\z};
	my $file = "$1.c";
	$objects{$file} = $_ if -e "$source/$file";
} }, "$build/src");
cmp_ok(scalar keys %objects, '>', 300, 'the objects of the build are read');

my $symbols = symbols_of(\%objects);
cmp_ok(scalar(grep { @{ $_->{defines} } } values %$symbols), '>', 300, 'with their symbols');
is_deeply([circles($symbols)], [], 'no circle of files');

# The reader finds an existing cycle.
my %planted = (
	'a.c' => { defines => ['a'], asks => ['b'] },
	'b.c' => { defines => ['b'], asks => ['c', 'malloc'] },
	'c.c' => { defines => ['c'], asks => ['a'] },
	'd.c' => { defines => ['d'], asks => ['a'] },
);
is_deeply([circles(\%planted)], ['a.c b.c c.c'], 'a cycle of three is found, a file that only leads to it is not');
done_testing;
