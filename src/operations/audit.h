/* SPDX-License-Identifier: Apache-2.0 */
/* audit.h: one row per execution, in a hash chain. */
#ifndef LASTRO_OPERATIONS_AUDIT_H
#define LASTRO_OPERATIONS_AUDIT_H

#include "operations/specs.h"

/* audit_done() - in the Action's own transaction: its row.  @id is the row's. */
void audit_done(struct call *c, const struct spec *s, struct uuid id);

/*
 * audit_undone() - that an execution was taken back, of a call by protocol_entered().  Its kind is the event's with ".undone"
 * appended; it has neither input nor changes.
 */
void audit_undone(struct call *c, struct uuid subject);

/*
 * audit_refused_later() - writes a row if this execution is refused, in a transaction of its own.
 * @input: the client's input, once it is known; may be set after this call
 */
struct refused {
	struct call *call;
	const struct spec *spec;
	struct json_object *input;
};
void audit_refused_later(struct refused *r);

/*
 * audit_probe_later() - records a preview that could reveal others' data, whatever its outcome, after
 * it is rolled back.  Its kind is the event's with ".preview" appended; it has no changes.  @input must
 * be known.
 */
void audit_probe_later(struct refused *r);

/* audit_probe() - the input member whose previews are recorded; NULL: those of this Action are not. */
const struct probe *audit_probe(const struct protocol *p, const struct operation *o);

#endif
