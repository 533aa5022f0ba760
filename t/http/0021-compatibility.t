#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The promises of doc/compatibility.md about an older or newer schema: the difference is reported by version numbers
# wherever it can be, and an unknown schema is not migrated.

use strict;
use warnings;
use utf8;

use Encode qw(decode);
use Lastro::Tenants qw(account);
use Lastro::Test qw(program run_command slurp top_srcdir wait_for);
use Test::More;

binmode $_, ':utf8' for Test::More->builder->output, Test::More->builder->failure_output;

sub told { my ($t, @a) = @_; my $r = $t->lastro(@a); return decode('UTF-8', "$r->{status} $r->{out}$r->{err}") }
sub logged { my ($t) = @_; return [map { $_->{msg} } grep { $_->{level} eq 'error' } $t->log_lines] }

my $t = Lastro::Test->new;
my $key = account($t)->{user_key};
my ($newest, $before) = map { 0 + $_ } split /\n/, $t->sql('select number from schema_migration order by number desc limit 2');

$t->start_pool(workers => 1);
is_deeply logged($t), [], 'on its own schema a worker has nothing to say';
is $t->get('/v1/status')->json->{schema_version}, $newest, 'and the status has its number';
$t->stop_pool;

# ---- a schema of the previous version ----

$t->sql("create table kept as select * from schema_migration where number = $newest; delete from schema_migration where number = $newest");
like told($t, 'db', 'status'), qr/\A1 .*\b$before\b.*\b$newest\b/s, 'older: the command names both numbers';
like told($t, 'doctor'), qr/\A1 .*versão $before, o programa traz a $newest.*lastro db migrate/s, '  so does the doctor, with the remedy';
$t->start_pool(workers => 1);
is_deeply logged($t), ["the schema is version $before, this program's $newest: lastro db migrate"], '  so does a worker that starts';
is $t->get('/v1/portfolios', key => $key)->status, 200, '  which answers unchanged operations';
$t->stop_pool;
$t->sql('insert into schema_migration select * from kept; drop table kept');
like told($t, 'db', 'status'), qr/\A0 /, 'then it is its own again';

# ---- a schema of a later version ----

$t->sql("insert into schema_migration values (9999, '9999_later', 'x', '2026-01-01Z')");
like told($t, 'db', 'migrate'), qr/\A1 .*9999_later, que este programa não traz/s, 'newer: nothing is migrated';
like told($t, 'db', 'status'), qr/\A1 .*\b9999\b/s, '  and the command names the number';
$t->start_pool(workers => 1);
is_deeply logged($t), ["the schema is version 9999, this program's $newest: install the version that migrated it"], '  and a worker that starts';
$t->stop_pool;

# ---- one version number everywhere ----

my ($version) = run_command({}, program('lastro'), '--version')->{out} =~ /^lastro (\S+)$/;
my @numbers = slurp(top_srcdir() . '/CHANGELOG.md') =~ /^## (\S+)$/mg;
is_deeply [grep { !/^\d+\.\d+\.\d+$/ } @numbers], [], 'the changelog is by version';
ok scalar(grep { $_ eq $version } @numbers), 'and has this one';
is +(slurp(top_srcdir() . '/debian/changelog') =~ /\Alastro \(([^)]+)\)/)[0], $version, 'as the package does';

done_testing;
