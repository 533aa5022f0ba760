-- What goes with a file that the caller's session keeps: sets (or, null, withdraws) one member; false where the file is no
-- longer kept, or with more than p_most members or 250,000 characters.
create or replace function held_file_aside(p_id uuid, p_name text, p_value jsonb, p_most int8) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	next jsonb;
begin
	select case when p_value is null then h.aside - p_name else h.aside || jsonb_build_object(p_name, p_value) end
	  into next
	  from held_file h
	 where h.credential_id = current_credential() and h.id = p_id
	   for update;
	if next is null or (select count(*) from jsonb_object_keys(next)) > p_most or length(next::text) > 250000 then
		return false;
	end if;
	update held_file set aside = next where credential_id = current_credential() and id = p_id;
	return true;
end
$$;

revoke execute on function held_file_aside from public, lastro_worker;
grant execute on function held_file_aside to lastro_worker;
