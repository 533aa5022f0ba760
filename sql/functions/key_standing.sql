-- The transaction's account in an organization for which it wants a key: the organization's workspace (null: no
-- member), its role in the office (null: none), whether the office was ever licensed.
create or replace function key_standing(p_organization uuid, out there uuid, out role text, out licensed boolean)
language plpgsql set search_path = lastro, pg_temp as $$
declare
	own  constant uuid := current_workspace();
	told text;
begin
	there := organization_workspace(p_organization);
	if there is not null then
		told := workspace_set(there)::text;
		role := (select m.role from office_member m where m.workspace_id = there and m.account_id = current_account());
		licensed := exists (select from office_license l where l.workspace_id = there);
		told := workspace_set(own)::text;
	end if;
end
$$;

revoke execute on function key_standing from public, lastro_worker;
grant execute on function key_standing to lastro_worker;
