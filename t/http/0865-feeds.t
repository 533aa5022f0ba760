#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Secret addresses of the agenda: each gives read access to one calendar without a key, until it is revoked.

use strict;
use warnings;
use utf8;
use Digest::SHA qw(sha256_hex);
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test;

my $t = Lastro::Test->new;
my $ana = account($t);
my $eva = account($t);
my $key = $ana->{user_key};

$t->sql("insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values ('b3', 'PETR4', 'D', 'dividend', '2026-03-12', '2026-05-20', 0.5, 'b3'),
	('b3', 'VALE3', 'D', 'dividend', '2026-04-30', null, 1, 'b3')");
$t->start_pool(env => { LASTRO_NOW => '2026-03-10T15:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });
sub make { return $t->post('/v1/news/agenda/feeds', $_[0], key => $_[1] // $key) }
sub path { return $_[0]->json->{url} =~ s{^https://lastro\.example}{}r }
sub tickers { return join ' ', $_[0] =~ /^SUMMARY:(\w+):/mg }

my $all = make({ name => 'telefone', days => 60 });
is $all->status, 201, 'an address is made';
like $all->json->{url}, qr{^https://lastro\.example/v1/news/agenda/feed\.ics\?address=lst_feed_\w+$}, 'and shown once';
my $r = $t->get(path($all));
is $r->status, 200, 'it is read without a key';
like $r->header('content-type'), qr{^text/calendar}, 'as a calendar';
is tickers($r->body), 'PETR4 VALE3', 'of its days';
is tickers($t->get(path(make({ name => 'curto' })))->body), 'PETR4', 'thirty by default';
my ($secret) = path($all) =~ /address=(.*)/;
is $t->sql(q(select count(*) from agenda_feed where encode(hash, 'escape') like '%lst_feed%')), 0, 'the secret is not stored';
is $t->sql("select count(*) from agenda_feed where hash = '\\x" . sha256_hex($secret) . "'"), 1, 'its hash is';
is $t->get($_, key => $secret)->status, 401, "and it is not a key: $_" for '/v1/news/agenda', '/v1/portfolios', '/v1/news/agenda/feeds', '/v1/keys';
is $t->get('/v1/news/agenda/feed.ics?address=' . $key)->status, 404, 'a key is no address';
is $t->get("/v1/news/agenda/feed.ics$_")->json->{details}{code}, 'feed_not_found', "no address: $_" for '', '?address=x', '?address=' . ($secret =~ s/.$/_/r);
is $t->get(path($all) . '&days=90')->status, 400, 'the address gives no choice';

# ---- created by a key ----

my $short = $t->post('/v1/keys', { name => 'curta', expires_at => '2026-03-12T00:00:00Z' }, key => $key)->json->{key};
my $of_key = make({ name => 'da chave' }, $short);
is $of_key->json->{expires_at}, '2026-03-12T00:00:00.000Z', 'an address made by a key ends with the key';
is $all->json->{expires_at}, undef, 'one made by another key does not';
is $t->get(path($of_key))->status, 200, 'it is read until then';
$t->stop_pool;
$t->start_pool(env => { LASTRO_NOW => '2026-03-12T00:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });
is $t->get(path($of_key))->status, 404, 'and no longer';
is $t->get(path($all))->status, 200, 'the other is';
is_deeply [grep { $_ eq 'da chave' } map { $_->{name} } @{ $t->get('/v1/news/agenda/feeds', key => $key)->json->{data} }], [], 'it is not listed either';
$t->sql(q(delete from agenda_feed where name = 'da chave'));
$t->stop_pool;
$t->start_pool(env => { LASTRO_NOW => '2026-03-10T15:00:00Z', LASTRO_BASE_URL => 'https://lastro.example' });

# ---- of a portfolio ----

my $p = $t->post('/v1/portfolios', { name => 'Principal' }, key => $key)->json->{id};
$t->post("/v1/portfolios/$p/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => '137', price => '10' }, key => $key);
my $mine = make({ name => 'minha', days => 90, portfolio => $p });
is $mine->json->{portfolio}, $p, 'narrowed to a portfolio';
my $body = $t->get(path($mine))->body =~ s/\r\n //gr;
is tickers($body), 'PETR4', 'only the held papers';
like $body, qr/valor bruto esperado R\$ 68\\,50/, 'and the amount';
is make({ name => 'x', portfolio => $p }, $eva->{user_key})->status, 404, 'no address for another account\'s portfolio';
is make($_)->status, 400, 'refused' for { days => 1 }, { name => 'x', days => 91 }, { name => 'x', more => 1 }, { name => 'x', portfolio => 'y' };
is make({ name => 'x' }, $ana->{platform_key})->status, 403, 'not by an integrator for his account either' if $ana->{platform_key};

my $other = $t->post('/v1/keys', { name => 'outra' }, key => $key)->json;
my $of_other = make({ name => 'da outra' }, $other->{key});
is $t->get(path($of_other))->status, 200, 'a key makes one';
is $t->request('DELETE', "/v1/keys/$other->{id}", key => $key)->status, 200, 'the key is revoked';
is $t->get(path($of_other))->status, 404, 'and the address made by it';
$other = $t->post('/v1/keys', { name => 'outra' }, key => $key)->json;
$of_other = make({ name => 'da outra' }, $other->{key});
$t->lastro_ok('key', 'revoke', $other->{id});
is $t->get(path($of_other))->status, 404, 'by any credential of the account';

# ---- listed and revoked ----

my $list = $t->get('/v1/news/agenda/feeds', key => $key)->json;
is_deeply [map { $_->{name} } @{ $list->{data} }], [qw(telefone curto minha)], 'the account sees its own';
ok !(grep { exists $_->{url} } @{ $list->{data} }), 'without the addresses';
is_deeply $t->get('/v1/news/agenda/feeds', key => $eva->{user_key})->json->{data}, [], 'and no other account sees it';
is $t->request('DELETE', "/v1/news/agenda/feeds/" . $all->json->{id}, key => $eva->{user_key})->status, 404, 'or revokes it';
is $t->request('DELETE', "/v1/news/agenda/feeds/" . $all->json->{id}, key => $key)->status, 200, 'revoked';
is $t->get(path($all))->status, 404, 'it is not read';
is $t->request('DELETE', "/v1/news/agenda/feeds/" . $all->json->{id}, key => $key)->status, 404, 'once';
my %idempotent = (headers => { 'Idempotency-Key' => 'k1' }, key => $key);
my $first = $t->post('/v1/news/agenda/feeds', { name => 'de novo' }, %idempotent);
my $again = $t->post('/v1/news/agenda/feeds', { name => 'de novo' }, %idempotent);
ok $first->json->{url} && !$again->json->{url} && $again->json->{id} eq $first->json->{id}, 'a repeated request makes no other, and has no secret';
make({ name => "f$_" }) for 1 .. 17;
is make({ name => 'demais' })->json->{details}{code}, 'plan_limit_reached', 'there is a limit';
$t->request('DELETE', "/v1/portfolios/$p", key => $key);
is $t->get(path($mine))->status, 404, 'an address of a deleted portfolio shows nothing';
$t->lastro('account', 'disable', $ana->{id});
is $t->get(path($first))->status, 404, 'one of a closed account neither';
is((grep { /\Q$secret\E/ } Lastro::Test::slurp($t->{log})), 0, 'no secret is in the log');

done_testing();
