/* SPDX-License-Identifier: Apache-2.0 */
/* call.c: the input functions and refusals for the C function of an operation. */
#include "config.h"

#include <sodium.h>

#include "core/text.h"
#include "core/uuid.h"
#include "core/problem.h"
#include "http/json_read.h"
#include "operations/protocol.h"
#include "operations/schema.h"
#include "http/tree.h"

/* ---- refusing ---- */

#define NOT_FOUND_DETAIL "O que o pedido nomeia não existe, ou não é desta organização."
#define CONFLICT_DETAIL "O estado atual não permite a operação; details.errors diz por quê."

void call_forbidden(struct call *c, const char *required, const char *granted, const char *detail)
{
	const char *list[] = { granted };

	problem_text(c->ctx, "required", required);
	problem_texts(c->ctx, "granted", list, granted ? 1 : 0);
	fail(c->ctx, 403, "scope_missing", "%s", detail);
}

void call_suspended(struct call *c)
{
	problem_text(c->ctx, "reason", "wallet_suspended");
	call_forbidden(c, "wallet:active", "wallet:suspended",
		       "O espaço de trabalho está suspenso: só leituras são aceitas.");
}

static const char *one_error(struct call *c, const char *pointer, const char *rule,
			     const char *expected, const char *received)
{
	struct schema_errors e;

	schema_errors_init(&e, c->ctx->pool);
	schema_error(&e, pointer, rule, expected, received);
	return pool_printf(c->ctx->pool, "[%s]", buf_text(&e.out));
}

void call_invalid_all(struct call *c, const struct schema_errors *errors)
{
	struct ctx *ctx = c->ctx;
	struct buf out = errors->out;

	problem_raw(ctx, "errors", pool_printf(ctx->pool, "[%s]", buf_text(&out)));
	if (errors->n > SCHEMA_ERRORS_MAX)
		problem_int(ctx, "errors_total", (int64_t)errors->n);
	if (errors->n == 1)
		fail(ctx, 400, "invalid_input", "O pedido tem um erro; details.errors diz onde.");
	fail(ctx, 400, "invalid_input", "O pedido tem %zu erros; details.errors diz onde.",
	     errors->n);
}

void call_invalid(struct call *c, const char *pointer, const char *rule, const char *expected,
		  const char *received)
{
	struct schema_errors e;

	schema_errors_init(&e, c->ctx->pool);
	schema_error(&e, pointer, rule, expected, received);
	call_invalid_all(c, &e);
}

void call_not_found(struct call *c)
{
	/* Without name or id, so that "does not exist" and "not yours" are indistinguishable. */
	fail(c->ctx, 404, "subject_not_found", "%s", NOT_FOUND_DETAIL);
}

void call_conflict(struct call *c, const char *pointer, const char *rule, const char *expected,
		   const char *received)
{
	problem_raw(c->ctx, "errors", one_error(c, pointer, rule, expected, received));
	fail(c->ctx, 409, "invalid_input", CONFLICT_DETAIL);
}

void call_conflict_all(struct call *c, const struct schema_errors *errors)
{
	struct buf out = errors->out;

	problem_raw(c->ctx, "errors", pool_printf(c->ctx->pool, "[%s]", buf_text(&out)));
	fail(c->ctx, 409, "invalid_input", CONFLICT_DETAIL);
}

void call_unique(struct call *c, const char *constraint, const char *pointer, const char *rule,
		 const char *expected, const char *received)
{
	db_conflict(c->ctx, constraint, 409, "invalid_input", "%s", CONFLICT_DETAIL);
	db_conflict_errors(c->ctx, one_error(c, pointer, rule, expected, received));
}

/* ---- refusals of other rooms ---- */

static void say(struct ctx *ctx, const struct call_refusal *r)
{
	struct problem *p = ctx->problem;
	struct schema_errors e;

	p->status = r->status;
	p->code = r->status == 404 ? "subject_not_found" : "invalid_input";
	if (r->status == 404) {
		p->detail = NOT_FOUND_DETAIL;
		p->details = NULL;
	}
	if (!r->pointer)
		return;
	schema_errors_init(&e, ctx->pool);
	schema_error(&e, r->pointer, r->rule, r->expected, NULL);
	problem_raw(ctx, "errors", pool_printf(ctx->pool, "[%s]", buf_text(&e.out)));
}

/* The query reader's error about a parameter, for the input member of this name. */
static void say_parameter(struct ctx *ctx)
{
	struct problem *p = ctx->problem;
	const char *text = pool_printf(ctx->pool, "{%s}", p->details);
	const char *name;
	struct json_object *details;
	struct schema_errors e;

	details = json_read(ctx->pool, slice_of(text));
	name = tree_text(tree_member(details, "parameter"));
	schema_errors_init(&e, ctx->pool);
	/* `at` is beside the input, not in it. */
	schema_error(&e, str_eq(name, "at") ? "/at" : pool_printf(ctx->pool, "/input/%s", name),
		     "value", tree_text(tree_member(details, "expected")),
		     tree_text(tree_member(details, "received")));
	p->details = NULL;
	problem_raw(ctx, "errors", pool_printf(ctx->pool, "[%s]", buf_text(&e.out)));
}

void call_translate(struct call *c)
{
	for (const struct call_refusal *r = c->refusals; r && r->code; r++)
		if (str_eq(r->code, c->ctx->problem->code)) {
			if (str_eq(r->code, "invalid_parameter"))
				say_parameter(c->ctx);
			say(c->ctx, r);
			return;
		}
}

void call_refusals(struct call *c, const struct call_refusal *list)
{
	c->refusals = list;
}

/* ---- input ---- */

const char *call_text(const struct call *c, const char *member)
{
	return tree_text(tree_member(c->input, member));
}

const char *call_amount(const struct call *c, const char *member)
{
	struct json_object *value = tree_member(c->input, member);

	return value ? json_object_get_string(value) : NULL;
}

bool call_has(const struct call *c, const char *member)
{
	return tree_has(c->input, member);
}

bool call_uuid(const struct call *c, const char *member, struct uuid *out)
{
	const char *text = call_text(c, member);

	return text && uuid_parse(slice_of(text), out);
}

struct day call_day(struct call *c, const char *member, struct day otherwise)
{
	const char *text = call_text(c, member);
	struct day day = otherwise;

	if (text && !day_parse(slice_of(text), &day))
		call_invalid(c, pool_printf(c->ctx->pool, "/input/%s", member), "format",
			     "data AAAA-MM-DD que exista", text);
	return day;
}

int64_t call_int(const struct call *c, const char *member, int64_t otherwise)
{
	struct json_object *value = tree_member(c->input, member);

	return value ? json_object_get_int64(value) : otherwise;
}

bool call_bool(const struct call *c, const char *member, bool otherwise)
{
	struct json_object *value = tree_member(c->input, member);

	return value ? json_object_get_boolean(value) : otherwise;
}

const char *call_line(struct call *c, const char *member)
{
	const char *text = call_text(c, member);

	return text ? slice_text(c->ctx->pool, slice_trim(slice_of(text))) : NULL;
}

/* ---- checks beyond a schema ---- */

void call_note(struct call *c, const char *pointer, const char *rule, const char *expected,
	       const char *received)
{
	schema_error(c->errors, pointer, rule, expected, received);
}

static void check_line(struct call *c, const char *member)
{
	const char *text = call_text(c, member);
	const char *pointer = pool_printf(c->ctx->pool, "/input/%s", member);

	if (!text || !*text || text_hides(text)) /* refused already */
		return;
	if (!text_one_line(text))
		call_note(c, pointer, "format", "texto de uma linha, sem caracteres de controle",
			  text);
	else if (!text_visible(text))
		call_note(c, pointer, "min_length", "texto com algum caractere visível", text);
}

/* Of a file's text each cell is cleaned. */
static void check_hidden(struct call *c)
{
	struct json_object_iterator it = json_object_iter_begin(c->input),
				    end = json_object_iter_end(c->input);

	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it)) {
		const char *member = json_object_iter_peek_name(&it),
			   *text = tree_text(json_object_iter_peek_value(&it));

		if (text && text_hides(text) && !str_eq(member, "content") &&
		    !str_eq(member, "filename"))
			call_note(c, pool_printf(c->ctx->pool, "/input/%s", member), "format",
				  "texto sem caracteres de controle", text);
	}
}

void call_check(struct call *c, struct schema_errors *errors)
{
	const struct check *k = c->protocol->checks;

	c->errors = errors;
	if (json_object_is_type(c->input, json_type_object))
		check_hidden(c);
	while (k && k->operation && !str_eq(k->operation, c->operation->id))
		k++;
	for (size_t i = 0; k && k->operation && k->lines[i]; i++)
		check_line(c, k->lines[i]);
	if (k && k->operation && k->run)
		k->run(c);
	c->errors = NULL;
}

/* As text, or in base64 with any line breaks. */
struct slice call_file(struct call *c, const char **pointer)
{
	const char *text = call_text(c, "content");
	unsigned char *bytes;
	size_t length, n = 0;

	*pointer = text ? "/input/content" : "/input/content_base64";
	if (text)
		return slice_of(text);
	text = call_text(c, "content_base64");
	length = strlen(text);
	bytes = pool_array(c->ctx->pool, unsigned char, length / 4 * 3 + 3);
	if (sodium_base642bin(bytes, length / 4 * 3 + 3, text, length, " \r\n", &n, NULL,
			      sodium_base64_VARIANT_ORIGINAL) != 0)
		call_invalid(c, *pointer, "base64", "base64 (RFC 4648, seção 4)", text);
	return (struct slice){ (const char *)bytes, n };
}
