-- Appends a row to the audit chain of the transaction's workspace, by the transaction's account: neither can be
-- passed.  The only security definer function on tenant tables, since the worker may not write the chain itself: on
-- distributed tables it is delegated by the workspace, its first argument.
create or replace function audit_append(p_workspace uuid, p_id uuid, p_now timestamptz, p_kind text, p_action text,
                                        p_outcome text, p_subject uuid, p_request text, p_input jsonb,
                                        p_changes jsonb) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if p_workspace is distinct from current_workspace() then
		raise exception 'audit_append: % is not the workspace of this transaction', p_workspace;
	end if;
	if p_workspace is null or current_account() is null then
		raise exception 'audit_append: nobody is asking';
	end if;
	perform audit_link(p_workspace, p_id, p_now, current_account(), current_credential(), p_kind, p_action, p_outcome,
	                   p_subject, p_request, p_input, p_changes, null);
end
$$;

revoke execute on function audit_append from public, lastro_worker;
grant execute on function audit_append to lastro_worker;
