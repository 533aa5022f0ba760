-- The person who may choose a password with this link; nothing when it is unknown, used or expired.  name: null when
-- the account does not exist yet.
create or replace function password_link_person(p_hash bytea, p_now timestamptz) returns table (email text, name text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.email, a.name
	  from password_link l join account a on a.id = l.account_id
	 where l.hash = p_hash and l.used_at is null and l.expires_at > p_now and a.disabled_at is null
	union all
	select s.email, null
	  from sign_up s
	 where s.hash = p_hash and s.expires_at > p_now and not exists (select from account a where a.email = s.email)
$$;

revoke execute on function password_link_person from public, lastro_worker;
grant execute on function password_link_person to lastro_worker;
