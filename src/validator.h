/* SPDX-License-Identifier: Apache-2.0 */
/* validator.h: the ETag of an answer, known before the answer is computed. */
#ifndef LASTRO_VALIDATOR_H
#define LASTRO_VALIDATOR_H

#include "http/ctx.h"

/* validator_init() - hash the running program once; an answer of another build is another answer. */
void validator_init(void);

/* validator_of() - over all that the answer of ctx->route to ctx->caller depends on. */
const char *validator_of(struct ctx *ctx);

#endif
