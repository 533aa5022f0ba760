-- SPDX-License-Identifier: Apache-2.0
-- A figure that is not known says why, to whoever reads the measures: `lastro compute statements` fills it in for what is loaded.

set local search_path = lastro, pg_temp;

alter table statement_measure
	add column reasons text collate "C";	-- a JSON object, figure to reason; null: all are known, or not computed since
