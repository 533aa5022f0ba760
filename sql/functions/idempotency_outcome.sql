-- Whether the key was used: new, replay, gone (its resource was deleted), reused, in_progress.  Checked before and
-- after taking the lock: a finished request is replayed whoever holds the lock at the moment (another replay), and an
-- answer stored while we waited for the lock is seen, too.  The lock lasts as long as the transaction that does the
-- work.
create or replace function idempotency_outcome(p_credential uuid, p_key text, p_fingerprint bytea, p_now timestamptz) returns text
language plpgsql as $$
declare
	used text;
	held boolean;
begin
	for look in 1 .. 2 loop
		select case when i.fingerprint <> p_fingerprint then 'reused' when i.status = 410 then 'gone' else 'replay' end into used
		  from idempotency i
		 where i.credential_id = p_credential and i.key = p_key
		   and i.created_at > p_now - interval '24 hours';
		if found then
			return used;
		end if;
		if look = 1 then
			held := pg_try_advisory_xact_lock(hashtextextended(p_credential::text || p_key, 0));
		end if;
	end loop;
	return case when held then 'new' else 'in_progress' end;
end
$$;

revoke execute on function idempotency_outcome from public, lastro_worker;
