#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Delivery of a desk's alerts to its webhook: signed, once per alert, repeated after a failure under the same id; given
# up in the end, shown and sent again; never to an internal address, never by a redirect.

use strict;
use warnings;
use utf8;

use Digest::SHA qw(hmac_sha256_hex);
use IO::Socket::INET;
use JSON::PP ();
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Test qw(program slurp wait_for);
use POSIX ();
use Test::More;
use Time::HiRes ();

my $start = $ENV{LASTRO_NOW} = '2026-04-10T15:00:00Z';
my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8;
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->start_pool(workers => 1, env => { LASTRO_NOW => $start });

# ---- a receiver: a file sets its answers; it logs the requests ----

my $server = IO::Socket::INET->new(Listen => 50, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my ($port, $seen, $answers) = ($server->sockport, $t->dir . '/seen', $t->dir . '/answers');
my $pid = fork // die "fork: $!";
if (!$pid) {
	local $SIG{PIPE} = 'IGNORE';
	while (my $c = $server->accept) {
		my ($head, $body) = ('', '');

		while (my $line = <$c>) { $head .= $line; last if $line eq "\r\n" }
		read $c, $body, $1 if $head =~ /^content-length: (\d+)/mi;
		open my $in, '<', $answers or POSIX::_exit(1);
		my $answer = join '', <$in>;
		open my $out, '>>', $seen or POSIX::_exit(1);
		print {$out} $json->encode({ head => $head, body => $body }), "\n";
		close $out;
		if ($answer eq 'silent') {
			1 while sysread $c, my $more, 4096;	# until the sender gives up or is killed
		} elsif ($answer eq 'endless') {
			my $sent = syswrite $c, "HTTP/1.1 200 OK\r\n\r\n";
			while (my $n = syswrite $c, 'x' x 65536) { $sent += $n }
			open my $told, '>', "$seen.sent" or POSIX::_exit(1);
			print {$told} $sent;
			close $told;
		} else {
			print {$c} "HTTP/1.1 $answer\r\nConnection: close\r\n\r\n";
		}
		close $c;
	}
	POSIX::_exit(0);
}
END { if ($pid) { my $status = $?; kill 'KILL', $pid; waitpid $pid, 0; $? = $status } }

sub answer { my ($text) = @_; open my $out, '>', $answers or die; print {$out} $text; close $out; return }
sub came { return [] unless -e $seen; my @all = map { $json->decode($_) } split /\n/, slurp($seen); unlink $seen; return \@all }
sub deliver { my ($at, @o) = @_; my $r = $t->lastro({ env => { LASTRO_NOW => $at } }, 'deliver', '--json', @o); return [$r->{status}, @{ $json->decode($r->{out}) }{qw(delivered failed dead)}] }

# ---- alerts raised before the webhook exists are not sent ----

my $list = $desk->done('credit.watchlist.create', { name => 'Papéis' })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => 'instrument:PETR16' });
$desk->done('credit.alert_rule.set', { watchlist_id => $list, kind => 'price_move', threshold => 2, sessions => 1 });
closes($t, debenture => 'PETR16', '2026-04-08' => '1000.00', '2026-04-10' => '975.00');
$t->sql("insert into debenture (code, indexer, source) values ('PETR16', 'cdi', 'anbima')");
is $t->lastro_json('compute', 'alerts')->{raised}, 1, 'an alert';
answer('200 OK');
my @private = ('--allow-private');
is_deeply deliver($start, @private), [0, 0, 0, 0], 'nowhere to send it';

# ---- the address, whose secret is shown once ----

my $url = "http://127.0.0.1:$port/avisos";
my $preview = $desk->preview('credit.webhook.set', { url => $url });
is_deeply [map { $_->{pointer} } @{ $preview->json->{changes} }], [qw(/url /secret_no)], 'a preview shows the webhook';
ok @{ $preview->json->{warnings} }, 'and warns of an address without https';
my %once = (headers => { 'Idempotency-Key' => 'hook' });
my $made = $desk->action('credit.webhook.set', { url => $url }, %once)->json->{result};
like $made->{secret}, qr/^whsec_[A-Za-z0-9_-]{43}$/, 'a secret, in the answer that makes it';
is $desk->action('credit.webhook.set', { url => $url }, %once)->json->{result}{secret}, undef, 'not in its repetition';
is $desk->done('credit.webhook.set', { url => $url })->{secret}, undef, 'not when it exists';
ok !exists $desk->data('credit.webhook.get', {})->{secret}, 'not when it is read';
is $t->sql("select count(*) from audit where changes::text like '%whsec%'"), '0', 'not in the trail';
is $t->sql("select has_column_privilege('lastro_worker', 'webhook', 'secret', 'select')"), 'f', 'not for the worker';

# ---- one alert, signed ----

sub move { my ($day, $close) = @_; $t->sql("insert into quote (venue, symbol, day, segment, close) values ('debenture', 'PETR16', '$day', 'cash', $close)"); return $t->lastro_json({ env => { LASTRO_NOW => "${day}T15:00:00Z" } }, 'compute', 'alerts')->{raised} }
is move('2026-04-13', '900.00'), 1, 'the next alert';
is_deeply deliver('2026-04-13T15:00:00Z', @private), [0, 1, 0, 0], 'is delivered';
my ($got, @more) = @{ came() };
is_deeply \@more, [], 'once';
my %h = map { /^([^:]+): (.*?)\r?$/ ? (lc $1 => $2) : () } split /\n/, $got->{head};
like $got->{head}, qr{^POST /avisos HTTP/}, 'a POST';
is $h{'content-type'}, 'application/json', 'of JSON';
is $h{'lastro-timestamp'}, '1776092400', 'with its time';
is $h{'lastro-signature'}, 'v1=' . hmac_sha256_hex("$h{'lastro-timestamp'}.$got->{body}", $made->{secret}), 'signed with the secret';
my $told = $json->decode($got->{body});
my $alert = $desk->data('credit.alerts.list', { limit => 1 }, subject => $list)->[0];
is_deeply [@$told{qw(id type desk)}, $h{'lastro-delivery'}], [$alert->{id}, 'alert.raised', $desk->{id}, $alert->{id}], 'by the id of the alert';
is_deeply [@{ $told->{alert} }{qw(id rule_id object kind level title fact_date evidence corrects)}], [@$alert{qw(id rule_id object kind level title fact_date evidence corrects)}], 'as the desk shows it';
is_deeply deliver('2026-04-13T15:00:00Z', @private), [0, 0, 0, 0], 'and not again';

# ---- a failure is retried at growing intervals, under one id ----

answer("500 Internal Server Error\r\nRetry-After: 1");
is move('2026-04-14', '800.00'), 1, 'another';
is_deeply deliver('2026-04-14T15:00:00Z', @private), [1, 0, 1, 0], 'the receiver fails';
is_deeply deliver('2026-04-14T15:00:59Z', @private), [0, 0, 0, 0], 'not within a minute';
is_deeply deliver('2026-04-14T15:01:00Z', @private), [1, 0, 1, 0], 'after one';
is_deeply deliver('2026-04-14T15:02:59Z', @private), [0, 0, 0, 0], 'not within two more';
answer('204 No Content');
is_deeply deliver('2026-04-14T15:03:00Z', @private), [0, 1, 0, 0], 'then it is accepted';
my %ids = map { $_->{head} =~ /^Lastro-Delivery: (\S+)/mi ? ($1 => 1) : () } @{ came() };
is scalar keys %ids, 1, 'three times under one id';

# ---- a run killed between sending and marking ----

# killed() - a run at that time, killed once its request has arrived.
sub killed {
	my ($at) = @_;
	my $run = fork // die "fork: $!";

	if (!$run) {
		@ENV{qw(LASTRO_DATABASE LASTRO_NOW)} = ($t->conninfo_owner, $at);
		open STDOUT, '>', '/dev/null';
		exec { program('lastro') } program('lastro'), 'deliver', @private or POSIX::_exit(127);
	}
	my $sent = wait_for { -s $seen } 30;
	kill 'KILL', $run;
	waitpid $run, 0;
	return [$sent ? 'sent' : 'not sent', $? & 127];
}
answer('silent');
is move('2026-04-15', '750.00'), 1, 'one more alert';
is_deeply killed('2026-04-15T15:00:00Z'), ['sent', 9], 'a run killed before it marks its delivery';
my ($first, @else) = @{ came() };
is_deeply \@else, [], 'it had sent it once';
answer('200 OK');
is_deeply deliver('2026-04-15T15:00:59Z', @private), [0, 0, 0, 0], 'the next run leaves it for the minute that a failure is left';
is_deeply deliver('2026-04-15T15:01:00Z', @private), [0, 1, 0, 0], 'and then sends it again';
my ($second, @third) = @{ came() };
sub delivery { my ($got) = @_; return [$got->{head} =~ /^Lastro-Delivery: (\S+)/mi, $json->decode($got->{body})->{id}] }
is_deeply delivery($second), delivery($first), 'under the same id, by which the receiver tells';
is $second->{body}, $first->{body}, 'and with the same words';
is_deeply [scalar @third, deliver('2026-04-15T15:10:00Z', @private)], [0, [0, 0, 0, 0]], 'once';

# ---- limits of an answer's time and size ----

answer('silent');
is move('2026-04-16', '700.00'), 1, 'an alert for a receiver that does not answer';
my $began = Time::HiRes::time();
is_deeply deliver('2026-04-16T15:00:00Z', @private), [1, 0, 1, 0], 'fails';
my $took = Time::HiRes::time() - $began;
ok $took > 9 && $took < 30, 'after ten seconds' or diag $took;
answer('endless');
is_deeply deliver('2026-04-16T15:01:00Z', @private), [0, 1, 0, 0], 'an answer that does not end has its status at its head';
ok((wait_for { -s "$seen.sent" } 30), 'and is cut');
cmp_ok slurp("$seen.sent"), '<', 8 << 20, 'soon: the bytes in between are in the sockets\' buffers';
came();

# ---- given up, shown, sent again ----

answer("302 Found\r\nLocation: http://127.0.0.1:$port/outro");
is move('2026-04-17', '550.00'), 1, 'one more';
my @told;
for my $n (0 .. 11) {
	push @told, join ' ', @{ deliver(POSIX::strftime('%Y-%m-%dT%H:%M:%SZ', gmtime(1776438000 + 60 * (2**$n - 1))), @private) };
}
is_deeply \@told, [('1 0 1 0') x 11, '1 0 0 1'], 'a redirect is not a delivery; the twelfth attempt is the last';
is_deeply { map { $_->{head} =~ m{^POST (\S+)} ? ($1 => 1) : () } @{ came() } }, { '/avisos' => 1 }, 'and it is not followed';
my ($dead) = @{ $desk->data('credit.deliveries.list', { status => 'dead' }) };
is_deeply [@$dead{qw(attempts last_status)}, $desk->data('credit.webhook.get', {})->{dead}], [12, 302, 1], 'given up deliveries are listed';
answer('200 OK');
is $desk->done('credit.delivery.retry', { delivery_id => $dead->{id} })->{status}, 'pending', 'asked for again';
is_deeply deliver('2026-04-20T15:00:00Z', @private), [0, 1, 0, 0], 'and delivered';
is_deeply [map { $_->{head} =~ /^Lastro-Delivery: (\S+)/mi } @{ came() }], [$dead->{id}], 'under the id that it had';
is_deeply [map { $_->{status} } @{ $desk->data('credit.deliveries.list', {}) }], [('delivered') x 5], 'the list of all';

# ---- no internal addresses ----

my $day = 20;
for my $case (['http://127.0.0.1:', 'plain HTTP'], ['https://127.0.0.1:', 'loopback'], ['https://localhost:', 'a name that leads there'], ['https://[::1]:', 'loopback of IPv6'],
	['https://10.1.2.3:', 'a private network'], ['https://169.254.169.254:', 'link-local'], ['https://2130706433:', 'a number'], ['https://[::ffff:127.0.0.1]:', 'IPv4 in IPv6']) {
	my ($where, $name) = @$case;

	$desk->done('credit.webhook.set', { url => "$where$port/" });
	is move('2026-04-' . ++$day, 700 - 100 * ($day - 20) / 2), 1, "an alert for $name";
	is_deeply deliver("2026-04-${day}T15:00:00Z"), [1, 0, 0, 1], "$name is refused at once";
}
is_deeply came(), [], 'and nothing came';

# ---- one desk's failure does not affect others ----

my $other = Lastro::Desk->new($t, 'Vizinha');
my ($slow, $good) = ($desk, $other);
$slow->done('credit.webhook.set', { url => 'http://127.0.0.1:1/' });
$good->done('credit.webhook.set', { url => $url });
for my $d ($slow, $good) {
	for my $n (1, 2) {
		my $id = $d->alert;
		$t->sql("insert into webhook_delivery (workspace_id, alert_id, status, queued_at, next_at) values ('$d->{workspace}', '$id', 'pending', '2026-05-04', '2026-05-04 0$n:00Z')");
	}
}
is_deeply deliver('2026-05-04T15:00:00Z', @private), [1, 2, 1, 0], 'a desk whose address fails waits for the next run, the other does not';
is scalar @{ came() }, 2, 'which got its two';
$good->done('credit.webhook.delete', {});
is $t->sql("select count(*) from webhook_delivery where workspace_id = '$good->{workspace}'"), '0', 'a deleted webhook has no deliveries';

done_testing;
