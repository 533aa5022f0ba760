-- Renames the organization together with its office.
create or replace function office_rename(p_name text) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update organization o set name = p_name
	  from workspace w
	 where w.id = current_workspace() and o.id = w.organization_id
$$;

revoke execute on function office_rename from public, lastro_worker;
grant execute on function office_rename to lastro_worker;
