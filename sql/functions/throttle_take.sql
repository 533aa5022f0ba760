-- Counts an attempt of a subject: returns seconds to wait when it already had p_most of them in p_window, else 0.
-- Counted before the outcome is known, so that concurrent attempts do not all pass.
create or replace function throttle_take(p_subject text, p_most int8, p_window interval, p_now timestamptz) returns int8
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	t record;
begin
	insert into throttle as x (subject, started_at, attempts)
	values (p_subject, p_now, 1)
	on conflict (subject) do update
	   set attempts   = case when x.started_at <= p_now - p_window then 1 else x.attempts + 1 end,
	       started_at = case when x.started_at <= p_now - p_window then p_now else x.started_at end
	returning x.started_at, x.attempts into t;
	-- Deletes a few expired ones, so that the table needs no other maintenance.
	delete from throttle x
	 using (select o.subject from throttle o
	         where o.started_at <= p_now - interval '1 day'
	         order by o.started_at limit 10 for update skip locked) old
	 where x.subject = old.subject;
	if t.attempts <= p_most then
		return 0;
	end if;
	return greatest(1, ceil(extract(epoch from t.started_at + p_window - p_now)))::int8;
end
$$;

revoke execute on function throttle_take from public, lastro_worker;
grant execute on function throttle_take to lastro_worker;
