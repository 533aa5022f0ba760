-- The secret of the caller's account that was begun in the last hour and is not confirmed; else null.
create or replace function second_factor_pending(p_now timestamptz) returns bytea
language sql stable security definer set search_path = lastro, pg_temp as $$
	select f.sealed from second_factor f
	 where f.account_id = current_account() and f.since is null and f.begun_at > p_now - interval '1 hour'
$$;

revoke execute on function second_factor_pending from public, lastro_worker;
grant execute on function second_factor_pending to lastro_worker;
