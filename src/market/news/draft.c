/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft.c: lastro edition draft: drafts an edition from the day's data, for an editor to work on.
 *
 * Every item names its source.  No judgement goes beyond the data: the mood is the share of the
 * market's series that rose, and an anomaly without an event says that it has none.
 */
#include "config.h"

#include "core/json_write.h"
#include "core/number_text.h"
#include "core/settings.h"
#include "db/db.h"
#include "market/news/news.h"

#define FILINGS 40
#define RIGHTS 40
#define AHEAD 7 /* days of the agenda */

/* The move of each market series on its last session up to the day, if that is the day. */
static DB_STMT(
	moves, "draft.moves",
	"select d.code, d.title, d.source, round((c.close / c.before - 1) * 100, 2), a.event_id is not null,"
	"       round(a.score, 1), (select e.title from market_event e where e.event_id = a.event_id)"
	"  from data_series d"
	"  cross join lateral (select x.day, x.close, lag(x.close) over (order by x.day) as before"
	"          from ((select q.day, q.close from quote q where q.venue = d.venue and q.symbol = d.symbol"
	"                    and q.day <= $1 order by q.day desc limit 2)"
	"                union all"
	"                (select p.day, p.sell from ptax p where d.origin = 'ptax' and p.currency = d.symbol"
	"                    and p.day <= $1 order by p.day desc limit 2)) x) c"
	"  left join anomaly a on a.series_code = d.code and a.day = c.day"
	" where d.market and c.day = $1 and c.before > 0"
	" order by d.place limit 20");
enum { M_CODE, M_TITLE, M_SOURCE, M_CHANGE, M_EXPLAINED, M_SCORE, M_EVENT };

static DB_STMT(
	filings, "draft.filings",
	"select e.event_key, e.title, e.summary, to_json(e.tickers)::text, e.category, v.title, v.url"
	"  from market_event e"
	"  join lateral (select x.title, x.url from event_evidence x"
	"                 where x.event_id = e.event_id and x.url ~ '^https?://' order by x.kind, x.ref limit 1) v on true"
	" where e.day = $1 order by e.score desc, e.event_id limit $2");
enum { F_KEY, F_TITLE, F_SUMMARY, F_TICKERS, F_CATEGORY, F_SOURCE, F_URL };

static DB_STMT(rights, "draft.rights",
	       "select p.symbol, p.label, p.gross, p.ex_day from distribution p"
	       " where p.venue = 'b3' and p.kind is not null and p.ex_day > $1 and p.ex_day <= $2"
	       " order by p.ex_day, p.symbol, p.label, p.gross, p.seq limit $3");
enum { R_SYMBOL, R_LABEL, R_GROSS, R_EX };

struct draft {
	struct ctx *ctx;
	struct day day;
	struct db_rows *moves, *filings, *rights;
	struct json *j;
};

static const char *change_pt(const struct draft *d, size_t i)
{
	wide change = db_get_decimal(d->moves, i, M_CHANGE, 2);

	return pool_printf(d->ctx->pool, "%s%s%%", change > 0 ? "+" : "",
			   decimal_text(d->ctx->pool, change, 2, 2, false));
}

/* The share of series that rose less those that fell, with the VIX reversed. */
static void write_mood(const struct draft *d)
{
	int64_t balance = 0, n = (int64_t)db_count(d->moves);
	wide score;

	for (size_t i = 0; i < db_count(d->moves); i++) {
		wide change = db_get_decimal(d->moves, i, M_CHANGE, 2);
		int sign = (change > 0) - (change < 0);
		const char *code = db_get_text(d->moves, i, M_CODE);

		balance += str_eq(code, "VIX") || str_eq(code, "USDBRL") ? -sign : sign;
	}
	score = n ? dec_div_half_away((wide)balance * 10000, n) : 0;
	json_open(d->j, "mood");
	json_text(d->j, "label",
		  score > 3333	  ? "otimista"
		  : score < -3333 ? "pessimista"
				  : "neutro");
	json_decimal(d->j, "score", score, 4, 4, true);
	json_close(d->j);
}

static void write_summary(const struct draft *d)
{
	struct buf b;

	buf_init(&b, d->ctx->pool, 512);
	buf_printf(&b, "Rascunho de %s.", date_text(d->ctx->pool, d->day));
	for (size_t i = 0; i < db_count(d->moves); i++)
		buf_printf(&b, "%s%s %s", i ? "; " : " ", db_get_text(d->moves, i, M_TITLE),
			   change_pt(d, i));
	buf_str(&b, db_count(d->moves) ? "." : " Sem fechamentos das séries de mercado.");
	buf_printf(&b, " %zu eventos do dia e %zu datas ex nos próximos %d dias.",
		   db_count(d->filings), db_count(d->rights), AHEAD);
	json_text(d->j, "summary", buf_text(&b));
}

static void write_highlights(const struct draft *d)
{
	json_array(d->j, "highlights");
	for (size_t i = 0; i < db_count(d->moves); i++)
		if (!db_is_null(d->moves, i, M_SCORE))
			json_text(d->j, NULL,
				  pool_printf(d->ctx->pool, "%s: movimento fora do comum, %s.",
					      db_get_text(d->moves, i, M_TITLE), change_pt(d, i)));
	json_array_end(d->j);
}

static void write_source(const struct draft *d, const char *name, const char *url)
{
	json_open(d->j, "source");
	json_text(d->j, "name", name);
	json_text(d->j, "url", url);
	json_close(d->j);
}

/* The address at which our own data can be read. */
static const char *own_url(const struct draft *d, const char *path)
{
	const char *base = d->ctx->config->base_url;

	return pool_printf(d->ctx->pool, "%s%s", *base ? base : "https://localhost", path);
}

static const char *why_of(const struct draft *d, size_t i)
{
	void *pool = d->ctx->pool;

	if (db_is_null(d->moves, i, M_SCORE))
		return "Movimento dentro do comum diante dos 252 pregões anteriores.";
	if (db_get_bool(d->moves, i, M_EXPLAINED))
		return pool_printf(
			pool, "Movimento fora do comum (escore %s); evento ligado: %s",
			decimal_text(pool, db_get_decimal(d->moves, i, M_SCORE, 1), 1, 1, false),
			db_get_text(d->moves, i, M_EVENT));
	return pool_printf(
		pool, "Movimento fora do comum (escore %s); nenhum evento ligado.",
		decimal_text(pool, db_get_decimal(d->moves, i, M_SCORE, 1), 1, 1, false));
}

static void write_moves(const struct draft *d)
{
	for (size_t i = 0; i < db_count(d->moves); i++) {
		const char *code = db_get_text(d->moves, i, M_CODE);
		const char *title = pool_printf(d->ctx->pool, "%s: %s",
						db_get_text(d->moves, i, M_TITLE), change_pt(d, i));

		json_open(d->j, NULL);
		json_text(d->j, "id", pool_printf(d->ctx->pool, "serie-%s", code));
		json_text(d->j, "title", title);
		json_text(d->j, "summary",
			  pool_printf(d->ctx->pool, "Fechamento de %s.",
				      date_text(d->ctx->pool, d->day)));
		json_text(d->j, "why", why_of(d, i));
		json_text(d->j, "impact", "A completar por quem edita.");
		json_text(d->j, "category",
			  str_eq(code, "BRENT") ? "commodities" : "market_structure");
		json_array(d->j, "tickers");
		json_array_end(d->j);
		write_source(d, db_get_text(d->moves, i, M_SOURCE),
			     own_url(d, pool_printf(d->ctx->pool, "/v1/series/%s", code)));
		json_close(d->j);
	}
}

static void write_filings(const struct draft *d)
{
	for (size_t i = 0; i < db_count(d->filings); i++) {
		json_open(d->j, NULL);
		json_text(d->j, "id", pool_printf(d->ctx->pool, "evento-%zu", i + 1));
		json_text(d->j, "title", db_get_text(d->filings, i, F_TITLE));
		json_text(d->j, "summary", db_get_text(d->filings, i, F_SUMMARY));
		json_text(d->j, "why", "Publicado nesta data.");
		json_text(d->j, "impact", "A completar por quem edita.");
		json_text(d->j, "category", db_get_text(d->filings, i, F_CATEGORY));
		json_raw(d->j, "tickers", db_get_text(d->filings, i, F_TICKERS));
		write_source(d, db_get_text(d->filings, i, F_SOURCE),
			     db_get_text(d->filings, i, F_URL));
		json_close(d->j);
	}
}

static void write_rights(const struct draft *d)
{
	void *pool = d->ctx->pool;

	for (size_t i = 0; i < db_count(d->rights); i++) {
		const char *symbol = db_get_text(d->rights, i, R_SYMBOL);
		const char *gross =
			decimal_text(pool, db_get_decimal(d->rights, i, R_GROSS, PRICE_PLACES),
				     PRICE_PLACES, PRICE_PLACES, true);
		const char *ex = date_text(pool, db_get_day(d->rights, i, R_EX));

		json_open(d->j, NULL);
		json_text(d->j, "id", pool_printf(pool, "data-ex-%zu", i + 1));
		json_text(d->j, "title", pool_printf(pool, "%s: data ex em %s", symbol, ex));
		json_text(d->j, "summary",
			  pool_printf(pool, "%s de R$ %s por ação.",
				      db_get_text(d->rights, i, R_LABEL), gross));
		json_text(d->j, "why", "Quem tiver o papel até a véspera recebe.");
		json_text(d->j, "impact", pool_printf(pool, "O preço abre sem R$ %s.", gross));
		json_text(d->j, "category", "corporate_action");
		json_array(d->j, "tickers");
		json_text(d->j, NULL, symbol);
		json_array_end(d->j);
		write_source(d, "B3", own_url(d, "/v1/news/agenda"));
		json_close(d->j);
	}
}

const char *news_draft(struct ctx *ctx, struct day day)
{
	struct draft d = { .ctx = ctx, .day = day };
	struct db_rows *rows[3];
	struct json *j;

	db_send(ctx, &moves, DB_ARGS(db_day(day)));
	db_send(ctx, &filings, DB_ARGS(db_day(day), db_int(FILINGS)));
	db_send(ctx, &rights, DB_ARGS(db_day(day), db_day(day_plus(day, AHEAD)), db_int(RIGHTS)));
	db_wait(ctx, rows, 3);
	d.moves = rows[0];
	d.filings = rows[1];
	d.rights = rows[2];
	j = json_new(ctx->pool, 8192);
	d.j = j;
	json_open(j, NULL);
	json_day(j, "date", day);
	write_summary(&d);
	write_mood(&d);
	write_highlights(&d);
	json_array(j, "items");
	write_moves(&d);
	write_filings(&d);
	write_rights(&d);
	json_array_end(j);
	json_close(j);
	return json_written(j);
}
