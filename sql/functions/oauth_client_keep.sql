-- Stores the data of a client's document; returns its id.
create or replace function oauth_client_keep(p_id uuid, p_document text, p_name text, p_redirects text[], p_uri text,
                                             p_now timestamptz) returns uuid
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	kept uuid;
begin
	insert into oauth_client as c (id, name, redirect_uris, uri, created_at, document, fetched_at)
	values (p_id, p_name, p_redirects, p_uri, p_now, p_document, p_now)
	on conflict (document) do update
	   set name = excluded.name, redirect_uris = excluded.redirect_uris, uri = excluded.uri, fetched_at = excluded.fetched_at
	returning c.id into kept;
	return kept;
end
$$;

revoke execute on function oauth_client_keep from public, lastro_worker;
grant execute on function oauth_client_keep to lastro_worker;
