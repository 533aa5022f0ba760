-- What a write of one trade costs the server.

set local search_path = lastro, pg_temp;

-- Constraints are read from their text at every statement that writes the table: twelve of them took as long as the
-- row itself.  One that calls a function says the same, and is short.  The functions are as the constraints of 0002
-- and 0012 were, null being good where it was.

create function ledger_row_fits(kind text, event_kind text, quantity numeric, price numeric, fees numeric, ratio numeric,
                                currency text, note text, source text) returns boolean
language plpgsql immutable parallel safe as $$
begin
	return kind in ('buy', 'sell', 'split', 'adjust')
	   and (event_kind is null or event_kind in ('split', 'bonus', 'incorporation', 'subscription', 'fraction'))
	   and quantity <> 'NaN'
	   and (price is null or price <> 'NaN' and price >= 0)
	   and fees <> 'NaN'
	   and (ratio is null or ratio <> 'NaN' and ratio > 0)
	   and currency in ('BRL', 'USD')
	   and (note is null or length(note) <= 500)
	   and (source is null or source in ('negociacao', 'movimentacao', 'manual'))
	   and (kind = 'split') = (ratio is not null)
	   and (kind = 'adjust' or quantity > 0 or kind = 'split')
	   and (kind = 'adjust' or fees >= 0);
end
$$;

create function portfolio_row_fits(name text, visibility text, audience text, client_id uuid,
                                   name_scope uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
	return length(name) between 1 and 60
	   and visibility in ('private', 'unlisted', 'public')
	   and audience in ('private', 'workspace', 'members')
	   and (client_id is null or (visibility = 'private' and audience = 'private' and name_scope = client_id));
end
$$;

do $$
declare
	c record;
begin
	for c in select conrelid::regclass as relation, conname
	           from pg_constraint
	          where contype = 'c' and conrelid in ('ledger'::regclass, 'portfolio'::regclass) loop
		execute format('alter table %s drop constraint %I', c.relation, c.conname);
	end loop;
end
$$;

revoke execute on function ledger_row_fits(text, text, numeric, numeric, numeric, numeric, text, text, text),
	portfolio_row_fits(text, text, text, uuid, uuid) from public;
grant execute on function ledger_row_fits(text, text, numeric, numeric, numeric, numeric, text, text, text),
	portfolio_row_fits(text, text, text, uuid, uuid) to lastro_worker;

alter table ledger add constraint ledger_row
	check (ledger_row_fits(kind, event_kind, quantity, price, fees, ratio, currency, note, source));
alter table portfolio add constraint portfolio_row
	check (portfolio_row_fits(name, visibility, audience, client_id, name_scope));

-- What a write replaces stands in its row when it fits there compressed: apart, it was two or three rows more, each with
-- an entry of an index, to write and to delete.
alter table asset_state alter column tail set storage main;
alter table portfolio_state alter column patch set storage main;
do $$
begin
	alter table asset_state alter column tail set compression lz4;
	alter table portfolio_state alter column patch set compression lz4;
exception
	when feature_not_supported then null;		-- the server was built without it: its own will do
end
$$;

-- As in 0021, but what is too old, which nobody is answered any more, is looked for at one key in sixteen.
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
