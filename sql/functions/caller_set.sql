-- Sets the account and the workspace of the transaction, in one command; the workspace as workspace_set() does.
create or replace function caller_set(p_workspace uuid, p_account uuid, p_credential uuid) returns void
language plpgsql as $$
begin
	execute format('set local lastro.workspace = %L; set local lastro.account = %L; set local lastro.credential = %L',
	               p_workspace, p_account, p_credential);
end
$$;

revoke execute on function caller_set from public, lastro_worker;
grant execute on function caller_set to lastro_worker;
