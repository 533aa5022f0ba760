/* SPDX-License-Identifier: Apache-2.0 */
/* audit.h: one row an execution, chained by hash. */
#ifndef LASTRO_OPERATIONS_AUDIT_H
#define LASTRO_OPERATIONS_AUDIT_H

#include "operations/specs.h"

/* audit_done() - in the Action's own transaction: what it did.  @id is the row's. */
void audit_done(struct call *c, const struct spec *s, struct uuid id);

/*
 * audit_refused_later() - should this execution be refused, a row says so, in a transaction of its own.
 * @input: what the client sent, once it is known; may be set after this call
 */
struct refused {
	struct call *call;
	const struct spec *spec;
	struct json_object *input;
};
void audit_refused_later(struct refused *r);

/*
 * audit_probe_later() - a preview that probes, whatever its end, once it is undone.  Its kind is the event's with
 * ".preview" behind; it has no changes.  @input is known.
 */
void audit_probe_later(struct refused *r);

/* audit_probe() - the member whose previews are in the trail; NULL: those of this Action are not. */
const struct probe *audit_probe(const struct protocol *p, const struct operation *o);

#endif
