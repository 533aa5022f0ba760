-- Of these accounts, those that belong to the workspace of the transaction.
create or replace function account_in_workspace(p_accounts uuid[]) returns setof uuid
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.id
	  from account a
	 where a.id = any (p_accounts) and a.disabled_at is null
	   and a.id in (select w.account_id from workspace w where w.id = current_workspace()
	                union all
	                select om.account_id
	                  from workspace w
	                  join organization_member om on om.organization_id = w.organization_id
	                 where w.id = current_workspace() and om.account_id = any (p_accounts))
	 order by a.id
$$;

revoke execute on function account_in_workspace from public, lastro_worker;
grant execute on function account_in_workspace to lastro_worker;
