-- SPDX-License-Identifier: Apache-2.0
-- More that a person may be told of: a price that is reached, payments that are announced and paid, a DARF that is due,
-- results of a company, and a summary each week.

set local search_path = lastro, pg_temp;

alter table notice add column amounts boolean not null default false;	-- the texts have figures of the person's money
alter table notice add column symbol text collate "C";	-- from here on, of price_reached alone
alter table notice add column asset_type text collate "C";	-- as asked; null: none was
alter table notice add column venue text collate "C";	-- of its closes
alter table notice add column direction text collate "C";
alter table notice add column price numeric(24, 12);	-- as traded, in the currency of the venue
alter table notice add column after_day date;		-- of the last close that was told: later ones count; null: none was
alter table notice add column reached_on date;		-- the same until it is armed again; null: it waits

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_of_kind check (kind in ('price_stale', 'income_due', 'office_import', 'key_expiring',
	'price_reached', 'income_announced', 'income_received', 'darf_due', 'results_published', 'weekly_summary'));
alter table notice add constraint notice_price check (case when kind = 'price_reached'
	then symbol is not null and venue is not null and direction in ('above', 'below') and price > 0 and price <> 'NaN'
	else symbol is null and venue is null and asset_type is null and direction is null and price is null and reached_on is null and after_day is null end);
alter table notice add constraint notice_symbol check (length(symbol) between 1 and 80);
alter table notice add constraint notice_amounts
	check (not amounts or kind in ('income_announced', 'income_received', 'darf_due', 'weekly_summary'));
alter table notice drop constraint notice_once;
alter table notice add constraint notice_once
	unique nulls not distinct (workspace_id, account_id, kind, channel, url, symbol, venue, direction, price);

alter table notification drop constraint notification_kind;
alter table notification add constraint notification_kind check (kind in ('price_stale', 'income_due', 'office_import', 'key_expiring',
	'price_reached', 'income_announced', 'income_received', 'darf_due', 'results_published', 'weekly_summary')) not valid;

grant select (amounts, symbol, asset_type, venue, direction, price, reached_on), update (reached_on) on notice to lastro_worker;
