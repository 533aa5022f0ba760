-- Observations of one object and measure that are visible, one a base date, without the implausible ones: beyond the
-- measure's bounds, or of another scale than the object's others (doc/calculations.md 13): with six or more that are not
-- zero, beyond 300 times, or below a 300th of, the median of the others' absolute values.
-- No search_path is set, so that the planner can put its text in place of the call.
create or replace function object_plausible(p_measure int4, p_object int4, p_at date, p_filed_from date, p_filed_to date,
                                 p_version int8)
returns table (base_date date, value numeric)
language sql stable as $$
	with seen as (
		select distinct on (x.base_date) x.base_date, x.value
		  from lastro.object_observation x
		 where x.measure_no = p_measure and x.object_no = p_object and x.base_date <= p_at
		   and x.filed_at between p_filed_from and p_filed_to
		   and x.version <= p_version and x.superseded > p_version
		 order by x.base_date desc, x.filed_at desc, x.revision desc, x.version desc),
	bounded as (
		select s.base_date, s.value, abs(s.value) as size, m.amount
		  from seen s cross join lastro.object_measure m
		 where m.no = p_measure and (m.lo is null or s.value >= m.lo) and (m.hi is null or s.value <= m.hi)),
	sizes as (
		select array_agg(b.size order by b.size) as a, count(*)::int4 as n
		  from bounded b where b.value <> 0),
	judged as (
		select b.base_date, b.value, b.size, b.amount, z.a, z.n,
		       -- the place of its size among all: the median of the others is at most one place off that of all
		       case when b.value <> 0 then row_number() over (order by b.value = 0, b.size) end as place
		  from bounded b cross join sizes z)
	select j.base_date, j.value
	  from judged j
	 where not j.amount or j.value = 0 or j.n < 6
	    or (select j.size <= 300 * m.median and 300 * j.size >= m.median
	          from (select case when j.n % 2 = 0
	                            then j.a[j.n / 2 + (j.place <= j.n / 2)::int4]
	                            else (j.a[(j.n - 1) / 2 + (j.place <= (j.n - 1) / 2)::int4]
	                                  + j.a[(j.n + 1) / 2 + (j.place <= (j.n + 1) / 2)::int4]) / 2 end as median) m)
$$;

revoke execute on function object_plausible from public, lastro_worker;
grant execute on function object_plausible to lastro_worker;
