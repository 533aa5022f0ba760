-- The caller belongs to the organization whose invitation he has just accepted, and to no other by this.
create or replace function office_join(p_invitation uuid, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into organization_member (organization_id, account_id, created_at)
	select w.organization_id, i.accepted_by, p_now
	  from advisor_invitation i join workspace w on w.id = i.workspace_id
	 where i.workspace_id = current_workspace() and i.id = p_invitation
	   and i.accepted_by = current_account() and i.accepted_at = p_now
	on conflict do nothing
$$;

revoke execute on function office_join from public, lastro_worker;
grant execute on function office_join to lastro_worker;
