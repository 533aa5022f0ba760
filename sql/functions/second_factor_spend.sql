-- Uses a code up: the one of p_step, or the recovery code of hash p_code when p_step is null.  False when it was used
-- before, or there is none: of two requests at the same time the second waits for the first one's row.
create or replace function second_factor_spend(p_account uuid, p_step int8, p_code bytea) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if p_step is null then
		update second_factor f set recovery = array_remove(f.recovery, p_code)
		 where f.account_id = p_account and p_code = any (f.recovery);
	else
		update second_factor f set last_step = p_step
		 where f.account_id = p_account and f.since is not null and f.last_step < p_step;
	end if;
	return found;
end
$$;

revoke execute on function second_factor_spend from public, lastro_worker;
