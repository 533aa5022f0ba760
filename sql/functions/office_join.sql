-- Makes the holder of an invitation's token a member of the inviting organization; the token is valid once.
create or replace function office_join(p_hash bytea, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	inviting uuid;
begin
	update invitation_directory d set spent = true
	 where d.token_hash = p_hash and d.workspace_id = current_workspace() and not d.spent;
	if not found then
		raise exception 'office_join: the token is of no invitation to this workspace, or spent';
	end if;
	select w.organization_id into strict inviting from workspace w where w.id = current_workspace();
	insert into organization_member (organization_id, account_id, created_at)
	values (inviting, current_account(), p_now)
	on conflict do nothing;
end
$$;

revoke execute on function office_join from public, lastro_worker;
grant execute on function office_join to lastro_worker;
