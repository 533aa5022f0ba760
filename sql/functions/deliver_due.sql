-- The deliveries that are due, interleaved by account: the oldest of each, then the second of each.  place: the
-- receiver, which fails as a whole: a desk's webhook, a notice.  p_channel: webhook or email.  Over the workspaces of a
-- part of the job (job_parts(); null: all): only for the sender's role.
create or replace function deliver_due(p_channel text, p_now timestamptz, p_limit int8, p_workspaces uuid[] default null)
returns table (kind text, workspace_id uuid, id uuid, attempts int8, place uuid)
language plpgsql stable security definer set search_path = lastro, pg_temp as $$
begin
	return query
	select q.kind, q.workspace_id, q.id, q.attempts, q.place
	  from (select w.*, row_number() over (partition by w.workspace_id order by w.next_at, w.id) as turn
	          from (select 'alert' as kind, d.workspace_id, d.alert_id as id, d.attempts, d.workspace_id as place, d.next_at
	                  from webhook_delivery d
	                 where d.status = 'pending' and d.next_at <= p_now and p_channel = 'webhook'
	                   and (p_workspaces is null or d.workspace_id = any(p_workspaces))
	                 union all
	                select 'notice', m.workspace_id, m.id, m.attempts, m.notice_id, m.next_at
	                  from notification m
	                 where m.status = 'pending' and m.next_at <= p_now and m.channel = p_channel
	                   and (p_workspaces is null or m.workspace_id = any(p_workspaces))) w) q
	 order by q.turn, q.next_at, q.workspace_id, q.id
	 limit p_limit;
end
$$;

revoke execute on function deliver_due from public, lastro_worker;
grant execute on function deliver_due to lastro_sender;
