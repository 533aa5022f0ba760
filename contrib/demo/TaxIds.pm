# SPDX-License-Identifier: Apache-2.0
#
# TaxIds.pm: an invented tax id for each person and company of the demonstration.
#
# The ids contain letters (LASTRO01, LASTRO02 …), which CNPJs may have since July 2026, so that none equals a real one.

package TaxIds;

use strict;
use warnings;
use Exporter 'import';
use Lastro::TaxId qw(cnpj);

our @EXPORT_OK = qw(tax_id);

# The position determines the id: append new names at the end, so that the others keep theirs.
my @who = (
    qw(padaria caju rio vento gato selaria onda farol seguradora porto dunas agata),    # companies
    qw(administrator manager),
    qw(feeder master shares credit silent old receivables),                             # funds
    (map { "peer $_" } 1 .. 11),
    (map { "client $_" } 1 .. 2),
);
my %number = map { $who[$_] => $_ + 1 } 0 .. $#who;

sub tax_id {
    my ($who) = @_;
    return cnpj(sprintf 'LASTRO%02d0001', $number{$who} // die "tax_id: who is $who?");
}

1;
