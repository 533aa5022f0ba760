-- Deletes the stored answers that name deleted resources, in any workspace: a member of another one may have been
-- answered.
create or replace function idempotency_forget(p_ids uuid[]) returns void
language sql security definer set search_path = lastro, pg_temp as $$
	update idempotency i
	   set status = 410, content_type = null, location = null, body = '', about = '{}'
	 where i.about && p_ids
$$;

revoke execute on function idempotency_forget from public, lastro_worker;
grant execute on function idempotency_forget to lastro_worker;
