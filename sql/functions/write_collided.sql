-- For a statement that writes on a version that was known: nothing behind it runs where another write came between.
create or replace function write_collided() returns void language plpgsql as $$
begin
	raise exception 'another write came between' using errcode = 'serialization_failure';
end
$$;

revoke execute on function write_collided from public, lastro_worker;
grant execute on function write_collided to lastro_worker;
