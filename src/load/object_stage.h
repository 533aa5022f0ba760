/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object_stage.h: objects on their way into the tables, for "compute objects" and "load objects".
 *
 * Both fill temporary tables with what should be there; the two apply functions make it so and touches only
 * what differs.
 *
 *	staged_object    (id, kind, subkind, name, anchor_type, anchor_value, line)
 *	staged_key       (id, type, value, normal, since, until)
 *	staged_name      (id, name)
 *	staged_relation  (subject_id, verb, object_id, since, until, line)
 *	staged_observation (measure_no, object_id, base_date, filed_at, revision, value, source, unit, line)
 *	staged_unit (measure_no, object_no, unit)
 *
 * A null end of a period, or day of filing, is one that nobody said.
 */
#ifndef LASTRO_LOAD_OBJECT_STAGE_H
#define LASTRO_LOAD_OBJECT_STAGE_H

#include "load/run.h"

/* object_stage_open() - the temporary tables, empty; they go with the transaction. */
void object_stage_open(struct load *l);

struct object_changes {
	int64_t objects, keys, names, relations, observations, units; /* rows written or removed */
};

enum object_source {
	OBJECT_COMPUTED, /* all that is computed was staged: what is not there any more goes */
	OBJECT_TYPED,	 /* added to what was typed before */
};

/*
 * object_apply_graph() - objects, keys, names and relations.  Before observations are staged by SQL that
 * reads the objects.
 */
void object_apply_graph(struct load *l, enum object_source source, struct object_changes *out);

/* object_apply_observations() - a value that differs supersedes; nothing is ever overwritten. */
void object_apply_observations(struct load *l, struct object_changes *out);

/* object_changed() - whether anything was written; the version of the objects then advances. */
bool object_changed(struct load *l, const struct object_changes *c);

#endif
