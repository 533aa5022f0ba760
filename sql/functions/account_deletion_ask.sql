-- Asks for the deletion of the caller's account, whose password was verified, at p_due; uses a code of its second factor
-- up where it has one (second_factor_spend).  Ends its other sessions, and queues a message to it.
-- Returns asked; stands: it was asked for before; refused: the code is not good; young: the second factor was turned on less than
-- seven days ago, maybe by a stranger, whom the person could then not shut out.
create or replace function account_deletion_ask(p_step int8, p_code bytea, p_now timestamptz, p_due timestamptz, p_mail uuid,
                                                p_subject text, p_body text) returns text
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if second_factor_on(current_account()) and not second_factor_spend(current_account(), p_step, p_code) then
		return 'refused';
	end if;
	if exists (select from second_factor f
	            where f.account_id = current_account() and f.since > p_now - interval '7 days') then
		return 'young';
	end if;
	if not account_deletion_begin(current_account(), p_now, p_due, p_mail, p_subject, p_body) then
		return 'stands';
	end if;
	perform sessions_end(p_now, false);
	return 'asked';
end
$$;

revoke execute on function account_deletion_ask from public, lastro_worker;
grant execute on function account_deletion_ask to lastro_worker;
