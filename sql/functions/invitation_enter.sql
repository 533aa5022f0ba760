-- Puts the transaction into the office of an invitation's token, where the invitation is read and spent.
create or replace function invitation_enter(p_hash bytea)
returns table (workspace_id uuid, organization_id uuid, invitation_id uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	select d.workspace_id, w.organization_id, d.invitation_id
	  into invitation_enter.workspace_id, invitation_enter.organization_id, invitation_enter.invitation_id
	  from invitation_directory d join workspace w on w.id = d.workspace_id
	 where d.token_hash = p_hash;
	if found then
		perform workspace_set(invitation_enter.workspace_id);
		return next;
	end if;
end
$$;

revoke execute on function invitation_enter from public, lastro_worker;
grant execute on function invitation_enter to lastro_worker;
