-- The second half of a log-in, once the password was right: a session, and the account's attempts are forgotten.
-- p_encoded: the password anew where its parameters were old, or null.  False where the account is disabled by now.
create or replace function session_create(p_id uuid, p_account uuid, p_hash bytea, p_scopes int8, p_now timestamptz,
                                          p_expires timestamptz, p_encoded text) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	address text;
begin
	select a.email into address from account a where a.id = p_account and a.disabled_at is null;
	if not found then
		return false;
	end if;
	insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at, expires_at, form)
	values (p_id, p_account, 'user', 'sessão', p_hash, 'sessão', p_scopes, p_now, p_expires, 'session');
	delete from throttle t
	 where t.subject = 'account:' || encode(sha256(convert_to(address, 'UTF8')), 'hex');
	if p_encoded is not null then
		update password w set encoded = p_encoded where w.account_id = p_account;
	end if;
	perform credential_sweep(p_now);
	return true;
end
$$;

revoke execute on function session_create from public, lastro_worker;
grant execute on function session_create to lastro_worker;
