-- Claims a notification for sending, as deliver_alert_claim() does an alert.  url is null for an e-mail, email when
-- the account was disabled, or waits to be deleted.
create or replace function deliver_notice_claim(p_workspace uuid, p_id uuid, p_attempts int8, p_now timestamptz, p_wait_ms int8)
returns table (attempts int8, url text, secret text, kind text, title text, body text, queued_at timestamptz, email text)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	again constant timestamptz := p_now + power(2, p_attempts) * p_wait_ms * interval '1 ms';
	m     record;
	whose text;
begin
	update notification n
	   set attempts = p_attempts + 1, next_at = again
	 where n.workspace_id = p_workspace and n.id = p_id and n.attempts = p_attempts and n.status = 'pending' and n.next_at <= p_now
	returning n.account_id, n.notice_id, n.kind, n.title, n.body, n.queued_at into m;
	if not found then
		return;
	end if;
	select a.email into whose from account a
	 where a.id = m.account_id and a.disabled_at is null
	   and not exists (select from account_deletion d where d.account_id = a.id);
	return query
	select p_attempts + 1, n.url, n.secret, m.kind, m.title, m.body, m.queued_at, whose
	  from notice n
	 where n.workspace_id = p_workspace and n.id = m.notice_id;
end
$$;

revoke execute on function deliver_notice_claim from public, lastro_worker;
grant execute on function deliver_notice_claim to lastro_sender;
