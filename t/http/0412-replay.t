#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The answer stored for an Idempotency-Key is shown with today's access, not with that of its creation.

use strict;
use warnings;
use utf8;
use Lastro::Staff;
use Lastro::Tenants qw(account organization);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $o = Lastro::Staff->new($t, 'Escritório');
my ($ana, $bia) = map { account($t) } 1 .. 2;
my $org = organization($t, $ana, $bia)->{id};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub code { my ($r) = @_; return join ' ', $r->status, $r->code // (), $r->header('idempotency-replayed') ? 'replayed' : () }

# ---- the office: a client is unassigned from its advisor ----

my $client = $o->done('advisor.client.create', { name => 'Cliente' })->{id};
sub assign { $o->done('advisor.client_assignment.set', { client_id => $client, member_ids => [map { $o->{member}{$_} } @_] }) }
assign('advisor');
my $portfolio = $o->done('advisor.client_portfolio.create', { client_id => $client, name => 'Carteira' })->{id};
my %row = (portfolio_id => $portfolio, symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02', quantity => 100, price => '36.50');
my @actions = (['advisor.client.update', { client_id => $client, phone => '11 5555-0100' }], ['advisor.client_portfolio_transaction.add', \%row],
	['advisor.client_portfolio.create', { client_id => $client, name => 'Outra' }]);
sub again { my ($n, %how) = @_; my ($id, $input) = @{ $actions[$n] }; return $o->action($id, $input, as => 'advisor', headers => { 'Idempotency-Key' => "a$n" }, %how) }

is code(again($_)), '200', "$actions[$_][0]: done" for 0 .. $#actions;
is code(again($_)), '200 replayed', 'and answered again' for 0 .. $#actions;
assign();
is code(again($_)), '404 subject_not_found', "$actions[$_][0]: not to a former advisor of the client" for 0 .. $#actions;
is $t->sql("select count(*) from audit where outcome = 'subject_not_found'"), scalar @actions, 'which the trail tells';
assign('advisor');
is code(again($_)), '200 replayed', 'and to the advisor who has it back' for 0 .. $#actions;
$t->sql("update office_member set role = 'assistant' where id = '$o->{member}{advisor}'");
is code(again($_)), '403 scope_missing', 'a role that no longer reaches it' for 0 .. $#actions;
$t->sql("update office_member set role = 'advisor' where id = '$o->{member}{advisor}'");
my %delete = (headers => { 'Idempotency-Key' => 'gone' }, as => 'advisor', confirmed => 1);
is code($o->action('advisor.client_portfolio.delete', { portfolio_id => $portfolio }, %delete)), '200', 'a portfolio is deleted';
is code($o->action('advisor.client_portfolio.delete', { portfolio_id => $portfolio }, %delete)), '200 replayed', 'and a deleted one is reported as gone';

# ---- the wallet: a portfolio that is no longer shared ----

my %there = (workspace => $org);
my $id = $t->post('/v1/portfolios', { name => 'Da casa' }, key => $ana->{user_key}, %there)->json->{id};
sub share { my $r = $t->put("/v1/portfolios/$id/audience", $_[0], key => $ana->{user_key}, %there); $r->status == 200 or die $r->body }
sub members { return { audience => 'members', members => [{ account_id => $bia->{id}, access => $_[0] }] } }
sub add { my ($key) = @_; return $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05',
	quantity => 10, price => 30 }, key => $key // $bia->{user_key}, %there, headers => { 'Idempotency-Key' => 'linha' }) }
share(members('edit'));
is code(add()), '201', 'an editor writes';
is code(add()), '201 replayed', 'and is answered again';
share(members('read'));
is code(add()), '403 wallet_resource_forbidden', 'not once she only reads';
share({ audience => 'private' });
is code(add()), '404 portfolio_not_found', 'she no longer sees it';
is code(add($ana->{platform_key})), '404 portfolio_not_found', 'a platform does not see private ones';
share({ audience => 'workspace' });
is code(add($ana->{platform_key})), '201', 'it writes shared ones';
is code(add($ana->{platform_key})), '201 replayed', 'and is answered again';
$t->sql("update portfolio set controller_id = '$bia->{id}' where id = '$id'");
is code(add($ana->{platform_key})), '403 wallet_resource_forbidden', 'while its account may';
$t->sql("update workspace set wallet = 'suspended' where organization_id = '$org'");
is code(add()), '403 wallet_suspended', 'a suspended wallet reveals nothing of its rows';
$t->sql("delete from organization_member where account_id = '$bia->{id}'");
is code(add()), '404 workspace_not_found', 'an organization reveals nothing to a former member';

done_testing;
