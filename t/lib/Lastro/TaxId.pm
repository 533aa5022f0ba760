# SPDX-License-Identifier: Apache-2.0
package Lastro::TaxId;

# Valid tax ids for invented people, companies and funds.

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(cnpj cpf masked);

# Computes the two check digits; weights cycle from 2 up to @top.  A letter counts as its distance from '0' in ASCII:
# A is 17.
sub checked {
	my ($id, $top) = @_;

	for (1, 2) {
		my ($sum, $weight) = (0, 2);
		for (reverse split //, $id) {
			$sum += (ord($_) - ord '0') * $weight;
			$weight = $weight == $top ? 2 : $weight + 1;
		}
		$id .= $sum % 11 < 2 ? 0 : 11 - $sum % 11;
	}
	return $id;
}

# cnpj() - a CNPJ from twelve digits or letters; cpf() - a CPF from a number below 10^9.
sub cnpj { return checked($_[0], 9) }
sub cpf { return checked(sprintf('%09d', $_[0]), 11) }

# masked() - a CNPJ with punctuation, as most files have it.
sub masked { return $_[0] =~ s{^(..)(...)(...)(....)(..)$}{$1.$2.$3/$4-$5}r }

1;
