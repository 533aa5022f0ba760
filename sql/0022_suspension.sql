-- Who is suspended in an office is suspended in its workspace: the wallet knows nothing of him until he returns.
-- And what the operator changes of an office is in its trail, like what its members do.

set local search_path = lastro, pg_temp;

-- As in 0003, and told in the same look at his membership whether the office suspended him.
create or replace function access_enter(p_hash bytea, p_workspace text, p_portfolio uuid, p_now timestamptz)
returns table (
	outcome            text,	-- ok, credential_invalid, credential_expired, credential_revoked, workspace_not_found,
					-- member_suspended: known to the office, which refuses him itself; to all else not found
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
	k    record;
	p    record;
	away boolean := false;	-- the office suspended him
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
		select w.id, false, w.wallet, am.suspended_at is not null into workspace_id, personal, wallet, away
		  from workspace w join organization_member om on om.organization_id = w.organization_id
		  left join advisor_member am on am.workspace_id = w.id and am.account_id = om.account_id
		 where w.organization_id = k.organization_id and om.account_id = k.account_id
		   and (p_workspace is null or lower(p_workspace) = k.organization_id::text);
	elsif p_workspace is null or p_workspace = 'personal' then
		select w.id, true, w.wallet into workspace_id, personal, wallet
		  from workspace w where w.account_id = k.account_id;
	elsif p_workspace ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
		select w.id, false, w.wallet, am.suspended_at is not null into workspace_id, personal, wallet, away
		  from workspace w join organization_member om on om.organization_id = w.organization_id
		  left join advisor_member am on am.workspace_id = w.id and am.account_id = om.account_id
		 where w.organization_id = p_workspace::uuid and om.account_id = k.account_id;
	end if;
	if workspace_id is null then
		outcome := 'workspace_not_found';
		return next;
		return;
	end if;

	-- No portfolio is looked for: what he had in the organization he has not while he is away.
	if away then
		outcome := 'member_suspended';
	elsif p_portfolio is not null then
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

-- As in 0003; while he is away, the organization gives him no key.
create or replace function key_create(p_id uuid, p_kind text, p_organization uuid, p_name text, p_hash bytea, p_prefix text,
                           p_scopes int8, p_now timestamptz, p_expires timestamptz) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if p_organization is not null and not exists (
		select from organization_member om
		  join workspace w on w.organization_id = om.organization_id
		  left join advisor_member am on am.workspace_id = w.id and am.account_id = om.account_id
		 where om.organization_id = p_organization and om.account_id = current_account()
		   and am.suspended_at is null) then
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

-- ---- the operator in the trail ----

-- No account is behind a row of the operator's, thus no credential and no request; only the chain has such rows.
alter table audit alter column account_id drop not null;
alter table audit add constraint audit_actor check (account_id is not null
	or (seq is not null and credential_id is null and request_id is null));

-- One more row at the end of its workspace's chain, whose writers take turns there.  Number and hash are ours to give.
create function audit_link(a audit) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	head audit_head;
begin
	insert into audit_head (workspace_id, seq, hash)
	values (a.workspace_id, 0, decode(repeat('00', 32), 'hex'))
	on conflict do nothing;
	select h.* into strict head from audit_head h where h.workspace_id = a.workspace_id for update;
	a.seq := head.seq + 1;
	a.hash := audit_digest(head.hash, a);
	insert into audit select a.*;
	update audit_head h set seq = a.seq, hash = a.hash where h.workspace_id = a.workspace_id;
end
$$;

-- As in 0010: workspace and account are the transaction's, neither is the caller's to say.
create or replace function audit_append(p_id uuid, p_now timestamptz, p_kind text, p_action text, p_outcome text,
                                        p_subject uuid, p_request text, p_input jsonb, p_changes jsonb) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	a audit;
begin
	if current_workspace() is null or current_account() is null then
		raise exception 'audit_append: nobody is asking';
	end if;
	a.workspace_id := current_workspace();
	a.id := p_id;
	a.occurred_at := p_now;
	a.account_id := current_account();
	a.credential_id := current_credential();
	a.kind := p_kind;
	a.subject_id := p_subject;
	a.request_id := p_request;
	a.action := p_action;
	a.outcome := p_outcome;
	a.input := p_input;
	a.changes := p_changes;
	perform audit_link(a);
end
$$;

-- What the command did, by the row as it was and as it is (null: there is none).  The owner's to call, nobody else's.
create function audit_operator(p_id uuid, p_now timestamptz, p_workspace uuid, p_kind text, p_action text, p_subject uuid,
                               p_input jsonb, p_before jsonb, p_after jsonb) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	before constant jsonb := jsonb_strip_nulls(coalesce(p_before, '{}'));
	after  constant jsonb := jsonb_strip_nulls(coalesce(p_after, '{}'));
	a      audit;
begin
	a.workspace_id := p_workspace;
	a.id := p_id;
	a.occurred_at := p_now;
	a.kind := p_kind;
	a.subject_id := p_subject;
	a.action := p_action;
	a.outcome := 'done';
	a.input := p_input;
	a.changes := (select coalesce(jsonb_agg(jsonb_build_object('pointer', '/' || k, 'from', before -> k, 'to', after -> k)
	                                        order by k collate "C"), '[]')
	                from jsonb_object_keys(before || after) k
	               where before -> k is distinct from after -> k);
	perform audit_link(a);
end
$$;

revoke execute on function audit_link(audit),
	audit_operator(uuid, timestamptz, uuid, text, text, uuid, jsonb, jsonb, jsonb) from public;
