-- The password hash that a link has just set, for a form submitted twice; null when it set none, another was set
-- since, or that was more than a minute ago.
create or replace function password_link_spent(p_hash bytea, p_now timestamptz) returns text
language sql stable security definer set search_path = lastro, pg_temp as $$
	select w.encoded
	  from password_link l
	  join account a on a.id = l.account_id
	  join password w on w.account_id = l.account_id and w.changed_at = l.used_at
	 where l.hash = p_hash and l.used_at > p_now - interval '1 minute' and a.disabled_at is null
$$;

revoke execute on function password_link_spent from public, lastro_worker;
grant execute on function password_link_spent to lastro_worker;
