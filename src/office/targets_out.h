/* SPDX-License-Identifier: Apache-2.0 */
/* targets_out.h: the clients who are out of their targets, before the JSON or a page. */
#ifndef LASTRO_OFFICE_TARGETS_OUT_H
#define LASTRO_OFFICE_TARGETS_OUT_H

#include "calc/plan/plan.h"
#include "operations/protocol.h"

struct out_slice {
	struct uuid portfolio;
	const char *portfolio_name, *name;
	struct plan_share share;
};

struct out_client {
	struct uuid id;
	const char *name;
	size_t first, n; /* its slices, the furthest first */
	wide drift;	 /* of the first, without its sign */
};

struct out_clients {
	struct out_slice *slices;
	struct out_client *items; /* all, the furthest first */
	size_t n, from, end;	  /* from, end: of the page */
};

/* targets_out() - a Function; it shows struct out_clients. */
void targets_out(struct call *c);

#endif
