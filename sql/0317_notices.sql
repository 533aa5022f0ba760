-- SPDX-License-Identifier: Apache-2.0
-- What a person asked to be told of, by e-mail or to an address of his, and what was told.  The worker writes what is
-- asked; lastro deliver finds what there is to tell, once each, and sends it.  Tenant tables, but for the backlog.

-- What was asked for.
create table notice (
	workspace_id uuid        not null,			-- the person's own
	id           uuid        not null,
	account_id   uuid        not null,
	kind         text        collate "C" not null check (kind in ('price_stale', 'income_due', 'office_import', 'key_expiring')),
	days         int8        not null check (days between 0 and 90),	-- of age, or ahead
	channel      text        collate "C" not null check (channel in ('email', 'webhook')),
	url          text        check (length(url) between 10 and 500),
	secret       text        check (length(secret) between 32 and 100),	-- signs; the worker writes it and cannot read it
	created_at   timestamptz not null,
	primary key (workspace_id, id),
	constraint notice_once unique nulls not distinct (workspace_id, account_id, kind, channel, url),
	check ((channel = 'webhook') = (url is not null)),
	check ((url is null) = (secret is null))
);
create index notice_kind on notice (kind, workspace_id, account_id);

-- The list of what was told.  about: what of, so that nothing is told twice; it outlives the notice that asked for it.
create table notification (
	workspace_id uuid        not null,
	id           uuid        not null,
	account_id   uuid        not null,
	notice_id    uuid        not null,
	kind         text        collate "C" not null,
	channel      text        collate "C" not null,
	about        text        collate "C" not null check (length(about) between 1 and 300),
	title        text        not null check (length(title) between 1 and 200),
	body         text        not null check (length(body) between 1 and 4000),
	status       text        collate "C" not null check (status in ('pending', 'sent', 'dead')),
	attempts     int8        not null default 0 check (attempts >= 0),
	queued_at    timestamptz not null,
	next_at      timestamptz,				-- the attempt that follows, while pending
	ended_at     timestamptz,				-- sent, or given up
	last_error   text        check (length(last_error) <= 500),
	primary key (workspace_id, id),
	constraint notification_once unique (workspace_id, notice_id, about),
	check ((status = 'pending') = (next_at is not null)),
	check ((status = 'pending') = (ended_at is null))
);
create index notification_due on notification (next_at, workspace_id, id) where status = 'pending';
create index notification_list on notification (workspace_id, account_id, queued_at, id);
create index notification_age on notification (ended_at) where status <> 'pending';

-- Not valid, as in 0305.
alter table notification add constraint notification_kind
	check (kind in ('price_stale', 'income_due', 'office_import', 'key_expiring')) not valid;
alter table notification add constraint notification_channel check (channel in ('email', 'webhook')) not valid;

do $$
declare
	t text;
begin
	foreach t in array array['notice', 'notification'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
	end loop;
end
$$;

grant select (workspace_id, id, account_id, kind, days, channel, url, created_at), insert, delete on notice to lastro_worker;
grant select, delete on notification to lastro_worker;	-- queued and sent by the command; dropped with what asked for it

-- How much lastro deliver had still to send when its last run ended, by what is sent.  A worker may not count the
-- tenants' rows; who sends them all has counted them anyway.  No tenant's: numbers alone.
create table delivery_backlog (
	kind    text        primary key,
	waiting int8        not null check (waiting >= 0),
	oldest  timestamptz check (waiting > 0 or oldest is null),
	at      timestamptz not null,			-- when it was counted
	role    text collate "C"			-- as whom the run came: lastro doctor warns of the owner
);

grant select on delivery_backlog to lastro_worker;
