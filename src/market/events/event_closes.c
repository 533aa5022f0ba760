/* SPDX-License-Identifier: Apache-2.0 */
/* event_closes.c: closes of series since a day, for the computation of anomalies. */
#include "config.h"

#include "market/events/event_closes.h"

#include "db/db.h"

#define WANTED                                                                                     \
	"unnest($1::text[], $2::text[], $3::date[]) with ordinality w(venue, symbol, since, n)"

static DB_STMT(closes, "events.closes",
	       "select w.n, q.day, q.close"
	       "  from " WANTED " cross join lateral ("
	       "       select a.day, a.close from quote a"
	       "        where a.venue = w.venue and a.symbol = w.symbol and a.day >= w.since"
	       "        union all"
	       "       select p.day, p.sell from ptax p"
	       "        where w.venue = 'fx' and p.currency = w.symbol and p.day >= w.since) q"
	       " order by w.n, q.day");
enum { C_N, C_DAY, C_CLOSE };

static DB_STMT(
	changes, "events.unit_changes",
	"select w.n, e.ex_day, e.ratio_n, e.ratio_d"
	"  from " WANTED
	"  join corporate_event e on e.venue = w.venue and e.symbol = w.symbol and e.ex_day >= w.since"
	" order by w.n, e.ex_day, e.label");
enum { U_N, U_EX_DAY, U_RATIO_N, U_RATIO_D };

static void take_closes(struct closes_found *found, const struct db_rows *r, void *pool)
{
	struct session_close *all = pool_array(pool, struct session_close, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		struct closes_found *f = &found[db_get_int(r, i, C_N) - 1];
		struct price p = { db_get_decimal(r, i, C_CLOSE, PRICE_PLACES) };

		if (!f->closes)
			f->closes = &all[i];
		if (p.e12 > 0)
			f->closes[f->n++] =
				(struct session_close){ db_get_day(r, i, C_DAY), price_double(p) };
	}
}

static void take_changes(struct closes_found *found, const struct db_rows *r, void *pool)
{
	struct unit_change *all = pool_array(pool, struct unit_change, db_count(r));

	for (size_t i = 0; i < db_count(r); i++) {
		struct closes_found *f = &found[db_get_int(r, i, U_N) - 1];

		if (!f->changes)
			f->changes = &all[i];
		f->changes[f->n_changes++] =
			(struct unit_change){ db_get_day(r, i, U_EX_DAY),
					      (double)db_get_int(r, i, U_RATIO_N) /
						      (double)db_get_int(r, i, U_RATIO_D) };
	}
}

struct closes_found *closes_since(struct ctx *ctx, const struct closes_wanted *wanted)
{
	struct closes_found *found = pool_array(ctx->pool, struct closes_found, wanted->n);
	struct db_rows *rows[2];
	const struct db_arg args[] = {
		db_texts(wanted->venues, wanted->n),
		db_texts(wanted->symbols, wanted->n),
		db_days(wanted->since, wanted->n),
	};

	db_send(ctx, &closes, args, ARRAY_SIZE(args));
	db_send(ctx, &changes, args, ARRAY_SIZE(args));
	db_wait(ctx, rows, 2);
	take_closes(found, rows[0], ctx->pool);
	take_changes(found, rows[1], ctx->pool);
	return found;
}
