-- The links of the caller's account to a portfolio that are good, without their tokens.
create or replace function portfolio_link_list(p_portfolio uuid, p_now timestamptz)
returns table (id uuid, amounts boolean, created_at timestamptz, expires_at timestamptz, opened_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select l.id, l.amounts, l.created_at, l.expires_at, l.opened_at
	  from portfolio_link l
	 where l.account_id = current_account() and l.portfolio_id = p_portfolio
	   and l.ended_at is null and l.expires_at > p_now
	 order by l.id
$$;

revoke execute on function portfolio_link_list from public, lastro_worker;
grant execute on function portfolio_link_list to lastro_worker;
