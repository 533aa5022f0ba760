-- The last part of a log-in to an account with a second factor: uses its code up (second_factor_spend), and creates a
-- session.  False when the code is not good.
create or replace function session_create_proven(p_id uuid, p_account uuid, p_hash bytea, p_scopes int8, p_now timestamptz,
                                                 p_expires timestamptz, p_address text, p_step int8, p_code bytea) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	address text;
begin
	select a.email into address from account a where a.id = p_account and a.disabled_at is null;
	if not found or not second_factor_spend(p_account, p_step, p_code) then
		return false;
	end if;
	perform session_open(p_id, p_account, address, p_hash, p_scopes, p_now, p_expires, p_address);
	return true;
end
$$;

revoke execute on function session_create_proven from public, lastro_worker;
grant execute on function session_create_proven to lastro_worker;
