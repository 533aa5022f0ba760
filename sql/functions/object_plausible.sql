-- Visible observations of one object and measure, one per base date, without the implausible ones: beyond the
-- measure's bounds, or of another scale than the object's others (doc/calculations.md 13): with six or more that are
-- not zero, beyond 300 times, or below a 300th of, the median of the others' absolute values.
-- No search_path is set, so that the planner can inline it.
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
	-- The measure by subqueries, evaluated once a statement: with a join, a generic plan would read it once an
	-- observation.
	bounded as (
		select s.base_date, s.value, abs(s.value) as size
		  from seen s
		 where s.value >= (select coalesce(m.lo, '-infinity') from lastro.object_measure m where m.no = p_measure)
		   and s.value <= (select coalesce(m.hi, 'infinity') from lastro.object_measure m where m.no = p_measure)),
	-- Of all magnitudes in order, the middle ones: for a magnitude up to the lower one, the median of the others
	-- is the next pair.  Most objects need no check: the smallest and the largest are within 300 times of any
	-- such median.
	middle as materialized (
		select y.n, y.a[y.n / 2] as low, y.a[y.n / 2 + 1] as mid, y.a[y.n / 2 + 2] as high,
		       y.n < 6 or (y.a[y.n] <= 300 * y.a[y.n / 2] and 300 * y.a[1] >= y.a[y.n / 2 + 2]) as alike
		  from (select count(*)::int4 as n, array_agg(b.size order by b.size) as a
		          from bounded b
		         where b.value <> 0 and (select m.amount from lastro.object_measure m where m.no = p_measure)) y)
	select b.base_date, b.value
	  from bounded b cross join middle m
	 cross join lateral (select case when b.size <= m.low then m.mid else m.low end as lower,
	                            case when b.size <= m.mid then m.high else m.mid end as upper) o
	 cross join lateral (select case when m.n % 2 = 0 then o.lower else (o.lower + o.upper) / 2 end as median) d
	 where m.alike or b.value = 0
	    or (b.size <= 300 * d.median and 300 * b.size >= d.median)
$$;

revoke execute on function object_plausible from public, lastro_worker;
grant execute on function object_plausible to lastro_worker;
