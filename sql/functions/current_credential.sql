-- The credential of the request.
create or replace function current_credential() returns uuid
language sql stable set search_path = lastro, pg_temp as $$
	select nullif(current_setting('lastro.credential', true), '')::uuid
$$;

revoke execute on function current_credential from public, lastro_worker;
grant execute on function current_credential to lastro_worker;
