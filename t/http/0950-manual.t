#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The manual pages and the README describe the programs as they describe themselves.

use strict;
use warnings;
use utf8;
use Encode qw(decode);
use Lastro::Test qw(program run_command slurp top_srcdir);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

my $top = top_srcdir();

# A page as plain text, without requests, fonts and escapes.
sub page {
	my ($name) = @_;
	my $text = slurp("$top/doc/$name");

	$text =~ s/^\.(?:BR|RB|BI|IR|RI|TP|TQ|EX|EE|PP|br|SH|TH|[BI])\b ?//mg;
	$text =~ s/\\-/-/g;
	$text =~ s/\\f[A-Z]//g;
	$text =~ s/ ?" ?/ /g;
	$text =~ s/^ +//mg;
	return $text;
}

sub help { return decode('UTF-8', run_command({}, program('lastro'), @_, '--help')->{out}) }

my ($lastro, $fcgi) = map { page($_) } qw(lastro.1 lastro.fcgi.8);
my $commands = help();
my @commands = $commands =~ /^  ((?:[a-z]+ )?[a-z]+)  +\S/mg;
cmp_ok scalar @commands, '>', 25, 'the command lists its subcommands';

my @rows = map { map { /^\t\{ "([a-z ]+)"/mg } slurp($_) =~ /^const struct command \w+\[\] = \{\n(.*?)^\};/msg } glob "$top/src/admin/*.c";
is_deeply [sort @commands], [sort @rows], 'which are the rows of all tables';

# ---- lastro(1) ----

my %option;
for my $command (@commands) {
	my @options = help(split / /, $command) =~ /^  --([a-z-]+)/mg;

	$option{$command} = { map { $_ => 1 } @options };
	ok scalar($lastro =~ /^lastro \Q$command\E\b/m), "lastro $command is in lastro(1)";
	my ($entry) = $lastro =~ /^(lastro \Q$command\E\b.*)$/m;
	my @missing = grep { !/^(?:json|help)$/ && index($lastro, "--$_") < 0 } @options;

	is_deeply \@missing, [], 'with its options';
	is_deeply [grep { !$option{$command}{$_} } ($entry // '') =~ /--([a-z-]+)/g], [], 'and no other';
}
my $is_one = join '|', map { "\Q$_\E" } @commands;
is_deeply [grep { !/^(?:$is_one)\b/ } $lastro =~ /^lastro ([a-z].*)$/mg], [], 'lastro(1) promises no other subcommand';
for my $source (help('load') =~ /^  ([a-z][a-z-]+) +\S/mg) {
	ok scalar($lastro =~ /^(?:.*, )?\Q$source\E\b/m), "the source $source is explained";
}
ok scalar($lastro =~ /\b\Q$_\E\b/), "lastro fetch $_ too" for help('fetch') =~ /^  ([a-z][a-z-]+) +\S/mg;

# ---- the columns of our own formats ----

for my $case (['instruments', 'src/load/sources/instruments.c'], ['events', 'src/load/sources/typed_events.c'], ['successions', 'src/load/sources/successions.c']) {
	my ($name, $file) = @$case;
	my ($columns) = slurp("$top/$file") =~ /struct csv_column columns\[\] = \{(.*?)\n\t\};/s;
	my @columns = $columns =~ /\{ "([a-z_]+)/g;
	my ($said) = $lastro =~ /^\Q$name\E\n(.*?)(?=^\w+\n|\z)/ms;

	cmp_ok scalar @columns, '>', 4, "$name: columns in the source";
	is_deeply [grep { $said !~ /\b$_\b/ } @columns], [], "$name: each is in lastro(1)";
}

# ---- lastro.fcgi(8) ----

my $usage = run_command({}, program('lastro.fcgi'), '--help')->{out};
for my $name ($usage =~ /^  --([a-z]+)/mg) {
	next if $name eq 'help';
	ok scalar($fcgi =~ /--$name\b/), "lastro.fcgi --$name is in lastro.fcgi(8)";
}
is_deeply [grep { $usage !~ /--$_\b/ } ($fcgi =~ s{nginx/render --\S+}{}gr) =~ /--([a-z]+)/g], [], 'which promises no other';

# ---- the environment ----

my %variable;
for my $file (split /\n/, qx(find $top/src -name "*.c")) {
	(my $code = slurp($file)) =~ s{/\*.*?\*/}{}gs;
	$variable{$_} = $file for $code =~ /"(LASTRO_[A-Z_]+)"/g;
}
cmp_ok scalar keys %variable, '>', 8, 'variables in the source';
for my $name (sort keys %variable) {
	ok scalar("$lastro\n$fcgi" =~ /\b$name\b/), "$name is explained";
}
is_deeply [grep { !$variable{$_} } sort keys %{{ map { $_ => 1 } "$lastro\n$fcgi" =~ /\b(LASTRO_[A-Z_]+[A-Z])\b/g }}], [],
	'and no other is promised';

# ---- the README and its links ----

my $readme = join "\n", map { decode("UTF-8", slurp("$top/$_")) } qw(README.md doc/guide.md);
my @shown = $readme =~ /^    (?:LASTRO_DATABASE='[^']*' )?lastro (.*)$/mg;
cmp_ok scalar @shown, '>=', 5, 'they show commands';
for my $line (@shown) {
	my ($command) = grep { $line =~ /^\Q$_\E\b/ } sort { length $b <=> length $a } @commands;

	ok $command, "there is: lastro $line" or next;
	is_deeply [grep { !$option{$command}{$_} } $line =~ /--([a-z-]+)/g], [], 'with these options';
}
for my $path ($readme =~ m{`((?:contrib|doc|src|nginx)/[\w./-]*)`}g) {
	ok -e "$top/$path", "their $path is there";
}
ok scalar($readme !~ /@[A-Z]+@/), 'it contains no placeholder';

done_testing;
