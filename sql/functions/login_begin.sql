-- The first half of a log-in: counts the attempt and gives the password to compare with.
-- wait: seconds until another attempt is heard; 0: this one is.  account_id and encoded are null where nobody has this
-- e-mail or it has no password: the caller then compares with one that nobody has, for the same work.
-- known: the account logged in from this address before.
-- Ten wrong ones shut out one address from one account, nobody else from it.  An account that many addresses try waits
-- after a hundred, but not where its own person has been.  An address tries sixty times, whatever the accounts; of IPv6,
-- p_address is the /64, and a /48 tries three hundred times.
create or replace function login_begin(p_email text, p_address text, p_now timestamptz)
returns table (wait int8, account_id uuid, encoded text, known boolean)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	pair  text := encode(sha256(convert_to(p_email || ' ' || p_address, 'UTF8')), 'hex');
	total int8 := 0;
	p     record;
begin
	select a.id, w.encoded, exists (select from login_address l
	                                 where l.account_id = a.id and l.digest = sha256(convert_to(a.id::text || p_address, 'UTF8'))) as known
	  into p
	  from account a join password w on w.account_id = a.id
	 where a.email = p_email and a.disabled_at is null;
	known := coalesce(p.known, false);
	-- In this order always: two attempts never wait for each other in a circle.
	wait := throttle_take('login:' || pair, 10, interval '15 minutes', p_now);
	if wait = 0 then
		total := throttle_take('account:' || encode(sha256(convert_to(p_email, 'UTF8')), 'hex'), 100, interval '15 minutes', p_now);
	end if;
	if not known then
		wait := greatest(wait, total);
	end if;
	wait := greatest(wait, throttle_take('address:' || p_address, 60, interval '15 minutes', p_now));
	if p_address ~ '^[0-9a-f]{16}$' then
		wait := greatest(wait, throttle_take('site:' || left(p_address, 12), 300, interval '15 minutes', p_now));
	end if;
	if wait = 0 then
		account_id := p.id;
		encoded := p.encoded;
	end if;
	return next;
end
$$;

revoke execute on function login_begin from public, lastro_worker;
grant execute on function login_begin to lastro_worker;
