/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consolidation.h: several portfolios read at once and valued as one (doc/calculations.md 17).
 *
 * No simulations; as many statements for a hundred of them as for one.
 */
#ifndef LASTRO_PORTFOLIO_STORE_CONSOLIDATION_H
#define LASTRO_PORTFOLIO_STORE_CONSOLIDATION_H

#include "calc/value/value.h"
#include "core/json_write.h"
#include "portfolio/store/check_report.h"
#include "portfolio/store/returns_load.h"

struct consolidation_want {
	const struct uuid *client; /* this one's, which the caller has found; NULL: of the
				    * workspace, those that the caller may read */
	struct day as_of;
	bool at;      /* a day of the past was asked for: as struct load_want says */
	bool whole;   /* from the ledgers, whatever is kept, and nothing is saved */
	bool history; /* for consolidation_walk(): with what is kept of it or, where none
		       * stands, with tails and all closes */
};

struct consolidation {
	struct valued *list; /* ascending by id */
	size_t n;
	struct consolidated all;
	struct prefix_subject prefix_subject;
	const struct cached_prefix *prefix; /* of all as one; NULL: not asked for, or none stands */
	const struct cached_prefix *earlier_prefix; /* then one of their ledgers before, or NULL */
};

/* consolidation_load() - valued on that day, each and as one. */
void consolidation_load(struct ctx *ctx, const struct consolidation_want *want,
			struct consolidation *out);

/* consolidation_render_totals() - members of an open object: what all are worth together. */
void consolidation_render_totals(struct json *j, const struct consolidation *t, struct day as_of);

/*
 * consolidation_check() - what is cached of their prefix against their ledgers, if its stamp stands; STATE_OLD else.
 * In a transaction of one snapshot, which ctx->caller->market_version is of too.
 * @client: as in consolidation_want
 */
void consolidation_check(struct ctx *ctx, const struct uuid *client, struct state_report *out);

/* All of them month by month, against the indices. */
struct consolidation_history {
	struct history history;
	struct benchmark_result benchmarks[BENCHMARKS];
};

/* consolidation_walk() - of what was loaded with history. */
void consolidation_walk(struct ctx *ctx, const struct consolidation *t, struct day as_of,
			struct consolidation_history *out);

#endif
