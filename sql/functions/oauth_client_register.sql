-- Registers a client.  Returns seconds to wait when its network registered too many, else 0; p_address is null for a
-- client known to the operator, which is not counted.  Clients never granted anything are deleted after a month, a
-- few at a time.
create or replace function oauth_client_register(p_id uuid, p_name text, p_redirects text[], p_uri text, p_address text,
                                                 p_now timestamptz) returns int8
language plpgsql security definer set search_path = lastro, pg_temp as $$
declare
	wait int8 := case when p_address is null then 0
	                  else throttle_take('register:' || p_address, 30, interval '1 hour', p_now) end;
begin
	if wait > 0 then
		return wait;
	end if;
	insert into oauth_client (id, name, redirect_uris, uri, created_at) values (p_id, p_name, p_redirects, p_uri, p_now);
	delete from oauth_client c
	 using (select o.id from oauth_client o
	         where o.created_at <= p_now - interval '30 days'
	           and not exists (select from oauth_grant g where g.client_id = o.id)
	         order by o.created_at limit 10 for update skip locked) old
	 where c.id = old.id;
	return 0;
end
$$;

revoke execute on function oauth_client_register from public, lastro_worker;
grant execute on function oauth_client_register to lastro_worker;
