-- Names of those of these credentials that are keys, or tokens of applications, of the organization of the transaction's
-- workspace or of its members.
create or replace function organization_applications(p_credentials uuid[]) returns table (credential_id uuid, name text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select k.id, k.name
	  from workspace w
	  join api_key k on k.id = any (p_credentials) and k.form <> 'session'
	 where w.id = current_workspace()
	   and (k.organization_id = w.organization_id
	        -- Not exists(): that would read and hash all members.
	        or (select true from organization_member m
	             where m.organization_id = w.organization_id and m.account_id = k.account_id))
$$;

revoke execute on function organization_applications from public, lastro_worker;
grant execute on function organization_applications to lastro_worker;
