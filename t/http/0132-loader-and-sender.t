#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# The roles of the commands that use the network: lastro_loader writes the market's tables and reads no tenant's,
# lastro_sender reads no table; enforced by grants, and by row security in case of a wrong grant.

use strict;
use warnings;

use Lastro::Cluster;
use Lastro::Tenants qw(account);
use Lastro::Test qw(run_command top_srcdir);
use Test::More;

my $t = Lastro::Test->new;
my $now = '2026-11-20T15:00:00Z';
my $ana = account($t);
$t->start_pool(workers => 1, env => { LASTRO_NOW => $now });
my $id = $t->post('/v1/portfolios', { name => 'Principal' }, key => $ana->{user_key})->json->{id};
is $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => 10 },
	key => $ana->{user_key})->status, 201, 'a person has a portfolio';
$t->stop_pool;

# as() - runs statements in a role; returns output or SQLSTATE.
sub as {
	my ($role, $sql) = @_;
	my $r = run_command({}, Lastro::Cluster::bin('psql'), '-XAtq', '-v', 'ON_ERROR_STOP=1', '-v', 'VERBOSITY=sqlstate', '-d', $t->conninfo_of($role), '-c', "set search_path = lastro; $sql");

	chomp(my $out = $r->{status} ? $r->{err} : $r->{out});
	return $out =~ s/\AERROR:\s+//r;
}

# ---- the catalog: every table, every privilege ----

my $all = "select c.relname from pg_class c where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p')";
my $any = sub { my ($role) = @_; return "(has_any_column_privilege('lastro_$role', c.oid, 'select, insert, update, references') or has_table_privilege('lastro_$role', c.oid, 'delete, truncate, trigger'))" };
# Tables that a worker may read without row security are public market data, except for these.
my $market = "not c.relrowsecurity and (has_table_privilege('lastro_worker', c.oid, 'select') or c.relname in ('close_change', 'symbol_asked'))
	and c.relname not in ('schema_migration', 'schema_function', 'delivery_backlog')";
is $t->sql("$all and ${\ $any->('sender')} order by 1"), '', 'the sender has no right to any table, nor to a column';
is $t->sql("$all and ${\ $any->('loader')} and not ($market) order by 1"), '', 'the loader has none but to the market';
is $t->sql("$all and $market and not has_table_privilege('lastro_loader', c.oid, 'select, insert, update, delete') order by 1"), '', 'all of which it may write';
is $t->sql("$all and (has_table_privilege('lastro_loader', c.oid, 'truncate') or has_table_privilege('lastro_loader', c.oid, 'trigger')) order by 1"), '', 'row by row';
for my $case ([sender => qw(deliver_alert_claim deliver_backlog deliver_due deliver_mark deliver_notice_claim job_parts mail_done mail_take)],
	[loader => qw(company_find fetch_held guesses_settle object_deletions version_floor version_next)]) {
	my ($role, @functions) = @$case;

	is $t->sql("select p.proname from pg_proc p where p.pronamespace = 'lastro'::regnamespace and has_function_privilege('lastro_$role', p.oid, 'execute') order by 1"),
		join("\n", @functions), "the functions that the $role may call";
	is $t->sql("select rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or exists (select from pg_auth_members m where m.member = r.oid) from pg_roles r where rolname = 'lastro_$role'"),
		'f', '  and it passes no fence, nor is it another';
	is as($role, 'create table x (a int)'), '42501', '  nor makes a table in the schema';
}

# ---- attempts: portfolios, transactions, credentials ----

for my $role (qw(sender loader)) {
	for my $table (qw(portfolio portfolio_member asset ledger income audit import client office_member account api_key password password_link oauth_grant organization_member workspace
		portfolio_directory portfolio_link portfolio_share webhook notice notification alert webhook_delivery mail_outbox held_file idempotency)) {
		is as($role, "select count(*) from $table"), '42501', "the $role does not read $table";
	}
	is as($role, "begin; set local lastro.workspace = '$ana->{workspace}'; select count(*) from portfolio; commit"), '42501', '  whatever workspace it claims';
	is as($role, 'update ledger set quantity = 1'), '42501', '  nor writes a ledger';
	is as($role, 'set role lastro_worker'), '42501', '  nor becomes a worker';
	is as($role, "select caller_find(sha256('x'), null, null, '$now')"), '42501', '  or look up a key';
}
# With a wrong grant, row security still applies, as for a worker.
$t->sql('grant select on portfolio, ledger, webhook, notice to lastro_sender, lastro_loader');
for my $role (qw(sender loader)) {
	is as($role, "select count(*) from $_"), '0', "granted by mistake, the $role sees no row of $_" for qw(portfolio ledger webhook notice);
}
$t->sql('revoke select on portfolio, ledger, webhook, notice from lastro_sender, lastro_loader');

# ---- data available through functions ----

is as('loader', "select * from fetch_held('$now', 20, 200)"), '', 'the loader gets the held symbols that a register has: none yet';
$t->sql("insert into instrument (venue, symbol, asset_type) values ('b3', 'PETR4', 'stock')");
is as('loader', "select * from fetch_held('$now', 20, 200)"), 'stock|PETR4|t', 'and no more than them';
is as('sender', "select * from deliver_due('webhook', '$now', 1000)"), '', 'the sender gets the pending deliveries: none';

# ---- commands in these roles, beyond their task ----

for my $case ([sender => 'compute', 'prices'], [sender => 'load', 'sgs', '--code', '12', top_srcdir() . '/t/fixtures/load/sgs_12.json'], [sender => 'account', 'list'], [loader => 'account', 'list'], [loader => 'key', 'list', '--account', $ana->{id}],
	[loader => 'deliver'], [sender => 'compute', 'alerts'], [loader => 'compute', 'notices'], [loader => 'audit', 'verify'], [sender => 'backup', $t->dir . '/b']) {
	my ($role, @command) = @$case;
	my $r = $t->lastro({ env => { LASTRO_DATABASE_ADMIN => $t->conninfo_of($role), LASTRO_FETCH_CACHE => $t->dir } }, @command);

	is $r->{status}, 1, "the $role fails";
	like $r->{err}, qr/42501|permission denied/, "it is refused: lastro @command[0 .. ($#command > 1 ? 1 : $#command)]";
}

done_testing;
