-- The only portfolio of another workspace that the transaction may see; it then sees no other portfolio.  null: none.
-- Nothing else of that workspace is visible, whatever a statement asks for.
create or replace function foreign_set(p_workspace uuid, p_portfolio uuid) returns void
language plpgsql as $$
begin
	execute format('set local lastro.foreign_workspace = %L; set local lastro.foreign_portfolio = %L',
	               coalesce(p_workspace::text, ''), coalesce(p_portfolio::text, ''));
end
$$;

revoke execute on function foreign_set from public, lastro_worker;
grant execute on function foreign_set to lastro_worker;
