-- The first half of a log-in: counts the attempt by account and by address, and gives the password to compare with.
-- wait: seconds until another attempt is heard; 0: this one is.  account_id and encoded are null where nobody has this
-- e-mail or it has no password: the caller then compares with one that nobody has, for the same work.
create or replace function login_begin(p_email text, p_address text, p_now timestamptz)
returns table (wait int8, account_id uuid, encoded text)
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	-- The account first, always: two attempts never wait for each other.
	wait := throttle_take('account:' || encode(sha256(convert_to(p_email, 'UTF8')), 'hex'), 10, interval '15 minutes', p_now);
	wait := greatest(wait, throttle_take('address:' || p_address, 60, interval '15 minutes', p_now));
	if wait = 0 then
		select w.account_id, w.encoded
		  into login_begin.account_id, login_begin.encoded
		  from account a join password w on w.account_id = a.id
		 where a.email = p_email and a.disabled_at is null;
	end if;
	return next;
end
$$;

revoke execute on function login_begin from public, lastro_worker;
grant execute on function login_begin to lastro_worker;
