-- Calls the deletion of the caller's account back (account_deletion_undo), until its time has come.
create or replace function account_deletion_recall(p_now timestamptz, p_mail uuid, p_subject text, p_body text) returns boolean
language sql security definer set search_path = lastro, pg_temp as $$
	select case when exists (select from account_deletion d where d.account_id = current_account() and d.due_at > p_now)
	            then account_deletion_undo(current_account(), p_now, p_mail, p_subject, p_body) else false end
$$;

revoke execute on function account_deletion_recall from public, lastro_worker;
grant execute on function account_deletion_recall to lastro_worker;
