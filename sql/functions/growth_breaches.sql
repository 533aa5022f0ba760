-- The objects of the catalog that break a rule for tables and functions whose tables are to be distributed by workspace
-- (doc/architecture.md, Growing); none in a schema of this program.  Functions of lastro_sender and lastro_loader may be
-- security definer: the commands run on one machine, as the owner of the rows that they read.
create or replace function growth_breaches() returns table (rule text, what text)
language plpgsql stable set search_path = lastro, pg_temp as $body$
begin
	return query
	with tenant as (
		select c.oid, c.relname, c.reltype from pg_class c
		 where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity),
		named as (
		select distinct p.proname, p.prosecdef, p.prolang, has_function_privilege('lastro_worker', p.oid, 'execute') as a_workers
		  from pg_proc p join tenant t on regexp_replace(p.prosrc, '--[^\n]*', '', 'g') ~
		       ('\m(from|join|into|update|using)\s+(lastro\.)?' || t.relname || '\M'
		        || '|\m' || t.relname || '%rowtype')
		 where p.pronamespace = 'lastro'::regnamespace)
	select 'a tenant table has a primary key that begins with workspace_id', x.what::text from (select t.relname from tenant t
		 where not exists (select from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
		                    where i.indrelid = t.oid and i.indisprimary and a.attname = 'workspace_id')) x (what)
	union all
	select 'a unique index of a tenant table begins with workspace_id', x.what::text from (select i.indexrelid::regclass from pg_index i join tenant t on t.oid = i.indrelid
		  join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
		 where i.indisunique and a.attname <> 'workspace_id') x (what)
	union all
	select 'a foreign key of a tenant table leads to a tenant table, by workspace_id first', x.what::text from (select c.conrelid::regclass || '.' || c.conname
		  from pg_constraint c
		  left join tenant f on f.oid = c.conrelid
		  left join tenant t on t.oid = c.confrelid
		  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
		  join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
		 where c.contype = 'f' and (f.oid is not null or t.oid is not null)
		   and (f.oid is null or t.oid is null or a.attname <> 'workspace_id' or b.attname <> 'workspace_id')) x (what)
	union all
	select 'a tenant table has no trigger', x.what::text from (select t.relname || '.' || g.tgname from pg_trigger g join tenant t on t.oid = g.tgrelid
		 where not g.tgisinternal) x (what)
	union all
	select 'a tenant table has no sequence and no identity', x.what::text from (select t.relname || '.' || a.attname from tenant t join pg_attribute a on a.attrelid = t.oid
		  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
		 where a.attnum > 0 and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')) x (what)
	union all
	select 'a function takes no row of a tenant table', x.what::text from (select p.proname from pg_proc p join tenant t on t.reltype = any (p.proargtypes::oid[])
		 where p.pronamespace = 'lastro'::regnamespace) x (what)
	union all
	select 'a security definer function that a worker may call names no tenant table', x.what::text from (select f.proname from named f where f.prosecdef and f.a_workers) x (what)
	union all
	select 'a function that names a tenant table is in PL/pgSQL', x.what::text from (select f.proname from named f join pg_language l on l.oid = f.prolang where l.lanname <> 'plpgsql') x (what)
	union all
	select 'the workspace is told by set local, in workspace_set() and caller_set()', x.what::text from (select p.proname from pg_proc p
		 where p.pronamespace = 'lastro'::regnamespace
		   and (p.prosrc ~* 'set_config\s*\(\s*''lastro\.workspace'
		        or (p.prosrc ~* 'set\s+local\s+lastro\.workspace') <> (p.proname in ('workspace_set', 'caller_set'))
		        or 'lastro.workspace' = any (select split_part(o, '=', 1) from unnest(p.proconfig) o))) x (what)
	union all
	select 'the role of the workers is not forced to generic plans', x.what::text from (select s.setdatabase || ' ' || o from pg_db_role_setting s cross join unnest(s.setconfig) o
		 where s.setrole in (0, 'lastro_worker'::regrole) and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
		   and o = 'plan_cache_mode=force_generic_plan') x (what)
	order by 1, 2;
end
$body$;

revoke execute on function growth_breaches from public, lastro_worker;
