-- Ends an invitation or a reading: by the account that administers the portfolio, by its reader, or by whoever is invited.
-- false: unknown, somebody else's, or ended already.
create or replace function portfolio_share_end(p_id uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	update portfolio_share s set ended_at = p_now
	 where s.id = p_id and s.ended_at is null
	   and (s.account_id = current_account() or s.reader_id = current_account()
	        or (s.reader_id is null and s.email = (select a.email from account a where a.id = current_account())));
	if not found then
		return false;
	end if;
	delete from mail_outbox m where m.id = p_id;	-- the invitation, if it was not sent yet
	return true;
end
$$;

revoke execute on function portfolio_share_end from public, lastro_worker;
grant execute on function portfolio_share_end to lastro_worker;
