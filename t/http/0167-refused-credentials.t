#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Refused credentials count against their network; recently valid credentials are still accepted.

use strict;
use warnings;

use Lastro::Tenants qw(account);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my ($ana, $bia, $caio) = map { account($t) } 1 .. 3;

sub revoke { my ($who) = @_; $t->sql("update api_key set revoked_at = '2026-01-01' where account_id = '$who->{id}'") }
revoke($caio);
my $gone = $caio->{user_key};
$t->start_pool(workers => 2);

sub ask { my ($key, $address, %o) = @_; return $t->get('/v1/portfolios', key => $key, address => $address, %o) }
sub told { my ($r) = @_; return $r->status . ' ' . $r->code }

my $unknown = 'lst_user_' . ('x' x 49);
is ask($ana->{user_key}, '192.0.2.1')->status, 200, 'a known client';
my @seen = map { told(ask($_ % 2 ? $unknown : $gone, '192.0.2.1')) } 1 .. 60;
is_deeply [grep { !/^401 credential_(?:invalid|revoked)$/ } @seen], [], 'sixty credentials are checked';
my $r = ask($gone, '192.0.2.1');
# A second may have passed, which allows one more.
$r = ask($gone, '192.0.2.1') for 1 .. 3;
is told($r), '429 rate_limited', 'then the network must wait';
like $r->header('retry-after'), qr/^[12]$/, 'for as long as the next one takes';
is $r->header('x-accel-limit-rate'), 400, 'the web server takes its time over that';
is $r->header('www-authenticate'), undef, 'which says nothing of the credential';
is told(ask($unknown, '192.0.2.1')), '429 rate_limited', 'also for malformed credentials';
is told(ask($bia->{user_key}, '192.0.2.1')), '429 rate_limited', 'and for unknown ones';
is ask($ana->{user_key}, '192.0.2.1')->status, 200, 'a known client is served';
is $t->get('/v1/portfolios', address => '192.0.2.1')->code, 'credential_missing', 'so is a request without credential';
is $t->get('/v1/status', address => '192.0.2.1')->status, 200, 'or needs none';
is ask($bia->{user_key}, '192.0.2.2')->status, 200, 'and any other network';
is ask($bia->{user_key}, '192.0.2.1')->status, 200, 'where the second became known too';

ask($unknown, "2001:db8::$_") for 1 .. 62;
is told(ask($unknown, '2001:db8::ffff')), '429 rate_limited', 'of IPv6 a network is the /64';
is told(ask($unknown, '2001:db8:0:1::1')), '401 credential_invalid', 'not its neighbour';
ask($unknown, '192.0.2.9') for 1 .. 62;
is told(ask($unknown, '::ffff:192.0.2.9')), '429 rate_limited', 'and an address is one in either family';

revoke($ana);
ask($ana->{user_key}, '192.0.2.9');
is told(ask($ana->{user_key}, '192.0.2.9')), '429 rate_limited', 'a revoked key is unknown';

$t->stop_pool;
$t->start_pool(workers => 2);
is told(ask($unknown, '192.0.2.9')), '401 credential_invalid', 'a new pool starts with empty counts';

# ---- a flood from very many networks with few attempts each ----

is ask($bia->{user_key}, '192.0.2.77')->status, 200, 'a known client';
my $dora = account($t);
@seen = map { told(ask($unknown, '198.51.' . int($_ / 100) . '.' . $_ % 100)) } 1 .. 400;
is_deeply [grep { $_ ne '401 credential_invalid' } @seen[0 .. 199]], [], 'two hundred are checked';
ok grep({ $_ eq '429 rate_limited' } @seen), 'then those from which nothing good came wait together';
is ask($dora->{user_key}, '192.0.2.77')->status, 200, 'from a network with a valid credential another key is checked';
is ask($bia->{user_key}, '203.0.113.1')->status, 200, 'and a key that was good is, wherever it comes from';

done_testing;
