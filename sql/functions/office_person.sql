-- Name and e-mail of the caller; accounts belong to no tenant.
create or replace function office_person() returns table (name text, email text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.name, a.email from account a where a.id = current_account()
$$;

revoke execute on function office_person from public, lastro_worker;
grant execute on function office_person to lastro_worker;
