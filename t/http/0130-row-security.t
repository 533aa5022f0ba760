#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# Row security: the database's protection when a filter is missing in the code.

use strict;
use warnings;

use Lastro::Cluster;
use Lastro::Test qw(run_command top_srcdir slurp);
use Test::More;

my $t = Lastro::Test->new;
my %workspace;

for my $name (qw(ana bia)) {
	my $a = $t->lastro_json('account', 'create', '--email', "$name\@example.com", '--name', $name);
	$workspace{$name} = $a->{workspace};
	$t->sql("insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
		values ('$a->{workspace}', gen_random_uuid(), '$a->{id}', '$a->{id}', '$name', '$name', '2026-01-01')");
	$t->sql("insert into audit (workspace_id, id, occurred_at, account_id, kind, subject_id)
		values ('$a->{workspace}', gen_random_uuid(), '2026-01-01', '$a->{id}', 'portfolio.created', '$a->{id}')");
}

# worker() - runs statements in the worker's role; returns output or error.
sub worker {
	my ($sql) = @_;
	my $r = run_command({}, Lastro::Cluster::bin('psql'), '-XAtq', '-v', 'ON_ERROR_STOP=1', '-v', 'VERBOSITY=sqlstate',
		'-d', $t->conninfo_worker, '-c', $sql);

	chomp(my $out = $r->{status} ? $r->{err} : $r->{out});
	$out =~ s/\AERROR:\s+//;
	return $out;
}

sub in_workspace {
	my ($name, $sql) = @_;

	return worker("begin; set local lastro.workspace = '$workspace{$name}'; $sql; commit");
}

# ---- rows ----

is worker('select count(*) from portfolio'), '0', 'no workspace set: no rows';
is worker("begin; set local lastro.workspace = '$workspace{ana}'; commit; select count(*) from portfolio"), '0',
	'set in a transaction that is over: no rows';
is in_workspace('ana', 'select name from portfolio order by name'), 'ana',
	'a query that forgot its filter sees its own workspace only';
is in_workspace('ana', "select count(*) from portfolio where workspace_id = '$workspace{bia}'"), '0',
	'and one that asks for another gets nothing';
is in_workspace('ana', "with gone as (update portfolio set exclude_from_consolidated = true returning 1) select count(*) from gone"), '1',
	'nor does a write without a filter reach further';
is $t->sql("select exclude_from_consolidated from portfolio where workspace_id = '$workspace{bia}'"), 'f', 'the other row is as it was';
is in_workspace('ana', "insert into portfolio_member values ('$workspace{bia}', gen_random_uuid(), gen_random_uuid(), 'read')"),
	'42501', 'a row cannot be moved to another workspace';

# ---- the worker's list of portfolios without its filter ----

my ($query) = map { $_->{sql} } grep { $_->{name} eq 'portfolio.list' } @{ $t->lastro_json('db', 'check', '--list')->{data} };

# Arguments: workspace, time and id of the cursor, account, limit.  The portfolios are shared with the whole workspace,
# so that only row security can hide a row.
$t->sql("update portfolio set audience = 'workspace'");

sub list {
	my ($sql, $asked) = @_;

	return in_workspace('ana', "prepare list as $sql;
		execute list ('$workspace{$asked}', '-infinity', '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 100)");
}
like list($query, 'ana'), qr/\|ana\|/, 'the list shows the workspace\'s portfolio';
unlike list($query, 'bia'), qr/\|(?:ana|bia)\|/, 'asked for another workspace it shows none';
my $forgot = $query =~ s/p\.workspace_id = \$1/(\$1::uuid is not null)/r;
isnt $forgot, $query, 'the filter is out';
like list($forgot, 'ana'), qr/\|ana\|/, 'without it the list still shows the workspace\'s portfolio';
unlike list($forgot, 'ana'), qr/\|bia\|/, 'and no other account\'s';
like $t->sql("set row_security = off; prepare list as $forgot;
	execute list ('$workspace{ana}', '-infinity', '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 100)"), qr/\tbia\t/,
	'which the owner, whom no policy binds, does see: the query had it in reach';

for my $table (split /\n/, $t->sql("select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
		where a.attname = 'workspace_id' and c.relkind in ('r', 'p') and c.relnamespace = 'lastro'::regnamespace
		and c.relname not in ('portfolio_directory', 'invitation_directory') order by 1")) {
	is $t->sql("select relrowsecurity from pg_class where oid = 'lastro.$table'::regclass"), 't', "$table has row security";
	is $t->sql("select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
		where i.indrelid = 'lastro.$table'::regclass and i.indisprimary"), 'workspace_id', "$table has workspace_id first in its key";
}

# ---- audit ----

is in_workspace('ana', "update audit set kind = 'x'"), '42501', 'audit cannot be changed';
is in_workspace('ana', 'delete from audit'), '42501', 'nor deleted';
is in_workspace('ana', 'truncate audit'), '42501', 'nor emptied';
is in_workspace('ana', 'select count(*) from audit'), '1', 'it can be read';

my $chained = "insert into audit (workspace_id, id, occurred_at, account_id, kind, %s) values ('$workspace{ana}', gen_random_uuid(),"
	. " '2026-01-01', gen_random_uuid(), 'x', %s)";
is in_workspace('ana', sprintf $chained, 'seq, action, outcome, hash', q(7, 'x', 'done', sha256('x'))), '42501',
	'a row of the chain, with a hash of one\'s own choosing, cannot be added';
is in_workspace('ana', sprintf $chained, 'request_id', q('r')), '', 'a row outside of it can';
is in_workspace('ana', q(insert into audit_head values (gen_random_uuid(), 1, sha256('x')))), '42501', 'not the end of a chain either';
is in_workspace('ana', q(select set_config('lastro.account', gen_random_uuid()::text, true);
	select audit_append(gen_random_uuid(), gen_random_uuid(), '2026-01-01', 'x', 'x', 'done', null, null, null, null))) =~ /P0001/, 1,
	'nor a row of another workspace\'s chain';
is in_workspace('ana', q(select set_config('lastro.account', gen_random_uuid()::text, true); select office_join(sha256('x'), '2026-01-01'))) =~ /P0001/, 1,
	'without the token of an invitation nobody joins';

for my $column (qw(seq hash), 'seq, hash, action, outcome') {
	my $values = join ', ', map { { seq => 1, hash => "sha256('x')", action => "'x'", outcome => "'done'" }->{$_} } split /, /, $column;
	is in_workspace('ana', "insert into audit (workspace_id, id, occurred_at, account_id, kind, subject_id, $column)
		values ('$workspace{ana}', gen_random_uuid(), '2026-01-01', gen_random_uuid(), 'x', gen_random_uuid(), $values)"), '42501',
		"nor is a row put into the chain but by audit_append(): $column";
}

# ---- a portfolio that another workspace publishes ----

my %of = map { $_ => $t->sql("select id from portfolio where workspace_id = '$workspace{bia}' and name = '$_'") } 'bia';
$of{other} = $t->sql("select gen_random_uuid()");
$t->sql("insert into portfolio (workspace_id, id, controller_id, name_scope, name, name_key, created_at)
	select workspace_id, '$of{other}', controller_id, controller_id, 'other', 'other', '2026-01-01' from portfolio where id = '$of{bia}'");
for my $portfolio (values %of) {
	$t->sql("insert into portfolio_directory (portfolio_id, workspace_id, controller_id) select id, workspace_id, controller_id from portfolio where id = '$portfolio';
		insert into asset (workspace_id, portfolio_id, id, symbol, asset_type, currency, meta, created_at)
			values ('$workspace{bia}', '$portfolio', gen_random_uuid(), 'PETR4', 'stock', 'BRL', '{}', '2026-01-01');
		insert into ledger (workspace_id, portfolio_id, id, asset_id, kind, trade_date, quantity, price, created_at)
			select workspace_id, portfolio_id, gen_random_uuid(), id, 'buy', '2026-01-05', 1, 1, '2026-01-05' from asset where portfolio_id = '$portfolio'");
}
$t->sql("update portfolio set visibility = 'public' where id = '$of{bia}'");
$t->sql("insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at)
	select gen_random_uuid(), account_id, 'user', 'k', sha256('ana'), 'lst', 7, '2026-01-01' from workspace where id = '$workspace{ana}'");
my $enter = sub { my ($portfolio, $sql) = @_; return worker("begin; select resource_access from access_enter(sha256('ana'), null, '$portfolio', '2026-02-01', null); $sql; commit") };
is $enter->($of{bia}, "select name from portfolio order by name"), "public\nbia", 'it is visible, and none of its neighbours';
for my $table (qw(asset ledger)) {
	is $enter->($of{bia}, "select string_agg(portfolio_id::text, ' ') from $table where workspace_id = '$workspace{bia}'"), "public\n$of{bia}", "the own rows of $table";
}
is $enter->($of{bia}, "select count(*) from $_ where workspace_id = '$workspace{bia}'"), "public\n0", "nothing of that workspace's $_" for qw(audit portfolio_member client office_member suitability consolidated_history);
is $enter->($of{other}, "select count(*) from ledger where workspace_id = '$workspace{bia}'"), "\n0", 'one that is not shown opens nothing';

# ---- tables without tenant ----

for my $table (qw(account api_key workspace organization organization_member portfolio_directory invitation_directory portfolio_link portfolio_share idempotency held_file plan)) {
	is worker("select count(*) from $table"), '42501', "the worker does not read $table";
}
for my $table (qw(market_version schema_migration portfolio)) {
	is worker("create index on $table ((1))"), '42501', "the worker has no DDL on $table";
}
is worker('create table lastro.x (a int)'), '42501', 'not in the schema either';

# ---- functions ----

is $t->sql(q(select coalesce(string_agg(p.proname, ', '), '') from pg_proc p
	where p.pronamespace = 'lastro'::regnamespace and p.prosecdef
	and not coalesce(p.proconfig @> array['search_path=lastro, pg_temp'], false))), '',
	'every security definer function has a pinned search_path';
is $t->sql(q(select coalesce(string_agg(p.proname, ', '), '') from pg_proc p
	where p.pronamespace = 'lastro'::regnamespace and has_function_privilege('public', p.oid, 'execute'))), '',
	'none of them is everybody\'s';
is worker("select outcome from access_enter(sha256('x'), null, null, '2026-01-01', null)"), 'credential_invalid',
	'the worker may ask who a key is';
is worker("select idempotency_outcome(gen_random_uuid(), 'k', sha256('x'), '2026-01-01')"), '42501', 'but not the rows of others';
is worker('select key_list(gen_random_uuid(), 10)'), '', 'and sees no keys without an account';

# ---- the role ----

sub serving {
	my ($role) = @_;

	return $t->sql("select pg_has_role('$role', relowner, 'usage') from pg_class where oid = 'lastro.portfolio'::regclass");
}
is serving('lastro_worker'), 'f', 'the worker\'s role owns nothing';
is $t->sql("select rolsuper or rolbypassrls or rolcreatedb or rolcreaterole from pg_roles where rolname = 'lastro_worker'"),
	'f', 'and passes no fence';

# ---- statements ----

# ---- the rule for reading a portfolio has one text ----

# judges() - the names of those texts that contain the rule.
sub judges {
	my (%text) = @_;

	return sort grep { $text{$_} =~ /\bportfolio_member\b|\baudience\s*(?:=|<>|in\s*\()\s*'/ } keys %text;
}

my $top = top_srcdir();
my %text = map { s{^\Q$top\E/}{}r => slurp($_) } split /\n/, qx(find $top/src $top/sql/functions -name '*.[ch]' -o -name '*.sql');
cmp_ok scalar keys %text, '>', 900, 'all sources and functions are read';
is_deeply [judges(%text)],
	['sql/functions/access_enter.sql', 'src/identity/portfolio_access.h', 'src/portfolio/ledger/audience.c'],
	'the rule stands in one header, its PL/pgSQL and the file that sets who reads';
is_deeply [judges(a => 'p.exclude_from_consolidated', b => q(and (p.controller_id = $2 or p.audience = 'workspace')),
	c => 'join portfolio_member m on true', d => 'body_choice(b, "audience", REQUIRED, audiences)')], ['b', 'c'],
	'another copy would be seen';

my ($macro) = $text{'src/identity/portfolio_access.h'} =~ /define PORTFOLIO_ACCESS\(account, platform\)(.*?[^\\])\n/s;
my ($function) = $text{'sql/functions/access_enter.sql'} =~ /(case\s+when p\.controller_id.*? end);/s;
my ($member) = $text{'sql/functions/access_enter.sql'} =~ /(select m\.access into member .*?);/s;
$macro =~ s/\\\n//g;
$macro =~ s/" account "/c.account_id/g;
$macro =~ s/" platform "/c.kind = 'platform'/g;
$macro =~ s/"\s*"//g;
$macro =~ s/\$1/c.resource_workspace/g;
$macro =~ s/\((select m\.access from .*?)\)/member/;
my $of_member = $1;
is $member =~ s/ into member\b//r =~ s/\s+/ /gr =~ s/\bp_portfolio\b/p.id/r, $of_member, 'the function asks about a member as the header does';
is $function =~ s/\s+/ /gr, $macro =~ s/^\s*"|"\s*$//gr, 'and both say the same';

my $prepared = $t->lastro_json('db', 'check')->{prepared};
cmp_ok $prepared, '>', 20, "all $prepared statements that the program has prepare on the migrated schema";
$t->sql('alter table portfolio rename name_key to other');
is $t->lastro('db', 'check')->{status}, 1, 'a renamed column is noticed';

for my $file (glob(top_srcdir() . '/sql/*.sql'), glob(top_srcdir() . '/src/*/*.c')) {
	my $text = slurp($file);
	my @sql = $file =~ /\.sql$/ ? $text =~ s/--.*//gr : $text =~ /DB_STMT\(([^;]*)\);/g;

	ok !(grep { /\bnow\(\)|\bcurrent_(?:timestamp|date|time)\b|\blocaltime/i } @sql), "$file reads no clock";
}

done_testing;
