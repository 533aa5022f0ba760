#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# An installation on several machines whose tables were distributed at the first schema of 0.3 (0301 to 0317): lastro db migrate
# leads it to the newest one, new tenant tables with their foreign keys included.  Run by make check-citus.

use strict;
use warnings;

use Digest::SHA qw(sha256_hex);
use Lastro::Nodes;
use Lastro::Planned qw(unplanned);
use Lastro::Test qw(slurp top_srcdir);
use Test::More;

my $nodes = Lastro::Nodes->start // plan skip_all => 'CITUS_BIN does not name the programs of a PostgreSQL with the engine';
my $owner = $$;
my $t = $nodes->database;
my $sql = top_srcdir() . '/sql';

END { if ($owner == $$) { local $?; $t->finish; undef $nodes } }

use constant { FIRST => 301, LAST => 317 };

# ---- the first schema, distributed ----

for my $file (glob "$sql/0*.sql") {
	my ($name, $number) = $file =~ m{((\d+)_[^/]+)\.sql\z};
	next if $number < FIRST || $number > LAST;
	my $text = slurp($file);

	$t->sql($text);
	$t->sql(sprintf q(insert into lastro.schema_migration values (%d, '%s', '%s', '2026-01-02Z')), $number, $name, sha256_hex($text));
}
# Of its functions those that need no later table; the upgrade replaces all.
$t->sql(slurp("$sql/functions/$_.sql")) for qw(current_workspace current_account current_credential audit_digest audit_link audit_append);
$t->sql(q(do $$
declare
	next regclass;
begin
	set local citus.shard_count = 4;
	perform create_reference_table('lastro.debenture');
	loop
		select c.oid into next from pg_class c
		 where c.relnamespace = 'lastro'::regnamespace and c.relkind = 'r' and c.relrowsecurity
		   and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
		   and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid
		                    and not exists (select from pg_dist_partition p where p.logicalrelid = f.confrelid))
		 order by c.relname <> 'audit_head', c.relname limit 1;
		exit when not found;
		perform create_distributed_table(next, 'workspace_id', colocate_with => case when next = 'lastro.audit_head'::regclass then 'none' else 'lastro.audit_head' end);
	end loop;
end $$));
sub waiting { return $t->sql("select count(*) from pg_class c where c.relnamespace = 'lastro'::regnamespace and c.relkind = 'r' and c.relrowsecurity
	and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)") }
is waiting(), 0, 'every table of the first schema is distributed';

# ---- the upgrade ----

my $r = $t->lastro('db', 'migrate');
is $r->{status}, 0, 'it is migrated to the newest' or diag "$r->{out}$r->{err}";
like $r->{out}, qr/aplicada 0319_targets.*tabelas distribu\S+das: [1-9]/s, '  with tables that are distributed';
is waiting(), 0, '  each of them';
is $t->sql("select count(*) from pg_dist_shard where logicalrelid = 'lastro.application_write'::regclass"), 4, '  in as many parts as the others';
is $t->sql("select count(distinct colocationid) from pg_dist_partition where partmethod = 'h'"), 1, '  and all in one group';
is $t->sql("select count(*) from pg_constraint where conname in ('application_write_of_portfolio', 'portfolio_targets_portfolio')"), 2, '  with their foreign keys';
is $t->sql(q(select count(*) from run_command_on_shards('lastro.application_write', $q$select count(*) from pg_constraint where conrelid = '%s'::regclass and contype = 'f'$q$) where success and result = '1')), 4,
	'  on each shard';
is $t->lastro_json('db', 'migrate')->{distributed}, 0, 'again there is nothing to do';
is $t->lastro_json('db', 'distribute')->{distributed}, 0, '  nor to distribute';
is $t->lastro('doctor')->{status}, 0, 'the doctor finds no failure' or diag $t->lastro('doctor')->{out};
is_deeply [unplanned($t)], [], 'every statement is planned there, with each argument null';

$t->lastro_ok('account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'personal');
my $key = $t->lastro_json('key', 'create', '--account', 'ana@example.com', '--name', 'k')->{key};
$t->start_pool(workers => 1, env => { LASTRO_NOW => '2026-01-10T15:00:00Z', LASTRO_DATABASE => $t->conninfo_worker('-c plan_cache_mode=auto') });
my $id = $t->post('/v1/portfolios', { name => 'A' }, key => $key)->json->{id};
is $t->post("/v1/portfolios/$id/transactions", { symbol => 'PETR4', asset_type => 'stock', kind => 'buy', trade_date => '2026-01-05', quantity => 10, price => '30.00' }, key => $key)->status, 201, 'a trade is written';
is $t->get("/v1/portfolios/$id", key => $key)->json->{holdings}[0]{qty}, '10', '  and is read';
is $t->delete_("/v1/portfolios/$id", key => $key)->status, 200, 'a portfolio goes, and with it its rows of the new tables';
is $t->lastro('audit', 'verify')->{status}, 0, 'the chain is whole';

done_testing;
