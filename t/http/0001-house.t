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
    wallet => [qw(core calc ctx http db access sheet market objects protocol)],
    objects => [qw(core calc ctx http db access)],
    events => [qw(core calc ctx http db access)],
    agenda => [qw(core calc ctx http db access wallet)],
    news   => [qw(core calc ctx http db access protocol)],
    notices => [qw(core ctx http db access)],
    offerings => [qw(core ctx http db)],
    pages => [qw(core ctx http)],
    companies => [qw(core calc ctx http db access market)],
    load   => [qw(core calc ctx http db access market sheet protocol companies events news)],
    protocol => [qw(core calc ctx http db access)],
    office => [qw(core ctx http db access protocol)],
    advisor => [qw(core calc ctx http db access protocol market wallet office)],
    desk   => [qw(core calc ctx http db access protocol office)],
    connector => [qw(core ctx http db access protocol advisor desk)],
    console => [qw(core calc ctx http db access protocol wallet agenda notices office advisor desk connector)],
    mcp    => [qw(core ctx http db access protocol advisor desk investor)],
    investor => [qw(core calc ctx http db access protocol wallet agenda objects)],
    admin  => [qw(core calc ctx http db access protocol market sheet wallet load companies events agenda news connector desk)],
);
# Another module is seen through its public headers.
my %public = (companies => ['companies/companies.h'], offerings => ['offerings/offerings.h'],
    market => ['market/market.h', 'market/funds.h'], wallet => ['wallet/wallet.h',
    'wallet/derived/state.h', 'wallet/load/state_check.h', 'wallet/load/consolidation.h', 'wallet/portfolio/questionnaire.h',
    'wallet/operations.h', 'wallet/show/explain.h', 'wallet/show/issues_remedy.h', 'wallet/show/render_history.h', 'wallet/show/view.h',
    'wallet/tax/explain.h', 'wallet/tax/tax.h'],
    events => ['events/events.h'], agenda => ['agenda/agenda.h', 'agenda/feed.h', 'agenda/items.h'], news => ['news/news.h'], notices => ['notices/notices.h'],
    objects => ['objects/objects.h'], desk => ['desk/desk.h']);

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

# One list of the networks that nobody leads us into: link-local stands in every such list.
is_deeply([ grep { $slurped{$_} =~ /0xa9fe0000|"169\.254/i } sort keys %slurped ], [ "$top/src/http/network.c" ], 'the refused networks are listed once');

# ---- rooms inside a floor ----

# The rooms of calc from the bottom up, with what each may include: always the header named like the
# room.  A new room goes in here.
my @rooms = (
    [base       => qw()],
    [fold       => qw(base)],
    [accrual    => qw(base)],
    [derive     => qw(base fold accrual)],
    [value      => qw(base fold accrual derive)],
    [history    => qw(base fold accrual derive value)],
    [pack       => qw(base fold accrual derive value history)],
    [views      => qw(base accrual value)],
    [explain    => qw(base fold accrual derive value history views)],
    [import     => qw(base fold)],
    [reconcile  => qw(base derive import)],
    [statements => qw(base)],
    [objects    => qw(base)],
    [events     => qw(base)],
    [credit     => qw(base)],
    [tax        => qw(base explain)],
);
# What explain writes down is what these compute, so it sees how they are made.
my %open_to_explain = map { $_ => 1 } qw(accrual/steps.h derive/deriving.h value/mark.h history/grid.h);
my %may_include = map { my ($room, @below) = @$_; $room => { map { $_ => 1 } @below } } @rooms;

my (%below, @upside);
for (@rooms) {
    my ($room, @may) = @$_;
    push @upside, map { "$room: $_" } grep { !$below{$_} } @may;
    $below{$room} = 1;
}
is_deeply(\@upside, [], 'a room of calc includes rooms below it, so there is no circle of rooms');

# room_violations() - of a file with the path $path below src.
sub room_violations {
    my ($path, $text) = @_;
    my $room = $path =~ m{^calc/(\w+)/} ? $1 : undef;
    my @bad;

    return ("$path stands in no known room") if $path =~ m{^calc/} && !($room && $may_include{$room});
    for my $header (includes($text)) {
        my ($other, $name) = $header =~ m{^calc/(\w+)/(\w+)\.h$} or next;
        next if defined $room && $other eq $room;
        next if defined $room && $room eq 'explain' && $open_to_explain{"$other/$name.h"};
        push @bad, "$path includes $header (not public)" if $name ne $other;
        push @bad, "$path includes $header (not below it)" if defined $room && !$may_include{$room}{$other};
    }
    return @bad;
}

my %source = map { (m{/src/(.*)} ? $1 : $_) => $slurped{$_} } keys %slurped;
is_deeply([ map { room_violations($_, $source{$_}) } grep { !m{^calc/code_stamp\.h$} } sort keys %source ], [],
    'rooms are seen through their public headers, from above');
is_deeply([ room_violations('calc/fold/x.c', qq{#include "calc/value/value.h"\n}) ],
    ['calc/fold/x.c includes calc/value/value.h (not below it)'], 'an include that goes up is seen');
is_deeply([ room_violations('wallet/x.c', qq{#include "calc/fold/replay.h"\n}) ],
    ['wallet/x.c includes calc/fold/replay.h (not public)'], 'and one of a private header');
is_deeply([ room_violations('calc/value/x.c', qq{#include "calc/history/grid.h"\n}) ],
    [ 'calc/value/x.c includes calc/history/grid.h (not public)', 'calc/value/x.c includes calc/history/grid.h (not below it)' ],
    'and one of what is open to explain alone');
is_deeply([ room_violations('calc/x.c', '') ], ['calc/x.c stands in no known room'], 'and a file in no room');

# The rooms of wallet from the bottom up; each sees those below it.
my @wallet_rooms = qw(rows derived check load ledger portfolio import show tax);
my %wallet_floor = map { $wallet_rooms[$_] => $_ } 0 .. $#wallet_rooms;
# What stands beside them: how others see the module, and its routes.
my %wallet_top = map { $_ => 1 } qw(wallet/wallet.h wallet/operations.h wallet/routes.c);

# wallet_violations() - of a file of wallet with the path $path below src.
sub wallet_violations {
    my ($path, $text) = @_;
    my ($room) = $path =~ m{^wallet/(\w+)/};

    return () if $wallet_top{$path};
    return ("$path stands in no known room") if !defined $room || !exists $wallet_floor{$room};
    return map { "$path includes $_" } grep { m{^wallet/(\w+)/} && ($wallet_floor{$1} // 99) > $wallet_floor{$room} } includes($text);
}
is_deeply([ map { wallet_violations($_, $source{$_}) } grep { m{^wallet/} } sort keys %source ], [],
    'a room of wallet includes its own and those below it');
is_deeply([ wallet_violations('wallet/rows/x.c', qq{#include "wallet/load/load.h"\n#include "wallet/rows/loaded.h"\n}) ],
    ['wallet/rows/x.c includes wallet/load/load.h'], 'one that goes up is seen');
is_deeply([ wallet_violations('wallet/x.c', '') ], ['wallet/x.c stands in no known room'], 'and a file in no room');

# ---- circles of files ----

# Folders in which no two files need each other, be it through others.
my @acyclic = qw(core calc sheet access market wallet advisor desk);

# bare() - the code without comments and literals.
sub bare {
    my ($text) = @_;
    return $text =~ s{/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'}{ }gsr;
}

# needs() - of %$code (path => text) which file needs which: calls its functions or reads its tables.
sub needs {
    my ($code) = @_;
    my (%home, %data, %needs);

    for my $file (keys %$code) {
        my $text = $code->{$file};

        $home{$1} = $file while $text =~ /^(?!static\b)[a-z_][\w\s*]*?\b(\w+)\([^;{}]*\)\s*\n\{/mg;
        while ($text =~ /^(?!static\b|extern\b)[a-z_][\w\s*]*?\b(\w+)(?:\[[^\]]*\])*\s*=\s/mg) {
            $home{$1} = $file;
            $data{$1} = 1;
        }
    }
    for my $file (keys %$code) {
        my $text = $code->{$file} =~ s/^\s*#.*|\b(?:struct|enum|union)\s+\w+//gmr;

        while ($text =~ /(?<![\w.>])([a-z_]\w*)(\s*\()?/g) {
            my ($name, $call) = ($1, $2);

            next if !$home{$name} || $home{$name} eq $file;
            next if !$call && !$data{$name} && $name !~ /_/;      # a local of the same name
            $needs{$file}{ $home{$name} } = 1;
        }
    }
    return \%needs;
}

# reach() - all files that @from need, be it through others.
sub reach {
    my ($needs, @from) = @_;
    my (%reach, @todo);

    @todo = @from;
    while (defined(my $at = pop @todo)) {
        push @todo, grep { !$reach{$_}++ } keys %{ $needs->{$at} };
    }
    return \%reach;
}

# circles() - of %$code the files that need each other, each circle as one line.
sub circles {
    my ($code) = @_;
    my $needs = needs($code);
    my %reach = map { $_ => reach($needs, $_) } keys %$code;
    my %circle;

    for my $file (keys %$code) {
        my @in = grep { $reach{$file}{$_} && $reach{$_}{$file} } sort keys %$code;
        $circle{"@in"} = 1 if @in;
    }
    return sort keys %circle;
}

my %code = map { $_ => bare($source{$_}) } grep { m{\.c$} } keys %source;
for my $folder (@acyclic) {
    is_deeply([ circles({ map { $_ => $code{$_} } grep { m{^$folder/} } keys %code }) ], [],
        "no circle of files in $folder");
}
# wallet_calls_up() - of %$code the files of wallet that need one of a room above theirs.
sub wallet_calls_up {
    my ($code) = @_;
    my $needs = needs($code);
    my $floor = sub { $_[0] =~ m{^wallet/(\w+)/} ? $wallet_floor{$1} : undef };
    my @up;

    for my $file (sort grep { defined $floor->($_) } keys %$code) {
        push @up, map { "$file needs $_" } grep { defined $floor->($_) && $floor->($_) > $floor->($file) }
            sort keys %{ $needs->{$file} };
    }
    return @up;
}
is_deeply([ wallet_calls_up({ map { $_ => $code{$_} } grep { m{^wallet/} } keys %code }) ], [], 'no call goes up a room of wallet');
is_deeply([ wallet_calls_up({
        'wallet/rows/a.c' => "int a_one(void)\n{\n\treturn b_two();\n}\n",
        'wallet/show/b.c' => "int b_two(void)\n{\n\treturn 1;\n}\n",
    }) ], ['wallet/rows/a.c needs wallet/show/b.c'], 'and one would be seen');
is_deeply([ circles({
        'a.c' => "int a_one(void)\n{\n\treturn b_two();\n}\n",
        'b.c' => "int b_two(void)\n{\n\treturn c_list[0];\n}\n",
        'c.c' => "const int c_list[] = { 1 };\nint c_four(void)\n{\n\treturn a_one();\n}\n",
        'd.c' => "int d_five(void)\n{\n\treturn a_one();\n}\n",
    }) ], ['a.c b.c c.c'], 'and one would be seen');

# ---- what makes cached state ----

# Files of calc that state is cached from, and what they need.
my @makers = map { "calc/$_.c" } qw(pack/head pack/tail pack/prefix derive/derive derive/rederive history/walk history/performance);
# What brings them closes, events, rates, rows and terms.
my @bringers = map { "$_.c" } qw(market/closes market/market market/rates market/symbols wallet/rows/ledger_rows wallet/rows/terms);

my $state = do { open my $in, '<', "$top/src/calc/state.mk" or die $!; local $/; <$in> };
my ($list) = $state =~ /^state_made_from = \\\n((?:.*\\\n)*.*\n)/m;
my %stamped = map { $_ => 1 } $list =~ m{src/(\S+\.[ch])}g;

# made_of() - the files that make state.
sub made_of {
    my %calc = map { $_ => $code{$_} } grep { my $file = $_; $file =~ m{^calc/} || grep { $_ eq $file } @bringers } keys %code;
    my $reach = reach(needs(\%calc), @makers, @bringers);
    return map { $_ => 1 } @makers, @bringers, grep { m{^calc/} } keys %$reach;
}
my %made_of = made_of();

# unstamped() - those of them that %$stamped lacks; loose() - what it has beside them.
sub unstamped {
    my ($stamped) = @_;
    my @bad = grep { !$stamped->{$_} } keys %made_of;
    push @bad, grep { exists $source{$_} && !$stamped->{$_} } map { s/\.c$/.h/r } keys %made_of;
    return sort @bad;
}

sub loose {
    my ($stamped) = @_;
    return sort grep { m{^(?:calc|market|wallet)/.*\.c$} && !$made_of{$_} } keys %$stamped;
}
is_deeply([ grep { !exists $source{$_} } sort keys %stamped ], [], 'the stamp of cached state is of files that are there');
is_deeply([ unstamped(\%stamped) ], [], 'of all that makes the state');
is_deeply([ loose(\%stamped) ], [], 'and of nothing else');
{
    my %less = map { $_ => 1 } grep { $_ ne 'wallet/rows/ledger_rows.c' } keys %stamped;

    is_deeply([ unstamped(\%less) ], ['wallet/rows/ledger_rows.c'], 'a file that is left out would be seen');
    is_deeply([ loose({ %stamped, 'calc/explain/costs.c' => 1 }) ], ['calc/explain/costs.c'], 'and one too many');
}

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
my @tests = (named('t/http/*.t'), named('t/unit/*.c'), named('t/unit/*/*.c'));
ok(@tests > 80, 'the tests are there');
is_deeply([unrun(\@tests, $lists =~ s/%D%/t\/unit/gr)], [], 'and every one is in a list of those that are run');
my %numbered;
for (@tests) { push @{ $numbered{$1} }, $_ if m{^t/http/(\d{4})-} }
is_deeply([map { @$_ > 1 ? @$_ : () } @numbered{sort keys %numbered}], [], 'and no two have one number');
is_deeply([unrun(['t/http/0001-house.t', 't/http/0001-hous.t'], $lists)], ['t/http/0001-hous.t'], 'one that is not would be seen');

is_deeply([grep { !-x "$top/$_" } named('t/http/*.t')], [], 'every end-to-end test can be executed');

# A schema that names a member twice: no worker starts with it.  The files have one member a line.
sub repeated {
	my ($text) = @_;
	my (@seen, @twice);

	for (split /\n/, $text) {
		push @twice, $1 if /^\s*"([^"]+)":/ && @seen && $seen[-1]{$1}++;
		pop @seen for /^\s*[\]}]/ ? 1 : ();
		push @seen, {} if /[\[{]\s*$/;
	}
	return @twice;
}
sub text_of { open my $in, '<', $_[0] or die "$_[0]: $!"; local $/; return scalar <$in> }
is_deeply([map { my $name = $_; map { "$name: $_" } repeated(text_of("$top/$name")) } named('src/*/schemas/*.json')], [], 'no schema names a member twice');
is_deeply([repeated(qq({\n  "a": {\n    "b": 1\n  },\n  "b": 1,\n  "a": 2\n}\n))], ['a'], 'one that does would be seen');

done_testing();
