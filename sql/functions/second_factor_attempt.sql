-- Counts an attempt at a code of an account, and returns its secret; null when the second factor is off, or the account
-- is disabled or chose another password after p_issued, when the last one was verified.
-- wait: seconds until the next attempt is accepted; 0: this one is.
-- Ten wrong codes block one address for one account, for a quarter of an hour; addresses that the account never logged
-- in from have twenty an hour together: who knows the password needs years for a code of six digits.
create or replace function second_factor_attempt(p_account uuid, p_address text, p_issued timestamptz, p_now timestamptz)
returns table (wait int8, sealed bytea)
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	wait := throttle_take('factor:' || encode(sha256(convert_to(p_account::text || ' ' || p_address, 'UTF8')), 'hex'), 10,
	                      interval '15 minutes', p_now);
	if not exists (select from login_address l
	                where l.account_id = p_account and l.digest = sha256(convert_to(p_account::text || p_address, 'UTF8'))) then
		wait := greatest(wait, throttle_take('factor-account:' || p_account, 20, interval '1 hour', p_now));
	end if;
	if wait = 0 then
		select f.sealed into sealed
		  from second_factor f
		  join account a on a.id = f.account_id
		  join password w on w.account_id = f.account_id
		 where f.account_id = p_account and f.since is not null and a.disabled_at is null and w.changed_at <= p_issued;
	end if;
	return next;
end
$$;

revoke execute on function second_factor_attempt from public, lastro_worker;
grant execute on function second_factor_attempt to lastro_worker;
