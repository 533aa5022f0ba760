/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_corrections.c: what goes with a file until it is imported: rows that were corrected or left out, and the
 * mapping of its columns.
 *
 * An object: {"mapping": id, "5": {"cells": {"0": "28/02/2026", "3": null}}, "7": {"left_out": true}}, by line and column.
 * Pages write it; it is read as if it came from outside.
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include <stdlib.h>

/* A number in decimal digits without a sign; false for another text. */
static bool number_of(const char *text, size_t most, size_t *out)
{
	size_t n = 0;

	if (!*text || strlen(text) > 9)
		return false;
	for (const char *p = text; *p; p++) {
		if (!is_digit(*p))
			return false;
		n = n * 10 + (size_t)(*p - '0');
	}
	*out = n;
	return n <= most;
}

static void cells_in(struct json_object *cells, struct row_correction *out)
{
	json_object_object_foreach(cells, name, value)
	{
		size_t at;

		if (!number_of(name, CORRECTED_CELLS_MAX - 1, &at))
			continue;
		out->given[at] = true;
		out->cells[at] = json_object_is_type(value, json_type_string)
					 ? json_object_get_string(value)
					 : NULL;
	}
}

static int by_line(const void *x, const void *y)
{
	const struct row_correction *a = x, *b = y;

	return a->line < b->line ? -1 : a->line > b->line;
}

void upload_aside_read(struct ctx *ctx, const char *json, struct upload_aside *out)
{
	struct json_object *o = json ? json_read(ctx->pool, slice_of(json)) : NULL;

	*out = (struct upload_aside){ .n = 0 };
	if (!json_object_is_type(o, json_type_object))
		return;
	out->corrections = pool_array(ctx->pool, struct row_correction, CORRECTIONS_MAX);
	json_object_object_foreach(o, name, value)
	{
		struct row_correction *c = &out->corrections[out->n];
		struct json_object *cells = NULL, *left = NULL;

		if (str_eq(name, "mapping")) {
			out->has_mapping =
				json_object_is_type(value, json_type_string) &&
				uuid_parse(slice_of(json_object_get_string(value)), &out->mapping);
			continue;
		}
		if (out->n == CORRECTIONS_MAX || !number_of(name, 10000000, &c->line) ||
		    !json_object_is_type(value, json_type_object))
			continue;
		if (json_object_object_get_ex(value, "left_out", &left))
			c->left_out = json_object_get_boolean(left);
		if (json_object_object_get_ex(value, "cells", &cells) &&
		    json_object_is_type(cells, json_type_object))
			cells_in(cells, c);
		out->n++;
	}
	if (out->n)
		qsort(out->corrections, out->n, sizeof(*out->corrections), by_line);
}
