/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stock.h: the state of the taxpayer's ledger being replayed (doc/tax.md 20.3).  Internal to the room.
 *
 * The arithmetic is that of calc/ledger/replay.c, over several portfolios at once, in two currencies,
 * with a reason for an unknown cost; t/unit/calc/tax/tax_property.c compares both.
 */
#ifndef LASTRO_CALC_TAX_STOCK_H
#define LASTRO_CALC_TAX_STOCK_H

#include "calc/tax/tax_operations.h"
#include "core/pool.h"

/* One amount in reais and in the asset's currency. */
struct tax_amount {
	struct money brl, native;
};

/*
 * The cost left by an exchange's debit of everything, or given by a spin-off, until a credit of the
 * same paper (doc/calculations.md 1.7).
 */
struct tax_waiting_cost {
	bool any;
	struct day since;
	struct tax_amount cost;
	enum tax_reason why;
	bool bonus_missing;
	const char *of; /* its description, in pt-BR */
};

struct tax_stock {
	struct qty qty;
	struct tax_amount cost;
	enum tax_reason why; /* TAX_KNOWN, or why the cost of the running cycle is unknown */
	bool bonus_missing; /* bonus shares of the running cycle entered at no cost, lacking a declared value */
	struct qty short_qty;
	struct tax_amount premium; /* of the written options */
	enum tax_reason short_why;
	struct tax_waiting_cost waiting;
	bool spun; /* it received a part of another one's cost, */
	struct day spun_on;
	size_t successor; /* its own while it lives */
	bool converted;	  /* it held something that became the successor */
	struct day succeeded;
	bool cycle, expires; /* of an option */
	struct day expiry;
	struct qty *by_portfolio;
};

/* A trade of a day, or its rest. */
struct tax_leg {
	const struct tax_row *row;
	size_t place; /* of the row */
	bool sale, ordinary, exercise, right;
	struct qty qty, whole; /* the rest; of the row */
	bool known, gross_known;
	struct tax_amount amount, whole_amount; /* after fees, with the premium of an exercise */
	struct price rate;			/* 0: reais */
	enum tax_reason why;			/* why the amount is unknown */
	bool held; /* an exercise by the option's holder, or by the writer of a put */
};

struct tax_replay {
	void *pool;
	const struct tax_ledger *ledger;
	struct tax_stock *stocks; /* by asset */
	enum tax_class *classes;
	enum tax_reason *class_why;
	struct tax_transfers *transfers; /* of own_transfers.c; NULL: not searched yet */
	bool range;
	struct day day;		 /* being walked */
	struct tax_trace *trace; /* NULL: not recorded */
	struct tax_operations out;
	size_t items_size, bonuses_size, noticed_size;
};

/* tax_living() - the asset to which entries typed under @asset belong. */
static inline size_t tax_living(const struct tax_replay *r, size_t asset)
{
	while (r->stocks[asset].successor != asset)
		asset = r->stocks[asset].successor;
	return asset;
}

/* tax_splits() - whether the row is a split of @asset. */
static inline bool tax_splits(const struct tax_replay *r, const struct tax_row *row, size_t asset)
{
	return row->row.kind == ROW_SPLIT && tax_living(r, row->asset) == asset;
}

/* tax_emit() - adds an operation; sets class, basket and order. */
void tax_emit(struct tax_replay *r, struct tax_operation op);
void tax_notice(struct tax_replay *r, enum tax_event event, struct day day, size_t asset);

/* tax_in_reais() - converts; false when the day has no official rate; @sale: a sale. */
bool tax_in_reais(struct tax_replay *r, size_t asset, struct day day, bool sale,
		  struct tax_amount *amount, struct price *rate);

struct tax_amount tax_part(struct tax_replay *r, struct tax_amount whole, struct qty part,
			   struct qty of);
struct tax_amount tax_plus(struct tax_replay *r, struct tax_amount a, struct tax_amount b);
struct tax_amount tax_minus(struct tax_replay *r, struct tax_amount a, struct tax_amount b);

/*
 * tax_take() - removes @q from the stock with its share of the cost; all of it with the last unit.
 * @row: the reason, or TAX_NO_ROW
 */
struct tax_amount tax_take(struct tax_replay *r, size_t asset, struct qty q, size_t row);
/* tax_take_short() - the same for written options. */
struct tax_amount tax_take_short(struct tax_replay *r, struct tax_stock *s, struct qty q);
void tax_cycle_ends(struct tax_replay *r, size_t asset);

/* tax_told() - records a change of an asset's holding, if recording. */
void tax_told(struct tax_replay *r, struct tax_change change);

/* ---- tax_trades.c ---- */

/* tax_trades() - the purchases and sales of one asset on one day, of all portfolios. */
void tax_trades(struct tax_replay *r, size_t asset, const struct tax_row *const *rows, size_t n);

/* ---- own_transfers.c ---- */

/* tax_transfer() - whether the row is one side of a transfer between portfolios; marks both as done. */
bool tax_transfer(struct tax_replay *r, const struct tax_row *row);
/*
 * tax_find_slow_transfers() - after all entries: adds notices of possible transfers that took longer
 * than usual.
 */
void tax_find_slow_transfers(struct tax_replay *r);

/* ---- tax_corporate.c ---- */

void tax_split(struct tax_replay *r, size_t asset, struct ratio ratio);
/*
 * tax_split_repeats() - whether the row repeats, for one portfolio, a split of the whole stock that
 * another's row already applied.
 */
bool tax_split_repeats(const struct tax_replay *r, const struct tax_row *row);
void tax_adjust(struct tax_replay *r, size_t asset, const struct tax_row *row);
void tax_return(struct tax_replay *r, size_t asset, size_t portfolio, struct day day,
		struct money native, enum tax_nature nature);
/* tax_return_unknown() - a capital return of unknown amount: the cost becomes unknown too. */
void tax_return_unknown(struct tax_replay *r, size_t asset);
enum calc_err tax_succeed(struct tax_replay *r, const struct succession *s);
/* tax_spin_off() - applies one, at the opening of its day. */
void tax_spin_off(struct tax_replay *r, const struct spin_off *s);
/* @left_out: by portfolio, whose part of the stock is not changed; NULL: none */
enum calc_err tax_reference_event(struct tax_replay *r, size_t asset,
				  const struct reference_event *e, const bool *left_out);
/* tax_absorbed() - whether the row repeats a succession. */
bool tax_absorbed(const struct tax_replay *r, const struct tax_row *row);
/* tax_expire() - settles the remainder of an option at its expiry. */
void tax_expire(struct tax_replay *r, size_t asset);
/*
 * tax_cycle_note() - after the entries of @day: records whether a cycle of an option begins or ends
 * there.
 */
void tax_cycle_note(struct tax_replay *r, size_t asset, struct day day);

#endif
