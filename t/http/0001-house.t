#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The house rules that the compiler does not see: includes never go up a floor, SQL has no clock of
# its own, no room formats JSON by hand or calls malloc, and there is one setjmp.

use strict;
use warnings;
use File::Find;
use Test::More;

my $top = $ENV{LASTRO_TOP_SRCDIR} // '.';

# What may stand in an #include of each folder, beside the folder itself.
my %floor = (
    core   => [],
    calc   => [qw(core)],
    ctx    => [qw(core)],
    http   => [qw(core ctx)],
    db     => [qw(core ctx)],
    sheet  => [qw(core calc)],
    access => [qw(core ctx http db)],
    market => [qw(core calc ctx http db access)],
    wallet => [qw(core calc ctx http db access sheet market)],
    objects => [qw(core calc ctx http db access)],
    load   => [qw(core calc ctx http db access market sheet)],
    protocol => [qw(core calc ctx http db access)],
    advisor => [qw(core calc ctx http db access protocol market wallet)],
    admin  => [qw(core calc ctx http db access protocol market sheet wallet load)],
);
# Another module is seen through its public headers.
my %public = (market => ['market/market.h', 'market/funds.h'], objects => ['objects/objects.h'], wallet => ['wallet/wallet.h', 'wallet/import.h',
    'wallet/questionnaire.h', 'wallet/state.h', 'wallet/state_check.h', 'wallet/together.h']);

my @files;
find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.[ch]$/ } }, "$top/src");
ok(@files > 30, 'the sources are there');

sub includes {
    my ($text) = @_;
    return $text =~ /^\s*#\s*include\s+"([^"]+)"/mg;
}

sub violations {
    my ($room, $text) = @_;
    return () if !exists $floor{$room};
    my @bad;
    for my $header (includes($text)) {
        next if $header eq 'config.h';
        my ($other) = $header =~ m{^([a-z]+)/} or next;
        push @bad, $header if $room eq 'calc' && $header eq 'core/json_write.h';
        next if $other eq $room;
        push @bad, $header if !grep { $_ eq $other } @{ $floor{$room} };
        push @bad, "$header (not public)"
            if $public{$other} && !grep { $_ eq $header } @{ $public{$other} };
    }
    return @bad;
}

my %slurped;
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!";
    local $/;
    $slurped{$file} = <$in>;
}

my @up;
for my $file (sort keys %slurped) {
    my ($room) = $file =~ m{/src/([a-z]+)/} or next;
    push @up, map { "$file includes $_" } violations($room, $slurped{$file});
}
is_deeply(\@up, [], 'no include goes up a floor');
is_deeply([ violations('calc', qq{#include "http/response.h"\n}) ], ['http/response.h'],
    'and one that does is seen');

my (@clock, @malloc, @setjmp, @unsafe, @tag);
for my $file (sort keys %slurped) {
    my $text = $slurped{$file};
    my $short = $file =~ s{^\Q$top\E/}{}r;
    my $code = $text =~ s{/\*.*?\*/}{}gsr;

    push @tag, $short if $text !~ m{\A/\* SPDX-License-Identifier: Apache-2\.0 \*/\n};
    push @setjmp, $short if $code =~ /\b_?setjmp\s*\(/;
    push @malloc, $short
        if $short !~ m{^src/(core|tools)/} && $code =~ /\b(malloc|calloc|realloc|alloca)\s*\(/;
    push @unsafe, "$short: $1" if $code =~ /\b(strcpy|strcat|sprintf|gets|atoi|atol|strtok)\s*\(/;
    while ($code =~ /("(?:[^"\\]|\\.)*")/g) {
        next if $short eq 'src/admin/doctor.c';      # compares the two clocks on purpose
        push @clock, "$short: $1"
            if $1 =~ /\b(now\s*\(\)|current_(date|time|timestamp)|clock_timestamp|localtimestamp)/i;
    }
}
my @sql;
for my $file (sort glob "$top/sql/*.sql $top/sql/functions/*.sql") {
    open my $in, '<', $file or die "$file: $!";
    while (<$in>) {
        s/--.*//;
        push @sql, "$file:$.: $_"
            if /\b(now\s*\(\)|current_(date|time|timestamp)\b|clock_timestamp|localtimestamp)/i;
    }
}
is_deeply(\@tag, [], 'every file opens with its licence tag');
is_deeply(\@clock, [], 'no statement asks the database for the time');
is_deeply(\@sql, [], 'no migration or function does, defaults included');
is_deeply(\@malloc, [], 'nothing above core calls malloc');
is_deeply(\@setjmp, [ 'src/ctx/ctx.c' ], 'one setjmp: ctx_attempt()');
is_deeply(\@unsafe, [], 'none of the string functions that overrun');

# ---- a test that nobody runs ----

# unrun() - of the tests in @$files those that no list names.
sub unrun {
    my ($files, $lists) = @_;

    return grep { my $name = $_; $lists !~ m{(?<![\w/])\Q$name\E(?![\w.-])} } @$files;
}

sub named { return map { s{^\Q$top\E/}{}r } glob("$top/$_[0]") }
my $lists = join '', map { open my $in, '<', $_ or die "$_: $!"; local $/; <$in> } "$top/t/local.mk", glob("$top/t/*/*.mk");
my @tests = (named('t/http/*.t'), named('t/unit/*.c'));
ok(@tests > 80, 'the tests are there');
is_deeply([unrun(\@tests, $lists =~ s/%D%/t\/unit/gr)], [], 'and every one is in a list of those that are run');
is_deeply([unrun(['t/http/0001-house.t', 't/http/0001-hous.t'], $lists)], ['t/http/0001-hous.t'], 'one that is not would be seen');

done_testing();
