-- What else a write of one trade cost.

set local search_path = lastro, pg_temp;

-- For a statement that writes on a version that was known: nothing behind it runs where another write came between.
create function write_collided() returns void language plpgsql as $$
begin
	raise exception 'another write came between' using errcode = 'serialization_failure';
end
$$;
