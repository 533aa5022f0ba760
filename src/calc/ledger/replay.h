/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay.h: the state of a ledger being replayed, and what each entry does to it.
 *
 * Internal to the fold: fold.c walks the days, corporate.c and day_trade.c decide what an entry is,
 * replay.c holds the arithmetic of doc/calculations.md 1.3 to 1.8, the one place of it.  Two others go
 * through the same entries on purpose: calc/explain/explain_fold.c writes the arithmetic down as steps, and
 * calc/amounts/accrual_lots.c follows the quantities by lot; both are compared with what comes out here.  A sum
 * that leaves the grid sets `range`, tested once at the end.
 */
#ifndef LASTRO_CALC_LEDGER_REPLAY_H
#define LASTRO_CALC_LEDGER_REPLAY_H

#include "calc/ledger/fold.h"
#include "core/pool.h"

/* The cost of a position that a debit emptied, or what a spin-off gave, kept until a credit of the same event (1.7). */
struct waiting_cost {
	bool waits;
	struct day since; /* day of the debit, or of the spin-off */
	struct money cost;
	bool unknown;
};

/* What is held under one ticker. */
struct ticker_state {
	const char *symbol;
	struct qty qty;
	struct money cost;
	bool unknown;	      /* U: the cost of the running cycle */
	struct qty short_qty; /* options written without stock */
	struct money short_proceeds;
	bool short_unknown;
	struct waiting_cost waiting;
	bool spun; /* it received a part of another one's cost, */
	struct day spun_on;
	size_t successor; /* index of the ticker that its entries belong to; itself while it lives */
	bool cycle, expires; /* of an option: something is left; its expiry is known */
	struct day expiry;
};

/* A trade, or the part of one that is left. */
struct trade {
	struct day day;
	struct qty qty;
	struct money amount; /* after fees; meaningless unless known */
	bool known;
	bool right; /* the sale of a subscription right: what was not bought was received, at no cost */
	size_t entry; /* of the journal */
};

struct replay {
	void *pool;
	const struct fold_input *in;
	const struct fx_series *convert;
	struct day until; /* entries after this day are left alone */
	bool quantities;  /* only quantities are wanted: trades carry no money */
	bool matches;	  /* day trades are matched apart (1.4) */
	bool shorts;	  /* may be written without stock */
	bool range;

	struct ticker_state *tickers; /* one an asset, in their order, then tickers without one */
	size_t n_tickers;
	struct ledger_row *scratch; /* the rows of a day of several tickers */
	size_t scratch_size;

	struct journal *journal;      /* NULL: nothing is noted */
	struct journal_origin origin; /* what the current act comes from */
	struct close rate;	      /* the last one that an amount was converted at */

	struct fold_output out;
	size_t flows_size, months_size, uncovered_size, applied_size, steps_size, splits_size,
		ends_size, unexplained_size;
};

/*
 * replay_note() - an entry of the journal, with the current origin; returns its place.  Only where
 * r->journal is there.
 */
size_t replay_note(struct replay *r, struct journal_entry e);

/* replay_trade() - amount of a buy or sell after fees in the fold's currency, and whether it is known. */
struct trade replay_trade(struct replay *r, const struct ledger_row *row);

void replay_buy(struct replay *r, struct ticker_state *p, const struct trade *t);
void replay_sell(struct replay *r, struct ticker_state *p, const struct trade *t);
void replay_split(struct replay *r, struct ticker_state *p, struct day day, struct ratio ratio);
/* replay_split_row() - a split that is a row of the ledger; it is recorded, for prices of earlier days. */
void replay_split_row(struct replay *r, struct ticker_state *p, const struct ledger_row *row);
void replay_adjust(struct replay *r, struct ticker_state *p, const struct ledger_row *row);

/* replay_bonus() - @unit_cost: attributed by the company, rows' currency, or NULL. */
void replay_bonus(struct replay *r, struct ticker_state *p, struct day day, struct qty q,
		  const struct price *unit_cost);

/* replay_return() - money back (2.5, and the cash of a succession); @native in the rows' currency.
 */
void replay_return(struct replay *r, struct ticker_state *p, struct day day, struct money native);

/* replay_wait() - a cost that waits for a credit of the same event as @day. */
void replay_wait(struct replay *r, struct ticker_state *p, struct day day, struct money cost,
		 bool unknown);

void replay_realize(struct replay *r, struct day day, struct money result);
void replay_grow_flows(struct replay *r);

static inline void replay_flow(struct replay *r, const struct fold_flow *flow)
{
	if (r->out.n_flows == r->flows_size)
		replay_grow_flows(r);
	r->out.flows[r->out.n_flows++] = *flow;
}

/* replay_ticker() - the living ticker that entries typed under ticker @i belong to. */
static inline struct ticker_state *replay_ticker(const struct replay *r, size_t i)
{
	while (r->tickers[i].successor != i)
		i = r->tickers[i].successor;
	return &r->tickers[i];
}

/*
 * replay_part() - the journal of a trade divided: @part of @whole, and @rest that is left of what was
 * left; the quantity of the part is that of @of, or of what @kind says of @p.
 */
void replay_part(struct replay *r, const struct ticker_state *p, enum journal_qty kind,
		 const struct trade *of, const struct trade *whole, struct trade *part,
		 struct trade *rest);

/*
 * replay_forfeit() - what is left of an option is settled at zero: a long position realises minus its cost, a
 * short one its proceeds.  @expiry: the day of both, which may lie before entries already replayed
 */
void replay_forfeit(struct replay *r, struct ticker_state *p, struct day expiry);

/* ---- expiry.c ---- */

/* expiry_note() - after the entries of @day: whether a cycle begins or ends there, and when it expires. */
void expiry_note(struct replay *r, struct ticker_state *p, struct day day);

/* expiry_settle() - at the opening of @day: what is left of a cycle whose days have passed. */
void expiry_settle(struct replay *r, struct ticker_state *p, struct day day);

/* expiry_end() - cycles that still run when the walk ends. */
void expiry_end(struct replay *r);

/* ---- day_trade.c ---- */

/* day_trades() - the purchases and sales of one ticker on one day (1.4). */
void day_trades(struct replay *r, struct ticker_state *p, const struct ledger_row *rows, size_t n);

/* ---- corporate.c ---- */

/* tickers_init() - a ticker an asset, and one for each ticker that only a succession names. */
void tickers_init(struct replay *r);

/* succession_apply() - 1.7, at the opening of its day. */
enum calc_err succession_apply(struct replay *r, const struct succession *s) MUST_CHECK;

/* spin_apply() - the spin-off at place @spin of the input, at the opening of its day. */
void spin_apply(struct replay *r, size_t spin);

/* fold_absorbs() - the row repeats what a succession of its ticker does. */
bool fold_absorbs(const struct fold_input *in, const char *symbol, const struct ledger_row *row);

/* event_apply() - a reference event of asset @asset, when held and the ledger lacks it. */
enum calc_err event_apply(struct replay *r, size_t asset,
			  const struct reference_event *e) MUST_CHECK;

#endif
