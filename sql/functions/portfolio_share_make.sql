-- Invites an e-mail to read a portfolio of the caller's own workspace which the caller administers, and queues a message to it: the same
-- whether it has an account or not.  An e-mail that already got three messages of this kind today gets no more, with the same answer.
-- Returns made; there: it is invited or in already; own: it is the caller's; many: the account has p_most; wait: it invited too often today.
create or replace function portfolio_share_make(p_id uuid, p_portfolio uuid, p_title text, p_email text, p_now timestamptz, p_expires timestamptz,
                                     p_most int8, p_subject text, p_body text) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	perform from account a where a.id = current_account() for update;	-- two at once would both count the same
	if exists (select from account a where a.id = current_account() and a.email = p_email) then
		return 'own';
	end if;
	delete from portfolio_share s
	 using (select o.id from portfolio_share o
	         where coalesce(o.ended_at, o.expires_at) <= p_now - interval '30 days' and (o.ended_at is not null or o.reader_id is null)
	         order by coalesce(o.ended_at, o.expires_at) limit 10 for update skip locked) old
	 where s.id = old.id;
	update portfolio_share s set ended_at = s.expires_at
	 where s.portfolio_id = p_portfolio and s.email = p_email and s.ended_at is null and s.reader_id is null and s.expires_at <= p_now;
	if exists (select from portfolio_share s where s.portfolio_id = p_portfolio and s.email = p_email and s.ended_at is null) then
		return 'there';
	end if;
	if (select count(*) from portfolio_share s
	     where s.account_id = current_account() and s.ended_at is null
	       and (s.reader_id is not null or s.expires_at > p_now)) >= p_most then
		return 'many';
	end if;
	if throttle_take('share:' || current_account(), 10, interval '1 day', p_now) > 0 then
		return 'wait';
	end if;
	insert into portfolio_share (id, portfolio_id, account_id, title, email, created_at, expires_at)
	select p_id, d.portfolio_id, d.controller_id, p_title, p_email, p_now, p_expires
	  from portfolio_directory d
	  join workspace w on w.id = d.workspace_id and w.account_id = d.controller_id
	 where d.portfolio_id = p_portfolio and d.controller_id = current_account() and d.kind = 'wallet';
	if not found then
		return 'many';
	end if;
	if throttle_take('share-mail:' || encode(sha256(convert_to(p_email, 'UTF8')), 'hex'), 3, interval '1 day', p_now) = 0 then
		insert into mail_outbox (id, recipient, subject, body, created_at, expires_at)
		values (p_id, p_email, p_subject, p_body, p_now, p_expires);
	end if;
	return 'made';
end
$$;

revoke execute on function portfolio_share_make from public, lastro_worker;
grant execute on function portfolio_share_make to lastro_worker;
