-- The directory's row of a portfolio of the transaction's workspace takes the key of its new name, which is unique in the
-- account that administers it.
create or replace function portfolio_rename(p_portfolio uuid, p_name_key text) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update portfolio_directory d set name_key = p_name_key
	 where d.portfolio_id = p_portfolio and d.workspace_id = current_workspace() and p_name_key is not null
$$;

revoke execute on function portfolio_rename from public, lastro_worker;
grant execute on function portfolio_rename to lastro_worker;
