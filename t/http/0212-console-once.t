#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A form submitted twice is executed once: the second answer equals the first, or says that it was done; it shows no
# secret again, and nothing is created twice.  Follows every link of a person's, an office's and a desk's pages, so new
# forms are included.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Browser;
use Lastro::Console qw(row);
use Lastro::Desk;
use Lastro::Market qw(closes);
use Lastro::Office;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '16.50');
my $office = Lastro::Office->new($t, 'Escritório');
my $owner = $office->member('owner');
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->lastro_ok('member', 'add', '--org', $desk->{id}, '--account', $owner->{email}, '--role', 'owner');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter($owner->{email});
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", $_) for row('PETR4', 'stock', 'buy', '2026-01-08', '50', '12.34'), row('SEMP3', 'stock', 'sell', '2026-06-08', '5', '1');

# ---- a person's forms ----

# twice() - submits a page's form twice, unchanged; returns both answers.
sub twice {
	my ($page, @rest) = @_;

	return ($b->submit($page, @rest), $b->submit($page, @rest));
}

sub count { my ($sql) = @_; return $t->sql("select count(*) from $sql") }

sub held_once {
	my ($what, $again, $title, $before, $sql, $more) = @_;

	is $again->status, 200, "$what: the second submit is answered";
	like Encode::decode('UTF-8', $again->body), qr{<h1>$title}, 'that it was done';
	is count($sql), $before + $more, 'and it was done once';
}

{
	my $keys = q{api_key where form = 'key' and revoked_at is null};
	my $before = count($keys);
	my ($first, $again) = twice($b->open('/keys'), { which => qr{^/keys$} }, name => 'Planilha');

	is $first->status, 201, 'a key is made';
	my ($secret) = $first->body =~ m{<code>([^<]+)</code>};
	held_once('a key', $again, 'A chave já foi criada', $before, $keys, 1);
	unlike $again->body, qr{<code>}, 'and its secret is not shown again';
	is count("idempotency where position(convert_to('$secret', 'UTF8') in body) > 0 or length(body) > 0"), 0, 'nor kept';
	my $page = $b->open('/keys');
	is $b->submit($page, { which => qr{^/keys$} }, name => 'Uma')->status, 201, 'of one page';
	is $b->submit($page, { which => qr{^/keys$} }, name => 'Outra')->status, 422, 'another key is not made';
	is $b->submit($b->open('/keys'), { which => qr{^/keys$} }, name => 'Outra')->status, 201, 'but a new page has another key';
	my @gone = twice($b->open('/keys'), { which => qr{/revoke$} });
	is_deeply [map { $_->status . ' ' . $_->header('location') } @gone], ['303 /keys', '303 /keys'], 'one is revoked, and both presses lead back';
	is count($keys), $before + 2, 'one alone';
}
{
	my ($first, $again) = twice($b->open("/portfolios/$id/links"), { which => qr{/links$} });

	is $first->status, 200, 'a link shows the portfolio';
	my ($url) = $first->body =~ m{<code[^>]*>([^<]+)</code>};
	held_once('a link', $again, 'O link já foi criado', 0, 'portfolio_link', 1);
	unlike $again->body, qr{\Q$url\E}, 'and does not show it';
	my @gone = twice($b->open("/portfolios/$id/links"), { which => qr{/end$} });
	is_deeply [map { $_->status } @gone], [303, 303], 'it is ended, and both presses lead back';
	is count('portfolio_link where ended_at is not null'), 1, 'once';
}
{
	my ($first, $again) = twice($b->open("/portfolios/$id/agenda"), { which => qr{/agenda/feeds$} }, name => 'Casa');

	is $first->status, 200, 'a calendar has an address';
	my ($url) = $first->body =~ m{<code[^>]*>([^<]+)</code>};
	like Encode::decode('UTF-8', $again->body), qr{O endereço já foi criado}, 'the second press says so';
	unlike $again->body, qr{\Q$url\E}, 'and does not show it';
	my $page = $b->open("/portfolios/$id/agenda");
	is scalar(() = $page->body =~ m{/revoke"}g), 1, 'there is one';
	my @gone = twice($page, { which => qr{/revoke$} });
	is_deeply [map { $_->status } @gone], [303, 303], 'it is revoked, and both presses lead back';
}

{
	my @made = twice($b->open('/notices/new?kind=income_due'), { which => qr{^/notices$} }, channel => 'webhook', days => 3, url => 'https://example.com/aviso');

	is $made[0]->status, 200, 'a notice is asked for' or diag $made[0]->body;
	my ($secret) = $made[0]->body =~ m{<code[^>]*>([^<]+)</code>};
	like Encode::decode('UTF-8', $made[1]->body), qr{<h1>O aviso já foi criado}, 'the second press says so';
	unlike $made[1]->body, qr{<code}, 'and shows no secret';
	my $page = $b->open('/notices');
	is scalar(() = $page->body =~ m{action="/notices/[^"]*/delete"}g), 1, 'there is one';
	is_deeply [map { $_->status } twice($page, { which => qr{/delete$} })], [303, 303], 'it is cancelled, and both presses lead back';
}

# ---- an invitation ----
{
	my $other = Lastro::Office->new($t, 'Outro escritório');
	my $token = $other->action('advisor.invitation.create', { email => $owner->{email}, role => 'advisor' }, as => $other->member('owner'))->json->{result}{token};
	my @in = twice($b->open("/invitation?token=$token"), { which => qr{^/invitation$} });

	is $_->status, 200, 'an invitation is accepted by either submit' for @in;
	is $in[1]->body =~ s/ nonce="[^"]*"//gr, $in[0]->body =~ s/ nonce="[^"]*"//gr, 'with the same answer';
	is $b->submit($b->open("/invitation?token=$token"), { which => qr{^/invitation$} })->status, 409, 'another form finds it spent';
}

# ---- a password ----
{
	my ($link) = $t->lastro_ok({ env => $c->{env} }, 'account', 'create', '--email', 'bia@example.com', '--name', 'Bia') ? $t->lastro_ok({ env => $c->{env} }, 'account', 'invite', 'bia@example.com', '--json') =~ m{"link":"https://carteira\.example([^"]*)"} : ();
	my $bia = Lastro::Browser->new($t, headers => { Origin => 'https://carteira.example' });
	my $page = $bia->open($link);
	my @done = map { $bia->submit($page, password => 'uma frase comprida', again => 'uma frase comprida') } 1, 2;

	is $_->status, 200, 'a password is set by either submit' for @done;
	is $done[1]->body =~ s/ nonce="[^"]*"//gr, $done[0]->body =~ s/ nonce="[^"]*"//gr, 'with the same answer';
	is $bia->submit($page, password => 'outra frase comprida', again => 'outra frase comprida')->status, 404, 'another password finds the link used';
	is $bia->open($link)->status, 404, 'so is the page that is opened again';
	my $in = $bia->log_in('bia@example.com', 'uma frase comprida');
	is $in->status, 303, 'the first password is valid';
	my ($cookies, $out) = ({ %{ $bia->{cookies} } }, $bia->open('/logout'));
	my @out = map { $bia->{cookies} = {%$cookies}; $bia->submit($out) } 1, 2;
	is_deeply [map { $_->status . ' ' . $_->header('location') } @out], ['303 /login', '303 /login'], 'logging out twice redirects to the log-in';
	is $bia->open('/logout')->header('location'), '/login', 'so does the page without a session';
}

# ---- every form of an office and a desk, for each Action ----
my $client = $office->action('advisor.client.create', { name => 'Helena' }, as => $owner)->json->{result}{id};
my %wanted = (
	"/offices/$office->{id}/actions/advisor.client.create" => [{ name => 'Otto' }, 'client'],
	"/offices/$office->{id}/actions/advisor.family.create" => [{ name => 'Prado' }, 'family'],
	"/offices/$office->{id}/actions/advisor.invitation.create" => [{ email => 'caio@example.com', role => 'advisor' }, 'invitation'],
	"/desks/$desk->{id}/actions/credit.watchlist.create" => [{ name => 'Varejo' }, 'watchlist'],
	"/desks/$desk->{id}/actions/credit.note.create" => [{ body => 'Nota' }, 'note'],
);
for my $path (sort keys %wanted) {
	my ($fields, $what) = @{ $wanted{$path} };
	my $preview = $b->shown($b->open($path), { which => qr{/actions/} }, step => 'preview', %$fields);
	my $before = count('idempotency');
	my @done = map { $b->submit($preview, { which => qr{/actions/} }, step => 'execute') } 1, 2;

	is_deeply [map { $_->status < 400 } @done], [1, 1], "$what: both submits are answered" or diag map { $_->body } @done;
	is count('idempotency'), $before + 1, 'one was done';
	if ($done[0]->status == 200) {
		my @secret = $done[0]->body =~ m{<code[^>]*>([^<]+)</code>}g;
		ok !(grep { length > 20 && index($done[1]->body, $_) >= 0 } @secret), 'and no secret is shown twice';
		like $done[1]->body, qr{Isto j}, 'but that it was done';
	}
}

# ---- no form is missing ----
{
	my @next = ('/portfolios', '/keys', '/grants', "/portfolios/$id", "/portfolios/$id/agenda", "/offices/$office->{id}", "/desks/$desk->{id}");
	my (%seen, %without);

	while (defined(my $path = shift @next)) {
		$path =~ s/#.*//s;
		next if $seen{ $path =~ s/[0-9a-f]{8}-[0-9a-f-]{27}/ID/gr =~ s/=[^&]*/=/gr }++;
		my $r = $b->open($path);
		next unless $r->status == 200 && $r->header('content-type') =~ m{^text/html};
		push @next, grep { m{^/(?!v1/|docs|problems/|style/|script/)} } map { Lastro::Browser::unescape($_) } $r->body =~ m{<a [^>]*?href="([^"]*)"}g;
		my $body = $r->body;
		while ($body =~ m{<form method="post" action="([^"]*)"[^>]*>(.*?)</form>}gs) {
			my ($action, $inside) = ($1, $2);

			$without{ $action =~ s/[0-9a-f]{8}-[0-9a-f-]{27}/ID/gr }++ if $inside !~ /name="once"/;
		}
	}
	cmp_ok scalar(keys %seen), '>', 40, 'pages are found by their links';
	# Forms that write nothing, or have the same effect each time: a preview, a file stored for an hour to be read, compared or calculated with,
	# the end of sessions.  Those with a password keep no digest of it (0164-second-factor.t presses them twice).
	my @harmless = grep { !m{/actions/|^/logout$|^/account/(?:deletion|sessions|password|second-factor)$|/(?:imports/reading|reconcile|preview|plans)$} } sort keys %without;
	is_deeply \@harmless, [], 'every form that writes is done once' or diag "@harmless";
}

$t->finish;
done_testing;
