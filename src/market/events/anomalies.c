/* SPDX-License-Identifier: Apache-2.0 */
/*
 * anomalies.c: anomalous days, newest first.  GET /v1/events/anomalies
 *
 * The JSON of a row was made when it was computed or linked: a page is one keyset scan and a copy.
 */
#include "config.h"

#include "market/events/handlers.h"

#include "db/db.h"
#include "http/request.h"
#include "http/page.h"

#define KEY 3	  /* day, strength, series */
#define PLACES 12 /* of a score, as in min_z */
#define SCORE_ALL ((wide)999999999999 * E12)

#define COLUMNS "select a.day, a.strength, a.series_code, a.body from anomaly a"
enum { A_DAY, A_STRENGTH, A_SERIES, A_BODY };

/* Without a series: those of the market. */
static DB_STMT(
	market, "anomalies.market",
	COLUMNS
	" where a.market and a.day >= $1 and (a.day, a.strength, a.series_code) < ($2, $3, $4)"
	"   and a.strength >= $5"
	" order by a.day desc, a.strength desc, a.series_code desc limit $6");

static DB_STMT(of_series, "anomalies.series",
	       COLUMNS
	       " where a.series_code = $1 and a.day >= $2 and a.day < $3 and a.strength >= $4"
	       " order by a.day desc limit $5");

static DB_STMT(known, "anomalies.known",
	       "select 1 from anomaly_window where series_code = $1"
	       " union all"
	       " select 1 from data_series where code = $1 and origin <> 'sgs'");

struct wanted {
	struct page page;
	const char *series; /* NULL: all of the market */
	wide least;
	struct day from;
	struct day day; /* rows after this key: day, strength, series */
	wide strength;
	const char *code;
	struct day before; /* of one series: only days before this one */
};

static wide take_least(struct ctx *ctx)
{
	const char *text = query_text(ctx, "min_z");
	wide v;

	if (!text)
		return 4 * E12;
	if (dec_parse(slice_of(text), PLACES, 20 * E12, &v) != DEC_OK || v < 3 * E12)
		fail_parameter(ctx, "min_z", text, "um número de 3 a 20");
	return v;
}

static struct wanted take(struct ctx *ctx)
{
	struct wanted w = { .page = page_take(ctx, KEY, false), .code = "", .strength = SCORE_ALL };

	w.series = query_text(ctx, "series");
	w.least = take_least(ctx);
	page_days(ctx, &w.from, &w.day);
	w.before = day_plus(w.day, 1);
	if (w.page.follows) {
		w.before = w.day = page_day(ctx, w.page.key[0]);
		w.strength = page_decimal(ctx, w.page.key[1], PLACES);
		w.code = w.page.key[2];
	}
	query_done(ctx);
	return w;
}

static const struct db_rows *find(struct ctx *ctx, const struct wanted *w)
{
	struct db_rows *rows[2];

	if (!w->series)
		return db_query(ctx, &market,
				DB_ARGS(db_day(w->from), db_day(w->day),
					db_decimal(w->strength, PLACES), db_text(w->code),
					db_decimal(w->least, PLACES),
					db_int(page_limit(&w->page))));
	db_send(ctx, &known, DB_ARGS(db_text(w->series)));
	db_send(ctx, &of_series,
		DB_ARGS(db_text(w->series), db_day(w->from), db_day(w->before),
			db_decimal(w->least, PLACES), db_int(page_limit(&w->page))));
	db_wait(ctx, rows, 2);
	if (!db_count(rows[0]))
		fail_parameter(ctx, "series", w->series,
			       "IBOV, IFIX, USDBRL, BRENT, VIX, SP500, NASDAQ, ou o ticker de um "
			       "papel com cotações");
	return rows[1];
}

void anomalies_list(struct ctx *ctx)
{
	const struct wanted w = take(ctx);
	const struct db_rows *r = find(ctx, &w);
	size_t shown = page_shown(&w.page, db_count(r));
	const char *next[KEY];
	struct json *j = page_open(ctx);

	for (size_t i = 0; i < shown; i++)
		json_raw(j, NULL, db_get_text(r, i, A_BODY));
	if (shown < db_count(r)) {
		next[0] = day_iso(ctx->pool, db_get_day(r, shown - 1, A_DAY));
		next[1] = page_decimal_text(
			ctx->pool, db_get_decimal(r, shown - 1, A_STRENGTH, PLACES), PLACES);
		next[2] = db_get_text(r, shown - 1, A_SERIES);
	}
	page_end(ctx, shown < db_count(r) ? next : NULL, KEY, shown, -1);
}
