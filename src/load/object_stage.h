/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object_stage.h: stages and saves objects, for "compute objects" and "load objects".
 *
 * Both fill temporary tables with the desired state; the two apply functions write the differences.
 *
 *  staged_object    (id, kind, subkind, name, anchor_type, anchor_value, line, status, standing, traded)
 *  staged_key       (id, type, value, normal, since, until)
 *  staged_name      (id, name)
 *  staged_relation  (subject_id, verb, object_id, since, until, line)
 *  staged_observation (measure_no, object_id, base_date, filed_at, revision, value, source, unit, line)
 *  staged_unit (measure_no, object_no, unit)
 *
 * A null end of a period, or day of filing, is unknown.
 */
#ifndef LASTRO_LOAD_OBJECT_STAGE_H
#define LASTRO_LOAD_OBJECT_STAGE_H

#include "load/run.h"

/* object_stage_open() - creates the temporary tables, empty; dropped with the transaction. */
void object_stage_open(struct load *l);

struct object_changes {
	int64_t objects, keys, names, relations, observations, units; /* rows written or removed */
};

enum object_source {
	OBJECT_COMPUTED, /* all computed objects were staged: missing ones are deleted */
	OBJECT_TYPED,	 /* adds to earlier typed ones */
};

/*
 * object_apply_graph() - writes objects, keys, names and relations.  Call it before SQL that reads the
 * objects stages observations.
 */
void object_apply_graph(struct load *l, enum object_source source, struct object_changes *out);

/* object_apply_observations() - a different value supersedes the old one, which is never overwritten. */
void object_apply_observations(struct load *l, struct object_changes *out);

/* object_changed() - whether anything was written; then the version of the objects must advance. */
bool object_changed(struct load *l, const struct object_changes *c);

#endif
