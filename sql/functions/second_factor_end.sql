-- Turns the second factor of the caller's account off with a code of it, which is used up (second_factor_spend).
create or replace function second_factor_end(p_step int8, p_code bytea) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if not second_factor_spend(current_account(), p_step, p_code) then
		return false;
	end if;
	delete from second_factor f where f.account_id = current_account();
	return true;
end
$$;

revoke execute on function second_factor_end from public, lastro_worker;
grant execute on function second_factor_end to lastro_worker;
