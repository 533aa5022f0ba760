/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expiry.c: options that expire (doc/calculations.md 1.4).
 *
 * Statements date a sale by its settlement, so rows of some days after the expiry still count; only
 * then is the remainder settled, dated on the expiry.  A cycle belongs to one series, since codes are
 * reused.
 */
#include "config.h"

#include "calc/ledger/replay.h"

static bool something_left(const struct ticker_state *p)
{
	return p->qty.e8 > 0 || p->short_qty.e8 > 0;
}

static void report_side(struct replay *r, const struct ticker_state *p, bool open, bool written)
{
	struct option_ends *ends = &r->out.ends;

	pool_grow(r->pool, ends->items, struct option_end, ends->n, r->ends_size, 2);
	ends->items[ends->n++] = (struct option_end){
		.expiry = p->expiry,
		.settled = option_settlement(p->expiry),
		.open = open,
		.written = written,
		.qty = written ? p->short_qty : p->qty,
	};
}

/* A bonus while the option is written leaves stock beside the short: both sides end. */
static void report_end(struct replay *r, const struct ticker_state *p, bool open)
{
	if (p->short_qty.e8 > 0)
		report_side(r, p, open, true);
	if (p->qty.e8 > 0 || qty_is_zero(p->short_qty))
		report_side(r, p, open, false);
}

void expiry_note(struct replay *r, struct ticker_state *p, struct day day)
{
	bool left = something_left(p);

	if (left && !p->cycle)
		p->expires = option_cycle_expiry(&r->in->option, p->symbol, day, &p->expiry);
	else if (!left && p->cycle && p->expires && day_before(p->expiry, day))
		report_end(r, p, false);
	p->cycle = left;
}

void expiry_settle(struct replay *r, struct ticker_state *p, struct day day)
{
	if (!p->cycle || !p->expires || !day_same(option_settlement(p->expiry), day))
		return;
	report_end(r, p, false);
	if (r->quantities) {
		p->qty.e8 = 0;
		p->short_qty.e8 = 0;
	} else {
		while (something_left(p)) /* one side at a time */
			replay_forfeit(r, p, p->expiry);
	}
	p->cycle = false;
}

void expiry_end(struct replay *r)
{
	for (size_t i = 0; i < r->n_tickers; i++)
		if (r->tickers[i].cycle && r->tickers[i].expires)
			report_end(r, &r->tickers[i], true);
}
