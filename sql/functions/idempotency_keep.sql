-- Stores an answer.  p_about: the ids in it and its request.  Deletes expired answers at one key in sixteen, so that
-- the table needs no other maintenance.
create or replace function idempotency_keep(p_key text, p_fingerprint bytea, p_status int8, p_content_type text,
                                            p_location text, p_body bytea, p_about uuid[], p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := nullif(current_setting('lastro.credential', true), '')::uuid;
	old tid[];
begin
	insert into idempotency as i (credential_id, key, fingerprint, status, content_type, location, body, about,
	                              space, created_at)
	values (own, p_key, p_fingerprint, p_status, p_content_type, p_location, p_body, p_about, current_workspace(), p_now)
	on conflict (credential_id, key) do update
	   set fingerprint = excluded.fingerprint, status = excluded.status, content_type = excluded.content_type,
	       location = excluded.location, body = excluded.body, about = excluded.about,
	       space = excluded.space, created_at = excluded.created_at;
	if hashtext(p_key) & 15 <> 0 then
		return;
	end if;
	old := array(select o.ctid from idempotency o
	              where o.created_at <= p_now - interval '24 hours'
	              order by o.created_at limit 160 for update skip locked);
	if old <> '{}' then
		delete from idempotency i where i.ctid = any (old);
	end if;
end
$$;

revoke execute on function idempotency_keep from public, lastro_worker;
grant execute on function idempotency_keep to lastro_worker;
