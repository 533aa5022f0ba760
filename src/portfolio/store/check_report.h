/* SPDX-License-Identifier: Apache-2.0 */
/* check_report.h: the result of comparing stored figures with the ledgers. */
#ifndef LASTRO_PORTFOLIO_STORE_CHECK_REPORT_H
#define LASTRO_PORTFOLIO_STORE_CHECK_REPORT_H

#include "core/pool.h"

enum state_verdict {
	STATE_RIGHT,
	STATE_WRONG,
	STATE_OLD,     /* its stamp is stale: the next reader derives it again */
	STATE_MISSING, /* likewise */
};

#define STATE_DIFFERENCES 100

struct state_difference {
	const char *symbol; /* of the holding; NULL: of the whole portfolio */
	const char *
		part; /* "first_day", "until", "head", "tails", "tail", "history", "transactions" */
};

struct state_report {
	enum state_verdict verdict;
	struct state_difference *differences; /* of STATE_WRONG, the first STATE_DIFFERENCES */
	size_t n;
	size_t prefixes,
		lists; /* cached prefixes and row lists that were compared, their stamps being valid */
};

void state_report_init(struct state_report *r, void *pool, enum state_verdict verdict);

/* state_differs() - adds a difference, and sets STATE_WRONG. */
void state_differs(struct state_report *r, const char *symbol, const char *part);

#endif
