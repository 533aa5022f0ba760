-- SPDX-License-Identifier: Apache-2.0
-- Accounts that are to be deleted, and those that were.  Not tenant tables: the worker's role reaches the first through
-- security definer functions of sql/functions, and the second is the command's.

set local search_path = lastro, pg_temp;

-- Asked for; until due_at a press calls it back, and only the person's session opens the account; after it nothing does.
create table account_deletion (
	account_id uuid        primary key references account on delete cascade,
	asked_at   timestamptz not null,
	due_at     timestamptz not null check (due_at > asked_at)
);
create index account_deletion_due on account_deletion (due_at);

-- Done: a restored backup does again what is newer than itself.  Ids lead to nobody: the account is gone.
create table account_deleted (
	account_id   uuid        primary key,
	chain        uuid        not null,		-- of the trail, which stays: its workspace
	deleted_at   timestamptz not null
);
