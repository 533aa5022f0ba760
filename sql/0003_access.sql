-- Who is asking, decided in the first round trip; and the few writes on tables that are nobody's tenant.
-- All are security definer with a pinned search_path: the worker may execute them and read none of the
-- tables behind.  They act for lastro.account, lastro.credential and lastro.workspace, which
-- access_enter() sets for the transaction.

set local search_path = lastro, pg_temp;

create function current_account() returns uuid
language sql stable set search_path = lastro, pg_temp
as $$ select nullif(current_setting('lastro.account', true), '')::uuid $$;

create function current_credential() returns uuid
language sql stable set search_path = lastro, pg_temp
as $$ select nullif(current_setting('lastro.credential', true), '')::uuid $$;

create function current_workspace() returns uuid
language sql stable set search_path = lastro, pg_temp
as $$ select nullif(current_setting('lastro.workspace', true), '')::uuid $$;

-- authenticate, choose the workspace, decide on the portfolio, set row security for the transaction.
-- p_workspace: the x-service-workspace header, or null; p_portfolio: the one in the path, or null.
create function access_enter(p_hash bytea, p_workspace text, p_portfolio uuid, p_now timestamptz)
returns table (
	outcome            text,	-- ok, credential_invalid, credential_expired, credential_revoked, workspace_not_found
	credential_id      uuid,
	account_id         uuid,
	kind               text,
	scopes             int8,
	workspace_id       uuid,	-- the caller's
	personal           boolean,
	wallet             text,	-- of the caller's workspace
	resource_workspace uuid,	-- of the portfolio; null: none such, or not readable
	resource_access    text,	-- public, read, edit, control
	ledger_version     int8,
	version_reference  int8,
	version_closes     int8,
	version_rate       int8
)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	k record;
	p record;
begin
	select a.id, a.account_id, a.organization_id, a.kind, a.scopes, a.expires_at,
	       a.revoked_at is not null or c.disabled_at is not null as revoked
	  into k
	  from api_key a join account c on c.id = a.account_id
	 where a.hash = p_hash;
	outcome := case
		when not found then 'credential_invalid'
		when k.revoked then 'credential_revoked'
		when k.expires_at <= p_now then 'credential_expired'
		else 'ok'
	end;
	if outcome <> 'ok' then
		return next;
		return;
	end if;
	credential_id := k.id;
	account_id := k.account_id;
	kind := k.kind;
	scopes := k.scopes;

	-- Membership is looked up at every request: who left an organization keeps no key into it.
	if k.organization_id is not null then
		select w.id, false, w.wallet into workspace_id, personal, wallet
		  from workspace w join organization_member om on om.organization_id = w.organization_id
		 where w.organization_id = k.organization_id and om.account_id = k.account_id
		   and (p_workspace is null or lower(p_workspace) = k.organization_id::text);
	elsif p_workspace is null or p_workspace = 'personal' then
		select w.id, true, w.wallet into workspace_id, personal, wallet
		  from workspace w where w.account_id = k.account_id;
	elsif p_workspace ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
		select w.id, false, w.wallet into workspace_id, personal, wallet
		  from workspace w join organization_member om on om.organization_id = w.organization_id
		 where w.organization_id = p_workspace::uuid and om.account_id = k.account_id;
	end if;
	if workspace_id is null then
		outcome := 'workspace_not_found';
		return next;
		return;
	end if;

	if p_portfolio is not null then
		select x.controller_id, x.visibility, x.audience, x.ledger_version, d.workspace_id,
		       d.workspace_id = access_enter.workspace_id as own, w.wallet, m.access as member_access
		  into p
		  from portfolio_directory d
		  join workspace w on w.id = d.workspace_id
		  join portfolio x on x.workspace_id = d.workspace_id and x.id = d.portfolio_id
		  left join portfolio_member m on m.workspace_id = d.workspace_id and m.portfolio_id = d.portfolio_id
		                              and m.account_id = k.account_id and x.audience = 'members'
		 where d.portfolio_id = p_portfolio and d.kind = 'wallet';
		if found then
			if p.own and k.kind = 'platform' then
				resource_access := case when p.audience = 'workspace' then 'edit' else p.member_access end;
			elsif p.own then
				resource_access := case
					when p.controller_id = k.account_id then 'control'
					when p.audience = 'workspace' then 'read'
					else p.member_access
				end;
			end if;
			if resource_access is null and p.visibility <> 'private' and (p.own or p.wallet <> 'not_installed') then
				resource_access := 'public';
			end if;
			if resource_access is not null then
				resource_workspace := p.workspace_id;
				ledger_version := p.ledger_version;
			end if;
		end if;
	end if;

	select max(v.version) filter (where v.family = 'reference'), max(v.version) filter (where v.family = 'closes'),
	       max(v.version) filter (where v.family = 'rate')
	  into version_reference, version_closes, version_rate
	  from market_version v;

	perform set_config('lastro.workspace', coalesce(resource_workspace, workspace_id)::text, true),
	        set_config('lastro.account', account_id::text, true),
	        set_config('lastro.credential', credential_id::text, true);
	return next;
end
$$;

-- ---- keys of the caller's account ----

create function key_list(p_after uuid, p_limit int8)
returns table (id uuid, kind text, organization_id uuid, name text, prefix text, scopes int8,
               created_at timestamptz, expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select k.id, k.kind, k.organization_id, k.name, k.prefix, k.scopes, k.created_at, k.expires_at
	  from api_key k
	 where k.account_id = current_account() and k.revoked_at is null and k.id > p_after
	 order by k.id
	 limit p_limit
$$;

-- ok, or organization_not_found: the caller is not its member.
create function key_create(p_id uuid, p_kind text, p_organization uuid, p_name text, p_hash bytea, p_prefix text,
                           p_scopes int8, p_now timestamptz, p_expires timestamptz) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if p_organization is not null and not exists (
		select from organization_member om
		 where om.organization_id = p_organization and om.account_id = current_account()) then
		return 'organization_not_found';
	end if;
	-- A key that ends must not make one that outlives it.
	if exists (
		select from api_key k
		 where k.id = current_credential() and k.expires_at is not null
		   and (p_expires is null or p_expires > k.expires_at)) then
		return 'outlives_maker';
	end if;
	insert into api_key (id, account_id, organization_id, kind, name, hash, prefix, scopes, created_at, expires_at)
	values (p_id, current_account(), p_organization, p_kind, p_name, p_hash, p_prefix, p_scopes, p_now, p_expires);
	return 'ok';
end
$$;

-- false: none such, or not the caller's, or revoked before.
create function key_revoke(p_id uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	update api_key k set revoked_at = p_now
	 where k.id = p_id and k.account_id = current_account() and k.revoked_at is null;
	return found;
end
$$;

-- ---- answers kept for Idempotency-Key ----

-- new, replay, reused (another request under this key) or in_progress.  The lock lasts as long as the
-- transaction that will keep the answer; a function that is volatile sees what was committed before it.
create function idempotency_begin(p_key text, p_fingerprint bytea, p_now timestamptz)
returns table (outcome text, status int8, content_type text, location text, body bytea)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	kept record;
begin
	if not pg_try_advisory_xact_lock(hashtextextended(current_credential()::text || p_key, 0)) then
		outcome := 'in_progress';
		return next;
		return;
	end if;
	select i.fingerprint, i.status, i.content_type, i.location, i.body
	  into kept
	  from idempotency i
	 where i.credential_id = current_credential() and i.key = p_key
	   and i.created_at > p_now - interval '24 hours';
	outcome := case
		when not found then 'new'
		when kept.fingerprint <> p_fingerprint then 'reused'
		else 'replay'
	end;
	if outcome = 'replay' then
		status := kept.status;
		content_type := kept.content_type;
		location := kept.location;
		body := kept.body;
	end if;
	return next;
end
$$;

-- Keeps an answer and drops a few that are too old, so that the table needs no keeper.
create function idempotency_keep(p_key text, p_fingerprint bytea, p_status int8, p_content_type text,
                                 p_location text, p_body bytea, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	insert into idempotency as i (credential_id, key, fingerprint, status, content_type, location, body, created_at)
	values (current_credential(), p_key, p_fingerprint, p_status, p_content_type, p_location, p_body, p_now)
	on conflict (credential_id, key) do update
	   set fingerprint = excluded.fingerprint, status = excluded.status, content_type = excluded.content_type,
	       location = excluded.location, body = excluded.body, created_at = excluded.created_at;
	delete from idempotency i
	 using (select o.credential_id, o.key from idempotency o
	         where o.created_at <= p_now - interval '24 hours'
	         order by o.created_at limit 10 for update skip locked) old
	 where i.credential_id = old.credential_id and i.key = old.key;
end
$$;

-- ---- the directory of portfolios ----

-- 'ok', or the cap of the account's plan when it is reached.  Locks the account: of two at once, one waits.
create function portfolio_register(p_portfolio uuid, p_workspace uuid) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	cap int8;
begin
	if p_workspace is distinct from current_workspace() then
		raise exception 'portfolio_register: % is not the workspace of this transaction', p_workspace;
	end if;
	select p.portfolio_cap into strict cap
	  from account a join plan p on p.code = a.plan_code
	 where a.id = current_account()
	   for update of a;
	if (select count(*) from portfolio_directory d
	     where d.controller_id = current_account() and d.kind = 'wallet') >= cap then
		return cap::text;
	end if;
	insert into portfolio_directory (portfolio_id, workspace_id, controller_id)
	values (p_portfolio, p_workspace, current_account());
	return 'ok';
end
$$;

create function portfolio_unregister(p_portfolio uuid) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	delete from portfolio_directory d where d.portfolio_id = p_portfolio and d.workspace_id = current_workspace()
$$;

-- Of these accounts, those that belong to the workspace of the transaction.
create function account_in_workspace(p_accounts uuid[]) returns setof uuid
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.id
	  from account a
	 where a.id = any (p_accounts) and a.disabled_at is null
	   and a.id in (select w.account_id from workspace w where w.id = current_workspace()
	                union all
	                select om.account_id
	                  from workspace w
	                  join organization_member om on om.organization_id = w.organization_id
	                 where w.id = current_workspace() and om.account_id = any (p_accounts))
	 order by a.id
$$;

do $$
declare
	f regprocedure;
begin
	for f in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'lastro' loop
		execute format('revoke execute on function %s from public', f);
		execute format('grant execute on function %s to lastro_worker', f);
	end loop;
end
$$;
