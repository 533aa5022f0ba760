-- The caller, the limits of its plan, their present use, and the expiry of the credential.
create or replace function account_self(out name text, out email text, out created_at timestamptz, out plan text,
	out plan_title text, out portfolio_cap int8, out portfolios int8, out credential_name text, out expires_at timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select a.name, a.email, a.created_at, p.code, p.title, p.portfolio_cap,
	       (select count(*) from portfolio_directory d where d.controller_id = a.id and d.kind = 'wallet'),
	       k.name, k.expires_at
	  from account a
	  join plan p on p.code = a.plan_code
	  left join api_key k on k.id = current_credential()
	 where a.id = current_account()
$$;

revoke execute on function account_self from public, lastro_worker;
grant execute on function account_self to lastro_worker;
