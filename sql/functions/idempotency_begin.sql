-- The state of a write's Idempotency-Key: new, replay (with the stored answer), gone (its resource was deleted),
-- reused (another request has this key) or in_progress.
create or replace function idempotency_begin(p_key text, p_fingerprint bytea, p_now timestamptz)
returns table (outcome text, status int8, content_type text, location text, body bytea)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := nullif(current_setting('lastro.credential', true), '')::uuid;
begin
	outcome := idempotency_outcome(own, p_key, p_fingerprint, p_now);
	if outcome = 'replay' then
		select i.status, i.content_type, i.location, i.body into status, content_type, location, body
		  from idempotency i
		 where i.credential_id = own and i.key = p_key;
		if not found then	-- it became too old just now
			outcome := 'new';
		end if;
	end if;
	return next;
end
$$;

revoke execute on function idempotency_begin from public, lastro_worker;
grant execute on function idempotency_begin to lastro_worker;
