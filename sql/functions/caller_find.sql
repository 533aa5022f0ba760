-- The account of a credential, the workspace, and the location of the portfolio in the path, from tables that belong
-- to no tenant.  Security definer with a pinned search_path, like all functions on them: the worker may execute it
-- and read none of the tables.  It reads no tenant table: access_enter() does that as the worker.
create or replace function caller_find(p_hash bytea, p_workspace text, p_portfolio uuid, p_now timestamptz,
	out outcome            text,	-- as access_enter() has it
	out credential_id      uuid,
	out account_id         uuid,
	out kind               text,
	out scopes             int8,
	out workspace_id       uuid,	-- the caller's
	out personal           boolean,
	out wallet             text,	-- of the caller's workspace
	out resource_workspace uuid,	-- of the portfolio; null: there is none such
	out resource_wallet    text,	-- of that workspace
	out form               text,	-- key, token, session
	out organization_id    uuid,	-- that the credential carries; null: none
	out audience           text,	-- of a token: the resource that it was made for; null: any
	out versions           int8[],	-- of public data, by market_version.position
	out closing_at         timestamptz)	-- when the account is to be deleted; null: it stays
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	k         record;
	suspended boolean := false;
begin
	select a.id, a.account_id, a.organization_id, a.kind, a.scopes, a.expires_at, a.form, a.audience,
	       -- Until an account is deleted only its person comes in, who may call that back; then nobody.
	       a.revoked_at is not null or c.disabled_at is not null
	       or (d.account_id is not null and (d.due_at <= p_now or a.form <> 'session')) as revoked,
	       d.due_at,
	       w.id as own_id, w.wallet as own_wallet,
	       -- The pair is used for ten minutes either side of its time (doc/calculations.md 5), so the clock makes
	       -- two versions of the rate.  Code that compares versions thus also notices its expiry.
	       array(select case when v.family = 'rate' then 2 * v.version + coalesce((
	                        select (abs(extract(epoch from p_now - date_trunc('milliseconds', u.at))) <= 600)::int4
	                          from usdt u where u.pair = 'USDTBRL'), 0)
	                    else v.version end
	               from market_version v order by v.position) as versions
	  into k
	  from api_key a
	  join account c on c.id = a.account_id
	  left join workspace w on w.account_id = a.account_id
	  left join account_deletion d on d.account_id = a.account_id
	 where a.hash = p_hash;
	outcome := case
		when not found then 'credential_invalid'
		when k.revoked then 'credential_revoked'
		when k.expires_at <= p_now then 'credential_expired'
		else 'ok'
	end;
	if outcome <> 'ok' then
		return;
	end if;
	credential_id := k.id;
	account_id := k.account_id;
	kind := k.kind;
	scopes := k.scopes;
	form := k.form;
	audience := k.audience;
	organization_id := k.organization_id;
	closing_at := k.due_at;

	-- Membership is checked at every request: a former member's key no longer opens the organization.
	if k.organization_id is not null then
		select w.id, false, w.wallet, om.suspended_at is not null into workspace_id, personal, wallet, suspended
		  from workspace w join organization_member om on om.organization_id = w.organization_id
		 where w.organization_id = k.organization_id and om.account_id = k.account_id
		   and (p_workspace is null or lower(p_workspace) = k.organization_id::text);
	elsif p_workspace is null or p_workspace = 'personal' then
		workspace_id := k.own_id;
		personal := case when k.own_id is not null then true end;
		wallet := k.own_wallet;
	-- A consent for the person's own account opens no organization, whatever the header names.
	elsif k.form <> 'token' and p_workspace ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
		select w.id, false, w.wallet, om.suspended_at is not null into workspace_id, personal, wallet, suspended
		  from workspace w join organization_member om on om.organization_id = w.organization_id
		 where w.organization_id = p_workspace::uuid and om.account_id = k.account_id;
	end if;
	if workspace_id is null then
		outcome := 'workspace_not_found';
		return;
	end if;
	versions := k.versions;

	-- A suspended member loses access to the organization's portfolios, so none is looked up.
	if suspended then
		outcome := 'member_suspended';
	elsif p_portfolio is not null then
		select d.workspace_id, w.wallet into resource_workspace, resource_wallet
		  from portfolio_directory d join workspace w on w.id = d.workspace_id
		 where d.portfolio_id = p_portfolio and d.kind = 'wallet';
	end if;
end
$$;

revoke execute on function caller_find from public, lastro_worker;
grant execute on function caller_find to lastro_worker;
