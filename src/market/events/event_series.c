/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event_series.c: the known series, and the observations of one.
 *
 * GET /v1/series, GET /v1/series/{code}
 *
 * A paper of the exchange is a series under its ticker; the list shows only those with a code of their
 * own.
 */
#include "config.h"

#include "market/events/event_answers.h"

#include "calc/events/events.h"
#include "core/text.h"
#include "db/db.h"
#include "db/db_json.h"
#include "http/page.h"
#include "http/request.h"

#define VALUE_PLACES 12

static DB_STMT(
	list, "series.list",
	"select d.code, d.title, d.unit, d.frequency, d.source, d.kind,"
	"       least((select min(q.day) from quote q where q.venue = d.venue and q.symbol = d.symbol),"
	"             (select min(p.day) from ptax p where d.origin = 'ptax' and p.currency = d.symbol),"
	"             (select min(s.day) from series s where s.code = d.sgs_code)) as first,"
	"       greatest((select max(q.day) from quote q where q.venue = d.venue and q.symbol = d.symbol),"
	"             (select max(p.day) from ptax p where d.origin = 'ptax' and p.currency = d.symbol),"
	"             (select max(s.day) from series s where s.code = d.sgs_code)) as last"
	"  from data_series d order by d.place limit 1000");
enum { S_CODE, S_TITLE, S_UNIT, S_FREQUENCY, S_SOURCE, S_KIND, S_FIRST, S_LAST };

/* By its code, or else a paper by its ticker. */
#define ONE                                                                                                      \
	"with s as (select d.code, d.title, d.unit, d.frequency, d.source, d.kind, d.origin, d.venue, d.symbol," \
	"                  d.sgs_code from data_series d where d.code = $1"                                      \
	"            union all"                                                                                  \
	"           select i.symbol, coalesce(i.name, i.short_name, i.symbol), 'R$', 'daily', 'B3', 'quote',"    \
	"                  'quote', i.venue, i.symbol, null"                                                     \
	"             from instrument i where i.venue = 'b3' and i.symbol = $1 and i.asset_type <> 'option'"     \
	"              and not exists (select from data_series d where d.code = $1))"

static DB_STMT(
	one, "series.one",
	ONE
	" select s.code, s.title, s.unit, s.frequency, s.source, s.kind,"
	"       least((select min(q.day) from quote q where q.venue = s.venue and q.symbol = s.symbol),"
	"             (select min(p.day) from ptax p where s.origin = 'ptax' and p.currency = s.symbol),"
	"             (select min(o.day) from series o where o.code = s.sgs_code)) as first,"
	"       greatest((select max(q.day) from quote q where q.venue = s.venue and q.symbol = s.symbol),"
	"             (select max(p.day) from ptax p where s.origin = 'ptax' and p.currency = s.symbol),"
	"             (select max(o.day) from series o where o.code = s.sgs_code)) as last"
	"  from s");

static DB_STMT(
	observations, "series.observations",
	ONE
	" select o.day, o.value from s cross join lateral ("
	"(select q.day, q.close as value from quote q"
	"  where q.venue = s.venue and q.symbol = s.symbol and q.day >= $2 and q.day <= $3"
	"  order by q.day limit $4)"
	" union all"
	"(select p.day, p.sell from ptax p"
	"  where s.origin = 'ptax' and p.currency = s.symbol and p.day >= $2 and p.day <= $3"
	"  order by p.day limit $4)"
	" union all"
	"(select v.day, v.value from series v where v.code = s.sgs_code and v.day >= $2 and v.day <= $3"
	"  order by v.day limit $4)) o"
	" order by o.day limit $4");
enum { O_DAY, O_VALUE };

static DB_STMT(
	before, "series.before",
	ONE
	" select greatest((select max(q.day) from quote q"
	"                   where q.venue = s.venue and q.symbol = s.symbol and q.day < $2),"
	"                 (select max(p.day) from ptax p"
	"                   where s.origin = 'ptax' and p.currency = s.symbol and p.day < $2)) from s");

static void write_series(struct json *j, const char *name, const struct db_rows *r, size_t i)
{
	json_open(j, name);
	db_json_columns(j, r, i, S_CODE, S_LAST);
	json_close(j);
}

void series_list(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &list, DB_NO_ARGS);
	j = page_open(ctx);
	for (size_t i = 0; i < db_count(r); i++)
		write_series(j, NULL, r, i);
	page_end(ctx, NULL, 0, db_count(r), -1);
}

void series_get(struct ctx *ctx)
{
	const struct page page = page_take(ctx, 1, false);
	const char *code = ctx->path[0], *next = NULL;
	struct db_rows *rows[3];
	struct day last = DAY_FAR_FUTURE;
	bool quoted;
	struct day from, to;
	struct json *j;
	size_t shown;

	page_days(ctx, &from, &to);
	if (page.follows)
		from = day_plus(page_day(ctx, page.key[0]), 1);
	query_done(ctx);
	db_send(ctx, &one, DB_ARGS(db_text(code)));
	db_send(ctx, &observations,
		DB_ARGS(db_text(code), db_day(from), db_day(to), db_int(page_limit(&page))));
	db_send(ctx, &before, DB_ARGS(db_text(code), db_day(from)));
	db_wait(ctx, rows, 3);
	if (!db_count(rows[0]))
		fail(ctx, 404, "series_not_found", "Não há série %.80s.", code);
	quoted = !str_eq(db_get_text(rows[0], 0, S_KIND), "indicator");
	if (!db_is_null(rows[2], 0, 0))
		last = db_get_day(rows[2], 0, 0);
	shown = page_shown(&page, db_count(rows[1]));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++) {
		struct day day = db_get_day(rows[1], i, O_DAY);

		json_open(j, NULL);
		json_day(j, "date", day);
		json_decimal(j, "value", db_get_decimal(rows[1], i, O_VALUE, VALUE_PLACES),
			     VALUE_PLACES, VALUE_PLACES, true);
		if (quoted && session_is_gap(last, day))
			json_boolean(j, "gap", true);
		last = day;
		json_close(j);
	}
	write_series(page_meta(ctx), "series", rows[0], 0);
	if (shown < db_count(rows[1]))
		next = day_iso(ctx->pool, db_get_day(rows[1], shown - 1, O_DAY));
	page_close(ctx, page_cursor(ctx, next ? &next : NULL, 1), shown, -1);
}
