#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A person's jobs on the demonstration, each to its end, in a real Chromium (console_jobs.mjs).  Needs what
# t/http/0190-pages.t needs.  The same jobs over HTTP: 0199 and 0472, 0222 and 0223, 0226, 0224 and 0228, 0219, 0217 and 0227, 0245.

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
my %person = (INVESTOR => 'demo@lastro.example', TAXPAYER => 'imposto@lastro.example');
$c->enter($_) for values %person;
my $begun = time;
my ($asked, $plan) = $chromium->run('console_jobs.mjs', BASE => $c->base, %person, PASSWORD => 'uma frase comprida');
is $asked, $plan, 'the jobs are done';
cmp_ok $asked, '>', 300, 'step by step';
note sprintf '%d s', time - $begun;

done_testing;
