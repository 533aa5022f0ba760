-- Counts what waits to be sent when a run ends, for the metrics (metrics_text.c), which may not count the tenants' rows; and
-- notes as whom the run came, for lastro doctor.
create or replace function deliver_backlog(p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into delivery_backlog (kind, waiting, oldest, at, role)
	select 'alert', count(*), min(d.queued_at), p_now, session_user from webhook_delivery d where d.status = 'pending'
	 union all
	select 'notice', count(*), min(m.queued_at), p_now, session_user from notification m where m.status = 'pending'
	on conflict (kind) do update
	   set waiting = excluded.waiting, oldest = excluded.oldest, at = excluded.at, role = excluded.role
$$;

revoke execute on function deliver_backlog from public, lastro_worker;
grant execute on function deliver_backlog to lastro_sender;
