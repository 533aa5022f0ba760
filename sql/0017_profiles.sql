-- Suitability profiles as they were answered, one row each time; the latest one counts.  Rows are only
-- added: what somebody declared, and when, is a record.

set local search_path = lastro, pg_temp;

create table client_profile (
	workspace_id  uuid        not null,
	client_id     uuid        not null,
	id            uuid        not null,		-- ascending
	questionnaire int8        not null check (questionnaire > 0),	-- its version
	level         text        not null check (level in ('Conservador', 'Moderado', 'Arrojado')),
	score         int8        not null check (score between 0 and 100),
	answers       jsonb       not null,		-- as they were shown
	answered_by   uuid        not null,		-- the account
	answered_at   timestamptz not null,
	primary key (workspace_id, client_id, id),
	foreign key (workspace_id, client_id) references client on delete cascade
);
create index client_profile_latest on client_profile (workspace_id, client_id, answered_at, id);

-- A person's own, of the wallet in this workspace.
create table suitability (
	workspace_id  uuid        not null,
	account_id    uuid        not null,
	id            uuid        not null,		-- ascending
	questionnaire int8        not null check (questionnaire > 0),
	level         text        not null check (level in ('Conservador', 'Moderado', 'Arrojado')),
	score         int8        not null check (score between 0 and 100),
	answers       jsonb       not null,
	answered_at   timestamptz not null,
	primary key (workspace_id, account_id, id)
);
create index suitability_latest on suitability (workspace_id, account_id, answered_at, id);

do $$
declare
	t text;
begin
	foreach t in array array['client_profile', 'suitability'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
		execute format('grant select, insert on %I to lastro_worker', t);
	end loop;
end
$$;
