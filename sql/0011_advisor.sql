-- The advisory office: who works there, under which licence, and its clients' families.

set local search_path = lastro, pg_temp;

create table advisor_office (
	workspace_id    uuid        primary key,
	organization_id uuid        not null,
	name            text        not null check (length(name) between 1 and 120),
	phone           text        check (length(phone) between 1 and 40),
	website         text        check (length(website) between 1 and 200),
	created_at      timestamptz not null
);

create table advisor_member (
	workspace_id uuid        not null,
	id           uuid        not null,
	account_id   uuid        not null,
	role         text        not null check (role in ('owner', 'admin', 'advisor', 'assistant')),
	seated       boolean     not null,
	joined_at    timestamptz not null,
	primary key (workspace_id, id),
	constraint advisor_member_once unique (workspace_id, account_id)
);

create table advisor_license (
	workspace_id uuid        primary key,
	plan         text        not null check (length(plan) between 1 and 80),
	seats        int8        not null check (seats >= 0),
	valid_from   date        not null,
	valid_until  date,
	created_at   timestamptz not null
);

create table family (
	workspace_id uuid        not null,
	id           uuid        not null,
	name         text        not null check (length(name) between 1 and 120),
	name_key     text        not null,
	created_by   uuid        not null,
	created_at   timestamptz not null,
	primary key (workspace_id, id),
	constraint family_name_unique unique (workspace_id, name_key)
);
create index family_list on family (workspace_id, name_key, id);

do $$
declare
	t text;
begin
	foreach t in array array['advisor_office', 'advisor_member', 'advisor_license', 'family'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
		execute format('grant select, insert, update, delete on %I to lastro_worker', t);
	end loop;
	revoke insert, update, delete on advisor_license from lastro_worker;	-- the command's
	revoke insert, delete on advisor_office from lastro_worker;
end
$$;

-- Name and e-mail of the caller; accounts are nobody's tenant.
create function advisor_person() returns table (name text, email text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.name, a.email from account a where a.id = current_account()
$$;

-- The office's name is the organization's.
create function advisor_rename(p_name text) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update organization o set name = p_name
	  from workspace w
	 where w.id = current_workspace() and o.id = w.organization_id
$$;

revoke execute on function advisor_person(), advisor_rename(text) from public;
grant execute on function advisor_person(), advisor_rename(text) to lastro_worker;
