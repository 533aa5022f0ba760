#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console with large portfolios: no page grows with the portfolio, and each row is on one of the pages.

use strict;
use warnings;
use utf8;
use Lastro::Browser;
use Compress::Zlib ();
use Encode ();
use Lastro::Console qw(between row);
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
$c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Grande' })->{id};
# 300 papers without a known price, one of which is sold twenty times without being held.
my @symbols = map { sprintf 'A%s%s%s3', map { chr 65 + $_ } int($_ / 676) % 26, int($_ / 26) % 26, $_ % 26 } 1 .. 300;
$c->write(POST => "/v1/portfolios/$id/transactions", [map { row($_, 'stock', 'buy', '2026-01-08', '10', '12.34') } @symbols]);
$c->write(POST => "/v1/portfolios/$id/transactions", [map { row('SEMP3', 'stock', 'sell', "2026-02-$_", '5', '10') } 10 .. 28]);

# pages_of() - the matches on each page, in order.
sub pages_of {
	my ($from, $name, $what) = @_;
	my ($next, @found) = ($from);

	for (1 .. 400) {
		my $html = $c->page($next);

		cmp_ok length Compress::Zlib::memGzip(Encode::encode('UTF-8', $html)), '<', 12_000, "$next is a page";
		push @found, $what->($html);
		($next) = grep { /[?&]\Q$name\E=/ } map { Lastro::Browser::unescape($_) } $html =~ m{<a href="([^"]*)">Próxima</a>}g or last;
	}
	return @found;
}

{
	my $issues = $c->json("/v1/portfolios/$id/issues")->{data};
	cmp_ok scalar @$issues, '>', 8, 'there are issues for more than a page';
	my @found = pages_of("/portfolios/$id/issues", 'page', sub { map { Lastro::Browser::unescape($_) } $_[0] =~ m{<section[^>]*>\s*<h2>\s*<bdi>[^:<]*: (.*?)</bdi>}gs });
	is_deeply \@found, [map { $_->{title} } @$issues], 'each is on one of the pages, in order';
	like $c->page("/portfolios/$id/issues?page=9999"), qr{Não há mais pendências}, 'behind the last there is nothing';
	like $c->page("/portfolios/$id/issues"), qr{E mais \d+ lançamentos}, 'an issue shows some of its rows, and says so';
}
{
	my @found = pages_of('/portfolios', 'positions', sub { map { Lastro::Browser::unescape(s/<[^>]*>//gr) } between($_[0], 'O que há, onde quer que esteja') =~ m{<tr>\s*<td[^>]*>\s*<bdi>(.*?)</bdi>}gs });
	is_deeply [sort @found], [sort map { $_->{symbol} } @{ $c->json('/v1/portfolio')->{positions} }], 'each position is on one of the pages';
}

# A position sheet of 2,000 papers, most of them not in the portfolio, and a file of 9,000 rows.
{
	my $b = $c->browser;
	my $sheet = "Produto,Código de Negociação,Quantidade\n" . join '', map { "$_ - X,$_,11\n" } @symbols, map { sprintf 'B%s%s%s4', map { chr 65 + $_ } int($_ / 676) % 26, int($_ / 26) % 26, $_ % 26 } 1 .. 1700;
	my $r = $b->submit($b->open("/portfolios/$id/reconcile"), { which => qr/reconcile/ }, file => ['posicao.csv', $sheet]);
	my $first = $r->header('location');
	my %pages;

	for my $page (1, 2, 250) {
		my $html = $c->page("$first&page=$page");
		$pages{$_}++ for map { Lastro::Browser::unescape($_) } $html =~ m{<section>\s*<h2>\s*<bdi>(.*?)</bdi>}gs;
	}
	is_deeply [scalar keys %pages, grep { $_ > 1 } values %pages], [24], 'eight differences a page, each on its own';

	$r = $b->submit($b->open("/portfolios/$id/imports"), { which => qr/reading/ }, file => ['longa.csv',
		"ticker;operacao;data;quantidade;preco\n" . join '', map { "BBAS3;compra;15/01/2026;$_;10\n" } 1 .. 9000]);
	$first = $r->header('location');
	for my $page (1, 75, 150) {
		my @rows = $c->page("$first&page=$page") =~ m{<data class="quantity" value="([^"]*)"}g;
		is_deeply \@rows, [60 * $page - 59 .. 60 * $page], "page $page of 150";
	}
}

$t->finish;
done_testing;
