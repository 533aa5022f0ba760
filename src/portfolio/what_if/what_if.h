/* SPDX-License-Identifier: Apache-2.0 */
/* what_if.h: what transactions would change, written and rolled back (doc/calculations.md 21.4). */
#ifndef LASTRO_PORTFOLIO_WHAT_IF_WHAT_IF_H
#define LASTRO_PORTFOLIO_WHAT_IF_WHAT_IF_H

#include "portfolio/tax/tax_answers.h"

#define WHAT_IF_ROWS 100 /* of one request */

/* what_if_post() - POST /v1/portfolios/{id}/what-if, in a TX_UNDONE. */
void what_if_post(struct ctx *ctx);

/*
 * Plans, with the tax of their sales (plan_answer.c): GET /v1/portfolios/{id}/plan, /v1/portfolio/plan.
 * plan_sells() - whether the query asks for sales, which are written and rolled back.
 */
void plan_get(struct ctx *ctx);
void wallet_plan_get(struct ctx *ctx);
bool plan_sells(const struct ctx *ctx);

/* ---- what both share ---- */

/* what_if_chosen() - as an operation: there is no version to name, and none is answered. */
void what_if_chosen(struct ctx *ctx);

/*
 * what_if_hold() - locks the chosen portfolio; the deadline begins with the lock.  429 when another what-if of it is
 * running.
 */
void what_if_hold(struct ctx *ctx);

/*
 * what_if_taxpayer() - of all portfolios of the account, or of @client (NULL: of none), where this one counts among
 * them; else of this one alone.
 */
void what_if_taxpayer(struct ctx *ctx, bool counted, const struct uuid *client,
		      struct taxpayer *out);

/* what_if_tax_render() - a year's tax, of these months alone. */
void what_if_tax_render(struct json *j, const char *name, const bool months[12],
			const struct tax_year *y);

#endif
