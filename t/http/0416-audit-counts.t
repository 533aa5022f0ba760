#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# A chain deleted with its head, or truncated with its head adjusted, is consistent by itself; the counts stored by the
# operator's commands reveal it.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my @offices = map { Lastro::Office->new($t, $_) } qw(Casa Vizinha);
my ($ws, $other) = map { $_->{workspace} } @offices;
my $owner = $offices[0]->member('owner', name => 'Olga');
$t->start_pool(workers => 1);

sub verify { return $t->lastro('audit', 'verify', '--json') }
sub faults { return [map { my $w = $_->{workspace} // 'count'; my $n = $w eq $ws ? 'office' : $w eq $other ? 'other' : $w; "$n $_->{seq} $_->{fault}" }
	@{ JSON::PP::decode_json(verify()->{out})->{data} }] }
sub family { is $offices[0]->action('advisor.family.create', { name => $_[0] }, as => $owner)->status, 200, "a row: $_[0]" }
sub seq { return $t->sql("select max(seq) from audit where workspace_id = '$ws'") }
sub command { my ($n) = @_; $t->lastro_ok('license', 'set', $offices[1]{id}, '--seats', $n) }
sub counts { return $t->sql('select count(*) from audit_count') }

# undone() - runs the statements, verifies, and restores everything.
my @tables = qw(audit audit_head audit_count audit_counted);
sub undone {
	my ($sql) = @_;

	$t->sql(join ';', map { "create table kept_$_ as select * from $_" } @tables);
	$t->sql($sql);
	my $found = faults();
	my $status = verify()->{status};
	$t->sql(join ';', (map { "delete from $_" } reverse @tables), map { ("insert into $_ select * from kept_$_", "drop table kept_$_") } @tables);
	return ($found, $status);
}

# A chain without its last rows and with an adjusted head.
my $cut = sub { my ($n) = @_; "delete from audit where workspace_id = '$ws' and seq > $n;
	update audit_head set seq = $n, hash = (select hash from audit where workspace_id = '$ws' and seq = $n) where workspace_id = '$ws'" };
my $gone = "delete from audit where workspace_id = '$ws'; delete from audit_head where workspace_id = '$ws'";

# ---- counted by the next command's row ----

family('Andrade');
command(20);
my $n = seq();
is_deeply faults(), [], 'all is well';
my ($found, $status) = undone($gone);
is_deeply [$found, $status], [["office $n gone"], 1], 'a chain deleted with its head';
($found, $status) = undone($cut->($n - 1));
is_deeply [$found, $status], [["office $n cut"], 1], 'a truncated one with an adjusted head';
is_deeply [undone("$gone; insert into audit_head select workspace_id, 0, decode(repeat('00', 32), 'hex') from (values ('$ws'::uuid)) x (workspace_id)")], [["office $n gone"], 1],
	'one that begins anew';
is_deeply [undone("update audit set hash = sha256('x') where workspace_id = '$ws' and seq = $n; update audit_head set hash = sha256('x') where workspace_id = '$ws'")],
	[["office $n changed", "office $n rewritten"], 1], 'a rewritten one';
is_deeply faults(), [], 'and nothing where all is well again';

# ---- the command's own row is counted by the next command, or by a verification ----

my $m = $t->sql("select max(seq) from audit where workspace_id = '$other'");
is $t->sql("select max(seq) from audit_counted where chain = '$other'"), $m, 'a verification that finds nothing counts, too';
my $before = counts();
is verify()->{status}, 0, 'again';
is counts(), $before, 'where nothing moved there is nothing to count';
family('Borges');
($found) = undone($gone);
is_deeply $found, ["office $n gone"], 'an uncounted row does not hide counted ones';
is verify()->{status}, 0, 'counted';
($found) = undone($cut->($n));
is_deeply $found, ['office ' . ($n + 1) . ' cut'], 'and now that one is missed as well';
undone($gone);
is counts(), $before + 1, 'a verification that finds something counts nothing';

# ---- the stored counts ----

command(21);
my $last = $t->sql('select max(number) from audit_count');
($found) = undone("$gone; delete from audit_counted where chain = '$ws'");
isnt scalar @$found, 0, 'with its counts deleted';
is_deeply [grep { !/^count \d+ count$/ } @$found], [], 'breaks the counts';
($found) = undone("$gone; truncate audit_count, audit_counted");
isnt scalar @$found, 0, 'with all counts deleted';
is_deeply [grep { !/^(?:other|[0-9a-f-]{36}) \d+ count$/ } @$found], [], 'is reported by the operator\'s rows that name it';
($found) = undone("delete from audit_count where number = $last; delete from audit_counted where number = $last");
is_deeply [grep { /^other \d+ count$/ } @$found], $found, 'the last one too';
is scalar @$found, 1, 'by the one that names it';
($found) = undone("update audit_count set counted_at = counted_at - interval '1 day' where number = 1");
is_deeply $found, ['count 1 count'], 'a count that was changed';
($found) = undone("update audit_counted set seq = seq - 1 where chain = '$ws' and number = (select max(number) from audit_counted where chain = '$ws')");
like "@$found", qr/count \d+ count/, 'or a head of it';
is $t->sql("select string_agg(relname, ' ') from pg_class where relname in ('audit_count', 'audit_counted') and (has_table_privilege('lastro_worker', oid, 'select')
	or has_table_privilege('lastro_worker', oid, 'insert') or has_table_privilege('lastro_worker', oid, 'delete'))"), '', 'the worker has no part in them';

# ---- many rows in a load are not counted ----

$before = counts();
$t->sql("select audit_operator('$ws', gen_random_uuid(), '2026-01-01', 'asset.type_settled', 'load', gen_random_uuid(), null, null, '{}') from generate_series(1, 3)");
is counts(), $before, 'a load, which writes many, counts nothing';
is verify()->{status}, 0, 'the chain holds';

done_testing;
