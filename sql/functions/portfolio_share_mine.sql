-- What others show the caller's account, and what it is invited to read: the portfolio of an invitation is not told before it is
-- accepted.  Of those who are to be deleted, nothing.
create or replace function portfolio_share_mine(p_now timestamptz)
returns table (id uuid, portfolio_id uuid, title text, person text, email text, expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select s.id, case when s.reader_id is not null then s.portfolio_id end, case when s.reader_id is not null then s.title end,
	       a.name, a.email, s.expires_at
	  from (select r.* from portfolio_share r where r.reader_id = current_account() and r.ended_at is null
	        union all
	        select i.* from portfolio_share i
	         where i.email = (select m.email from account m where m.id = current_account())
	           and i.ended_at is null and i.reader_id is null and i.expires_at > p_now and i.account_id <> current_account()) s
	  join account a on a.id = s.account_id and a.disabled_at is null
	  join portfolio_directory d on d.portfolio_id = s.portfolio_id and d.controller_id = s.account_id and d.kind = 'wallet'
	  join workspace w on w.id = d.workspace_id and w.account_id = s.account_id and w.wallet <> 'not_installed'
	 where not exists (select from account_deletion x where x.account_id = s.account_id)
	 order by s.reader_id is null, s.id	-- many invitations hide nothing that is read
	 limit 100
$$;

revoke execute on function portfolio_share_mine from public, lastro_worker;
grant execute on function portfolio_share_mine to lastro_worker;
