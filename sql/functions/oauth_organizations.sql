-- The organizations of which the caller is a member, for a consent to choose from: those of a kind of office
-- (advisor, desk), or all.
create or replace function oauth_organizations(p_kind text default null) returns table (id uuid, name text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select o.id, o.name
	  from organization_member om
	  join organization o on o.id = om.organization_id
	 where om.account_id = current_account() and om.suspended_at is null
	   and (p_kind is null or o.office = p_kind)
	 order by o.name, o.id
	 limit 200
$$;

revoke execute on function oauth_organizations from public, lastro_worker;
grant execute on function oauth_organizations to lastro_worker;
