-- The caller takes a grant back: false where it is none of theirs.
create or replace function oauth_grant_end(p_id uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if not exists (select from oauth_grant g
	                where g.id = p_id and g.account_id = current_account() and g.revoked_at is null) then
		return false;
	end if;
	perform oauth_family_end(p_id, p_now);
	return true;
end
$$;

revoke execute on function oauth_grant_end from public, lastro_worker;
grant execute on function oauth_grant_end to lastro_worker;
