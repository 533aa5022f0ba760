/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mend_effect.h: what a mend would change, in sentences.
 *
 * The operation runs, the portfolio is valued and its issues are found again, and a savepoint takes it all back: the
 * route's transaction is TX_UNDONE.  So the page shows what is written by one press, and no rule is applied twice.
 */
#ifndef LASTRO_CONSOLE_FORM_MEND_EFFECT_H
#define LASTRO_CONSOLE_FORM_MEND_EFFECT_H

#include "console/form/mend_request.h"
#include "http/html.h"
#include "portfolio/show/portfolio_view.h"

struct mend_effects {
	struct ctx *ctx;
	const struct issues_view *before;
	int64_t until_us; /* no further one is tried after this time */
};

/* mend_effects_new() - for a page of issues; @before: as they are. */
struct mend_effects mend_effects_new(struct ctx *ctx, const struct issues_view *before);

/* What a request changes; nothing is known of one that was not tried. */
struct mend_effect {
	bool tried;
	const char *const *said; /* sentences */
	size_t n;
};

/*
 * mend_effect() - of a complete request, for the issue @of.  Not tried when the ledger is long, the page has spent
 * its time or another session is writing: its own preview shows it.
 */
struct mend_effect mend_effect(const struct mend_effects *e, const struct mend_request *r,
			       const char *body, const struct issue *of);

/* mend_issues_said() - which issues go, and which come, between two views; @of: the one in question, or NULL. */
struct mend_effect mend_issues_said(void *pool, const struct issues_view *before,
				    const struct issues_view *after, const struct issue *of);

void mend_effect_write(struct html *h, const struct mend_effect *e);

#endif
