/* SPDX-License-Identifier: Apache-2.0 */
/* specs.h: the content of a module's files, each parsed when it is first asked for. */
#ifndef LASTRO_OPERATIONS_SPECS_H
#define LASTRO_OPERATIONS_SPECS_H

#include "operations/protocol.h"
#include "operations/schema.h"

#define FROM_OTHERS_MAX 32

struct spec {
	const struct operation *operation;
	bool action;
	bool read; /* the following members are there */
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
	void *pool;
	struct json_object *defs; /* the module's, or NULL: not parsed yet */
	struct spec *functions, *actions;
	size_t n_functions, n_actions;
};

/* spec_read() - parses its file, unless that was done; 500 when the file is wrong. */
const struct spec *spec_read(struct ctx *ctx, const struct protocol *p, struct spec *s);

/* spec_asked() - the one of this id, read; else 404 function_not_found or action_not_found. */
const struct spec *spec_asked(struct ctx *ctx, const struct protocol *p, bool action,
			      const char *id);

#endif
