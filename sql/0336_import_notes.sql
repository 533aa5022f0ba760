-- SPDX-License-Identifier: Apache-2.0
-- The trades of a brokerage note are by the day on which they were made: they cover the settlements of the exchange's
-- movement statement.

set local search_path = lastro, pg_temp;

alter table import add column notes boolean not null default false;
