/* SPDX-License-Identifier: Apache-2.0 */
/* application_writes.h: what keys and applications of the caller's account wrote, and which of it can be taken back. */
#ifndef LASTRO_PORTFOLIO_FUNCTIONS_APPLICATION_WRITES_H
#define LASTRO_PORTFOLIO_FUNCTIONS_APPLICATION_WRITES_H

#include "core/ctx.h"
#include "core/uuid.h"

void application_writes_get(struct ctx *ctx); /* GET /v1/portfolio/application-writes */

/*
 * application_write_take() - marks one as undone, and returns the list of requests that take it back.  NULL when it was
 * undone before: a second one waits for the first.  404 when nothing takes it back, or it is no write of the caller's account.
 */
const char *application_write_take(struct ctx *ctx, struct uuid id);

#endif
