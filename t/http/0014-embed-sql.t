#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The tool that compiles the schema in: a migration becomes its statements, a function stays one text, and what is refused.

use strict;
use warnings;
use Lastro::Test qw(run_command spew top_srcdir);
use Test::More;

my $t = Lastro::Test->new(database => 0);
mkdir $t->dir . '/functions';

sub embed {
	my (%file) = @_;

	spew($t->dir . "/$_", $file{$_}) for keys %file;
	return run_command({}, $^X, top_srcdir() . '/build-aux/embed-sql', map { $t->dir . "/$_" } sort keys %file);
}

# texts() - the strings of a C table's element, an array of statements as many.
sub texts {
	my ($c) = @_;

	return map { join '', map { s/\\n/\n/gr =~ s/\\t/\t/gr =~ s/\\([\\"?])/$1/gr } /"((?:[^"\\]|\\.)*)"/g } split /^\t*,$/m, $c;
}

sub statements {
	my ($sql) = @_;
	my $r = embed('0301_a.sql' => $sql);

	return "refused: $r->{err}" =~ s/\Q$t->{dir}\E\///r if $r->{status};
	my ($array) = $r->{out} =~ /\.statements = \(const char \*const\[\]\)\{\n(.*?)\t*NULL \},/s;
	return [map { s/\n\z//r } grep { length } texts($array)];
}

is_deeply statements("-- What it is for; and why.\ncreate table a (b int);\t\t-- with; a remark\n\n/* of; two */\ngrant select on a to b;\n"),
	['create table a (b int);', 'grant select on a to b;'], 'one each, without the comments between them';
is_deeply statements("create table a (\n\tb int,\t-- one; of them\n\tc text default ';'\n);"), ["create table a (\n\tb int,\t-- one; of them\n\tc text default ';'\n);"], 'a comment or a text within does not end it';
is_deeply statements(q{insert into a values ('it''s; one', "x;y");do $$ begin perform 1; end $$;do $f$ select $$;$$; $f$;}),
	[q{insert into a values ('it''s; one', "x;y");}, 'do $$ begin perform 1; end $$;', 'do $f$ select $$;$$; $f$;'], 'nor does a quote of any kind';
is statements("select 1;\nselect 2\n"), "refused: embed-sql: 0301_a.sql: ends within a statement\n", 'one that has no end';
is statements("-- nothing\n"), "refused: embed-sql: 0301_a.sql: has no statement\n", 'a file of none';

my $function = "create or replace function f() returns int language sql as 'select 1';\nrevoke execute on function f from public, lastro_worker;\n";
is +(texts(embed('functions/f.sql' => $function)->{out} =~ /\.sql =\n(.*?)\t\},/s))[0], $function, 'a function is one text';
like embed('functions/f.sql' => $function =~ s/f\(\)/g()/r)->{err}, qr/expected one create or replace function f$/, 'of its own name';
like embed('functions/f.sql' => $function =~ s/revoke.*//sr)->{err}, qr/expected revoke execute/, 'that says who may not call it';
like embed('0301_a.sql' => 'select 1;', '0301_b.sql' => 'select 1;')->{err}, qr/number 0301 is taken by 0301_a$/, 'a number twice';

done_testing;
