-- The office's clients: who they are, which members look after them, and their portfolios.
-- A client's portfolio lies in the office's workspace beside the members' own and is told from them by
-- client_id; its directory row has the kind 'client', so that the wallet's routes do not find it.

set local search_path = lastro, pg_temp;

create table client (
	workspace_id uuid        not null,
	id           uuid        not null,
	name         text        not null check (length(name) between 1 and 120),
	name_key     text        not null,		-- folded: the list's order and search
	tax_id       text        check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),	-- CPF or CNPJ, bare
	email        text        check (length(email) between 3 and 254),
	phone        text        check (length(phone) between 1 and 40),
	notes        text        check (length(notes) <= 4000),
	family_id    uuid,
	created_by   uuid        not null,		-- the account
	created_at   timestamptz not null,
	updated_at   timestamptz,
	primary key (workspace_id, id),
	constraint client_tax_id_unique unique (workspace_id, tax_id),
	foreign key (workspace_id, family_id) references family on delete restrict
);
create index client_list on client (workspace_id, name_key, id);
create index client_family on client (workspace_id, family_id, name_key, id) where family_id is not null;

-- Whose clients are whose: an advisor or an assistant sees those assigned to the member.
create table client_assignment (
	workspace_id uuid        not null,
	client_id    uuid        not null,
	member_id    uuid        not null,
	assigned_by  uuid        not null,		-- the account
	assigned_at  timestamptz not null,
	primary key (workspace_id, client_id, member_id),
	foreign key (workspace_id, client_id) references client on delete cascade,
	foreign key (workspace_id, member_id) references advisor_member on delete cascade
);
create index client_assignment_member on client_assignment (workspace_id, member_id, client_id);

alter table portfolio
	add column client_id uuid,			-- null: a member's own
	add foreign key (workspace_id, client_id) references client on delete cascade,
	add constraint portfolio_of_client check (client_id is null or (visibility = 'private' and audience = 'private'
	                                                                 and name_scope = client_id));
create index portfolio_client on portfolio (workspace_id, client_id, created_at, id) where client_id is not null;

do $$
declare
	t text;
begin
	foreach t in array array['client', 'client_assignment'] loop
		execute format('alter table %I enable row level security', t);
		execute format('create policy tenant on %I using (workspace_id = nullif(current_setting(''lastro.workspace'', true), '''')::uuid)', t);
		execute format('grant select, insert, update, delete on %I to lastro_worker', t);
	end loop;
end
$$;

-- The directory's rows of clients' portfolios, in the transaction's workspace only.
create function client_portfolio_enter(p_portfolio uuid) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into portfolio_directory (portfolio_id, workspace_id, controller_id, kind)
	select p_portfolio, current_workspace(), current_account(), 'client'
	 where current_workspace() is not null and current_account() is not null
$$;

create function client_portfolios_leave(p_portfolios uuid[]) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	delete from portfolio_directory d
	 where d.portfolio_id = any (p_portfolios) and d.workspace_id = current_workspace() and d.kind = 'client'
$$;

revoke execute on function client_portfolio_enter(uuid), client_portfolios_leave(uuid[]) from public;
grant execute on function client_portfolio_enter(uuid), client_portfolios_leave(uuid[]) to lastro_worker;
