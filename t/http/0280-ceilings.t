#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Input that is small on the wire and large once parsed costs a worker limited memory and time: each is refused before
# it takes 256 MiB or 5 s, and the worker serves the next request.

use strict;
use warnings;

use Lastro::Hostile qw(bodies uploads);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test qw(slurp wait_for);
use Test::More;

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my $owner = Lastro::Office->new($t, 'Escritorio')->member('owner');
my %env = (LASTRO_NOW => '2026-11-20T15:00:00Z');

sub status { my ($pid, $what) = @_; return slurp("/proc/$pid/status") =~ /^$what:\s+(\d+) kB/m ? $1 / 1024 : die "no $what" }

$t->start_pool(workers => 1, env => \%env);
if (status(($t->workers)[0], 'VmSize') > 1 << 20) {
	# A sanitizer reserves terabytes of address space and keeps freed memory.
	$t->stop_pool;
	plan skip_all => 'memory is not measured under a sanitizer';
}
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};


# costs() - the answer, the peak of additional memory in MiB, and the processor seconds.
sub costs {
	my ($ask) = @_;
	my ($pid) = $t->workers;
	my $ticks = sub { (split ' ', slurp("/proc/$pid/stat") =~ s/.*\) //r)[11] / 100 };

	open my $peak, '>', "/proc/$pid/clear_refs" or die "clear_refs: $!";
	print $peak '5';
	close $peak or die "clear_refs: $!";
	my ($before, $time) = (status($pid, 'VmRSS'), $ticks->());
	my $r = $ask->();
	return ($r, status($pid, 'VmHWM') - $before, $ticks->() - $time, $pid);
}

sub is_bounded {
	my ($what, $h, $ask) = @_;
	my ($r, $memory, $seconds, $pid) = costs($ask);

	is $r->json->{details}{code}, $h->{code}, "$what: $h->{name}" or diag $r->status, substr $r->body, 0, 400;
	cmp_ok $memory, '<', 256, sprintf 'in %.0f MiB of %.1f sent', $memory, length($h->{bytes}) / (1 << 20);
	cmp_ok $seconds, '<', 5.5, sprintf 'and %.1f s', $seconds;
	is_deeply [$t->workers], [$pid], 'by the worker that is still there';
}

for my $h (uploads()) {
	is_bounded('a sheet', $h, sub { $t->upload("/v1/portfolios/$id/imports", $h->{name} =~ /CSV/ ? 'a.csv' : 'a.xlsx', $h->{bytes}, key => $key) });
}
for my $h (bodies(4 << 20, 'invalid_body')) {
	is_bounded('transactions', $h, sub { $t->request('POST', "/v1/portfolios/$id/transactions", body => $h->{bytes}, type => 'application/json', key => $key) });
}
for my $h (bodies(28 << 20, 'invalid_input')) {
	is_bounded('an Action that brings a file', $h, sub { $t->request('POST', '/v1/advisor/actions/advisor.client_portfolio.import/preview',
		body => $h->{bytes}, type => 'application/json', key => $owner->{key}) });
}

# ---- a worker's memory limit ----

$t->stop_pool;
$t->start_pool(workers => 1, env => { %env, LASTRO_MEMORY_MB => 256 });
my ($first) = $t->workers;
cmp_ok status($first, 'VmSize'), '<', 200, 'a worker stays within its limit';
my ($line) = slurp("/proc/$first/limits") =~ /^Max address space\s+(\d+)/m;
is $line, 256 << 20, 'which the system knows';
my ($large) = grep { $_->{name} eq 'texts of 150 MiB' } uploads();
my $r = $t->upload("/v1/portfolios/$id/imports", 'a.xlsx', $large->{bytes}, key => $key);
cmp_ok $r->status, '>=', 400, 'a body that needs more is refused, at worst with the end of the worker' or diag $r->status;
ok wait_for { scalar $t->workers }, 'there is one';
is $t->get("/v1/portfolios/$id", key => $key)->status, 200, 'and it answers';

done_testing;
