# SPDX-License-Identifier: Apache-2.0
package Lastro::Circles;

# Circles among files, from what their objects define and ask for (Tarjan's strongly connected components).
use strict;
use warnings;
use Exporter qw(import);
our @EXPORT_OK = qw(circles symbols_of);

# symbols_of(OBJECT): { defines => [...], asks => [...] }, as nm prints them.
sub symbols_of {
	my ($object) = @_;
	my %symbols = (defines => [], asks => []);
	open(my $nm, '-|', 'nm', $object) or die "nm: $!\n";
	while (my $line = <$nm>) {
		my ($kind, $name) = $line =~ /([A-Za-z]) (\S+)$/ or next;
		push @{ $symbols{defines} }, $name if $kind =~ /[TDBRCVW]/;
		push @{ $symbols{asks} }, $name if $kind eq 'U';
	}
	close($nm) or die "nm $object: $?\n";
	return \%symbols;
}

# circles({ file => symbols }): the files of each circle in one text, in order.
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
