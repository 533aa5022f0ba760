#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The second factor: turned on and off by a person's session alone, asked for by every log-in, each code good once.  The
# clock stands still, so three codes are good: of the step before, of this one and of the next.

use strict;
use warnings;
use utf8;

use Encode ();
use IO::Handle;
use JSON::PP ();
use Lastro::Browser;
use Lastro::Holder;
use Lastro::Test qw(wait_for);
use Lastro::Totp qw(totp);
use POSIX ();
use Test::More;
use Time::Local qw(timegm);

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $base = 'https://lastro.example';
my $now = timegm(0, 0, 15, 20, 10, 2030);	# 20 November 2030, 15:00:00
my %env = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base);
my $t = Lastro::Test->new;
# A request waits for a locked row, so that two can meet.
my %waits = (LASTRO_DATABASE => $t->conninfo_worker('-c lock_timeout=0'));

sub refused { my ($r, $status, $code, $name) = @_; is_deeply [$r->status, $r->code], [$status, $code], $name or diag $r->body }
sub browser { return Lastro::Browser->new($t, headers => { Origin => $base }) }
sub text { my ($r) = @_; return Encode::decode('UTF-8', $r->body) }
sub invite { my ($who) = @_; return $t->lastro_ok({ env => \%env }, 'account', 'invite', $who, '--json') =~ /"link":"\Q$base\E([^"]*)"/ ? $1 : die 'no link' }
sub chooses { my ($who, $password) = @_; my $b = browser(); $b->submit($b->open(invite($who)), password => $password, again => $password)->status == 200 or die }

my %account = map { $_ => $t->lastro_json('account', 'create', '--email', "$_\@example.com", '--name', ucfirst $_)->{id} } qw(ana bia);
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'caderno')->{key};
$t->start_pool(env => { %env, %waits });
my $password = 'uma frase comprida';
chooses("$_\@example.com", $password) for qw(ana bia);

# session() - opens one by the API; returns the options of its requests.
sub enter { my ($who, %more) = @_; my $address = delete $more{address};
	return $t->post('/v1/session', { email => "$who\@example.com", password => $password, %more }, ($address ? (address => $address) : ())) }
sub session {
	my ($r) = @_;
	my ($cookie) = ($r->header('set-cookie') // '') =~ /^([^;]*)/ or die $r->body;

	return (headers => { Cookie => $cookie, 'X-CSRF-Token' => $r->json->{csrf_token} });
}
my $factor = '/v1/me/second-factor';
sub forget { $t->sql("delete from throttle; update second_factor set last_step = -1") }
sub sessions { my ($who) = @_; return $t->sql("select count(*) from api_key where form = 'session' and revoked_at is null and account_id = '$account{$who}'") }
sub trail { my ($who) = @_; return [split /\n/, $t->sql("select concat_ws(' ', kind, action, case when account_id is null then 'operator' else 'person' end) from audit
	where kind ~ '^(?:second_factor|password)' and workspace_id = (select id from workspace where account_id = '$account{$who}') order by seq")] }

# ---- who may ----

my %ana = session(enter('ana'));
my %other = session(enter('ana'));
is_deeply $t->get($factor, %ana)->json, { on => JSON::PP::false, since => undef, recovery_codes_left => 0 }, 'off, as every account begins';
# consents() - a consent that a person gives to an application, and its token.
sub consents {
	my ($b) = @_;
	my $client = $t->post('/oauth/register', { client_name => 'Aplicativo', redirect_uris => ['https://app.example/volta'] })->json->{client_id};
	my $page = $b->open("/oauth/authorize?client_id=$client&redirect_uri=https%3A%2F%2Fapp.example%2Fvolta&response_type=code&code_challenge_method=S256"
		. '&code_challenge=7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM');
	my ($code) = $b->submit($page, 'scope.account:write' => 'on', decision => 'allow')->header('location') =~ /[?&]code=([^&]*)/;

	return $t->request('POST', '/oauth/token', type => 'application/x-www-form-urlencoded', body => "grant_type=authorization_code&client_id=$client&code=$code"
		. '&redirect_uri=https%3A%2F%2Fapp.example%2Fvolta&code_verifier=' . 'v' x 43)->json->{access_token} // die 'no token';
}
my $first = browser();
$first->log_in('ana@example.com', $password);
my $token = consents($first);
for my $who (['a key', $key], ['an application', $token]) {
	refused($t->get($factor, key => $who->[1]), 403, 'session_required', "$who->[0] does not read it");
	refused($t->post($factor, { password => $password }, key => $who->[1]), 403, 'session_required', 'nor begin');
	refused($t->post("$factor/confirm", { code => '000000' }, key => $who->[1]), 403, 'session_required', 'nor confirm');
	refused($t->post("$factor/disable", { password => $password, code => '000000' }, key => $who->[1]), 403, 'session_required', 'nor turn it off');
}
is $t->sql('select count(*) from second_factor'), 0, 'and nothing was written';
my $tools = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'list_actions', arguments => {} } }, key => $key)->body;
unlike $tools, qr/factor/i, 'an assistant has no Action for it';
refused($t->post($factor, { password => $password }, headers => { Cookie => $ana{headers}{Cookie} }), 403, 'csrf_token_invalid', 'a session without its token does not begin');

# ---- turned on ----

my $r;
refused($t->post($factor, {}, %ana), 400, 'invalid_body', 'a stolen session alone does not begin');
refused($t->post($factor, { password => 'errada e comprida' }, %ana), 422, 'second_factor_refused', 'nor with a wrong password');
is $t->sql('select count(*) from second_factor'), 0, 'and nothing was written';
$t->post($factor, { password => 'errada e comprida' }, %ana) for 1 .. 9;
refused($t->post($factor, { password => $password }, %ana), 429, 'rate_limited', 'it guesses ten passwords, then it waits');
forget();
$r = $t->post($factor, { password => $password }, headers => { %{ $ana{headers} }, 'Idempotency-Key' => 'begin' });
is $r->status, 201, 'with the password it begins' or diag $r->body;
my $secret = $r->json->{secret};
like $secret, qr/^[A-Z2-7]{32}$/, 'a secret of 160 bits';
is $r->json->{otpauth_uri}, "otpauth://totp/lastro:ana%40example.com?secret=$secret&issuer=lastro&algorithm=SHA1&digits=6&period=30", 'as programs for codes read it';
is $t->sql("select count(*) from idempotency where key = 'begin'"), 0, 'no digest of the password is kept';
is $t->post($factor, { password => $password }, %ana)->json->{secret}, $secret, 'sent twice within a minute it is the same secret';
$t->sql("update second_factor set begun_at = begun_at - interval '61 seconds'");
isnt $t->post($factor, { password => $password }, %ana)->json->{secret}, $secret, 'later it is another';
$t->sql("update second_factor set begun_at = begun_at - interval '61 seconds'");
$secret = $t->post($factor, { password => $password }, %ana)->json->{secret};
my $bits = unpack 'H*', pack 'B*', join '', map { sprintf '%05b', index 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', $_ } split //, $secret;
is $t->sql("select length(sealed) from second_factor where position(decode('$bits', 'hex') in sealed) = 0"), 60, 'the database does not hold it as it is';
is enter('ana')->status, 201, 'no log-in asks for a code before one was shown';
{
	my %bia = session(enter('bia'));

	$t->post($factor, { password => $password }, %bia);
	$t->sql("update second_factor set sealed = (select sealed from second_factor where account_id = '$account{ana}') where account_id = '$account{bia}'");
	refused($t->post("$factor/confirm", { code => totp($secret, $now) }, %bia), 409, 'second_factor_conflict', 'in the place of another account\'s secret it cannot be read');
	$t->sql("delete from second_factor where account_id = '$account{bia}'");
}
refused($t->post("$factor/confirm", { code => totp($secret, $now, 2) }, %ana), 422, 'second_factor_refused', 'a code that is not good now');
refused($t->post("$factor/confirm", { code => '12345' }, %ana), 422, 'second_factor_refused', 'or no code');
is $t->get($factor, %ana)->json->{on}, JSON::PP::false, 'leaves it off';
$r = $t->post("$factor/confirm", { code => totp($secret, $now, -1) }, headers => { %{ $ana{headers} }, 'Idempotency-Key' => 'confirm' });
is $r->status, 200, 'a good code turns it on' or diag $r->body;
my @recovery = @{ $r->json->{recovery_codes} };
is_deeply [grep { !/^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/ } @recovery], [], 'recovery codes of 80 bits';
is scalar keys %{ { map { $_ => 1 } @recovery } }, 10, 'ten';
is_deeply [@{ $r->json }{qw(on since recovery_codes_left)}], [JSON::PP::true, '2030-11-20T15:00:00.000Z', 10], 'since now';
my $stored = $recovery[0] =~ tr/-//dr;
is $t->sql("select sha256('$stored') = any (recovery) from second_factor"), 't', 'of which the digests are stored';
$r = $t->post("$factor/confirm", { code => totp($secret, $now, -1) }, headers => { %{ $ana{headers} }, 'Idempotency-Key' => 'confirm' });
is_deeply [$r->status, $r->json->{recovery_codes}], [200, undef], 'and the repeated request does not give them again';
is $t->get($factor, %ana)->status, 200, 'this session stays';
refused($t->get($factor, %other), 401, 'credential_revoked', 'others, which the password alone opened, are ended');
refused($t->post($factor, { password => $password }, %ana), 409, 'second_factor_conflict', 'it cannot be begun again');
refused($t->post("$factor/confirm", { code => totp($secret, $now) }, %ana), 409, 'second_factor_conflict', 'nor confirmed');
is_deeply trail('ana'), ['second_factor.on confirmSecondFactor person'], 'the trail tells of it';

# ---- a log-in by a program ----

my $open = sessions('ana');
$r = enter('ana');
refused($r, 401, 'second_factor_required', 'the password alone');
is $r->header('set-cookie'), undef, 'opens nothing';
refused(enter('ana', code => totp($secret, $now, -1)), 401, 'login_failed', 'the code that turned it on was used');
refused(enter('ana', code => totp($secret, $now, -2)), 401, 'login_failed', 'one before it is too old');
refused(enter('ana', code => '000000'), 401, 'login_failed', 'a wrong code');
refused($t->post('/v1/session', { email => 'ana@example.com', password => 'errada e comprida', code => totp($secret, $now) }), 401, 'login_failed', 'a good one with a wrong password');
is sessions('ana'), $open, 'no session was opened';
$r = enter('ana', code => totp($secret, $now));
is $r->status, 201, 'password and code' or diag $r->body;
refused(enter('ana', code => totp($secret, $now)), 401, 'login_failed', 'the same code again');
is enter('ana', code => totp($secret, $now, 1))->status, 201, 'the next one, of a clock that is ahead';
refused(enter('ana', code => totp($secret, $now)), 401, 'login_failed', 'and none before it');
is enter('bia')->status, 201, 'an account without one is asked for none';
is enter('bia', code => '000000')->status, 201, 'and a code too many is no error';
is $t->sql("set role lastro_worker; select session_create(gen_random_uuid(), '$account{ana}', sha256('x'), 1, '2030-11-20', '2030-11-21', null, '192.0.2.1')"), 'f',
	'the database itself makes no session by the password alone, for a worker of an older program';

# ---- recovery codes ----

forget();
is enter('ana', code => $recovery[0])->status, 201, 'a recovery code stands in for a code';
refused(enter('ana', code => $recovery[0]), 401, 'login_failed', 'once');
is enter('ana', code => lc($recovery[1]) =~ tr/-/ /r)->status, 201, 'in small letters and with blanks too';
is $t->get($factor, %ana)->json->{recovery_codes_left}, 8, 'eight are left';

# ---- a log-in by a person ----

forget();
my $b = browser();
my $page = $b->submit($b->open('/login?next=%2Faccount'), email => 'ana@example.com', password => $password);
is $page->status, 200, 'the right password leads to a second page';
like text($page), qr{<h1>Segundo fator</h1>.*autocomplete="one-time-code"}s, 'which asks for the code';
unlike $b->cookies, qr/lastro_session/, 'no session before it';
is $b->open('/account')->status, 303, 'and no page of a person';
is browser()->post_form('/login', { (Lastro::Browser::form($page))[1]->%*, code => totp($secret, $now) })->status, 403, 'another browser cannot send the form';
{
	my $thief = browser();
	my (undef, $own) = Lastro::Browser::form($thief->open('/login'));
	my (undef, $hers) = Lastro::Browser::form($page);
	$r = $thief->post_form('/login', { csrf => $own->{csrf}, proof => $hers->{proof}, code => totp($secret, $now) });
	is $r->status, 401, 'the proof of another browser is none';
	like text($r), qr{Entre de novo}, 'and leads back to the first page';
	my ($sign, $id, $ms) = split /\./, $hers->{proof};
	is $b->post_form('/login', { %$hers, proof => "$sign.$account{bia}.$ms", code => totp($secret, $now) })->status, 401, 'nor one of another account';
}
my $wrong = $b->submit($page, code => '000000');
is $wrong->status, 401, 'a wrong code';
like text($wrong), qr{role="alert">O código não confere}, 'is refused at once, and the page asks again';
my @said = map { my $a = text($b->submit($page, code => $_)); $a =~ s/value="[^"]*"//g; $a } '000000', totp($secret, $now, 2), $recovery[0], 'ZZZZ-ZZZZ-ZZZZ-ZZZZ', '';
is_deeply [grep { $_ ne $said[0] } @said], [], 'with the same answer for a wrong, an early, a used and a made up one';
$r = $b->submit($wrong, code => totp($secret, $now));
is_deeply [$r->status, $r->header('location')], [303, '/account'], 'the right one redirects';
is $b->open('/account')->status, 200, 'to the page';
is $b->submit($page, code => totp($secret, $now))->status, 403, 'the form of before the log-in is not good after it';
$b = browser();
$page = $b->submit($b->open('/login'), email => 'ana@example.com', password => $password);
is $b->submit($page, code => totp($secret, $now))->status, 401, 'a used code by a person';
is $b->submit($page, code => $recovery[2])->status, 303, 'a recovery code by a person';

# ---- a consent ----

my $asked = '/oauth/authorize?client_id=x&redirect_uri=y';
$b = browser();
is $b->open($asked)->header('location'), '/login?next=' . Lastro::Browser::escape($asked), 'a consent begins with a log-in';
forget();
$page = $b->submit($b->open('/login?next=' . Lastro::Browser::escape($asked)), email => 'ana@example.com', password => $password);
is $b->open($asked)->status, 303, 'the password alone consents to nothing';
is $b->submit($page, code => totp($secret, $now))->header('location'), $asked, 'after the code it goes on';

# ---- a form that outlived its session ----

forget();
$b = browser();
$page = $b->open('/login');
$page = $b->submit($page, email => 'ana@example.com', password => $password);
is $b->submit($page, code => totp($secret, $now, -1))->status, 303, 'logged in';
$page = $b->open('/keys');
$t->sql("update api_key set revoked_at = '2030-11-20' where form = 'session'");
my %own_page = (headers => { 'Sec-Fetch-Site' => 'same-origin' });
my (undef, $typed) = Lastro::Browser::form($page, qr{^/keys$});
$page = $b->post_form('/keys', { %$typed, name => 'planilha' }, %own_page);
is $page->status, 401, 'a form of a session that is over leads to the log-in';
$page = $b->submit($page, email => 'ana@example.com', password => $password);
like text($page), qr{<h1>Segundo fator}, 'then to the code';
$page = $b->submit($page, code => totp($secret, $now));
like text($page), qr{<h1>Você entrou</h1>.*name="name" value="planilha"}s, 'and back to what was filled in' or diag text($page);
%ana = session(enter('ana', code => totp($secret, $now, 1)));

# ---- throttling ----

forget();
my $tries = 0;
do { $r = enter('ana', code => '000000'); $t->sql(q{delete from throttle where subject !~ '^factor'}) } while $tries++ < 12 && $r->status == 401;
is_deeply [$tries, $r->status, $r->code, $r->header('retry-after')], [11, 429, 'rate_limited', 900], 'ten codes, then it waits';
refused(enter('ana', code => totp($secret, $now)), 429, 'rate_limited', 'even with the right one');
is $t->sql("select count(*) from second_factor where last_step >= " . int($now / 30)), 0, 'which is not used up';
forget();
enter('ana', code => '000000', address => "203.0.113.$_") for 1 .. 20;
refused(enter('ana', code => totp($secret, $now), address => '203.0.113.99'), 429, 'rate_limited', 'twenty of unknown addresses make all of them wait');
is enter('ana', code => totp($secret, $now, 1))->status, 201, 'but not one that logged in before';
$t->sql(q{update throttle set started_at = started_at - interval '61 minutes'});
is enter('ana', code => '000000', address => '203.0.113.99')->status, 401, 'an hour later they are heard';

# ---- two at once ----

# answers() - what two workers answer to the same request at the same time: both wait for the row, which is held until both do.
sub answers {
	my ($what) = @_;
	my @out;

	my $holder = Lastro::Holder->new($t, 'select 1 from second_factor for update');
	for (1 .. 2) {
		pipe my $in, my $to or die;
		my $child = fork // die;
		if (!$child) {
			close $in;
			print $to $what->()->status;
			close $to;
			POSIX::_exit(0);
		}
		close $to;
		push @out, [$child, $in];
	}
	wait_for { $t->sql("select count(distinct pid) from pg_locks where not granted") >= 2 } or diag 'they do not meet';
	$holder->end;
	return join ' ', sort map { my ($child, $in) = @$_; my $status = <$in>; waitpid $child, 0; $status } @out;
}
forget();
is answers(sub { enter('ana', code => totp($secret, $now)) }), '201 401', 'of two log-ins with one code at the same time one is let in';
forget();
is answers(sub { enter('ana', code => $recovery[3]) }), '201 401', 'and with one recovery code';

# ---- a new password ----

forget();
$b = browser();
$page = $b->submit($b->open('/login'), email => 'ana@example.com', password => $password);
$t->stop_pool;
$t->start_pool(env => { %env, %waits, LASTRO_NOW => '2030-11-20T15:00:10Z' });
chooses('ana@example.com', $password = 'outra frase comprida');
refused(enter('ana'), 401, 'second_factor_required', 'a link to choose a password does not turn it off');
is $b->submit($page, code => totp($secret, $now))->status, 401, 'and who had given the old password begins anew';
is $t->sql('select count(*) from second_factor where last_step >= 0'), 0, '  with no code used up';
is enter('ana', code => totp($secret, $now))->status, 201, 'password and code';
forget();
$page = $b->submit($b->open('/login'), email => 'ana@example.com', password => $password);
$t->stop_pool;
$t->start_pool(env => { %env, %waits, LASTRO_NOW => '2030-11-20T15:10:11Z' });
$now += 611;
$r = $b->submit($page, code => totp($secret, $now));
is $r->status, 401, 'ten minutes after the password it is too late for the code';
like text($r), qr{Passou o tempo}, 'and the page says so';

# ---- turned off ----

forget();
%ana = session(enter('ana', code => totp($secret, $now, -1)));
refused($t->post("$factor/disable", { password => 'errada e comprida', code => totp($secret, $now) }, %ana), 422, 'second_factor_refused', 'not with a wrong password');
refused($t->post("$factor/disable", { password => $password, code => '000000' }, %ana), 422, 'second_factor_refused', 'nor with a wrong code');
refused($t->post("$factor/disable", { password => $password, code => totp($secret, $now, -1) }, %ana), 422, 'second_factor_refused', 'nor with a used one');
refused($t->post("$factor/disable", { password => $password }, %ana), 400, 'invalid_body', 'nor without');
is $t->get($factor, %ana)->json->{on}, JSON::PP::true, 'it is still on';
$t->post("$factor/disable", { password => 'errada e comprida', code => '000000' }, %ana) for 1 .. 7;
refused($t->post("$factor/disable", { password => $password, code => totp($secret, $now) }, %ana), 429, 'rate_limited', 'a stolen session guesses no password with it');
forget();
is_deeply $t->post("$factor/disable", { password => $password, code => totp($secret, $now) }, %ana)->json, { on => JSON::PP::false, since => undef, recovery_codes_left => 0 }, 'with both';
refused($t->post("$factor/disable", { password => $password, code => totp($secret, $now, 1) }, %ana), 409, 'second_factor_conflict', 'once');
is enter('ana')->status, 201, 'the password alone logs in';
is_deeply trail('ana'), ['second_factor.on confirmSecondFactor person', 'second_factor.off disableSecondFactor person'], 'the trail tells of it';

# ---- the pages ----

$b = browser();
$b->log_in('ana@example.com', $password);
$page = $b->open('/account');
is $page->status, 200, 'the account has a page' or diag $page->body;
like text($page), qr{<dt>Nome</dt>\s*<dd>Ana</dd>.*<dt>E-mail</dt>\s*<dd>ana\@example\.com</dd>}s, 'which says who it is';
like text($page), qr{Desligado: quem souber a senha entra}, 'and that there is no second factor';
like text($b->open('/keys')), qr{<a href="/account">Conta</a>}, 'it is in the menu';
$page = $b->open('/account/second-factor');
$r = $b->submit($page, { which => qr{second-factor$} }, password => 'errada e comprida');
is $r->status, 422, 'a wrong password';
like text($r), qr{id="password-erro"[^>]*>[^<]*A senha não confere}, 'is refused at its field' or diag text($r);
is $b->submit($page, { which => qr{second-factor$} })->status, 422, 'and so is none';
is $t->sql('select count(*) from second_factor'), 0, 'nothing was begun';
my $off = $page;
$page = $b->submit($off, { which => qr{second-factor$} }, password => $password);
is $page->status, 200, 'it is begun there';
my $held = $t->sql('select sealed from second_factor');
is text($b->submit($off, { which => qr{second-factor$} }, password => $password)) =~ m{<code data-name="o segredo" data-copy>([A-Z2-7]{32})</code>} && $1, text($page) =~ m{<code data-name="o segredo" data-copy>([A-Z2-7]{32})</code>} && $1, 'a double press shows one secret';
is $t->sql('select sealed from second_factor'), $held, 'begun once';
($secret) = text($page) =~ m{<code data-name="o segredo" data-copy>([A-Z2-7]{32})</code>} or diag text($page);
unlike text($b->open('/account/second-factor')), qr{$secret|otpauth}, 'no page opened by the session alone shows the secret';
like text($page), qr{<svg [^>]*aria-label="O segredo como código QR"[^>]*>.*<path fill="#000" d="M4 4h7v1h-7z}s, 'with a QR code, whose first corner is seven modules wide';
like text($page), qr{<a href="otpauth://totp/lastro:ana%40example\.com\?secret=$secret&amp;}, 'and a link for a telephone';
my $again = $b->submit($page, { which => qr{/confirm$} }, code => '000000');
is $again->status, 422, 'a wrong code';
like text($again), qr{$secret.*id="code-erro"|id="code-erro".*$secret}s, 'is refused at its field, and the secret is still there';
is enter('ana')->status, 201, 'and no log-in asks for one';
$again = $b->submit($page, { which => qr{/confirm$} }, code => '000000', secret => 'A' x 32);
is $again->status, 422, 'without the secret';
unlike text($again), qr{$secret|A{32}}, 'no wrong code shows it';
$r = $b->submit($page, { which => qr{/confirm$} }, code => totp($secret, $now, -1));
is $r->status, 200, 'a good code turns it on' or diag text($r);
@recovery = text($r) =~ m{<li><code>([A-Z2-7-]{19})</code>}g;
is scalar @recovery, 10, 'and shows ten recovery codes';
$again = $b->submit($page, { which => qr{/confirm$} }, code => totp($secret, $now, -1));
is $again->status, 200, 'the button pressed twice';
unlike text($again), qr{<code>}, 'does not show them again';
like text($b->open('/account/second-factor')), qr{Ligado desde 20/11/2030\. Códigos de recuperação que restam: 10 de 10\.}, 'nor does the page';
unlike text($b->open('/account/second-factor')), qr{$secret}, 'nor the secret';
refused(enter('ana'), 401, 'second_factor_required', 'a log-in asks for a code');
$page = $b->open('/account/second-factor');
is $b->submit($page, { which => qr{/off$} }, password => 'errada e comprida', code => totp($secret, $now))->status, 422, 'not off with a wrong password';
is $b->submit($page, { which => qr{/off$} }, password => $password, code => '')->status, 422, 'nor without a code';
is $b->submit($page, { which => qr{/off$} }, password => $password, code => $recovery[9])->header('location'), '/account?saved=fator', 'off with a recovery code';
is $b->submit($page, { which => qr{/off$} }, password => $password, code => $recovery[9])->header('location'), '/account?saved=fator', 'pressed twice';
like text($b->open('/account?saved=fator')), qr{role="status">O segundo fator foi desligado}, 'and said';

# ---- the password, by its own person ----

forget();
%other = session(enter('ana'));
$token = consents($b);
is $t->get('/v1/portfolios', key => $token)->status, 200, 'an application has access';
$page = $b->open('/account');
sub changes { return $b->submit($page, { which => qr{/password$} }, @_) }
for my $case (['current', 'A senha atual não confere', current => 'errada e comprida', password => 'nova frase comprida', again => 'nova frase comprida'],
	['password', 'As duas senhas são diferentes', current => $password, password => 'nova frase comprida', again => 'nova frase curta'],
	['password', 'pelo menos 10', current => $password, password => 'curta', again => 'curta'], ['current', 'Escreva a senha', current => '', password => 'nova frase comprida', again => 'nova frase comprida']) {
	my ($field, $said, @typed) = @$case;

	$r = changes(@typed);
	is $r->status, 422, "refused: $said";
	like text($r), qr{id="$field-erro"[^>]*>[^<]*$said}, 'at its field' or diag text($r);
	unlike text($r), qr{frase (?:comprida|curta)}, 'without the passwords';
}
is $t->get('/v1/session', %other)->status, 200, 'nothing has changed';
forget();
changes(current => 'errada e comprida', password => 'nova frase comprida', again => 'nova frase comprida') for 1 .. 10;
$r = changes(current => $password, password => 'nova frase comprida', again => 'nova frase comprida');
is_deeply [$r->status, $r->header('retry-after')], [429, 900], 'a stolen session guesses ten passwords, then it waits';
forget();
my @change = (current => $password, password => 'nova frase comprida', again => 'nova frase comprida');
is changes(@change)->header('location'), '/account?saved=senha', 'the right ones change it';
is changes(@change)->header('location'), '/account?saved=senha', 'pressed twice';
is $b->open('/account')->status, 200, 'this session stays';
refused($t->get('/v1/session', %other), 401, 'credential_revoked', 'others are ended');
is $t->get('/v1/portfolios', key => $token)->code, 'credential_revoked', 'and so is the access of applications';
is $t->get('/v1/portfolios', key => $key)->status, 200, 'but not a key';
refused(enter('ana'), 401, 'login_failed', 'the old password is over');
$password = 'nova frase comprida';
is enter('ana')->status, 201, 'the new one is good';
is trail('ana')->[-1], 'password.changed submitPasswordChange person', 'the trail tells of it';
like $t->sql("select string_agg(subject, '; ' order by created_at, id) from mail_outbox where recipient = 'ana\@example.com'"), qr{^Segundo fator ligado; .*Segundo fator desligado.*Senha trocada$}, 'and a message, as of each change of what opens the account';

# ---- all sessions ----

%other = session(enter('ana'));
$page = $b->open('/account');
is scalar(() = text($page) =~ m{>(?:Esta</td>|Encerrar a de )}g), sessions('ana'), 'the page lists the open sessions';
is scalar(() = text($page) =~ m{>Esta</td>}g), 1, 'and says which this is';
like text($page), qr{>20/11/2030, 12:10</td>}, 'by the hour of São Paulo';
{
	my %third = session(enter('ana'));
	my @ids = text($b->open('/account')) =~ m{name="end" value="([0-9a-f-]{36})"}g;
	my $before = sessions('ana');

	cmp_ok scalar @ids, '>=', 2, 'each of the others can be ended';
	$r = $b->submit($b->open('/account'), { which => qr{/sessions$} }, end => $ids[0]);
	is_deeply [$r->header('location'), sessions('ana')], ['/account?saved=sessao', $before - 1], 'by itself';
	refused($t->get('/v1/session', %third), 401, 'credential_revoked', 'the newest was it');
	is $t->get('/v1/session', %other)->status, 200, 'another stays';
	my ($own) = $t->sql("select id from api_key where form = 'session' and revoked_at is null and account_id = '$account{ana}' and not id = any(array[" . join(', ', map { "'$_'" } @ids) . ']::uuid[])') =~ /^(\S+)$/;
	$b->submit($b->open('/account'), { which => qr{/sessions$} }, end => $own);
	is $b->open('/account')->status, 200, 'its own is not ended so';
	my $ben = $t->sql("select id from api_key where form = 'session' and revoked_at is null and account_id <> '$account{ana}' limit 1");
	$b->submit($b->open('/account'), { which => qr{/sessions$} }, end => $ben || $account{ana});
	is $t->sql("select count(*) from api_key where id = '$ben' and revoked_at is not null"), 0, 'nor another person\'s' if $ben;
	enter('ana');
	$b->submit($b->open('/account'), { which => qr{/sessions$} }, end => 'others');
	is sessions('ana'), 1, 'all the others at a press';
	is $b->open('/account')->status, 200, 'and this one stays';
	%other = session(enter('ana'));
	$page = $b->open('/account');
}
$r = $b->submit($page, { which => qr{/sessions$} });
is_deeply [$r->status, $r->header('location'), sessions('ana')], [303, '/login', 0], 'a person leaves all of them';
refused($t->get('/v1/session', %other), 401, 'credential_revoked', 'at once');
is $b->submit($page, { which => qr{/sessions$} })->header('location'), '/login?next=%2Faccount', 'pressed twice';

# ---- kept by a backup; lost with LASTRO_SECRET, but for recovery codes ----

$t->sql('delete from throttle');
%ana = session(enter('ana'));
$secret = $t->post($factor, { password => $password }, %ana)->json->{secret};
@recovery = @{ $t->post("$factor/confirm", { code => totp($secret, $now, -1) }, %ana)->json->{recovery_codes} };
$t->stop_pool;
my $kept = $t->dir . '/kept';
$t->lastro_ok('backup', $kept);
$t->sql('drop schema lastro cascade');
$t->lastro_ok('restore', '--verify', $kept);
$t->start_pool(env => { %env, LASTRO_NOW => '2030-11-20T15:10:11Z' });
refused(enter('ana'), 401, 'second_factor_required', 'after a restore a log-in asks for a code');
refused(enter('ana', code => totp($secret, $now, -1)), 401, 'login_failed', 'a used one is used');
is enter('ana', code => totp($secret, $now))->status, 201, 'and the telephone has it';
my $log = join '', map { JSON::PP->new->canonical->encode($_) } $t->requests, $t->log_lines;
unlike $log, qr/\b$secret|\Q$recovery[4]\E|frase|example\.com"/, 'no log line holds a secret, a code or a password';
$t->stop_pool;
$t->start_pool(env => { %env, LASTRO_NOW => '2030-11-20T15:10:11Z', LASTRO_SECRET => 'another-secret-of-the-tests-32-chars' });
forget();
refused(enter('ana', code => totp($secret, $now)), 401, 'login_failed', 'under another LASTRO_SECRET no code is good');
ok +(grep { ($_->{message} // $_->{msg} // JSON::PP->new->encode($_)) =~ /LASTRO_SECRET/ } $t->log_lines), 'which the log says';
is enter('ana', code => $recovery[4])->status, 201, 'a recovery code is';

# ---- by the operator ----

is_deeply $t->lastro_json('account', 'factor', 'ana@example.com'), { account => $account{ana}, since => '2030-11-20T15:10:11.000Z', recovery_codes_left => 9 }, 'the operator sees it';
is_deeply $t->lastro_json('account', 'factor', 'bia@example.com'), { account => $account{bia}, since => undef, recovery_codes_left => 0 }, 'or that there is none';
is $t->lastro('account', 'factor', 'bia@example.com', '--off')->{status}, 1, 'and then nothing to turn off';
is $t->lastro('account', 'factor', 'ninguem@example.com', '--off')->{status}, 1, 'nor of nobody';
$t->lastro_ok('account', 'factor', 'ana@example.com', '--off');
is enter('ana')->status, 201, 'the operator turns it off for a person who lost everything';
is trail('ana')->[-1], 'second_factor.off operator.account.factor operator', 'and the trail tells of it';
$t->lastro_ok('audit', 'verify');

done_testing;
