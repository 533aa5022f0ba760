-- RFC 7009: revoking a refresh token revokes its family, an access token only itself.  An unknown token, or another
-- client's, is ignored.
create or replace function oauth_token_revoke(p_token bytea, p_client uuid, p_now timestamptz)
returns table (ended_grant uuid, ended_account uuid, ended_workspace uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	lineage uuid;
begin
	select g.id into lineage
	  from oauth_grant g
	 where g.client_id = p_client
	   and (g.refresh_hash = p_token
	        or g.id = (select s.grant_id from oauth_refresh_spent s where s.hash = p_token));
	return query select e.ended_grant, e.ended_account, e.ended_workspace from oauth_family_end(lineage, p_now) e;
	update api_key k set revoked_at = p_now
	 where k.hash = p_token and k.form = 'token' and k.revoked_at is null
	   and exists (select from oauth_grant g where g.id = k.grant_id and g.client_id = p_client);
end
$$;

revoke execute on function oauth_token_revoke from public, lastro_worker;
grant execute on function oauth_token_revoke to lastro_worker;
