-- Names and e-mails of those of these accounts that are members of the office.
create or replace function office_people(p_workspace uuid, p_accounts uuid[])
returns table (account_id uuid, name text, email text)
language plpgsql stable set search_path = lastro, pg_temp as $$
declare
	members constant uuid[] := array(select m.account_id from office_member m
	                                  where m.workspace_id = p_workspace and m.account_id = any (p_accounts));
begin
	return query select p.account_id, p.name, p.email from organization_people(members) p;
end
$$;

revoke execute on function office_people from public, lastro_worker;
grant execute on function office_people to lastro_worker;
