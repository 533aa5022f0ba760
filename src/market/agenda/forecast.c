/* SPDX-License-Identifier: Apache-2.0 */
/* forecast.c: lastro compute agenda: forecasts companies' releases from their past ones. */
#include "config.h"

#include "market/agenda/agenda.h"

#include "market/agenda/agenda_items.h"
#include "calc/events/events.h"
#include "db/db.h"

#define PAST_MAX 200000
#define YEARS 6	   /* of the past that are read: three of one quarter, and one spare year */
#define QUARTERS 4 /* beginning with the one before today's */

/* The first filing of each period's statements, of companies whose papers trade. */
static DB_STMT(
	past, "agenda.past",
	"select d.company_id, d.reference_date, min(d.filed_at)"
	"  from company_document d"
	" where d.source in ('itr', 'dfp') and d.reference_date >= $1 and d.reference_date <= $2"
	"   and exists (select from company_ticker t where t.company_id = d.company_id and t.until is null)"
	" group by d.company_id, d.reference_date"
	" order by d.company_id, d.reference_date desc"
	" limit $3");
enum { P_COMPANY, P_PERIOD, P_FILED };

#define MADE                                                                                       \
	"unnest($1::int8[], $2::date[], $3::date[], $4::int8[]) n(company_id, reference_date, day, past)"

static DB_STMT(drop_gone, "agenda.drop_gone",
	       "delete from earnings_forecast f where not exists (select from " MADE
	       " where (n.company_id, n.reference_date) = (f.company_id, f.reference_date))");

static DB_STMT(
	save, "agenda.save",
	"insert into earnings_forecast as f (company_id, reference_date, day, past)"
	" select n.company_id, n.reference_date, n.day, n.past from " MADE
	" on conflict (company_id, reference_date) do update set day = excluded.day, past = excluded.past"
	" where (f.day, f.past) is distinct from (excluded.day, excluded.past)");

static DB_STMT(bump, "agenda.bump",
	       "update market_version set version = version + 1 where family = 'agenda'");

struct made {
	int64_t *companies, *past;
	struct day *periods, *days;
	size_t n;
};

static bool was_filed(const struct past_release *p, size_t n, struct day period)
{
	for (size_t i = 0; i < n; i++)
		if (day_same(p[i].period_end, period))
			return true;
	return false;
}

/* The quarters from the last one on whose results it has not filed. */
static void forecast_company(struct made *m, int64_t company, const struct past_release *p,
			     size_t n, struct day today)
{
	for (int q = -1; q < QUARTERS - 1; q++) {
		struct day period = quarter_end(today, q), day;
		size_t used = 0;

		if (was_filed(p, n, period) || !release_forecast(p, n, period, &day, &used) ||
		    day_before(day, today))
			continue;
		m->companies[m->n] = company;
		m->periods[m->n] = period;
		m->days[m->n] = day;
		m->past[m->n++] = (int64_t)used;
	}
}

static struct made forecast_all(struct ctx *ctx, const struct db_rows *r, struct agenda_result *out)
{
	size_t n = db_count(r);
	struct past_release *p = pool_array(ctx->pool, struct past_release, n);
	struct made m = {
		.companies = pool_array(ctx->pool, int64_t, QUARTERS * n),
		.past = pool_array(ctx->pool, int64_t, QUARTERS * n),
		.periods = pool_array(ctx->pool, struct day, QUARTERS * n),
		.days = pool_array(ctx->pool, struct day, QUARTERS * n),
	};

	for (size_t i = 0; i < n; i++)
		p[i] = (struct past_release){ db_get_day(r, i, P_PERIOD),
					      db_get_day(r, i, P_FILED) };
	for (size_t i = 0, end; i < n; i = end) {
		int64_t company = db_get_int(r, i, P_COMPANY);

		for (end = i; end < n && db_get_int(r, end, P_COMPANY) == company;)
			end++;
		forecast_company(&m, company, p + i, end - i, ctx->today);
		out->companies++;
	}
	return m;
}

void agenda_compute(struct ctx *ctx, struct agenda_result *out)
{
	const struct db_rows *r = db_query(ctx, &past,
					   DB_ARGS(db_day(day_plus(ctx->today, -365 * YEARS)),
						   db_day(ctx->today), db_int(PAST_MAX)));
	struct made m;
	struct db_arg args[4];

	*out = (struct agenda_result){ 0 };
	m = forecast_all(ctx, r, out);
	args[0] = db_ints(m.companies, m.n);
	args[1] = db_days(m.periods, m.n);
	args[2] = db_days(m.days, m.n);
	args[3] = db_ints(m.past, m.n);
	out->forecasts = (int64_t)m.n;
	out->changed = db_exec(ctx, &drop_gone, args, 4);
	out->changed += db_exec(ctx, &save, args, 4);
	if (out->changed)
		(void)db_exec(ctx, &bump, DB_NO_ARGS);
}
