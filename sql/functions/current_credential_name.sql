-- The name of the key of the request, or of the application whose token it is.
create or replace function current_credential_name() returns text
language sql stable security definer set search_path = lastro, pg_temp as $$
	select k.name from api_key k where k.id = current_credential() and k.account_id = current_account()
$$;

revoke execute on function current_credential_name from public, lastro_worker;
grant execute on function current_credential_name to lastro_worker;
