#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person's own portfolios as tools of an assistant: read, and by nobody else.

use strict;
use warnings;

use JSON::PP ();
use Lastro::OpenApi;
use Lastro::Tenants qw(account key);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $platform = key($t, $ana, kind => 'platform');
my $market = key($t, $ana, scopes => ['market:read']);

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my %id;
for my $name ('Principal', 'Reserva') {
	$id{$name} = $t->post('/v1/portfolios', { name => $name }, key => $ana->{user_key})->json->{id};
}
$t->post("/v1/portfolios/$id{Principal}/transactions", [map { { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => $_, quantity => 10, price => 30 } }
	'2026-01-05', '2026-02-05', '2026-03-05'], key => $ana->{user_key});

sub tool {
	my ($name, $arguments, $key) = @_;
	my $r = $t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => $name, arguments => $arguments } },
		key => $key // $ana->{user_key});

	return JSON::PP->new->utf8->decode($r->body)->{result};
}

sub told { my $r = tool(@_); return $r->{isError} ? JSON::PP->new->decode($r->{content}[0]{text})->{details}{code} : 'done' }
sub run { my ($id, %more) = @_; return tool('execute_function', { function => $id, %more })->{structuredContent} }

is_deeply [map { $_->{id} } @{ tool('list_functions', {})->{structuredContent}{data} }],
	[map { "wallet.$_" } qw(portfolios.list portfolio.get portfolio.history portfolio.ledger)], 'what can be read';
is_deeply tool('list_actions', {})->{structuredContent}{data}, [], 'and nothing to change';
my $list = run('wallet.portfolios.list')->{data};
is_deeply [map { [@$_{qw(name access)}] } @$list], [['Principal', 'control'], ['Reserva', 'control']], 'one\'s own portfolios';
my %of = (subject => { entity_id => $id{Principal} });
my $detail = run('wallet.portfolio.get', %of)->{data};
is_deeply [$detail->{id}, $detail->{holdings}[0]{symbol}], [$id{Principal}, 'PETR4'], 'the detail of one';
is run('wallet.portfolio.get', %of, at => '2026-01-31')->{data}{holdings}[0]{qty}, 10, 'as of a day';
my $history = run('wallet.portfolio.history', %of, input => { limit => 2 });
is $history->{meta}{count}, 2, 'its months, in pages';
my $page = run('wallet.portfolio.ledger', %of, input => { limit => 2 });
is_deeply [map { $_->{trade_date} } @{ $page->{data} }], ['2026-01-05', '2026-02-05'], 'its ledger';
is_deeply [map { $_->{trade_date} } @{ run('wallet.portfolio.ledger', %of, input => { limit => 2, cursor => $page->{meta}{next_cursor} })->{data} }],
	['2026-03-05'], 'page by page';

# Every answer is what its spec says.
for my $f (['wallet.portfolios.list'], ['wallet.portfolio.get', %of, input => { include => [qw(closed monthly transactions)] }],
	['wallet.portfolio.history', %of], ['wallet.portfolio.ledger', %of]) {
	my ($name, @arguments) = @$f;
	my $spec = tool('get_function', { function => $name })->{structuredContent};
	my $answer = JSON::PP->new->utf8->canonical->encode(run($name, @arguments)->{data});

	is_deeply [Lastro::OpenApi->of_schema($spec->{output_schema})->check($spec->{output_schema}, Lastro::OpenApi::decode($answer), '')], [], "$name: as its schema says";
}

is told('execute_function', { function => 'wallet.portfolio.get', %of }, $bia->{user_key}), 'subject_not_found', 'nobody reads another\'s';
is told('execute_function', { function => 'wallet.portfolio.get', subject => { entity_id => 'x' } }), 'subject_not_found', 'an id of nothing';
is told('execute_function', { function => 'wallet.portfolio.get' }), 'subject_required', 'none';
is told('execute_function', { function => 'wallet.portfolios.list' }, $platform), 'scope_missing', 'a platform is no person';
is told('execute_function', { function => 'wallet.portfolios.list' }, $market), 'scope_missing', 'a scope that lacks';
is told('get_action', { action => 'wallet.nothing' }), 'action_not_found', 'an Action that is not there';

done_testing;
