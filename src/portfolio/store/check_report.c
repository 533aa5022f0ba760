/* SPDX-License-Identifier: Apache-2.0 */
/* check_report.c: counts and lists differences. */
#include "config.h"

#include "portfolio/store/check_report.h"

void state_report_init(struct state_report *r, void *pool, enum state_verdict verdict)
{
	*r = (struct state_report){
		.verdict = verdict,
		.differences = pool_array(pool, struct state_difference, STATE_DIFFERENCES),
	};
}

void state_differs(struct state_report *r, const char *symbol, const char *part)
{
	r->verdict = STATE_WRONG;
	if (r->n < STATE_DIFFERENCES)
		r->differences[r->n++] = (struct state_difference){ symbol, part };
}
