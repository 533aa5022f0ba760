/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_claim.h: a claimed delivery; used only by deliver.c. */
#ifndef LASTRO_NOTICES_DELIVER_CLAIM_H
#define LASTRO_NOTICES_DELIVER_CLAIM_H

#include "notices/deliver_http.h"
#include "core/ctx.h"

/* As returned by deliver_due(). */
struct waiting {
	bool is_alert; /* else a notice */
	struct uuid workspace, id;
	struct uuid place; /* the receiver that fails as a whole: a desk's webhook, a notice */
	int64_t attempts;  /* before the claim */
};

/* Hangs on ctx->pool. */
struct claimed {
	int64_t attempts;
	struct post post;	   /* ->url is NULL for one by e-mail */
	const char *email;	   /* of a notice; NULL: its account was disabled */
	const char *title, *words; /* of an e-mail */
};

/*
 * deliver_claim() - in a transaction of its own: counts the attempt and postpones the next one.  False
 * when another run has already claimed it.
 */
bool deliver_claim(struct ctx *ctx, const struct waiting *w, struct claimed *out) MUST_CHECK;

#endif
