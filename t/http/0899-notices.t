#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person's notices: each kind by e-mail and by a signed POST, sent once, whatever runs are repeated or killed.

use strict;
use warnings;
use utf8;
use Digest::SHA qw(hmac_sha256_hex);
use Encode ();
use IO::Socket::INET;
use JSON::PP ();
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::Tenants qw(account);
use Lastro::Test qw(free_port program slurp spew wait_for);
use MIME::Base64 qw(decode_base64);
use POSIX ();
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my $json = JSON::PP->new->utf8->canonical;
my $now = '2026-11-20T15:00:00Z';
closes($t, b3 => 'PETR4', '2026-11-02' => '16.00');
closes($t, b3 => 'VALE3', '2026-11-19' => '60.00');
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values
	('b3', 'PETR4', 'D', 'dividend', '2026-11-12', '2026-11-22', 0.5, 'b3'), ('b3', 'VALE3', 'J', 'jcp', '2026-11-12', '2026-12-20', 1.25, 'b3'),
	('b3', 'ITSA4', 'D', 'dividend', '2026-11-12', '2026-11-21', 0.1, 'b3')});
my ($ana, $bia) = map { account($t) } 1, 2;
my ($key, $other) = map { $_->{user_key} } $ana, $bia;
$t->sql("update account set email = 'ana\@example.com', name = 'Ana' where id = '$ana->{id}'");
$t->start_pool(workers => 1, env => { LASTRO_NOW => $now });
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
my @rows = map { { symbol => $_, asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 } } qw(PETR4 VALE3);
is $t->post("/v1/portfolios/$id/transactions", \@rows, key => $key)->status, 201, 'a portfolio';

# ---- a mailbox, and a listener ----

my $box = $t->dir . '/mail';
my $sendmail = $t->dir . '/sendmail';
mkdir $box;
spew($sendmail, "#!/bin/sh\n[ \"\$1 \$2\" = '-t -i' ] || exit 64\n[ -e '$box.refuse' ] && exit 75\ncat >'$box/'\$\$\n");
chmod 0755, $sendmail;
sub mails { return map { my $text = Encode::decode('UTF-8', slurp($_)); unlink $_; $text } sort glob "$box/*" }
sub subject { my ($mail) = @_; return Encode::decode('UTF-8', decode_base64($mail =~ /^Subject: =\?utf-8\?B\?(.*)\?=\r?$/m ? $1 : die $mail)) }

my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 10) or die "listen: $!";
my $port = $listener->sockport;
my ($seen, $answers) = map { $t->dir . "/$_" } qw(seen answers);
spew($answers, '204 No Content');
my $pid = fork // die "fork: $!";
if (!$pid) {
	while (my $c = $listener->accept) {
		my ($text, $body) = ('', '');

		while (my $line = <$c>) { $text .= $line; last if $line =~ /^\r?\n$/ }
		read $c, $body, $1 if $text =~ /^Content-Length: (\d+)/mi;
		open my $out, '>>', $seen or POSIX::_exit(1);
		print {$out} $json->encode({ head => $text, body => $body }), "\n";
		close $out;
		my $answer = slurp($answers);
		if ($answer eq 'silent') { 1 while sysread $c, my $more, 4096 } else { print {$c} "HTTP/1.1 $answer\r\nConnection: close\r\n\r\n" }
		close $c;
	}
	POSIX::_exit(0);
}
END { if ($pid) { my $status = $?; kill 'KILL', $pid; waitpid $pid, 0; $? = $status } }
sub came { return () unless -e $seen; my @all = map { $json->decode($_) } split /\n/, slurp($seen); unlink $seen; return @all }

my @mail = ('--from', 'Lastro <nao-responda@example.com>', '--sendmail', $sendmail);
sub deliver {
	my ($at, @o) = @_;
	$t->lastro_ok({ env => { LASTRO_NOW => $at } }, 'compute', 'notices');
	my $r = $t->lastro({ env => { LASTRO_NOW => $at, LASTRO_BASE_URL => 'https://carteira.example' } }, 'deliver', '--json', '--allow-private', @o);

	diag $r->{err} if $r->{err};
	return [$r->{status}, @{ $json->decode($r->{out}) }{qw(delivered failed dead)}];
}

# ---- subscriptions ----

sub ask { my ($body, %o) = @_; return $t->post("/v1/notifications/subscriptions", $body, key => $key, %o) }
my $r = ask({ kind => 'price_stale', channel => 'email', days => 10 });
is $r->status, 201, 'a notice is asked for' or diag $r->body;
is_deeply [@{ $r->json }{qw(kind days channel url secret)}], ['price_stale', 10, 'email', undef, undef], 'by e-mail, to the address of the account';
is $r->header('location'), '/v1/notifications/subscriptions/' . $r->json->{id}, 'where it is';
is ask({ kind => 'price_stale', channel => 'email' })->code, 'notice_exists', 'once';
my %once = (headers => { 'Idempotency-Key' => 'hook' });
my $hook = ask({ kind => 'income_due', channel => 'webhook', url => "https://127.0.0.1:$port/avisos", days => 3 }, %once)->json;
like $hook->{secret}, qr/^whsec_[A-Za-z0-9_-]{43}$/, 'an address gets a secret, in the answer that makes it';
is ask({ kind => 'income_due', channel => 'webhook', url => "https://127.0.0.1:$port/avisos", days => 3 }, %once)->json->{secret}, undef, 'not in its repetition';
is_deeply [grep { exists $_->{secret} } @{ $t->get('/v1/notifications/subscriptions', key => $key)->json->{data} }], [], 'not in the list either';
is $t->sql("select has_column_privilege('lastro_worker', 'notice', 'secret', 'select')"), 'f', 'not for the worker either';
is $t->sql("select count(*) from audit where kind = 'notice.created'"), 2, 'the trail has them';
for my $bad ([{ kind => 'x', channel => 'email' } => 'kind'], [{ kind => 'price_stale', channel => 'fax' } => 'channel'], [{ kind => 'price_stale', channel => 'email', days => 91 } => 'days'],
	[{ kind => 'price_stale', channel => 'email', url => 'https://a.example/x' } => 'url'], [{ kind => 'price_stale', channel => 'webhook' } => 'url'],
	map { [{ kind => 'price_stale', channel => 'webhook', url => $_ } => 'url'] } 'http://a.example/avisos', 'HTTP://a.example/', 'ftp://a.example/', 'https://u:p@a.example/', 'https://', "https://a.example/\nX: y", 'javascript:alert(1)') {
	my ($body, $field) = @$bad;
	my $refused = ask($body);

	is_deeply [$refused->status, map { $_->{pointer} } @{ $refused->json->{details}{errors} // [] }], [400, "/$field"], 'refused: ' . $json->encode($body);
}
like ask({ kind => 'price_stale', channel => 'webhook', url => 'http://a.example/avisos' })->json->{details}{errors}[0]{expected}, qr/^um endereço https/, 'an address without TLS gets the expected form';
is_deeply $t->get('/v1/notifications/subscriptions', key => $other)->json->{data}, [], 'another person has none';
is $t->request('DELETE', "/v1/notifications/subscriptions/$hook->{id}", key => $other)->code, 'notice_not_found', 'and ends none of them';

# The listener has no TLS: --allow-private lets a run reach it, but the service accepts no such address.
$t->sql("update notice set url = 'http://127.0.0.1:$port/avisos' where id = '$hook->{id}'");

# ---- sent once ----

is_deeply deliver($now, @mail), [0, 2, 0, 0], 'the pending notices are sent';
my ($mail, @more) = mails();
is_deeply \@more, [], 'one message';
is subject($mail), 'Preço antigo: PETR4', 'of the price that is old';
like $mail, qr/^To: ana\@example\.com\r?$/m, 'to its person';
like $mail, qr/^Message-ID: <[0-9a-f-]{36}\@example\.com>\r?$/m, 'with an id';
like $mail, qr/"Principal", é de 02\/11\/2026, há 18 dias/, 'which says how old: 20 less 2 November';
like $mail, qr{Para deixar de receber este aviso, abra https://carteira\.example/notices}, 'and how to end it';
my ($got, @others) = came();
is_deeply \@others, [], 'one POST';
my %h = map { /^([^:]+): (.*?)\r?$/ ? (lc $1 => $2) : () } split /\n/, $got->{head};
is $h{'lastro-signature'}, 'v1=' . hmac_sha256_hex("$h{'lastro-timestamp'}.$got->{body}", $hook->{secret}), 'signed';
my $told = $json->decode($got->{body});
is_deeply [@$told{qw(type kind title)}, $h{'lastro-delivery'}], ['notification', 'income_due', 'Provento em 22/11/2026: PETR4', $told->{id}], 'of the payment within three days, not of the later one, not of papers that are not held';
is $told->{body}, 'PETR4 paga dividendo de R$ 0,50 por unidade em 22/11/2026, a quem a tinha antes de 12/11/2026 (data ex). Ela está na carteira "Principal".', 'in words';
is_deeply deliver($now, @mail), [0, 0, 0, 0], 'not again';
is_deeply deliver('2026-11-21T15:00:00Z', @mail), [0, 0, 0, 0], 'nor tomorrow';
my $list = $t->get('/v1/notifications', key => $key)->json;
is_deeply [sort map { "$_->{kind} $_->{channel} $_->{status} $_->{attempts}" } @{ $list->{data} }], ['income_due webhook sent 1', 'price_stale email sent 1'], 'the list has the sent notices';
is_deeply $t->get('/v1/notifications', key => $other)->json->{data}, [], 'to its person alone';
{
	my $first = $t->get('/v1/notifications?limit=1', key => $key)->json;
	my $second = $t->get("/v1/notifications?limit=1&cursor=$first->{meta}{next_cursor}", key => $key)->json;
	is_deeply [sort map { $_->{data}[0]{id} } $first, $second], [sort map { $_->{id} } @{ $list->{data} }], 'by pages';
}
is_deeply [split /\n/, $t->sql('select kind || waiting from delivery_backlog order by kind')], ['alert0', 'notice0'], 'nothing is pending, and the metrics show it';

# A newer price that grows old is a new fact.
$t->sql(q{delete from last_close where symbol = 'PETR4'; delete from quote where symbol = 'PETR4'; delete from close_series where symbol = 'PETR4'});
closes($t, b3 => 'PETR4', '2026-11-02' => '16.00', '2026-11-23' => '17.00');
is_deeply deliver('2026-12-02T15:00:00Z', @mail), [0, 1, 0, 0], 'VALE3 is 13 days old by then, and PETR4 nine, which are not ten';
is_deeply [map { subject($_) } mails()], ['Preço antigo: VALE3'], 'which gives a notice';
is_deeply deliver('2026-12-03T15:00:00Z', @mail), [0, 1, 0, 0], 'ten are';
is_deeply [map { subject($_) } mails()], ['Preço antigo: PETR4'], 'once more';

# ---- an expiring key ----

is ask({ kind => 'key_expiring', channel => 'email', days => 14 })->status, 201, 'of keys that end';
$t->lastro_ok('key', 'create', '--account', $ana->{id}, '--name', 'Planilha "<b>"', '--expires', '2026-12-20T12:00:00Z');
is_deeply deliver('2026-12-06T11:59:59Z', @mail), [0, 0, 0, 0], 'not fifteen days before';
is_deeply deliver('2026-12-06T12:00:00Z', @mail), [0, 1, 0, 0], 'fourteen days before';
($mail) = mails();
like $mail, qr/A chave "Planilha "<b>"" \(lst_\S+…\) vence em 20\/12\/2026/, 'it is named, and its day';
like $mail, qr/^Content-Type: text\/plain/m, 'as plain text';

# ---- an import by the office ----

my $office = Lastro::Office->new($t, 'Casa');
my ($owner, $advisor) = map { $office->member($_) } qw(owner advisor);
my $client = $office->action('advisor.client.create', { name => 'Carlos' }, as => $owner)->json->{result}{id};
my $wallet = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Dele' }, as => $owner)->json->{result}{id};
my %of = map { $_->{email} => $t->lastro_json('key', 'create', '--account', $_->{email}, '--name', 'x')->{key} } $owner, $advisor;
is $t->post('/v1/notifications/subscriptions', { kind => 'office_import', channel => 'email' }, key => $of{ $_->{email} })->status, 201, 'members ask for imports' for $owner, $advisor;
my $import = sub {
	my ($who, $quantity) = @_;
	my $r = $office->action('advisor.client_portfolio.import', { portfolio_id => $wallet, filename => 'a.csv', content => "ticker,operacao,data,quantidade,preco\nPETR4,compra,2026-11-04,$quantity,15.50\n" }, as => $who);

	is $r->status, 200, 'an import' or diag $r->body;
};
$import->($owner, 30);
mails();
is_deeply deliver('2026-11-20T15:00:01Z', @mail), [0, 0, 0, 0], 'one\'s own import gives no notice, nor does one for an invisible client';
$office->action('advisor.client_assignment.set', { client_id => $client, member_ids => [$advisor->{id}] }, as => $owner);
$import->($owner, 31);
is deliver('2026-11-20T15:00:02Z', @mail)->[1] >= 1, 1, 'a visible colleague is named';
($mail) = grep { /^To: \Q$advisor->{email}\E\r?$/m } mails();
like $mail, qr/na carteira "Dele" do escritório "Casa"/, 'which, and where';

# ---- failures ----

$t->sql('delete from notification');
spew("$box.refuse", '');
is_deeply deliver('2026-12-10T15:00:00Z', '--from', 'x@example.com', '--sendmail', $sendmail)->[0], 1, 'a program that refuses';
is $t->sql("select count(*) from notification where status = 'pending' and channel = 'email'") > 0, 1, 'pending ones wait';
like $t->sql("select waiting from delivery_backlog where kind = 'notice'"), qr/^[1-9]/, 'and is counted';
unlink "$box.refuse";
is $t->sql("select string_agg(attempts::text, ' ' order by attempts) from notification where status = 'pending' and kind = 'price_stale'"), '0 1', 'of a notice that fails the others wait, and their attempts are not counted';
is_deeply deliver('2026-12-10T15:00:30Z', @mail), [0, 1, 0, 0], 'they are sent by the next run, failed ones a minute later at the earliest';
is deliver('2026-12-10T15:05:00Z', @mail)->[2], 0, 'then it is accepted';
is $t->sql("select count(*) from notification where status = 'pending' and channel = 'email'"), 0, 'all of it';
mails();

# A run killed between sending and marking sends again, under the same id, and no other run sends it meanwhile.
$t->sql("delete from notification where kind = 'income_due'");
cmp_ok $t->lastro_json({ env => { LASTRO_NOW => $now } }, 'compute', 'notices')->{queued}, '>=', 1, 'a fact missing in the list is found again';
spew($answers, 'silent');
unlink $seen;
my $run = fork // die "fork: $!";
if (!$run) {
	@ENV{qw(LASTRO_DATABASE LASTRO_NOW)} = ($t->conninfo_owner, $now);
	open STDOUT, '>', '/dev/null';
	exec { program('lastro') } program('lastro'), 'deliver', '--allow-private' or POSIX::_exit(127);
}
my $sent = wait_for { -s $seen } 30;
ok $sent, 'a run has sent';
is_deeply deliver($now), [0, 0, 0, 0], 'another at once has nothing to send';
kill 'KILL', $run;
waitpid $run, 0;
spew($answers, '200 OK');
is_deeply deliver('2026-11-20T15:01:00Z'), [0, 1, 0, 0], 'unmarked ones are sent again';
my %ids = map { $_->{head} =~ /^Lastro-Delivery: (\S+)/mi ? ($1 => 1) : () } came();
is scalar keys %ids, 1, 'under one id';

# A failed address waits for the next run; one that refuses does not delay the account's others.
{
	my ($ws, $account) = split / /, $t->sql("select workspace_id || ' ' || account_id from notice where id = '$hook->{id}'");
	my $nowhere = free_port();

	$t->sql(q(delete from notification));
	for my $n (1 .. 4) {
		my $id = "00000000-0000-7000-8000-00000000000$n";
		my $place = $n > 3 ? '00000000-0000-7000-8000-000000000003' : $id;
		$t->sql("insert into notice (workspace_id, id, account_id, kind, days, channel, url, secret, created_at)
			values ('$ws', '$id', '$account', 'income_due', 3, 'webhook', 'http://127.0.0.1:$nowhere/$n', repeat('s', 40), '$now')");
		$t->sql("insert into notification (workspace_id, id, account_id, notice_id, kind, channel, about, title, body, status, queued_at, next_at)
			values ('$ws', '$id', '$account', '$place', 'income_due', 'webhook', 'x$n', 'T', 'B', 'pending', '$now', '$now')");
	}
	my $run = $t->lastro({ env => { LASTRO_NOW => $now } }, 'deliver', '--json', '--allow-private');
	is $json->decode($run->{out})->{failed}, 3, 'three addresses are tried';
	is $t->sql(q(select sum(attempts) from notification)), 3, 'the second of the third waits for the next run';
	$t->sql(q(delete from notification; delete from notice where id::text like '00000000-%'));
}

# An internal address is given up at once, unless it is allowed.
$t->sql("delete from notification where kind = 'income_due'");
$t->lastro_ok({ env => { LASTRO_NOW => $now } }, 'compute', 'notices');
my $strict = $t->lastro({ env => { LASTRO_NOW => $now } }, 'deliver', '--json');
is $json->decode($strict->{out})->{dead}, 1, 'an address that is not public is given up';
is_deeply [came()], [], 'and not asked';

# ---- over SMTP ----
{
	my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 5) or die "listen: $!";
	my $told = $t->dir . '/smtp';
	my $child = fork // die "fork: $!";
	if (!$child) {
		my $c = $server->accept or POSIX::_exit(1);
		my ($data, @said) = (0);
		$c->autoflush(1);
		print {$c} "220 test ESMTP\r\n";
		while (my $line = <$c>) {
			$line =~ s/\r\n$// or POSIX::_exit(2);	# lines end with CRLF
			push @said, $line;
			if ($data) { if ($line eq '.') { $data = 0; print {$c} "250 taken\r\n" } }
			elsif ($line =~ /^EHLO/) { print {$c} "250-test\r\n250 8BITMIME\r\n" }
			elsif ($line eq 'DATA') { $data = 1; print {$c} "354 go on\r\n" }
			elsif ($line eq 'QUIT') { print {$c} "221 bye\r\n"; last }
			else { print {$c} "250 ok\r\n" }
		}
		open my $out, '>', $told or POSIX::_exit(1);
		print {$out} join "\n", @said;
		close $out;
		POSIX::_exit(0);
	}
	$t->sql("delete from notification where kind = 'price_stale'; update notification set status = 'sent', next_at = null, ended_at = now() where status = 'pending'");
	is_deeply deliver('2026-11-20T15:00:00Z', '--from', 'Lastro <nao-responda@example.com>', '--smtp', 'smtp://127.0.0.1:' . $server->sockport)->[0], 0, 'over SMTP';
	waitpid $child, 0;
	my $said = Encode::decode('UTF-8', slurp($told));
	like $said, qr/^MAIL FROM:<nao-responda\@example\.com>/m, 'from the bare address';
	like $said, qr/^RCPT TO:<ana\@example\.com>$/m, 'to the person';
	is subject($said), 'Preço antigo: PETR4', 'with its subject';
	like $said, qr/^\.$/m, 'to its end';
}
for my $bad (['--smtp', 'smtp://127.0.0.1'], ['--sendmail', '/bin/true'], ['--from', "a\@b.c\nBcc: x\@y.z"], ['--from', 'a@b.c', '--smtp', 'http://127.0.0.1']) {
	is $t->lastro({ env => { LASTRO_NOW => $now } }, 'deliver', @$bad)->{status}, 2, 'refused: ' . join ' ', map { s/\n/\\n/r } @$bad;
}

# ---- portfolios with stale stored figures ----
{
	my @people = map { account($t) } 3 .. 5;
	my @portfolios = map {
		my ($who, $name) = @$_;
		my $made = $t->post('/v1/portfolios', { name => $name }, key => $people[$who]{user_key})->json->{id};

		$t->post("/v1/portfolios/$made/transactions", \@rows, key => $people[$who]{user_key});
		$made;
	} [0, 'A'], [0, 'B'], [1, 'C'], [1, 'D'], [2, 'E'];
	my $ids = join ',', map { "'$_'" } @portfolios;

	is ask({ kind => 'income_due', channel => 'email', days => 10 }, key => $_->{user_key})->status, 201, 'each asks for payments' for @people;
	$t->sql("delete from notification; delete from portfolio_state where portfolio_id in ($ids)");
	my $run = $t->lastro({ env => { LASTRO_NOW => $now } }, 'compute', 'notices', '--json');
	is $run->{status}, 0, 'five of three accounts without derived state' or diag $run->{err};
	# PETR4 pays on 22 November, in two days; a payment gives one notice per person, for the first portfolio that holds it.
	is $t->sql("select count(*) from notification where account_id in (" . join(',', map { "'$_->{id}'" } @people) . ')'), 3, 'one notice a person';
	is $t->sql("select count(*) from portfolio_state where portfolio_id in ($ids)"), 5, 'and figures derived on the way are saved, as by a request';
	is $t->lastro({ env => { LASTRO_NOW => $now } }, 'compute', 'state', '--verify')->{status}, 0, 'and right';
}

# ---- unsubscribed ----

$t->sql("update notification set status = 'pending', next_at = now(), ended_at = null");
is $t->request('DELETE', "/v1/notifications/subscriptions/$hook->{id}", key => $key)->json->{deleted}, JSON::PP::true(), 'a notice is ended';
is $t->sql("select count(*) from notification where notice_id = '$hook->{id}'"), 0, 'with the pending notices';
is $t->request('DELETE', "/v1/notifications/subscriptions/$hook->{id}", key => $key)->status, 404, 'once';
is ask({ kind => 'price_stale', channel => 'webhook', url => "https://a.example/$_" })->status, 201, 'more of them' for 1 .. 18;
is ask({ kind => 'price_stale', channel => 'webhook', url => 'https://a.example/' . 'x' })->code, 'plan_limit_reached', 'up to twenty';

$t->finish;
done_testing;
