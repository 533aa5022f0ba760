-- Who asks, decided in the first round trip: authenticates, chooses the workspace, decides on the portfolio, sets row
-- security for the transaction; with it how long a statement may take, and whether the Idempotency-Key was used.
-- p_workspace: the x-service-workspace header, or null; p_portfolio: the one in the path, or null.
-- Security definer with a pinned search_path, like all functions on tables that are nobody's tenant: the worker may
-- execute them and read none of the tables behind.  They act for lastro.account, lastro.credential and
-- lastro.workspace, which this one sets for the transaction.
create or replace function access_enter(p_hash bytea, p_workspace text, p_portfolio uuid, p_now timestamptz,
                             p_timeout int8,		-- ms that a statement of the transaction may take; null: as it is
                             p_key text, p_fingerprint bytea)	-- of the Idempotency-Key; null: none
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
	version_rate       int8,
	once               text		-- of the key, where outcome lets anybody in: new, replay, reused, in_progress
)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	told text;
	k    record;
	p    record;
	away boolean := false;	-- the office suspended him
begin
	-- For whatever comes behind, even where nobody is let in.
	if p_timeout is not null then
		told := set_config('statement_timeout', p_timeout::text, true);
	end if;
	select a.id, a.account_id, a.organization_id, a.kind, a.scopes, a.expires_at,
	       a.revoked_at is not null or c.disabled_at is not null as revoked,
	       w.id as own_id, w.wallet as own_wallet,
	       (select v.version from market_version v where v.family = 'reference') as reference,
	       (select v.version from market_version v where v.family = 'closes') as closes,
	       (select v.version from market_version v where v.family = 'rate') as rate
	  into k
	  from api_key a
	  join account c on c.id = a.account_id
	  left join workspace w on w.account_id = a.account_id
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
		workspace_id := k.own_id;
		personal := case when k.own_id is not null then true end;
		wallet := k.own_wallet;
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

	version_reference := k.reference;
	version_closes := k.closes;
	version_rate := k.rate;

	-- Assignments: an expression by itself needs no plan to be opened.
	told := set_config('lastro.workspace', coalesce(resource_workspace, workspace_id)::text, true);
	told := set_config('lastro.account', account_id::text, true);
	told := set_config('lastro.credential', credential_id::text, true);
	if p_key is not null then
		once := idempotency_outcome(credential_id, p_key, p_fingerprint, p_now);
	end if;
	return next;
end
$$;

revoke execute on function access_enter from public, lastro_worker;
grant execute on function access_enter to lastro_worker;
