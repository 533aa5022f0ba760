-- Ends the session of the request.
create or replace function session_end(p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update api_key k set revoked_at = p_now
	 where k.id = current_credential() and k.form = 'session' and k.revoked_at is null
$$;

revoke execute on function session_end from public, lastro_worker;
grant execute on function session_end to lastro_worker;
