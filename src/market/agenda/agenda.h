/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agenda.h: upcoming events: payments by ex date, releases of results, macro events.
 *
 * Loaders write calendars; agenda_compute() forecasts a company's releases from its past ones.
 */
#ifndef LASTRO_MARKET_AGENDA_AGENDA_H
#define LASTRO_MARKET_AGENDA_AGENDA_H

#include "http/route.h"

extern const struct route agenda_routes[];

struct agenda_result {
	int64_t companies; /* with a past release */
	int64_t forecasts; /* of upcoming releases */
	int64_t changed;   /* new, changed, or deleted */
};

/* agenda_compute() - the forecasts as of ctx->today.  Within the caller's transaction. */
void agenda_compute(struct ctx *ctx, struct agenda_result *out);

/*
 * agenda_of_portfolio() - the events in [today, today + @days] of the holdings of the caller's
 * portfolio with this id, as one value under @name.  Refuses as wallet_holdings() does.
 */
struct json;
void agenda_of_portfolio(struct ctx *ctx, const char *portfolio, int days, struct json *out,
			 const char *name);

#endif
