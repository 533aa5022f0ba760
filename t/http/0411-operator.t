#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The operator's changes of an office are in its trail, one row per command, in the transaction of the change; changing
# or deleting such a row is detected, like any other.

use strict;
use warnings;
use utf8;

use JSON::PP ();
use Lastro::Office;
use Lastro::Test;
use Test::More;

my $t = Lastro::Test->new;
my ($true, $false) = (JSON::PP::true(), JSON::PP::false());
my %day = (env => { LASTRO_NOW => '2026-11-18T15:00:00Z' });
my $org = $t->lastro_ok(\%day, 'org', 'create', '--name', 'Casa', '--advisor', '--json');
my ($id, $ws) = @{ JSON::PP::decode_json($org) }{qw(id workspace)};
my $office = bless { t => $t, id => $id, workspace => $ws, specs => {} }, 'Lastro::Office';
my ($olga, $ana, $bia) = map { $office->person($_) } qw(Olga Ana Bia);

sub run { my ($status, @command) = @_; my $r = $t->lastro(\%day, @command); is $r->{status}, $status, "lastro @command" or diag "$r->{out}$r->{err}" }
sub of { return ('--org', $id, '--account', $_[0]{email}) }
sub rows { return $t->sql("select count(*) || ' ' || coalesce(max(seq), 0) from audit where workspace_id = '$ws'") }
sub change { return { map { $_->[0] => [@$_[1, 2]] } map { [@$_{qw(pointer from to)}] } @{ $_[0]{changes} } } }

run(0, 'license', 'set', $id, '--seats', 2, '--plan', 'prata', '--from', '2026-01-01');
run(0, 'member', 'add', of($olga), '--role', 'owner');
run(0, 'member', 'add', of($ana));
run(0, 'member', 'add', of($ana), '--role', 'advisor', '--no-seat');
run(0, 'member', 'role', of($ana), '--seat', '--role', 'admin');
run(0, 'license', 'set', $id, '--seats', 3, '--until', '2027-12-31');
run(0, 'wallet', 'suspend', $id);
run(0, 'wallet', 'resume', $ws);
$office->enter($_) for $olga, $ana;
run(0, 'member', 'remove', of($ana));

# ---- the rows that the office reads ----

$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-11-20T15:00:00Z' });
my $r = $office->function('advisor.audit.list', { limit => 100 }, as => $olga);
is $r->status, 200, 'the trail' or diag $r->body;
is_deeply [$office->faults($r, as => $olga)], [], 'is as its schema says';
my %by;
my @rows = reverse @{ $r->json->{data} };
push @{ $by{ $_->{action} } }, $_ for @rows;
is_deeply { map { $_ => scalar @{ $by{$_} } } keys %by }, { 'operator.org.create' => 1, 'operator.license.set' => 2, 'operator.member.add' => 3,
	'operator.member.role' => 1, 'operator.member.remove' => 1, 'operator.member.key' => 2, 'operator.wallet.suspend' => 1, 'operator.wallet.resume' => 1 }, 'one row a command';
is_deeply [grep { $_->{outcome} ne 'done' || $_->{actor}{kind} ne 'operator' || defined $_->{actor}{member_id} || defined $_->{actor}{name}
	|| defined $_->{actor}{credential_id} || defined $_->{request_id} || $_->{action} ne 'operator.member.key' && $_->{occurred_at} ne '2026-11-18T15:00:00.000Z' } @rows], [],
	'of the operator, at his hour, without an account';

my $created = $by{'operator.org.create'}[0];
is_deeply [@$created{qw(kind subject_id input)}, change($created)], ['organization.created', $id, { name => 'Casa', advisor => $true },
	{ '/advisor' => [undef, $true], '/name' => [undef, 'Casa'], '/wallet' => [undef, 'installed'] }], 'the organization';
my ($first, $second) = @{ $by{'operator.license.set'} };
($first, $second) = ($second, $first) if $first->{input}{seats} ne '2';
is_deeply [@$first{qw(kind subject_id input)}, change($first)], ['license.updated', $id, { seats => '2', plan => 'prata', from => '2026-01-01' },
	{ '/plan' => [undef, 'prata'], '/seats' => [undef, '2'], '/valid_from' => [undef, '2026-01-01'] }], 'its licence';
is_deeply change($second), { '/seats' => ['2', '3'], '/valid_until' => [undef, '2027-12-31'] }, 'and its changes';
my %added = map { join(' ', sort keys %{ change($_) }) . " $_->{subject_id}" => $_ } @{ $by{'operator.member.add'} };
my $row = $added{"/member /role /seated /status $olga->{id}"};
is_deeply [@$row{qw(kind input)}, change($row)], ['member.added', { org => $id, account => '[omitido]', role => 'owner' },
	{ '/member' => [undef, $true], '/role' => [undef, 'owner'], '/seated' => [undef, $true], '/status' => [undef, 'active'] }], 'a member with a seat';
is_deeply change($added{"/member $ana->{account}"}), { '/member' => [undef, $true] }, 'a member without office role, by his account';
$row = $added{"/role /seated /status $ana->{id}"};
is_deeply [$row->{input}{'no-seat'}, change($row)], [$true, { '/role' => [undef, 'advisor'], '/seated' => [undef, $false], '/status' => [undef, 'active'] }], 'and then has';
$row = $by{'operator.member.role'}[0];
is_deeply [@$row{qw(kind subject_id)}, change($row)], ['member.updated', $ana->{id}, { '/role' => ['advisor', 'admin'], '/seated' => [$false, $true] }], 'a role and a seat';
$row = $by{'operator.member.remove'}[0];
is_deeply [@$row{qw(kind subject_id)}, change($row)], ['member.removed', $ana->{id}, { '/member' => [$true, undef], '/role' => ['admin', undef],
	'/seated' => [$true, undef], '/status' => ['active', undef] }], 'the former member, by her former role';
is_deeply [map { change($by{"operator.wallet.$_"}[0]) } qw(suspend resume)],
	[{ '/wallet' => ['installed', 'suspended'] }, { '/wallet' => ['suspended', 'installed'] }], 'the wallet, named by either id';
is $t->sql("select count(*) from audit where concat(input, changes, detail) ~* 'example.com|olga|ana'"), '0', 'no address and no name of a person is stored';
is_deeply [map { $_->{kind} } @{ $office->function('advisor.audit.list', { kind => 'member.removed' }, as => $olga)->json->{data} }], ['member.removed'], 'found by kind';
is_deeply $office->function('advisor.audit.list', { actor => $olga->{id} }, as => $olga)->json->{data}, [], 'and counted as of no organization';
is_deeply $office->function('advisor.audit.list', {}, as => $olga, at => '2026-11-17')->json->{data}, [], 'it was not there before either';

# ---- both the change and its row, or neither ----

my $before = rows();
run(1, 'member', 'add', of($olga), '--role', 'admin');
run(1, 'member', 'remove', of($bia));
run(1, 'member', 'role', of($bia), '--role', 'admin');
run(1, 'license', 'set', $id, '--seats', 0);
run(1, 'wallet', 'suspend', $bia->{account} =~ tr/0-9/1-90/r);
run(0, 'wallet', 'suspend', $bia->{email});
is rows(), $before, 'refusals, and changes without an organization, leave no row';
$t->sql("alter function audit_link rename to audit_away");
run(1, 'member', 'add', of($bia), '--role', 'advisor');
run(1, 'license', 'set', $id, '--seats', 9);
run(1, 'wallet', 'uninstall', $id);
$t->sql("alter function audit_away rename to audit_link");
is $t->sql("select (select count(*) from organization_member where account_id = '$bia->{account}') || ' ' || (select seats from office_license)
	|| ' ' || (select wallet from workspace where id = '$ws')"), '0 3 installed', 'and where no row can be written, nothing is changed';
is rows(), $before, 'as one sees';

# ---- one chain with the members' rows ----

is $office->action('advisor.family.create', { name => 'Andrade' }, as => $olga)->status, 200, 'a member acts';
run(0, 'member', 'add', of($bia), '--role', 'advisor');
is_deeply [map { $_->{actor}{kind} } grep { $_->{action} ne 'operator.member.key' } sort { $a->{occurred_at} cmp $b->{occurred_at} } @{ $office->function('advisor.audit.list', { limit => 100 }, as => $olga)->json->{data} }],
	[('operator') x 11, 'member'], 'rows of both';
run(0, 'audit', 'verify');
is $t->sql("select has_function_privilege('lastro_worker', p.oid, 'execute') from pg_proc p where proname = 'audit_operator'"), 'f', 'the worker writes none in the operator\'s name';
ok !eval { $t->sql("insert into audit (workspace_id, id, occurred_at, kind) values ('$ws', md5('x')::uuid, '2026-01-01', 'x')"); 1 }, 'a row without an account is in the chain too';

sub faults { return [map { "$_->{seq} $_->{fault}" } @{ JSON::PP::decode_json($t->lastro('audit', 'verify', '--json')->{out})->{data} }] }
my $removed = $t->sql("select seq from audit where action = 'operator.member.remove'");
my $last = $t->sql("select max(seq) from audit where workspace_id = '$ws'");
$t->sql("update audit set changes = '[]' where seq = $removed and workspace_id = '$ws'");
is_deeply faults(), ["$removed changed"], 'a row of his that was changed shows';
$t->sql("delete from audit where seq = $removed and workspace_id = '$ws'");
is_deeply faults(), [($removed + 1) . ' missing'], 'a deleted one';
run(1, 'audit', 'verify');
$t->sql("delete from audit where seq = $last and workspace_id = '$ws'");
is_deeply faults(), [($removed + 1) . ' missing', "$last cut", "$last end"], 'and the last one, which was counted';

done_testing;
