-- Accounts, workspaces, plans and keys: who may ask.
-- Not tenant tables: the worker's role cannot read them and reaches them only through the security
-- definer functions of 0003_access.sql.

create schema if not exists lastro;
set local search_path = lastro, pg_temp;

do $$
begin
	if not exists (select from pg_roles where rolname = 'lastro_worker') then
		create role lastro_worker login;
	end if;
exception
	when duplicate_object or unique_violation then null;	-- two databases migrating at once
end
$$;

alter role lastro_worker set search_path = lastro, pg_temp;
alter role lastro_worker set client_connection_check_interval = '2s';
alter role lastro_worker set idle_in_transaction_session_timeout = '60s';
alter role lastro_worker set jit = off;
alter role lastro_worker set max_parallel_workers_per_gather = 0;

grant usage on schema lastro to lastro_worker;

create table schema_migration (
	number     int         primary key,
	name       text        not null,
	checksum   text        not null,
	applied_at timestamptz not null
);

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
create index api_key_account on api_key (account_id, created_at, id);

-- Where a portfolio lives, for the first round trip; the portfolio itself is a tenant row.
create table portfolio_directory (
	portfolio_id  uuid primary key,
	workspace_id  uuid not null references workspace on delete cascade,
	controller_id uuid not null references account,
	kind          text not null default 'wallet' check (kind in ('wallet', 'client'))
);
create index portfolio_directory_controller on portfolio_directory (controller_id, kind);

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

-- Versions of market data, by family; a load bumps the ones it touches.
create table market_version (
	family  text primary key check (family in ('reference', 'closes', 'rate')),
	version int8 not null default 0
);
insert into market_version values ('reference', 0), ('closes', 0), ('rate', 0);
grant select on market_version to lastro_worker;
