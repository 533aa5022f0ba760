-- The new name of a portfolio that the caller's account administers, for those who read it.
create or replace function portfolio_share_rename(p_portfolio uuid, p_title text) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update portfolio_share s set title = p_title
	 where s.portfolio_id = p_portfolio and s.account_id = current_account() and s.ended_at is null
$$;

revoke execute on function portfolio_share_rename from public, lastro_worker;
grant execute on function portfolio_share_rename to lastro_worker;
