/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_share.h: persons who may read one portfolio of another's account (access_enter() lets them in).
 *
 * The account that administers the portfolio invites an e-mail; whoever logs in with that e-mail accepts or declines.  Either side ends
 * it.  The invitation does not say whether the e-mail has an account, nor which portfolio it is about.
 */
#ifndef LASTRO_CONSOLE_PERSON_PORTFOLIO_SHARE_H
#define LASTRO_CONSOLE_PERSON_PORTFOLIO_SHARE_H

#include "core/ctx.h"
#include "core/day.h"
#include "core/uuid.h"

/* To the portfolio of the request, as its administrator sees it. */
struct portfolio_reader {
	struct uuid id;
	const char *email; /* invited */
	int64_t created_ms;
	struct day ends; /* the last day on which it can be accepted */
	bool accepted;
	int64_t accepted_ms;
};

/* As its reader sees it. */
struct portfolio_shown_to {
	struct uuid id;
	bool accepted;
	struct uuid portfolio;	    /* once accepted */
	const char *title;	    /* its name, likewise */
	const char *person, *email; /* whose it is */
	struct day ends;
};

/*
 * share_make() - invites @email to ctx->caller's portfolio, and queues the message; what is expected instead of it (pt-BR), or NULL.
 * @ends: the last day on which it can be accepted
 * 402 plan_limit_reached, 429 rate_limited.
 */
const char *share_make(struct ctx *ctx, const char *email, struct day *ends);

/* share_readers() - of ctx->caller's portfolio, oldest first; shares_mine() - of ctx->caller. */
const struct portfolio_reader *share_readers(struct ctx *ctx, size_t *n);
const struct portfolio_shown_to *shares_mine(struct ctx *ctx, size_t *n);

/* What ctx->caller shows, of all portfolios: a link (email NULL), or a person who reads or is invited. */
struct portfolio_showing {
	struct uuid id, portfolio;
	const char *email;
	bool amounts;	 /* of a link */
	bool accepted;	 /* of a person */
	struct day ends; /* of a link, or of an invitation */
};
const struct portfolio_showing *shares_given(struct ctx *ctx, size_t *n);

/* share_accept(), share_end() - by id; 404 share_not_found.  The latter for both sides, and to decline. */
void share_accept(struct ctx *ctx, const char *id);
void share_end(struct ctx *ctx, const char *id);

#endif
