#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Deleting by a form of a page also deletes the stored answers that contain the data, as deleting by the API does.

use strict;
use warnings;
use utf8;

use Lastro::Browser;
use Lastro::Tenants;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $base = 'https://carteira.example';
my %env = (LASTRO_BASE_URL => $base, LASTRO_NOW => '2026-11-20T15:00:00Z');
my $email = 'ana@example.com';
$t->start_pool(workers => 1, env => \%env);
$t->lastro_ok('account', 'create', '--email', $email, '--name', 'Ana', '--plan', 'personal');
my ($link) = $t->lastro_ok({ env => \%env }, 'account', 'invite', $email, '--json') =~ /"link":"\Q$base\E([^"]*)"/;
my $b = Lastro::Browser->new($t, headers => { Origin => $base });
$b->submit($b->open($link), password => 'uma frase comprida', again => 'uma frase comprida');
$b->log_in($email, 'uma frase comprida');
my $key = Lastro::Tenants::key($t, { id => $t->sql("select id from account where email = '$email'") =~ s/\s//gr });

my $n = 0;
sub once { return (key => $key, headers => { 'Idempotency-Key' => 'k' . ++$n }) }
sub made { my ($path, $body) = @_; my $r = $t->post($path, $body, once()); is $r->status, 201, $path or diag $r->body; return $r->json->{id} }
# kept() - the number of stored answers that contain this; the answer of its deletion stays.
sub kept { my ($what) = @_; return 0 + $t->sql(qq{select count(*) from idempotency where position(convert_to('$what', 'UTF8') in body) > 0 and position('deleted":true' in convert_from(body, 'UTF8')) = 0}) }
# press() - submits the page's form with this target, unchanged.
sub press {
	my ($page, $action, %fields) = @_;
	my $r = $b->submit($b->open($page), { which => $action }, %fields);

	is $r->status, 303, "$page: the form is sent" or diag $r->body =~ s/.*<main/<main/sr;
}

# delete_form() - submits the last form, on the page that previews the deletion.
sub delete_form {
	my ($row, $in) = @_;
	my $page = $b->open("/portfolios/$in/transactions/$row");
	my ($csrf) = $page->body =~ /name="csrf" value="([^"]*)"/;

	return Lastro::Browser::form($b->arrive($b->post_form("/portfolios/$in/transactions/$row/preview", { csrf => $csrf, do => 'delete' })), qr{/delete$});
}

my $portfolio = made('/v1/portfolios', { name => 'Principal' });
my %row = (symbol => 'PETR4', asset_type => 'stock', kind => 'buy', quantity => 10, price => '30.00', trade_date => '2026-01-05');
my $trade = made("/v1/portfolios/$portfolio/transactions", \%row);
my $other = made("/v1/portfolios/$portfolio/transactions", { %row, trade_date => '2026-01-06' });
is kept($trade), 1, 'a trade is stored';
my ($to, $fields) = delete_form($trade, $portfolio);
is $b->post_form($to, $fields)->status, 303, 'deleted by a form';
is $b->post_form($to, $fields)->status, 303, 'which is sent twice';
is kept($trade), 0, 'until a form deletes it';
is kept($other), 1, 'and no other';
is $t->sql("select count(*) from ledger where id = '$trade'"), 0, 'it is not there';

# A program deletes rows written by a form: submitting the form again reports it.
($to, $fields) = Lastro::Browser::form($b->open('/portfolios/new'), qr{^/portfolios$});
my $there = $b->post_form($to, { %$fields, name => 'Outra' })->header('location');
is $t->request('DELETE', "/v1$there", key => $key)->status, 200, 'a program deletes rows written by a form';
my $again = $b->post_form($to, { %$fields, name => 'Outra' });
is $again->status, 410, 'the form, submitted again, reports it' or diag $again->body =~ s/.*<main/<main/sr;
is $t->sql("select count(*) from portfolio"), 1, 'and makes nothing';

my $r = $t->upload("/v1/portfolios/$portfolio/imports", 'a.csv', "ticker,operacao,data,quantidade,preco\nBBAS3,compra,2026-02-02,30,25.50\n", once());
is $r->status, 201, 'an import' or diag $r->body;
my $import = $r->json->{import_id};
is kept($import), 1, 'is kept';
press("/portfolios/$portfolio/imports/$import", qr{/undo$});
is kept($import), 0, 'until a form undoes it';

my $feed = made('/v1/news/agenda/feeds', { name => 'Celular' });
press("/portfolios/$portfolio/agenda", qr{/feeds/$feed/revoke$});
is kept($feed), 0, 'so does revoking a secret address';

my $second = made('/v1/keys', { name => 'Celular' });
press('/keys', qr{/keys/$second/revoke$});
is kept($second), 0, 'and a key';

press("/portfolios/$portfolio/delete", qr{/delete$}, sure => 'on');
is kept($portfolio), 0, 'deleting a portfolio deletes all answers about it';
is kept('Principal') + kept($other), 0, 'its rows too';

done_testing;
