-- The input of a row's hash: the hash before it and every column, in one spelling.
create or replace function audit_digest(p_before bytea, p_workspace uuid, p_id uuid, p_seq int8, p_at timestamptz,
                                        p_account uuid, p_credential uuid, p_kind text, p_action text, p_outcome text,
                                        p_subject uuid, p_request text, p_detail jsonb, p_input jsonb, p_changes jsonb)
returns bytea
language sql immutable set search_path = lastro, pg_temp as $$
	select sha256(p_before || convert_to(jsonb_build_array(
		p_workspace, p_id, p_seq, (extract(epoch from p_at) * 1000000)::int8, p_account,
		p_credential, p_kind, p_action, p_outcome, p_subject, p_request, p_detail, p_input, p_changes)::text,
		'UTF8'))
$$;

revoke execute on function audit_digest from public, lastro_worker;
