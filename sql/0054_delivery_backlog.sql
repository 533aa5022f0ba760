-- SPDX-License-Identifier: Apache-2.0
-- How much lastro deliver had still to send when its last run ended, by what is sent.  A worker may not count the
-- tenants' rows; who sends them all has counted them anyway.  No tenant's: numbers alone.

set local search_path = lastro, pg_temp;

create table delivery_backlog (
	kind    text        primary key,
	waiting int8        not null check (waiting >= 0),
	oldest  timestamptz check (waiting > 0 or oldest is null),
	at      timestamptz not null			-- when it was counted
);

grant select on delivery_backlog to lastro_worker;
