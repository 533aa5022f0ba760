/* SPDX-License-Identifier: Apache-2.0 */
/* serve/etag.h: the ETag of an answer, known before the answer is computed. */
#ifndef LASTRO_SERVE_ETAG_H
#define LASTRO_SERVE_ETAG_H

#include "core/ctx.h"

/* etag_init() - hash the running program, once at start. */
void etag_init(void);

/*
 * etag_for() - the weak tag of what the request asks, as its route's validator says.  ctx->caller is
 * known, except of a VALIDATOR_PROGRAM.  One round trip of a VALIDATOR_CONSOLIDATED.
 */
const char *etag_for(struct ctx *ctx);

#endif
