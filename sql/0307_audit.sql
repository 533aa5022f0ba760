-- SPDX-License-Identifier: Apache-2.0
-- What was written, by whom; the worker may add and read, never change.  Tenant tables, but for the counts.
-- A row of the protocol has a number in its workspace's chain and the hash of itself and of the hash before
-- it; the chain's end is kept beside.  So a row that was changed or taken away shows, the last one too.

-- One row a write, or a refused Action.
create table audit (
	workspace_id  uuid        not null,
	id            uuid        not null,
	occurred_at   timestamptz not null,
	account_id    uuid,					-- null: the operator, whose rows are all in the chain
	credential_id uuid,					-- null: the command
	kind          text        not null,			-- "portfolio.created", "transaction.deleted" …
	subject_id    uuid,					-- null: a refused Action may name nothing
	request_id    text,
	detail        jsonb,					-- no names, no tax ids
	seq           int8,					-- null: a row of the wallet, outside the chain
	action        text,					-- id of the Action
	outcome       text,					-- done, or the code of the refusal
	input         jsonb,					-- without personal data
	changes       jsonb,					-- [{pointer, from, to}], likewise
	hash          bytea check (length(hash) = 32),
	primary key (workspace_id, id),
	constraint audit_chained check ((seq is null) = (hash is null) and (seq is null) = (action is null)
	                                and (seq is null) = (outcome is null)),
	constraint audit_actor check (account_id is not null
		or (seq is not null and credential_id is null and request_id is null))
);
create unique index audit_chain on audit (workspace_id, seq) where seq is not null;
-- The office's trail is the chained rows; a wallet's rows lie beside them.
create index audit_list on audit (workspace_id, occurred_at, id) where seq is not null;
create index audit_kind on audit (workspace_id, kind, occurred_at, id) where seq is not null;
create index audit_actor on audit (workspace_id, account_id, occurred_at, id) where seq is not null;
-- Imports by members, which others of the office are told of: few, and the newest alone are asked for.
create index audit_imports on audit (occurred_at) where action = 'advisor.client_portfolio.import' and outcome = 'done';

-- The end of each workspace's chain.
create table audit_head (
	workspace_id uuid  primary key,
	seq          int8  not null,
	hash         bytea not null check (length(hash) = 32)
);

do $$
declare
	t text;
begin
	foreach t in array array['audit', 'audit_head'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
	end loop;
end
$$;

-- The chain is audit_append()'s: a row with a number or a hash of the worker's own choosing is refused.
create policy unchained on audit as restrictive for insert to lastro_worker with check (seq is null and hash is null);

grant select, insert on audit to lastro_worker;
grant select on audit_head to lastro_worker;

-- ---- counts ----

-- The ends of the chains as a command found them.  A chain by itself cannot tell that it was cut with its end, or
-- that all of it is gone: nothing is left that would not fit.  So the next command of the operator, and each
-- `lastro audit verify` that finds nothing wrong, counts the heads that moved since the last count; what was counted must
-- be found again for ever.  Counts are a chain themselves, and each row of the operator's in the chains of the workspaces
-- names the last one with its hash: whoever takes a chain away takes its counts along, all later counts, and the rows of
-- the operator in every other chain that name them.  Not seen is what was cut before anybody counted it.
-- The owner's alone, over all workspaces: no tenant tables, and nothing of them is the worker's.
create table audit_count (
	number     int8        primary key check (number > 0),
	counted_at timestamptz not null,
	hash       bytea       not null check (length(hash) = 32)
);

-- What each count found.
create table audit_counted (
	chain  uuid  not null,			-- the workspace whose it is
	number int8  not null,			-- of the count
	seq    int8  not null,
	hash   bytea not null check (length(hash) = 32),
	primary key (chain, number)
);
create index audit_counted_number on audit_counted (number);
