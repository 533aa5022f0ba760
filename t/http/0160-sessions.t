#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Log-in: passwords set by the operator's link, sessions, the form token, throttling.

use strict;
use warnings;
use utf8;
use Encode ();

use Digest::SHA qw(sha256_hex);
use Lastro::Browser;
use Lastro::Office;
use Lastro::Test qw(slurp wait_for);
use Test::More;
use Time::HiRes qw(time);

my $base = 'https://lastro.example';
my %env = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base);
my $t = Lastro::Test->new;

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
$t->lastro_ok('account', 'create', '--email', 'bia@example.com', '--name', 'Bia');

sub invite {
	my ($who, @more) = @_;

	return $t->lastro_ok({ env => \%env }, 'account', 'invite', $who, @more, '--json') =~ /"link":"([^"]*)"/ ? $1 : die 'no link';
}

sub browser { return Lastro::Browser->new($t) }

sub refused {
	my ($r, $status, $code, $name) = @_;

	is_deeply [$r->status, $r->code], [$status, $code], $name;
}

# ---- the operator's link ----

my $link = invite('ana@example.com');
like $link, qr{^\Q$base\E/password\?token=lst_link_[0-9A-Za-z]{49}$}, 'a link to choose a password';
my ($path) = $link =~ m{^\Q$base\E(.*)};
is $t->sql("select count(*) from password_link where hash = sha256('" . ($link =~ /token=(.*)/)[0] . "')"), 1,
	'of which only the SHA-256 is stored';

$t->start_pool(env => \%env);
my $b = Lastro::Browser->new($t);
my $page = $b->open($path);
is $page->status, 200, 'the page opens';
like $page->body, qr/ana\@example\.com/, 'and names the person';
like $page->header('content-security-policy'), qr/^default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
	'a page lets nothing else in';
is $page->header('cache-control'), 'no-store', 'and is stored nowhere';
unlike $page->body =~ s{<script src="/static/[0-9a-f]{16}/console\.js" defer></script>}{}r, qr/<script|\son\w+=/, "no script but the pages' own";
like $page->body, qr/<html lang="pt-BR">/, 'in Portuguese';

my $r = $b->submit($page, password => 'curta', again => 'curta');
is $r->status, 422, 'a short password is refused';
like $r->body, qr/aria-invalid="true"/, 'at its field';
unlike $r->body, qr/curta"/, 'and not shown again';
is $b->submit($page, password => 'uma frase comprida', again => 'outra frase comprida')->status, 422, 'two that differ';
is $b->submit($page, password => 'ana@example.com', again => 'ana@example.com')->status, 422, 'the e-mail itself';
$r = $b->submit($page, password => 'uma frase comprida', again => 'uma frase comprida');
is $r->status, 200, 'a good one is stored';
like $t->sql('select encoded from password'), qr/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, 'as argon2id with its parameters';
is $b->open($path)->status, 404, 'the link is good once';
is browser()->open('/password?token=lst_link_x')->status, 404, 'an unknown one is refused';
is browser()->open('/password')->status, 404, 'an empty one is refused';

my ($first) = invite('bia@example.com') =~ m{^\Q$base\E(.*)};
my ($second) = invite('bia@example.com', '--days', '1') =~ m{^\Q$base\E(.*)};
is $b->open($first)->status, 404, 'another link ends the one before';
is $b->open($second)->status, 200, 'and is good itself';
is $t->lastro('account', 'invite', 'bia@example.com', '--days', '31')->{status}, 2, 'no link is good for more than 30 days';

# ---- by programs ----

$r = $t->post('/v1/session', { email => 'Ana@Example.com', password => 'uma frase comprida' });
is $r->status, 201, 'e-mail and password open a session';
my ($cookie, $rules) = $r->header('set-cookie') =~ /^(__Host-lastro_session=lst_session_[0-9A-Za-z]{49}); (.*)$/;
is $rules, 'Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=43200', 'in a cookie that no script and no neighbour reads';
my $csrf = $r->json->{csrf_token};
is $r->json->{expires_at}, '2030-11-21T03:00:00.000Z', 'for twelve hours';
is $t->sql(q{select count(*) from api_key where form = 'session' and length(hash) = 32}), 1, 'of which the digest is stored';

sub with { my ($token, %more) = @_; return (headers => { Cookie => "a=b; $cookie", ($token ? ('X-CSRF-Token' => $token) : ()), %more }) }

$r = $t->get('/v1/session', with());
is_deeply [$r->json->{account}{email}, $r->json->{csrf_token}], ['ana@example.com', $csrf], 'it names the person and has the form token';
is $t->get('/v1/portfolios', with())->status, 200, 'the wallet takes it as a person\'s own credential';
refused($t->post('/v1/portfolios', { name => 'P' }, with()), 403, 'csrf_token_invalid', 'a write needs the token');
refused($t->post('/v1/portfolios', { name => 'P' }, with('x' x 32)), 403, 'csrf_token_invalid', 'the right one');
refused($t->post('/v1/portfolios', { name => 'P' }, with($csrf, Origin => 'https://evil.example')), 403, 'csrf_token_invalid',
	'from a page of this service');
refused($t->post('/v1/portfolios', { name => 'P' }, with($csrf, 'Sec-Fetch-Site' => 'cross-site')), 403, 'csrf_token_invalid',
	'as the browser says');
is $t->post('/v1/portfolios', { name => 'P' }, with($csrf, Origin => $base))->status, 201, 'then it is done';
is $t->get('/v1/portfolios', with())->json->{data}[0]{name}, 'P', 'and read';
$r = $t->post('/v1/keys', { name => 'de uma sessão' }, with($csrf));
is $r->status, 201, 'a person makes a key that outlives the session';
my $key = $r->json->{key};
is_deeply [map { $_->{name} } @{ $t->get('/v1/keys', with())->json->{data} }], ['de uma sessão'], 'sessions are no keys';
refused($t->get('/v1/session', key => $key), 401, 'credential_missing', 'a key has no session');
refused($t->get('/v1/portfolios', headers => { Cookie => '__Host-lastro_session=lst_session_x' }), 401, 'credential_invalid',
	'a made up cookie is none');
(my $bearer = $cookie) =~ s/.*=//;
refused($t->get('/v1/portfolios', key => $bearer), 401, 'credential_invalid', 'a session is no bearer token');

is $t->delete_('/v1/session', with($csrf))->status, 204, 'the session is ended';
refused($t->get('/v1/portfolios', with()), 401, 'credential_revoked', 'for good');

# ---- the existence of an account is not revealed ----

sub try_ {
	my ($password, $email, $address) = @_;
	my $r;

	# Another test may be hashing at this moment, so a busy answer is repeated.
	for (1 .. 100) {
		$r = $t->post('/v1/session', { email => $email // 'ana@example.com', password => $password }, ($address ? (address => $address) : ()));
		last if $r->status != 503;
	}
	return $r;
}

$t->sql('delete from throttle');
my @answers = map { my $r = try_('nenhuma destas senhas', $_);
	my $p = $r->json; delete $p->{details}{request_id}; [$r->status, $p] }
	qw(ana@example.com bia@example.com ninguem@example.com);
is_deeply $answers[1], $answers[0], 'an account without a password is answered like a wrong one';
is_deeply $answers[2], $answers[0], 'so is an unknown e-mail';
is $answers[0][1]{details}{code}, 'login_failed', 'by one code';
my %seconds;
# Processor time of all workers, which excludes other programs of the machine.
sub worked { my $ticks = 0; $ticks += (split ' ', slurp("/proc/$_/stat") =~ s/.*\) //r)[11] for $t->workers; return $ticks }
# In ticks of 10 ms, of which an attempt takes less than one: so many of them, in turns.
for (1 .. 8) {
	for my $who (qw(ana@example.com ninguem@example.com)) {
		$t->sql('delete from throttle');
		my $begin = worked();
		try_('nenhuma destas senhas', $who) for 1 .. 5;
		$seconds{$who} += worked() - $begin;
	}
}
cmp_ok $seconds{'ninguem@example.com'}, '>', $seconds{'ana@example.com'} / 3, 'for about the same work';
cmp_ok $seconds{'ana@example.com'}, '>', $seconds{'ninguem@example.com'} / 3, 'either way';

# ---- throttling ----


$t->sql('delete from throttle');
my $tries = 0;
$r = undef;
while ($tries++ < 12) {
	$r = try_('errada e comprida');
	last if $r->status == 429;
	last if $r->status != 401;
}
is_deeply [$tries, $r->status, $r->code], [11, 429, 'rate_limited'], 'ten attempts, then it waits';
is $r->header('retry-after'), 900, 'a quarter of an hour';
refused(try_('uma frase comprida'), 429, 'rate_limited', 'even with the right password');
is try_('errada e comprida', 'ninguem@example.com')->status, 401, 'another account is heard';
is try_('uma frase comprida', 'ana@example.com', '198.51.100.7')->status, 201, 'and so is its own person, from elsewhere';
refused(try_('uma frase comprida'), 429, 'rate_limited', 'a stranger who tried must wait nevertheless');
$t->sql(q{update throttle set started_at = started_at - interval '16 minutes'});
is try_('uma frase comprida')->status, 201, 'and later is heard';
is $t->sql(q{select count(*) from throttle where subject like 'login:%' and attempts > 1}), 0, 'which forgets the attempts';

# Many addresses try one account: strangers wait, its owner does not.
$t->sql(q{delete from throttle});
try_('errada e comprida', 'ana@example.com', '203.0.113.' . $_ % 20) for 1 .. 100;
is $t->sql(q{select attempts from throttle where subject like 'account:%'}), 100, 'a hundred attempts at one account';
refused(try_('uma frase comprida', 'ana@example.com', '203.0.113.99'), 429, 'rate_limited', 'another stranger is refused, whatever the password');
is try_('uma frase comprida', 'ana@example.com', '198.51.100.7')->status, 201, 'a known address is not';
$t->sql(q{delete from throttle});
is try_('errada e comprida', 'ana@example.com', '2001:db8:1:2::' . sprintf('%x', $_))->status, 401, 'a /64 is one address' for 1 .. 10;
refused(try_('errada e comprida', 'ana@example.com', '2001:db8:1:2:ffff::1'), 429, 'rate_limited', 'all of it');
$t->sql(q{update throttle set attempts = 300 where subject = 'site:20010db80001'});
refused(try_('errada e comprida', 'ninguem@example.com', '2001:db8:1:9::1'), 429, 'rate_limited', 'and a /48 has a limit of its own');
is try_('errada e comprida', 'ninguem@example.com', '2001:db8:2:9::1')->status, 401, 'the next one is heard';
$t->sql(q{insert into throttle values ('address:198.51.100.7', '2030-11-20T15:00:00Z', 60)});
refused(try_('errada e comprida', 'outra@example.com', '198.51.100.7'), 429, 'rate_limited', 'an address that tries many accounts waits too');
is $t->sql(q{select count(*) from throttle where subject like '%@%'}), 0, 'no e-mail is kept in the counters';

# ---- by people ----

$t->sql('delete from throttle');
$b = Lastro::Browser->new($t);
$r = $b->open('/grants');
is_deeply [$r->status, $r->header('location')], [303, '/login?next=%2Fgrants'], 'a page of a person leads to the log-in';
$page = $b->open('/login?next=%2Fgrants');
is $page->status, 200, 'whose page opens';
ok $b->cookies =~ /__Host-lastro_browser=/, 'with a cookie for its form';
$r = $b->submit($page, email => 'ana@example.com', password => 'errada e comprida');
is $r->status, 401, 'a wrong password';
like $r->body, qr/role="alert">E-mail ou senha n/, 'is refused at once';
$r = $b->submit($page, email => 'ana@example.com', password => 'uma frase comprida');
is_deeply [$r->status, $r->header('location')], [303, '/grants'], 'the right one redirects';
is $b->open('/grants')->status, 200, 'to the page';
is $b->log_in('ana@example.com', 'uma frase comprida', 'https://evil.example/')->header('location'), '/portfolios', 'never elsewhere';
is $b->log_in('ana@example.com', 'uma frase comprida', $_)->header('location'), '/portfolios', "not by $_"
	for '//evil.example', '/\\evil.example';
my $stranger = Lastro::Browser->new($t);
$r = $stranger->post_form('/login', { email => 'ana@example.com', password => 'uma frase comprida' });
is $r->status, 403, 'a form that none of our pages sent is refused';
$r = $stranger->request('POST', '/login', body => 'csrf=x&email=a', type => 'text/plain');
is $r->status, 415, 'a malformed form is refused';
$r = $b->submit($b->open('/logout'));
is $r->status, 303, 'a person leaves';
is $b->open('/grants')->status, 303, 'and is out';

# ---- a person's keys ----

$b->log_in('ana@example.com', 'uma frase comprida');
$page = $b->open('/keys');
like $page->body, qr{<td[^>]*>de uma sess}, 'a person sees the keys of the account';
$r = $b->submit($page, { which => qr{^/keys$} }, name => 'do <b>caderno</b>', expires => '2030-12-31');
is $r->status, 201, 'makes one';
my ($shown) = $r->body =~ m{<code>(lst_user_[0-9A-Za-z]{49})</code>};
is $t->get('/v1/portfolios', key => $shown)->status, 200, 'which is shown once and reads';
is $t->post('/v1/portfolios', { name => 'Z' }, key => $shown)->code, 'scope_missing', 'and does not write, unless it has the scope';
is $t->sql("select expires_at at time zone 'UTC' from api_key where hash = sha256('$shown')"), '2031-01-01 03:00:00', 'to the end of its last day';
$page = $b->open('/keys');
like $page->body, qr{do &lt;b&gt;caderno&lt;/b&gt;}, 'a name is a name';
unlike $page->body, qr{\Q$shown\E}, 'and no secret is shown again';
is $b->submit($page, { which => qr{^/keys$} }, name => '')->status, 422, 'a key without a name';
is $b->submit($page, { which => qr{^/keys$} }, name => 'x', expires => '2020-01-01')->status, 422, 'one that is over already';
for my $refused ([name => "\x{202e}abc"], [name => 'W' x 81], [name => ' '], [expires => '2020-01-01']) {
	my ($field, $value) = @$refused;

	$r = $b->submit($page, { which => qr{^/keys$} }, name => 'x', expires => '2030-12-31', 'scope.account:write' => 'on', 'scope.market:read' => undef, $field => $value);
	is $r->status, 422, "a key is refused by its $field";
	my (undef, $kept) = Lastro::Browser::form($r, qr{^/keys$});
	is_deeply [map { $_ // '' } @{$kept}{qw(name expires scope.account:read scope.account:write scope.market:read)}],
		[$field eq 'name' ? Encode::encode('UTF-8', $value) : 'x', $field eq 'expires' ? $value : '2030-12-31', 'on', 'on', ''], 'the typed values are kept';
	like $r->body, qr{id="$field-erro"}, 'and the error is beside its field';
	is scalar(() = $r->body =~ /id="[^"]*-erro"/g), 1, 'and beside no other';
}
$r = $b->submit($page, { which => qr{^/keys$} }, name => 'x', 'scope.account:read' => undef, 'scope.market:read' => undef);
is $r->status, 422, 'a key that may do nothing';
like $r->body, qr{Marque ao menos uma permiss}, 'with a message';
my ($id) = $t->sql("select id from api_key where hash = sha256('$shown')");
is $b->submit($page, { which => qr{^/keys/$id/revoke$} })->status, 303, 'it is revoked';
is $t->get('/v1/portfolios', key => $shown)->code, 'credential_revoked', 'at once';
is $b->post_form("/keys/$id/revoke", {})->status, 403, 'by a page of ours alone';

# ---- an invitation ----

my $office = Lastro::Office->new($t, 'Escritorio');
my $owner = $office->member('owner');
my $offer = $office->action('advisor.invitation.create', { email => 'ana@example.com', role => 'advisor' }, as => $owner)->json->{result};
my $other = $office->action('advisor.invitation.create', { email => 'bia@example.com', role => 'advisor' }, as => $owner)->json->{result};
is browser()->open("/invitation?token=$offer->{token}")->header('location'), '/login?next=%2Finvitation%3Ftoken%3D' . $offer->{token},
	'who is invited logs in first';
$page = $b->open("/invitation?token=$offer->{token}");
like $page->body, qr{ana\@example\.com}, 'and sees which account accepts';
$r = $b->submit($page, { which => qr{^/invitation} }, token => $other->{token});
is $r->status, 409, 'an invitation of another person is refused';
like $r->body, qr{convite . de outro e-mail|convite \S+ de outro e-mail}, 'in words';
is $b->submit($page, { which => qr{^/invitation} }, token => 'x' x 43)->status, 404, 'so is an unknown one';
is $b->submit($page, { which => qr{^/invitation} })->status, 200, 'their own is accepted';
is $t->sql("select count(*) from organization_member m join account a on a.id = m.account_id where a.email = 'ana\@example.com'"), 1, 'once and for all';
is $b->submit($b->open("/invitation?token=$offer->{token}"), { which => qr{^/invitation} })->status, 409, 'and not twice';
is $b->post_form('/invitation', { token => $offer->{token} })->status, 403, 'by a page of ours alone';

# ---- a new password ends the sessions of the old one ----

$b->log_in('ana@example.com', 'uma frase comprida');
is $b->open('/grants')->status, 200, 'logged in';
my $reset = Lastro::Browser->new($t);
my ($again) = invite('ana@example.com') =~ m{^\Q$base\E(.*)};
is $reset->submit($reset->open($again), password => 'outra frase bem comprida', again => 'outra frase bem comprida')->status, 200,
	'a new password';
is $b->open('/grants')->status, 303, 'ends the session';
is $b->log_in('ana@example.com', 'uma frase comprida')->status, 401, 'the old one is invalid';
is $b->log_in('ana@example.com', 'outra frase bem comprida')->status, 303, 'the new one is';
$t->lastro_ok('account', 'disable', 'ana@example.com');
is $b->open('/grants')->status, 303, 'a disabled account is out at once';
is $b->log_in('ana@example.com', 'outra frase bem comprida')->status, 401, 'and stays out';

my $log = join '', map { JSON::PP->new->canonical->encode($_) } $t->requests, $t->log_lines;
unlike $log, qr/lst_(?:session|link)_|frase|example\.com"/, 'no log line holds a password, a secret or an e-mail';

done_testing;
