-- Whether one of these accounts is not to be deleted.
create or replace function account_staying(p_accounts uuid[]) returns boolean
language sql stable security definer set search_path = lastro, pg_temp as $$
	select exists (select from account a
	                where a.id = any (p_accounts) and a.disabled_at is null
	                  and not exists (select from account_deletion d where d.account_id = a.id))
$$;

revoke execute on function account_staying from public, lastro_worker;
grant execute on function account_staying to lastro_worker;
