-- Queues a message to the caller's account, about a change of its own.
create or replace function account_tell(p_id uuid, p_subject text, p_body text, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into mail_outbox (id, recipient, subject, body, created_at, expires_at)
	select p_id, a.email, p_subject, p_body, p_now, p_now + interval '7 days' from account a where a.id = current_account()
$$;

revoke execute on function account_tell from public, lastro_worker;
grant execute on function account_tell to lastro_worker;
