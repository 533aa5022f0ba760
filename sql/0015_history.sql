-- Pasts of histories, kept beside the state that they were made from.  Any row here may be dropped and loses
-- nothing: one that was made from another ledger, market or computation, or for another day, is made
-- again by whoever reads (doc/architecture.md, Speed).

set local search_path = lastro, pg_temp;

create table portfolio_history (
	workspace_id      uuid not null,
	portfolio_id      uuid not null,
	made_from         bytea not null,		-- names the ledger at its version
	reference_version int8 not null,		-- market_version 'reference' that it is known to hold for
	closes_version    int8 not null,		-- market_version 'closes'
	maker             text not null,		-- as portfolio_state has it
	day               date not null,		-- the day that it is told from
	past              bytea not null,		-- calc/packed.h
	primary key (workspace_id, portfolio_id),
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade
);
alter table portfolio_history alter column past set storage external;

-- The same of several portfolios as one: of all that an account may read in a workspace, or of a client.
create table joint_history (
	workspace_id      uuid not null,
	of_id             uuid not null,		-- the account or client
	made_from         bytea not null,		-- names all their ledgers
	reference_version int8 not null,
	closes_version    int8 not null,
	maker             text not null,
	day               date not null,
	past              bytea not null,
	primary key (workspace_id, of_id)
);
alter table joint_history alter column past set storage external;

do $$
declare
	t text;
begin
	foreach t in array array['portfolio_history', 'joint_history'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
		execute format('grant select, insert, update, delete on %I to lastro_worker', t);
	end loop;
end
$$;
