-- false: unknown, another account's, or already revoked.
create or replace function agenda_feed_revoke(p_id uuid, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	update agenda_feed f set revoked_at = p_now
	 where f.id = p_id and f.account_id = current_account() and f.revoked_at is null;
	return found;
end
$$;

revoke execute on function agenda_feed_revoke from public, lastro_worker;
grant execute on function agenda_feed_revoke to lastro_worker;
