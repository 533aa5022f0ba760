-- Revokes a grant and every token issued from it.  One row, unless it was already revoked: its account, and the
-- workspace whose audit trail records it.
create or replace function oauth_family_end(p_grant uuid, p_now timestamptz)
returns table (ended_grant uuid, ended_account uuid, ended_workspace uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	organization uuid;
begin
	update oauth_grant g set revoked_at = p_now
	 where g.id = p_grant and g.revoked_at is null
	returning g.id, g.account_id, g.organization_id into ended_grant, ended_account, organization;
	update api_key k set revoked_at = p_now where k.grant_id = p_grant and k.revoked_at is null;
	if ended_grant is not null then
		ended_workspace := credential_workspace(ended_account, organization);
		return next;
	end if;
end
$$;

revoke execute on function oauth_family_end from public, lastro_worker;
grant execute on function oauth_family_end to lastro_worker;
