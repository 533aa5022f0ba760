-- Figures derived from the ledger, kept with it.  Any row here may be dropped and loses nothing: a
-- missing or older stamp is made again by whoever reads (doc/architecture.md, Speed).

set local search_path = lastro, pg_temp;

create table portfolio_state (
	workspace_id      uuid not null,
	portfolio_id      uuid not null,
	ledger_version    int8 not null,		-- of the portfolio that it was made from
	reference_version int8 not null,		-- market_version 'reference' that it is known to hold for
	maker             text not null,		-- the computation's sources: another one's is not read
	first_day         date not null,		-- it holds for days in [first_day, until)
	until             date not null,
	head              bytea not null,		-- calc/packed.h
	primary key (workspace_id, portfolio_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);
alter table portfolio_state alter column head set storage external;

-- What each holding adds for histories; written with its portfolio's row, read only with it.
create table asset_state (
	workspace_id uuid not null,
	portfolio_id uuid not null,
	asset_id     uuid not null,			-- gives the holding its symbol
	tail         bytea not null,			-- calc/packed.h
	primary key (workspace_id, portfolio_id, asset_id),
	foreign key (workspace_id, portfolio_id) references portfolio_state on delete cascade
);
alter table asset_state alter column tail set storage external;

do $$
declare
	t text;
begin
	foreach t in array array['portfolio_state', 'asset_state'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
		execute format('grant select, insert, update, delete on %I to lastro_worker', t);
	end loop;
end
$$;
