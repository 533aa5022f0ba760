/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consolidation.h: several portfolios read at once and valued as one (doc/calculations.md 17).
 *
 * Without simulations; the number of statements does not depend on the number of portfolios.
 */
#ifndef LASTRO_PORTFOLIO_STORE_CONSOLIDATION_H
#define LASTRO_PORTFOLIO_STORE_CONSOLIDATION_H

#include "core/json_write.h"
#include "portfolio/store/check_report.h"
#include "portfolio/store/returns_load.h"

struct consolidation_want {
	/* The client whose portfolios they are; NULL: those of the workspace that the caller may read. */
	const struct uuid *client;
	struct day as_of;
	bool at;      /* a past day was requested: see struct load_want */
	bool whole;   /* from the ledgers, ignoring stored figures, and saving nothing */
	bool history; /* for consolidation_walk(): the cached prefix, or tails and all closes */
	bool monthly; /* without history: each holding's values by month */
	bool steps;   /* with history, for consolidation_moved(): tails and all closes, too */
};

struct consolidation {
	struct valued *list; /* ascending by id */
	size_t n;
	struct consolidated all;
	struct prefix_subject prefix_subject;
	const struct cached_prefix *prefix; /* of all together; NULL: none requested, or valid */
	const struct cached_prefix *earlier_prefix; /* then an earlier one, or NULL */
};

/* consolidation_load() - valued on that day, each and together. */
void consolidation_load(struct ctx *ctx, const struct consolidation_want *want,
			struct consolidation *out);

/* consolidation_render_totals() - writes the totals as members of an open object. */
void consolidation_render_totals(struct json *j, const struct consolidation *t, struct day as_of);

/*
 * consolidation_check() - compares their cached prefix with their ledgers if its stamp is valid;
 * STATE_OLD otherwise. In a transaction of one snapshot, which ctx->caller->market_version must belong
 * to.
 * @client: as in consolidation_want
 */
void consolidation_check(struct ctx *ctx, const struct uuid *client, struct state_report *out);

/* All of them month by month, with the indices. */
struct consolidation_history {
	struct history history;
	struct benchmark_result benchmarks[BENCHMARKS];
	struct span_indices indices;
};

/* consolidation_walk() - walks what was loaded with history. */
void consolidation_walk(struct ctx *ctx, const struct consolidation *t, struct day as_of,
			struct consolidation_history *out);

/* consolidation_moved() - what moved @months in what was loaded with history and steps. */
void consolidation_moved(struct ctx *ctx, const struct consolidation *t, struct month_range months,
			 struct moved *out);

#endif
