-- The same with the account's role in each workspace's office (null: none), as the worker may see it: row security is
-- set to each workspace in turn, and back.
create or replace function account_places(p_organization uuid)
returns table (organization_id uuid, name text, wallet text, role text, licensed boolean)
language plpgsql set search_path = lastro, pg_temp as $$
declare
	own   constant uuid := current_workspace();
	place record;
	told  text;
begin
	for place in select w.* from account_workspaces(p_organization) w loop
		organization_id := place.organization_id;
		name := place.name;
		wallet := place.wallet;
		role := null;
		licensed := false;
		if place.organization_id is not null then
			told := workspace_set(place.workspace_id)::text;
			role := (select m.role from office_member m
			          where m.workspace_id = place.workspace_id and m.account_id = current_account());
			licensed := exists (select from office_license l where l.workspace_id = place.workspace_id);
		end if;
		return next;
	end loop;
	told := workspace_set(own)::text;
end
$$;

revoke execute on function account_places from public, lastro_worker;
grant execute on function account_places to lastro_worker;
