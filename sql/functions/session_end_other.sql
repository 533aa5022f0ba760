-- Ends another session of the caller's account; nothing when it is over already, the caller's own, or another account's.
create or replace function session_end_other(p_id uuid, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update api_key k set revoked_at = p_now
	 where k.id = p_id and k.account_id = current_account() and k.form = 'session' and k.revoked_at is null
	   and k.id <> current_credential()
$$;

revoke execute on function session_end_other from public, lastro_worker;
grant execute on function session_end_other to lastro_worker;
