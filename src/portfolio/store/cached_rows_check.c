/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cached_rows_check.c: compares the cached rows of a large ledger with the ledger.
 *
 * Each list is rendered again for the papers that it names.  The reference data decide which papers
 * form a holding; a reader checks that they still do, and every paper must be in one list.
 */
#include "config.h"

#include "portfolio/store/cached_rows_check.h"

#include "core/order.h"
#include "identity/caller.h"
#include "db/db.h"
#include "portfolio/store/cached_rows.h"
#include "portfolio/store/cached_rows_code_stamp.h"

/* One row without an asset when all lists are lost. */
static DB_STMT(cached, "cached_rows.check",
	       "select r.asset_id, r.rows"
	       "  from portfolio p"
	       "  join portfolio_rows k on k.workspace_id = $1 and k.portfolio_id = p.id"
	       "                      and k.ledger_version = p.ledger_version"
	       "                      and k.code_stamp = $3 and k.day <= $4"
	       "  left join asset_rows r on r.workspace_id = $1"
	       "                        and r.portfolio_id = k.portfolio_id"
	       " where p.workspace_id = $1 and p.id = $2"
	       " order by r.asset_id limit 100000");
enum { K_ASSET, K_ROWS };

void cached_rows_check_send(struct ctx *ctx)
{
	db_send(ctx, &cached,
		DB_ARGS(DB_CHOSEN(ctx), db_text(CACHED_ROWS_CODE_STAMP), db_day(ctx->today)));
}

struct check {
	struct ctx *ctx;
	const struct ledger *ledger;
	bool *found; /* by asset of the ledger */
	struct buf again;
	struct state_report *out;
};

/* The index of an asset in the ledger, whose assets ascend by id; SIZE_MAX when it is not there. */
static size_t place_of(const struct ledger *l, struct uuid id)
{
	const struct ledger_asset *a =
		order_find(&id, l->assets, l->n_assets, sizeof(*l->assets), order_uuid);

	return a ? (size_t)(a - l->assets) : SIZE_MAX;
}

/* Renders its rows again, for its papers; false when the ledger lacks one of them. */
static bool write_again(struct check *c, size_t head, const struct cached_rows_bytes *l)
{
	const struct ledger_asset **merged =
		pool_array(c->ctx->pool, const struct ledger_asset *, l->n_merged);
	const struct rendered_rows rows = { &c->ledger->assets[head], merged, l->n_merged };
	struct json j;

	for (size_t i = 0; i < l->n_merged; i++) {
		size_t place = place_of(c->ledger, l->merged[i]);

		if (place == SIZE_MAX)
			return false;
		c->found[place] = true;
		merged[i] = &c->ledger->assets[place];
	}
	c->again.n = 0;
	json_init(&j, &c->again);
	cached_rows_render(c->ctx->pool, &j, NULL, &rows, c->ctx->today);
	return true;
}

static void check_list(struct check *c, struct uuid id, struct slice bytes)
{
	size_t head = place_of(c->ledger, id);
	struct cached_rows_bytes list;

	if (head == SIZE_MAX) { /* of no asset of the ledger */
		state_differs(c->out, NULL, "transactions");
		return;
	}
	c->found[head] = true;
	if (!cached_rows_open(id, bytes, &list) || !write_again(c, head, &list) ||
	    !slice_same(list.array, (struct slice){ c->again.p, c->again.n }))
		state_differs(c->out, c->ledger->assets[head].symbol, "transactions");
}

void cached_rows_check(struct ctx *ctx, const struct db_rows *r, const struct loaded *direct,
		       struct state_report *out)
{
	struct check c = { .ctx = ctx, .ledger = &direct->ledger, .out = out };

	out->lists++;
	c.found = pool_array(ctx->pool, bool, c.ledger->n_assets);
	buf_init(&c.again, ctx->pool, 65536);
	for (size_t i = 0; i < db_count(r); i++)
		if (!db_is_null(r, i, K_ASSET))
			check_list(&c, db_get_uuid(r, i, K_ASSET), db_get_bytes(r, i, K_ROWS));
	for (size_t i = 0; i < c.ledger->n_assets; i++)
		if (!c.found[i])
			state_differs(out, c.ledger->assets[i].symbol, "transactions");
}
