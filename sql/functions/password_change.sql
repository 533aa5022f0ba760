-- Sets the password of the caller's account, if it is still the one of hash p_old; ends all other sessions and the
-- application grants made with the old one, as password_choose() does.  No row when another password was set meanwhile,
-- else one of nulls and one of each ended grant.
create or replace function password_change(p_old text, p_encoded text, p_now timestamptz)
returns table (ended_grant uuid, ended_workspace uuid)
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	update password w set encoded = p_encoded, changed_at = p_now
	 where w.account_id = current_account() and w.encoded = p_old
	   -- Whoever asked for the account's deletion may not lock out who would call it back.
	   and not exists (select from account_deletion d where d.account_id = current_account());
	if not found then
		return;
	end if;
	delete from password_link l where l.account_id = current_account() and l.used_at is null;
	delete from login_address l where l.account_id = current_account();
	delete from throttle t where t.subject = 'own:' || current_account();
	perform sessions_end(p_now, false);
	return query
	select null::uuid, null::uuid
	union all
	select e.ended_grant, e.ended_workspace
	  from oauth_grant g cross join lateral oauth_family_end(g.id, p_now) e
	 where g.account_id = current_account() and g.revoked_at is null;
end
$$;

revoke execute on function password_change from public, lastro_worker;
grant execute on function password_change to lastro_worker;
