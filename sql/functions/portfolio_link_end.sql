-- false: unknown, another account's or another portfolio's, or ended already.
create or replace function portfolio_link_end(p_id uuid, p_portfolio uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	update portfolio_link l set ended_at = p_now
	 where l.id = p_id and l.account_id = current_account() and l.portfolio_id = p_portfolio and l.ended_at is null;
	return found;
end
$$;

revoke execute on function portfolio_link_end from public, lastro_worker;
grant execute on function portfolio_link_end to lastro_worker;
