-- Records the effect of a command by the row before and after (null: no row).  Only the owner may execute it.
-- A command counts the chains (of the machines that answer) first, and names the count; a load, with thousands of rows, does not.
create or replace function audit_operator(p_workspace uuid, p_id uuid, p_now timestamptz, p_kind text, p_action text,
                                          p_subject uuid, p_input jsonb, p_before jsonb, p_after jsonb) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	before  constant jsonb := jsonb_strip_nulls(coalesce(p_before, '{}'));
	after   constant jsonb := jsonb_strip_nulls(coalesce(p_after, '{}'));
	changes constant jsonb := (
		select coalesce(jsonb_agg(jsonb_build_object('pointer', '/' || k, 'from', before -> k, 'to', after -> k)
		                          order by k collate "C"), '[]')
		  from jsonb_object_keys(before || after) k
		 where before -> k is distinct from after -> k);
begin
	perform audit_link(p_workspace, p_id, p_now, null, null, p_kind, p_action, 'done', p_subject, null, p_input, changes,
	                   case when p_action like 'operator.%' then
	                        audit_heads_count(p_now, (select j.workspaces from job_parts(false) j where j.answers)) end);
end
$$;

revoke execute on function audit_operator from public, lastro_worker;
