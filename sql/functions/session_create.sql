-- The second half of a log-in, after the password was verified: creates a session (session_open).
-- p_encoded: the password hashed with new parameters when its own were outdated, or null.  False when the account is
-- disabled by now, or has a second factor: session_create_proven() is then the only way.
create or replace function session_create(p_id uuid, p_account uuid, p_hash bytea, p_scopes int8, p_now timestamptz,
                                          p_expires timestamptz, p_encoded text, p_address text) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	address text;
begin
	select a.email into address from account a where a.id = p_account and a.disabled_at is null;
	if not found then
		return false;
	end if;
	if p_encoded is not null then
		update password w set encoded = p_encoded where w.account_id = p_account;
	end if;
	if second_factor_on(p_account) then
		return false;
	end if;
	perform session_open(p_id, p_account, address, p_hash, p_scopes, p_now, p_expires, p_address);
	return true;
end
$$;

revoke execute on function session_create from public, lastro_worker;
grant execute on function session_create to lastro_worker;
