-- The parts of a job over all workspaces: what a run does at once.  On one machine it is one part, without a list of
-- workspaces: all of them.  Where the tenant tables are distributed there is one for each shard (p_split), or one for all
-- machines that answer, without a list when all do.  A machine that does not answer is a row of its own: answers is false.
-- A trail's workspace is in audit_counted even when nothing else has it any more.
create or replace function job_parts(p_split boolean)
returns table (part int8, machine text, answers boolean, workspaces uuid[])
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	distributed boolean := to_regclass('pg_catalog.pg_dist_partition') is not null;
begin
	if distributed then
		distributed := exists (select from pg_dist_partition d where d.logicalrelid = 'lastro.audit_head'::regclass);
	end if;
	if not distributed then
		return query select 0::int8, null::text, true, null::uuid[];
		return;
	end if;
	return query
	with node as materialized (
		select n.groupid, n.nodename || ':' || n.nodeport as address, r.success
		  from pg_dist_node n
		  join run_command_on_workers('select 1') r on r.nodename = n.nodename and r.nodeport = n.nodeport
		 where n.noderole = 'primary' and n.isactive and n.shouldhaveshards and n.groupid > 0
	), placed as materialized (
		select p.shardid, n.address
		  from pg_dist_shard s
		  join pg_dist_placement p on p.shardid = s.shardid
		  join node n on n.groupid = p.groupid and n.success
		 where s.logicalrelid = 'lastro.audit_head'::regclass
	), known as materialized (
		select w.id, get_shard_id_for_distribution_column('lastro.audit_head', w.id) as shard
		  from (select x.id from workspace x union select c.chain from audit_counted c) w
		 where p_split or exists (select from node n where not n.success)
	)
	select null::int8, n.address, false, null::uuid[] from node n where not n.success
	union all
	select 0, null, true, null where not p_split and not exists (select from node n where not n.success)
	union all
	select case when p_split then p.shardid else 0 end, case when p_split then p.address end, true, array_agg(k.id order by k.id)
	  from known k
	  join placed p on p.shardid = k.shard
	 group by 1, 2
	 order by 3, 1, 2;
end
$$;

revoke execute on function job_parts from public, lastro_worker;
grant execute on function job_parts to lastro_sender;
