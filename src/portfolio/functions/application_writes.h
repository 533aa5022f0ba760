/* SPDX-License-Identifier: Apache-2.0 */
/* application_writes.h: what keys and applications of the caller's account wrote, and which of it can be taken back. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_APPLICATION_WRITES_H
#define LASTRO_PORTFOLIO_FUNCTIONS_APPLICATION_WRITES_H

#include "core/ctx.h"
#include "core/uuid.h"

void application_writes_get(struct ctx *ctx); /* GET /v1/portfolio/application-writes */

/* What takes a write back. */
struct application_write {
	const char *action; /* that wrote it */
	const char
		*requests; /* a list as mend_take_back() executes it; NULL: it was undone before */
	struct uuid portfolio; /* nil: of none, or of all */
};

/*
 * application_write_take() - marks one of the workspace as undone: of two at once, the second waits for the first and gets no
 * requests.  404 when nothing takes it back, or it is no write of the caller's account.
 */
struct application_write application_write_take(struct ctx *ctx, struct uuid id);

#endif
