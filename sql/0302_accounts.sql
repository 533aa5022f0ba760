-- SPDX-License-Identifier: Apache-2.0
-- Accounts, organizations, workspaces, and the directories that say where something lies: what is unique over all
-- workspaces, or asked for before one is known.  Not tenant tables: the worker's role reaches them only through the
-- security definer functions of sql/functions.

-- How many portfolios an account may have.
create table plan (
	code           text primary key check (code ~ '^[a-z][a-z0-9_-]{0,39}$'),
	title          text not null,
	portfolio_cap  int8 not null check (portfolio_cap >= 0)
);

insert into plan values ('free', 'Gratuito', 3), ('personal', 'Pessoal', 20), ('professional', 'Profissional', 1000);

-- A person.
create table account (
	id          uuid        primary key,
	email       text        not null unique check (email = lower(email) and length(email) between 3 and 254),
	name        text        not null check (length(name) between 1 and 120),
	plan_code   text        not null references plan,
	created_at  timestamptz not null,
	disabled_at timestamptz
);

-- Several persons who work together: a company, or an office (0304).
create table organization (
	id         uuid        primary key,
	name       text        not null check (length(name) between 1 and 120),
	created_at timestamptz not null,
	office     text        check (office in ('advisor', 'desk'))	-- the kind of its office, for a consent's list; null: none
);

-- Who belongs to one.
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

-- Where a portfolio lives, for the first round trip; the portfolio itself is a tenant row.
create table portfolio_directory (
	portfolio_id  uuid primary key,
	workspace_id  uuid not null references workspace on delete cascade,
	controller_id uuid not null references account,
	kind          text not null default 'wallet' check (kind in ('wallet', 'client')),
	name_key      text				-- folded; null: another of this name came before it
);
create index portfolio_directory_controller on portfolio_directory (controller_id, kind);
-- A name is unique in its account, in whichever workspaces the account's portfolios lie: what two workspaces must
-- agree on stands where neither is a tenant.
create unique index portfolio_name_in_account on portfolio_directory (controller_id, name_key)
	where kind = 'wallet' and name_key is not null;

-- Where the invitation of a token lies: who brings one knows no workspace yet.  The worker reaches it through
-- functions only, by the hash.
create table invitation_directory (
	token_hash    bytea   primary key check (length(token_hash) = 32),
	workspace_id  uuid    not null references workspace on delete cascade,
	invitation_id uuid    not null,			-- of office_invitation, a tenant table
	spent         boolean not null default false,	-- somebody joined by it
	unique (workspace_id, invitation_id)
);
