-- The second factor of the caller's account: since when it is on (no row: off), and how many recovery codes are left.
create or replace function second_factor_state() returns table (since timestamptz, codes int8)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select f.since, cardinality(f.recovery)::int8 from second_factor f where f.account_id = current_account() and f.since is not null
$$;

revoke execute on function second_factor_state from public, lastro_worker;
grant execute on function second_factor_state to lastro_worker;
