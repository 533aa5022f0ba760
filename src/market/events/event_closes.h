/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event_closes.h: closes of series since a day, and changes of their units; used only in
 * src/market/events.
 */
#ifndef LASTRO_MARKET_EVENTS_EVENT_CLOSES_H
#define LASTRO_MARKET_EVENTS_EVENT_CLOSES_H

#include "calc/events/events.h"
#include "core/ctx.h"

/* The requested series, by venue ("fx": the official rate of a currency) and symbol. */
struct closes_wanted {
	const char **venues, **symbols;
	struct day *since;
	size_t n;
};

struct closes_found {
	struct session_close *closes; /* ascending */
	size_t n;
	struct unit_change *changes; /* ascending by ex day */
	size_t n_changes;
};

/*
 * closes_since() - the closes of each requested series on or after its day, in one round trip; ignores
 * prices that are not positive.  Lives with ctx->pool.
 */
struct closes_found *closes_since(struct ctx *ctx, const struct closes_wanted *wanted);

#endif
