-- What the hash covers: every column, in one spelling.
create or replace function audit_digest(p_before bytea, a audit) returns bytea
language sql immutable set search_path = lastro, pg_temp as $$
	select sha256(p_before || convert_to(jsonb_build_array(
		a.workspace_id, a.id, a.seq, (extract(epoch from a.occurred_at) * 1000000)::int8, a.account_id,
		a.credential_id, a.kind, a.action, a.outcome, a.subject_id, a.request_id, a.detail, a.input, a.changes)::text,
		'UTF8'))
$$;

revoke execute on function audit_digest from public, lastro_worker;
