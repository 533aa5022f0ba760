/* SPDX-License-Identifier: Apache-2.0 */
/*
 * valued.h: one portfolio out of the database, as calc wants it.
 *
 * One round trip where what is kept derived holds, two where the ledger is read, however many
 * assets; and one more for symbols that the worker does not keep.
 */
#ifndef LASTRO_PORTFOLIO_STORE_VALUED_H
#define LASTRO_PORTFOLIO_STORE_VALUED_H

#include "calc/value/value.h"
#include "portfolio/store/history_prefix.h"
#include "portfolio/store/loaded.h"

/*
 * load_portfolio() - ctx->caller's portfolio as calc wants it, from what is kept derived or, where
 * that does not hold or a day of the past is asked for, from its ledger; what was derived anew is
 * saved after the answer.  404 portfolio_not_found when it went away meanwhile.
 */
void load_portfolio(struct ctx *ctx, const struct load_want *want, struct loaded *out);

/* load_whole() - from the ledger, as of today, whatever is kept. */
void load_whole(struct ctx *ctx, struct loaded *out);

/* loaded_prefix_subject(), loaded_stamp() - under what its prefix is cached, and made from which ledger. */
struct prefix_subject loaded_prefix_subject(struct ctx *ctx);
struct prefix_stamp loaded_stamp(const struct loaded *in);

/* load_compute() - put prices to it; 422 ledger_out_of_range when a sum leaves the grid. */
void load_compute(struct ctx *ctx, const struct loaded *in, struct day as_of,
		  struct portfolio *out);

/* load_judge() - what an error of calc means to the client; nothing for CALC_OK. */
void load_judge(struct ctx *ctx, const char *portfolio_name, enum calc_err err);

/* ---- for portfolio/store/state and portfolio/store/consolidation ---- */

/* load_sums() - the whole ledger as the transaction has it now must stay on the grid: 422 ledger_out_of_range. */
void load_sums(struct ctx *ctx);

#endif
