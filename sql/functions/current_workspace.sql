-- The workspace that row security binds the transaction to.
create or replace function current_workspace() returns uuid
language sql stable set search_path = lastro, pg_temp as $$
	select nullif(current_setting('lastro.workspace', true), '')::uuid
$$;

revoke execute on function current_workspace from public, lastro_worker;
grant execute on function current_workspace to lastro_worker;
