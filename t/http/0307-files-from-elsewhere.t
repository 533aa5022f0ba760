#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Files of other programs (doc/market-rules.md): each sample gives the rows that its expectation says, twice the same
# file adds nothing, and beside the exchange's statement of the same trades neither does. Skipped without the samples.

use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Encode qw(encode);
use JSON::PP ();
use Test::More;
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);

my $t = Lastro::Test->new;
my $folder = (shared_dir() // '') . '/data/imports';
plan skip_all => 'no samples of other programs' if !-e "$folder/expected.json";

my $key = account($t)->{user_key};
my $expected = JSON::PP->new->decode(slurp("$folder/expected.json"));
my $made = 0;

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

sub portfolio { return $t->post('/v1/portfolios', { name => 'Carteira ' . ++$made }, key => $key)->json->{id} }

sub upload {
	my ($id, $name, $bytes, $query) = @_;

	return $t->upload("/v1/portfolios/$id/imports" . ($query // ''), $name, $bytes, key => $key);
}

# Two rows differ from expected.json.  A reward in coins is an adjustment: the file has no price for it.  A coin bought with
# dollars is an error: the ledger keeps coins in reais.
my %as = ('binance-transacoes.csv' => { BTC => 'error', ETH => { kind => 'adjust', quantity => 0.004 } });

# The expected row in the members of the answer: only what it says.
sub wanted {
	my ($file, $e) = @_;
	my $as = $as{$file}{ $e->{symbol} };
	my %w = (symbol => $e->{symbol}, asset_type => $e->{type});

	return { %w, %$as } if ref $as;
	return undef if $as;
	$w{currency} = $e->{currency};
	if ($e->{kind} =~ /^(?:dividend|jcp|yield|interest)$/) {
		return { %w, kind => 'income', income_kind => $e->{kind}, pay_date => $e->{date}, amount => $e->{amount} };
	}
	$w{kind} = $e->{kind};
	$w{trade_date} = $e->{date};
	return { %w, ratio => $e->{ratio} } if $e->{kind} eq 'split';
	@w{qw(quantity fees)} = @$e{qw(quantity fees)};
	$w{price} = $e->{price} if defined $e->{price};
	return \%w;
}

sub shown {
	my ($row, $like) = @_;

	return { map { $_ => defined $row->{$_} && $row->{$_} =~ /^-?[\d.]+$/ ? $row->{$_} + 0 : $row->{$_} } keys %$like };
}

my %is_refused = map { $_ => 1 } grep { ref $expected->{$_} eq 'HASH' && $expected->{$_}{refused} } keys %$expected;

for my $file (sort grep { !/\.pdf$/ } keys %$expected) {
	my $bytes = slurp("$folder/$file");
	my $of = $expected->{$file};
	my @all = @{ ref $of eq 'ARRAY' ? $of : $of->{rows} };
	my $id = portfolio();
	my $r = upload($id, $file, $bytes, '?dry_run=true');

	if ($is_refused{$file}) {
		is $r->status, 400, "$file: it is refused";
		is $r->code, 'import_unrecognized', "$file: as no file of trades";
		like $r->json->{detail}, qr/posição.*não tem datas.*Compare-a com a carteira.*modelo/s, "$file: and what to do";
		next;
	}
	is $r->status, 200, "$file: it is read" or diag($r->body), next;
	my @rows = @{ $r->json->{rows} };
	my @in = grep { $_->{status} eq 'imported' } @rows;
	my @want = grep { $_ } map { wanted($file, $_) } grep { !$_->{status} } @all;
	is scalar @in, scalar @want, "$file: as many rows as it says" or diag explain \@rows;
	is_deeply [map { shown($in[$_] // {}, $want[$_]) } 0 .. $#want], \@want, "$file: and these";
	for my $i (grep { defined $all[$_]{amount} && $all[$_]{kind} =~ /^(?:buy|sell)$/ } 0 .. $#all) {
		my ($row) = grep { $_->{symbol} eq $all[$i]{symbol} && $_->{kind} eq $all[$i]{kind} } @in;
		cmp_ok abs($row->{price} * $row->{quantity} - $all[$i]{amount}), '<', 0.005, "$file: for the amount that it says";
	}
	my $ignored = grep { ($_->{status} // '') eq 'ignored' } @all;
	cmp_ok scalar(grep { $_->{status} eq 'ignored' && $_->{reason} } @rows), '>=', $ignored, "$file: what is no holding is ignored, with a reason" if $ignored;
	is scalar(grep { $_->{status} eq 'error' } @rows), (grep { !ref && $_ eq 'error' } values %{ $as{$file} // {} }) + 0, "$file: no row is in error but those that are meant";
	like $r->json->{warnings}[0], qr/^Arquivo lido como |^Linha \d+ com erro: /, "$file: the person is told what it was taken for";

	is upload($id, $file, $bytes)->json->{imported}, scalar @want, "$file: it comes in";
	my $again = upload($id, $file, $bytes)->json;
	is_deeply [@$again{qw(imported duplicates_skipped)}], [0, scalar @want], "$file: again it adds nothing";
}

# ---- two files of one program ----

my $one = portfolio();
is upload($one, 'en.csv', slurp("$folder/portfolio-performance-depot-en.csv"))->json->{imported}, 2, 'a buy and a sale';
is_deeply [@{ upload($one, 'de.csv', slurp("$folder/portfolio-performance-depot-de.csv"))->json }{qw(imported duplicates_skipped)}], [0, 1], 'the buy is the same in the other language';

# ---- positions are compared ----

sub compared {
	my ($name) = @_;
	my $r = $t->upload("/v1/portfolios/" . portfolio() . '/reconcile', $name, slurp("$folder/$name"), key => $key)->json;

	return [$r->{date}, map { "$_->{symbol} $_->{sheet_quantity}" } @{ $r->{assets} }];
}
is_deeply compared('relatorio-consolidado-mensal-2024-junho.xlsx'), ['2024-06-30', 'PETR4 100'], 'those of the monthly report, at the end of its month, and nothing of its income';
is_deeply compared('myprofit-posicao.xls'), ['2026-11-20', 'PETR4 100'], 'those of a page';

# ---- beside the exchange's statement ----

my $head = 'Data do Negócio;Tipo de Movimentação;Mercado;Prazo/Vencimento;Instituição;Código de Negociação;Quantidade;Preço;Valor';
my $statement = encode('UTF-8', join "\n", $head,
	'15/01/2024;Compra;Mercado à Vista;-;CORRETORA EXEMPLO;PETR4;100;37,25;3.725,00',
	'20/02/2024;Compra;Mercado à Vista;-;CORRETORA EXEMPLO;MXRF11;1.200;10,41;12.492,00', '');
my $csv = slurp("$folder/statusinvest-lancamentos.csv");
my $id = portfolio();
is upload($id, 'negociacao.csv', $statement)->json->{imported}, 2, 'the statement of the exchange';
is_deeply [@{ upload($id, 's.csv', $csv)->json }{qw(imported duplicates_skipped)}], [1, 2], 'the trades that it has are not added by another file';
$id = portfolio();
is upload($id, 's.csv', $csv)->json->{imported}, 3, 'the other file first';
is_deeply [@{ upload($id, 'negociacao.csv', $statement)->json }{qw(imported duplicates_skipped)}], [0, 2], 'and the statement adds nothing';
# What a file says was withheld is no fee, and no figure of ours is it: it is said, and not thrown away in silence.
my ($head, $first) = split /^/, $csv;
$id = portfolio();
my $read = upload($id, 's.csv', $head . $first =~ s/0,00;0,00(?=\s*$)/0,00;0,19/r, '?dry_run=true')->json;
is $read->{rows}[0]{reason}, 'Tem R$ 0,19 de IRRF, que não é taxa: informe-o no imposto do mês.', 'tax withheld' or diag explain $read;

done_testing();
