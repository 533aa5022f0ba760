-- Keeps a file for the caller's session, which has four at most: an older one goes.  What is too old for everybody is
-- dropped here, so that the table needs no keeper.
create or replace function held_file_keep(p_id uuid, p_name text, p_content bytea, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := current_credential();
	old tid[];
begin
	insert into held_file (credential_id, id, name, content, created_at) values (own, p_id, p_name, p_content, p_now);
	delete from held_file h
	 where h.credential_id = own
	   and h.id in (select o.id from held_file o where o.credential_id = own order by o.created_at desc, o.id desc offset 4);
	old := array(select o.ctid from held_file o
	              where o.created_at <= p_now - interval '1 hour'
	              order by o.created_at limit 20 for update skip locked);
	if old <> '{}' then
		delete from held_file h where h.ctid = any (old);
	end if;
end
$$;

revoke execute on function held_file_keep from public, lastro_worker;
grant execute on function held_file_keep to lastro_worker;
