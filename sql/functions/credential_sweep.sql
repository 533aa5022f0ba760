-- Deletes a few sessions, tokens, spent refresh tokens and grants that ended long ago, so that the tables need no
-- other maintenance; grants whose code was never exchanged at once.  Deletes expired held files too.
create or replace function credential_sweep(p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	delete from api_key k
	 using (select o.id from api_key o
	         where o.form <> 'key' and o.expires_at <= p_now - interval '7 days'
	         order by o.expires_at limit 10 for update skip locked) old
	 where k.id = old.id;
	delete from oauth_refresh_spent s
	 using (select o.hash from oauth_refresh_spent o
	         where o.spent_at <= p_now - interval '60 days'
	         order by o.spent_at limit 10 for update skip locked) old
	 where s.hash = old.hash;
	delete from oauth_grant g
	 using (select o.id from oauth_grant o
	         where o.refresh_hash is null and o.code_expires_at <= p_now - interval '1 day'
	         order by o.code_expires_at limit 10 for update skip locked) old
	 where g.id = old.id;
	delete from oauth_grant g
	 using (select o.id from oauth_grant o
	         where o.refresh_hash is not null and o.refresh_expires_at <= p_now - interval '60 days'
	         order by o.refresh_expires_at limit 10 for update skip locked) old
	 where g.id = old.id;
	select held_file_sweep(p_now)
$$;

revoke execute on function credential_sweep from public, lastro_worker;
grant execute on function credential_sweep to lastro_worker;
