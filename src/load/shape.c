/* SPDX-License-Identifier: Apache-2.0 */
/* shape.c: validates our own JSON files by their published schemas. */
#include "config.h"

#include "load/shape.h"

#include "http/json_read.h"
#include "operations/protocol.h"

extern const struct spec_file load_shapes[]; /* made by embed-schemas */

struct slice shape_text(const char *name)
{
	for (const struct spec_file *f = load_shapes; f->id; f++)
		if (str_eq(f->id, name)) {
			struct slice s = { .n = f->n };

			/* The same bytes, seen as text. */
			memcpy(&s.p, &f->text, sizeof(s.p));
			return s;
		}
	return (struct slice){ NULL, 0 };
}

const char *const *shape_names(void *pool)
{
	const char **names;
	size_t n = 0;

	while (load_shapes[n].id)
		n++;
	names = pool_array(pool, const char *, n + 1);
	for (size_t i = 0; i < n; i++)
		names[i] = load_shapes[i].id;
	return names;
}

const struct schema *shape_compile(struct load *l, const char *name)
{
	const char *reason = NULL, *error = NULL;
	struct json_object *tree;
	struct schema *s = NULL;
	size_t at = 0;

	tree = json_parse(l->pool, shape_text(name), &at, &reason);
	if (tree)
		s = schema_compile(l->pool, tree, &error);
	if (!s)
		fail(l->ctx, 500, "internal_error", "O esquema %s está errado: %s.", name,
		     error ? error : reason);
	return s;
}

const char *shape_wrong(struct load *l, const struct schema *s, struct json_object *value)
{
	struct schema_errors e;

	schema_errors_init(&e, l->pool);
	if (schema_judge(s, value, "", &e))
		return NULL;
	return pool_printf(l->pool, "não é como o esquema diz: %.400s", buf_text(&e.out));
}
