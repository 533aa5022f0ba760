-- Whether a log-in to this account asks for a code.
create or replace function second_factor_on(p_account uuid) returns boolean
language sql stable security definer set search_path = lastro, pg_temp as $$
	select exists (select from second_factor f join account a on a.id = f.account_id
	                where f.account_id = p_account and f.since is not null and a.disabled_at is null)
$$;

revoke execute on function second_factor_on from public, lastro_worker;
grant execute on function second_factor_on to lastro_worker;
