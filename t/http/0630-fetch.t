#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# lastro fetch usdt, from a test server on loopback: a rate is stored, and anything else is
# refused.

use strict;
use warnings;
use utf8;
use Encode ();
use IO::Socket::INET;
use Test::More;
use Lastro::Test qw(slurp top_srcdir);

my $t = Lastro::Test->new;
my $ticker = slurp(top_srcdir() . '/t/fixtures/load/usdt.json');
my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my $base = 'http://127.0.0.1:' . $server->sockport;

# Answers one request; returns its first line.
sub answer_one {
	my ($status, $body, @headers) = @_;
	my $pid = fork // die "fork: $!";

	return $pid if $pid;
	my $client = $server->accept;
	my $line = <$client>;
	while (defined(my $header = <$client>)) {
		last if $header =~ /^\r?\n\z/;
	}
	print $client join("\r\n", "HTTP/1.1 $status X", 'Connection: close', 'Content-Length: ' . length $body, @headers, '', $body);
	close $client;
	open my $out, '>', $t->dir . '/line' or POSIX::_exit(1);
	print $out $line;
	close $out;
	POSIX::_exit(0);
}

sub fetch {
	my (@answer) = @_;
	my $pid = answer_one(@answer);
	my $r = $t->lastro({ env => { LASTRO_FETCH_BASE_USDT => $base, LASTRO_NOW => '2025-01-03T15:59:52Z' } }, 'fetch', 'usdt', '--json');

	kill TERM => $pid;	# it still waits if no request came
	waitpid $pid, 0;
	return $r;
}

sub refused_like {
	my ($pattern, $name, @answer) = @_;
	my $before = $t->sql('select * from usdt');
	my $r = fetch(@answer);

	is $r->{status}, 1, "$name: exit status 1";
	like Encode::decode('UTF-8', $r->{err}), $pattern, "$name: and why";
	is $t->sql('select * from usdt'), $before, "$name: the rate stays";
}

my $r = fetch(200, $ticker, 'Content-Type: application/json');
is $r->{status}, 0, 'the ticker is fetched';
like slurp($t->dir . '/line'), qr{^GET /api/v3/ticker/24hr\?symbol=USDTBRL HTTP/}, 'from its path';
is $t->sql('select rate, at, change_pct from usdt'), "6.198000000000\t2025-01-03 15:59:50.123+00\t0.19400000", 'rate, moment, change of 24 hours';
is $t->sql('select source from load_log'), 'usdt', 'and is on record';

refused_like(qr/HTML/, 'a page of HTML with 200', 200, '<html><body>manutenção</body></html>');
refused_like(qr/respondeu 503/, 'another status', 503, '{}');
refused_like(qr/Invalid symbol/, 'an error of the service', 200, '{"code":-1121,"msg":"Invalid symbol."}');
refused_like(qr/USDTBRL/, 'another pair', 200, $ticker =~ s/USDTBRL/BTCBRL/r);
refused_like(qr/lastPrice/, 'a rate of zero', 200, $ticker =~ s/6\.19800000/0/r);
refused_like(qr/futuro/, 'a moment in the future', 200, $ticker =~ s/1735919990123/1735999990123/r);
refused_like(qr/65536 bytes/, 'an answer without end', 200, ' ' x 70000);
refused_like(qr/\S/, 'a file of this machine', 302, '', 'Location: file:///etc/passwd');

close $server;
$r = $t->lastro({ env => { LASTRO_FETCH_BASE_USDT => $base } }, 'fetch', 'usdt');
is $r->{status}, 1, 'no server: refused';
is $t->lastro('fetch', 'cotahist')->{status}, 2, 'a source that cannot be fetched is a wrong command line';
done_testing;
