-- Whether the key was used: new, replay, reused, in_progress. The lock lasts as long as the transaction that does the work.
create or replace function idempotency_outcome(p_credential uuid, p_key text, p_fingerprint bytea, p_now timestamptz) returns text
language plpgsql as $$
begin
	if not pg_try_advisory_xact_lock(hashtextextended(p_credential::text || p_key, 0)) then
		return 'in_progress';
	end if;
	return coalesce((select case when i.fingerprint = p_fingerprint then 'replay' else 'reused' end
	                   from idempotency i
	                  where i.credential_id = p_credential and i.key = p_key
	                    and i.created_at > p_now - interval '24 hours'), 'new');
end
$$;

revoke execute on function idempotency_outcome from public, lastro_worker;
