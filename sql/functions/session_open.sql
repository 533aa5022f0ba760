-- Creates a session of an account, whose password and second factor were verified; clears the attempts of this address
-- at this account, and remembers the address, with the nineteen before.
create or replace function session_open(p_id uuid, p_account uuid, p_email text, p_hash bytea, p_scopes int8, p_now timestamptz,
                                        p_expires timestamptz, p_address text) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	insert into api_key (id, account_id, kind, name, hash, prefix, scopes, created_at, expires_at, form)
	values (p_id, p_account, 'user', 'sessão', p_hash, 'sessão', p_scopes, p_now, p_expires, 'session');
	delete from throttle t
	 where t.subject in ('login:' || encode(sha256(convert_to(p_email || ' ' || p_address, 'UTF8')), 'hex'),
	                     'factor:' || encode(sha256(convert_to(p_account::text || ' ' || p_address, 'UTF8')), 'hex'));
	insert into login_address (account_id, digest, seen_at)
	values (p_account, sha256(convert_to(p_account::text || p_address, 'UTF8')), p_now)
	on conflict (account_id, digest) do update set seen_at = excluded.seen_at;
	delete from login_address l
	 where l.account_id = p_account
	   and l.digest in (select o.digest from login_address o where o.account_id = p_account
	                     order by o.seen_at desc, o.digest offset 20);
	perform credential_sweep(p_now);
end
$$;

revoke execute on function session_open from public, lastro_worker;
