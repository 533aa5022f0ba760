-- SPDX-License-Identifier: Apache-2.0
-- The text of a document that a desk put there, page by page, for the clauses that are quoted from it.  Tenant tables.  And
-- of a proposed reading the text that its quote was found in: a deleted one leaves its id.

set local search_path = lastro, pg_temp;

create table desk_document (
	workspace_id  uuid        not null,
	id            uuid        not null,			-- ascending
	object_id     text        collate "C" not null check (length(object_id) <= 120),
	name          text        not null check (length(name) between 1 and 500),
	document_date date,
	url           text        check (length(url) <= 2000),	-- where it was read, as somebody said
	document_id   int8,					-- the filed document that it is the text of (0311)
	pages         int8        not null check (pages between 1 and 2000),
	bytes         int8        not null check (bytes between 1 and 20971520),	-- of all pages
	added_by      uuid        not null,
	added_at      timestamptz not null,
	primary key (workspace_id, id)
);
create index desk_document_list on desk_document (workspace_id, added_at, id);
create index desk_document_object on desk_document (workspace_id, object_id, added_at, id);

create table desk_document_page (
	workspace_id uuid not null,
	document_id  uuid not null,
	page         int8 not null check (page between 1 and 2000),
	body         text not null check (length(body) <= 100000),	-- '': a page without text
	primary key (workspace_id, document_id, page)
);
alter table desk_document_page add constraint desk_document_page_of foreign key (workspace_id, document_id)
	references desk_document on delete cascade;

alter table desk_document enable row level security;
alter table desk_document_page enable row level security;

create policy tenant on desk_document using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);
create policy tenant on desk_document_page using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);

grant select, insert, delete on desk_document, desk_document_page to lastro_worker;

alter table regulation_term_version add column text_id uuid;
