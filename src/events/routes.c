/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: the table of src/events. */
#include "config.h"

#include "events/events.h"

#include "events/handlers.h"
#include "events/statements.h"

const struct route events_routes[] = {
	{ GET, "/v1/events/anomalies", SCOPE_MARKET_READ, ANY_KEY, anomalies_list, "listAnomalies",
	  ROUTE_ETAG, 0 },
	{ GET, "/v1/events/threads/{slug}", SCOPE_MARKET_READ, ANY_KEY, thread_get,
	  "getEventThread", ROUTE_ETAG, 0 },
	{ GET, "/v1/events", SCOPE_MARKET_READ, ANY_KEY, events_list, "listEvents", ROUTE_ETAG, 0 },
	{ GET, "/v1/events/{id}", SCOPE_MARKET_READ, ANY_KEY, event_get, "getEvent", ROUTE_ETAG,
	  0 },
	{ GET, "/v1/series", SCOPE_MARKET_READ, ANY_KEY, series_list, "listSeries", ROUTE_ETAG, 0 },
	{ GET, "/v1/series/{code}", SCOPE_MARKET_READ, ANY_KEY, series_get, "getSeries", ROUTE_ETAG,
	  0 },
	{ .run = NULL },
};

void events_register(void)
{
	anomalies_register();
	event_register();
	series_register();
	closes_since_register();
	compute_register();
	settle_register();
}
