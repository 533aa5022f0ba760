/* SPDX-License-Identifier: Apache-2.0 */
/*
 * valued.h: reads one portfolio from the database in the form that calc needs.
 *
 * One round trip when the stored figures are valid, two when the ledger is read, however many assets;
 * one more for symbols that the worker has not cached.
 */
#ifndef LASTRO_PORTFOLIO_STORE_VALUED_H
#define LASTRO_PORTFOLIO_STORE_VALUED_H

#include "core/json_write.h"
#include "portfolio/store/history_prefix.h"
#include "portfolio/store/loaded.h"

/*
 * load_portfolio() - ctx->caller's portfolio in the form that calc needs, from its stored figures or,
 * when they are stale or a past day is requested, from its ledger; newly derived figures are saved
 * after the answer.  404 portfolio_not_found when it was deleted meanwhile.
 */
void load_portfolio(struct ctx *ctx, const struct load_want *want, struct loaded *out);

/* load_whole() - from the ledger, as of today, ignoring stored figures. */
void load_whole(struct ctx *ctx, struct loaded *out);

/* loaded_prefix_subject(), loaded_stamp() - the cache key of its prefix, and the stamp of its ledger. */
struct prefix_subject loaded_prefix_subject(struct ctx *ctx);
struct prefix_stamp loaded_stamp(const struct loaded *in);

/* load_compute() - values it at market prices; 422 ledger_out_of_range when a sum leaves the grid. */
void load_compute(struct ctx *ctx, const struct loaded *in, struct day as_of,
		  struct portfolio *out);

/* load_judge() - refuses with what an error of calc means to the client; does nothing for CALC_OK. */
void load_judge(struct ctx *ctx, const char *portfolio_name, enum calc_err err);

/* ---- for portfolio/store/state and portfolio/store/consolidation ---- */

/*
 * load_sums() - checks that the sums of the whole ledger, in its state in this transaction, stay on the
 * grid: 422 ledger_out_of_range.
 */
void load_sums(struct ctx *ctx);

/* coverage_render() - the days that imported files cover, as "coverage". */
void coverage_render(struct json *j, const struct day_range *list, size_t n);

#endif
