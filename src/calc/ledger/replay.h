/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay.h: the state of a ledger being replayed, and the effect of each entry on it.
 *
 * Internal to the fold: fold.c walks the days, corporate.c and day_trade.c decide what an entry means,
 * replay.c alone has the arithmetic of doc/calculations.md 1.3 to 1.8.  Two others process the same
 * entries on purpose: calc/explain/explain_fold.c writes the arithmetic down as steps, and
 * calc/amounts/accrual_lots.c follows the quantities by lot; both are compared with the results here.
 * A sum that leaves the grid sets `range`, tested once at the end.
 */
#ifndef LASTRO_CALC_LEDGER_REPLAY_H
#define LASTRO_CALC_LEDGER_REPLAY_H

#include "calc/ledger/fold.h"
#include "core/pool.h"

/*
 * The cost of a position that a debit emptied, or of a spin-off, kept until a credit of the same event
 * (1.7).
 */
struct waiting_cost {
	bool waits;
	struct day since; /* day of the debit, or of the spin-off */
	struct money cost;
	bool unknown;
};

/* The state of one ticker. */
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
	size_t successor; /* index of the ticker to which its entries now belong; its own while it lives */
	bool cycle, expires; /* of an option: something remains; its expiry is known */
	struct day expiry;
};

/* A trade, or the rest of one. */
struct trade {
	struct day day;
	struct qty qty;
	struct money amount; /* after fees; meaningless unless known */
	bool known;
	bool right; /* the sale of a subscription right: the part that was not bought was received, at no cost */
	size_t entry; /* of the journal */
};

struct replay {
	void *pool;
	const struct fold_input *in;
	const struct fx_series *convert;
	struct day until; /* entries after this day are ignored */
	bool quantities;  /* only quantities are needed: trades carry no money */
	bool matches;	  /* day trades are matched separately (1.4) */
	bool shorts;	  /* may be written without stock */
	bool range;

	struct ticker_state *tickers; /* one per asset, in their order, then tickers without one */
	size_t n_tickers;
	struct ledger_row *scratch; /* the rows of a day of several tickers */
	size_t scratch_size;

	struct journal *journal;      /* NULL: nothing is recorded */
	struct journal_origin origin; /* the origin of the current action */
	struct close rate;	      /* the last rate used for a conversion */

	struct fold_output out;
	size_t flows_size, months_size, uncovered_size, applied_size, steps_size, splits_size,
		ends_size, unexplained_size;
};

/*
 * replay_note() - adds an entry to the journal, with the current origin; returns its index.  Only when
 * r->journal is set.
 */
size_t replay_note(struct replay *r, struct journal_entry e);

/* replay_trade() - amount of a buy or sell after fees in the fold's currency, and whether it is known. */
struct trade replay_trade(struct replay *r, const struct ledger_row *row);

void replay_buy(struct replay *r, struct ticker_state *p, const struct trade *t);
void replay_sell(struct replay *r, struct ticker_state *p, const struct trade *t);
void replay_split(struct replay *r, struct ticker_state *p, struct day day, struct ratio ratio);
/*
 * replay_split_row() - applies a split that is a row of the ledger, and records it for prices of
 * earlier days.
 */
void replay_split_row(struct replay *r, struct ticker_state *p, const struct ledger_row *row);
void replay_adjust(struct replay *r, struct ticker_state *p, const struct ledger_row *row);

/* replay_bonus() - @unit_cost: attributed by the company, in the rows' currency, or NULL. */
void replay_bonus(struct replay *r, struct ticker_state *p, struct day day, struct qty q,
		  const struct price *unit_cost);

/*
 * replay_return() - a return of money (2.5, and the cash of a succession); @native in the rows'
 * currency.
 */
void replay_return(struct replay *r, struct ticker_state *p, struct day day, struct money native);

/* replay_wait() - stores a cost that waits for a credit of the same event as @day. */
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

/* replay_ticker() - the living ticker to which entries typed under ticker @i belong. */
static inline struct ticker_state *replay_ticker(const struct replay *r, size_t i)
{
	while (r->tickers[i].successor != i)
		i = r->tickers[i].successor;
	return &r->tickers[i];
}

/*
 * replay_part() - records the division of a trade: @part of @whole, and the remaining @rest; the
 * quantity of the part is that of @of, or that of @p according to @kind.
 */
void replay_part(struct replay *r, const struct ticker_state *p, enum journal_qty kind,
		 const struct trade *of, const struct trade *whole, struct trade *part,
		 struct trade *rest);

/*
 * replay_forfeit() - settles the remainder of an option at zero: a long position realizes minus its
 * cost, a short one its proceeds.  @expiry: the day of both, which may be before entries already
 * replayed
 */
void replay_forfeit(struct replay *r, struct ticker_state *p, struct day expiry);

/* ---- expiry.c ---- */

/*
 * expiry_note() - after the entries of @day: records whether a cycle begins or ends there, and its
 * expiry.
 */
void expiry_note(struct replay *r, struct ticker_state *p, struct day day);

/* expiry_settle() - at the opening of @day: settles the remainder of a cycle whose days have passed. */
void expiry_settle(struct replay *r, struct ticker_state *p, struct day day);

/* expiry_end() - records cycles that still run when the walk ends. */
void expiry_end(struct replay *r);

/* ---- day_trade.c ---- */

/* day_trades() - the purchases and sales of one ticker on one day (1.4). */
void day_trades(struct replay *r, struct ticker_state *p, const struct ledger_row *rows, size_t n);

/* ---- corporate.c ---- */

/* tickers_init() - one ticker per asset, and one for each ticker that only a succession names. */
void tickers_init(struct replay *r);

/* succession_apply() - 1.7, at the opening of its day. */
enum calc_err succession_apply(struct replay *r, const struct succession *s) MUST_CHECK;

/* spin_apply() - applies the spin-off at index @spin of the input, at the opening of its day. */
void spin_apply(struct replay *r, size_t spin);

/* fold_absorbs() - whether the row repeats a succession of its ticker. */
bool fold_absorbs(const struct fold_input *in, const char *symbol, const struct ledger_row *row);

/*
 * event_apply() - applies a reference event of asset @asset, if it is held and the ledger lacks the
 * event.
 */
enum calc_err event_apply(struct replay *r, size_t asset,
			  const struct reference_event *e) MUST_CHECK;

#endif
