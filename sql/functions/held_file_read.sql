-- A file that the caller's session sent within the last hour; no row when there is none.
create or replace function held_file_read(p_id uuid, p_now timestamptz) returns table (name text, content bytea, aside text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select h.name, h.content, nullif(h.aside, '{}')::text
	  from held_file h
	 where h.credential_id = current_credential() and h.id = p_id and h.created_at > p_now - interval '1 hour'
$$;

revoke execute on function held_file_read from public, lastro_worker;
grant execute on function held_file_read to lastro_worker;
