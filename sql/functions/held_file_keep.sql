-- Keeps a file for the caller's session.  An account holds four, whatever sessions brought them: its oldest goes.  All
-- accounts together hold p_all bytes: beyond that goes the oldest file of the account that holds most.
create or replace function held_file_keep(p_id uuid, p_name text, p_content bytea, p_now timestamptz, p_all int8) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := current_account();
begin
	perform held_file_sweep(p_now);
	insert into held_file (credential_id, account_id, id, name, content, created_at)
	values (current_credential(), own, p_id, p_name, p_content, p_now);
	delete from held_file h
	 where h.account_id = own
	   and h.id in (select o.id from held_file o where o.account_id = own order by o.created_at desc, o.id desc offset 4);
	while (select sum(length(h.content)) > p_all from held_file h) loop
		delete from held_file h
		 where h.id = (select o.id from held_file o
		                where o.account_id = (select m.account_id from held_file m
		                                       group by m.account_id order by sum(length(m.content)) desc, m.account_id limit 1)
		                order by o.created_at, o.id limit 1);
	end loop;
end
$$;

revoke execute on function held_file_keep from public, lastro_worker;
grant execute on function held_file_keep to lastro_worker;
