-- Names and e-mails of these accounts, as far as they are members of the transaction's office.
create or replace function office_people(p_accounts uuid[]) returns table (account_id uuid, name text, email text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.id, a.name, a.email
	  from advisor_member m
	  join account a on a.id = m.account_id
	 where m.workspace_id = current_workspace() and m.account_id = any (p_accounts)
$$;

revoke execute on function office_people from public, lastro_worker;
grant execute on function office_people to lastro_worker;
