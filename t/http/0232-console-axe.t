#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Every page of a person in a real Chromium (console_axe.mjs): the links of the demonstration, one page of each address.  Needs what
# t/http/0190-pages.t needs.

use strict;
use warnings;
use utf8;
use Lastro::Chromium;
use Lastro::Console;
use Lastro::Demo qw(demonstration);
use Lastro::Everywhere;
use Lastro::RawWords qw(raw_words);
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $chromium = Lastro::Chromium->new;
my $begun = time;
my ($t) = demonstration();
my $c = Lastro::Console->new($t, now => '2026-11-20T15:00:00Z', nginx => 1);
my ($b) = $c->enter('demo@lastro.example');
my $planned = Lastro::Everywhere::planned($c);
my $page = Lastro::Everywhere::walked($b, ['/', '/portfolios', '/portfolios/new', '/launch', '/income', '/plan', @$planned, '/keys', '/grants', '/password', '/notices', '/tax?year=2026'],
	without => qr{^/(?:offices|desks|docs|problems)});
# One page of each address, whatever it is asked for.
my %kind;
$kind{ Lastro::Everywhere::alike($_) =~ s/\?.*//sr } //= $_ for sort { length $a <=> length $b || $a cmp $b } keys %$page;
my $words = raw_words();
utf8::encode($words);
my ($asked, $plan) = $chromium->run('console_axe.mjs', BASE => $c->base, EMAIL => 'demo@lastro.example', PASSWORD => 'uma frase comprida',
	PATHS => join("\n", sort values %kind), WORDS => $words);
is $asked, scalar keys %kind, 'all pages were walked through';
is $asked, $plan, 'to the end';
cmp_ok $asked, '>', 40, 'and they are many';
cmp_ok time - $begun, '<=', 180, 'in three minutes';

done_testing;
