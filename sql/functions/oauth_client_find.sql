-- A client as it registered.
create or replace function oauth_client_find(p_id uuid) returns table (name text, redirect_uris text[], uri text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select c.name, c.redirect_uris, c.uri from oauth_client c where c.id = p_id
$$;

revoke execute on function oauth_client_find from public, lastro_worker;
grant execute on function oauth_client_find to lastro_worker;
