-- One active key of the caller's account; no row: unknown.
create or replace function key_one(p_id uuid)
returns table (id uuid, kind text, organization_id uuid, name text, prefix text, scopes int8,
               created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select k.id, k.kind, k.organization_id, k.name, k.prefix, k.scopes, k.created_at, k.expires_at
	  from api_key k
	 where k.id = p_id and k.account_id = current_account() and k.form = 'key' and k.revoked_at is null
$$;

revoke execute on function key_one from public, lastro_worker;
grant execute on function key_one to lastro_worker;
