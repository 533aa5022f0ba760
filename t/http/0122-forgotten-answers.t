#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The answer stored for an Idempotency-Key is deleted with the data that it contains, however the data is deleted; and
# the request is not executed again.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $office = Lastro::Office->new($t, 'Casa');
my ($owner, $bia) = map { $office->member('owner', name => $_) } qw(Olga Bia);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

my $n = 0;
sub once { return (headers => { 'Idempotency-Key' => $_[0] // 'k' . ++$n }) }
sub post { my ($path, $body, $k) = @_; return $t->post($path, $body, key => $owner->{user_key}, once($k)) }
sub made { my $r = post(@_); is $r->status, 201, "$_[0]" or diag $r->body; return $r->json->{id} }
sub gone { my $r = $t->request('DELETE', $_[0], key => $owner->{user_key}); is $r->status, 200, "DELETE $_[0]" or diag $r->body }
sub code { my ($r) = @_; return join ' ', $r->status, $r->code // (), $r->header('idempotency-replayed') ? 'replayed' : () }

# kept() - the number of stored answers that contain this text.
sub kept { my ($what) = @_; return $t->sql("select count(*) from idempotency where position(convert_to('$what', 'UTF8') in body) > 0 or location like '%$what%'") }

# ---- the wallet: rows, and a portfolio with all its answers ----

my $portfolio = made('/v1/portfolios', { name => 'Segredo da Ana' }, 'carteira');
my %row = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', quantity => 10, price => '30.00', trade_date => '2026-01-05', note => 'Anotação secreta');
my %paid = (symbol => 'PETR4', asset_type => 'stock', kind => 'dividend', amount => '12.34', paid_on => '2026-02-05');
my $asset = made("/v1/portfolios/$portfolio/assets", { symbol => 'VALE3', asset_type => 'stock' }, 'ativo');
my $trade = made("/v1/portfolios/$portfolio/transactions", \%row, 'linha');
is kept($trade), 1, 'the answer of a trade is stored';
is code(post("/v1/portfolios/$portfolio/transactions", \%row, 'linha')), '201 replayed', 'and answered again';
my $other = made("/v1/portfolios/$portfolio/transactions", { %row, trade_date => '2026-01-06' }, 'outra');
gone("/v1/portfolios/$portfolio/transactions/$trade");
is kept($trade), 0, 'deleting a trade deletes its stored answer';
is kept($other), 1, 'and no other';
is code(post("/v1/portfolios/$portfolio/transactions", \%row, 'linha')), '410 idempotency_answer_gone', 'the same request is answered that it was done';
is $t->sql("select count(*) from ledger where portfolio_id = '$portfolio'"), 1, 'and is not done again';
is code(post("/v1/portfolios/$portfolio/transactions", { %row, quantity => 11 }, 'linha')), '422 idempotency_key_reused', 'another one with its key is refused too';
gone("/v1/portfolios/$portfolio/assets/$asset");
is kept($asset), 0, 'so does deleting an asset';
gone("/v1/portfolios/$portfolio");
is kept('Segredo da Ana'), 0, 'deleting a portfolio deletes its own answer';
is kept($portfolio) + kept($other), 0, 'and those of its rows';
is code(post('/v1/portfolios', { name => 'Segredo da Ana' }, 'carteira')), '410 idempotency_answer_gone', 'it is not made again';
is code(post("/v1/portfolios/$portfolio/transactions", { %row, trade_date => '2026-01-06' }, 'outra')), '404 portfolio_not_found', 'and no stored answer contains its data';
is $t->sql('select count(*) from portfolio'), 0, 'there is none';

my $shared = made('/v1/portfolios', { name => 'Planilha' });
my $csv = "ticker,operacao,data,quantidade,preco\nBBAS3,compra,2026-02-02,30,25.50\n";
my $r = $t->upload("/v1/portfolios/$shared/imports", 'a.csv', $csv, key => $owner->{user_key}, once('planilha'));
is $r->status, 201, 'an import' or diag $r->body;
my $import = $r->json->{import_id};
is kept($import), 1, 'is kept';
gone("/v1/portfolios/$shared/imports/$import");
is kept($import), 0, 'until it is undone';

# ---- keys and secret addresses ----

my $key = made('/v1/keys', { name => 'Celular secreto' });
is kept('Celular secreto'), 1, 'a key, without its secret';
gone("/v1/keys/$key");
is kept('Celular secreto'), 0, 'until it is revoked';
my $feed = made('/v1/news/agenda/feeds', { name => 'Endereço secreto' });
gone("/v1/news/agenda/feeds/$feed");
is kept('Endereço secreto'), 0, 'so does revoking a secret address';

# ---- the office: a client with all its answers ----

sub act { my ($id, $input, %o) = @_; my $r = $office->action($id, $input, as => $owner, once($o{once}), $id =~ /delete/ ? (confirmed => JSON::PP::true()) : ()); is $r->status, 200, $id or diag $r->body; return $r->json->{result}{id} }
my $client = act('advisor.client.create', { name => 'Carlos Sigiloso', tax_id => '529.982.247-25' }, once => 'cliente');
my $of_client = act('advisor.client_portfolio.create', { client_id => $client, name => 'Dele' }, once => 'dele');
my $row = act('advisor.client_portfolio_transaction.add', { portfolio_id => $of_client, symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-02',
	quantity => 100, price => '36.50' }, once => 'dela');
act('advisor.client.update', { client_id => $client, phone => '11 5555-0100' }, once => 'telefone');
my $keeps = act('advisor.client.create', { name => 'Davi' }, once => 'davi');
is kept('Carlos Sigiloso'), 2, 'the fact that it was done is stored';
act('advisor.client.delete', { client_id => $client });
is kept('Carlos Sigiloso') + kept('52998224725') + kept('5555-0100') + kept($of_client) + kept($row), 0, 'deleting a client deletes all of its answers, also of his portfolios\' rows';
is kept($keeps), 1, 'and other persons\' answers stay';
is code($office->action('advisor.client.create', { name => 'Carlos Sigiloso', tax_id => '529.982.247-25' }, as => $owner, once('cliente'))), '410 idempotency_answer_gone',
	'the request that made him does not make him again';
is $t->sql("select count(*) from client where name like 'Carlos%'"), 0, 'he is not there';
$of_client = act('advisor.client_portfolio.create', { client_id => $keeps, name => 'Outra' }, once => 'x1');
my $batch = $office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $of_client, transactions => [map { { symbol => 'PETR4', asset_type => 'stock', kind => 'buy',
	trade_date => "2026-03-0$_", quantity => 1, price => '36.50' } } 3 .. 5] }, as => $owner, once());
my @rows = @{ $batch->json->{result}{data} // [] };
is scalar @rows, 3, 'several rows at once' or diag $batch->body;
act('advisor.client_portfolio_transaction.delete', { portfolio_id => $of_client, transaction_id => $rows[1]{id} });
is kept($rows[0]{id}), 0, 'an answer about several rows is deleted with any of them';
act('advisor.client_portfolio.delete', { portfolio_id => $of_client }, once => 'x2');
is code($office->action('advisor.client_portfolio.create', { client_id => $keeps, name => 'Outra' }, as => $owner, once('x1'))), '410 idempotency_answer_gone', 'a portfolio of a client';
is code($office->action('advisor.client_portfolio.delete', { portfolio_id => $of_client }, as => $owner, confirmed => JSON::PP::true(), once('x2'))), '200 replayed', 'the answer of its deletion is repeated';
my $previewed = $office->preview('advisor.client.delete', { client_id => $keeps }, as => $owner, confirmed => JSON::PP::true());
is $previewed->status, 200, 'a previewed deletion';
is kept('Davi'), 1, 'takes nothing';

# ---- persons, organizations, workspaces ----

is $office->action('advisor.client_assignment.set', { client_id => $keeps, member_ids => [$bia->{id}] }, as => $owner, once('designa'))->status, 200, 'a person is named';
cmp_ok kept($bia->{id}), '>', 0, 'in a stored answer';
$t->lastro_ok('member', 'remove', '--org', $office->{id}, '--account', $bia->{email});
is kept($bia->{id}), 0, 'until the person leaves';
made('/v1/portfolios', { name => 'Minha' });
sub total { return $t->sql('select count(*) from idempotency') }
my $all = total();
is $t->sql("select count(*) from idempotency i where not exists (select from workspace w where w.id = i.space)"), 0, 'each answer has its workspace';
$t->sql("delete from organization where id = '$office->{id}'");
is $t->sql("select count(*) from idempotency where space = '$office->{workspace}'"), 0, 'deleting an organization deletes its workspace\'s answers';
cmp_ok total(), '<', $all, 'which were some';
cmp_ok total(), '>', 0, 'and those of others stay';
$t->sql("delete from portfolio_directory; delete from account where id = '$owner->{account}'");
is total(), 0, 'deleting an account deletes all of its answers';

done_testing;
