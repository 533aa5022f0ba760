-- Ends a grant and every token that came of it.
create or replace function oauth_family_end(p_grant uuid, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update oauth_grant g set revoked_at = coalesce(g.revoked_at, p_now) where g.id = p_grant;
	update api_key k set revoked_at = p_now where k.grant_id = p_grant and k.revoked_at is null
$$;

revoke execute on function oauth_family_end from public, lastro_worker;
grant execute on function oauth_family_end to lastro_worker;
