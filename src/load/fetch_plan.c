/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch_plan.c: which files to fetch (doc/load.md).
 *
 * The exchange's closes come by year, by month of the present year and by day of the present month; a
 * day without a session has no file.  Funds' quotas are by year up to 2020, reports of receivables
 * funds up to 2024.  Files of a past period are revised for some time and then final: those are not
 * requested again.
 */
#include "config.h"

#include "load/fetch_plan.h"

#include "core/pool.h"
#include "db/db.h"

#define REVISED_DAYS 400 /* filings of a year are revised until the next year's are complete */
#define DAY_SETTLES 10
#define MONTH_SETTLES 100
#define QUOTAS_BY_YEAR_UNTIL 2020
#define REPORTS_BY_YEAR_UNTIL 2024
#define AUCTION_DAYS 7	      /* ANBIMA keeps a week of its daily file */
#define STRANGE_OF_ACCOUNT 20 /* unregistered symbols of one account, in thirty days */
#define STRANGE_IN_ALL 200    /* a run */

static DB_STMT(held, "fetch.held",
	       "select asset_type, symbol, known from lastro.fetch_held($1, $2, $3)");
enum { H_TYPE, H_SYMBOL, H_KNOWN };

static DB_STMT(asked, "fetch.asked",
	       "insert into lastro.symbol_asked (asset_type, symbol, asked_at) values ($1, $2, $3)"
	       " on conflict (asset_type, symbol) do update set asked_at = excluded.asked_at");

/* Deletes a few expired entries each time, so that the table needs no other maintenance. */
static DB_STMT(
	forget, "fetch.forget",
	"delete from lastro.symbol_asked s"
	" using (select o.asset_type, o.symbol from lastro.symbol_asked o"
	"         where o.asked_at <= $1::timestamptz - interval '30 days' order by o.asked_at limit 10) old"
	" where s.asset_type = old.asset_type and s.symbol = old.symbol");

static DB_STMT(issuers, "fetch.issuers",
	       "select distinct i.code, i.cvm_code, translate(i.trading_name, '/', '')"
	       "  from unnest($1::text[]) s (symbol)"
	       "  left join lastro.instrument p on p.venue = 'b3' and p.symbol = s.symbol"
	       "  join lastro.issuer i on i.code = coalesce(p.issuer_code, left(s.symbol, 4))"
	       " order by i.code limit 10000");
enum { I_CODE, I_CVM_CODE, I_NAME };

static DB_STMT(settled, "fetch.settled",
	       "select u.n from unnest($1::text[], $2::date[], $3::int8[]) u (url, day, n)"
	       "  join lastro.fetched f on f.url = u.url and f.loaded_at >= u.day"
	       " order by u.n limit 100000");

static const struct db_rows *read_held(struct ctx *ctx)
{
	return db_query(ctx, &held,
			DB_ARGS(db_timestamp(ctx->now_ms), db_int(STRANGE_OF_ACCOUNT),
				db_int(STRANGE_IN_ALL)));
}

void fetch_plan_asked(struct ctx *ctx, const struct fetch_job *job)
{
	db_begin_write(ctx);
	(void)db_exec(
		ctx, &asked,
		DB_ARGS(db_text(job->asked_type), db_text(job->asked), db_timestamp(ctx->now_ms)));
	(void)db_exec(ctx, &forget, DB_ARGS(db_timestamp(ctx->now_ms)));
	db_commit(ctx);
}

/* ---- jobs ---- */

#define VALUES(...) ((const char *const[FETCH_VALUES]){ __VA_ARGS__ })

/* @values: by enum fetch_value, the parts of the file's address that differ; NULL where the source has none. */
static struct fetch_job *add(struct fetch_plan *p, const char *source,
			     const char *const values[FETCH_VALUES])
{
	void *pool = p->ctx->pool;
	struct fetch_job *job;
	const char *why;

	pool_grow(pool, p->jobs, struct fetch_job, p->n, p->size, 256);
	job = &p->jobs[p->n];
	*job = (struct fetch_job){ .opt = *p->opt, .settled = DAY_FAR_FUTURE };
	memcpy(job->opt.values, values, sizeof(job->opt.values));
	job->from = fetch_choose(pool, source, &job->opt, &why);
	p->n += job->from != NULL; /* a symbol that cannot be part of a URL has no file */
	return job;
}

static const char *two(void *pool, int v)
{
	return pool_printf(pool, "%02d", v);
}

static const char *four(void *pool, int v)
{
	return pool_printf(pool, "%04d", v);
}

/* The first day of a month; month 13 is the next year's first. */
static struct day month_start(int year, int month)
{
	struct day d = DAY_FAR_FUTURE;

	(void)!day_from_ymd(month > 12 ? year + 1 : year, month > 12 ? 1 : month, 1, &d);
	return d;
}

static struct day behind(struct day d, int days)
{
	return (struct day){ d.n + days };
}

struct span {
	int first_year, this_year, this_month, this_day;
};

static struct span span_of(const struct fetch_plan *p)
{
	struct span s;
	int month, day;

	day_to_ymd(p->since, &s.first_year, &month, &day);
	day_to_ymd(p->ctx->today, &s.this_year, &s.this_month, &s.this_day);
	return s;
}

/* A file a year, including the present one. */
static void add_years(struct fetch_plan *p, const char *source, const char *code, int settles)
{
	struct span s = span_of(p);

	for (int y = s.first_year; y <= s.this_year; y++) {
		struct fetch_job *job =
			add(p, source,
			    VALUES([FETCH_YEAR] = four(p->ctx->pool, y), [FETCH_CODE] = code));

		job->settled = behind(month_start(y + 1, 1), settles);
		job->may_lack = y == s.this_year && s.this_month == 1;
	}
}

static void add_month(struct fetch_plan *p, const char *source, int year, int month, bool may_lack)
{
	void *pool = p->ctx->pool;
	struct fetch_job *job =
		add(p, source,
		    VALUES([FETCH_YEAR] = four(pool, year), [FETCH_MONTH] = two(pool, month)));

	job->settled = behind(month_start(year, month + 1), MONTH_SETTLES);
	job->may_lack = may_lack;
}

/* Every weekday from @first on; a day without a session has no file. */
static void add_days(struct fetch_plan *p, const char *source, struct day first)
{
	void *pool = p->ctx->pool;

	for (struct day d = first; !day_before(p->ctx->today, d); d.n++) {
		int year, month, day;
		struct fetch_job *job;

		if (day_weekday(d) == 0 || day_weekday(d) == 6)
			continue;
		day_to_ymd(d, &year, &month, &day);
		job = add(p, source,
			  VALUES([FETCH_YEAR] = four(pool, year), [FETCH_MONTH] = two(pool, month),
				 [FETCH_DAY] = two(pool, day)));
		job->settled = behind(d, DAY_SETTLES);
		job->may_lack = true;
	}
}

static void add_one(struct fetch_plan *p, const char *source)
{
	(void)add(p, source, VALUES([FETCH_YEAR] = NULL));
}

/* ---- what is public ---- */

static void add_closes(struct fetch_plan *p)
{
	struct span s = span_of(p);

	for (int y = s.first_year; y < s.this_year; y++)
		add(p, "cotahist", VALUES([FETCH_YEAR] = four(p->ctx->pool, y)))->settled =
			behind(month_start(y + 1, 1), MONTH_SETTLES);
	for (int m = 1; m < s.this_month; m++)
		add_month(p, "cotahist", s.this_year, m, false);
	add_days(p, "cotahist", month_start(s.this_year, s.this_month));
}

static void add_funds(struct fetch_plan *p)
{
	struct span s = span_of(p);

	add_one(p, "funds");
	add_one(p, "funds-old");
	add_one(p, "fund-fees");
	for (int y = s.first_year; y <= s.this_year && y <= QUOTAS_BY_YEAR_UNTIL; y++)
		add(p, "fund-quotas", VALUES([FETCH_YEAR] = four(p->ctx->pool, y)))->settled =
			behind(month_start(y + 1, 1), REVISED_DAYS);
	for (int y = s.first_year; y <= s.this_year; y++)
		for (int m = 1; m <= 12 && (y < s.this_year || m <= s.this_month); m++) {
			/*
			 * The present month's file begins on its second day; portfolios come a month
			 * later.
			 */
			bool fresh = y == s.this_year && m + 1 >= s.this_month;

			if (y > QUOTAS_BY_YEAR_UNTIL)
				add_month(p, "fund-quotas", y, m, fresh);
			add_month(p, "fund-portfolios", y, m, fresh);
			/* A month's reports come in the middle of the next month. */
			if (y > REPORTS_BY_YEAR_UNTIL)
				add_month(p, "fund-reports", y, m, fresh);
		}
	for (int y = s.first_year; y <= s.this_year && y <= REPORTS_BY_YEAR_UNTIL; y++)
		add(p, "fund-reports", VALUES([FETCH_YEAR] = four(p->ctx->pool, y)))->settled =
			behind(month_start(y + 1, 1), REVISED_DAYS);
}

static void add_public(struct fetch_plan *p)
{
	static const char *const daily[] = { "12", "11", "4389", "1178", "1" };
	static const char *const monthly[] = { "433", "189", "4390" };

	add_one(p, "company-register");
	add_years(p, "company-forms", NULL, REVISED_DAYS);
	add_closes(p);
	for (size_t i = 0; i < ARRAY_SIZE(daily); i++)
		add_years(p, "sgs", daily[i], MONTH_SETTLES);
	for (size_t i = 0; i < ARRAY_SIZE(monthly); i++)
		(void)add(p, "sgs", VALUES([FETCH_CODE] = monthly[i]));
	add_years(p, "ptax", NULL, MONTH_SETTLES);
	add_one(p, "usdt");
	add_one(p, "tesouro");
	add_one(p, "debentures");
	add_days(p, "anbima-debentures", behind(p->ctx->today, -AUCTION_DAYS));
	add_funds(p);
	add_years(p, "company-documents", NULL, REVISED_DAYS);
	add_years(p, "dfp", NULL, REVISED_DAYS);
	add_years(p, "itr", NULL, REVISED_DAYS);
	add_one(p, "offerings");
}

/* ---- what portfolios hold ---- */

static struct fetch_job *add_candles_of(struct fetch_plan *p, const char *pair, int year)
{
	struct fetch_job *job =
		add(p, "klines",
		    VALUES([FETCH_YEAR] = four(p->ctx->pool, year), [FETCH_SYMBOL] = pair));

	job->settled = behind(month_start(year + 1, 1), MONTH_SETTLES);
	return job;
}

static const char *in_reais(struct fetch_plan *p, const char *symbol)
{
	return pool_printf(p->ctx->pool, "%sBRL", symbol);
}

static void add_candles(struct fetch_plan *p, const char *symbol)
{
	struct span s = span_of(p);

	for (int y = s.first_year; y <= s.this_year; y++)
		(void)add_candles_of(p, in_reais(p, symbol), y);
}

/* A file of an unregistered symbol: its absence is not a gap. */
static void ask_for(struct fetch_job *job, const char *type, const char *symbol)
{
	job->asked = symbol;
	job->asked_type = type;
	job->opt.probe = true;
	job->may_lack = true;
}

static struct fetch_job *add_foreign(struct fetch_plan *p, const char *symbol, const char *code,
				     const char *type, const char *currency)
{
	struct fetch_job *job =
		add(p, "ohlc", VALUES([FETCH_SYMBOL] = symbol, [FETCH_CODE] = code));

	job->type = type;
	job->currency = currency;
	return job;
}

static const char *lower(void *pool, const char *s)
{
	char *out = pool_strdup(pool, s);

	for (char *c = out; *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c = (char)(*c - 'A' + 'a');
	return out;
}

/* For an unregistered symbol only this year's file; earlier years follow once it came. */
static void add_coin(struct fetch_plan *p, const char *symbol, bool known)
{
	if (known)
		add_candles(p, symbol);
	else
		ask_for(add_candles_of(p, in_reais(p, symbol), span_of(p).this_year), "crypto",
			symbol);
}

static void add_share_abroad(struct fetch_plan *p, const char *symbol, bool known)
{
	struct fetch_job *job = add_foreign(
		p, symbol, pool_printf(p->ctx->pool, "%s.us", lower(p->ctx->pool, symbol)), "us",
		"USD");

	if (!known)
		ask_for(job, "us", symbol);
}

static void add_held(struct fetch_plan *p)
{
	void *pool = p->ctx->pool;
	const struct db_rows *r = read_held(p->ctx);
	const char *before = "";
	bool debentures = false;

	(void)add_foreign(p, "IBOV", "^bvp", "index", "BRL");
	add_candles(p, "USDT");
	for (size_t i = 0; i < db_count(r); i++) {
		const char *type = db_get_text(r, i, H_TYPE), *symbol = db_get_text(r, i, H_SYMBOL);
		bool known = db_get_bool(r, i, H_KNOWN);

		if (str_eq(type, "crypto") && !str_eq(symbol, "USDT"))
			add_coin(p, symbol, known);
		else if (str_eq(type, "us"))
			add_share_abroad(p, symbol, known);
		else if (str_eq(type, "stock") && strncmp(before, symbol, 4) != 0)
			(void)add(p, "companies",
				  VALUES([FETCH_ISSUER] = pool_printf(pool, "%.4s", symbol)));
		if (str_eq(type, "stock"))
			before = symbol;
		debentures |= str_eq(type, "debenture");
	}
	if (debentures)
		add_days(p, "debenture-prices", p->since);
}

/* ---- the exchange's pages of their issuers, and tokens that were found ---- */

static void add_issuers(struct fetch_plan *p)
{
	const struct db_rows *r = read_held(p->ctx);
	const char **stocks = pool_array(p->ctx->pool, const char *, db_count(r));
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); i++)
		if (str_eq(db_get_text(r, i, H_TYPE), "stock"))
			stocks[n++] = db_get_text(r, i, H_SYMBOL);
	r = db_query(p->ctx, &issuers, DB_ARGS(db_texts(stocks, n)));
	for (size_t i = 0; i < db_count(r); i++) {
		const char *code = db_get_text(r, i, I_CODE), *cvm = db_get_text(r, i, I_CVM_CODE),
			   *name = db_get_text(r, i, I_NAME);

		if (cvm)
			(void)add(p, "company-details", VALUES([FETCH_CODE] = cvm));
		if (name)
			(void)add(p, "cash-dividends",
				  VALUES([FETCH_ISSUER] = code, [FETCH_NAME] = name));
	}
}

static void add_found(struct fetch_plan *p)
{
	struct span s = span_of(p);

	for (size_t i = 0, n = p->n; i < n; i++) {
		const char *symbol = p->jobs[i].asked;

		if (!symbol || !p->jobs[i].came || !str_eq(p->jobs[i].asked_type, "crypto"))
			continue;
		for (int y = s.first_year; y < s.this_year; y++)
			(void)add_candles_of(p, in_reais(p, symbol), y);
	}
}

static void add_named(struct fetch_plan *p)
{
	add_issuers(p);
	add_found(p);
}

/* ---- a stage ---- */

/* One statement for all: those loaded when they were already final. */
static void find_done(struct fetch_plan *p, size_t first)
{
	size_t n = p->n - first;
	const char **urls = pool_array(p->ctx->pool, const char *, n);
	struct day *days = pool_array(p->ctx->pool, struct day, n);
	int64_t *places = pool_array(p->ctx->pool, int64_t, n);
	const struct db_rows *r;

	for (size_t i = 0; i < n; i++) {
		const struct fetch_job *job = &p->jobs[first + i];

		urls[i] = fetch_url(p->ctx->pool, job->from, &job->opt);
		days[i] = job->settled;
		places[i] = (int64_t)(first + i);
	}
	r = db_query(p->ctx, &settled,
		     DB_ARGS(db_texts(urls, n), db_days(days, n), db_ints(places, n)));
	for (size_t i = 0; i < db_count(r); i++)
		p->jobs[db_get_int(r, i, 0)].done = true;
}

void fetch_plan_add(struct fetch_plan *p, int stage)
{
	static void (*const stages[FETCH_STAGES])(struct fetch_plan *) = { add_public, add_held,
									   add_named };
	size_t first = p->n;

	db_begin_read(p->ctx);
	stages[stage](p);
	if (p->n > first && !p->opt->again)
		find_done(p, first);
	db_commit(p->ctx);
}
