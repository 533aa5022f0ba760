-- How an attempt ended.  Only of the attempt that was claimed: what was asked for again meanwhile stays as it was asked for.
-- p_end: taken, pending (tried again when it was said) or dead; p_http: the status of HTTP, null where none came.
create or replace function deliver_mark(p_kind text, p_workspace uuid, p_id uuid, p_attempts int8, p_end text, p_http int8,
                                        p_error text, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update webhook_delivery
	   set status = case p_end when 'taken' then 'delivered' else p_end end, last_status = p_http, last_error = p_error,
	       ended_at = case when p_end <> 'pending' then p_now end, next_at = case when p_end = 'pending' then next_at end
	 where p_kind = 'alert' and workspace_id = p_workspace and alert_id = p_id and status = 'pending' and attempts = p_attempts;
	update notification
	   set status = case p_end when 'taken' then 'sent' else p_end end, last_error = p_error,
	       ended_at = case when p_end <> 'pending' then p_now end, next_at = case when p_end = 'pending' then next_at end
	 where p_kind = 'notice' and workspace_id = p_workspace and id = p_id and status = 'pending' and attempts = p_attempts
$$;

revoke execute on function deliver_mark from public, lastro_worker;
grant execute on function deliver_mark to lastro_sender;
