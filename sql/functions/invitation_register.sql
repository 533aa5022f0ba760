-- Adds an invitation of the transaction's workspace to the directory.
create or replace function invitation_register(p_hash bytea, p_invitation uuid) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into invitation_directory (token_hash, workspace_id, invitation_id)
	select p_hash, current_workspace(), p_invitation
	 where current_workspace() is not null
$$;

revoke execute on function invitation_register from public, lastro_worker;
grant execute on function invitation_register to lastro_worker;
