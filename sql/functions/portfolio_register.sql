-- 'ok'; the limit of the account's plan when it is reached; or 'taken': another portfolio of the account has the
-- name.  Locks the account, so that concurrent calls wait for each other.
create or replace function portfolio_register(p_portfolio uuid, p_workspace uuid, p_name_key text) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	cap int8;
begin
	if p_workspace is distinct from current_workspace() then
		raise exception 'portfolio_register: % is not the workspace of this transaction', p_workspace;
	end if;
	select p.portfolio_cap into strict cap
	  from account a join plan p on p.code = a.plan_code
	 where a.id = current_account()
	   for update of a;
	if (select count(*) from portfolio_directory d
	     where d.controller_id = current_account() and d.kind = 'wallet') >= cap then
		return cap::text;
	end if;
	if exists (select from portfolio_directory d
	            where d.controller_id = current_account() and d.kind = 'wallet' and d.name_key = p_name_key) then
		return 'taken';
	end if;
	insert into portfolio_directory (portfolio_id, workspace_id, controller_id, name_key)
	values (p_portfolio, p_workspace, current_account(), p_name_key);
	return 'ok';
end
$$;

revoke execute on function portfolio_register from public, lastro_worker;
grant execute on function portfolio_register to lastro_worker;
