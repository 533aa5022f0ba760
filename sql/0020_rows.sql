-- The rows of large ledgers as a detail shows them, kept beside the ledger.  Any row here may be dropped and
-- loses nothing: what was written from another version of the ledger or by another program is written again
-- by whoever reads (doc/architecture.md, Speed).

set local search_path = lastro, pg_temp;

create table portfolio_rows (
	workspace_id   uuid not null,
	portfolio_id   uuid not null,
	ledger_version int8 not null,			-- of the portfolio whose rows they are
	maker          text not null,			-- the writing program's sources: another one's are not read
	day            date not null,			-- no row is later: they stand from this day on
	primary key (workspace_id, portfolio_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);

-- Those of each holding; written with the portfolio's own, read only with it.
create table asset_rows (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	asset_id     uuid not null,			-- gives the holding its symbol
	rows         bytea not null,			-- wallet/listed.c
	primary key (workspace_id, portfolio_id, asset_id),
	foreign key (workspace_id, portfolio_id) references portfolio_rows on delete cascade
);
-- Seldom more than a page when compressed, and then read where they stand.
alter table asset_rows set (toast_tuple_target = 8160);
do $$
begin
	alter table asset_rows alter column rows set compression lz4;
exception
	when feature_not_supported then null;		-- the server was built without it: its own will do
end
$$;

do $$
declare
	t text;
begin
	foreach t in array array['portfolio_rows', 'asset_rows'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
		execute format('grant select, insert, update, delete on %I to lastro_worker', t);
	end loop;
end
$$;
