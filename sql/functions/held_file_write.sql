-- Replaces the content of what the caller's session keeps under this id; nothing where it is no longer kept.
create or replace function held_file_write(p_id uuid, p_content bytea) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update held_file set content = p_content where credential_id = current_credential() and id = p_id
$$;

revoke execute on function held_file_write from public, lastro_worker;
grant execute on function held_file_write to lastro_worker;
