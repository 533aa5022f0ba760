-- SPDX-License-Identifier: Apache-2.0
-- Links that show one portfolio to whoever has them, until a day or until they are ended.  Not a tenant table: the
-- worker's role reaches it only through the security definer functions of sql/functions.

set local search_path = lastro, pg_temp;

create table portfolio_link (
	id           uuid        primary key,			-- ascending
	hash         bytea       not null unique check (length(hash) = 32),	-- SHA-256 of the token, which is stored nowhere
	account_id   uuid        not null references account on delete cascade,	-- that administers the portfolio, and made it
	portfolio_id uuid        not null references portfolio_directory on delete cascade,
	amounts      boolean     not null,			-- shows amounts; else shares alone
	created_at   timestamptz not null,
	expires_at   timestamptz not null,
	ended_at     timestamptz,				-- by its person
	opened_at    timestamptz,				-- last, to the minute
	constraint portfolio_link_ends check (expires_at > created_at and expires_at <= created_at + interval '367 days')
);
create index portfolio_link_account on portfolio_link (account_id, id) where ended_at is null;
create index portfolio_link_portfolio on portfolio_link (portfolio_id);
create index portfolio_link_age on portfolio_link (expires_at);
