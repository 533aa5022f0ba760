-- Deletes a few files that are older than an hour.
create or replace function held_file_sweep(p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	old tid[];
begin
	old := array(select o.ctid from held_file o
	              where o.created_at <= p_now - interval '1 hour'
	              order by o.created_at limit 100 for update skip locked);
	if old <> '{}' then
		delete from held_file h where h.ctid = any (old);
	end if;
end
$$;

revoke execute on function held_file_sweep from public, lastro_worker;
