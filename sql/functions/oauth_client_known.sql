-- A client by the address of its document, with the data last fetched.
create or replace function oauth_client_known(p_document text)
returns table (id uuid, name text, redirect_uris text[], uri text, fetched_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select c.id, c.name, c.redirect_uris, c.uri, c.fetched_at from oauth_client c where c.document = p_document
$$;

revoke execute on function oauth_client_known from public, lastro_worker;
grant execute on function oauth_client_known to lastro_worker;
