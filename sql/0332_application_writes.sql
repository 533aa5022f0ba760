-- SPDX-License-Identifier: Apache-2.0
-- What a key or an application (OAuth) wrote to a portfolio by an Action: in words, with the name that it had, and the
-- requests that take it back.  The trail has no personal data; here are values that an undo puts back, so a row goes with
-- its portfolio.

set local search_path = lastro, pg_temp;

create table application_write (
	workspace_id uuid        not null,
	id           uuid        not null,			-- of its row in audit; ascending
	account_id   uuid        not null,			-- whose credential it was
	portfolio_id uuid        not null,
	occurred_at  timestamptz not null,
	application  text        not null check (length(application) between 1 and 80),
	form         text        not null check (form in ('key', 'token')),
	action       text        not null,
	said         text        not null,
	requests     jsonb       not null check (jsonb_typeof(requests) = 'array'),	-- empty: nothing takes it back
	undone_at    timestamptz,
	primary key (workspace_id, id)
);
create index application_write_list on application_write (workspace_id, account_id, id);
create index application_write_portfolio on application_write (workspace_id, portfolio_id);

alter table application_write add constraint application_write_of_portfolio
	foreign key (workspace_id, portfolio_id) references portfolio on delete cascade;

alter table application_write enable row level security;

create policy tenant on application_write using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);

grant select, insert, update (undone_at) on application_write to lastro_worker;
