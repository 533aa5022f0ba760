-- The first half of a log-in: counts the attempt and returns the stored password hash.
-- wait: seconds until the next attempt is accepted; 0: this one is.  account_id and encoded are null when the e-mail
-- is unknown or has no password: the caller then compares with a dummy hash, at the same cost.
-- known: the account logged in from this address before.
-- Ten wrong passwords block one address for one account, and no one else.  An account tried from many addresses is
-- blocked after a hundred, except for addresses known for it.  An address has sixty attempts, over all accounts; for
-- IPv6, p_address is the /64, and a /48 has three hundred.
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
	 where a.email = p_email and a.disabled_at is null
	   and not exists (select from account_deletion d where d.account_id = a.id and d.due_at <= p_now);
	known := coalesce(p.known, false);
	-- Always in this order, so that two attempts cannot deadlock.
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
