-- Stores the consent of the session's person: a grant with its code.  Returns the workspace whose audit trail records
-- it; null: the person is not a member of the organization.
create or replace function oauth_grant_create(p_id uuid, p_client uuid, p_kind text, p_organization uuid, p_scopes int8,
                                              p_resource text, p_code bytea, p_challenge text, p_redirect text,
                                              p_now timestamptz, p_expires timestamptz) returns uuid
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if not exists (select from api_key k where k.id = current_credential() and k.form = 'session') then
		raise exception 'oauth_grant_create: only a session consents';
	end if;
	if p_organization is not null and not exists (select from oauth_organizations() o where o.id = p_organization) then
		return null;
	end if;
	insert into oauth_grant (id, account_id, client_id, organization_id, kind, scopes, resource, created_at, code_hash,
	                         code_challenge, redirect_uri, code_expires_at)
	values (p_id, current_account(), p_client, p_organization, p_kind, p_scopes, p_resource, p_now, p_code, p_challenge,
	        p_redirect, p_expires);
	perform credential_sweep(p_now);
	return credential_workspace(current_account(), p_organization);
end
$$;

revoke execute on function oauth_grant_create from public, lastro_worker;
grant execute on function oauth_grant_create to lastro_worker;
