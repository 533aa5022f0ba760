-- Ends the sessions of the caller's account; p_own: the caller's own too.
create or replace function sessions_end(p_now timestamptz, p_own boolean) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update api_key k set revoked_at = p_now
	 where k.account_id = current_account() and k.form = 'session' and k.revoked_at is null
	   and (p_own or k.id <> current_credential())
$$;

revoke execute on function sessions_end from public, lastro_worker;
grant execute on function sessions_end to lastro_worker;
