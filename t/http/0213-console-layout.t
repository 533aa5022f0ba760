#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Hostile text in every field of a person's, an office's and a desk's forms breaks no page's layout, in a real Chromium
# (console_layout.mjs), whether it is accepted or refused.  t/http/0211 tests that nothing is executed.
# Today is Friday, 20 November 2026.

use strict;
use warnings;
use utf8;
use Lastro::Chromium;
use Lastro::Everywhere;
use Lastro::Test;
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;
my $chromium = Lastro::Chromium->new;
my $t = Lastro::Test->new;
my $e = Lastro::Everywhere->new($t, now => '2026-11-20T15:00:00Z', nginx => 1);
my $forms = $e->forms($e->pages);
my %taken;
for my $kind (sort keys %$forms) {
	my $form = $forms->{$kind};

	next if $form->{ends};
	for my $field (@{ $form->{fields} }) {
		for my $text ('W' x 60, "\x{6f22}" x 60, "\x{202e}abc \x{5d0}", "<b>\t ", 'M' x 2000) {
			my $r = $e->typed($form, $field, $text) or next;
			my $done = $r->status == 200 ? $e->done($r) : $r;
			$taken{$kind}++ if $done && $done->status == 303;
		}
	}
}
cmp_ok scalar keys %taken, '>=', 10, 'forms that accepted hostile text';
my $pages = $e->pages;
$forms = $e->forms($pages);
my %with = map { $_->{at} => 1 } grep { !$_->{ends} && @{ $_->{fields} } } values %$forms;
my ($asked, $plan) = $chromium->run('console_layout.mjs', BASE => $e->{console}->base, EMAIL => $e->{owner}{email}, PASSWORD => 'uma frase comprida',
	PATHS => join("\n", sort keys %$pages), FORMS => join("\n", sort keys %with));
is $asked, $plan, 'all pages were checked';
cmp_ok $asked, '>', 2 * keys %$pages, 'and that is every page';

done_testing;
