-- The owner and content of a secret address of the agenda; no row when it is unknown, revoked, expired, its key
-- revoked, or its account closed or to be deleted.
create or replace function agenda_feed_open(p_hash bytea, p_now timestamptz)
returns table (id uuid, account_id uuid, workspace_id uuid, installed boolean, portfolio_id uuid, days int8)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select f.id, f.account_id, w.id, w.wallet <> 'not_installed', f.portfolio_id, f.days
	  from agenda_feed f
	  join account a on a.id = f.account_id and a.disabled_at is null
	  join workspace w on w.account_id = f.account_id
	 where f.hash = p_hash and agenda_feed_stands(f, p_now)
	   and not exists (select from account_deletion d where d.account_id = f.account_id)
$$;

revoke execute on function agenda_feed_open from public, lastro_worker;
grant execute on function agenda_feed_open to lastro_worker;
