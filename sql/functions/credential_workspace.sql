-- The workspace whose audit trail records a credential: that of the organization it carries, or its person's own.
create or replace function credential_workspace(p_account uuid, p_organization uuid) returns uuid
language sql stable security definer set search_path = lastro, pg_temp as $$
	select w.id from workspace w
	 where w.organization_id = p_organization or (p_organization is null and w.account_id = p_account)
$$;

revoke execute on function credential_workspace from public, lastro_worker;
