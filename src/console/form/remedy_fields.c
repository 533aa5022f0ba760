/* SPDX-License-Identifier: Apache-2.0 */
/* remedy_fields.c: what only a person knows of a request, as fields, and the request with it. */
#include "config.h"

#include "console/form/remedy_fields.h"

#include <stdlib.h>

#include "console/form/row_form.h"
#include "core/text.h"
#include "http/json_read.h"

#define FIELDS_MAX 40 /* fields of one request; FORM_FIELDS_MAX leaves room for them */

/* ---- the fields of a pointer ---- */

static const char *fill_at(const struct mend_fields *a, size_t i)
{
	return body_shown(json_object_array_get_idx(a->fill, i));
}

#define REASON "reason" /* of a dismissal: no member of a row, and never required */
#define REASON_MAX 200

static bool is_reason(const char *name)
{
	return str_eq(name, REASON);
}

bool mend_fields_known(struct ctx *ctx, const struct mend_fields *a)
{
	if (ask_items(a->fill) > FIELDS_MAX)
		return false;
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		if (!is_reason(text_after_last(fill_at(a, i), '/')) &&
		    !row_knows(ctx, text_after_last(fill_at(a, i), '/')))
			return false;
	}
	return true;
}

static const char *field_name(void *pool, const struct mend_fields *a, size_t i)
{
	return pool_printf(pool, "%sf%zu", a->prefix, i);
}

static const char *rate_name(void *pool, const struct mend_fields *a)
{
	return pool_printf(pool, "%srate", a->prefix);
}

/* "/1/price" among others: which row of the list. */
static const char *label_of(void *pool, const struct mend_fields *a, size_t i)
{
	const char *pointer = fill_at(a, i), *name = text_after_last(pointer, '/');

	for (size_t k = 0; k < ask_items(a->fill); k++)
		if (k != i && str_eq(text_after_last(fill_at(a, k), '/'), name))
			return pool_printf(pool, "(linha %ld)", strtol(pointer + 1, NULL, 10) + 1);
	return NULL;
}

static void write_reason(struct ctx *ctx, struct html *h, const struct entry *e, const char *as)
{
	entry_field(ctx, h, e,
		    (struct html_field){ .name = as,
					 .label = "Por que está certo",
					 .type = "text",
					 .max_length = REASON_MAX,
					 .optional = true });
}

/* ---- all of them ---- */

void mend_fields_write(struct html *h, const struct mend_fields *a, const struct entry *e)
{
	struct ctx *ctx = h->ctx;

	for (size_t i = 0; i < ask_items(a->fill); i++) {
		const char *name = text_after_last(fill_at(a, i), '/');

		if (is_reason(name)) {
			write_reason(ctx, h, e, field_name(ctx->pool, a, i));
			continue;
		}
		row_field(ctx, h, e, name, field_name(ctx->pool, a, i), label_of(ctx->pool, a, i),
			  a->optional);
		/* A fixed rate, or a spread over an index, is a member beside the percentage. */
		if (str_eq(name, "pct"))
			row_field(ctx, h, e, "rate", rate_name(ctx->pool, a), NULL, a->optional);
	}
}

const char *mend_fields_named(void *pool, const struct mend_fields *a, const char *pointer)
{
	for (size_t i = 0; i < ask_items(a->fill); i++)
		if (str_eq(fill_at(a, i), pointer))
			return field_name(pool, a, i);
	return "";
}

/* ---- filled in ---- */

/* Replaces the value at @pointer; does nothing when there is none. */
static void replace(void *pool, struct json_object *tree, const char *pointer, const char *text)
{
	const char *at = pointer, *slash;

	while (*at == '/' && (slash = strchr(at + 1, '/'))) {
		const char *name = pool_strndup(pool, at + 1, (size_t)(slash - at - 1));

		if (json_object_is_type(tree, json_type_array))
			tree = json_object_array_get_idx(tree, strtoul(name, NULL, 10));
		else
			tree = ask_member(tree, name);
		at = slash;
	}
	if (*at == '/' && tree && json_object_is_type(tree, json_type_object))
		json_object_object_add(tree, at + 1, text ? json_object_new_string(text) : NULL);
}

static const char *typed(struct body *form, const char *name)
{
	struct json_object *value = body_json(form, name, OPTIONAL);

	return value ? body_shown(value) : NULL;
}

const char *mend_fields_filled(struct ctx *ctx, struct body *form, const struct mend_fields *a)
{
	struct json_object *tree = ask_parsed(ctx->pool, a->body);

	if (!tree)
		return a->body;
	for (size_t i = 0; i < ask_items(a->fill); i++) {
		const char *pointer = fill_at(a, i), *name = text_after_last(pointer, '/');
		const char *text = typed(form, field_name(ctx->pool, a, i));
		const char *rate =
			str_eq(name, "pct") ? typed(form, rate_name(ctx->pool, a)) : NULL;

		replace(ctx->pool, tree, pointer, text ? row_text(ctx, name, text) : NULL);
		if (rate)
			replace(ctx->pool, tree,
				pool_printf(ctx->pool, "%.*s/rate",
					    (int)(strlen(pointer) - strlen("/pct")), pointer),
				row_text(ctx, "rate", rate));
	}
	return ask_json(ctx->pool, tree);
}
