-- Counts the pending deliveries at the end of a run, for the metrics (metrics_text.c), whose role may not count
-- tenants' rows; and records the role of the run, for lastro doctor.  Over the workspaces of a part of the job
-- (job_parts(); null: all): only for the sender's role.
create or replace function deliver_backlog(p_now timestamptz, p_workspaces uuid[] default null) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	alerts  record;
	notices record;
begin
	select count(*) as n, min(d.queued_at) as oldest into alerts from webhook_delivery d
	 where d.status = 'pending' and (p_workspaces is null or d.workspace_id = any(p_workspaces));
	select count(*) as n, min(m.queued_at) as oldest into notices from notification m
	 where m.status = 'pending' and (p_workspaces is null or m.workspace_id = any(p_workspaces));
	insert into delivery_backlog (kind, waiting, oldest, at, role)
	values ('alert', alerts.n, alerts.oldest, p_now, session_user), ('notice', notices.n, notices.oldest, p_now, session_user)
	on conflict (kind) do update
	   set waiting = excluded.waiting, oldest = excluded.oldest, at = excluded.at, role = excluded.role;
end
$$;

revoke execute on function deliver_backlog from public, lastro_worker;
grant execute on function deliver_backlog to lastro_sender;
