-- Names and e-mails of those of these accounts that belong to the organization of the transaction's workspace.
create or replace function organization_people(p_accounts uuid[]) returns table (account_id uuid, name text, email text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.id, a.name, a.email
	  from workspace w
	  join organization_member m on m.organization_id = w.organization_id and m.account_id = any (p_accounts)
	  join account a on a.id = m.account_id
	 where w.id = current_workspace()
$$;

revoke execute on function organization_people from public, lastro_worker;
grant execute on function organization_people to lastro_worker;
