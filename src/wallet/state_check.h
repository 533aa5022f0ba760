/* SPDX-License-Identifier: Apache-2.0 */
/* state_check.h: what is kept derived of a portfolio against its ledger. */
#ifndef LASTRO_WALLET_STATE_CHECK_H
#define LASTRO_WALLET_STATE_CHECK_H

#include "calc/derived_diff.h"
#include "http/ctx.h"

enum state_verdict {
	STATE_RIGHT,
	STATE_WRONG,
	STATE_OLD,     /* its stamp says so: whoever reads makes it again */
	STATE_MISSING, /* likewise */
};

#define STATE_DIFFERENCES 100

struct state_report {
	enum state_verdict verdict;
	struct difference *differences; /* of STATE_WRONG, the first STATE_DIFFERENCES */
	size_t n;
};

/*
 * state_check() - fold the ledger of ctx->caller's portfolio and compare; writes nothing.
 * In a transaction of one snapshot, which ctx->caller->market_version is of too.
 */
void state_check(struct ctx *ctx, struct state_report *out);

#endif
