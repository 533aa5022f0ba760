-- The office at work: members who are suspended, invitations, and the indexes that its lists read by.

set local search_path = lastro, pg_temp;

alter table advisor_member
	add column suspended_at timestamptz,
	add constraint advisor_member_standing check (suspended_at is null or not seated);
create index advisor_member_list on advisor_member (workspace_id, joined_at, id);

create table advisor_invitation (
	workspace_id uuid        not null,
	id           uuid        not null,
	email        text        not null check (email = lower(email) and length(email) between 3 and 254),
	role         text        not null check (role in ('owner', 'admin', 'advisor', 'assistant')),
	created_by   uuid        not null,		-- the account
	created_at   timestamptz not null,
	expires_at   timestamptz not null,
	accepted_by  uuid,				-- the account
	accepted_at  timestamptz,
	revoked_at   timestamptz,
	primary key (workspace_id, id),
	check ((accepted_at is null) = (accepted_by is null)),
	check (accepted_at is null or revoked_at is null)
);
create index advisor_invitation_list on advisor_invitation (workspace_id, created_at, id);

-- Where the invitation of a token lies: who brings one knows no workspace yet.  Nobody's tenant: the worker
-- reaches it through invitation_enter() only, by the hash.
create table invitation_directory (
	token_hash    bytea primary key check (length(token_hash) = 32),
	workspace_id  uuid  not null,
	invitation_id uuid  not null,
	unique (workspace_id, invitation_id),
	foreign key (workspace_id, invitation_id) references advisor_invitation on delete cascade
);

do $$
begin
	alter table advisor_invitation enable row level security;
	create policy tenant on advisor_invitation
		using (workspace_id = nullif(current_setting('lastro.workspace', true), '')::uuid);
	grant select, insert, update, delete on advisor_invitation to lastro_worker;
end
$$;

-- The office's trail is the chained rows; a wallet's rows lie beside them.
drop index audit_list;
create index audit_list on audit (workspace_id, occurred_at, id) where seq is not null;
create index audit_kind on audit (workspace_id, kind, occurred_at, id) where seq is not null;
create index audit_actor on audit (workspace_id, account_id, occurred_at, id) where seq is not null;

-- Names and e-mails of these accounts, as far as they are members of the transaction's office.
create function office_people(p_accounts uuid[]) returns table (account_id uuid, name text, email text)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.id, a.name, a.email
	  from advisor_member m
	  join account a on a.id = m.account_id
	 where m.workspace_id = current_workspace() and m.account_id = any (p_accounts)
$$;

-- Whether a member of the transaction's office has this address.
create function office_has(p_email text) returns boolean
language sql stable security definer set search_path = lastro, pg_temp as $$
	select exists (select from account a
	                 join advisor_member m on m.account_id = a.id and m.workspace_id = current_workspace()
	                where a.email = lower(p_email))
$$;

create function invitation_offer(p_hash bytea, p_invitation uuid) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into invitation_directory (token_hash, workspace_id, invitation_id)
	select p_hash, current_workspace(), p_invitation
	 where current_workspace() is not null
$$;

-- Who holds a token steps into its office for this transaction: the invitation is read and spent there.
create function invitation_enter(p_hash bytea)
returns table (workspace_id uuid, organization_id uuid, invitation_id uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	select d.workspace_id, w.organization_id, d.invitation_id
	  into invitation_enter.workspace_id, invitation_enter.organization_id, invitation_enter.invitation_id
	  from invitation_directory d join workspace w on w.id = d.workspace_id
	 where d.token_hash = p_hash;
	if found then
		perform set_config('lastro.workspace', invitation_enter.workspace_id::text, true);
		return next;
	end if;
end
$$;

-- The caller belongs to the organization whose invitation he has just accepted, and to no other by this.
create function office_join(p_invitation uuid, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	insert into organization_member (organization_id, account_id, created_at)
	select w.organization_id, i.accepted_by, p_now
	  from advisor_invitation i join workspace w on w.id = i.workspace_id
	 where i.workspace_id = current_workspace() and i.id = p_invitation
	   and i.accepted_by = current_account() and i.accepted_at = p_now
	on conflict do nothing
$$;

do $$
declare
	f text;
begin
	foreach f in array array['office_people(uuid[])', 'office_has(text)', 'invitation_offer(bytea, uuid)',
		'invitation_enter(bytea)', 'office_join(uuid, timestamptz)'] loop
		execute format('revoke execute on function %s from public', f);
		execute format('grant execute on function %s to lastro_worker', f);
	end loop;
end
$$;
