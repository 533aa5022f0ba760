-- Deletes sent messages, with the links in them, and expired ones; counts an attempt of the others.
create or replace function mail_done(p_taken uuid[], p_left uuid[], p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	delete from mail_outbox where id = any(p_taken) or expires_at <= p_now;
	update mail_outbox set attempts = attempts + 1 where id = any(p_left)
$$;

revoke execute on function mail_done from public, lastro_worker;
grant execute on function mail_done to lastro_sender;
