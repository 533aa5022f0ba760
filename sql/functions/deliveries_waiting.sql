-- Deliveries of all desks that are still to be made, up to 10000, and when the first one was due: what is watched.
create or replace function deliveries_waiting(out waiting int8, out oldest timestamptz)
language sql stable security definer set search_path = lastro, pg_temp as $$
	select (select count(*) from (select from webhook_delivery d where d.status = 'pending' limit 10000) d),
	       (select d.next_at from webhook_delivery d where d.status = 'pending' order by d.next_at limit 1)
$$;

revoke execute on function deliveries_waiting from public, lastro_worker;
grant execute on function deliveries_waiting to lastro_worker;
