#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A credit analyst's day on the demonstration, each step counted, in a real Chromium (console_desk.mjs).  Needs what
# t/http/0190-pages.t needs.  Through MCP the same day is in contrib/mcp/jobs.json (t/http/0189-assistant-jobs.t).

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
my %person = (ANALYST => 'demo@lastro.example');
$c->enter($_) for values %person;
my ($asked, $plan) = $chromium->run('console_desk.mjs', BASE => $c->base, %person, PASSWORD => 'uma frase comprida');
is $asked, $plan, 'the day is done';
cmp_ok $asked, '>=', 48, 'step by step';

done_testing;
