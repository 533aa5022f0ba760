#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The command against a database: schema, accounts, organizations, wallets, the doctor.

use strict;
use warnings;

use Encode qw(encode);
use Lastro::Cluster;
use Lastro::Test qw(wait_for program);
use Test::More;

my $t = Lastro::Test->new;

sub ends {
	my ($status, $pattern, $name, @command) = @_;	# options first, as for lastro()
	my $r = $t->lastro(@command);

	is $r->{status}, $status, "$name: exit status $status";
	like $r->{out} . $r->{err}, $pattern, "$name: says why" if $pattern;
	return $r;
}

# ---- schema ----

my $empty = Lastro::Test->new(template => 0);
is $empty->lastro('db', 'status')->{status}, 1, 'an empty database is not current';
like $empty->lastro('doctor')->{out}, qr/falha\s+esquema.*\n\s+conserto: lastro db migrate/, 'the doctor names the remedy';

# Two migrations at once: each migration is applied by one of them.
my @pids = map {
	my $pid = fork // die;
	if (!$pid) {
		$ENV{LASTRO_DATABASE} = $empty->conninfo_owner;
		open STDOUT, '>', $empty->dir . "/migrate.$_";
		exec program('lastro'), 'db', 'migrate', '--json';
	}
	$pid;
} 1, 2;
my $statuses = join ' ', map { waitpid $_, 0; $? } @pids;
is $statuses, '0 0', 'two that migrate at once both succeed';
my %done = (applied => 0, functions => 0);
for my $n (1, 2) {
	my $printed = Lastro::Test::slurp($empty->dir . "/migrate.$n");
	$done{$_} += ($printed =~ /"$_":(\d+)/)[0] for keys %done;
}
my $sql = Lastro::Test::top_srcdir() . '/sql';
is $done{applied}, scalar(() = glob "$sql/0*.sql"), 'and apply each migration once';
is $done{functions}, scalar(() = glob "$sql/functions/*.sql"), 'and each function';
my $again = $empty->lastro_json('db', 'migrate');
is_deeply [@$again{qw(applied functions)}], ['0', '0'], 'again there is nothing to do';
is $empty->lastro('db', 'status')->{status}, 0, 'the database is current';

# A function is applied again when its text has changed.
sub functions {
	return $empty->sql(q{select p.oid::regprocedure || ' ' || p.prorettype::regtype || ' ' || md5(p.prosrc) || ' '
		|| p.prosecdef || ' ' || p.proacl::text from pg_proc p where p.pronamespace = 'lastro'::regnamespace order by 1});
}

my $functions = functions();
my $id = $empty->sql(q{select 'key_revoke'::regproc::oid});
$empty->sql(q{create or replace function key_revoke(p_id uuid, p_now timestamptz) returns uuid
	language sql as 'select p_id'; grant execute on function key_revoke to public;
	update schema_function set checksum = 'x' where name = 'key_revoke'});
isnt functions(), $functions, 'a function of another text';
my $stale = $empty->lastro('db', 'status', '--json');
is $stale->{status}, 1, 'makes the database stale';
like $stale->{out}, qr/"stale_functions":1/, 'which is counted';
like $empty->lastro('doctor')->{out}, qr/falha\s+esquema: .*1 funç.*\n\s+conserto: lastro db migrate/, 'the doctor names the remedy';
is $empty->lastro_json('db', 'migrate')->{functions}, '1', 'it is applied again';
is functions(), $functions, 'with the roles that may execute it';
is $empty->sql(q{select 'key_revoke'::regproc::oid}), $id, 'in its place: workers that run meanwhile go on calling it';
for my $case (['other results', 'key_revoke(p_id uuid, p_now timestamptz) returns text'],
	      ['other arguments', 'key_revoke(p_id uuid) returns boolean']) {
	$empty->sql(qq{drop function key_revoke; create function $case->[1] language plpgsql as 'begin end';
		update schema_function set checksum = 'x' where name = 'key_revoke'});
	$empty->lastro_ok('db', 'migrate');
	is functions(), $functions, "one with $case->[0] is created again, and no overload is left";
}
$empty->sql(q{create function gone() returns int language sql as 'select 1';
	insert into schema_function values ('gone', 'x', '2026-01-01Z')});
is $empty->lastro_json('db', 'migrate')->{functions}, '1', 'one that the program no longer has';
is functions(), $functions, 'goes';
$empty->sql(q{alter table api_key rename column prefix to first;
	update schema_function set checksum = 'x' where name = 'key_list'});
is $empty->lastro('db', 'migrate')->{status}, 1, 'a function that does not fit the tables is refused';
$empty->sql('alter table api_key rename column first to prefix');
is $empty->lastro_json('db', 'migrate')->{functions}, '1', 'and nothing of it was applied';

# Numbers may have gaps: a migration missing below the newest is found.
$empty->sql('create table kept as select * from schema_migration where number = 302; delete from schema_migration where number = 302');
like $empty->lastro('db', 'status', '--json')->{out}, qr/"schema":301,/, 'a migration that is missing in the middle is found';
$empty->sql('insert into schema_migration select * from kept; drop table kept');

sub refused {
	my ($change, $pattern, $name) = @_;

	$empty->sql($change);
	my $r = $empty->lastro('db', 'migrate');
	is $r->{status}, 1, "$name is refused";
	like $r->{err}, $pattern, 'and printed the reason';
}
refused("insert into schema_migration values (9999, '9999_later', 'x', '2026-01-01Z')", qr/9999_later, que este programa não traz/,
	'a database of a later program');
refused("update schema_migration set checksum = 'x' where number = 302", qr/0302_accounts já aplicada difere/,
	'a database migrated from another file');

{
	my $database = $t->{database} . '_latin';
	$t->{cluster}->sql('postgres', qq(create database "$database" template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'));
	my $r = $t->lastro({ env => { LASTRO_DATABASE => $t->{cluster}->conninfo($database, 'lastro') } }, 'db', 'migrate');
	is $r->{status}, 1, 'a database of another encoding is refused';
	like $r->{err}, qr/está em LATIN1, e só UTF8 serve/, 'and printed the reason';
	is $t->{cluster}->sql($database, q(select count(*) from pg_namespace where nspname = 'lastro')), '0', 'before anything is made there';
}

# ---- accounts ----

my $ana = $t->lastro_json('account', 'create', '--email', 'Ana@Example.com', '--name', 'Ana', '--plan', 'personal');
is $ana->{email}, 'ana@example.com', 'an address is stored in lower case';
ends(1, qr/Já há uma conta/, 'the same address', 'account', 'create', '--email', 'ANA@example.com', '--name', 'x');
ends(2, qr/não é um endereço/, 'no address', 'account', 'create', '--email', 'ana', '--name', 'x');
ends(2, qr/falta --email/, 'a missing flag', 'account', 'create', '--name', 'x');
ends(2, qr/opção desconhecida: --mail/, 'an unknown flag', 'account', 'create', '--mail', 'x');
ends(1, qr/Não há o plano gold/, 'an unknown plan', 'account', 'create', '--email', 'b@example.com', '--name', 'x', '--plan', 'gold');
ends(1, qr/Não há conta/, 'an unknown account', 'account', 'show', 'nobody@example.com');
is $t->lastro_json('account', 'show', $ana->{id})->{email}, 'ana@example.com', 'an account is found by its id';
is scalar @{ $t->lastro_json('account', 'list')->{data} }, 1, 'refused accounts left nothing behind';
$t->lastro_ok('plan', 'set', 'gold', '--portfolios', '7');
is $t->lastro_json('account', 'plan', 'ana@example.com', '--plan', 'gold')->{plan}, 'gold', 'a plan is made and given';
ends(2, qr/não é um inteiro/, 'a cap that is no number', 'plan', 'set', 'gold', '--portfolios', '-1');

# ---- organizations, keys ----

my $org = $t->lastro_json('org', 'create', '--name', 'Casa')->{id};
ends(1, qr/não é membro/, 'a member key of an organization that is not one\'s own', 'key', 'create', '--account',
	'ana@example.com', '--name', 'm', '--kind', 'member', '--org', $org);
is $t->lastro_json('member', 'add', '--org', $org, '--account', 'ana@example.com')->{data}[0]{email}, 'ana@example.com',
	'an account joins';
ends(1, qr/não tem licença/, "a $_ key of an organization without a licence", 'key', 'create', '--account', 'ana@example.com', '--name', 'm', '--kind', $_, '--org', $org)
	for qw(platform member desk);
my $licensed = $t->lastro_json('org', 'create', '--name', 'Escritório', '--advisor')->{id};
$t->lastro_ok('license', 'set', $licensed, '--seats', '5', '--from', '2026-01-01');
$t->lastro_ok('member', 'add', '--org', $licensed, '--account', 'ana@example.com');
like $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'm', '--kind', 'member', '--org', $licensed)->{key},
	qr/^lst_member_/, 'in one with a licence it gets a member key';
ends(2, qr/pede --org/, 'a desk key without an organization', 'key', 'create', '--account', 'ana@example.com', '--name', 'd', '--kind', 'desk');
ends(2, qr/não há o escopo tudo/, 'an unknown scope', 'key', 'create', '--account', 'ana@example.com', '--name', 'd', '--scopes', 'tudo');
my ($key) = @{ $t->lastro_json('key', 'list', '--account', 'ana@example.com')->{data} };
ends(0, undef, 'a key is revoked', 'key', 'revoke', $key->{id});
ends(1, qr/Não há chave em uso/, 'once', 'key', 'revoke', $key->{id});
ends(0, undef, 'a member leaves', 'member', 'remove', '--org', $org, '--account', 'ana@example.com');
ends(1, qr/não é membro/, 'once', 'member', 'remove', '--org', $org, '--account', 'ana@example.com');

for my $who ('ana@example.com', $org, $ana->{workspace}) {
	is $t->lastro_json('wallet', 'suspend', $who)->{wallet}, 'suspended', "the wallet of $who is suspended";
	is $t->lastro_json('wallet', 'resume', $who)->{wallet}, 'installed', 'and resumed';
}
ends(1, qr/Não há espaço/, 'a workspace that is not there', 'wallet', 'suspend', 'nobody');

# ---- the doctor ----

my %found = map { encode('UTF-8', $_->{check}) => $_->{finding} } @{ $t->lastro_json('doctor')->{data} };
is_deeply [@found{'banco de dados', 'esquema', 'papel lastro_worker', 'relógio', 'cotações da B3'}],
	['ok', 'ok', 'ok', 'ok', 'warning'], 'a fresh database is in order, its data is not there yet';
my $r = ends(1, qr/falha\s+soquete/, 'a socket where nobody listens', { env => { LASTRO_SOCKET => $t->dir . '/none' } }, 'doctor');
$t->start_pool(workers => 1);
ends(0, qr/ok\s+soquete/, 'a socket that answers', { env => { LASTRO_SOCKET => $t->socket_path } }, 'doctor');

# Roles that bypass row security: each reason is named.
my $role = "unsafe_$$";
$t->sql("create role $role login");
for my $case (['superuser', 'nosuperuser', 'superusuário'], ['bypassrls', 'nobypassrls', 'BYPASSRLS']) {
	$t->sql("alter role $role $case->[0]");
	unsafe($case->[2]);
	$t->sql("alter role $role $case->[1]");
}
$t->sql("alter table market_version owner to $role");
unsafe('dono');
$t->sql("alter table market_version owner to lastro; drop owned by $role; drop role $role");

sub unsafe {
	my ($why) = @_;

	ends(1, qr/falha\s+LASTRO_DATABASE: .* $why/, "workers of a role that is unsafe ($why)",
		{ env => { LASTRO_DATABASE_ADMIN => $t->conninfo_owner,
			   LASTRO_DATABASE => $t->{cluster}->conninfo($t->{database}, $role) } }, 'doctor');
}
ends(0, qr/ok\s+LASTRO_DATABASE/, 'workers of their own role',
	{ env => { LASTRO_DATABASE_ADMIN => $t->conninfo_owner, LASTRO_DATABASE => $t->conninfo_worker } }, 'doctor');
ends(3, qr/não está acessível/, 'an unreachable database', { env => { LASTRO_DATABASE => 'host=' . $t->dir } }, 'doctor');
like $t->lastro_ok('doctor', '--help'), qr/^uso: lastro doctor/, '--help needs no database';

done_testing;
