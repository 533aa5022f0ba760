-- Issues an access token and a refresh token of a grant; spends the previous refresh token, if any.  However often
-- they are renewed, the grant expires half a year after the consent: then the person is asked again.
create or replace function oauth_tokens_give(p_grant uuid, p_id uuid, p_hash bytea, p_expires timestamptz, p_refresh bytea,
                                             p_refresh_expires timestamptz, p_scopes int8, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	latest timestamptz;
begin
	select g.created_at + interval '180 days' into latest from oauth_grant g where g.id = p_grant;
	insert into oauth_refresh_spent (hash, grant_id, spent_at)
	select g.refresh_hash, g.id, p_now from oauth_grant g where g.id = p_grant and g.refresh_hash is not null;
	update oauth_grant g
	   set refresh_hash = p_refresh, refresh_expires_at = least(p_refresh_expires, latest), last_used_at = p_now
	 where g.id = p_grant;
	insert into api_key (id, account_id, organization_id, kind, name, hash, prefix, scopes, created_at, expires_at, form,
	                     audience, grant_id)
	select p_id, g.account_id, g.organization_id, g.kind, left(c.name, 80), p_hash, 'token', p_scopes, p_now,
	       least(p_expires, latest),
	       'token', g.resource, g.id
	  from oauth_grant g join oauth_client c on c.id = g.client_id
	 where g.id = p_grant;
	perform credential_sweep(p_now);
end
$$;

revoke execute on function oauth_tokens_give from public, lastro_worker;
grant execute on function oauth_tokens_give to lastro_worker;
