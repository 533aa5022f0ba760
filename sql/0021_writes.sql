-- What a head became by writes since, told by what differs from it (calc/packed.h): a write of one trade changes few
-- of its bytes, and writing all of it anew cost as much as the trade.
alter table portfolio_state add column patch bytea;
alter table portfolio_state alter column patch set storage external;

-- What a write asks of its Idempotency-Key.  A function in SQL with a search_path of its own is parsed and planned
-- anew at every call: the credential is read here as current_credential() reads it, once.

set local search_path = lastro, pg_temp;

create or replace function idempotency_begin(p_key text, p_fingerprint bytea, p_now timestamptz)
returns table (outcome text, status int8, content_type text, location text, body bytea)
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant text := nullif(current_setting('lastro.credential', true), '');
	kept record;
begin
	if not pg_try_advisory_xact_lock(hashtextextended(own || p_key, 0)) then
		outcome := 'in_progress';
		return next;
		return;
	end if;
	select i.fingerprint, i.status, i.content_type, i.location, i.body
	  into kept
	  from idempotency i
	 where i.credential_id = own::uuid and i.key = p_key
	   and i.created_at > p_now - interval '24 hours';
	outcome := case
		when not found then 'new'
		when kept.fingerprint <> p_fingerprint then 'reused'
		else 'replay'
	end;
	if outcome = 'replay' then
		status := kept.status;
		content_type := kept.content_type;
		location := kept.location;
		body := kept.body;
	end if;
	return next;
end
$$;

-- Those that are too old are looked for first: there are none at nearly every write, and then nothing is deleted.
create or replace function idempotency_keep(p_key text, p_fingerprint bytea, p_status int8, p_content_type text,
                                            p_location text, p_body bytea, p_now timestamptz) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	own constant uuid := nullif(current_setting('lastro.credential', true), '')::uuid;
	old tid[];
begin
	insert into idempotency as i (credential_id, key, fingerprint, status, content_type, location, body, created_at)
	values (own, p_key, p_fingerprint, p_status, p_content_type, p_location, p_body, p_now)
	on conflict (credential_id, key) do update
	   set fingerprint = excluded.fingerprint, status = excluded.status, content_type = excluded.content_type,
	       location = excluded.location, body = excluded.body, created_at = excluded.created_at;
	old := array(select o.ctid from idempotency o
	              where o.created_at <= p_now - interval '24 hours'
	              order by o.created_at limit 10 for update skip locked);
	if old <> '{}' then
		delete from idempotency i where i.ctid = any (old);
	end if;
end
$$;
