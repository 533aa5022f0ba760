-- Counts an attempt at the password of the caller's account from one of its sessions, and returns the stored hash.
-- wait: seconds until the next attempt is accepted; 0: this one is.
create or replace function password_own(p_now timestamptz) returns table (wait int8, encoded text, changed_at timestamptz)
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	wait := throttle_take('own:' || current_account(), 10, interval '15 minutes', p_now);
	if wait = 0 then
		select w.encoded, w.changed_at into encoded, changed_at from password w where w.account_id = current_account();
	end if;
	return next;
end
$$;

revoke execute on function password_own from public, lastro_worker;
grant execute on function password_own to lastro_worker;
