-- Lets the deletion of an account begin, and queues a message to it; false: it was asked for before, and stands.
create or replace function account_deletion_begin(p_account uuid, p_now timestamptz, p_due timestamptz, p_mail uuid, p_subject text,
                                                  p_body text) returns boolean
language plpgsql set search_path = lastro, pg_temp as $$
begin
	insert into account_deletion (account_id, asked_at, due_at) values (p_account, p_now, p_due) on conflict do nothing;
	if not found then
		return false;
	end if;
	insert into mail_outbox (id, recipient, subject, body, created_at, expires_at)
	select p_mail, a.email, p_subject, p_body, p_now, p_due from account a where a.id = p_account;
	return true;
end
$$;

revoke execute on function account_deletion_begin from public, lastro_worker;
