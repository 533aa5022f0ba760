#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A file imported again after one of its rows was changed brings nothing twice; prices far from the close are said before a file is
# written.

use strict;
use warnings;
use utf8;
use Lastro::Console qw(told_text);
use Lastro::Market qw(closes);
use Lastro::Test;
use Test::More;
use Encode ();

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $t = Lastro::Test->new;
closes($t, b3 => 'PETR4', '2026-01-08' => '10.00', '2026-03-10' => '10.00');
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z');
my ($ana) = $c->person('ana@example.com');
my $id = $c->write(POST => '/v1/portfolios', { name => 'Dela' })->{id};
my $at = "/v1/portfolios/$id";
my $csrf = $ana->open('/v1/session')->json->{csrf_token};
sub sheet { return "ticker,operacao,data,quantidade,preco,valor\n" . join '', map { "$_\n" } @_ }
sub brought {
	my ($sheet, $query) = @_;
	my $r = $ana->request('POST', "$at/imports?filename=a.csv" . ($query // ''), body => $sheet, type => 'text/csv', headers => { 'X-CSRF-Token' => $csrf });

	$r->status =~ /^20[01]$/ or die $r->body;
	return $r->json;
}
sub counts { my ($j) = @_; return join ' ', @$j{qw(imported duplicates_skipped rows_with_error)} }
sub rows { return { map { ($_->{id} => $_) } @{ $c->json("$at/transactions?limit=100")->{data} } } }
sub change { my ($row, %to) = @_; return $c->write(PATCH => "$at/transactions/$row->{id}", \%to) }

# Two equal executions, another purchase, a dividend.
my $file = sheet('PETR4,compra,2026-01-08,100,10.10,', 'PETR4,compra,2026-01-08,100,10.10,', 'PETR4,compra,2026-03-10,50,9.90,', 'PETR4,dividendo,2026-04-10,100,0.385,');
is counts(brought($file)), '4 0 0', 'four rows';
is counts(brought($file)), '0 4 0', 'again: none';

my ($march) = grep { $_->{trade_date} eq '2026-03-10' } values %{ rows() };
change($march, price => '9.50');
my $again = brought($file, '&dry_run=true');
is counts($again), '0 4 0', 'one was changed: none comes in';
like $again->{rows}[2]{reason}, qr{já veio de um arquivo e foi mudada depois na carteira: fica a mudança}, 'it is said of that row';
is counts(brought($file)), '0 4 0', 'nor when it is written';
is scalar keys %{ rows() }, 3, 'three trades';
is((grep { $_->{id} eq $march->{id} } values %{ rows() })[0]{price}, '9.5', 'the change stays');

# One of two equal rows; another execution that is equal to both is new.
my ($one) = grep { $_->{trade_date} eq '2026-01-08' } values %{ rows() };
change($one, quantity => 120);
is counts(brought($file)), '0 4 0', 'one of two equal ones was changed: none comes in';
is counts(brought(sheet(('PETR4,compra,2026-01-08,100,10.10,') x 3))), '1 2 0', 'a third equal execution is new';
change($one, note => 'conferido');
is counts(brought($file)), '0 4 0', 'a note changes nothing of it';

# What was deleted comes in again, also beside what was changed.
my ($other) = grep { $_->{trade_date} eq '2026-01-08' && $_->{quantity} == 100 } values %{ rows() };
$ana->request('DELETE', "$at/transactions/$other->{id}", headers => { 'X-CSRF-Token' => $csrf })->status =~ /^20/ or die;
$ana->request('DELETE', "$at/transactions/" . (grep { $_->{trade_date} eq '2026-01-08' && $_->{quantity} == 100 } values %{ rows() })[0]{id}, headers => { 'X-CSRF-Token' => $csrf });
is counts(brought($file)), '1 3 0', 'what was deleted comes again; what was changed does not';

my ($paid) = @{ $c->json("$at/income")->{data} };
$c->write(PATCH => "$at/income/$paid->{id}", { amount => '40.00' });
is counts(brought($file)), '0 4 0', 'nor an income that was changed';

# Another portfolio has not had it.
my $second = $c->write(POST => '/v1/portfolios', { name => 'Outra' })->{id};
$at = "/v1/portfolios/$second";
is counts(brought($file)), '4 0 0', 'in another portfolio all of it is new';

# ---- a trade like one of the ledger ----

# Typed, or kept when its import was undone: no file is known to have brought it.
my $typed = $c->write(POST => '/v1/portfolios', { name => 'Digitada' })->{id};
$at = "/v1/portfolios/$typed";
brought(sheet('PETR4,compra,2026-01-08,100,10.10,'));
$c->write(POST => "$at/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-03-10', quantity => 50, price => '9.50' });
sub reasons { my ($sheet) = @_; my $r = brought($sheet, '&dry_run=true'); return [map { ($_->{reason} // '') =~ s/\x{a0}/ /gr } @{ $r->{rows} }] }
is_deeply reasons($file)->[2], 'Em 10/03/2026 já há uma compra de PETR4 com esta quantidade, a R$ 9,50: confira se não é a mesma.', 'the same quantity' or diag explain reasons($file);
is reasons(sheet('PETR4,compra,2026-01-08,30,10.10,'))->[0], 'Em 08/01/2026 já há uma compra de PETR4 com este preço, de 100: confira se não é a mesma.', 'the same price';
is_deeply [map { $_ // '' } @{ reasons(sheet('PETR4,compra,2026-01-08,100,10.10,', 'PETR4,compra,2026-01-08,30,10.10,')) }[1]], [''], 'not when the other is in the file itself';
is_deeply reasons(sheet('PETR4,venda,2026-01-08,30,10.10,', 'PETR4,compra,2026-01-09,30,10.10,', 'PETR4,compra,2026-01-08,30,10.20,')), [('') x 3], 'nor for a sale, another day, or where neither is the same';
is scalar @{ $c->json("$at/transactions")->{data} }, 2, 'nothing was written';
$at = "/v1/portfolios/$second";

# ---- prices ----

my $far = brought(sheet('PETR4,compra,2026-01-08,10,38.00,', 'PETR4,compra,2026-01-08,10,11.90,', 'SEMP3,compra,2026-01-08,10,38.00,', 'PETR4,compra,2026-02-20,10,38.00,', 'SEMP3,compra,2026-01-09,10,38.00,'), '&dry_run=true');
is_deeply [map { $_->{reason} // '' =~ s/\x{a0}/ /gr } @{ $far->{rows} }[1, 3, 4]], ['', '', ''], 'not a price within a fifth of the close, or long after the last, nor a second row of an unknown symbol';
is $far->{rows}[2]{reason}, 'SEMP3 não está nos dados do mercado: fica sem cotação.', 'the first one is told of';
brought(sheet('SEMP3,compra,2026-01-05,1,38.00,'));
is reasons(sheet('SEMP3,compra,2026-01-08,10,38.00,'))->[0], '', 'and none where the ledger has it';
like $far->{rows}[0]{reason}, qr{O preço de PETR4, R\$.38,00, está longe do fechamento de 08/01/2026, que foi R\$.10,00}, 'a price that is far from the close is said before it is written';
is $far->{rows}[0]{status}, 'imported', 'and comes in all the same';

done_testing;
