-- Stores a new secret for the caller's account, in place of one that was not confirmed, unless that one was begun within
-- the last minute: a button was pressed twice.  False when the second factor is on.
create or replace function second_factor_begin(p_sealed bytea, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	insert into second_factor as f (account_id, sealed, begun_at)
	values (current_account(), p_sealed, p_now)
	on conflict (account_id) do update
	   set sealed   = case when f.begun_at > p_now - interval '1 minute' then f.sealed else excluded.sealed end,
	       begun_at = case when f.begun_at > p_now - interval '1 minute' then f.begun_at else excluded.begun_at end
	 where f.since is null;
	return found;
end
$$;

revoke execute on function second_factor_begin from public, lastro_worker;
grant execute on function second_factor_begin to lastro_worker;
