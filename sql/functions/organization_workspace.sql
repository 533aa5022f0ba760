-- The workspace of an organization of which the transaction's account is a member that is not suspended; else null.
create or replace function organization_workspace(p_organization uuid) returns uuid
language sql stable security definer set search_path = lastro, pg_temp as $$
	select w.id
	  from organization_member om join workspace w on w.organization_id = om.organization_id
	 where om.organization_id = p_organization and om.account_id = current_account() and om.suspended_at is null
$$;

revoke execute on function organization_workspace from public, lastro_worker;
grant execute on function organization_workspace to lastro_worker;
