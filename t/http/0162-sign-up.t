#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Sign-up: off unless the operator enables it; a link by mail, a name and a password, an account; and the existence of
# an e-mail's account is not revealed.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::Browser;
use Lastro::Test qw(slurp spew);
use MIME::Base64 qw(decode_base64);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $base = 'https://lastro.example';
my %on = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base, LASTRO_SIGN_UP => 'on');
my $t = Lastro::Test->new;
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
$t->lastro_ok('account', 'create', '--email', 'eva@example.com', '--name', 'Eva');
$t->lastro_ok('account', 'disable', 'eva@example.com');

sub browser { return Lastro::Browser->new($t, @_) }
sub restart { $t->stop_pool; $t->start_pool(env => { @_ }) }

# ---- off by default ----

$t->start_pool(env => { LASTRO_BASE_URL => $base });
is browser()->open('/sign-up')->status, 404, 'sign-up is off unless the operator enables it';
is browser()->request('POST', '/sign-up', body => 'email=a@b.c', type => 'application/x-www-form-urlencoded')->status, 404, 'by its form too';
unlike browser()->open('/login')->body, qr{/sign-up}, 'no page links to it';
my $r = $t->lastro({ env => { LASTRO_SIGN_UP => 'on', LASTRO_BASE_URL => '' } }, 'doctor');
like $r->{err}, qr/LASTRO_SIGN_UP.*LASTRO_BASE_URL/, 'it needs the address that links are made of';
like $t->lastro({ env => { LASTRO_SIGN_UP => 'yes' } }, 'doctor')->{err}, qr/LASTRO_SIGN_UP.*on, known ou off/, 'on, known or off';

# ---- for those who have an account ----

restart(%on, LASTRO_SIGN_UP => 'known');
like browser()->open('/login')->body, qr{<a href="/sign-up">Esqueci a senha</a>}, 'the log-in has a way for a forgotten password';
{
	my %said = map { my $b = browser(); my $r = $b->submit($b->open('/sign-up'), { address => '192.0.2.2' . length }, email => $_); ($_ => Encode::decode('UTF-8', $r->body) =~ s/\Q$_\E/E/gr) } 'ana@example.com', 'ninguem@example.com';
	my ($own, $none) = map { $_ =~ s{(?:value|nonce)="[\w-]{20,}"}{}gr } @said{'ana@example.com', 'ninguem@example.com'};

	is $own, $none, 'an e-mail without an account is answered alike';
	is $t->sql("select string_agg(recipient, ' ') from mail_outbox"), 'ana@example.com', 'and gets no message';
	is $t->sql('select count(*) from sign_up'), 0, 'nor an account';
	my ($link) = $t->sql('select body from mail_outbox') =~ m{\Q$base\E(/password\?token=\w+)};
	my $b = browser();
	is $b->submit($b->open($link), password => 'outra frase comprida', again => 'outra frase comprida')->status, 200, 'the link of the other chooses another password';
	is $b->log_in('ana@example.com', 'outra frase comprida')->status, 303, 'which is good';
	$t->sql('delete from mail_outbox; delete from throttle; delete from password_link');
}

# ---- on ----

restart(%on);
like browser()->open('/login')->body, qr{<a href="/sign-up">}, 'the log-in links to it';

# asked() - submits the form from this address; returns the answer.
my $at = 0;
sub asked {
	my ($email, $address) = @_;
	my $b = browser();

	return $b->submit($b->open('/sign-up'), { address => $address // '192.0.2.' . ++$at }, email => $email);
}

is asked('nada')->status, 422, "no e-mail: $_" for 'nada';
for my $bad ('a@b', 'a b@example.com', 'a@example.com,b@example.com', '<a@example.com>', 'a@-example.com', '@example.com', '.a@example.com') {
	is asked($bad)->status, 422, "no e-mail: $bad";
}
is $t->sql('select count(*) from mail_outbox'), 0, 'and nothing to send';

sub shown { my ($r) = @_; my $body = Encode::decode('UTF-8', $r->body); $body =~ s/(?:bia|ana|eva)\@example\.com/E/g; $body =~ s{(?:value|nonce)="[\w-]{20,}"}{}g; return [$r->status, $body] }
my @answers = map { shown(asked($_)) } qw(bia@example.com ana@example.com eva@example.com);
is $answers[0][0], 200, 'a new e-mail is asked to look at its mail';
is_deeply $answers[1], $answers[0], 'and so is one that has an account';
is_deeply $answers[2], $answers[0], 'and one whose account is disabled';
is $t->sql('select string_agg(recipient, \' \' order by created_at, id) from mail_outbox'), 'bia@example.com ana@example.com eva@example.com', 'each gets one message';
is $t->sql('select count(*) from account'), 2, 'no account is made yet';
is $t->sql(q{select count(*) from throttle where subject like '%@%'}), 0, 'no e-mail is kept in the counters';
my %statements;
for my $email (qw(nova@example.com ana@example.com)) {
	my @seen = $t->sql("explain (analyze, costs off, timing off, summary off) select sign_up_begin('$email', sha256('$email'), '192.0.2.99', gen_random_uuid(), 's', array['a','b','c'], '2030-11-20', '2030-11-21')");
	$statements{$email} = scalar @seen;
}
$t->sql(q{delete from mail_outbox where body in ('a', 'b', 'c'); delete from password_link where hash = sha256('ana@example.com')});
is $statements{'ana@example.com'}, $statements{'nova@example.com'}, 'by the same work';

# ---- the mail ----

my $box = $t->dir . '/mail';
my $program = $t->dir . '/sendmail';
mkdir $box;
spew($program, "#!/bin/sh\n[ \"\$1 \$2\" = '-t -i' ] || exit 64\n[ -e '$box/refuse' ] && exit 75\ncat >'$box/'\$\$\n");
chmod 0755, $program;
sub send_ { return $t->lastro({ env => { %on, LASTRO_NOW => $_[0] // $on{LASTRO_NOW} } }, qw(mail send --json --from), 'Lastro <nao-responda@example.com>', '--sendmail', $program) }

spew("$box/refuse", '');
$r = send_();
is_deeply [$r->{status}, $r->{out} =~ /(\d+).*?(\d+)/], [1, 0, 3], 'a refusal of the mail program is reported';
is $t->sql('select count(*) from mail_outbox where attempts = 1'), 3, 'and kept for the next run';
unlink "$box/refuse";
$r = send_();
is_deeply [$r->{status}, $r->{out} =~ /(\d+).*?(\d+)/], [0, 3, 0], 'then they are sent';
is $t->sql('select count(*) from mail_outbox'), 0, 'and not kept, nor the links in them';
my %mail = map { my $text = Encode::decode('UTF-8', slurp($_)); $text =~ /^To: (\S+)$/m; $1 => $text } glob "$box/*";
is_deeply [sort keys %mail], [qw(ana@example.com bia@example.com eva@example.com)], 'the recipients';
like $mail{'bia@example.com'}, qr/^From: Lastro <nao-responda\@example\.com>$/m, 'the sender set by the operator';
my ($subject) = $mail{'bia@example.com'} =~ /^Subject: =\?utf-8\?B\?(.*)\?=$/m;
is Encode::decode('UTF-8', decode_base64($subject)), 'O seu acesso', 'with a subject';
my %link = map { $_ => $mail{$_} =~ m{^\Q$base\E(/password\?token=lst_link_\w+)$}m } qw(ana@example.com bia@example.com);
like $mail{'ana@example.com'}, qr/já tem uma/, 'a person with an account learns so by mail alone';
unlike $mail{'eva@example.com'}, qr{/password}, 'a disabled account gets no link';

# ---- the account ----

my $b = browser();
my $page = $b->open($link{'bia@example.com'});
like $page->body, qr{bia\@example\.com}, 'the link names the e-mail';
like $page->body, qr{name="name"}, 'and asks for a name';
my @good = (password => 'uma frase comprida', again => 'uma frase comprida');
$r = $b->submit($page, @good);
is $r->status, 422, 'without one';
like Encode::decode('UTF-8', $r->body), qr/Diga como se chama/, 'it names the missing field';
is $b->submit($page, name => $_, @good)->status, 422, 'this one is refused too' for '   ', "\x{200b}", "B\nia", 'x' x 121;
is $b->submit($page, name => 'Bia', password => 'curta', again => 'curta')->status, 422, 'a password that is too short';
is $b->submit($page, name => 'Bia', @good)->status, 200, 'then the account is made';
is $t->sql(q{select a.name || ' ' || a.plan_code || ' ' || w.wallet from account a join workspace w on w.account_id = a.id where a.email = 'bia@example.com'}),
	'Bia free installed', 'on the plan that all begin with, with a wallet';
like $t->sql(q{select encoded from password w join account a on a.id = w.account_id where a.email = 'bia@example.com'}), qr/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
	'its password kept as argon2id';
is $b->open($link{'bia@example.com'})->status, 404, 'the link is good once';
is $b->log_in('bia@example.com', 'uma frase comprida')->header('location'), '/portfolios', 'the new person logs in';
is $t->post('/v1/portfolios', { name => 'P' }, headers => { Cookie => $b->cookies, 'X-CSRF-Token' => $b->open('/v1/session')->json->{csrf_token} })->status, 201, 'and works';

$page = browser()->open($link{'ana@example.com'});
unlike $page->body, qr{name="name"}, 'an existing account keeps its name';
asked('ana@example.com');
my ($second) = $t->sql(q{select substring(body from '/password\?token=\w+') from mail_outbox where recipient = 'ana@example.com'});
is browser()->open($second)->status, 200, 'a repeated request gives two links';
my $ana = browser();
is $ana->submit($ana->open($link{'ana@example.com'}), @good)->status, 200, 'and chooses another password';
is browser()->open($second)->status, 404, 'which ends the other link';

# A link for an e-mail that got an account in the meantime.
asked('caio@example.com') for 1 .. 2;
$t->lastro_ok('account', 'create', '--email', 'caio@example.com', '--name', 'Caio');
my @links = $t->sql(q{select string_agg(substring(body from 'token=(\w+)'), ' ') from mail_outbox where recipient = 'caio@example.com'}) =~ /(\S+)/g;
is browser()->open("/password?token=$_")->status, 404, 'makes no second account' for @links;

# A link of the day before.
asked('davi@example.com');
my ($old) = $t->sql(q{select substring(body from 'token=(\w+)') from mail_outbox where recipient = 'davi@example.com'});
restart(%on, LASTRO_NOW => '2030-11-21T15:00:00Z');
is browser()->open("/password?token=$old")->status, 404, 'a link is good for a day';
is send_('2030-11-21T15:00:00Z')->{out} =~ /"sent":\s*0/ ? 0 : 1, 0, 'and not sent afterwards';

# ---- throttling ----

restart(%on);
$t->sql('delete from throttle; delete from mail_outbox');
my @status = map { asked("p$_\@example.com", '198.51.100.1')->status } 1 .. 11;
is_deeply [@status[9, 10]], [200, 429], 'an address asks ten times an hour';
is asked('vitima@example.com')->status, 200, 'the number of requests for an e-mail is not revealed' for 1 .. 5;
is $t->sql(q{select count(*) from mail_outbox where recipient = 'vitima@example.com'}), 3, 'but it gets at most three messages a day';
$t->sql(q{update throttle set attempts = 500 where subject = 'signup:all'});
is asked('mais@example.com')->status, 429, 'and all of them together have a bound';
is browser()->post_form('/sign-up', { email => 'x@example.com' })->status, 403, 'a form that no page of ours sent is refused';

my $log = join '', map { JSON::PP->new->canonical->encode($_) } $t->requests, $t->log_lines;
unlike $log, qr/lst_link_|frase|example\.com"/, 'no log line holds a secret, a password or an e-mail';

done_testing;
