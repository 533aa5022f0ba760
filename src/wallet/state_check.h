/* SPDX-License-Identifier: Apache-2.0 */
/* state_check.h: what is kept of a portfolio, or of several as one, against the ledgers. */
#ifndef LASTRO_WALLET_STATE_CHECK_H
#define LASTRO_WALLET_STATE_CHECK_H

#include "calc/pack/pack.h"
#include "ctx/ctx.h"

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
	size_t pasts,
		lists; /* kept pasts and lists of rows that were compared, as their stamps stand */
};

void state_report_init(struct state_report *r, void *pool, enum state_verdict verdict);

/* state_differs() - add one, and it is STATE_WRONG. */
void state_differs(struct state_report *r, const char *symbol, const char *figure, const char *kept,
		   const char *derived);

/*
 * state_check() - fold the ledger of ctx->caller's portfolio and compare what is kept derived, the past of
 * its history and its rows, each if its stamp stands; writes nothing.  The verdict is that of the figures
 * unless one of the others is wrong.
 * In a transaction of one snapshot, which ctx->caller->market_version is of too.
 */
void state_check(struct ctx *ctx, struct state_report *out);

#endif
