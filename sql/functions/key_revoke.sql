-- Revokes a key; returns the workspace whose audit trail records it: the key's organization's, or the person's own.
-- Null: unknown, another account's, or already revoked.
create or replace function key_revoke(p_id uuid, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	organization uuid;
begin
	update api_key k set revoked_at = p_now
	 where k.id = p_id and k.account_id = current_account() and k.form = 'key' and k.revoked_at is null
	returning k.organization_id into organization;
	if not found then
		return null;
	end if;
	return credential_workspace(current_account(), organization);
end
$$;

revoke execute on function key_revoke from public, lastro_worker;
grant execute on function key_revoke to lastro_worker;
