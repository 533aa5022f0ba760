-- SPDX-License-Identifier: Apache-2.0
-- The advisory office and the credit desk as organizations: who works there, under which licence, its invitations; an
-- advisory office's clients and their families.  Tenant tables.

-- An organization's office; the directory has its kind, too (organization.office).
create table office (
	workspace_id    uuid        primary key,
	organization_id uuid        not null,
	name            text        not null check (length(name) between 1 and 120),
	phone           text        check (length(phone) between 1 and 40),
	website         text        check (length(website) between 1 and 200),
	created_at      timestamptz not null,
	kind            text        not null default 'advisor' check (kind in ('advisor', 'desk'))
);

-- Who works in an office, as what.
create table office_member (
	workspace_id uuid        not null,
	id           uuid        not null,
	account_id   uuid        not null,
	role         text        not null check (role in ('owner', 'admin', 'advisor', 'assistant', 'analyst', 'viewer')),
	seated       boolean     not null,
	joined_at    timestamptz not null,
	suspended_at timestamptz,				-- organization_member has it, too
	primary key (workspace_id, id),
	constraint office_member_once unique (workspace_id, account_id),
	constraint office_member_standing check (suspended_at is null or not seated)
);
create index office_member_list on office_member (workspace_id, joined_at, id);

-- What an office was sold.
create table office_license (
	workspace_id uuid        primary key,
	plan         text        not null check (length(plan) between 1 and 80),
	seats        int8        not null check (seats >= 0),
	valid_from   date        not null,
	valid_until  date,
	created_at   timestamptz not null
);

-- Who was asked to join; its token is in invitation_directory.
create table office_invitation (
	workspace_id uuid        not null,
	id           uuid        not null,
	email        text        not null check (email = lower(email) and length(email) between 3 and 254),
	role         text        not null check (role in ('owner', 'admin', 'advisor', 'assistant', 'analyst', 'viewer')),
	created_by   uuid        not null,		-- the account
	created_at   timestamptz not null,
	expires_at   timestamptz not null,
	accepted_by  uuid,				-- the account
	accepted_at  timestamptz,
	revoked_at   timestamptz,
	primary key (workspace_id, id),
	check ((accepted_at is null) = (accepted_by is null)),
	check (accepted_at is null or revoked_at is null)
);
create index office_invitation_list on office_invitation (workspace_id, created_at, id);

-- Clients of one household.
create table family (
	workspace_id uuid        not null,
	id           uuid        not null,
	name         text        not null check (length(name) between 1 and 120),
	name_key     text        not null,
	created_by   uuid        not null,
	created_at   timestamptz not null,
	primary key (workspace_id, id),
	constraint family_name_unique unique (workspace_id, name_key)
);
create index family_list on family (workspace_id, name_key, id);

-- Whose portfolios an advisory office looks after.
create table client (
	workspace_id uuid        not null,
	id           uuid        not null,
	name         text        not null check (length(name) between 1 and 120),
	name_key     text        not null,		-- folded: the list's order and search
	tax_id       text        check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),	-- CPF or CNPJ, bare
	email        text        check (length(email) between 3 and 254),
	phone        text        check (length(phone) between 1 and 40),
	notes        text        check (length(notes) <= 4000),
	family_id    uuid,
	created_by   uuid        not null,		-- the account
	created_at   timestamptz not null,
	updated_at   timestamptz,
	primary key (workspace_id, id),
	constraint client_tax_id_unique unique (workspace_id, tax_id),
	foreign key (workspace_id, family_id) references family on delete restrict
);
create index client_list on client (workspace_id, name_key, id);
create index client_family on client (workspace_id, family_id, name_key, id) where family_id is not null;

-- Whose clients are whose: an advisor or an assistant sees those assigned to the member.
create table client_assignment (
	workspace_id uuid        not null,
	client_id    uuid        not null,
	member_id    uuid        not null,
	assigned_by  uuid        not null,		-- the account
	assigned_at  timestamptz not null,
	primary key (workspace_id, client_id, member_id),
	foreign key (workspace_id, client_id) references client on delete cascade,
	foreign key (workspace_id, member_id) references office_member on delete cascade
);
create index client_assignment_member on client_assignment (workspace_id, member_id, client_id);

-- Suitability profiles as they were answered, one row each time; the latest one counts.  Rows are only
-- added: what somebody declared, and when, is a record.
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

do $$
declare
	t text;
begin
	foreach t in array array['office', 'office_member', 'office_license', 'office_invitation', 'family', 'client',
	                         'client_assignment', 'client_profile'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
	end loop;
end
$$;

grant select on office_license to lastro_worker;		-- the command's to write
grant select, update on office to lastro_worker;
grant select, insert on client_profile to lastro_worker;
grant select, insert, update, delete on office_member, office_invitation, family, client, client_assignment to lastro_worker;
