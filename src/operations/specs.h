/* SPDX-License-Identifier: Apache-2.0 */
/* specs.h: the content of a module's files, parsed at start. */
#ifndef LASTRO_OPERATIONS_SPECS_H
#define LASTRO_OPERATIONS_SPECS_H

#include "operations/protocol.h"
#include "operations/schema.h"

#define FROM_OTHERS_MAX 32

struct spec {
	const struct operation *operation;
	bool action;
	const char *title, *summary, *description;
	const char *confirmation;    /* why it must be confirmed, or NULL */
	struct json_object *effects; /* list of texts */
	struct json_object *examples;
	struct json_object *input_schema, *output_schema;
	struct schema *input;
	const char *from_others
		[FROM_OTHERS_MAX]; /* members of its output that are marked x-from-others */
	size_t n_from_others;
};

struct specs {
	struct spec *functions, *actions;
	size_t n_functions, n_actions;
};

/* spec_asked() - the one of this id; else 404 function_not_found or action_not_found. */
const struct spec *spec_asked(struct ctx *ctx, const struct protocol *p, bool action,
			      const char *id);

#endif
