/* SPDX-License-Identifier: Apache-2.0 */
/* shape.h: the published JSON Schemas of our own files, which "lastro schema" prints. */
#ifndef LASTRO_LOAD_SHAPE_H
#define LASTRO_LOAD_SHAPE_H

#include "load/run.h"
#include "operations/schema.h"

/* shape_compile() - for schema_judge(); lives with the load. */
const struct schema *shape_compile(struct load *l, const char *name);

/* shape_wrong() - the errors of @value as one line, or NULL when it is valid. */
const char *shape_wrong(struct load *l, const struct schema *s, struct json_object *value);

#endif
