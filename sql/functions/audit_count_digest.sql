-- The input of a count's hash: the hash before it, its time, and every head that it counted.
create or replace function audit_count_digest(p_before bytea, p_number int8, p_at timestamptz) returns bytea
language sql stable set search_path = lastro, pg_temp as $$
	select sha256(coalesce(p_before, decode(repeat('00', 32), 'hex'))
	              || convert_to(jsonb_build_array(p_number, (extract(epoch from p_at) * 1000000)::int8)::text, 'UTF8')
	              || coalesce(string_agg(uuid_send(c.chain) || int8send(c.seq) || c.hash, ''::bytea
	                                     order by c.chain), ''))
	  from audit_counted c
	 where c.number = p_number
$$;

revoke execute on function audit_count_digest from public, lastro_worker;
