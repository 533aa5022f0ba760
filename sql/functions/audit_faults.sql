-- The faults of the audit chains of a part of a job (job_parts(); null: all), at most 100.  Tenant tables are read by materialized parts: they are not joined with
-- others where they are distributed.  seq: the row after which, or at which, the chain is broken.
-- missing, changed: a row; end: the last rows; gone, cut, rewritten: a chain that was counted and no longer exists,
-- is shorter, or differs; count: a row of the operator that names a missing count, or (without a workspace) a count.
-- A chain imported from another installation names that one's counts: the row of its import has them, with their
-- hashes.
create or replace function audit_faults(p_workspaces uuid[] default null)
returns table (workspace_id uuid, seq int8, fault text)
language plpgsql stable set search_path = lastro, pg_temp as $$
#variable_conflict use_column
begin
	return query
	with chain as materialized (
		select a.workspace_id, a.seq, a.hash,
		       audit_digest(coalesce(lag(a.hash) over w, decode(repeat('00', 32), 'hex')), a.workspace_id, a.id,
		                    a.seq, a.occurred_at, a.account_id, a.credential_id, a.kind, a.action, a.outcome,
		                    a.subject_id, a.request_id, a.detail, a.input, a.changes) as expected,
		       coalesce(lag(a.seq) over w, 0) as before
		  from audit a
		 where a.seq is not null and (p_workspaces is null or a.workspace_id = any(p_workspaces))
		window w as (partition by a.workspace_id order by a.seq)
	), heads as materialized (
		select h.workspace_id, h.seq from audit_head h where p_workspaces is null or h.workspace_id = any(p_workspaces)
	), naming as materialized (
		select a.workspace_id, a.seq, a.detail ->> 'count' as count, a.detail ->> 'hash' as hash
		  from audit a
		 where a.seq is not null and a.detail ? 'count' and (p_workspaces is null or a.workspace_id = any(p_workspaces))
	), imports as materialized (
		select a.workspace_id, a.seq, a.input -> 'counts' as counts
		  from audit a
		 where a.kind = 'workspace.import' and a.account_id is null and (p_workspaces is null or a.workspace_id = any(p_workspaces))
	), ends as (
		select c.workspace_id, max(c.seq) as seq from chain c group by c.workspace_id
	), counted as (
		select c.chain as workspace_id, max(c.seq) as seq from audit_counted c
		 where p_workspaces is null or c.chain = any(p_workspaces)
		 group by c.chain
	), counts as (
		select c.number, c.hash, c.counted_at, lag(c.number, 1, 0::int8) over w as before, lag(c.hash) over w as hash_before
		  from audit_count c
		window w as (order by c.number)
	)
	select x.workspace_id, x.seq, x.fault
	  from (select c.workspace_id, c.seq, 'missing' as fault from chain c where c.before <> c.seq - 1
	        union all
	        select c.workspace_id, c.seq, 'changed' from chain c where c.before = c.seq - 1 and c.hash <> c.expected
	        union all
	        select h.workspace_id, h.seq, 'end'
	          from heads h left join ends e on e.workspace_id = h.workspace_id
	         where h.seq <> coalesce(e.seq, 0)
	        union all
	        select e.workspace_id, e.seq, 'end'
	          from ends e left join heads h on h.workspace_id = e.workspace_id
	         where h.workspace_id is null
	        union all
	        select c.workspace_id, c.seq, case when e.seq is null then 'gone' else 'cut' end
	          from counted c left join ends e on e.workspace_id = c.workspace_id
	         where c.seq > coalesce(e.seq, 0)
	        union all
	        select c.chain, c.seq, 'rewritten'
	          from audit_counted c join chain a on a.workspace_id = c.chain and a.seq = c.seq
	         where a.hash <> c.hash
	        union all
	        select a.workspace_id, a.seq, 'count'
	          from naming a
	         where not exists (select from audit_count c where c.number = a.count::int8 and encode(c.hash, 'hex') = a.hash)
	           and not exists (select from imports i
	                            where i.workspace_id = a.workspace_id and i.seq > a.seq and i.counts ->> a.hash = a.count)
	        union all
	        select null, c.number, 'count'
	          from counts c
	         where c.before <> c.number - 1
	            or c.hash <> audit_count_digest(c.hash_before, c.number, c.counted_at)) x
	 order by 1, 2, 3
	 limit 100;
end
$$;

revoke execute on function audit_faults from public, lastro_worker;
