-- Whether a member of the transaction's office has this address.
create or replace function office_has(p_email text) returns boolean
language sql stable security definer set search_path = lastro, pg_temp as $$
	select exists (select from account a
	                 join advisor_member m on m.account_id = a.id and m.workspace_id = current_workspace()
	                where a.email = lower(p_email))
$$;

revoke execute on function office_has from public, lastro_worker;
grant execute on function office_has to lastro_worker;
