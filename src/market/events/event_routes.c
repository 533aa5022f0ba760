/* SPDX-License-Identifier: Apache-2.0 */
/* event_routes.c: the table of src/market/events. */
#include "config.h"

#include "market/events/event_answers.h"

#include "market/events/handlers.h"

const struct route events_routes[] = {
	ROUTE_MARKET("/v1/events/anomalies", anomalies_list, "listAnomalies"),
	ROUTE_MARKET("/v1/events/threads/{slug}", thread_get, "getEventThread"),
	ROUTE_MARKET("/v1/events", events_list, "listEvents"),
	ROUTE_MARKET("/v1/events/{id}", event_get, "getEvent"),
	ROUTE_MARKET("/v1/series", series_list, "listSeries"),
	ROUTE_MARKET("/v1/series/{code}", series_get, "getSeries"),
	{ .run = NULL },
};
