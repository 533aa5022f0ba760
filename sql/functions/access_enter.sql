-- The first round trip of a request: authenticates the caller, chooses the workspace, decides the access to the
-- portfolio, and sets row security and the statement timeout for the transaction.
-- p_workspace: the x-service-workspace header, or null; p_portfolio: the one in the path, or null.
-- An invoker's function: it reads the portfolio as the worker, under row security; caller_find() reads the tables
-- that belong to no tenant.
create or replace function access_enter(p_hash bytea, p_workspace text, p_portfolio uuid, p_now timestamptz,
                             p_timeout int8)		-- ms that a statement of the transaction may take; null: as it is
returns table (
	outcome            text,	-- ok, credential_invalid, credential_expired, credential_revoked, workspace_not_found,
					-- member_suspended: the office itself refuses him; all other routes answer as
					-- if not found
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
	form               text,	-- key, token, session
	organization_id    uuid,	-- that the credential carries; null: none
	audience           text,	-- of a token: the resource that it was made for; null: any
	versions           int8[],	-- of public data, by market_version.position
	version_floor      int8		-- as version_floor() says
)
language plpgsql set search_path = lastro, pg_temp as $$
declare
	told   text;
	c      record;
	p      record;	-- the portfolio
	own    boolean;
	member text;
begin
	-- Also when the caller is refused.  As assignments, since a plain expression needs no plan.
	if p_timeout is not null then
		told := set_config('statement_timeout', p_timeout::text, true);
	end if;
	c := caller_find(p_hash, p_workspace, p_portfolio, p_now);
	outcome := c.outcome;
	credential_id := c.credential_id;
	account_id := c.account_id;
	kind := c.kind;
	scopes := c.scopes;
	workspace_id := c.workspace_id;
	personal := c.personal;
	wallet := c.wallet;
	form := c.form;
	organization_id := c.organization_id;
	audience := c.audience;
	versions := c.versions;
	-- As a setting of the transaction: workers also run on a schema whose function has no such result.
	if c.closing_at is not null then
		told := set_config('lastro.closing', c.closing_at::text, true);
	end if;
	version_floor := version_floor();
	if workspace_id is null then
		return next;
		return;
	end if;

	told := caller_set(c.workspace_id, c.account_id, c.credential_id)::text;
	if c.resource_workspace <> c.workspace_id then
		told := foreign_set(c.resource_workspace, p_portfolio)::text;
	end if;
	if c.resource_workspace is not null then
		own := c.resource_workspace = c.workspace_id;
		-- Of one table by its key: distributed, a statement that reads another one is planned at every request.
		select w.visibility, w.ledger_version, w.controller_id, w.audience into p
		  from portfolio w
		 where w.workspace_id = c.resource_workspace and w.id = p_portfolio;
		if found then
			if own and p.audience = 'members' then
				select m.access into member from portfolio_member m
				 where m.workspace_id = c.resource_workspace and m.portfolio_id = p_portfolio
				   and m.account_id = c.account_id;
			end if;
			if own then
				-- PORTFOLIO_ACCESS() of src/identity/portfolio_access.h:
				resource_access := case
					when p.controller_id = c.account_id and not c.kind = 'platform' then 'control'
					when p.controller_id = c.account_id and p.audience = 'workspace' then 'edit'
					when p.audience = 'workspace' then 'read'
					when p.audience = 'members' then member end;
			end if;
			-- A person whom the portfolio's own shows it, and comes by a log-in: not the programs that act for that person.
			if not own and c.form = 'session' and c.personal and portfolio_share_stands(c.account_id, p_portfolio) then
				resource_access := 'read';
			end if;
			if resource_access is null and p.visibility <> 'private'
			   and (own or c.resource_wallet <> 'not_installed') then
				resource_access := 'public';
			end if;
		end if;
		if resource_access is not null then
			resource_workspace := c.resource_workspace;
			ledger_version := p.ledger_version;
		elsif c.resource_workspace <> c.workspace_id then
			told := foreign_set(null, null)::text;
		end if;
	end if;
	return next;
end
$$;

revoke execute on function access_enter from public, lastro_worker;
grant execute on function access_enter to lastro_worker;
