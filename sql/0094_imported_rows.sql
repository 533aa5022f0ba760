-- SPDX-License-Identifier: Apache-2.0
-- What the code reads without judging it again is judged by the table, too: lastro workspace import refuses a stranger's rows by
-- the checks of their tables.  Rows that are here were judged when they were written.

set local search_path = lastro, pg_temp;

alter table asset add constraint asset_meta_object
	check (jsonb_typeof(meta) = 'object' and length(meta::text) <= 16384) not valid;
alter table tax_inputs add constraint tax_inputs_document_object check (jsonb_typeof(document) = 'object') not valid;
alter table notification add constraint notification_kind
	check (kind in ('price_stale', 'income_due', 'office_import', 'key_expiring')) not valid;
alter table notification add constraint notification_channel check (channel in ('email', 'webhook')) not valid;
alter table alert add constraint alert_kind
	check (kind in ('material_fact', 'late_filing', 'price_move', 'leverage_above', 'coverage_below', 'rating_change',
	                'regulation_term_changed', 'term_breach', 'new_offering')) not valid;
