/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agenda.h: what is coming: payments by ex date, releases of results, macro events.
 *
 * Loaders write calendars; agenda_compute() derives when a company will publish from when it did.
 */
#ifndef LASTRO_MARKET_AGENDA_AGENDA_H
#define LASTRO_MARKET_AGENDA_AGENDA_H

#include "http/route.h"

extern const struct route agenda_routes[];

struct agenda_result {
	int64_t companies; /* with a release of the past */
	int64_t forecasts; /* of releases ahead */
	int64_t changed;   /* new, another, or gone */
};

/* agenda_compute() - the forecasts as of ctx->today.  Within the caller's transaction. */
void agenda_compute(struct ctx *ctx, struct agenda_result *out);

/*
 * agenda_of_portfolio() - what is coming in [today, today + @days] of what the caller's portfolio of this id
 * holds, as one value under @name.  Refuses as wallet_holdings() does.
 */
struct json;
void agenda_of_portfolio(struct ctx *ctx, const char *portfolio, int days, struct json *out,
			 const char *name);

#endif
