/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_check.c: compares a portfolio's stored figures with its ledger.
 *
 * The ledger is folded as of the day on which the stored figures were made and packed in the same way:
 * the bytes must be equal.  Only `until` may be earlier, since a write takes the earlier of two.  The
 * same fold gives the prefix of its history and its rows, if these are cached.
 */
#include "config.h"

#include "portfolio/store/state_check.h"

#include "identity/caller.h"
#include "calc/history/packed.h"
#include "portfolio/store/cached_rows_check.h"
#include "portfolio/store/prefix_check.h"
#include "portfolio/store/state_rows.h"
#include "portfolio/store/returns_load.h"

/* ---- figures ---- */

struct check {
	struct ctx *ctx;
	struct loaded cached, direct;
	const struct db_rows *head, *tails, *prefix, *rows;
	bool holds; /* the stored state is valid */
	struct state_report *out;
};

static void differs(struct check *c, const char *symbol, const char *part)
{
	state_differs(c->out, symbol, part);
}

/* The days of its validity: equal in its row and its head, and not too many. */
static void check_days(struct check *c)
{
	const struct derived *cached = &c->cached.derived;
	struct day first, until;

	state_days(c->head, &first, &until);
	if (!day_same(first, cached->as_of))
		differs(c, NULL, "first_day");
	if (!day_same(until, cached->until) || day_before(c->direct.derived.until, until))
		differs(c, NULL, "until");
}

static void check_head(struct check *c)
{
	struct buf b;

	buf_init(&b, c->ctx->pool, 16384);
	head_pack(&b, &c->direct.ledger, &c->direct.derived);
	if (!slice_same((struct slice){ b.p, b.n }, state_row_bytes(c->head, 0)))
		differs(c, NULL, "head");
}

/* Tails and holdings both ascend by the id of their assets. */
static void check_tails(struct check *c)
{
	const struct derived *d = &c->direct.derived;
	struct buf b;

	if (db_count(c->tails) != d->n) {
		differs(c, NULL, "tails");
		return;
	}
	buf_init(&b, c->ctx->pool, 4096);
	for (size_t i = 0; i < d->n; i++) {
		b.n = 0;
		tail_pack(&b, &d->holdings[i]);
		if (!slice_same((struct slice){ b.p, b.n }, state_tail_bytes(c->tails, i)))
			differs(c, d->holdings[i].head->symbol, "tail");
	}
}

static void compare(struct check *c)
{
	check_days(c);
	c->direct.derived.until = c->cached.derived.until;
	check_head(c);
	check_tails(c);
}

/* ---- the prefix of its history ---- */

/* As a reader does: with the reference data for which the figures are valid, if they are. */
static bool prefix_is_current(const struct check *c)
{
	return prefix_is_valid(c->ctx, c->prefix, loaded_stamp(&c->cached),
			       c->holds ? c->cached.reference_version
					: c->ctx->caller->market_version[FAMILY_REFERENCE]);
}

static void check_prefix(struct check *c)
{
	struct ctx *ctx = c->ctx;
	struct valued v = { .in = c->direct };

	if (!day_same(v.in.derived.as_of, ctx->today))
		load_judge(ctx, v.in.name,
			   ledger_derive(ctx->pool, &v.in.ledger, v.in.market, ctx->today,
					 &v.in.derived));
	load_compute(ctx, &v.in, ctx->today, &v.portfolio);
	prefix_check(ctx, c->prefix, returns_walked(ctx, &v, ctx->today, false), c->out);
}

/* ---- all of it ---- */

static void fetch(struct check *c)
{
	struct db_rows *rows[STATE_STATEMENTS + 2];
	const struct prefix_subject of = loaded_prefix_subject(c->ctx);
	size_t n = state_send(c->ctx, true);

	prefix_send(c->ctx, &of);
	cached_rows_check_send(c->ctx);
	db_wait(c->ctx, rows, n + 2);
	c->head = rows[0];
	c->tails = rows[1];
	c->prefix = rows[n];
	c->rows = rows[n + 1];
	state_portfolio(c->ctx, c->head, &c->cached);
}

/* Whether the stored figures are valid, by their stamp, and readable. */
static void take_head(struct check *c)
{
	struct ctx *ctx = c->ctx;

	if (!state_is_cached(c->head, 0))
		return;
	c->out->verdict = STATE_OLD;
	if (!state_is_current(c->head, 0, c->cached.ledger_version, ctx->today))
		return;
	c->holds = state_head(ctx, c->head, 0, c->cached.ledger_version, ctx->today, &c->cached);
	if (!c->holds)
		differs(c, NULL, "head");
}

static void check_figures(struct check *c)
{
	c->cached.market = c->direct.market;
	c->holds = !state_changed(c->ctx, &c->cached);
	if (!c->holds)
		return;
	c->out->verdict = STATE_RIGHT;
	compare(c);
}

void state_check(struct ctx *ctx, struct state_report *out)
{
	struct check c = { .ctx = ctx, .out = out };
	struct load_want want = { .as_of = ctx->today, .whole = true };
	struct day until;

	state_report_init(out, ctx->pool, STATE_MISSING);
	fetch(&c);
	take_head(&c);
	want.series = prefix_is_current(&c);
	want.transactions = db_count(c.rows) > 0;
	if (!c.holds && !want.series && !want.transactions)
		return;
	if (c.holds)
		state_days(c.head, &want.as_of, &until);
	load_portfolio(ctx, &want, &c.direct);
	if (c.holds)
		check_figures(&c);
	if (want.series && prefix_is_current(&c))
		check_prefix(&c);
	if (want.transactions)
		cached_rows_check(ctx, c.rows, &c.direct, out);
}
