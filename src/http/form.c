/* SPDX-License-Identifier: Apache-2.0 */
/* form.c: application/x-www-form-urlencoded bodies. */
#include "config.h"

#include "http/form.h"

#include <stdlib.h>

#include "core/encode.h"
#include "core/json_write.h"
#include "ctx/problem.h"
#include "http/request.h"

static const char form_type[] = "application/x-www-form-urlencoded";

struct field {
	const char *name, *value;
};

static NORETURN void refuse(struct ctx *ctx, const char *name, const char *rule,
			    const char *expected)
{
	struct body *b = body_of(ctx, NULL, "");

	body_error(b, name, rule, expected, NULL);
	body_refuse(b);
	abort(); /* an error was noted */
}

static void read_field(struct ctx *ctx, struct slice piece, struct field *f)
{
	struct slice name;
	struct slice value;

	(void)slice_cut(piece, '=', &name, &value); /* without '=' all of it is the name */
	f->name = url_decoded(ctx->pool, name, true);
	f->value = url_decoded(ctx->pool, value, true);
	if (!f->name || !f->value)
		refuse(ctx, f->name, "format", "texto UTF-8 codificado com %XX, sem U+0000");
	if (!*f->name || strlen(f->name) > FORM_NAME_MAX)
		refuse(ctx, NULL, "format",
		       pool_printf(ctx->pool, "nomes de 1 a %d bytes", FORM_NAME_MAX));
}

static size_t read_fields(struct ctx *ctx, struct field fields[FORM_FIELDS_MAX])
{
	struct slice rest = ctx->req->body;
	size_t n = 0;

	while (rest.n) {
		struct slice piece;

		if (!slice_cut(rest, '&', &piece, &rest))
			rest = (struct slice){ NULL, 0 };
		if (!piece.n)
			continue;
		if (n == FORM_FIELDS_MAX)
			refuse(ctx, NULL, "max_properties",
			       pool_printf(ctx->pool, "até %d campos", FORM_FIELDS_MAX));
		read_field(ctx, piece, &fields[n]);
		for (size_t i = 0; i < n; i++)
			if (str_eq(fields[i].name, fields[n].name))
				refuse(ctx, fields[n].name, "unique", "uma única ocorrência");
		n++;
	}
	return n;
}

struct body *form_open(struct ctx *ctx)
{
	struct field fields[FORM_FIELDS_MAX];
	struct json_object *tree;
	const char *reason;
	struct json j;
	struct buf b;
	size_t offset;
	size_t n;

	body_expect_type(ctx, form_type);
	n = read_fields(ctx, fields);
	buf_init(&b, ctx->pool, ctx->req->body.n + 64);
	json_init(&j, &b);
	json_open(&j, NULL);
	for (size_t i = 0; i < n; i++)
		if (*fields[i].value)
			json_text(&j, fields[i].name, fields[i].value);
	json_close(&j);
	tree = json_parse(ctx->pool, (struct slice){ b.p, b.n }, &offset, &reason);
	if (!tree)
		fail(ctx, 500, "internal_error", "a form is no JSON at %zu: %s", offset, reason);
	return body_of(ctx, tree, "");
}
