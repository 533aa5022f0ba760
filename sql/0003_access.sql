-- Who is asking, decided in the first round trip.
-- Security definer, pinned search_path: the worker may execute these and read none of the tables behind.

set local search_path = lastro, pg_temp;

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
	resource_wallet    text,
	ledger_version     int8,
	version_reference  int8,
	version_closes     int8,
	version_rate       int8
)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	k api_key%rowtype;
	d portfolio_directory%rowtype;
	p portfolio%rowtype;
	m text;
	disabled boolean;
begin
	select v.version into version_reference from market_version v where v.family = 'reference';
	select v.version into version_closes from market_version v where v.family = 'closes';
	select v.version into version_rate from market_version v where v.family = 'rate';

	select * into k from api_key a where a.hash = p_hash;
	if not found then
		outcome := 'credential_invalid';
		return next;
		return;
	end if;
	select a.disabled_at is not null into disabled from account a where a.id = k.account_id;
	if disabled or k.revoked_at is not null then
		outcome := 'credential_revoked';
		return next;
		return;
	end if;
	if k.expires_at is not null and k.expires_at <= p_now then
		outcome := 'credential_expired';
		return next;
		return;
	end if;
	credential_id := k.id;
	account_id := k.account_id;
	kind := k.kind;
	scopes := k.scopes;

	if k.organization_id is not null then
		select w.id, false, w.wallet into workspace_id, personal, wallet
		  from workspace w where w.organization_id = k.organization_id;
	elsif p_workspace is null or p_workspace = 'personal' then
		select w.id, true, w.wallet into workspace_id, personal, wallet
		  from workspace w where w.account_id = k.account_id;
	elsif p_workspace ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
		select w.id, false, w.wallet into workspace_id, personal, wallet
		  from workspace w
		  join organization_member om on om.organization_id = w.organization_id
		 where w.organization_id = p_workspace::uuid and om.account_id = k.account_id;
	end if;
	if workspace_id is null then
		outcome := 'workspace_not_found';
		return next;
		return;
	end if;

	if p_portfolio is not null then
		select * into d from portfolio_directory pd where pd.portfolio_id = p_portfolio and pd.kind = 'wallet';
		if found then
			select * into p from portfolio x where x.workspace_id = d.workspace_id and x.id = p_portfolio;
			if d.workspace_id = access_enter.workspace_id then
				if p.audience = 'members' then
					select pm.access into m from portfolio_member pm
					 where pm.workspace_id = d.workspace_id and pm.portfolio_id = p_portfolio
					   and pm.account_id = k.account_id;
				end if;
				resource_access := case
					when k.kind = 'platform' then
						case when p.audience = 'workspace' then 'edit' else m end
					when p.controller_id = k.account_id then 'control'
					when p.audience = 'workspace' then 'read'
					else m
				end;
			end if;
			if resource_access is null and p.visibility <> 'private' then
				resource_access := 'public';
			end if;
			if resource_access is not null then
				resource_workspace := d.workspace_id;
				ledger_version := p.ledger_version;
				select w.wallet into resource_wallet from workspace w where w.id = d.workspace_id;
			end if;
		end if;
	end if;

	perform set_config('lastro.workspace', coalesce(resource_workspace, workspace_id)::text, true);
	perform set_config('lastro.account', account_id::text, true);
	perform set_config('lastro.credential', credential_id::text, true);
	outcome := 'ok';
	return next;
end
$$;

create function current_account() returns uuid
language sql stable as $$ select nullif(current_setting('lastro.account', true), '')::uuid $$;
