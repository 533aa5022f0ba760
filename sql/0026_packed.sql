-- What the fold reads of a row, in one value: its parts one behind the other, each as its type sends it. The server and
-- the worker take a column longer than its bytes; of six columns they took twice as long as of one. The table is written
-- anew, which takes seconds a million rows.
--
-- wallet/ledger_rows.c reads it: asset, day, "kind/event/", quantity, fees, the ratio of a split, the price if known.

set local search_path = lastro, pg_temp;

alter table ledger add column packed bytea not null generated always as (
	uuid_send(asset_id) || date_send(trade_date)
	|| (kind || '/' || coalesce(event_kind, '') || '/')::bytea
	|| numeric_send(quantity) || numeric_send(fees)
	|| coalesce(numeric_send(ratio), '') || coalesce(numeric_send(price), '')) stored;

-- As in 0002, with it beside.
drop index ledger_fold;
create index ledger_fold on ledger (workspace_id, portfolio_id, asset_id, trade_date, id)
	include (kind, event_kind, quantity, price, fees, ratio, retired_by, packed);

-- Which assets have a row of an event is asked no more (0024).
drop index ledger_events;
