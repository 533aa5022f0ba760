-- Creates the account of a sign-up, on the default plan, and spends its link.  Null when the link is not valid, or
-- the e-mail has an account by now.
create or replace function account_sign_up(p_hash bytea, p_now timestamptz, p_id uuid, p_workspace uuid, p_name text) returns uuid
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	address text;
begin
	delete from sign_up s where s.hash = p_hash and s.expires_at > p_now returning s.email into address;
	if not found or p_name is null then
		return null;
	end if;
	insert into account (id, email, name, plan_code, created_at)
	values (p_id, address, p_name, 'free', p_now)
	on conflict (email) do nothing;
	if not found then
		return null;
	end if;
	insert into workspace (id, account_id) values (p_workspace, p_id);
	-- Other links of this e-mail become invalid.
	delete from sign_up s where s.email = address;
	return p_id;
end
$$;

revoke execute on function account_sign_up from public, lastro_worker;
