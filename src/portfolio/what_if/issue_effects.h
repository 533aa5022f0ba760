/* SPDX-License-Identifier: Apache-2.0 */
/*
 * issue_effects.h: what the mend of an issue would change, in sentences.
 *
 * The operation runs, the portfolio is valued and its issues are found again, and a savepoint takes it all back: the
 * route's transaction is TX_UNDONE.  The sentences therefore describe what the request writes.
 */
#ifndef LASTRO_PORTFOLIO_WHAT_IF_ISSUE_EFFECTS_H
#define LASTRO_PORTFOLIO_WHAT_IF_ISSUE_EFFECTS_H

#include <json-c/json.h>

#include "portfolio/show/issues_remedy.h"
#include "portfolio/show/portfolio_view.h"

struct issue_trials {
	struct ctx *ctx;
	const struct issues_view *before;
	int64_t until_us; /* no further one is tried after this time */
};

/* issue_trials_new() - for one answer; @before: the issues as they are. */
struct issue_trials issue_trials_new(struct ctx *ctx, const struct issues_view *before);

/*
 * issue_effect() - of the mend of an issue of @before, by a caller who may edit the portfolio.  Not tried when a person
 * must fill something in, the ledger is long, the answer has spent its time or another session is writing.
 * @actions: those of the mend (issue_remedy_render())
 */
struct issue_effect issue_effect(const struct issue_trials *t, const struct issue *of,
				 struct json_object *actions);

/* issue_requests() - {mend, dismissed, dismissal, dismiss} of an issue, as the JSON has them. */
struct json_object *issue_requests(struct ctx *ctx, const struct issues_view *v,
				   const struct issue *i);

/* issue_lists_compared() - which issues go, and which come; @of: the one in question, or NULL. */
struct issue_effect issue_lists_compared(void *pool, const struct issues_view *before,
					 const struct issues_view *after, const struct issue *of);

#endif
