-- The second half of a log-in, after the password was verified: creates a session; clears the attempts of this
-- address at this account, and remembers the address, with the nineteen before.
-- p_encoded: the password hashed with new parameters when its own were outdated, or null.  False when the account is
-- disabled by now.
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
	insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at, expires_at, form)
	values (p_id, p_account, 'user', 'sessão', p_hash, 'sessão', p_scopes, p_now, p_expires, 'session');
	delete from throttle t
	 where t.subject = 'login:' || encode(sha256(convert_to(address || ' ' || p_address, 'UTF8')), 'hex');
	insert into login_address (account_id, digest, seen_at)
	values (p_account, sha256(convert_to(p_account::text || p_address, 'UTF8')), p_now)
	on conflict (account_id, digest) do update set seen_at = excluded.seen_at;
	delete from login_address l
	 where l.account_id = p_account
	   and l.digest in (select o.digest from login_address o where o.account_id = p_account
	                     order by o.seen_at desc, o.digest offset 20);
	if p_encoded is not null then
		update password w set encoded = p_encoded where w.account_id = p_account;
	end if;
	perform credential_sweep(p_now);
	return true;
end
$$;

revoke execute on function session_create from public, lastro_worker;
grant execute on function session_create to lastro_worker;
