-- Claims a notification for sending, as deliver_alert_claim() does an alert.  url is null for one by e-mail, email where the
-- account was disabled.
create or replace function deliver_notice_claim(p_workspace uuid, p_id uuid, p_attempts int8, p_now timestamptz, p_wait_ms int8)
returns table (attempts int8, url text, secret text, kind text, title text, body text, queued_at timestamptz, email text)
language sql security definer set search_path = lastro, pg_temp as $$
	update notification m
	   set attempts = m.attempts + 1, next_at = p_now + power(2, m.attempts) * p_wait_ms * interval '1 ms'
	  from notice n
	 where m.workspace_id = p_workspace and m.id = p_id and m.attempts = p_attempts and m.status = 'pending' and m.next_at <= p_now
	   and n.workspace_id = p_workspace and n.id = m.notice_id
	returning m.attempts, n.url, n.secret, m.kind, m.title, m.body, m.queued_at,
	          (select a.email from account a where a.id = m.account_id and a.disabled_at is null)
$$;

revoke execute on function deliver_notice_claim from public, lastro_worker;
grant execute on function deliver_notice_claim to lastro_sender;
