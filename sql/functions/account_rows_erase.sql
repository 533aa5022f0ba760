-- Deletes what is an account's in these workspaces of organizations: its rows in the tenant tables that name the account
-- whose they are, but for the trail.
create or replace function account_rows_erase(p_account uuid, p_places uuid[]) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	t text;
begin
	for t in
		select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
		 where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
		   and c.relname <> 'audit'
		 order by c.relname
	loop
		execute format('delete from %I where workspace_id = any ($1) and account_id = $2', t) using p_places, p_account;
	end loop;
	delete from consolidated_history h where h.workspace_id = any (p_places) and h.subject_id = p_account;
end
$$;

revoke execute on function account_rows_erase from public, lastro_worker;
