-- SPDX-License-Identifier: Apache-2.0
-- Who asks: passwords and the links that set them, what waits for the mail, throttles; clients, consents and tokens of
-- OAuth; keys and what hangs on one, kept answers and held files; secret addresses of the agenda.
-- Not tenant tables: the worker's role cannot read them and reaches them only through the security definer functions
-- of sql/functions.  Secrets are kept as SHA-256, passwords as argon2id with its parameters.

-- ---- passwords, sign-up, attempts ----

-- What an account logs in with.
create table password (
	account_id uuid        primary key references account on delete cascade,
	encoded    text        not null check (encoded like '$argon2id$%'),
	changed_at timestamptz not null
);

-- A link, made by the operator, with which a person chooses a password: once, and until it ends.
create table password_link (
	hash       bytea       primary key check (length(hash) = 32),
	account_id uuid        not null references account on delete cascade,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at    timestamptz
);
create index password_link_account on password_link (account_id);

-- Somebody who asked for an account: the link that went to the e-mail makes it, once, until it ends.
create table sign_up (
	hash       bytea       primary key check (length(hash) = 32),
	email      text        not null check (email = lower(email) and length(email) between 3 and 254),
	created_at timestamptz not null,
	expires_at timestamptz not null
);
create index sign_up_age on sign_up (expires_at);
create index sign_up_email on sign_up (email);

-- Messages for `lastro mail send`, which drops them once they are handed over; no longer than their links are good.
create table mail_outbox (
	id         uuid        primary key,
	recipient  text        not null check (length(recipient) between 3 and 254),
	subject    text        not null check (length(subject) between 1 and 200),
	body       text        not null check (length(body) between 1 and 10000),
	created_at timestamptz not null,
	expires_at timestamptz not null,
	attempts   int8        not null default 0
);
create index mail_outbox_order on mail_outbox (created_at, id);
create index mail_outbox_age on mail_outbox (expires_at);

-- Attempts of one subject (an address, digests of an e-mail with and without one) since started_at.
create table throttle (
	subject    text        primary key check (length(subject) between 3 and 120),
	started_at timestamptz not null,
	attempts   int8        not null
);
create index throttle_age on throttle (started_at);

-- Addresses from which an account logged in: strangers who try its e-mail do not shut its own person out.
create table login_address (
	account_id uuid        not null references account on delete cascade,
	digest     bytea       not null check (length(digest) = 32),	-- of account and address
	seen_at    timestamptz not null,
	primary key (account_id, digest)
);

-- ---- OAuth ----

-- A program that asks for consents.
create table oauth_client (
	id            uuid        primary key,
	name          text        not null check (length(name) between 1 and 80),
	redirect_uris text[]      not null check (cardinality(redirect_uris) between 1 and 10),
	uri           text,		-- its home page, as it says
	created_at    timestamptz not null,
	document      text        unique check (length(document) <= 512),	-- the address that it is known by; null: it registered
	fetched_at    timestamptz,						-- when what the document said was last asked for
	check ((document is null) = (fetched_at is null))
);
create index oauth_client_age on oauth_client (created_at);

-- What a person granted to a client: one consent, and the family of tokens that came of it.
create table oauth_grant (
	id                 uuid        primary key,
	account_id         uuid        not null references account on delete cascade,
	client_id          uuid        not null references oauth_client,
	organization_id    uuid        references organization on delete cascade,	-- that its tokens carry
	kind               text        not null check (kind in ('user', 'member', 'desk')),
	scopes             int8        not null,
	resource           text        not null,		-- the audience of its tokens
	created_at         timestamptz not null,
	last_used_at       timestamptz,				-- when a token was last given out
	revoked_at         timestamptz,
	code_hash          bytea       not null unique check (length(code_hash) = 32),
	code_challenge     text        not null,		-- of PKCE, S256
	redirect_uri       text        not null,
	code_expires_at    timestamptz not null,
	code_used_at       timestamptz,
	refresh_hash       bytea       unique check (length(refresh_hash) = 32),	-- the one that is good
	refresh_expires_at timestamptz,
	check ((kind = 'user') = (organization_id is null))
);
create index oauth_grant_account on oauth_grant (account_id, id);
create index oauth_grant_client on oauth_grant (client_id);
create index oauth_grant_unused on oauth_grant (code_expires_at) where refresh_hash is null;
create index oauth_grant_over on oauth_grant (refresh_expires_at) where refresh_hash is not null;

-- Refresh tokens that were exchanged: one that comes again ends its family.
create table oauth_refresh_spent (
	hash     bytea       primary key check (length(hash) = 32),
	grant_id uuid        not null references oauth_grant on delete cascade,
	spent_at timestamptz not null
);
create index oauth_refresh_spent_grant on oauth_refresh_spent (grant_id);
create index oauth_refresh_spent_age on oauth_refresh_spent (spent_at);

-- ---- keys ----

-- Sessions and access tokens are credentials as keys are: one look-up finds who asks, whatever the form.
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
	revoked_at      timestamptz,
	form            text        not null default 'key' check (form in ('key', 'session', 'token')),
	audience        text,				-- a token is good at this resource alone
	grant_id        uuid        references oauth_grant on delete cascade,
	constraint api_key_of_grant check ((form = 'token') = (grant_id is not null and audience is not null))
);
create index api_key_account on api_key (account_id, id);
create index api_key_grant on api_key (grant_id) where grant_id is not null;
create index api_key_passing on api_key (expires_at) where form <> 'key';

-- Answers kept for Idempotency-Key, 24 hours a credential.  A kept answer goes with what it tells of.  about: every id
-- that its request or it names, so that whoever deletes one of them finds it (idempotency_forget); with its credential
-- and its workspace it goes by itself.  Its key stays until it is too old, status 410 and no answer: the request must
-- not be done a second time.
create table idempotency (
	credential_id uuid        not null,
	key           text        not null check (length(key) between 1 and 255),
	fingerprint   bytea       not null check (length(fingerprint) = 32),
	status        int8        not null,
	content_type  text,
	location      text,
	body          bytea       not null,
	created_at    timestamptz not null,
	about         uuid[]      not null default '{}',
	space         uuid        references workspace on delete cascade,
	primary key (credential_id, key),
	constraint idempotency_credential foreign key (credential_id) references api_key on delete cascade
);
create index idempotency_age on idempotency (created_at);
create index idempotency_about on idempotency using gin (about);
create index idempotency_space on idempotency (space);

-- A file that somebody sent by a page, until what was read of it is confirmed: an hour, for the session that sent it and
-- no other.
create table held_file (
	credential_id uuid        not null references api_key on delete cascade,
	id            uuid        not null,
	name          text        check (length(name) between 1 and 1000),
	content       bytea       not null check (length(content) between 1 and 20971520),
	created_at    timestamptz not null,
	account_id    uuid        not null references account on delete cascade,	-- that it is counted to
	primary key (credential_id, id)
);
create index held_file_age on held_file (created_at);
create index held_file_account on held_file (account_id, created_at);

-- Spreadsheets are compressed already.
alter table held_file alter column content set storage external;

-- Secret addresses of the agenda: a credential of their own, read by functions only.
create table agenda_feed (
	id           uuid primary key,
	account_id   uuid not null references account on delete cascade,
	name         text not null check (length(name) between 1 and 80),
	hash         bytea not null unique check (length(hash) = 32),
	portfolio_id uuid,				-- that it is narrowed to
	days         int8 not null check (days between 1 and 90),
	created_at   timestamptz not null,
	expires_at   timestamptz,			-- with the key that made it; null: never
	key_id       uuid,				-- that made it, and ends it; null: a person with a session
	revoked_at   timestamptz
);
create index agenda_feed_account on agenda_feed (account_id, id) where revoked_at is null;
