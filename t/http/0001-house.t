#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# House rules that the compiler cannot check: no include goes up a floor, SQL never reads the clock, no room formats
# JSON by hand or calls malloc, and there is one setjmp.

use strict;
use warnings;
use File::Find;
use File::Temp ();
use JSON::PP ();
use Test::More;

my $top = $ENV{LASTRO_TOP_SRCDIR} // '.';

sub text_of { open my $in, '<', $_[0] or die "$_[0]: $!"; local $/; return scalar <$in> }

# The rooms and the rooms that each may include, from the table of doc/architecture.md; a name with a slash at its end means all below.
my %floor;
for (split /\n/, text_of("$top/doc/architecture.md")) {
    my ($room, $may) = /^\| `([a-z_\/]+)` \| .* \| ([^|]*) \|$/ or next;
    $floor{$room} = [ $may =~ /`([a-z_\/]+)`/g ];
}
# The public headers of each module.
my %public = (
    'calc/amounts' => [qw(amounts accrual coupons)], 'calc/ledger' => [qw(fold derive)], 'calc/value' => [qw(value)], 'calc/history' => [qw(history packed)],
    'calc/views' => [qw(views)], 'calc/plan' => [qw(plan)], 'calc/explain' => [qw(explain)], 'calc/import' => [qw(import reconcile notes)], 'calc/credit' => [qw(credit statements)],
    'calc/events' => [qw(events)], 'calc/names' => [qw(names)], 'calc/tax' => [qw(tax tax_explain)],
    'market/companies' => [qw(companies)], 'market/offerings' => [qw(offerings)], 'market/prices' => [qw(market funds payments_ahead)],
    'market/events' => [qw(event_answers)], 'market/agenda' => [qw(agenda feed agenda_items)], 'market/news' => [qw(news)], 'market/objects' => [qw(objects)],
    'portfolio/store' => [qw(state state_check consolidation asset_terms)], 'portfolio/suitability' => [qw(questionnaire)], 'portfolio/functions' => [qw(investor portfolio_operations)],
    'portfolio/show' => [qw(explain_load issues_remedy history_json income_view portfolio_view)], 'portfolio/tax' => [qw(tax_explain_json tax_answers tax_gaps)],
    'portfolio/attention' => [qw(attention)], 'portfolio/import' => [], 'portfolio/plan' => [qw(plan_view)], 'portfolio/what_if' => [qw(issue_effects what_if)], 'portfolio/ledger' => [], notices => [qw(notices deliver find_notices mail_queue)], desk => [qw(desk)],
);
# explain writes down the computations of these files, so it may include their internal headers.
my %open_to = ('calc/explain' => { map { $_ => 1 } qw(calc/amounts/accrual_steps.h calc/ledger/deriving.h calc/value/mark.h calc/history/grid.h) });

my @files;
find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.[ch]$/ } }, "$top/src");
ok(@files > 30, 'the sources are there');

sub includes {
    my ($text) = @_;
    return $text =~ /^\s*#\s*include\s+"([^"]+)"/mg;
}

# room_of() - the room of a path below src: the deepest one of the table.
sub room_of {
    my ($path) = @_;

    while ($path =~ s{/[^/]*$}{}) {
        return $path if $floor{$path};
    }
    return undef;
}

# violations() - the forbidden includes of a file; $path is below src.
sub violations {
    my ($path, $text) = @_;
    my $room = room_of($path) // return "$path stands in no known room";
    my ($module) = $room =~ m{^(\w+)};
    my @bad;

    for my $header (includes($text)) {
        push @bad, "$path includes $header" if $header !~ m{/} && $header ne 'config.h';
        my $other = room_of($header) // next;
        push @bad, "$path includes $header" if $module eq 'calc' && $header eq 'core/json_write.h';
        next if $other eq $room || $open_to{$room}{$header};
        push @bad, "$path includes $header"
            if !grep { $other eq $_ || m{/$} && index("$other/", $_) == 0 } @{ $floor{$room} };
        my ($name) = $header =~ m{([^/]+)\.h$};
        # Rooms of portfolio may include every header of the portfolio rooms below them.
        next if $module eq 'portfolio' && $other =~ m{^portfolio};
        push @bad, "$header (not public)" if $public{$other} && !grep { $_ eq $name } @{ $public{$other} };
    }
    return @bad;
}

my %slurped;
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!";
    local $/;
    $slurped{$file} = <$in>;
}

my %source = map { (m{/src/(.*)} ? $1 : $_) => $slurped{$_} } keys %slurped;
my @generated = qw(calc/code_stamp.h portfolio/store/cached_rows_code_stamp.h);
delete @source{@generated};
cmp_ok(scalar keys %floor, '>', 30, 'the page of the architecture has the rooms');
is_deeply([ grep { my $room = $_; !grep { m{^\Q$room\E/} } keys %source } sort keys %floor ], [], 'each of which is there');
is_deeply([ map { violations($_, $source{$_}) } grep { !m{^tools/} } sort keys %source ], [], 'no include goes up a floor, or to a private header of another room');
is_deeply([ violations('calc/value/x.c', qq{#include "http/response.h"\n}) ], ['calc/value/x.c includes http/response.h'], 'an upward include is found');
is_deeply([ violations('calc/ledger/x.c', qq{#include "calc/value/value.h"\n}) ], ['calc/ledger/x.c includes calc/value/value.h'], 'one within calc');
is_deeply([ violations('portfolio/store/x.c', qq{#include "portfolio/show/show.h"\n}) ], ['portfolio/store/x.c includes portfolio/show/show.h'], 'one within portfolio');
is_deeply([ violations('desk/x.c', qq{#include "calc/ledger/replay.h"\n}) ], ['calc/ledger/replay.h (not public)'], 'one of a private header');
is_deeply([ violations('calc/value/x.c', qq{#include "calc/history/grid.h"\n}) ],
    [ 'calc/value/x.c includes calc/history/grid.h', 'calc/history/grid.h (not public)' ], 'a header that only explain may include');
is_deeply([ violations('calc/x.c', '') ], ['calc/x.c stands in no known room'], 'and a file in no room');

is_deeply([ grep { m{(?:^|/)config\.h$} } keys %source ], [], 'no file is found in place of config.h, which begins each');

# circles_of_rooms() - rooms of %$may that may include each other, also indirectly.
sub circles_of_rooms {
    my ($may) = @_;
    my (%below, @bad);

    for my $room (keys %$may) {
        my @todo = ($room);
        while (defined(my $at = pop @todo)) {
            for my $name (@{ $may->{$at} // [] }) {
                push @todo, grep { !$below{$room}{$_}++ } grep { $_ eq $name || $name =~ m{/$} && index("$_/", $name) == 0 } keys %$may;
            }
        }
        push @bad, $room if $below{$room}{$room};
    }
    return sort @bad;
}
is_deeply([ circles_of_rooms(\%floor) ], [], 'no room needs itself through others');
is_deeply([ circles_of_rooms({ a => ['b/'], 'b/c' => ['d'], d => ['a'], e => ['a'] }) ], [ 'a', 'b/c', 'd' ], 'and a cycle is found');

# File names are unique in the whole tree, so that a name without its folder is unambiguous.
sub shared_names {
    my %at;

    $at{ s{.*/}{}r =~ s/\.[ch]$//r }{ s{/[^/]*$}{}r } = 1 for @_;
    return grep { keys %{ $at{$_} } > 1 } sort keys %at;
}
is_deeply([ shared_names(keys %source) ], [], 'no two files have one name');
is_deeply([ shared_names('a/routes.c', 'a/routes.h', 'b/routes.c') ], ['routes'], 'two that have are seen');

# The list of refused networks exists once; every such list contains link-local.
is_deeply([ grep { $slurped{$_} =~ /0xa9fe0000|"169\.254/i } sort keys %slurped ], [ "$top/src/http/network.c" ], 'the refused networks are listed once');

# ---- dependency cycles among files ----

# Folders without dependency cycles among their files, also indirect ones.
my @acyclic = qw(core calc sheet identity market portfolio office desk);

# bare() - the code without comments and literals.
sub bare {
    my ($text) = @_;
    return $text =~ s{/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'}{ }gsr;
}

# needs() - the dependencies of each file of %$code (path => text): files whose functions it calls or whose tables it reads.
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
            next if !$call && !$data{$name} && $name !~ /_/;      # a local variable of the same name
            $needs{$file}{ $home{$name} } = 1;
        }
    }
    return \%needs;
}

# reach() - all files that @from depend on, also indirectly.
sub reach {
    my ($needs, @from) = @_;
    my (%reach, @todo);

    @todo = @from;
    while (defined(my $at = pop @todo)) {
        push @todo, grep { !$reach{$_}++ } keys %{ $needs->{$at} };
    }
    return \%reach;
}

# circles() - the dependency cycles in %$code, each as one line.
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

# calls_up() - the files of %$code that depend on a room that theirs may not include.
sub calls_up {
    my ($code) = @_;
    my $needs = needs($code);
    my @up;

    for my $file (sort keys %$code) {
        my $room = room_of($file);
        push @up, map { "$file needs $_" }
            grep { my $other = room_of($_); $other ne $room && !grep { $other eq $_ || m{/$} && index("$other/", $_) == 0 } @{ $floor{$room} } }
            sort keys %{ $needs->{$file} };
    }
    return @up;
}
is_deeply([ calls_up({ map { $_ => $code{$_} } grep { m{^portfolio/(?!functions)} } keys %code }) ], [], 'no call goes up a room of portfolio');
is_deeply([ calls_up({
        'portfolio/store/a.c' => "int a_one(void)\n{\n\treturn b_two();\n}\n",
        'portfolio/show/b.c' => "int b_two(void)\n{\n\treturn 1;\n}\n",
    }) ], ['portfolio/store/a.c needs portfolio/show/b.c'], 'and one is found');
is_deeply([ circles({
        'a.c' => "int a_one(void)\n{\n\treturn b_two();\n}\n",
        'b.c' => "int b_two(void)\n{\n\treturn c_list[0];\n}\n",
        'c.c' => "const int c_list[] = { 1 };\nint c_four(void)\n{\n\treturn a_one();\n}\n",
        'd.c' => "int d_five(void)\n{\n\treturn a_one();\n}\n",
    }) ], ['a.c b.c c.c'], 'and one is found');

# ---- files that determine cached state ----

# Files of calc that compute cached state; their dependencies count too.
my @makers = map { "calc/$_.c" } qw(history/pack_head history/pack_tail history/pack_prefix ledger/derive ledger/rederive history/walk history/performance);
# Files that load closes, events, rates, rows and terms for them.
my @bringers = map { "$_.c" } qw(market/prices/closes market/prices/market market/prices/rates market/prices/symbols portfolio/store/ledger_rows portfolio/store/asset_terms);

my $state = do { open my $in, '<', "$top/src/calc/state.mk" or die $!; local $/; <$in> };
my ($list) = $state =~ /^state_made_from = \\\n((?:.*\\\n)*.*\n)/m;
my %stamped = map { $_ => 1 } $list =~ m{src/(\S+\.[ch])}g;

# made_of() - all files that determine the state.
sub made_of {
    my %calc = map { $_ => $code{$_} } grep { my $file = $_; $file =~ m{^calc/} || grep { $_ eq $file } @bringers } keys %code;
    my $reach = reach(needs(\%calc), @makers, @bringers);
    return map { $_ => 1 } @makers, @bringers, grep { m{^calc/} } keys %$reach;
}
my %made_of = made_of();

# unstamped() - those of them that are missing in %$stamped; loose() - files of %$stamped that are not among them.
sub unstamped {
    my ($stamped) = @_;
    my @bad = grep { !$stamped->{$_} } keys %made_of;
    push @bad, grep { exists $source{$_} && !$stamped->{$_} } map { s/\.c$/.h/r } keys %made_of;
    return sort @bad;
}

sub loose {
    my ($stamped) = @_;
    return sort grep { m{^(?:calc|market|portfolio)/.*\.c$} && !$made_of{$_} } keys %$stamped;
}
is_deeply([ grep { !exists $source{$_} } sort keys %stamped ], [], 'the stamp of cached state is of files that are there');
is_deeply([ unstamped(\%stamped) ], [], 'of all that makes the state');
is_deeply([ loose(\%stamped) ], [], 'and of nothing else');
{
    my %less = map { $_ => 1 } grep { $_ ne 'portfolio/store/ledger_rows.c' } keys %stamped;

    is_deeply([ unstamped(\%less) ], ['portfolio/store/ledger_rows.c'], 'a file that is left out is found');
    is_deeply([ loose({ %stamped, 'calc/explain/explain_costs.c' => 1 }) ], ['calc/explain/explain_costs.c'], 'and one too many');
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
is_deeply(\@setjmp, [ 'src/core/ctx.c' ], 'one setjmp: ctx_attempt()');
is_deeply(\@unsafe, [], 'none of the string functions that overrun');

# ---- what a comment cites ----

# cited() - documents that a text of the sources names and that are not here.
sub cited {
    my ($text) = @_;
    my %seen;

    return grep { !-e "$top/$_" && !-e "$top/doc/$_" && !$seen{$_}++ } $text =~ m{(?<![\w/.\$*-])((?:[a-z-]+/)*[A-Za-z-]+\.md)\b}g;
}
is_deeply([ map { my $file = $_; map { "$file: $_" } cited($source{$file}) } sort keys %source ], [], 'no comment cites a document that is not here');
is_deeply([ cited("/* doc/tax.md, elsewhere.md and doc/none.md */") ], [ 'elsewhere.md', 'doc/none.md' ], 'two missing ones are found');

# ---- the functions that a comment names ----

my %word;
for my $file (keys %source) {
    $word{$_} = 1 for $source{$file} =~ s{/\*.*?\*/}{ }gsr =~ /\b([A-Za-z_]\w*)\b/g;      # in code and in SQL
}
$word{$_} = 1 for map { m{([^/]+)\.sql$} } glob "$top/sql/functions/*.sql";
$word{array_send} = 1;      # PostgreSQL's

# comments() - the comments of a text.
sub comments { return $_[0] =~ m{("(?:[^"\\\n]|\\.)*"|/\*.*?\*/)}gs }

# misnamed() - functions that comments of the file $path cite and that are nowhere, or that a header documents and does not declare.
sub misnamed {
    my ($path, $text) = @_;
    my $code = bare($text);
    my @bad;

    for my $comment (grep { m{^/\*} } comments($text)) {
        push @bad, map { "$path cites $_()" } grep { !$word{$_} } $comment =~ /\b([a-z_]\w*)\(\)/g;
        next if $path !~ /\.h$/;
        push @bad, map { "$path does not declare $_()" } grep { $code !~ /\b$_\b/ } $comment =~ m{^(?:/\*)?[ \t]*\*? ?(\w+)\(\) - }mg;
    }
    return @bad;
}
is_deeply([ map { misnamed($_, $source{$_}) } sort keys %source ], [], 'every function that a comment names exists, and a header declares those that it documents');
is_deeply([ misnamed('core/x.h', "/* pool_new() - one. */\nvoid pool_free(void *p);\n/*\n * pool_free() - frees; see no_such_thing().\n */\n") ],
    [ 'core/x.h does not declare pool_new()', 'core/x.h cites no_such_thing()' ], 'two that are wrong are found');

# ---- a test that nobody runs ----

# unrun() - of the tests in @$files those that no list names.
sub unrun {
    my ($files, $lists) = @_;

    return grep { my $name = $_; $lists !~ m{(?<![\w/])\Q$name\E(?![\w.-])} } @$files;
}

sub named { return map { s{^\Q$top\E/}{}r } glob("$top/$_[0]") }
my $lists = join '', map { open my $in, '<', $_ or die "$_: $!"; local $/; <$in> } "$top/t/local.mk", glob("$top/t/*/*.mk");
my @tests = (named('t/http/*.t'), named('t/unit/*.c'), named('t/unit/*/*.c'), named('t/unit/*/*/*.c'));
ok(@tests > 80, 'the tests are there');
is_deeply([unrun(\@tests, $lists =~ s/%D%/t\/unit/gr)], [], 'and every one is in a list of those that are run');
my %numbered;
for (@tests) { push @{ $numbered{$1} }, $_ if m{^t/http/(\d{4})-} }
is_deeply([map { @$_ > 1 ? @$_ : () } @numbered{sort keys %numbered}], [], 'and no two have one number');
is_deeply([unrun(['t/http/0001-house.t', 't/http/0001-hous.t'], $lists)], ['t/http/0001-hous.t'], 'a missing one is found');

is_deeply([grep { !-x "$top/$_" } named('t/http/*.t'), named('t/citus/*.t')], [], 'every end-to-end test can be executed');

# The schemas stand as build-aux/print-json prints them; a member that is named twice, with which no worker starts, is refused.
sub print_json { my $said = qx{"$^X" "$top/build-aux/print-json" --check @{[map { qq("$_") } @_]} 2>&1}; return $? ? $said || 'failed' : $said }
sub printed_as {
	my ($text) = @_;
	my $file = File::Temp->new(SUFFIX => '.json');

	print $file $text;
	close $file;
	return print_json($file->filename) =~ s/^\Q$file\E: //r;
}
my @schemas = map { "$top/$_" } named('src/*/schemas/*.json'), named('src/*/*/schemas/*.json');
cmp_ok(scalar @schemas, '>', 80, 'the schemas are there');
is(print_json(@schemas), '', 'each in the one form');
is(printed_as(qq({\n  "a": 1\n}\n)), "not as print-json prints it\n", 'another form is found');
is(printed_as(qq({"a": {"b": 1}, "b": 1,\n "a": 2}\n)), qq(line 2: "a" is there twice\n), 'and one that names a member twice');
is(printed_as(qq({"a": [1, "caf\\"é", {}, []], "b": -1.5e3}\n)), '', 'the form takes all of JSON');
is(printed_as(qq({"a": 1,}\n)), qq(line 1: } is no name\n), 'and nothing else');

# ---- what an assistant reads ----

# undescribed() - the members of a schema, and of what is inside, without a line that says what they are.
sub undescribed {
    my ($schema, $defs, $at) = @_;

    return () if ref $schema ne 'HASH';
    my $p = $schema->{properties} // {};
    return ((map {
        my ($name, $of) = ($_, $p->{$_});
        my ($def) = ref $of eq 'HASH' ? ($of->{'$ref'} // '') =~ m{^#/\$defs/(\w+)$} : ();
        my $said = ref $of ne 'HASH' || $of->{description} || ($of->{'$ref'} // '') =~ m{^openapi.*/properties/} || (defined $def && $defs->{$def}{description});
        (($said ? () : "$at/$name"), undescribed($of, $defs, "$at/$name"))
    } sort keys %$p), (map { undescribed($_, $defs, $at) } @$schema{qw(items additionalProperties)}, @{ $schema->{oneOf} // [] }, @{ $schema->{anyOf} // [] }));
}
{
    my $json = JSON::PP->new->utf8;
    my %spec = map { m{/([^/]+)\.json$} ? ($1 => $json->decode(text_of($_))) : () } grep { !m{/load/} } @schemas;
    my %defs_of = map { $_ => $json->decode(text_of($_)) } grep { m{/_defs\.json$} } @schemas;
    my %defs = map { %$_ } values %defs_of;

    delete $spec{_defs};
    cmp_ok(scalar keys %spec, '>', 100, 'the Functions and Actions');
    is_deeply([map { undescribed($spec{$_}{input_schema}, \%defs, $_) } sort keys %spec], [], 'every member of an input has a line that says what it is');
    is_deeply([map { undescribed($spec{$_}{output_schema}, \%defs, $_) } sort keys %spec], [], 'and of an answer');
    is_deeply([map { my $of = $defs_of{$_}; map { undescribed($of->{$_}, $of, $_) } sort keys %$of } sort keys %defs_of], [], 'and of what both refer to');
    is_deeply([undescribed({ properties => { a => { type => 'object', description => 'x', properties => { b => {} } } } }, {}, 'x')], ['x/a/b'], 'and one without is found');
}

done_testing();
