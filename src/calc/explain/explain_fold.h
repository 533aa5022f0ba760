/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_fold.h: the journal of a fold written down as steps (doc/calculations.md 1, 2).
 *
 * Internal to explain.  Repeats the arithmetic of calc/ledger/replay.c on purpose: as operations that a
 * person can redo.  The results must equal the fold's.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_FOLD_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_FOLD_H

#include "calc/ledger/derive.h"
#include "calc/explain/explain_steps.h"
#include "calc/ledger/fold.h"

/* The holding of one ticker, as terms. */
struct ticker_terms {
	struct term qty, cost, short_qty, short_proceeds;
	bool unknown, short_unknown;
	struct term
		waiting; /* the cost of shares that left for an exchange, or of a spin-off, until its credit */
	bool waiting_unknown;
	struct day waits_since;
	size_t successor;
	struct day succeeded;
};

/* The state of a paper at the end of a day. */
struct ticker_change {
	struct day day;
	size_t ticker;
	struct term qty, cost;
	bool unknown; /* the cost */
};

/* A result; an unknown one has no term. */
struct result_term {
	struct day day;
	struct term result;
};

struct fold_story {
	struct explain *e;
	const char *symbol; /* of the holding */
	const struct fold_input *in;
	const struct journal *journal;
	struct ticker_terms *tickers;
	struct entry_terms {
		struct term qty, amount;
	} * entries;
	struct ticker_change *changes; /* in the order in which they happened */
	size_t n_changes, changes_size;
	struct result_term *results;
	size_t n_results, results_size;
	/*
	 * A first pass over quantities only, since a capital return may be due to holders at the end of
	 * the very day on which it is paid.  NULL when there is none.
	 */
	const struct fold_story *rights;
	bool quantities;
	struct term
		*given; /* by the input's spin-offs: the part of a cost that each removed here */
	struct term *flows; /* parallel to the fold's */
	size_t n_flows;
};

/* story_write() - writes everything; @in is the fold's input, @out its result. */
void story_write(struct explain *e, const char *symbol, const struct fold_input *in,
		 const struct journal *journal, const struct fold_output *out,
		 struct fold_story *story);

/*
 * story_qty() - the quantity at the end of @day: of all papers, or (@symbol) of the paper that had this
 * ticker then.
 */
struct term story_qty(const struct fold_story *s, const char *symbol, struct day day);

/* story_cost_at() - at the end of @day; zero when it is unknown. */
struct term story_cost_at(const struct fold_story *s, struct day day);

/* The remaining cost, all papers. */
struct term story_cost(const struct fold_story *s);

/* story_realized() - determinable results of @month, or (NULL) of all months of @by as shown. */
struct term story_realized(const struct fold_story *s, const struct months *by,
			   const struct month *month);

/* income_native() - net income, in the asset's currency. */
struct term income_native(const struct fold_story *s, const struct income_origin *origin,
			  struct day pay_day);

/* income_brl() - the same in reais; a term of 0 when there was no rate. */
struct term income_brl(const struct fold_story *s, const struct income_entry *entry,
		       const struct fx_series *usd);

/* rate_term() - the official rate @rate as an input. */
struct term rate_term(struct explain *e, const struct close *rate);

#endif
