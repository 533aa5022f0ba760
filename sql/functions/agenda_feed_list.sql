-- Secret addresses of the agenda in use by the caller's account, without the secrets.
create or replace function agenda_feed_list(p_now timestamptz)
returns table (id uuid, name text, days int8, portfolio_id uuid, created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select f.id, f.name, f.days, f.portfolio_id, f.created_at, f.expires_at
	  from agenda_feed f
	 where f.account_id = current_account() and f.revoked_at is null and agenda_feed_stands(f, p_now)
	 order by f.id
$$;

revoke execute on function agenda_feed_list from public, lastro_worker;
grant execute on function agenda_feed_list to lastro_worker;
