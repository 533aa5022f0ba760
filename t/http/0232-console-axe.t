#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Every page of a person in a real Chromium (console_axe.mjs): the links of the demonstration, one page of each address; and what is refused;
# and of an adviser with a second factor the account, and the targets and plans of clients.  Needs what t/http/0190-pages.t needs.

use strict;
use warnings;
use utf8;
use JSON::PP qw(encode_json);
use Lastro::Chromium;
use Lastro::Console;
use Lastro::Demo qw(demonstration);
use Lastro::Everywhere;
use Lastro::RawWords qw(raw_words);
use Lastro::Test;
use Lastro::Totp qw(totp);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $chromium = Lastro::Chromium->new;
my $begun = time;
my ($t, %demo) = demonstration();
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z', nginx => 1);
my ($b) = $c->enter('demo@lastro.example');
my $planned = Lastro::Everywhere::planned($c);
$t->post('/v1/mcp/wallet', { jsonrpc => '2.0', id => 1, method => 'tools/call', params => { name => 'execute_action', arguments => { action => 'wallet.portfolio_asset.add', subject => { entity_id => $demo{PORTFOLIO_ID} },
	input => { symbol => 'NADA3', asset_type => 'stock' } } } }, key => $demo{USER_KEY});
my $page = Lastro::Everywhere::walked($b, ['/', '/portfolios', '/portfolios/new', '/launch', '/income', '/plan', @$planned, '/keys', '/grants', '/password', '/notices', '/tax?year=2026'],
	without => qr{^/(?:offices|desks|docs|problems)});
# One page of each address, whatever it is asked for.
my %kind;
$kind{ Lastro::Everywhere::alike($_) =~ s/\?.*//sr } //= $_ for sort { length $a <=> length $b || $a cmp $b } keys %$page;

my ($adviser) = $c->enter('beatriz@farol.example');
my $begun_factor = $adviser->submit($adviser->open('/account/second-factor'), { which => qr{second-factor$} }, password => 'uma frase comprida');
my ($secret) = $begun_factor->body =~ /data-copy[^>]*>([A-Z2-7]+)</ or die 'no secret';
my ($code) = $adviser->submit($begun_factor, { which => qr{/confirm$} }, code => totp($secret, 1795186800))->body =~ /\b([A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})\b/;
my $office = "/offices/$demo{ADVISOR_ORG}";
my ($theirs) = $t->sql('select p.id from portfolio p join ledger l on l.portfolio_id = p.id where p.client_id is not null and not p.exclude_from_consolidated group by 1 order by count(*) desc, 1 limit 1');
is $t->post('/v1/advisor/actions/advisor.client_targets.set/execute', { input => { org => $demo{ADVISOR_ORG}, portfolio_id => $theirs,
	targets => { slices => [{ name => 'Ações', pct => 60, types => ['stock'] }, { name => 'O resto, com um nome comprido', pct => 40, types => [qw(fii us)] }] } } }, key => $demo{ADVISOR_KEY})->status, 200, 'a client has targets';
my ($set) = map { Lastro::Browser::unescape($_) } $adviser->open("$office/portfolios/$theirs/plan")->body =~ m{href="([^"]*client_targets\.set[^"]*)"};
my @office = ('/account', '/shown', '/account/deletion', '/account/second-factor', "$office/targets", "$office/plans", "$office/plans?contribution=1000", "$office/portfolios/$theirs", (map { "$office/portfolios/$theirs/plan$_" } '', '?contribution=50000'), $set);
# A link that shows a portfolio, without a way of its own out of it.
my $theirs_to_see = $b->submit($b->open("/portfolios/$demo{PORTFOLIO_ID}/readers"), { which => qr{/readers$} }, email => 'beatriz@farol.example');
is $theirs_to_see->status, 200, 'an adviser is invited to read a portfolio';
my ($shown) = $b->submit($b->open("/portfolios/$demo{PORTFOLIO_ID}/links"), { which => qr{/links$} }, shows => 'amounts')->body =~ m{(/shared\?token=\w+)<} or die 'no link';
push @office, $shown;
is $adviser->open($_)->status, 200, $_ for @office;

# What is refused, as a page.
my ($own) = $t->sql("select p.id from portfolio p join account a on a.id = p.controller_id where a.email = 'demo\@lastro.example' and not p.exclude_from_consolidated order by p.created_at limit 1");
my ($other) = $c->person('leo@example.com');
my $public = $c->write(POST => '/v1/portfolios', { name => 'Aberta', visibility => 'public' }, $other)->{id};
my @refused = (['/nada', 404], ["/portfolios/$own/explain?field=history.equity&month=2019-01", 404], ["/portfolios/$own/holdings/nada", 404], ['/portfolios?x=1', 400],
	["/portfolios/$own/transactions?cursor=x", 400], ["/portfolios/$public/transactions", 403], ['BARE /portfolios/new', 405], ['BARE /plan/targets', 403], ['STALE /plan/targets', 409]);

my $words = raw_words();
utf8::encode($words);
my ($asked, $plan) = $chromium->run('console_axe.mjs', BASE => $c->base, PASSWORD => 'uma frase comprida', WORDS => $words, PEOPLE => encode_json([
	{ email => 'demo@lastro.example', paths => [sort values %kind], refused => \@refused }, { email => 'beatriz@farol.example', code => $code, paths => \@office, refused => [] }]));
is $asked, keys(%kind) + @office + @refused, 'all pages were walked through';
is $asked, $plan, 'to the end';
cmp_ok $asked, '>', 40, 'and they are many';
note sprintf '%d s', time - $begun;

done_testing;
