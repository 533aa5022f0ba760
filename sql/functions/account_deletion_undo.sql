-- Calls the deletion of an account back, and queues a message to it, as long as it is not deleted; false: none waits.
create or replace function account_deletion_undo(p_account uuid, p_now timestamptz, p_mail uuid, p_subject text, p_body text)
returns boolean
language plpgsql set search_path = lastro, pg_temp as $$
begin
	delete from account_deletion d where d.account_id = p_account;
	if not found then
		return false;
	end if;
	insert into mail_outbox (id, recipient, subject, body, created_at, expires_at)
	select p_mail, a.email, p_subject, p_body, p_now, p_now + interval '7 days' from account a where a.id = p_account;
	return true;
end
$$;

revoke execute on function account_deletion_undo from public, lastro_worker;
