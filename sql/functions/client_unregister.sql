-- Removes a client's portfolios from the directory before the client is deleted, and the stored answers that name
-- them.
create or replace function client_unregister(p_workspace uuid, p_client uuid) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	portfolios constant uuid[] := array(select p.id from portfolio p
	                                     where p.workspace_id = p_workspace and p.client_id = p_client);
begin
	perform client_portfolios_unregister(portfolios);
	perform idempotency_forget(portfolios);
end
$$;

revoke execute on function client_unregister from public, lastro_worker;
grant execute on function client_unregister to lastro_worker;
