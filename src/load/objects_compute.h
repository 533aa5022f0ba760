/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_compute.h: derives objects from the loaded data.
 *
 * The graph is derived anew each time and only its differences are written; observations are derived
 * for the days of loads not processed yet, and for all days of new objects.
 */
#ifndef LASTRO_LOAD_OBJECTS_COMPUTE_H
#define LASTRO_LOAD_OBJECTS_COMPUTE_H

#include "load/object_stage.h"

/* Statements in their order, ending with NULL; they fill the staged tables. */
extern const char *const objects_graph_sql[];	/* objects_graph.c */
extern const char *const objects_events_sql[];	/* objects_events.c: additions to the graph */
extern const char *const objects_measure_sql[]; /* objects_measures.c */

/* objects_compute() - one transaction.  @rebuild: as if no name had been split and no load processed. */
void objects_compute(struct ctx *ctx, bool rebuild, struct object_changes *out);

#endif
