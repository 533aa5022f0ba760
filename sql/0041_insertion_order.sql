-- SPDX-License-Identifier: Apache-2.0
-- Rows of one day in an old and a new ticker keep their order of insertion (doc/calculations.md 1.2), and what the
-- fold reads of a row did not say it: the first half of the id, its millisecond and counter, now goes before the rest.

set local search_path = lastro, pg_temp;

alter table ledger drop column packed;	-- and ledger_fold, which includes it
alter table ledger add column packed bytea not null generated always as (
	substring(uuid_send(id) from 1 for 8) || uuid_send(asset_id) || date_send(trade_date)
	|| (kind || '/' || coalesce(event_kind, '') || '/')::bytea
	|| numeric_send(quantity) || numeric_send(fees)
	|| coalesce(numeric_send(ratio), '') || coalesce(numeric_send(price), '')) stored;
create index ledger_fold on ledger (workspace_id, portfolio_id, asset_id, trade_date, id)
	include (kind, event_kind, quantity, price, fees, ratio, retired_by, packed);
