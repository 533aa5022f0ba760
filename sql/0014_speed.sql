-- The notes of a ledger's rows, which few rows have: with them apart, the rows come from ledger_fold alone
-- and no page of the table is visited (load.notes).

set local search_path = lastro, pg_temp;

create index ledger_note on ledger (workspace_id, portfolio_id, asset_id, trade_date, id) include (note)
	where note is not null and retired_by is null;
