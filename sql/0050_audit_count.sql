-- The ends of the chains as a command found them.  A chain by itself cannot tell that it was cut with its end, or
-- that all of it is gone: nothing is left that would not fit.  So the next command of the operator, and each
-- `lastro audit verify` that finds nothing wrong, counts the heads that moved since the last count; what was counted must
-- be found again for ever.  Counts are a chain themselves, and each row of the operator's in the chains of the workspaces
-- names the last one with its hash: whoever takes a chain away takes its counts along, all later counts, and the rows of
-- the operator in every other chain that name them.  Not seen is what was cut before anybody counted it.
-- The owner's alone, over all workspaces: no tenant tables, and nothing of them is the worker's.

set local search_path = lastro, pg_temp;

create table audit_count (
	number     int8        primary key check (number > 0),
	counted_at timestamptz not null,
	hash       bytea       not null check (length(hash) = 32)
);

create table audit_counted (
	chain  uuid  not null,			-- the workspace whose it is
	number int8  not null,			-- of the count
	seq    int8  not null,
	hash   bytea not null check (length(hash) = 32),
	primary key (chain, number)
);
create index audit_counted_number on audit_counted (number);
