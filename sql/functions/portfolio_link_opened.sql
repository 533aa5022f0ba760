-- Notes that a link of the caller's account was opened, once a minute; deletes a few that are over since a month.
create or replace function portfolio_link_opened(p_id uuid, p_now timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update portfolio_link l set opened_at = p_now
	 where l.id = p_id and l.account_id = current_account()
	   and (l.opened_at is null or l.opened_at <= p_now - interval '1 minute');
	delete from portfolio_link l
	 using (select o.id from portfolio_link o
	         where o.expires_at <= p_now - interval '30 days'
	         order by o.expires_at limit 10 for update skip locked) old
	 where l.id = old.id
$$;

revoke execute on function portfolio_link_opened from public, lastro_worker;
grant execute on function portfolio_link_opened to lastro_worker;
