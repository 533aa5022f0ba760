-- Whether a secret address of the agenda is valid: not revoked, not expired, and neither is the key that created it.
create or replace function agenda_feed_stands(p_feed agenda_feed, p_now timestamptz) returns boolean
language sql stable set search_path = lastro, pg_temp as $$
	select p_feed.revoked_at is null and (p_feed.expires_at is null or p_feed.expires_at > p_now)
	   and not exists (select from api_key k where k.id = p_feed.key_id and k.revoked_at is not null)
$$;

revoke execute on function agenda_feed_stands from public, lastro_worker;
