-- The schema, the workers' role, and who may ask: plans, accounts, organizations, workspaces, keys.
-- Not tenant tables: the worker's role cannot read them and reaches them only through the security
-- definer functions of functions/.

create schema if not exists lastro;
set local search_path = lastro, pg_temp;

-- Two databases of one cluster may migrate at once: the role and its settings are the cluster's.
do $$
begin
	if not exists (select from pg_roles where rolname = 'lastro_worker') then
		create role lastro_worker login;
	end if;
exception
	when duplicate_object or unique_violation then null;
	when insufficient_privilege then
		raise exception using errcode = 'insufficient_privilege',
			message = format('%s may not create the role lastro_worker;'
			                 ' as a superuser run: create role lastro_worker login', current_user);
end
$$;

do $$
declare
	setting text;
begin
	if (select rolconfig @> array['jit=off', 'plan_cache_mode=auto'] from pg_roles where rolname = 'lastro_worker') then
		return;		-- made by another database's migration
	end if;
	foreach setting in array array[
		'search_path = lastro, pg_temp',
		'client_connection_check_interval = ''2s''',
		'idle_in_transaction_session_timeout = ''60s''',
		'max_parallel_workers_per_gather = 0',
		'plan_cache_mode = auto',		-- a statement on a distributed table has no generic plan
		'jit = off'] loop
		execute 'alter role lastro_worker set ' || setting;
	end loop;
exception
	when insufficient_privilege then
		raise exception using errcode = 'insufficient_privilege',
			message = format('%s may not alter the role lastro_worker;'
			                 ' migrate as a superuser or a role with CREATEROLE', current_user);
	when internal_error then null;	-- "tuple concurrently updated": the other one sets the same
end
$$;

grant usage on schema lastro to lastro_worker;

create table schema_migration (
	number     int         primary key,
	name       text        not null,
	checksum   text        not null,
	applied_at timestamptz not null
);
-- The functions' files as they were applied: one whose checksum differs is applied again.
create table schema_function (
	name       text        primary key,
	checksum   text        not null,
	applied_at timestamptz not null
);
grant select on schema_migration, schema_function to lastro_worker;

create table plan (
	code           text primary key check (code ~ '^[a-z][a-z0-9_-]{0,39}$'),
	title          text not null,
	portfolio_cap  int8 not null check (portfolio_cap >= 0)
);
insert into plan values ('free', 'Gratuito', 3), ('personal', 'Pessoal', 20), ('professional', 'Profissional', 1000);

create table account (
	id          uuid        primary key,
	email       text        not null unique check (email = lower(email) and length(email) between 3 and 254),
	name        text        not null check (length(name) between 1 and 120),
	plan_code   text        not null references plan,
	created_at  timestamptz not null,
	disabled_at timestamptz
);

create table organization (
	id         uuid        primary key,
	name       text        not null check (length(name) between 1 and 120),
	created_at timestamptz not null
);

create table organization_member (
	organization_id uuid        not null references organization on delete cascade,
	account_id      uuid        not null references account on delete cascade,
	created_at      timestamptz not null,
	suspended_at    timestamptz,			-- since then not let in (office_suspend)
	primary key (organization_id, account_id)
);
create index organization_member_account on organization_member (account_id);

-- One personal workspace an account, one an organization.
create table workspace (
	id              uuid primary key,
	account_id      uuid unique references account on delete cascade,
	organization_id uuid unique references organization on delete cascade,
	wallet          text not null default 'installed' check (wallet in ('installed', 'not_installed', 'suspended')),
	check ((account_id is null) <> (organization_id is null))
);

create table api_key (
	id              uuid        primary key,
	account_id      uuid        not null references account on delete cascade,
	organization_id uuid        references organization on delete cascade,	-- member and desk keys
	kind            text        not null check (kind in ('user', 'platform', 'member', 'desk')),
	name            text        not null check (length(name) between 1 and 80),
	hash            bytea       not null unique check (length(hash) = 32),
	prefix          text        not null,
	scopes          int8        not null,
	created_at      timestamptz not null,
	expires_at      timestamptz,
	revoked_at      timestamptz
);
create index api_key_account on api_key (account_id, id);

-- Where a portfolio lives, for the first round trip; the portfolio itself is a tenant row.
create table portfolio_directory (
	portfolio_id  uuid primary key,
	workspace_id  uuid not null references workspace on delete cascade,
	controller_id uuid not null references account,
	kind          text not null default 'wallet' check (kind in ('wallet', 'client'))
);
create index portfolio_directory_controller on portfolio_directory (controller_id, kind);

-- Where the invitation of a token lies: who brings one knows no workspace yet.  The worker reaches it through
-- functions only, by the hash.
create table invitation_directory (
	token_hash    bytea   primary key check (length(token_hash) = 32),
	workspace_id  uuid    not null references workspace on delete cascade,
	invitation_id uuid    not null,			-- of office_invitation, a tenant table
	spent         boolean not null default false,	-- somebody joined by it
	unique (workspace_id, invitation_id)
);

-- Answers kept for Idempotency-Key, 24 hours a credential.
create table idempotency (
	credential_id uuid        not null,
	key           text        not null check (length(key) between 1 and 255),
	fingerprint   bytea       not null check (length(fingerprint) = 32),
	status        int8        not null,
	content_type  text,
	location      text,
	body          bytea       not null,
	created_at    timestamptz not null,
	primary key (credential_id, key)
);
create index idempotency_age on idempotency (created_at);

