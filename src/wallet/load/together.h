/* SPDX-License-Identifier: Apache-2.0 */
/*
 * together.h: several portfolios read at once and valued as one (doc/calculations.md 17).
 *
 * No simulations; as many statements for a hundred of them as for one.
 */
#ifndef LASTRO_WALLET_LOAD_TOGETHER_H
#define LASTRO_WALLET_LOAD_TOGETHER_H

#include "calc/value/value.h"
#include "core/json_write.h"
#include "wallet/check/report.h"
#include "wallet/load/returns.h"

struct together_want {
	const struct uuid *client; /* this one's, which the caller has found; NULL: of the
				    * workspace, those that the caller may read */
	struct day as_of;
	bool at;      /* a day of the past was asked for: as struct load_want says */
	bool whole;   /* from the ledgers, whatever is kept, and nothing is saved */
	bool history; /* for together_history(): with what is kept of it or, where none
		       * stands, with tails and all closes */
};

struct together {
	struct valued *list; /* ascending by id */
	size_t n;
	struct consolidated all;
	struct past_of past_of;
	const struct cached_prefix *past; /* of all as one; NULL: not asked for, or none stands */
};

/* together_load() - valued on that day, each and as one. */
void together_load(struct ctx *ctx, const struct together_want *want, struct together *out);

/* together_render_totals() - members of an open object: what all are worth together. */
void together_render_totals(struct json *j, const struct together *t, struct day as_of);

/*
 * together_check() - what is kept of their past against their ledgers, if its stamp stands; STATE_OLD else.
 * In a transaction of one snapshot, which ctx->caller->market_version is of too.
 * @client: as in together_want
 */
void together_check(struct ctx *ctx, const struct uuid *client, struct state_report *out);

/* All of them month by month, against the indices. */
struct together_past {
	struct history history;
	struct benchmark_result benchmarks[BENCHMARKS];
};

/* together_history() - of what was loaded with history. */
void together_history(struct ctx *ctx, const struct together *t, struct day as_of,
		      struct together_past *out);

#endif
