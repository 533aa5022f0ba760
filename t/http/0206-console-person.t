#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a person does in the console, in a real Chromium (console_person.mjs).  Needs what t/http/0190-pages.t needs.

use strict;
use warnings;
use utf8;

use Lastro::Browser;
use Lastro::Chromium;
use Lastro::Console qw(row);
use Lastro::Desk;
use Lastro::Market qw(closes rates);
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $chromium = Lastro::Chromium->new;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'MGLU3', '2026-11-19' => '5.00');
closes($t, us => 'VOO', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values ('b3', 'PETR4', 'D', 'dividend', '2026-12-12', '2026-12-20', 0.5, 'b3')});
my $office = Lastro::Office->new($t, 'Escritório ' . 'W' x 60);
my $adviser = $office->member('owner');
Lastro::Desk::objects($t);
my $desk = Lastro::Desk->new($t, 'Mesa');
$t->lastro_ok('member', 'add', '--org', $desk->{id}, '--account', $adviser->{email}, '--role', 'owner');
$t->start_pool;
my $base = $t->start_nginx(rate => 1000, burst => 1000, 'address-rate' => 1000, 'address-burst' => 1000, 'login-burst' => 1000);
$t->stop_pool;
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z');
$t->start_pool(env => \%env);
$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');

sub let_in {
	my ($email) = @_;
	my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', $email, '--json') =~ /"link":"\Q$base\E([^"]*)"/;
	my $b = Lastro::Browser->new($t, headers => { Origin => $base });

	$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
	$b->log_in($email, 'uma frase comprida');
	return $b;
}
my $b = let_in('ana@example.com');
let_in($adviser->{email});
my $csrf = $b->open('/v1/session')->json->{csrf_token};

sub make {
	my ($path, $body) = @_;
	my $r = $b->request('POST', $path, json => $body, headers => { 'X-CSRF-Token' => $csrf });

	die $r->body unless $r->status == 201;
	return $r->json;
}
my $id = make('/v1/portfolios', { name => 'Principal' })->{id};
make("/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '5000', '12.34'), row('PETR4', 'stock', 'buy', '2026-03-30', '37', '14.01'), row('PETR4', 'stock', 'sell', '2026-05-04', '2000', '15.50'),
	row('MGLU3', 'stock', 'buy', '2026-05-29', '1000', '9.60'), row('VOO', 'us', 'buy', '2026-01-08', '3', '600'), row('SEMP3', 'stock', 'sell', '2026-06-08', '5', '1'),
]);
my ($asset) = map { $_->{asset_id} } grep { $_->{symbol} eq 'PETR4' } @{ $b->open("/v1/portfolios/$id")->json->{holdings} };
my $client = $office->action('advisor.client.create', { name => 'W' x 60 }, as => $adviser)->json->{result}{id};
my $wallet = $office->action('advisor.client_portfolio.create', { client_id => $client, name => 'Principal' }, as => $adviser)->json->{result}{id};
$office->action('advisor.client_portfolio_transaction.add', { portfolio_id => $wallet, %{ row('PETR4', 'stock', 'buy', '2026-11-03', 10, 15) } }, as => $adviser);

my $list = $desk->done('credit.watchlist.create', { name => 'W' x 60 })->{id};
$desk->done('credit.watchlist_item.add', { watchlist_id => $list, object_id => $_ }) for qw(company:33000167000101 fund:11222333000181);
$desk->done('credit.alert_rule.set', { kind => 'leverage_above', watchlist_id => $list, threshold => 3.5 });
$desk->done('credit.note.create', { body => 'M' x 200 });
$desk->alert;
my $term = $desk->term;

my @paths = ((map { "/portfolios/$id/$_" } 'look-through', 'agenda', 'export', "explain?field=avg_price&symbol=PETR4", 'explain?field=patrimonio'),
	'/notices', '/notices/new?kind=price_reached', '/tax?year=2026', '/tax/month?month=2026-05', '/tax/declaration?year=2026', '/tax/missing?year=2026', '/tax/inputs?year=2026', '/tax/input?about=carry', '/tax/explain?year=2026&field=months.due&month=2026-05',
	"/portfolios/$id/tax?year=2026", '/offices');
my $at = "/offices/$office->{id}";
my @office = ($at, (map { "$at/$_" } 'clients', "clients/$client", "portfolios/$wallet", 'families', 'members', 'invitations', 'audit', 'actions/advisor.client.create',
	"actions/advisor.client_portfolio.import?portfolio_id=$wallet", "actions/advisor.client_portfolio_transaction.add?portfolio_id=$wallet"),
	map { "/desks/$desk->{id}$_" } '', '/watchlists', "/watchlists/$list", '/issuers/company:33000167000101', '/terms', "/terms/$term", '/notes', '/documents', '/rules', '/members', '/audit', '/actions/credit.alert_rule.set');

my %given = (BASE => $base, EMAIL => 'ana@example.com', ADVISER => $adviser->{email}, PASSWORD => 'uma frase comprida', PATHS => "@paths", OFFICE_PATHS => "@office",
	PORTFOLIO => $id, ASSET => $asset, OFFICE => $office->{id}, WALLET => $wallet);
my ($asked) = $chromium->run('console_person.mjs', %given);
is $asked, 9 * (@paths + @office) + @paths + 46, 'all of it was done';

done_testing;
