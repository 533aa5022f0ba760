/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rates.c: the rates and indices of fixed income, from the central bank's series.
 *
 * Annual rates (4389 CDI, 1178 Selic) take precedence; on a day without one, the daily series of the
 * same rate (12, 11) fills it.  IPCA and IGP-M are the published changes (433, 189) and, if loaded,
 * index numbers, which calc prefers (doc/calculations.md 4.3).  An impossible value is left out: a gap
 * gives no figure, a wrong rate a wrong one.
 */
#include "config.h"

#include "market/prices/rates.h"

#include "identity/caller.h"
#include "core/pool.h"
#include "db/db.h"

/* Newest first, so that the limit drops the oldest.  Before 1994-07 nothing is in reais. */
static DB_STMT(
	values, "market.series",
	"select r.code, r.day, r.value, r.is_number"
	"  from (select s.code, s.day, s.value, false as is_number from series s"
	"         where s.code = any('{4389,1178,433,189}') and s.day >= '1994-07-01'"
	"        union all"
	"        select s.code, s.day, s.value, false from series s"
	"         where s.code = 12 and s.day >= '1994-07-01'"
	"           and not exists (select from series a where a.code = 4389 and a.day = s.day)"
	"        union all"
	"        select s.code, s.day, s.value, false from series s"
	"         where s.code = 11 and s.day >= '1994-07-01'"
	"           and not exists (select from series a where a.code = 1178 and a.day = s.day)"
	"        union all"
	"        select case i.code when 'ipca' then 433 else 189 end, i.month, i.number, true from index_number i"
	"         where i.month >= '1994-07-01') r"
	" order by r.day desc, r.code, r.is_number limit 24000");
enum { V_CODE, V_DAY, V_VALUE, V_IS_NUMBER };

enum { CDI_YEAR = 4389, CDI_DAY = 12, SELIC_YEAR = 1178, SELIC_DAY = 11, IPCA = 433, IGPM = 189 };

#define A_YEAR 366 /* how far the worker's tables reach beyond today */
#define PERCENT (E8)
#define ANNUAL_MAX (1000 * PERCENT)
#define DAILY_MAX_E8 1000000 /* 1 % a day */
#define MONTH_MIN (-20 * PERCENT)
#define MONTH_MAX (100 * PERCENT)

/* Belongs to a database: hangs on its context, and is freed with it. */
static struct {
	struct db *db;
	void *pool; /* NULL: nothing cached */
	int64_t version;
	struct rates *rates;
} cache;

static void cache_forget(void *arg)
{
	(void)arg;
	cache.db = NULL;
	cache.pool = NULL;
}

static void cache_attach(struct ctx *ctx)
{
	if (cache.db == ctx->db)
		return;
	if (cache.db)
		pool_free(cache.pool);
	cache.pool = NULL;
	cache.db = ctx->db;
	pool_on_free(pool_new(ctx->db, "rates cache guard"), cache_forget, NULL);
}

/* ---- decoding ---- */

struct decoding {
	struct rates *rates;
	struct daily_rate *cdi, *selic;
	struct index_month *ipca, *igpm;
	struct percent last; /* annual rates stay for weeks: one root serves for all these days */
	int64_t last_e8;
};

static void take_annual(struct decoding *d, struct daily_rate *list, size_t *n, struct day day,
			wide e12)
{
	struct percent annual = { dec_div_half_away(e12, 10000) };

	if (annual.e8 <= 0 || annual.e8 > ANNUAL_MAX)
		return;
	if (annual.e8 != d->last.e8) {
		d->last = annual;
		d->last_e8 = daily_rate_of(annual);
	}
	list[(*n)++] = (struct daily_rate){ day, annual, d->last_e8 };
}

/* Percent a day, six places: as the fraction of 8 places that the annual rate would give. */
static void take_daily(struct daily_rate *list, size_t *n, struct day day, wide e12)
{
	wide e8 = dec_div_half_away(e12, 1000000);

	if (e8 <= 0 || e8 > DAILY_MAX_E8)
		return;
	list[(*n)++] = (struct daily_rate){ day, annual_rate_of((int64_t)e8), (int64_t)e8 };
}

/* The entry of a month, the last of the list or a new one. */
static struct index_month *month_of(struct index_month *list, size_t *n, struct day day)
{
	struct month month = day_month(day);

	if (!*n || list[*n - 1].month.n != month.n)
		list[(*n)++] = (struct index_month){ .month = month };
	return &list[*n - 1];
}

static void take_month(struct index_month *list, size_t *n, struct day day, wide e12)
{
	struct percent change = { dec_div_half_away(e12, 10000) };
	struct index_month *m;

	if (change.e8 < MONTH_MIN || change.e8 > MONTH_MAX)
		return;
	m = month_of(list, n, day);
	if (m->has_change)
		return;
	m->has_change = true;
	m->change = change;
}

static void take_number(struct index_month *list, size_t *n, struct day day, wide e12)
{
	struct index_month *m = month_of(list, n, day);

	m->has_number = true;
	m->number = (struct price){ e12 };
}

static void take_value(struct decoding *d, int64_t code, struct day day, wide e12, bool is_number)
{
	void (*take)(struct index_month *, size_t *, struct day, wide) =
		is_number ? take_number : take_month;
	struct rates *r = d->rates;

	switch (code) {
	case CDI_YEAR:
		take_annual(d, d->cdi, &r->cdi.n, day, e12);
		break;
	case SELIC_YEAR:
		take_annual(d, d->selic, &r->selic.n, day, e12);
		break;
	case CDI_DAY:
		take_daily(d->cdi, &r->cdi.n, day, e12);
		break;
	case SELIC_DAY:
		take_daily(d->selic, &r->selic.n, day, e12);
		break;
	case IPCA:
		take(d->ipca, &r->ipca.n, day, e12);
		break;
	case IGPM:
		take(d->igpm, &r->igpm.n, day, e12);
		break;
	}
}

/* The largest number of rows of each list. */
static void count_rows(const struct db_rows *rows, size_t *cdi, size_t *selic, size_t *ipca,
		       size_t *igpm)
{
	*cdi = *selic = *ipca = *igpm = 0;
	for (size_t i = 0; i < db_count(rows); i++) {
		int64_t code = db_get_int(rows, i, V_CODE);

		*cdi += code == CDI_YEAR || code == CDI_DAY;
		*selic += code == SELIC_YEAR || code == SELIC_DAY;
		*ipca += code == IPCA;
		*igpm += code == IGPM;
	}
}

static struct rates *decode(void *pool, const struct db_rows *rows)
{
	struct decoding d = { .rates = pool_zero(pool, struct rates) };
	size_t cdi, selic, ipca, igpm;

	count_rows(rows, &cdi, &selic, &ipca, &igpm);
	d.cdi = pool_array(pool, struct daily_rate, cdi);
	d.selic = pool_array(pool, struct daily_rate, selic);
	d.ipca = pool_array(pool, struct index_month, ipca);
	d.igpm = pool_array(pool, struct index_month, igpm);
	for (size_t i = db_count(rows); i-- > 0;)
		take_value(&d, db_get_int(rows, i, V_CODE), db_get_day(rows, i, V_DAY),
			   db_get_decimal(rows, i, V_VALUE, PRICE_PLACES),
			   db_get_bool(rows, i, V_IS_NUMBER));
	d.rates->cdi.items = d.cdi;
	d.rates->selic.items = d.selic;
	d.rates->ipca.items = d.ipca;
	d.rates->igpm.items = d.igpm;
	return d.rates;
}

const struct rates *rates_get(struct ctx *ctx)
{
	const struct db_rows *rows;

	cache_attach(ctx);
	/* Without a caller (the command) the version is unknown: always read, never cached. */
	if (!ctx->caller)
		return decode(ctx->pool, db_query(ctx, &values, DB_NO_ARGS));
	if (cache.pool && cache.version == ctx->caller->market_version[FAMILY_CLOSES])
		return cache.rates;
	rows = db_query(ctx, &values, DB_NO_ARGS);
	pool_free(cache.pool);
	cache.pool = pool_new(ctx->db, "rates");
	cache.version = ctx->caller->market_version[FAMILY_CLOSES];
	cache.rates = decode(cache.pool, rows);
	cache.rates->tables = accrual_tables_new(cache.pool, day_plus(ctx->today, A_YEAR));
	return cache.rates;
}
