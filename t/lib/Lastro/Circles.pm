# SPDX-License-Identifier: Apache-2.0
package Lastro::Circles;

# Finds dependency cycles among files, from the symbols their objects define and need (Tarjan's strongly connected components).
use strict;
use warnings;
use Exporter qw(import);
our @EXPORT_OK = qw(circles symbols_of);

# symbols_of({ file => object }): { file => { defines => [...], asks => [...] } }, by one call of nm, since one process per
# object takes a hundred times as long.
sub symbols_of {
	my ($objects) = @_;
	my %file = reverse %$objects;
	my %symbols = map { $_ => { defines => [], asks => [] } } keys %$objects;
	open(my $nm, '-|', 'nm', '-A', sort keys %file) or die "nm: $!\n";
	while (my $line = <$nm>) {
		my ($object, $kind, $name) = $line =~ /^(.*?):.* ([A-Za-z]) (\S+)$/ or next;
		push @{ $symbols{ $file{$object} }{defines} }, $name if $kind =~ /[TDBRCVW]/;
		push @{ $symbols{ $file{$object} }{asks} }, $name if $kind eq 'U';
	}
	close($nm) or die "nm: $?\n";
	return \%symbols;
}

# circles({ file => symbols }): the files of each cycle as one text, in order.
sub circles {
	my ($files) = @_;
	my (%home, %leads, %index, %low, %open, @stack, @found);
	for my $file (keys %$files) {
		$home{$_} = $file for @{ $files->{$file}{defines} };
	}
	for my $file (keys %$files) {
		my %to = map { $_ => 1 } grep { defined && $_ ne $file } map { $home{$_} } @{ $files->{$file}{asks} };
		$leads{$file} = [ sort keys %to ];
	}
	my $visit;
	$visit = sub {
		my ($file) = @_;

		$index{$file} = $low{$file} = keys %index;
		push @stack, $file;
		$open{$file} = 1;
		for my $next (@{ $leads{$file} }) {
			if (!exists $index{$next}) {
				$visit->($next);
				$low{$file} = $low{$next} if $low{$next} < $low{$file};
			} elsif ($open{$next}) {
				$low{$file} = $index{$next} if $index{$next} < $low{$file};
			}
		}
		return if $low{$file} != $index{$file};
		my @circle;
		do {
			push @circle, pop @stack;
			$open{ $circle[-1] } = 0;
		} while ($circle[-1] ne $file);
		push @found, join(' ', sort @circle) if @circle > 1;
	};
	no warnings 'recursion';
	exists $index{$_} or $visit->($_) for sort keys %$files;
	return sort @found;
}

1;
