-- Exchanges a code for tokens.  outcome: ok; invalid: unknown, expired, of another client or redirect; verifier:
-- wrong; resource: another; replayed: used before, and the family of its tokens is revoked.  A wrong verifier spends
-- the code too.
-- ended_*: the family revoked by this call, if any.
create or replace function oauth_code_exchange(p_code bytea, p_client uuid, p_redirect text, p_challenge text,
                                               p_resource text, p_id uuid, p_hash bytea, p_expires timestamptz,
                                               p_refresh bytea, p_refresh_expires timestamptz, p_now timestamptz)
returns table (outcome text, scopes int8, ended_grant uuid, ended_account uuid, ended_workspace uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	g record;
begin
	select x.id, x.client_id, x.redirect_uri, x.code_challenge, x.resource, x.code_used_at, x.code_expires_at, x.scopes,
	       x.revoked_at is not null or a.disabled_at is not null as over
	  into g
	  from oauth_grant x join account a on a.id = x.account_id
	 where x.code_hash = p_code
	   for update of x;
	if not found or g.client_id <> p_client then
		outcome := 'invalid';
		return next;
		return;
	end if;
	if g.code_used_at is not null then
		select e.ended_grant, e.ended_account, e.ended_workspace into ended_grant, ended_account, ended_workspace
		  from oauth_family_end(g.id, p_now) e;
		outcome := 'replayed';
		return next;
		return;
	end if;
	update oauth_grant x set code_used_at = p_now where x.id = g.id;
	outcome := case
		when g.over or g.code_expires_at <= p_now or g.redirect_uri is distinct from p_redirect then 'invalid'
		when g.code_challenge is distinct from p_challenge then 'verifier'
		when p_resource is not null and g.resource <> p_resource then 'resource'
		else 'ok'
	end;
	if outcome = 'ok' then
		scopes := g.scopes;
		perform oauth_tokens_give(g.id, p_id, p_hash, p_expires, p_refresh, p_refresh_expires, g.scopes, p_now);
	else
		select e.ended_grant, e.ended_account, e.ended_workspace into ended_grant, ended_account, ended_workspace
		  from oauth_family_end(g.id, p_now) e;
	end if;
	return next;
end
$$;

revoke execute on function oauth_code_exchange from public, lastro_worker;
grant execute on function oauth_code_exchange to lastro_worker;
