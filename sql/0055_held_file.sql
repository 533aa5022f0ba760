-- SPDX-License-Identifier: Apache-2.0
-- A file that somebody sent by a page, until what was read of it is confirmed: an hour, for the session that sent it and no
-- other.  The worker reaches it through functions only.

set local search_path = lastro, pg_temp;

create table held_file (
	credential_id uuid        not null references api_key on delete cascade,
	id            uuid        not null,
	name          text        check (length(name) between 1 and 1000),
	content       bytea       not null check (length(content) between 1 and 20971520),
	created_at    timestamptz not null,
	primary key (credential_id, id)
);
create index held_file_age on held_file (created_at);
-- Spreadsheets are compressed already.
alter table held_file alter column content set storage external;
