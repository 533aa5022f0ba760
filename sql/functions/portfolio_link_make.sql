-- Stores a link to a portfolio that the caller's account administers; false when the account has p_most that are good.
create or replace function portfolio_link_make(p_id uuid, p_portfolio uuid, p_hash bytea, p_amounts boolean,
                                    p_expires timestamptz, p_now timestamptz, p_most int8) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	perform from account a where a.id = current_account() for update;	-- two at once would both count the same
	if (select count(*) from portfolio_link l
	     where l.account_id = current_account() and l.ended_at is null and l.expires_at > p_now) >= p_most then
		return false;
	end if;
	insert into portfolio_link (id, hash, account_id, portfolio_id, amounts, created_at, expires_at)
	select p_id, p_hash, d.controller_id, d.portfolio_id, p_amounts, p_now, p_expires
	  from portfolio_directory d
	 where d.portfolio_id = p_portfolio and d.controller_id = current_account() and d.kind = 'wallet';
	return found;
end
$$;

revoke execute on function portfolio_link_make from public, lastro_worker;
grant execute on function portfolio_link_make to lastro_worker;
