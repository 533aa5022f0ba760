-- Stores a file for the caller's session.  An account may hold four, over all its sessions, and besides them four
-- without a name (typed values, for their preview): the oldest of its kind is deleted.  All accounts together may
-- hold p_all bytes: beyond that, older files of the same account are deleted, never another's; false when that is not
-- enough, null when the id is taken, and the caller rolls back.  Typed values are small and always accepted: a few accounts with large files
-- must not block everyone's previews.
-- Serialised, so that two transactions do not both use the last room; rows that another transaction deletes are not
-- waited for.
create or replace function held_file_keep(p_id uuid, p_name text, p_content bytea, p_now timestamptz, p_all int8) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := current_account();
begin
	insert into held_file (credential_id, account_id, id, name, content, created_at)
	values (current_credential(), own, p_id, p_name, p_content, p_now)
	on conflict do nothing;
	if not found then
		return null;
	end if;
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
