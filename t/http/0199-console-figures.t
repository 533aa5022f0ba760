#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The console: every figure links to its explanation, whose rows and steps equal the JSON's; look-through; the table of
# holdings sorts, filters and has pages.  Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Browser;
use Lastro::Console qw(between figures row same terms told_text);
use Lastro::Market qw(closes fund fund_month rates);
use Lastro::Test qw(slurp top_srcdir);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
my ($alfa, $beta) = qw(11222333000181 33000167000101);
closes($t, b3 => 'PETR4', '2026-03-30' => '14.00', '2026-11-18' => '16.00', '2026-11-19' => '16.50');
closes($t, b3 => 'MGLU3', '2026-05-29' => '9.60', '2026-11-19' => '5.00');
closes($t, us => 'VOO', '2026-03-30' => '610', '2026-11-19' => '707');
rates($t, '2026-01-08' => '5.3902', '2026-11-18' => '5.2000', '2026-11-19' => '5.2500');
fund($t, $alfa, name => 'FIC Alfa <b>');
fund_month($t, $alfa, '2026-10-31', '1000.00', [4, 'Ações', '400.00', 'PETR4'], [4, 'Ações', '200.00', 'VALE3']);
closes($t, fund => $_, '2026-11-19' => '10.00') for $alfa, $beta;
$t->sql("insert into instrument (venue, symbol, asset_type, name) values ('fund', '$alfa', 'fund', 'FIC Alfa <b>')");
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($b) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Principal' })->{id};
$c->write(POST => "/v1/portfolios/$id/transactions", [
	row('PETR4', 'stock', 'buy', '2026-01-08', '100', '12.34'), row('PETR4', 'stock', 'buy', '2026-03-30', '37', '14.01'),
	row('PETR4', 'stock', 'sell', '2026-05-04', '20', '15.50'), row('MGLU3', 'stock', 'buy', '2026-05-29', '1000', '9.60'),
	row('VOO', 'us', 'buy', '2026-01-08', '3', '600'), row('SEMP3', 'stock', 'buy', '2026-01-08', '5', '1'),
	row($alfa, 'fund', 'buy', '2026-06-01', '100', '10'), row($beta, 'fund', 'buy', '2026-06-01', '10', '10'),
]);

# explained() - tests that the explanation page of a figure equals the JSON at the same address.
sub explained {
	my ($href, $value) = @_;
	my $html = $c->page($href);
	my $j = $c->json("/v1$href" . ($href =~ /limit=/ ? '' : '&limit=50'));
	my $name = $j->{figure}{field};

	same(figures(terms($html)), $name, $j->{figure}{value});
	same(figures(terms($html)), $name, $value) if @_ > 1;
	same(figures(terms($html)), 'exact', $j->{figure}{exact}) if defined $j->{figure}{exact};
	like $html, qr{\Q$j->{figure}{reason}\E}, 'and why there is none' if defined $j->{figure}{reason};
	if (@{ $j->{inputs} }) {
		my $table = between($html, 'Em que se apoia');
		# The page orders the members within a row.
		is_deeply [sort @{ figures($table)->{input} // [] }], [sort map { values %{ $_->{values} } } @{ $j->{inputs} }], 'its inputs';
		my @to = map { $_->{href} } grep { $_->{href} } @{ $j->{inputs} };
		is_deeply [map { '/v1' . Lastro::Browser::unescape($_) } $table =~ m{href="([^"]*)"}g], \@to, 'which lead on';
	}
	if (@{ $j->{steps} }) {
		my $table = between($html, 'Passo a passo');
		is_deeply figures($table)->{step}, [map { $_->{result} } @{ $j->{steps} }], 'its steps';
		my $text = told_text($table);
		ok !(grep { index($text, $_->{text}) < 0 } @{ $j->{steps} }), 'in words';
	}
	unlike told_text($html), qr{\b(?:[is][0-9]+|1 passos|1 dados|[a-z]+_[a-z_]+)\b}, 'no name of a program';
	return $html;
}

# links() - the link of each figure of a piece, with its value.
sub links {
	my ($html) = @_;
	my @found;

	push @found, [Lastro::Browser::unescape($1), $2, $3 eq 'null' ? undef : $3]
		while $html =~ m{<a href="([^"]*/explain\?[^"]*)"><data class="([^"]*)" value="([^"]*)"}g;
	return @found;
}

# ---- every figure of every page ----

# Of all portfolios: each portfolio's figures are explained, and the totals are their sums.
{
	my $html = $c->page('/portfolios');
	my ($table) = $html =~ m{<caption>Carteiras</caption>(.*?)</table>}s;
	my @links = links($table);

	is_deeply [map { $_->[1] } @links], [qw(patrimonio invested unrealized_pl realized_pl income_received day_change_brl unrealized_pct)], 'each figure of a portfolio';
	is_deeply [grep { $_->[0] !~ m{^/portfolios/\Q$id\E/explain\?field=\Q$_->[1]\E$} } @links], [], 'links to the explanation of its symbol';
	is $c->browser->open($_->[0])->status, 200, "which is there: $_->[1]" for @links;
}

my %explained;
my $detail = $c->json("/v1/portfolios/$id");
my ($petr) = grep { $_->{symbol} eq 'PETR4' } @{ $detail->{holdings} };
# A row's amounts need no explanation, nor the sums of the rows of a class.
my %own = map { $_ => 1 } qw(quantity row_price event_quantity class_pct class_day class_pl class_value);
# Nor what an index did, which is no figure of the portfolio's.
$own{$_} = 1 for map { my $span = $_; map { "$span.index_$_" } qw(cdi ipca ibov ifix sp500) } qw(month ytd m6 m12 m24 m36 since_start);
for my $path ('', '/history', '/xray', '/costs', '/look-through', "/holdings/$petr->{asset_id}") {
	my $html = $c->page("/portfolios/$id$path");
	my @links = links($html);
	my %bare = map { $_ => 1 } ($html =~ s{<a [^>]*><data [^>]*>}{}gr) =~ m{<data class="([^"]*)"}g;

	cmp_ok scalar @links, '>=', 1, "$path: figures lead to their explanation";
	is_deeply [grep { !$own{$_} } sort keys %bare], [], 'all of them';
	# Amounts and days of rows are inputs of explanations, not figures.
	$explained{$_->[0]} //= $_ for @links;
}
cmp_ok scalar keys %explained, '>', 100, 'figures that are explained';
my %by_field;
for (sort keys %explained) {
	my ($field) = /field=([^&]*)/;
	push @{ $by_field{$field} }, $explained{$_};
}
for my $field (sort keys %by_field) {	# the first and the last of each field
	my @some = @{ $by_field{$field} };
	explained($_->[0], $_->[2]) for @some[0, @some > 1 ? -1 : ()];
}

# ---- each figure has a Portuguese name ----
{
	my $words = slurp(top_srcdir() . '/src/console/person/figure_words.c');
	my $listed = sub { return $b->open($_[0])->json->{detail} =~ /um de: (.*)/s ? split /, */, $1 =~ s/\..?$//r : () };
	my @names = ($listed->("/v1/portfolios/$id/explain?field=nada"), $listed->("/v1/portfolio/tax/explain?year=2026&field=nada"));
	my %members = map { map { $_ => 1 } map { keys %{ $_->{values} } } @{ $c->json("/v1$_->[0]&limit=50")->{inputs} } } map { $by_field{$_}[0] } sort keys %by_field;

	cmp_ok scalar @names, '>', 100, 'all that is explained';
	cmp_ok scalar keys %members, '>=', 5, 'and their inputs';
	is_deeply [grep { $words !~ /\{ "\Q$_\E", "/ } @names, sort keys %members], [], 'has its word';
}

# ---- the average price, in full ----
{
	my $html = explained("/portfolios/$id/explain?field=avg_price&symbol=PETR4&asset_type=stock");
	# 100 at 12.34 and 37 at 14.01 make 1,752.37; 20 of 137 are sold, which cost 255.8204380: 1,496.54956204 of 117.
	my ($shown) = terms($html) =~ m{<data class="avg_price"[^>]*>([^<]*)<};
	is $shown, "R\$\x{a0}12,79", 'as people write it';
	like $html, qr{<h2><bdi>Preço médio de PETR4</bdi>}, 'by its name';
	like told_text(between($html, 'Em que se apoia')), qr{Lançamento: PETR4}, 'the rows it rests on';
	like told_text(between($html, 'Passo a passo')), qr{vezes: quantidade do dado 1, preço do dado 1}, 'by their numbers';
	like $html, qr{<a href="[^"]*/explain\?[^"]*symbol=PETR4}, 'and other figures, one by one' if $html =~ /Outro número/;
}

# ---- an explanation on several pages ----
{
	my $first = $c->page("/portfolios/$id/explain?field=patrimonio&limit=2");
	my @of = @{ figures(between($first, 'Em que se apoia'))->{input} };
	my ($next) = map { Lastro::Browser::unescape($_) } $first =~ m{<a href="([^"]*cursor=[^"]*)">Próximos passos</a>};

	is scalar(() = between($first, 'Em que se apoia') =~ m{<tr>}g), 2, 'two at a time';
	ok $next, 'a page follows';
	like $c->page($next), qr{Em que se apoia}, 'and is there';
	is $b->open("/portfolios/$id/explain?field=nada")->status, 400, 'a figure that there is not';
	is $b->open("/portfolios/$id/explain")->status, 400, 'none';
	is $b->open("/portfolios/$id/explain?field=avg_price&symbol=NADA3")->status, 404, 'an asset that is not held';
	my ($bia) = $c->person('bia@example.com');
	is $bia->open("/portfolios/$id/explain?field=patrimonio")->status, 404, "another's";
}

# ---- look-through ----
{
	my $html = $c->page("/portfolios/$id/look-through");
	my $j = $c->json("/v1/portfolios/$id/look-through");
	my $found = figures(between($html, 'Exposições'));

	for my $name (qw(direct_value_brl indirect_value_brl total_value_brl pct_of_portfolio)) {
		same($found, $name, map { $_->{$name} } @{ $j->{exposures} });
	}
	cmp_ok scalar(grep { $_->{indirect_value_brl} > 0 } @{ $j->{exposures} }), '>=', 2, 'some by way of a fund';
	$found = figures(between($html, 'Fundos abertos'));

	same($found, 'position_value_brl', map { $_->{position_value_brl} } @{ $j->{funds_opened} });
	same($found, 'coverage_pct', map { $_->{coverage_pct} } @{ $j->{funds_opened} });
	same(figures(between($html, 'Fundos que não se abrem')), 'position_value_brl', map { $_->{position_value_brl} } @{ $j->{not_opened} });
	like $html, qr{FIC Alfa &lt;b&gt;}, 'a name is text';
	like $html, qr{\Q$j->{meta}{caveat}\E}, 'and how to read it';
}

# ---- the table of holdings ----
{
	my $at = "/portfolios/$id";
	my $symbols = sub { return join ' ', told_text($_[0]) =~ /^/ && $_[0] =~ m{<td[^>]*><bdi><a [^>]*>([^<]*)</a></bdi>}g };
	my $sorted = sub { return $symbols->(between($c->page("$at?$_[0]"), 'O que há na carteira')) };

	is $sorted->('sort=symbol'), "$alfa $beta MGLU3 PETR4 SEMP3 VOO", 'by name';
	is $sorted->('sort=-market_value'), "VOO MGLU3 PETR4 $alfa $beta SEMP3", 'the largest first';
	is $sorted->('sort=market_value'), "SEMP3 $beta $alfa PETR4 MGLU3 VOO", 'the smallest first';
	like $sorted->($_), qr{ SEMP3$}, "unknown values last: $_" for 'sort=quote_day', 'sort=-quote_day';
	is $sorted->('sort=-qty&type=stock'), 'MGLU3 PETR4 SEMP3', 'of one class';
	is $sorted->('q=petr'), 'PETR4', 'by a part of the symbol';
	is $sorted->('q=fic+alfa'), $alfa, 'and of the name';
	like between($c->page("$at?sort=symbol"), 'O que há na carteira'), qr{>$alfa</a></bdi>\s*<small><bdi>FIC Alfa &lt;b&gt;</bdi>}, 'which is shown below it';
	is $sorted->('q=&type=&sort=symbol'), "$alfa $beta MGLU3 PETR4 SEMP3 VOO", 'an empty form filters nothing';
	like $c->page("$at?sort=-qty"), qr{<th scope="col" class="n" aria-sort="descending"><a class="sort" href="[^"]*sort=qty&amp;page=1">Quantidade}, 'the sort order, and its reverse';
	is $b->open("$at?$_")->status, 400, $_ for 'sort=nada', 'type=nada', 'page=0';
	my $form = $c->page($at);
	my ($path) = $form =~ m{<form method="get" action="([^"]*)" class="filter" data-filter};
	is $path, $at, 'a form asks for it';

	$c->write(POST => "/v1/portfolios/$id/transactions", [map { row(sprintf('AA%s%s3', chr(65 + $_ / 26), chr(65 + $_ % 26)), 'stock', 'buy', '2026-06-01', '10', '10') } 0 .. 40]);
	my $first = $c->page("$at?sort=symbol");
	like told_text($first), qr{Página 1 de 2; ao todo 47\.}, 'many go by pages';
	my ($next) = map { Lastro::Browser::unescape($_) } $first =~ m{<a href="([^"]*)">Próxima</a>};
	is scalar(my @of = split / /, $symbols->(between($first, 'O que há na carteira'))), 24, 'of so many';
	is $symbols->(between($c->page($next), 'O que há na carteira')) =~ s/.* //r, 'VOO', 'the last on the last';
}

# ---- an unknown address ----

my $nowhere = $t->get('/portifolios', headers => { Accept => 'text/html,application/xhtml+xml,*/*;q=0.8' });
is $nowhere->status, 404, 'a mistyped address';
like $nowhere->header('Content-Type'), qr{^text/html}, 'is a page, for a browser';
like $nowhere->body, qr{gina n\xc3\xa3o encontrada(?!.*route_not_found)}s, 'that says so, without a code';
like $t->get('/portifolios')->header('Content-Type'), qr{^application/problem\+json}, 'and a Problem for a program';
like $t->get('/v1/portifolios', headers => { Accept => 'text/html' })->header('Content-Type'), qr{^application/problem\+json}, 'as is all of the interface';
for my $path ('/static/0000000000000000/console.css', '/docs/nada', '/problems/nada') {
	my $r = $t->get($path, headers => { Accept => 'text/html,*/*;q=0.8' });
	is $r->status, 404, $path;
	like $r->header('Content-Type'), qr{^text/html}, 'is a page for a browser, too';
}
like $nowhere->body, qr{Confira o endere}, 'with the possible next steps';

$t->finish;
done_testing;
