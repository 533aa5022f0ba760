-- SPDX-License-Identifier: Apache-2.0
-- The credit desk: what its analysts watch, the rules that warn them, what was raised, the terms read out of
-- regulations and their reviews, notes, and where alerts are sent.  Tenant tables.  An object is named by its id (0313),
-- which stays the same over rebuilds; that it exists is checked in code.

-- A list of objects.
create table watchlist (
	workspace_id uuid        not null,
	id           uuid        not null,
	name         text        not null check (length(name) between 1 and 120),
	name_key     text        not null,		-- folded: the list's order
	description  text        check (length(description) <= 1000),
	created_by   uuid        not null,		-- the account
	created_at   timestamptz not null,
	updated_at   timestamptz,
	primary key (workspace_id, id),
	constraint watchlist_name_unique unique (workspace_id, name_key)
);
create index watchlist_list on watchlist (workspace_id, name_key, id);

-- What is on a list.
create table watchlist_item (
	workspace_id uuid        not null,
	watchlist_id uuid        not null,
	object_id    text        collate "C" not null check (length(object_id) <= 120),
	id           uuid        not null,		-- of the place in the list
	added_by     uuid        not null,
	added_at     timestamptz not null,
	primary key (workspace_id, watchlist_id, object_id),
	foreign key (workspace_id, watchlist_id) references watchlist on delete cascade
);
create index watchlist_item_list on watchlist_item (workspace_id, watchlist_id, added_at, id);
create index watchlist_item_object on watchlist_item (workspace_id, object_id);

-- A clause read out of a regulation or an indenture, as it stands; what it was before is in its versions.
create table regulation_term (
	workspace_id  uuid        not null,
	id            uuid        not null,
	object_id     text        collate "C" not null check (length(object_id) <= 120),
	term          text        not null check (term in ('subordination_floor', 'net_worth_floor', 'concentration_cap',
	                  'early_amortization_trigger', 'leverage_covenant', 'coverage_covenant', 'other')),
	name          text        not null default '' check (length(name) <= 120),	-- tells two of one kind apart
	version       int8        not null check (version > 0),		-- the newest
	status        text        not null check (status in ('pending', 'approved', 'corrected', 'rejected')),
	approved      numeric(28, 8) check (approved <> 'NaN'),		-- by people: read, or corrected
	queue_key     text        collate "C" not null,		-- confidence of the newest version, then its time
	loaded_at     timestamptz not null,
	primary key (workspace_id, id),
	constraint regulation_term_once unique (workspace_id, object_id, term, name)
);
create index regulation_term_queue on regulation_term (workspace_id, queue_key, id) where status = 'pending';

-- Each reading of a clause.
create table regulation_term_version (
	workspace_id  uuid        not null,
	term_id       uuid        not null,
	version       int8        not null check (version > 0),
	document      text        not null check (length(document) between 1 and 500),
	document_date date,
	page          int8        check (page > 0),
	quote         text        not null check (length(quote) between 1 and 4000),
	value         numeric(28, 8) check (value <> 'NaN'),		-- null: the clause has no figure
	unit          text        check (unit in ('percent', 'ratio', 'brl', 'days')),
	confidence    numeric(9, 8) not null check (confidence between 0 and 1),
	loaded_at     timestamptz not null,
	primary key (workspace_id, term_id, version),
	foreign key (workspace_id, term_id) references regulation_term on delete cascade
);

-- What people said of what was read.
create table regulation_term_review (
	workspace_id  uuid        not null,
	id            uuid        not null,		-- ascending
	term_id       uuid        not null,
	version       int8        not null,
	decision      text        not null check (decision in ('approve', 'correct', 'reject')),
	value         numeric(28, 8) check (value <> 'NaN'),
	comment       text        check (length(comment) <= 4000),
	rule_id       uuid,				-- that it made; the rule may be gone
	reviewed_by   uuid        not null,
	reviewed_at   timestamptz not null,
	primary key (workspace_id, id),
	foreign key (workspace_id, term_id) references regulation_term on delete cascade
);
create index regulation_term_review_term on regulation_term_review (workspace_id, term_id, id);

-- One rule of a kind on an object, or on whatever a watchlist holds.
create table alert_rule (
	workspace_id uuid        not null,
	id           uuid        not null,
	kind         text        collate "C" not null check (kind in ('material_fact', 'late_filing', 'price_move', 'leverage_above',
	                 'coverage_below', 'rating_change', 'regulation_term_changed', 'term_breach', 'new_offering')),
	watchlist_id uuid,
	object_id    text        collate "C" check (length(object_id) <= 120),
	term_id      uuid,				-- of a term_breach that one approved term made; null: all of the object's
	threshold    numeric(28, 8) check (threshold > 0 and threshold <> 'NaN'),
	band_pct     numeric(8, 4)  check (band_pct between 0 and 100),	-- of the threshold: the early warning
	sessions     int8        check (sessions between 1 and 252),
	since        date        not null,		-- what happened before it raises nothing
	created_by   uuid        not null,
	created_at   timestamptz not null,
	updated_at   timestamptz,
	label        text        check (length(label) between 1 and 120),	-- two of one kind on one issuer are two rules
	primary key (workspace_id, id),
	foreign key (workspace_id, watchlist_id) references watchlist on delete cascade,
	foreign key (workspace_id, term_id) references regulation_term on delete cascade,
	constraint alert_rule_once unique nulls not distinct (workspace_id, kind, watchlist_id, object_id, term_id, threshold,
	                                                      sessions, label),
	check ((watchlist_id is null) <> (object_id is null)),
	check (term_id is null or kind = 'term_breach'),
	check ((threshold is not null) = (kind in ('price_move', 'leverage_above', 'coverage_below'))),
	check ((band_pct is not null) = (kind in ('leverage_above', 'coverage_below', 'term_breach'))),
	check ((sessions is not null) = (kind = 'price_move'))
);
create index alert_rule_list on alert_rule (workspace_id, created_at, id);
create index alert_rule_object on alert_rule (workspace_id, object_id) where object_id is not null;
create index alert_rule_watchlist on alert_rule (workspace_id, watchlist_id) where watchlist_id is not null;
create index alert_rule_term on alert_rule (workspace_id, term_id) where term_id is not null;

-- What happened, once a fact, however many rules and papers see it; rule_id and object_id are of the first that did,
-- subject says whose fact it is: of a watched paper, its issuer's.
-- A rule that was deleted leaves what it raised.
create table alert (
	workspace_id    uuid        not null,
	id              uuid        not null,
	rule_id         uuid        not null,
	object_id       text        collate "C" not null check (length(object_id) <= 120),
	fact            text        collate "C" not null check (length(fact) between 1 and 200),
	about           text        collate "C" not null check (length(about) between 1 and 200),	-- the fact without its figure
	kind            text        collate "C" not null,
	level           text        not null check (level in ('event', 'early', 'breach', 'cleared')),
	fact_date       date        not null,
	title           text        not null check (length(title) between 1 and 500),
	evidence        jsonb       not null,
	corrects        uuid,				-- the earlier alert about the same, whose figure was restated
	raised_at       timestamptz not null,
	acknowledged_at timestamptz,
	acknowledged_by uuid,
	comment         text        check (length(comment) <= 4000),
	assigned_to     uuid,				-- a member
	snoozed_until   date,
	subject         text        collate "C" not null check (length(subject) between 1 and 200),	-- whose fact it is
	primary key (workspace_id, id),
	constraint alert_once unique (workspace_id, subject, fact),
	check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index alert_object on alert (workspace_id, object_id, raised_at, id);
create index alert_list on alert (workspace_id, raised_at, id);
create index alert_open on alert (workspace_id, object_id) where acknowledged_at is null;
create index alert_about on alert (workspace_id, rule_id, object_id, about, raised_at);

-- Not valid, as in 0305.
alter table alert add constraint alert_kind
	check (kind in ('material_fact', 'late_filing', 'price_move', 'leverage_above', 'coverage_below', 'rating_change',
	                'regulation_term_changed', 'term_breach', 'new_offering')) not valid;

-- Which rules saw an alert's fact, on which objects.
create table alert_seen (
	workspace_id uuid        not null,
	alert_id     uuid        not null,
	rule_id      uuid        not null,	-- a rule that was deleted leaves what it saw
	object_id    text        collate "C" not null check (length(object_id) <= 120),
	level        text        not null check (level in ('event', 'early', 'breach', 'cleared')),
	headroom_pct numeric(28, 8),		-- left before the rule's threshold; null: of no threshold, or not measured
	raised_at    timestamptz not null,	-- the alert's: lists of an object are in its order
	primary key (workspace_id, alert_id, rule_id, object_id),
	foreign key (workspace_id, alert_id) references alert on delete cascade
);
create index alert_seen_object on alert_seen (workspace_id, object_id, raised_at, alert_id);

-- What an analyst writes down; its text is in its versions.
create table note (
	workspace_id uuid        not null,
	id           uuid        not null,
	watchlist_id uuid,				-- both null: on the desk itself
	object_id    text        collate "C" check (length(object_id) <= 120),
	version      int8        not null check (version > 0),		-- the newest
	created_by   uuid        not null,
	created_at   timestamptz not null,
	updated_at   timestamptz,
	primary key (workspace_id, id),
	foreign key (workspace_id, watchlist_id) references watchlist on delete cascade,
	check (watchlist_id is null or object_id is null)
);
create index note_list on note (workspace_id, created_at, id);
create index note_object on note (workspace_id, object_id, created_at, id) where object_id is not null;
create index note_watchlist on note (workspace_id, watchlist_id, created_at, id) where watchlist_id is not null;

-- Each text of a note.
create table note_version (
	workspace_id uuid        not null,
	note_id      uuid        not null,
	version      int8        not null check (version > 0),
	body         text        not null check (length(body) between 1 and 10000),
	written_by   uuid        not null,
	written_at   timestamptz not null,
	primary key (workspace_id, note_id, version),
	foreign key (workspace_id, note_id) references note on delete cascade
);

-- Where a desk's alerts are sent: one address a desk.
create table webhook (
	workspace_id uuid        not null primary key,
	id           uuid        not null,
	url          text        not null check (length(url) between 10 and 500),
	secret       text        not null check (length(secret) between 32 and 100),	-- signs; the worker writes it and cannot read it
	secret_no    int8        not null check (secret_no > 0),
	created_by   uuid        not null,
	created_at   timestamptz not null,
	updated_at   timestamptz
);

-- One alert to be sent, made together with it; its id is the alert's, so that a receiver tells a repeated one.
create table webhook_delivery (
	workspace_id uuid        not null,
	alert_id     uuid        not null,
	status       text        collate "C" not null check (status in ('pending', 'delivered', 'dead')),
	attempts     int8        not null default 0 check (attempts >= 0),
	queued_at    timestamptz not null,
	next_at      timestamptz,			-- the attempt that follows, while pending
	ended_at     timestamptz,			-- delivered, or given up
	last_status  int8,				-- of HTTP; null: no answer came
	last_error   text        check (length(last_error) <= 500),
	primary key (workspace_id, alert_id),
	foreign key (workspace_id, alert_id) references alert on delete cascade,
	foreign key (workspace_id) references webhook on delete cascade,
	check ((status = 'pending') = (next_at is not null)),
	check ((status = 'pending') = (ended_at is null))
);
create index webhook_delivery_due on webhook_delivery (next_at, workspace_id, alert_id) where status = 'pending';
create index webhook_delivery_list on webhook_delivery (workspace_id, queued_at, alert_id);
create index webhook_delivery_status on webhook_delivery (workspace_id, status, queued_at, alert_id);

do $$
declare
	t text;
begin
	foreach t in array array['watchlist', 'watchlist_item', 'regulation_term', 'regulation_term_version',
	                         'regulation_term_review', 'alert_rule', 'alert', 'alert_seen', 'note', 'note_version',
	                         'webhook', 'webhook_delivery'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
	end loop;
end
$$;

grant select, insert, update, delete on watchlist, watchlist_item, alert_rule, note, note_version to lastro_worker;
grant select, update on regulation_term, alert to lastro_worker;	-- loaded, and raised, by the command
grant select on regulation_term_version, alert_seen to lastro_worker;
grant select, insert on regulation_term_review to lastro_worker;
grant select (workspace_id, id, url, secret_no, created_by, created_at, updated_at), insert, update, delete on webhook to lastro_worker;
grant select, update on webhook_delivery to lastro_worker;	-- queued with the alert, and sent, by the command
