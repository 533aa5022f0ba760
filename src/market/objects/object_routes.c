/* SPDX-License-Identifier: Apache-2.0 */
/* object_routes.c: the routes of objects. */
#include "config.h"

#include "market/objects/objects.h"

#include "market/objects/object_parts.h"

const struct route objects_routes[] = {
	ROUTE_MARKET("/v1/objects/resolve", objects_resolve, "resolveObjects"),
	ROUTE_MARKET("/v1/objects/suggest", objects_suggest, "suggestObjects"),
	ROUTE_MARKET("/v1/objects/measures", objects_measures, "listObjectMeasures"),
	ROUTE_MARKET("/v1/objects/cohort", objects_cohort, "getObjectsCohort"),
	ROUTE_MARKET("/v1/objects/traverse", objects_traverse, "traverseObjects"),
	ROUTE_MARKET("/v1/objects/{id}", objects_get, "getObject"),
	{ .run = NULL },
};
