-- The notes of a ledger's rows, which few rows have: with them apart, the rows come from ledger_fold alone
-- and no page of the table is visited (load.notes).

set local search_path = lastro, pg_temp;

create index ledger_note on ledger (workspace_id, portfolio_id, asset_id, trade_date, id) include (note)
	where note is not null and retired_by is null;

-- The worker's statements are written for, and tested with, plans that do not look at their parameters: planning
-- anew cost a write of one trade more than its statements did.
do $$
begin
	if not (select coalesce(rolconfig @> array['plan_cache_mode=force_generic_plan'], false)
	          from pg_roles where rolname = 'lastro_worker') then
		alter role lastro_worker set plan_cache_mode = force_generic_plan;
	end if;
exception
	when insufficient_privilege then
		raise exception using errcode = 'insufficient_privilege',
			message = format('%s may not alter the role lastro_worker;'
			                 ' migrate as a superuser or a role with CREATEROLE', current_user);
	when internal_error then null;	-- "tuple concurrently updated": the other one sets the same
end
$$;
