/* SPDX-License-Identifier: Apache-2.0 */
/* what_if.h: what transactions would change, written and rolled back (doc/calculations.md 21.4). */
#ifndef LASTRO_PORTFOLIO_WHAT_IF_WHAT_IF_H
#define LASTRO_PORTFOLIO_WHAT_IF_WHAT_IF_H

#include "core/ctx.h"

/* what_if_post() - POST /v1/portfolios/{id}/what-if, in a TX_UNDONE. */
void what_if_post(struct ctx *ctx);

#endif
