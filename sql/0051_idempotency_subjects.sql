-- A kept answer goes with what it tells of.  about: every id that its request or it names, so that whoever deletes
-- one of them finds it (idempotency_forget); with its credential and its workspace it goes by itself.  Its key stays until it is
-- too old, status 410 and no answer: the request must not be done a second time.

set local search_path = lastro, pg_temp;

delete from idempotency i where not exists (select from api_key k where k.id = i.credential_id);
alter table idempotency
	add column about uuid[] not null default '{}',
	add column space uuid references workspace on delete cascade,
	add constraint idempotency_credential foreign key (credential_id) references api_key on delete cascade;
create index idempotency_about on idempotency using gin (about);
create index idempotency_space on idempotency (space);
