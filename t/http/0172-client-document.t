#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Applications identified by the address of a document: off unless the operator enables it; fetched with limits, cached
# for an hour, never from internal addresses.

use strict;
use warnings;
use utf8;

use Digest::SHA qw(sha256);
use IO::Socket::INET;
use JSON::PP ();
use Lastro::Browser;
use Lastro::Test qw(slurp spew);
use MIME::Base64 qw(encode_base64url);
use POSIX ();
use Test::More;

my $base = 'https://lastro.example';
my %env = (LASTRO_NOW => '2030-11-20T15:00:00Z', LASTRO_BASE_URL => $base);
my $t = Lastro::Test->new;
my $callback = 'https://app.example/back';
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', 'ana@example.com', '--json') =~ m{"link":"\Q$base\E([^"]*)"};

# ---- a server of documents: each file of a folder is an answer, each request is logged ----

my $dir = $t->dir . '/documents';
mkdir $dir;
my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1', Proto => 'tcp') or die "socket: $!";
my $home = 'http://127.0.0.1:' . $server->sockport;
my $pid = fork // die "fork: $!";
if (!$pid) {
	while (my $peer = $server->accept) {
		my ($path) = (<$peer> // '') =~ m{^GET /(\S*)};
		while (my $line = <$peer>) { last if $line =~ /^\r?$/ }
		open my $log, '>>', "$dir/log"; print $log "$path\n"; close $log;
		my $answer = -e "$dir/$path" ? slurp("$dir/$path") : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
		print $peer $answer;
		close $peer;
	}
	POSIX::_exit(0);
}
close $server;
END { local $?; if ($pid) { kill 'TERM', $pid; waitpid $pid, 0 } }

sub serve {
	my ($name, $document, %o) = @_;
	my $body = ref $document ? JSON::PP->new->utf8->encode($document) : $document;

	spew("$dir/$name", ($o{head} // 'HTTP/1.1 200 OK') . "\r\nContent-Type: application/json\r\n" . ($o{more} // '') . 'Content-Length: ' . length($body) . "\r\nConnection: close\r\n\r\n$body");
	return "$home/$name";
}
sub fetched { return -e "$dir/log" ? scalar(() = slurp("$dir/log") =~ /\n/g) : 0 }
my %good = (client_id => "$home/app.json", client_name => 'Aplicativo <b>', redirect_uris => [$callback], token_endpoint_auth_method => 'none');
my $client = serve('app.json', \%good);

my $ana;
sub restart { $t->stop_pool; $t->start_pool(env => { %env, @_ }) }
sub authorize {
	my ($id, %more) = @_;
	my %q = (client_id => $id, redirect_uri => $callback, response_type => 'code', code_challenge => encode_base64url(sha256('v' x 43)),
		code_challenge_method => 'S256', state => 's', %more);

	return $ana->open('/oauth/authorize?' . join '&', map { "$_=" . Lastro::Browser::escape($q{$_}) } sort keys %q);
}

# ---- off, and on ----

$t->start_pool(env => \%env);
$ana = Lastro::Browser->new($t);
$ana->submit($ana->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$ana->log_in('ana@example.com', 'uma frase comprida');
is $t->get('/.well-known/oauth-authorization-server')->json->{client_id_metadata_document_supported}, JSON::PP::false, 'it is off by default';
is authorize('https://app.example/client.json')->status, 400, 'and no address is an application';
restart(LASTRO_CLIENT_METADATA => 'on');
is $t->get('/.well-known/oauth-authorization-server')->json->{client_id_metadata_document_supported}, JSON::PP::true, 'when enabled, it is announced';
is authorize($client)->status, 400, 'no address without TLS';
is authorize("https://127.0.0.1:$1/app.json")->status, 400, 'none of this machine' if $home =~ /:(\d+)$/;
is authorize("https://localhost:$1/app.json")->status, 400, 'under any name' if $home =~ /:(\d+)$/;
is fetched(), 0, 'nothing was asked of it';

# ---- a document ----

restart(LASTRO_CLIENT_METADATA => 'local');
my $page = authorize($client);
is $page->status, 200, 'an unregistered application asks';
like $page->body, qr{<strong>Aplicativo &lt;b&gt;</strong>}, 'by the name that its document gives';
like $page->body, qr{\Q$client\E}, 'and the page names its document';
is fetched(), 1, 'the document was fetched';
is authorize($client)->status, 200, 'again';
is fetched(), 1, 'and not again within the hour';
my $back = $ana->submit($page, decision => 'allow')->header('location');
my ($code) = $back =~ /^\Q$callback\E\?code=([^&]+)/;
ok $code, 'a consent';
my $r = $ana->post_form('/oauth/token', { grant_type => 'authorization_code', client_id => $client, code => $code, redirect_uri => $callback, code_verifier => 'v' x 43 });
is $r->status, 200, 'a code for tokens' or diag $r->body;
my $tokens = $r->json;
is $t->get('/v1/portfolios', key => $tokens->{access_token})->status, 200, 'which read';
$r = $ana->post_form('/oauth/token', { grant_type => 'refresh_token', client_id => $client, refresh_token => $tokens->{refresh_token} });
is $r->status, 200, 'and are renewed';
is $ana->post_form('/oauth/token', { grant_type => 'refresh_token', client_id => "$home/other.json", refresh_token => $r->json->{refresh_token} })->json->{error},
	'invalid_client', 'by no other person';
like $ana->open('/grants')->body, qr{Aplicativo &lt;b&gt;}, 'the person sees it among the grants';
is $ana->post_form('/oauth/revoke', { token => $r->json->{refresh_token}, client_id => $client })->status, 200, 'it gives up its tokens';
is $t->get('/v1/portfolios', key => $r->json->{access_token})->status, 401, 'which end then';
is authorize($client, redirect_uri => 'https://evil.example/')->status, 400, 'another address of return is none';

# A changed document counts from the next fetch on.
serve('app.json', { %good, redirect_uris => ['https://app.example/other'] });
restart(LASTRO_CLIENT_METADATA => 'local', LASTRO_NOW => '2030-11-20T16:00:00Z');
is authorize($client)->status, 400, 'after an hour the document is asked again';
is authorize($client, redirect_uri => 'https://app.example/other')->status, 200, 'and holds';
is $t->sql('select count(*) from oauth_client where document is not null'), 1, 'it is one client still';

# ---- invalid documents ----

$t->sql('delete from throttle');
for my $case (['another client_id', { %good, client_id => "$home/other" }], ['no client_id', { %good, client_id => undef }], ['a secret', { %good, client_secret => 'x' }],
	['a method with a secret', { %good, token_endpoint_auth_method => 'client_secret_basic' }], ['no address of return', { %good, redirect_uris => [] }],
	['a dangerous one', { %good, redirect_uris => ['javascript:alert(1)'] }], ['no JSON', 'nada'], ['no object', '[]'], ['too long a document', '{"x":"' . 'x' x 6000 . '"}'],
	['a redirect', \%good, head => 'HTTP/1.1 302 Found', more => "Location: $client\r\n"], ['an error', \%good, head => 'HTTP/1.1 500 Oh']) {
	my ($name, $document, %o) = @$case;
	my $at = serve('bad.json', ref $document eq 'HASH' && ($document->{client_id} // '') eq $good{client_id} ? { %$document, client_id => "$home/bad.json" } : $document, %o);
	my $r = authorize($at);
	is_deeply [$r->status, $r->header('location')], [400, undef], "$name: no redirect";
}
is authorize("$home/none.json")->status, 400, 'a document that is not there';
is $t->sql('select count(*) from oauth_client where document is not null'), 1, 'none of them is cached';
my $before = fetched();
my @status = map { authorize("$home/none$_.json")->status } 1 .. 20;
is $status[-1], 429, 'and the number of fetches per person is limited';
cmp_ok fetched() - $before, '<', 20, 'so that it stops';
$t->sql(q{delete from throttle; insert into throttle values ('document:all', '2030-11-20T16:00:00Z', 300)});
is authorize("$home/none.json")->status, 429, 'that of all persons together too';
is(Lastro::Browser->new($t)->open('/oauth/authorize?client_id=' . Lastro::Browser::escape("$home/x.json"))->status, 303, 'without a session nothing is fetched');

done_testing;
