-- Deletes an account whose time has come, and what is its own in every workspace; p_again: one that was deleted before and
-- came back with a restored backup, without a question.  Its chain of the trail stays, and ends with a row that counts
-- what went; so does that of an organization of which it is the only member and that has no licence, which goes with it.
-- What an office holds is the office's: clients' portfolios that it made pass to another member, an owner first.
-- Returns erased; gone: there is nothing to do, or another run has it; sole_owner: an organization would be left to
-- nobody, and nothing was done.
create or replace function account_erase(p_account uuid, p_now timestamptz, p_again boolean) returns text
language plpgsql set search_path = lastro, pg_temp as $$
declare
	today  constant date := (p_now at time zone 'America/Sao_Paulo')::date;
	places constant uuid[] := array(select w.id from workspace w where w.organization_id is not null);
	address    text;
	own        uuid;
	alone      uuid[];	-- organizations that go too
	licensed   uuid[];
	portfolios uuid[];
	invited    uuid[];
	members    uuid[] := '{}';
	counts     jsonb;
	heir       uuid;
	near       uuid[];	-- the organizations in which it is, or has portfolios
	x          record;
begin
	if not p_again then
		perform from account_deletion d where d.account_id = p_account and d.due_at <= p_now for update skip locked;
		if not found then
			return 'gone';
		end if;
	end if;
	select a.email, w.id into address, own
	  from account a left join workspace w on w.account_id = a.id
	 where a.id = p_account
	   for update of a;
	if not found then
		return 'gone';
	end if;
	perform caller_set(own, p_account, p_account);
	if not p_again and account_sole_owner(today) is not null then
		return 'sole_owner';
	end if;
	alone := array(select w.id
	                 from organization_member m
	                 join workspace w on w.organization_id = m.organization_id
	                where m.account_id = p_account
	                  and not exists (select from organization_member o
	                                   where o.organization_id = m.organization_id and o.account_id <> p_account));
	licensed := array(select l.workspace_id from office_license l
	                   where l.workspace_id = any (alone) and (l.valid_until is null or l.valid_until >= today));
	alone := array(select a.id from unnest(alone) a (id) where not a.id = any (licensed));

	near := array(select w.id from organization_member m join workspace w on w.organization_id = m.organization_id
	               where m.account_id = p_account
	              union
	              select d.workspace_id from portfolio_directory d where d.controller_id = p_account and d.workspace_id <> own);

	for x in select distinct d.workspace_id as place from portfolio_directory d
	          where d.controller_id = p_account and d.kind = 'client' and not d.workspace_id = any (alone) loop
		heir := (select m.account_id from office_member m
		          where m.workspace_id = x.place and m.account_id <> p_account
		          order by m.role <> 'owner', m.suspended_at is not null, m.joined_at, m.id limit 1);
		if heir is null then
			return 'sole_owner';
		end if;
		update portfolio p set controller_id = heir
		 where p.workspace_id = x.place and p.controller_id = p_account and p.client_id is not null;
		update portfolio_directory d set controller_id = heir
		 where d.workspace_id = x.place and d.controller_id = p_account and d.kind = 'client';
	end loop;

	for x in select m.workspace_id, m.id, m.role, m.seated, m.suspended_at from office_member m
	          where m.workspace_id = any (places) and m.account_id = p_account and not m.workspace_id = any (alone) loop
		members := members || x.id;
		perform audit_operator(x.workspace_id, gen_random_uuid(), p_now, 'member.removed', 'operator.account.erase', x.id,
		                       '{}', jsonb_build_object('member', true, 'role', x.role, 'seated', x.seated, 'status',
		                       case when x.suspended_at is null then 'active' else 'suspended' end), null);
	end loop;
	portfolios := array(select d.portfolio_id from portfolio_directory d where d.controller_id = p_account);
	delete from portfolio p where p.workspace_id = any (places) and p.id = any (portfolios);
	delete from portfolio_directory d where d.portfolio_id = any (portfolios);
	perform account_rows_erase(p_account, places);
	delete from audit a where a.workspace_id = any (near) and a.account_id = p_account and a.seq is null;
	invited := array(select i.id from office_invitation i
	                  where i.workspace_id = any (places)
	                    and (i.email = address or i.accepted_by = p_account
	                         or (i.created_by = p_account and i.accepted_at is null and i.revoked_at is null)));
	delete from office_invitation i where i.workspace_id = any (places) and i.id = any (invited);
	delete from invitation_directory d where d.invitation_id = any (invited);

	for x in select a.id, w.organization_id from unnest(alone) a (id) join workspace w on w.id = a.id loop
		counts := workspace_erase(x.id);
		perform audit_operator(x.id, gen_random_uuid(), p_now, 'organization.deleted', 'operator.account.erase',
		                       x.organization_id, counts, null, null);
		delete from organization o where o.id = x.organization_id;
	end loop;
	counts := workspace_erase(own);
	perform audit_operator(own, gen_random_uuid(), p_now, 'account.deleted', 'operator.account.erase', p_account, counts, null,
	                       null);
	perform audit_heads_count(p_now, alone || own);

	perform idempotency_forget(portfolios || invited || members || p_account || own);
	delete from mail_outbox m using portfolio_share s where s.account_id = p_account and m.id = s.id;
	delete from portfolio_share s where s.email = address;
	delete from sign_up s where s.email = address;
	delete from mail_outbox m where m.recipient = address;
	delete from throttle t
	 where t.subject like 'tell:' || p_account || ':%'
	    or t.subject in ('own:' || p_account, 'factor-account:' || p_account, 'share:' || p_account,
	                     'account:' || encode(sha256(convert_to(address, 'UTF8')), 'hex'),
	                     'signup-mail:' || encode(sha256(convert_to(address, 'UTF8')), 'hex'),
	                     'share-mail:' || encode(sha256(convert_to(address, 'UTF8')), 'hex'));
	insert into account_deleted (account_id, chain, deleted_at) values (p_account, own, p_now) on conflict do nothing;
	delete from account a where a.id = p_account;
	return 'erased';
end
$$;

revoke execute on function account_erase from public, lastro_worker;
