-- Accepts an invitation to the e-mail of the caller's account.  false: unknown, for another e-mail, accepted, ended or expired.
create or replace function portfolio_share_accept(p_id uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	update portfolio_share s set reader_id = current_account(), accepted_at = p_now
	 where s.id = p_id and s.ended_at is null and s.reader_id is null and s.expires_at > p_now
	   and s.account_id <> current_account()
	   and s.email = (select a.email from account a where a.id = current_account());
	return found;
end
$$;

revoke execute on function portfolio_share_accept from public, lastro_worker;
grant execute on function portfolio_share_accept to lastro_worker;
