-- Spends the link, creates the account for a sign-up, and sets the password; ends sessions and application grants
-- made with the old one, since a new password is chosen when another person may have known the old one.  No row when
-- the link is not valid, else one of the account alone and one of each ended grant.
create or replace function password_choose(p_hash bytea, p_encoded text, p_now timestamptz, p_id uuid, p_workspace uuid,
                                           p_name text)
returns table (account_id uuid, ended_grant uuid, ended_workspace uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
#variable_conflict use_column
declare
	who uuid;
begin
	update password_link l set used_at = p_now
	  from account a
	 where l.hash = p_hash and l.used_at is null and l.expires_at > p_now
	   and a.id = l.account_id and a.disabled_at is null
	returning l.account_id into who;
	if not found then
		who := account_sign_up(p_hash, p_now, p_id, p_workspace, p_name);
		if who is null then
			return;
		end if;
		-- Kept as spent, for a repeated submission.
		insert into password_link (hash, account_id, created_at, expires_at, used_at) values (p_hash, who, p_now, p_now, p_now);
	end if;
	-- Other links of the account become invalid.
	delete from password_link l where l.account_id = who and l.used_at is null;
	insert into password as w (account_id, encoded, changed_at)
	values (who, p_encoded, p_now)
	on conflict (account_id) do update set encoded = excluded.encoded, changed_at = excluded.changed_at;
	update api_key k set revoked_at = p_now
	 where k.account_id = who and k.form = 'session' and k.revoked_at is null;
	return query
	select who, null::uuid, null::uuid
	union all
	select who, e.ended_grant, e.ended_workspace
	  from oauth_grant g cross join lateral oauth_family_end(g.id, p_now) e
	 where g.account_id = who and g.revoked_at is null;
	-- Addresses known for the account are forgotten: a stranger may have used them.
	delete from login_address l where l.account_id = who;
	delete from throttle t
	 using account a
	 where a.id = who and t.subject = 'account:' || encode(sha256(convert_to(a.email, 'UTF8')), 'hex');
end
$$;

revoke execute on function password_choose from public, lastro_worker;
grant execute on function password_choose to lastro_worker;
