-- SPDX-License-Identifier: Apache-2.0
-- Which column of a sheet is which, as a person said it: kept for the next sheet of that kind, which is known by its
-- header.  And the corrections of an uploaded file, which go with it.

set local search_path = lastro, pg_temp;

create table import_mapping (
	workspace_id uuid        not null,
	account_id   uuid        not null,
	id           uuid        not null,			-- ascending
	name         text        not null check (length(name) between 1 and 80),
	signature    bytea       not null check (length(signature) = 32),	-- SHA-256 of the header, which is not kept
	mapping      jsonb       not null check (jsonb_typeof(mapping) = 'object'),
	created_at   timestamptz not null,
	changed_at   timestamptz not null,
	primary key (workspace_id, account_id, id)
);

alter table import_mapping add constraint import_mapping_of_header unique (workspace_id, account_id, signature);

alter table import_mapping enable row level security;

create policy tenant on import_mapping using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);

grant select, insert, update (name, mapping, changed_at), delete on import_mapping to lastro_worker;

-- By line, or 'mapping'.
alter table held_file add column aside jsonb not null default '{}';

alter table held_file add constraint held_file_aside check (jsonb_typeof(aside) = 'object' and length(aside::text) <= 300000);

-- Returns this column too from now on.
drop function if exists held_file_read(uuid, timestamptz);
