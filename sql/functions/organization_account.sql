-- The account with this e-mail address, if it belongs to the organization of the transaction's workspace.
create or replace function organization_account(p_email text) returns uuid
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.id
	  from workspace w
	  join organization_member m on m.organization_id = w.organization_id
	  join account a on a.id = m.account_id
	 where w.id = current_workspace() and a.email = lower(p_email)
$$;

revoke execute on function organization_account from public, lastro_worker;
grant execute on function organization_account to lastro_worker;
