-- The next version of market data.
create or replace function version_next(p_version int8) returns int8
language plpgsql set search_path = lastro, pg_temp as $$
begin
	return greatest(p_version + 1, version_floor());
end
$$;

revoke execute on function version_next from public, lastro_worker;
grant execute on function version_next to lastro_loader;
