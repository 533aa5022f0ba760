#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person asks for the deletion of the account, by password and second factor, and calls it back within seven days;
# meanwhile only the person's session opens the account, and afterwards nothing does.

use strict;
use warnings;
use utf8;

use Encode ();
use Lastro::Browser;
use Lastro::Holder;
use Lastro::Office;
use Lastro::Test qw(wait_for);
use Lastro::Totp qw(totp);
use POSIX ();
use Test::More;
use Time::Local qw(timegm);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $base = 'https://lastro.example';
my $now = timegm(0, 0, 15, 20, 10, 2030);	# 20 November 2030, 15:00:00; seven days later it is the 27th
my %env = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base);
my $t = Lastro::Test->new;

sub refused { my ($r, $status, $code, $name) = @_; is_deeply [$r->status, $r->code], [$status, $code], $name or diag $r->body }
sub browser { return Lastro::Browser->new($t, headers => { Origin => $base }) }
sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub at { my ($when) = @_; $t->stop_pool; $t->start_pool(env => { %env, LASTRO_NOW => $when }) }
my $password = 'uma frase comprida';
my %account;
for my $who (qw(ana bia)) {
	$account{$who} = $t->lastro_json('account', 'create', '--email', "$who\@example.com", '--name', ucfirst $who)->{id};
}
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'caderno')->{key};
my $others = $t->lastro_json('key', 'create', '--account', 'bia@example.com', '--name', 'caderno')->{key};
$t->start_pool(env => \%env);
for my $who (sort keys %account) {
	my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', "$who\@example.com", '--json') =~ /"link":"\Q$base\E([^"]*)"/;
	my $b = browser();

	$b->submit($b->open($link), password => $password, again => $password)->status == 200 or die;
}
sub person { my ($who) = @_; my $b = browser(); $b->log_in("$who\@example.com", $password); return $b }
sub waits { return $t->sql("select account_id || ' ' || due_at from account_deletion") }
sub mails { return [split /\n/, Encode::decode('UTF-8', $t->sql("select recipient || ' ' || subject from mail_outbox order by created_at, id"))] }
sub trail { my ($who) = @_; return [split /\n/, $t->sql("select concat_ws(' ', kind, action, changes) from audit where kind ~ '^account' and workspace_id = (select id from workspace where account_id = '$account{$who}') order by seq")] }
sub forget { $t->sql("delete from throttle; update second_factor set last_step = -1") }

# ---- the page ----

my $feed = $t->post('/v1/news/agenda/feeds', { name => 'Telefone', days => 30 }, key => $key);
is $feed->status, 201, 'a secret address of the agenda' or diag $feed->body;
my ($ics) = $feed->json->{url} =~ m{^(?:https?://[^/]*)?(/.*)};
is $t->get($ics)->status, 200, 'which opens';
my $portfolio = $t->post('/v1/portfolios', { name => 'Minha <carteira>' }, key => $key)->json->{id};
my $b = person('ana');
my $page = $b->open('/account');
like text($page), qr{Exportar tudo.*Minha &lt;carteira&gt;:\s*<a href="/v1/portfolios/$portfolio/export\?format=csv">planilha</a>.*<a href="/v1/portfolios/$portfolio/export\?format=json">JSON</a>.*<a href="/v1/portfolio/tax/inputs">}s,
	'the account page has each export, by one press';
like text($page), qr{<a href="/account/deletion">}, 'and leads to the deletion';
is $b->open($_)->status, 200, "which a browser opens: $_" for "/v1/portfolios/$portfolio/export?format=csv", '/v1/portfolio/tax/inputs';
my $form = $b->open('/account/deletion');
is $form->status, 200, 'its page';
like text($form), qr{A conta é apagada em 27/11/2030, 12:00\.}, 'says when';
like text($form), qr{<h2>O que se apaga</h2>.*lançamentos.*<h2>O que fica</h2>.*escritório.*auditoria}s, 'what goes, and what stays';
unlike text($form), qr{autocomplete="one-time-code"}, 'it asks for no code where there is no second factor';
sub asks { my ($b, $form, %typed) = @_; return $b->submit($form, { which => qr{/deletion$} }, %typed) }

# ---- who may not ----

is asks($b, $form)->status, 422, 'a session alone';
my $r = asks($b, $form, password => 'errada e comprida');
is $r->status, 422, 'a wrong password';
like text($r), qr{id="password-erro"[^>]*>[^<]*A senha não confere}, 'is refused at its field' or diag text($r);
is asks($b, $form, password => $password, csrf => 'x')->status, 403, 'a form of another page';
is $b->request('POST', '/account/deletion', body => "password=uma+frase+comprida", type => 'application/x-www-form-urlencoded')->status, 403, 'or without its proof';
is $b->post_form('/account/deletion', { (Lastro::Browser::form($form, qr{/deletion$}))[1]->%*, password => $password }, headers => { Origin => 'https://mal.example', 'Sec-Fetch-Site' => 'cross-site' })->status, 403, 'or of another origin';
is $t->request('POST', '/account/deletion', key => $key, body => 'password=uma+frase+comprida', type => 'application/x-www-form-urlencoded')->status, 303, 'a key, which is led to the log-in';
my $bia = person('bia');
is asks($bia, $form, password => $password)->status, 403, 'the form of another person';
asks($b, $form, password => 'errada e comprida') for 1 .. 9;
is asks($b, $form, password => $password)->status, 429, 'a stolen session guesses ten passwords, then it waits';
is waits(), '', 'nothing was asked for';
is_deeply mails(), [], 'and nobody was written to';
forget();

# ---- with a second factor ----

my %session = do {
	my $in = $t->post('/v1/session', { email => 'ana@example.com', password => $password });
	(headers => { Cookie => ($in->header('set-cookie') =~ /^([^;]*)/)[0], 'X-CSRF-Token' => $in->json->{csrf_token} });
};
my $factor = '/v1/me/second-factor';
my $secret = $t->post($factor, { password => $password }, %session)->json->{secret};
my @recovery = @{ $t->post("$factor/confirm", { code => totp($secret, $now, -1) }, %session)->json->{recovery_codes} };
sub enter { my ($code) = @_; return $t->post('/v1/session', { email => 'ana@example.com', password => $password, code => $code }) }
sub logged {
	my ($code) = @_;
	my $b = browser();
	my $page = $b->log_in('ana@example.com', $password);

	forget();
	$b->submit($page, code => $code)->status == 303 or die text($page);
	return $b;
}
forget();
my $old = logged(totp($secret, $now, -1));
$b = logged(totp($secret, $now));
$form = $b->open('/account/deletion');
like text($form), qr{O segundo fator foi ligado há menos de 7 dias.*a partir de 27/11/2030, 12:00.*href="/account/second-factor"}s, 'a young second factor: the page says from when' or diag text($form);
unlike text($form), qr{name="password"}, 'and asks for nothing that it would refuse';
$t->sql("update second_factor set since = '2030-11-13T15:00:00Z'");
$form = $b->open('/account/deletion');
like text($form), qr{autocomplete="one-time-code"}, 'the page asks for a code too';
is asks($b, $form, password => $password)->status, 422, 'the password without a code';
is asks($b, $form, password => $password, code => '000000')->status, 422, 'with a wrong one';
is asks($b, $form, password => $password, code => totp($secret, $now))->status, 422, 'with the one that opened the session';
is asks($b, $form, password => 'errada e comprida', code => totp($secret, $now, 1))->status, 422, 'a good code with a wrong password';
is waits(), '', 'nothing was asked for';
is $old->open('/account')->status, 200, 'another session is open';
is_deeply mails(), ['ana@example.com Segundo fator ligado'], 'that the second factor was turned on is told by mail';
like Encode::decode('UTF-8', $t->sql('select body from mail_outbox')), qr{Se não foi: alguém sabe a sua senha. Fale já com quem opera}, 'and what to do when it was somebody else';
# A stranger who knows the password could turn it on, and the person then not call the deletion back.
$t->sql("update second_factor set since = '2030-11-20T15:00:00Z'");
$r = asks($b, $form, password => $password, code => totp($secret, $now, 1));
is $r->status, 409, 'a second factor that is seven days old is asked for';
like text($r), qr{O segundo fator foi ligado há menos de 7 dias}, 'it is said';
is waits(), '', 'nothing was asked for';
forget();
$t->sql("delete from mail_outbox; update second_factor set since = '2030-11-13T15:00:00Z'");
$r = asks($b, $form, password => $password, code => totp($secret, $now, 1));
is_deeply [$r->status, $r->header('location')], [303, '/account/deletion'], 'both' or diag text($r);
is waits(), "$account{ana} 2030-11-27 15:00:00+00", 'it waits seven days';
is asks($b, $form, password => $password, code => totp($secret, $now, 1))->status, 303, 'pressed twice';
is_deeply mails(), ['ana@example.com A sua conta será excluída'], 'it is told once by mail';
my $mail = $t->sql('select body from mail_outbox');
like $mail, qr{27/11/2030}, 'which says when';
like $mail, qr{\Q$base\E/login\?next=%2Faccount}, 'and where to call it back';
is $old->open('/account')->status, 303, 'other sessions are ended';
is_deeply trail('ana'), ['account.deletion_asked submitAccountDeletion [{"to": "2030-11-27T15:00:00.000Z", "from": null, "pointer": "/deletion"}]'], 'the trail tells of it';

# ---- until then ----

refused($t->get('/v1/me', key => $key), 401, 'credential_revoked', 'a key does not open the account');
is $t->get($ics)->status, 404, 'nor does its secret address';
is $t->get('/v1/me', key => $others)->status, 200, 'those of others do';
for my $path (qw(/portfolios /account /keys /account/deletion)) {
	like text($b->open($path)), qr{Esta conta será excluída em 27/11/2030.*action="/account/deletion/undo".*Manter a conta}s, "a page says so: $path";
}
unlike text($b->open('/account/deletion')), qr{name="password"}, 'and nothing is asked twice';
unlike text($bia->open('/account')), qr{será excluída}, 'but not to others';
# Whoever asked may be a stranger who knows the password: what opens the account stays as it is, for who calls it back.
{
	$t->sql('delete from throttle');
	my ($fields) = (Lastro::Browser::form($b->open('/account'), qr{/password$}))[1];
	is $b->post_form('/account/password', { %$fields, current => $password, password => 'outra frase comprida', again => 'outra frase comprida' })->status, 409, 'the password is not changed meanwhile';
	$t->sql("insert into account_deletion values ('$account{bia}', '2030-11-20', '2030-11-27')");
	my $r = $bia->post_form('/account/second-factor', { csrf => $bia->open('/v1/session')->json->{csrf_token}, password => $password });
	is $r->status, 409, 'nor a second factor turned on';
	like text($r), qr{Para mudá-los, mantenha a conta}, 'and it is said why';
	$t->sql("insert into second_factor (account_id, sealed, begun_at) values ('$account{bia}', decode(repeat('00', 60), 'hex'), '2030-11-20')");
	is $t->sql("set lastro.account = '$account{bia}'; select second_factor_confirm(decode(repeat('00', 60), 'hex'), 1, array[]::bytea[], '2030-11-20')"), 'f', 'not by the database either, where it was begun before';
	is $t->sql("set lastro.account = '$account{bia}'; select count(*) from password_change((select encoded from password where account_id = '$account{bia}'), 'x', '2030-11-20')"), 0, 'nor the password';
	$t->sql("delete from second_factor where account_id = '$account{bia}'; delete from account_deletion where account_id = '$account{bia}'");
}
forget();
my $fresh = logged($recovery[0]);
is $fresh->open('/portfolios')->status, 200, 'a person logs in';
my $undo = $fresh->open('/account');

# ---- called back ----

is $bia->submit($undo, { which => qr{/undo$} })->status, 403, 'not by another person';
is $fresh->submit($undo, { which => qr{/undo$} }, csrf => 'x')->status, 403, 'nor by another page';
isnt waits(), '', 'it still waits';
$r = $fresh->submit($undo, { which => qr{/undo$} });
is_deeply [$r->status, $r->header('location')], [303, '/account?saved=conta'], 'by one press';
is $fresh->submit($undo, { which => qr{/undo$} })->status, 303, 'pressed twice';
is waits(), '', 'it is over';
is_deeply mails(), ['ana@example.com A sua conta será excluída', 'ana@example.com A sua conta fica'], 'which is told by mail, once';
is $t->get('/v1/me', key => $key)->status, 200, 'the key opens again';
is $t->get($ics)->status, 200, 'and the secret address';
unlike text($fresh->open('/account')), qr{será excluída}, 'no page speaks of it';
is_deeply [map { (split / /)[0] } @{ trail('ana') }], ['account.deletion_asked', 'account.deletion_recalled'], 'the trail tells of both';

# ---- too late ----

forget();
$b = logged($recovery[1]);
is asks($b, $b->open('/account/deletion'), password => $password, code => $recovery[2])->status, 303, 'asked for again';
$undo = $b->open('/account');
at('2030-11-27T14:59:59Z');
$t->sql("update api_key set expires_at = '2031-01-01' where form = 'session'");
is $b->open('/account')->status, 200, 'a second before it';
at('2030-11-27T15:00:00Z');
is $b->open('/account')->status, 303, 'after seven days the session is over';
is $b->submit($undo, { which => qr{/undo$} })->header('location'), '/login?next=%2Faccount', 'and does not call it back';
is $t->sql('select count(*) from account_deletion'), 1, '  it is not';
forget();
refused(enter($recovery[3]), 401, 'login_failed', 'nobody logs in');
like text(browser()->log_in('ana@example.com', $password)), qr{não conferem}, 'by the page either';
is $t->lastro({ env => { LASTRO_NOW => '2030-11-27T15:00:00Z' } }, 'account', 'delete', 'ana@example.com', '--undo')->{status}, 0, 'the operator still calls it back, as long as it was not deleted';
is waits(), '', '  and it is over';

# ---- by the operator ----

at($env{LASTRO_NOW});
$t->sql('delete from account_deletion');
my %by = (env => \%env);
is_deeply $t->lastro_json(\%by, 'account', 'delete', 'bia@example.com'), { account => $account{bia}, asked_at => '2030-11-20T15:00:00.000Z', due_at => '2030-11-27T15:00:00.000Z' }, 'the operator asks for it';
is $t->lastro(\%by, 'account', 'delete', 'bia@example.com')->{status}, 1, 'once';
is $t->lastro(\%by, 'account', 'delete', 'ninguem@example.com')->{status}, 1, 'of an account that there is';
like text($bia->open('/account')), qr{será excluída em 27/11/2030}, 'the person sees it';
like Encode::decode('UTF-8', $t->sql("select string_agg(subject, ' ' order by id) from mail_outbox where recipient = 'bia\@example.com'")), qr/será excluída/, 'and is written to';
$t->lastro_ok(\%by, 'account', 'delete', 'bia@example.com', '--undo');
is waits(), '', 'and calls it back';
is $t->lastro(\%by, 'account', 'delete', 'bia@example.com', '--undo')->{status}, 1, 'once';
is_deeply [map { (split / \[/)[0] } @{ trail('bia') }], ['account.deletion_asked operator.account.delete', 'account.deletion_recalled operator.account.delete'], 'the trail tells of both';

# ---- the only owner ----

my $office = Lastro::Office->new($t, 'Casa Única', from => '2026-01-01');
$t->lastro_ok('member', 'add', '--org', $office->{id}, '--account', 'bia@example.com', '--role', 'owner');
$bia = person('bia');
$form = $bia->open('/account/deletion');
sub sole { my ($name) = @_; forget(); $r = asks($bia, $form, password => $password); is $r->status, 409, $name; like text($r), qr{Casa Única}, '  which is named'; is waits(), '', '  and nothing begins' }
sole('the only owner of an office with a licence');
like text($r), qr{Dê antes o papel de dono a outro membro}, 'the sentence says what to do';
my $said = $t->lastro(\%by, 'account', 'delete', 'bia@example.com');
is $said->{status}, 1, 'nor by the operator';
my $other = $office->member('owner', name => 'Olga');
$t->lastro_ok(\%by, 'account', 'delete', $other->{email});
$t->sql("delete from mail_outbox");
forget();
$r = asks($bia, $form, password => $password);
is $r->status, 409, 'another owner who is leaving is none';
$t->lastro_ok(\%by, 'account', 'delete', $other->{email}, '--undo');
is asks($bia, $form, password => $password)->status, 303, 'with another who stays it begins' or diag text($r);
$t->lastro_ok(\%by, 'account', 'delete', 'bia@example.com', '--undo');

# Two owners at the same moment: the one who is later sees the other.
{
	my $pid;
	my $first = Lastro::Holder->new($t, "select caller_set((select id from workspace where account_id = '$other->{account}'), '$other->{account}', '$other->{account}');
		select account_sole_owner('2030-11-20'); insert into account_deletion values ('$other->{account}', '2030-11-20', '2030-11-27')");
	forget();
	$pid = fork // die "fork: $!";
	POSIX::_exit(asks($bia, $form, password => $password)->status == 409 ? 1 : 98) if !$pid;
	ok wait_for { $t->waits == 1 }, 'an owner asks while another asks';
	$first->end('commit');
	waitpid $pid, 0;
	is $? >> 8, 1, 'the second is refused';
	is waits() =~ tr/\n// + 1, 1, 'one of them goes';
	$t->sql('delete from account_deletion');
}

# A seat that nobody could give back.
$t->sql("update office_member set seated = true where account_id = '$account{bia}'; update office_member set seated = false where account_id = '$other->{account}'");
sole('the only owner who has a seat');
$t->sql("update office_member set seated = true where account_id = '$other->{account}'");
$t->lastro_ok(\%by, 'account', 'delete', 'bia@example.com');
is $office->action('advisor.member.update', { member_id => $other->{id}, role => 'advisor' }, as => $other)->status, 409, 'who stays may not step down while the other is leaving';
$t->lastro_ok(\%by, 'account', 'delete', 'bia@example.com', '--undo');
$t->lastro_ok('member', 'role', '--org', $office->{id}, '--account', $other->{email}, '--role', 'advisor');
$t->lastro_ok('license', 'set', $office->{id}, '--seats', 10, '--until', '2026-01-02');
sole('without a licence, but with another member');
$t->lastro_ok('member', 'remove', '--org', $office->{id}, '--account', $other->{email});
$t->sql("insert into client (workspace_id, id, name, name_key, created_by, created_at) values ('$office->{workspace}', md5('c')::uuid, 'Helena', 'helena', '$account{bia}', '2026-01-01')");
sole('alone and without a licence, but with a client');
$t->sql('delete from client');
forget();
is asks($bia, $form, password => $password)->status, 303, 'alone, without a licence and without clients it begins';
$t->lastro_ok('audit', 'verify');

done_testing;
