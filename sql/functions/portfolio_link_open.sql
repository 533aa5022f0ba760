-- What a link shows, and as whose reader; no row when it is unknown, ended or expired, or when its account no longer
-- administers the portfolio: that was deleted or moved, the account was closed or is to be deleted, or the organization let it go.
create or replace function portfolio_link_open(p_hash bytea, p_now timestamptz)
returns table (id uuid, account_id uuid, workspace_id uuid, personal boolean, portfolio_id uuid, amounts boolean,
               expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select l.id, l.account_id, w.id, w.account_id is not null, l.portfolio_id, l.amounts, l.expires_at
	  from portfolio_link l
	  join account a on a.id = l.account_id and a.disabled_at is null
	  join portfolio_directory d
	    on d.portfolio_id = l.portfolio_id and d.controller_id = l.account_id and d.kind = 'wallet'
	  join workspace w on w.id = d.workspace_id and w.wallet <> 'not_installed'
	 where l.hash = p_hash and l.ended_at is null and l.expires_at > p_now
	   and not exists (select from account_deletion x where x.account_id = l.account_id)
	   and (w.account_id = l.account_id
	        or exists (select from organization_member m
	                    where m.organization_id = w.organization_id and m.account_id = l.account_id
	                      and m.suspended_at is null))
$$;

revoke execute on function portfolio_link_open from public, lastro_worker;
grant execute on function portfolio_link_open to lastro_worker;
