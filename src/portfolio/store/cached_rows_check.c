/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cached_rows_check.c: compares the cached rows of a large ledger with the ledger.
 *
 * Each list is rendered again for the papers that it names.  The reference data decide which papers
 * form a holding; a reader checks that they still do, and every paper must be in one list.
 */
#include "config.h"

#include "portfolio/store/cached_rows_check.h"

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
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio),
			db_text(CACHED_ROWS_CODE_STAMP), db_day(ctx->today)));
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
	size_t lo = 0, hi = l->n_assets;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (uuid_before(l->assets[mid].id, id))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < l->n_assets && uuid_same(l->assets[lo].id, id) ? lo : SIZE_MAX;
}

/* Renders its rows again, for its papers; false when the ledger lacks one of them. */
static bool write_again(struct check *c, size_t head, const struct cached_rows_bytes *l)
{
	const struct ledger_asset **merged =
		pool_array(c->ctx->pool, const struct ledger_asset *, l->n_merged);
	const struct rendered_rows rows = { &c->ledger->assets[head], merged, l->n_merged };
	struct json j;

	c->found[head] = true;
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

/* The row that contains offset @at, or that begins after it: rows contain no objects. */
static const char *row_at(void *pool, struct slice s, size_t at)
{
	size_t begin = at, end;

	if (at + 1 >= s.n) /* the list ends there */
		return "";
	if (s.p[at] == ',' && s.p[at + 1] == '{')
		begin++;
	end = begin;
	while (begin && s.p[begin] != '{')
		begin--;
	while (end < s.n && s.p[end] != '}')
		end++;
	return pool_strndup(pool, s.p + begin, end - begin + (end < s.n));
}

static void check_list(struct check *c, struct uuid id, struct slice bytes)
{
	size_t head = place_of(c->ledger, id), at = 0;
	struct cached_rows_bytes list;
	const char *symbol;
	struct slice again;
	char text[UUID_TEXT_SIZE];

	if (head == SIZE_MAX) {
		uuid_format(id, text);
		state_differs(c->out, NULL, "transactions", pool_strdup(c->ctx->pool, text), "");
		return;
	}
	symbol = c->ledger->assets[head].symbol;
	if (!cached_rows_open(id, bytes, &list) || !write_again(c, head, &list)) {
		c->found[head] = true;
		state_differs(c->out, symbol, "transactions", "ilegível", "");
		return;
	}
	again = (struct slice){ c->again.p, c->again.n };
	if (slice_same(list.array, again))
		return;
	while (at < list.array.n && at < again.n && list.array.p[at] == again.p[at])
		at++;
	state_differs(c->out, symbol, "transactions", row_at(c->ctx->pool, list.array, at),
		      row_at(c->ctx->pool, again, at));
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
			state_differs(out, c.ledger->assets[i].symbol, "transactions", "",
				      pool_printf(ctx->pool, "%zu", c.ledger->assets[i].n_rows));
}
