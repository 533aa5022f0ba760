/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_measures.c: observations from quotes, registers and statements, in SQL (doc/calculations.md
 * 13).
 *
 * Filing days: a close and an indicative price are public on their day; statements have their filing
 * day; the files do not have one for quotas, net worth, fees and series, so it stays unknown.  Returns,
 * volatility and yield are computed at the end of past months, from prices adjusted for splits and
 * bonuses; a partial month would change every day.
 */
#include "config.h"

#include "load/objects_compute.h"

/*
 * Days, by venue, with loads that were not processed yet; the month after a report's is judged with it
 * (receivables_judge.c).
 */
static const char fresh_days[] =
	"create temp table fresh_days on commit drop as"
	" select v.venue, coalesce(min(g.first_day), 'infinity'::date) as lo, coalesce(max(g.last_day + case g.source when 'fund-reports' then 31 else 0 end), '-infinity'::date) as hi,"
	"        count(g.id) > 0 as any_load"
	"   from (values ('b3', '{cotahist,ohlc,instruments}'::text[]), ('us', '{ohlc}'), ('index', '{ohlc}'), ('crypto', '{klines}'),"
	"    ('tesouro', '{tesouro}'), ('debenture', '{anbima-debentures,debenture-prices,zero-curves,reference-curves}'), ('fund', '{fund-quotas}'),"
	"    ('series', '{sgs}'), ('portfolio', '{fund-portfolios}'), ('report', '{fund-reports}'), ('fee', '{fund-fees,funds-old}'),"
	"    ('statement', '{dfp,itr,statements}'), ('event', '{companies,cash-dividends,events}')) v(venue, sources)"
	"   left join load_log g on g.source = any (v.sources) and (v.venue <> 'event' or g.written > 0)"
	"    and not exists (select from object_taken t where t.load_id = g.id)"
	"  group by v.venue";

/* The object of a symbol on a day; new objects need all of their days. */
static const char symbols[] =
	"create temp table symbol_object on commit drop as"
	" select x.venue, x.symbol, x.id, x.since, x.until, o.kind, o.no > k.no as is_new"
	"   from (select 'b3' as venue, t.symbol, coalesce(m.is, t.id) as id, t.since, t.until from paper_ticker t"
	"           left join merged m on m.was = t.id"
	"         union all select i.venue, i.symbol, s.id, '-infinity', 'infinity' from instrument i"
	"           join object s on (s.anchor_value, s.kind) = (i.symbol, case i.venue when 'us' then 'equity_security'"
	"            when 'crypto' then 'crypto_asset' when 'index' then 'index' else 'instrument' end)"
	"          where i.venue in ('us', 'crypto', 'index', 'tesouro') and (i.venue <> 'us' or s.id = 'equity_security:US.' || i.symbol)"
	"         union all select 'debenture', d.code, 'instrument:' || d.code, '-infinity', 'infinity' from debenture d"
	"         union all select 'fund', i.symbol, case when i.symbol like '%:%' then 'fund_share_class:' || replace(i.symbol, ':', '.')"
	"            else 'fund:' || i.symbol end, '-infinity', 'infinity' from instrument i where i.venue = 'fund') x"
	"   join object o on o.id = x.id cross join object_known k";

/*
 * Quotes of New York and of crypto are in the instrument's currency, those of an index in points; a
 * series has its own.  For all of them, so that a currency that was typed later counts.
 */
static const char units[] =
	"insert into staged_unit"
	" select x.no, o.no, case when m.venue = 'index' then 'points' else i.currency end"
	"   from symbol_object m join object o on o.id = m.id join instrument i on (i.venue, i.symbol) = (m.venue, m.symbol)"
	"   join object_measure x on x.no in (1, 2) and o.kind = any (x.kinds)"
	"  where m.venue in ('us', 'crypto', 'index')"
	" union all"
	" select 15, o.no, coalesce(d.unit, u.unit) from object o"
	"   left join data_series d on d.sgs_code = substr(o.id, 17)::int8"
	"   left join (values (1, 'R$ por US$'), (188, '% ao mês'), (226, '% ao mês'), (1178, '% ao ano'), (4389, '% ao ano'),"
	"    (4390, '% ao mês'), (4391, '% ao mês')) u(code, unit) on u.code = substr(o.id, 17)::int8"
	"  where o.kind = 'data_series' and o.id ~ '^data_series:sgs\\.[0-9]{1,9}$' and coalesce(d.unit, u.unit) is not null";

#define QUOTED                                                                                                 \
	"  from symbol_object m join fresh_days w on w.venue = m.venue"                                        \
	"  join quote q on q.venue = m.venue and q.symbol = m.symbol and q.day >= m.since and q.day < m.until" \
	"   and (m.is_new or q.day between w.lo and w.hi)"
#define INTO                                                                                       \
	"insert into staged_observation (measure_no, object_id, base_date, filed_at, value, source)"

static const char closes[] = INTO
	" select case m.venue when 'debenture' then 12 when 'tesouro' then 16 when 'fund' then 7 else 1 end, m.id, q.day,"
	"        case when m.venue <> 'fund' then q.day end, q.close,"
	"        case m.venue when 'b3' then 'B3' when 'fund' then 'CVM' when 'tesouro' then 'Tesouro' when 'debenture' then"
	"             'ANBIMA' else 'mercado' end" QUOTED;

static const char turnovers[] = INTO " select 2, m.id, q.day, q.day, q.turnover, 'B3'" QUOTED
				     " where m.venue in ('b3', 'us') and q.turnover is not null";

static const char marks[] = INTO
	" select x.no, m.id, q.day, q.day, x.value, 'ANBIMA' from symbol_object m join fresh_days w on w.venue = 'debenture'"
	"  join debenture_mark q on q.code = m.symbol and (m.is_new or q.day between w.lo and w.hi)"
	"  cross join lateral (values (case q.rate_kind when 'spread' then 13 when 'percent_of_index' then 35 when 'fixed' then 36"
	"                                               when 'real' then 37 end, q.rate), (14, q.duration), (38, q.pct_par)) x(no, value)"
	" where m.venue = 'debenture' and x.value is not null and x.no is not null";

static const char curve_spreads[] = INTO
	" select 41, m.id, q.day, q.day, q.spread, 'calculado' from symbol_object m join fresh_days w on w.venue = 'debenture'"
	"  join debenture_spread q on q.code = m.symbol and (m.is_new or q.day between w.lo and w.hi)"
	" where m.venue = 'debenture' and q.spread is not null";

static const char traded_pars[] = INTO
	" select 38, m.id, q.day, q.day, q.pct_par, 'debentures.com.br' from symbol_object m join fresh_days w on w.venue = 'debenture'"
	"  join debenture_trade q on q.code = m.symbol and (m.is_new or q.day between w.lo and w.hi)"
	" where m.venue = 'debenture' and not exists (select from debenture_mark k"
	"          where k.code = q.code and k.day = q.day and k.pct_par is not null)";

static const char series[] = INTO
	" select 15, o.id, s.day, null, s.value, 'BCB' from object o cross join object_known k"
	"  join fresh_days w on w.venue = 'series'"
	"  join series s on s.code = substr(o.id, 17)::int8 and (o.no > k.no or s.day between w.lo and w.hi)"
	" where o.kind = 'data_series' and o.id ~ '^data_series:sgs\\.[0-9]{1,9}$'";

/*
 * When several sources have a day, the daily report takes precedence, then the monthly one of
 * receivables funds, then the portfolio.
 */
static const char fund_days[] = INTO
	" select n.no, o.id, s.day, null, n.value, 'CVM'"
	"   from (select case when d.symbol like '%:%' then 'fund_share_class:' || replace(d.symbol, ':', '.')"
	"                else 'fund:' || d.symbol end as id, d.symbol, d.day, d.net_worth, d.holders, 'fund' as venue from fund_day d"
	"         union all select 'fund:' || r.tax_id, r.tax_id, r.day, r.net_worth, r.holders, 'report' from receivables_report r"
	"         union all select 'fund:' || p.tax_id, p.tax_id, p.day, p.pl, null, 'portfolio' from fund_portfolio p) s"
	"   join object o on o.id = s.id cross join object_known k"
	"   join fresh_days w on w.venue = s.venue and (o.no > k.no or s.day between w.lo and w.hi)"
	"  cross join lateral (values (9, s.net_worth), (10, s.holders::numeric)) n(no, value)"
	"  where n.value is not null"
	"    and (s.venue = 'fund' or not exists (select from fund_day d where d.symbol = s.symbol and d.day = s.day"
	"          and case n.no when 9 then d.net_worth else d.holders end is not null))"
	"    and (s.venue <> 'portfolio' or not exists (select from receivables_report r"
	"          where r.tax_id = s.symbol and r.day = s.day and r.net_worth is not null))";

static const char report_ratios[] = INTO
	" select n.no, o.id, r.day, null, n.value, 'CVM'"
	"   from receivables_report r join object o on o.id = 'fund:' || r.tax_id cross join object_known k"
	"   join fresh_days w on w.venue = 'report' and (o.no > k.no or r.day between w.lo and w.hi)"
	"  cross join lateral (values (39, r.subordination), (40, r.mezzanine_subordination),"
	"   (55, r.overdue_over_90_pct), (56, r.coverage_pct)) n(no, value)"
	"  where n.value is not null";

static const char fees[] = INTO
	" select 11, o.id, f.day, null, f.fee, 'CVM' from fund_fee f join object o on o.id = 'fund:' || f.tax_id"
	"  cross join object_known k join fresh_days w on w.venue = 'fee'"
	" where f.fee is not null and (o.no > k.no or f.day between w.lo and w.hi)";

/* As credit_ratio(): none unless the denominator is positive. */
#define RATIO(num, den) "case when " den " > 0 then round(" num " / " den ", 8) end"

/* Figures are known from their filing day on; consolidated ones if the company has them. */
static const char statements[] = INTO
	" select x.no, coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code), s.reference_date, s.known_on, x.value,"
	"        'CVM ' || s.form"
	"   from statement_measure s join company c on c.id = s.company_id"
	"   join fresh_days w on w.venue = 'statement' cross join object_known k"
	"   join object o on o.id = coalesce('company:' || c.tax_id, 'company:cvm-' || c.cvm_code)"
	/* The same end of a month a year before (of 28 February 2025, the 29th), as known when this statement was. */
	"   left join lateral (select y.revenue_ttm from statement_measure y"
	"                       where y.company_id = s.company_id and y.scope = s.scope"
	"                         and y.reference_date = (s.reference_date + 1 - interval '1 year')::date - 1"
	"                         and coalesce(y.known_on, '-infinity') <= coalesce(s.known_on, 'infinity')"
	"                       order by y.known_on desc nulls last limit 1) before on true"
	"  cross join lateral (values (21, s.revenue_ttm), (22, s.ebit_ttm), (23, s.ebitda_ttm), (24, s.net_income_ttm),"
	"   (25, s.operating_cash_flow_ttm), (26, s.free_cash_flow_ttm), (27, s.capex_ttm), (28, s.total_assets), (29, s.cash),"
	"   (30, s.gross_debt), (31, s.net_debt), (32, s.equity), (42, " RATIO(
		"100 * s.net_income_ttm",
		"s.revenue_ttm") "),"
				 "   (43, " RATIO("100 * s.ebitda_ttm", "s.revenue_ttm") "), (44, " RATIO(
					 "s.net_debt",
					 "s.ebitda_ttm") "),"
							 "   (45, " RATIO("s.ebit_ttm", "s.interest_expense_ttm") "), (46, " RATIO(
								 "s.gross_debt",
								 "s.equity") "),"
									     "   (47, " RATIO(
										     "100 * s.net_income_ttm",
										     "s.equity") "),"
												 "   (48, " RATIO(
													 "100 * (s.revenue_ttm - before.revenue_ttm)",
													 "before.revenue_ttm") ")) x(no, value)"
															       "  where x.value is not null and (w.any_load or o.no > k.no)"
															       "    and (s.scope = 'consolidated' or not exists (select from statement_measure b"
															       "          where b.company_id = s.company_id and b.scope = 'consolidated' and b.reference_date = s.reference_date))";

/* ---- windows, at the ends of months ---- */

/* Sessions whose price first reflects a split or bonus, with the logarithm of new per old. */
static const char steps[] =
	"create temp table step on commit drop as"
	" select e.venue, e.symbol, e.day, sum(ln(e.ratio_n::float8 / e.ratio_d)) as step"
	"   from (select e.venue, e.symbol, e.ratio_n, e.ratio_d,"
	"                (select min(q.day) from quote q where (q.venue, q.symbol) = (e.venue, e.symbol) and q.day >= e.ex_day) as day"
	"           from corporate_event e) e"
	"  where e.day is not null group by e.venue, e.symbol, e.day";

static const char newest_months[] =
	"create temp table newest_month on commit drop as select venue, max(month) as month from month_close group by venue";

/* Loading a new month ends the one before it, which was not over when it was loaded. */
static const char first_months[] =
	"create temp table first_month on commit drop as"
	" select w.venue, least(date_trunc('month', w.lo)::date, (select max(c.month) from month_close c"
	"                         where c.venue = w.venue and c.month < date_trunc('month', w.lo)::date)) as month"
	"   from fresh_days w where w.any_load";

/* A split, bonus or payment that became known later changes the windows. */
static const char month_ends[] =
	"create temp table month_end on commit drop as"
	" select m.id, m.kind, m.venue, m.symbol, c.month, c.day, c.close"
	"   from symbol_object m left join first_month w on w.venue = m.venue"
	"   left join first_month e on e.venue = 'event' and m.venue in ('b3', 'us')"
	"   join month_close c on c.venue = m.venue and c.symbol = m.symbol and c.day >= m.since and c.day < m.until"
	"  where m.kind in ('equity_security', 'fund', 'fund_share_class', 'index', 'crypto_asset')"
	"    and c.month < (select x.month from newest_month x where x.venue = m.venue)"
	"    and (m.is_new or c.month >= w.month or c.month >= e.month)";

#define STEPS_BETWEEN(from, to)                                                                    \
	"coalesce((select sum(s.step) from step s where (s.venue, s.symbol) = (e.venue, e.symbol)" \
	" and s.day > " from " and s.day <= " to "), 0)"

static const char returns[] = INTO
	" select case when e.venue = 'fund' then x.of_fund else x.of_paper end, e.id, e.day,"
	"        case when e.venue <> 'fund' then e.day end,"
	"        round(((e.close::float8 / p.close::float8 * exp(" STEPS_BETWEEN(
		"p.day",
		"e.day") ") - 1) * 100)::numeric, 6),"
			 "        'calculado'"
			 "   from month_end e cross join (values (1, 3, 19), (6, 17, null), (12, 4, 8)) x(months, of_paper, of_fund)"
			 "   join month_close p on (p.venue, p.symbol) = (e.venue, e.symbol)"
			 "    and p.month = (e.month - make_interval(months => x.months))::date"
			 "  where p.close > 0 and (e.venue <> 'fund' or x.of_fund is not null)";

static const char volatilities[] =
	"with scope as (select venue, symbol, min(day) as lo from month_end where venue <> 'fund' group by venue, symbol),"
	" daily as (select q.venue, q.symbol, q.day,"
	"                  ln(q.close::float8) - ln(lag(q.close::float8) over w) + coalesce(s.step, 0) as r"
	"             from scope c join quote q on (q.venue, q.symbol) = (c.venue, c.symbol) and q.day > c.lo - 500 and q.close > 0"
	"             left join step s on (s.venue, s.symbol, s.day) = (q.venue, q.symbol, q.day)"
	"           window w as (partition by q.venue, q.symbol order by q.day)),"
	" rolled as (select d.venue, d.symbol, d.day, count(d.r) over y as n_y, stddev_samp(d.r) over y as year,"
	"                   count(d.r) over q as n_q, stddev_samp(d.r) over q as quarter from daily d"
	"           window y as (partition by d.venue, d.symbol order by d.day rows 251 preceding),"
	"                  q as (partition by d.venue, d.symbol order by d.day rows 62 preceding))"
	" insert into staged_observation (measure_no, object_id, base_date, filed_at, value, source)"
	" select x.no, e.id, e.day, e.day, round((x.deviation * sqrt(252::float8) * 100)::numeric, 6), 'calculado'"
	"   from month_end e join rolled r on (r.venue, r.symbol, r.day) = (e.venue, e.symbol, e.day)"
	"  cross join lateral (values (5, r.n_y = 252, r.year), (18, r.n_q = 63, r.quarter)) x(no, whole, deviation)"
	"  where x.whole";

static const char yields[] = INTO
	" select 6, e.id, e.day, e.day, round((x.paid / e.close::float8 * 100)::numeric, 6), 'calculado'"
	"   from month_end e"
	"  cross join lateral (select sum(p.gross::float8 / exp(" STEPS_BETWEEN(
		"p.ex_day",
		"e.day") ")) as paid from distribution p"
			 "                       where (p.venue, p.symbol) = (e.venue, e.symbol) and p.kind in ('dividend', 'jcp', 'yield')"
			 "                         and p.ex_day > (e.day - interval '1 year')::date and p.ex_day <= e.day) x"
			 "  where e.close > 0 and x.paid is not null and e.venue = 'b3'";

const char *const objects_measure_sql[] = {
	fresh_days,
	"analyze fresh_days",
	symbols,
	"analyze symbol_object",
	units,
	closes,
	turnovers,
	marks,
	traded_pars,
	curve_spreads,
	series,
	fund_days,
	report_ratios,
	fees,
	statements,
	steps,
	"analyze step",
	newest_months,
	first_months,
	month_ends,
	"analyze month_end",
	returns,
	volatilities,
	yields,
	NULL,
};
