-- The first organization of which the transaction's account is the only owner who stays (of those with a seat, where it has one:
-- without one nobody could give it back), and that has other members, clients, or a licence at p_today: it would be left to nobody;
-- null: none.  Locks the offices until the transaction ends, so that of two owners who ask at once the second sees the first.  Row
-- security is set to each workspace in turn, and back.
create or replace function account_sole_owner(p_today date) returns text
language plpgsql set search_path = lastro, pg_temp as $$
declare
	own    constant uuid := current_workspace();
	me     constant uuid := current_account();
	place  record;
	owned  boolean;
	sits   boolean;
	others uuid[];
	owners uuid[];
	sole   text;
	told   text;
begin
	for place in select w.* from account_workspaces(null) w where w.organization_id is not null loop
		told := workspace_set(place.workspace_id)::text;
		perform from office o where o.workspace_id = place.workspace_id for update;
		select true, m.seated into owned, sits from office_member m
		 where m.workspace_id = place.workspace_id and m.account_id = me and m.role = 'owner';
		others := array(select m.account_id from office_member m
		                 where m.workspace_id = place.workspace_id and m.account_id <> me);
		owners := array(select m.account_id from office_member m
		                 where m.workspace_id = place.workspace_id and m.account_id <> me and m.role = 'owner'
		                   and m.suspended_at is null and (m.seated or not coalesce(sits, false)));
		if owned and not account_staying(owners)
		   and (cardinality(others) > 0
		        or exists (select from client c where c.workspace_id = place.workspace_id)
		        or exists (select from office_license l
		                    where l.workspace_id = place.workspace_id and (l.valid_until is null or l.valid_until >= p_today))) then
			sole := place.name;
			exit;
		end if;
	end loop;
	told := workspace_set(own)::text;
	return sole;
end
$$;

revoke execute on function account_sole_owner from public, lastro_worker;
grant execute on function account_sole_owner to lastro_worker;
