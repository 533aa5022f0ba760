-- SPDX-License-Identifier: Apache-2.0
-- The machines to which the tenant tables are distributed (lastro db distribute), with the last timeline of each that was
-- counted.  A promoted machine may have lost writes, so its promotion counts for the versions of ledgers (version_floor()).

set local search_path = lastro, pg_temp;

create table promotion (
	machine  int8 primary key,		-- the engine's number of the machine, which a promoted standby takes over
	timeline int8 not null check (timeline > 0)
);
