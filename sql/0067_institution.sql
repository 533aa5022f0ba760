-- SPDX-License-Identifier: Apache-2.0
-- Where a row was traded or is kept, as a statement prints it or a person says it (doc/calculations.md 16.4): no part
-- of what makes two rows the same, and where there is one the declaration names it (doc/tax.md 20.9).

set local search_path = lastro, pg_temp;

alter table ledger add column institution text check (length(institution) between 1 and 120);
-- The declaration reads the few institutions of many rows, and no page of the table.
create index ledger_institution on ledger (workspace_id, portfolio_id, asset_id, institution, trade_date)
	where institution is not null and retired_by is null;
