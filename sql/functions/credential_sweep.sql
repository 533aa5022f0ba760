-- Drops a few sessions, tokens and spent refresh tokens that ended long ago, so that the tables need no keeper.
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
	 where s.hash = old.hash
$$;

revoke execute on function credential_sweep from public, lastro_worker;
grant execute on function credential_sweep to lastro_worker;
