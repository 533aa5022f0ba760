-- Deletes the rows of a workspace in every tenant table, children first, but for its chain of the trail; returns how many
-- there were in each.
create or replace function workspace_erase(p_workspace uuid) returns jsonb
language plpgsql set search_path = lastro, pg_temp as $$
declare
	counts jsonb := '{}';
	t      text;
	n      int8;
begin
	for t in
		with recursive tenant as (
			select c.oid, c.relname::text as name from pg_class c
			 where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
		), depth (oid, steps) as (
			select x.oid, 0 from tenant x
			union
			select k.conrelid, d.steps + 1 from depth d join pg_constraint k on k.confrelid = d.oid
			 where k.contype = 'f' and k.conrelid <> k.confrelid and d.steps < 50
		)
		select x.name from tenant x
		 where x.name <> 'audit_head'
		 order by (select max(d.steps) from depth d where d.oid = x.oid) desc, x.name
	loop
		execute format('delete from %I where workspace_id = $1%s', t, case when t = 'audit' then ' and seq is null' end)
		  using p_workspace;
		get diagnostics n = row_count;
		if n > 0 then
			counts := counts || jsonb_build_object(t, n);
		end if;
	end loop;
	return counts;
end
$$;

revoke execute on function workspace_erase from public, lastro_worker;
