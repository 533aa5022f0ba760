/* SPDX-License-Identifier: Apache-2.0 */
/* serve/etag.h: the ETag of an answer, known before the answer is computed. */
#ifndef LASTRO_SERVE_ETAG_H
#define LASTRO_SERVE_ETAG_H

#include "core/ctx.h"

/* etag_init() - takes the build id of the running program, once at start. */
void etag_init(void);

/*
 * etag_for() - the weak tag of the request, according to its route's validator.  ctx->caller must be
 * known, except with VALIDATOR_PROGRAM.  VALIDATOR_CONSOLIDATED costs one round trip.
 */
const char *etag_for(struct ctx *ctx);

#endif
