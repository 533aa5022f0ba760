-- Active grants of the caller's account: those whose code was exchanged, newest first.
create or replace function oauth_grant_list(p_limit int8)
returns table (id uuid, client text, uri text, redirect_uri text, organization text, scopes int8, resource text,
               created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select g.id, c.name, c.uri, g.redirect_uri, o.name, g.scopes, g.resource, g.created_at, g.last_used_at
	  from oauth_grant g
	  join oauth_client c on c.id = g.client_id
	  left join organization o on o.id = g.organization_id
	 where g.account_id = current_account() and g.revoked_at is null and g.last_used_at is not null
	 order by g.id desc
	 limit p_limit
$$;

revoke execute on function oauth_grant_list from public, lastro_worker;
grant execute on function oauth_grant_list to lastro_worker;
