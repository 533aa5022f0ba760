-- Records the outcome of the attempt that was claimed; does nothing if the delivery was requested again meanwhile.
-- p_kind: alert or notice; p_end: taken, pending (retried at the time set by the claim) or dead; p_http: the HTTP
-- status, null when there was none.
create or replace function deliver_mark(p_workspace uuid, p_kind text, p_id uuid, p_attempts int8, p_end text, p_http int8,
                                        p_error text, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	-- Decided here: a "case p_end when" in the statement is misread where the table is distributed.
	outcome constant text := case when p_end <> 'taken' then p_end when p_kind = 'alert' then 'delivered' else 'sent' end;
	ended   constant timestamptz := case when p_end <> 'pending' then p_now end;
begin
	if p_kind = 'alert' then
		update webhook_delivery d
		   set status = outcome, last_status = p_http, last_error = p_error,
		       ended_at = ended, next_at = case when p_end = 'pending' then d.next_at end
		 where d.workspace_id = p_workspace and d.alert_id = p_id and d.status = 'pending' and d.attempts = p_attempts;
	else
		update notification n
		   set status = outcome, last_error = p_error,
		       ended_at = ended, next_at = case when p_end = 'pending' then n.next_at end
		 where n.workspace_id = p_workspace and n.id = p_id and n.status = 'pending' and n.attempts = p_attempts;
	end if;
end
$$;

revoke execute on function deliver_mark from public, lastro_worker;
grant execute on function deliver_mark to lastro_sender;
