-- The caller revokes a grant: returns the workspace whose audit trail records it; null when it is another account's,
-- or already over.
create or replace function oauth_grant_end(p_id uuid, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	organization uuid;
begin
	select g.organization_id into organization
	  from oauth_grant g
	 where g.id = p_id and g.account_id = current_account() and g.revoked_at is null
	   for update;
	if not found then
		return null;
	end if;
	perform oauth_family_end(p_id, p_now);
	return credential_workspace(current_account(), organization);
end
$$;

revoke execute on function oauth_grant_end from public, lastro_worker;
grant execute on function oauth_grant_end to lastro_worker;
