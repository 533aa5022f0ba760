-- Whether a member of the office has this e-mail address.
create or replace function office_has_member(p_workspace uuid, p_email text) returns boolean
language plpgsql stable set search_path = lastro, pg_temp as $$
declare
	account constant uuid := organization_account(p_email);
begin
	return account is not null
	       and exists (select from office_member m where m.workspace_id = p_workspace and m.account_id = account);
end
$$;

revoke execute on function office_has_member from public, lastro_worker;
grant execute on function office_has_member to lastro_worker;
