-- Exchanges a refresh token for new tokens.  outcome: ok; invalid: unknown, expired, of another client; resource:
-- another; scope: more than granted; reused: spent before, and its family is revoked.  p_scopes: a subset, or null.
-- ended_*: the family revoked by this call, if any.
create or replace function oauth_refresh(p_token bytea, p_client uuid, p_resource text, p_scopes int8, p_id uuid,
                                         p_hash bytea, p_expires timestamptz, p_refresh bytea,
                                         p_refresh_expires timestamptz, p_now timestamptz)
returns table (outcome text, scopes int8, ended_grant uuid, ended_account uuid, ended_workspace uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	g record;
	spent uuid;
begin
	select x.id, x.client_id, x.resource, x.scopes, x.refresh_expires_at,
	       x.revoked_at is not null or a.disabled_at is not null as over
	  into g
	  from oauth_grant x join account a on a.id = x.account_id
	 where x.refresh_hash = p_token
	   for update of x;
	if not found then
		-- A token exchanged meanwhile is detected here, since the row was locked.
		select s.grant_id into spent from oauth_refresh_spent s where s.hash = p_token;
		outcome := case when found then 'reused' else 'invalid' end;
		select e.ended_grant, e.ended_account, e.ended_workspace into ended_grant, ended_account, ended_workspace
		  from oauth_family_end(spent, p_now) e;
		return next;
		return;
	end if;
	outcome := case
		when g.client_id <> p_client or g.over or g.refresh_expires_at <= p_now then 'invalid'
		when p_resource is not null and g.resource <> p_resource then 'resource'
		when p_scopes is not null and p_scopes & ~g.scopes <> 0 then 'scope'
		else 'ok'
	end;
	if outcome = 'ok' then
		scopes := coalesce(p_scopes, g.scopes);
		perform oauth_tokens_give(g.id, p_id, p_hash, p_expires, p_refresh, p_refresh_expires, scopes, p_now);
	end if;
	return next;
end
$$;

revoke execute on function oauth_refresh from public, lastro_worker;
grant execute on function oauth_refresh to lastro_worker;
