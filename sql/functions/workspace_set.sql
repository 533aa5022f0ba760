-- Sets the workspace that row security binds the transaction to.  Only by SET LOCAL: set_config() does not reach the
-- shards of a distributed table.
create or replace function workspace_set(p_workspace uuid) returns void
language plpgsql as $$
begin
	execute format('set local lastro.workspace = %L', p_workspace);
end
$$;

revoke execute on function workspace_set from public, lastro_worker;
grant execute on function workspace_set to lastro_worker;
