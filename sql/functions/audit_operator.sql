-- What the command did, by the row as it was and as it is (null: there is none).  The owner's to call, nobody else's.
create or replace function audit_operator(p_id uuid, p_now timestamptz, p_workspace uuid, p_kind text, p_action text, p_subject uuid,
                               p_input jsonb, p_before jsonb, p_after jsonb) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	before constant jsonb := jsonb_strip_nulls(coalesce(p_before, '{}'));
	after  constant jsonb := jsonb_strip_nulls(coalesce(p_after, '{}'));
	a      audit;
begin
	a.workspace_id := p_workspace;
	a.id := p_id;
	a.occurred_at := p_now;
	a.kind := p_kind;
	a.subject_id := p_subject;
	a.action := p_action;
	a.outcome := 'done';
	a.input := p_input;
	a.changes := (select coalesce(jsonb_agg(jsonb_build_object('pointer', '/' || k, 'from', before -> k, 'to', after -> k)
	                                        order by k collate "C"), '[]')
	                from jsonb_object_keys(before || after) k
	               where before -> k is distinct from after -> k);
	perform audit_link(a);
end
$$;

revoke execute on function audit_operator from public, lastro_worker;
