/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prices.c: derives the prepared closes again, from the quotes alone.
 *
 * A second way to the same tables: loaders prepare the symbols they touched, this derives everything
 * and compares.
 */
#include "config.h"

#include "load/run.h"

#include "load/prepare.h"

static DB_STMT(bump, "prices.bump",
	       "update market_version set version = version_next(version) where family = 'closes'");

/* One prepared table: its expected rows, the differences, and the correction. */
static const struct table {
	const char *build, *compare, *remove, *write;
} tables[] = {
	{
		"create temp table built_last on commit drop as"
		" select venue, symbol, day as last_day, close as last, prev_day, prev"
		"   from (select venue, symbol, day, close, lag(day) over w as prev_day, "
		"lag(close) over w as prev,"
		"                lead(day) over w as next_day"
		"           from quote window w as (partition by venue, symbol order by day)) q"
		"  where next_day is null",
		"select count(*) from built_last b full join last_close c using (venue, symbol)"
		" where (b.last_day, b.last, b.prev_day, b.prev) is distinct from (c.last_day, "
		"c.last, c.prev_day, c.prev)",
		"delete from last_close c where not exists (select from built_last b"
		" where (b.venue, b.symbol) = (c.venue, c.symbol)"
		"   and (b.last_day, b.last, b.prev_day, b.prev) is not distinct from (c.last_day, "
		"c.last, c.prev_day, c.prev))",
		"insert into last_close (venue, symbol, last_day, last, prev_day, prev)"
		" select venue, symbol, last_day, last, prev_day, prev from built_last on conflict "
		"do nothing",
	},
	{
		"create temp table built_month on commit drop as"
		" select distinct on (venue, symbol, date_trunc('month', day)) venue, symbol,"
		"        date_trunc('month', day)::date as month, day, close"
		"   from quote order by venue, symbol, date_trunc('month', day), day desc",
		"select count(*) from built_month b full join month_close c using (venue, symbol, "
		"month)"
		" where (b.day, b.close) is distinct from (c.day, c.close)",
		"delete from month_close c where not exists (select from built_month b"
		" where (b.venue, b.symbol, b.month) = (c.venue, c.symbol, c.month) and (b.day, "
		"b.close) = (c.day, c.close))",
		"insert into month_close (venue, symbol, month, day, close)"
		" select venue, symbol, month, day, close from built_month on conflict do nothing",
	},
	{
		"create temp table built_series on commit drop as " PREPARE_SERIES(
			"select venue, symbol, extract(year from day)::int8 as year, day, close"
			"  from quote where segment <> 'option'"),
		"select count(*) from built_series b full join close_series c using (venue, "
		"symbol, year)"
		" where (b.places, b.days, b.closes) is distinct from (c.places, c.days, c.closes)",
		"delete from close_series c where not exists (select from built_series b"
		" where (b.venue, b.symbol, b.year) = (c.venue, c.symbol, c.year)"
		"   and (b.places, b.days, b.closes) = (c.places, c.days, c.closes))",
		"insert into close_series (venue, symbol, year, places, days, closes)"
		" select venue, symbol, year, places, days, closes from built_series on conflict "
		"do nothing",
	},
	{
		"create temp table built_session on commit drop as select distinct venue, day from "
		"quote",
		"select count(*) from built_session b full join session c using (venue, day)"
		" where b.ctid is null or c.ctid is null",
		"delete from session c where not exists (select from built_session b where "
		"(b.venue, b.day) = (c.venue, c.day))",
		"insert into session (venue, day) select venue, day from built_session on conflict "
		"do nothing",
	},
};

static int64_t count_of(struct load *l, const char *sql)
{
	PGresult *res = PQexec(load_raw(l), sql);
	struct slice text;
	int64_t n = 0;

	if (PQresultStatus(res) != PGRES_TUPLES_OK)
		db_raw_fail(l->ctx, res);
	text = slice_of(PQgetvalue(res, 0, 0));
	for (size_t i = 0; i < text.n; i++)
		n = 10 * n + (text.p[i] - '0');
	PQclear(res);
	return n;
}

void prices_compute(struct ctx *ctx, bool verify, struct prices_result *out)
{
	struct load l = { .ctx = ctx, .pool = ctx->pool, .name = "compute prices" };
	int64_t wrong = 0;

	*out = (struct prices_result){ 0 };
	db_begin_write(ctx);
	load_lock(ctx);
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		out->rows[i] = load_sql(&l, tables[i].build);
		out->wrong[i] = count_of(&l, tables[i].compare);
		wrong += out->wrong[i];
		if (!verify && out->wrong[i]) {
			(void)load_sql(&l, tables[i].remove);
			(void)load_sql(&l, tables[i].write);
		}
	}
	load_cooked(&l);
	if (wrong && !verify)
		(void)db_exec(ctx, &bump, DB_NO_ARGS);
	db_commit(ctx);
}
