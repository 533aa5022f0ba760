/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_compute.h: objects out of what the loaders brought.
 *
 * The graph is told anew each time and only its differences are written; observations are told for the
 * days of loads that were not taken in yet, and for all days of objects that are new.
 */
#ifndef LASTRO_LOAD_OBJECTS_COMPUTE_H
#define LASTRO_LOAD_OBJECTS_COMPUTE_H

#include "load/object_stage.h"

/* Statements in their order, ending with NULL; they fill the staged tables. */
extern const char *const objects_graph_sql[];	/* objects_graph.c */
extern const char *const objects_events_sql[];	/* objects_events.c: what they add to it */
extern const char *const objects_measure_sql[]; /* objects_measures.c */

/*
 * objects_compute() - one transaction.  @rebuild: as if no name had been told apart and no load taken in.
 */
void objects_compute(struct ctx *ctx, bool rebuild, struct object_changes *out);

#endif
