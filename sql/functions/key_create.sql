-- ok; organization_not_found: the caller is not a member, or suspended; outlives_maker.
create or replace function key_create(p_id uuid, p_kind text, p_organization uuid, p_name text, p_hash bytea, p_prefix text,
                           p_scopes int8, p_now timestamptz, p_expires timestamptz) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if p_organization is not null and not exists (
		select from organization_member om
		 where om.organization_id = p_organization and om.account_id = current_account()
		   and om.suspended_at is null) then
		return 'organization_not_found';
	end if;
	-- An expiring key must not create one that outlives it, nor an application one that outlives its consent.  A
	-- session is the person at the keyboard: keys that it creates may outlive it.
	if exists (
		select from api_key k
		 where k.id = current_credential()
		   and (k.form = 'token'
		        or (k.form = 'key' and k.expires_at is not null
		            and (p_expires is null or p_expires > k.expires_at)))) then
		return 'outlives_maker';
	end if;
	insert into api_key (id, account_id, organization_id, kind, name, hash, prefix, scopes, created_at, expires_at)
	values (p_id, current_account(), p_organization, p_kind, p_name, p_hash, p_prefix, p_scopes, p_now, p_expires);
	return 'ok';
end
$$;

revoke execute on function key_create from public, lastro_worker;
grant execute on function key_create to lastro_worker;
