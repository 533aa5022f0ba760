/* SPDX-License-Identifier: Apache-2.0 */
/* deliver_claim.h: one that waits to be sent, claimed; only deliver.c includes this. */
#ifndef LASTRO_NOTICES_DELIVER_CLAIM_H
#define LASTRO_NOTICES_DELIVER_CLAIM_H

#include "notices/deliver_http.h"
#include "core/ctx.h"

/* As deliver_due() names them. */
struct waiting {
	bool is_alert; /* else a notice */
	struct uuid workspace, id;
	struct uuid place; /* what fails together: a desk's webhook, a notice */
	int64_t attempts;  /* before the claim */
};

/* Hangs on ctx->pool. */
struct claimed {
	int64_t attempts;
	struct post post;	   /* ->url is NULL for one by e-mail */
	const char *email;	   /* of a notice; NULL: its account was disabled */
	const char *title, *words; /* of one by e-mail */
};

/*
 * deliver_claim() - in a transaction of its own: the attempt is counted and the next one moved away.  False when it is not
 * there to be claimed any more: another run has it.
 */
bool deliver_claim(struct ctx *ctx, const struct waiting *w, struct claimed *out) MUST_CHECK;

#endif
