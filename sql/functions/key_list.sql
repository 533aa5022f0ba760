-- Active keys of the caller's account.
create or replace function key_list(p_after uuid, p_limit int8)
returns table (id uuid, kind text, organization_id uuid, name text, prefix text, scopes int8,
               created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select k.id, k.kind, k.organization_id, k.name, k.prefix, k.scopes, k.created_at, k.expires_at
	  from api_key k
	 where k.account_id = current_account() and k.form = 'key' and k.revoked_at is null and k.id > p_after
	 order by k.id
	 limit p_limit
$$;

revoke execute on function key_list from public, lastro_worker;
grant execute on function key_list to lastro_worker;
