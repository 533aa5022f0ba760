/* SPDX-License-Identifier: Apache-2.0 */
/*
 * price_moves.c: price_move of a company's listed papers, over some sessions of their own; debentures
 * are in debenture_moves.c.
 *
 * The earlier close is in shares of the later one's day: a split, grouping or bonus between them is not
 * a move. Payments are not taken out.  A restated close is about the same day, and corrects the alert.
 */
#include "config.h"

#include "desk/findings.h"

#include <inttypes.h>

#include "core/text.h"
#include "db/db.h"

/* For each paper its newest close, and the one so many sessions before. */
#define CLOSES                                                                                               \
	"  join lateral (select q.day, q.close from quote q where q.venue = w.venue and q.symbol = w.symbol" \
	"                 order by q.day desc limit 1) a on true"                                            \
	"  join lateral (select q.day, q.close from quote q where q.venue = w.venue and q.symbol = w.symbol" \
	"                 order by q.day desc offset w.sessions limit 1) b on true"

static DB_STMT(shares, "moves.shares",
	       "select w.symbol, w.sessions, a.day, a.close, b.day, b.close, w.company"
	       "  from (select distinct 'b3', t.ticker, x.sessions, x.company"
	       "          from unnest($1::int8[], $2::int8[]) x (company, sessions)"
	       "          join company_ticker t on t.company_id = x.company and t.until is null)"
	       "       w (venue, symbol, sessions, company)" CLOSES
	       " order by w.company, w.symbol, w.sessions limit 200000");
enum { M_SYMBOL, M_SESSIONS, M_DAY, M_CLOSE, M_THEN, M_BEFORE, M_COMPANY };

static DB_STMT(
	changes, "moves.unit_changes",
	"select e.symbol, e.ex_day, e.ratio_n, e.ratio_d"
	"  from corporate_event e where e.venue = 'b3' and e.symbol in (select t.ticker"
	"          from company_ticker t where t.company_id = any ($1::int8[]) and t.until is null)"
	" order by e.symbol, e.ex_day, e.label limit 200000");
enum { U_SYMBOL, U_EX_DAY, U_RATIO_N, U_RATIO_D };

enum { OF_SHARES, OF_CHANGES, OF_ALL };

struct move {
	const char *symbol, *source;
	struct day day, then;
	struct price now, before, as_traded; /* before: in shares of @day */
	wide change;			     /* percent, on 8 places */
};

static const char *write_move(struct findings *f, const struct watching *w, const struct move *m)
{
	struct json *j = finding_evidence(f, m->source);

	json_text(j, "symbol", m->symbol);
	json_day(j, "date", m->day);
	json_price(j, "unit_price", m->now);
	json_day(j, "previous_date", m->then);
	json_price(j, "previous_unit_price", m->before);
	json_price(j, "previous_as_traded", m->as_traded);
	json_decimal(j, "change_pct", m->change, 8, 4, false);
	json_decimal(j, "threshold_pct", w->threshold, 8, 8, true);
	json_int(j, "sessions", w->sessions);
	json_close(j);
	return json_written(j);
}

static void see_move(struct findings *f, const struct watching *w, struct move *m)
{
	struct finding *found;

	if (day_before(m->day, w->since) ||
	    !credit_ratio((m->now.e12 - m->before.e12) * 100, m->before.e12, &m->change))
		return;
	found = finding_add(f, w);
	if ((m->change < 0 ? -m->change : m->change) < w->threshold)
		found->level = "calm";
	finding_of_company(f, found);
	found->date = m->day;
	found->about = pool_printf(f->ctx->pool, "price/%s/%s/%" PRId64, m->symbol,
				   day_iso(f->ctx->pool, m->day), w->sessions);
	found->fact =
		pool_printf(f->ctx->pool, "%s=%s/%s", found->about,
			    price_text(f->ctx->pool, m->now), price_text(f->ctx->pool, m->before));
	found->title = pool_printf(f->ctx->pool, "%s: %s mudou %s%% em %" PRId64 " %s",
				   watched_name(f, w), m->symbol, finding_said(f, m->change, 2),
				   w->sessions, w->sessions == 1 ? "pregão" : "pregões");
	found->evidence = write_move(f, w, m);
}

static struct move read_move(const struct db_rows *r, size_t i, const char *source)
{
	struct price before = { db_get_decimal(r, i, M_BEFORE, PRICE_PLACES) };

	return (struct move){ .symbol = db_get_text(r, i, M_SYMBOL),
			      .source = source,
			      .day = db_get_day(r, i, M_DAY),
			      .then = db_get_day(r, i, M_THEN),
			      .now = { db_get_decimal(r, i, M_CLOSE, PRICE_PLACES) },
			      .before = before,
			      .as_traded = before };
}

/* False when a ratio takes the close off the grid: then there is no finding. */
static bool adjust(struct findings *f, const struct db_rows *r, struct move *m)
{
	struct reference_event *list =
		pool_array(f->ctx->pool, struct reference_event, db_count(r));
	bool range = false;
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); i++)
		if (str_eq(db_get_text(r, i, U_SYMBOL), m->symbol))
			list[n++] = (struct reference_event){
				.ex_day = db_get_day(r, i, U_EX_DAY),
				.ratio = { db_get_int(r, i, U_RATIO_N),
					   db_get_int(r, i, U_RATIO_D) },
			};
	m->before = price_in_shares_of(list, n, m->before, m->then, m->day, &range);
	return !range;
}

static void see_shares(struct findings *f, const struct watching *w, const struct company_facts *c,
		       struct db_rows *const *r)
{
	for (size_t i = 0; i < db_count(r[OF_SHARES]); i++)
		if (db_get_int(r[OF_SHARES], i, M_COMPANY) == c->id &&
		    db_get_int(r[OF_SHARES], i, M_SESSIONS) == w->sessions) {
			struct move m = read_move(r[OF_SHARES], i, "B3");

			if (adjust(f, r[OF_CHANGES], &m))
				see_move(f, w, &m);
		}
}

/* The company whose listed papers a rule watches; NULL: none, or one of its debentures. */
static const struct company_facts *listed_of(const struct findings *f, const struct watching *w)
{
	const struct named *o = names_find(&f->names, w->object);

	return o && !o->code && watching_is(w, "price_move") ? watched_company(f, w) : NULL;
}

/* Papers of a company by its number. */
static void send_moves(struct findings *f)
{
	int64_t *ids = pool_array(f->ctx->pool, int64_t, f->n_watching);
	int64_t *sessions = pool_array(f->ctx->pool, int64_t, f->n_watching);
	size_t n = 0;

	for (size_t i = 0; i < f->n_watching; i++) {
		const struct company_facts *c = listed_of(f, &f->watching[i]);

		if (!c)
			continue;
		ids[n] = c->id;
		sessions[n++] = f->watching[i].sessions;
	}
	db_send(f->ctx, &shares, DB_ARGS(db_ints(ids, n), db_ints(sessions, n)));
	db_send(f->ctx, &changes, DB_ARGS(db_ints(ids, n)));
}

void findings_price_moves(struct findings *f)
{
	struct db_rows *r[OF_ALL];

	findings_debenture_prices(f);
	send_moves(f);
	db_wait(f->ctx, r, OF_ALL);
	for (size_t i = 0; i < f->n_watching; i++) {
		const struct company_facts *c = listed_of(f, &f->watching[i]);

		if (c)
			see_shares(f, &f->watching[i], c, r);
	}
}
