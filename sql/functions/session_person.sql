-- The person of the session, for the pages.
create or replace function session_person()
returns table (email text, name text, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.email, a.name, k.created_at, k.expires_at
	  from api_key k join account a on a.id = k.account_id
	 where k.id = current_credential() and k.form = 'session'
$$;

revoke execute on function session_person from public, lastro_worker;
grant execute on function session_person to lastro_worker;
