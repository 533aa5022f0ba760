-- Appends a row to its workspace's chain, serialised by a lock; assigns its number and hash.
create or replace function audit_link(p_workspace uuid, p_id uuid, p_now timestamptz, p_account uuid, p_credential uuid,
                                      p_kind text, p_action text, p_outcome text, p_subject uuid, p_request text,
                                      p_input jsonb, p_changes jsonb, p_detail jsonb) returns void
language plpgsql set search_path = lastro, pg_temp as $$
declare
	start constant bytea := decode(repeat('00', 32), 'hex');
	before bytea;
	number int8;
	digest bytea;
begin
	insert into audit_head (workspace_id, seq, hash) values (p_workspace, 0, start) on conflict do nothing;
	select h.seq + 1, h.hash into strict number, before
	  from audit_head h
	 where h.workspace_id = p_workspace
	   for update;
	digest := audit_digest(before, p_workspace, p_id, number, p_now, p_account, p_credential, p_kind, p_action, p_outcome,
	                       p_subject, p_request, p_detail, p_input, p_changes);
	insert into audit (workspace_id, id, occurred_at, account_id, credential_id, kind, subject_id, request_id, seq, action,
	                   outcome, detail, input, changes, hash)
	values (p_workspace, p_id, p_now, p_account, p_credential, p_kind, p_subject, p_request, number, p_action,
	        p_outcome, p_detail, p_input, p_changes, digest);
	update audit_head h set seq = number, hash = digest where h.workspace_id = p_workspace;
end
$$;

revoke execute on function audit_link from public, lastro_worker;
