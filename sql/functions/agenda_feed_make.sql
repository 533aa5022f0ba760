-- Creates a secret address of the agenda for the caller's account; made: false when it has reached the limit.  One
-- that a key creates expires with the key; one that a session creates does not expire with the session.
create or replace function agenda_feed_make(p_id uuid, p_name text, p_hash bytea, p_portfolio uuid, p_days int8,
                                 p_now timestamptz, p_most int8)
returns table (made boolean, expires_at timestamptz)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	by_key uuid;
begin
	perform from account a where a.id = current_account() for update;	-- two at once would both count the same
	if (select count(*) from agenda_feed f
	     where f.account_id = current_account() and f.revoked_at is null and agenda_feed_stands(f, p_now)) >= p_most then
		made := false;
		return next;
		return;
	end if;
	select k.expires_at, k.id into agenda_feed_make.expires_at, by_key
	  from api_key k where k.id = current_credential() and k.form <> 'session';
	insert into agenda_feed (id, account_id, name, hash, portfolio_id, days, created_at, expires_at, key_id)
	values (p_id, current_account(), p_name, p_hash, p_portfolio, p_days, p_now,
	        agenda_feed_make.expires_at, by_key);
	made := true;
	return next;
end
$$;

revoke execute on function agenda_feed_make from public, lastro_worker;
grant execute on function agenda_feed_make to lastro_worker;
