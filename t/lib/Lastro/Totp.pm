# SPDX-License-Identifier: Apache-2.0
package Lastro::Totp;

# The codes that a telephone shows (RFC 6238, SHA-1, six digits, 30 seconds), computed without the program's library.

use strict;
use warnings;

use Digest::SHA qw(hmac_sha1);
use Exporter 'import';

our @EXPORT_OK = qw(totp);

# totp() - the code of a secret in base32 at @seconds since 1970, or @steps later.
sub totp {
	my ($secret, $seconds, $steps) = @_;
	my $bits = join '', map { sprintf '%05b', index 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', $_ } split //, $secret;
	my $mac = hmac_sha1(pack('Q>', int($seconds / 30) + ($steps // 0)), pack "B*", substr $bits, 0, 8 * int(length($bits) / 8));
	my $at = ord(substr $mac, -1) & 15;

	return sprintf '%06d', (unpack('N', substr $mac, $at, 4) & 0x7fffffff) % 1_000_000;
}

1;
