-- A person asks for an account: whether the e-mail has one or not, one message goes to it and the answer is the same.
-- p_mails: the message's text for an unknown e-mail ('': it gets none, and no account), for one with an account, and for a
-- disabled account; p_hash is the link of the first two.
-- Returns seconds to wait when the address, or all of them together, asked too often, else 0.  An e-mail that already
-- got three messages today gets no more, with the same answer.
create or replace function sign_up_begin(p_email text, p_hash bytea, p_address text, p_id uuid, p_subject text, p_mails text[],
                                         p_now timestamptz, p_expires timestamptz) returns int8
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	wait int8 := greatest(throttle_take('signup:' || p_address, 10, interval '1 hour', p_now),
	                      throttle_take('signup:all', 500, interval '1 hour', p_now));
	a    record;
begin
	if wait > 0 then
		return wait;
	end if;
	if throttle_take('signup-mail:' || encode(sha256(convert_to(p_email, 'UTF8')), 'hex'), 3, interval '1 day', p_now) > 0 then
		return 0;
	end if;
	select c.id, c.disabled_at is not null as disabled into a from account c where c.email = p_email;
	if a.id is null and p_mails[1] = '' then
		return 0;
	elsif a.id is null then
		insert into sign_up (hash, email, created_at, expires_at) values (p_hash, p_email, p_now, p_expires);
	elsif not a.disabled then
		insert into password_link (hash, account_id, created_at, expires_at) values (p_hash, a.id, p_now, p_expires);
	end if;
	insert into mail_outbox (id, recipient, subject, body, created_at, expires_at)
	values (p_id, p_email, p_subject, p_mails[case when a.id is null then 1 when not a.disabled then 2 else 3 end], p_now,
	        p_expires);
	delete from sign_up s
	 using (select o.hash from sign_up o
	         where o.expires_at <= p_now order by o.expires_at limit 10 for update skip locked) old
	 where s.hash = old.hash;
	delete from mail_outbox m
	 using (select o.id from mail_outbox o
	         where o.expires_at <= p_now order by o.expires_at limit 10 for update skip locked) old
	 where m.id = old.id;
	return 0;
end
$$;

revoke execute on function sign_up_begin from public, lastro_worker;
grant execute on function sign_up_begin to lastro_worker;
