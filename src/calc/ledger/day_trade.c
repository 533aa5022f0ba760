/* SPDX-License-Identifier: Apache-2.0 */
/*
 * day_trade.c: the purchases and sales of one ticker on one day (doc/calculations.md 1.4).
 *
 * Purchases and sales of the same day are day trades: matched first against first, without the stock of
 * earlier days.  The rest follows insertion order, but a sale of more than is held at that point waits
 * for the purchases of the day.
 */
#include "config.h"

#include "calc/ledger/replay.h"

#define FEW_LEGS 32 /* on the stack; a longer day takes one block of the pool */

struct leg {
	struct trade whole, rest;
	bool sale;
	bool ordinary; /* not the entry of a corporate event */
};

/* The next leg of a side with an unmatched quantity. */
static size_t next_leg(const struct leg *legs, size_t n, size_t i, bool sale)
{
	while (i < n &&
	       (legs[i].sale != sale || !legs[i].ordinary || qty_is_zero(legs[i].rest.qty)))
		i++;
	return i;
}

/*
 * Splits a row: amount x part / quantity; the last part takes the remainder of the amount.
 * @of: the trade that determines the part's quantity
 */
static struct trade take_part(struct replay *r, const struct ticker_state *p, struct leg *leg,
			      const struct trade *of)
{
	struct trade part = leg->rest;
	struct qty q = of->qty;

	if (q.e8 != leg->rest.qty.e8) {
		part.qty = q;
		if (part.known)
			part.amount = money_part(leg->whole.amount, q, leg->whole.qty, &r->range);
		replay_part(r, p, QTY_OF_TRADE, of, &leg->whole, &part, &leg->rest);
	}
	leg->rest.qty.e8 -= q.e8;
	leg->rest.amount = money_sub(leg->rest.amount, part.amount, &r->range);
	return part;
}

static void matched_flow(struct replay *r, const struct trade *t, bool sale)
{
	struct money paid = sale ? t->amount : money_neg(t->amount);

	replay_flow(r, &(struct fold_flow){
			       .day = t->day,
			       .kind = sale ? FLOW_SELL : FLOW_BUY,
			       .known = t->known,
			       .at_market = !t->known,
			       .qty = t->qty,
			       .amount = t->known ? paid : (struct money){ 0 },
		       });
}

static void match(struct replay *r, const struct ticker_state *p, struct leg *legs, size_t n)
{
	size_t b = next_leg(legs, n, 0, false);
	size_t s = next_leg(legs, n, 0, true);

	while (b < n && s < n) {
		bool buy_smaller = legs[b].rest.qty.e8 < legs[s].rest.qty.e8;
		struct trade smaller = legs[buy_smaller ? b : s].rest;
		struct trade bought = take_part(r, p, &legs[b], &smaller);
		struct trade sold = take_part(r, p, &legs[s], &smaller);

		if (r->journal)
			(void)replay_note(r, (struct journal_entry){
						     .act = JOURNAL_MATCH,
						     .day = sold.day,
						     .ticker = (size_t)(p - r->tickers),
						     .trade = bought.entry,
						     .with = sold.entry,
						     .result = bought.known && sold.known,
						     .flow = r->out.n_flows,
					     });
		if (bought.known && sold.known)
			replay_realize(r, sold.day,
				       money_sub(sold.amount, bought.amount, &r->range));
		else
			r->out.position.realized_known = false;
		matched_flow(r, &bought, false);
		matched_flow(r, &sold, true);
		b = next_leg(legs, n, b, false);
		s = next_leg(legs, n, s, true);
	}
}

static void in_order(struct replay *r, struct ticker_state *p, struct leg *legs, size_t n)
{
	bool waiting = false;

	for (size_t i = 0; i < n; i++) {
		struct trade *t = &legs[i].rest;

		if (qty_is_zero(t->qty))
			continue;
		if (legs[i].sale && t->qty.e8 > p->qty.e8) {
			waiting = true;
			continue;
		}
		if (legs[i].sale)
			replay_sell(r, p, t);
		else
			replay_buy(r, p, t);
		t->qty.e8 = 0;
	}
	for (size_t i = 0; waiting && i < n; i++)
		if (!qty_is_zero(legs[i].rest.qty))
			replay_sell(r, p, &legs[i].rest);
}

void day_trades(struct replay *r, struct ticker_state *p, const struct ledger_row *rows, size_t n)
{
	struct leg few[FEW_LEGS];
	struct leg *legs = n <= FEW_LEGS ? few : pool_array(r->pool, struct leg, n);
	size_t n_legs = 0;
	bool bought = false;
	bool sold = false;

	for (size_t i = 0; i < n; i++) {
		struct leg *leg = &legs[n_legs];

		if (rows[i].kind != ROW_BUY && rows[i].kind != ROW_SELL)
			continue;
		leg->whole = leg->rest = replay_trade(r, &rows[i]);
		leg->sale = rows[i].kind == ROW_SELL;
		leg->ordinary = rows[i].event == EVENT_NONE;
		bought |= leg->ordinary && !leg->sale;
		sold |= leg->ordinary && leg->sale;
		n_legs++;
	}
	if (r->matches && bought && sold)
		match(r, p, legs, n_legs);
	in_order(r, p, legs, n_legs);
}
