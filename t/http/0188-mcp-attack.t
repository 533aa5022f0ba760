#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What attacks on the tools of an assistant, and on a page's undo, tried.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Browser;
use Lastro::Console qw(row);
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $key = key($t, { id => $t->sql("select id from account where email = 'ana\@example.com'") });
my ($p, $q) = map { $c->write(POST => '/v1/portfolios', { name => $_ })->{id} } 'P', 'Q';
for my $of ($p, $q) { $c->write(POST => "/v1/portfolios/$of/transactions", [map { row($_, 'stock', 'buy', '2026-01-05', 1, 10) } qw(ABEV3 PETR4 VALE3)]) }

sub tool {
	my ($name, $of, %a) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => { subject => { entity_id => $of }, %a } } },
		key => $key, headers => { Host => 'carteira.example' });
	return $r && JSON::PP->new->utf8->decode($r->body)->{result};
}

tool('execute_action', $p, action => 'wallet.portfolio_income.add', input => { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-02-05', amount => 10, note => 'SEGREDO' });
is $t->sql("select count(*) from audit a where a::text like '%SEGREDO%'"), 0, 'no note in the trail';

my $next = tool('execute_function', $p, function => 'wallet.portfolio.assets', input => { limit => 2 })->{structuredContent}{meta}{next_cursor};
is tool('execute_function', $q, function => 'wallet.portfolio.assets', input => { limit => 2, cursor => $next })->{isError}, JSON::PP::true, "a page of another portfolio's list";

my $wide = tool('preview_action', $p, action => 'wallet.portfolio_asset.add', input => { symbol => 'CDB', asset_type => 'renda_fixa', meta => { map { ("k$_" => 1) } 1 .. 20_000 } });
is_deeply [map { "$_->{pointer} $_->{rule}" } @{ JSON::PP->new->decode($wide->{content}[0]{text})->{details}{errors} }], ['/input/meta max_length'], 'wide metadata is refused as such';

# A page of one list is none of another operation's.
my $ledger = tool('execute_function', $p, function => 'wallet.portfolio.get', input => { limit => 1 })->{structuredContent}{meta}{next_cursor};
is tool('execute_function', $p, function => 'wallet.portfolio.issues', input => { limit => 1, cursor => $ledger })->{isError}, JSON::PP::true, "a page of another list";

# A key that writes and does not read may write what HTTP lets it.
my $writes = key($t, { id => $t->sql("select id from account where email = 'ana\@example.com'") }, scopes => ['account:write']);
{
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { subject => { entity_id => $p }, action => 'wallet.portfolio_income.add',
		input => { symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', pay_date => '2026-02-06', amount => 10 } } } }, key => $writes, headers => { Host => 'carteira.example' });
	ok !JSON::PP->new->utf8->decode($r->body)->{result}{isError}, 'a key that only writes';
}

my ($reading, $fields) = Lastro::Browser::form($b->open("/portfolios/$p/imports"), qr{reading});
my $undo = { said => 'x', back => '/', base => '/portfolio', requests => [{ base => '/portfolios/00000000-0000-0000-0000-000000000000', method => 'DELETE', what => 'transactions/01a00000-0000-7000-8000-000000000999' }] };
my ($held) = $b->post_parts($reading, { %$fields, file => ['x.csv', JSON::PP->new->encode($undo)] })->header('location') =~ /([0-9a-f-]{36})$/;
my $r = eval { $b->post_form('/portfolio/mend/undo', { csrf => $fields->{csrf}, undo => $held, once => "undo-$held" }) };
is $r && $r->status, 410, 'a file is no undo of anything';

$t->finish;
done_testing;
