-- The open sessions of the caller's account, newest first.
create or replace function session_list(p_now timestamptz)
returns table (id uuid, created_at timestamptz, expires_at timestamptz, here boolean)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select k.id, k.created_at, k.expires_at, k.id = current_credential()
	  from api_key k
	 where k.account_id = current_account() and k.form = 'session' and k.revoked_at is null and k.expires_at > p_now
	 order by k.created_at desc, k.id desc
	 limit 100
$$;

revoke execute on function session_list from public, lastro_worker;
grant execute on function session_list to lastro_worker;
