-- Removes clients' portfolios from the directory, in the transaction's workspace only.
create or replace function client_portfolios_unregister(p_portfolios uuid[]) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	delete from portfolio_directory d
	 where d.portfolio_id = any (p_portfolios) and d.workspace_id = current_workspace() and d.kind = 'client'
$$;

revoke execute on function client_portfolios_unregister from public, lastro_worker;
grant execute on function client_portfolios_unregister to lastro_worker;
