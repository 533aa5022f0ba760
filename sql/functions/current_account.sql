-- The account that access_enter() authenticated; null: none.
create or replace function current_account() returns uuid
language sql stable set search_path = lastro, pg_temp as $$
	select nullif(current_setting('lastro.account', true), '')::uuid
$$;

revoke execute on function current_account from public, lastro_worker;
grant execute on function current_account to lastro_worker;
