/* SPDX-License-Identifier: Apache-2.0 */
/* form.c: reads the form that a page sends. */
#include "config.h"

#include "http/form.h"

#include "core/encode.h"
#include "core/json_write.h"
#include "http/multipart.h"
#include "http/route.h"

static const char form_type[] = "application/x-www-form-urlencoded";

struct field {
	const char *name, *value;
};

/* Adds a field whose name and value are texts already. */
static void add_field(struct ctx *ctx, struct field *fields, size_t *n, struct field f)
{
	if (!*f.name || strlen(f.name) > FORM_NAME_MAX)
		body_refuse_member(ctx, NULL, "format",
				   pool_printf(ctx->pool, "nomes de 1 a %d bytes", FORM_NAME_MAX));
	for (size_t i = 0; i < *n; i++)
		if (str_eq(fields[i].name, f.name))
			body_refuse_member(ctx, f.name, "unique", "uma única ocorrência");
	if (*n == FORM_FIELDS_MAX)
		body_refuse_member(ctx, NULL, "max_properties",
				   pool_printf(ctx->pool, "até %d campos", FORM_FIELDS_MAX));
	fields[(*n)++] = f;
}

static struct field read_field(struct ctx *ctx, struct slice piece)
{
	struct slice name;
	struct slice value;
	struct field f;

	(void)slice_cut(piece, '=', &name, &value); /* without '=', the whole piece is the name */
	f.name = url_decoded(ctx->pool, name, true);
	f.value = url_decoded(ctx->pool, value, true);
	if (!f.name || !f.value)
		body_refuse_member(ctx, f.name, "format",
				   "texto UTF-8 codificado com %XX, sem U+0000");
	return f;
}

static size_t read_fields(struct ctx *ctx, struct field fields[FORM_FIELDS_MAX])
{
	struct slice rest = ctx->req->body;
	size_t n = 0;

	while (rest.n) {
		struct slice piece;

		if (!slice_cut(rest, '&', &piece, &rest))
			rest = (struct slice){ NULL, 0 };
		if (piece.n)
			add_field(ctx, fields, &n, read_field(ctx, piece));
	}
	return n;
}

/* The fields as a JSON object of strings. */
static struct body *open_fields(struct ctx *ctx, const struct field *fields, size_t n)
{
	struct json_object *tree;
	const char *reason;
	struct json *j = json_new(ctx->pool, 1024);
	size_t offset;

	json_open(j, NULL);
	for (size_t i = 0; i < n; i++)
		if (*fields[i].value)
			json_text(j, fields[i].name, fields[i].value);
	json_close(j);
	tree = json_parse(ctx->pool, (struct slice){ j->out->p, j->out->n }, &offset, &reason);
	if (!tree)
		fail(ctx, 500, "internal_error", "a form is no JSON at %zu: %s", offset, reason);
	return body_of(ctx, tree, "");
}

struct body *form_open(struct ctx *ctx)
{
	struct field fields[FORM_FIELDS_MAX];
	size_t n;

	body_expect_type(ctx, form_type);
	n = read_fields(ctx, fields);
	return open_fields(ctx, fields, n);
}

/* ---- with a file ---- */

static void read_part(struct ctx *ctx, const struct part *p, struct field *fields, size_t *n)
{
	if (p->filename)
		body_refuse_member(ctx, p->name, "format", "um texto, e não um arquivo");
	if (p->content.n > MAX_FORM)
		body_refuse_member(ctx, p->name, "max_length",
				   pool_printf(ctx->pool, "até %zu bytes", MAX_FORM));
	if (!text_valid(p->content, NULL))
		body_refuse_member(ctx, p->name, "format", "texto UTF-8, sem U+0000");
	add_field(ctx, fields, n, (struct field){ p->name, slice_text(ctx->pool, p->content) });
}

struct body *form_open_file(struct ctx *ctx, struct form_file *file)
{
	struct field fields[FORM_FIELDS_MAX];
	struct part parts[PARTS_MAX];
	const char *reason = NULL;
	size_t n = 0, n_parts = 0;
	bool chosen = false;

	*file = (struct form_file){ .name = NULL };
	if (!multipart_parse(ctx->pool, ctx->req->content_type ? ctx->req->content_type : "",
			     ctx->req->body, parts, &n_parts, &reason))
		fail(ctx, 400, "invalid_body", "%s", reason);
	for (size_t i = 0; i < n_parts; i++) {
		const struct part *p = &parts[i];

		if (str_eq(p->name, FORM_FILE) && p->filename) {
			/* A browser sends an empty part when no file was chosen. */
			if (!*p->filename && !p->content.n)
				continue;
			if (chosen)
				body_refuse_member(ctx, FORM_FILE, "unique", "um único arquivo");
			*file = (struct form_file){ .name = *p->filename ? p->filename : NULL,
						    .content = p->content };
			chosen = true;
		} else {
			read_part(ctx, p, fields, &n);
		}
	}
	return open_fields(ctx, fields, n);
}
