-- Claims an alert for sending: counts the attempt and postpones the next one, by p_wait_ms doubled with each attempt.
-- The number of attempts is the condition, so of two concurrent runs one gets it; no row for the other.  Returns the
-- signing secret too: the sender reads no table, and sees only what it is to send now.
create or replace function deliver_alert_claim(p_workspace uuid, p_alert uuid, p_attempts int8, p_now timestamptz, p_wait_ms int8)
returns table (attempts int8, url text, secret text, organization_id uuid, rule_id uuid, object_id text, object_kind text,
               object_subkind text, object_name text, kind text, level text, title text, fact_date date, evidence text,
               corrects uuid, raised_at timestamptz)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	again constant timestamptz := p_now + power(2, p_attempts) * p_wait_ms * interval '1 ms';
	o     record;
begin
	update webhook_delivery d
	   set attempts = p_attempts + 1, next_at = again
	 where d.workspace_id = p_workspace and d.alert_id = p_alert and d.attempts = p_attempts and d.status = 'pending'
	   and d.next_at <= p_now;
	if not found then
		return;
	end if;
	select x.kind, x.subkind, x.name into o
	  from object x
	 where x.id = (select a.object_id from alert a where a.workspace_id = p_workspace and a.id = p_alert);
	return query
	select p_attempts + 1, w.url, w.secret, f.organization_id, a.rule_id, a.object_id, o.kind, o.subkind, o.name, a.kind, a.level,
	       a.title, a.fact_date, a.evidence::text, a.corrects, a.raised_at
	  from alert a
	  join webhook w on w.workspace_id = p_workspace
	  join office f on f.workspace_id = p_workspace
	 where a.workspace_id = p_workspace and a.id = p_alert;
end
$$;

revoke execute on function deliver_alert_claim from public, lastro_worker;
grant execute on function deliver_alert_claim to lastro_sender;
