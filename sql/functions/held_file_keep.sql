-- Keeps a file for the caller's session.  An account holds four, whatever sessions brought them, and beside them four
-- without a name (what was typed, for its preview): the oldest of its kind goes.  All accounts together hold p_all bytes:
-- beyond that go older files of the same account, never another's; false, and the caller undoes it all, where that is not
-- enough.  What was typed is small and always has room: a few accounts with large files would else stop everybody's previews.
--
-- One keeps after the other, so that two do not both find the last room; rows that somebody deletes are not waited for.
create or replace function held_file_keep(p_id uuid, p_name text, p_content bytea, p_now timestamptz, p_all int8) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := current_account();
begin
	insert into held_file (credential_id, account_id, id, name, content, created_at)
	values (current_credential(), own, p_id, p_name, p_content, p_now);
	perform pg_advisory_xact_lock(hashtextextended('lastro held files', 0));
	perform held_file_sweep(p_now);
	delete from held_file h
	 where h.ctid = any (array(select o.ctid from held_file o where o.account_id = own and (o.name is null) = (p_name is null)
	                            order by o.created_at desc, o.id desc offset 4 for update skip locked));
	while (p_name is not null or length(p_content) > 65536) and (select sum(length(h.content)) > p_all from held_file h) loop
		delete from held_file h
		 where h.ctid = any (array(select o.ctid from held_file o where o.account_id = own and o.id <> p_id
		                            order by o.created_at, o.id limit 1 for update skip locked));
		if not found then
			return false;
		end if;
	end loop;
	return true;
end
$$;

revoke execute on function held_file_keep from public, lastro_worker;
grant execute on function held_file_keep to lastro_worker;
