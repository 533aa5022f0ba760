#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Receivers are outside our control: one that does not answer, does not end or lies costs its own account a limited
# time, and others only a turn; accounts take turns, and deliveries that a run does not reach wait for the next one.  The
# test measures the time.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Server qw(serve_http);
use Lastro::Tenants qw(account);
use Lastro::Test qw(slurp);
use POSIX ();
use Test::More;
use Time::HiRes qw(time);

my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8;
my $now = '2026-11-20T15:00:00Z';

# ---- receivers: the first word of the path selects the behaviour ----

my ($port, $seen) = (undef, $t->dir . '/seen');
my %does = (
	good => sub { print { $_[0] } "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" },
	silent => sub { 1 while sysread $_[0], my $more, 4096 },
	body => sub { syswrite $_[0], "HTTP/1.1 200 OK\r\n\r\n"; 1 while syswrite $_[0], 'x' x 65536 },
	head => sub { syswrite $_[0], "HTTP/1.1 200 OK\r\n"; 1 while syswrite $_[0], 'X-More: ' . 'x' x 1000 . "\r\n" },
	continue => sub { 1 while syswrite $_[0], "HTTP/1.1 100 Continue\r\n\r\n" },
	longer => sub { print { $_[0] } "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort" },
	noise => sub { print { $_[0] } "\0\1\2 no HTTP at all\n" },
	itself => sub { print { $_[0] } "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:${\$_[0]->sockport}/good/redirected\r\nContent-Length: 0\r\n\r\n" },
	closes => sub { },
);
($port) = serve_http(sub {
	my ($c, $path, $head) = @_;
	my ($n) = $head =~ /^content-length: (\d+)/im;

	read $c, my ($body), $n // 0;
	open my $out, '>>', $seen or POSIX::_exit(1);
	syswrite $out, $json->encode({ path => $path, at => time, id => $json->decode($body)->{id} }) . "\n";
	$does{ (split m{/}, $path)[1] }->($c);
});
sub came { return () unless -e $seen; my @all = map { $json->decode($_) } split /\n/, slurp($seen); unlink $seen; return @all }

# hook() - subscribes an account to a receiver, and queues so many notices, due in that order.
my ($made, @sql) = (0);
sub hook {
	my ($account, $does, $n, $due) = @_;
	my $notice = sprintf '00000000-0000-7000-8000-%012d', ++$made;

	push @sql, "insert into notice (workspace_id, id, account_id, kind, days, channel, url, secret, created_at)
			values ('$account->{workspace}', '$notice', '$account->{id}', 'income_due', 3, 'webhook', 'http://127.0.0.1:$port/$does/$made', repeat('s', 40), '$now');
		insert into notification (workspace_id, id, account_id, notice_id, kind, channel, about, title, body, status, queued_at, next_at)
			select '$account->{workspace}', gen_random_uuid(), '$account->{id}', '$notice', 'income_due', 'webhook', 'x' || i, 'T', 'B', 'pending', '$now',
			       timestamptz '$due' + i * interval '1 ms' from generate_series(1, $n) i";
	return;
}

sub deliver {
	my ($at) = @_;
	$t->sql(join ";", splice @sql, 0, 100) while @sql;
	my $began = time;
	my $r = $t->lastro({ env => { LASTRO_NOW => $at // $now, LASTRO_DATABASE_ADMIN => $t->conninfo_of('sender') } }, 'deliver', '--json', '--allow-private');

	diag $r->{err} if $r->{err};
	return { %{ $json->decode($r->{out}) }, began => $began, took => time - $began };
}

# ---- more accounts with unresponsive receivers than parallel requests, ahead of others ----

my @silent = map { account($t) } 1 .. 33;
my @good = map { account($t) } 1 .. 20;
hook($_, 'silent', 1, '2026-11-20T01:00:00Z') for map { ($_, $_, $_) } @silent;
hook($_, 'good', 5, '2026-11-20T02:00:00Z') for @good;
my $run = deliver();
my @came = came();
my %to = map { my $does = $_; $does => [grep { $_->{path} =~ m{^/$does/} } @came] } qw(silent good);
is scalar @{ $to{good} }, 100, 'all of the others are sent';
is $run->{delivered}, 100, 'and taken';
my ($last) = sort { $b <=> $a } map { $_->{at} - $run->{began} } @{ $to{good} };
note sprintf '33 accounts with 3 silent receivers each, 20 others with 5 to get: theirs are sent within %.1f s, the run takes %.1f s', $last, $run->{took};
cmp_ok $last, '<', 16, 'once those in front of them had their ten seconds: one after another that were 330';
cmp_ok $run->{took}, '<', 60, 'the run ends in time';
is scalar @{ $to{silent} }, 66, 'an account whose receivers took twenty seconds waits for the next run';
is $t->sql("select string_agg(distinct attempts::text, ' ' order by attempts::text) from notification where status = 'pending'"), '0 1', 'with an attempt that was not made not counted';
is $t->sql("select count(*) from notification where status = 'pending' and attempts = 0"), 33, '  one of each';
is scalar(keys %{ { map { $_->{id} => 1 } @{ $to{good} } } }), 100, 'each went once';
$t->sql('delete from notification; delete from notice');

# ---- turns ----

hook($good[0], 'good', 300, '2026-11-20T01:00:00Z');
hook($good[1], 'good', 3, '2026-11-20T02:00:00Z');
is deliver()->{delivered}, 303, 'an account with three hundred in front of one with three';
my @order = map { $_->{path} } came();
my ($third) = grep { ($order[$_] // '') eq $order[-1] ? 0 : (grep { $_ ne $order[-1] } @order[0 .. $_]) == 3 } 0 .. $#order;
cmp_ok $third, '<', 30, "which has its third as the ${\ ($third + 1)}th";
$t->sql('delete from notification; delete from notice');

# ---- endless answers, and wrong ones ----

my %outcome = (good => 'sent', body => 'sent', head => 'pending', continue => 'pending', longer => 'pending', noise => 'pending', itself => 'pending', closes => 'pending');
my @accounts = @silent[0 .. keys(%outcome) - 1];
my @does = sort keys %outcome;
hook($accounts[$_], $does[$_], 1, $now) for 0 .. $#does;
$run = deliver('2026-11-20T16:00:00Z');
note sprintf 'endless and lying receivers: %.1f s', $run->{took};
is_deeply { map { split / / } split /\n/, $t->sql("select split_part(n.url, '/', 4) || ' ' || m.status from notification m join notice n on n.workspace_id = m.workspace_id and n.id = m.notice_id") },
	\%outcome, 'a 2xx status counts, whatever follows it; everything else is retried';
cmp_ok $run->{took}, '<', 30, 'none of them holds the run up';
is scalar(grep { /redirected/ } map { $_->{path} } came()), 0, 'and no redirect is followed';
is $t->sql("select count(*) from notification where length(last_error) > 400 or last_error ~ '[\\x01-\\x1f]'"), 0, 'their notes are short and plain';

# ---- many immediate failures take no time ----

$t->sql('delete from notification; delete from notice');
hook($_, 'closes', 1, '2026-11-20T01:00:00Z') for map { ($_) x 10 } @silent;
$run = deliver();
is $run->{failed}, 330, 'three hundred and thirty that fail';
note sprintf '330 that fail at once: %.1f s', $run->{took};
cmp_ok $run->{took}, '<', 30, 'in a run';

$t->finish;
done_testing;
