#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# contrib/nftables, in a network namespace: limits the open and the new connections of one address, IPv4 or IPv6,
# without affecting another address.

use strict;
use warnings;
use utf8;

use Errno qw(ECONNREFUSED ECONNRESET);
use IO::Socket::IP;
use Lastro::Test qw(run_command slurp top_srcdir);
use Socket qw(SOMAXCONN);
use Test::More;

sub tool { my ($name) = @_; return (grep { -x } map { "$_/$name" } split(/:/, $ENV{PATH}), '/usr/sbin', '/sbin')[0] }
my ($nft, $ip, $unshare) = (tool('nft'), tool('ip'), tool('unshare'));
plan skip_all => 'nft, ip and root are needed' if $> || !$nft || !$ip || !$unshare;
if (!$ENV{LASTRO_TEST_NAMESPACE}) {
	plan skip_all => 'no network namespace is to be had' if run_command({}, $unshare, '--net', 'true')->{status};
	$ENV{LASTRO_TEST_NAMESPACE} = 1;
	exec $unshare, '--net', $^X, $0 or die "unshare: $!";
}

sub run { my $r = run_command({}, @_); $r->{status} == 0 or die "@_: $r->{err}"; return $r->{out} }

run($ip, 'link', 'set', 'lo', 'up');
run($ip, '-6', 'addr', 'add', "fd00:0:0:$_/64", 'dev', 'lo', 'nodad') for '1::1', '1::2', '2::1';

my @servers = map { IO::Socket::IP->new(LocalHost => $_, LocalPort => 4430, Listen => SOMAXCONN, ReuseAddr => 1, V6Only => 1) // die "$_: $!" } '0.0.0.0', '::';
(my $rules = slurp(top_srcdir() . '/contrib/nftables/lastro.nft')) =~ s/^define port = 443$/define port = 4430/m or die 'no port';
my $file = File::Temp->new;
print $file $rules;
close $file;

sub load { run($nft, '-f', $file->filename) }

# Connects from an address; the accepted connection, or undef when refused.
my %to = (4 => '127.0.0.1', 6 => 'fd00::1:0:0:0:1');
sub opened {
	my ($from) = @_;
	my $six = $from =~ /:/;
	my $client = IO::Socket::IP->new(LocalHost => $from, PeerHost => $six ? 'fd00:0:0:1::1' : '127.0.0.1', PeerPort => 4430, Timeout => 5);

	if (!$client) {
		$! == ECONNREFUSED || $! == ECONNRESET or die "$from: $!";
		return undef;
	}
	my $there = $servers[$six ? 1 : 0]->accept;
	return [$client, $there];
}
sub many { my ($from, $n) = @_; return grep { defined } map { opened($from) } 1 .. $n }

for my $of (['IPv4', '127.0.1.1', '127.0.1.2', undef], ['IPv6', 'fd00:0:0:1::1', 'fd00:0:0:2::1', 'fd00:0:0:1::2']) {
	my ($what, $one, $other, $sister) = @$of;

	load();
	my @open = many($one, 140);
	is scalar @open, 128, "$what: one address may open 128 connections";
	is scalar(many($sister, 1)), 0, '  and none of its neighbour in the /64' if $sister;
	is scalar(my @others = many($other, 20)), 20, '  another address opens its own';
	@open = @open[0 .. 99];
	my @again = many($one, 40);
	cmp_ok scalar @again, '>=', 20, '  a closed one can be replaced';
	@open = @again = @others = ();

	load();
	my $taken = 0;
	for (1 .. 600) { my $c = opened($one) or next; $taken++ }
	cmp_ok $taken, '>=', 128, "$what: that close at once, so many";
	cmp_ok $taken, '<', 500, '  and not all that come at once';
	is scalar(many($other, 20)), 20, '  another address notices nothing';
}
load();
like run($nft, 'list', 'table', 'inet', 'lastro'), qr/ct count over 128/, 'loaded again it is there once';

done_testing;
