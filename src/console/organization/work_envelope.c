/* SPDX-License-Identifier: Apache-2.0 */
/* work_envelope.c: a filled form as the envelope of its operation. */
#include "config.h"

#include "console/organization/work_form.h"

#include "console/form/entry.h"
#include "core/encode.h"
#include "http/request.h"
#include "http/tree.h"

/* In JSON's form; a text that is not a number, or ambiguous, is left for the schema to refuse. */
static void put_number(void *pool, struct json *j, const char *name, const char *typed)
{
	const char *text = entry_decimal(pool, typed);
	wide v;

	if (dec_parse(slice_of(text + (*text == '-')), 12, (wide)1 << 100, &v) == DEC_OK)
		json_raw(j, name, text);
	else
		json_text(j, name, text);
}

static void put_ids(void *pool, struct json *j, const char *name, const char *text)
{
	json_array(j, name);
	while (*text) {
		size_t n;

		text += strspn(text, ", \r\n\t");
		n = strcspn(text, ", \r\n\t");
		if (n)
			json_text(j, NULL, slice_text(pool, (struct slice){ text, n }));
		text += n;
	}
	json_array_end(j);
}

static void put_tree(struct ctx *ctx, struct json *j, const char *name, const char *text)
{
	const char *reason;
	size_t offset;
	struct json_object *o = json_parse(ctx->pool, slice_of(text), &offset, &reason);

	if (o)
		tree_write(o, j, name);
	else
		json_text(j, name, text);
}

static void put_content(struct ctx *ctx, struct json *j, const struct work_form *f,
			const char *name)
{
	if (!f->file.name)
		return;
	if (str_eq(name, "filename"))
		json_text(j, name, f->file.name);
	if (str_eq(name, "content_base64"))
		json_text(j, name, base64_encoded(ctx->pool, f->file.content.p, f->file.content.n));
}

static void put(struct ctx *ctx, struct json *j, const struct work_form *f, size_t i)
{
	const struct work_input *in = &f->inputs[i];
	const char *text = f->values[i];

	if (str_eq(in->name, "org"))
		json_text(j, in->name, ctx->path[0]);
	if (in->kind == INPUT_CONTENT)
		put_content(ctx, j, f, in->name);
	if (!text || in->kind == INPUT_HIDDEN || in->kind == INPUT_CONTENT)
		return;
	switch (in->kind) {
	case INPUT_NUMBER_OF:
		put_number(ctx->pool, j, in->name, text);
		break;
	case INPUT_FLAG:
		json_boolean(j, in->name, str_eq(text, "true"));
		break;
	case INPUT_IDS:
		put_ids(ctx->pool, j, in->name, text);
		break;
	case INPUT_TREE:
		put_tree(ctx, j, in->name, text);
		break;
	case INPUT_TEXT:
	case INPUT_LONG:
	case INPUT_CHOICE:
	case INPUT_CONTENT:
	case INPUT_HIDDEN:
		json_text(j, in->name, text);
		break;
	}
}

const char *work_envelope(struct ctx *ctx, const struct work_form *f, bool execute)
{
	struct json j;
	struct buf b;

	buf_init(&b, ctx->pool, 1024 + f->file.content.n / 3 * 4);
	json_init(&j, &b);
	json_open(&j, NULL);
	work_subject(ctx, f->room, f->spec->operation, &j);
	json_open(&j, "input");
	for (size_t i = 0; i < f->n; i++)
		put(ctx, &j, f, i);
	json_close(&j);
	if (execute)
		json_boolean(&j, "confirmed", true);
	json_close(&j);
	return buf_text(&b);
}
