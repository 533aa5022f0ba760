# SPDX-License-Identifier: Apache-2.0
package Lastro::Cotahist;

# Makes files in the format of B3's historical quotes.
#
#	my $path = cotahist("$dir/COTAHIST_A2025.TXT", quote('20250102', 'LUZA3', '10.50', isin => 'BRLUZAACNOR4'), …);

use strict;
use warnings;

use Exporter qw(import);
use Lastro::Test qw(spew);

our @EXPORT_OK = qw(quote cotahist);

sub cents { return sprintf '%013d', sprintf '%.0f', $_[0] * 100 }

# quote() - one line of 245 columns; all prices are the close.  Options: group, market, name, paper,
# trades, units, strike, expiry, factor, isin, distribution.
sub quote {
	my ($day, $symbol, $close, %o) = @_;
	my $price = cents($close);

	return sprintf '01%s%-2s%-12s%s%-12s%-10s   R$  %s%s%s%s%s%s%s%05d%018d%018d%s0%s%07d%013d%-12s%03d', $day, $o{group} // '02',
		$symbol, $o{market} // '010', $o{name} // 'CASA LUZ', $o{paper} // 'ON      NM', ($price) x 7, $o{trades} // 10,
		$o{units} // 100, $close * 100 * 100, cents($o{strike} // 0), $o{expiry} // '99991231', $o{factor} // 1, 0,
		$o{isin} // 'BRLUZAACNOR4', $o{distribution} // 100;
}

# cotahist() - writes lines between header and trailer; a last argument of { lines => N } gives a wrong number
# of lines, { no_trailer => 1 } leaves the trailer out.
sub cotahist {
	my ($path, @rows) = @_;
	my %o = ref $rows[-1] ? %{ pop @rows } : ();

	spew($path, join '', map { "$_\r\n" } sprintf('%-245s', '00COTAHIST.2025BOVESPA 20250131'), @rows,
		$o{no_trailer} ? () : sprintf('%-245s', sprintf '99COTAHIST.2025BOVESPA 20250131%011d', $o{lines} // @rows + 2));
	return $path;
}

1;
