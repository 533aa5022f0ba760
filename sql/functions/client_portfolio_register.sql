-- Adds a client's portfolio to the directory, in the transaction's workspace only.
create or replace function client_portfolio_register(p_portfolio uuid) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into portfolio_directory (portfolio_id, workspace_id, controller_id, kind)
	select p_portfolio, current_workspace(), current_account(), 'client'
	 where current_workspace() is not null and current_account() is not null
$$;

revoke execute on function client_portfolio_register from public, lastro_worker;
grant execute on function client_portfolio_register to lastro_worker;
