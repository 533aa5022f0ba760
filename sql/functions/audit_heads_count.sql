-- Counts the heads that moved since the last count, of a part of a job (job_parts(); null: all); returns the last count,
-- for a row of a chain to name, or null while there is nothing to count.  Counts are serialised; call it before writing
-- the row, which the next count covers.
create or replace function audit_heads_count(p_now timestamptz, p_workspaces uuid[] default null) returns jsonb
language plpgsql set search_path = lastro, pg_temp as $$
declare
	latest int8;
	digest bytea;
begin
	perform pg_advisory_xact_lock(hashtextextended('lastro audit count', 0));
	select c.number, c.hash into latest, digest from audit_count c order by c.number desc limit 1;
	insert into audit_counted (chain, number, seq, hash)
	select h.workspace_id, coalesce(latest, 0) + 1, h.seq, h.hash
	  from audit_head h
	  left join (select distinct on (c.chain) c.chain, c.seq, c.hash
	               from audit_counted c order by c.chain, c.number desc) c on c.chain = h.workspace_id
	 where (c.seq, c.hash) is distinct from (h.seq, h.hash)
	   and (p_workspaces is null or h.workspace_id = any(p_workspaces));
	if found then
		latest := coalesce(latest, 0) + 1;
		digest := audit_count_digest(digest, latest, p_now);
		insert into audit_count (number, counted_at, hash) values (latest, p_now, digest);
	end if;
	return case when latest is not null then jsonb_build_object('count', latest, 'hash', encode(digest, 'hex')) end;
end
$$;

revoke execute on function audit_heads_count from public, lastro_worker;
