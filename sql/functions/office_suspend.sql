-- Suspends a member of the office of the transaction's workspace since p_at, or restores him: null.  The office also
-- stores it with its member; this copy is checked by every request.
create or replace function office_suspend(p_account uuid, p_at timestamptz) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update organization_member m set suspended_at = case when p_at is not null then coalesce(m.suspended_at, p_at) end
	  from workspace w
	 where w.id = current_workspace() and m.organization_id = w.organization_id and m.account_id = p_account
$$;

revoke execute on function office_suspend from public, lastro_worker;
grant execute on function office_suspend to lastro_worker;
