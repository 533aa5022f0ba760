-- Removes a portfolio of the transaction's workspace from the directory.
create or replace function portfolio_unregister(p_portfolio uuid) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	delete from portfolio_directory d where d.portfolio_id = p_portfolio and d.workspace_id = current_workspace()
$$;

revoke execute on function portfolio_unregister from public, lastro_worker;
grant execute on function portfolio_unregister to lastro_worker;
