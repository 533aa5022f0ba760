/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history_prefix.h: prefixes of histories (all but today), cached with the state (architecture.md,
 * Speed).
 *
 * The prefix of a history is valid while the ledger, the closes and the reference data are unchanged,
 * and until midnight.  A request that finds no valid one walks the closes and saves the result after
 * its answer.
 */
#ifndef LASTRO_PORTFOLIO_STORE_HISTORY_PREFIX_H
#define LASTRO_PORTFOLIO_STORE_HISTORY_PREFIX_H

#include "calc/history/packed.h"
#include "core/ctx.h"

struct db_rows;

/* Subject of a prefix: a portfolio, all portfolios that an account may read, or those of a client. */
struct prefix_subject {
	bool joint;
	struct uuid workspace, id;
};

/* The stamp of the ledgers that a prefix was made from, each at its version. */
#define PREFIX_STAMP_SIZE 32

struct prefix_stamp {
	unsigned char b[PREFIX_STAMP_SIZE];
};

struct ledger_at {
	struct uuid portfolio;
	int64_t version;
};

struct prefix_stamp prefix_stamp_of(const struct ledger_at *ledgers, size_t n);

/* prefix_send() - queue one statement. */
void prefix_send(struct ctx *ctx, const struct prefix_subject *of);

/*
 * prefix_is_valid() - whether prefix_send() found one that was made from these ledgers today.
 * @reference: a version of the reference data that is as good as the present one
 */
bool prefix_is_valid(struct ctx *ctx, const struct db_rows *rows, struct prefix_stamp stamp,
		     int64_t reference) MUST_CHECK;

/* prefix_bytes() - of one that was found. */
struct slice prefix_bytes(const struct db_rows *rows);

/*
 * prefix_take() - the valid one, decoded; NULL otherwise.
 * @earlier: then one made today from an earlier version of the same ledgers; or NULL
 */
const struct cached_prefix *prefix_take(struct ctx *ctx, const struct db_rows *rows,
					struct prefix_stamp stamp, int64_t reference,
					const struct cached_prefix **earlier);

/* prefix_inputs() - the stamp of all data that a walk of these sources to the cut of @as_of reads. */
struct slice prefix_inputs(struct ctx *ctx, const struct history_source *sources, size_t n,
			   struct day as_of);

/* prefix_save() - saves it; does nothing for a live one. */
void prefix_save(struct ctx *ctx, const struct prefix_subject *of, struct prefix_stamp stamp,
		 const struct cached_prefix *prefix);

/* prefix_save_later() - the same, after the answer. */
void prefix_save_later(struct ctx *ctx, const struct prefix_subject *of, struct prefix_stamp stamp,
		       const struct cached_prefix *prefix);

#endif
