#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: the agenda of a portfolio's papers, the address of its calendar, and exported files.  Today is
# Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Encode ();
use Lastro::Console qw(between figures row same told_text);
use Lastro::Market qw(closes);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-11-19' => '16.50');
$t->sql(q{insert into distribution (venue, symbol, label, kind, ex_day, pay_day, gross, source) values
	('b3', 'PETR4', 'D', 'dividend', '2026-12-12', '2026-12-20', 0.51234, 'b3'), ('b3', 'VALE3', 'D', 'dividend', '2026-12-14', null, 1, 'b3')});
$t->sql(q{insert into macro_event (event_key, day, what, why, tag, source, cancelled)
	values ('copom', '2026-12-09', 'Copom <b>decide</b>', 'juros', 'juros', 'teste', false)}) if $t->sql(q(select count(*) from information_schema.columns where table_name = 'macro_event' and column_name = 'source')) > 0;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
# A sale of 21,000 with a gain in October: a DARF due in November.
$c->write(POST => "/v1/portfolios/$id/transactions", [row('PETR4', 'stock', 'buy', '2026-01-08', '3000', '10'), row('PETR4', 'stock', 'sell', '2026-10-08', '2000', '15')]);
my $at = "/portfolios/$id";

{
	my $html = $c->page("$at/agenda");
	my $j = $c->json("/v1/news/agenda?days=90&portfolio=$id");
	my $found = figures(between($html, 'Proventos e direitos'));

	is scalar @{ $j->{mercado} }, 1, 'only the held papers';
	same($found, 'perShare', map { $_->{perShare} } @{ $j->{mercado} });
	same($found, 'amount_brl', map { $_->{expected}{amount_brl} } @{ $j->{mercado} });
	like told_text(between($html, 'Proventos e direitos')), qr{12/12/2026.*PETR4.*Dividendo.*20/12/2026.*Confirmado}s, 'in words';
	is scalar @{ $j->{imposto} }, 1, 'a DARF is due';
	same(figures(between($html, 'DARF da pessoa, de todas as carteiras')), 'amount', map { $_->{amount} } @{ $j->{imposto} });
	like told_text(between($html, 'DARF da pessoa, de todas as carteiras')), qr{30/11/2026.*6015.*10/2026}s, 'by its code and day';
}

# ---- options that expire, and a DARF whose amount waits for an answer ----
{
	# L is a call and X a put of December, whose third Friday is the 18th.  The purchase of VALE3 has no price, and its sale in November no known result.
	$c->write(POST => "/v1/portfolios/$id/transactions", [row('PETRL150', 'option', 'buy', '2026-11-10', '100', '1'), row('PETRX140', 'option', 'sell', '2026-11-11', '200', '0.5'),
		row('VALE3', 'stock', 'buy', '2026-11-10', '1000', undef), row('VALE3', 'stock', 'sell', '2026-11-12', '1000', '60')]);
	my $html = $c->page("$at/agenda");
	like told_text(between($html, 'Opções que vencem')), qr{18/12/2026.*PETRL150.*Comprada.*100.*18/12/2026.*PETRX140.*Lançada.*200}s, 'what expires';
	like told_text(between($html, 'DARF da pessoa, de todas as carteiras')), qr{30/12/2026.*11/2026.*Valor não apurado.*custo}si, 'a DARF without an amount, and why';
}

# ---- what fixed income pays by contract ----
{
	my ($F, $B) = map { "Tesouro $_ com Juros Semestrais 2031" } 'Prefixado', 'IPCA+';

	unlike $c->page("$at/agenda"), qr{Juros, amortizações}, 'without fixed income no table of it';
	unlike told_text($c->page("$at/income")), qr{não são calculados}, 'and nothing is left out';
	$t->sql("insert into instrument (venue, symbol, asset_type, expiry) values ('tesouro', '$F', 'tesouro', '2031-01-01'), ('tesouro', '$B', 'tesouro', '2031-02-15')");
	$c->write(POST => "/v1/portfolios/$id/transactions", [row($F, 'tesouro', 'buy', '2026-11-10', '2.5', '900'), row($B, 'tesouro', 'buy', '2026-11-10', '1', '4000')]);
	my $html = $c->page("$at/agenda");
	my $table = between($html, 'Juros, amortizações e vencimentos de renda fixa');
	like told_text($table), qr{04/01/2027\s+\Q$F\E\s+Juros.*15/02/2027\s+\Q$B\E\s+Juros.*VNA}s, 'coupons, and why one has no amount';
	# 2.5 x 48.80885 = 122.022125
	same(figures($table), 'amount_brl', '122.02');
	like told_text($c->page("$at/income")), qr{não são calculados: só entram nas somas se você os lançar ou importar\. É o caso de \Q$F\E, \Q$B\E\.|não são calculados: só entram nas somas se você os lançar ou importar\. É o caso de \Q$B\E, \Q$F\E\.}, 'the page of income names them';
}

# ---- the calendar's address ----
{
	my $page = $b->open("$at/agenda");
	my $made = $b->submit($page, { which => qr{/agenda/feeds$} }, name => 'Telefone "<i>"');
	is $made->status, 200, 'an address is made';
	my $html = $c->held($made, 'the address');
	my ($secret) = $html =~ m{<code data-name="o endereço" data-copy>https://carteira\.example(/v1/news/agenda/feed\.ics\?address=lst_feed_\w+)</code>};
	ok $secret, 'and shown once';
	my $r = $t->get($secret);
	is $r->status, 200, 'it is read without a key';
	like $r->body, qr{SUMMARY:PETR4}, 'the portfolio\'s papers';
	unlike $r->body, qr{SUMMARY:VALE3}, 'and nothing else';

	$html = $c->page("$at/agenda");
	unlike $html, qr{lst_feed}, 'never again';
	like $html, qr{Telefone &quot;&lt;i&gt;&quot;}, 'its name is text';
	my $j = $c->json('/v1/news/agenda/feeds');
	is_deeply [map { [@$_{qw(name days portfolio)}] } @{ $j->{data} }], [['Telefone "<i>"', 90, $id]], 'the same list as the JSON';
	same(figures(between($html, 'Endereços em uso')), 'days', 90);

	my $other = $b->post_form("$at/agenda/feeds", { name => 'x' });
	is $other->status, 403, 'not without the token of the page';
	is $b->submit($b->open("$at/agenda"), { which => qr{/agenda/feeds$} }, name => undef)->status, 400, 'without a name neither';
	for my $name ("\x{202e}abc", ' ', 'W' x 81) {
		my $refused = $b->submit($b->open("$at/agenda"), { which => qr{/agenda/feeds$} }, name => $name);
		my (undef, $kept) = Lastro::Browser::form($refused, qr{/agenda/feeds$});
		is $refused->status, 400, 'a name that is none';
		is Encode::decode('UTF-8', $kept->{name}), $name, 'is kept';
		like $refused->body, qr{id="name-erro"}, 'and the error is beside its field';
	}
	my $gone = $b->submit($b->open("$at/agenda"), { which => qr{/revoke$} });
	is $gone->status . $gone->header('location'), "303$at/agenda", 'it is revoked';
	is $t->get($secret)->status, 404, 'and no longer read';
	is scalar @{ $c->json('/v1/news/agenda/feeds')->{data} }, 0, 'nor listed';
}

# ---- files ----
{
	my $html = $c->page("$at/export");
	my @files = map { Lastro::Browser::unescape($_) } $html =~ m{<a href="(/v1/portfolios/[^"]*)"}g;

	is scalar @files, 4, 'four kinds of files';
	for my $file (@files) {
		my $r = $b->open($file);
		is $r->status, 200, $file;
		like $r->header('Content-Disposition'), qr{^attachment; filename="principal-2026-11-20\.}, 'to be stored';
	}
}

# ---- access ----
{
	my ($bia) = $c->person('bia@example.com');

	is $bia->open("$at/$_")->status, 404, "another's: $_" for qw(agenda export);
	is $bia->submit($b->open("$at/agenda"), { which => qr{/agenda/feeds$} }, name => 'x')->status, 404, 'by another person\'s form neither';
	my $stranger = Lastro::Browser->new($t);
	is $stranger->open("$at/agenda")->status, 303, 'without a session there is the log-in';
	my $r = $b->submit($b->open('/logout'));
	is $r->status, 303, 'a log-out';
	is $b->open("$at/agenda")->status, 303, 'sees nothing more';
}

$t->finish;
done_testing;
