/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find_reached.c: prices that a person waits for.
 *
 * The tables of the market are read apart from those of the tenants, for all that wait at once.  The last close counts; each
 * subscription is told once, and armed again it waits for a later close.
 */
#include "config.h"

#include "notices/find_parts.h"

#include "core/number_text.h"
#include "portfolio/portfolio.h"

#define ARMED_MAX 1000000

static DB_STMT(
	armed, "notices.armed",
	"select n.workspace_id, n.account_id, n.id, n.venue, n.symbol, n.direction = 'above', n.price, n.after_day"
	"  from lastro.notice n"
	" where n.kind = 'price_reached' and n.reached_on is null"
	"   and ($1::uuid[] is null or n.workspace_id = any($1::uuid[]))"
	" order by n.workspace_id, n.account_id, n.id limit $2");
enum { A_WORKSPACE, A_ACCOUNT, A_ID, A_VENUE, A_SYMBOL, A_ABOVE, A_PRICE, A_AFTER };

static DB_STMT(closes, "notices.closes",
	       "select w.n, c.last_day, c.last"
	       "  from unnest($1::text[], $2::text[], $3::int8[]) w (venue, symbol, n)"
	       "  join lastro.last_close c on c.venue = w.venue and c.symbol = w.symbol"
	       " order by w.n limit $4");
enum { C_N, C_DAY, C_LAST };

static DB_STMT(disarm, "notices.disarm",
	       "update lastro.notice as n set reached_on = x.day, after_day = x.day"
	       "  from unnest($2::uuid[], $3::date[]) x (id, day)"
	       " where n.workspace_id = $1 and n.id = x.id and n.reached_on is null");

/* Those of one person that are reached. */
struct reached {
	struct found_list list;
	struct uuid *ids;
	struct day *days;
};

static const struct db_rows *read_closes(struct ctx *ctx, const struct db_rows *r)
{
	size_t n = db_count(r);
	const char **venues = pool_array(ctx->pool, const char *, n),
		   **symbols = pool_array(ctx->pool, const char *, n);
	int64_t *places = pool_array(ctx->pool, int64_t, n);

	for (size_t i = 0; i < n; i++) {
		venues[i] = db_get_text(r, i, A_VENUE);
		symbols[i] = db_get_text(r, i, A_SYMBOL);
		places[i] = (int64_t)i;
	}
	return db_query(ctx, &closes,
			DB_ARGS(db_texts(venues, n), db_texts(symbols, n), db_ints(places, n),
				db_int(ARMED_MAX)));
}

/* A price that is not positive does not count. */
static bool is_reached(const struct db_rows *r, size_t i, struct price last, struct day day)
{
	const wide price = db_get_decimal(r, i, A_PRICE, PRICE_PLACES);

	if (last.e12 <= 0 ||
	    (!db_is_null(r, i, A_AFTER) && !day_before(db_get_day(r, i, A_AFTER), day)))
		return false;
	return db_get_bool(r, i, A_ABOVE) ? last.e12 >= price : last.e12 <= price;
}

static void add(struct ctx *ctx, const struct db_rows *r, size_t i, struct price last,
		struct day day, struct reached *out)
{
	const char *symbol = db_get_text(r, i, A_SYMBOL), *venue = db_get_text(r, i, A_VENUE);
	const char *closed = wallet_quoted_text(ctx->pool, venue, last);
	const char *asked = wallet_quoted_text(
		ctx->pool, venue, (struct price){ db_get_decimal(r, i, A_PRICE, PRICE_PLACES) });
	struct found *f;

	out->ids[out->list.n] = db_get_uuid(r, i, A_ID);
	out->days[out->list.n] = day;
	f = found_add(&out->list);
	f->only = db_get_uuid(r, i, A_ID);
	f->about = pool_printf(ctx->pool, "reached:%d", day.n);
	f->title = pool_printf(ctx->pool, "%.100s fechou a %s", symbol, closed);
	f->body = pool_printf(
		ctx->pool,
		"%.100s fechou a %s em %s. O preço pedido era de %s ou %s. Este aviso está feito; na "
		"página Avisos ele pode ser armado de novo.",
		symbol, closed, date_text(ctx->pool, day), asked,
		db_get_bool(r, i, A_ABOVE) ? "mais" : "menos");
}

static void queue(struct finding *f, struct person who, struct reached *all)
{
	if (!all->list.n)
		return;
	f->queued += found_queue(f->ctx, who, "price_reached", &all->list);
	(void)db_exec(f->ctx, &disarm,
		      DB_ARGS(db_uuid(who.workspace), db_uuids(all->ids, all->list.n),
			      db_days(all->days, all->list.n)));
	all->list.n = 0;
}

void find_reached(struct finding *f)
{
	struct ctx *ctx = f->ctx;
	const struct db_rows *r = db_query(ctx, &armed, DB_ARGS(f->workspaces, db_int(ARMED_MAX)));
	const size_t n = db_count(r);
	const struct db_rows *c = n ? read_closes(ctx, r) : NULL;
	struct reached all = { .list = found_list_new(ctx->pool, n),
			       .ids = pool_array(ctx->pool, struct uuid, n),
			       .days = pool_array(ctx->pool, struct day, n) };
	size_t next = 0;

	for (size_t i = 0; i < n; i++) {
		struct person who = { db_get_uuid(r, i, A_WORKSPACE),
				      db_get_uuid(r, i, A_ACCOUNT) };

		if (next < db_count(c) && db_get_int(c, next, C_N) == (int64_t)i) {
			struct price last = { db_get_decimal(c, next, C_LAST, PRICE_PLACES) };
			struct day day = db_get_day(c, next, C_DAY);

			if (find_hears(f, who.account) && is_reached(r, i, last, day))
				add(ctx, r, i, last, day, &all);
			next++;
		}
		if (i + 1 == n || !uuid_same(db_get_uuid(r, i + 1, A_WORKSPACE), who.workspace) ||
		    !uuid_same(db_get_uuid(r, i + 1, A_ACCOUNT), who.account))
			queue(f, who, &all);
	}
}
