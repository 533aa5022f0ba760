-- Calls the deletion of the caller's account back (account_deletion_undo).
create or replace function account_deletion_recall(p_now timestamptz, p_mail uuid, p_subject text, p_body text) returns boolean
language sql security definer set search_path = lastro, pg_temp as $$
	select account_deletion_undo(current_account(), p_now, p_mail, p_subject, p_body)
$$;

revoke execute on function account_deletion_recall from public, lastro_worker;
grant execute on function account_deletion_recall to lastro_worker;
