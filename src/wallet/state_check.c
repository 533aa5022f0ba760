/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_check.c: what is kept derived against its ledger.
 *
 * The ledger is folded as of the day that the kept figures were made on and packed as they are: the
 * same bytes must come out.  Only `until` may be early, since a write takes the earlier of two.
 */
#include "config.h"

#include "wallet/state_check.h"

#include "access/caller.h"
#include "calc/packed.h"
#include "wallet/state_rows.h"

struct check {
	struct ctx *ctx;
	struct loaded kept, direct;
	const struct db_rows *head, *tails;
	struct slice packed; /* head of direct */
	struct state_report *out;
};

static void differs(struct check *c, const char *symbol, const char *figure, const char *kept,
		    const char *derived)
{
	struct state_report *out = c->out;

	out->verdict = STATE_WRONG;
	if (out->n < STATE_DIFFERENCES)
		out->differences[out->n++] = (struct difference){ symbol, figure, kept, derived };
}

static const char *day_text(struct check *c, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	return pool_strdup(c->ctx->pool, text);
}

static bool same_bytes(struct slice a, struct slice b)
{
	return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

/* The days that it says it holds for: those of its row and its head alike, and none too many. */
static void check_days(struct check *c)
{
	const struct derived *kept = &c->kept.derived;
	struct day first, until;

	state_days(c->head, &first, &until);
	if (!day_same(first, kept->as_of))
		differs(c, NULL, "first_day", day_text(c, first), day_text(c, kept->as_of));
	if (!day_same(until, kept->until) || day_before(c->direct.derived.until, until))
		differs(c, NULL, "until", day_text(c, until), day_text(c, c->direct.derived.until));
}

/* The kept tails, each against that of its holding; a difference only says that there is one. */
static bool tails_match(struct check *c)
{
	const struct derived *d = &c->direct.derived;
	struct buf b;

	buf_init(&b, c->ctx->pool, 4096);
	for (size_t i = 0; i < d->n && i < db_count(c->tails); i++) {
		b.n = 0;
		tail_pack(&b, &d->holdings[i]);
		if (!same_bytes((struct slice){ b.p, b.n }, state_tail_bytes(c->tails, i)))
			return false;
	}
	return true;
}

/* Direct figures as whoever reads them from what is kept would: the recent steps and rows alone. */
static bool through_bytes(struct check *c, struct loaded *out)
{
	void *pool = c->ctx->pool;
	struct buf b;

	if (!head_unpack(pool, c->packed, &out->assets, &out->ledger.n_assets, &out->derived))
		return false;
	out->ledger.assets = out->assets;
	for (size_t i = 0; i < out->derived.n; i++) {
		buf_init(&b, pool, 4096);
		tail_pack(&b, &c->direct.derived.holdings[i]);
		if (!tail_unpack(pool, (struct slice){ b.p, b.n }, &out->derived.holdings[i]))
			return false;
	}
	return true;
}

static void find_figures(struct check *c)
{
	struct loaded again = { 0 };
	size_t room = STATE_DIFFERENCES - c->out->n;
	size_t n;

	if (!state_tails(c->ctx, c->tails, 0, db_count(c->tails), &c->kept.derived)) {
		differs(c, NULL, "tails", "ilegível", "");
		return;
	}
	if (!through_bytes(c, &again)) {
		differs(c, NULL, "head", "", "ilegível");
		return;
	}
	n = derived_diff(c->ctx->pool, &c->kept.ledger, &c->kept.derived, &again.ledger,
			 &again.derived, c->out->differences + c->out->n, room);
	c->out->n += n;
	if (!n)
		differs(c, NULL, "bytes", "", "");
	c->out->verdict = STATE_WRONG;
}

static const char *count_text(struct check *c, size_t n)
{
	return pool_printf(c->ctx->pool, "%zu", n);
}

static void compare(struct check *c)
{
	struct buf b;

	check_days(c);
	c->direct.derived.until = c->kept.derived.until;
	buf_init(&b, c->ctx->pool, 16384);
	head_pack(&b, &c->direct.ledger, &c->direct.derived);
	c->packed = (struct slice){ b.p, b.n };
	if (db_count(c->tails) != c->direct.derived.n)
		differs(c, NULL, "tails", count_text(c, db_count(c->tails)),
			count_text(c, c->direct.derived.n));
	if (!same_bytes(c->packed, state_row_bytes(c->ctx->pool, c->head, 0)) || !tails_match(c))
		find_figures(c);
}

static void fold_directly(struct check *c, struct day as_of)
{
	const struct load_want want = { .as_of = as_of, .whole = true };

	load_portfolio(c->ctx, &want, &c->direct);
}

void state_check(struct ctx *ctx, struct state_report *out)
{
	struct check c = { .ctx = ctx, .out = out };
	struct db_rows *rows[STATE_STATEMENTS];
	struct day first, until;

	*out = (struct state_report){
		.verdict = STATE_MISSING,
		.differences = pool_array(ctx->pool, struct difference, STATE_DIFFERENCES),
	};
	db_wait(ctx, rows, state_send(ctx, true));
	c.head = rows[0];
	c.tails = rows[1];
	state_portfolio(ctx, c.head, &c.kept);
	if (!state_is_kept(c.head, 0))
		return;
	out->verdict = STATE_OLD;
	if (!state_is_current(c.head, 0, c.kept.ledger_version, ctx->today))
		return;
	if (!state_head(ctx, c.head, 0, c.kept.ledger_version, ctx->today, &c.kept)) {
		differs(&c, NULL, "head", "ilegível", "");
		return;
	}
	state_days(c.head, &first, &until);
	fold_directly(&c, first);
	c.kept.market = c.direct.market;
	if (state_changed(ctx, &c.kept))
		return;
	out->verdict = STATE_RIGHT;
	compare(&c);
}
