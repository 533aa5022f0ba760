-- Who may choose a password with this link; nothing where it is unknown, used or over.
create or replace function password_link_person(p_hash bytea, p_now timestamptz) returns table (email text, name text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.email, a.name
	  from password_link l join account a on a.id = l.account_id
	 where l.hash = p_hash and l.used_at is null and l.expires_at > p_now and a.disabled_at is null
$$;

revoke execute on function password_link_person from public, lastro_worker;
grant execute on function password_link_person to lastro_worker;
