-- Turns the second factor of the caller's account on, with the hashes of its recovery codes, and ends all other sessions,
-- which were opened by the password alone.  False when it is on already, or was begun anew: p_sealed is the secret that
-- the code was compared with.
create or replace function second_factor_confirm(p_sealed bytea, p_step int8, p_codes bytea[], p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	-- Whoever asked for the account's deletion may not lock out who would call it back.
	if exists (select from account_deletion d where d.account_id = current_account()) then
		return false;
	end if;
	update second_factor f set since = p_now, last_step = p_step, recovery = p_codes
	 where f.account_id = current_account() and f.since is null and f.sealed = p_sealed;
	if not found then
		return false;
	end if;
	perform sessions_end(p_now, false);
	return true;
end
$$;

revoke execute on function second_factor_confirm from public, lastro_worker;
grant execute on function second_factor_confirm to lastro_worker;
