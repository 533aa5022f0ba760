-- Few rows of a ledger are of an event. Which assets have one is found here, so that a rebuild need not fetch the
-- columns of events of all the others.

set local search_path = lastro, pg_temp;

create index ledger_events on ledger (workspace_id, portfolio_id, asset_id)
	where retired_by is null and (event_kind is not null or ratio is not null);
