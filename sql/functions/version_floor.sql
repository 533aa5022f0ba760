-- Where the versions of this history begin.  A standby that is promoted begins a timeline: what the old primary wrote
-- and the new one never got is lost, and a version that was told of it must not come again for something else.  So the
-- first write after a promotion takes a version of the new timeline; 0 before any.  A standby writes none.
create or replace function version_floor() returns int8
language plpgsql set search_path = lastro, pg_temp as $$
begin
	if pg_is_in_recovery() then
		return 0;
	end if;
	-- The first eight digits of a WAL file's name.  2^40 versions each: a version stays an exact number in JSON.
	return (('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int8 - 1) << 40;
end
$$;

revoke execute on function version_floor from public, lastro_worker;
grant execute on function version_floor to lastro_worker;
grant execute on function version_floor to lastro_loader;
