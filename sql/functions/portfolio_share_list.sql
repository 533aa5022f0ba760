-- Who may read a portfolio that the caller's account administers, and who is invited to.
create or replace function portfolio_share_list(p_portfolio uuid, p_now timestamptz)
returns table (id uuid, email text, created_at timestamptz, expires_at timestamptz, accepted_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select s.id, s.email, s.created_at, s.expires_at, s.accepted_at
	  from portfolio_share s
	 where s.account_id = current_account() and s.portfolio_id = p_portfolio and s.ended_at is null
	   and (s.reader_id is not null or s.expires_at > p_now)
	 order by s.id
$$;

revoke execute on function portfolio_share_list from public, lastro_worker;
grant execute on function portfolio_share_list to lastro_worker;
