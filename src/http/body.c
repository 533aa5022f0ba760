/* SPDX-License-Identifier: Apache-2.0 */
/*
 * body.c: reads a JSON object member by member.
 *
 * Errors are noted with their JSON Pointer and reading goes on, so that one refusal reports them all.
 * A handler takes each member by name; at the end, a member that it did not take is an error too.
 */
#include "config.h"

#include "http/json_read.h"

#include <strings.h>

#include "core/problem.h"
#include "http/request.h"
#include "core/text.h"

/* A client with more errors than this repeats one error. */
#define ERRORS_MAX 100

struct document {
	struct ctx *ctx;
	struct body *first, *last;
	struct buf errors; /* JSON objects, comma-separated */
	struct json json;
	size_t n_errors;
};

struct body {
	struct document *doc;
	struct body *next;
	struct json_object *object;
	const char *pointer;
	const char **taken;
	size_t n_taken, size_taken;
	bool judged; /* its unknown members were already reported */
};

/* ---- errors ---- */

/* RFC 6901: ~ is ~0 and / is ~1 inside a name. */
static const char *pointer_to(void *pool, const char *base, const char *name)
{
	struct buf out;

	buf_init(&out, pool, strlen(base) + strlen(name) + 8);
	buf_str(&out, base);
	buf_char(&out, '/');
	for (; *name; name++) {
		if (*name == '~')
			buf_str(&out, "~0");
		else if (*name == '/')
			buf_str(&out, "~1");
		else
			buf_char(&out, *name);
	}
	return buf_text(&out);
}

void body_error(struct body *b, const char *name, const char *rule, const char *expected,
		const char *received)
{
	struct document *doc = b->doc;
	struct json *j = &doc->json;

	struct json_object *value;

	if (doc->n_errors++ >= ERRORS_MAX)
		return;
	if (!received && name && json_object_object_get_ex(b->object, name, &value))
		received = body_shown(value);
	json_open(j, NULL);
	json_text(j, "pointer", name ? pointer_to(doc->ctx->pool, b->pointer, name) : b->pointer);
	json_text(j, "rule", rule);
	json_text(j, "expected", expected);
	json_text(j, "received", received ? problem_shown(doc->ctx->pool, received) : NULL);
	json_close(j);
}

bool body_errors(const struct body *b)
{
	return b->doc->n_errors > 0;
}

static NORETURN void refuse(struct document *doc)
{
	struct ctx *ctx = doc->ctx;

	problem_raw(ctx, "errors", pool_printf(ctx->pool, "[%s]", buf_text(&doc->errors)));
	if (doc->n_errors > ERRORS_MAX)
		problem_int(ctx, "errors_total", (int64_t)doc->n_errors);
	if (doc->n_errors == 1)
		fail(ctx, 400, "invalid_body", "O corpo tem um erro; details.errors diz onde.");
	fail(ctx, 400, "invalid_body", "O corpo tem %zu erros; details.errors diz onde.",
	     doc->n_errors);
}

const char *body_shown(struct json_object *value)
{
	if (json_object_is_type(value, json_type_string))
		return json_object_get_string(value);
	return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
}

/* ---- opening ---- */

static struct document *document_new(struct ctx *ctx)
{
	struct document *doc = pool_zero(ctx->pool, struct document);

	doc->ctx = ctx;
	buf_init(&doc->errors, ctx->pool, 256);
	json_init(&doc->json, &doc->errors);
	return doc;
}

static struct body *body_new(struct document *doc, struct json_object *object, const char *pointer)
{
	struct body *b = pool_zero(doc->ctx->pool, struct body);

	*b = (struct body){ .doc = doc, .object = object, .pointer = pointer };
	if (doc->last)
		doc->last->next = b;
	else
		doc->first = b;
	doc->last = b;
	return b;
}

/* @wanted, alone or with charset=utf-8. */
static bool is_type(const char *content_type, const char *wanted)
{
	struct slice type;
	struct slice params = { NULL, 0 };
	static const char charset[] = "charset=";
	static const char *const utf8[] = { "utf-8", "\"utf-8\"" };

	(void)slice_cut(slice_of(content_type), ';', &type, &params); /* no ';': all is the type */
	type = slice_trim(type);
	if (type.n != strlen(wanted) || strncasecmp(type.p, wanted, type.n) != 0)
		return false;
	params = slice_trim(params);
	if (!params.n)
		return true;
	if (params.n < 8 || strncasecmp(params.p, charset, 8) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(utf8); i++)
		if (params.n - 8 == strlen(utf8[i]) &&
		    strncasecmp(params.p + 8, utf8[i], params.n - 8) == 0)
			return true;
	return false;
}

void body_expect_type(struct ctx *ctx, const char *expected)
{
	const char *sent = ctx->req->content_type;
	const char *type = sent ? problem_shown(ctx->pool, sent) : NULL;

	if (sent && is_type(sent, expected))
		return;
	problem_text(ctx, "received", type);
	problem_text(ctx, "expected", expected);
	fail(ctx, 415, "unsupported_media_type", "O corpo veio como \"%s\"; esta operação lê %s.",
	     type ? type : "", expected);
}

struct json_object *body_tree(struct ctx *ctx)
{
	const struct request *req = ctx->req;
	const char *reason = NULL;
	struct json_object *tree;
	size_t offset = 0;

	body_expect_type(ctx, "application/json");
	if (slice_eq(slice_trim(req->body), "null"))
		return NULL;
	tree = json_parse(ctx->pool, req->body, &offset, &reason);
	if (!tree) {
		problem_int(ctx, "offset", (int64_t)offset);
		if (json_too_complex(reason))
			fail(ctx, 400, "payload_too_complex",
			     "O corpo tem %s (byte %zu): divida-o em vários pedidos.", reason,
			     offset);
		fail(ctx, 400, "invalid_json", "JSON inválido no byte %zu: %s.", offset, reason);
	}
	return tree;
}

static struct json_object *parse_body(struct ctx *ctx, struct document *doc)
{
	struct json_object *tree = ctx->req->body_tree ? ctx->req->body_tree : body_tree(ctx);

	if (!tree) {
		body_error(body_new(doc, NULL, ""), NULL, "type", "objeto", "null");
		refuse(doc);
	}
	return tree;
}

struct body *body_open(struct ctx *ctx)
{
	struct document *doc = document_new(ctx);
	struct json_object *tree = parse_body(ctx, doc);
	struct body *b = body_new(doc, tree, ctx->req->body_tree ? ctx->req->body_pointer : "");

	if (!json_object_is_type(tree, json_type_object)) {
		body_error(b, NULL, "type", "objeto", body_shown(tree));
		refuse(doc);
	}
	return b;
}

struct body **body_open_array(struct ctx *ctx, size_t max, size_t *n)
{
	struct document *doc = document_new(ctx);
	struct json_object *tree = parse_body(ctx, doc);
	struct body *top;
	struct body **list;

	if (json_object_is_type(tree, json_type_object)) {
		list = pool_array(ctx->pool, struct body *, 1);
		list[0] = body_new(doc, tree, "");
		*n = 1;
		return list;
	}
	top = body_new(doc, NULL, "");
	if (!json_object_is_type(tree, json_type_array)) {
		body_error(top, NULL, "type", "objeto ou lista de objetos", body_shown(tree));
		refuse(doc);
	}
	*n = json_object_array_length(tree);
	if (*n == 0 || *n > max) {
		body_error(top, NULL, *n ? "max_items" : "min_items",
			   pool_printf(ctx->pool, "de 1 a %zu itens", max),
			   pool_printf(ctx->pool, "%zu itens", *n));
		refuse(doc);
	}
	list = pool_array(ctx->pool, struct body *, *n);
	for (size_t i = 0; i < *n; i++) {
		struct json_object *item = json_object_array_get_idx(tree, i);

		list[i] = body_new(doc, item, pool_printf(ctx->pool, "/%zu", i));
		if (!json_object_is_type(item, json_type_object))
			body_error(list[i], NULL, "type", "objeto", body_shown(item));
	}
	if (doc->n_errors)
		refuse(doc);
	return list;
}

struct body *body_of(struct ctx *ctx, struct json_object *object, const char *pointer)
{
	return body_new(document_new(ctx), object, pool_strdup(ctx->pool, pointer));
}

/* ---- members ---- */

bool body_has(const struct body *b, const char *name)
{
	return json_object_object_get_ex(b->object, name, NULL);
}

struct json_object *body_whole(const struct body *b)
{
	return b->object;
}

/* The member, marked as taken; NULL when absent or null. */
static struct json_object *take(struct body *b, const char *name)
{
	struct json_object *value = NULL;

	if (!text_among(b->taken, b->n_taken, name)) {
		pool_grow(b->doc->ctx->pool, b->taken, const char *, b->n_taken, b->size_taken, 16);
		b->taken[b->n_taken++] = name;
	}
	(void)json_object_object_get_ex(b->object, name, &value); /* absent leaves NULL */
	return value;
}

static void missing(struct body *b, const char *name, enum presence p, const char *expected)
{
	if (p != NULLABLE && body_has(b, name))
		body_error(b, name, "type", expected, "null");
	else if (p == REQUIRED)
		body_error(b, name, "required", expected, NULL);
}

static const char *take_text(struct body *b, const char *name, enum presence p,
			     const char *expected)
{
	struct json_object *value = take(b, name);

	if (!value)
		missing(b, name, p, expected);
	else if (json_object_is_type(value, json_type_string))
		return json_object_get_string(value);
	else
		body_error(b, name, "type", expected, body_shown(value));
	return NULL;
}

static bool has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 && *text != '\t' && *text != '\n' && *text != '\r')
			return true;
	return false;
}

const char *body_text(struct body *b, const char *name, enum presence p, size_t min, size_t max)
{
	void *pool = b->doc->ctx->pool;
	const char *text = take_text(b, name, p, "texto");
	const char *expected;
	size_t n;

	if (!text)
		return NULL;
	n = text_length(text);
	if (n < min || n > max) {
		expected = pool_printf(pool, "texto de %zu a %zu caracteres", min, max);
		body_error(b, name, n < min ? "min_length" : "max_length", expected, text);
		return NULL;
	}
	if (has_control(text)) {
		body_error(b, name, "format", "texto sem caracteres de controle", text);
		return NULL;
	}
	return text;
}

const char *body_prose(struct body *b, const char *name, enum presence p, size_t min, size_t max)
{
	const char *text = body_text(b, name, p, min, max);

	if (text && text_hides(text)) {
		body_error(b, name, "format", "texto sem caracteres de controle", text);
		return NULL;
	}
	return text;
}

const char *body_line(struct body *b, const char *name, enum presence p, size_t min, size_t max)
{
	const char *text = body_text(b, name, p, min, max);

	if (text && !text_one_line(text)) {
		body_error(b, name, "format", "texto de uma linha, sem caracteres de controle",
			   text);
		return NULL;
	}
	if (text && min && !text_visible(text)) {
		body_error(b, name, "min_length", "texto com algum caractere visível", text);
		return NULL;
	}
	return text;
}

bool body_bool(struct body *b, const char *name, enum presence p, bool *out)
{
	static const char expected[] = "true ou false";
	struct json_object *value = take(b, name);

	if (!value) {
		missing(b, name, p, expected);
		return false;
	}
	if (!json_object_is_type(value, json_type_boolean)) {
		body_error(b, name, "type", expected, body_shown(value));
		return false;
	}
	*out = json_object_get_boolean(value);
	return true;
}

/* The text of what was expected is made only for an error: a body may have 5,000 rows. */
static const char *integer_expected(const struct body *b, int64_t min, int64_t max)
{
	return pool_printf(b->doc->ctx->pool, "inteiro de %lld a %lld", (long long)min,
			   (long long)max);
}

bool body_int(struct body *b, const char *name, enum presence p, int64_t min, int64_t max,
	      int64_t *out)
{
	struct json_object *value = take(b, name);
	const char *rule = "type";

	if (!value) {
		missing(b, name, p, integer_expected(b, min, max));
		return false;
	}
	if (json_object_is_type(value, json_type_int)) {
		int64_t v = json_object_get_int64(value);

		if (v >= min && v <= max) {
			*out = v;
			return true;
		}
		rule = v < min ? "minimum" : "maximum";
	}
	body_error(b, name, rule, integer_expected(b, min, max), body_shown(value));
	return false;
}

bool body_day(struct body *b, const char *name, enum presence p, struct day *out)
{
	static const char expected[] = "data AAAA-MM-DD que exista";
	const char *text = take_text(b, name, p, expected);

	if (!text)
		return false;
	if (day_parse(slice_of(text), out))
		return true;
	body_error(b, name, "format", expected, text);
	return false;
}

bool body_uuid(struct body *b, const char *name, enum presence p, struct uuid *out)
{
	const char *text = take_text(b, name, p, "UUID");

	if (!text)
		return false;
	if (uuid_parse(slice_of(text), out))
		return true;
	body_error(b, name, "format", "UUID", text);
	return false;
}

static bool is_number(struct json_object *value)
{
	return json_object_is_type(value, json_type_int) ||
	       json_object_is_type(value, json_type_double) ||
	       json_object_is_type(value, json_type_string);
}

static const char *decimal_expected(const struct body *b, int places, wide min, wide max)
{
	char low[DEC_TEXT_SIZE];
	char high[DEC_TEXT_SIZE];

	(void)dec_format(low, min, places, places, true);
	(void)dec_format(high, max, places, places, true);
	return pool_printf(b->doc->ctx->pool, "número de %s a %s, com até %d casas decimais", low,
			   high, places);
}

#define DECIMAL_TEXT_MAX 64
#define EXPONENT_MAX 5 /* "e-300" */

/* NULL when @text is a decimal of the grid and within the bounds, else the rule that it violates. */
static const char *decimal_rule(const char *text, int places, wide min, wide max, wide *out)
{
	const char *exponent = strpbrk(text, "eE");
	wide v = 0;

	/* jsonb refuses numbers that this would read, such as 0e-999999. */
	if (strlen(text) > DECIMAL_TEXT_MAX || (exponent && strlen(exponent) > EXPONENT_MAX))
		return "format";
	switch (dec_parse(slice_of(text), places, max > -min ? max : -min, &v)) {
	case DEC_SYNTAX:
		return "format";
	case DEC_PLACES:
		return "places";
	case DEC_RANGE:
		return *text == '-' ? "minimum" : "maximum";
	case DEC_OK:
		break;
	}
	if (v < min || v > max)
		return v < min ? "minimum" : "maximum";
	*out = v;
	return NULL;
}

bool body_decimal(struct body *b, const char *name, enum presence p, int places, wide min, wide max,
		  wide *out)
{
	struct json_object *value = take(b, name);
	const char *rule = "type";

	if (!value) {
		missing(b, name, p, decimal_expected(b, places, min, max));
		return false;
	}
	/* A double is shown by its lexeme, which json-c keeps: no digit passes through binary. */
	if (is_number(value))
		rule = decimal_rule(body_shown(value), places, min, max, out);
	if (!rule)
		return true;
	body_error(b, name, rule, decimal_expected(b, places, min, max), body_shown(value));
	return false;
}

int body_choice(struct body *b, const char *name, enum presence p, const char *const *choices)
{
	struct json_object *value = take(b, name);
	void *pool = b->doc->ctx->pool;

	if (!value) {
		missing(b, name, p, problem_choices(pool, choices));
		return -1;
	}
	if (!json_object_is_type(value, json_type_string)) {
		body_error(b, name, "type", problem_choices(pool, choices), body_shown(value));
		return -1;
	}
	for (int i = 0; choices[i]; i++)
		if (str_eq(json_object_get_string(value), choices[i]))
			return i;
	body_error(b, name, "enum", problem_choices(pool, choices), body_shown(value));
	return -1;
}

struct json_object *body_json(struct body *b, const char *name, enum presence p)
{
	struct json_object *value = take(b, name);

	if (!value)
		missing(b, name, p, "um valor");
	return value;
}

static const char *items_expected(const struct body *b, size_t max)
{
	return pool_printf(b->doc->ctx->pool, "lista de até %zu itens", max);
}

struct json_object *body_array(struct body *b, const char *name, enum presence p, size_t max)
{
	struct json_object *value = take(b, name);

	if (!value) {
		missing(b, name, p, items_expected(b, max));
		return NULL;
	}
	if (!json_object_is_type(value, json_type_array)) {
		body_error(b, name, "type", items_expected(b, max), body_shown(value));
		return NULL;
	}
	if (json_object_array_length(value) > max) {
		body_error(b, name, "max_items", items_expected(b, max),
			   pool_printf(b->doc->ctx->pool, "%zu itens",
				       json_object_array_length(value)));
		return NULL;
	}
	return value;
}

static struct body *nested(struct body *b, struct json_object *value, const char *pointer)
{
	struct body *in = body_new(b->doc, value, pointer);

	if (json_object_is_type(value, json_type_object))
		return in;
	body_error(in, NULL, "type", "objeto", body_shown(value));
	in->judged = true;
	return NULL;
}

struct body *body_member(struct body *b, const char *name)
{
	struct json_object *value = take(b, name);

	return value ? nested(b, value, pointer_to(b->doc->ctx->pool, b->pointer, name)) : NULL;
}

struct body *body_item(struct body *b, const char *name, struct json_object *array, size_t i)
{
	void *pool = b->doc->ctx->pool;

	return nested(b, json_object_array_get_idx(array, i),
		      pool_printf(pool, "%s/%zu", pointer_to(pool, b->pointer, name), i));
}

/* ---- the end ---- */

static void refuse_unknown(struct body *b)
{
	const char *expected = "membro que esta operação conheça";

	if (b->judged)
		return;
	b->judged = true;
	json_object_object_foreach(b->object, name,
				   value) if (!text_among(b->taken, b->n_taken, name))
		body_error(b, name, "unknown_member", expected, body_shown(value));
}

void body_done(struct body *b)
{
	for (struct body *each = b->doc->first; each; each = each->next)
		if (each == b || each->n_taken)
			refuse_unknown(each);
	body_refuse(b);
}

void body_refuse(struct body *b)
{
	if (b->doc->n_errors)
		refuse(b->doc);
}

NORETURN void body_refuse_member(struct ctx *ctx, const char *name, const char *rule,
				 const char *expected)
{
	struct body *b = body_of(ctx, NULL, "");

	body_error(b, name, rule, expected, NULL);
	refuse(b->doc);
}
