-- What the caller's account shows to others: its links that are good, and who reads or is invited; the portfolios' names are for
-- the worker to read.
create or replace function portfolio_shown(p_now timestamptz)
returns table (id uuid, portfolio_id uuid, email text, amounts boolean, ends timestamptz, accepted boolean)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select l.id, l.portfolio_id, null::text, l.amounts, l.expires_at, null::boolean
	  from portfolio_link l
	 where l.account_id = current_account() and l.ended_at is null and l.expires_at > p_now
	union all
	select s.id, s.portfolio_id, s.email, null, s.expires_at, s.reader_id is not null
	  from portfolio_share s
	 where s.account_id = current_account() and s.ended_at is null and (s.reader_id is not null or s.expires_at > p_now)
	 order by 1
	 limit 100
$$;

revoke execute on function portfolio_shown from public, lastro_worker;
grant execute on function portfolio_shown to lastro_worker;
