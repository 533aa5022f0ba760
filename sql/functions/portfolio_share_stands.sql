-- Whether the account may read the portfolio of another's account: accepted, not ended, and the other still administers it in a
-- workspace with a wallet, and is not to be deleted.
create or replace function portfolio_share_stands(p_account uuid, p_portfolio uuid) returns boolean
language sql stable security definer set search_path = lastro, pg_temp as $$
	select exists (select
	  from portfolio_share s
	  join account a on a.id = s.account_id and a.disabled_at is null
	  join portfolio_directory d on d.portfolio_id = s.portfolio_id and d.controller_id = s.account_id and d.kind = 'wallet'
	  join workspace w on w.id = d.workspace_id and w.account_id = s.account_id and w.wallet <> 'not_installed'
	 where s.reader_id = p_account and s.portfolio_id = p_portfolio and s.ended_at is null
	   and not exists (select from account_deletion x where x.account_id = s.account_id))
$$;

revoke execute on function portfolio_share_stands from public, lastro_worker;
grant execute on function portfolio_share_stands to lastro_worker;
