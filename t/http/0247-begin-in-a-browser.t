#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a person does in the beginning, and with others, in a real Chromium (console_begin.mjs).  Needs what t/http/0190-pages.t needs.  The
# same over HTTP: 0162 and 0300, 0164, 0246.

use strict;
use warnings;
use utf8;
use Lastro::Chromium;
use Lastro::Console;
use Lastro::Demo qw(demonstration);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $chromium = Lastro::Chromium->new;
my ($t) = demonstration();
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z', nginx => 1);
my @known = ('demo@lastro.example', 'imposto@lastro.example');
my @lines;

$c->enter($_) for @known;
for my $way (1 .. 4) {
	$t->lastro_ok('account', 'create', '--email', "nova$way\@lastro.example", '--name', 'Nova');
	my ($link) = $t->lastro_ok({ env => $c->{env} }, 'account', 'invite', "nova$way\@lastro.example", '--json') =~ m{"link":"\Q@{[$c->base]}\E([^"]*)"};
	push @lines, "nova$way\@lastro.example $link";
}
my ($asked, $plan) = $chromium->run('console_begin.mjs', BASE => $c->base, INVITED => join("\n", @lines), INVESTOR => $known[0], READER => $known[1], PASSWORD => 'uma frase comprida');
is $asked, $plan, 'the jobs are done';
cmp_ok $asked, '>', 60, 'step by step';

done_testing;
