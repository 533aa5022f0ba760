-- Workspaces that the transaction's account may name: its own, and those of organizations of which it is a member
-- that is not suspended; only @p_organization if the credential carries one.
create or replace function account_workspaces(p_organization uuid)
returns table (workspace_id uuid, organization_id uuid, name text, wallet text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select w.id, null::uuid, a.name, w.wallet
	  from account a join workspace w on w.account_id = a.id
	 where a.id = current_account() and p_organization is null
	union all
	(select w.id, o.id, o.name, w.wallet
	   from organization_member om
	   join organization o on o.id = om.organization_id
	   join workspace w on w.organization_id = o.id
	  where om.account_id = current_account() and om.suspended_at is null
	    and (p_organization is null or o.id = p_organization)
	  order by o.name, o.id
	  limit 200)
$$;

revoke execute on function account_workspaces from public, lastro_worker;
grant execute on function account_workspaces to lastro_worker;
