-- Queues a message to the caller's account, about a change of its own; of one kind three a day.
create or replace function account_tell(p_id uuid, p_subject text, p_body text, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if throttle_take('tell:' || current_account() || ':' || p_subject, 3, interval '1 day', p_now) > 0 then
		return;
	end if;
	insert into mail_outbox (id, recipient, subject, body, created_at, expires_at)
	select p_id, a.email, p_subject, p_body, p_now, p_now + interval '7 days' from account a where a.id = current_account();
end
$$;

revoke execute on function account_tell from public, lastro_worker;
grant execute on function account_tell to lastro_worker;
