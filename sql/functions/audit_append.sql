-- One more row at the end of the chain of the transaction's workspace, by the transaction's account: neither is
-- the caller's to say.
create or replace function audit_append(p_id uuid, p_now timestamptz, p_kind text, p_action text, p_outcome text,
                                        p_subject uuid, p_request text, p_input jsonb, p_changes jsonb) returns void
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	a audit;
begin
	if current_workspace() is null or current_account() is null then
		raise exception 'audit_append: nobody is asking';
	end if;
	a.workspace_id := current_workspace();
	a.id := p_id;
	a.occurred_at := p_now;
	a.account_id := current_account();
	a.credential_id := current_credential();
	a.kind := p_kind;
	a.subject_id := p_subject;
	a.request_id := p_request;
	a.action := p_action;
	a.outcome := p_outcome;
	a.input := p_input;
	a.changes := p_changes;
	perform audit_link(a);
end
$$;

revoke execute on function audit_append from public, lastro_worker;
grant execute on function audit_append to lastro_worker;
