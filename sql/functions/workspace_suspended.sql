-- Whether the workspace of the transaction accepts only reads.
create or replace function workspace_suspended() returns boolean
language sql stable security definer set search_path = lastro, pg_temp as $$
	select coalesce((select w.wallet = 'suspended' from workspace w where w.id = current_workspace()), false)
$$;

revoke execute on function workspace_suspended from public, lastro_worker;
grant execute on function workspace_suspended to lastro_worker;
