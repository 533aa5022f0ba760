#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# No word of the interface reaches a person: pages of the demonstration, one of each kind, and what each of their forms answers to
# empty and to wrong values.  0232 does the same in a real browser.

use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Lastro::Console;
use Lastro::Demo qw(demonstration);
use Lastro::Everywhere;
use Lastro::RawWords qw(raw_in raw_words);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my ($t) = demonstration();
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->enter('demo@lastro.example');
my $planned = Lastro::Everywhere::planned($c);
my $words = raw_words();
$words = qr/$words/;

# ---- the list itself ----

is_deeply [raw_in('<p title="avg_price">De renda_fixa: PATCH, regra 20.5, wallet.portfolio.get, ledger_out_of_range e getPortfolio.</p>', $words)],
	[qw(renda_fixa PATCH 20.5 wallet.portfolio.get ledger_out_of_range getPortfolio avg_price)], 'words of the interface are seen';
is_deeply [raw_in('<p class="avg_price">Comprou 1.234,50 em 20/11/2026, 2,5% do CDI; 1.234 cotas, R$ 20,50. Em stocks_2026.csv.</p>', $words)], [], 'numbers, and names that are longer, are not';

# ---- pages ----

my $left_out = qr{^/(?:offices|desks|keys|docs|problems)};
my $page = Lastro::Everywhere::walked($b, ['/', '/portfolios', '/portfolios/new', '/launch', '/income', '/plan', @$planned, '/grants', '/password', '/notices', '/tax?year=2026', '/tax?year=2025'], without => $left_out);
cmp_ok scalar keys %$page, '>', 45, 'pages of so many kinds';
for my $path (sort keys %$page) {
	my %seen = map { $_ => 1 } raw_in(decode('UTF-8', $page->{$path}->body), $words);

	is join(', ', sort keys %seen), '', Lastro::Everywhere::alike($path);
	is scalar(grep { (() = /<option value="">/g) > 1 } $page->{$path}->body =~ m{<select.*?</select>}gs), 0, '… and no choice has two empty entries';
}

# ---- refusals ----

# refused() - one that a page gives: its status, and no word of the interface.
sub refused {
	my ($r, $status, $name) = @_;
	my %seen = map { $_ => 1 } raw_in(decode('UTF-8', $r->body), $words);

	is $r->status, $status, $name;
	is join(', ', sort keys %seen), '', '… in words';
	return;
}
{
	my ($id) = map { $_->{id} } @{ $c->json('/v1/portfolios')->{data} };
	my $form = $b->open('/plan/targets');
	my $guest = Lastro::Browser->new($t, headers => { Origin => $c->base });
	my $login = $guest->open('/login');

	refused($b->open("/portfolios/$id$_"), 404, $_) for '/explain?field=history.equity&month=2019-01', '/holdings/nada', '/transactions/nada', '/imports/nada';
	refused($b->open("/portfolios/$id$_"), 400, $_) for '?sort=avg_price', '/transactions?cursor=x', '/explain?field=nada', '/moved?month=x', '/tax/month';
	refused($b->submit($form, csrf => 'x'), 403, 'another token');
	refused($b->submit($form, version => 999), 409, 'another version of the targets');
	my $r = $guest->submit($login, email => 'demo@lastro.example', password => 'uma errada');
	for (1 .. 40) { last if $r->status == 429; $r = $guest->submit($login, email => 'demo@lastro.example', password => 'uma errada') }
	refused($r, 429, 'a password that is tried too often');
	like decode('UTF-8', $r->body), qr{Espere \d+ minutos? e tente de novo}, '… with the time to wait';
}

# ---- messages ----

my $forms = Lastro::Everywhere->forms($page);
my $answered = 0;
for my $kind (sort keys %$forms) {
	my $form = $forms->{$kind};

	next if $form->{ends} || $form->{action} =~ $left_out || !@{ $form->{fields} };
	for my $text ('', 'x_y z', '-1,5,5') {
		my $at = $b->open($form->{at});
		my ($action, $values) = eval { Lastro::Browser::form($at, qr{^\Q$form->{action}\E$}) } or next;
		my $r = $b->submit($at, { which => qr{^\Q$action\E$} }, %$values, map { $_ => $text } @{ $form->{fields} });
		next unless ($r->header('content-type') // '') =~ m{^text/html};
		my %seen = map { $_ => 1 } raw_in(decode('UTF-8', $r->body), $words);

		delete $seen{x_y};
		is join(', ', sort keys %seen), '', "$kind: \"$text\" in every field";
		$answered++;
	}
}
cmp_ok $answered, '>', 15, 'forms that answer with a page';

done_testing;
