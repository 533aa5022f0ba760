-- SPDX-License-Identifier: Apache-2.0
-- Figures derived from the ledger, kept with it.  Any row here may be dropped and loses nothing: a missing or
-- older stamp is made again by whoever reads (doc/architecture.md, Speed).  Tenant tables.

-- What the figures of one portfolio are made of.
create table portfolio_state (
	workspace_id      uuid not null,
	portfolio_id      uuid not null,
	ledger_version    int8 not null,		-- of the portfolio that it was made from
	reference_version int8 not null,		-- market_version 'reference' that it is known to hold for
	code_stamp        text not null,		-- the computation's sources: another one's is not read
	first_day         date not null,		-- it holds for days in [first_day, until)
	until             date not null,
	head              bytea not null,		-- calc/history/packed.h
	primary key (workspace_id, portfolio_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

alter table portfolio_state alter column head set storage external;

-- What each holding adds for histories; written with its portfolio's row, read only with it.
create table asset_state (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	asset_id     uuid not null,			-- gives the holding its symbol
	tail         bytea not null,			-- calc/history/packed.h
	primary key (workspace_id, portfolio_id, asset_id),
	foreign key (workspace_id, portfolio_id) references portfolio_state on delete cascade
);

-- What a write replaces stands in its row when it fits there compressed: apart, it was two or three rows more, each
-- with an entry of an index, to write and to delete.
alter table asset_state alter column tail set storage main;

-- Prefixes of histories: all days but the last, made from a ledger, a market and a computation, for a day.
create table portfolio_history (
	workspace_id      uuid not null,
	portfolio_id      uuid not null,
	ledger_stamp      bytea not null,		-- names the ledger at its version
	reference_version int8 not null,		-- market_version 'reference' that it is known to hold for
	closes_version    int8 not null,		-- market_version 'closes'
	code_stamp        text not null,		-- as portfolio_state has it
	day               date not null,		-- the day that it is told from
	prefix            bytea not null,		-- calc/history/packed.h
	primary key (workspace_id, portfolio_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

alter table portfolio_history alter column prefix set storage external;

-- The same of several portfolios as one: of all that an account may read in a workspace, or of a client.
create table consolidated_history (
	workspace_id      uuid not null,
	subject_id        uuid not null,		-- the account or client
	ledger_stamp      bytea not null,		-- names all their ledgers
	reference_version int8 not null,
	closes_version    int8 not null,
	code_stamp        text not null,
	day               date not null,
	prefix            bytea not null,
	primary key (workspace_id, subject_id)
);

alter table consolidated_history alter column prefix set storage external;

-- The rows of large ledgers as a detail shows them.
create table portfolio_rows (
	workspace_id   uuid not null,
	portfolio_id   uuid not null,
	ledger_version int8 not null,			-- of the portfolio whose rows they are
	code_stamp     text not null,			-- the writing program's sources: another one's are not read
	day            date not null,			-- no row is later: they stand from this day on
	primary key (workspace_id, portfolio_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

-- Those of each holding; written with the portfolio's own, read only with it.
create table asset_rows (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	asset_id     uuid not null,			-- gives the holding its symbol
	rows         bytea not null,			-- store/cached_rows.c
	primary key (workspace_id, portfolio_id, asset_id),
	foreign key (workspace_id, portfolio_id) references portfolio_rows on delete cascade
);

-- Seldom more than a page when compressed, and then read where they stand.
alter table asset_rows set (toast_tuple_target = 8160);

do $$
begin
	alter table asset_state alter column tail set compression lz4;
	alter table asset_rows alter column rows set compression lz4;
exception
	when feature_not_supported then null;		-- the server was built without it: its own will do
end
$$;

-- As what hangs on a portfolio is seen (0305).
do $$
declare
	t text;
begin
	foreach t in array array['portfolio_state', 'asset_state', 'portfolio_history', 'portfolio_rows', 'asset_rows'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = coalesce(nullif(current_setting(''lastro.foreign_workspace'', true), ''''),'
			'	nullif(current_setting(''lastro.workspace'', true), ''''))::uuid'
			' and %2$I >= coalesce(nullif(current_setting(''lastro.foreign_portfolio'', true), ''''), ''00000000-0000-0000-0000-000000000000'')::uuid'
			' and %2$I <= coalesce(nullif(current_setting(''lastro.foreign_portfolio'', true), ''''), ''ffffffff-ffff-ffff-ffff-ffffffffffff'')::uuid)',
			t, case when t = 'portfolio' then 'id' else 'portfolio_id' end);
	end loop;
end
$$;

alter table consolidated_history enable row level security;
create policy tenant on consolidated_history using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);

grant select, insert, update, delete on portfolio_state, asset_state, portfolio_history, consolidated_history,
	portfolio_rows, asset_rows to lastro_worker;
