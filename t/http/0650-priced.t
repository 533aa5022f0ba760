#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Real statements with real prices: with the COTAHIST samples loaded, the detail of a day has each held paper's close of
# that session, which the test reads from the file's columns.

use strict;
use warnings;
use utf8;
use IO::Uncompress::AnyUncompress qw(anyuncompress $AnyUncompressError);
use Lastro::Tenants qw(account);
use Lastro::Test qw(shared_dir slurp);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $data = (shared_dir() // '') . '/data';
plan skip_all => 'the shared samples are absent' unless -d "$data/b3_cotahist" && -d "$data/b3_investidor";

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my %session = ('2022-02-04' => 'COTAHIST_D04022022.TXT.zip', '2024-11-08' => 'COTAHIST_D08112024.ZIP');

$t->lastro_ok('load', 'cotahist', map { "$data/b3_cotahist/$_" } sort values %session);
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });

# Closes of the cash market, in cents per unit, from columns 13-24, 25-27, 109-121 and 211-217.
sub closes {
    my ($file) = @_;
    my %close;

    anyuncompress($file => \my $text) or die $AnyUncompressError;
    for my $line (split /\r?\n/, $text) {
        next if $line !~ /^01/ || substr($line, 24, 3) ne '010';
        (my $ticker = substr $line, 12, 12) =~ s/ +$//;
        $close{$ticker} = substr($line, 108, 13) / 100 / substr($line, 210, 7);
    }
    return \%close;
}

sub priced {
    my ($statement, $day, $at_least) = @_;
    my $close = closes("$data/b3_cotahist/$session{$day}");
    my $id = $t->post('/v1/portfolios', { name => "$statement $day" =~ s/^(.{1,60}).*/$1/r }, key => $key)->json->{id};

    is $t->upload("/v1/portfolios/$id/imports", $statement, slurp("$data/b3_investidor/$statement"), key => $key)->status,
        201, "$statement is imported";
    my $d = $t->get("/v1/portfolios/$id?at=$day", key => $key)->json;
    my @held = grep { $_->{qty} > 0 && exists $close->{ $_->{symbol} } } @{ $d->{holdings} };
    cmp_ok scalar @held, '>=', $at_least, "$day: papers of that session are held";
    for my $h (@held) {
        my $price = $close->{ $h->{symbol} };

        is $h->{valuation}, 'market', "$h->{symbol} is valued at market";
        cmp_ok abs($h->{price} - $price), '<', 1e-8, "$h->{symbol} at its close, $price";
        cmp_ok abs($h->{market_value} - $h->{qty} * $price), '<=', 0.0051, "$h->{symbol}: quantity times close";
    }
    return;
}

priced('negociacao-2025-03-28.xlsx', '2024-11-08', 5);
priced('movimentacao-2022-06-16-14-40-36_excel-saved.csv', '2022-02-04', 5);

done_testing;
