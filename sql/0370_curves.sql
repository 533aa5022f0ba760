-- SPDX-License-Identifier: Apache-2.0
-- Curves of interest rates, one a day, and the spread of a debenture over them (doc/market-rules.md).  The same for everybody.

set local search_path = lastro, pg_temp;

-- ANBIMA's zero curves: the parameters that it prints of a day.  ettj_nominal: of prefixed bonds; ettj_ipca: of bonds over the IPCA.
create table zero_curve (
	curve   text collate "C" not null check (curve in ('ettj_nominal', 'ettj_ipca')),
	day     date not null,
	beta1   float8 not null check (abs(beta1) < 100),
	beta2   float8 not null check (abs(beta2) < 100),
	beta3   float8 not null check (abs(beta3) < 100),
	beta4   float8 not null check (abs(beta4) < 100),
	lambda1 float8 not null check (lambda1 > 0 and lambda1 < 1000),
	lambda2 float8 not null check (lambda2 > 0 and lambda2 < 1000),
	primary key (curve, day)
);

-- B3's reference curves (TaxaSwap), a row a vertex.  di_pre: DI against fixed and di_ipca: DI against IPCA, per cent a year of
-- 252 business days; dollar_coupon: the clean one, per cent a year, linear, of 360 days.
create table reference_curve (
	curve         text collate "C" not null check (curve in ('di_pre', 'di_ipca', 'dollar_coupon')),
	day           date not null,
	calendar_days int8 not null check (calendar_days between 1 and 40000),
	business_days int8 not null check (business_days between 1 and 30000),
	rate          numeric(24, 8) not null check (rate <> 'NaN' and rate > -100),
	primary key (curve, day, calendar_days)
);
create index reference_curve_term on reference_curve (curve, day, business_days);

-- The spread of each mark of a debenture, by its kind of rate; where it is null, reason says why.
--   spread:           over the DI by contract, so it is the rate itself
--   real:             over ettj_ipca; of the IPCA only
--   fixed:            over ettj_nominal
--   percent_of_index: that which over di_pre pays the same at the paper's duration
create view debenture_spread with (security_invoker) as
select m.code, m.day, m.rate_kind, m.rate, m.duration, o.curve, c.curve_rate,
       round(case when o.curve <> 'contract' and m.duration < 20 then null	-- noise
                  when o.curve = 'contract' then m.rate
                  when o.curve = 'di_pre' then (100 * (power(1 + (power(1 + c.exact, 1.0 / 252) - 1) * m.rate::float8 / 100, 252) / (1 + c.exact) - 1))::numeric
                  else m.rate - c.curve_rate end, 6) as spread,
       case when m.rate is null then 'no_rate'
            when o.curve is null then 'no_curve_of_index'
            when o.curve = 'contract' then null
            when m.duration is null or m.duration <= 0 then 'no_duration'
            when m.duration < 20 then 'short_duration'
            when c.exact is not null then null
            when lo.rate is not null then 'beyond_curve'
            else 'no_curve_of_day' end as reason
  from debenture_mark m
  left join debenture d on d.code = m.code
 cross join lateral (select case when m.rate_kind = 'spread' then 'contract'
                                 when m.rate_kind = 'percent_of_index' and d.indexer = 'cdi' then 'di_pre'
                                 when m.rate_kind = 'fixed' then 'ettj_nominal'
                                 when m.rate_kind = 'real' and d.indexer = 'ipca' then 'ettj_ipca' end as curve,
                            m.duration::float8 / 252 as years) o
  left join zero_curve z on z.curve = o.curve and z.day = m.day
  left join lateral (select r.business_days::float8 / 252 as years, ln(1 + r.rate::float8 / 100) as rate
                       from reference_curve r
                      where r.curve = o.curve and r.day = m.day and r.business_days <= m.duration
                      order by r.business_days desc limit 1) lo on true
  left join lateral (select r.business_days::float8 / 252 as years, ln(1 + r.rate::float8 / 100) as rate
                       from reference_curve r
                      where r.curve = o.curve and r.day = m.day and r.business_days >= m.duration
                      order by r.business_days limit 1) hi on true
 cross join lateral (select case when not o.years > 0 then null
                                 when z.day is not null then	-- Svensson's form, as ANBIMA prints it
                                      z.beta1 + (z.beta2 + z.beta3) * (1 - exp(-z.lambda1 * o.years)) / (z.lambda1 * o.years)
                                      - z.beta3 * exp(-z.lambda1 * o.years)
                                      + z.beta4 * ((1 - exp(-z.lambda2 * o.years)) / (z.lambda2 * o.years) - exp(-z.lambda2 * o.years))
                                 when lo.years = hi.years or lo.years is null then exp(hi.rate) - 1
                                 else		-- a flat forward rate between the two vertices
                                      exp((lo.rate * lo.years + (hi.rate * hi.years - lo.rate * lo.years)
                                           * (o.years - lo.years) / (hi.years - lo.years)) / o.years) - 1 end as exact) e
 cross join lateral (select e.exact, round((100 * e.exact)::numeric, 6) as curve_rate) c;

insert into object_measure (no, id, title, unit, kinds, frequency, source, lo, hi, amount) values
	(41, 'debenture_curve_spread', 'Spread da debênture sobre a curva do seu índice', '% a.a.', '{instrument}', 'daily', 'calculado', null, null, false);

grant select on zero_curve, reference_curve, debenture_spread to lastro_worker;
grant select, insert, update, delete on zero_curve, reference_curve to lastro_loader;
grant select on debenture_spread to lastro_loader;
