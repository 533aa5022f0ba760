-- SPDX-License-Identifier: Apache-2.0
-- Persons who may read one portfolio of another's account: invited by e-mail, in once they accept.  Not a tenant table, since
-- it lies between two tenants: the worker's role reaches it only through the security definer functions of sql/functions.

set local search_path = lastro, pg_temp;

create table portfolio_share (
	id           uuid        primary key,			-- ascending
	portfolio_id uuid        not null references portfolio_directory on delete cascade,
	account_id   uuid        not null references account on delete cascade,	-- that administers it, and invited
	title        text        not null check (length(title) between 1 and 60),	-- the portfolio's name
	email        text        not null check (email = lower(email) and length(email) between 3 and 254),	-- invited
	reader_id    uuid        references account on delete cascade,	-- whoever accepted with that e-mail; null: nobody yet
	created_at   timestamptz not null,
	expires_at   timestamptz not null,			-- of the invitation
	accepted_at  timestamptz,
	ended_at     timestamptz,				-- by either
	constraint portfolio_share_accepted check ((reader_id is null) = (accepted_at is null)),
	constraint portfolio_share_another check (reader_id <> account_id)
);
create unique index portfolio_share_once on portfolio_share (portfolio_id, email) where ended_at is null;
create index portfolio_share_portfolio on portfolio_share (portfolio_id);
create index portfolio_share_account on portfolio_share (account_id);
create index portfolio_share_reader on portfolio_share (reader_id, portfolio_id);
create index portfolio_share_email on portfolio_share (email) where ended_at is null and reader_id is null;
create index portfolio_share_age on portfolio_share (coalesce(ended_at, expires_at)) where ended_at is not null or reader_id is null;
