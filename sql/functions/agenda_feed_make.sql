-- A secret address of the agenda for the caller's account; false when it has as many as it may.
create or replace function agenda_feed_make(p_id uuid, p_name text, p_hash bytea, p_portfolio uuid, p_days int8,
                                 p_now timestamptz, p_most int8) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	perform from account a where a.id = current_account() for update;	-- two at once would both count the same
	if (select count(*) from agenda_feed f where f.account_id = current_account() and f.revoked_at is null) >= p_most then
		return false;
	end if;
	insert into agenda_feed (id, account_id, name, hash, portfolio_id, days, created_at)
	values (p_id, current_account(), p_name, p_hash, p_portfolio, p_days, p_now);
	return true;
end
$$;

revoke execute on function agenda_feed_make from public, lastro_worker;
grant execute on function agenda_feed_make to lastro_worker;
