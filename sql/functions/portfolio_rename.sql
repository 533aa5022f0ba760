-- Sets the key of a new name in the directory's row of a portfolio of the transaction's workspace, which is unique in
-- the account that controls it.  Locks the account, as portfolio_register() does.  False: another portfolio of the
-- account has the name.
create or replace function portfolio_rename(p_portfolio uuid, p_name_key text) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	controller uuid;
begin
	select d.controller_id into controller
	  from portfolio_directory d
	 where d.portfolio_id = p_portfolio and d.workspace_id = current_workspace() and p_name_key is not null;
	if controller is null then
		return true;
	end if;
	perform from account a where a.id = controller for update;
	if exists (select from portfolio_directory d
	            where d.controller_id = controller and d.kind = 'wallet' and d.name_key = p_name_key
	              and d.portfolio_id <> p_portfolio) then
		return false;
	end if;
	update portfolio_directory d set name_key = p_name_key where d.portfolio_id = p_portfolio;
	return true;
end
$$;

revoke execute on function portfolio_rename from public, lastro_worker;
grant execute on function portfolio_rename to lastro_worker;
