-- The lowest version of the present timelines.  The promotion of a standby begins a timeline: writes of the old
-- primary that the new one never got are lost, and a version that a client has seen of them must not be used for
-- other content.  So the first write after a promotion takes a version of the new timeline; 0 before any.  A standby
-- writes none.  The promotions of the machines that hold distributed tables, which `lastro db promoted` records, count as well.
create or replace function version_floor() returns int8
language plpgsql security definer set search_path = lastro, pg_temp as $$
begin
	if pg_is_in_recovery() then
		return 0;
	end if;
	-- The first eight digits of a WAL file's name.  2^40 versions each: a version stays an exact number in JSON.
	return (('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int8 - 1
	        + (select coalesce(sum(p.timeline - 1), 0)::int8 from promotion p)) << 40;
end
$$;

revoke execute on function version_floor from public, lastro_worker;
grant execute on function version_floor to lastro_worker;
grant execute on function version_floor to lastro_loader;
