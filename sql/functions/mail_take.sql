-- The pending messages of sign-ups, locked until the transaction ends: another run skips them.
create or replace function mail_take(p_now timestamptz, p_attempts_most int8, p_limit int8)
returns table (id uuid, recipient text, subject text, body text)
language sql security definer set search_path = lastro, pg_temp as $$
	select m.id, m.recipient, m.subject, m.body
	  from mail_outbox m
	 where m.expires_at > p_now and m.attempts < p_attempts_most
	 order by m.created_at, m.id
	 limit p_limit
	   for update skip locked
$$;

revoke execute on function mail_take from public, lastro_worker;
grant execute on function mail_take to lastro_sender;
