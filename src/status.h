/* SPDX-License-Identifier: Apache-2.0 */
/* status.h: what the service says of itself without a credential. */
#ifndef LASTRO_STATUS_H
#define LASTRO_STATUS_H

#include "http/router.h"

extern const struct route status_routes[];

/* status_unavailable() - the answer of GET /v1/status while the database does not answer: 503. */
void status_unavailable(struct ctx *ctx);

/* status_register() - its statements, for the preparing test. */
void status_register(void);

#endif
